import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli import app as app_module
from cli import simulate as simulate_module
from cli.app import app
from cli.errors import report_unexpected
from cli.language import Language, default_language

runner = CliRunner()


def test_patte_alone_says_what_it_can_do_in_three_lines() -> None:
    result = runner.invoke(app, [])
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 3
    assert all("patte " in line for line in result.stdout.splitlines())


def test_patte_alone_speaks_the_language_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "hi_IN.UTF-8")
    assert "तुरंत खेलिए" in runner.invoke(app, []).stdout


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, Language.ENGLISH),
        ({"LANG": "hi_IN.UTF-8"}, Language.HINDI),
        ({"LANG": "hi_IN", "LC_ALL": "de_DE"}, Language.ENGLISH),
        ({"LANG": "de_DE", "LC_MESSAGES": "hi_IN"}, Language.HINDI),
        ({"LANG": "C", "LC_ALL": ""}, Language.ENGLISH),
    ],
)
def test_language_follows_the_locale(environ: dict[str, str], language: Language) -> None:
    assert default_language(environ) is language


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("frob", "No such command 'frob'."),
        ("simulat sevens", "Did you mean 'simulate'? "),
        ("--frob", "No such option: --frob."),
        ("rules", "Missing argument 'GAME'."),
        ("rules chess", "“chess”"),
        ("rules sevens --lang fr", "'--lang'"),
        ("simulate", "`patte simulate --help`"),
        ("simulate chess", "double-sir, badam-satti, sevens"),
        ("simulate sevens --rounds x", "'--rounds'"),
        ("simulate sevens --rounds 0", "'--rounds'"),
        ("simulate double-sir --players 3", "exactly 4"),
        ("simulate badam-satti --players 8", "3 to 7"),
        ("simulate sevens --players 0", "3 to 7"),
        ("simulate sevens --set scoring=rank", "rounds, chips_start"),
        ("simulate sevens --set rounds=9", "5, 3, seats"),
        ("simulate sevens --set chips_start=0", "1..1000"),
        ("simulate sevens --set rounds", "“=”"),
        ("simulate sevens --set =3", "“=”"),
        ("simulate sevens --set rounds=3 --set rounds=5", "rounds is set twice"),
        ("simulate sevens --seats good,best,good", "good, random, far, high"),
        ("simulate double-sir --seats good,far,good,far", "good, random, high-low"),
        ("simulate sevens --players 3 --seats good,good,good,good", "--players 3"),
        ("simulate sevens --show --json", "--json"),
    ],
)
def test_wrong_line_is_explained_in_one_line_and_ends_with_2(line: str, said: str) -> None:
    result = runner.invoke(app, line.split())
    assert result.exit_code == 2
    assert result.stdout == ""
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1
    # What, why, what to do.
    assert sum(result.stderr.count(end) for end in (". ", "? ", ".\n")) >= 3


def test_wrong_line_is_explained_in_hindi() -> None:
    result = runner.invoke(app, ["simulate", "sevens", "--players", "9", "--lang", "hi"])
    assert result.exit_code == 2
    assert "खिलाड़ी" in result.stderr


def test_ctrl_c_ends_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_request: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate_module, "run_simulation", interrupted)
    result = runner.invoke(app, ["simulate", "sevens"])
    assert result.exit_code == 130
    assert result.stderr == "\n"


def test_ctrl_c_while_modules_are_read_shows_no_traceback() -> None:
    code = (
        "import sys, types\n"
        "class Interrupting(types.ModuleType):\n"
        "    def __getattr__(self, name): raise KeyboardInterrupt\n"
        "sys.modules['cli.app'] = Interrupting('cli.app')\n"
        "from cli.__main__ import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 130
    assert done.stderr == "\n"


def test_help_imports_no_game_and_no_network() -> None:
    code = "import sys, cli.app; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    heavy = {"rich", "trio", "zeroconf", "msgpack", "cryptography", "platformdirs", "engine.games", "engine.bots"}
    assert "typer" in loaded
    assert not heavy & set(loaded)


def test_installed_script_helps() -> None:
    script = Path(sys.executable).with_name("patte")
    result = subprocess.run([script, "--help"], capture_output=True, text=True, check=True)
    assert "simulate" in result.stdout
    assert "rules" in result.stdout


def test_unexpected_error_goes_to_the_log_and_shows_where(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "folder" / "patte.log"
    for _ in range(2):
        report_unexpected(Language.ENGLISH, log, ZeroDivisionError, ZeroDivisionError("nothing"), None)
    assert log.read_text(encoding="utf-8").count("ZeroDivisionError: nothing") == 2
    said = capsys.readouterr().err
    assert str(log) in said
    assert "Traceback" not in said


def test_unexpected_error_is_shown_where_no_log_can_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    report_unexpected(Language.HINDI, blocked / "patte.log", ZeroDivisionError, ZeroDivisionError("nothing"), None)
    assert "ZeroDivisionError('nothing')" in capsys.readouterr().err


def test_unexpected_error_ends_with_1_and_no_traceback(tmp_path: Path) -> None:
    code = (
        "import sys, cli.app as app, cli.simulate as s\n"
        "s.run_simulation = lambda request: 1 / 0\n"
        "sys.argv = ['patte', 'simulate', 'sevens']\n"
        "app.main()\n"
    )
    environ = {"HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path), "LANG": "C.UTF-8"}
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environ, check=False)
    assert result.returncode == 1
    assert "Traceback" not in result.stderr
    assert "patte.log" in result.stderr
    assert list(tmp_path.rglob("patte.log"))


def test_output_of_another_encoding_ends_no_program() -> None:
    environ = {"PYTHONIOENCODING": "ascii", "LANG": "C", "PATH": ""}
    code = "import sys, cli.app; sys.argv = ['patte', 'rules', 'sevens', '--lang', 'hi']; cli.app.main()"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environ, check=False)
    assert result.returncode == 0
    assert b"rounds=5" in result.stdout


def test_commands_are_listed() -> None:
    assert {command.callback.__name__ for command in app_module.app.registered_commands if command.callback} >= {
        "rules",
        "simulate",
    }
