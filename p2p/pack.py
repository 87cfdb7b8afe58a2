"""Canonical MessagePack: one byte string for one value, and no other accepted.

Everything that is signed, hashed or sent is the MessagePack of one array. Two encodings of one value would be two
hashes of one message, so what is read must be exactly what `pack` would have written: shortest forms, `str` for text,
`bin` for bytes, nothing but arrays around them.

msgpack's own reader is not used. It sets aside room for as many items as an array's head claims, at every level, before
it has seen one of them; a few bytes nested deep can so ask for gigabytes. The reader here never makes room for more
than it has read.
"""

from typing import TypeAlias

import msgpack

from p2p.errors import EncodingError

Item: TypeAlias = "bytes | str | int | tuple[Item, ...]"

DEEPEST = 16
"""Arrays within arrays, the outermost one counted."""

_LEAST_INT = -(2**63)
_GREATEST_INT = 2**64 - 1


def pack(*items: Item) -> bytes:
    """Return the MessagePack of one array of these items.

    Raises:
        EncodingError: an item has no encoding: a type beside bytes, str, int and tuple, an integer outside
            -2**63..2**64-1, text with lone surrogates, arrays nested deeper than `DEEPEST`.
    """
    _check(items, 1)
    try:
        return msgpack.packb(items, use_bin_type=True)
    except (ValueError, OverflowError) as error:
        raise EncodingError(f"cannot be packed: {error}") from error


def unpack(data: bytes) -> tuple[Item, ...]:
    """Return the items of which `data` is the `pack`.

    Raises:
        EncodingError: `data` is anything but what `pack` gives.
    """
    item, end = _read(data, 0, 0)
    if not isinstance(item, tuple):
        raise EncodingError("not an array")
    if end != len(data):
        raise EncodingError("bytes follow the array")
    if pack(*item) != data:
        raise EncodingError("not in the shortest form")
    return item


def _check(item: Item, depth: int) -> None:
    kind = type(item)
    if kind is bytes or kind is str:
        return
    if isinstance(item, int) and kind is int:
        if not _LEAST_INT <= item <= _GREATEST_INT:
            raise EncodingError("integer out of range")
        return
    if not isinstance(item, tuple) or kind is not tuple:
        raise EncodingError(f"a {kind.__name__} has no encoding")
    if depth > DEEPEST:
        raise EncodingError("nested too deep")
    for inner in item:
        _check(inner, depth + 1)


# Heads of one byte and a big-endian number: what follows, size of the number, and (for integers) whether it has a sign.
_TEXT_HEADS = {0xD9: 1, 0xDA: 2, 0xDB: 4}
_BYTES_HEADS = {0xC4: 1, 0xC5: 2, 0xC6: 4}
_ARRAY_HEADS = {0xDC: 2, 0xDD: 4}
_INT_HEADS = {0xCC: (1, False), 0xCD: (2, False), 0xCE: (4, False), 0xCF: (8, False)} | {
    0xD0: (1, True),
    0xD1: (2, True),
    0xD2: (4, True),
    0xD3: (8, True),
}


def _read(data: bytes, at: int, depth: int) -> tuple[Item, int]:
    """Return the item that starts at `at`, inside `depth` arrays, and where it ends."""
    head = _take(data, at, 1)[0]
    at += 1
    if head <= 0x7F:
        return head, at
    if head >= 0xE0:
        return head - 0x100, at
    if head in _INT_HEADS:
        size, signed = _INT_HEADS[head]
        return int.from_bytes(_take(data, at, size), "big", signed=signed), at + size
    if 0x90 <= head <= 0x9F:
        return _read_array(data, at, head & 0x0F, depth + 1)
    if 0xA0 <= head <= 0xBF:
        return _read_text(data, at, head & 0x1F)
    if head in _ARRAY_HEADS:
        size = _ARRAY_HEADS[head]
        return _read_array(data, at + size, _number(data, at, size), depth + 1)
    if head in _TEXT_HEADS:
        size = _TEXT_HEADS[head]
        return _read_text(data, at + size, _number(data, at, size))
    if head in _BYTES_HEADS:
        size = _BYTES_HEADS[head]
        length = _number(data, at, size)
        return _take(data, at + size, length), at + size + length
    raise EncodingError(f"type {head:#04x} is not used here")


def _read_array(data: bytes, at: int, length: int, depth: int) -> tuple[Item, int]:
    if depth > DEEPEST:
        raise EncodingError("nested too deep")
    items: list[Item] = []
    for _ in range(length):  # ends at the latest where the data end, whatever length claims
        item, at = _read(data, at, depth)
        items.append(item)
    return tuple(items), at


def _read_text(data: bytes, at: int, length: int) -> tuple[Item, int]:
    try:
        return _take(data, at, length).decode("utf-8"), at + length
    except UnicodeDecodeError as error:
        raise EncodingError("not UTF-8") from error


def _number(data: bytes, at: int, size: int) -> int:
    return int.from_bytes(_take(data, at, size), "big")


def _take(data: bytes, at: int, size: int) -> bytes:
    if size > len(data) - at:
        raise EncodingError("ends too early")
    return data[at : at + size]
