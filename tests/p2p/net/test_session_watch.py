"""Those who only look on: from the lobby on, in the middle, at a guest's port, where nobody may."""

from functools import partial
from pathlib import Path
from random import Random

import pytest
import trio
from trio.testing import MockClock

from engine.game import Seat
from p2p.errors import LocalProtocolError
from p2p.net.addresses import Address
from p2p.net.core import MOST_WATCHERS
from p2p.net.handshake import Refusal, RefusedError
from p2p.net.happenings import Closing, Happening, TableClosed, TranscriptWritten
from p2p.net.session import Session
from p2p.table import events
from p2p.table.actions import Say
from tests.p2p.net.session_peers import World, gather, play_on


async def all_ready(sessions: list[Session]) -> None:
    for session in sessions:
        await session.set_ready(True)


def is_move(count: int, seen: list[int], happening: Happening) -> bool:
    seen[0] += isinstance(happening, events.Moved)
    return seen[0] >= count


def is_signed(happening: Happening) -> bool:
    return isinstance(happening, events.SheetSigned)


def is_last_transcript(seen: list[bool], happening: Happening) -> bool:
    if is_signed(happening):
        seen.append(True)
    return bool(seen) and isinstance(happening, TranscriptWritten)


@pytest.mark.parametrize("random_seats", [True, False])
async def test_spectator_who_waits_in_the_lobby_sees_and_checks_the_whole_match(
    autojump_clock: MockClock, tmp_path: Path, random_seats: bool
) -> None:
    world = World(tmp_path)
    with trio.fail_after(600):
        async with (
            world.table("sevens", 3, random_seats=random_seats) as sessions,
            world.watch(sessions[0].addresses[0], "w") as onlooker,
        ):
            assert onlooker.view.my_seat is None
            await all_ready(sessions)
            logs = await gather(
                *(
                    partial(play_on, session, Random(number), partial(is_last_transcript, []))
                    for number, session in enumerate([*sessions, onlooker])
                )
            )
    moves = [[one for one in log if isinstance(one, events.Moved)] for log in logs]
    assert moves[3] == moves[0]
    written = {one.path.read_bytes() for log in logs for one in log if isinstance(one, TranscriptWritten)}
    assert len(written) == 1


@pytest.mark.parametrize("at", [0, 1], ids=["the host's port", "a guest's port"])
async def test_spectator_who_comes_in_the_middle_sees_all_that_went_before(
    autojump_clock: MockClock, tmp_path: Path, at: int
) -> None:
    world = World(tmp_path)
    with trio.fail_after(600):
        async with world.table("double-sir", 4) as sessions:
            await all_ready(sessions)
            await gather(
                *(
                    partial(play_on, session, Random(number), partial(is_move, 30, [0]))
                    for number, session in enumerate(sessions)
                )
            )
            async with world.watch(sessions[at].addresses[0], "w") as onlooker:
                logs = await gather(
                    *(
                        partial(play_on, session, Random(number), is_signed)
                        for number, session in enumerate([*sessions, onlooker])
                    )
                )
                with pytest.raises(LocalProtocolError):
                    await onlooker.act(Say("I am here"))
                with pytest.raises(LocalProtocolError):
                    await onlooker.set_ready(True)
                assert onlooker.view.hand == ()
    told = [sum(isinstance(one, events.Moved) for one in log) for log in logs]
    assert told[4] == told[0] + 30
    assert not any(isinstance(one, events.SeatNamed) for log in logs for one in log)


async def test_nobody_looks_on_at_a_locked_table(autojump_clock: MockClock) -> None:
    world = World()
    with trio.fail_after(60):
        async with world.table("sevens", 3, guests="", password="aam") as sessions:
            with pytest.raises(RefusedError) as refused:
                async with world.watch(sessions[0].addresses[0], "w"):
                    pass
    assert refused.value.reason is Refusal.NO_WATCHERS


async def test_spectators_beyond_the_most_are_sent_away_and_harm_nobody(autojump_clock: MockClock) -> None:
    world = World()
    with trio.fail_after(600):
        async with world.table("sevens", 3) as sessions, trio.open_nursery() as nursery:

            async def look_on(name: str) -> None:
                async with world.watch(sessions[0].addresses[0], name) as onlooker:
                    async for _ in onlooker.happenings:
                        pass

            for number in range(MOST_WATCHERS + 3):
                nursery.start_soon(look_on, f"w{number}")
            await all_ready(sessions)
            await gather(
                *(partial(play_on, session, Random(number), is_signed) for number, session in enumerate(sessions))
            )
            assert sessions[0].view.my_seat in {Seat(0), Seat(1), Seat(2)}
            nursery.cancel_scope.cancel()


async def test_spectator_is_told_when_the_table_is_gone(autojump_clock: MockClock) -> None:
    world, is_over = World(), trio.Event()

    async def hold_table(task_status: trio.TaskStatus[Address]) -> None:
        async with world.table("sevens", 3, guests="") as sessions:
            task_status.started(sessions[0].addresses[0])
            await is_over.wait()

    with trio.fail_after(300):
        async with trio.open_nursery() as nursery:
            address = await nursery.start(hold_table)
            async with world.watch(address, "w") as onlooker:
                is_over.set()
                closed = [one async for one in onlooker.happenings if isinstance(one, TableClosed)]
    assert [one.why for one in closed] == [Closing.HOST_LOST]
