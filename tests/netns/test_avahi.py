"""A client that is not ours: avahi's own browser sees the table, with its TXT."""

import shutil
import sys

import pytest

from tests.netns.world import Laptop, Running, Wifi, environment

PATIENCE_S = 30.0


@pytest.fixture(autouse=True)
def _needs_avahi() -> None:
    path = environment()["PATH"]
    lacking = [
        name for name in ("avahi-daemon", "avahi-browse", "dbus-daemon") if shutil.which(name, path=path) is None
    ]
    if lacking:
        pytest.skip(f"no {', '.join(lacking)} (Debian: avahi-daemon, avahi-utils, dbus)")


def avahi(laptop: Laptop) -> Running:
    """Start avahi with a /run of its own; give what lists tables until it is closed."""
    script = """
        mount -t tmpfs tmpfs /run && mkdir -p /run/dbus /run/avahi-daemon
        dbus-daemon --system --nofork --nopidfile &
        while ! [ -S /run/dbus/system_bus_socket ]; do sleep 0.05; done
        avahi-daemon --no-drop-root --no-chroot --no-rlimits >/dev/null 2>&1 &
        until avahi-browse --all --terminate >/dev/null 2>&1; do sleep 0.1; done
        echo ready
        exec avahi-browse --resolve --parsable --no-db-lookup _patte._tcp
    """
    return laptop.start("unshare", "--mount", "--propagation", "private", "sh", "-c", script)


def test_avahi_browse_sees_a_table_with_its_txt_and_its_goodbye(wifi: Wifi) -> None:
    asha, ravi = wifi.laptop("asha"), wifi.laptop("ravi")
    browsing = avahi(ravi)
    browsing.wait_line("ready", PATIENCE_S)
    table = asha.peer("table", "Asha")
    port = table.wait_fact(PATIENCE_S, what="open")["port"]
    line = browsing.wait_line("=;eth0;IPv4;Asha;_patte._tcp;local;", PATIENCE_S)
    assert f";{asha.host};{port};" in line or f";{port};" in line
    for text in ('"v=1"', '"game=badam-satti"', '"seats=4"', '"taken=1"', '"locked=0"', '"id=', '"key='):
        assert text in line
    table.interrupt()
    browsing.wait_line("-;eth0;IPv4;Asha", PATIENCE_S)


def test_a_table_is_advertised_beside_avahi_on_one_machine(wifi: Wifi) -> None:
    asha, ravi = wifi.laptop("asha"), wifi.laptop("ravi")
    browsing = avahi(asha)
    browsing.wait_line("ready", PATIENCE_S)
    asha.peer("table", "आशा").wait_fact(PATIENCE_S, what="advertised", name="आशा")
    browsing.wait_line("=;eth0;IPv4;", PATIENCE_S)
    looking = ravi.start(sys.executable, "-m", "tests.netns.peer", "list")
    looking.wait_fact(PATIENCE_S, names=["आशा"])
