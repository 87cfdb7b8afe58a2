"""A cheating prover: runs the shuffle's equations for any matrices, after reading the verifier's own code.

An honest prover's matrix A, whose column k holds a single 1 at row p(k), stands in three places: C_j = t_j*G + sum
over k of A[j][k]*H_k; v = transpose(A)*u; and the decks. Here the commitments' matrix, the coefficients v and the new
deck are chosen freely, and everything else is computed so that as many equations as possible come out right.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from p2p.crypto import shuffle as product
from p2p.crypto import sigma
from p2p.crypto.elgamal import CHAIN_GENERATOR, GENERATORS, Ciphertext, encode_deck
from p2p.crypto.ristretto import RISTRETTO, Element, G, L, Scalar
from p2p.crypto.shuffle import ShuffleProof
from tests.p2p.crypto.world import SmallShuffle
from tests.vectors.make import FixedEntropy

Matrix = list[list[int]]
"""Rows of integers mod L."""


@dataclass(frozen=True)
class Forgery:
    """What a cheating seat publishes."""

    after: tuple[Ciphertext, ...]
    proof: ShuffleProof


def random_scalars(count: int, seed: str) -> list[Scalar]:
    entropy = FixedEntropy(seed)
    return [Scalar.reduced(int.from_bytes(entropy(64), "little")) for _ in range(count)]


def inverse(matrix: Matrix) -> Matrix:
    """Invert mod L, by Gauss and Jordan."""
    size = len(matrix)
    rows = [[*row, *(int(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for column in range(size):
        pivot = next(row for row in range(column, size) if rows[row][column] % L)
        rows[column], rows[pivot] = rows[pivot], rows[column]
        factor = pow(rows[column][column], -1, L)
        rows[column] = [entry * factor % L for entry in rows[column]]
        for row in range(size):
            if row != column:
                factor = rows[row][column]
                rows[row] = [(a - factor * b) % L for a, b in zip(rows[row], rows[column], strict=True)]
    return [row[size:] for row in rows]


def permutation_matrix(permutation: Sequence[int]) -> Matrix:
    """Return A with A[p(k)][k] = 1."""
    size = len(permutation)
    return [[int(permutation[k] == j) for k in range(size)] for j in range(size)]


def combined_deck(start: SmallShuffle, matrix: Matrix, r: Sequence[Scalar]) -> tuple[Ciphertext, ...]:
    """Return the deck whose card k is the sum over j of matrix[k][j] times card j, re-encrypted with r[k]."""
    deck = []
    for row, r_k in zip(matrix, r, strict=True):
        A = RISTRETTO.combine([(Scalar.reduced(m), card.A) for m, card in zip(row, start.before, strict=True)])
        B = RISTRETTO.combine([(Scalar.reduced(m), card.B) for m, card in zip(row, start.before, strict=True)])
        deck.append(Ciphertext(A + r_k * G, B + r_k * start.Y))
    return tuple(deck)


def commit_matrix(matrix: Matrix, t: Sequence[Scalar]) -> tuple[Element, ...]:
    return tuple(
        t_j * G + RISTRETTO.combine([(Scalar.reduced(m), H) for m, H in zip(row, GENERATORS, strict=False)])
        for row, t_j in zip(matrix, t, strict=True)
    )


def forge(
    start: SmallShuffle,
    after: tuple[Ciphertext, ...],
    r: Sequence[Scalar],
    matrix: Matrix | Callable[[list[Scalar]], Matrix],
    *,
    v_of: Callable[[list[Scalar]], list[Scalar]] | None = None,
    chain_end: int | None = None,
) -> Forgery:
    """Prove, as well as may be, that `after` shuffles start.before.

    Args:
        start: the deck before, the key and the place.
        after: the deck to be passed off as shuffled.
        r: the scalars that re-encrypt it.
        matrix: what C commits to; or a function that gives it once u is known, which only works where C does not enter
            the hash that gives u.
        v_of: other coefficients v than those that the matrix gives.
        chain_end: the product that the last link of the chain is made to have, by a wrong step at that link.
    """
    size = len(start.before)
    t = random_scalars(size, "t")
    decks = encode_deck(start.before) + encode_deck(after)
    if callable(matrix):
        matrix = matrix(product._coefficients(start.place, start.Y, decks, (G,) * size))
    C = commit_matrix(matrix, t)
    u = product._coefficients(start.place, start.Y, decks, C)
    v = [Scalar.reduced(sum(matrix[j][k] * u[j].value for j in range(size))) for k in range(size)]
    if v_of is not None:
        v = v_of(u)
    d = random_scalars(size, "d")
    D, rd = product._chain(d, v)
    if chain_end is not None:
        D = (*D[:-1], Scalar.reduced(chain_end) * CHAIN_GENERATOR + rd * G)
    relation = product._relation(start.Y, start.before, after, C, D, u)
    witness = [product._total(t), rd, product._inner_product(t, u), product._inner_product(r, v), *d, *v]
    proof = sigma.prove_checked(relation, witness, start.place.tag("shuffle"), start.hedge)
    return Forgery(after, ShuffleProof(C, D, proof))
