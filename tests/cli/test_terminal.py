"""patte at a real terminal, with bots in processes of their own: rounds played by typing, and every way out."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.typing_person import PATIENCE_S, Person, clean_environ

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pexpect needs a pty")
BOTS = ("--bots", "3", "--pace", "0", "--name", "Nani")
ROOT = Path(__file__).parents[2]
COLOUR = re.compile("\x1b\\[[0-9;]*m")


def play_round(person: Person, turn: str, end: str, forms: tuple[str, ...]) -> int:
    """Play until the round's result; cards by name and by number in turns. Gives the number of moves."""
    moves = 0
    while person.wait_for(rf"{turn}[^\n]*\n(?:  [^\n]*\n)?> ", end) == 0:
        shown = COLOUR.sub("", person.read)
        hand = shown[max(shown.rfind(mark) for mark in ("Cards left", "बचे पत्ते", "[1]♣")) :]
        cards = re.findall(r"\[\d+\]((?:10|[2-9TJQKA])[♣♦♥♠])", hand)
        form = forms[moves % len(forms)]
        if form == "card" and cards:
            person.type(cards[-1])
        else:
            person.type("1")
        moves += 1
    return moves


def test_round_of_double_sir_in_english(tmp_path: Path) -> None:
    with Person(tmp_path, "play", "double-sir", *BOTS, "--set", "target_rounds=1", "--lang", "en") as person:
        moves = play_round(person, "Your turn", "[Tt]he round goes to", ("1",))
        assert moves in {13, 14}
        person.wait_for("The match is over")
        person.wait_for("Everyone has signed the score sheet")
        person.wait_for(r"Record of the table:\s+\S+\.patte")
        record = re.findall(r"(/\S+\.patte)", person.read)[-1]
        person.wait_for(r"Score sheet:\s+\S+\.txt")
        assert person.ends_with() == 0
    assert Path(record).is_file()
    sheet = Path(record).with_suffix(".txt").read_text("utf-8")
    assert "Nani" in sheet
    assert "(bot)" in sheet


def test_round_of_badam_satti_in_hindi(tmp_path: Path) -> None:
    with Person(tmp_path, "play", "badam-satti", *BOTS, "--lang", "hi", environ={"LANG": "C.UTF-8"}) as person:
        assert play_round(person, "आपकी बारी", "जुर्माना, कुल अंक:", ("card", "1")) >= 3
        person.wait_for("राउंड 2")
        person.type("छोड़ो")
        person.wait_for("छोड़ दें")
        person.type("हाँ")
        assert person.ends_with() == 0


def test_round_of_sevens_on_a_small_screen_without_colours(tmp_path: Path) -> None:
    small = {"NO_COLOR": "1"}
    with Person(tmp_path, "play", "sevens", *BOTS, columns=40, rows=15, environ=small) as person:
        assert play_round(person, "Your turn", "Won or lost, chips now:", ("1", "card")) >= 3
        person.press("d")
        person.wait_for("Leave?")
        person.press("d")
        assert person.ends_with() == 0
        assert "\x1b" not in person.read
        assert all(len(row) <= 40 for row in person.read.replace("\r", "").split("\n") if "/" not in row)


def test_wrong_input_of_every_kind_changes_nothing(tmp_path: Path) -> None:
    with Person(tmp_path, "play", "badam-satti", *BOTS) as person:
        playable = person.turn()
        assert "\x1b[3" in person.read  # coloured
        assert "\a" in person.read
        for typed, answer in [
            ("xyz", "is nothing here"),
            ("99", "There is no number 99"),
            ("0", "There is no number 0"),
            ("trump h", "There is no trump in this game"),
            ("chat", "is nothing here"),
            ("why 7h 8h", "is nothing here"),
            ("\x1b[2J", "is nothing here"),
            ("य" * 300, "is nothing here"),
            ("swap 1 2", "There is nothing to decide now"),
            ("ready", "There is nothing to decide now"),
            ("wait", "Nobody is away"),
            ("help", "quit: leave the table"),
            ("who", "to your right"),
            ("rules", "patte rules badam-satti"),
            ("score", "Totals, lowest"),
            ("verify", "Shuffles: 4 of 4"),
            ("hint", "would choose"),
            ("table", "not open|♠  "),
            ("last", "Last moves|No card is laid"),
            ("sort", "sorted by rank"),
            ("chat hello", "> "),
            ("quit", "Leave?"),
            ("maybe", "You stay"),
        ]:
            person.type(typed)
            person.wait_for(answer)
        if playable:
            person.type("pass")
            person.wait_for("You can pass only when nothing fits")
        person.type("1")
        person.wait_for("You: ")
        assert "Traceback" not in person.read


