"""Cheating in the answer to a contract that may follow, and what a later contract remembers of one that broke off."""

import pytest

from p2p.pack import pack
from p2p.table import events
from p2p.table.audit import audit_transcript
from p2p.table.blame import Code
from p2p.table.phases import Phase
from p2p.table.table import Table
from p2p.table.transcript import write_transcript
from p2p.wire import messages
from p2p.wire.envelope import CHAINED, VERSION, Chained, parse_envelope, seal_chained
from p2p.wire.messages import ChainedMessage
from tests.cheats.cheating import CheatTable, cheat, instead, section_of
from tests.cheats.test_going_on import agree as take_the_place
from tests.cheats.test_going_on import assert_goes_on_to_the_end, newcomer, propose
from tests.p2p.table.ring import identities
from tests.p2p.table.standin import StandIn

BS = {"rounds": "3"}
CHEATER = 1


def malformed(table: Table, envelope: Chained) -> bytes:
    """Sign an `agree` that says something."""
    who = table._identity
    assert who is not None
    items = (VERSION, envelope.contract_hash, envelope.seat, envelope.step, envelope.head, "agree", (0,))
    return pack(*items, StandIn().sign(who, pack(CHAINED, *items)))


def drawn_table(kind: str, seed: int) -> CheatTable:
    """The coin draws the seats, and the cheater answers the amendment in its own ways; it may sit elsewhere there."""
    found = cheat("badam-satti", 4, cheater=CHEATER, options=BS, random_seats=True, seed=seed, watchers=2)

    def tamper(sender: int, receiver: int, data: bytes) -> list[bytes]:
        envelope = parse_envelope(data)
        if sender != CHEATER or not isinstance(envelope, Chained) or envelope.kind != "agree":
            return [data]
        table = found.table
        drawn = table.sections[0].flow.successor
        if drawn is None or envelope.contract_hash != drawn.hash:
            return [data]
        if table._identity is None or drawn.seats[envelope.seat].key != table._identity.peer_id:
            return [data]
        answers = {
            "agrees and refuses": [data, refusal(found.table, envelope)],
            "agrees and is malformed": [data, malformed(found.table, envelope)],
            "is malformed": [malformed(found.table, envelope)] * 2,
        }
        return [answers[kind][receiver % 2]]

    found.ring.tamper = tamper
    return found


def refusal(table: Table, envelope: Chained) -> bytes:
    who = table._identity
    assert who is not None
    return seal_chained(
        contract_hash=envelope.contract_hash,
        seat=envelope.seat,
        step=envelope.step,
        head=envelope.head,
        message=messages.Refuse(),
        sign=lambda signed: StandIn().sign(who, signed),
    ).raw


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", ["agrees and refuses", "agrees and is malformed", "is malformed"])
def test_cheat_in_the_answer_to_the_drawn_seats_is_named_by_all_and_mended(kind: str, seed: int) -> None:
    found = drawn_table(kind, seed)
    found.ring.idle_s = 20
    found.run()
    tables = [found.ring.tables[number] for number in found.honest]
    key = identities(6, seed)[CHEATER].peer_id
    for table in tables:
        assert table.is_broken
        assert [(table.contract.seats[one.seat].key, one.step) for one in section_of(table).offences] == [(key, 0)]
        assert table.match == tables[0].match
    assert len({table.contract.hash for table in tables}) == 1
    files = {write_transcript(table.sections) for table in tables}
    assert len(files) == 1
    assert len(audit_transcript(files.pop(), found.crypto).offences) == 1
    # Whoever is lowest of those who stay mends it, with one of those who look on.
    seat = section_of(tables[0]).offences[0].seat
    lowest = next(number for number in found.honest if found.ring.tables[number].seat == (0 if seat else 1))
    found.cheater = seat
    propose(found, lowest, 4)
    take_the_place(found, 4)
    found.cheater = CHEATER
    found.ring.idle_s = 60
    found.run()
    assert {found.ring.tables[number].phase for number in found.honest} == {Phase.OVER}
    matches = {found.ring.tables[number].match for number in found.honest}
    assert len(matches) == 1
    signed = [event for event in found.ring.log[0] if isinstance(event, events.SheetSigned)]
    assert [event.match for event in signed] == list(matches)


def test_refusal_without_a_cheat_ends_nothing_but_the_contract() -> None:
    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        if not isinstance(message, messages.Agree) or table._candidate is None:
            return None
        return [refusal(table, envelope)]

    found = cheat("badam-satti", 3, cheater=CHEATER, forger=forge, options=BS, random_seats=True)
    found.run()
    for number in found.honest:
        table = found.ring.tables[number]
        assert len(table.sections) == 1
        assert not table.is_broken
        assert [event for event in found.ring.log[number] if isinstance(event, events.Refused)]
        # Nothing is left of the candidate but to hear that its refuser has also agreed.
        assert table._candidate is None


def test_keys_of_a_step_that_broke_off_are_not_remembered_and_those_of_whole_rounds_are() -> None:
    """One peer may have more of them than another: what it remembered alone, it alone would hold against a seat."""

    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        running = section_of(table).flow.round
        if not isinstance(message, messages.Key) or running is None or running.number != 1:
            return None
        return instead(table, envelope, messages.Key(message.key, bytes(64)))

    found = cheat("badam-satti", 4, cheater=2, forger=forge, options=BS, watchers=2)
    found.run()
    assert found.named() == {(2, str(Code.KEY_PROOF))}
    sections = [section_of(found.ring.tables[number]) for number in found.honest]
    for section in sections:
        running = section.flow.round
        assert running is not None
        assert running.dealing.keys
        keys = [step.envelopes for step in section.chain.taken if step.step.kinds == ("key",)]
        assert len(keys) == 1
        assert section.keys_seen == {one.body[0] for one in keys[0] if isinstance(one.body, tuple)}
        assert not section.keys_seen & set(running.dealing.keys.values())
    # A contract that follows starts from just these.
    propose(found, 0, 4)
    take_the_place(found, 4)
    assert_goes_on_to_the_end(found)
    assert newcomer(found, 4).key == found.ring.tables[0].contract.seats[2].key
    assert sections[0].keys_seen < section_of(found.ring.tables[0]).keys_seen
