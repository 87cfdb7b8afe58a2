"""Our own shuffle takes the same way in as others', but is not proved to ourselves again: its very bytes alone."""

import os
from dataclasses import replace

import pytest

from p2p.crypto import shuffle
from p2p.errors import CryptoError, ProofError
from p2p.table.cryptography import Place
from p2p.table.mental_poker import MentalPoker

PLACE = Place(bytes(32), 0)
SECRET = bytes(range(32))


def test_own_shuffle_is_checked_only_where_it_is_not_the_one_just_made(monkeypatch: pytest.MonkeyPatch) -> None:
    poker, stranger = MentalPoker(os.urandom), MentalPoker(os.urandom)
    joint = poker.joint_key([poker.prove_key(Place(bytes(32), seat), bytes([seat]) * 32).key for seat in (0, 1)])
    before = poker.first_deck(joint)
    made = poker.shuffle(PLACE, SECRET, joint, before)
    stranger.verify_shuffle(PLACE, joint, before, made)
    checks: list[None] = []
    real = shuffle.verify_shuffle
    monkeypatch.setattr(shuffle, "verify_shuffle", lambda *what: checks.append(real(*what)))
    poker.verify_shuffle(PLACE, joint, before, made)
    assert not checks, "we have just proved it"
    for changed in (
        replace(made, proof=made.proof[:-1] + bytes([made.proof[-1] ^ 1])),
        replace(made, deck=made.deck[64:] + made.deck[:64]),
        replace(made, chain=made.chain[32:] + made.chain[:32]),
    ):
        with pytest.raises(CryptoError):
            poker.verify_shuffle(PLACE, joint, before, changed)
    for place, deck in ((Place(bytes(32), 1), before), (Place(b"\1" * 32, 0), before), (PLACE, made.deck)):
        with pytest.raises(ProofError):
            poker.verify_shuffle(place, joint, deck, made)
