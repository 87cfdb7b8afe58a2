"""The code of a table: six digits that name a host on one's own network, for when discovery finds nothing.

    ((last octet * 16 + port - 47752) * 128 + first 7 bits of SHA-256 of the host's key)

It is tried on each IPv4 /24 network that one is on oneself, so it holds no more of the address than the last octet.
The seven bits are compared once the host has proven its key: of wrong hosts that answer, 127 in 128 are passed over.
Digits need no language, and can be read out; any script's digits are taken.
"""

import hashlib
import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass

from p2p.errors import EncodingError
from p2p.identity import PeerId
from p2p.net.addresses import FIRST_PORT, PORTS, Address

DIGITS = 6
_KEY_BITS = 7


@dataclass(frozen=True, slots=True)
class Code:
    """What six digits say.

    Attributes:
        last_octet: of the host's IPv4 address, 0 to 255.
        port: one of the 16 that a table may have.
        key_bits: the first 7 bits of SHA-256 of the host's key.
    """

    last_octet: int
    port: int
    key_bits: int

    def __str__(self) -> str:
        number = (self.last_octet * len(PORTS) + self.port - FIRST_PORT) << _KEY_BITS | self.key_bits
        return f"{number:0{DIGITS}}"

    def is_of(self, peer_id: PeerId) -> bool:
        """Tell whether this key has the code's seven bits."""
        return _key_bits(peer_id) == self.key_bits

    def addresses(self, own_hosts: Iterable[str]) -> tuple[Address, ...]:
        """Give the addresses that the code may mean, one for each /24 network of one's own.

        Args:
            own_hosts: this machine's addresses; those of IPv6 are passed over.
        """
        numbers = [ipaddress.ip_address(host.partition("%")[0]) for host in own_hosts]
        fours = [number.packed for number in numbers if isinstance(number, ipaddress.IPv4Address)]
        meant = (ipaddress.IPv4Address(packed[:3] + bytes((self.last_octet,))) for packed in fours)
        return tuple(dict.fromkeys(Address(str(host), self.port) for host in meant))


def code_of(address: Address, peer_id: PeerId) -> Code | None:
    """Give the code by which to find this host; None where the address is IPv6, or the port none of the sixteen."""
    try:
        packed = ipaddress.IPv4Address(address.host).packed
    except ipaddress.AddressValueError:
        return None
    return Code(packed[3], address.port, _key_bits(peer_id)) if address.port in PORTS else None


def parse_code(text: str) -> Code:
    """Read a code as people type it; one space or hyphen between two halves is fine.

    Raises:
        EncodingError: it is no code.
    """
    digits = text.strip().replace(" ", "", 1).replace("-", "", 1)
    if len(digits) != DIGITS or not digits.isdecimal():
        raise EncodingError(f"{text!r} is no code")
    rest, key_bits = divmod(int(digits), 1 << _KEY_BITS)
    last_octet, port = divmod(rest, len(PORTS))
    if last_octet > 255:
        raise EncodingError(f"{text!r} is no code")
    return Code(last_octet, FIRST_PORT + port, key_bits)


def _key_bits(peer_id: PeerId) -> int:
    return hashlib.sha256(peer_id).digest()[0] >> (8 - _KEY_BITS)
