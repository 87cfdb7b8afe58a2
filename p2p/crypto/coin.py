"""The coin that all seats throw together: the first dealer, and eight digits to compare by voice.

Each seat commits to 32 bytes, then shows them. Hash functions only.

Source: Blum, "Coin Flipping by Telephone", 1981.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from p2p.crypto.hkdf import hkdf
from p2p.crypto.round_secret import permutation_from
from p2p.errors import EncodingError
from p2p.pack import pack

TOSS_BYTES = 32


@dataclass(frozen=True, slots=True)
class Coin:
    """The outcome, 64 bytes that nobody could choose."""

    contract_hash: bytes
    value: bytes

    def dealer(self, seats: int) -> int:
        """Return the seat that deals first."""
        return int.from_bytes(self.value, "little") % seats

    @property
    def digits(self) -> str:
        """Eight decimal digits, the same on all screens if nobody stands in the middle."""
        digest = hashlib.sha256(pack("patte/1 digits", self.contract_hash, self.value)).digest()
        return f"{int.from_bytes(digest[:8], 'big') % 10**8:08}"

    def seat_order(self, seats: int) -> tuple[int, ...]:
        """Return a random order of the seats, drawn as a deck's permutation is."""
        chunks = hkdf("sha512", self.value, salt=self.contract_hash, info=b"seats", size_bytes=16 * seats)
        return permutation_from(chunks)


def commit_toss(toss: bytes, contract_hash: bytes, seat: int) -> bytes:
    """Return the 32-byte commitment to a seat's own 32 random bytes.

    Raises:
        EncodingError: a toss that has not 32 bytes.
    """
    if len(toss) != TOSS_BYTES:
        raise EncodingError("a toss has 32 bytes")
    return hashlib.sha256(pack("patte/1 coin", contract_hash, seat, toss)).digest()


def coin_of(tosses: Sequence[bytes], contract_hash: bytes) -> Coin:
    """Return the coin of all seats' tosses, in seat order."""
    value = hashlib.sha512(pack("patte/1 coin result", contract_hash, *tosses)).digest()
    return Coin(contract_hash, value)
