"""A whole match over real sockets, with real proofs in worker threads; its transcript is the same for all and holds."""

import os
from functools import partial
from pathlib import Path
from random import Random

import trio

from engine.game import Seat
from p2p.net.happenings import Happening, TranscriptWritten
from p2p.net.log import Log
from p2p.net.network import TcpNetwork
from p2p.net.plan import Player, Surroundings, TablePlan
from p2p.net.session import join_table, open_table
from p2p.net.store import Store
from p2p.table import events
from p2p.table.audit import audit_transcript
from p2p.table.mental_poker import MentalPoker
from tests.p2p.net.session_peers import gather, play_on


def player(folder: Path, name: str) -> Player:
    store = Store(folder / name)
    return Player(store.load_identity(os.urandom), name, store=store)


def until_last_transcript() -> "partial[bool]":
    def is_last(seen: list[bool], happening: Happening) -> bool:
        if isinstance(happening, events.SheetSigned):
            seen.append(True)
        return bool(seen) and isinstance(happening, TranscriptWritten)

    return partial(is_last, [])


async def test_people_on_real_sockets_play_a_match_that_verifies(tmp_path: Path) -> None:
    plan = TablePlan("double-sir", 4, "evening", (("target_rounds", "1"),), password="खुल जा", everywhere=False)
    around = Surroundings(Log(None), network=TcpNetwork(()))
    opened = Surroundings(Log(None))
    with trio.fail_after(60):
        async with open_table(plan, player(tmp_path, "asha"), opened) as host, trio.open_nursery() as nursery:
            sessions = [host]
            done = trio.Event()

            async def join(name: str, is_seated: trio.TaskStatus[None]) -> None:
                async with join_table(
                    host.addresses[0], player(tmp_path, name), around, transcript_name="evening", password="खुल जा"
                ) as session:
                    sessions.append(session)
                    is_seated.started()
                    await done.wait()

            for name in ("ravi", "meena", "kabir"):
                await nursery.start(lambda task_status, name=name: join(name, task_status))
            for session in sessions:
                await session.set_ready(True)
            logs = await gather(
                *(
                    partial(play_on, session, Random(number), until_last_transcript())
                    for number, session in enumerate(sessions)
                )
            )
            seats = sorted(session.view.my_seat or Seat(0) for session in sessions)
            done.set()
    assert seats == [0, 1, 2, 3]
    files = {one.path.read_bytes() for log in logs for one in log if isinstance(one, TranscriptWritten)}
    assert len(files) == 1
    audit = audit_transcript(files.pop(), MentalPoker(os.urandom))
    sheets = {one.match.sheet for log in logs for one in log if isinstance(one, events.SheetSigned)}
    assert audit.match is not None
    assert sheets == {audit.match.sheet}
