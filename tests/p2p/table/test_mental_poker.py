"""The door to the real cryptography where an honest table never comes: lies found at the reveal, unreadable cards."""

import os
from dataclasses import replace

import pytest

from p2p.crypto.elgamal import CARDS
from p2p.crypto.ristretto import G
from p2p.errors import ProofError
from p2p.table.cryptography import Place, RoundRecord
from p2p.table.mental_poker import MentalPoker

ROUND = bytes(range(32))
POKER = MentalPoker(os.urandom)
SECRETS = (b"\1" * 32, b"\2" * 32)
OWNERS = (0, 1, 0, 1)


def honest_record() -> RoundRecord:
    """Two seats, four cards dealt one by one, none opened."""
    places = [Place(ROUND, seat) for seat in (0, 1)]
    keys = [POKER.prove_key(place, secret).key for place, secret in zip(places, SECRETS, strict=True)]
    joint = POKER.joint_key(keys)
    decks = [POKER.first_deck(joint)]
    for place, secret in zip(places, SECRETS, strict=True):
        decks.append(POKER.shuffle(place, secret, joint, decks[-1]).deck)
    shares: tuple[dict[int, bytes], ...] = ({}, {})
    for position, owner in enumerate(OWNERS):
        giver = 1 - owner
        masked = decks[-1][position * 64 : position * 64 + 64]
        shares[giver][position] = POKER.own_share(SECRETS[giver], ROUND, masked)
    commitments = tuple(POKER.commitment(place, secret) for place, secret in zip(places, SECRETS, strict=True))
    return RoundRecord(ROUND, commitments, tuple(keys), SECRETS, tuple(decks[1:]), OWNERS, shares, ((), ()))


def test_honest_round_is_recomputed_whole() -> None:
    first, second = POKER.recompute(honest_record())
    assert (first.why, second.why) == ("", "")
    assert set(first.hand) == {0, 2}
    assert set(second.hand) == {1, 3}
    assert len({*first.hand.values(), *second.hand.values()} & set(CARDS)) == 4


def test_claim_to_hold_none_that_was_false_is_found_at_the_reveal() -> None:
    record = honest_record()
    held = POKER.recompute(record)[0].hand[2]
    others = tuple(card for card in CARDS if card != held)[:3]
    true = replace(record, holds_none=((((2,), others),), ()))
    assert POKER.recompute(true)[0].why == ""
    lie = replace(record, holds_none=((((2,), (held,)),), ()))
    assert held in POKER.recompute(lie)[0].why
    assert POKER.recompute(lie)[1].why == ""


def test_cards_of_a_seat_without_a_secret_and_those_its_wrong_shares_hide_are_not_read() -> None:
    record = honest_record()
    hidden = replace(record, secrets=(SECRETS[0], bytes(32)))
    first, second = POKER.recompute(hidden)
    assert first.hand == POKER.recompute(record)[0].hand, "its own key and the other's shares read them"
    assert second.why
    assert set(second.hand.values()) == {""}
    wrong = replace(hidden, shares=(record.shares[0], {**record.shares[1], 0: record.shares[1][2]}))
    assert POKER.recompute(wrong)[0].hand == {0: "", 2: first.hand[2]}


def test_shares_that_leave_nothing_of_a_card_are_refused() -> None:
    with pytest.raises(ProofError):
        POKER.partly_unmask(G.encoding + G.encoding, [G.encoding])
