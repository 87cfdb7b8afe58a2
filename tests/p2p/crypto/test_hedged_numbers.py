"""Every secret number of every proof is hedged, for its own tag, name and all that its message depends on."""

import hashlib
from dataclasses import dataclass

import pytest

from p2p.crypto import escrow, hand, holds_none, keys, shuffle
from p2p.crypto.elgamal import CARDS, encode_deck
from p2p.crypto.hedge import Hedge
from p2p.crypto.ristretto import G, encode_elements
from tests.p2p.crypto.world import small_shuffle, world

W = world(4)
PLACE, X, KEY = W.place(0), W.x(0), W.keys[0]


@dataclass(frozen=True)
class Drawn:
    tag: bytes
    what: str
    count: int
    depends_on: bytes


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Drawn]:
    """Note every request for numbers."""
    calls: list[Drawn] = []
    draw = Hedge.numbers

    def noting(self: Hedge, tag: bytes, what: str, count: int, depends_on: bytes) -> list[int]:
        calls.append(Drawn(tag, what, count, depends_on))
        return draw(self, tag, what, count, depends_on)

    monkeypatch.setattr(Hedge, "numbers", noting)
    return calls


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def test_numbers_of_a_key_proof(drawn: list[Drawn]) -> None:
    keys.prove_key(X, PLACE, W.hedge(0))
    assert drawn == [Drawn(PLACE.tag("key"), "nonce", 1, sha256(keys._relation(KEY).serialized()))]


def test_numbers_of_a_shuffle(drawn: list[Drawn]) -> None:
    s = small_shuffle(3)
    drawn.clear()
    after, proof = shuffle.prove_shuffle(s.before, s.Y, s.permutation, s.remask, s.place, s.hedge)
    tag, decks = s.place.tag("shuffle"), encode_deck(s.before) + encode_deck(after)
    u = shuffle._coefficients(s.place, s.Y, decks, proof.C)
    relation = shuffle._relation(s.Y, s.before, after, proof.C, proof.D, u).serialized()
    assert drawn == [
        Drawn(tag, "t", 3, sha256(decks)),
        Drawn(tag, "d", 3, sha256(decks + encode_elements(proof.C))),
        Drawn(tag, "nonce", 10, sha256(relation)),
    ]


def test_numbers_of_shares_and_of_an_opening(drawn: list[Drawn]) -> None:
    masked = W.masked((1, 2))
    made = hand.prove_shares(X, masked, 1, PLACE, W.hedge(0))
    hand.prove_open(X, (1, 2), masked, PLACE, W.hedge(0))
    digest = sha256(hand.shares_relation(KEY, [card.A for card in masked], made.D).serialized())
    assert drawn == [
        Drawn(PLACE.tag("shares", 1), "nonce", 1, digest),
        Drawn(PLACE.tag("open", (1, 2)), "nonce", 1, digest),
    ]


def test_numbers_of_holds_none(drawn: list[Drawn]) -> None:
    positions = W.positions(0)[:2]
    cards = tuple(card for card in CARDS if card not in [W.face(position) for position in positions])[:3]
    statement = holds_none.HoldsNone(KEY, positions, W.stripped(0, positions), cards)
    proof = holds_none.prove_holds_none(statement, X, PLACE, W.hedge(0))
    tag = PLACE.tag("holds none", positions, cards)
    relation = holds_none._relation(statement, proof.W, proof.V, proof.U).serialized()
    assert drawn == [
        Drawn(tag, "rho", 1, sha256(encode_deck(statement.masked))),
        Drawn(tag, "nonce", 2, sha256(relation)),
    ]


def test_numbers_of_escrow_and_complaint(drawn: list[Drawn]) -> None:
    made = escrow.prove_escrow(X, W.keys, PLACE, W.hedge(0))
    digest, tag = sha256(encode_elements(W.keys)), PLACE.tag("escrow")
    assert drawn == [
        Drawn(tag, "sigma", 2, digest),
        Drawn(tag, "r", 3, digest),
        Drawn(tag, "nonce", 6, sha256(escrow._relation(made.rows).serialized())),
    ]
    drawn.clear()
    row = made.rows[0]
    complaint = escrow.prove_complaint(W.x(1), row, 0, W.place(1), W.hedge(1))
    relation = hand.shares_relation(W.x(1) * G, [row.R], [complaint.K]).serialized()
    assert drawn == [Drawn(W.place(1).tag("complaint", 0), "nonce", 1, sha256(relation))]