def test_bot_that_dies_ends_the_table(tmp_path: Path) -> None:
    with Person(tmp_path, "play", "badam-satti", *BOTS) as person:
        person.turn()
        os.kill(person.bots()[0], signal.SIGKILL)
        person.wait_for("The program of [A-Z][a-z]+ has ended")
        person.wait_for("The table can't go on. Type quit")
        person.type("quit")
        assert person.ends_with() == 5
        assert "Leave?" not in person.read
        assert "Goodbye" in person.read


def test_bots_alone_end_when_one_of_them_dies(tmp_path: Path) -> None:
    with Person(tmp_path, "play", "sevens", "--watch", "--pace", "0.3") as person:
        person.wait_for("Table: ")
        os.kill(person.bots()[-1], signal.SIGKILL)
        assert person.ends_with() == 5
        assert "The table can't go on." in person.read
        assert "Your name" not in person.read


def test_no_signs_where_the_terminal_has_none(tmp_path: Path) -> None:
    latin = {"LANG": "C", "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "TERM": "dumb"}
    with Person(tmp_path, "play", "badam-satti", *BOTS, "--lang", "hi", environ=latin) as person:
        person.wait_for(r"Your turn[^\n]*\n")
        assert re.search(r"Table: C .*D .*H .*S ", person.read)
        assert person.read.isascii()
        assert "?" not in person.read
        assert "\x1b" not in person.read
        person.press("c")
        assert person.ends_with() == 130


@pytest.mark.parametrize("moment", ["are coming", "shuffled", "dealt", "Your turn", "Leave\\?"])
def test_ctrl_c_at_any_time_says_goodbye_and_ends_within_two_seconds(tmp_path: Path, moment: str) -> None:
    with Person(tmp_path, "play", "badam-satti", *BOTS) as person:
        if "Leave" in moment:
            person.turn()
            person.type("quit")
        person.wait_for(moment)
        before = time.monotonic()
        person.press("c")
        assert person.ends_with() == 130
        took_s = time.monotonic() - before
        assert person.was_echoing
        assert "Goodbye. The table has been told." in person.read
        assert "Traceback" not in person.read
        # Two seconds are the promise; the rest is the interpreter's end on a machine that other tests keep busy.
        assert took_s < 4


def test_first_run_asks_a_name_and_the_second_does_not(tmp_path: Path) -> None:
    for run in ("first", "second"):
        with Person(tmp_path, "play", "badam-satti", "--pace", "0") as person:
            if run == "first":
                person.wait_for("Your name, as others will see it")
                person.type("Nani")
            person.wait_for("shuffled")
            assert ("Your name" in person.read) == (run == "first")
            person.press("c")
            assert person.ends_with() == 130
    with Person(tmp_path, "keys", "show") as person:
        person.wait_for("Your name: Nani")
        person.wait_for(r"Your key: (\w{4}-){3}\w{4}")
        assert person.ends_with() == 0


def test_ctrl_c_at_the_first_question_ends_quietly(tmp_path: Path) -> None:
    with Person(tmp_path, "play", "badam-satti") as person:
        person.wait_for("Your name")
        person.press("c")
        assert person.ends_with() == 130
        assert "Traceback" not in person.read


def in_pipe(home: Path, *arguments: str, typed: str | None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cli", *arguments],
        cwd=ROOT,
        env=clean_environ(home),
        input=typed,
        stdin=subprocess.DEVNULL if typed is None else None,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def test_a_pipe_plays_a_line_a_prompt(tmp_path: Path) -> None:
    done = in_pipe(tmp_path, "play", "double-sir", "--set", "target_rounds=1", typed="h\nxyz\n" + "1\n" * 40)
    assert done.returncode == 0, done.stderr
    assert "Score sheet: " in done.stdout
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert "\a" not in done.stdout
    assert "> " not in done.stdout


def test_a_pipe_that_ends_leaves_the_table(tmp_path: Path) -> None:
    done = in_pipe(tmp_path, "play", "badam-satti", typed="1\n")
    assert done.returncode == 5
    assert "There is nothing more to read, so you leave the table." in done.stdout


def test_bots_alone_play_to_the_end(tmp_path: Path) -> None:
    done = in_pipe(tmp_path, "play", "sevens", "--watch", "--bots", "3", "--set", "rounds=3", typed=None)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("the shuffle was fair") == 3
    assert "Everyone has signed the score sheet." in done.stdout


def test_a_reader_that_goes_away_ends_it(tmp_path: Path) -> None:
    command = f"{sys.executable} -m cli play sevens --watch --bots 3 | head -n 3; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT,
        env=clean_environ(tmp_path),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.stdout.splitlines()[-1] == "0"
    assert "Traceback" not in done.stderr


def test_termination_says_goodbye_too(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", "play", "sevens", "--watch", "--bots", "3"],
        cwd=ROOT,
        env=clean_environ(tmp_path),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        for line in process.stdout:
            if "shuffled" in line:
                process.send_signal(signal.SIGTERM)
                break
        _, errors = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert errors == "\nGoodbye. The table has been told.\n"
