"""A round in which cards are laid on a layout: the play that Badam Satti and Sevens share.

All cards are dealt one at a time from the seat after the dealer. The start card is laid first of all; who holds it
nobody knows, so the turn begins after the dealer and a seat without it passes (an opening pass). From then on a seat
lays a card that fits if it has one, and passes only if it has none. The first empty hand ends the round. What the
round is worth is its match's affair.
"""

from dataclasses import dataclass, replace
from typing import Protocol

from engine.canonical import digest_text, known_text, numbers_text, round_text
from engine.cards import PACK, Card
from engine.game import AwaitDeal, AwaitHands, Awaiting, AwaitMove, Hand, Match, RoundOver, Stage, next_seat
from engine.layout import EMPTY_LAYOUT, Layout, cards_of
from engine.moves import PASS, PLAYS, Move, Pass, Play, Seat, SeatMove
from engine.refusals import (
    DoesNotFit,
    FullCircle,
    HandsError,
    IllegalMoveError,
    MustPlay,
    NoSuchMove,
    NotInHand,
    NotInPlay,
    NotYourTurn,
    Reason,
    StateError,
)


class LayoutMatch(Match, Protocol):
    """What a round on a layout asks of its match."""

    @property
    def start_card(self) -> Card:
        """Give the card that is laid first of all."""

    @property
    def counts_hands(self) -> bool:
        """Tell whether the score depends on which cards are left, and not only on how many."""


