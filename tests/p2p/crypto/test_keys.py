"""Round keys: the proof that a seat knows its own, and their sum."""

import pytest

from p2p.crypto.elgamal import decode_deck, encode_deck
from p2p.crypto.keys import joint_key, prove_key, verify_key
from p2p.crypto.ristretto import IDENTITY, G
from p2p.errors import EncodingError, ProofError
from tests.p2p.crypto.world import places_changed, scalars_changed, world

W = world(3)
PROOF = prove_key(W.x(1), W.place(1), W.hedge(1))


def test_key_proof_is_accepted() -> None:
    verify_key(W.keys[1], PROOF, W.place(1))
    assert len(PROOF) == 64


def test_key_proof_moved_or_changed_is_refused() -> None:
    cases = [(W.keys[1], PROOF, place) for place in places_changed(W.place(1))]
    cases += [(W.keys[1], changed, W.place(1)) for changed in scalars_changed(PROOF)]
    cases += [(W.keys[1] + G, PROOF, W.place(1)), (W.keys[0], PROOF, W.place(1)), (IDENTITY, PROOF, W.place(1))]
    for Y, proof, place in cases:
        with pytest.raises(ProofError):
            verify_key(Y, proof, place)


def test_joint_key_is_the_sum() -> None:
    assert joint_key(W.keys) == W.keys[0] + W.keys[1] + W.keys[2]


def test_equal_keys_and_keys_that_cancel_out_are_refused() -> None:
    for keys in ([W.keys[0], W.keys[1], W.keys[0]], [W.keys[0], W.keys[1], IDENTITY - W.keys[0] - W.keys[1]]):
        with pytest.raises(ProofError):
            joint_key(keys)


def test_deck_round_trips_and_has_3328_bytes() -> None:
    data = encode_deck(W.deck)
    assert len(data) == 3328
    assert decode_deck(data) == W.deck
    for odd in (data[:-1], data[:-64], data + bytes(64), b""):
        with pytest.raises(EncodingError):
            decode_deck(odd)
