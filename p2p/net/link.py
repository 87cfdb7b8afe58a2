"""A link: one authenticated stream of frames to one peer.

`accept_link` and `dial_link` take any stream, run TLS and the handshake under a deadline, and give a `Link` or raise
HandshakeError, the stream then being closed. The link lives in its host's nursery: `nursery.start_soon(link.run)`
starts its one writer and its one reader, and `run` returns when the link has ended, however it ended. What is to be
sent waits in a queue with a bound; a peer that stops reading is dropped when it is full or one frame takes too long,
and nobody else waits for it. What was received waits in a second one; when that is full the reader pauses and TCP
holds the sender back.

That a link ends says only that it ended: a peer leaves by a signed `bye`, which is a message and not the link's
business. Beats and signs of life are messages too.
"""

import ssl
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import trio

from p2p.errors import CryptoError, EncodingError, HandshakeError, LinkClosedError
from p2p.identity import Identity, PeerId
from p2p.net.handshake import (
    Call,
    Channel,
    ListenerSide,
    Role,
    come_in,
    let_in,
    prove_as_dialler,
    prove_as_listener,
)
from p2p.net.tls import dial_tls, listen_tls
from p2p.wire.frames import MAX_FRAME_SIZE_BYTES, FrameReader, encode_frame

PROVE_TIMEOUT_S = 5.0
PASSWORD_TIMEOUT_S = 30.0
# A dialler may have to wait for a slot, and then for its turn at the password.
DIAL_TIMEOUT_S = 15.0
DIAL_PASSWORD_TIMEOUT_S = 40.0
SEND_TIMEOUT_S = 10.0
MAX_OUTGOING_BYTES = 1024 * 1024
MAX_INCOMING_BYTES = 256 * 1024
_FRAME_COST_BYTES = 64
_READ_SIZE_BYTES = 16 * 1024


@dataclass(frozen=True, slots=True)
class DiallerSide:
    """All that dialling takes; one for all links of a peer.

    Attributes:
        context: from `make_dialler_context`.
        entropy: gives n random bytes, as `os.urandom` does.
    """

    identity: Identity
    context: ssl.SSLContext
    entropy: Callable[[int], bytes] = field(repr=False)


async def accept_link(stream: trio.abc.Stream, side: ListenerSide) -> "Link":
    """Answer a dialler on a stream just accepted.

    Raises:
        RefusedError: it was sent away, and told why (a HandshakeError).
        HandshakeError: it did not prove who it is in time, or speaks something else.
    """
    async with _closed_on_failure(stream):
        with trio.fail_after(PROVE_TIMEOUT_S):
            secured = await listen_tls(stream, side.tls)
            channel = Channel(secured, is_dialler=False)
            record = await prove_as_listener(channel, side)
        with trio.fail_after(PASSWORD_TIMEOUT_S):
            await let_in(channel, side, record)
    theirs = record.dialler
    return Link(channel, peer_id=theirs.peer_id, role=theirs.role, table_id=side.table_id, is_dialler=False)


async def dial_link(stream: trio.abc.Stream, side: DiallerSide, call: Call) -> "Link":
    """Speak to a listener on a stream just connected.

    Raises:
        RefusedError: it sent us away, and why (a HandshakeError).
        HandshakeError: it did not prove who it is in time, is not whom we called, or speaks something else.
    """
    async with _closed_on_failure(stream):
        with trio.fail_after(DIAL_TIMEOUT_S):
            secured, certificate_hash = await dial_tls(stream, side.context)
            channel = Channel(secured, is_dialler=True)
            record = await prove_as_dialler(channel, side.identity, side.entropy, certificate_hash, call)
        with trio.fail_after(DIAL_PASSWORD_TIMEOUT_S):
            await come_in(channel, record, call, side.entropy)
    theirs = record.listener
    return Link(channel, peer_id=theirs.peer_id, role=theirs.role, table_id=theirs.table_id, is_dialler=True)


