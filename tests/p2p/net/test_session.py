"""Whole matches between sessions in one process: transcripts, cut links, leaving. In memory, with the stand-in."""

import json
from functools import partial
from pathlib import Path
from random import Random

import pytest
import trio
from trio.testing import MockClock

from engine.game import IllegalMoveError, OptionError, Seat
from engine.moves import Pass, Play
from p2p.errors import LocalProtocolError
from p2p.net.happenings import (
    Happening,
    Linked,
    LinkLost,
    ReadyChanged,
    TranscriptFailed,
    TranscriptWritten,
)
from p2p.net.plan import BotPlan
from p2p.net.session import Session, open_table
from p2p.table import events
from p2p.table.actions import LeaveTable, MakeMove, Say
from p2p.table.phases import Phase
from tests.p2p.net.session_peers import (
    World,
    all_ready,
    gather,
    is_last_transcript,
    play_on,
    play_to_end,
    wait_for,
)


@pytest.mark.parametrize(("game", "seats"), [("double-sir", 4), ("badam-satti", 3), ("sevens", 5)])
async def test_match_ends_with_one_transcript_for_all(
    autojump_clock: MockClock, tmp_path: Path, game: str, seats: int
) -> None:
    world = World(tmp_path)
    with trio.fail_after(600):
        async with world.table(game, seats) as sessions:
            await all_ready(sessions)
            logs = await gather(
                *(
                    partial(play_on, session, Random(number), partial(is_last_transcript, []))
                    for number, session in enumerate(sessions)
                )
            )
    written = [[one.path for one in log if isinstance(one, TranscriptWritten)] for log in logs]
    assert len({path.read_bytes() for paths in written for path in paths}) == 1
    assert all(len(paths) >= 2 for paths in written)
    assert all(paths[0].name.startswith(f"2026-07-28-2015-{game}-") for paths in written)
    sheets = {one.match.sheet for log in logs for one in log if isinstance(one, events.SheetSigned)}
    assert len(sheets) == 1
    assert_no_secrets(world, sessions)


def assert_no_secrets(world: World, sessions: list[Session]) -> None:
    """The logs are JSON lines, and none names a card of a hand."""
    for log in world.logs.values():
        lines = [json.loads(line) for line in log.getvalue().splitlines()]
        assert {line["what"] for line in lines} >= {"sat-down", "contract-agreed", "dealt", "moved", "sheet-signed"}
        assert not {"hand", "cards", "move", "state", "words", "name"} & {fact for line in lines for fact in line}


async def test_host_that_looks_on_sees_the_whole_match(autojump_clock: MockClock, tmp_path: Path) -> None:
    world = World(tmp_path)
    with trio.fail_after(600):
        async with world.table("badam-satti", 3, sits=False, guests="bcd") as sessions:
            await all_ready(sessions)
            logs = await play_to_end(sessions)
            assert sessions[0].view.my_seat is None
            assert sessions[0].view.hand == ()
    assert sum(isinstance(one, events.Moved) for one in logs[0]) == sum(
        isinstance(one, events.Moved) for one in logs[1]
    )


async def test_cut_link_is_woven_again_and_the_match_goes_on(autojump_clock: MockClock, tmp_path: Path) -> None:
    world = World(tmp_path)
    with trio.fail_after(900):
        async with world.table("sevens", 3) as sessions:
            await all_ready(sessions)
            moves = 0

            def at_move(happening: Happening) -> bool:
                nonlocal moves
                moves += isinstance(happening, events.Moved)
                return moves >= 20

            logs: list[list[Happening]] = []

            async def cut_in_the_middle() -> None:
                await play_on(sessions[0], Random(0), at_move)
                await world.network.cut("10.0.0.2")
                await trio.sleep(30)
                assert sessions[0].view.away
                world.network.mend("10.0.0.2")
                logs.append(await play_on(sessions[0], Random(0), lambda one: isinstance(one, events.SheetSigned)))

            async with trio.open_nursery() as nursery:
                nursery.start_soon(cut_in_the_middle)
                for session in sessions[1:]:
                    nursery.start_soon(play_on, session, Random(1), lambda one: isinstance(one, events.SheetSigned))
            me = sessions[1].me
            kinds = [type(one) for one in logs[0]]
            assert LinkLost(me, "the other side hung up") in logs[0]
            assert kinds.index(LinkLost) < kinds.index(events.WentAway) < kinds.index(events.CameBack)
            assert Linked(me) in logs[0]
            assert sessions[0].view.phase is Phase.OVER


