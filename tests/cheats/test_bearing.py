"""Honest peers are never named: for what others withhold, replay, forge in their name, flood, or can't follow."""

import tracemalloc
from dataclasses import replace
from hashlib import sha256
from random import Random

import pytest

from engine.game import Seat
from p2p.errors import EncodingError
from p2p.identity import Identity, PeerId
from p2p.pack import pack, unpack
from p2p.table import events
from p2p.table.chain import MOST_EARLY
from p2p.table.contract import ContractSeat, first_contract, parse_contract
from p2p.table.phases import Phase
from p2p.table.table import Table
from p2p.table.transcript import write_transcript
from p2p.wire import messages
from p2p.wire.envelope import Chained, Loose, parse_envelope, seal_chained, seal_loose
from p2p.wire.messages import LooseMessage
from tests.cheats.cheating import cheat, section_of
from tests.p2p.table.matches import Setting, check, fast, play
from tests.p2p.table.ring import Ring, identities, make_contract, ring
from tests.p2p.table.standin import StandIn

BS = {"rounds": "3"}
QUICK = Setting("badam-satti", 3, BS, random_seats=False, repeats=0.0, lost=0.0, watchers=1)


def quick_ring(seed: int = 0) -> Ring:
    return ring("badam-satti", 3, fast(seed), options=BS, seed=seed, watchers=1)


# What is withheld.


@pytest.mark.parametrize("kept_from", [0, 2, 3])
@pytest.mark.parametrize("kind", ["coin-reveal", "key", "shuffle", "shares", "escrow", "play", "reveal"])
def test_message_withheld_from_one_peer_reaches_it_through_the_others(kind: str, kept_from: int) -> None:
    """Seat 1 never sends its messages of one kind to one peer; the match goes on to its end and nobody is named."""
    played = quick_ring()

    def tamper(sender: int, receiver: int, data: bytes) -> list[bytes]:
        envelope = parse_envelope(data)
        withheld = isinstance(envelope, Chained) and envelope.kind == kind and envelope.seat == 1
        return [] if withheld and (sender, receiver) == (1, kept_from) else [data]

    played.tamper = tamper
    played.run()
    check(played, StandIn())


def test_two_peers_without_a_link_between_them_play_through_the_third() -> None:
    played = quick_ring()
    for one, two in ((0, 1), (1, 0)):
        played.tables[one].link_down(two)
    played.tamper = lambda sender, receiver, data: [] if {sender, receiver} == {0, 1} else [data]
    played.run()
    check(played, StandIn())


# What somebody else signed, or at another table.


def forged_in_the_name_of(table: Table, seat: int, liar: Identity, *, step: int | None = None) -> bytes:
    crypto = StandIn()
    return seal_chained(
        contract_hash=table.contract.hash,
        seat=seat,
        step=table.step if step is None else step,
        head=table.head,
        message=messages.Confirm(),
        sign=lambda signed: crypto.sign(liar, signed),
    ).raw


def drops(played: Ring, number: int) -> list[events.DropLink]:
    return [event for event in played.log[number] if isinstance(event, events.DropLink)]


def test_message_signed_with_another_key_drops_the_link_that_brought_it_and_names_nobody() -> None:
    played = quick_ring()
    played.run(until=lambda one: one.tables[0].phase is Phase.MOVE)
    liar = identities(1, 77)[0]
    head = played.tables[0].head
    played.tables[0].receive(1, forged_in_the_name_of(played.tables[0], 2, liar), played.now)
    assert played.tables[0].head == head
    played.run()
    assert [drop.link for drop in drops(played, 0)] == [1]
    assert not any(played.named(number) for number in range(4))
    assert len({table.head for table in played.tables}) == 1


@pytest.mark.parametrize(
    "data",
    [b"", b"GET / HTTP/1.1\r\n", b"\x00", pack(), pack(1), pack(2, bytes(32)), pack("x"), pack(1, bytes(32), 99)],
)
def test_what_is_no_envelope_drops_the_link(data: bytes) -> None:
    played = quick_ring()
    table = played.tables[0]
    table.receive(2, data, 1.0)
    seen = []
    while (event := table.next_event()) is not None:
        seen.append(event)
    assert [event.link for event in seen if isinstance(event, events.DropLink)] == [2]


