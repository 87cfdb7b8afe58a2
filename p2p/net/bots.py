"""What a bot does at a table: join, be ready at once, move, leave.

The command line runs one by `patte bot HOST:PORT --table HEX --name NAME --strategy STRATEGY --pace SECONDS`, which
calls `run_bot` and ends with the exit code that it gives. A bot sees what its seat may see, its hand and what
everybody knows, and passes the same checks as a person.
"""

import math
import os
import sys
from dataclasses import dataclass
from random import Random

import trio

from engine.bots.registry import BOTS, GOOD
from engine.bots.strategy import RandomSource, Strategy
from p2p.errors import EncodingError, LinkError, LocalProtocolError
from p2p.identity import SEED_SIZE_BYTES, Identity, PeerId
from p2p.net.addresses import Address, UnreachableError
from p2p.net.bot_process import OWNED_VARIABLE
from p2p.net.happenings import Happening, Linked, LinkLost, ProposalRefused, TableClosed
from p2p.net.log import Log
from p2p.net.plan import Player, Surroundings
from p2p.net.session import Session, join_table
from p2p.table import events
from p2p.table.actions import MakeMove
from p2p.table.phases import Phase

LINGER_S = 5.0
"""How long a bot stays when the table is over: somebody may lack what it signed."""
HOST_GONE_S = 15.0
UNREACHABLE = 3
REFUSED = 4


@dataclass(frozen=True, slots=True)
class BotRequest:
    """What a bot is told.

    Attributes:
        address: where the host listens.
        table_id: 16 bytes, or none: whatever table is there.
        strategy: a name of `BOTS[game]`; which game it is, the table says.
        pace_s: seconds it takes for a move.
    """

    address: Address
    table_id: bytes
    name: str
    strategy: str = GOOD
    pace_s: float = 0.0


def run_bot(request: BotRequest) -> int:
    """Join, be ready at once, play to the end of the table, and leave. It runs trio itself; Ctrl-C ends it quietly.

    It leaves when the table is over, or the host has said goodbye or vanished. Its log goes to stderr as JSON lines.

    Returns:
        The process's exit code: 0 after a table, 3 not reachable, 4 refused, 130 after Ctrl-C.
    """
    try:
        return trio.run(_run, request)
    except KeyboardInterrupt:
        return 130


async def _run(request: BotRequest) -> int:
    log = Log(sys.stderr)
    owned = OWNED_VARIABLE in os.environ
    identity = await _read_key() if owned else Identity.fresh(os.urandom)
    if identity is None:
        return REFUSED
    player = Player(identity, request.name, bot=True)
    code = 0
    async with trio.open_nursery() as nursery:
        if owned:
            nursery.start_soon(_end_with_owner, nursery.cancel_scope)
        code = await play(request, player, Surroundings(log), Random(os.urandom(16)))
        nursery.cancel_scope.cancel()
    return code


async def play(request: BotRequest, player: Player, surroundings: Surroundings, random: RandomSource) -> int:
    """Play one table from joining to leaving; give the exit code."""
    try:
        async with join_table(
            request.address, player, surroundings, transcript_name="bot", table_id=request.table_id
        ) as session:
            bot = Bot(session, request.strategy, request.pace_s, random)
            await bot.run()
    except UnreachableError as error:
        surroundings.log.write("bot-unreachable", why=str(error))
        return UNREACHABLE
    except LinkError as error:
        surroundings.log.write("bot-refused", why=str(error))
        return REFUSED
    return 0


class Bot:
    """A bot in its seat."""

    def __init__(self, session: Session, strategy: str, pace_s: float, random: RandomSource) -> None:
        self._session = session
        self._strategy = strategy
        self._pace_s = pace_s
        self._random = random
        self._scope = trio.CancelScope()

    async def run(self) -> None:
        """Play until it is time to leave."""
        with self._scope:
            await self._session.set_ready(True)
            async for happening in self._session.happenings:
                self._look(happening)
                await self._move()

    def _look(self, happening: Happening) -> None:
        """Say when to leave, by what has happened."""
        host = self._session.host
        match happening:
            case events.SheetSigned() | events.TableStopped():
                self._leave_within(LINGER_S)
            case events.LeftTable(seat) if self._key_of(seat) == host:
                self._leave_within(0)
            case LinkLost(peer) if peer == host:
                self._leave_within(0 if self._session.view.phase is Phase.OVER else HOST_GONE_S)
            case Linked(peer) if peer == host and self._session.view.phase is not Phase.OVER:
                self._scope.deadline = math.inf
            case ProposalRefused("") | TableClosed():
                self._leave_within(0)
            case _:
                pass

    async def _move(self) -> None:
        view = self._session.view
        seat, state, legal = view.my_seat, view.state, view.legal_moves
        if not legal or seat is None or state is None or view.is_broken:
            return
        move = find_strategy(view.game, self._strategy)(state, seat, view.hand, self._random)
        await trio.sleep(self._pace_s)
        try:
            await self._session.act(MakeMove(move))
        except LocalProtocolError:
            # The table broke off, or the session ended, while the bot took its time.
            return

    def _leave_within(self, seconds: float) -> None:
        self._scope.deadline = min(self._scope.deadline, trio.current_time() + seconds)

    def _key_of(self, seat: int) -> PeerId | None:
        contract = self._session.view.contract
        return None if contract is None else contract.seats[seat].key


def find_strategy(game: str, name: str) -> Strategy:
    """Give a game's strategy of that name, or its strongest: the bot learns only at the table which game it is."""
    return BOTS[game].get(name, BOTS[game][GOOD])


async def _read_key() -> Identity | None:
    """Read the key that our owner gives us; None if it gives none."""
    line = await trio.to_thread.run_sync(os.read, sys.stdin.fileno(), 2 * SEED_SIZE_BYTES + 1, abandon_on_cancel=True)
    try:
        return Identity(bytes.fromhex(line.decode()))
    except (ValueError, EncodingError):
        return None


async def _end_with_owner(scope: trio.CancelScope) -> None:
    """Leave when our owner's end of standard input is closed."""
    # By os.read: a thread that waits in sys.stdin's own buffer would hold its lock when the interpreter ends.
    while await trio.to_thread.run_sync(os.read, sys.stdin.fileno(), 64, abandon_on_cancel=True):
        pass
    scope.cancel()
