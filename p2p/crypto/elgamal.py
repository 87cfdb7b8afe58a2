"""Cards and generators as group elements, and ElGamal over them.

A ciphertext of M under the key Y with randomness r is (A, B) = (r*G, M + r*Y). A deck is 52 of them.

Source: ElGamal, "A Public Key Cryptosystem and a Signature Scheme Based on Discrete Logarithms", 1985; as mental
poker's
masking: Barnett and Smart, "Mental Poker Revisited", 2003.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from p2p.crypto.ristretto import ELEMENT_BYTES, Element, G, Scalar, decode_elements, encode_elements, to_group
from p2p.errors import EncodingError

DECK_SIZE = 52
DECK_BYTES = DECK_SIZE * 2 * ELEMENT_BYTES

CARDS: tuple[str, ...] = tuple(rank + suit for suit in "CDHS" for rank in "23456789TJQKA")
"""The texts of the 52 cards in canonical order."""

CARD_POINTS: dict[str, Element] = {card: to_group("patte/1 card", card) for card in CARDS}
"""M[c] for each card text c."""

GENERATORS: tuple[Element, ...] = tuple(to_group("patte/1 generator", i) for i in range(DECK_SIZE))
"""H[0] to H[51]."""

CHAIN_GENERATOR: Element = to_group("patte/1 generator", "chain")
"""h."""

_CARD_OF_POINT = {point: card for card, point in CARD_POINTS.items()}


@dataclass(frozen=True, slots=True)
class Ciphertext:
    """An encryption (A, B) of a group element."""

    A: Element
    B: Element


Deck: TypeAlias = tuple[Ciphertext, ...]
"""52 ciphertexts, by position."""


def first_deck(Y: Element) -> Deck:
    """Return the deck before the first shuffle: every card in canonical order, with the public randomness 1."""
    return tuple(Ciphertext(G, CARD_POINTS[card] + Y) for card in CARDS)


def re_encrypt(ciphertext: Ciphertext, r: Scalar, Y: Element) -> Ciphertext:
    """Return another encryption of the same element under Y."""
    return Ciphertext(ciphertext.A + r * G, ciphertext.B + r * Y)


def card_of(point: Element) -> str | None:
    """Return the text of the card that this element stands for, if any."""
    return _CARD_OF_POINT.get(point)


def encode_deck(deck: Iterable[Ciphertext]) -> bytes:
    """Return A then B of each ciphertext, one after the other."""
    return encode_elements(pairs(deck))


def decode_deck(data: bytes) -> Deck:
    """Read a deck of 3328 bytes.

    Raises:
        EncodingError: another length, or something in it is no element or the identity.
    """
    if len(data) != DECK_BYTES:
        raise EncodingError(f"a deck has {DECK_BYTES} bytes, not {len(data)}")
    elements = decode_elements(data, 2 * DECK_SIZE)
    return tuple([Ciphertext(A, B) for A, B in zip(elements[::2], elements[1::2], strict=True)])


def pairs(deck: Iterable[Ciphertext]) -> list[Element]:
    """Return A_0, B_0, A_1, B_1, ..."""
    return [element for ciphertext in deck for element in (ciphertext.A, ciphertext.B)]
