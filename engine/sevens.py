"""Sevens, the British game: the play of `engine.layout_round` beginning with the seven of diamonds, and chips.

Everybody puts one chip into the pool, and one more for each pass. Who is out first takes the pool, and from each other
player one chip for every card left. A round broken off leaves chips in the pool for the next. Chips and pool together
never change; a balance may go below zero.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from engine.canonical import digest_text, match_text, sheet_text
from engine.cards import Card, parse_card
from engine.errors import NotationError
from engine.game import Option, PublicState, Row, Stage, places_of, resolve_options
from engine.layout_round import LayoutState, blamed_seats, dealing_order, dealt_counts, planned_rounds
from engine.moves import Seat
from engine.refusals import StateError


@dataclass(frozen=True, slots=True)
class Sevens:
    """The game: its options, and matches of it."""

    name: str = "sevens"
    options: tuple[Option, ...] = (
        Option("rounds", ("5", "3", "seats"), ("5", "3", "seats")),
        Option("chips_start", range(1, 1001), ("50",)),
    )
    least_seats: int = 3
    most_seats: int = 7

    def start_match(self, options: Mapping[str, str], seats: int, dealer: Seat) -> "SevensMatch":
        """Start a match, as `Game.start_match` says."""
        return SevensMatch(resolve_options(self, options, seats, dealer), seats, dealer)

    def resume_match(
        self, options: Mapping[str, str], seats: int, first_dealer: Seat, rounds: tuple[Row, ...]
    ) -> "SevensMatch":
        """Rebuild a match, as `Game.resume_match` says; a row is what each seat won or lost, lost to the pool too."""
        match = self.start_match(options, seats, first_dealer)
        for row in rounds:
            if match.is_over or len(row) != seats or match.pool < sum(row):
                raise NotationError(f"no round of Sevens: {row}")
            match = match.counted(row)
        return match


@dataclass(frozen=True, slots=True)
class SevensMatch:
    """A number of rounds; a row of `rounds` is each seat's change of chips."""

    options: tuple[tuple[str, str], ...]
    seats: int
    first_dealer: Seat
    rounds: tuple[Row, ...] = ()

    @property
    def game(self) -> Sevens:
        """Give Sevens."""
        return SEVENS

    @property
    def start_card(self) -> Card:
        """Give the seven of diamonds."""
        return _START_CARD

    @property
    def counts_hands(self) -> bool:
        """Tell that chips depend only on how many cards are left."""
        return False

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
    def chips(self) -> tuple[int, ...]:
        """Give each seat's chips between rounds."""
        start = int(dict(self.options)["chips_start"])
        return tuple(start + sum(row[seat] for row in self.rounds) for seat in range(self.seats))

    @property
    def pool(self) -> int:
        """Give the chips that rounds broken off have left in the middle for the next."""
        return -sum(sum(row) for row in self.rounds)

    @property
    def places(self) -> tuple[int, ...]:
        """Give each seat's place: the most chips are first."""
        return places_of(tuple(-chips for chips in self.chips))

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Give the seats with the most chips, once all rounds are played."""
        return tuple(Seat(seat) for seat, place in enumerate(self.places) if self.is_over and place == 1)

    @property
    def standing(self) -> tuple[tuple[str, Row], ...]:
        """Give the chips, and the pool."""
        return ("chips", self.chips), ("pool", (self.pool,))

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

    def chips_in(self, state: LayoutState) -> tuple[int, ...]:
        """Give each seat's chips in a round of this match: antes and passes paid, and at its end all settled."""
        changes = self._changes(state)
        return tuple(chips + change for chips, change in zip(self.chips, changes, strict=True))

    def pool_in(self, state: LayoutState) -> int:
        """Give the chips in the middle in a round of this match: none at its end."""
        return self.pool - sum(self._changes(state))

    def after(self, state: PublicState) -> "SevensMatch":
        """Count a round, as `Match.after` says."""
        state = self._own(state)
        if state.winner is None:
            raise StateError("the round is not over")
        return self.counted(self._changes(state))

    def broken_off(self, state: PublicState, seats: tuple[Seat, ...]) -> "SevensMatch":
        """Count a round against those who broke it off.

        They lose ante and passes, and a chip for every card they were dealt; the others get theirs back. What was lost
        lies in the next round's pool, or after the last round is shared equally among the others, the rest to the first
        of them from the seat after the dealer.
        """
        state = self._own(state)
        blamed = blamed_seats(seats, self.seats)
        counts = dealt_counts(self.seats, self.dealer)
        changes = [-(1 + state.passes[seat] + counts[seat]) * (seat in blamed) for seat in range(self.seats)]
        others = [seat for seat in dealing_order(self.seats, self.dealer)[: self.seats] if seat not in blamed]
        if others and len(self.rounds) + 1 == self.planned_rounds:
            share, rest = divmod(self.pool - sum(changes), len(others))
            for seat in others:
                changes[seat] = share
            changes[others[0]] += rest
        return self.counted(tuple(changes))

    def counted(self, changes: Row) -> "SevensMatch":
        """Count one round's changes of chips."""
        return replace(self, rounds=(*self.rounds, changes))

    def digest(self) -> bytes:
        """Give the SHA-256 of the match's text."""
        return digest_text(match_text(self))

    def _changes(self, state: LayoutState) -> Row:
        changes = [-1 - passes for passes in state.passes]
        if state.winner is not None:
            taken = self.pool - sum(changes) + sum(state.cards_left)
            changes = [change - left for change, left in zip(changes, state.cards_left, strict=True)]
            changes[state.winner] += taken
        return tuple(changes)

    def _own(self, state: PublicState) -> LayoutState:
        if not isinstance(state, LayoutState) or state.match != self:
            raise StateError("a round of another match")
        return state


SEVENS: Final = Sevens()

_START_CARD: Final = parse_card("7D")
