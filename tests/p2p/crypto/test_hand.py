"""Decryption shares, opening, unmasking."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p.crypto.elgamal import CARDS, Ciphertext
from p2p.crypto.hand import (
    Shares,
    decryption_share,
    prove_open,
    prove_shares,
    strip,
    unmask,
    verify_open,
    verify_shares,
)
from p2p.crypto.ristretto import IDENTITY, G
from p2p.errors import ProofError
from tests.p2p.crypto.world import elements_changed, places_changed, scalars_changed, world

W = world(4)
SEAT = 2
POSITIONS = (0, 1, 3, 4)
MASKED = W.masked(POSITIONS)
SHARES = prove_shares(W.x(SEAT), MASKED, 1, W.place(SEAT), W.hedge(SEAT))
OPEN = prove_open(W.x(SEAT), POSITIONS, MASKED, W.place(SEAT), W.hedge(SEAT))


def test_shares_and_opening_are_accepted() -> None:
    verify_shares(W.keys[SEAT], MASKED, SHARES, 1, W.place(SEAT))
    verify_open(W.keys[SEAT], POSITIONS, MASKED, OPEN, W.place(SEAT))
    assert len(SHARES.proof) == len(OPEN.proof) == 64


def parts_changed(shares: Shares) -> list[Shares]:
    changed = [replace(shares, D=D) for D in elements_changed(shares.D)]
    changed += [replace(shares, D=shares.D[::-1]), replace(shares, D=())]
    changed += [replace(shares, proof=proof) for proof in scalars_changed(shares.proof)]
    return changed + [replace(shares, proof=proof) for proof in (b"", shares.proof[:-1], shares.proof + bytes(32))]


def test_each_part_of_the_shares_changed_is_refused() -> None:
    for shares in parts_changed(SHARES):
        with pytest.raises(ProofError):
            verify_shares(W.keys[SEAT], MASKED, shares, 1, W.place(SEAT))
    for shares in parts_changed(OPEN):
        with pytest.raises(ProofError):
            verify_open(W.keys[SEAT], POSITIONS, MASKED, shares, W.place(SEAT))


def test_shares_moved_elsewhere_are_refused() -> None:
    other = W.masked((0, 1, 3, 5))
    shifted = (Ciphertext(MASKED[0].A + G, MASKED[0].B), *MASKED[1:])
    cases = [(W.keys[SEAT], MASKED, SHARES, 1, place) for place in places_changed(W.place(SEAT))]
    cases += [(W.keys[SEAT], MASKED, SHARES, stage, W.place(SEAT)) for stage in (0, 2)]
    cases += [(W.keys[SEAT], masked, SHARES, 1, W.place(SEAT)) for masked in (other, shifted, MASKED[:-1])]
    cases += [(key, MASKED, SHARES, 1, W.place(SEAT)) for key in (W.keys[0], W.keys[SEAT] + G, IDENTITY)]
    cases += [(W.keys[SEAT], MASKED, OPEN, 1, W.place(SEAT))]
    for Y, masked, shares, stage, place in cases:
        with pytest.raises(ProofError):
            verify_shares(Y, masked, shares, stage, place)


def test_opening_moved_elsewhere_is_refused() -> None:
    place, key = W.place(SEAT), W.keys[SEAT]
    cases = [(key, POSITIONS, OPEN, other) for other in places_changed(place)]
    cases += [(key, (0, 1, 3, 5), OPEN, place), (W.keys[1], POSITIONS, OPEN, place), (key, POSITIONS, SHARES, place)]
    for Y, positions, shares, place in cases:
        with pytest.raises(ProofError):
            verify_open(Y, positions, MASKED, shares, place)


@pytest.mark.parametrize("positions", [(1, 0, 3, 4), (0, 1, 1, 3), (0, 1, 3), (0, 1, 3, 4, 5), ()])
def test_positions_that_do_not_ascend_or_fit_are_refused_by_both_sides(positions: tuple[int, ...]) -> None:
    with pytest.raises(ProofError):
        prove_open(W.x(SEAT), positions, MASKED, W.place(SEAT), W.hedge(SEAT))
    with pytest.raises(ProofError):
        verify_open(W.keys[SEAT], positions, MASKED, OPEN, W.place(SEAT))


def test_share_made_with_another_key_is_refused() -> None:
    """The prover's own proof is over its true key, so a share with another cannot be proved, only sent."""
    wrong = (decryption_share(W.x(0), MASKED[0]), *SHARES.D[1:])
    with pytest.raises(ProofError):
        verify_shares(W.keys[SEAT], MASKED, replace(SHARES, D=wrong), 1, W.place(SEAT))


def test_every_card_opens_with_all_shares_and_with_none_missing() -> None:
    assert sorted(W.face(position) for position in range(52)) == sorted(CARDS)
    card = W.deck[0]
    shares = [decryption_share(W.x(seat), card) for seat in range(4)]
    for missing in range(4):
        with pytest.raises(ProofError, match="no card"):
            unmask(card, shares[:missing] + shares[missing + 1 :])
    with pytest.raises(ProofError, match="no card"):
        unmask(card, [*shares[:3], shares[3] + G])


def test_stripped_card_is_under_the_owners_key_alone() -> None:
    card = W.deck[7]
    stripped = strip(card, [decryption_share(W.x(seat), card) for seat in (0, 1, 3)])
    assert unmask(stripped, [decryption_share(W.x(2), card)]) == W.face(7)


def test_shares_for_no_card_prove_the_key_alone() -> None:
    shares = prove_shares(W.x(0), (), 0, W.place(0), W.hedge(0))
    verify_shares(W.keys[0], (), shares, 0, W.place(0))


@settings(max_examples=100)
@given(st.one_of(st.binary(max_size=100), st.binary(min_size=64, max_size=64)))
def test_any_bytes_as_proof_raise_only_proof_error(data: bytes) -> None:
    with pytest.raises(ProofError):
        verify_shares(W.keys[SEAT], MASKED[:1], Shares(SHARES.D[:1], data), 1, W.place(SEAT))
