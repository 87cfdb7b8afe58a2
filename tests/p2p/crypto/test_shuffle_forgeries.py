"""Forged shuffles are refused, and by the very equation that is there for them: without it they pass.

The teeth: each forgery breaks one equation alone. A verifier (and prover) from which this one is taken out accepts it,
so the refusal is the equation's work and the forgery is a good one.
"""

from collections.abc import Callable

import pytest

from p2p.crypto import shuffle as product
from p2p.crypto.elgamal import CARD_POINTS, Ciphertext, encode_deck
from p2p.crypto.fiat_shamir import Place, Sponge, session_id
from p2p.crypto.ristretto import Element, G, L, Scalar
from p2p.crypto.shuffle import verify_shuffle
from p2p.errors import ProofError
from tests.p2p.crypto.forged_shuffle import (
    Forgery,
    Matrix,
    combined_deck,
    forge,
    inverse,
    permutation_matrix,
    random_scalars,
)
from tests.p2p.crypto.world import small_shuffle

S = small_shuffle()
SIZE = len(S.before)
R = random_scalars(SIZE, "r")
IDENTITY_MATRIX = permutation_matrix(range(SIZE))

SUM, PRODUCT, PERMUTATION, FIRST_HALF, SECOND_HALF = range(5)
"""The equations, in the order of the relation; after them one for each link of the chain."""

LAST_LINK = SECOND_HALF + SIZE


def accepted(forgery: Forgery) -> bool:
    try:
        verify_shuffle(S.before, forgery.after, S.Y, forgery.proof, S.place)
    except ProofError:
        return False
    return True


def without(monkeypatch: pytest.MonkeyPatch, equation: int) -> None:
    """Take an equation out of what is proved and verified."""
    whole = product._relation

    def lacking(*statement: object) -> object:
        relation = whole(*statement)  # type: ignore[arg-type]
        del relation._equations[equation]
        return relation

    monkeypatch.setattr(product, "_relation", lacking)


def without_commitments_in_the_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    """Derive u from key and decks alone."""

    def lacking(place: Place, Y: Element, decks: bytes, C: tuple[Element, ...]) -> list[Scalar]:
        sponge = Sponge(session_id(place.tag("shuffle coefficients"))).absorb(Y.encoding).absorb(decks)
        return [Scalar.reduced(int.from_bytes(sponge.squeeze(48), "little")) for _ in C]

    monkeypatch.setattr(product, "_coefficients", lacking)


def from_matrix(matrix: Matrix) -> Forgery:
    """Commit to an invertible matrix, and give the deck that its inverse makes: only sums and product can tell."""
    return forge(S, combined_deck(S, inverse(matrix), R), R, matrix)


def honest() -> Forgery:
    return from_matrix(permutation_matrix([2, 0, 3, 1]))


def combination_with_column_sums_one() -> Forgery:
    """Two cards become combinations of each other."""
    matrix = [row[:] for row in IDENTITY_MATRIX]
    matrix[0][:2], matrix[1][:2] = [5, 3], [1 - 5, 1 - 3]
    return from_matrix(matrix)


def scaled_pair() -> Forgery:
    """One card times s, another by s: the product stays, the sums do not."""
    matrix = [row[:] for row in IDENTITY_MATRIX]
    matrix[0][0], matrix[1][1] = 7, pow(7, -1, L)
    return from_matrix(matrix)


def scaled_pair_after_the_coefficients() -> Forgery:
    """The scaled pair again, with commitments that fit sums and product, which takes u before C."""
    s, s_inverse = 7, pow(7, -1, L)
    scaled = [row[:] for row in IDENTITY_MATRIX]
    scaled[0][0], scaled[1][1] = s_inverse, s

    def fitting(u: list[Scalar]) -> Matrix:
        # Column k has entries a and 1-a in rows 0 and 1 with a*u_0 + (1-a)*u_1 = v_k.
        u0, u1 = u[0].value, u[1].value
        inverse_difference = pow(u0 - u1, -1, L)
        columns = [(v - u1) * inverse_difference % L for v in (s * u0, s_inverse * u1)]
        matrix = [row[:] for row in IDENTITY_MATRIX]
        matrix[0][:2], matrix[1][:2] = columns, [1 - a for a in columns]
        return matrix

    return forge(S, combined_deck(S, scaled, R), R, fitting)


def scaled_pair_under_a_true_permutation() -> Forgery:
    """The scaled pair, with v that fit the decks and the product; the commitments, honest ones, have other v."""
    s, s_inverse = 7, pow(7, -1, L)
    scaled = [row[:] for row in IDENTITY_MATRIX]
    scaled[0][0], scaled[1][1] = s_inverse, s

    def v_of(u: list[Scalar]) -> list[Scalar]:
        return [Scalar(s) * u[0], Scalar(s_inverse) * u[1], *u[2:]]

    return forge(S, combined_deck(S, scaled, R), R, IDENTITY_MATRIX, v_of=v_of)


def first_half_shifted() -> Forgery:
    """A true permutation, but G added to one A: that card's owner reads nonsense."""
    deck = combined_deck(S, IDENTITY_MATRIX, R)
    return forge(S, (Ciphertext(deck[0].A + G, deck[0].B), *deck[1:]), R, IDENTITY_MATRIX)


