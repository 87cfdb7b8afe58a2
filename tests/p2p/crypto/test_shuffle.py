"""The proof of shuffle: accepted as made; refused with any part changed or anywhere else."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p.crypto.elgamal import CARDS, Ciphertext, card_of, encode_deck
from p2p.crypto.fiat_shamir import Place
from p2p.crypto.ristretto import Element, G, L, Scalar, encode_elements
from p2p.crypto.shuffle import ShuffleProof, prove_shuffle, shuffle, verify_shuffle
from p2p.errors import ProofError
from tests.p2p.crypto.world import elements_changed, places_changed, scalars_changed, small_shuffle, world

S = small_shuffle()


def verify(
    *,
    before: tuple[Ciphertext, ...] = S.before,
    after: tuple[Ciphertext, ...] = S.after,
    Y: Element = S.Y,
    proof: ShuffleProof = S.proof,
    place: Place = S.place,
) -> None:
    verify_shuffle(before, after, Y, proof, place)


def refused(
    *,
    before: tuple[Ciphertext, ...] = S.before,
    after: tuple[Ciphertext, ...] = S.after,
    Y: Element = S.Y,
    proof: ShuffleProof = S.proof,
    place: Place = S.place,
) -> None:
    with pytest.raises(ProofError):
        verify_shuffle(before, after, Y, proof, place)


def test_whole_deck_is_shuffled_proved_and_accepted_within_10_3_kb() -> None:
    base = world(4)
    own = base.derived[2]
    after, proof = prove_shuffle(base.decks[2], base.Y, own.permutation, own.remask, base.place(2), base.hedge(2))
    assert after == base.decks[3]
    verify_shuffle(base.decks[2], after, base.Y, proof, base.place(2))
    sizes = len(encode_deck(after)) + len(encode_elements(proof.C + proof.D)) + len(proof.proof)
    assert sizes == 10_144


def test_shuffled_deck_holds_the_same_cards() -> None:
    base = world(4)
    assert sorted(base.face(position) for position in range(52)) == sorted(CARDS)


def test_card_of_no_card_is_none() -> None:
    assert card_of(G) is None


def test_small_shuffle_is_accepted() -> None:
    verify()


@settings(max_examples=10, deadline=None)
@given(st.permutations(range(5)), st.lists(st.integers(0, L - 1).map(Scalar), min_size=5, max_size=5))
def test_any_permutation_and_remasking_is_accepted(permutation: list[int], remask: list[Scalar]) -> None:
    base = world(3)
    before = base.deck[:5]
    after, proof = prove_shuffle(before, base.Y, permutation, remask, base.place(1), base.hedge(1))
    assert after == shuffle(before, base.Y, permutation, remask)
    verify_shuffle(before, after, base.Y, proof, base.place(1))


@pytest.mark.parametrize("permutation", [[0, 1, 2, 2], [0, 1, 2, 4], [0, 1, 2], [0, 1, 2, 3, 4], []])
def test_prover_refuses_what_is_no_permutation(permutation: list[int]) -> None:
    with pytest.raises(ProofError):
        prove_shuffle(S.before, S.Y, permutation, S.remask, S.place, S.hedge)


def test_each_scalar_greater_by_one_is_refused() -> None:
    changed = scalars_changed(S.proof.proof)
    assert len(changed) == 5 + 2 * 4
    for proof in changed:
        refused(proof=replace(S.proof, proof=proof))


def test_each_scalar_greater_by_l_is_refused() -> None:
    proof = S.proof.proof
    for at in range(0, len(proof), 32):
        scalar = int.from_bytes(proof[at : at + 32], "little") + L
        refused(proof=replace(S.proof, proof=proof[:at] + scalar.to_bytes(32, "little") + proof[at + 32 :]))


def test_each_commitment_changed_and_each_list_longer_or_shorter_is_refused() -> None:
    for C in elements_changed(S.proof.C):
        refused(proof=replace(S.proof, C=C))
    for D in elements_changed(S.proof.D):
        refused(proof=replace(S.proof, D=D))
    for size in (-32, -1):
        refused(proof=replace(S.proof, proof=S.proof.proof[:size]))
    refused(proof=replace(S.proof, proof=S.proof.proof + bytes(32)))


def decks_changed(deck: tuple[Ciphertext, ...]) -> list[tuple[Ciphertext, ...]]:
    changed = [(*deck[:k], Ciphertext(card.A + G, card.B), *deck[k + 1 :]) for k, card in enumerate(deck)]
    changed += [(*deck[:k], Ciphertext(card.A, card.B + G), *deck[k + 1 :]) for k, card in enumerate(deck)]
    extra = Ciphertext(G, G)
    return [*changed, (*deck, extra), (extra, *deck), deck[:-1], deck[1:], deck[::-1]]


def test_each_element_of_either_deck_changed_is_refused() -> None:
    for deck in decks_changed(S.after):
        refused(after=deck)
    for deck in decks_changed(S.before):
        refused(before=deck)


def test_other_key_seat_or_round_is_refused() -> None:
    refused(Y=S.Y + G)
    for place in places_changed(S.place):
        refused(place=place)


def test_two_outputs_exchanged_are_refused() -> None:
    refused(after=(S.after[1], S.after[0], *S.after[2:]))


def test_proof_of_the_way_back_is_not_one_of_the_way_there() -> None:
    refused(before=S.after, after=S.before)


@settings(max_examples=100)
@given(st.one_of(st.binary(max_size=500), st.binary(min_size=416, max_size=416)))
def test_any_bytes_as_proof_raise_only_proof_error(data: bytes) -> None:
    refused(proof=replace(S.proof, proof=data))
