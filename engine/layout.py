"""The layout of Badam Satti and Sevens: a line a suit, from its seven down to the ace and up to the king.

A line begins with its seven; then it takes the next card below its lowest or above its highest. The two ends are
independent, and nothing goes below the ace or above the king. A suit whose seven is not out takes no other card.
"""

from collections.abc import Container
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.cards import PACK, Card, Rank, Suit

Line: TypeAlias = tuple[int, int]
"""The lowest and the highest card of a line, ace 1 to king 13."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The four lines on the table, in suit order; None for a suit that is not open."""

    lines: tuple[Line | None, ...] = (None, None, None, None)

    @property
    def is_empty(self) -> bool:
        """Tell whether no card is laid yet."""
        return self.lines == _NO_LINES

    @property
    def cards(self) -> tuple[Card, ...]:
        """Give all cards laid, in canonical order."""
        return cards_of(sum(_LAID[suit][self.lines[suit]] for suit in Suit))

    @property
    def ends(self) -> int:
        """Give the cards that fit, a bit each by `Card.index`: sevens of closed suits, next cards of open ones."""
        clubs, diamonds, hearts, spades = self.lines
        return _ENDS[0][clubs] | _ENDS[1][diamonds] | _ENDS[2][hearts] | _ENDS[3][spades]

    def fits(self, card: Card) -> bool:
        """Tell whether a card can be laid."""
        return bool(self.ends >> card.index & 1)

    def with_card(self, card: Card) -> "Layout":
        """Lay a card that fits."""
        line, low = self.lines[card.suit], card.rank.low
        grown = (low, low) if line is None else (min(line[0], low), max(line[1], low))
        return Layout((*self.lines[: card.suit], grown, *self.lines[card.suit + 1 :]))


EMPTY_LAYOUT: Final = Layout()


def cards_of(bits: int) -> tuple[Card, ...]:
    """Give the cards whose bits are set, in canonical order."""
    return tuple(card for card in PACK if bits >> card.index & 1)


_NO_LINES: Final = (None, None, None, None)
_LINES: Final = [(low, high) for low in range(1, 14) for high in range(low, 14)]


def _bits(suit: Suit, lows: Container[int]) -> int:
    return sum(1 << card.index for card in PACK if card.suit is suit and card.rank.low in lows)


def _ends_of(suit: Suit) -> dict[Line | None, int]:
    ends: dict[Line | None, int] = {(low, high): _bits(suit, (low - 1, high + 1)) for low, high in _LINES}
    ends[None] = _bits(suit, (Rank.SEVEN,))
    return ends


def _laid_of(suit: Suit) -> dict[Line | None, int]:
    laid: dict[Line | None, int] = {(low, high): _bits(suit, range(low, high + 1)) for low, high in _LINES}
    laid[None] = 0
    return laid


# By suit and line: the cards that fit it, and the cards in it.
_ENDS: Final = tuple(_ends_of(suit) for suit in Suit)
_LAID: Final = tuple(_laid_of(suit) for suit in Suit)
