"""Proofs of knowledge for linear relations: one module for every statement of the scheme.

Theory of operation. A relation is a list of equations over group elements: on the left, the image, known elements with
known coefficients; on the right, the terms, witness scalar times element. The prover commits to random scalars in the
witness's place (commitment), derives the challenge from the relation and the commitments (challenge), and answers with
one scalar per witness (response). The proof, a compact NARG string, is the challenge and the responses; the verifier
recomputes the commitments from them, and the challenge from those.

A relation is written once, by one function for prover and verifier, so the two cannot disagree on what is proved.
Nothing here knows the group: the drafts' own vectors run over another one.

Source: draft-irtf-cfrg-sigma-protocols-03, "Sigma Proofs for Linear Relations"; draft-irtf-cfrg-fiat-shamir.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, Self, TypeVar

from p2p.crypto.fiat_shamir import Sponge, session_id
from p2p.crypto.hedge import Hedge
from p2p.errors import EncodingError, ProofError

CHALLENGE_BYTES = 48


class GroupScalar(Protocol):
    """An integer modulo the group's order."""

    def __add__(self, other: Self, /) -> Self: ...

    def __mul__(self, other: Self, /) -> Self: ...

    def __neg__(self) -> Self: ...


E = TypeVar("E")
S = TypeVar("S", bound=GroupScalar)


class Group(Protocol[E, S]):
    """A group of prime order with elements E and scalars S."""

    @property
    def generator(self) -> E:
        """The element with index 0 in every relation."""

    @property
    def scalar_size_bytes(self) -> int:
        """The length of an encoded scalar."""

    def scalar(self, value: int) -> S:
        """Return the value modulo the order; it may be negative."""

    def decode_scalar(self, data: bytes) -> S:
        """Read a scalar; EncodingError if the bytes are not the encoding of one below the order."""

    def encode_scalar(self, scalar: S) -> bytes:
        """Return the one encoding."""

    def encode_element(self, element: E) -> bytes:
        """Return the one encoding."""

    def is_identity(self, element: E) -> bool:
        """Whether the element is the neutral one."""

    def combine(self, terms: Iterable[tuple[S, E]]) -> E:
        """Return the sum of scalar * element."""


@dataclass(frozen=True, slots=True)
class ElementVar:
    """An element of a relation, by its index there, times a known coefficient."""

    index: int
    coefficient: int = 1

    def __neg__(self) -> "ElementVar":
        return ElementVar(self.index, -self.coefficient)

    def __rmul__(self, coefficient: int) -> "ElementVar":
        return ElementVar(self.index, coefficient * self.coefficient)


@dataclass(frozen=True, slots=True)
class Term:
    """A witness scalar times an element, times a known coefficient."""

    scalar: int
    element: int
    coefficient: int = 1

    def __neg__(self) -> "Term":
        return Term(self.scalar, self.element, -self.coefficient)


@dataclass(frozen=True, slots=True)
class ScalarVar:
    """A scalar of the witness, by its index there."""

    index: int

    def __mul__(self, element: ElementVar) -> Term:
        return Term(self.index, element.index, element.coefficient)


