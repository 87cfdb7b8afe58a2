"""Whole evenings between sessions in one process: lobby, match, transcripts, leaving. In memory, with the stand-in."""

from functools import partial
from pathlib import Path
from random import Random

import pytest
import trio
from trio.testing import MockClock

from p2p.net.happenings import Happening, TranscriptWritten
from p2p.table import events
from tests.p2p.net.session_peers import World, gather, play_on


def is_last_transcript(seen: list[bool], happening: Happening) -> bool:
    """The transcript that is written after the score sheet."""
    if isinstance(happening, events.SheetSigned):
        seen.append(True)
    return bool(seen) and isinstance(happening, TranscriptWritten)


@pytest.mark.parametrize(("game", "seats"), [("double-sir", 4), ("badam-satti", 3), ("sevens", 5)])
async def test_match_ends_with_one_transcript_for_all(
    autojump_clock: MockClock, tmp_path: Path, game: str, seats: int
) -> None:
    world = World(tmp_path)
    with trio.fail_after(600):
        async with world.table(game, seats) as sessions:
            for session in sessions:
                await session.set_ready(True)
            logs = await gather(
                *(
                    partial(play_on, session, Random(number), partial(is_last_transcript, []))
                    for number, session in enumerate(sessions)
                )
            )
    written = [[one.path for one in log if isinstance(one, TranscriptWritten)] for log in logs]
    assert len({path.read_bytes() for paths in written for path in paths}) == 1
    assert all(len(paths) >= 2 for paths in written)
    sheets = {one.match.sheet for log in logs for one in log if isinstance(one, events.SheetSigned)}
    assert len(sheets) == 1
