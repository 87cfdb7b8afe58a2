"""Badam Satti: three to seven players lay their cards on a layout; what is left in a hand is penalty, the lowest wins.

The play of a round is `engine.layout_round`'s; here are the options, the penalties and the match.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from engine.canonical import digest_text, match_text, sheet_text
from engine.cards import Card, Rank, parse_card
from engine.errors import NotationError
from engine.game import Option, PublicState, RoundOver, Row, Stage, places_of, resolve_options
from engine.layout_round import LayoutState, blamed_seats, dealing_order, dealt_counts, planned_rounds
from engine.moves import Seat
from engine.refusals import StateError


def penalty_of(hand: tuple[Card, ...], scoring: str) -> int:
    """Count the penalty points of the cards left in a hand, on one of the scales of option `scoring`."""
    return sum(_SCALES[scoring](card.rank) for card in hand)


@dataclass(frozen=True, slots=True)
class BadamSatti:
    """The game: its options, and matches of it."""

    name: str = "badam-satti"
    options: tuple[Option, ...] = (
        Option("rounds", ("5", "3", "seats"), ("5", "3", "seats")),
        Option("scoring", ("face10", "rank", "count"), ("face10", "rank", "count")),
        Option("start_card", ("7H", "7D"), ("7H", "7D")),
    )
    least_seats: int = 3
    most_seats: int = 7

    def start_match(self, options: Mapping[str, str], seats: int, dealer: Seat) -> "BadamSattiMatch":
        """Start a match, as `Game.start_match` says."""
        return BadamSattiMatch(resolve_options(self, options, seats, dealer), seats, dealer)

    def resume_match(
        self, options: Mapping[str, str], seats: int, first_dealer: Seat, rounds: tuple[Row, ...]
    ) -> "BadamSattiMatch":
        """Rebuild a match, as `Game.resume_match` says; a row is each seat's penalty."""
        match = self.start_match(options, seats, first_dealer)
        for row in rounds:
            if match.is_over or len(row) != seats or min(row) < 0:
                raise NotationError(f"no round of Badam Satti: {row}")
            match = match.counted(row)
        return match


@dataclass(frozen=True, slots=True)
class BadamSattiMatch:
    """A number of rounds; a row of `rounds` is each seat's penalty."""

    options: tuple[tuple[str, str], ...]
    seats: int
    first_dealer: Seat
    rounds: tuple[Row, ...] = ()

    @property
    def game(self) -> BadamSatti:
        """Give Badam Satti."""
        return BADAM_SATTI

    @property
    def start_card(self) -> Card:
        """Give the seven that is laid first."""
        return _START_CARDS[dict(self.options)["start_card"]]

    @property
    def counts_hands(self) -> bool:
        """Tell that penalties need the cards themselves."""
        return True

    @property
    def scoring(self) -> str:
        """Give the scale of the penalties."""
        return dict(self.options)["scoring"]

    @property
    def dealer(self) -> Seat:
        """Give the next dealer: the deal moves on one seat a round."""
        return Seat((self.first_dealer + len(self.rounds)) % self.seats)

    @property
    def planned_rounds(self) -> int:
        """Count the rounds of the whole match."""
        return planned_rounds(self)

    @property
    def is_over(self) -> bool:
        """Tell whether all rounds are played."""
        return len(self.rounds) >= self.planned_rounds

    @property
    def totals(self) -> tuple[int, ...]:
        """Add up each seat's penalties."""
        return tuple(sum(row[seat] for row in self.rounds) for seat in range(self.seats))

    @property
    def places(self) -> tuple[int, ...]:
        """Give each seat's place: the lowest total is first."""
        return places_of(self.totals)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Give the seats with the lowest total, once all rounds are played."""
        return tuple(Seat(seat) for seat, place in enumerate(self.places) if self.is_over and place == 1)

    @property
    def standing(self) -> tuple[tuple[str, Row], ...]:
        """Give the totals."""
        return (("totals", self.totals),)

    @property
    def sheet(self) -> str:
        """Give the score sheet."""
        return sheet_text(self)

    def deal_plan(self) -> tuple[Stage, ...]:
        """Give one stage: the whole pack, one card at a time."""
        return (dealing_order(self.seats, self.dealer),)

    def start_round(self) -> LayoutState:
        """Start the next round, as `Match.start_round` says."""
        if self.is_over:
            raise StateError("the match is over")
        return LayoutState(self, (0,) * self.seats, (0,) * self.seats)

    def penalties(self, state: LayoutState) -> Row:
        """Count each seat's penalty in a round that is over; the winner's is 0."""
        return tuple(penalty_of(hand, self.scoring) for hand in state.hands)

    def after(self, state: PublicState) -> "BadamSattiMatch":
        """Count a round, as `Match.after` says."""
        state = self._own(state)
        if not isinstance(state.awaiting, RoundOver):
            raise StateError("the round is not over")
        return self.counted(self.penalties(state))

    def broken_off(self, state: PublicState, seats: tuple[Seat, ...]) -> "BadamSattiMatch":
        """Count a round against those who broke it off: the scale's highest value for every card they were dealt."""
        self._own(state)
        blamed = blamed_seats(seats, self.seats)
        highest = max(_SCALES[self.scoring](rank) for rank in Rank)
        counts = dealt_counts(self.seats, self.dealer)
        return self.counted(tuple(highest * count * (seat in blamed) for seat, count in enumerate(counts)))

    def counted(self, penalties: Row) -> "BadamSattiMatch":
        """Count one round's penalties."""
        return replace(self, rounds=(*self.rounds, penalties))

    def digest(self) -> bytes:
        """Give the SHA-256 of the match's text."""
        return digest_text(match_text(self))

    def _own(self, state: PublicState) -> LayoutState:
        if not isinstance(state, LayoutState) or state.match != self:
            raise StateError("a round of another match")
        return state


BADAM_SATTI: Final = BadamSatti()

_START_CARDS: Final = {text: parse_card(text) for text in ("7H", "7D")}


def _face10(rank: Rank) -> int:
    return min(rank.low, 10)


def _by_rank(rank: Rank) -> int:
    return rank.low


def _count(_rank: Rank) -> int:
    return 1


_SCALES: Final = {"face10": _face10, "rank": _by_rank, "count": _count}