async def test_illegal_move_raises_to_who_made_it(autojump_clock: MockClock) -> None:
    with trio.fail_after(60):
        async with World().table("badam-satti", 3) as sessions:
            with pytest.raises(LocalProtocolError):
                await sessions[0].act(Say("too early"))
            await all_ready(sessions)
            turn = await wait_for(sessions[0], events.TurnCame)
            assert isinstance(turn, events.TurnCame)
            for session in sessions[1:]:
                await wait_for(session, events.TurnCame)
            mine = next(session for session in sessions if session.view.my_seat == turn.seat)
            other = next(session for session in sessions if session.view.my_seat != turn.seat)
            assert mine.view.legal_moves
            wrong = next(Play(card) for card in mine.view.hand if Play(card) not in mine.view.legal_moves)
            with pytest.raises(IllegalMoveError):
                await mine.act(MakeMove(wrong))
            with pytest.raises(LocalProtocolError):
                await other.act(MakeMove(Pass()))
            await mine.act(MakeMove(mine.view.legal_moves[0]))
            moved = await wait_for(other, events.Moved)
            assert isinstance(moved, events.Moved)
            assert moved.seat == turn.seat
            await mine.act(Say("हम जीतेंगे"))
            said = await wait_for(other, events.Said)
            assert said == events.Said(turn.seat, "हम जीतेंगे")


# What cannot be opened, and what cannot be written.


async def test_table_that_the_game_does_not_offer_is_not_opened(autojump_clock: MockClock) -> None:
    world = World()
    with pytest.raises(OptionError):
        async with open_table(world.plan("double-sir", 5), world.player("a"), world.surroundings("a")):
            pass
    bots = tuple(BotPlan(str(number)) for number in range(3))
    with pytest.raises(LocalProtocolError):
        async with open_table(world.plan("sevens", 3, bots=bots), world.player("a"), world.surroundings("a")):
            pass
    with pytest.raises(LocalProtocolError):
        async with open_table(world.plan("sevens", 3), world.player("a" * 65), world.surroundings("a")):
            pass


async def test_error_of_the_caller_comes_out_as_it_is(autojump_clock: MockClock) -> None:
    world = World()

    class OwnError(Exception):
        pass

    async def err() -> None:
        async with world.table("sevens", 3) as sessions:
            await all_ready(sessions)
            raise OwnError

    with trio.fail_after(60), pytest.raises(OwnError):
        await err()


async def test_transcript_that_cannot_be_written_is_told(autojump_clock: MockClock, tmp_path: Path) -> None:
    world = World(tmp_path)
    with trio.fail_after(300):
        async with world.table("badam-satti", 3) as sessions:
            (tmp_path / "a" / "transcripts").write_text("a file where the folder should be")
            await all_ready(sessions)
            logs = await play_to_end(sessions)
    assert any(isinstance(one, TranscriptFailed) for one in logs[0])
    assert any(isinstance(one, TranscriptWritten) for one in logs[1])


async def test_cancelled_program_still_says_goodbye(autojump_clock: MockClock) -> None:
    world = World()
    with trio.fail_after(60):
        async with world.table("badam-satti", 3, guests="b") as (host, guest):
            began = 0.0
            with trio.CancelScope() as scope:
                async with world.join(host.addresses[0], "c") as last:
                    await all_ready([host, guest, last])
                    await wait_for(last, events.TurnCame)
                    began = trio.current_time()
                    scope.cancel()
                    await trio.sleep_forever()
            assert trio.current_time() - began <= 2
            assert isinstance(await wait_for(guest, events.LeftTable), events.LeftTable)


async def test_goodbye_in_the_match_is_heard(autojump_clock: MockClock) -> None:
    world = World()
    with trio.fail_after(60):
        async with world.table("badam-satti", 3, guests="b") as (host, guest):
            async with world.join(host.addresses[0], "c") as last:
                await all_ready([host, guest, last])
                await wait_for(last, events.TurnCame)
                seat = last.view.my_seat
                began = trio.current_time()
            assert trio.current_time() - began <= 2
            for session in (host, guest):
                assert await wait_for(session, events.LeftTable) == events.LeftTable(Seat(seat or 0))
            # Who is gone for good is not dialled any more.
            await trio.sleep(5)
            assert last.me not in host._owner.mesh._dialling
            with pytest.raises(LocalProtocolError):
                await last.act(LeaveTable())


async def test_ready_is_told_to_all(autojump_clock: MockClock) -> None:
    with trio.fail_after(60):
        async with World().table("badam-satti", 3) as (host, guest, last):
            await guest.set_ready(True)
            for session in (host, last):
                told = await wait_for(session, ReadyChanged)
                assert isinstance(told, ReadyChanged)
                assert (told.seat, told.place.ready) == (1, True)
            assert guest.view.is_ready
            assert not host.view.is_ready
