"""The holds-none proof: that a hidden hand contains none of a set of cards, with nothing else of it shown.

Theory of operation. The prover raises the elements of the forbidden cards, V, and those of its hidden cards, U, to one
secret power rho. Equal cards stay equal, so if no U equals a V, no hidden card is forbidden. What is not equal tells
nothing, by the decisional Diffie-Hellman assumption: the elements of the cards are independent, those in play distinct,
and rho is fresh. Soundness needs no assumption: W is not the identity, so rho is not zero; W = rho*Y and W = alpha*G
give alpha = rho*x; so each U_p is rho times the very card that E_p encrypts.

It is a plaintext (in)equality test in the manner of Jakobsson and Juels, "Mix and Match: Secure Function Evaluation via
Ciphertexts", 2000, section 4.1, with all comparisons under one blinding.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from p2p.crypto import sigma
from p2p.crypto.elgamal import CARD_POINTS, CARDS, Ciphertext, encode_deck
from p2p.crypto.fiat_shamir import Place
from p2p.crypto.hedge import Hedge
from p2p.crypto.ristretto import RISTRETTO, Element, Scalar
from p2p.errors import ProofError


@dataclass(frozen=True, slots=True)
class HoldsNone:
    """The statement: behind these positions lies none of these cards. Each side makes it from its own state.

    Attributes:
        Y: the key of the seat whose cards they are.
        positions: its closed positions, ascending; at least one.
        masked: the card at each of them, with the shares of all other seats stripped: (A, E).
        cards: the forbidden cards' texts in canonical order; at least one.
    """

    Y: Element
    positions: tuple[int, ...]
    masked: tuple[Ciphertext, ...]
    cards: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.positions or list(self.positions) != sorted(set(self.positions)):
            raise ProofError("the positions are none or do not ascend")
        if len(self.masked) != len(self.positions):
            raise ProofError("more or fewer cards than positions")
        if not self.cards or [card for card in CARDS if card in self.cards] != list(self.cards):
            raise ProofError("the forbidden cards are none or not in canonical order")


@dataclass(frozen=True, slots=True)
class HoldsNoneProof:
    """A holds-none proof.

    Attributes:
        W: rho*Y.
        V: rho*M for each forbidden card.
        U: rho times the hidden card, for each position.
        proof: 96 bytes.
    """

    W: Element
    V: tuple[Element, ...]
    U: tuple[Element, ...]
    proof: bytes


def prove_holds_none(statement: HoldsNone, x: Scalar, place: Place, hedge: Hedge) -> HoldsNoneProof:
    """Return the proof that the seat with the secret key x holds none of the cards.

    Raises:
        ProofError: it does hold one, or x is another key.
    """
    tag = _tag(statement, place)
    digest = hashlib.sha256(encode_deck(statement.masked)).digest()
    rho = Scalar.reduced(hedge.numbers(tag, "rho", 1, digest)[0])  # zero once in 2**252: then the check below refuses
    alpha = rho * x
    W = rho * statement.Y
    V = tuple([rho * CARD_POINTS[card] for card in statement.cards])
    U = tuple([rho * (masked.B - x * masked.A) for masked in statement.masked])
    _check_apart(U, V)
    return HoldsNoneProof(W, V, U, sigma.prove(_relation(statement, W, V, U), [rho, alpha], tag, hedge))


def verify_holds_none(statement: HoldsNone, proof: HoldsNoneProof, place: Place) -> None:
    """Check that the seat holds none of the cards.

    Raises:
        ProofError: a list has another length than the statement's, a U equals a V, or the proof does not hold.
    """
    if len(proof.V) != len(statement.cards) or len(proof.U) != len(statement.positions):
        raise ProofError("a list of another length than the statement's")
    _check_apart(proof.U, proof.V)
    sigma.verify(_relation(statement, proof.W, proof.V, proof.U), proof.proof, _tag(statement, place))


def _relation(
    statement: HoldsNone, W: Element, V: Sequence[Element], U: Sequence[Element]
) -> sigma.Relation[Element, Scalar]:
    """HoldsNone(Y, W, M_0, V_0, ..., A_0, E_0, U_0, ...): Witness rho, alpha; formulas beside the equations."""
    relation = sigma.Relation(RISTRETTO)
    rho, alpha = relation.scalars(2)
    Y_, W_ = relation.element(statement.Y), relation.element(W)
    # W = rho*Y, W = alpha*G
    relation.equate([W_], [rho * Y_])
    relation.equate([W_], [alpha * relation.G])
    # for each k: V_k = rho*M_k
    for card, V_k in zip(statement.cards, V, strict=True):
        M = relation.element(CARD_POINTS[card])
        relation.equate([relation.element(V_k)], [rho * M])
    # for each k: U_k = rho*E_k - alpha*A_k
    for masked, U_k in zip(statement.masked, U, strict=True):
        A, E = relation.element(masked.A), relation.element(masked.B)
        relation.equate([relation.element(U_k)], [rho * E, -(alpha * A)])
    return relation


def _tag(statement: HoldsNone, place: Place) -> bytes:
    return place.tag("holds none", statement.positions, statement.cards)


def _check_apart(U: Sequence[Element], V: Sequence[Element]) -> None:
    if not set(U).isdisjoint(V):
        raise ProofError("a forbidden card is held")
