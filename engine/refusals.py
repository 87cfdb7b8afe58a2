"""Why the engine refuses something: the closed union of reasons, and the errors that carry them."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.cards import Card, Suit
from engine.errors import EngineError
from engine.moves import Move, Seat

# Why a move is refused. The reasons that name held cards come only from `check`, which has the hand.


@dataclass(frozen=True, slots=True)
class NotInPlay:
    """No move is awaited: cards are being dealt, or the round is over."""


@dataclass(frozen=True, slots=True)
class NotYourTurn:
    """It is another seat's turn."""

    turn: Seat


@dataclass(frozen=True, slots=True)
class NoSuchMove:
    """This game has no such move: no pass in Double Sir, no trump in Badam Satti."""


@dataclass(frozen=True, slots=True)
class CallFirst:
    """Trump has not been called yet."""


@dataclass(frozen=True, slots=True)
class AlreadyCalled:
    """Trump is called once a round."""

    trump: Suit


@dataclass(frozen=True, slots=True)
class AlreadyPlayed:
    """The card is on the table or was."""

    card: Card


@dataclass(frozen=True, slots=True)
class DoesNotFit:
    """The card fits no line; `ends` are all cards that would fit, in canonical order."""

    ends: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class FullCircle:
    """All others have passed since the last card, so this seat must hold one that fits."""


@dataclass(frozen=True, slots=True)
class NotInHand:
    """The card is not in the player's hand."""

    card: Card


@dataclass(frozen=True, slots=True)
class MustFollow:
    """The led suit must be followed; `held` are the player's cards of it."""

    led: Suit
    held: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class MustPlay:
    """A pass is for when nothing fits; `fitting` are the player's cards that do."""

    fitting: tuple[Card, ...]


Reason: TypeAlias = (
    NotInPlay
    | NotYourTurn
    | NoSuchMove
    | CallFirst
    | AlreadyCalled
    | AlreadyPlayed
    | DoesNotFit
    | FullCircle
    | NotInHand
    | MustFollow
    | MustPlay
)


class IllegalMoveError(EngineError):
    """A move against the rules."""

    def __init__(self, move: Move, seat: Seat, reason: Reason) -> None:
        super().__init__(f"seat {seat} may not {move}: {reason}")
        self.move = move
        self.seat = seat
        self.reason = reason


class OptionError(EngineError):
    """An option, a number of seats or a dealer that the game does not offer.

    Attributes:
        name: the option's name, or "seats", or "dealer".
        value: what was asked for.
        allowed: what may be asked for, ranges as "1..99"; empty if the game has no option of that name.
    """

    def __init__(self, name: str, value: str, allowed: tuple[str, ...]) -> None:
        super().__init__(f"{name} cannot be {value!r}" + (f": {', '.join(allowed)}" if allowed else ": no such option"))
        self.name = name
        self.value = value
        self.allowed = allowed


class StateError(EngineError):
    """A step that does not belong here: dealing twice, scoring a round that is not over, or one of another match."""


class HandsError(EngineError):
    """Hands that cannot be what this round left: a wrong number of cards, or one that is elsewhere.

    Attributes:
        seat: the first seat whose hand is wrong.
    """

    def __init__(self, seat: Seat, why: str) -> None:
        super().__init__(f"seat {seat}: {why}")
        self.seat = seat
