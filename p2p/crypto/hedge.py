"""Secret numbers that survive a bad generator.

One guessable nonce gives the witness away, and so does one nonce under two challenges. So no secret number comes from
the generator alone: each is derived from a long-lived secret, fresh bytes, the proof's place, and all that the number's
message depends on. A generator that repeats (a restored snapshot of a virtual machine) or that is known to somebody
then gives nothing away.
"""

from dataclasses import dataclass, field
from typing import Protocol

from p2p.crypto.fiat_shamir import session_id
from p2p.crypto.hkdf import expand, extract
from p2p.pack import pack

FRESH_BYTES = 32
NUMBER_BYTES = 64


class Entropy(Protocol):
    """The system's generator, or in tests a fixed one."""

    def __call__(self, size_bytes: int, /) -> bytes:
        """Return that many fresh bytes."""


@dataclass(frozen=True, slots=True)
class Hedge:
    """A seat's round secret (32 bytes) and the system's generator: the source of every secret number in that round."""

    secret: bytes = field(repr=False)
    entropy: Entropy = field(repr=False)

    def numbers(self, tag: bytes, what: str, count: int, depends_on: bytes) -> list[int]:
        """Draw secret numbers of 512 bits, to be taken modulo the group's order.

        Args:
            tag: the tag of the proof they are for.
            what: their name in the scheme ("nonce", "rho"); two kinds of number under one tag must differ in it.
            count: how many.
            depends_on: SHA-256 of all that the message in which they are used depends on.
        """
        key = extract("sha512", self.secret + self.entropy(FRESH_BYTES), salt=session_id(tag))
        infos = [pack(what, index, depends_on) for index in range(count)]
        return [int.from_bytes(expand("sha512", key, info=info, size_bytes=NUMBER_BYTES), "little") for info in infos]
