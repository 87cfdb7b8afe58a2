"""The mesh: one link to every peer of the table, whoever dialled it, woven again when it breaks.

Theory of operation. The owner says which peers are wanted and where they can be dialled; for each of them a task dials
whenever there is no link. Of two peers the one with the lower key dials at once and the other only after a moment, so
two links between them are rare; they happen all the same when both dial, and then both sides keep the same one: the
one that the lower key dialled, and of several by the same dialler the newest, for a dialler dials one at a time and
has given up the older. The other is finished, not cut: what it still brings is passed on under the number of the one
that stays, and what is lost the table asks for.

To the owner a link is a number. It is told of a link when it is up, of its frames, and when it is gone, over one
channel; that channel has little room, so that links wait for the owner, and TCP holds their peers back.

Who may come in is the owner's affair. A stranger holds one of few slots until the owner welcomes its link.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import trio

from p2p.errors import HandshakeError, LinkClosedError, LinkError
from p2p.identity import PeerId
from p2p.net.addresses import Address
from p2p.net.core import FrameCame, Input, LinkCame, LinkGone
from p2p.net.dialling import dial_any
from p2p.net.handshake import Call, ListenerSide, RefusedError, Role
from p2p.net.link import DiallerSide, Link, accept_link
from p2p.net.log import Log, short
from p2p.net.network import Listening, Network
from p2p.net.slots import LinkSlots, Slot
from p2p.table.gossip import ALL

HIGHER_WAITS_S = 1.0
FIRST_BACKOFF_S = 0.25
MOST_BACKOFF_S = 2.0
SETTLED_S = 5.0
"""A link that lasted so long has nothing to do with how often we had to dial before."""
SILENT_LINK_S = 8.0
_LOOK_EVERY_S = 1.0


@dataclass(slots=True)
class _Line:
    """One link in the mesh, welcomed or not."""

    number: int
    link: Link
    seen_at: str
    slot: Slot | None
    heard: float
    is_welcome: bool = False


@dataclass(slots=True)
class Mesh:
    """The links of one peer. `run` has to run as long as it is used.

    Attributes:
        dialler: all that dialling takes.
        network: how to reach others.
        inputs: where links and their frames go.
        log: where it writes what happened.
        table_id: 16 bytes.
        password: given to the peer `password_for` alone, each time it is dialled.
        role: what we dial as: one who sits, or who looks on.
        links_made: how many links there have been. links_open: how many are open now, those on their way out too.
    """

    dialler: DiallerSide
    network: Network
    inputs: trio.MemorySendChannel[Input]
    log: Log
    table_id: bytes
    password: str | None = field(default=None, repr=False)
    password_for: PeerId | None = None
    role: Role = Role.SEAT
    links_made: int = 0
    links_open: int = 0
    _lines: dict[PeerId, _Line] = field(default_factory=dict)
    _numbers: dict[int, PeerId] = field(default_factory=dict)
    _wanted: dict[PeerId, tuple[Address, ...]] = field(default_factory=dict)
    _dialling: dict[PeerId, trio.CancelScope] = field(default_factory=dict)
    _changed: trio.Event = field(default_factory=trio.Event)
    _nursery: trio.Nursery | None = None
    _beating: frozenset[PeerId] = frozenset()
    _is_closed: bool = False

    @property
    def linked(self) -> frozenset[PeerId]:
        """The peers to whom there is a link."""
        return frozenset(self._lines)

    @property
    def _me(self) -> PeerId:
        return self.dialler.identity.peer_id

    # Running.

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Keep the links, until cancelled."""
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            nursery.start_soon(self._watch_for_silence)
            task_status.started()

    async def answer(
        self, listening: Listening, side: ListenerSide, failed: Callable[[HandshakeError], None] = lambda _: None
    ) -> None:
        """Answer at a port, until cancelled.

        Args:
            listening: the port.
            side: who answers, and who may come in.
            failed: is told of each dialler that did not come in.
        """
        slots = LinkSlots(lambda: frozenset(one.host for one in listening.addresses))

        async def handle(stream: trio.abc.Stream, seen_at: str) -> None:
            try:
                async with slots.hold(seen_at) as slot:
                    link = await accept_link(stream, side)
                    if link.role is Role.TABLES:
                        # The list's probe has what it came for: who answers here.
                        link.close("answered")
                        await link.run()
                        return
                    await self._run_link(link, seen_at, slot)
            except HandshakeError as error:
                await trio.aclose_forcefully(stream)
                self.log.write("stranger", seen_at=seen_at, why=str(error))
                failed(error)

        async with trio.open_nursery() as nursery:
            await listening.serve(handle, nursery)

    async def finish(self) -> None:
        """Send what is queued on all links and close them, within a second."""
        self._is_closed = True
        for scope in self._dialling.values():
            scope.cancel()
        with trio.CancelScope(shield=True):
            async with trio.open_nursery() as nursery:
                for line in self._lines.values():
                    nursery.start_soon(line.link.finish)

    # What the owner says.

    def want(self, peers: Mapping[PeerId, tuple[Address, ...]]) -> None:
        """Say to whom there should be links from now on, and where they can be dialled; others' links stay."""
        if self._nursery is None or self._is_closed or peers == self._wanted:
            return
        self._wanted = dict(peers)
        for peer in [peer for peer in self._dialling if peer not in peers]:
            self._dialling.pop(peer).cancel()
        for peer in peers:
            if peer not in self._dialling:
                scope = self._dialling[peer] = trio.CancelScope()
                self._nursery.start_soon(self._keep_linked, peer, scope)

    def expect_beats(self, peers: frozenset[PeerId]) -> None:
        """Say who sends a sign of life every two seconds: a link that brings none is dropped and dialled again."""
        self._beating = peers

    def adopt(self, link: Link) -> None:
        """Take over a link that was dialled elsewhere."""
        if self._nursery is not None:
            self._nursery.start_soon(self._run_link, link, "", None)

    def send(self, number: int, data: bytes) -> None:
        """Queue a frame for a link, or for `ALL` that are wanted or welcomed, but no stranger.

        What a link does not take is the link's end, not ours.
        """
        if number == ALL:
            for peer, line in tuple(self._lines.items()):
                if line.is_welcome or peer in self._wanted:
                    _send(line.link, data)
            return
        one = self._line(number)
        if one is not None:
            _send(one.link, data)

    def drop(self, number: int, why: str) -> None:
        """Close a link, once what is queued is sent."""
        line = self._line(number)
        if line is not None and self._nursery is not None:
            self.log.write("drop", peer=short(line.link.peer_id), why=why)
            self._nursery.start_soon(line.link.finish)

    def welcome(self, number: int) -> None:
        """Say that a link's peer belongs here: it holds no stranger's slot any more."""
        line = self._line(number)
        if line is not None:
            line.is_welcome = True
            if line.slot is not None:
                line.slot.release()

    def heard_s(self, peer: PeerId) -> float | None:
        """Say how long ago the link to a peer last brought anything; None: there is no link."""
        line = self._lines.get(peer)
        return None if line is None else trio.current_time() - line.heard

    # Links.

    async def _run_link(self, link: Link, seen_at: str, slot: Slot | None) -> None:
        """Keep a link until it ends: tell the owner of it, pass on what it brings, run it."""
        if self._is_closed:
            link.close("leaving")
        if slot is not None and (link.peer_id in self._wanted or link.role is Role.WATCH):
            # Those who look on are few by the owner's count, and must not keep others from a seat while they wait.
            slot.release()
        self.links_made += 1
        self.links_open += 1
        line = _Line(self.links_made, link, seen_at, slot, trio.current_time())
        async with trio.open_nursery() as nursery:
            nursery.start_soon(link.run)
            if await self._add(line, nursery):
                self.log.write("link", peer=short(link.peer_id), number=line.number, is_dialler=link.is_dialler)
            await self._pump(line)
        self.links_open -= 1
        await self._remove(line)

    async def _add(self, line: _Line, nursery: trio.Nursery) -> bool:
        """Make a link the one to its peer, unless the one there is stays."""
        peer = line.link.peer_id
        old = self._lines.get(peer)
        if old is not None and not old.link.is_closed and not self._is_better(line.link, old.link):
            nursery.start_soon(line.link.finish)
            return False
        self._lines[peer] = line
        self._numbers[line.number] = peer
        self._change()
        replaces = None if old is None else old.number
        if old is not None:
            self._numbers.pop(old.number, None)
            nursery.start_soon(old.link.finish)
        watches = line.link.role is Role.WATCH and not line.link.is_dialler
        await self.inputs.send(LinkCame(line.number, peer, line.seen_at, replaces, watches=watches))
        return True

    def _is_better(self, new: Link, old: Link) -> bool:
        lower_is_me = self._me < new.peer_id
        return new.is_dialler == old.is_dialler or new.is_dialler == lower_is_me

    async def _pump(self, line: _Line) -> None:
        peer = line.link.peer_id
        while True:
            try:
                frame = await line.link.receive_frame()
            except LinkClosedError:
                return
            line.heard = trio.current_time()
            current = self._lines.get(peer, line)
            await self.inputs.send(FrameCame(current.number, frame))

    async def _remove(self, line: _Line) -> None:
        peer = line.link.peer_id
        if self._lines.get(peer) is not line:
            return
        del self._lines[peer]
        self._numbers.pop(line.number, None)
        self._change()
        self.log.write("link-end", peer=short(peer), number=line.number, why=line.link.why)
        await self.inputs.send(LinkGone(line.number, line.link.why))

    def _line(self, number: int) -> _Line | None:
        peer = self._numbers.get(number)
        return None if peer is None else self._lines.get(peer)

    def _change(self) -> None:
        changed, self._changed = self._changed, trio.Event()
        changed.set()

    # Dialling.

    async def _keep_linked(self, peer: PeerId, scope: trio.CancelScope) -> None:
        """Dial a wanted peer whenever there is no link to it."""
        backoff_s = 0.0
        with scope:
            while True:
                since = trio.current_time()
                await self._wait_unlinked(peer)
                if trio.current_time() - since >= SETTLED_S:
                    backoff_s = 0.0
                waits_s = backoff_s + (HIGHER_WAITS_S if self._me > peer else 0.0)
                if not await self._wait_linked(peer, waits_s):
                    await self._dial(peer)
                    backoff_s = min(max(FIRST_BACKOFF_S, 2 * backoff_s), MOST_BACKOFF_S)

    async def _wait_unlinked(self, peer: PeerId) -> None:
        while peer in self._lines:
            await self._changed.wait()

    async def _wait_linked(self, peer: PeerId, at_most_s: float) -> bool:
        with trio.move_on_after(at_most_s):
            while peer not in self._lines:
                await self._changed.wait()
        return peer in self._lines

    async def _dial(self, peer: PeerId) -> None:
        """Dial a peer once."""
        password = self.password if peer == self.password_for else None
        call = Call(self.role, self.table_id, expected=peer, password=password)
        try:
            link = await dial_any(self.network, self._wanted.get(peer, ()), self.dialler, call)
        except RefusedError as error:
            self.log.write("refused", peer=short(peer), why=error.reason.value)
        except LinkError as error:
            self.log.write("not-dialled", peer=short(peer), why=str(error))
        else:
            self.adopt(link)
            # Until it is added; else we would dial again at once.
            await self._wait_linked(peer, FIRST_BACKOFF_S)

    async def _watch_for_silence(self) -> None:
        while True:
            await trio.sleep(_LOOK_EVERY_S)
            for line in [line for peer, line in self._lines.items() if peer in self._beating]:
                if trio.current_time() - line.heard > SILENT_LINK_S:
                    line.link.close("silent")


def _send(link: Link, data: bytes) -> None:
    try:
        link.send_frame_nowait(data)
    except LinkClosedError:
        return
