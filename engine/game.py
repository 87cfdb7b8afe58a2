"""What every game meets: the Protocols Game, Match and PublicState; seats, options, errors and reasons.

The engine knows only what everybody at the table knows. A hand is an extra argument that only its owner has: a tuple
of cards in canonical order (clubs, diamonds, hearts, spades, then two to ace) that still holds the card to be played.

A round goes: `match.start_round()`; then whatever `state.awaiting` says: `dealt()` for AwaitDeal, `apply(seat, move)`
for AwaitMove, `finish(hands)` for AwaitHands; at RoundOver, `match.after(state)`. All values are frozen, equal by value
and hashable; each step gives a new state. Nothing here uses a clock, a random source, or the order of a set.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from engine.cards import Card
from engine.errors import EngineError, NotationError
from engine.moves import Move, Seat, SeatMove
from engine.refusals import (
    AlreadyCalled,
    AlreadyPlayed,
    CallFirst,
    DoesNotFit,
    FullCircle,
    HandsError,
    IllegalMoveError,
    MustFollow,
    MustPlay,
    NoSuchMove,
    NotInHand,
    NotInPlay,
    NotYourTurn,
    OptionError,
    Reason,
    StateError,
)

__all__ = [
    "AlreadyCalled",
    "AlreadyPlayed",
    "AwaitDeal",
    "AwaitHands",
    "AwaitMove",
    "Awaiting",
    "CallFirst",
    "DoesNotFit",
    "EngineError",
    "FullCircle",
    "Game",
    "Hand",
    "HandsError",
    "IllegalMoveError",
    "Match",
    "MustFollow",
    "MustPlay",
    "NoSuchMove",
    "NotInHand",
    "NotInPlay",
    "NotYourTurn",
    "NotationError",
    "Option",
    "OptionError",
    "PublicState",
    "Reason",
    "RoundOver",
    "Row",
    "Seat",
    "SeatMove",
    "Stage",
    "StateError",
    "next_seat",
    "places_of",
    "resolve_options",
]

Hand: TypeAlias = tuple[Card, ...]
"""Cards of one seat in canonical order."""

Stage: TypeAlias = tuple[Seat, ...]
"""One part of the deal: the owner of each next deck position."""

Row: TypeAlias = tuple[int, ...]
"""What one counted round did to the score, in the game's own numbers."""


def next_seat(seat: Seat, seats: int) -> Seat:
    """Give the seat whose turn is after this one's."""
    return Seat((seat + 1) % seats)


# What a state waits for.


@dataclass(frozen=True, slots=True)
class AwaitDeal:
    """The cards of a stage of the deal; `stage` is its place in `match.deal_plan()`."""

    stage: int


@dataclass(frozen=True, slots=True)
class AwaitMove:
    """One seat's move."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AwaitHands:
    """The cards that are left in all hands: the last card is played, and the score depends on them."""


@dataclass(frozen=True, slots=True)
class RoundOver:
    """Nothing: the round is scored; `winners` are the seats that won it (both of a team)."""

    winners: tuple[Seat, ...]


Awaiting: TypeAlias = AwaitDeal | AwaitMove | AwaitHands | RoundOver


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that a table makes before the match; values are texts everywhere, numbers too.

    Attributes:
        values: the texts that are allowed, or the range of whole numbers.
        offered: what people are offered, the default first: all of the texts, or the usual ones of the numbers.
    """

    name: str
    values: tuple[str, ...] | range
    offered: tuple[str, ...]

    @property
    def default(self) -> str:
        """Give the value that holds when nobody chooses."""
        return self.offered[0]

    @property
    def allowed(self) -> tuple[str, ...]:
        """Say what is allowed, as `OptionError` does: the texts, or one "least..most"."""
        if isinstance(self.values, range):
            return (f"{self.values.start}..{self.values.stop - 1}",)
        return self.values

    def accepts(self, value: str) -> bool:
        """Tell whether the value is one of those allowed; numbers are plain decimals without a leading zero."""
        return value in (map(str, self.values) if isinstance(self.values, range) else self.values)


class PublicState(Protocol):
    """A round as everybody at the table sees it."""

    @property
    def match(self) -> "Match":
        """Give the match as it stood when the round began."""

    @property
    def awaiting(self) -> Awaiting:
        """Say what has to happen next."""

    @property
    def to_move(self) -> Seat | None:
        """Give the seat whose move is awaited, if one is."""

    @property
    def cards_left(self) -> tuple[int, ...]:
        """Count the cards in each seat's hand now."""

    @property
    def history(self) -> tuple[SeatMove, ...]:
        """Give all moves so far, opening passes too."""

    @property
    def deals(self) -> tuple[int, ...]:
        """Give for each stage dealt so far the number of moves made before it."""

    @property
    def hands(self) -> tuple[Hand, ...]:
        """Give the hands that `finish` was told, by seat; empty before, and where the score needs none."""

    def dealt(self) -> "PublicState":
        """Say that the awaited stage is in its owners' hands.

        Raises:
            StateError: no deal is awaited.
        """

    def obligation(self, seat: Seat, move: Move) -> frozenset[Card]:
        """Give the cards that a legal move forbids the seat to hold, the played card aside; empty for most moves.

        Raises:
            IllegalMoveError: `apply` refuses the move.
        """

    def apply(self, seat: Seat, move: Move) -> "PublicState":
        """Make a move, as far as public knowledge can judge it.

        Raises:
            IllegalMoveError: the move is against the rules whatever the hand is.
        """

    def check(self, seat: Seat, move: Move, hand: Hand) -> None:
        """Judge a move by all rules, with the hand.

        Raises:
            IllegalMoveError: `apply` refuses the move, the card is not in the hand, or the hand breaks the obligation.
        """

    def legal_moves(self, seat: Seat, hand: Hand) -> tuple[Move, ...]:
        """Give exactly the moves that `check` lets pass: cards in canonical order; empty if the seat is not awaited."""

    def policy_move(self, seat: Seat, hand: Hand) -> Move:
        """Choose for a seat that is gone: its first legal suit or card, by the game's own ranks from low, then C D H S.

        Raises:
            StateError: the seat is not to move.
        """

    def finish(self, hands: tuple[Hand, ...]) -> "PublicState":
        """End the round with the hands that everybody now knows, by seat (empty for who has no card left).

        Raises:
            StateError: no hands are awaited.
            HandsError: the hands contradict what was played.
        """

    def digest(self) -> bytes:
        """Give 32 bytes: SHA-256 of the canonical text of everything in the state and its match."""


