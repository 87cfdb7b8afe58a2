import io
import json
import sys
from typing import NotRequired, TypedDict

import pytest
from typer.testing import CliRunner

from cli.app import app
from cli.language import Language
from cli.output import card_text, shows_signs, text_columns
from cli.simulate import Request, run_simulation
from engine.bots.registry import BOTS
from engine.cards import parse_card
from engine.games import GAMES

runner = CliRunner()


class Figures(TypedDict):
    game: str
    rounds: int
    matches: int
    wins: list[int]
    match_wins: list[int]
    kots: NotRequired[list[int]]
    penalty: NotRequired[list[int]]
    chips: NotRequired[list[int]]
    seconds: float


def simulated(*words: str) -> Figures:
    result = runner.invoke(app, ["simulate", *words, "--json"])
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    figures: Figures = json.loads(result.stdout)
    return figures


def request(name: str, *, show: bool = False, rounds: int | None = 3, language: Language = Language.ENGLISH) -> Request:
    return Request.parse(name, None, None, rounds, 1, (), show=show, as_json=False, language=language)


def test_double_sir_counts_rounds_for_both_of_a_team() -> None:
    figures = simulated("double-sir", "--rounds", "12", "--seed", "4", "--seats", "good,random,good,random")
    wins = figures["wins"]
    assert figures["rounds"] == 12
    assert wins[0] == wins[2]
    assert wins[1] == wins[3]
    assert wins[0] + wins[1] == 12
    assert wins[0] > wins[1]
    assert figures["kots"][0] == figures["kots"][2] <= wins[0]


def test_badam_satti_counts_penalties_and_matches() -> None:
    figures = simulated("badam-satti", "--players", "5", "--rounds", "10", "--set", "rounds=3")
    assert sum(figures["wins"]) == figures["rounds"] == 10
    assert figures["matches"] == 3
    assert sum(figures["match_wins"]) >= 3
    assert min(figures["penalty"]) >= 0 < sum(figures["penalty"])


def test_sevens_counts_chips_that_add_up_to_nothing() -> None:
    figures = simulated("sevens", "--rounds", "6", "--seats", "far,high,good")
    assert sum(figures["chips"]) == 0
    assert sum(figures["wins"]) == 6


def test_one_seed_gives_one_result() -> None:
    first, again, other = (simulated("sevens", "--rounds", "20", "--seed", seed) for seed in ("7", "7", "8"))
    assert {**first, "seconds": 0} == {**again, "seconds": 0}
    assert first["wins"] != other["wins"]


def test_alias_plays_double_sir() -> None:
    assert simulated("dehla-pakad", "--rounds", "1")["game"] == "double-sir"


@pytest.mark.parametrize("name", GAMES)
def test_every_named_bot_can_sit_anywhere(name: str) -> None:
    for bot in BOTS[name]:
        assert sum(simulated(name, "--rounds", "1", "--seats", ",".join([bot] * 4))["wins"]) in {1, 2}


@pytest.mark.parametrize("name", GAMES)
def test_figures_are_told_to_people(name: str) -> None:
    for lang in Language:
        result = runner.invoke(app, ["simulate", name, "--rounds", "5", "--seed", "3", "--lang", lang.value])
        assert result.exit_code == 0
        assert "(seed 3)" in result.stdout
        rows = [line.split() for line in result.stdout.splitlines()[2:6]]
        assert [row[:2] for row in rows] == [[str(seat), "good"] for seat in range(4)]
        assert result.stderr == ""


@pytest.mark.parametrize("lang", list(Language))
def test_double_sir_is_shown_trick_by_trick(lang: Language) -> None:
    result = runner.invoke(
        app, ["simulate", "double-sir", "--show", "--rounds", "1", "--seed", "3", "--lang", lang.value]
    )
    assert result.exit_code == 0
    tricks = [line for line in result.stdout.splitlines() if line[:2].strip().isdigit() and line[2:4] == "  "]
    assert len(tricks) == 13
    assert all(line.count(":") >= 4 for line in tricks)


def test_one_match_is_shown_to_its_end() -> None:
    result = runner.invoke(app, ["simulate", "badam-satti", "--show", "--seed", "3", "--set", "rounds=3"])
    assert result.stdout.count("deals.") == 3
    assert result.stdout.splitlines()[-1].startswith("The match goes to ")
    assert result.stdout.count("Round won by") == 3


def test_moves_of_a_layout_round_are_shown_one_by_one() -> None:
    result = runner.invoke(app, ["simulate", "sevens", "--show", "--rounds", "1", "--seed", "3"])
    moves = [line for line in result.stdout.splitlines() if line[:1].isdigit()]
    # The opening passes are nobody's: the first line shown is the seven of diamonds.
    assert moves[0].split()[1] == "7♦"
    assert "♣" in moves[-1]
    assert "0" in moves[-1].split()[-4:]
    assert "Chips" in result.stdout


def test_more_rounds_than_a_match_are_shown() -> None:
    result = runner.invoke(app, ["simulate", "double-sir", "--show", "--rounds", "3", "--set", "target_rounds=1"])
    assert result.stdout.count("The match goes to") == 3


class Screen(io.StringIO):
    """A text stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_is_shown_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    run_simulation(request("sevens", rounds=4))
    shown = screen.getvalue()
    assert "[#######                       ] 1/4" in shown
    # Nothing of it stays.
    assert shown.endswith("\r")
    assert "#" not in capsys.readouterr().out


def test_many_rounds_show_progress_a_hundred_times(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    run_simulation(request("sevens", rounds=150))
    assert screen.getvalue().count("[") == 100


def test_letters_are_used_where_signs_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    ascii_out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", ascii_out)
    assert not shows_signs()
    run_simulation(request("double-sir", show=True, rounds=1))
    run_simulation(request("badam-satti", show=True, rounds=1))
    ascii_out.seek(0)
    assert "7H" in ascii_out.read()


def test_card_is_written_as_people_read_it() -> None:
    assert card_text(parse_card("TH"), signs=True) == "10♥"
    assert card_text(parse_card("TH"), signs=False) == "TH"
    assert card_text(parse_card("7S"), signs=True) == "7♠"


def test_text_is_as_wide_as_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert text_columns() == 80
    monkeypatch.setattr(sys, "stdout", Screen())
    for columns, wanted in ((10, 20), (41, 40), (300, 100)):
        monkeypatch.setenv("COLUMNS", str(columns))
        assert text_columns() == wanted
