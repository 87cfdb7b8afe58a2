"""What goes round a table beside its steps: loose messages, heartbeats, wants, and contracts that nobody knows yet."""

import pytest

from engine.game import Seat
from p2p.table import events
from p2p.table.gossip import ALL, MOST_ANSWER_BYTES, MOST_COUNTED
from p2p.table.phases import Phase
from p2p.table.table import MOST_STRANGE, Table
from p2p.wire import messages
from p2p.wire.envelope import Chained, Loose, parse_envelope, seal_chained
from p2p.wire.messages import LooseMessage
from tests.cheats.cheating import section_of
from tests.p2p.table.faces import BS, loose, playing, quick, seen, sent
from tests.p2p.table.matches import fast
from tests.p2p.table.ring import identities, ring
from tests.p2p.table.standin import StandIn

# Loose messages.


def test_own_and_repeated_loose_messages_change_nothing() -> None:
    one = playing()
    table = one.tables[0]
    for who in (0, 1):
        raw = loose(table, who, messages.Chat("x"))
        table.receive(1, raw, one.now)
        table.receive(1, raw, one.now)
    assert [event for event in seen(table) if isinstance(event, events.Said)] == [events.Said(Seat(1), "x")]


@pytest.mark.parametrize(
    "message",
    [messages.Join("x", 0, bytes(32), ()), messages.Welcome("sevens", (), 3, 0), messages.Ready(1, bytes(32))],
)
def test_message_of_the_lobby_has_no_place_at_a_table(message: LooseMessage) -> None:
    one = playing()
    table = one.tables[0]
    seen(table)
    table.receive(2, loose(table, 1, message), one.now)
    assert [event.link for event in seen(table) if isinstance(event, events.DropLink)] == [2]


def test_loose_message_of_another_table_or_falsely_signed_drops_the_link() -> None:
    one = playing()
    table = one.tables[0]
    seen(table)
    raw = loose(table, 1, messages.Chat("x"))
    table.receive(2, raw.replace(table.contract.table_id, bytes(16)), one.now)
    table.receive(3, raw[:-1] + bytes([raw[-1] ^ 1]), one.now)
    assert [event.link for event in seen(table) if isinstance(event, events.DropLink)] == [2, 3]


def test_proposal_without_a_break_is_ignored_and_a_senseless_one_drops_the_link() -> None:
    one = playing()
    table = one.tables[0]
    seen(table)
    table.receive(1, loose(table, 1, messages.Proposal(table.contract.raw)), one.now)
    assert seen(table) == []
    table.receive(1, loose(table, 1, messages.Proposal(b"x"), counter=10_001), one.now)
    assert [event.link for event in seen(table) if isinstance(event, events.DropLink)] == [1]


# Heartbeats and wants.


def want(table: Table, step: int, *, contract: bytes = b"", at: float, counter: int, link: int = 3) -> list[Chained]:
    table.outgoing()
    table.receive(link, loose(table, 3, messages.Want(contract, step), counter=counter), at)
    return [envelope for to, envelope in sent(table) if to == link and isinstance(envelope, Chained)]


def test_want_is_answered_from_the_step_on() -> None:
    one = playing()
    table = one.tables[0]
    everything = section_of(table).chain.since(0)
    assert want(table, 0, at=1000.0, counter=1) == list(everything)
    assert want(table, 3, contract=table.contract.hash, at=1001.0, counter=2) == list(section_of(table).chain.since(3))
    assert want(table, 0, at=1001.1, counter=3) == []
    assert want(table, 0, contract=bytes(32), at=1003.0, counter=4) == []


def test_answer_to_a_want_is_bounded() -> None:
    one = ring("badam-satti", 7, fast(0), options={"rounds": "5"}, watchers=0)
    one.run()
    table = one.tables[0]
    everything = section_of(table).chain.since(0)
    assert sum(len(envelope.raw) for envelope in everything) > MOST_ANSWER_BYTES
    table.outgoing()
    table._gossip.answer_want(5, messages.Want(b"", 0), list(table.sections), 1e6)
    answer = [raw for _, raw in table.outgoing()]
    assert MOST_ANSWER_BYTES - 65_536 < sum(map(len, answer)) <= MOST_ANSWER_BYTES
    assert answer == [envelope.raw for envelope in everything][: len(answer)]


def beat(table: Table, step: int, head: bytes, lacking: tuple[int, ...] = (), contract: bytes | None = None) -> bytes:
    where = messages.Heartbeat(table.contract.hash if contract is None else contract, step, head, lacking)
    beats.append(1)
    return loose(table, 1, where, counter=20_000 + len(beats))


beats: list[int] = []


def test_heartbeat_brings_what_its_sender_lacks_over_its_own_link() -> None:
    one = playing()
    table = one.tables[0]
    chain = section_of(table).chain
    table.outgoing()
    table.receive(2, beat(table, 4, chain.taken[4].step.head, (0, 2)), 1000.0)
    answer = sent(table)
    assert [(link, envelope.kind) for link, envelope in answer] == [(ALL, "heartbeat"), (1, "key"), (1, "key")]
    table.receive(2, beat(table, chain.step.number, table.head, ()), 1002.0)
    assert [(link, envelope.kind) for link, envelope in sent(table)] == [(ALL, "heartbeat")]


