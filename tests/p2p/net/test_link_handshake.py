"""Nobody comes in who did not prove the key it shows, on this very connection, to this very listener."""

import functools
import os

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair

from p2p.identity import Identity, PeerId
from p2p.net.handshake import Admission, Call, Channel, Entry, Hello, LinkRecord, Refusal, RefusedError, Role
from p2p.pack import pack
from tests.p2p.net.link_peers import (
    ASHA,
    MALLORY,
    RAVI,
    SEAT,
    TABLE_ID,
    Dishonest,
    Outcome,
    against_dialler,
    against_listener,
    asha_dials,
    listener_tls,
    ravi_listens,
    shake_hands,
)

ORDER_8_Y = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
SMALL_ORDER_KEYS = [
    (y | sign).to_bytes(32, "little")
    for y in (0, 1, 2**255 - 20, ORDER_8_Y, 2**255 - 19 - ORDER_8_Y)
    for sign in (0, 1 << 255)
]


async def test_relay_in_the_middle_is_found_out_by_both(autojump_clock: MockClock) -> None:
    """It forwards every word unchanged, under a certificate of its own to the dialler."""
    asha_end, left_end = memory_stream_pair()
    right_end, ravi_end = memory_stream_pair()
    dialled, accepted = Outcome(), Outcome()
    left, right = Dishonest(left_end, listener_tls("mallory")), Dishonest(right_end)
    passed_on: list[bytes | bytearray] = []

    async def pump(source: trio.abc.Stream, sink: trio.abc.Stream) -> None:
        try:
            while data := await source.receive_some(1000):
                passed_on.append(data)
                await sink.send_all(data)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass
        await trio.aclose_forcefully(sink)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(dialled.dial, asha_end, asha_dials(), SEAT)
        nursery.start_soon(accepted.accept, ravi_end, ravi_listens())
        await left.start()
        await right.start()
        nursery.start_soon(pump, left.secured, right.secured)
        nursery.start_soon(pump, right.secured, left.secured)
    assert dialled.error is not None
    assert "signature" in str(dialled.error)
    assert accepted.error is not None
    assert len(passed_on) >= 2


async def test_listener_refuses_its_own_echo(autojump_clock: MockClock) -> None:
    dialled, accepted = await shake_hands(dialler=asha_dials(RAVI))
    assert "own key" in str(accepted.error)
    assert dialled.error is not None


async def test_dialler_refuses_its_own_words(autojump_clock: MockClock) -> None:
    async def reflect(mallory: Dishonest) -> None:
        await mallory.start()
        await mallory.channel.send(await mallory.channel.receive())

    assert "own key" in str((await against_dialler(reflect)).error)


async def test_replayed_handshake_is_refused(autojump_clock: MockClock) -> None:
    """All that Asha once said to Ravi, said again: his nonce is another."""
    said: list[bytes] = []

    async def asha_joins(asha: Dishonest) -> None:
        record = await asha.join_as(ASHA)
        said.extend([record.dialler.raw, pack("signature", ASHA.sign(record.of_dialler))])

    async def replay(mallory: Dishonest) -> None:
        await mallory.start()
        await mallory.channel.send(said[0])
        await mallory.channel.send(said[1])

    first = await against_listener(asha_joins)
    assert first.the_link.peer_id == ASHA.peer_id
    again = await against_listener(replay)
    assert "signature" in str(again.error)


async def test_replayed_listener_is_refused(autojump_clock: MockClock) -> None:
    said: list[bytes] = []
    tls = listener_tls("mallory")

    async def honest(listener: Dishonest) -> None:
        await listener.start()
        theirs = Hello.parse(await listener.channel.receive())
        ours = Hello.say(RAVI, os.urandom(32), theirs.role, TABLE_ID)
        record = LinkRecord(tls.certificate_hash, theirs, ours)
        said.extend([ours.raw, pack("signature", RAVI.sign(record.of_listener)), pack("open")])
        for frame in said:
            await listener.channel.send(frame)

    async def replay(listener: Dishonest) -> None:
        await listener.start()
        for frame in said:
            await listener.channel.send(frame)

    assert (await against_dialler(honest)).the_link.peer_id == RAVI.peer_id
    assert "signature" in str((await against_dialler(replay)).error)


