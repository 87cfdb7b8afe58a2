"""Shuffling a deck, and the proof that nothing else was done to it.

Theory of operation. `after[k]` re-encrypts `before[p(k)]`. The prover commits to the matrix of the permutation, column
by column, in C. Coefficients u, hashed from everything up to C, then test it: a matrix is a permutation matrix if and
only if its row sums are 1 (first equation) and the product of the permuted coefficients v is the product of the u
(second equation, which the chain D builds up step by step in the last ones). The third equation says that the v are
those that the matrix gives; the fourth and fifth that the same v turn the old deck into the new one. Leave out one of
them and another kind of forgery passes.

Source: Terelius and Wikstroem, "Proofs of Restricted Shuffles", 2010; as in Haenni, Locher, Koenig and Dubuis,
"Pseudo-Code Algorithms for Verifiable Re-Encryption Mix-Nets", 2017, algorithms 4.1 to 4.3 (GenShuffle, GenProof,
CheckProof).
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from p2p.crypto import sigma
from p2p.crypto.elgamal import CHAIN_GENERATOR, GENERATORS, Ciphertext, Deck, encode_deck, pairs, re_encrypt
from p2p.crypto.fiat_shamir import Place, Sponge, session_id
from p2p.crypto.hedge import Hedge
from p2p.crypto.ristretto import RISTRETTO, Element, G, Scalar, encode_elements
from p2p.errors import ProofError

_COEFFICIENT_BYTES = 48


@dataclass(frozen=True, slots=True)
class ShuffleProof:
    """A proof of shuffle.

    Attributes:
        C: 52 permutation commitments.
        D: the chain, 52 elements.
        proof: 3488 bytes; the challenge, then rc, rd, rw, rm, d and v answered.
    """

    C: tuple[Element, ...]
    D: tuple[Element, ...]
    proof: bytes


def shuffle(before: Deck, Y: Element, permutation: Sequence[int], remask: Sequence[Scalar]) -> Deck:
    """Return the deck whose position k holds the card from position permutation[k], remasked with remask[k]."""
    return tuple([re_encrypt(before[source], r, Y) for source, r in zip(permutation, remask, strict=True)])


def prove_shuffle(
    before: Deck, Y: Element, permutation: Sequence[int], remask: Sequence[Scalar], place: Place, hedge: Hedge
) -> tuple[Deck, ShuffleProof]:
    """Shuffle a deck, and prove it.

    The deck is made here and not given, because to check that a given one fits the permutation would mean to make it
    again.

    Returns:
        What `shuffle` returns, and the proof that it is a shuffle of `before`.

    Raises:
        ProofError: the permutation is none, or has another length than the deck.
    """
    if sorted(permutation) != list(range(len(before))):
        raise ProofError("not a permutation of the deck")
    after = shuffle(before, Y, permutation, remask)
    tag = place.tag("shuffle")
    decks = encode_deck(before) + encode_deck(after)
    t = _secret_scalars(hedge, tag, "t", len(before), decks)
    C = _commit_permutation(permutation, t)
    u = _coefficients(place, Y, decks, C)
    v = [u[source] for source in permutation]
    d = _secret_scalars(hedge, tag, "d", len(before), decks + encode_elements(C))
    D, rd = _chain(d, v)
    # Every equation holds by the way its elements were computed; to recompute the images would double the work.
    witness = [_total(t), rd, _inner_product(t, v), _inner_product(remask, v), *d, *v]
    proof = sigma.prove_checked(_relation(Y, before, after, C, D, u), witness, tag, hedge)
    return after, ShuffleProof(C, D, proof)


def verify_shuffle(before: Deck, after: Deck, Y: Element, proof: ShuffleProof, place: Place) -> None:
    """Check that `after` is a shuffle of `before`.

    Raises:
        ProofError: a list has another length than `before`, or the proof does not hold.
    """
    if not len(before) == len(after) == len(proof.C) == len(proof.D):
        raise ProofError("a list of another length than the deck")
    u = _coefficients(place, Y, encode_deck(before) + encode_deck(after), proof.C)
    sigma.verify(_relation(Y, before, after, proof.C, proof.D, u), proof.proof, place.tag("shuffle"))


def _relation(
    Y: Element,
    before: Sequence[Ciphertext],
    after: Sequence[Ciphertext],
    C: Sequence[Element],
    D: Sequence[Element],
    u: Sequence[Scalar],
) -> sigma.Relation[Element, Scalar]:
    """Witness rc, rd, rw, rm, d_0..d_51, v_0..v_51; the equations stand with their formulas."""
    relation = sigma.Relation(RISTRETTO)
    G = relation.G
    Y_, h = relation.element(Y), relation.element(CHAIN_GENERATOR)
    H = relation.elements(GENERATORS[: len(before)])
    C_, D_ = relation.elements(C), relation.elements(D)
    old, new = relation.elements(pairs(before)), relation.elements(pairs(after))
    rc, rd, rw, rm = relation.scalars(4)
    d, v = relation.scalars(len(before)), relation.scalars(len(before))
    product = RISTRETTO.scalar(1)
    for factor in u:
        product = product * factor
    uC = [u_k.value * C_k for u_k, C_k in zip(u, C_, strict=True)]
    uA = [u_k.value * A_k for u_k, A_k in zip(u, old[::2], strict=True)]
    uB = [u_k.value * B_k for u_k, B_k in zip(u, old[1::2], strict=True)]

    # sum C_k - sum H_k = rc*G
    relation.equate([*C_, *(-H_k for H_k in H)], [rc * G])
    # D_51 - (prod u_k)*h = rd*G
    relation.equate([D_[-1], -(product.value * h)], [rd * G])
    # sum u_k*C_k = rw*G + sum v_k*H_k
    relation.equate(uC, [rw * G, *(v_k * H_k for v_k, H_k in zip(v, H, strict=True))])
    # sum u_k*A_k = -rm*G + sum v_k*A'_k
    relation.equate(uA, [-(rm * G), *(v_k * A_k for v_k, A_k in zip(v, new[::2], strict=True))])
    # sum u_k*B_k = -rm*Y + sum v_k*B'_k
    relation.equate(uB, [-(rm * Y_), *(v_k * B_k for v_k, B_k in zip(v, new[1::2], strict=True))])
    # D_k = d_k*G + v_k*D_(k-1), D_(-1) = h
    for k, previous in enumerate([h, *D_[:-1]]):
        relation.equate([D_[k]], [d[k] * G, v[k] * previous])
    return relation


def _commit_permutation(permutation: Sequence[int], t: Sequence[Scalar]) -> tuple[Element, ...]:
    """Return C, where C[p(k)] = t_k*G + H[k]."""
    committed = {source: t_k * G + H_k for source, t_k, H_k in zip(permutation, t, GENERATORS, strict=False)}
    return tuple([committed[column] for column in range(len(permutation))])


def _coefficients(place: Place, Y: Element, decks: bytes, C: Sequence[Element]) -> list[Scalar]:
    """Return u, hashed from the key, the deck before, the deck after, and C."""
    sponge = Sponge(session_id(place.tag("shuffle coefficients")))
    sponge.absorb(Y.encoding).absorb(decks).absorb(encode_elements(C))
    output = sponge.squeeze(len(C) * _COEFFICIENT_BYTES)
    chunks = [output[at : at + _COEFFICIENT_BYTES] for at in range(0, len(output), _COEFFICIENT_BYTES)]
    return [Scalar.reduced(int.from_bytes(chunk, "little")) for chunk in chunks]


def _chain(d: Sequence[Scalar], v: Sequence[Scalar]) -> tuple[tuple[Element, ...], Scalar]:
    """Return D, and rd: the sum over k of d_k * v_(k+1) * ... * v_51."""
    D: list[Element] = []
    previous, rd = CHAIN_GENERATOR, Scalar(0)
    for d_k, v_k in zip(d, v, strict=True):
        previous = d_k * G + v_k * previous
        rd = d_k + v_k * rd
        D.append(previous)
    return tuple(D), rd


def _secret_scalars(hedge: Hedge, tag: bytes, what: str, count: int, depends_on: bytes) -> list[Scalar]:
    digest = hashlib.sha256(depends_on).digest()
    return [Scalar.reduced(number) for number in hedge.numbers(tag, what, count, digest)]


def _total(scalars: Sequence[Scalar]) -> Scalar:
    return Scalar.reduced(sum(scalar.value for scalar in scalars))


def _inner_product(left: Sequence[Scalar], right: Sequence[Scalar]) -> Scalar:
    return Scalar.reduced(sum(a.value * b.value for a, b in zip(left, right, strict=True)))
