"""Bots: at a table in memory, and as the processes that a host starts; which play with real proofs."""

import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random

import pytest
import trio
from trio.testing import MockClock

from engine.bots.registry import BOTS
from p2p.identity import Identity
from p2p.net.addresses import Address
from p2p.net.bots import HOST_GONE_S, LINGER_S, REFUSED, UNREACHABLE, BotRequest, find_strategy, play, run_bot
from p2p.net.happenings import (
    BotEnded,
    Happening,
    LinkLost,
    ReadyChanged,
    TranscriptWritten,
)
from p2p.net.log import Log
from p2p.net.plan import BotPlan, Player, Surroundings, TablePlan
from p2p.net.session import Session, open_table
from p2p.net.store import Store
from p2p.table import events
from p2p.table.phases import Phase
from tests.p2p.net.session_peers import World, play_on, wait_for

PROGRAM = (sys.executable, "-m", "tests.p2p.net.bot_program")
ROOT = Path(__file__).parents[3]


def is_signed(happening: Happening) -> bool:
    return isinstance(happening, events.SheetSigned)


# At a table in memory.


async def seat_bots(world: World, host: Session, nursery: trio.Nursery, names: str, codes: dict[str, int]) -> None:
    async def run(name: str) -> None:
        request = BotRequest(host.addresses[0], host.view.table_id, name, pace_s=0.5)
        codes[name] = await play(request, world.player(name, bot=True), world.surroundings(name), Random(name))

    for name in names:
        nursery.start_soon(run, name)
    for _ in names:
        await wait_for(host, ReadyChanged)


@pytest.mark.parametrize(("game", "bots"), [("double-sir", "bcd"), ("badam-satti", "bc"), ("sevens", "bcd")])
async def test_bots_play_a_match_and_leave(autojump_clock: MockClock, game: str, bots: str) -> None:
    world, codes = World(), dict[str, int]()
    with trio.fail_after(3600):
        async with world.table(game, 1 + len(bots), guests="") as (host,), trio.open_nursery() as nursery:
            await seat_bots(world, host, nursery, bots, codes)
            assert [place and place.bot for place in host.view.places] == [False] + [True] * len(bots)
            await host.set_ready(True)
            await play_on(host, Random(0), is_signed)
            await trio.sleep(LINGER_S + 3)
            assert codes == dict.fromkeys(bots, 0)


async def test_bots_leave_with_the_host(autojump_clock: MockClock) -> None:
    world, codes = World(), dict[str, int]()
    with trio.fail_after(300):
        async with trio.open_nursery() as nursery:
            async with world.table("badam-satti", 3, guests="") as (host,):
                await seat_bots(world, host, nursery, "bc", codes)
                await host.set_ready(True)
                await wait_for(host, events.TurnCame)
            began = trio.current_time()
        assert trio.current_time() - began <= 2
        assert codes == {"b": 0, "c": 0}


async def test_bots_leave_a_host_that_vanished(autojump_clock: MockClock) -> None:
    world, codes = World(), dict[str, int]()
    with trio.fail_after(300):
        async with world.table("badam-satti", 3, guests="") as (host,), trio.open_nursery() as nursery:
            await seat_bots(world, host, nursery, "bc", codes)
            await host.set_ready(True)
            await wait_for(host, events.TurnCame)
            await world.network.cut("10.0.0.1")
            await wait_for(host, LinkLost)
            await trio.sleep(HOST_GONE_S + 5)
            assert codes == {"b": 0, "c": 0}


async def test_bot_that_gets_no_seat_says_so_by_its_code(autojump_clock: MockClock) -> None:
    world = World()
    with trio.fail_after(60):
        async with world.table("badam-satti", 3) as (host, _, _):
            told = world.player("d", bot=True), world.surroundings("d"), Random(0)
            assert await play(BotRequest(host.addresses[0], host.view.table_id, "d"), *told) == REFUSED
            assert await play(BotRequest(host.addresses[0], bytes(16), "d"), *told) == REFUSED
            assert await play(BotRequest(Address("10.0.0.99", 1), bytes(16), "d"), *told) == UNREACHABLE


def test_strategy_is_found_by_game_and_name() -> None:
    assert find_strategy("sevens", "random") is BOTS["sevens"]["random"]
    assert find_strategy("sevens", "high-low") is BOTS["sevens"]["good"]


def test_bot_of_nobody_is_not_reachable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PATTE_BOT_OWNED", raising=False)
    assert run_bot(BotRequest(Address("127.0.0.1", 9), b"", "lonely")) == UNREACHABLE


# As processes.


def real_plan(game: str, bots: int, *, sits: bool = False, **options: str) -> TablePlan:
    return TablePlan(
        game,
        bots + sits,
        "match",
        tuple(options.items()),
        sits=sits,
        bots=tuple(BotPlan(f"Bot {number}") for number in range(bots)),
        everywhere=False,
    )