class Relation(Generic[E, S]):
    """Equations between elements. Elements and scalars are numbered as they are asked for; element 0 is G."""

    G = ElementVar(0)

    def __init__(self, group: Group[E, S]) -> None:
        self.group = group
        self._elements = [group.generator]
        self._scalars = 0
        self._equations: list[tuple[list[tuple[S, int]], list[tuple[S, int, int]]]] = []
        self._one = group.scalar(1)

    def element(self, element: E) -> ElementVar:
        """Add an element and return its variable."""
        self._elements.append(element)
        return ElementVar(len(self._elements) - 1)

    def elements(self, elements: Iterable[E]) -> list[ElementVar]:
        """Add elements in this order."""
        return [self.element(element) for element in elements]

    def scalar(self) -> ScalarVar:
        """Add a scalar to the witness and return its variable."""
        self._scalars += 1
        return ScalarVar(self._scalars - 1)

    def scalars(self, count: int) -> list[ScalarVar]:
        """Add that many scalars to the witness."""
        return [self.scalar() for _ in range(count)]

    def equate(self, image: Iterable[ElementVar], terms: Iterable[Term]) -> None:
        """Add the equation: the sum of the image = the sum of the terms."""
        coefficient = self._coefficient
        left = [(coefficient(part.coefficient), part.index) for part in image]
        right = [(coefficient(term.coefficient), term.scalar, term.element) for term in terms]
        self._equations.append((left, right))

    @property
    def proof_size_bytes(self) -> int:
        """The length of a proof: the challenge and a response per scalar."""
        return (1 + self._scalars) * self.group.scalar_size_bytes

    @property
    def scalar_count(self) -> int:
        """The number of scalars in the witness."""
        return self._scalars

    def serialized(self) -> bytes:
        """Return the relation as the challenge absorbs it: equations, then elements from index 1."""
        scalar, one, one_encoded = self.group.encode_scalar, self._one, self.group.encode_scalar(self._one)
        parts = [_le32(len(self._equations))]
        for image, terms in self._equations:
            parts.append(_le32(len(image)))
            for coefficient, element in image:
                parts += (_le32(element), one_encoded if coefficient is one else scalar(coefficient))
            parts.append(_le32(len(terms)))
            for coefficient, variable, element in terms:
                parts += (_le32(variable), _le32(element), one_encoded if coefficient is one else scalar(coefficient))
        parts += [self.group.encode_element(element) for element in self._elements[1:]]
        return b"".join(parts)

    def images(self) -> list[E]:
        """Return the left side of each equation.

        Raises:
            ProofError: an element or an image is the identity: an equation that says nothing about its witness.
        """
        if any(self.group.is_identity(element) for element in self._elements):
            raise ProofError("an element of the statement is the identity")
        images = [
            self.group.combine([(coefficient, self._elements[element]) for coefficient, element in image])
            for image, _ in self._equations
        ]
        if any(self.group.is_identity(image) for image in images):
            raise ProofError("an image of the statement is the identity")
        return images

    def right_sides(self, scalars: Sequence[S]) -> list[list[tuple[S, E]]]:
        """Return the right side of each equation with these scalars in the witness's place, not yet added up."""
        one = self._one
        return [
            [
                (scalars[variable] if coefficient is one else coefficient * scalars[variable], self._elements[element])
                for coefficient, variable, element in terms
            ]
            for _, terms in self._equations
        ]

    def _coefficient(self, value: int) -> S:
        return self._one if value == 1 else self.group.scalar(value)


def prove(relation: Relation[E, S], witness: Sequence[S], tag: bytes, hedge: Hedge) -> bytes:
    """Return the proof that we know scalars for which the relation holds.

    Raises:
        ProofError: the relation does not hold for this witness.
    """
    group = relation.group
    right_sides = [group.combine(terms) for terms in relation.right_sides(witness)]
    if relation.images() != right_sides:
        raise ProofError("the witness does not fit the statement")
    return prove_checked(relation, witness, tag, hedge)


def prove_checked(relation: Relation[E, S], witness: Sequence[S], tag: bytes, hedge: Hedge) -> bytes:
    """Do what `prove` does, for a witness that the caller has checked by a shorter way."""
    group = relation.group
    serialized = relation.serialized()
    digest = hashlib.sha256(serialized).digest()
    nonces = [group.scalar(number) for number in hedge.numbers(tag, "nonce", relation.scalar_count, digest)]
    commitments = [group.combine(terms) for terms in relation.right_sides(nonces)]
    challenge = _challenge(group, tag, serialized, commitments)
    responses = [nonce + challenge * secret for nonce, secret in zip(nonces, witness, strict=True)]
    return b"".join([group.encode_scalar(scalar) for scalar in (challenge, *responses)])


def verify(relation: Relation[E, S], proof: bytes, tag: bytes) -> None:
    """Check a proof made by `prove` for the same relation and tag.

    Raises:
        ProofError: it does not hold.
    """
    group = relation.group
    challenge, responses = _read_proof(relation, proof)
    images = relation.images()
    commitments = [
        group.combine([*terms, (-challenge, image)])
        for terms, image in zip(relation.right_sides(responses), images, strict=True)
    ]
    if any(group.is_identity(commitment) for commitment in commitments):
        raise ProofError("a commitment is the identity")
    if challenge != _challenge(group, tag, relation.serialized(), commitments):
        raise ProofError("the challenge is another")


def _read_proof(relation: Relation[E, S], proof: bytes) -> tuple[S, list[S]]:
    size = relation.group.scalar_size_bytes
    if len(proof) != relation.proof_size_bytes:
        raise ProofError(f"a proof of {len(proof)} bytes where {relation.proof_size_bytes} are due")
    try:
        scalars = [relation.group.decode_scalar(proof[at : at + size]) for at in range(0, len(proof), size)]
    except EncodingError as error:
        raise ProofError("a response or the challenge is no scalar") from error
    return scalars[0], scalars[1:]


def _challenge(group: Group[E, S], tag: bytes, serialized: bytes, commitments: Iterable[E]) -> S:
    sponge = Sponge(session_id(tag)).absorb(serialized)
    for commitment in commitments:
        sponge.absorb(group.encode_element(commitment))
    return group.scalar(int.from_bytes(sponge.squeeze(CHALLENGE_BYTES), "little"))


def _le32(number: int) -> bytes:
    return number.to_bytes(4, "little")
