"""A small, slow P-256 for the drafts' vectors: enough of a group for p2p.crypto.sigma, and nothing for secrets.

Source: NIST SP 800-186 (the curve); SEC 1, version 2.0, section 2.3 (compressed points).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from p2p.errors import EncodingError

FIELD = 2**256 - 2**224 + 2**192 + 2**96 - 1
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B


@dataclass(frozen=True)
class Number:
    value: int

    def __add__(self, other: "Number") -> "Number":
        return Number((self.value + other.value) % ORDER)

    def __mul__(self, other: "Number") -> "Number":
        return Number(self.value * other.value % ORDER)

    def __neg__(self) -> "Number":
        return Number(-self.value % ORDER)


@dataclass(frozen=True)
class Point:
    """x and y, both None for the identity."""

    x: int | None
    y: int | None


ZERO = Point(None, None)
BASE = Point(
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)


def add(p: Point, q: Point) -> Point:
    if p.x is None or p.y is None:
        return q
    if q.x is None or q.y is None:
        return p
    if p.x == q.x:
        if (p.y + q.y) % FIELD == 0:
            return ZERO
        slope = (3 * p.x * p.x - 3) * pow(2 * p.y, -1, FIELD) % FIELD
    else:
        slope = (q.y - p.y) * pow(q.x - p.x, -1, FIELD) % FIELD
    x = (slope * slope - p.x - q.x) % FIELD
    return Point(x, (slope * (p.x - x) - p.y) % FIELD)


def multiply(number: int, p: Point) -> Point:
    total = ZERO
    for bit in f"{number:b}":
        total = add(total, total)
        if bit == "1":
            total = add(total, p)
    return total


def decode_point(data: bytes) -> Point:
    """Read 33 bytes; EncodingError if they are no compressed point."""
    if len(data) != 33 or data[0] not in (2, 3):
        raise EncodingError("not a compressed point")
    x = int.from_bytes(data[1:], "big")
    square = (x**3 - 3 * x + B) % FIELD
    y = pow(square, (FIELD + 1) // 4, FIELD)
    if x >= FIELD or y * y % FIELD != square:
        raise EncodingError("not on the curve")
    return Point(x, y if y % 2 == data[0] % 2 else FIELD - y)


class P256:
    """p2p.crypto.sigma.Group over Point and Number."""

    generator = BASE
    scalar_size_bytes = 32

    def scalar(self, value: int) -> Number:
        return Number(value % ORDER)

    def decode_scalar(self, data: bytes) -> Number:
        value = int.from_bytes(data, "big")
        if len(data) != 32 or value >= ORDER:
            raise EncodingError("not a scalar")
        return Number(value)

    def encode_scalar(self, scalar: Number) -> bytes:
        return scalar.value.to_bytes(32, "big")

    def encode_element(self, element: Point) -> bytes:
        if element.x is None or element.y is None:
            return bytes(33)
        return bytes([2 + element.y % 2]) + element.x.to_bytes(32, "big")

    def is_identity(self, element: Point) -> bool:
        return element == ZERO

    def combine(self, terms: Iterable[tuple[Number, Point]]) -> Point:
        total = ZERO
        for number, point in terms:
            total = add(total, multiply(number.value, point))
        return total
