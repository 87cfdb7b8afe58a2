"""Who a peer is: an Ed25519 key (RFC 8032), its signatures, and the short text by which people compare keys.

A `PeerId` is a public key that was parsed: its 32 bytes are the one encoding of a point on the curve, and the point has
no small order. Under a small-order key anybody can write a signature that verifies for any message (RFC 8032 leaves
that check to the caller, and `cryptography` does not make it), so whoever takes a key from outside calls
`parse_peer_id` before anything else looks at it. Files that hold a seed are none of this module's business.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NewType, Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from p2p.errors import EncodingError, ProofError

PeerId = NewType("PeerId", bytes)
"""A parsed public key, 32 bytes; ordered as bytes are ("the lower identity key")."""

PEER_ID_SIZE_BYTES = 32
SEED_SIZE_BYTES = 32

_P = 2**255 - 19
# -121665/121666 mod p (RFC 8032, 5.1)
_D = 0x52036CEE2B6FFE738CC740797779E89800700A4D4141D8AB75EB4DCA135978A3
_ORDER_8_Y = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
# The identity has y = 1, order 2 has p - 1, order 4 has 0, order 8 has these two; each stands for both signs of x.
_SMALL_ORDER_Y = frozenset({0, 1, _P - 1, _ORDER_8_Y, _P - _ORDER_8_Y})
# No l, o, u, i: they are misread, or misheard over the telephone.
_FINGERPRINT_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"


def parse_peer_id(encoded: bytes) -> PeerId:
    """Parse a public key that came from outside.

    Raises:
        EncodingError: it is not 32 bytes, not canonical (y >= p, or x = 0 with a sign), not on the curve, or of small
            order.
    """
    if len(encoded) != PEER_ID_SIZE_BYTES:
        raise EncodingError(f"an identity key has {PEER_ID_SIZE_BYTES} bytes, not {len(encoded)}")
    y = int.from_bytes(encoded, "little") & (2**255 - 1)
    if y >= _P:
        raise EncodingError("an identity key that is not canonical")
    # x = 0 only where y is 1 or p - 1: so this refuses a sign without an x as well.
    if y in _SMALL_ORDER_Y:
        raise EncodingError("an identity key of small order")
    if not _is_on_curve(y):
        raise EncodingError("an identity key that is no point of the curve")
    return PeerId(bytes(encoded))


def verify_signature(peer_id: PeerId, message: bytes, signature: bytes) -> None:
    """Check that the peer signed the message.

    Raises:
        ProofError: it did not sign these bytes, or the signature is not 64 bytes.
    """
    try:
        Ed25519PublicKey.from_public_bytes(peer_id).verify(signature, message)
    except InvalidSignature as error:
        raise ProofError("a signature that does not hold") from error


def fingerprint(peer_id: PeerId) -> str:
    """Give the short text by which people compare two keys, as in `k3f9-02mq-xz7t-81bd`.

    It is the first 80 bits of SHA-256 of the key, in four groups of four letters and digits that are hard to confuse:
    short enough to be read out, long enough that nobody finds a second key for the same text (2^80 tries).
    """
    number = int.from_bytes(hashlib.sha256(peer_id).digest()[:10], "big")
    letters = "".join(_FINGERPRINT_LETTERS[number >> shift & 31] for shift in range(75, -1, -5))
    return "-".join(letters[i : i + 4] for i in range(0, 16, 4))


@dataclass(frozen=True, slots=True)
class Identity:
    """One's own key. Equal seeds are equal identities; the seed never shows in its text.

    Attributes:
        seed: the private key, 32 bytes.
        peer_id: the public key that belongs to it.
    """

    seed: bytes = field(repr=False)
    peer_id: PeerId = field(init=False)
    _key: Ed25519PrivateKey = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_SIZE_BYTES:
            raise EncodingError(f"an identity's seed has {SEED_SIZE_BYTES} bytes, not {len(self.seed)}")
        key = Ed25519PrivateKey.from_private_bytes(self.seed)
        object.__setattr__(self, "_key", key)
        object.__setattr__(self, "peer_id", PeerId(key.public_key().public_bytes_raw()))

    @classmethod
    def fresh(cls, entropy: Callable[[int], bytes]) -> Self:
        """Make a new identity; `entropy(n)` gives n random bytes, as `os.urandom` does."""
        return cls(entropy(SEED_SIZE_BYTES))

    def sign(self, message: bytes) -> bytes:
        """Sign the message: 64 bytes, always the same for the same message."""
        return self._key.sign(message)


def _is_on_curve(y: int) -> bool:
    """Tell whether an x belongs to this y: (y^2 - 1) / (d y^2 + 1) is a square (RFC 8032, 5.1.3; Euler's criterion)."""
    u = y * y - 1
    v = _D * y * y + 1
    return pow(u * v, (_P - 1) // 2, _P) == 1
