"""A transcript holds exactly what a table writes: what is changed in it is found, and where."""

from collections.abc import Callable
from functools import cache
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p.errors import TranscriptError
from p2p.pack import Item, pack, unpack
from p2p.table.audit import audit_transcript
from p2p.table.blame import Code
from p2p.table.contract import Contract
from p2p.table.table import Table
from p2p.table.transcript import END, MAGIC, MOST_ENTRY, read_transcript, write_transcript
from p2p.wire import messages
from p2p.wire.envelope import CHAINED, VERSION, Chained, parse_envelope
from p2p.wire.messages import CATALOGUE
from tests.cheats.cheating import seal
from tests.cheats.test_going_on import agree, assert_goes_on_to_the_end, broken_table, propose
from tests.p2p.table.matches import Setting, fast, play
from tests.p2p.table.ring import Ring, ring
from tests.p2p.table.standin import StandIn

FAST = settings(max_examples=25, deadline=None, derandomize=True)
RANDOM_SEATS = Setting("sevens", 3, {"rounds": "3"}, random_seats=True, repeats=0, lost=0, watchers=0)


@cache
def played() -> Ring:
    return play(0, fast(0), RANDOM_SEATS)


@cache
def honest() -> bytes:
    """A whole match with drawn seats: two contracts."""
    return write_transcript(played().tables[0].sections)


@cache
def broken() -> bytes:
    """A table that broke off over a move."""
    return write_transcript(broken_table("badam-satti", 3, 1).ring.tables[0].sections)


@cache
def mended() -> bytes:
    """One that broke off and went on."""
    found = broken_table("badam-satti", 3, 1)
    propose(found, 0, 3)
    agree(found, 3)
    assert_goes_on_to_the_end(found)
    return write_transcript(found.ring.tables[0].sections)


FILES = [honest, broken, mended]


def entries(data: bytes) -> list[bytes]:
    """Cut a file into its entries, the last one left out."""
    found = []
    at = len(MAGIC)
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        found.append(data[at + 4 : at + 4 + size])
        at += 4 + size
    return found[:-1]


def sealed(raws: list[bytes]) -> bytes:
    """Make a file of these entries, whole in its form."""
    end = pack(END, len(raws), sha256(pack(*(sha256(raw).digest() for raw in raws))).digest())
    return MAGIC + b"".join(len(raw).to_bytes(4, "big") + raw for raw in [*raws, end])


def where(data: bytes) -> int:
    with pytest.raises(TranscriptError) as caught:
        audit_transcript(data, StandIn())
    return caught.value.index


@pytest.mark.parametrize("file", FILES)
def test_what_a_table_writes_is_read_again_and_holds(file: Callable[[], bytes]) -> None:
    assert sealed(entries(file())) == file()
    audit = audit_transcript(file(), StandIn())
    assert [one.code for one in audit.offences] == ([] if file is honest else [Code.OPENING])
    assert audit.is_signed is (file is not broken)
    assert [entry.content.raw for entry in read_transcript(file()).entries] == entries(file())


def test_audit_says_what_was_found_of_each_round() -> None:
    audit = audit_transcript(honest(), StandIn())
    assert len(audit.digits) == 8
    assert audit.dealer is not None
    assert audit.is_finished
    for number, found in enumerate(audit.rounds):
        assert (found.number, found.shuffled, found.escrows) == (number, [0, 1, 2], True)
        assert sum(len(hand) for hand in found.hands) == 52
        assert found.shares >= 2 * 52 + sum(1 for _, move in found.moves if "Pass" not in type(move).__name__)
        assert (found.revealed, found.unproven) == ((0, 1, 2), ())
    assert [one.after for one in audit.rounds[:-1]] == [one.before for one in audit.rounds[1:]]


@given(st.data())
@FAST
@pytest.mark.parametrize("file", FILES)
def test_a_changed_byte_is_found_where_it_is(file: Callable[[], bytes], data: st.DataObject) -> None:
    raws = entries(file())
    index = data.draw(st.integers(0, len(raws) - 1))
    at = data.draw(st.integers(0, len(raws[index]) - 1))
    raw = bytearray(raws[index])
    raw[at] ^= data.draw(st.integers(1, 255))
    raws[index] = bytes(raw)
    found = where(sealed(raws))
    # A changed contract is another contract: that shows at the first message that does not stand under it.
    assert found == index or (found == index + 1 and index == 0)


