"""Addresses as people type them and rosters carry them: HOST:PORT, [HOST]:PORT; HOST is always a number.

Names are never looked up: what a stranger writes into a roster must not send us asking around.
"""

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass

from p2p.errors import EncodingError, LinkError

FIRST_PORT = 47752
PORTS = range(FIRST_PORT, FIRST_PORT + 16)
MOST_ADDRESSES = 8
LOOPBACK = "127.0.0.1"


class NoFreePortError(LinkError):
    """All ports that a table may have are taken on this machine."""


class UnreachableError(LinkError):
    """Nobody answers at the address."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where to dial: an IPv4 or IPv6 number and a port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def is_loopback(self) -> bool:
        """Whether it leads to this machine only."""
        return ipaddress.ip_address(self.host).is_loopback


def parse_address(text: str, *, default_port: int | None = None) -> Address:
    """Read an address; `localhost` is understood, other names are not.

    Args:
        text: HOST:PORT or [HOST]:PORT; where a default is given, also HOST alone.
        default_port: the port where none is written.

    Raises:
        EncodingError: it is none, or leads nowhere in particular.
    """
    host, port_text = _split(text.strip())
    if not port_text and default_port is not None:
        port = default_port
    elif port_text.isascii() and port_text.isdigit() and len(port_text) <= 5 and 1 <= int(port_text) <= 65535:
        port = int(port_text)
    else:
        raise EncodingError(f"{text!r} has no port")
    try:
        number = ipaddress.ip_address(LOOPBACK if host == "localhost" else host)
    except ValueError as error:
        raise EncodingError(f"{text!r} is no address") from error
    if number.is_multicast or number.is_unspecified:
        raise EncodingError(f"{text!r} leads nowhere in particular")
    return Address(str(number), port)


def parse_addresses(texts: Iterable[str]) -> tuple[Address, ...]:
    """Read what a roster says; what is no address is left out, and no more than eight are taken."""
    found: list[Address] = []
    for text in texts:
        try:
            found.append(parse_address(text))
        except EncodingError:
            continue
    return tuple(dict.fromkeys(found))[:MOST_ADDRESSES]


def _split(text: str) -> tuple[str, str]:
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        if bracket and (not rest or rest.startswith(":")):
            return host, rest[1:]
        return "", ""
    if text.count(":") > 1:
        return text, ""
    host, _, port = text.partition(":")
    return host, port
