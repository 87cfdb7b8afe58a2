"""Tables found, and lost, between machines on one Wi-Fi. The figures are those to hold."""

import json
import sys
import time

import pytest

from tests.netns.world import Laptop, Running, Wifi

SEEN_S = 3.0
GONE_S = 15.0
JOINED_S = 3.0
# For what is no figure: a slow machine may take its time.
PATIENCE_S = 20.0


def opened(laptop: Laptop, name: str, *more: str) -> Running:
    """Open a table and wait until its port is open."""
    table = laptop.peer("table", name, *more)
    fact = table.wait_fact(PATIENCE_S, what="open")
    codes = fact["codes"]
    assert isinstance(codes, list)
    table.code = codes[0] if codes else ""
    return table


def listing(laptop: Laptop) -> Running:
    """Look around, and wait until that has begun."""
    running = laptop.peer("list")
    running.wait_fact(PATIENCE_S, what="list")
    return running


def seconds(fact: dict[str, object], since: float) -> float:
    at = fact["at"]
    assert isinstance(at, float)
    return at - since


def test_table_is_visible_within_three_seconds_of_the_hosts_start(wifi: Wifi) -> None:
    asha, ravi = wifi.laptop("asha"), wifi.laptop("ravi")
    looking = listing(ravi)
    table = asha.peer("table", "Asha")
    fact = looking.wait_fact(PATIENCE_S, names=["Asha"])
    assert seconds(fact, table.started_at) <= SEEN_S
    assert fact["addresses"] == [f"{asha.host}:47752"]


def test_who_comes_later_sees_the_table_within_three_seconds(wifi: Wifi) -> None:
    asha, ravi = wifi.laptop("asha"), wifi.laptop("ravi")
    opened(asha, "Asha").wait_fact(PATIENCE_S, name="Asha")
    looking = ravi.peer("list")
    assert seconds(looking.wait_fact(PATIENCE_S, names=["Asha"]), looking.started_at) <= SEEN_S


def test_killed_host_leaves_the_list_within_fifteen_seconds(wifi: Wifi) -> None:
    asha, ravi = wifi.laptop("asha"), wifi.laptop("ravi")
    looking, table = listing(ravi), opened(asha, "Asha")
    looking.wait_fact(PATIENCE_S, names=["Asha"])
    killed_at = time.monotonic()
    table.kill()
    assert seconds(looking.wait_fact(PATIENCE_S, names=[]), killed_at) <= GONE_S


def test_host_whose_wifi_drops_leaves_the_list_and_comes_back(wifi: Wifi) -> None:
    asha, ravi = wifi.laptop("asha"), wifi.laptop("ravi")
    looking = listing(ravi)
    opened(asha, "Asha")
    looking.wait_fact(PATIENCE_S, names=["Asha"])
    dropped_at = time.monotonic()
    asha.leave_wifi()
    assert seconds(looking.wait_fact(PATIENCE_S, names=[]), dropped_at) <= GONE_S
    asha.join_wifi()
    looking.wait_fact(PATIENCE_S, names=["Asha"])


def test_ctrl_c_withdraws_the_table_within_two_seconds(wifi: Wifi) -> None:
    asha, ravi = wifi.laptop("asha"), wifi.laptop("ravi")
    looking, table = listing(ravi), opened(asha, "Asha")
    looking.wait_fact(PATIENCE_S, names=["Asha"])
    pressed_at = time.monotonic()
    table.interrupt()
    assert table.wait_exit(PATIENCE_S) == 0
    assert time.monotonic() - pressed_at <= 2.0
    # The goodbye says it at once; by the probe alone it would take up to four seconds.
    assert seconds(looking.wait_fact(PATIENCE_S, names=[]), pressed_at) <= 2.5
    assert table.errors == []


