"""The task that owns one peer's `Core`: everybody else puts what is to be done into its channel.

It takes what the mesh and the person put there, lets the worker do it, and sends what comes of it; a person's deeds go
before what waits from others. The worker stops at the first thing that is to be sent, so that nothing which others
wait for waits here for more proofs.
"""

from collections import deque
from dataclasses import dataclass, field

import trio

from engine.errors import EngineError
from p2p.errors import EncodingError, HandshakeError, LocalProtocolError, ProtocolError
from p2p.identity import Identity, PeerId
from p2p.net.addresses import Address
from p2p.net.bot_process import run_bot_process
from p2p.net.core import Core, DeadlineCame, Deed, Input, Leave, Output
from p2p.net.handshake import Admission, Entry, Refusal, RefusedError, Role
from p2p.net.happenings import (
    BotEnded,
    Happening,
    PasswordTried,
    TableClosed,
    TranscriptFailed,
    TranscriptWritten,
)
from p2p.net.lobby import NoSeatError
from p2p.net.lobby_guest import GuestLobby
from p2p.net.log_lines import log_happening
from p2p.net.mesh import Mesh
from p2p.net.password import PasswordGate
from p2p.net.plan import BotPlan, Surroundings, Worker
from p2p.net.store import Store
from p2p.table.phases import Phase

SEATED_TIMEOUT_S = 10.0
LEAVE_TIMEOUT_S = 1.8
HEARD_LATELY_S = 5.0
"""Who was heard so lately is not cut off: another that shows the same key is a second program with it."""
_MOST_AT_ONCE = 128


@dataclass(slots=True, eq=False)
class Request:
    """A deed of our owner, who waits for it."""

    deed: Deed
    done: trio.Event = field(default_factory=trio.Event)
    error: EngineError | ProtocolError | EncodingError | None = None


