"""What a typed line means: pure, and total: every line is some command.

A card is a suit and a rank in either order, with or without a space, in any mixture of the languages: `7h`, `h7`,
`10h`, `th`, `7♥`, `पान 7`, `ह7`, `पान का सत्ता`, `queen of spades`. A number is one of the printed hand's.
"""

from dataclasses import dataclass
from typing import TypeAlias

from cli.typed_words import ASKS, CHAT, FILLERS, PLAY, RANKS, SUITS, SWAP, TRUMP, WHY, Ask, fold
from engine.cards import Card, Suit

MOST_LINE = 1000


@dataclass(frozen=True, slots=True)
class Nothing:
    """An empty line."""


@dataclass(frozen=True, slots=True)
class ChooseCard:
    """A card by its name."""

    card: Card


@dataclass(frozen=True, slots=True)
class ChooseNumber:
    """What has this number in the printed hand."""

    number: int


@dataclass(frozen=True, slots=True)
class ChooseSuit:
    """A suit, to call it."""

    suit: Suit


@dataclass(frozen=True, slots=True)
class AskWhy:
    """Why a card can't be played; None: what can be."""

    card: Card | None


@dataclass(frozen=True, slots=True)
class SayAll:
    """Something to say to the table; the words are never empty."""

    words: str


@dataclass(frozen=True, slots=True)
class SwapSeats:
    """Let two seats of the lobby change places; they are counted from 1."""

    one: int
    other: int


@dataclass(frozen=True, slots=True)
class Unknown:
    """A line that means nothing here."""

    typed: str


Command: TypeAlias = Nothing | Ask | ChooseCard | ChooseNumber | ChooseSuit | AskWhy | SayAll | SwapSeats | Unknown


def parse_line(line: str) -> Command:
    """Read a line; whether it is possible now is not looked at."""
    typed = line.strip()[:MOST_LINE]
    first, _, rest = typed.partition(" ")
    if fold(first.rstrip(":")) in CHAT and rest.strip():
        return SayAll(rest.strip())
    words = [word for word in (_bare(word) for word in typed.split()) if word]
    if not words:
        return Ask.HELP if "?" in typed else Nothing()
    return _parse_words(words) or Unknown(typed)


def _parse_words(words: list[str]) -> Command | None:
    if len(words) == 1 and words[0] in ASKS:
        return ASKS[words[0]]
    verb, rest = words[0], words[1:]
    if verb in WHY:
        card = _card(rest)
        return AskWhy(card) if card or not rest else None
    if verb in TRUMP and rest:
        return _suit(rest)
    if verb in PLAY and rest:
        return _choice(rest)
    if verb in SWAP:
        return _swap(rest)
    return _choice(words) or _suit(words)


def _choice(words: list[str]) -> ChooseCard | ChooseNumber | None:
    if len(words) == 1 and words[0].isascii() and words[0].isdigit() and len(words[0]) <= 2:
        return ChooseNumber(int(words[0]))
    card = _card(words)
    return None if card is None else ChooseCard(card)


def _suit(words: list[str]) -> Command | None:
    if len(words) != 1:
        return None
    number = _choice(words)
    if isinstance(number, ChooseNumber):
        return number
    return ChooseSuit(SUITS[words[0]]) if words[0] in SUITS else None


def _card(words: list[str]) -> Card | None:
    words = [word for word in words if word not in FILLERS]
    if len(words) == 1:
        splits = [(words[0][:at], words[0][at:]) for at in range(1, len(words[0]))]
    elif len(words) == 2:
        splits = [(words[0], words[1])]
    else:
        return None
    for one, other in splits:
        if one in SUITS and other in RANKS:
            return Card(SUITS[one], RANKS[other])
        if one in RANKS and other in SUITS:
            return Card(SUITS[other], RANKS[one])
    return None


def _swap(words: list[str]) -> SwapSeats | None:
    numbers = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) <= 2]
    return SwapSeats(numbers[0], numbers[1]) if len(numbers) == len(words) == 2 else None


def _bare(word: str) -> str:
    """Fold a word and drop what people put around it."""
    return fold(word).strip(".,;:!?।\"'()[]{}#-")
