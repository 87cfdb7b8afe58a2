"""A link carries frames both ways, holds a bounded amount, and ends without hurting anybody else."""

import pytest
import trio
from trio.testing import MockClock, lockstep_stream_pair, memory_stream_pair, wait_all_tasks_blocked

from p2p.errors import EncodingError, LinkClosedError
from p2p.net.handshake import Call, Role
from p2p.net.link import MAX_INCOMING_BYTES, MAX_OUTGOING_BYTES, SEND_TIMEOUT_S, Link
from p2p.wire.frames import MAX_FRAME_SIZE_BYTES
from tests.p2p.net.link_peers import ASHA, RAVI, TABLE_ID, Outcome, asha_dials, ravi_listens, running_pair, shake_hands

LARGEST = bytes(MAX_FRAME_SIZE_BYTES)


@pytest.mark.parametrize("role", list(Role))
async def test_both_sides_know_each_other_after_the_handshake(autojump_clock: MockClock, role: Role) -> None:
    dialled, accepted = await shake_hands(Call(role, TABLE_ID, expected=RAVI.peer_id))
    ours, theirs = dialled.the_link, accepted.the_link
    assert (ours.peer_id, ours.role, ours.table_id, ours.is_dialler) == (RAVI.peer_id, role, TABLE_ID, True)
    assert (theirs.peer_id, theirs.role, theirs.table_id, theirs.is_dialler) == (ASHA.peer_id, role, TABLE_ID, False)


async def test_table_id_of_the_listener_counts_where_none_was_known(autojump_clock: MockClock) -> None:
    dialled, _ = await shake_hands(Call(Role.SEAT))
    assert dialled.the_link.table_id == TABLE_ID


async def test_frames_arrive_in_order_both_ways(autojump_clock: MockClock) -> None:
    async with trio.open_nursery() as nursery:
        ours, theirs = await running_pair(nursery)
        for i in range(200):
            ours.send_frame_nowait(b"%d" % i)
            await theirs.send_frame(b"back %d" % i)
        assert [await theirs.receive_frame() for _ in range(200)] == [b"%d" % i for i in range(200)]
        assert [await ours.receive_frame() for _ in range(200)] == [b"back %d" % i for i in range(200)]
        ours.send_frame_nowait(LARGEST)
        assert await theirs.receive_frame() == LARGEST
        ours.close()
        theirs.close()


async def test_frame_sent_before_the_other_side_runs_is_not_lost(autojump_clock: MockClock) -> None:
    dialled, accepted = await shake_hands()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(dialled.the_link.run)
        dialled.the_link.send_frame_nowait(b"at once")
        await wait_all_tasks_blocked()
        nursery.start_soon(accepted.the_link.run)
        assert await accepted.the_link.receive_frame() == b"at once"
        nursery.cancel_scope.cancel()


async def test_raw_close_is_a_drop_and_what_came_before_is_kept(autojump_clock: MockClock) -> None:
    async with trio.open_nursery() as nursery:
        ours, theirs = await running_pair(nursery)
        ours.send_frame_nowait(b"last words")
        await wait_all_tasks_blocked()
        ours.close()
        await wait_all_tasks_blocked()
        assert theirs.is_closed
        assert await theirs.receive_frame() == b"last words"
        for link in (ours, theirs):
            with pytest.raises(LinkClosedError):
                await link.receive_frame()
            with pytest.raises(LinkClosedError):
                link.send_frame_nowait(b"too late")
            with pytest.raises(LinkClosedError):
                await link.send_frame(b"too late")
    assert ours.why == "closed here"
    assert theirs.why == "the other side hung up"


async def test_finish_sends_what_is_queued_and_both_ends_end(autojump_clock: MockClock) -> None:
    async with trio.open_nursery() as nursery:
        ours, theirs = await running_pair(nursery)
        for _ in range(10):
            ours.send_frame_nowait(LARGEST)
        ours.send_frame_nowait(b"bye")
        started = trio.current_time()
        nursery.start_soon(ours.finish)
        assert [await theirs.receive_frame() for _ in range(11)] == [*[LARGEST] * 10, b"bye"]
    assert trio.current_time() == started