def second_half_shifted() -> Forgery:
    """A true permutation, but one card turned into another."""
    deck = combined_deck(S, IDENTITY_MATRIX, R)
    other = deck[0].B - CARD_POINTS["2C"] + CARD_POINTS["AS"]
    return forge(S, (Ciphertext(deck[0].A, other), *deck[1:]), R, IDENTITY_MATRIX)


def chain_broken_at_its_end() -> Forgery:
    """The combination of two cards, its product put right by a last link that does not hang on the one before."""
    matrix = [row[:] for row in IDENTITY_MATRIX]
    matrix[0][:2], matrix[1][:2] = [5, 3], [1 - 5, 1 - 3]
    deck = combined_deck(S, inverse(matrix), R)
    plain = forge(S, deck, R, matrix)
    decks = encode_deck(S.before) + encode_deck(deck)
    u = product._coefficients(S.place, S.Y, decks, plain.proof.C)
    whole = 1
    for u_k in u:
        whole = whole * u_k.value % L
    return forge(S, deck, R, matrix, chain_end=whole)


FORGERIES: dict[str, tuple[Callable[[], Forgery], Callable[[pytest.MonkeyPatch], None]]] = {
    "combination, no product equation": (combination_with_column_sums_one, lambda patch: without(patch, PRODUCT)),
    "scaled pair, no sum equation": (scaled_pair, lambda patch: without(patch, SUM)),
    "scaled pair, C not hashed": (scaled_pair_after_the_coefficients, without_commitments_in_the_hash),
    "scaled pair, v not tied to C": (scaled_pair_under_a_true_permutation, lambda patch: without(patch, PERMUTATION)),
    "first half shifted, no equation for it": (first_half_shifted, lambda patch: without(patch, FIRST_HALF)),
    "second half shifted, no equation for it": (second_half_shifted, lambda patch: without(patch, SECOND_HALF)),
    "broken chain, no last link": (chain_broken_at_its_end, lambda patch: without(patch, LAST_LINK)),
}


def test_cheating_prover_is_accepted_when_it_is_honest() -> None:
    assert accepted(honest())


@pytest.mark.parametrize("name", FORGERIES)
def test_forgery_is_refused(name: str) -> None:
    assert not accepted(FORGERIES[name][0]())


@pytest.mark.parametrize("name", FORGERIES)
def test_forgery_passes_a_verifier_that_lacks_the_one_check(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    make, take_out = FORGERIES[name]
    take_out(monkeypatch)
    assert accepted(make())
    assert accepted(honest())


@pytest.mark.parametrize("lacking", ["product", "sum", "hash"])
def test_each_missing_check_lets_only_its_own_forgeries_pass(lacking: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other checks stand on their own feet."""
    takes_out = {"product": PRODUCT, "sum": SUM}
    if lacking in takes_out:
        without(monkeypatch, takes_out[lacking])
    else:
        without_commitments_in_the_hash(monkeypatch)
    passing = {name for name, (make, _) in FORGERIES.items() if accepted(make())}
    assert (
        passing
        == {
            "product": {"combination, no product equation"},
            "sum": {"scaled pair, no sum equation"},
            "hash": {"scaled pair, C not hashed"},
        }[lacking]
    )


def doubled() -> tuple[Ciphertext, ...]:
    rows = [IDENTITY_MATRIX[k] for k in (0, 0, 2, 3)]
    return combined_deck(S, rows, R)


def dropped() -> tuple[Ciphertext, ...]:
    rows = [*IDENTITY_MATRIX[:3], [0] * SIZE]
    return combined_deck(S, rows, R)


def combined() -> tuple[Ciphertext, ...]:
    rows = [[1, 1, 0, 0], *IDENTITY_MATRIX[1:]]
    return combined_deck(S, rows, R)


def fresh() -> tuple[Ciphertext, ...]:
    deck = combined_deck(S, IDENTITY_MATRIX, R)
    return (Ciphertext(R[0] * G, CARD_POINTS["AS"] + R[0] * S.Y), *deck[1:])


@pytest.mark.parametrize("deck", [doubled, dropped, combined, fresh])
@pytest.mark.parametrize(
    "matrix",
    [
        IDENTITY_MATRIX,
        [IDENTITY_MATRIX[k] for k in (0, 0, 2, 3)],
        [[1, 1, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],
        [[1, 0, 0, 0], [L - 1, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],
    ],
    ids=["permutation", "doubled row", "doubled column", "inverse of the combination"],
)
def test_card_doubled_dropped_combined_or_fresh_is_refused_under_any_commitment(
    deck: Callable[[], tuple[Ciphertext, ...]], matrix: Matrix
) -> None:
    assert not accepted(forge(S, deck(), R, matrix))


def test_output_in_the_clear_cannot_even_be_sent() -> None:
    """Remasking by minus the randomness gives A = 0, which no decoding lets in; the verifier refuses it as well."""
    remask = [Scalar(L - 1), *R[1:]]
    first = Ciphertext(G, CARD_POINTS["2C"] + S.Y)
    start = type(S)((first, *S.before[1:]), S.after, S.Y, S.permutation, S.remask, S.proof, S.place, S.hedge)
    forgery = forge(start, combined_deck(start, IDENTITY_MATRIX, remask), remask, IDENTITY_MATRIX)
    assert forgery.after[0].A.is_identity
    with pytest.raises(ProofError, match="identity"):
        verify_shuffle(start.before, forgery.after, start.Y, forgery.proof, start.place)
