"""Whole peers for the tests of sessions, in one process: a host and guests over memory, with the stand-in crypto."""

import hashlib
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

import trio

from engine.game import IllegalMoveError
from p2p.errors import LocalProtocolError
from p2p.identity import Identity
from p2p.net.addresses import Address
from p2p.net.happenings import Happening, TranscriptWritten
from p2p.net.log import Log
from p2p.net.plan import Player, Surroundings, TablePlan, work_in_line
from p2p.net.session import Session, join_table, open_table, watch_table
from p2p.net.store import Store
from p2p.table import events
from p2p.table.actions import MakeMove
from tests.p2p.net.memory_network import MemoryNetwork
from tests.p2p.table.standin import StandIn

NAME = "2026-07-28-2015"
SHORT = {"double-sir": {"target_rounds": "3"}, "badam-satti": {"rounds": "3"}, "sevens": {"rounds": "3"}}


def key(name: str) -> Identity:
    return Identity(hashlib.sha256(name.encode()).digest())


@dataclass(slots=True)
class World:
    """A network and what its peers have in common."""

    folder: Path | None = None
    network: MemoryNetwork = field(default_factory=MemoryNetwork)
    logs: dict[str, io.StringIO] = field(default_factory=dict)

    def surroundings(self, name: str) -> Surroundings:
        self.logs[name] = io.StringIO()
        return Surroundings(
            Log(self.logs[name]),
            network=self.network.machine(),
            crypto=lambda: StandIn(Random(f"crypto {name}")),
            entropy=Random(f"entropy {name}").randbytes,
            worker=lambda: work_in_line,
        )

    def player(self, name: str, *, bot: bool = False) -> Player:
        store = None if self.folder is None or bot else Store(self.folder / name)
        return Player(key(name), name, bot, store)

    def plan(self, game: str, seats: int, **more: object) -> TablePlan:
        options = tuple(SHORT[game].items())
        return TablePlan(game, seats, NAME, options, **more)  # type: ignore[arg-type]

    def join(
        self, address: Address, name: str, *, bot: bool = False, password: str | None = None
    ) -> AbstractAsyncContextManager[Session]:
        return join_table(
            address, self.player(name, bot=bot), self.surroundings(name), transcript_name=NAME, password=password
        )

    def watch(self, address: Address, name: str) -> AbstractAsyncContextManager[Session]:
        return watch_table(address, self.player(name), self.surroundings(name), transcript_name=NAME)

    @asynccontextmanager
    async def table(
        self, game: str, seats: int, *, guests: str | None = None, **more: object
    ) -> AsyncIterator[list[Session]]:
        """A host, a, and guests who have all sat down, by their letters; nobody is ready."""
        async with AsyncExitStack() as stack:
            host = await stack.enter_async_context(
                open_table(self.plan(game, seats, **more), self.player("a"), self.surroundings("a"))
            )
            sessions = [host]
            for name in "bcdefg"[: seats - 1] if guests is None else guests:
                guest = self.join(host.addresses[0], name)
                sessions.append(await stack.enter_async_context(guest))
            yield sessions


async def play_on(session: Session, random: Random, until: Callable[[Happening], bool]) -> list[Happening]:
    """Make any legal move whenever one is due, until something happens; give all that happened."""
    happened: list[Happening] = []
    async for happening in session.happenings:
        happened.append(happening)
        if until(happening):
            break
        if session.view.legal_moves:
            try:
                await session.act(MakeMove(random.choice(session.view.legal_moves)))
            except (LocalProtocolError, IllegalMoveError):
                continue
    return happened


async def gather(*work: Callable[[], Awaitable[list[Happening]]]) -> list[list[Happening]]:
    """Run all at once; give what each gave, in order."""
    found: list[list[Happening]] = [[] for _ in work]

    async def run(number: int, one: Callable[[], Awaitable[list[Happening]]]) -> None:
        found[number] = await one()

    async with trio.open_nursery() as nursery:
        for number, one in enumerate(work):
            nursery.start_soon(run, number, one)
    return found


async def wait_for(session: Session, kind: type[Happening]) -> Happening:
    """Read what happens until something of a kind does."""
    async for happening in session.happenings:
        if isinstance(happening, kind):
            return happening
    raise AssertionError(f"the session ended without {kind}")


def is_last_transcript(seen: list[bool], happening: Happening) -> bool:
    """The transcript that is written after the score sheet."""
    if isinstance(happening, events.SheetSigned):
        seen.append(True)
    return bool(seen) and isinstance(happening, TranscriptWritten)


async def all_ready(sessions: list[Session]) -> None:
    for session in sessions:
        if session.view.my_seat is not None:
            await session.set_ready(True)


async def play_to_end(sessions: list[Session]) -> list[list[Happening]]:
    return await gather(
        *(
            partial(play_on, session, Random(number), lambda happening: isinstance(happening, events.SheetSigned))
            for number, session in enumerate(sessions)
        )
    )