@dataclass(frozen=True, slots=True)
class LayoutState:
    """A round as everybody sees it.

    Attributes:
        passes: passes of each seat since the start card was laid.
        idle: passes in a row until now, opening passes too.
        hands: what `finish` was told.
    """

    match: LayoutMatch
    passes: tuple[int, ...]
    cards_left: tuple[int, ...]
    deals: tuple[int, ...] = ()
    layout: Layout = EMPTY_LAYOUT
    to_move: Seat | None = None
    idle: int = 0
    history: tuple[SeatMove, ...] = ()
    hands: tuple[Hand, ...] = ()

    @property
    def awaiting(self) -> Awaiting:
        """Say what has to happen next."""
        if self.to_move is not None:
            return AwaitMove(self.to_move)
        if (winner := self.winner) is None:
            return AwaitDeal(0)
        if self.match.counts_hands and not self.hands:
            return AwaitHands()
        return RoundOver((winner,))

    @property
    def winner(self) -> Seat | None:
        """Give the seat that has laid its last card, once there is one."""
        return Seat(self.cards_left.index(0)) if self.deals and 0 in self.cards_left else None

    @property
    def is_opening(self) -> bool:
        """Tell whether the start card is still in a hand; a pass now costs nothing and is not shown."""
        return self.layout.is_empty

    @property
    def fitting(self) -> tuple[Card, ...]:
        """Give all cards that may be laid now, whoever holds them, in canonical order."""
        return cards_of(self._fits())

    def dealt(self) -> "LayoutState":
        """Deal the whole pack, as `PublicState.dealt` says."""
        if self.deals:
            raise StateError("no deal is awaited")
        match = self.match
        counts = dealt_counts(match.seats, match.dealer)
        return replace(self, deals=(0,), cards_left=counts, to_move=next_seat(match.dealer, match.seats))

    def obligation(self, seat: Seat, move: Move) -> frozenset[Card]:
        """Give every card that fits for a pass, none for a card, as `PublicState.obligation` says."""
        return frozenset(self.fitting if isinstance(self._judged(seat, move), Pass) else ())

    def apply(self, seat: Seat, move: Move) -> "LayoutState":
        """Make a move, as `PublicState.apply` says."""
        judged = self._judged(seat, move)
        match, passes, left = self.match, self.passes, self.cards_left
        history = (*self.history, (seat, judged))
        turn: Seat | None = next_seat(seat, match.seats)
        if isinstance(judged, Pass):
            if not self.is_opening:
                passes = _with_added(passes, seat, 1)
            return LayoutState(match, passes, left, self.deals, self.layout, turn, self.idle + 1, history)
        left = _with_added(left, seat, -1)
        if left[seat] == 0:
            turn = None
        return LayoutState(match, passes, left, self.deals, self.layout.with_card(judged.card), turn, 0, history)

    def check(self, seat: Seat, move: Move, hand: Hand) -> None:
        """Judge a move with the hand, as `PublicState.check` says."""
        judged = self._judged(seat, move)
        if isinstance(judged, Pass):
            if fitting := self._playable(hand):
                raise IllegalMoveError(move, seat, MustPlay(fitting))
        elif judged.card not in hand:
            raise IllegalMoveError(move, seat, NotInHand(judged.card))

    def legal_moves(self, seat: Seat, hand: Hand) -> tuple[Move, ...]:
        """Give the legal moves, as `PublicState.legal_moves` says."""
        if seat != self.to_move:
            return ()
        return tuple([PLAYS[card.index] for card in self._playable(hand)]) or (PASS,)

    def policy_move(self, seat: Seat, hand: Hand) -> Move:
        """Choose the lowest card that fits, ace low, or pass, as `PublicState.policy_move` says."""
        if seat != self.to_move:
            raise StateError(f"seat {seat} is not to move")
        playable = self._playable(hand)
        return PLAYS[min(playable, key=_policy_order).index] if playable else PASS

    def finish(self, hands: tuple[Hand, ...]) -> "LayoutState":
        """Take the hands that are left, as `PublicState.finish` says."""
        if not isinstance(self.awaiting, AwaitHands):
            raise StateError("no hands are awaited")
        if len(hands) != self.match.seats:
            raise HandsError(Seat(0), f"{len(hands)} hands for {self.match.seats} seats")
        seen = list(self.layout.cards)
        for seat, hand in enumerate(hands):
            if len(hand) != self.cards_left[seat]:
                raise HandsError(Seat(seat), f"{len(hand)} cards instead of {self.cards_left[seat]}")
            for card in hand:
                if card in seen:
                    raise HandsError(Seat(seat), f"{card} is elsewhere")
                seen.append(card)
        return replace(self, hands=tuple(tuple(sorted(hand)) for hand in hands))

    def digest(self) -> bytes:
        """Give the SHA-256 of the round's text and of all that the table shows."""
        lines = [known_text("line", None if line is None else f"{line[0]} {line[1]}") for line in self.layout.lines]
        lines += [numbers_text("left", self.cards_left), numbers_text("passes", self.passes)]
        return digest_text(
            round_text(self) + "\n".join([*lines, known_text("turn", self.to_move), f"idle {self.idle}"])
        )

    def _fits(self) -> int:
        return 1 << self.match.start_card.index if self.layout.is_empty else self.layout.ends

    def _playable(self, hand: Hand) -> Hand:
        fits = self._fits()
        return tuple([card for card in hand if fits >> card.index & 1])

    def _judged(self, seat: Seat, move: Move) -> Play | Pass:
        reason: Reason
        if self.to_move is None:
            reason = NotInPlay()
        elif seat != self.to_move:
            reason = NotYourTurn(self.to_move)
        elif isinstance(move, Play):
            if self._fits() >> move.card.index & 1:
                return move
            reason = DoesNotFit(self.fitting)
        elif isinstance(move, Pass):
            # All cards are in play, so somebody holds one that fits: when all others have passed, it is this seat.
            if self.idle < self.match.seats - 1:
                return move
            reason = FullCircle()
        else:
            reason = NoSuchMove()
        raise IllegalMoveError(move, seat, reason)


def dealing_order(seats: int, dealer: Seat) -> Stage:
    """Give the owner of each card of the pack, dealt one at a time from the seat after the dealer."""
    return tuple(Seat((dealer + 1 + place) % seats) for place in range(len(PACK)))


def dealt_counts(seats: int, dealer: Seat) -> tuple[int, ...]:
    """Count the cards that the deal gives each seat; the first after the dealer have one more."""
    order = dealing_order(seats, dealer)
    return tuple(order.count(Seat(seat)) for seat in range(seats))


def blamed_seats(seats: tuple[Seat, ...], count: int) -> tuple[Seat, ...]:
    """Give the seats that broke a round off, each once and in order.

    Raises:
        StateError: none is named, or one that is not at the table.
    """
    blamed = tuple(Seat(seat) for seat in range(count) if seat in seats)
    if not seats or any(seat not in blamed for seat in seats):
        raise StateError(f"no seats to blame: {seats}")
    return blamed


def planned_rounds(match: Match) -> int:
    """Count the rounds of a whole match by its option `rounds`; "seats" lets everybody deal once."""
    rounds = dict(match.options)["rounds"]
    return match.seats if rounds == "seats" else int(rounds)


def _with_added(counts: tuple[int, ...], seat: Seat, change: int) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + change, *counts[seat + 1 :])


def _policy_order(card: Card) -> tuple[int, int]:
    return card.rank.low, card.suit
