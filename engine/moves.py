"""Seats, and the moves of all games: frozen values, and their text form ("call H", "play 7H", "pass")."""

from dataclasses import dataclass
from typing import Final, NewType, TypeAlias

from engine.cards import PACK, Card, Suit, parse_card, parse_suit
from engine.errors import NotationError

Seat = NewType("Seat", int)
"""A place at the table, 0 to n-1 in order of play."""


@dataclass(frozen=True, slots=True)
class CallTrump:
    """Name the trump suit."""

    suit: Suit

    def __str__(self) -> str:
        return f"call {self.suit}"


@dataclass(frozen=True, slots=True)
class Play:
    """Lay one card on the table."""

    card: Card

    def __str__(self) -> str:
        return f"play {self.card}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Lay nothing."""

    def __str__(self) -> str:
        return "pass"


Move: TypeAlias = CallTrump | Play | Pass

SeatMove: TypeAlias = tuple[Seat, Move]
"""A move, and who made it."""


def parse_move(text: str) -> Move:
    """Read a move from exactly the text that `str` gives it.

    Raises:
        NotationError: the text is no move.
    """
    kind, _, what = text.partition(" ")
    match kind:
        case "call":
            return CALLS[parse_suit(what)]
        case "play":
            return PLAYS[parse_card(what).index]
        case _ if text == "pass":
            return PASS
        case _:
            raise NotationError(f"no move: {text!r}")


CALLS: Final[tuple[CallTrump, ...]] = tuple(CallTrump(suit) for suit in Suit)
"""A call of each suit, in canonical order, ready made."""

PLAYS: Final[tuple[Play, ...]] = tuple(Play(card) for card in PACK)
"""A play of each card by `Card.index`, ready made."""

PASS: Final = Pass()
