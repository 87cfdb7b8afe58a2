"""Silence, garbage, and frames that are no handshake: the connection is closed, in time, and nothing else happens."""

from collections.abc import Awaitable, Callable

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import MockClock, memory_stream_pair

from p2p.errors import EncodingError, HandshakeError
from p2p.net.handshake import Hello, LinkRecord, Role
from p2p.net.link import PASSWORD_TIMEOUT_S, PROVE_TIMEOUT_S
from p2p.pack import Item, pack
from tests.p2p.net.link_peers import (
    ASHA,
    MALLORY,
    SEAT,
    TABLE_ID,
    Dishonest,
    Outcome,
    against_dialler,
    against_listener,
    asha_dials,
    listener_tls,
    ravi_listens,
)


def steps_of_silence() -> list[Callable[[Dishonest], Awaitable[None]]]:
    async def no_tls(mallory: Dishonest) -> None:
        await trio.sleep_forever()

    async def only_tls(mallory: Dishonest) -> None:
        await mallory.start()
        await trio.sleep_forever()

    async def half_a_frame(mallory: Dishonest) -> None:
        await mallory.start()
        await mallory.secured.send_all(b"\0\0")
        await trio.sleep_forever()

    async def only_hello(mallory: Dishonest) -> None:
        await mallory.start()
        await mallory.say_hello(table_id=TABLE_ID)
        await trio.sleep_forever()

    return [no_tls, only_tls, half_a_frame, only_hello]


@pytest.mark.parametrize("silence", steps_of_silence(), ids=lambda play: play.__name__)
async def test_silent_dialler_is_left_after_five_seconds(
    autojump_clock: MockClock, silence: Callable[[Dishonest], Awaitable[None]]
) -> None:
    ours, theirs = memory_stream_pair()
    accepted = Outcome()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(silence, Dishonest(ours))
        started = trio.current_time()
        await accepted.accept(theirs, ravi_listens())
        assert trio.current_time() == started + PROVE_TIMEOUT_S
        nursery.cancel_scope.cancel()
    assert "too long" in str(accepted.error)


async def test_silent_listener_is_left_too(autojump_clock: MockClock) -> None:
    for silence in steps_of_silence():
        ours, theirs = memory_stream_pair()
        dialled = Outcome()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(silence, Dishonest(theirs, listener_tls()))
            await dialled.dial(ours, asha_dials(), SEAT)
            nursery.cancel_scope.cancel()
        assert "too long" in str(dialled.error)


async def test_listener_that_never_says_open_is_left(autojump_clock: MockClock) -> None:
    async def stay_silent(mallory: Dishonest) -> None:
        await mallory.start()
        theirs = Hello.parse(await mallory.channel.receive())
        ours = await mallory.say_hello(table_id=TABLE_ID)
        record = LinkRecord(mallory.certificate_hash, theirs, ours)
        await mallory.channel.send(pack("signature", MALLORY.sign(record.of_listener)))

    assert "too long" in str((await against_dialler(stay_silent)).error)
    assert trio.current_time() >= PASSWORD_TIMEOUT_S


async def test_peer_that_closes_politely_is_left(autojump_clock: MockClock) -> None:
    async def play(mallory: Dishonest) -> None:
        await mallory.start()
        await mallory.secured.aclose()

    assert "hung up" in str((await against_listener(play)).error)
    assert "hung up" in str((await against_dialler(play)).error)


async def test_peer_that_hangs_up_or_sends_no_handshake_is_left(autojump_clock: MockClock) -> None:
    for data, why in [(b"", "hung up"), (b"\0", "hung up"), (b"\xff" * 4, "frame"), (b"\0\0\2\1", "frame")]:

        async def play(mallory: Dishonest, data: bytes = data) -> None:
            await mallory.start()
            if data:
                await mallory.secured.send_all(data)
            await trio.aclose_forcefully(mallory.secured)

        assert why in str((await against_listener(play)).error)
        assert why in str((await against_dialler(play)).error)


def senseless_frames() -> list[tuple[Item, ...]]:
    key, nonce = MALLORY.peer_id, bytes(32)
    return [
        (),
        ("hello",),
        (key, nonce, 1, "seat"),
        (key, nonce, 1, "seat", b"", b""),
        (key, nonce[1:], 1, "seat", b""),
        (key, nonce, 1, "host", b""),
        (key, nonce, 1, "seat", bytes(15)),
        (key, nonce, "1", "seat", b""),
        (key, nonce, 1, b"seat", b""),
        (bytes(33), nonce, 1, "seat", b""),
    ]


@pytest.mark.parametrize("items", senseless_frames())
async def test_hello_that_is_none_is_refused(autojump_clock: MockClock, items: tuple[Item, ...]) -> None:
    raw = pack(*items)
    with pytest.raises(EncodingError):
        Hello.parse(raw)

    async def play(mallory: Dishonest) -> None:
        await mallory.start()
        await mallory.channel.send(raw)

    assert (await against_listener(play)).error is not None


@given(st.binary(max_size=200))
def test_any_bytes_as_hello_raise_only_encoding_error(data: bytes) -> None:
    with pytest.raises(EncodingError):
        Hello.parse(data)


def test_hello_reads_back() -> None:
    for role in Role:
        hello = Hello.say(ASHA, bytes(32), role, TABLE_ID)
        assert Hello.parse(hello.raw) == hello


@pytest.mark.parametrize("frame", [pack("signature"), pack("sig", bytes(64)), pack("signature", "text"), b"\xc0"])
async def test_no_signature_where_one_is_due_is_refused(autojump_clock: MockClock, frame: bytes) -> None:
    async def play(mallory: Dishonest) -> None:
        await mallory.start()
        await mallory.say_hello()
        await mallory.channel.send(frame)

    assert (await against_listener(play)).error is not None


async def test_no_word_whether_to_come_in_is_refused(autojump_clock: MockClock) -> None:
    async def play(mallory: Dishonest) -> None:
        await mallory.start()
        theirs = Hello.parse(await mallory.channel.receive())
        ours = await mallory.say_hello(table_id=TABLE_ID)
        record = LinkRecord(mallory.certificate_hash, theirs, ours)
        await mallory.channel.send(pack("signature", MALLORY.sign(record.of_listener)))
        await mallory.channel.send(pack("come in"))

    assert "no word" in str((await against_dialler(play)).error)


async def test_failed_handshake_closes_the_stream(autojump_clock: MockClock) -> None:
    ours, theirs = memory_stream_pair()
    accepted = Outcome()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(accepted.accept, theirs, ravi_listens())
        await ours.send_all(b"GET / HTTP/1.1\r\nHost: ravi\r\n\r\n")
    while await ours.receive_some():
        pass
    with pytest.raises(trio.BrokenResourceError):
        await ours.send_all(b"still there?")
    assert isinstance(accepted.error, HandshakeError)


async def test_cancelled_handshake_closes_the_stream(autojump_clock: MockClock) -> None:
    ours, theirs = memory_stream_pair()
    accepted = Outcome()
    with trio.move_on_after(1):
        await accepted.accept(theirs, ravi_listens())
    assert accepted.error is None
    assert await ours.receive_some() == b""
