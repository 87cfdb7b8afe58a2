"""The round secret s_i: what a seat draws for a round, and all that follows from it.

A seat's key, its remasking scalars and its permutation are all derived from 32 bytes, which it commits to before any
key is known and reveals when the round is over. So nobody can choose any of them with the others' in view, and everyone
can recompute them.
"""

import hashlib
from dataclasses import dataclass, field

from p2p.crypto.elgamal import DECK_SIZE
from p2p.crypto.fiat_shamir import Place
from p2p.crypto.hedge import FRESH_BYTES, Entropy
from p2p.crypto.hkdf import hkdf
from p2p.crypto.ristretto import Scalar
from p2p.errors import EncodingError
from p2p.pack import pack

SECRET_BYTES = 32

_WIDE_BYTES = 64
_CHUNK_BYTES = 16


@dataclass(frozen=True, slots=True)
class Derived:
    """What one seat's round secret determines.

    Attributes:
        x: the secret round key.
        remask: r_0 to r_51; r_k is for output position k.
        permutation: p(0) to p(51); output position k holds the card that was at p(k).
    """

    x: Scalar = field(repr=False)
    remask: tuple[Scalar, ...] = field(repr=False)
    permutation: tuple[int, ...] = field(repr=False)


def round_id_of(table_id: bytes, contract_hash: bytes, round_number: int) -> bytes:
    """Return the 32 bytes that stand for a round; a table never uses a number twice, not even a voided round's."""
    return hashlib.sha256(pack("patte/1 round", table_id, contract_hash, round_number)).digest()


def draw_round_secret(seed: bytes, round_id: bytes, entropy: Entropy) -> bytes:
    """Draw s_i from the identity's seed and fresh bytes, so that neither alone gives it away."""
    key = seed + entropy(FRESH_BYTES)
    return hkdf("sha512", key, salt=round_id, info=b"round secret", size_bytes=SECRET_BYTES)


def commit(secret: bytes, place: Place) -> bytes:
    """Return C_i, the 32-byte commitment to a round secret.

    Raises:
        EncodingError: a secret that has not 32 bytes.
    """
    if len(secret) != SECRET_BYTES:
        raise EncodingError("a round secret has 32 bytes")
    return hashlib.sha256(place.tag("commit", secret)).digest()


def derive(secret: bytes, round_id: bytes) -> Derived:
    """Return the key, the remasking scalars and the permutation that follow from a round secret."""
    key = hkdf("sha512", secret, salt=round_id, info=b"key", size_bytes=_WIDE_BYTES)
    remask = hkdf("sha512", secret, salt=round_id, info=b"remask", size_bytes=DECK_SIZE * _WIDE_BYTES)
    chunks = hkdf("sha512", secret, salt=round_id, info=b"permutation", size_bytes=DECK_SIZE * _CHUNK_BYTES)
    return Derived(
        x=_scalar(key),
        remask=tuple(_scalar(remask[at : at + _WIDE_BYTES]) for at in range(0, len(remask), _WIDE_BYTES)),
        permutation=permutation_from(chunks),
    )


def permutation_from(chunks: bytes) -> tuple[int, ...]:
    """Return the permutation that chunks of 16 random bytes give, one chunk for each entry; chunk 0 is not used.

    Source: Knuth, "The Art of Computer Programming", volume 2, algorithm 3.4.2P (Durstenfeld). A chunk modulo at most
    52 is off from uniform by less than 2**-122.
    """
    entries = list(range(len(chunks) // _CHUNK_BYTES))
    for k in range(len(entries) - 1, 0, -1):
        chunk = int.from_bytes(chunks[k * _CHUNK_BYTES : (k + 1) * _CHUNK_BYTES], "little")
        other = chunk % (k + 1)
        entries[k], entries[other] = entries[other], entries[k]
    return tuple(entries)


def _scalar(wide: bytes) -> Scalar:
    return Scalar.reduced(int.from_bytes(wide, "little"))
