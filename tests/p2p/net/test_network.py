"""Addresses, ports and sockets; the log; what is remembered of people."""

import io
import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from p2p.errors import EncodingError
from p2p.net.addresses import (
    Address,
    NoFreePortError,
    UnreachableError,
    parse_address,
    parse_addresses,
)
from p2p.net.log import MOST_SIZE_BYTES, Log, open_log
from p2p.net.memory import Memory
from p2p.net.network import TcpNetwork
from p2p.net.store import KnownPlayer, Store
from p2p.table.contract import Contract, ContractSeat
from tests.p2p.net.session_peers import key

# Addresses.


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("192.168.1.5:47752", Address("192.168.1.5", 47752)),
        ("192.168.1.5", Address("192.168.1.5", 47752)),
        (" localhost:1 ", Address("127.0.0.1", 1)),
        ("[fd00::1]:65535", Address("fd00::1", 65535)),
        ("[fd00::1]", Address("fd00::1", 47752)),
        ("fd00:0::1", Address("fd00::1", 47752)),
    ],
)
def test_address_is_read(text: str, address: Address) -> None:
    assert parse_address(text, default_port=47752) == address


@pytest.mark.parametrize(
    "text",
    [
        "",
        "patte.example.org:47752",
        "192.168.1.5:0",
        "192.168.1.5:65536",
        "192.168.1.5:१",
        "192.168.1:47752",
        "192.168.1.5:",
        "[fd00::1",
        "[fd00::1]47752",
        "0.0.0.0:1",
        "[::]:1",
        "224.0.0.251:5353",
    ],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(EncodingError):
        parse_address(text)


@given(st.ip_addresses(), st.integers(1, 65535))
def test_address_is_read_as_it_is_written(host: object, port: int) -> None:
    try:
        address = parse_address(str(Address(str(host), port)))
    except EncodingError:
        return
    assert address == Address(str(host), port)
    assert parse_address(str(address)) == address


@given(st.text())
def test_any_text_is_an_address_or_refused(text: str) -> None:
    try:
        parse_address(text, default_port=1)
    except EncodingError:
        return


def test_roster_gives_eight_addresses_at_the_most() -> None:
    texts = ["nonsense", *(f"10.0.0.{number}:1" for number in range(20)), "10.0.0.1:1"]
    assert parse_addresses(texts) == tuple(Address(f"10.0.0.{number}", 1) for number in range(8))


# Ports.


async def test_next_port_is_taken_where_one_is_not_free() -> None:
    network = TcpNetwork([first := free_port(), first + 1])
    async with await open_at(network) as one, await open_at(network) as other:
        assert [one.port, other.port] == [first, first + 1]
        with pytest.raises(NoFreePortError):
            await network.listen(everywhere=False, any_port=False)
        listening = await network.listen(everywhere=False, any_port=True)
        assert listening.addresses[0].port not in (0, first, first + 1)
        await listening.close()


async def test_table_for_all_listens_on_every_interface() -> None:
    listening = await TcpNetwork([free_port()]).listen(everywhere=True, any_port=False)
    assert listening.addresses[-1].host == "127.0.0.1"
    assert len({one.port for one in listening.addresses}) == 1
    await listening.close()


async def test_streams_carry_both_ways() -> None:
    network = TcpNetwork(())
    with trio.fail_after(10):
        async with trio.open_nursery() as nursery:
            listening = await network.listen(everywhere=False, any_port=True)

            async def answer(stream: trio.abc.Stream, seen_at: str) -> None:
                await stream.send_all(seen_at.encode())
                await stream.aclose()

            nursery.start_soon(listening.serve, answer, nursery)
            stream = await network.connect(listening.addresses[0])
            assert await stream.receive_some() == b"127.0.0.1"
            await stream.aclose()
            nursery.cancel_scope.cancel()
    with pytest.raises(UnreachableError):
        await network.connect(listening.addresses[0])


class Opened:
    def __init__(self, port: int, close: object) -> None:
        self.port = port
        self._close = close

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        assert callable(self._close)
        await self._close()


async def open_at(network: TcpNetwork) -> Opened:
    listening = await network.listen(everywhere=False, any_port=False)
    return Opened(listening.addresses[0].port, listening.close)


def free_port() -> int:
    """Give a port that is free, with the one after it."""
    import socket

    while True:
        with socket.socket() as one, socket.socket() as other:
            one.bind(("127.0.0.1", 0))
            port = int(one.getsockname()[1])
            if port >= 65535:
                continue
            try:
                other.bind(("127.0.0.1", port + 1))
            except OSError:
                continue
            return port


# The log.


def test_log_writes_one_object_a_line() -> None:
    stream = io.StringIO()
    log = Log(stream, lambda: datetime(2026, 7, 28, 20, 15, tzinfo=UTC))
    log.write("link", peer="k3f9", number=1)
    log.write("two\nlines", why="हाँ")
    first, second = stream.getvalue().splitlines()
    assert json.loads(first) == {"at": "2026-07-28T20:15:00.000+00:00", "what": "link", "peer": "k3f9", "number": 1}
    assert json.loads(second)["what"] == "two\nlines"


def test_log_that_cannot_be_written_stops_nobody() -> None:
    stream = io.StringIO()
    log = Log(stream)
    stream.close()
    log.write("lost")
    log.write("lost again")
    Log(None).write("nowhere")


def test_log_that_has_grown_large_is_put_aside(tmp_path: Path) -> None:
    path = tmp_path / "logs" / "patte.log"
    with open_log(path) as stream:
        stream.write("x" * (MOST_SIZE_BYTES + 1))
    with open_log(path) as stream:
        Log(stream).write("fresh")
    assert json.loads(path.read_text())["what"] == "fresh"
    assert path.with_name("patte.log.old").stat().st_size > MOST_SIZE_BYTES


# Memory.


def contract(*people: tuple[str, str, bool]) -> Contract:
    seats = tuple(ContractSeat(key(who).peer_id, name, bot, bytes(32)) for who, name, bot in people)
    return Contract(bytes(16), "sevens", (), False, seats, None)


def test_people_are_remembered_and_neither_bots_nor_namesakes(tmp_path: Path) -> None:
    store, out = Store(tmp_path / "store"), io.StringIO()
    memory = Memory(store, key("me").peer_id, Log(out))
    assert memory.look_up("Ravi") is None
    memory.remember(
        contract(
            ("me", "Asha", False), ("r", "Ravi", False), ("b", "Bot", True), ("m", "Mia", False), ("n", "Mia", False)
        )
    )
    assert store.known_players() == (KnownPlayer("Ravi", key("r").peer_id),)
    assert memory.look_up("Ravi") == key("r").peer_id
    written = (tmp_path / "store" / "players").stat().st_mtime_ns
    memory.remember(contract(("me", "Asha", False), ("r", "Ravi", False)))
    assert (tmp_path / "store" / "players").stat().st_mtime_ns == written
    # That another came with the name is prevented before; here it only must not end the evening.
    memory.remember(contract(("me", "Asha", False), ("x", "Ravi", False)))
    assert "players-unwritten" in out.getvalue()


@pytest.mark.skipif(os.name != "posix", reason="takes a file's place with a folder")
def test_players_that_cannot_be_read_are_nobody(tmp_path: Path) -> None:
    out = io.StringIO()
    memory = Memory(Store(tmp_path), key("me").peer_id, Log(out))
    (tmp_path / "players").mkdir()
    assert memory.look_up("Ravi") is None
    memory.remember(contract(("r", "Ravi", False)))
    assert [json.loads(line)["what"] for line in out.getvalue().splitlines()] == ["players-unread", "players-unwritten"]


def test_without_a_store_nobody_is_known() -> None:
    memory = Memory(None, key("me").peer_id, Log(None))
    memory.remember(contract(("r", "Ravi", False)))
    assert memory.look_up("Ravi") is None
