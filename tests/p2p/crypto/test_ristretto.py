"""The group: its laws, and each pitfall of the library guarded."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p.crypto import ristretto
from p2p.crypto.ristretto import (
    IDENTITY,
    ONE,
    RISTRETTO,
    Element,
    G,
    L,
    Scalar,
    decode_elements,
    element_sum,
    encode_elements,
    to_group,
)
from p2p.errors import EncodingError

numbers = st.one_of(st.integers(0, 3), st.integers(L - 3, L - 1), st.integers(0, L - 1))
scalars = numbers.map(Scalar)
elements = numbers.map(lambda number: Scalar(number) * G)
P = to_group("test", "P")

quick = settings(max_examples=40)


@given(scalars, scalars)
def test_scalar_arithmetic_is_arithmetic_mod_l(a: Scalar, b: Scalar) -> None:
    assert (a + b).value == (a.value + b.value) % L
    assert (a - b).value == (a.value - b.value) % L
    assert (a * b).value == a.value * b.value % L
    assert (-a).value == -a.value % L
    assert Scalar.decode(a.encode()) == a


@pytest.mark.parametrize("number", [L, L + 1, 2**255, 2**256 - 1])
def test_scalar_not_below_l_is_refused(number: int) -> None:
    with pytest.raises(EncodingError):
        Scalar(number)
    with pytest.raises(EncodingError):
        Scalar.decode(number.to_bytes(32, "little"))
    with pytest.raises(EncodingError):
        RISTRETTO.decode_scalar(number.to_bytes(32, "little"))


def test_negative_scalar_is_refused() -> None:
    with pytest.raises(EncodingError):
        Scalar(-1)
    assert Scalar.reduced(-1) == Scalar(L - 1)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_other_lengths_are_refused(size: int) -> None:
    with pytest.raises(EncodingError):
        Scalar.decode(bytes(size))
    with pytest.raises(EncodingError):
        Element(P.encoding.ljust(33, b"\0")[:size])


def test_identity_is_refused_as_received_with_and_without_top_bit() -> None:
    for data in (bytes(32), bytes(31) + b"\x80"):
        with pytest.raises(EncodingError):
            Element(data)


def test_library_takes_what_element_refuses() -> None:
    """Why the guards are there: the library itself takes the identity and a set top bit."""
    valid = ristretto._sodium.crypto_core_ristretto255_is_valid_point
    second = P.encoding[:31] + bytes([P.encoding[31] | 0x80])
    assert valid(bytes(32)) == valid(second) == 1


@given(st.binary(min_size=30, max_size=34))
def test_any_bytes_are_an_element_or_an_encoding_error(data: bytes) -> None:
    try:
        element = Element(data)
    except EncodingError:
        return
    assert element - element == IDENTITY
    assert (ONE * element).encoding == data


@quick
@given(elements, elements, elements)
def test_addition_is_that_of_a_group(p: Element, q: Element, r: Element) -> None:
    assert p + q == q + p
    assert (p + q) + r == p + (q + r)
    assert p + IDENTITY == IDENTITY + p == p - IDENTITY == p
    assert (p - p).is_identity
    assert p - q + q == p


@quick
@given(scalars, scalars, elements)
def test_multiplication_distributes(a: Scalar, b: Scalar, p: Element) -> None:
    assert (a + b) * p == a * p + b * p
    assert (a * b) * p == a * (b * p)


@pytest.mark.parametrize("p", [G, P, IDENTITY])
def test_zero_scalar_and_identity_multiply(p: Element) -> None:
    assert Scalar(0) * p == IDENTITY
    assert Scalar(5) * IDENTITY == IDENTITY
    assert Scalar(L - 1) * p == IDENTITY - p


def test_generator_multiplies_like_any_other_element() -> None:
    doubled = G + G
    assert Scalar(9) * doubled == Scalar(18) * G


@quick
@given(st.lists(st.tuples(scalars, st.one_of(elements, st.just(P))), max_size=5))
def test_combine_is_the_sum_of_products(terms: list[tuple[Scalar, Element]]) -> None:
    total = IDENTITY
    for scalar, element in terms:
        total = total + scalar * element
    assert RISTRETTO.combine(terms) == total


def test_combine_starts_with_minus_one() -> None:
    assert RISTRETTO.combine([(Scalar(L - 1), P), (ONE, G)]) == G - P


def test_element_sum_of_none_is_the_identity() -> None:
    assert element_sum([]).is_identity
    assert element_sum([G, P, P]) == G + P + P


@given(st.integers(0, 5), st.integers(-2, 2))
def test_list_of_elements_has_its_exact_length(count: int, off: int) -> None:
    data = encode_elements([P] * count)
    if off == 0:
        assert decode_elements(data, count) == (P,) * count
    else:
        with pytest.raises(EncodingError):
            decode_elements(data, count + off)
    with pytest.raises(EncodingError):
        decode_elements(data + b"\0", count)


def test_to_group_tells_items_apart() -> None:
    assert len({to_group(), to_group("a"), to_group(b"a"), to_group("a", "b"), to_group("ab")}) == 5


def test_bad_return_code_is_an_arithmetic_error() -> None:
    """It takes an Element that is none, which only this module's inside can make."""
    broken = ristretto._made(b"\xff" * 32)
    with pytest.raises(ArithmeticError):
        broken + G
    with pytest.raises(ArithmeticError):
        G - broken
    with pytest.raises(ArithmeticError):
        Scalar(2) * broken


def test_threads_do_not_disturb_each_other() -> None:
    """The network's thread and the one that proves may both compute."""

    def chain(start: Element) -> Element:
        total = start
        for k in range(1, 300):
            total = Scalar(k) * total + G - P
        return total

    starts = [Scalar(k) * P for k in range(1, 9)]
    alone = [chain(start) for start in starts]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(chain, starts)) == alone
    finally:
        sys.setswitchinterval(interval)


def test_scalar_times_anything_else_is_a_type_error() -> None:
    with pytest.raises(TypeError):
        Scalar(1) * 2  # type: ignore[operator]


def test_repr_of_a_scalar_does_not_show_it() -> None:
    assert "12345" not in repr(Scalar(12345))
