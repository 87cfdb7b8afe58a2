"""Peers for the tests of links: two honest ones, and what is needed to play a dishonest one frame by frame."""

import contextlib
import functools
import hashlib
import os
from collections.abc import Awaitable, Callable

import trio
from trio.testing import memory_stream_pair

from p2p.errors import HandshakeError
from p2p.identity import Identity, PeerId
from p2p.net.handshake import Admission, Call, Channel, Entry, Hello, LinkRecord, ListenerSide, Role
from p2p.net.link import DiallerSide, Link, accept_link, dial_link
from p2p.net.password import PasswordGate
from p2p.net.tls import ListenerTls, make_dialler_context, make_listener_tls
from p2p.pack import pack

ASHA = Identity(b"asha".ljust(32))
RAVI = Identity(b"ravi".ljust(32))
MALLORY = Identity(b"mallory".ljust(32))
TABLE_ID = bytes(range(16))
SEAT = Call(Role.SEAT)


@functools.cache
def listener_tls(name: str = "ravi") -> ListenerTls:
    return make_listener_tls()


def admit_all(peer_id: PeerId, role: Role) -> Admission:
    return Entry.NEWCOMER


def ravi_listens(
    gate: PasswordGate | None = None,
    admit: Callable[[PeerId, Role], Admission] = admit_all,
    identity: Identity = RAVI,
) -> ListenerSide:
    return ListenerSide(identity, listener_tls(), TABLE_ID, admit, gate, os.urandom)


def asha_dials(identity: Identity = ASHA) -> DiallerSide:
    return DiallerSide(identity, make_dialler_context(), os.urandom)


class Outcome:
    """What became of a handshake that ran in a task of its own."""

    def __init__(self) -> None:
        self.link: Link | None = None
        self.error: HandshakeError | None = None
        self.is_over = trio.Event()

    @property
    def the_link(self) -> Link:
        assert self.link is not None, self.error
        return self.link

    async def accept(self, stream: trio.abc.Stream, side: ListenerSide) -> None:
        try:
            self.link = await accept_link(stream, side)
        except HandshakeError as error:
            self.error = error
        self.is_over.set()

    async def dial(self, stream: trio.abc.Stream, side: DiallerSide, call: Call) -> None:
        try:
            self.link = await dial_link(stream, side, call)
        except HandshakeError as error:
            self.error = error
        self.is_over.set()


async def shake_hands(
    call: Call = SEAT, *, listener: ListenerSide | None = None, dialler: DiallerSide | None = None
) -> tuple[Outcome, Outcome]:
    """Run both sides over memory; give what became of the dialler and of the listener."""
    ours, theirs = memory_stream_pair()
    dialled, accepted = Outcome(), Outcome()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(accepted.accept, theirs, listener or ravi_listens())
        nursery.start_soon(dialled.dial, ours, dialler or asha_dials(), call)
    return dialled, accepted


async def running_pair(nursery: trio.Nursery) -> tuple[Link, Link]:
    """Give the dialler's and the listener's link, both running."""
    dialled, accepted = await shake_hands()
    nursery.start_soon(dialled.the_link.run)
    nursery.start_soon(accepted.the_link.run)
    return dialled.the_link, accepted.the_link


class Dishonest:
    """One side of a handshake under the test's own hand, over real TLS."""

    def __init__(self, stream: trio.abc.Stream, tls: ListenerTls | None = None) -> None:
        self.is_dialler = tls is None
        self.secured = (
            trio.SSLStream(stream, make_dialler_context())
            if tls is None
            else trio.SSLStream(stream, tls.context, server_side=True)
        )
        self.channel = Channel(self.secured, is_dialler=self.is_dialler)
        self.certificate_hash = b"" if tls is None else tls.certificate_hash

    async def start(self) -> None:
        await self.secured.do_handshake()
        if self.is_dialler:
            shown = self.secured.getpeercert(binary_form=True)
            assert shown is not None
            self.certificate_hash = hashlib.sha256(shown).digest()

    async def say_hello(self, identity: Identity = MALLORY, role: Role = Role.SEAT, table_id: bytes = b"") -> Hello:
        hello = Hello.say(identity, os.urandom(32), role, table_id)
        await self.channel.send(hello.raw)
        return hello

    async def join_as(self, identity: Identity = MALLORY) -> LinkRecord:
        """Do all that an honest dialler does, up to its signature."""
        await self.start()
        ours = await self.say_hello(identity)
        theirs = Hello.parse(await self.channel.receive())
        record = LinkRecord(self.certificate_hash, ours, theirs)
        await self.channel.receive_bytes("signature")
        await self.channel.send(pack("signature", identity.sign(record.of_dialler)))
        return record


async def against_listener(play: Callable[[Dishonest], Awaitable[None]]) -> Outcome:
    """Let a dishonest dialler meet Ravi's listener; the stream stays open until that has made up its mind."""
    ours, theirs = memory_stream_pair()
    accepted = Outcome()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(accepted.accept, theirs, ravi_listens())
        # Once found out, it meets a closed stream.
        with contextlib.suppress(trio.BrokenResourceError):
            await play(Dishonest(ours))
    return accepted


async def against_dialler(play: Callable[[Dishonest], Awaitable[None]], call: Call = SEAT) -> Outcome:
    """Let a dishonest listener meet Asha's dialler."""
    ours, theirs = memory_stream_pair()
    dialled = Outcome()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(dialled.dial, ours, asha_dials(), call)
        with contextlib.suppress(trio.BrokenResourceError):
            await play(Dishonest(theirs, listener_tls("mallory")))
    return dialled
