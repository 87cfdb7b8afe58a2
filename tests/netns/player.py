"""A person at a real table, who plays by policy, in a namespace; what he sees is a fact a line on stdout, as JSON.

    host GAME SEATS NAME [PASSWORD]    opens a table and lets it be found
    join WHAT NAME [PASSWORD]          joins by what `patte join` takes; WHAT - is: the only one there
    watch WHAT NAME                    looks on

He is ready at once, and stays when the round is over, until Ctrl-C. PATTE_TEST_PACE: seconds he thinks about a move.
"""

import os
import signal
import sys
from contextlib import AbstractAsyncContextManager, nullcontext
from pathlib import Path

import trio

from cli.errors import CliError
from cli.hosting import advertised, open_lines
from cli.language import Language
from cli.search import Place, find_place
from engine.game import IllegalMoveError
from p2p.errors import LocalProtocolError
from p2p.net.discovery.advert import key_mark
from p2p.net.handshake import RefusedError
from p2p.net.happenings import Happening, LinkLost, PasswordTried, SatDown, TableClosed, TranscriptWritten
from p2p.net.log import Log
from p2p.net.plan import Player, Surroundings, TablePlan
from p2p.net.session import Session, join_table, open_table, watch_table
from p2p.net.store import Store
from p2p.table import events
from p2p.table.actions import MakeMove
from tests.netns.peer import say

TRANSCRIPT = "round"
SHORT = {"double-sir": (), "badam-satti": (("rounds", "3"),), "sevens": (("rounds", "3"),)}


async def play(session: Session) -> None:
    """Be ready, make the policy's move whenever one is due, and say what happens."""
    say(what="seated", addresses=[str(address) for address in session.addresses], key=key_mark(session.me))
    if sys.argv[1] != "watch":
        await session.set_ready(True)
    async for happening in session.happenings:
        tell(happening)
        view = session.view
        if view.state is not None and view.legal_moves and view.my_seat is not None:
            seat = view.contract.seat_of(session.me) if view.contract is not None else None
            await trio.sleep(float(os.environ.get("PATTE_TEST_PACE", "0")))
            try:
                await session.act(MakeMove(view.state.policy_move(seat or view.my_seat, view.hand)))
            except (LocalProtocolError, IllegalMoveError):
                # It was made already; the happening just read is an older one.
                continue


def tell(happening: Happening) -> None:
    """Say what a test wants to know."""
    match happening:
        case SatDown(seat, place):
            say(what="sat", seat=seat, name=place.name)
        case events.CoinThrown():
            say(what="coin")
        case events.Dealt(stage):
            say(what="dealt", stage=stage)
        case events.RoundEnded(number, state, match):
            say(what="ended", number=number, digest=state.digest().hex(), sheet=match.sheet)
        case events.WentAway(seat):
            say(what="away", seat=seat)
        case events.CameBack(seat):
            say(what="back", seat=seat)
        case events.RoundBroken() | events.SeatNamed() | events.TableStopped():
            say(what="broken", why=repr(happening))
        case TranscriptWritten(path):
            say(what="written", path=str(path))
        case PasswordTried(guesses):
            say(what="guessed", guesses=guesses)
        case LinkLost(_, why):
            say(what="link lost", why=why)
        case TableClosed(why):
            say(what="table closed", why=why.value)
        case _:
            pass


async def sit(opening: AbstractAsyncContextManager[Session], host_of: str | None) -> None:
    """Sit at the table until Ctrl-C."""
    sessions: list[Session] = []
    async with trio.open_nursery() as nursery:

        async def leave() -> None:
            with trio.open_signal_receiver(signal.SIGINT) as signals:
                async for _ in signals:
                    for session in sessions:
                        await session.leave()
                    nursery.cancel_scope.cancel()

        nursery.start_soon(leave)
        try:
            async with opening as session:
                sessions.append(session)
                beside: AbstractAsyncContextManager[None] = nullcontext()
                if host_of is not None:
                    say(what="open", lines=open_lines(session, host_of, Language.ENGLISH))
                    beside = advertised(session, host_of, Language.ENGLISH, say_line, locked=len(sys.argv) > 5)
                async with beside:
                    await play(session)
        except RefusedError as error:
            say(what="refused", why=error.reason.value)
        nursery.cancel_scope.cancel()


async def say_line(line: str) -> None:
    """Say what the host's screen shows."""
    say(what="line", line=line)
    await trio.lowlevel.checkpoint()


def main() -> None:
    """Read what to do."""
    kind, *words = sys.argv[1:]
    name, password = words[2 if kind == "host" else 1], words[3 if kind == "host" else 2 :]
    store = Store(Path(os.environ["HOME"]) / "patte")
    player = Player(store.load_identity(os.urandom), name, store=store)
    around = Surroundings(Log(sys.stderr if os.environ.get("PATTE_TEST_LOG") else None))
    if kind == "host":
        game = words[0]
        plan = TablePlan(game, int(words[1]), TRANSCRIPT, SHORT[game], password=password[0] if password else None)
        trio.run(sit, open_table(plan, player, around), name)
        return
    try:
        place: Place = find_place(None if words[0] == "-" else words[0], Language.ENGLISH)
    except CliError as error:
        say(what="not found", why=str(error), code=error.exit_code)
        return
    say(what="found", address=str(place.address))
    if kind == "watch":
        trio.run(sit, watch_table(place.address, player, around, transcript_name=TRANSCRIPT), None)
        return
    joining = join_table(
        place.address,
        player,
        around,
        transcript_name=TRANSCRIPT,
        password=password[0] if password else None,
        table_id=place.table_id,
    )
    trio.run(sit, joining, None)


if __name__ == "__main__":
    main()
