"""What standard output can show: how wide it is, and whether it knows suit signs."""

import shutil
import sys
from typing import Final

from cli import text
from engine.cards import Card

PIPE_COLUMNS: Final = 80
MOST_COLUMNS: Final = 100


def text_columns() -> int:
    """Give the width for running text: the terminal's, within reason; 80 in a pipe."""
    if not sys.stdout.isatty():
        return PIPE_COLUMNS
    return max(20, min(shutil.get_terminal_size().columns - 1, MOST_COLUMNS))


def error_columns() -> int | None:
    """Give the width for what goes to standard error; None in a pipe, which is not wrapped."""
    return shutil.get_terminal_size().columns if sys.stderr.isatty() else None


def shows_signs() -> bool:
    """Tell whether standard output can write suit signs and Devanagari."""
    encoding = sys.stdout.encoding or "ascii"
    try:
        (text.SUIT_SIGNS + text.SUITS[0].hi).encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def card_text(card: Card, *, signs: bool) -> str:
    """Write a card as people read it: "10♥"; "7H", and "TH" for the ten, where there are no signs."""
    if not signs:
        return str(card)
    rank = str(card.rank)
    return ("10" if rank == "T" else rank) + text.SUIT_SIGNS[card.suit]
