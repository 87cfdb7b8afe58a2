"""Keys that are refused, signatures that hold or do not, and the text that people compare."""

import hashlib
import os

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from p2p.errors import EncodingError, ProofError
from p2p.identity import Identity, PeerId, fingerprint, parse_peer_id, verify_signature
from tests.p2p.edwards import ORDER, P, point_at, times

ORDER_8_Y = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
SMALL_ORDER_YS = [0, 1, P - 1, ORDER_8_Y, P - ORDER_8_Y]
SIGN = 1 << 255

# RFC 8032, 7.1: secret key, public key, message, signature.
RFC8032 = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
]


def encode(y: int, sign: int = 0) -> bytes:
    return (y | sign).to_bytes(32, "little")


@pytest.mark.parametrize(("seed", "public", "message", "signature"), RFC8032)
def test_rfc8032_vectors(seed: str, public: str, message: str, signature: str) -> None:
    identity = Identity(bytes.fromhex(seed))
    assert identity.peer_id.hex() == public
    assert identity.sign(bytes.fromhex(message)).hex() == signature
    verify_signature(parse_peer_id(bytes.fromhex(public)), bytes.fromhex(message), bytes.fromhex(signature))


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=100), st.integers(0, 511))
def test_signature_with_one_bit_changed_is_refused(seed: bytes, message: bytes, bit: int) -> None:
    identity = Identity(seed)
    signature = identity.sign(message)
    verify_signature(identity.peer_id, message, signature)
    changed = bytearray(signature)
    changed[bit // 8] ^= 1 << bit % 8
    with pytest.raises(ProofError):
        verify_signature(identity.peer_id, message, bytes(changed))


def test_signature_of_another_message_or_peer_or_size_is_refused() -> None:
    asha, ravi = Identity(bytes(32)), Identity(bytes(31) + b"\1")
    signature = asha.sign(b"yes")
    for peer_id, message, tried in [
        (asha.peer_id, b"no", signature),
        (ravi.peer_id, b"yes", signature),
        (asha.peer_id, b"yes", signature[:-1]),
        (asha.peer_id, b"yes", b""),
    ]:
        with pytest.raises(ProofError):
            verify_signature(peer_id, message, tried)


@given(st.binary(min_size=32, max_size=32))
def test_every_own_key_parses_to_itself(seed: bytes) -> None:
    peer_id = Identity(seed).peer_id
    assert parse_peer_id(peer_id) == peer_id


@pytest.mark.parametrize("sign", [0, SIGN])
@pytest.mark.parametrize("y", SMALL_ORDER_YS)
def test_key_of_small_order_is_refused(y: int, sign: int) -> None:
    with pytest.raises(EncodingError, match="small order"):
        parse_peer_id(encode(y, sign))


def test_those_are_all_points_of_small_order() -> None:
    """Found without knowing them: any point, times the order of the large subgroup, is one whose order divides 8."""
    found = set()
    for y in range(3, 200):
        point = point_at(y)
        if point is not None:
            found.add(times(ORDER, point)[1])
    assert found == set(SMALL_ORDER_YS)


def test_small_order_keys_are_dangerous_without_the_check() -> None:
    """With the neutral point as key, one signature of nobody's verifies for every message: hence the refusal."""
    forged = encode(1) + bytes(32)
    neutral = Ed25519PublicKey.from_public_bytes(encode(1))
    neutral.verify(forged, b"I lost")
    neutral.verify(forged, b"I won")
    with pytest.raises(InvalidSignature):
        Ed25519PublicKey.from_public_bytes(Identity(bytes(32)).peer_id).verify(forged, b"I won")


@pytest.mark.parametrize("sign", [0, SIGN])
@pytest.mark.parametrize("y", range(P, 2**255))
def test_key_that_is_not_canonical_is_refused(y: int, sign: int) -> None:
    with pytest.raises(EncodingError, match="not canonical"):
        parse_peer_id(encode(y, sign))


def test_key_off_the_curve_is_refused() -> None:
    with pytest.raises(EncodingError, match="no point"):
        parse_peer_id(encode(2))


@given(st.binary(max_size=70))
def test_any_bytes_parse_or_raise_encoding_error(data: bytes) -> None:
    try:
        peer_id = parse_peer_id(data)
    except EncodingError:
        return
    assert peer_id == data
    assert len(data) == 32


@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_seed_of_another_size_is_refused(size: int) -> None:
    with pytest.raises(EncodingError, match="seed"):
        Identity(bytes(size))


def test_fresh_identity_takes_32_bytes_of_the_entropy() -> None:
    asked: list[int] = []

    def entropy(size: int) -> bytes:
        asked.append(size)
        return bytes(range(size))

    identity = Identity.fresh(entropy)
    assert asked == [32]
    assert identity == Identity(bytes(range(32)))
    assert Identity.fresh(os.urandom) != Identity.fresh(os.urandom)


def test_text_of_an_identity_hides_the_seed() -> None:
    identity = Identity(b"secret seed of thirty-two bytes!")
    assert "secret" not in repr(identity)
    assert "secret" not in str(identity)


def test_fingerprint_is_stable_and_grouped() -> None:
    peer_id = Identity(bytes.fromhex(RFC8032[0][0])).peer_id
    text = fingerprint(peer_id)
    letters = "0123456789abcdefghjkmnpqrstvwxyz"
    bits = "".join(f"{byte:08b}" for byte in hashlib.sha256(peer_id).digest()[:10])
    expected = "".join(letters[int(bits[i : i + 5], 2)] for i in range(0, 80, 5))
    assert text.replace("-", "") == expected
    assert [len(group) for group in text.split("-")] == [4, 4, 4, 4]
    assert fingerprint(PeerId(bytes(32))) != text
