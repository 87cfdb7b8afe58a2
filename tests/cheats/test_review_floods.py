"""What a hostile frame costs whoever receives it: little room, whatever it holds and however many come."""

import tracemalloc

import pytest

from p2p.errors import EncodingError
from p2p.identity import Identity
from p2p.pack import Item, pack
from p2p.table import events
from p2p.table.chain import MOST_EARLY
from p2p.table.table import MOST_STRANGE, Table
from p2p.wire import messages
from p2p.wire.envelope import CHAINED, LOOSE, VERSION, parse_envelope
from p2p.wire.messages import MOST_CONTRACT, MOST_ENVELOPE, MOST_KIND
from tests.p2p.table.matches import fast
from tests.p2p.table.ring import Ring, ring
from tests.p2p.table.standin import StandIn

COSTLY = tuple((0,) for _ in range(9_000))
"""Two bytes an item, and an object of fifty for each."""

FRAMES = 24
"""Enough to see what each leaves behind; to trace memory is slow."""


def quick() -> Ring:
    return ring("badam-satti", 3, fast(1), options={"rounds": "3"})


def signed(table: Table, step: int, kind: str, body: Item, *, head: bytes = bytes(32)) -> bytes:
    """Sign for seat 1, with the stand-in's signature, whatever kind and body are."""
    items: tuple[Item, ...] = (VERSION, table.contract.hash, 1, step, head, kind, body)
    signature = StandIn().sign(_fake(table.contract.seats[1].key), pack(CHAINED, *items))
    return pack(*items, signature)


def _fake(key: bytes) -> Identity:
    identity = Identity(bytes(32))
    object.__setattr__(identity, "peer_id", key)
    return identity


def grown(table: Table, frames: list[bytes]) -> int:
    """Say by how many bytes a table has grown after these frames."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for frame in frames:
        table.receive(1, frame, 0.1)
        table.outgoing()
        while table.next_event() is not None:
            pass
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return after - before


def test_unsigned_envelopes_of_unknown_contracts_take_no_more_room_than_their_bytes() -> None:
    """They come from anybody who may look on; nothing of them is signed by anyone."""
    table = quick().tables[0]
    frames = [
        pack(VERSION, number.to_bytes(32, "big"), 0, 0, bytes(32), "x", COSTLY, bytes(64)) for number in range(FRAMES)
    ]
    assert FRAMES < MOST_STRANGE
    assert grown(table, frames) < FRAMES * MOST_ENVELOPE


def test_envelopes_that_wait_or_are_set_aside_take_no_more_room_than_their_bytes() -> None:
    table = quick().tables[0]
    early = [signed(table, step, "x", COSTLY) for step in range(1_000, 1_000 + FRAMES)]
    foreign = [signed(table, 0, "x", COSTLY, head=b"\1" * 32)]
    assert FRAMES < MOST_EARLY
    assert grown(table, early + foreign) < (FRAMES + 1) * MOST_ENVELOPE


def test_envelope_of_more_bytes_than_any_message_needs_drops_the_link() -> None:
    table = quick().tables[0]
    spare = MOST_ENVELOPE - len(signed(table, 1, "x", (bytes(300),))) + 300 - 2
    for size, dropped in ((spare, False), (spare + 200, True)):
        frame = signed(table, 1, "x", (bytes(size),))
        assert (len(frame) > MOST_ENVELOPE) is dropped
        table.receive(1, frame, 0.1)
        seen = []
        while (event := table.next_event()) is not None:
            seen.append(event)
        assert any(isinstance(event, events.DropLink) for event in seen) is dropped


def test_every_message_of_the_catalogue_has_room_in_an_envelope() -> None:
    """The largest of each shape."""
    shuffle = messages.Shuffle(bytes(3328), bytes(1664), bytes(1664), bytes(3488))
    proposal = messages.Proposal(bytes(MOST_CONTRACT))
    roster = messages.Roster((messages.RosterSeat(bytes(32), "x" * 64, 1, 1, ("x" * 80,) * 8),) * 7)
    for message in (shuffle, proposal, roster):
        assert len(pack(messages.message_body(message))) + 300 < MOST_ENVELOPE


@pytest.mark.parametrize("shape", [CHAINED, LOOSE])
def test_kind_with_a_long_name_is_no_kind(shape: str) -> None:
    """It would stand in the log, and on the screen of whoever is told why a seat was named."""
    for length, fits in ((MOST_KIND, True), (MOST_KIND + 1, False)):
        kind = "é" * (length // 2) + "e" * (length % 2)
        chained = pack(VERSION, bytes(32), 0, 0, bytes(32), kind, (), bytes(64))
        loose = pack(VERSION, bytes(16), bytes(32), bytes(32), 0, kind, (), bytes(64))
        raw = chained if shape == CHAINED else loose
        if fits:
            assert parse_envelope(raw).kind == kind
        else:
            with pytest.raises(EncodingError):
                parse_envelope(raw)
