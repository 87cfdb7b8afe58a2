"""Random whole matches between honest tables: what every one of them must end with. By hand, many of them:

python -m tests.p2p.table.matches FIRST COUNT [real]
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from time import process_time

from p2p.table import events
from p2p.table.audit import audit_transcript
from p2p.table.cryptography import Cryptography
from p2p.table.mental_poker import MentalPoker
from p2p.table.phases import Phase
from p2p.table.transcript import write_transcript
from tests.p2p.table.ring import Ring, ring
from tests.p2p.table.standin import StandIn


@dataclass(frozen=True)
class Setting:
    """Who plays what over which network."""

    game: str
    seats: int
    options: dict[str, str]
    random_seats: bool
    repeats: float
    lost: float
    watchers: int


def setting(seed: int) -> Setting:
    """Draw the setting of a match: every game in turn, Badam Satti and Sevens at every size."""
    random = Random(f"setting {seed}")
    game = ("double-sir", "badam-satti", "sevens")[seed % 3]
    if game == "double-sir":
        seats, options = 4, {"target_rounds": "7" if seed % 30 == 0 else random.choice(("1", "2", "3"))}
        options["sir"] = random.choice(("double", "single"))
    else:
        seats = 3 + seed // 3 % 5
        options = {"rounds": "seats" if seed % 11 == 0 else "3"}
        if game == "badam-satti":
            options["start_card"] = random.choice(("7H", "7D"))
    return Setting(
        game,
        seats,
        options,
        random_seats=random.random() < 0.3,
        repeats=random.choice((0.0, 0.1, 0.5)),
        lost=random.choice((0.0, 0.0, 0.05, 0.2)),
        watchers=random.choice((0, 1)),
    )


def fast(seed: int) -> Callable[[int], Cryptography]:
    return lambda number: StandIn(Random(f"stand-in {seed} {number}"))


def real(seed: int) -> Callable[[int], Cryptography]:
    return lambda number: MentalPoker(Random(f"mental poker {seed} {number}").randbytes)


def play(seed: int, crypto: Callable[[int], Cryptography], chosen: Setting | None = None) -> Ring:
    """Play one match to its end and hold all tables against one another."""
    one = chosen or setting(seed)
    table = ring(
        one.game,
        one.seats,
        crypto,
        options=one.options,
        seed=seed,
        random_seats=one.random_seats,
        repeats=one.repeats,
        lost=one.lost,
        watchers=one.watchers,
    )
    table.run()
    check(table, crypto(99))
    return table


def check(played: Ring, crypto: Cryptography) -> None:
    """Hold the tables of a finished honest match against one another, and their transcript against the audit."""
    tables = played.tables
    assert {table.phase for table in tables} == {Phase.OVER}
    assert len({table.head for table in tables}) == 1
    matches = {table.match for table in tables}
    assert len(matches) == 1
    match = matches.pop()
    assert match is not None
    assert match.is_over
    for log in played.log:
        assert not [
            event for event in log if isinstance(event, events.SeatNamed | events.RoundBroken | events.DropLink)
        ]
        assert [event.match for event in log if isinstance(event, events.SheetSigned)] == [match]
    transcripts = {write_transcript(table.sections) for table in tables}
    assert len(transcripts) == 1
    audit = audit_transcript(transcripts.pop(), crypto)
    assert (audit.match, audit.is_signed, audit.is_finished, audit.offences) == (match, True, True, [])
    assert all(len(one.revealed) == match.seats for one in audit.rounds)


def main(first: int, count: int, *, is_real: bool) -> None:
    began, frames, size = process_time(), 0, 0
    for seed in range(first, first + count):
        try:
            played = play(seed, (real if is_real else fast)(seed))
        except AssertionError as error:
            raise AssertionError(f"match {seed}: {setting(seed)}") from error
        frames, size = frames + played.frames, size + played.frame_bytes
        if (seed - first) % 100 == 99:
            print(f"{seed + 1 - first} matches", flush=True)
    cost = f"{frames} frames, {size / 1e6:.0f} MB, {process_time() - began:.0f} s"
    print(f"{count} matches, {cost}, nobody named")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), is_real=sys.argv[3:] == ["real"])
