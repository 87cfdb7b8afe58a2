"""A table between two terminals: password, lobby, partners, chat in two languages, and one who leaves."""

import re
import sys
from pathlib import Path

import pytest

from tests.cli.typing_person import Person

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pexpect needs a pty")


def hosting(home: Path, *arguments: str) -> Person:
    return Person(home, "host", *arguments, "--name", "Nani", "--pace", "0", "--lang", "en")


def joining(home: Path, port: str, name: str = "Dada", language: str = "hi") -> Person:
    return Person(home, "join", f"127.0.0.1:{port}", "--name", name, "--lang", language)


def port_of(host: Person) -> str:
    host.wait_for(r"let port (\d+) \(TCP\)")
    return str(re.findall(r"let port (\d+)", host.read)[-1])


def test_two_people_and_two_bots(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    with hosting(one, "double-sir", "--bots", "2", "--password", "--keep-seats") as nani:
        nani.wait_for("Password of the table")
        nani.type("खुल जा")
        port = port_of(nani)
        nani.wait_for("Type ready")
        for _ in range(2):
            nani.wait_for(r"\(bot\): ready")

        with joining(other, port) as wrong:
            wrong.wait_for("मेज़ का पासवर्ड")
            wrong.type("wrong")
            assert wrong.ends_with() == 4
            assert "पासवर्ड सही नहीं था" in wrong.read
        nani.wait_for("wrong password")

        with joining(other, port) as dada:
            dada.wait_for("मेज़ का पासवर्ड")
            dada.type("खुल जा")
            dada.wait_for("आप मेज़ पर आ गए")
            nani.wait_for("Seat 4: Dada")
            with joining(tmp_path / "third", port, "Chacha", "en") as third:
                third.wait_for("Password", "All its seats are taken")
                if "Password" in third.read:
                    third.type("खुल जा")
                assert third.ends_with() == 4
            nani.type("7h")
            nani.wait_for("The game has not begun")
            nani.type("swap 1 2")
            nani.wait_for("say ready again")
            nani.wait_for("Seat 2: Nani")
            dada.wait_for("बैठक बदली")
            nani.type("ready")
            dada.type("तैयार")
            nani.wait_for("Dada: opposite you, your partner")
            dada.wait_for("Nani: आपके सामने, आपका साथी")
            digits = [
                re.search(r": (\d{4} \d{4})", _shown(person, mark))
                for person, mark in ((nani, "number"), (dada, "संख्या"))
            ]
            assert digits[0] is not None
            assert digits[1] is not None
            assert digits[0][1] == digits[1][1]
            nani.wait_for("Five cards each")
            dada.wait_for("पाँच-पाँच पत्ते बँटे")
            nani.type("chat well [/] met ♥")
            dada.wait_for(r"Nani की बात: well \[/\] met")
            dada.type("कहो नमस्ते")
            nani.wait_for("Dada says: नमस्ते")
            dada.press("c")
            assert dada.ends_with() == 130
        nani.wait_for("Dada said goodbye and left the table")
        nani.wait_for("The table can't go on")
        nani.type("quit")
        nani.wait_for("Goodbye")
        assert nani.ends_with() == 5
        assert "Traceback" not in nani.read


def test_a_known_name_with_another_key_is_noticed(tmp_path: Path) -> None:
    one = tmp_path / "one"
    with hosting(one, "sevens", "--players", "3", "--bots", "1") as nani:
        port = port_of(nani)
        with joining(tmp_path / "first", port) as dada:
            nani.wait_for("Seat 3: Dada")
            nani.type("ready")
            dada.wait_for("ready")
            dada.type("ready")
            nani.wait_for("The cards are dealt")
            nani.press("c")
            assert nani.ends_with() == 130
            dada.press("c")
            dada.ends_with()
    with Person(one, "keys", "show") as keys:
        keys.wait_for("Dada")
        assert keys.ends_with() == 0
    with hosting(one, "sevens", "--players", "3", "--bots", "1") as nani:
        with joining(tmp_path / "stranger", port_of(nani), "Dada", "en") as stranger:
            assert stranger.ends_with() == 4
            assert "knows your name with another key" in " ".join(stranger.read.split())
        nani.wait_for("got none: you know that name with")
        nani.press("c")
        assert nani.ends_with() == 130


def test_nobody_at_the_address(tmp_path: Path) -> None:
    with Person(tmp_path, "join", "127.0.0.1:9", "--name", "Dada") as dada:
        assert dada.ends_with() == 3
        assert "127.0.0.1:9" in dada.read
        assert "Traceback" not in dada.read


def _shown(person: Person, mark: str) -> str:
    person.wait_for(rf"{mark}[^\n]*\n")
    return person.read[-120:]


def test_host_that_dies_is_noticed_by_all(tmp_path: Path) -> None:
    with hosting(tmp_path / "one", "sevens", "--players", "3", "--bots", "1") as nani:
        port = port_of(nani)
        with joining(tmp_path / "two", port) as dada, Person(tmp_path / "three", "watch", f"127.0.0.1:{port}") as eye:
            dada.wait_for("आप मेज़ पर आ गए")
            eye.wait_for("You look on")
            nani.type("ready")
            dada.type("ready")
            eye.wait_for("Round 1")
            dada.wait_for("राउंड 1")
            nani.kill()
            eye.wait_for("Nobody at the table is heard any more")
            assert eye.ends_with() == 5
            dada.wait_for("मेज़ पर अब किसी से संपर्क नहीं|मेज़ आगे नहीं चल सकती")
            dada.press("c")
            assert dada.ends_with() == 130