def test_two_tables_of_one_name_are_two_on_the_list(wifi: Wifi) -> None:
    asha, ravi, meera = (wifi.laptop(name) for name in ("asha", "ravi", "meera"))
    looking = listing(meera)
    for laptop in (asha, ravi):
        laptop.peer("table", "आशा की मेज़")
    until = time.monotonic() + PATIENCE_S
    while True:
        names = looking.wait_fact(until - time.monotonic(), what="list")["names"]
        assert isinstance(names, list)
        if len(names) == 2 and all(name.startswith("आशा की मेज़") for name in names):
            break
    assert names[0] != names[1]


def test_a_long_devanagari_name_is_seen_cut_between_letters(wifi: Wifi) -> None:
    asha, ravi = wifi.laptop("asha"), wifi.laptop("ravi")
    looking = listing(ravi)
    opened(asha, "विश्वनाथ और श्रीनिवास की मेज़")
    # 63 bytes end inside "की"; what is left ends with a whole letter.
    looking.wait_fact(PATIENCE_S, names=["विश्वनाथ और श्रीनिवास"])


def test_second_interface_with_the_default_route_hides_nothing(wifi: Wifi) -> None:
    asha, ravi = wifi.laptop("asha"), wifi.laptop("ravi")
    asha.add_interface("tun0", "10.8.0.2/24", default=True)
    ravi.add_interface("tun0", "10.8.0.3/24", default=True)
    looking = listing(ravi)
    table = opened(asha, "Asha")
    fact = looking.wait_fact(PATIENCE_S, names=["Asha"])
    assert seconds(fact, table.started_at) <= SEEN_S
    assert fact["addresses"] == [f"{asha.host}:47752"]


def test_addresses_that_lead_nowhere_do_not_delay(wifi: Wifi) -> None:
    asha, ravi = wifi.laptop("asha"), wifi.laptop("ravi")
    for number in range(3):
        asha.add_interface(f"far{number}", f"10.{number}.0.2/24")
        ravi.add_interface(f"far{number}", f"10.{number}.0.9/24")
    opened(asha, "Asha")
    dialling = ravi.peer("dial", "10.0.0.2", "10.1.0.2", "10.2.0.2", asha.host)
    fact = dialling.wait_fact(PATIENCE_S, what="answer")
    assert fact["address"] == f"{asha.host}:47752"
    assert seconds(fact, dialling.started_at) <= JOINED_S
    # Found by the list as well, where each of them is advertised.
    listed = listing(ravi).wait_fact(PATIENCE_S, names=["Asha"])
    assert listed["addresses"] == [f"{asha.host}:47752"]


def test_code_leads_to_the_host(wifi: Wifi) -> None:
    asha, ravi = wifi.laptop("asha"), wifi.laptop("ravi")
    ravi.add_interface("tun0", "10.8.0.3/24", default=True)
    table = opened(asha, "Asha")
    asking = ravi.peer("code", table.code)
    assert asking.wait_fact(PATIENCE_S, what="answer")["address"] == f"{asha.host}:47752"


def test_taken_port_is_passed_over(wifi: Wifi) -> None:
    asha, ravi = wifi.laptop("asha"), wifi.laptop("ravi")
    opened(asha, "one")
    second = opened(asha, "two")
    fact = listing(ravi).wait_fact(PATIENCE_S, names=["one", "two"])
    assert fact["addresses"] == [f"{asha.host}:47752", f"{asha.host}:47753"]
    assert ravi.peer("code", second.code).wait_fact(PATIENCE_S, what="answer")["address"] == f"{asha.host}:47753"


def test_ipv6_alone_is_enough(wifi_ipv6: Wifi) -> None:
    asha, ravi = wifi_ipv6.laptop("asha"), wifi_ipv6.laptop("ravi")
    ravi.add_interface("far", "10.1.0.9/24")
    looking = listing(ravi)
    table = opened(asha, "Asha")
    fact = looking.wait_fact(PATIENCE_S, names=["Asha"])
    assert seconds(fact, table.started_at) <= SEEN_S
    (address,) = json.loads(json.dumps(fact["addresses"]))
    assert address.startswith("[fe80:")
    assert "%" in address


