"""A whole round of each game on the screen, in both languages, as people would see it.

The files in `snapshots` are there to be read. They are written anew, to be read again before they are committed, by
PATTE_WRITE_SNAPSHOTS=1 python -m pytest tests/cli/test_snapshots.py -n0
"""

import os
from pathlib import Path

import pytest

from cli.language import Language
from cli.line_form import cells_of, plainer_line, wrap_line
from engine.moves import Seat
from tests.cli.shown_round import FIRST, new_match, shown_round

FOLDER = Path(__file__).parent / "snapshots"
ROUNDS = {"double-sir": 21, "badam-satti": 5, "sevens": 7}
CASES = [(game, language) for game in ROUNDS for language in Language]


def rows_of(game: str, language: Language, columns: int, me: Seat | None = FIRST) -> list[str]:
    lines = shown_round(new_match(game), ROUNDS[game], language, me=me)
    return [row for line in lines for row in wrap_line(line, columns)]


def compare(name: str, rows: list[str]) -> None:
    path = FOLDER / name
    shown = "".join(f"{row}\n" for row in rows)
    if os.environ.get("PATTE_WRITE_SNAPSHOTS"):
        path.write_text(shown, "utf-8")
    assert shown == path.read_text("utf-8")


@pytest.mark.parametrize(("game", "language"), CASES)
def test_round_reads_as_before(game: str, language: Language) -> None:
    rows = rows_of(game, language, 80)
    assert not any(row.startswith("!!") for row in rows)
    compare(f"{game}-{language}.txt", rows)


def test_narrow_round_without_signs_reads_as_before() -> None:
    compare("double-sir-narrow.txt", [plainer_line(row) for row in rows_of("double-sir", Language.ENGLISH, 40)])


def test_onlooker_reads_as_before() -> None:
    compare("sevens-onlooker.txt", rows_of("sevens", Language.ENGLISH, 80, None))


@pytest.mark.parametrize(("game", "language"), CASES)
def test_no_row_is_wider_than_forty_columns(game: str, language: Language) -> None:
    for row in rows_of(game, language, 40):
        assert cells_of(row) <= 40


@pytest.mark.parametrize(("game", "language"), CASES)
def test_a_turn_fits_fifteen_rows(game: str, language: Language) -> None:
    """What stands between two typed lines may scroll; what one needs for a move, from its first row, must not."""
    starts = ("Trump", "Table:", "ट्रंप", "मेज़:")
    rows = rows_of(game, language, 40)
    asked = [place for place, row in enumerate(rows) if row.startswith("> ")]
    assert asked
    for place in asked:
        first = max(at for at in range(place) if rows[at].startswith(starts))
        assert place + 1 - first <= 15


@pytest.mark.parametrize("game", ROUNDS)
def test_devanagari_stands_before_nothing_that_lines_up(game: str) -> None:
    """Rows of a hand, of the lines and of the score begin with signs and numbers."""
    for row in rows_of(game, Language.HINDI, 80):
        if "   " in row.strip():
            numbers, _, name = row.strip().rpartition("   ")
            assert not any("\u0900" <= char <= "\u097f" for char in numbers)
            assert name


@pytest.mark.parametrize("game", ROUNDS)
def test_every_prompt_begins_with_your_turn(game: str) -> None:
    rows = rows_of(game, Language.ENGLISH, 200)
    prompts = [rows[place - 1] for place, row in enumerate(rows) if row.startswith("> ")]
    assert prompts
    assert all(row.startswith("Your turn: ") for row in prompts)
    rows = rows_of(game, Language.HINDI, 200)
    assert all(rows[place - 1].startswith("आपकी बारी: ") for place, row in enumerate(rows) if row.startswith("> "))
