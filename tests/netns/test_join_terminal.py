"""`patte join` and `patte tables` at a terminal: choosing from the list, a locked table, Ctrl-C while they look."""

import re
import time

import pytest

from tests.cli.typing_person import Person
from tests.netns.world import Laptop, Wifi, environment

PATIENCE_S = 30.0
SEARCHES = (("join",), ("join", "Asha"), ("join", "123456"), ("tables",), ("tables", "--watch"))


def at_terminal(laptop: Laptop, *arguments: str) -> Person:
    home = laptop.wifi.folder / laptop.name
    home.mkdir(exist_ok=True)
    through = ("ip", "netns", "exec", laptop.space)
    return Person(home, *arguments, columns=100, environ={"PATH": environment()["PATH"]}, through=through)


def test_one_of_two_tables_is_chosen_by_its_number_and_its_password_asked(wifi: Wifi) -> None:
    asha, ravi, meera = (wifi.laptop(name) for name in ("asha", "ravi", "meera"))
    asha.player("host", "badam-satti", "3", "आशा").wait_fact(PATIENCE_S, what="open")
    ravi.player("host", "sevens", "4", "Ravi", "चाय 4 बजे").wait_fact(PATIENCE_S, what="open")
    with at_terminal(meera, "join", "--name", "Meera") as person:
        person.wait_for(r"Which one\? Its number \[1\]: ")
        lines = [re.sub(r"\s+", " ", line).strip() for line in person.read.splitlines()]
        tables = {text: number for number, _, text in (line.partition(" ") for line in lines) if number.isdigit()}
        locked = f"{ravi.host} 1/4 Ravi: Sevens, password"
        assert set(tables) == {f"{asha.host} 1/3 आशा: Badam Satti", locked}
        person.type(tables[locked])
        person.wait_for("Password of the table: ")
        person.type("चाय 4 बजे")
        person.wait_for("You have joined the table.")
        assert "चाय" not in person.read
        person.press("c")
        person.wait_for("Goodbye")
        assert person.ends_with() == 130
        assert person.was_echoing


@pytest.mark.parametrize("arguments", SEARCHES, ids=" ".join)
def test_ctrl_c_ends_the_search_within_two_seconds(wifi: Wifi, arguments: tuple[str, ...]) -> None:
    name = ("--name", "Ravi") if arguments[0] == "join" else ()
    with at_terminal(wifi.laptop("ravi"), *arguments, *name) as person:
        # In the middle of the search, which is silent.
        time.sleep(2.0)
        pressed_at = time.monotonic()
        person.press("c")
        assert person.ends_with() == 130
        assert time.monotonic() - pressed_at <= 2.0
        assert person.was_echoing
        assert "Traceback" not in person.read