def test_interface_that_goes_away_and_comes_back(wifi: Wifi) -> None:
    asha, ravi = wifi.laptop("asha"), wifi.laptop("ravi")
    opened(asha, "Asha").wait_fact(PATIENCE_S, name="Asha")
    wifi.unplug(asha)
    # Long enough to be noticed; and the same address comes back on an interface of another number.
    time.sleep(2.5)
    wifi.plug_in(asha)
    looking = ravi.peer("list")
    looking.wait_fact(PATIENCE_S, names=["Asha"])
    # Who looks may lose the interface as well.
    wifi.unplug(ravi)
    looking.wait_fact(PATIENCE_S, names=[])
    wifi.plug_in(ravi)
    looking.wait_fact(PATIENCE_S, names=["Asha"])


def test_host_with_another_address_is_found_there(wifi: Wifi) -> None:
    asha, ravi = wifi.laptop("asha"), wifi.laptop("ravi")
    looking = listing(ravi)
    opened(asha, "Asha").wait_fact(PATIENCE_S, name="Asha")
    looking.wait_fact(PATIENCE_S, names=["Asha"])
    asha.ip("addr", "del", f"{asha.host}/24", "dev", "eth0")
    asha.ip("addr", "add", "192.168.77.99/24", "dev", "eth0")
    looking.wait_fact(PATIENCE_S, addresses=["192.168.77.99:47752"])


def test_port_5353_held_by_another_program_is_said_and_the_code_works(wifi: Wifi) -> None:
    asha, ravi = wifi.laptop("asha"), wifi.laptop("ravi")
    asha.peer("hold").wait_fact(PATIENCE_S, what="held")
    table = opened(asha, "Asha")
    table.wait_fact(PATIENCE_S, what="advertised", trouble="port taken")
    ravi.peer("code", table.code).wait_fact(PATIENCE_S, what="answer")
    asha.peer("list").wait_fact(PATIENCE_S, what="list", trouble="port taken")
    assert asha.peer("why").wait_fact(PATIENCE_S, what="why")["reasons"] == ["PortTaken"]


def test_port_5353_is_taken_over_when_it_is_free_again(wifi: Wifi) -> None:
    asha, ravi = wifi.laptop("asha"), wifi.laptop("ravi")
    holder = asha.peer("hold")
    holder.wait_fact(PATIENCE_S, what="held")
    opened(asha, "Asha").wait_fact(PATIENCE_S, what="advertised", trouble="port taken")
    holder.kill()
    listing(ravi).wait_fact(PATIENCE_S, names=["Asha"])


def test_host_is_told_when_lists_show_another_name_or_nothing(wifi: Wifi) -> None:
    asha, ravi = wifi.laptop("asha"), wifi.laptop("ravi")
    opened(asha, "Asha").wait_fact(PATIENCE_S, name="Asha")
    ravi.patte("host", "sevens", "--name", "Asha").wait_line("yours is listed as “Asha #", PATIENCE_S)
    ravi.running[-1].close()
    ravi.peer("hold").wait_fact(PATIENCE_S, what="held")
    ravi.patte("host", "sevens", "--name", "Ravi").wait_line("Lists don't show your table", PATIENCE_S)


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        (("udp dport 5353 drop",), ["FirewallHere"]),
        (("iif lo accept", "ip6 nexthdr icmpv6 accept", "ct state established accept", "drop"), ["FirewallHere"]),
    ],
)
def test_own_firewall_is_said(wifi: Wifi, rules: tuple[str, ...], reason: list[str]) -> None:
    asha, ravi = wifi.laptop("asha"), wifi.laptop("ravi")
    opened(asha, "Asha")
    ravi.firewall(*rules)
    fact = ravi.peer("why").wait_fact(PATIENCE_S, what="why")
    assert (fact["tables"], fact["reasons"]) == ([], reason)


