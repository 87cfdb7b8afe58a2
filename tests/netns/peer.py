"""What the tests run in a namespace, one at a time; each says what it knows on stdout, a fact a line, as JSON.

table NAME        a table with nobody at it: it listens, answers knocks, is advertised
list              the tables that are there, at each change
dial HOST ...     which of the addresses answers
code DIGITS       which answers by a code
why               the likeliest reasons, after looking for three seconds
hold              UDP port 5353, for itself alone
fakes N           announce N tables that are not there, and records that are none
"""

import argparse
import contextlib
import json
import os
import signal
import socket
import sys
import time

import trio
from zeroconf import ServiceInfo, Zeroconf

from p2p.errors import EncodingError, HandshakeError, P2PError
from p2p.identity import Identity, PeerId
from p2p.net.addresses import FIRST_PORT, PORTS, Address, parse_address
from p2p.net.code import code_of, parse_code
from p2p.net.discovery.advert import Advert, key_mark
from p2p.net.discovery.advertise import Advertisement, advertise
from p2p.net.discovery.interfaces import advertised_hosts, own_interfaces
from p2p.net.discovery.nearby import watch_nearby
from p2p.net.discovery.probe import find_answering
from p2p.net.handshake import Admission, Entry, ListenerSide, Role
from p2p.net.link import DiallerSide, accept_link
from p2p.net.reasons import gather_facts, likely_reasons
from p2p.net.tls import make_dialler_context, make_listener_tls


def say(**fact: object) -> None:
    """Write one fact, with the time."""
    print(json.dumps({"at": time.monotonic(), **fact}, ensure_ascii=False), flush=True)


def admit_all(peer_id: PeerId, role: Role) -> Admission:
    """Let everybody in."""
    return Entry.KNOWN


async def run_table(name: str, *, first_port: int = FIRST_PORT, hosts: tuple[str, ...] = ()) -> None:
    """Listen on the first free port, answer knocks, and be advertised."""
    identity, table_id = Identity.fresh(os.urandom), os.urandom(16)
    side = ListenerSide(identity, make_listener_tls(), table_id, admit_all, None, os.urandom)
    listeners, port = await open_listeners(first_port)
    advert = Advert(table_id, "badam-satti", 4, 1, key_mark(identity.peer_id), locked=False)
    own = advertised_hosts(own_interfaces())
    codes = [str(code) for host in own if (code := code_of(Address(host, port), identity.peer_id))]
    say(what="open", port=port, codes=codes, hosts=own, key=identity.peer_id.hex())

    async def answer(stream: trio.SocketStream) -> None:
        with contextlib.suppress(HandshakeError):
            link = await accept_link(stream, side)
            link.close()
            await link.run()

    async def tell(advertisement: Advertisement) -> None:
        while True:
            trouble = advertisement.trouble
            say(what="advertised", name=advertisement.name, trouble=trouble and trouble.value)
            await advertisement.status.wait_changed()

    async with advertise(name, advert, port) as advertisement, trio.open_nursery() as nursery:
        for listener in listeners:
            nursery.start_soon(trio.serve_listeners, answer, [listener])
        nursery.start_soon(tell, advertisement)
        await until_interrupted()
        nursery.cancel_scope.cancel()
    say(what="closed")


async def open_listeners(first_port: int) -> tuple[list[trio.SocketListener], int]:
    """Listen for IPv4 and IPv6 at the first port that is free."""
    for port in (port for port in PORTS if port >= first_port):
        with contextlib.suppress(OSError):
            return await trio.open_tcp_listeners(port), port
    raise OSError("no free port")


async def until_interrupted() -> None:
    """Wait for Ctrl-C."""
    with trio.open_signal_receiver(signal.SIGINT) as signals:
        async for _ in signals:
            return


def looker() -> DiallerSide:
    """Show a key made for this only."""
    return DiallerSide(Identity.fresh(os.urandom), make_dialler_context(), os.urandom)


