"""What a session is told when it begins: who sits here, what the host opens, and where it runs."""

import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeVar

import trio

from p2p.identity import Identity
from p2p.net.log import Log
from p2p.net.network import Network, TcpNetwork
from p2p.net.store import Store
from p2p.table.cryptography import Cryptography
from p2p.table.mental_poker import MentalPoker

T = TypeVar("T")


class Worker(Protocol):
    """Runs one piece of work at a time and gives what it returned or raises what it raised."""

    def __call__(self, work: Callable[[], T], /) -> Awaitable[T]:
        """Run it. A caller who is cancelled does not wait for it, and nobody looks at what it gives."""


def make_thread_worker() -> Worker:
    """Make a worker that runs its work in one thread beside trio's."""
    limiter = trio.CapacityLimiter(1)

    async def work_in_thread(work: Callable[[], T]) -> T:
        return await trio.to_thread.run_sync(work, limiter=limiter, abandon_on_cancel=True)

    return work_in_thread


async def work_in_line(work: Callable[[], T]) -> T:
    """Run work where it is asked for: for tests, whose clock does not wait for threads."""
    await trio.lowlevel.checkpoint()
    return work()


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits here.

    Attributes:
        name: 1 to 64 bytes, as others see it.
        store: known players and transcripts; None: nothing is remembered or written (bots).
    """

    identity: Identity
    name: str
    bot: bool = False
    store: Store | None = None


@dataclass(frozen=True, slots=True)
class BotPlan:
    """One bot to start: its name, its strategy (a name of `BOTS[game]`), seconds it takes for a move."""

    name: str
    strategy: str = "good"
    pace_s: float = 0.0


@dataclass(frozen=True, slots=True)
class TablePlan:
    """What the host opens.

    Attributes:
        seats: all seats, with the host's and the bots'.
        transcript_name: the first part of the transcript's file name, e.g. "2026-07-28-2015"; game and table id follow.
        options: those chosen; the others have their default.
        random_seats: whether the coin draws the seats; else they are as in the lobby, and the host may swap.
        sits: whether the host has a seat, or only looks on.
        bots: started at once, each a process of its own; their seats are kept for them.
        password: None: no password.
        everywhere: whether to listen on all interfaces; else on loopback only.
    """

    game: str
    seats: int
    transcript_name: str
    options: tuple[tuple[str, str], ...] = ()
    random_seats: bool = True
    sits: bool = True
    bots: tuple[BotPlan, ...] = ()
    password: str | None = field(default=None, repr=False)
    everywhere: bool = True


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a session runs in.

    Attributes:
        log: where it writes what happened, for support.
        bots_log: the file that bots' stderr is appended to; None: thrown away.
        program: runs patte: a bot's process is this, "bot", and its arguments.
        network: how to listen and dial.
        crypto: makes the door to cryptography.
        entropy: gives n random bytes.
        worker: makes what runs proofs.
    """

    log: Log
    bots_log: Path | None = None
    program: tuple[str, ...] = (sys.executable, "-m", "cli")
    network: Network = field(default_factory=TcpNetwork)
    crypto: Callable[[], Cryptography] = field(default=lambda: MentalPoker(os.urandom))
    entropy: Callable[[int], bytes] = field(default=os.urandom, repr=False)
    worker: Callable[[], Worker] = make_thread_worker