async def test_finish_gives_up_after_its_time(autojump_clock: MockClock) -> None:
    ours, _ = await stalled_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ours.run)
        ours.send_frame_nowait(b"bye")
        started = trio.current_time()
        await ours.finish(0.5)
        assert trio.current_time() == started + 0.5
    assert ours.is_closed


async def test_link_closed_before_it_runs_ends_at_once(autojump_clock: MockClock) -> None:
    dialled, accepted = await shake_hands()
    dialled.the_link.close()
    await dialled.the_link.run()
    await accepted.the_link.run()
    with pytest.raises(LinkClosedError):
        await accepted.the_link.receive_frame()


async def test_cancelling_the_host_closes_the_link(autojump_clock: MockClock) -> None:
    async with trio.open_nursery() as keeper:
        dialled, accepted = await shake_hands()
        keeper.start_soon(accepted.the_link.run)
        async with trio.open_nursery() as host:
            host.start_soon(dialled.the_link.run)
            await wait_all_tasks_blocked()
            host.cancel_scope.cancel()
        await wait_all_tasks_blocked()
        assert accepted.the_link.is_closed


async def test_peer_that_stops_reading_is_dropped_when_the_queue_is_full(autojump_clock: MockClock) -> None:
    ours, _ = await stalled_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ours.run)
        fitting = MAX_OUTGOING_BYTES // (len(LARGEST) + 4 + 64)
        for _ in range(fitting):
            ours.send_frame_nowait(LARGEST)
        with pytest.raises(LinkClosedError, match="does not read"):
            ours.send_frame_nowait(LARGEST)
    assert ours.is_closed


async def test_peer_that_stops_reading_is_dropped_after_a_time(autojump_clock: MockClock) -> None:
    ours, _ = await stalled_pair()
    started = trio.current_time()
    ours.send_frame_nowait(b"hello?")
    await ours.run()
    assert trio.current_time() == started + SEND_TIMEOUT_S
    assert ours.why == "the other side does not read"


