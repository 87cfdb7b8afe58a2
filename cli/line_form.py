"""How a line reaches a terminal: wrapped between words, suits in colour, letters where there are no signs; pure.

Devanagari's vowel signs take a cell in some terminals and none in others; here they take one, so a line never turns out
wider than was thought.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

import wcwidth

from cli import text
from engine.cards import Suit

INDENT: Final = "  "

_COLOURS: Final = {Suit.CLUBS: "32", Suit.DIAMONDS: "33", Suit.HEARTS: "31"}
_CARD: Final = re.compile(f"((?:10|[2-9TJQKA])?)([{text.SUIT_SIGNS}])")
# A word, and what belongs to it: "Asha (bot) 12," or "Asha (bot) 10♥," stays in one row.
_PIECE: Final = re.compile(
    rf"\s*\S+(?: (?:\d+[.,;:।]?|\([^ ]*\)[.,;:।]?|(?:10|[2-9TJQKA])[{text.SUIT_SIGNS}],)(?= |$))*"
)
_TEN: Final = re.compile(f"10(?=[{text.SUIT_SIGNS}])")
_LETTERS: Final = str.maketrans(
    {sign: str(Suit(place)) for place, sign in enumerate(text.SUIT_SIGNS)}
    | {"“": '"', "”": '"', "…": "...", "’": "'", "–": "-"}
)


def wrap_line(line: str, columns: int | None) -> list[str]:
    """Break a line between words where it is wider than the terminal; a word is never broken, and None never wraps."""
    if columns is None or cells_of(line) <= columns:
        return [line]
    rows = [""]
    for piece in _PIECE.findall(line):
        if rows[-1] and cells_of(rows[-1] + piece) > columns:
            rows.append(INDENT + piece.lstrip())
        else:
            rows[-1] += piece
    return rows


def cells_of(line: str) -> int:
    """Count the cells that a line may take, at most."""
    return sum(1 if unicodedata.category(char) == "Mc" else max(wcwidth.wcwidth(char), 0) for char in line)


def paint_line(line: str) -> str:
    """Colour cards and suits: hearts red, diamonds yellow, clubs green, spades plain."""

    def painted(found: re.Match[str]) -> str:
        colour = _COLOURS.get(Suit(text.SUIT_SIGNS.index(found[2])))
        return found[0] if colour is None else f"\x1b[{colour}m{found[0]}\x1b[0m"

    return _CARD.sub(painted, line)


def plainer_line(line: str) -> str:
    """Write a line without suit signs and typographer's marks: "10♥" becomes "TH"."""
    return _TEN.sub("T", line).translate(_LETTERS)


def wants_colour(environ: Mapping[str, str], *, is_terminal: bool, is_windows: bool) -> bool:
    """Tell whether to colour: on a terminal that can, unless NO_COLOR is set to anything."""
    if not is_terminal or environ.get("NO_COLOR") or environ.get("TERM") == "dumb":
        return False
    return not is_windows or "WT_SESSION" in environ or "TERM" in environ
