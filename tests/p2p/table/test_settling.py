"""Evidence of an offence in a round that has just ended, around the step that decides what it counts against.

One peer has the last message of that step before the evidence, another gets it after. When both have both, they must
say the same; which of them came first at whom must not matter.
"""

import pytest

from p2p.table.phases import Phase
from p2p.table.table import Table
from p2p.table.transcript import write_transcript
from p2p.wire import messages
from p2p.wire.envelope import Chained, parse_envelope
from p2p.wire.messages import ChainedMessage
from tests.cheats.cheating import CheatTable, cheat, seal, section_of

BS = {"rounds": "3"}


def decided(kind: str, round_number: int, *, first: int = 0, held_from: int = 2) -> CheatTable:
    """Let the cheater (1) confirm two pasts in a round, and let its second message come where `kind` is complete at
    one seat and lacks a message of seat 0 at the other."""
    kept: list[bytes] = []

    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        running = section_of(table).flow.round
        if isinstance(message, messages.Confirm) and running is not None and running.number == round_number:
            kept.append(seal(table, message, step=envelope.step, head=bytes(32)))
        return None

    found = cheat("sevens", 3, cheater=1, forger=forge, options=BS, watchers=0)
    old = found.ring.tamper
    assert old is not None
    released: list[bool] = []

    def tamper(sender: int, receiver: int, data: bytes) -> list[bytes]:
        envelope = parse_envelope(data)
        if isinstance(envelope, Chained) and envelope.kind == kind and envelope.seat == first and not released:
            running = section_of(found.ring.tables[0]).flow.round
            late = kind == "sheet" or (running is not None and running.number == round_number + 1)
            if late and receiver == held_from:
                return []
        return old(sender, receiver, data)

    found.ring.tamper = tamper
    ahead, behind = found.ring.tables[first], found.ring.tables[held_from]
    found.ring.run(until=lambda _: bool(kept) and is_split(ahead, behind, kind))
    assert is_split(ahead, behind, kind)
    for table in (ahead, behind):
        table.receive(1, kept[0], found.ring.now)
    released.append(True)
    found.run()
    return found


def is_split(ahead: Table, behind: Table, kind: str) -> bool:
    """Whether the step of this kind is complete at one table and lacks only the held message at the other."""
    taken = section_of(ahead).chain.taken
    return bool(taken) and taken[-1].step.kinds == (kind,) and behind.step == ahead.step - 1 and behind.lacking == (0,)


@pytest.mark.parametrize("kind", ["commit", "confirm"])
def test_peers_on_both_sides_of_a_deciding_step_agree(kind: str) -> None:
    found = decided(kind, 0)
    assert found.named() == {(1, "two-messages")}
    zero, two = found.ring.tables[0], found.ring.tables[2]
    assert zero.match == two.match
    assert zero.match is not None
    # The first round stands; the second counts against the cheat once its deck was confirmed.
    assert len(zero.match.rounds) == (1 if kind == "commit" else 2)
    assert write_transcript(zero.sections) == write_transcript(two.sections)
    found.audits()


def test_evidence_counts_against_the_last_round_until_the_sheet_is_signed_by_all() -> None:
    """Seat 0 has all signatures and is over; seat 2 gets the last one only after the evidence."""
    found = decided("sheet", 2)
    assert found.named() == {(1, "two-messages")}
    zero, two = found.ring.tables[0], found.ring.tables[2]
    assert zero.phase is two.phase is Phase.OVER
    assert (zero.is_broken, two.is_broken) == (False, False)
    assert zero.match == two.match
    assert write_transcript(zero.sections) == write_transcript(two.sections)


def test_evidence_before_the_next_commit_counts_against_its_round() -> None:
    """Nobody has all commitments: the round of the offence is broken off, though its result was known."""
    found = cheat("sevens", 3, cheater=1, options=BS, watchers=0)
    kept: list[bytes] = []
    old = found.ring.tamper
    assert old is not None

    def tamper(sender: int, receiver: int, data: bytes) -> list[bytes]:
        envelope = parse_envelope(data)
        if isinstance(envelope, Chained) and envelope.seat == 1:
            if envelope.kind == "checked" and not kept:
                kept.append(seal(found.table, messages.Checked(()), step=envelope.step, head=bytes(32)))
            running = section_of(found.table).flow.round
            if envelope.kind == "commit" and running is not None and running.number == 1:
                return []
        return old(sender, receiver, data)

    found.ring.tamper = tamper
    zero, two = found.ring.tables[0], found.ring.tables[2]
    found.ring.run(
        until=lambda _: zero.lacking == two.lacking == (1,) and section_of(zero).flow.snapshot.round_number == 1
    )
    zero.receive(1, kept[0], found.ring.now)
    found.run()
    assert found.named() == {(1, "two-messages")}
    assert zero.match == two.match
    assert zero.match is not None
    assert len(zero.match.rounds) == 1
    ended = section_of(zero).flow.match
    assert ended is not None
    assert zero.match != ended
    found.audits()


def test_offence_at_the_reveal_and_an_earlier_one_count_from_the_earlier() -> None:
    """A peer that has broken off after the reveal hears of an offence in the same round: that one counts."""

    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        if isinstance(message, messages.Reveal):
            return [seal(table, messages.Reveal(message.digest, bytes(32)), step=envelope.step, head=envelope.head)]
        if isinstance(message, messages.Confirm) and not kept:
            kept.append(seal(table, message, step=envelope.step, head=bytes(32)))
        return None

    kept: list[bytes] = []
    found = cheat("sevens", 3, cheater=1, forger=forge, options=BS)
    found.run()
    assert found.named() == {(1, "reveal")}
    fair = found.broken_matches()[0]
    found.ring.tables[2].receive(1, kept[0], found.ring.now)
    found.run()
    assert found.named() == {(1, "two-messages")}
    matches = found.broken_matches()
    assert len(set(matches)) == 1
    assert matches[0] != fair
    for audit in found.audits():
        assert audit.match == matches[0]