@given(st.data())
@FAST
def test_a_changed_byte_anywhere_in_the_file_is_found(data: st.DataObject) -> None:
    file = bytearray(honest())
    at = data.draw(st.integers(0, len(file) - 1))
    file[at] ^= data.draw(st.integers(1, 255))
    where(bytes(file))


@given(st.data())
@FAST
@pytest.mark.parametrize("file", FILES)
def test_an_entry_left_out_is_missed_in_its_place(file: Callable[[], bytes], data: st.DataObject) -> None:
    raws = entries(file())
    index = data.draw(st.integers(0, len(raws) - 1))
    if file is broken and index == len(raws) - 1:
        return  # what is left shows no offence, and is a shorter record as true
    del raws[index]
    assert where(sealed(raws)) == index


@given(st.data())
@FAST
@pytest.mark.parametrize("file", FILES)
def test_two_entries_swapped_are_found(file: Callable[[], bytes], data: st.DataObject) -> None:
    raws = entries(file())
    first = data.draw(st.integers(0, len(raws) - 2))
    second = data.draw(st.integers(first + 1, len(raws) - 1))
    raws[first], raws[second] = raws[second], raws[first]
    assert where(sealed(raws)) in {first, first + 1}


def test_two_messages_of_one_step_swapped_are_said_to_be_in_another_order() -> None:
    raws = entries(honest())
    with pytest.raises(TranscriptError, match="order of the seats") as caught:
        audit_transcript(sealed([*raws[:5], raws[6], raws[5], *raws[7:]]), StandIn())
    assert caught.value.index == 6


def test_entry_larger_than_any_message_is_refused_unread() -> None:
    with pytest.raises(TranscriptError, match="longer than") as caught:
        audit_transcript(sealed([entries(honest())[0], bytes(MOST_ENTRY + 1)]), StandIn())
    assert caught.value.index == 1


@given(st.data())
@FAST
@pytest.mark.parametrize("file", FILES)
def test_an_entry_that_stands_twice_is_found(file: Callable[[], bytes], data: st.DataObject) -> None:
    raws = entries(file())
    first = data.draw(st.integers(0, len(raws) - 1))
    second = data.draw(st.integers(first + 1, len(raws)))
    raws.insert(second, raws[first])
    found = where(sealed(raws))
    # Inside a step the next message shows that it does not belong there.
    assert found in {second, second - 1}


@given(st.data())
@FAST
def test_a_file_cut_anywhere_is_not_whole(data: st.DataObject) -> None:
    where(honest()[: data.draw(st.integers(0, len(honest()) - 1))])


@given(st.binary(max_size=300))
@FAST
def test_any_bytes_are_refused_as_a_transcript(data: bytes) -> None:
    where(data)
    where(MAGIC + data)
    where(sealed([data]))
    where(sealed([entries(honest())[0], data]))


def test_file_of_a_table_that_nobody_has_agreed_on_is_its_contract_alone() -> None:
    table = ring("sevens", 3, fast(0)).tables[0]
    audit = audit_transcript(write_transcript(table.sections), StandIn())
    assert (audit.contract, audit.rounds, audit.match) == (table.contract, [], None)


@pytest.mark.parametrize("raws", [[], [b""], [pack(1)], [pack("patte/1 contract")], [bytes(MOST_ENTRY + 1)]])
def test_file_without_a_contract_is_refused(raws: list[bytes]) -> None:
    assert where(sealed(raws)) in {0, -1}


def test_entry_of_a_seat_that_the_contract_does_not_have_is_refused() -> None:
    raws = entries(honest())
    items = list(unpack(raws[1]))
    items[2] = 3
    assert where(sealed([raws[0], pack(*items)])) == 1


@pytest.mark.parametrize("end", [pack(END, 1, bytes(32)), pack("end"), b"\xc1", pack(END)])
def test_file_that_is_closed_by_something_else_is_not_whole(end: bytes) -> None:
    raws = entries(honest())
    data = MAGIC + b"".join(len(raw).to_bytes(4, "big") + raw for raw in [*raws, end])
    assert where(data) == len(raws)


