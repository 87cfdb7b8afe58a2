"""The sponge that turns a proof's statement and commitments into its challenge, and the tags that set proofs apart.

Source: draft-irtf-cfrg-fiat-shamir, "Fiat-Shamir Transformation", with SHAKE128 (NIST FIPS 202) as the duplex sponge.
"""

import hashlib
from dataclasses import dataclass

from p2p.pack import Item, pack

RATE_BYTES = 168
"""The rate of SHAKE128; a session id fills one block of it."""

_DERIVE = b"irtf-cfrg-fiat-shamir/session-id"


class Sponge:
    """Absorb byte strings, squeeze bytes that depend on all of them.

    Squeezing leaves what was absorbed as it was, and goes on where the last squeeze ended; a new absorb starts the
    output anew.
    """

    def __init__(self, session: bytes) -> None:
        self._state = hashlib.shake_128(session.ljust(RATE_BYTES, b"\0"))
        self._squeezed = 0

    def absorb(self, data: bytes) -> "Sponge":
        """Take the data in; nothing changes if they are empty."""
        if data:
            self._state.update(data)
            self._squeezed = 0
        return self

    def squeeze(self, size_bytes: int) -> bytes:
        """Return the next bytes of the output."""
        start = self._squeezed
        self._squeezed += size_bytes
        return self._state.digest(self._squeezed)[start:]


def session_id(tag: bytes) -> bytes:
    """Return the 32 bytes under which everything for one tag is hashed."""
    return hashlib.shake_128(_DERIVE.ljust(RATE_BYTES, b"\0") + tag).digest(32)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a proof belongs: the round (its 32-byte id) and the seat that makes it.

    Every proof is bound to its place, so none can be moved to another round, seat or purpose.
    """

    round_id: bytes
    seat: int

    def tag(self, purpose: str, *rest: Item) -> bytes:
        """Return pack("patte/1 " + purpose, round_id, seat, rest...)."""
        return pack("patte/1 " + purpose, self.round_id, self.seat, *rest)