async def run_list() -> None:
    """Say the list at each change."""
    async with watch_nearby(looker()) as nearby, trio.open_nursery() as nursery:

        async def tell() -> None:
            before = None
            while True:
                now = {
                    "names": sorted(table.name for table in nearby.tables),
                    "silent": sorted(table.name for table in nearby.silent),
                    "addresses": sorted(str(table.address) for table in nearby.tables),
                    "taken": [table.advert.taken for table in nearby.tables],
                    "trouble": nearby.trouble and nearby.trouble.value,
                }
                if now != before:
                    say(what="list", **now)
                before = now
                await nearby.wait_changed()

        nursery.start_soon(tell)
        await until_interrupted()
        nursery.cancel_scope.cancel()
    say(what="closed")


async def run_dial(addresses: tuple[Address, ...], is_right: object = None) -> None:
    """Say which answers."""
    started = time.monotonic()
    try:
        if callable(is_right):
            answer = await find_answering(addresses, looker(), is_right=lambda peer: bool(is_right(peer)))
        else:
            answer = await find_answering(addresses, looker())
    except P2PError as error:
        say(what="nobody", why=str(error), seconds=time.monotonic() - started)
    else:
        say(what="answer", address=str(answer.address), seconds=time.monotonic() - started, key=answer.peer_id.hex())


async def run_why() -> None:
    """Say the reasons."""
    async with watch_nearby(looker()) as nearby:
        await trio.sleep(3)
        tables = sorted(table.name for table in nearby.tables)
        reasons = likely_reasons(await gather_facts(nearby))
    say(what="why", tables=tables, reasons=[type(reason).__name__ for reason in reasons])


def advertise_printer() -> None:
    """Be somebody else on the network, who answers what is asked."""
    kind, host = "_ipp._tcp.local.", advertised_hosts(own_interfaces())[0]
    with Zeroconf([host]) as zeroconf:
        info = ServiceInfo(kind, f"Printer.{kind}", port=631, server="printer.local.", parsed_addresses=[host])
        zeroconf.register_service(info)
        say(what="advertised", name="Printer")
        sys.stdin.read()


def hold() -> None:
    """Take UDP port 5353 as a program does that shares it with nobody."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("", 5353))
        say(what="held")
        sys.stdin.read()


def send_fakes(count: int) -> None:
    """Announce what is not there, and what is no table, each in a packet of its own."""
    from tests.netns.strangers import packets

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as mouth:
        mouth.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        mouth.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        mouth.bind(("", 5353))
        mouth.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
        host = next(host for host in advertised_hosts(own_interfaces()) if "." in host)
        mouth.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(host))
        sent = 0
        for packet in packets(count, host):
            mouth.sendto(packet, ("224.0.0.251", 5353))
            sent += 1
            if sent % 20 == 0:
                time.sleep(0.005)
        say(what="sent", packets=sent)
        sys.stdin.read()


def main() -> None:
    """Read what to run."""
    parser = argparse.ArgumentParser()
    parser.add_argument("what")
    parser.add_argument("words", nargs="*")
    parser.add_argument("--first-port", type=int, default=FIRST_PORT)
    given = parser.parse_args()
    match given.what, given.words:
        case "table", [name]:
            trio.run(lambda: run_table(name, first_port=given.first_port))
        case "list", []:
            trio.run(run_list)
        case "dial", [_, *_] as hosts:
            addresses = tuple(parse_address(host, default_port=FIRST_PORT) for host in hosts)
            trio.run(run_dial, addresses)
        case "code", [digits]:
            code = parse_code(digits)
            trio.run(run_dial, code.addresses(advertised_hosts(own_interfaces())), code.is_of)
        case "why", []:
            trio.run(run_why)
        case "printer", []:
            advertise_printer()
        case "hold", []:
            hold()
        case "fakes", [count]:
            send_fakes(int(count))
        case _:
            raise EncodingError("unknown")


if __name__ == "__main__":
    main()
