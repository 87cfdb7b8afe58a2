"""mDNS packets as no honest program sends them, made byte by byte (RFC 1035, 4)."""

import os
import struct
from collections.abc import Iterator

TYPE = (b"_patte", b"_tcp", b"local")
_PTR, _TXT, _SRV, _A = 12, 16, 33, 1
_IN, _IN_UNIQUE = 1, 0x8001


def packets(count: int, host: str) -> Iterator[bytes]:
    """Give whole announcements of so many tables at addresses where nobody is, and as many that are malformed."""
    prefix = bytes(int(part) for part in host.split(".")[:3])
    for number in range(count):
        name = f"Nobody {number}".encode()
        yield announcement(name, good_txt(), prefix + bytes((200 + number % 50,)), port=47752)
        yield odd(number)


def odd(number: int) -> bytes:
    """Give one of the ways to be wrong."""
    here = bytes((10, 255, 255, 1))
    match number % 8:
        case 0:
            return announcement(b"\xff\xfe\x80 not UTF-8", good_txt(), here)
        case 1:
            return announcement(b"\x1b[31mred\x07\r\n%d" % number, good_txt(), here)
        case 2:
            return announcement(b"long %d" % number, b"".join(text(b"x%d=" % i + b"y" * 200) for i in range(40)), here)
        case 3:
            return announcement(b"binary %d" % number, text(b"v=1") + b"\xff" + os.urandom(100), here)
        case 4:
            return announcement(b"n" * 63, good_txt(seats=b"999999999999"), here)
        case 5:
            return announcement(b"other version %d" % number, good_txt(version=b"2"), here)
        case 6:
            return os.urandom(300)
        case _:
            # A pointer without a service, and one that says it has a million records.
            return header(1_000 if number % 2 else 1) + record(TYPE, _PTR, labels((b"half %d" % number, *TYPE)))


def good_txt(*, version: bytes = b"1", seats: bytes = b"4") -> bytes:
    """Give a TXT record as a table's, but for what is asked."""
    values = (b"v=" + version, b"id=" + os.urandom(16).hex().encode(), b"game=sevens", b"seats=" + seats)
    return b"".join(map(text, (*values, b"taken=1", b"key=0000-0000", b"locked=0")))


def announcement(name: bytes, txt: bytes, host: bytes, port: int = 47752) -> bytes:
    """Give PTR, SRV, TXT and A of one entry."""
    server = (b"fake-" + name[:40].replace(b" ", b"-"), b"local")
    service = struct.pack("!HHH", 0, 0, port) + labels(server)
    return header(4) + b"".join(
        (
            record(TYPE, _PTR, labels((name, *TYPE))),
            record((name, *TYPE), _SRV, service, _IN_UNIQUE),
            record((name, *TYPE), _TXT, txt, _IN_UNIQUE),
            record(server, _A, host, _IN_UNIQUE),
        )
    )


def header(answers: int) -> bytes:
    """Begin a response."""
    return struct.pack("!HHHHHH", 0, 0x8400, 0, answers, 0, 0)


def record(name: tuple[bytes, ...], kind: int, data: bytes, klass: int = _IN) -> bytes:
    """Give one record."""
    return labels(name) + struct.pack("!HHIH", kind, klass, 4500, len(data)) + data


def labels(name: tuple[bytes, ...]) -> bytes:
    """Give a name without compression."""
    return b"".join(bytes((len(label),)) + label for label in (*name, b""))


def text(content: bytes) -> bytes:
    """Give one text with its length before it."""
    return bytes((len(content),)) + content
