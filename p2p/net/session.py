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

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import trio

from engine.cards import Card
from engine.game import Match, PublicState, Seat
from engine.moves import Move
from p2p.identity import Identity, PeerId
from p2p.net.addresses import Address
from p2p.net.happenings import Happening, Places
from p2p.net.log import Log
from p2p.net.store import Store
from p2p.table.actions import Action
from p2p.table.contract import Contract
from p2p.table.phases import Phase


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
        options: those chosen; the others have their default.
        seats: all seats, with the host's and the bots'.
        random_seats: whether the coin draws the seats; else they are as in the lobby, and the host may swap.
        sits: whether the host has a seat, or only looks on.
        bots: started at once, each a process of its own; their seats are kept for them.
        password: None: no password.
        everywhere: whether to listen on all interfaces; else on loopback only.
        transcript_name: the first part of the transcript's file name, e.g. "2026-07-28-2015"; game and table id follow.
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
    """

    log: Log
    bots_log: Path | None = None


@dataclass(frozen=True, slots=True)
class View:
    """What is known now; frozen, replaced as a whole.

    Attributes:
        table_id: 16 bytes.
        game, options, random_seats: as the host announced them; options complete, in the game's order.
        places: who sits where in the lobby, also while the contract goes round; not kept up after it.
        my_seat: in `places` before the contract, then at the table; None for who looks on.
        is_ready: whether we have said that we are ready.
        contract: the one in force, or going round; None in the lobby.
        is_agreed: whether all have signed it.
        phase, step, lacking: of the table; None, -1 and () in the lobby.
        hand: the own cards in canonical order. legal_moves: empty when no own move is awaited.
        state: the running round, or the last; None before the first. match: None before the coin.
        away: the seats that are away as far as we can see. linked: the peers we have a link to.
        is_broken: whether the table can't go on under this contract.
    """

    table_id: bytes
    game: str
    options: tuple[tuple[str, str], ...]
    random_seats: bool
    places: Places
    my_seat: Seat | None
    is_ready: bool = False
    contract: Contract | None = None
    is_agreed: bool = False
    phase: Phase | None = None
    step: int = -1
    lacking: tuple[int, ...] = ()
    hand: tuple[Card, ...] = ()
    legal_moves: tuple[Move, ...] = ()
    state: PublicState | None = None
    match: Match | None = None
    away: frozenset[int] = frozenset()
    linked: frozenset[PeerId] = frozenset()
    is_broken: bool = False


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

    @property
    def view(self) -> View:
        """What is known now."""
        raise NotImplementedError

    async def set_ready(self, ready: bool) -> None:
        """Say in the lobby that we are ready, or not any more.

        Others hear it once we have links to all of them, or have tried for a while. When every seat is filled and
        all are ready, the host's program proposes the contract by itself.

        Raises:
            LocalProtocolError: the contract is signed already, or we have no seat.
        """
        raise NotImplementedError

    async def swap_seats(self, one: Seat, other: Seat) -> None:
        """Let two seats of the lobby change places; either may be empty.

        Raises:
            LocalProtocolError: we are not the host, the coin draws the seats, or the contract is signed already.
        """
        raise NotImplementedError

    async def act(self, action: Action) -> None:
        """Act at the table; returns when what it leads to is on its way to the others.

        Raises:
            IllegalMoveError: the rules forbid the move; nothing was sent.
            LocalProtocolError: there is nothing of this kind to do now.
            EncodingError: the words are too long or empty.
        """
        raise NotImplementedError

    def lift_password_lock(self) -> None:
        """Take passwords again after too many wrong ones; for the host."""
        raise NotImplementedError

    async def leave(self) -> None:
        """Say goodbye and end the links within two seconds; `TableClosed(LEFT)` follows. Again: does nothing."""
        raise NotImplementedError


@asynccontextmanager
async def open_table(plan: TablePlan, player: Player, surroundings: Surroundings) -> AsyncIterator[Session]:
    """Open a table, sit down in seat 0 if the plan says so, and start the bots.

    Raises:
        OptionError: the game does not offer this.
        NoFreePortError: none of the 16 ports is free.
        LocalProtocolError: more bots than seats.
    """
    raise NotImplementedError
    yield Session()


@asynccontextmanager
async def join_table(
    address: Address, player: Player, surroundings: Surroundings, *, transcript_name: str, password: str | None = None
) -> AsyncIterator[Session]:
    """Join the table at an address; returns once we are seated, which the host has signed.

    Raises:
        UnreachableError: nobody answers there.
        RefusedError: the host's program sent us away (a HandshakeError): `.reason` is PASSWORD_NEEDED, PASSWORD_WRONG,
            FULL, LOCKED, VERSION, ...
        NoSeatError: we were let in, but got no seat: `.why`.
        HandshakeError: something else answers there.
    """
    raise NotImplementedError
    yield Session()