def test_heartbeat_from_further_on_or_another_past_is_asked_about() -> None:
    one = playing()
    table = one.tables[0]
    wants: list[messages.Want] = []
    for number, (step, head, contract) in enumerate(
        [
            (table.step + 3, bytes(32), None),
            (table.step, bytes(32), None),
            (table.step, bytes(32), None),
            (table.step, bytes(32), None),
            (1, table.head, bytes(32)),
        ]
    ):
        table.outgoing()
        table.receive(1, beat(table, step, head, (), contract), 2000.0 + 2 * number)
        wants += [
            message
            for _, envelope in sent(table)
            if isinstance(envelope, Loose) and isinstance(message := envelope.message(), messages.Want)
        ]
    assert [table.step - one.step for one in wants] == [0, 1, 2, 4, 0]


def test_two_questions_to_one_link_are_a_second_apart_and_do_not_go_further_back() -> None:
    one = playing()
    table = one.tables[0]
    section = section_of(table)
    table.outgoing()
    for number in range(50):
        table._gossip.go_back(1, section, 3000.0 + number / 100)
    assert len(sent(table)) == 1
    table._gossip.go_back(1, section, 3002.0)
    asked = [envelope.message() for _, envelope in sent(table)]
    assert asked == [messages.Want(table.contract.hash, table.step - 2)]


def test_what_strangers_said_is_remembered_for_the_last_few_only() -> None:
    one = quick()
    gossip = one.tables[0]._gossip
    for number in range(MOST_COUNTED + 5):
        raw = loose(one.tables[0], 3, messages.Bye(), nonce=number.to_bytes(32, "big"))
        envelope = parse_envelope(raw)
        assert isinstance(envelope, Loose)
        assert gossip.is_new(envelope, is_seated=False)
        assert not gossip.is_new(envelope, is_seated=False)
    assert len(gossip._had_of_strangers) == MOST_COUNTED


def test_link_that_is_gone_is_not_answered_directly() -> None:
    one = playing()
    table = one.tables[0]
    table.link_down(1)
    table.outgoing()
    table.receive(2, beat(table, 4, section_of(table).chain.taken[4].step.head, (0,)), 4000.0)
    assert [link for link, envelope in sent(table) if envelope.kind == "key"] == [2]


# Contracts that nobody knows yet.


def test_envelopes_of_unknown_contracts_wait_in_bounded_room() -> None:
    one = quick()
    table = one.tables[0]
    crypto, who = StandIn(), identities(3, 0)[1]
    for number in range(2 * MOST_STRANGE):
        raw = seal_chained(
            contract_hash=number.to_bytes(32, "big"),
            seat=1,
            step=0,
            head=bytes(32),
            message=messages.Agree(),
            sign=lambda signed: crypto.sign(who, signed),
        ).raw
        table.receive(1, raw, 0.5)
    assert len(table._strange) == MOST_STRANGE
    assert seen(table) == []


def test_agreement_that_comes_before_the_seats_are_drawn_is_taken_and_a_false_one_is_not() -> None:
    """One peer sees the coin later than the others: what they sign under the drawn seats waits for it."""
    one = ring("badam-satti", 3, fast(1), options=BS, seed=1, random_seats=True)
    held: list[tuple[int, bytes]] = []

    def tamper(sender: int, receiver: int, data: bytes) -> list[bytes]:
        envelope = parse_envelope(data)
        late = isinstance(envelope, Chained) and envelope.kind == "coin-reveal" and receiver == 0
        if late and not one.tables[0]._strange:
            held.append((sender, data))
            return []
        return [data]

    one.tamper = tamper
    one.run(until=lambda now: len(now.tables[0]._strange) >= 2)
    table = one.tables[0]
    strange = table._strange[0]
    crypto, liar = StandIn(), identities(1, 5)[0]
    for seat in (0, 7):
        raw = seal_chained(
            contract_hash=strange.contract_hash,
            seat=seat,
            step=0,
            head=bytes(32),
            message=messages.Agree(),
            sign=lambda signed: crypto.sign(liar, signed),
        ).raw
        table.receive(1, raw, one.now)
    other = seal_chained(
        contract_hash=bytes(32),
        seat=0,
        step=0,
        head=bytes(32),
        message=messages.Agree(),
        sign=lambda signed: crypto.sign(liar, signed),
    )
    table.receive(1, other.raw, one.now)
    for sender, raw in held:
        table.receive(sender, raw, one.now)
    one.run()
    assert {table.phase for table in one.tables} == {Phase.OVER}
    assert len({table.head for table in one.tables}) == 1
    assert list(table._strange) == [other]
    assert not any(one.named(number) for number in range(3))


def test_drawn_seats_are_agreed_on_also_by_who_loses_all_first_copies() -> None:
    """Signatures under a contract that waits are repeated with the heartbeats."""
    one = ring("badam-satti", 3, fast(2), options=BS, seed=2, random_seats=True)
    gone: set[tuple[int, bytes]] = set()

    def tamper(sender: int, receiver: int, data: bytes) -> list[bytes]:
        envelope = parse_envelope(data)
        first = (receiver, data) not in gone
        gone.add((receiver, data))
        return [] if isinstance(envelope, Chained) and envelope.kind == "agree" and first else [data]

    one.tamper = tamper
    one.run()
    assert {table.phase for table in one.tables} == {Phase.OVER}
    assert len({table.head for table in one.tables}) == 1
    assert not any(one.named(number) for number in range(3))


def test_spectator_is_introduced_with_the_first_contract() -> None:
    one = playing()
    table = one.tables[0]
    table.outgoing()
    table.introduce(8)
    assert [(link, envelope.message()) for link, envelope in sent(table)] == [
        (8, messages.Proposal(table.contract.raw))
    ]
