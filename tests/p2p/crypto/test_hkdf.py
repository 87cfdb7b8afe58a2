"""HKDF against RFC 5869, appendix A (SHA-256), and against the cryptography package (SHA-512)."""

from typing import Literal

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from hypothesis import given
from hypothesis import strategies as st

from p2p.crypto.hkdf import hkdf

RFC5869 = [
    (
        "0b" * 22,
        "000102030405060708090a0b0c",
        "f0f1f2f3f4f5f6f7f8f9",
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
    ),
    (
        "0b" * 22,
        "",
        "",
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
    ),
]


@pytest.mark.parametrize(("key", "salt", "info", "output"), RFC5869)
def test_rfc5869_vectors(key: str, salt: str, info: str, output: str) -> None:
    key_, salt_, info_ = (bytes.fromhex(text) for text in (key, salt, info))
    assert hkdf("sha256", key_, salt=salt_, info=info_, size_bytes=len(output) // 2).hex() == output


@given(
    st.sampled_from(["sha256", "sha512"]),
    st.binary(max_size=100),
    st.binary(min_size=1, max_size=100),
    st.binary(max_size=100),
    st.integers(1, 300),
)
def test_hkdf_agrees_with_another_implementation(
    name: Literal["sha256", "sha512"], key: bytes, salt: bytes, info: bytes, size: int
) -> None:
    algorithm = hashes.SHA256() if name == "sha256" else hashes.SHA512()
    theirs = HKDF(algorithm=algorithm, length=size, salt=salt, info=info).derive(key)
    assert hkdf(name, key, salt=salt, info=info, size_bytes=size) == theirs


def test_more_than_255_blocks_are_refused() -> None:
    assert len(hkdf("sha256", b"k", salt=b"", info=b"", size_bytes=255 * 32)) == 255 * 32
    with pytest.raises(ValueError, match="255"):
        hkdf("sha256", b"k", salt=b"", info=b"", size_bytes=255 * 32 + 1)
