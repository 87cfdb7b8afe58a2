"""Every question that can be typed, at every stage of a round of each game; and the score sheet."""

from pathlib import Path

import pytest

from cli.language import Language
from cli.sheet_text import sheet_lines, write_sheet
from cli.table_screen import Known, Printout
from cli.typed_words import Ask
from engine.game import Match
from engine.games import GAMES
from engine.moves import Seat
from tests.cli.shown_round import company, lines_of, new_match
from tests.cli.test_table_screen import Sitting

GAMES_AND_PLACES = {"double-sir": "Score: ", "badam-satti": "Round 1 of 5 is next.", "sevens": "Round 1 of 5 is next."}
TOLD = [ask for ask in Ask if ask is not Ask.PASS]


def stages(game: str, language: Language, me: Seat | None) -> dict[str, Sitting]:
    """Give sittings: before the first round, at one's turn, at another's, and after the round."""
    sittings = {name: Sitting(new_match(game), 9, language, me) for name in ("before", "own", "other", "after")}
    sittings["before"].known = Known(new_match(game).options)
    for name in ("own", "other"):
        if me is None:
            sittings[name].hear_events(20)
        else:
            sittings[name].hear_until(3)
    sittings["other"].hear_events(1)
    sittings["after"].hear_events(1000)
    return sittings


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("me", [Seat(0), None])
def test_every_question_has_an_answer_at_every_stage(game: str, language: Language, me: Seat | None) -> None:
    for sitting in stages(game, language, me).values():
        for ask in TOLD:
            reply = sitting.screen.answer(ask, sitting.known)
            assert isinstance(reply, Printout)
            assert all(line.strip() for line in reply.lines)
            assert reply.lines
            if ask in {Ask.QUIT, Ask.END}:
                sitting.screen.answer(Ask.NO, sitting.known)


def test_table_draws_the_lines_card_by_card() -> None:
    sitting = stages("badam-satti", Language.ENGLISH, Seat(0))["own"]
    lines = lines_of(sitting.type("table"))
    drawn = {line[0]: line[1:].split() for line in lines[:4]}
    assert set(drawn) == set("♣♦♥♠")
    for cards in drawn.values():
        assert cards == ["not", "open"] or "7" in cards
    assert lines[4].startswith("Cards left: ")


def test_table_and_last_in_double_sir() -> None:
    sitting = stages("double-sir", Language.ENGLISH, Seat(0))["own"]
    assert lines_of(sitting.type("table"))[-1].startswith("Tricks lifted: your team ")
    last = sitting.says("last")
    assert last.startswith("Last trick: ")
    assert last.count("♣") + last.count("♦") + last.count("♥") + last.count("♠") == 4
    assert "won it" in last


def test_last_moves_leave_out_the_passes_before_the_first_card() -> None:
    sitting = Sitting(new_match("badam-satti"), 5)
    sitting.hear_until(1)
    assert sitting.says("last") == "Last moves: Meena (bot) 7♥"


@pytest.mark.parametrize("game", sorted(GAMES))
def test_rules_tell_every_option_of_the_table(game: str) -> None:
    sitting = stages(game, Language.ENGLISH, Seat(0))["own"]
    lines = lines_of(sitting.type("rules"))
    for name, value in sitting.match.options:
        assert any(line.startswith(f"{name} = {value}") for line in lines)
    assert lines[-1].endswith(f"patte rules {game}")


def test_other_options_change_what_is_said() -> None:
    single = Sitting(new_match("double-sir", sir="single"), 4)
    shown: list[str] = []
    while (prompt := single.hear_until(1)).prompt:
        shown += prompt.lines
    assert "Pile" not in "\n".join(shown)
    reset = Sitting(new_match("double-sir", streak_after_capture="reset"), 4)
    while reset.hear_until(1).prompt:
        pass
    assert lines_of(reset.type("last"))[0].startswith("Last trick")


def finished(game: str, rows: tuple[tuple[int, ...], ...], **options: str) -> Match:
    return GAMES[game].resume_match(options, 4, Seat(0), rows)


def test_sheet_of_double_sir_names_teams_rounds_and_kots() -> None:
    match = finished("double-sir", ((0, 0), (1, 1), (0, 1)), target_rounds="3")
    lines = list(sheet_lines(match, company("double-sir", Language.ENGLISH)))
    assert "  2   1   1 3*   Nani + Ravi" in lines
    assert "  1   1   2*   Asha (bot) + Meena (bot)" in lines
    assert lines[-4:] == [
        "0abcdefg  Nani",
        "1abcdefg  Asha (bot)",
        "2abcdefg  Ravi",
        "3abcdefg  Meena (bot)",
    ]


def test_sheet_of_chips_is_a_file_beside_the_record(tmp_path: Path) -> None:
    match = finished("sevens", ((3, -1, -1, -1), (-2, 6, -2, -2), (-1, -1, -1, 3)), rounds="3")
    path = write_sheet(match, company("sevens", Language.HINDI), tmp_path / "evening.patte")
    assert path == tmp_path / "evening.txt"
    lines = path.read_text("utf-8").splitlines()
    assert lines[0] == "सेवन्स: अंकों का पर्चा"
    assert lines[3] == " 1.    54    -1    6   -1   आशा (बॉट)"
