"""One peer at one table, for the program that shows it: open or join, read what happens, act, leave.

    async with open_table(plan, player, surroundings) as session:      # or join_table(address, player, surroundings)
        await session.set_ready(True)
        async for happening in session.happenings:
            ...
            await session.act(MakeMove(move))

Leaving the `async with`, however it is left, says goodbye to the table, sends what is queued and ends the own bots,
shielded and within two seconds. Everything here is called from the trio thread; proofs are computed in one worker
thread, so the reader of `happenings` is never held up. `view` is what is known now: it may be ahead of the happening
just read, never behind it.
"""

import math
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field

import trio

from engine.game import Seat
from engine.games import GAMES
from p2p.errors import LocalProtocolError
from p2p.identity import Identity, PeerId
from p2p.net.addresses import MOST_ADDRESSES, Address
from p2p.net.core import Core, Input, SetReady, SwapSeats
from p2p.net.dialling import dial_any
from p2p.net.handshake import Call, ListenerSide, Role
from p2p.net.happenings import Happening
from p2p.net.link import DiallerSide
from p2p.net.lobby import NONCE_BYTES, NoSeatError, Post
from p2p.net.lobby_guest import GuestLobby
from p2p.net.lobby_host import HostLobby
from p2p.net.lobby_watch import WatchLobby
from p2p.net.memory import Memory
from p2p.net.mesh import Mesh
from p2p.net.network import Listening
from p2p.net.owner import Owner, Request
from p2p.net.password import PasswordGate
from p2p.net.plan import BotPlan, Player, Surroundings, TablePlan
from p2p.net.tls import make_dialler_context, make_listener_tls
from p2p.net.view import View
from p2p.table.actions import Action
from p2p.table.contract import MOST_NAME_BYTES, Contract
from p2p.wire import messages

__all__ = [
    "BotPlan",
    "NoSeatError",
    "Player",
    "Session",
    "Surroundings",
    "TablePlan",
    "View",
    "join_table",
    "open_table",
    "watch_table",
]

TABLE_ID_BYTES = 16
_INPUTS = 64


@dataclass(slots=True)
class Session:
    """A place at a table, as long as its `async with` lasts.

    Attributes:
        happenings: what happens, oldest first; one reader. Its end is the session's: `TableClosed` comes last.
        is_host: whether we opened the table.
        me: our own key.
        host: the key of who opened the table.
        addresses: where others can dial us, the likeliest first.
    """

    happenings: trio.MemoryReceiveChannel[Happening]
    is_host: bool
    me: PeerId
    host: PeerId
    addresses: tuple[Address, ...]
    _owner: Owner
    _gate: PasswordGate | None = None

    @property
    def view(self) -> View:
        """What is known now."""
        return self._owner.output.view

    async def set_ready(self, ready: bool) -> None:
        """Say in the lobby that we are ready, or not any more.

        Others hear it once we have links to all of them, or have tried for a while. When every seat is filled and
        all are ready, the host's program proposes the contract by itself.

        Raises:
            LocalProtocolError: the contract is signed already, or we have no seat.
        """
        await self._owner.do(SetReady(ready))

    async def swap_seats(self, one: Seat, other: Seat) -> None:
        """Let two seats of the lobby change places; either may be empty.

        Raises:
            LocalProtocolError: we are not the host, the coin draws the seats, or the contract is signed already.
        """
        await self._owner.do(SwapSeats(one, other))

    async def act(self, action: Action) -> None:
        """Act at the table; returns when what it leads to is on its way to the others.

        Raises:
            IllegalMoveError: the rules forbid the move; nothing was sent.
            LocalProtocolError: there is nothing of this kind to do now.
            EncodingError: the words are too long or empty.
        """
        await self._owner.do(action)

    def lift_password_lock(self) -> None:
        """Take passwords again after too many wrong ones; for the host."""
        if self._gate is not None:
            self._gate.lift()

    async def leave(self) -> None:
        """Say goodbye and end the links within two seconds; `TableClosed(LEFT)` follows. Again: does nothing."""
        await self._owner.leave()


