"""The chain: heads, places, what is kept early and set aside."""

from hashlib import sha256

from p2p.pack import pack
from p2p.table.chain import MOST_EARLY, Chain, Conflict, Place, first_head, next_head
from p2p.wire import messages
from p2p.wire.envelope import Chained, seal_chained
from p2p.wire.messages import ChainedMessage

CONTRACT = b"\7" * 32


def envelope(
    seat: int, step: int, head: bytes, message: ChainedMessage | None = None, sign: bytes = bytes(64)
) -> Chained:
    return seal_chained(
        contract_hash=CONTRACT,
        seat=seat,
        step=step,
        head=head,
        message=message or messages.Agree(),
        sign=lambda _: sign,
    )


def begin(seats: tuple[int, ...] = (0, 1)) -> Chain:
    return Chain.begin(CONTRACT, seats, ("agree",))


def test_heads_are_as_specified() -> None:
    chain = begin()
    assert chain.step.head == first_head(CONTRACT) == sha256(pack("patte/1 table", CONTRACT)).digest()
    first, second = envelope(0, 0, chain.step.head), envelope(1, 0, chain.step.head)
    hashes = tuple(sha256(one.raw).digest() for one in (first, second))
    expected = sha256(pack(chain.step.head, hashes)).digest()
    assert next_head(chain.step.head, (first, second)) == expected
    chain.take(second)
    assert (chain.lacking, chain.is_complete) == ((0,), False)
    chain.take(first)
    assert chain.is_complete
    assert chain.open_envelopes == (first, second)
    assert chain.advance((1,), ("call",)) == ()
    assert (chain.step.number, chain.step.head, chain.step.seats) == (1, expected, (1,))
    assert chain.since(0) == (first, second)
    assert chain.since(1) == chain.since(7) == ()


def test_every_envelope_has_its_place() -> None:
    chain = begin()
    head = chain.step.head
    first = envelope(0, 0, head)
    assert chain.place(first) is Place.NEXT
    chain.take(first)
    assert chain.place(first) is Place.REPEAT
    assert chain.place(envelope(0, 0, head, sign=b"\1" * 64)) == Conflict(first)
    assert chain.place(envelope(1, 0, bytes(32))) is Place.FOREIGN
    assert chain.place(envelope(2, 0, head)) is Place.OUT_OF_TURN
    assert chain.place(envelope(1, 0, head, messages.Confirm())) is Place.WRONG_KIND
    assert chain.place(envelope(1, 1, bytes(32))) is Place.EARLY
    chain.take(envelope(1, 0, head))
    chain.advance((1,), ("call",))
    assert chain.place(first) is Place.REPEAT
    assert chain.place(envelope(0, 0, bytes(32))) == Conflict(first)
    assert chain.place(envelope(2, 0, head)) is Place.OUT_OF_TURN
    assert chain.place(envelope(2, 0, bytes(32))) is Place.FOREIGN


def test_early_envelopes_wait_for_their_step() -> None:
    chain = begin()
    early = [envelope(seat, 1, bytes(32)) for seat in (1, 0)]
    for one in early:
        chain.keep(one)
    assert chain.held(1, 1) == early[0]
    assert chain.place(early[0]) is Place.REPEAT
    assert chain.place(envelope(1, 1, b"\1" * 32)) == Conflict(early[0])
    for seat in (0, 1):
        chain.take(envelope(seat, 0, chain.step.head))
    assert chain.advance((0, 1), ("agree",)) == (early[1], early[0])
    assert chain.held(1, 1) is None


def test_of_one_seat_the_nearest_steps_are_kept() -> None:
    chain = begin()
    for step in range(1000, 1000 - 3 * MOST_EARLY, -1):
        chain.keep(envelope(0, step, bytes(32)))
    kept = [step for step in range(700, 1100) if chain.held(0, step) is not None]
    assert kept == list(range(1001 - 3 * MOST_EARLY, 1001 - 2 * MOST_EARLY))


def test_what_is_set_aside_contradicts_what_comes_later() -> None:
    chain = begin()
    foreign, good = envelope(0, 0, bytes(32)), envelope(0, 0, chain.step.head)
    chain.set_aside(foreign)
    assert chain.lacking == (0, 1)
    assert chain.place(foreign) is Place.REPEAT
    assert chain.place(good) == Conflict(foreign)
    chain.take(good)
    assert chain.held(0, 0) == good
    for step in range(1, MOST_EARLY + 1):
        chain.set_aside(envelope(0, step, bytes(32)))
    assert 0 not in chain._aside[0]
    assert len(chain._aside[0]) == MOST_EARLY
