"""`--help` in Hindi: every sentence of it, and none that nothing says any more."""

import subprocess
import sys

import pytest
import typer.main
from typer.core import TyperGroup
from typer.testing import CliRunner

from cli.app import app
from cli.words_help import HINDI, helped

runner = CliRunner()


def sentences() -> set[str]:
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    return {item.help for item in helped(group) if item.help}


def test_every_sentence_of_help_has_a_hindi_one() -> None:
    assert sentences() == set(HINDI)


def test_sentences_are_in_hindi() -> None:
    for sentence in HINDI.values():
        assert any("\u0900" <= char <= "\u097f" for char in sentence), sentence


def test_help_speaks_hindi_where_asked() -> None:
    for line in (["--lang", "hi", "host", "--help"], ["host", "--lang", "hi", "-h"], ["host", "--lang=hi", "-h"]):
        shown = runner.invoke(app, line).stdout
        assert HINDI["Open a table on the network; others join it."] in shown
        assert HINDI["Show this message and exit."] in shown
    shown = runner.invoke(app, ["host", "--help"]).stdout
    assert shown.isascii()


def test_no_command_is_told_in_half_a_sentence() -> None:
    for language in ("en", "hi"):
        assert "..." not in runner.invoke(app, ["--lang", language, "--help"]).stdout.partition("Commands:")[2]


def test_language_before_the_command_holds_for_it() -> None:
    assert "दहला पकड़" in runner.invoke(app, ["--lang", "hi", "rules", "double-sir"]).stdout
    assert "दहला" not in runner.invoke(app, ["--lang", "hi", "rules", "double-sir", "--lang", "en"]).stdout
    assert "दहला" not in runner.invoke(app, ["rules", "double-sir"]).stdout


def test_version_is_shown() -> None:
    result = runner.invoke(app, ["--version"])
    assert result.exit_code == 0
    assert result.stdout.startswith("patte ")


@pytest.mark.parametrize(
    ("shell", "typed"),
    [
        ("bash", {"COMP_WORDS": "patte play ", "COMP_CWORD": "2"}),
        ("zsh", {"_TYPER_COMPLETE_ARGS": "patte play "}),
        ("fish", {"_TYPER_COMPLETE_ARGS": "patte play ", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}),
    ],
)
def test_shell_is_told_which_games_there_are(shell: str, typed: dict[str, str]) -> None:
    environ = {"PATH": "", "LANG": "C.UTF-8", "_PATTE_COMPLETE": f"complete_{shell}"} | typed
    done = subprocess.run([sys.executable, "-m", "cli"], env=environ, capture_output=True, text=True, check=False)
    assert "badam-satti" in done.stdout
    assert done.stderr == ""