def test_file_with_two_versions_of_the_match_is_refused_where_they_differ() -> None:
    one = ring("sevens", 4, fast(0))
    tables = one.tables

    def tamper(sender: int, receiver: int, data: bytes) -> list[bytes]:
        envelope = parse_envelope(data)
        if not isinstance(envelope, Chained) or envelope.kind != "commit" or envelope.seat > 1:
            return [data]
        message = messages.Commit(bytes(32), bytes(32))
        return [seal(tables[envelope.seat], message, step=envelope.step, head=envelope.head)]

    one.tamper = tamper
    one.idle_s = 10
    one.run()
    section = tables[2].sections[0]
    assert section.stopped
    raws = entries(write_transcript(tables[2].sections))
    last = [envelope.raw for envelope in section.chain.open_envelopes]
    assert [parse_envelope(raw).kind for raw in last] == ["commit"] * 4
    assert where(sealed(raws + last)) == len(raws) + 3


def test_file_with_nothing_in_it_is_refused() -> None:
    assert where(MAGIC) == 0
    assert where(b"PK") == -1


def test_loose_message_in_a_file_is_refused() -> None:
    table = Table(played().tables[0].contract, played().tables[0]._identity, StandIn(), bytes, 0.0)
    table.handle_deadline(5.0)
    loose = [raw for _, raw in table.outgoing()][-1]
    assert where(sealed([entries(honest())[0], loose])) == 1


# Well-signed entries of every sort, anywhere.


@cache
def steps() -> tuple[Chained, ...]:
    return tuple(entry.content for entry in read_transcript(honest()).entries if isinstance(entry.content, Chained))


BODIES: st.SearchStrategy[Item] = st.recursive(
    st.binary(max_size=70) | st.text(max_size=4) | st.integers(-1, 60),
    lambda item: st.lists(item, max_size=4).map(tuple),
    max_leaves=6,
)


@given(st.data())
@FAST
def test_any_well_signed_entry_is_refused_or_charged(data: st.DataObject) -> None:
    """Put any signed message for the open step behind a part of the file: nothing but TranscriptError comes of it."""
    raws = entries(honest())
    index = data.draw(st.integers(1, len(raws) - 1))
    there = read_transcript(honest()).entries[index].content
    if isinstance(there, Contract):
        return
    contract = next(
        entry.content
        for entry in reversed(read_transcript(honest()).entries[:index])
        if isinstance(entry.content, Contract)
    )
    seat = data.draw(st.integers(0, 2))
    kind = data.draw(st.sampled_from([*(one.name for one in CATALOGUE), there.kind, "nothing"]))
    body = data.draw(st.lists(BODIES, max_size=4).map(tuple))
    head = data.draw(st.sampled_from([there.head, bytes(32)]))
    items: tuple[Item, ...] = (VERSION, contract.hash, seat, there.step, head, kind, body)
    signature = sha256(contract.seats[seat].key + pack(CHAINED, *items)).digest() * 2
    try:
        audit = audit_transcript(sealed([*raws[:index], pack(*items, signature)]), StandIn())
    except TranscriptError:
        return
    assert {one.seat for one in audit.offences} <= {seat}


def test_evidence_in_another_order_is_found() -> None:
    """Two envelopes that show a fork stand in the order of their bytes."""
    one = ring("badam-satti", 3, fast(0))
    one.run(until=lambda now: now.tables[0].step > 5)
    table = one.tables[0]
    section = table.sections[0]
    who, crypto = one.tables[1]._identity, StandIn()
    assert who is not None
    there = section.chain.taken[3].envelopes[1]
    items: tuple[Item, ...] = (VERSION, there.contract_hash, 1, 3, bytes(32), there.kind, there.body)
    table.receive(1, pack(*items, crypto.sign(who, pack(CHAINED, *items))), one.now)
    raws = entries(write_transcript(table.sections))
    audit = audit_transcript(sealed(raws), StandIn())
    assert [(offence.seat, offence.code) for offence in audit.offences] == [(1, Code.TWO_MESSAGES)]
    assert sorted(raws[-2:]) == raws[-2:]
    assert where(sealed([*raws[:-2], raws[-1], raws[-2]])) == len(raws) - 2
    # A foreign head alone shows nothing.
    foreign = next(raw for raw in raws[-2:] if raw != there.raw)
    assert where(sealed([*raws[:-2], foreign])) == len(raws) - 2


def test_stopped_table_writes_what_stood_before() -> None:
    one = ring("sevens", 4, fast(0))
    tables = one.tables
    one.run(until=lambda now: tables[2].step > 6)
    section = tables[2].sections[0]
    section.stopped = "they disagree"
    audit = audit_transcript(write_transcript(tables[2].sections), StandIn())
    assert audit.rounds[-1].after is None
    assert audit.rounds[-1].shuffled == []
