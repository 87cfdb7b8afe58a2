import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wcwidth import wcswidth

from cli.peer_text import NAME_CELLS, PeerText, peer_chat, peer_name, told_apart, width

NASTY = (
    "\x1b[2J\x9b31m\x7f\x00\r\n\t\u2028\u2029\u202a\u202e\u2066\u2069\u200e\u200f\u061c\u200b\u200c\u200d\u2060\ufeff\ufe0f\U000e0101"
    "\u0301\u0308\u20dd\u034f\u3164\u115f\u180b\u00ad\ue000\U0001f1ee क्षत्रियत्ा\u093c[/]{}漢字é"
)
hostile = st.text(alphabet=st.one_of(st.sampled_from(NASTY), st.characters()), max_size=64)
BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def is_devanagari(char: str) -> bool:
    return "\u0900" <= char <= "\u097f"


@settings(max_examples=400, deadline=None, derandomize=True)
@given(hostile)
def test_any_text_comes_out_harmless(raw: str) -> None:
    text = PeerText(raw).text
    assert text
    assert max(width(text), wcswidth(text)) <= NAME_CELLS
    assert wcswidth(text) >= 0
    assert text == text.strip()
    assert not unicodedata.combining(text[0])
    for index, char in enumerate(text):
        if char in "\u200c\u200d":
            assert is_devanagari(text[index - 1])
            assert is_devanagari(text[index + 1])
        else:
            assert unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Me"}
            assert char not in BIDI
            assert not 0xFE00 <= ord(char) <= 0xFE0F


@settings(max_examples=200, deadline=None, derandomize=True)
@given(hostile)
def test_cleaning_twice_changes_nothing(raw: str) -> None:
    assert PeerText(PeerText(raw).text) == PeerText(raw)


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("Asha", "Asha"),
        ("  Asha \t  Rao\n", "Asha Rao"),
        ("[/] {0} %s", "[/] {0} %s"),
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
        ("\u202eevil", "evil"),
        ("a\u2028b", "a b"),
        ("a\u200db", "ab"),
        ("क्\u200dष", "क्\u200dष"),
        ("नमस्ते", "नमस्ते"),
        ("प्रज्ञा", "प्रज्ञा"),
        ("❤\ufe0f", "❤"),
        ("Ze\u0301" + "\u0301" * 40, "Zé" + "\u0301" * 3),
        ("", "?"),
        ("\u3164", "?"),
        ("\u2800", "?"),
        ("\u0301\u0301", "?"),
        ("abcdefghijklmnop", "abcdefghijklmnop"),
        ("abcdefghijklmnopq", "abcdefghijklmno…"),
        ("漢" * 9, "漢" * 7 + "…"),
    ],
)
def test_name_is_shown(raw: str, shown: str) -> None:
    assert str(PeerText(raw)) == shown


def test_long_text_is_cut_between_letters() -> None:
    conjunct = "क्ष"
    shown = PeerText(conjunct * 8 + "a").text
    assert shown == conjunct * 7 + "…"


def test_a_joined_pair_is_not_cut() -> None:
    assert PeerText("क्\u200dष" * 9).text == "क्\u200dष" * 7 + "…"


def test_chat_may_be_longer_than_a_name() -> None:
    assert peer_chat("x" * 64).text == "x" * 64
    assert peer_chat("x" * 65).text == "x" * 63 + "…"


@pytest.mark.parametrize("other", ["Asha", "asha", "АSHА", "A sha", "Asha\u0301", "@sha", "Аsһа"])
def test_look_alike_names_get_a_mark_from_the_key(other: str) -> None:
    names = [peer_name("Asha"), peer_name("Ravi"), peer_name(other)]
    shown = told_apart(names, ["1f3c99", "2222", "9d07aa"])
    assert shown == ("Asha#1f3c", "Ravi", f"{names[2]}#9d07")


@pytest.mark.parametrize("other", ["Usha", "आशा", "Ash"])
def test_different_names_get_no_mark(other: str) -> None:
    assert told_apart([peer_name("Asha"), peer_name(other)], ["11", "22"]) == ("Asha", other)


def test_vowel_signs_tell_names_apart() -> None:
    assert told_apart([peer_name("मीना"), peer_name("मुना")], ["11", "22"]) == ("मीना", "मुना")


def test_a_name_cannot_wear_a_mark() -> None:
    assert peer_name("Asha#1f3c").text == "Asha 1f3c"