def test_seat_that_the_contract_does_not_have_drops_the_link() -> None:
    played = quick_ring()
    raw = forged_in_the_name_of(played.tables[0], 3, identities(4, 0)[3])
    played.tables[0].receive(2, raw, 1.0)
    played.run()
    assert [drop.link for drop in drops(played, 0)] == [2]
    assert not any(played.named(number) for number in range(4))


def test_yesterdays_messages_of_the_same_people_and_table_id_mean_nothing() -> None:
    """The nonces differ, so the contract does: old envelopes belong to no contract here and frame nobody."""
    people = identities(4, 0)
    yesterday = play(0, fast(0), QUICK)
    old = [
        envelope.raw
        for section in yesterday.tables[0].sections
        for step in section.chain.taken
        for envelope in step.envelopes
    ]
    seats = tuple(ContractSeat(who.peer_id, f"P{n}", False, bytes([9, n]) * 16) for n, who in enumerate(people[:3]))
    contract = first_contract(
        table_id=yesterday.tables[0].contract.table_id,
        game="badam-satti",
        options=BS,
        seats=seats,
        random_seats=False,
    )
    tables = [Table(contract, who, StandIn(Random(n)), Random(n).randbytes, 0.0) for n, who in enumerate(people)]
    played = Ring(tables, Random(1), lambda table, random: random.choice(table.legal_moves))
    replayed = iter(old)

    def tamper(sender: int, receiver: int, data: bytes) -> list[bytes]:
        return [data, *[raw for raw in [next(replayed, None)] if raw is not None]]

    played.tamper = tamper
    played.run()
    check(played, StandIn())
    assert next(replayed, None) is None


def loose(played: Ring, who: Identity, nonce: bytes, message: LooseMessage, counter: int = 10_000) -> bytes:
    crypto = StandIn()
    return seal_loose(
        table_id=played.tables[0].contract.table_id,
        sender=who.peer_id,
        nonce=nonce,
        counter=counter,
        message=message,
        sign=lambda signed: crypto.sign(who, signed),
    ).raw


def test_goodbye_with_yesterdays_nonce_is_ignored() -> None:
    played = quick_ring()
    who = identities(4, 0)[1]
    played.tables[0].receive(1, loose(played, who, bytes(32), messages.Bye()), 0.5)
    played.run()
    assert not [event for event in played.log[0] if isinstance(event, events.LeftTable)]
    check(played, StandIn())


def test_replayed_loose_message_is_no_sign_of_life_even_after_strangers_crowd_in() -> None:
    played = quick_ring()
    table, who = played.tables[0], identities(4, 0)[1]
    raw = loose(played, who, table.contract.seats[1].nonce, messages.Chat("hello"))
    strangers = identities(1, 55)[0]
    table.receive(1, raw, 0.5)
    for number in range(600):
        nonce = number.to_bytes(32, "big")
        table.receive(2, loose(played, strangers, nonce, messages.Want(b"", 2**31)), 0.5)
    table.receive(1, raw, 0.6)
    seen = []
    while (event := table.next_event()) is not None:
        seen.append(event)
    assert [event for event in seen if isinstance(event, events.Said)] == [events.Said(Seat(1), "hello")]


# Floods.


def test_flood_of_early_and_strange_messages_takes_bounded_room_and_stops_nobody() -> None:
    """A seat sends thousands of well-signed messages for steps to come and for contracts that nobody knows."""
    found = cheat("badam-satti", 3, cheater=1, options=BS)
    who = found.table._identity
    assert who is not None
    crypto = StandIn()

    def flood(contract_hash: bytes, step: int, number: int) -> bytes:
        return seal_chained(
            contract_hash=contract_hash,
            seat=1,
            step=step,
            head=number.to_bytes(32, "big"),
            message=messages.Shares(bytes(32 * 52), bytes(64)),
            sign=lambda signed: crypto.sign(who, signed),
        ).raw

    victim = found.ring.tables[0]
    tracemalloc.start()
    before = tracemalloc.take_snapshot()
    for number in range(3_000):
        victim.receive(1, flood(victim.contract.hash, 1_000_000 - number, number), 0.1)
        victim.receive(1, flood(victim.contract.hash, 1_000_000 - number, number + 1), 0.1)
        victim.receive(1, flood(number.to_bytes(32, "big"), 1, number), 0.1)
        victim.outgoing()
    grown = sum(stat.size_diff for stat in tracemalloc.take_snapshot().compare_to(before, "filename"))
    tracemalloc.stop()
    assert grown < 10_000_000
    early = section_of(victim).chain._early[1]
    assert len(early) == MOST_EARLY
    assert max(early) < 1_000_000 - 2_900
    found.run()
    # The contradictions are about a step that never comes: nothing is charged, and the match goes to its end.
    assert found.named() == set()
    assert {table.phase for table in found.ring.tables} == {Phase.OVER}


