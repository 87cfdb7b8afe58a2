"""RFC 9496's invalid encodings, the identity and a second encoding, at every door through which an element comes in."""

from collections.abc import Callable

import pytest

from p2p.crypto.ristretto import G, Scalar
from p2p.errors import EncodingError, ProofError
from p2p.table.cryptography import (
    Place,
    ProvenEscrow,
    ProvenHoldsNone,
    ProvenKey,
    ProvenShares,
    ProvenShuffle,
)
from p2p.table.mental_poker import MentalPoker

# RFC 9496, appendix A.2: one of each of its groups; then the identity, and the generator with its top bit set.
BAD = [
    bytes.fromhex(text)
    for text in (
        "00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ed57ffd8c914fb201471d1c3d245ce3c746fcbe63a3679d51b6a516ebebe0e20",
        "26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371",
        "3eb858e78f5a7254d8c9731174a94f76755fd3941c0ac93735c07ba14579630e",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    )
] + [bytes(32), G.encoding[:31] + bytes([G.encoding[31] | 0x80])]
GOOD = G.encoding
CRYPTO = MentalPoker(bytes)
PLACE = Place(bytes(32), 0)
DECK = CRYPTO.first_deck(GOOD)
ROW = GOOD + GOOD + bytes(48)
KEYS = [(Scalar(n) * G).encoding for n in (1, 2, 3)]


def holds_none(w: bytes = GOOD, v: bytes = GOOD, u: bytes = GOOD) -> None:
    CRYPTO.verify_holds_none(PLACE, GOOD, (5,), [DECK[:64]], ("2C",), ProvenHoldsNone(w, v, u, bytes(96)))


def shuffle(deck: bytes = DECK, c: bytes = GOOD * 52, d: bytes = GOOD * 52) -> None:
    CRYPTO.verify_shuffle(PLACE, GOOD, DECK, ProvenShuffle(deck, c, d, bytes(3488)))


def spoilt(whole: bytes, place: int, bad: bytes) -> bytes:
    return whole[: 32 * place] + bad + whole[32 * place + 32 :]


DOORS: dict[str, Callable[[bytes], object]] = {
    "key": lambda bad: CRYPTO.verify_key(PLACE, ProvenKey(bad, bytes(64))),
    "deck, first A": lambda bad: shuffle(deck=spoilt(DECK, 0, bad)),
    "deck, last B": lambda bad: shuffle(deck=spoilt(DECK, 103, bad)),
    "permutation commitments": lambda bad: shuffle(c=spoilt(GOOD * 52, 51, bad)),
    "chain": lambda bad: shuffle(d=spoilt(GOOD * 52, 0, bad)),
    "shares": lambda bad: CRYPTO.verify_shares(PLACE, 0, GOOD, DECK, (1, 2), ProvenShares(GOOD + bad, bytes(64))),
    "escrow S": lambda bad: CRYPTO.verify_escrow(PLACE, KEYS, ProvenEscrow(ROW + spoilt(ROW, 0, bad), bytes(160))),
    "escrow R": lambda bad: CRYPTO.verify_escrow(PLACE, KEYS, ProvenEscrow(spoilt(ROW, 1, bad) + ROW, bytes(160))),
    "complaint": lambda bad: CRYPTO.verify_complaint(PLACE, 1, GOOD, ROW, ProvenKey(bad, bytes(64))),
    "opening": lambda bad: CRYPTO.verify_open(PLACE, GOOD, DECK, (3,), ProvenShares(bad, bytes(64))),
    "opening, as it is read": lambda bad: CRYPTO.read_card(GOOD, bad),
    "holds-none W": lambda bad: holds_none(w=bad),
    "holds-none V": lambda bad: holds_none(v=bad),
    "holds-none U": lambda bad: holds_none(u=bad),
}


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.hex()[:8])
@pytest.mark.parametrize("door", DOORS)
def test_what_is_no_element_does_not_come_in(door: str, bad: bytes) -> None:
    with pytest.raises(EncodingError):
        DOORS[door](bad)


@pytest.mark.parametrize("door", DOORS)
def test_an_element_comes_in_and_meets_the_proof(door: str) -> None:
    """Control: what stops the others is their encoding alone."""
    with pytest.raises(ProofError):
        DOORS[door](GOOD)
