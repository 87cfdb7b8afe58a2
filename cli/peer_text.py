"""Other people's text: the only way a name or a chat line of somebody else reaches a screen.

A peer may send any bytes that are UTF-8. Escape sequences rewrite a screen, bidi controls turn a line around, stacked
marks smear over the lines above, and invisible characters make two names look the same. `PeerText` cannot be built
without losing all of these, so a screen that takes only `PeerText` is safe whatever was sent.

What is kept: letters, digits, punctuation, symbols and single spaces of every script; at most three marks on a letter
(Devanagari needs them); ZWJ and ZWNJ where Devanagari letters need them to join. What does not fit ends with "…".
Widths are wcwidth's, which counts a Devanagari vowel sign as nothing: terminals disagree here, so nothing that must
line up comes after a name.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import InitVar, dataclass, field

import wcwidth

NAME_CELLS = 16
CHAT_CELLS = 64

_MARKS_ON_A_LETTER = 3
_JOINERS = "\u200c\u200d"
_VIRAMA = "\u094d"
_ELLIPSIS = "…"
_NAMELESS = "?"
# Letters and marks by their category, but drawn as nothing: grapheme joiner, Hangul fillers, Khmer inherent vowels,
# Mongolian and general variation selectors.
_INVISIBLE = frozenset(
    (
        *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0),
        *range(0x180B, 0x1810),
        *range(0xFE00, 0xFE10),
        *range(0xE0100, 0xE01F0),
    )
)
# What looks like a Latin letter in most fonts; enough to notice a copied name, not a complete table of confusables.
_LOOKS_LIKE = str.maketrans(
    "асԁеһіјкӏмнорԛѕтцѵԝхуαβεικνορτυχω" + "i1|!0358$@",
    "acdehljklmhopqstuvwxyabelkvoptuxw" + "lllloesbsa",
)


@dataclass(frozen=True, slots=True)
class PeerText:
    """Text of another person, safe to print, at most `cells` wide; never empty ("?" stands for nothing)."""

    raw: InitVar[str]
    cells: InitVar[int] = NAME_CELLS
    text: str = field(init=False)

    def __post_init__(self, raw: str, cells: int) -> None:
        object.__setattr__(self, "text", _cut(_clean(raw), cells) or _NAMELESS)

    def __str__(self) -> str:
        return self.text


def peer_name(raw: str) -> PeerText:
    """Make a name of what a peer calls itself; "#" is left out, because it begins the mark from the key."""
    return PeerText(raw.replace("#", " "), NAME_CELLS)


def peer_chat(raw: str) -> PeerText:
    """Make a chat line of what a peer wrote."""
    return PeerText(raw, CHAT_CELLS)


def told_apart(names: Sequence[PeerText], fingerprints: Sequence[str]) -> tuple[str, ...]:
    """Give the names as a screen shows them: those that equal or resemble another get a mark from their key.

    Args:
        names: One a seat.
        fingerprints: The hexadecimal fingerprint of each seat's key, in the same order.
    """
    skeletons = [_skeleton(name.text) for name in names]
    return tuple(
        f"{name.text}#{fingerprint[:4]}" if skeletons.count(skeleton) > 1 else name.text
        for name, fingerprint, skeleton in zip(names, fingerprints, skeletons, strict=True)
    )


def width(text: str) -> int:
    """Count the cells of cleaned text, character by character, which is never less than a terminal's own count."""
    return sum(max(wcwidth.wcwidth(char), 0) for char in text)


def _clean(raw: str) -> str:
    """Filter and normalise until nothing changes: what was dropped may have stood between a letter and its mark."""
    before, after = "", unicodedata.normalize("NFC", raw)
    while before != after:
        before, after = after, unicodedata.normalize("NFC", _filter(after))
    return after


def _filter(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for index, char in enumerate(text):
        category = unicodedata.category(char)
        if category == "Zs" or char in "\t\n\r\u2028\u2029\u2800":
            if kept and kept[-1] != " ":
                kept.append(" ")
            marks = 0
        elif char in _JOINERS:
            if kept and _joins_devanagari(kept[-1], text[index + 1 : index + 2]):
                kept.append(char)
        elif ord(char) in _INVISIBLE or category[0] in "CZ" or category == "Me":
            continue
        elif category[0] == "M":
            if kept and kept[-1] not in {" ", *_JOINERS} and marks < _MARKS_ON_A_LETTER:
                kept.append(char)
                marks += 1
        elif wcwidth.wcwidth(char) > 0:
            kept.append(char)
            marks = 0
    return "".join(kept).strip()


def _joins_devanagari(before: str, after: str) -> bool:
    """Say whether a joiner stands behind a Devanagari letter or its mark, and before a letter."""
    return _is_devanagari(before) and _is_devanagari(after) and unicodedata.category(after)[0] == "L"


def _is_devanagari(char: str) -> bool:
    return "\u0900" <= char <= "\u097f" and unicodedata.category(char)[0] in "LM"


def _cut(text: str, cells: int) -> str:
    """Cut text to so many cells, between letters (never inside a letter with its marks, or a joined pair)."""
    if width(text) <= cells:
        return text
    end = len(text)
    while end and (width(text[:end]) > cells - 1 or _is_inside_letter(text, end)):
        end -= 1
    return text[:end].rstrip() + _ELLIPSIS


def _is_inside_letter(text: str, index: int) -> bool:
    if index == len(text):
        return False
    here, before = text[index], text[index - 1]
    return unicodedata.category(here)[0] == "M" or here in _JOINERS or before in {_VIRAMA, *_JOINERS}


def _skeleton(name: str) -> str:
    """Reduce a name to what the eye sees of it: no case, marks, spaces, joiners or look-alike letters."""
    decomposed = unicodedata.normalize("NFKD", name).casefold()
    # Devanagari's vowel signs have combining class 0 and stay: they tell names apart.
    letters = (char for char in decomposed if not unicodedata.combining(char) and char not in {" ", *_JOINERS})
    return "".join(letters).translate(_LOOKS_LIKE)