@dataclass(slots=True)
class Owner:
    """Owns the core, and says by what it knows who may come in.

    Attributes:
        bots: the keys of our own bots.
        output: what the last work led to.
        is_running: whether the task has begun.
        is_locked: whether the table has a password, or we are ourselves one who looks on: nobody looks on here.
        ended: the session is over; what still comes is not looked at.
    """

    core: Core
    mesh: Mesh
    worker: Worker
    store: Store | None
    surroundings: Surroundings
    transcript_name: str
    inputs: trio.MemoryReceiveChannel[Input | Request]
    requests: trio.MemorySendChannel[Input | Request]
    told: trio.MemorySendChannel[Happening]
    host: PeerId
    bots: frozenset[PeerId]
    output: Output = field(init=False)
    is_running: bool = False
    is_locked: bool = False
    ended: trio.Event = field(default_factory=trio.Event)
    _lock_told: bool = False
    _moved: trio.Event = field(default_factory=trio.Event)

    def __post_init__(self) -> None:
        self.output = self.core.take_output()

    async def run(self) -> None:
        """Work until the session closes, then tell that it did; take away what still comes, until cancelled."""
        self.is_running = True
        self._publish(self.output)
        batch: deque[Input | Request] = deque()
        while self.output.closing is None:
            if not batch:
                batch.extend(await self._wait_inputs())
            await self._work_off(batch)
        self.ended.set()
        self._tell(TableClosed(self.output.closing))
        self.told.close()
        for one in batch:
            _turn_away(one)
        async for one in self.inputs:
            _turn_away(one)

    async def do(self, deed: Deed) -> None:
        """Have a deed done; raises what it raised."""
        if self.ended.is_set():
            raise LocalProtocolError("the session is over")
        request = Request(deed)
        await self.requests.send(request)
        await request.done.wait()
        if request.error is not None:
            raise request.error

    async def leave(self) -> None:
        """Say goodbye, flush the links, and let the owner's task end; within the time."""
        with trio.move_on_after(LEAVE_TIMEOUT_S, shield=True):
            if self.is_running and not self.ended.is_set():
                await self.requests.send(Request(Leave()))
                await self.ended.wait()
            await self.mesh.finish()

    async def wait_seated(self) -> None:
        """Wait for the host's signed welcome.

        Raises:
            NoSeatError: it gave none, and said why.
            HandshakeError: it says nothing.
        """
        with trio.move_on_after(SEATED_TIMEOUT_S):
            while self.output.view.my_seat is None and self.output.closing is None:
                await self._moved.wait()
        lobby = self.core.lobby
        if isinstance(lobby, GuestLobby) and lobby.no_seat is not None:
            raise NoSeatError(lobby.no_seat)
        if self.output.view.my_seat is None:
            raise HandshakeError("the host gives no seat and does not say why")

    async def keep_bot(self, identity: Identity, plan: BotPlan, address: Address) -> None:
        """Run a bot's process, which dials us at the address, as long as the session lasts."""
        around, table_id = self.surroundings, self.core.lobby.post.table_id
        code = await run_bot_process(around.program, around.bots_log, identity, address, table_id, plan)
        if self.output.view.phase is not Phase.OVER:
            self._tell(BotEnded(plan.name, code))

    def admit(self, peer: PeerId, role: Role) -> Admission:
        """Say who may come in, by what is known now."""
        if role is Role.TABLES:
            return Entry.KNOWN
        view, is_guest = self.output.view, isinstance(self.core.lobby, GuestLobby)
        sits = view.contract is not None and view.contract.seat_of(peer) is not None
        is_placed = any(place is not None and place.key == peer for place in view.places)
        if role is Role.WATCH:
            # A peer has one link: to look on would cost one who sits the other.
            seated = Refusal.SEATED if sits or is_placed else Entry.KNOWN
            return Refusal.NO_WATCHERS if self.is_locked else seated
        if sits or peer == self.host or peer in self.bots:
            return Entry.KNOWN
        if is_guest:
            return Entry.KNOWN if view.contract is None and peer in self.output.wanted else Refusal.NOT_WELCOME
        if view.contract is not None:
            return Refusal.FULL
        if is_placed:
            heard_s = self.mesh.heard_s(peer)
            return Refusal.SEATED if heard_s is not None and heard_s < HEARD_LATELY_S else Entry.NEWCOMER
        return Entry.NEWCOMER if self.output.may_come else Refusal.FULL

    def stranger_failed(self, error: HandshakeError, gate: PasswordGate | None) -> None:
        """Tell the host of a password that did not hold, and of the lock, also where the guessers hung up half-way."""
        if gate is None:
            return
        is_wrong = isinstance(error, RefusedError) and error.reason is Refusal.PASSWORD_WRONG
        is_news, self._lock_told = gate.is_locked and not self._lock_told, gate.is_locked
        if is_wrong or is_news:
            self._tell(PasswordTried(gate.guesses, gate.is_locked))

    async def _wait_inputs(self) -> list[Input | Request]:
        """Wait for what is to be done: the deadline first if it is due, then our owner's deeds."""
        found: list[Input | Request] = []
        with trio.move_on_at(self.output.deadline):
            found.append(await self.inputs.receive())
        try:
            while len(found) < _MOST_AT_ONCE:
                found.append(self.inputs.receive_nowait())
        except trio.WouldBlock:
            pass
        found.sort(key=lambda one: not isinstance(one, Request))
        if trio.current_time() >= self.output.deadline:
            found.insert(0, DeadlineCame())
        return found

    async def _work_off(self, batch: deque[Input | Request]) -> None:
        requests = [one for one in batch if isinstance(one, Request)]
        now = trio.current_time()
        output = await self.worker(lambda: _work(self.core, batch, now))
        self._publish(output)
        for request in requests:
            if request not in batch:
                request.done.set()
        if output.transcript is not None and self.store is not None:
            await self._write_transcript(self.store, output.transcript)

    def _publish(self, output: Output) -> None:
        """Send frames, pass on to the mesh what it has to know, then tell what happened."""
        self.output = output
        for link, data in output.frames:
            self.mesh.send(link, data)
        for link in output.welcomed:
            self.mesh.welcome(link)
        for link, why in output.drops:
            self.mesh.drop(link, why)
        self.mesh.want(output.wanted)
        if output.view.is_agreed and output.view.contract is not None:
            self.mesh.expect_beats(frozenset(seat.key for seat in output.view.contract.seats))
        for happening in output.happened:
            self._tell(happening)
        moved, self._moved = self._moved, trio.Event()
        moved.set()

    def _tell(self, happening: Happening) -> None:
        log_happening(self.surroundings.log, happening)
        try:
            self.told.send_nowait(happening)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            # Nobody reads any more; the table goes on until it is left.
            return

    async def _write_transcript(self, store: Store, data: bytes) -> None:
        view = self.output.view
        name = f"{self.transcript_name}-{view.game}-{view.table_id.hex()[:8]}"
        try:
            path = await self.worker(lambda: store.write_transcript(name, data))
        except (OSError, ValueError) as error:
            self._tell(TranscriptFailed(str(error)))
        else:
            self._tell(TranscriptWritten(path))


def _work(core: Core, batch: deque[Input | Request], now: float) -> Output:
    """Do what waits, up to the first thing that others wait for; runs in the worker."""
    while batch:
        one = batch.popleft()
        if isinstance(one, Request):
            try:
                core.do(one.deed, now)
            except (EngineError, ProtocolError, EncodingError) as error:
                one.error = error
        else:
            core.take_in(one, now)
        if core.is_sending:
            break
    return core.take_output()


def _turn_away(one: Input | Request) -> None:
    if isinstance(one, Request):
        one.error = LocalProtocolError("the session is over")
        one.done.set()
