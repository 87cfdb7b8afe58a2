"""The 52 cards: suits, ranks, and their text form ("7H").

Canonical order is all clubs from two to ace, then diamonds, hearts, spades; `Card.index` counts in that order from 0.
"""

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from engine.errors import NotationError


class Suit(IntEnum):
    """A suit; its number is its place in the canonical order."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    def __str__(self) -> str:
        return _SUIT_LETTERS[self]

    def __format__(self, spec: str) -> str:
        # IntEnum would format the number.
        return format(str(self), spec)


class Rank(IntEnum):
    """A rank, ace high; games in which the ace is low use `low`."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def low(self) -> int:
        """Count from ace 1 to king 13."""
        return 1 if self is Rank.ACE else int(self)

    def __str__(self) -> str:
        return _RANK_LETTERS[self - 2]

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A card; cards sort in canonical order.

    Attributes:
        index: place in the canonical order, 0 to 51; all that equality, order and hash look at.
    """

    suit: Suit = field(compare=False)
    rank: Rank = field(compare=False)
    index: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", self.suit * 13 + self.rank - 2)

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"


def parse_card(text: str) -> Card:
    """Read a card from exactly the text that `str` gives it.

    Raises:
        NotationError: the text names no card.
    """
    card = _CARD_BY_TEXT.get(text)
    if card is None:
        raise NotationError(f"no card: {text!r}")
    return card


def parse_suit(text: str) -> Suit:
    """Read a suit from its letter.

    Raises:
        NotationError: the text is none of C D H S.
    """
    suit = _SUIT_BY_TEXT.get(text)
    if suit is None:
        raise NotationError(f"no suit: {text!r}")
    return suit


_SUIT_LETTERS: Final = "CDHS"
_RANK_LETTERS: Final = "23456789TJQKA"

PACK: Final[tuple[Card, ...]] = tuple(Card(suit, rank) for suit in Suit for rank in Rank)
"""All 52 in canonical order: `PACK[card.index] == card`."""

_CARD_BY_TEXT: Final = {str(card): card for card in PACK}
_SUIT_BY_TEXT: Final = {str(suit): suit for suit in Suit}
