"""Double Sir and Single Sir, with Dehla Pakad scoring: four players, two teams, tricks, the pile, tens and kots.

Five cards each; the seat after the dealer calls trump from those; then eight each, and the caller leads. Tricks lie in
a pile until they are captured (`engine.pile`). The four tens decide the round. Team 0 is seats 0 and 2, team 1 the
others.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from engine.canonical import digest_text, known_text, match_text, numbers_text, round_text, sheet_text
from engine.cards import PACK, Card, Suit
from engine.errors import NotationError
from engine.game import (
    AwaitDeal,
    Awaiting,
    AwaitMove,
    Hand,
    Option,
    PublicState,
    RoundOver,
    Row,
    Stage,
    next_seat,
    places_of,
    resolve_options,
)
from engine.moves import CALLS, PLAYS, CallTrump, Move, Pass, Play, Seat, SeatMove
from engine.pile import EMPTY_PILE, TRICKS, CaptureRules, Pile
from engine.refusals import (
    AlreadyCalled,
    AlreadyPlayed,
    CallFirst,
    IllegalMoveError,
    MustFollow,
    NoSuchMove,
    NotInHand,
    NotInPlay,
    NotYourTurn,
    Reason,
    StateError,
)
from engine.tricks import Trick

SEATS: Final = 4
TENS: Final = 4
PACKETS: Final = (5, 8)


def team_of(seat: Seat) -> int:
    """Give the team of a seat: partners sit opposite."""
    return seat % 2


@dataclass(frozen=True, slots=True)
class DoubleSir:
    """The game: its options, and matches of it."""

    name: str = "double-sir"
    options: tuple[Option, ...] = (
        Option("target_rounds", range(1, 100), ("7", "3", "5")),
        Option("sir", ("double", "single"), ("double", "single")),
        Option("streak_after_capture", ("continue", "reset"), ("continue", "reset")),
        Option("two_two", ("captured", "nondealer"), ("captured", "nondealer")),
        Option("kot_points", ("1", "2"), ("1", "2")),
        Option("dealer_after_kot", ("same", "partner"), ("same", "partner")),
        Option("first_capture_trick", ("2", "3", "5"), ("2", "3", "5")),
        Option("ace_rule", ("off", "on"), ("off", "on")),
    )
    least_seats: int = SEATS
    most_seats: int = SEATS

    def start_match(self, options: Mapping[str, str], seats: int, dealer: Seat) -> "DoubleSirMatch":
        """Start a match, as `Game.start_match` says."""
        resolved = resolve_options(self, options, seats, dealer)
        return DoubleSirMatch(resolved, dealer, _rules(dict(resolved)), dealer)

    def resume_match(
        self, options: Mapping[str, str], seats: int, first_dealer: Seat, rounds: tuple[Row, ...]
    ) -> "DoubleSirMatch":
        """Rebuild a match, as `Game.resume_match` says; a row is the winning team, and 1 for a kot or 0."""
        match = self.start_match(options, seats, first_dealer)
        for row in rounds:
            if row not in _ROWS or match.is_over:
                raise NotationError(f"no round of Double Sir: {row}")
            match = match.counted(winning_team=row[0], is_kot=bool(row[1]))
        return match


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubleSirRules:
    """The options of a match, read."""

    target: int
    capture: CaptureRules
    kot_points: int
    captured_decides: bool
    kot_passes_deal_to_partner: bool


@dataclass(frozen=True, slots=True)
class DoubleSirMatch:
    """Rounds until a team's score reaches the target; scores and kots are by team."""

    options: tuple[tuple[str, str], ...]
    first_dealer: Seat
    rules: DoubleSirRules = field(repr=False)
    dealer: Seat
    rounds: tuple[Row, ...] = ()
    score: tuple[int, int] = (0, 0)
    kots: tuple[int, int] = (0, 0)

    @property
    def game(self) -> DoubleSir:
        """Give Double Sir."""
        return DOUBLE_SIR

    @property
    def seats(self) -> int:
        """Give four."""
        return SEATS

    @property
    def is_over(self) -> bool:
        """Tell whether a team has reached the target."""
        return max(self.score) >= self.rules.target

    @property
    def places(self) -> tuple[int, ...]:
        """Give each seat its team's place, 1 or 2."""
        by_team = places_of((-self.score[0], -self.score[1]))
        return by_team * 2

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Give both seats of the team that has won."""
        return tuple(Seat(seat) for seat, place in enumerate(self.places) if self.is_over and place == 1)

    @property
    def standing(self) -> tuple[tuple[str, Row], ...]:
        """Give score and kots by team."""
        return ("score", self.score), ("kots", self.kots)

    @property
    def sheet(self) -> str:
        """Give the score sheet."""
        return sheet_text(self)

    def deal_plan(self) -> tuple[Stage, ...]:
        """Give five to each from the seat after the dealer, then eight to each."""
        order = tuple(Seat((self.dealer + 1 + place) % SEATS) for place in range(SEATS))
        return tuple(tuple(seat for seat in order for _ in range(packet)) for packet in PACKETS)

    def start_round(self) -> "DoubleSirState":
        """Start the next round, as `Match.start_round` says."""
        if self.is_over:
            raise StateError("the match is over")
        return DoubleSirState(self, Trick(next_seat(self.dealer, SEATS), SEATS))

    def after(self, state: PublicState) -> "DoubleSirMatch":
        """Count a round, as `Match.after` says."""
        outcome = self._own(state).outcome
        if outcome is None:
            raise StateError("the round is not over")
        return self.counted(winning_team=outcome.winning_team, is_kot=outcome.is_kot)

    def broken_off(self, state: PublicState, seats: tuple[Seat, ...]) -> "DoubleSirMatch":
        """Count a round against the team that broke it off; void, so the match as it is, if both teams did.

        It is a kot if the other team has captured a ten and theirs none.
        """
        tens = self._own(state).pile.captured_tens
        if not seats or not all(0 <= seat < SEATS for seat in seats):
            raise StateError(f"no seats to blame: {seats}")
        losing_team = team_of(seats[0])
        if any(team_of(seat) != losing_team for seat in seats):
            return self
        is_kot = bool(tens[1 - losing_team]) and not tens[losing_team]
        return self.counted(winning_team=1 - losing_team, is_kot=is_kot)

    def counted(self, *, winning_team: int, is_kot: bool) -> "DoubleSirMatch":
        """Count one round won."""
        points = self.rules.kot_points if is_kot else 1
        score = [*self.score]
        score[winning_team] += points
        kots = [*self.kots]
        kots[winning_team] += is_kot
        return replace(
            self,
            dealer=self._next_dealer(winning_team=winning_team, is_kot=is_kot),
            rounds=(*self.rounds, (winning_team, int(is_kot))),
            score=(score[0], score[1]),
            kots=(kots[0], kots[1]),
        )

    def digest(self) -> bytes:
        """Give the SHA-256 of the match's text."""
        return digest_text(match_text(self))

    def _next_dealer(self, *, winning_team: int, is_kot: bool) -> Seat:
        if winning_team == team_of(self.dealer):
            return next_seat(self.dealer, SEATS)
        if is_kot and self.rules.kot_passes_deal_to_partner:
            return Seat((self.dealer + 2) % SEATS)
        return self.dealer

    def _own(self, state: PublicState) -> "DoubleSirState":
        if not isinstance(state, DoubleSirState) or state.match != self:
            raise StateError("a round of another match")
        return state


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a round ended."""

    winning_team: int
    is_kot: bool


@dataclass(frozen=True, slots=True)
class DoubleSirState:
    """A round of Double Sir as everybody sees it.

    Attributes:
        trick: the trick being played; its leader is the caller until a trick is won.
        pile: the finished tricks.
    """

    match: DoubleSirMatch
    trick: Trick
    deals: tuple[int, ...] = ()
    trump: Suit | None = None
    to_move: Seat | None = None
    cards_left: tuple[int, ...] = (0, 0, 0, 0)
    history: tuple[SeatMove, ...] = ()
    pile: Pile = EMPTY_PILE
    played: int = field(default=0, repr=False)  # a bit for each card on the table or in the pile, by Card.index

    @property
    def awaiting(self) -> Awaiting:
        """Say what has to happen next."""
        if self.to_move is not None:
            return AwaitMove(self.to_move)
        if (outcome := self.outcome) is None:
            return AwaitDeal(len(self.deals))
        return RoundOver(tuple(Seat(seat) for seat in range(SEATS) if seat % 2 == outcome.winning_team))

    @property
    def outcome(self) -> Outcome | None:
        """Give the winning team, once the round is over: more tens, or at two each what the table agreed on."""
        if len(self.pile.tricks) < TRICKS:
            return None
        tens = len(self.pile.captured_tens[0])
        if tens * 2 != TENS:
            return Outcome(0 if tens * 2 > TENS else 1, tens in (0, TENS))
        if self.match.rules.captured_decides:
            tricks = self.pile.captured_tricks
            return Outcome(0 if tricks[0] > tricks[1] else 1, is_kot=False)
        return Outcome(1 - team_of(self.match.dealer), is_kot=False)

    @property
    def caller(self) -> Seat:
        """Give the seat that calls trump and leads first."""
        return next_seat(self.match.dealer, SEATS)

    @property
    def hands(self) -> tuple[Hand, ...]:
        """Give none: the score needs no hands."""
        return ()

    def dealt(self) -> "DoubleSirState":
        """Deal the awaited stage, as `PublicState.dealt` says."""
        if not isinstance(self.awaiting, AwaitDeal):
            raise StateError("no deal is awaited")
        cards_left = (self.cards_left[0] + PACKETS[len(self.deals)],) * SEATS
        return replace(self, deals=(*self.deals, len(self.history)), to_move=self.caller, cards_left=cards_left)

    def obligation(self, seat: Seat, move: Move) -> frozenset[Card]:
        """Give the led suit's cards for a card that does not follow it, as `PublicState.obligation` says."""
        unfollowed = self._unfollowed(self._judged(seat, move))
        return frozenset() if unfollowed is None else _SUITS[unfollowed]

    def apply(self, seat: Seat, move: Move) -> "DoubleSirState":
        """Make a move, as `PublicState.apply` says."""
        judged = self._judged(seat, move)
        history = (*self.history, (seat, judged))
        if isinstance(judged, CallTrump):
            return replace(self, trump=judged.suit, to_move=None, history=history)
        card = judged.card
        trick, pile = self.trick.with_card(card), self.pile
        if trick.is_complete:
            pile = pile.with_trick(trick, self.trump, self.match.rules.capture)
            trick = Trick(pile.winners[-1], SEATS)
        to_move = trick.turn if len(pile.tricks) < TRICKS else None
        left = self.cards_left
        left = (*left[:seat], left[seat] - 1, *left[seat + 1 :])
        played = self.played | 1 << card.index
        return DoubleSirState(self.match, trick, self.deals, self.trump, to_move, left, history, pile, played)

    def check(self, seat: Seat, move: Move, hand: Hand) -> None:
        """Judge a move with the hand, as `PublicState.check` says."""
        judged = self._judged(seat, move)
        if isinstance(judged, Play) and judged.card not in hand:
            raise IllegalMoveError(move, seat, NotInHand(judged.card))
        led = self._unfollowed(judged)
        if led is not None and (held := _of_suit(hand, led)):
            raise IllegalMoveError(move, seat, MustFollow(led, held))

    def legal_moves(self, seat: Seat, hand: Hand) -> tuple[Move, ...]:
        """Give the legal moves, as `PublicState.legal_moves` says."""
        if seat != self.to_move:
            return ()
        if self.trump is None:
            return CALLS
        return tuple([PLAYS[card.index] for card in self._playable(hand)])

    def policy_move(self, seat: Seat, hand: Hand) -> Move:
        """Choose clubs, or the lowest legal card, as `PublicState.policy_move` says."""
        if seat != self.to_move:
            raise StateError(f"seat {seat} is not to move")
        if self.trump is None:
            return CALLS[0]
        return PLAYS[min(self._playable(hand), key=_policy_order).index]

    def finish(self, hands: tuple[Hand, ...]) -> "DoubleSirState":
        """Refuse: a round of Double Sir is over with its last card."""
        raise StateError(f"no hands are awaited, not even {len(hands)}")

    def digest(self) -> bytes:
        """Give the SHA-256 of the round's text and of all that the table shows."""
        return digest_text(round_text(self) + self._table_text())

    def _judged(self, seat: Seat, move: Move) -> CallTrump | Play:
        reason: Reason
        if self.to_move is None:
            reason = NotInPlay()
        elif seat != self.to_move:
            reason = NotYourTurn(self.to_move)
        elif isinstance(move, Pass):
            reason = NoSuchMove()
        elif isinstance(move, CallTrump):
            if self.trump is None:
                return move
            reason = AlreadyCalled(self.trump)
        elif self.trump is None:
            reason = CallFirst()
        elif self.played >> move.card.index & 1:
            reason = AlreadyPlayed(move.card)
        else:
            return move
        raise IllegalMoveError(move, seat, reason)

    def _playable(self, hand: Hand) -> Hand:
        led = self.trick.led_suit
        return hand if led is None else _of_suit(hand, led) or hand

    def _unfollowed(self, move: CallTrump | Play) -> Suit | None:
        led = self.trick.led_suit
        return led if isinstance(move, Play) and move.card.suit is not led else None

    def _table_text(self) -> str:
        pile = self.pile
        lines = [
            known_text("trump", self.trump),
            known_text("turn", self.to_move),
            numbers_text("left", self.cards_left),
        ]
        lines += [" ".join([f"trick {trick.leader}", *map(str, trick.cards)]) for trick in (*pile.tricks, self.trick)]
        for capture in pile.captures:
            numbers = numbers_text("capture", (capture.trick, capture.seat, capture.tricks))
            lines.append(" ".join([numbers, *map(str, capture.tens)]))
        lines += [numbers_text("winners", pile.winners), known_text("streak", pile.streak)]
        lines += [f"ace {int(pile.streak_by_ace)}", f"played {self.played}"]
        return "\n".join(lines)


DOUBLE_SIR: Final = DoubleSir()

_ROWS: Final[tuple[Row, ...]] = ((0, 0), (0, 1), (1, 0), (1, 1))
_SUITS: Final = {suit: frozenset(card for card in PACK if card.suit is suit) for suit in Suit}


def _rules(options: Mapping[str, str]) -> DoubleSirRules:
    return DoubleSirRules(
        target=int(options["target_rounds"]),
        capture=CaptureRules(
            is_single=options["sir"] == "single",
            resets=options["streak_after_capture"] == "reset",
            first_trick=int(options["first_capture_trick"]),
            aces_hold=options["ace_rule"] == "on",
        ),
        kot_points=int(options["kot_points"]),
        captured_decides=options["two_two"] == "captured",
        kot_passes_deal_to_partner=options["dealer_after_kot"] == "partner",
    )


def _of_suit(hand: Hand, suit: Suit) -> Hand:
    return tuple([card for card in hand if card.suit is suit])


def _policy_order(card: Card) -> tuple[int, int]:
    return card.rank, card.suit