class Link:
    """One authenticated stream of frames. Made by `accept_link` and `dial_link`; lives while `run` runs.

    Attributes:
        peer_id: the other side's proven key.
        role: what the dialler came for.
        table_id: the listener's table, 16 bytes.
        is_dialler: whether we are the dialler.
        why: once it has ended, a word for the log.
    """

    def __init__(self, channel: Channel, *, peer_id: PeerId, role: Role, table_id: bytes, is_dialler: bool) -> None:
        self.peer_id = peer_id
        self.role = role
        self.table_id = table_id
        self.is_dialler = is_dialler
        self.why = ""
        self._stream = channel.stream
        self._reader = channel.reader
        self._reader.limit_bytes = MAX_FRAME_SIZE_BYTES
        self._outgoing = _FrameQueue(MAX_OUTGOING_BYTES)
        self._incoming = _FrameQueue(MAX_INCOMING_BYTES)
        self._scope = trio.CancelScope()
        self._ended = trio.Event()

    @property
    def is_closed(self) -> bool:
        """Whether nothing can be sent any more."""
        return self._outgoing.is_closed

    async def run(self) -> None:
        """Write and read until the link ends, then close the stream. Raises nothing of the link's own.

        Every link has to be run, once, in a nursery that outlives it, also one that was closed before.
        """
        try:
            with self._scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._write)
                    nursery.start_soon(self._read)
        finally:
            self.close()
            await trio.aclose_forcefully(self._stream)
            self._ended.set()

    def send_frame_nowait(self, payload: bytes) -> None:
        """Queue one frame. If the queue is full, the peer does not read: the link is dropped.

        Raises:
            LinkClosedError: the link has ended, or has just been dropped for this.
            EncodingError: the payload is empty or above 64 KiB.
        """
        frame = encode_frame(payload)
        if not self.is_closed and not self._outgoing.put_nowait(frame):
            self.close("the other side does not read")
        if self.is_closed:
            raise LinkClosedError(self.why)

    async def send_frame(self, payload: bytes) -> None:
        """Queue one frame, waiting for room: for whoever may wait for this peer alone.

        Raises:
            LinkClosedError: the link has ended.
            EncodingError: the payload is empty or above 64 KiB.
        """
        await trio.lowlevel.checkpoint()
        if not await self._outgoing.put(encode_frame(payload)):
            raise LinkClosedError(self.why)

    async def receive_frame(self) -> bytes:
        """Wait for the next frame; those that came before the end are still given after it.

        Raises:
            LinkClosedError: the link has ended and there are no more.
        """
        await trio.lowlevel.checkpoint()
        frame = await self._incoming.get()
        if frame is None:
            raise LinkClosedError(self.why)
        return frame

    async def finish(self, timeout_s: float = 1.0) -> None:
        """Send what is queued, then close, within the time: for a last message, as `bye`. Never raises."""
        with trio.move_on_after(timeout_s, shield=True):
            self._outgoing.close()
            await self._ended.wait()
        self.close("closed here")

    def close(self, why: str = "closed here") -> None:
        """Drop the link now; what is queued is lost. A second time does nothing."""
        self.why = self.why or why
        self._outgoing.close()
        self._incoming.close()
        self._scope.cancel()

    async def _write(self) -> None:
        while (frame := await self._outgoing.get()) is not None:
            with trio.move_on_after(SEND_TIMEOUT_S) as scope:
                try:
                    await self._stream.send_all(frame)
                except (trio.BrokenResourceError, trio.ClosedResourceError):
                    self.close("the other side hung up")
                    return
            if scope.cancelled_caught:
                self.close("the other side does not read")
                return
        await self._say_no_more()

    async def _say_no_more(self) -> None:
        """End our half of the stream: the other side closes when it has read all. Closing here could lose the last."""
        transport = self._stream.transport_stream if isinstance(self._stream, trio.SSLStream) else self._stream
        if not isinstance(transport, trio.abc.HalfCloseableStream):
            self.close()
            return
        try:
            await transport.send_eof()
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            self.close()

    async def _read(self) -> None:
        try:
            await self._read_frames(self._reader)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            self.close("the other side hung up")
        except EncodingError:
            self.close("the other side sent no frame")

    async def _read_frames(self, reader: FrameReader) -> None:
        while True:
            while (frame := reader.next_frame()) is not None:
                await self._incoming.put(frame)
            data = await self._stream.receive_some(_READ_SIZE_BYTES)
            if not data:
                self.close("the other side hung up")
                return
            reader.feed(data)


class _FrameQueue:
    """Frames that wait, with a bound on their bytes; once closed, nothing comes in and what is in can be taken out."""

    def __init__(self, limit_bytes: int) -> None:
        self.is_closed = False
        self._limit_bytes = limit_bytes
        self._frames: deque[bytes] = deque()
        self._size_bytes = 0
        self._changed = trio.Event()

    def put_nowait(self, frame: bytes) -> bool:
        """Put it in, or tell that there is no room."""
        # A frame of one byte costs more than a byte of memory.
        size_bytes = self._size_bytes + len(frame) + _FRAME_COST_BYTES
        if size_bytes > self._limit_bytes:
            return False
        self._size_bytes = size_bytes
        self._frames.append(frame)
        self._wake()
        return True

    async def put(self, frame: bytes) -> bool:
        """Put it in when there is room; tell if the queue was closed instead."""
        while not self.is_closed:
            if self.put_nowait(frame):
                return True
            await self._changed.wait()
        return False

    async def get(self) -> bytes | None:
        """Wait for the next one; None if the queue is closed and empty."""
        while not self._frames:
            if self.is_closed:
                return None
            await self._changed.wait()
        frame = self._frames.popleft()
        self._size_bytes -= len(frame) + _FRAME_COST_BYTES
        self._wake()
        return frame

    def close(self) -> None:
        self.is_closed = True
        self._wake()

    def _wake(self) -> None:
        changed, self._changed = self._changed, trio.Event()
        changed.set()


@asynccontextmanager
async def _closed_on_failure(stream: trio.abc.Stream) -> AsyncIterator[None]:
    """Turn whatever a stranger can do wrong into HandshakeError; close the stream on any way out but the right one."""
    is_proven = False
    try:
        yield
        is_proven = True
    except CryptoError as error:
        raise HandshakeError(f"the other side speaks something else: {error}") from error
    except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
        raise HandshakeError("the other side hung up") from error
    except trio.TooSlowError as error:
        raise HandshakeError("the other side took too long") from error
    finally:
        if not is_proven:
            await trio.aclose_forcefully(stream)
