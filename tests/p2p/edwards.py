"""The curve edwards25519 by its textbook formulas (RFC 8032, 5.1), for tests that must not trust a library."""

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, P) % P

Point = tuple[int, int]


def point_at(y: int) -> Point | None:
    """Give a point with this y, the one with the even x; None if there is none."""
    square = (y * y - 1) * pow(_D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    if x * x % P != square:
        return None
    return (x if x % 2 == 0 else P - x), y


def plus(one: Point, other: Point) -> Point:
    k = _D * one[0] * other[0] * one[1] * other[1]
    x = (one[0] * other[1] + one[1] * other[0]) * pow(1 + k, -1, P) % P
    return x, (one[1] * other[1] + one[0] * other[0]) * pow(1 - k, -1, P) % P


def times(factor: int, point: Point) -> Point:
    total = (0, 1)
    for bit in bin(factor)[2:]:
        total = plus(total, total)
        total = plus(total, point) if bit == "1" else total
    return total


def encoded(point: Point) -> bytes:
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def decoded(data: bytes) -> Point:
    number = int.from_bytes(data, "little")
    point = point_at(number & 2**255 - 1)
    assert point is not None
    return (P - point[0], point[1]) if number >> 255 else point


BASE = decoded(bytes.fromhex("58" + "66" * 31))
