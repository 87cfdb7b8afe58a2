"""The list of tables and the reasons for an empty one, in words."""

import json
import string
from typing import get_args

import pytest

from cli import words_tables
from cli.language import Language
from cli.reason_text import not_found, reason_text, reason_word
from cli.search import Found, find_place
from cli.table_lines import table_line, table_values
from cli.tables import run_tables
from cli.text import Words
from p2p.identity import Identity, fingerprint
from p2p.net import reasons
from p2p.net.addresses import Address
from p2p.net.discovery.advert import Advert, key_mark
from p2p.net.discovery.nearby import NearbyTable
from p2p.net.reasons import Firewall, Reason

ASHA = Identity(b"asha".ljust(32)).peer_id
REASONS: list[Reason] = [
    reasons.NoNetwork(),
    reasons.PortTaken(),
    reasons.NoMulticast(),
    reasons.InsideWsl(),
    reasons.OnVpn("tun0"),
    reasons.FirewallHere(None),
    *map(reasons.FirewallHere, Firewall),
    reasons.DevicesApart(),
    reasons.NobodyOpened(),
    *(kind(name) for kind in (reasons.HostSilent, reasons.TableClosed, reasons.OtherVersion) for name in ("", "Asha")),
    reasons.OtherNetwork(),
]


def table(name: str = "Asha", game: str = "sevens", *, locked: bool = False, port: int = 47752) -> NearbyTable:
    advert = Advert(bytes(range(16)), game, 4, 2, key_mark(ASHA), locked)
    return NearbyTable(name, advert, Address("192.168.1.5", port), ASHA)


@pytest.mark.parametrize("language", list(Language))
def test_every_reason_is_told_in_both_languages(language: Language) -> None:
    assert {type(reason) for reason in REASONS} == set(get_args(Reason))
    told = [reason_text(reason, language) for reason in REASONS]
    assert all(why and what_to_do and "{" not in why + what_to_do for why, what_to_do in told)
    is_hindi = [any("\u0900" <= char <= "\u097f" for char in why) for why, _ in told]
    assert set(is_hindi) == {language is Language.HINDI}


def test_texts_have_the_same_values_in_both_languages() -> None:
    parse = string.Formatter().parse
    phrases = [value for value in vars(words_tables).values() if isinstance(value, Words)]
    assert len(phrases) > 40
    for phrase in phrases:
        english, hindi = ({name for _, name, _, _ in parse(side) if name} for side in (phrase.en, phrase.hi))
        assert english == hindi, phrase


def test_error_tells_the_two_likeliest_reasons_and_ends_with_three() -> None:
    error = not_found("No table was found.", [reasons.DevicesApart(), reasons.NobodyOpened()], Language.ENGLISH)
    assert error.exit_code == 3
    assert str(error) == (
        "No table was found. Nobody else is heard: a guest Wi-Fi, or a router that keeps its devices apart. "
        "Or: Nobody on this Wi-Fi has a table open. "
        "Use the main Wi-Fi on all machines, and switch “AP isolation” off in the router."
    )


def test_names_of_strangers_are_made_safe() -> None:
    why, _ = reason_text(reasons.HostSilent("\x1b[31m" + "A" * 80), Language.ENGLISH)
    assert "\x1b" not in why
    assert len(why) < 200
    assert "\x1b" not in table_line(table("\x1b[31mred", "no-such-game"), Language.ENGLISH)


def test_reason_words_are_for_programs() -> None:
    assert reason_word(reasons.NobodyOpened()) == "nobody-opened"
    assert reason_word(reasons.InsideWsl()) == "inside-wsl"


def test_table_is_one_line_with_devanagari_last() -> None:
    assert table_line(table(), Language.ENGLISH) == "192.168.1.5           2/4  Asha: Sevens"
    assert table_line(table("आशा", locked=True, port=47753), Language.HINDI) == (
        "192.168.1.5:47753     2/4  आशा: सेवन्स, पासवर्ड"
    )


def test_table_as_json_has_documented_keys() -> None:
    assert table_values(table()) == {
        "name": "Asha",
        "game": "sevens",
        "seats": 4,
        "taken": 2,
        "locked": False,
        "address": "192.168.1.5:47752",
        "id": "000102030405060708090a0b0c0d0e0f",
        "key": fingerprint(ASHA),
    }


def test_tables_prints_the_list_and_the_reasons(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cli.tables.look_around", lambda _: Found((table(), table("Ravi"))))
    assert run_tables(Language.ENGLISH, watch=False, as_json=False) == 0
    assert [line.split()[-2] for line in capsys.readouterr().out.splitlines()] == ["Asha:", "Ravi:"]
    monkeypatch.setattr("cli.tables.look_around", lambda _: Found((), (reasons.NoNetwork(),)))
    assert run_tables(Language.ENGLISH, watch=False, as_json=True) == 3
    assert json.loads(capsys.readouterr().out) == {"tables": [], "reasons": ["no-network"]}


def test_join_by_address_needs_no_search() -> None:
    assert find_place("192.168.1.5", Language.ENGLISH).address == Address("192.168.1.5", 47752)
    assert find_place("[fd00::1]:47753", Language.ENGLISH).address == Address("fd00::1", 47753)
    assert find_place("localhost", Language.ENGLISH).address == Address("127.0.0.1", 47752)


def test_join_by_name_takes_the_whole_name_or_a_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    there = (table("Asha"), table("Asha #3f9", port=47753), table("Ravi", port=47754))
    monkeypatch.setattr("cli.search.look_around", lambda _, **more: Found(there))
    ports = {typed: find_place(typed, Language.ENGLISH).address.port for typed in ("asha", "ASHA #3F9", "rav")}
    assert ports == {"asha": 47752, "ASHA #3F9": 47753, "rav": 47754}
    with pytest.raises(Exception, match="Several tables are called like"):
        find_place("as", Language.ENGLISH)
    with pytest.raises(Exception, match="There are others: Asha, Asha #3f9, Ravi"):
        find_place("Kabir", Language.ENGLISH)