def test_firewall_of_the_host_is_said(wifi: Wifi) -> None:
    asha, ravi = wifi.laptop("asha"), wifi.laptop("ravi")
    asha.firewall("tcp dport 47752 drop")
    opened(asha, "Asha").wait_fact(PATIENCE_S, name="Asha")
    looking = ravi.peer("list")
    assert looking.wait_fact(PATIENCE_S, silent=["Asha"])["names"] == []
    dialling = ravi.peer("dial", asha.host).wait_fact(PATIENCE_S, what="nobody")
    assert dialling["why"] == f"{asha.host}:47752: no answer"
    asking = ravi.peer("why")
    assert asking.wait_fact(PATIENCE_S, what="why")["reasons"] == ["HostSilent"]


def test_isolation_by_the_access_point_is_said(wifi: Wifi) -> None:
    asha, ravi = wifi.laptop("asha"), wifi.laptop("ravi")
    asha.isolate()
    ravi.isolate()
    opened(asha, "Asha").wait_fact(PATIENCE_S, name="Asha")
    fact = ravi.peer("why").wait_fact(PATIENCE_S, what="why")
    assert (fact["tables"], fact["reasons"]) == ([], ["DevicesApart", "NobodyOpened"])


def test_network_with_others_and_no_table_is_said(wifi: Wifi) -> None:
    asha, ravi = wifi.laptop("asha"), wifi.laptop("ravi")
    asha.peer("printer").wait_fact(PATIENCE_S, what="advertised")
    assert ravi.peer("why").wait_fact(PATIENCE_S, what="why")["reasons"] == ["NobodyOpened"]


def test_no_network_is_said(wifi: Wifi) -> None:
    asha = wifi.laptop("asha")
    asha.ip("link", "del", "eth0")
    assert asha.peer("why").wait_fact(PATIENCE_S, what="why")["reasons"] == ["NoNetwork"]
    # Peers on the machine itself find each other all the same.
    opened(asha, "Asha")
    listing(asha).wait_fact(PATIENCE_S, names=["Asha"])


def test_five_hundred_false_tables_hurt_nobody(wifi: Wifi) -> None:
    asha, ravi, meera, stranger = (wifi.laptop(name) for name in ("asha", "ravi", "meera", "stranger"))
    looking, before = listing(ravi), opened(meera, "Meera")
    looking.wait_fact(PATIENCE_S, names=["Meera"])
    memory_bytes = _memory_bytes(looking)
    stranger.peer("fakes", "500").wait_fact(PATIENCE_S, what="sent", packets=1000)
    table = opened(asha, "Asha")
    while True:
        fact = looking.wait_fact(PATIENCE_S, what="list")
        names = fact["names"]
        assert isinstance(names, list)
        assert "Meera" in names
        if names == ["Asha", "Meera"]:
            break
    assert seconds(fact, table.started_at) <= GONE_S
    assert _memory_bytes(looking) - memory_bytes < 10_000_000
    # Those who look and those who host are as they were, and say goodbye as ever.
    for running in (looking, before, table):
        pressed_at = time.monotonic()
        running.interrupt()
        assert running.wait_exit(PATIENCE_S) == 0
        assert time.monotonic() - pressed_at <= 2.0
        assert running.errors == []


def test_idle_tables_say_little(wifi: Wifi) -> None:
    _count_idle_multicast(wifi, 8)


@pytest.mark.long
def test_idle_tables_say_little_for_five_minutes(wifi: Wifi) -> None:
    _count_idle_multicast(wifi, 300)


def _count_idle_multicast(wifi: Wifi, duration_s: int) -> None:
    asha, ravi, meera = (wifi.laptop(name) for name in ("asha", "ravi", "meera"))
    opened(asha, "Asha").wait_fact(PATIENCE_S, name="Asha")
    listing(ravi).wait_fact(PATIENCE_S, names=["Asha"])
    time.sleep(5)
    counting = meera.start(sys.executable, "-m", "tests.netns.count_multicast", str(duration_s))
    fact = counting.wait_fact(duration_s + PATIENCE_S, what="counted")
    packets = fact["packets"]
    assert isinstance(packets, int)
    print(f"{packets} multicast packets in {duration_s} s")
    assert packets < duration_s


def _memory_bytes(running: Running) -> int:
    # `ip netns exec` becomes the program itself.
    with open(f"/proc/{running.process.pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096
