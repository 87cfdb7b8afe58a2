"""How long people wait at a table of real processes on this machine: `python -m tests.bench.bench_session GAME SEATS`.

One seat is ours and plays at random, the others are bots. Printed are seconds from our ready to the cards of the first
round and of each later one, milliseconds from a move of ours to the last other peer's having taken it (with its proofs
checked), memory of the peers, and seconds to leave.
"""

import json
import os
import resource
import statistics
import sys
import tempfile
import time
from datetime import datetime
from pathlib import Path
from random import Random

import trio

from engine.game import PublicState, Seat
from engine.games import GAMES
from p2p.identity import Identity
from p2p.net.happenings import Happening, ReadyChanged
from p2p.net.log import Log
from p2p.net.plan import BotPlan, Player, Surroundings, TablePlan
from p2p.net.session import Session, open_table
from p2p.net.store import Store
from p2p.table import events
from p2p.table.actions import MakeMove

SHORT = {"double-sir": {"target_rounds": "3"}, "badam-satti": {"rounds": "3"}, "sevens": {"rounds": "3"}}


class Times:
    """What was measured, as wall-clock seconds."""

    def __init__(self) -> None:
        self.ready_at = 0.0
        self.round_at = 0.0
        self.cards: list[float] = []
        self.deeds: dict[tuple[int, int], tuple[float, bool]] = {}
        self.moves: list[tuple[int, int]] = []
        self.memory_kb: list[int] = []


async def play(session: Session, times: Times) -> None:
    """Play the match, noting when what happens."""
    random, stages = Random(0), 0
    async for happening in session.happenings:
        stages = note(happening, times, stages, session)
        if isinstance(happening, events.SheetSigned):
            times.memory_kb = [memory_kb(pid) for pid in children()]
            return
        view = session.view
        if view.legal_moves and view.state is not None and view.my_seat is not None:
            move = random.choice(view.legal_moves)
            is_proven = bool(view.state.obligation(Seat(view.my_seat), move))
            times.deeds[place_of(view.state)] = (time.time(), is_proven)
            await session.act(MakeMove(move))


def note(happening: Happening, times: Times, stages: int, session: Session) -> int:
    match happening:
        case events.Moved(seat, _, before) if seat == session.view.my_seat:
            times.moves.append(place_of(before))
            return stages
        case events.RoundBegan():
            times.round_at = time.time() if times.cards else times.ready_at
            return 0
        case events.Dealt():
            match = session.view.match
            if match is not None and stages + 1 == len(match.deal_plan()):
                times.cards.append(time.time() - times.round_at)
            return stages + 1
        case _:
            return stages


def place_of(state: PublicState) -> tuple[int, int]:
    """Name a move by the rounds and the moves before it: opening passes are made without us."""
    return len(state.match.rounds), len(state.history)


def children() -> list[int]:
    # Each process counts for the thread that started it.
    return [int(pid) for path in Path("/proc/self/task").glob("*/children") for pid in path.read_text().split()]


def memory_kb(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0])


def move_times_ms(times: Times, log: str, seat: int, bots: int) -> tuple[list[float], list[float]]:
    """Give plain moves and those with a holds-none proof: from our deed to the last bot's log line about it."""
    lines = [json.loads(line) for line in log.splitlines()]
    taken = [
        datetime.fromisoformat(line["at"]).timestamp()
        for line in lines
        if (line["what"], line.get("seat")) == ("moved", seat)
    ]
    plain: list[float] = []
    proven: list[float] = []
    for number, place in enumerate(times.moves):
        if place not in times.deeds:
            continue
        at, is_proven = times.deeds[place]
        last = max(taken[number * bots : (number + 1) * bots])
        (proven if is_proven else plain).append(1000 * (last - at))
    return plain, proven


async def main(game: str, seats: int) -> None:
    times = Times()
    with tempfile.TemporaryDirectory() as name:
        folder, bots = Path(name), tuple(BotPlan(f"Bot {number}") for number in range(seats - 1))
        plan = TablePlan(
            game, seats, "bench", tuple(SHORT[game].items()), random_seats=False, bots=bots, everywhere=False
        )
        program = (sys.executable, "-m", "tests.p2p.net.bot_program")
        around = Surroundings(Log(None), bots_log=folder / "bots.log", program=program)
        player = Player(Identity.fresh(os.urandom), "Asha", store=Store(folder / "store"))
        began = time.time()
        async with open_table(plan, player, around) as session:
            ready = 0
            async for happening in session.happenings:
                ready += isinstance(happening, ReadyChanged)
                if ready == len(bots):
                    break
            print(f"{game}, {seats} seats: all bots ready after {time.time() - began:.2f} s")
            times.ready_at = time.time()
            await session.set_ready(True)
            await play(session, times)
            seat = session.view.my_seat or 0
            ended = time.time()
        print(f"left in {time.time() - ended:.2f} s")
        plain, proven = move_times_ms(times, (folder / "bots.log").read_text(), seat, len(bots))
    print(
        "cards after, s:", *(f"{one:.2f}" for one in times.cards), "(the first from our ready, with coin and contract)"
    )
    for word, found in (("plain", plain), ("with holds-none", proven)):
        if found:
            print(f"move {word}: median {statistics.median(found):.0f} ms, worst {max(found):.0f} ms, of {len(found)}")
    own_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory: ours {own_mb:.0f} MB, bots", *(f"{kb / 1024:.0f}" for kb in times.memory_kb), "MB at most")


if __name__ == "__main__":
    if sys.argv[1] not in GAMES:
        raise SystemExit(f"no game is called {sys.argv[1]}")
    trio.run(main, sys.argv[1], int(sys.argv[2]))