async def test_send_frame_waits_for_room_and_wakes_at_the_end(autojump_clock: MockClock) -> None:
    ours, _ = await stalled_pair()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(ours.run)
        started = trio.current_time()
        # One more than fits is with the writer.
        for _ in range(MAX_OUTGOING_BYTES // len(LARGEST)):
            await ours.send_frame(LARGEST)
        assert trio.current_time() == started
        with pytest.raises(LinkClosedError, match="does not read"):
            await ours.send_frame(LARGEST)
        assert trio.current_time() == started + SEND_TIMEOUT_S


async def test_flood_waits_outside_while_nobody_takes_frames(autojump_clock: MockClock) -> None:
    async with trio.open_nursery() as nursery:
        dialled, accepted = await lockstep_pair()
        nursery.start_soon(dialled.run)
        nursery.start_soon(accepted.run)
        sent = 0
        with trio.move_on_after(SEND_TIMEOUT_S / 2):
            while True:
                await dialled.send_frame(b"x")
                sent += 1
        # One byte of payload costs more than a byte in memory, and is counted so.
        assert sent * 64 <= MAX_INCOMING_BYTES + MAX_OUTGOING_BYTES + 16 * 1024 * 64
        assert not accepted.is_closed
        for _ in range(sent):
            assert await accepted.receive_frame() == b"x"
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("length", [b"\0\0\0\0", b"\0\1\0\1", b"\xff\xff\xff\xff", b"GET "])
async def test_frame_of_a_bad_length_ends_the_link(autojump_clock: MockClock, length: bytes) -> None:
    dialled, accepted = await shake_hands()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(accepted.the_link.run)
        await dialled.the_link._stream.send_all(length)
        with pytest.raises(LinkClosedError, match="no frame"):
            await accepted.the_link.receive_frame()
    await dialled.the_link.run()


@pytest.mark.parametrize("payload", [b"", LARGEST + b"\0"])
async def test_payload_of_a_wrong_size_is_refused_here(autojump_clock: MockClock, payload: bytes) -> None:
    async with trio.open_nursery() as nursery:
        ours, _ = await running_pair(nursery)
        with pytest.raises(EncodingError):
            ours.send_frame_nowait(payload)
        with pytest.raises(EncodingError):
            await ours.send_frame(payload)
        assert not ours.is_closed
        nursery.cancel_scope.cancel()


async def test_link_works_over_a_real_socket() -> None:
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = listeners[0].socket.getsockname()[1]
    async with trio.open_nursery() as nursery:
        accepted, dialled = Outcome(), Outcome()
        client = await trio.open_tcp_stream("127.0.0.1", port)
        server = await listeners[0].accept()
        nursery.start_soon(accepted.accept, server, ravi_listens())
        nursery.start_soon(dialled.dial, client, asha_dials(), Call(Role.SEAT))
        await accepted.is_over.wait()
        await dialled.is_over.wait()
        nursery.start_soon(accepted.the_link.run)
        nursery.start_soon(dialled.the_link.run)
        for _ in range(20):
            dialled.the_link.send_frame_nowait(LARGEST[:50_000])
        dialled.the_link.send_frame_nowait(b"bye")
        nursery.start_soon(dialled.the_link.finish)
        for _ in range(20):
            assert await accepted.the_link.receive_frame() == LARGEST[:50_000]
        assert await accepted.the_link.receive_frame() == b"bye"
        with pytest.raises(LinkClosedError):
            await accepted.the_link.receive_frame()
    await listeners[0].aclose()


async def lockstep_pair() -> tuple[Link, Link]:
    """Two links over streams that hold nothing: what is not read holds the sender back."""
    ours, theirs = lockstep_stream_pair()
    dialled, accepted = Outcome(), Outcome()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(accepted.accept, theirs, ravi_listens())
        nursery.start_soon(dialled.dial, ours, asha_dials(), Call(Role.SEAT))
    return dialled.the_link, accepted.the_link


async def stalled_pair() -> tuple[Link, Link]:
    """Give a dialler's link, to be run, and the listener's, which nobody runs: it reads nothing."""
    return await lockstep_pair()


async def test_polite_tls_close_is_a_drop_too(autojump_clock: MockClock) -> None:
    dialled, accepted = await shake_hands()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(accepted.the_link.run)
        nursery.start_soon(dialled.the_link._stream.aclose)
        with pytest.raises(LinkClosedError, match="hung up"):
            await accepted.the_link.receive_frame()
    dialled.the_link.close()
    await dialled.the_link.run()


async def test_sending_to_one_who_hung_up_ends_the_link(autojump_clock: MockClock) -> None:
    for finishes in (False, True):
        dialled, accepted = await shake_hands()
        accepted.the_link.close()
        await accepted.the_link.run()
        if finishes:
            with trio.move_on_after(0):
                await dialled.the_link.finish(0)
        else:
            dialled.the_link.send_frame_nowait(b"hello?")
        await dialled.the_link.run()
        assert dialled.the_link.is_closed


async def test_finish_closes_a_stream_that_has_no_halves(autojump_clock: MockClock) -> None:
    class Whole(trio.abc.Stream):
        """A stream that cannot be closed for sending alone."""

        def __init__(self, inner: trio.abc.Stream) -> None:
            self.inner = inner

        async def send_all(self, data: bytes | bytearray | memoryview) -> None:
            await self.inner.send_all(data)

        async def wait_send_all_might_not_block(self) -> None:
            await self.inner.wait_send_all_might_not_block()

        async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
            return await self.inner.receive_some(max_bytes)

        async def aclose(self) -> None:
            await self.inner.aclose()

    ours, theirs = memory_stream_pair()
    dialled, accepted = Outcome(), Outcome()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(accepted.accept, theirs, ravi_listens())
        nursery.start_soon(dialled.dial, Whole(ours), asha_dials(), Call(Role.SEAT))
    started = trio.current_time()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(dialled.the_link.run)
        nursery.start_soon(accepted.the_link.run)
        dialled.the_link.send_frame_nowait(b"bye")
        await dialled.the_link.finish()
        assert await accepted.the_link.receive_frame() == b"bye"
    assert trio.current_time() == started
