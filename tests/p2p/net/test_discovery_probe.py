"""Which of many addresses answers, and the list's own probing: real sockets on 127.0.0.1."""

import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
import trio

from p2p.identity import Identity
from p2p.net.addresses import Address
from p2p.net.discovery.probe import Answer, NobodyAnswersError, Silence, connect, find_answering, probe_address
from p2p.net.handshake import ListenerSide
from p2p.net.link import DiallerSide, accept_link
from p2p.net.tls import make_dialler_context
from tests.p2p.net.link_peers import MALLORY, RAVI, TABLE_ID, admit_all, listener_tls, ravi_listens

Handler = Callable[[trio.SocketStream], Awaitable[None]]


def looker() -> DiallerSide:
    return DiallerSide(Identity.fresh(os.urandom), make_dialler_context(), os.urandom)


@asynccontextmanager
async def port(handler: Handler) -> AsyncIterator[Address]:
    """Serve a handler on a port of 127.0.0.1."""
    async with trio.open_nursery() as nursery:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(trio.serve_listeners, handler, [listener])
        yield Address("127.0.0.1", listener.socket.getsockname()[1])
        nursery.cancel_scope.cancel()


def table(side: ListenerSide) -> Handler:
    async def answer(stream: trio.SocketStream) -> None:
        link = await accept_link(stream, side)
        link.close()
        await link.run()

    return answer


async def say_nothing(stream: trio.SocketStream) -> None:
    async with stream:
        await trio.sleep_forever()


async def say_http(stream: trio.SocketStream) -> None:
    async with stream:
        await stream.send_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")


async def closed_port() -> Address:
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with listener:
        return Address("127.0.0.1", listener.socket.getsockname()[1])


async def test_table_answers_with_its_proven_key() -> None:
    async with port(table(ravi_listens())) as address:
        assert await probe_address(address, looker()) == Answer(address, RAVI.peer_id, TABLE_ID)


async def test_silences_are_told_apart() -> None:
    async with port(say_nothing) as mute, port(say_http) as browser, port(table(ravi_listens())) as right:
        assert await probe_address(mute, looker(), timeout_s=0.3) is Silence.NO_ANSWER
        assert await probe_address(browser, looker()) is Silence.STRANGER
        assert await probe_address(await closed_port(), looker()) is Silence.CLOSED
        # No quarrels here: nobody else's table is meant.
        with pytest.raises(NobodyAnswersError) as raised:
            await find_answering([right], looker(), is_right=lambda peer: peer == MALLORY.peer_id)
    assert raised.value.silences == ((right, Silence.STRANGER),)


async def test_first_right_answer_of_many_is_taken_without_waiting_for_the_others() -> None:
    mallory = ListenerSide(MALLORY, listener_tls("mallory"), TABLE_ID, admit_all, None, os.urandom)
    async with port(say_nothing) as mute, port(table(mallory)) as wrong, port(table(ravi_listens())) as right:
        with trio.fail_after(3):
            answer = await find_answering(
                [mute, wrong, await closed_port(), right, right],
                looker(),
                table_id=TABLE_ID,
                is_right=lambda peer: peer == RAVI.peer_id,
            )
    assert answer.address == right


async def test_no_address_is_said_as_such() -> None:
    with pytest.raises(NobodyAnswersError, match="no address"):
        await find_answering([], looker())


async def test_connect_leaves_no_socket_open_when_it_fails() -> None:
    # An open socket would be a ResourceWarning, and so a failure.
    with pytest.raises(OSError, match="refused"):
        await connect(await closed_port())