@asynccontextmanager
async def open_table(plan: TablePlan, player: Player, surroundings: Surroundings) -> AsyncIterator[Session]:
    """Open a table, sit down in seat 0 if the plan says so, and start the bots.

    Raises:
        OptionError: the game does not offer this.
        NoFreePortError: none of the 16 ports is free.
        LocalProtocolError: more bots than seats, or a name that nobody can have.
    """
    match = GAMES[plan.game].start_match(dict(plan.options), plan.seats, Seat(0))
    _check_name(player.name)
    if len(plan.bots) + plan.sits > plan.seats:
        raise LocalProtocolError("more bots than seats")
    terms = messages.Welcome(plan.game, match.options, plan.seats, int(plan.random_seats))
    bots = tuple((Identity.fresh(surroundings.entropy), bot) for bot in plan.bots)
    keys = frozenset(identity.peer_id for identity, _ in bots)
    table_id = surroundings.entropy(TABLE_ID_BYTES)
    listening = await surroundings.network.listen(everywhere=plan.everywhere, any_port=False)
    setting = _Setting(player, surroundings, table_id, player.identity.peer_id, listening, plan.transcript_name)
    lobby = HostLobby(setting.post, terms, surroundings.entropy, setting.memory.look_up, expected=keys)
    if plan.sits:
        lobby.sit_down(player.name, listening.addresses)
    gate = None if plan.password is None else PasswordGate(plan.password)
    async with _running(setting, lobby, gate=gate, bots=keys) as (session, owner, nursery):
        for identity, bot in bots:
            nursery.start_soon(owner.keep_bot, identity, bot, listening.addresses[0])
        yield session


@asynccontextmanager
async def join_table(
    address: Address,
    player: Player,
    surroundings: Surroundings,
    *,
    transcript_name: str,
    password: str | None = None,
    table_id: bytes = b"",
) -> AsyncIterator[Session]:
    """Join the table at an address; returns once we are seated, which the host has signed.

    Args:
        address: where the host listens.
        player: who sits down.
        surroundings: what the session runs in.
        transcript_name: the first part of the transcript's file name; game and table id follow.
        password: as typed; None: a table that asks for one is left again.
        table_id: 16 bytes, or none: whatever table is there.

    Raises:
        UnreachableError: nobody answers there.
        RefusedError: the host's program sent us away (a HandshakeError): `.reason` is PASSWORD_NEEDED, PASSWORD_WRONG,
            FULL, SEATED, LOCKED, VERSION, ...
        NoSeatError: we were let in, but got no seat: `.why`.
        HandshakeError: something else answers there, or the host says nothing more.
        LocalProtocolError: a name that nobody can have.
    """
    _check_name(player.name)
    dialler = DiallerSide(player.identity, make_dialler_context(), surroundings.entropy)
    link = await dial_any(surroundings.network, [address], dialler, Call(Role.SEAT, table_id, password=password))
    try:
        listening = await surroundings.network.listen(everywhere=not address.is_loopback, any_port=True)
    except BaseException:
        link.close()
        await link.run()
        raise
    setting = _Setting(player, surroundings, link.table_id, link.peer_id, listening, transcript_name)
    join = messages.Join(player.name, int(player.bot), b"", tuple(map(str, listening.addresses[:MOST_ADDRESSES])))
    lobby = GuestLobby(setting.post, link.peer_id, (address,), join, surroundings.entropy, setting.memory.look_up)
    async with _running(setting, lobby, password=password) as (session, owner, _):
        owner.mesh.adopt(link)
        await owner.wait_seated()
        yield session


@asynccontextmanager
async def watch_table(
    address: Address, player: Player, surroundings: Surroundings, *, transcript_name: str, table_id: bytes = b""
) -> AsyncIterator[Session]:
    """Look on at the table at an address, from its first step on, and check everything; nobody waits for us.

    Args:
        address: where the host or another who sits there listens.
        player: who looks on.
        surroundings: what the session runs in.
        transcript_name: the first part of the transcript's file name; game and table id follow.
        table_id: 16 bytes, or none: whatever table is there.

    Raises:
        UnreachableError: nobody answers there.
        RefusedError: nobody may look on there (a HandshakeError): `.reason` is NO_WATCHERS, VERSION, ...
        HandshakeError: something else answers there.
    """
    dialler = DiallerSide(player.identity, make_dialler_context(), surroundings.entropy)
    link = await dial_any(surroundings.network, [address], dialler, Call(Role.WATCH, table_id))
    setting = _Setting(player, surroundings, link.table_id, link.peer_id, None, transcript_name)
    lobby = WatchLobby(setting.post, link.peer_id, (address,))
    async with _running(setting, lobby) as (session, owner, _):
        owner.mesh.adopt(link)
        yield session


