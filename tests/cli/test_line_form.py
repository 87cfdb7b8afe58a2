"""How lines reach a terminal: rows of the right width, colours beside signs, letters where there are no signs."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.line_form import cells_of, paint_line, plainer_line, wants_colour, wrap_line

PARTS = ["Asha", "(bot)", "12,", "[1]7♥", "[10]10♠", "K♣", "बचे", "पत्ते:", "आशा", "(बॉट)", "9", "a" * 12]
lines = st.lists(st.sampled_from(PARTS), max_size=30).map(" ".join)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(lines, st.integers(20, 80))
def test_rows_fit_and_nothing_is_lost(line: str, columns: int) -> None:
    rows = wrap_line(line, columns)
    assert "".join(rows).replace(" ", "") == line.replace(" ", "")
    for row in rows:
        # A name with its count stays together, and may then be wider than a very narrow row.
        assert cells_of(row) <= columns or len(row.split()) < 8
    assert all(row.startswith("  ") for row in rows[1:])


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(["[1]7♥", "10♠", "word", "आशा"]), max_size=40).map(" ".join))
def test_forty_columns_hold(line: str) -> None:
    assert all(cells_of(row) <= 40 for row in wrap_line(line, 40))


def test_a_pipe_gets_lines_whole() -> None:
    assert wrap_line("word " * 60, None) == ["word " * 60]


def test_a_long_word_is_never_broken() -> None:
    path = "/home/nani/.local/share/patte/transcripts/table.patte"
    assert path in "\n".join(wrap_line(f"Record of the table: {path}", 40)).split()


def test_a_name_keeps_its_count() -> None:
    rows = wrap_line("Cards left: you 12, Asha (bot) 12, Ravi (bot) 11, Meena (bot) 11", 40)
    assert rows == ["Cards left: you 12, Asha (bot) 12,", "  Ravi (bot) 11, Meena (bot) 11"]


def test_four_colours() -> None:
    painted = paint_line("[1]7♥ 10♦ K♣ A♠ ♥")
    assert painted == "[1]\x1b[31m7♥\x1b[0m \x1b[33m10♦\x1b[0m \x1b[32mK♣\x1b[0m A♠ \x1b[31m♥\x1b[0m"
    assert re.sub("\x1b\\[[0-9]+m", "", painted) == "[1]7♥ 10♦ K♣ A♠ ♥"


def test_letters_where_there_are_no_signs() -> None:
    assert plainer_line("[1]7♥ 10♠, “xyz” …") == '[1]7H TS, "xyz" ...'
    assert plainer_line("10 of 12 ♣") == "10 of 12 C"


@pytest.mark.parametrize(
    ("environ", "is_terminal", "is_windows", "coloured"),
    [
        ({"TERM": "xterm"}, True, False, True),
        ({}, True, False, True),
        ({"TERM": "xterm"}, False, False, False),
        ({"TERM": "dumb"}, True, False, False),
        ({"TERM": "xterm", "NO_COLOR": "1"}, True, False, False),
        ({"TERM": "xterm", "NO_COLOR": ""}, True, False, True),
        ({}, True, True, False),
        ({"WT_SESSION": "x"}, True, True, True),
    ],
)
def test_colour_is_wanted(environ: dict[str, str], is_terminal: bool, is_windows: bool, coloured: bool) -> None:
    assert wants_colour(environ, is_terminal=is_terminal, is_windows=is_windows) is coloured
