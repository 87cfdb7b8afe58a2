"""Canonical MessagePack: round trips, one encoding a value, and nothing but EncodingError on any bytes."""

import sys
import tracemalloc

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.errors import EncodingError
from p2p.pack import DEEPEST, Item, pack, unpack

scalars = st.one_of(
    st.binary(max_size=300),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=300),
    st.integers(-(2**63), 2**64 - 1),
)
items: st.SearchStrategy[Item] = st.recursive(scalars, lambda inner: st.lists(inner, max_size=5).map(tuple))
arrays = st.lists(items, max_size=20).map(tuple)


@given(arrays)
def test_unpack_gives_what_was_packed(values: tuple[Item, ...]) -> None:
    assert unpack(pack(*values)) == values


@given(arrays)
def test_pack_gives_what_msgpack_gives(values: tuple[Item, ...]) -> None:
    assert pack(*values) == msgpack.packb(values, use_bin_type=True)


@given(st.binary(max_size=60))
def test_unpack_takes_any_bytes_as_canonical_or_refuses_them(data: bytes) -> None:
    try:
        values = unpack(data)
    except EncodingError:
        return
    assert pack(*values) == data


@given(arrays, st.data())
def test_unpack_of_changed_bytes_is_canonical_or_refused(values: tuple[Item, ...], data: st.DataObject) -> None:
    packed = bytearray(pack(*values))
    at = data.draw(st.integers(0, len(packed) - 1))
    packed[at] = data.draw(st.integers(0, 255))
    try:
        again = unpack(bytes(packed))
    except EncodingError:
        return
    assert pack(*again) == packed


@given(arrays, st.data())
def test_every_truncation_and_extension_is_refused(values: tuple[Item, ...], data: st.DataObject) -> None:
    packed = pack(*values)
    for odd in (packed[: data.draw(st.integers(0, len(packed) - 1))], packed + data.draw(st.binary(min_size=1))):
        with pytest.raises(EncodingError):
            unpack(odd)


@pytest.mark.parametrize("size", [0, 1, 31, 32, 255, 256, 65535, 65536])
def test_lengths_at_the_borders_of_their_forms_round_trip(size: int) -> None:
    values: tuple[Item, ...] = (b"x" * size, "x" * size, (0,) * size)
    assert unpack(pack(*values)) == values


@pytest.mark.parametrize("bits", [5, 7, 8, 15, 16, 31, 32, 63])
def test_integers_at_the_borders_of_their_forms_round_trip(bits: int) -> None:
    values = (2**bits - 1, 2**bits, -(2**bits) + 1, -(2**bits), -(2**bits) - (1 if bits < 63 else 0))
    assert unpack(pack(*values)) == values


@pytest.mark.parametrize(
    "data",
    {
        "uint8 for a fixint": "91cc7f",
        "uint16 for uint8": "91cd00ff",
        "uint32 for uint16": "91ce0000ffff",
        "uint64 for uint32": "91cf00000000ffffffff",
        "int8 for a negative fixint": "91d0ff",
        "int8 for a positive fixint": "91d001",
        "int16 for int8": "91d1ff80",
        "int32 for int16": "91d2ffff8000",
        "int64 for int32": "91d3ffffffff80000000",
        "str8 for fixstr": "91d90161",
        "str16 for fixstr": "91da000161",
        "str32 for fixstr": "91db0000000161",
        "bin16 for bin8": "91c5000161",
        "bin32 for bin8": "91c60000000161",
        "array16 for fixarray": "dc000101",
        "array32 for fixarray": "dd0000000101",
        "nil": "91c0",
        "never used": "91c1",
        "false": "91c2",
        "true": "91c3",
        "float32": "91ca00000000",
        "float64": "91cb0000000000000000",
        "an empty map": "9180",
        "a map": "91810101",
        "map16": "91de0000",
        "map32": "91df00000000",
        "fixext1": "91d40101",
        "a timestamp": "91d6ff00000000",
        "ext8": "91c70001",
        "ext8 of length 0 and type 5": "91c70005",
        "text that is not UTF-8": "91a1ff",
        "a surrogate in UTF-8": "91a3eda080",
        "overlong UTF-8": "91a2c080",
        "no array but an integer": "05",
        "no array but text": "a161",
        "nothing": "",
        "bytes after the array": "9000",
        "array32 that claims 2**32-1 items": "ddffffffff",
        "bin32 that claims 2**32-1 bytes": "91c6ffffffff",
        "str32 that claims 2**32-1 bytes": "91dbffffffff",
        "a head without its length": "91c5",
    }.items(),
    ids=lambda item: item[0],
)
def test_what_pack_never_gives_is_refused(data: tuple[str, str]) -> None:
    with pytest.raises(EncodingError):
        unpack(bytes.fromhex(data[1]))


def nested(depth: int) -> tuple[Item, ...]:
    value: tuple[Item, ...] = ()
    for _ in range(depth - 1):
        value = (value,)
    return value


def test_the_deepest_nesting_round_trips_and_one_more_is_refused() -> None:
    assert unpack(pack(*nested(DEEPEST))) == nested(DEEPEST)
    with pytest.raises(EncodingError):
        pack(*nested(DEEPEST + 1))
    with pytest.raises(EncodingError):
        unpack(msgpack.packb(nested(DEEPEST + 1)))


def test_very_deep_nesting_is_refused_without_recursion_error() -> None:
    with pytest.raises(EncodingError):
        unpack(b"\x91" * (10 * sys.getrecursionlimit()))


def test_claims_of_many_items_at_each_level_take_no_memory() -> None:
    data = b"\xdd\x00\x0f\xff\xff" * 15 + bytes(1000)
    tracemalloc.start()
    with pytest.raises(EncodingError):
        unpack(data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 200_000


@pytest.mark.parametrize(
    "value", [None, True, 1.5, {}, [], bytearray(b"x"), 2**64, -(2**63) - 1, "\ud800", (1, (None,)), {1}], ids=repr
)
def test_values_without_encoding_are_refused(value: Item) -> None:
    with pytest.raises(EncodingError):
        pack(value)


def test_subclasses_are_refused() -> None:
    class Text(str):
        __slots__ = ()

    class Number(int):
        pass

    class Pair(tuple[int, int]):
        __slots__ = ()

    odd: list[Item] = [Text("x"), Number(1), Pair((1, 2))]
    for value in odd:
        with pytest.raises(EncodingError):
            pack(value)