async def test_swapped_roles_are_refused_by_the_listener(autojump_clock: MockClock) -> None:
    """A dialler's signature under the listener's label is none."""

    async def swap(mallory: Dishonest) -> None:
        await mallory.start()
        ours = await mallory.say_hello()
        theirs = Hello.parse(await mallory.channel.receive())
        record = LinkRecord(mallory.certificate_hash, ours, theirs)
        await mallory.channel.send(pack("signature", MALLORY.sign(record.of_listener)))

    assert "signature" in str((await against_listener(swap)).error)


async def test_swapped_roles_are_refused_by_the_dialler(autojump_clock: MockClock) -> None:
    async def swap(mallory: Dishonest) -> None:
        await mallory.start()
        theirs = Hello.parse(await mallory.channel.receive())
        ours = await mallory.say_hello(table_id=TABLE_ID)
        record = LinkRecord(mallory.certificate_hash, theirs, ours)
        await mallory.channel.send(pack("signature", MALLORY.sign(record.of_dialler)))

    assert "signature" in str((await against_dialler(swap)).error)


async def test_key_of_another_is_refused(autojump_clock: MockClock) -> None:
    async def pretend(mallory: Dishonest) -> None:
        await mallory.start()
        ours = await mallory.say_hello(ASHA)
        theirs = Hello.parse(await mallory.channel.receive())
        record = LinkRecord(mallory.certificate_hash, ours, theirs)
        await mallory.channel.send(pack("signature", MALLORY.sign(record.of_dialler)))

    assert "signature" in str((await against_listener(pretend)).error)


@pytest.mark.parametrize("key", [*SMALL_ORDER_KEYS, b"\xed" + bytes([255] * 30) + b"\x7f", bytes(31)])
async def test_key_of_small_order_or_strange_form_is_refused(autojump_clock: MockClock, key: bytes) -> None:
    hello = pack(key, os.urandom(32), 1, "seat", TABLE_ID)
    forged = pack("signature", bytes([1]) + bytes(63))

    async def dial(mallory: Dishonest) -> None:
        await mallory.start()
        await mallory.channel.send(hello)
        await mallory.channel.send(forged)

    async def listen(mallory: Dishonest) -> None:
        await mallory.start()
        for frame in (hello, forged, pack("open")):
            await mallory.channel.send(frame)

    assert "identity key" in str((await against_listener(dial)).error)
    assert "identity key" in str((await against_dialler(listen)).error)


async def test_another_peer_than_the_one_called_is_refused(autojump_clock: MockClock) -> None:
    dialled, accepted = await shake_hands(Call(Role.SEAT, expected=MALLORY.peer_id))
    assert "another peer" in str(dialled.error)
    assert accepted.error is not None


@pytest.mark.parametrize(
    ("table_id", "role"), [(bytes(16), Role.SEAT), (b"", Role.SEAT), (TABLE_ID, Role.WATCH)], ids=["id", "none", "role"]
)
async def test_another_table_or_role_than_the_one_called_is_refused(
    autojump_clock: MockClock, table_id: bytes, role: Role
) -> None:
    async def answer(mallory: Dishonest) -> None:
        await mallory.start()
        await mallory.channel.receive()
        await mallory.say_hello(table_id=table_id, role=role)

    assert "another table" in str((await against_dialler(answer, Call(Role.SEAT, TABLE_ID))).error)


async def test_dialler_of_another_table_is_told_so(autojump_clock: MockClock) -> None:
    dialled, accepted = await shake_hands(Call(Role.SEAT, bytes(16)))
    assert reasons(dialled, accepted) == [Refusal.TABLE] * 2


