"""Contracts: what fits together, what does not, and the one encoding of each."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import OptionError, Seat
from engine.games import GAMES
from engine.notation import match_text
from p2p.errors import EncodingError, LocalProtocolError
from p2p.pack import Item, pack, unpack
from p2p.table.contract import ContractSeat, _text_digest, amend, first_contract, parse_contract
from p2p.wire.messages import MOST_CONTRACT
from tests.p2p.table.ring import identities, make_contract

FAST = settings(max_examples=100, deadline=None, derandomize=True)
FIRST = make_contract("badam-satti", identities(3), {"rounds": "3"})
AMENDED = amend(FIRST, FIRST.match(Seat(1)), 4, FIRST.seats)


def test_contract_is_read_as_it_was_made() -> None:
    for contract in (FIRST, AMENDED, make_contract("double-sir", identities(4), {}, random_seats=True)):
        read = parse_contract(contract.raw)
        assert read == contract
        assert (read.raw, read.hash) == (contract.raw, contract.hash)


def test_seats_are_found_by_their_keys() -> None:
    assert [FIRST.seat_of(seat.key) for seat in FIRST.seats] == [0, 1, 2]
    assert FIRST.seat_of(identities(4)[3].peer_id) is None


def test_amendment_goes_on_with_the_match_and_the_nonces() -> None:
    match = AMENDED.match_so_far()
    assert match == FIRST.match(Seat(1))
    assert FIRST.match_so_far() is None
    assert AMENDED.amends is not None
    assert AMENDED.amends.previous == FIRST.hash
    assert [seat.nonce for seat in AMENDED.seats] == [seat.nonce for seat in FIRST.seats]


def changed(number: int, item: Item, raw: bytes = FIRST.raw) -> bytes:
    items = list(unpack(raw))
    items[number] = item
    return pack(*items)


SEAT = unpack(FIRST.raw)[6]
assert isinstance(SEAT, tuple)
ONE = SEAT[0]
assert isinstance(ONE, tuple)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        pack(),
        changed(0, "patte/2 contract"),
        changed(0, b"patte/1 contract"),
        changed(1, 2),
        changed(1, b""),
        changed(2, bytes(15)),
        changed(3, "bridge"),
        changed(3, "sevens"),
        changed(4, ()),
        changed(4, (("rounds", "3"),)),
        changed(4, tuple(reversed(FIRST.options))),
        changed(4, (*FIRST.options, ("rounds", "3"))),
        changed(4, (("rounds", "4"), *FIRST.options[1:])),
        changed(4, ((1, "3"),)),
        changed(4, ("rounds",)),
        changed(5, 2),
        changed(5, "0"),
        changed(6, ()),
        changed(6, SEAT[:2]),
        changed(6, (*SEAT[:2], SEAT[0])),
        changed(6, (*SEAT[:2], ONE[:3])),
        changed(6, (*SEAT[:2], "seat")),
        changed(6, (*SEAT[:2], (bytes(32), "x", 0, bytes(32)))),
        changed(6, (*SEAT[:2], (bytes(31), "x", 0, bytes(32)))),
        changed(6, (*SEAT[:2], (*ONE[:1], "", 0, bytes(32)))),
        changed(6, (*SEAT[:2], (identities(4)[3].peer_id, "", 0, bytes(32)))),
        changed(6, (*SEAT[:2], (identities(4)[3].peer_id, "x" * 65, 0, bytes(32)))),
        changed(6, (*SEAT[:2], (identities(4)[3].peer_id, "x", 2, bytes(32)))),
        changed(6, (*SEAT[:2], (identities(4)[3].peer_id, "x", 0, bytes(33)))),
        changed(6, tuple((who.peer_id, "x", 0, bytes(32)) for who in identities(8))),
        changed(7, (b"",)),
        changed(7, (bytes(32), match_text(FIRST.match(Seat(0))), bytes(32), 1)),
        changed(7, (bytes(31), "x", _text_digest("x"), 1)),
        changed(7, (bytes(32), "x", _text_digest("x"), 1)),
        changed(7, (bytes(32), "x", _text_digest("x"), 2**32)),
        changed(7, (bytes(32), "x", _text_digest("x"), -1)),
        changed(5, 1, AMENDED.raw),
        FIRST.raw + b"\0",
        pack(*unpack(FIRST.raw), 1),
        pack(*unpack(FIRST.raw)[:-1]),
        changed(4, tuple((str(number), "x" * 900) for number in range(20))),
    ],
)
def test_what_does_not_fit_together_is_no_contract(raw: bytes) -> None:
    with pytest.raises(EncodingError):
        parse_contract(raw)


@pytest.mark.parametrize(("game", "seats"), [("sevens", 3), ("badam-satti", 4)])
def test_amendment_goes_on_with_the_same_game_at_the_same_table(game: str, seats: int) -> None:
    text = match_text(GAMES[game].start_match({}, seats, Seat(0)))
    raw = changed(7, (bytes(32), text, _text_digest(text), 1))
    with pytest.raises(EncodingError, match="another game"):
        parse_contract(raw)


def test_largest_contract_is_bounded() -> None:
    assert len(FIRST.raw) < MOST_CONTRACT
    # It is refused for its size before anything in it is looked at.
    with pytest.raises(EncodingError, match="no contract of this version"):
        parse_contract(changed(4, (("rounds", "3" * MOST_CONTRACT),)))


@given(st.binary(max_size=300))
@FAST
def test_any_bytes_are_no_contract(data: bytes) -> None:
    with pytest.raises(EncodingError):
        parse_contract(data)


@given(st.data())
@FAST
def test_changed_byte_makes_another_contract_or_none(data: st.DataObject) -> None:
    for contract in (FIRST, AMENDED):
        raw = bytearray(contract.raw)
        raw[data.draw(st.integers(0, len(raw) - 1))] ^= data.draw(st.integers(1, 255))
        try:
            read = parse_contract(bytes(raw))
        except EncodingError:
            continue
        assert read.raw == bytes(raw)
        assert read != contract


@given(st.text(max_size=80))
@FAST
def test_any_match_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(EncodingError):
        parse_contract(changed(7, (bytes(32), text, _text_digest(text), 1)))


def seat(number: int, name: str = "x", nonce: bytes = bytes(32)) -> ContractSeat:
    return ContractSeat(identities(5)[number].peer_id, name, False, nonce)


def test_contract_of_ones_own_that_does_not_fit_together_is_refused() -> None:
    def make(game: str, *seats: ContractSeat) -> None:
        first_contract(table_id=bytes(16), game=game, options={}, seats=seats, random_seats=False)

    make("sevens", seat(0), seat(1), seat(2))
    for seats in (
        (seat(0), seat(1), seat(1)),
        (seat(0), seat(1), seat(2, "")),
        (seat(0), seat(1), seat(2, "x" * 65)),
        (seat(0), seat(1), seat(2, nonce=b"")),
    ):
        with pytest.raises(LocalProtocolError):
            make("sevens", *seats)
    with pytest.raises(OptionError):
        make("double-sir", seat(0), seat(1), seat(2))


def test_amendment_with_other_seats_is_refused() -> None:
    match = FIRST.match(Seat(0))
    with pytest.raises(LocalProtocolError):
        amend(FIRST, match, 1, FIRST.seats[:2])
    with pytest.raises(LocalProtocolError):
        amend(FIRST, match, 1, (*FIRST.seats[:2], FIRST.seats[0]))
    assert amend(replace(FIRST, random_seats=True), match, 1, FIRST.seats).random_seats is False