def test_flood_of_heartbeats_is_passed_on_once_a_second() -> None:
    played = quick_ring()
    table, who = played.tables[0], identities(4, 0)[1]
    table.outgoing()
    beat = messages.Heartbeat(table.contract.hash, 0, table.head, ())
    for number in range(200):
        table.receive(1, loose(played, who, table.contract.seats[1].nonce, beat, 10_000 + number), 5.0 + number / 1000)
    assert len(table.outgoing()) <= 2


# Heads that nobody can follow.


def test_foreign_head_is_no_charge() -> None:
    """A seat that signs a past nobody has is waited for, and named for nothing."""
    found = cheat("badam-satti", 3, cheater=1, options=BS)

    def tamper(sender: int, receiver: int, data: bytes) -> list[bytes]:
        envelope = parse_envelope(data)
        if not isinstance(envelope, Chained) or envelope.seat != 1 or envelope.step < 6:
            return [data]
        who, crypto = found.table._identity, StandIn()
        assert who is not None
        return [
            seal_chained(
                contract_hash=envelope.contract_hash,
                seat=1,
                step=envelope.step,
                head=bytes(32),
                message=envelope.message(),
                sign=lambda signed: crypto.sign(who, signed),
            ).raw
        ]

    found.ring.tamper = tamper
    found.ring.idle_s = 40
    found.run()
    assert found.named() == set()
    for number in (0, 2):
        table = found.ring.tables[number]
        assert not table.is_broken
        assert table.lacking == (1,)
        assert 1 in table.away
        assert not drops(found.ring, number)
    assert len({write_transcript(found.ring.tables[number].sections) for number in found.honest}) == 1


# Keys.


def test_contract_with_one_key_on_two_seats_is_no_contract() -> None:
    contract = make_contract("badam-satti", identities(3), BS)
    double = contract.raw.replace(contract.seats[2].key, contract.seats[0].key)
    assert len(double) == len(contract.raw)
    with pytest.raises(EncodingError):
        parse_contract(double)


@pytest.mark.parametrize("y", [0, 1, 2**255 - 20, 2**255 - 19, 2**255 - 18])
@pytest.mark.parametrize("sign", [0, 1])
def test_contract_with_a_small_order_key_is_no_contract(y: int, sign: int) -> None:
    contract = make_contract("badam-satti", identities(3), BS)
    small = PeerId((y | sign << 255).to_bytes(32, "little"))
    with pytest.raises(EncodingError):
        parse_contract(contract.raw.replace(contract.seats[1].key, small))


def test_loose_message_of_a_small_order_key_drops_the_link() -> None:
    played = quick_ring()
    honest = parse_envelope(loose(played, identities(4, 0)[3], bytes(32), messages.Want(b"", 0)))
    assert isinstance(honest, Loose)
    small = (1).to_bytes(32, "little")
    signed = replace(honest, sender=small).signed
    raw = honest.raw.replace(honest.sender, small)[:-64] + sha256(small + signed).digest() * 2
    played.tables[0].receive(3, raw, 0.5)
    played.run()
    assert [drop.link for drop in drops(played, 0)] == [3]


def test_message_with_another_element_in_the_versions_place_frames_nobody() -> None:
    """Its signature holds, since the version is signed as a number; taken for a second message it would be evidence."""
    played = quick_ring()
    played.run(until=lambda one: one.tables[0].step > 5)
    table = played.tables[0]
    honest = section_of(table).chain.taken[4].envelopes[2]
    table.receive(1, pack(b"", *unpack(honest.raw)[1:]), played.now)
    played.run()
    assert [drop.link for drop in drops(played, 0)] == [1]
    assert not any(played.named(number) for number in range(4))