def real_surroundings(folder: Path) -> Surroundings:
    return Surroundings(Log(None), bots_log=folder / "bots.log", program=PROGRAM)


def a_player(folder: Path) -> Player:
    return Player(Identity.fresh(os.urandom), "Asha", store=Store(folder / "store"))


async def watch_match(folder: Path, plan: TablePlan) -> list[Happening]:
    """Open a table with bots and see the match to its end; give all that happened."""
    async with open_table(plan, a_player(folder), real_surroundings(folder)) as session:
        if plan.sits:
            await session.set_ready(True)
        seen: list[bool] = []

        def is_last(happening: Happening) -> bool:
            if is_signed(happening):
                seen.append(True)
            return bool(seen) and isinstance(happening, TranscriptWritten)

        return await play_on(session, Random(0), is_last)


async def test_bot_processes_play_a_match(tmp_path: Path) -> None:
    with trio.fail_after(60):
        happened = await watch_match(tmp_path, real_plan("badam-satti", 3, rounds="3"))
    assert sum(isinstance(one, events.RoundEnded) for one in happened) == 3
    assert not any(isinstance(one, BotEnded | LinkLost | events.WentAway) for one in happened)
    assert "sheet-signed" in (tmp_path / "bots.log").read_text()


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "bots", "sits"),
    [("double-sir", 4, False), ("double-sir", 3, True), ("badam-satti", 6, True), ("sevens", 7, False)],
)
async def test_bot_processes_play_whole_matches(tmp_path: Path, game: str, bots: int, sits: bool) -> None:
    with trio.fail_after(300):
        happened = await watch_match(tmp_path, real_plan(game, bots, sits=sits))
    assert any(is_signed(one) for one in happened)
    assert not any(isinstance(one, BotEnded | LinkLost | events.SeatNamed) for one in happened)


def bots_of(folder: Path) -> int:
    """How many bot processes run that a table in this folder started (their log is a file there)."""
    found = subprocess.run(["ps", "-wweo", "args"], capture_output=True, text=True, check=True).stdout
    return sum(f"--name {folder.name} " in line for line in found.splitlines())


async def wait_no_bots(folder: Path) -> None:
    # Nothing tells us of the end of another's children.
    while await trio.to_thread.run_sync(partial(bots_of, folder)):  # noqa: ASYNC110
        await trio.sleep(0.05)


def named_plan(folder: Path) -> TablePlan:
    bots = (BotPlan(folder.name),) * 2
    return TablePlan("badam-satti", 3, "match", bots=bots, everywhere=False)


@pytest.mark.skipif(sys.platform == "win32", reason="looks for processes by ps")
async def test_bot_processes_end_with_a_cancelled_table(tmp_path: Path) -> None:
    folder = tmp_path / f"bots-of-{os.getpid()}-cancel"
    folder.mkdir()
    with trio.fail_after(30):
        with trio.CancelScope() as scope:
            async with open_table(named_plan(folder), a_player(folder), real_surroundings(folder)) as session:
                await wait_for(session, ReadyChanged)
                assert bots_of(folder) == 2
                scope.cancel()
                await trio.sleep_forever()
        assert scope.cancelled_caught
        assert bots_of(folder) == 0


HOST = """
import os, sys
from pathlib import Path
import trio
from tests.p2p.net.test_bots import a_player, named_plan, real_surroundings
from p2p.net.happenings import ReadyChanged
from p2p.net.session import open_table
from tests.p2p.net.session_peers import wait_for

async def main(folder):
    async with open_table(named_plan(folder), a_player(folder), real_surroundings(folder)) as session:
        await wait_for(session, ReadyChanged)
        print("ready", flush=True)
        await trio.sleep_forever()

trio.run(main, Path(sys.argv[1]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="looks for processes by ps")
async def test_bot_processes_end_with_a_killed_host(tmp_path: Path) -> None:
    folder = tmp_path / f"bots-of-{os.getpid()}-kill"
    folder.mkdir()
    with trio.fail_after(30):
        host = await trio.lowlevel.open_process(
            [sys.executable, "-c", HOST, str(folder)], stdout=subprocess.PIPE, cwd=str(ROOT)
        )
        assert host.stdout is not None
        try:
            assert (await host.stdout.receive_some()).strip() == b"ready"
            assert bots_of(folder) == 2
        finally:
            host.send_signal(signal.SIGKILL)
            await host.wait()
            await host.stdout.aclose()
        await wait_no_bots(folder)


async def test_bot_that_cannot_play_is_told_to_the_host(tmp_path: Path) -> None:
    with trio.fail_after(30):
        around = Surroundings(Log(None), program=(sys.executable, "-c", "raise SystemExit(7)"))
        async with open_table(real_plan("badam-satti", 2, sits=True), a_player(tmp_path), around) as session:
            ended = await wait_for(session, BotEnded)
            assert isinstance(ended, BotEnded)
            assert ended.exit_code == 7
            assert session.view.phase is not Phase.OVER