async def test_another_version_is_told_so(autojump_clock: MockClock) -> None:
    heard: list[Refusal] = []

    async def newer(mallory: Dishonest) -> None:
        await mallory.start()
        await mallory.channel.send(pack(MALLORY.peer_id, os.urandom(32), 2, "seat", b"", "something new"))
        with pytest.raises(RefusedError) as error:
            await mallory.channel.receive()
        heard.append(error.value.reason)

    async def newer_listener(mallory: Dishonest) -> None:
        await mallory.start()
        await mallory.channel.send(pack(MALLORY.peer_id, os.urandom(32), 2, "seat", TABLE_ID))

    accepted = await against_listener(newer)
    assert [*heard, *reasons(accepted)] == [Refusal.VERSION] * 2
    assert reasons(await against_dialler(newer_listener)) == [Refusal.VERSION]


@pytest.mark.parametrize("reason", [Refusal.FULL, Refusal.NO_WATCHERS, Refusal.NOT_WELCOME])
async def test_refused_dialler_hears_why(autojump_clock: MockClock, reason: Refusal) -> None:
    asked: list[tuple[PeerId, Role]] = []

    def admit(peer_id: PeerId, role: Role) -> Admission:
        asked.append((peer_id, role))
        return reason

    dialled, accepted = await shake_hands(Call(Role.WATCH), listener=ravi_listens(admit=admit))
    assert reasons(dialled, accepted) == [reason] * 2
    assert asked == [(ASHA.peer_id, Role.WATCH)]


async def test_nobody_is_asked_about_a_key_that_is_not_proven(autojump_clock: MockClock) -> None:
    asked: list[PeerId] = []

    def admit(peer_id: PeerId, role: Role) -> Admission:
        asked.append(peer_id)
        return Entry.KNOWN

    ours, theirs = memory_stream_pair()
    accepted = Outcome()
    mallory = Dishonest(ours)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(accepted.accept, theirs, ravi_listens(admit=admit))
        await mallory.start()
        await mallory.say_hello(ASHA)
        await mallory.channel.send(pack("signature", bytes(64)))
    assert accepted.error is not None
    assert asked == []


async def test_refusal_nobody_knows_is_a_failed_handshake(autojump_clock: MockClock) -> None:
    async def refuse(mallory: Dishonest) -> None:
        await mallory.start()
        await mallory.channel.send(pack("refused", "\x1b[2J"))

    error = (await against_dialler(refuse)).error
    assert error is not None
    assert not isinstance(error, RefusedError)
    assert "\x1b" not in str(error)


async def test_dialler_cannot_refuse_the_listener(autojump_clock: MockClock) -> None:
    async def refuse(mallory: Dishonest) -> None:
        await mallory.start()
        await mallory.channel.send(pack("refused", "locked"))

    error = (await against_listener(refuse)).error
    assert error is not None
    assert not isinstance(error, RefusedError)


async def test_two_diallers_at_once_do_not_mix(autojump_clock: MockClock) -> None:
    listener = ravi_listens()
    got: list[PeerId] = []

    async def one(identity: Identity) -> None:
        _, accepted = await shake_hands(listener=listener, dialler=asha_dials(identity))
        got.append(accepted.the_link.peer_id)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(one, ASHA)
        nursery.start_soon(functools.partial(one, MALLORY))
    assert sorted(got) == sorted([ASHA.peer_id, MALLORY.peer_id])


async def test_channel_keeps_what_came_after_the_handshake(autojump_clock: MockClock) -> None:
    ours, theirs = memory_stream_pair()
    channel = Channel(theirs, is_dialler=False)
    await ours.send_all(b"\0\0\0\1\x90" + b"\0\0\0\2" + b"\x91\x01")
    assert await channel.receive() == b"\x90"
    assert channel.reader.next_frame() == b"\x91\x01"


def reasons(*outcomes: Outcome) -> list[Refusal]:
    found: list[Refusal] = []
    for outcome in outcomes:
        assert isinstance(outcome.error, RefusedError), outcome.error
        found.append(outcome.error.reason)
    return found
