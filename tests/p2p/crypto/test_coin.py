"""The coin: bound to contract and seat, the same for all, uniform enough."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.crypto.coin import coin_of, commit_toss
from p2p.crypto.hkdf import hkdf
from p2p.crypto.round_secret import permutation_from
from p2p.errors import EncodingError
from p2p.pack import pack

CONTRACT = b"c" * 32
TOSSES = [bytes([seat]) * 32 for seat in range(4)]


def test_coin_is_that_of_the_specification() -> None:
    coin = coin_of(TOSSES, CONTRACT)
    value = hashlib.sha512(pack("patte/1 coin result", CONTRACT, *TOSSES)).digest()
    assert coin.value == value
    assert coin.dealer(4) == int.from_bytes(value, "little") % 4
    digest = hashlib.sha256(pack("patte/1 digits", CONTRACT, value)).digest()
    assert int(coin.digits) == int.from_bytes(digest[:8], "big") % 10**8
    assert len(coin.digits) == 8


def test_commitment_is_that_of_the_specification() -> None:
    expected = hashlib.sha256(pack("patte/1 coin", CONTRACT, 2, TOSSES[2])).digest()
    assert commit_toss(TOSSES[2], CONTRACT, 2) == expected


def test_each_toss_its_order_and_the_contract_change_the_coin() -> None:
    coins = [coin_of(TOSSES, CONTRACT), coin_of(TOSSES[::-1], CONTRACT), coin_of(TOSSES, b"d" * 32)]
    coins += [coin_of([*TOSSES[:k], b"x" * 32, *TOSSES[k + 1 :]], CONTRACT) for k in range(4)]
    assert len({coin.value for coin in coins}) == len({coin.digits for coin in coins}) == 7


def test_commitment_binds_toss_contract_and_seat() -> None:
    commitment = commit_toss(TOSSES[1], CONTRACT, 1)
    assert commitment == commit_toss(TOSSES[1], CONTRACT, 1)
    for toss, contract, seat in ((TOSSES[2], CONTRACT, 1), (TOSSES[1], b"d" * 32, 1), (TOSSES[1], CONTRACT, 2)):
        assert commit_toss(toss, contract, seat) != commitment


@pytest.mark.parametrize("size", [0, 31, 33])
def test_toss_of_another_length_is_refused(size: int) -> None:
    with pytest.raises(EncodingError):
        commit_toss(bytes(size), CONTRACT, 0)


@given(st.binary(min_size=32, max_size=32), st.integers(2, 7))
def test_seat_order_is_a_permutation(toss: bytes, seats: int) -> None:
    coin = coin_of([toss], CONTRACT)
    assert sorted(coin.seat_order(seats)) == list(range(seats))
    assert 0 <= coin.dealer(seats) < seats


def test_seat_order_is_that_of_the_specification() -> None:
    coin = coin_of(TOSSES, CONTRACT)
    chunks = hkdf("sha512", coin.value, salt=CONTRACT, info=b"seats", size_bytes=7 * 16)
    assert coin.seat_order(7) == permutation_from(chunks)


def test_digits_keep_their_leading_zeros() -> None:
    digits = [coin_of([number.to_bytes(32, "big")], CONTRACT).digits for number in range(100)]
    assert all(len(text) == 8 and text.isdecimal() for text in digits)
    assert any(text.startswith("0") for text in digits)
