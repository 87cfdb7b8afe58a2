"""Whole rounds between machines on one Wi-Fi: found, joined, played, and recorded alike by all."""

import time
from collections.abc import Sequence

import pytest

from tests.netns.world import Fact, Laptop, Running, Wifi

PATIENCE_S = 60.0
JOINED_S = 3.0
AWAY_S = 10.0
BACK_S = 5.0


def host(laptop: Laptop, game: str, seats: int, name: str, *password: str, **more: str) -> tuple[Running, str, str]:
    """Open a table; give it, its code and its address."""
    running = laptop.player("host", game, str(seats), name, *password, **more)
    lines = running.wait_fact(PATIENCE_S, what="open")["lines"]
    assert isinstance(lines, list)
    ways = [line.split()[-1] for line in lines if line.startswith("  patte join ")]
    return running, ways[0], ways[-1]


def seat_all(guests: Sequence[Running]) -> None:
    for guest in guests:
        guest.wait_fact(PATIENCE_S, what="seated")


def end_round(players: Sequence[Running]) -> Fact:
    """Wait for the end of the first round; it is the same for all."""
    ends = [player.wait_fact(PATIENCE_S, what="ended") for player in players]
    first = ends[0]
    assert all((end["digest"], end["sheet"]) == (first["digest"], first["sheet"]) for end in ends)
    return first


def check_records(laptops: Sequence[Laptop], players: Sequence[Running]) -> None:
    """Let every machine check the record that its player has of the round."""
    paths = [player.wait_fact(PATIENCE_S, what="written")["path"] for player in players]
    checks = [laptop.patte("verify", str(path)) for laptop, path in zip(laptops, paths, strict=True)]
    for check in checks:
        assert check.wait_exit(PATIENCE_S) == 0, check.errors


@pytest.mark.parametrize("game", ["double-sir", "badam-satti", "sevens"])
def test_four_machines_play_a_round_joined_by_name_code_and_address(wifi: Wifi, game: str) -> None:
    laptops = [wifi.laptop(name) for name in ("asha", "ravi", "meera", "kabir")]
    table, code, address = host(laptops[0], game, 4, "आशा")
    # Two of them have one name.
    joins = (("आशा", "रवि"), (code, "रवि"), (address, "kabir"))
    guests = [laptop.player("join", *join) for laptop, join in zip(laptops[1:], joins, strict=True)]
    seat_all(guests)
    end_round([table, *guests])
    check_records(laptops, [table, *guests])


def test_seven_machines_play_badam_satti(wifi: Wifi) -> None:
    laptops = [wifi.laptop(f"home{number}") for number in range(7)]
    table, _, _ = host(laptops[0], "badam-satti", 7, "Asha")
    # Nothing is given: the only table there is.
    guests = [laptop.player("join", "-", laptop.name) for laptop in laptops[1:]]
    seat_all(guests)
    end_round([table, *guests])


def test_four_machines_play_without_ipv4(wifi_ipv6: Wifi) -> None:
    laptops = [wifi_ipv6.laptop(name) for name in ("asha", "ravi", "meera", "kabir")]
    table = laptops[0].player("host", "badam-satti", "4", "Asha")
    guests = [laptop.player("join", "Asha", laptop.name) for laptop in laptops[1:]]
    seat_all(guests)
    end_round([table, *guests])


def test_machines_with_addresses_that_lead_nowhere_join_within_three_seconds(wifi: Wifi) -> None:
    laptops = [wifi.laptop(name) for name in ("asha", "ravi", "meera")]
    for number, laptop in enumerate(laptops):
        laptop.add_interface("tun0", f"10.8.0.{number + 1}/24", default=True)
        laptop.add_interface("far0", f"172.17.0.{number + 1}/16")
    table, _, _ = host(laptops[0], "badam-satti", 3, "Asha")
    guests = [laptop.player("join", "Asha", laptop.name) for laptop in laptops[1:]]
    for guest in guests:
        seated = guest.wait_fact(PATIENCE_S, what="seated")["at"]
        assert isinstance(seated, float)
        assert seated - guest.started_at <= JOINED_S
    end_round([table, *guests])