class Match(Protocol):
    """Rounds until somebody has won."""

    @property
    def game(self) -> "Game":
        """Give the game that is played."""

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """Give every option's name and value, in the game's order."""

    @property
    def seats(self) -> int:
        """Count the seats."""

    @property
    def first_dealer(self) -> Seat:
        """Give the dealer of the first round."""

    @property
    def rounds(self) -> tuple[Row, ...]:
        """Give what each counted round did to the score."""

    @property
    def dealer(self) -> Seat:
        """Give the dealer of the next round (also when the match is over)."""

    @property
    def is_over(self) -> bool:
        """Tell whether no further round is played."""

    @property
    def places(self) -> tuple[int, ...]:
        """Give each seat's place as things stand; equal scores share one (1, 1, 3)."""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Give the seats that share first place; none before the match is over."""

    @property
    def standing(self) -> tuple[tuple[str, Row], ...]:
        """Give the scores by name: score and kots by team, or totals, or chips by seat and the pool."""

    @property
    def sheet(self) -> str:
        """Give the score sheet: the match's text, then standing, places and winners, one a line."""

    def deal_plan(self) -> tuple[Stage, ...]:
        """Give the stages of the deal; their lengths add up to 52."""

    def start_round(self) -> PublicState:
        """Start the next round, before any card is dealt.

        Raises:
            StateError: the match is over.
        """

    def after(self, state: PublicState) -> "Match":
        """Count a round of this match that is over.

        Raises:
            StateError: the round is not over, or is not this match's.
        """

    def broken_off(self, state: PublicState, seats: tuple[Seat, ...]) -> "Match":
        """Count a round that cannot be finished because of these seats: they left it for good, or cheated.

        Args:
            state: the round as it stood when it broke off.
            seats: who is to blame, at least one; order and repeats mean nothing.

        Raises:
            StateError: the round is not this match's, or no seat or a wrong one is named.
        """

    def digest(self) -> bytes:
        """Give 32 bytes: SHA-256 of the match's text."""


class Game(Protocol):
    """One of the games, with everything that may be chosen about it."""

    @property
    def name(self) -> str:
        """Give the name that commands and contracts use."""

    @property
    def options(self) -> tuple[Option, ...]:
        """Give the options in the order that contracts list them: the only declaration."""

    @property
    def least_seats(self) -> int:
        """Give the smallest number of players."""

    @property
    def most_seats(self) -> int:
        """Give the largest number of players."""

    def start_match(self, options: Mapping[str, str], seats: int, dealer: Seat) -> Match:
        """Start a match; options that are not named have their default.

        Raises:
            OptionError: an option, the number of seats or the dealer is not allowed.
        """

    def resume_match(
        self, options: Mapping[str, str], seats: int, first_dealer: Seat, rounds: tuple[Row, ...]
    ) -> Match:
        """Rebuild a match from the rounds it has counted.

        Raises:
            OptionError: as from `start_match`.
            NotationError: no match of this game counts such rounds.
        """


def places_of(scores: tuple[int, ...]) -> tuple[int, ...]:
    """Give the place of each score, the lowest first; equal ones share a place: 7 2 2 gives 3 1 1."""
    return tuple(1 + sum(other < score for other in scores) for score in scores)


def resolve_options(game: Game, options: Mapping[str, str], seats: int, dealer: Seat) -> tuple[tuple[str, str], ...]:
    """Check what a match is to start with, and give its options complete and in the game's order.

    Raises:
        OptionError: an option, the number of seats or the dealer is not allowed.
    """
    if not game.least_seats <= seats <= game.most_seats:
        raise OptionError("seats", str(seats), (f"{game.least_seats}..{game.most_seats}",))
    if not 0 <= dealer < seats:
        raise OptionError("dealer", str(dealer), (f"0..{seats - 1}",))
    declared = {option.name: option for option in game.options}
    for name, value in options.items():
        if name not in declared:
            raise OptionError(name, value, ())
        if not declared[name].accepts(value):
            raise OptionError(name, value, declared[name].allowed)
    return tuple((option.name, options.get(option.name, option.default)) for option in game.options)
