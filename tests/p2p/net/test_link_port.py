"""What else knocks at the port: each costs its own connection, while an honest peer comes in beside it.

Real sockets on 127.0.0.1. The deadlines are set short, so that nothing here waits for more than a blink.
"""

import os
import socket
import ssl
import stat
import struct
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from p2p.errors import HandshakeError
from p2p.net import link as link_module
from p2p.net.handshake import Call, ListenerSide, Role
from p2p.net.link import Link, accept_link, dial_link
from p2p.net.tls import make_dialler_context, make_listener_tls
from tests.p2p.net.link_peers import ASHA, asha_dials, ravi_listens, shake_hands


class Port:
    """A listener on a real port that answers everybody who knocks, as a host does."""

    def __init__(self) -> None:
        self.links: list[Link] = []
        self.errors: list[HandshakeError] = []
        self.changed = trio.Event()
        self.number = 0

    async def serve(self, side: ListenerSide, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        self.number = listener.socket.getsockname()[1]
        async with listener, trio.open_nursery() as nursery:
            task_status.started()
            while True:
                nursery.start_soon(self._answer, await listener.accept(), side)

    async def wait_over(self, count: int) -> None:
        while len(self.links) + len(self.errors) < count:
            await self.changed.wait()

    async def _answer(self, stream: trio.SocketStream, side: ListenerSide) -> None:
        try:
            link = await accept_link(stream, side)
        except HandshakeError as error:
            self.errors.append(error)
        else:
            self.links.append(link)
            link.close()
            await link.run()
        changed, self.changed = self.changed, trio.Event()
        changed.set()


def browser(port: int) -> None:
    with pytest.raises((urllib.error.URLError, OSError)):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5)


def browser_with_tls(port: int) -> None:
    context = ssl.create_default_context()
    with pytest.raises((urllib.error.URLError, OSError)):
        urllib.request.urlopen(f"https://127.0.0.1:{port}/", timeout=5, context=context)


def one_byte_and_a_reset(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port)) as sock:
        sock.sendall(b"\x16")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def port_scan(port: int) -> None:
    socket.create_connection(("127.0.0.1", port)).close()


def silence(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=5) as sock:
        assert read_to_end(sock) == b""


def garbage(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=5) as sock:
        sock.sendall(os.urandom(4000))
        read_to_end(sock)


def silent_tls_client(port: int) -> None:
    with tls_connection(port) as secured:
        assert secured.version() == "TLSv1.3"
        assert read_to_end(secured) == b""


def tls_client_that_asks_for_a_page(port: int) -> None:
    with tls_connection(port) as secured:
        secured.sendall(b"GET / HTTP/1.1\r\n\r\n")
        assert read_to_end(secured) == b""


def old_tls(port: int) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    with socket.create_connection(("127.0.0.1", port), timeout=5) as sock, pytest.raises((ssl.SSLError, OSError)):
        context.wrap_socket(sock)


def tls_connection(port: int) -> ssl.SSLSocket:
    return make_dialler_context().wrap_socket(socket.create_connection(("127.0.0.1", port), timeout=5))


def read_to_end(sock: socket.socket) -> bytes:
    got = b""
    try:
        while data := sock.recv(1000):
            got += data
    except (ssl.SSLEOFError, ConnectionError):
        pass
    return got


KNOCKS: list[Callable[[int], None]] = [
    browser,
    browser_with_tls,
    one_byte_and_a_reset,
    port_scan,
    silence,
    garbage,
    silent_tls_client,
    tls_client_that_asks_for_a_page,
    old_tls,
]


async def test_whatever_knocks_costs_its_own_connection_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_module, "PROVE_TIMEOUT_S", 0.5)
    port = Port()
    async with trio.open_nursery() as nursery:
        await nursery.start(port.serve, ravi_listens())
        async with trio.open_nursery() as knocks:
            for knock in KNOCKS:
                knocks.start_soon(trio.to_thread.run_sync, knock, port.number)
            stream = await trio.open_tcp_stream("127.0.0.1", port.number)
            link = await dial_link(stream, asha_dials(), Call(Role.SEAT))
            await link.run()
        with trio.fail_after(5):
            await port.wait_over(len(KNOCKS) + 1)
        nursery.cancel_scope.cancel()
    assert [link.peer_id for link in port.links] == [ASHA.peer_id]
    assert len(port.errors) == len(KNOCKS)


def test_key_file_is_gone_and_was_private(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    seen: list[int] = []
    load = ssl.SSLContext.load_cert_chain

    def look(context: ssl.SSLContext, path: str) -> None:
        seen.append(stat.S_IMODE(os.stat(path).st_mode))
        load(context, path)

    monkeypatch.setattr(ssl.SSLContext, "load_cert_chain", look)
    make_listener_tls()
    assert list(tmp_path.iterdir()) == []
    assert len(seen) == 1
    if os.name == "posix":
        assert seen == [0o600]


def test_key_file_is_gone_also_when_it_cannot_be_loaded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    def fail(context: ssl.SSLContext, path: str) -> None:
        raise ssl.SSLError("no")

    monkeypatch.setattr(ssl.SSLContext, "load_cert_chain", fail)
    with pytest.raises(ssl.SSLError):
        make_listener_tls()
    assert list(tmp_path.iterdir()) == []


def test_two_starts_have_two_certificates() -> None:
    assert make_listener_tls().certificate_hash != make_listener_tls().certificate_hash


async def test_link_speaks_tls_1_3_and_gives_no_tickets(autojump_clock: MockClock) -> None:
    dialled, accepted = await shake_hands()
    for outcome in (dialled, accepted):
        stream = outcome.the_link._stream
        assert isinstance(stream, trio.SSLStream)
        assert stream.version() == "TLSv1.3"
    stream = dialled.the_link._stream
    assert isinstance(stream, trio.SSLStream)
    assert not stream.session.has_ticket