def test_locked_table_takes_the_right_password_only(wifi: Wifi) -> None:
    laptops = [wifi.laptop(name) for name in ("asha", "ravi", "meera")]
    table, code, _ = host(laptops[0], "badam-satti", 3, "Asha", "चाय 4 बजे")
    without = laptops[1].player("join", "Asha", "ravi")
    assert without.wait_fact(PATIENCE_S, what="refused")["why"] == "password needed"
    wrong = laptops[1].player("join", "Asha", "ravi", "चाय 5 बजे")
    assert wrong.wait_fact(PATIENCE_S, what="refused")["why"] == "wrong password"
    assert table.wait_fact(PATIENCE_S, what="guessed")["guesses"] == 1
    # Looking for the table and dialling it by every way counted no guess.
    ways = ("Asha", code)
    guests = [
        laptop.player("join", way, laptop.name, "चाय 4 बजे") for laptop, way in zip(laptops[1:], ways, strict=True)
    ]
    seat_all(guests)
    end_round([table, *guests])


def test_spectator_who_comes_in_the_middle_checks_the_whole_round(wifi: Wifi) -> None:
    laptops = [wifi.laptop(name) for name in ("asha", "ravi", "meera", "kabir")]
    table, code, _ = host(laptops[0], "badam-satti", 3, "Asha", PATTE_TEST_PACE="0.1")
    guests = [laptop.player("join", "Asha", laptop.name, PATTE_TEST_PACE="0.1") for laptop in laptops[1:3]]
    table.wait_fact(PATIENCE_S, what="dealt")
    spectator = laptops[3].player("watch", code, "kabir")
    spectator.wait_fact(PATIENCE_S, what="dealt")
    end_round([table, *guests, spectator])
    check_records(laptops, [table, *guests, spectator])


def test_wifi_that_drops_in_a_round_is_seen_and_made_good(wifi: Wifi) -> None:
    laptops = [wifi.laptop(name) for name in ("asha", "ravi", "meera")]
    table, _, _ = host(laptops[0], "badam-satti", 3, "Asha", PATTE_TEST_PACE="0.1")
    guests = [laptop.player("join", "Asha", laptop.name, PATTE_TEST_PACE="0.1") for laptop in laptops[1:]]
    table.wait_fact(PATIENCE_S, what="dealt")
    dropped_at = time.monotonic()
    laptops[2].leave_wifi()
    for player in (table, guests[0]):
        away = player.wait_fact(PATIENCE_S, what="away")["at"]
        assert isinstance(away, float)
        assert away - dropped_at <= AWAY_S
    back_at = time.monotonic()
    laptops[2].join_wifi()
    for player in (table, guests[0]):
        back = player.wait_fact(PATIENCE_S, what="back")["at"]
        assert isinstance(back, float)
        assert back - back_at <= BACK_S
    end_round([table, *guests])


def test_everybody_leaves_within_two_seconds_of_ctrl_c(wifi: Wifi) -> None:
    laptops = [wifi.laptop(name) for name in ("asha", "ravi")]
    table = laptops[0].patte("host", "badam-satti", "--players", "3", "--name", "Asha")
    table.wait_line("patte join", PATIENCE_S)
    watching = laptops[1].patte("tables", "--watch", "--json")
    watching.wait_line('"name": "Asha"', PATIENCE_S)
    guest = laptops[1].patte("join", "Asha", "--name", "Ravi")
    guest.wait_line("You have joined", PATIENCE_S)
    watching.wait_line('"taken": 2', PATIENCE_S)
    for running in (guest, table, watching):
        pressed_at = time.monotonic()
        running.interrupt()
        assert running.wait_exit(PATIENCE_S) == 130
        assert time.monotonic() - pressed_at <= 2.0
        if running is table:
            watching.wait_line('"tables": []', 2.0)
        assert not any("Traceback" in line for line in running.errors)


def test_join_says_what_is_wrong_and_exits_with_three(wifi: Wifi) -> None:
    asha, ravi = wifi.laptop("asha"), wifi.laptop("ravi")
    asha.isolate()
    ravi.isolate()
    table = asha.patte("host", "badam-satti", "--name", "Asha", "--lang", "hi")
    lines = [table.wait_line("patte join", PATIENCE_S) for _ in range(3)]
    tries = {
        "by list": ravi.patte("join"),
        "by name": ravi.patte("join", "Asha", "--lang", "hi"),
        "by code": ravi.patte("join", lines[1].split()[-1]),
        "by address": ravi.patte("join", lines[2].split()[-1]),
        "tables": ravi.patte("tables"),
    }
    codes = {way: running.wait_exit(PATIENCE_S) for way, running in tries.items()}
    said = {way: "".join(running.errors) for way, running in tries.items()}
    assert codes == dict.fromkeys(tries, 3), said
    assert "AP isolation" in said["by list"]
    assert "AP isolation" in said["tables"]
    assert "“Asha” नाम की कोई मेज़ नहीं मिली।" in said["by name"]
    assert "keeps devices apart" in said["by code"]
