"""RFC 9496, appendix A: multiples of the generator, and encodings refused at every door."""

import json
from pathlib import Path

import pytest

from p2p.crypto.elgamal import decode_deck, encode_deck, first_deck
from p2p.crypto.ristretto import ELEMENT_BYTES, IDENTITY, Element, G, L, Scalar, decode_elements, encode_elements
from p2p.errors import EncodingError

FILE = Path(__file__).parents[4] / "shared" / "vectors" / "ristretto255.json"
pytestmark = pytest.mark.skipif(not FILE.is_file(), reason="the shared vectors are not beside this repository")

VECTORS: dict[str, list[str]] = json.loads(FILE.read_text()) if FILE.is_file() else {}
INVALID = [bytes.fromhex(text) for text in VECTORS.get("invalid_encodings", [])]


def test_multiples_of_the_generator() -> None:
    total = IDENTITY
    for k, text in enumerate(VECTORS["generator_multiples"]):
        assert (Scalar(k) * G).encoding.hex() == total.encoding.hex() == text
        total = total + G


@pytest.mark.parametrize("data", INVALID, ids=bytes.hex)
def test_invalid_encoding_is_refused(data: bytes) -> None:
    with pytest.raises(EncodingError):
        Element(data)


@pytest.mark.parametrize("data", INVALID, ids=bytes.hex)
def test_invalid_encoding_is_refused_in_a_list_and_in_a_deck(data: bytes) -> None:
    good = encode_elements([G] * 3)
    deck = encode_deck(first_deck(G))
    for at in range(3):
        with pytest.raises(EncodingError):
            decode_elements(good[: at * ELEMENT_BYTES] + data + good[(at + 1) * ELEMENT_BYTES :], 3)
    for at in (0, 1, 51, 103):
        with pytest.raises(EncodingError):
            decode_deck(deck[: at * ELEMENT_BYTES] + data + deck[(at + 1) * ELEMENT_BYTES :])


@pytest.mark.parametrize("text", VECTORS.get("generator_multiples", [])[1:])
def test_second_encoding_of_a_valid_element_is_refused(text: str) -> None:
    """libsodium ignores the top bit of the last byte; RFC 9496 forbids it, and no vector of its shows that."""
    data = bytearray.fromhex(text)
    assert Element(bytes(data)).encoding == data
    data[31] |= 0x80
    with pytest.raises(EncodingError):
        Element(bytes(data))


def test_order_times_the_generator_is_the_identity() -> None:
    assert Scalar(L - 1) * G + G == IDENTITY
