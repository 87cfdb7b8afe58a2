"""Cards as people read them: one, several, a hand with the playable ones numbered, and counts of things."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from cli import text
from cli import words_cards as words
from cli.language import Language
from cli.output import card_text
from cli.text import Words
from engine.cards import Card, Suit
from engine.game import Hand
from engine.moves import CallTrump, Move, Pass, Play

Numbered = tuple[Move, ...]
"""What the numbers of the last printed hand stand for; number 1 is the first."""


class Order(Enum):
    """How a hand is laid out."""

    BY_SUIT = "suit"
    BY_RANK = "rank"

    @property
    def other(self) -> "Order":
        """Give the other order."""
        return Order.BY_RANK if self is Order.BY_SUIT else Order.BY_SUIT


@dataclass(frozen=True, slots=True)
class HandLine:
    """A hand as one line, and what its numbers stand for."""

    text: str
    numbered: Numbered


def sign_of(suit: Suit) -> str:
    """Give a suit's sign."""
    return text.SUIT_SIGNS[suit]


def cards_text(cards: Iterable[Card]) -> str:
    """Write cards in a row: "4♣ 10♥"."""
    return " ".join(card_text(card, signs=True) for card in cards)


def hand_line(hand: Hand, moves: Sequence[Move], order: Order, *, is_ace_low: bool) -> HandLine:
    """Write a hand, sorted, with a number in brackets before each card that can be played: "[1]7♥".

    Args:
        hand: In canonical order.
        moves: What can be done now; a pass takes number 1.
        order: How to lay it out.
        is_ace_low: Whether the ace is the lowest of its suit.
    """

    def rank(card: Card) -> int:
        return card.rank.low if is_ace_low else card.rank

    def by_suit(card: Card) -> tuple[int, int]:
        return card.suit, rank(card)

    def by_rank(card: Card) -> tuple[int, int]:
        return rank(card), card.suit

    key: Callable[[Card], tuple[int, int]] = by_suit if order is Order.BY_SUIT else by_rank
    playable = {move.card for move in moves if isinstance(move, Play)}
    numbered: list[Move] = [move for move in moves if isinstance(move, Pass)]
    shown: list[str] = []
    for card in sorted(hand, key=key):
        mark = ""
        if card in playable:
            numbered.append(Play(card))
            mark = f"[{len(numbered)}]"
        shown.append(mark + card_text(card, signs=True))
    return HandLine(" ".join(shown), tuple(numbered))


def calls_line(moves: Sequence[Move]) -> HandLine:
    """Write the suits that can be called, numbered."""
    calls = [move for move in moves if isinstance(move, CallTrump)]
    return HandLine(" ".join(f"[{n}]{sign_of(call.suit)}" for n, call in enumerate(calls, 1)), tuple(calls))


def tricks_text(count: int, language: Language) -> str:
    """Count tricks."""
    return _counted(words.TRICK, words.TRICKS, count, language)


def chips_text(count: int, language: Language) -> str:
    """Count chips."""
    return _counted(words.CHIP, words.CHIPS, count, language)


def count_of_cards(count: int, language: Language) -> str:
    """Count cards."""
    return _counted(words.CARD, words.CARDS, count, language)


def tens_text(tens: Sequence[Card], language: Language) -> str:
    """Count tens, and name them."""
    if not tens:
        return words.NO_TEN.of(language)
    counted = _counted(words.TEN, words.TENS, len(tens), language)
    return words.AND_CARDS.of(language, count=counted, cards=cards_text(tens))


def _counted(one: Words, many: Words, count: int, language: Language) -> str:
    return one.of(language) if count == 1 else many.of(language, count=count)