@dataclass(slots=True)
class _Setting:
    """What the parts of a session share."""

    player: Player
    surroundings: Surroundings
    table_id: bytes
    host: PeerId
    listening: Listening | None
    transcript_name: str
    post: Post = field(init=False)
    memory: Memory = field(init=False)

    def __post_init__(self) -> None:
        around = self.surroundings
        self.post = Post(self.player.identity, self.table_id, around.crypto(), around.entropy(NONCE_BYTES))
        self.memory = Memory(self.player.store, self.player.identity.peer_id, around.log)


@asynccontextmanager
async def _running(
    setting: _Setting,
    lobby: HostLobby | GuestLobby | WatchLobby,
    *,
    gate: PasswordGate | None = None,
    bots: frozenset[PeerId] = frozenset(),
    password: str | None = None,
) -> AsyncIterator[tuple[Session, Owner, trio.Nursery]]:
    """Run all parts of a session: the mesh, the port, the owner of the core; at the end say goodbye and stop them."""
    around, me, listening = setting.surroundings, setting.player.identity, setting.listening
    addresses = () if listening is None else listening.addresses
    watches = isinstance(lobby, WatchLobby)
    worker = around.worker()
    remember = _forget if watches else setting.memory.remember
    core = Core(lobby, me, setting.post.crypto, around.entropy, setting.host, remember)
    requests, inputs = trio.open_memory_channel[Input | Request](_INPUTS)
    told, happenings = trio.open_memory_channel[Happening](math.inf)
    dialler = DiallerSide(me, make_dialler_context(), around.entropy)
    mesh = Mesh(
        dialler,
        around.network,
        requests,
        around.log,
        setting.table_id,
        password=password,
        password_for=setting.host,
        role=Role.WATCH if watches else Role.SEAT,
    )
    owner = Owner(
        core,
        mesh,
        worker,
        setting.player.store,
        around,
        setting.transcript_name,
        inputs,
        requests,
        told,
        setting.host,
        bots,
        is_locked=gate is not None or watches,
    )
    session = Session(happenings, me.peer_id == setting.host, me.peer_id, setting.host, addresses, owner, gate)
    with _plain_errors():
        async with trio.open_nursery() as nursery:
            parts = await nursery.start(_hold_parts)
            try:
                await parts.start(mesh.run)
                if listening is not None:
                    tls = await worker(make_listener_tls)
                    side = ListenerSide(me, tls, setting.table_id, owner.admit, gate, around.entropy)
                    parts.start_soon(mesh.answer, listening, side, lambda error: owner.stranger_failed(error, gate))
                parts.start_soon(owner.run)
                yield session, owner, parts
            finally:
                await owner.leave()
                parts.cancel_scope.cancel()


def _forget(_contract: Contract) -> None:
    """Remember nobody: who only looks on has signed nothing with them."""


async def _hold_parts(task_status: trio.TaskStatus[trio.Nursery]) -> None:
    """Hold a nursery that our caller's being cancelled does not reach: its tasks have yet to say goodbye."""
    async with trio.open_nursery() as nursery:
        nursery.cancel_scope.shield = True
        task_status.started(nursery)
        await trio.sleep_forever()


@contextmanager
def _plain_errors() -> Iterator[None]:
    """Raise a lone error as itself: that a nursery was on its way is no affair of the caller's."""
    try:
        yield
    except BaseExceptionGroup as group:
        one = _lone(group)
        if one is None:
            raise
        raise one from one.__cause__


def _lone(group: BaseExceptionGroup[BaseException]) -> BaseException | None:
    if len(group.exceptions) != 1:
        return None
    inner = group.exceptions[0]
    return _lone(inner) if isinstance(inner, BaseExceptionGroup) else inner


def _check_name(name: str) -> None:
    if not 1 <= len(name.encode()) <= MOST_NAME_BYTES:
        raise LocalProtocolError(f"a name has 1 to {MOST_NAME_BYTES} bytes")
