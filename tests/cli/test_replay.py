import io
import sys
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from cli import checked_file, replay
from cli.app import app
from cli.language import Language
from cli.line_form import plainer_line
from cli.replay import beats, run_replay
from p2p.table.audit import audit_transcript
from tests.cli.transcripts import cheated_match, cut, fast_match, joined, kinds, real_double_sir
from tests.p2p.table.standin import StandIn

runner = CliRunner()


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check signatures and proofs with the stand-in."""
    monkeypatch.setattr(checked_file, "MentalPoker", lambda _: StandIn(Random(0)))


def at(tmp_path: Path, data: bytes) -> str:
    path = tmp_path / "table.patte"
    path.write_bytes(data)
    return str(path)


def shown(path: str, *words: str, code: int = 0) -> list[str]:
    result = runner.invoke(app, ["replay", path, *words])
    assert result.exit_code == code, result.output
    return result.stdout.splitlines()


class Keyboard(io.StringIO):
    """Lines typed at a terminal."""

    def isatty(self) -> bool:
        return True


def test_match_is_shown_move_by_move(tmp_path: Path) -> None:
    lines = shown(at(tmp_path, real_double_sir()))
    assert sum(line.startswith("Trick ") for line in lines) == 13
    plays = [line for line in lines if line[:2] in {"P0", "P1", "P2", "P3"} and line[2] == ":"]
    assert len(plays) == 52
    hands = [line.partition(" was dealt: ")[2].split() for line in lines if " was dealt: " in line]
    assert [len(hand) for hand in hands] == [13] * 4
    assert len({card for hand in hands for card in hand}) == 52
    # Hands come after the reveal, not before the play.
    assert max(lines.index(line) for line in plays) < next(n for n, line in enumerate(lines) if " was dealt" in line)
    assert lines[-1] == "Everyone has signed the score sheet."


@pytest.mark.usefixtures("fast")
def test_every_round_is_shown_in_both_languages(tmp_path: Path) -> None:
    path = at(tmp_path, fast_match())
    english, hindi = shown(path), shown(path, "--lang", "hi")
    assert sum(line.startswith("Round ") for line in english) == 3
    assert sum(" was dealt: " in line for line in english) == 9
    assert len(english) == len(hindi)
    assert any(line.startswith("Table: ") for line in english)


@pytest.mark.usefixtures("fast")
def test_moves_shown_are_those_of_the_record(tmp_path: Path) -> None:
    audit = audit_transcript(fast_match(), StandIn(Random(0)))
    lines = [line for beat in beats(audit, Language.ENGLISH) for line in beat]
    laid = [
        line.split(": ")[1].split(",")[0] for line in lines if line.split(": ")[0] in ("Asha", "Bina", "Chitra (bot)")
    ]
    cards = [word for word in laid if word[-1] in "♣♦♥♠"]
    expected = [
        str(move).removeprefix("play ")
        for found in audit.rounds
        for _, move in found.moves
        if str(move).startswith("play")
    ]
    assert [plainer_line(card) for card in cards] == expected


@pytest.mark.usefixtures("fast")
def test_cheat_is_shown_where_it_was_caught(tmp_path: Path) -> None:
    lines = shown(at(tmp_path, cheated_match(goes_on=True)))
    caught = next(n for n, line in enumerate(lines) if line.startswith("Caught, with proof: Chitra (bot)"))
    assert any(line.startswith("Round 2") for line in lines[:caught])
    assert any(line.startswith("Dev shuffled") for line in lines[caught:])
    assert not any("Chitra" in line for line in lines[caught + 8 :])


@pytest.mark.usefixtures("fast")
def test_record_that_ends_early_says_so(tmp_path: Path) -> None:
    entries = cut(fast_match())
    names = kinds(entries)
    lines = shown(at(tmp_path, joined(entries[: names.index("commit", names.index("reveal"))])))
    assert "not finished" in lines[-1]
    lines = shown(at(tmp_path, joined(entries[: names.index("coin-commit")])))
    assert lines[-1] == "No round was played at this table."


@pytest.mark.usefixtures("fast")
def test_record_that_is_not_true_is_refused(tmp_path: Path) -> None:
    data = fast_match()
    result = runner.invoke(app, ["replay", at(tmp_path, data[:5000] + bytes([data[5000] ^ 1]) + data[5001:])])
    assert (result.exit_code, result.stdout) == (6, "")
    assert "not a true record" in result.stderr
    assert runner.invoke(app, ["replay", str(tmp_path / "none")]).exit_code == 2


@pytest.mark.usefixtures("fast")
def test_step_waits_on_a_terminal_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = at(tmp_path, fast_match())
    assert len(shown(path, "--step")) == len(shown(path))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    for typed, waits in (("\n\n\nq\n", 4), ("\n\n", 3)):
        monkeypatch.setattr(sys, "stdin", Keyboard(typed))
        capsys.readouterr()
        run_replay(path, Language.ENGLISH, step=True)
        out, err = capsys.readouterr()
        assert err.count("Enter") == waits
        assert out.splitlines()[-1] == "Everyone has signed the score sheet."


@pytest.mark.usefixtures("fast")
def test_output_without_suit_signs_gets_letters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(replay, "shows_signs", lambda: False)
    run_replay(at(tmp_path, fast_match()), Language.ENGLISH, step=False)
    out = capsys.readouterr().out
    assert "7H, opens H" in out
    assert not set("♣♦♥♠") & set(out)
