"""HKDF, with SHA-256 or SHA-512.

Written with the standard library's one-shot HMAC: a proof of shuffle draws over two hundred numbers, and an object for
each would cost more than they do.

Source: RFC 5869, section 2.
"""

import hmac
from typing import Literal

_HASH_BYTES = {"sha256": 32, "sha512": 64}


def hkdf(hash_name: Literal["sha256", "sha512"], key: bytes, *, salt: bytes, info: bytes, size_bytes: int) -> bytes:
    """Return `size_bytes` bytes derived from the key: extract, then expand."""
    return expand(hash_name, extract(hash_name, key, salt=salt), info=info, size_bytes=size_bytes)


def extract(hash_name: Literal["sha256", "sha512"], key: bytes, *, salt: bytes) -> bytes:
    """Return the pseudorandom key (section 2.2)."""
    return hmac.digest(salt, key, hash_name)


def expand(hash_name: Literal["sha256", "sha512"], pseudorandom_key: bytes, *, info: bytes, size_bytes: int) -> bytes:
    """Return output keying material (section 2.3); at most 255 blocks."""
    blocks = -(-size_bytes // _HASH_BYTES[hash_name])
    if blocks > 255:
        raise ValueError("HKDF gives at most 255 blocks")
    block, output = b"", b""
    for counter in range(1, blocks + 1):
        block = hmac.digest(pseudorandom_key, block + info + bytes([counter]), hash_name)
        output += block
    return output[:size_bytes]
