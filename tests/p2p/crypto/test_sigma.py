"""Sigma proofs: complete, sound against changed parts, and bound to statement and tag."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p.crypto import sigma
from p2p.crypto.hedge import Hedge
from p2p.crypto.ristretto import IDENTITY, ONE, RISTRETTO, Element, G, L, Scalar, to_group
from p2p.crypto.sigma import Relation
from p2p.errors import ProofError
from tests.p2p.crypto.world import scalars_changed
from tests.vectors.make import FixedEntropy

HEDGE = Hedge(b"s" * 32, FixedEntropy("sigma"))
P, Q = to_group("test", "P"), to_group("test", "Q")
A, B = Scalar(123456789), Scalar(987654321)


def pedersen(C: Element, D: Element, *, coefficient: int = 3) -> Relation[Element, Scalar]:
    """C + D = a*P + b*Q, coefficient*D = a*P."""
    relation = Relation(RISTRETTO)
    p, q, c, d = relation.elements([P, Q, C, D])
    a, b = relation.scalars(2)
    relation.equate([c, d], [a * p, b * q])
    relation.equate([coefficient * d], [a * p])
    return relation


C_, D_ = A * P + B * Q - Scalar(pow(3, -1, L)) * (A * P), Scalar(pow(3, -1, L)) * (A * P)


def prove() -> bytes:
    return sigma.prove(pedersen(C_, D_), [A, B], b"tag", HEDGE)


def refused(relation: Relation[Element, Scalar], proof: bytes, tag: bytes = b"tag") -> None:
    with pytest.raises(ProofError):
        sigma.verify(relation, proof, tag)


def test_proof_is_accepted() -> None:
    sigma.verify(pedersen(C_, D_), prove(), b"tag")


def test_prover_refuses_a_false_witness() -> None:
    for witness in ([A, A], [A + ONE, B], [B, A]):
        with pytest.raises(ProofError, match="witness"):
            sigma.prove(pedersen(C_, D_), witness, b"tag", HEDGE)


def test_each_scalar_greater_by_one_is_refused() -> None:
    for changed in scalars_changed(prove()):
        refused(pedersen(C_, D_), changed)


def test_scalar_not_below_l_is_refused() -> None:
    proof = prove()
    for at in range(0, len(proof), 32):
        for number in (int.from_bytes(proof[at : at + 32], "little") + L, 2**256 - 1):
            refused(pedersen(C_, D_), proof[:at] + number.to_bytes(32, "little") + proof[at + 32 :])


def test_other_length_is_refused() -> None:
    proof = prove()
    for changed in (b"", proof[:-1], proof[:-32], proof + b"\0", proof + bytes(32)):
        refused(pedersen(C_, D_), changed)


def test_other_tag_element_or_coefficient_is_refused() -> None:
    proof = prove()
    refused(pedersen(C_, D_), proof, b"other")
    refused(pedersen(C_ + G, D_), proof)
    refused(pedersen(C_, D_ + G), proof)
    refused(pedersen(C_, D_, coefficient=4), proof)


def test_all_zero_proof_is_refused() -> None:
    refused(pedersen(C_, D_), bytes(96))


def test_identity_in_the_statement_is_refused_on_both_sides() -> None:
    relation = pedersen(C_, IDENTITY)
    with pytest.raises(ProofError):
        sigma.prove(relation, [Scalar(0), B], b"tag", HEDGE)
    with pytest.raises(ProofError, match="element of the statement"):
        sigma.verify(relation, prove(), b"tag")


def test_identity_as_image_is_refused_though_the_witness_fits() -> None:
    """0 = x*G is true for x = 0, but it proves nothing."""
    relation = Relation(RISTRETTO)
    p = relation.element(P)
    x = relation.scalar()
    relation.equate([p, -p], [x * relation.G])
    with pytest.raises(ProofError, match="image"):
        sigma.prove(relation, [Scalar(0)], b"tag", HEDGE)
    forged = sigma.prove_checked(relation, [Scalar(0)], b"tag", HEDGE)
    with pytest.raises(ProofError, match="image"):
        sigma.verify(relation, forged, b"tag")


def test_identity_as_commitment_is_refused() -> None:
    """With the nonce zero the proof is true and gives the witness away; no honest prover makes it."""
    relation = Relation(RISTRETTO)
    image = relation.element(A * G)
    x = relation.scalar()
    relation.equate([image], [x * relation.G])
    challenge = sigma._challenge(RISTRETTO, b"tag", relation.serialized(), [IDENTITY])
    with pytest.raises(ProofError, match="commitment is the identity"):
        sigma.verify(relation, challenge.encode() + (challenge * A).encode(), b"tag")


def test_statement_made_to_fit_a_challenge_is_refused() -> None:
    """Where the challenge did not depend on the statement, one could be found for any commitment and response."""

    def key(Y: Element) -> Relation[Element, Scalar]:
        relation = Relation(RISTRETTO)
        image = relation.element(Y)
        relation.equate([image], [relation.scalar() * relation.G])
        return relation

    commitment, response = Scalar(5) * P, Scalar(6)
    challenge = sigma._challenge(RISTRETTO, b"tag", key(P).serialized(), [commitment])
    Y = Scalar(pow(challenge.value, -1, L)) * (response * G - commitment)
    refused(key(Y), challenge.encode() + response.encode())


@settings(max_examples=300)
@given(st.binary(max_size=130))
def test_any_bytes_as_proof_raise_only_proof_error(data: bytes) -> None:
    refused(pedersen(C_, D_), data)


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_random_relations_are_proved_and_changed_ones_refused(data: st.DataObject) -> None:
    """Any relation over a few elements, with any coefficients; each image is one more element that makes it true."""
    bases = [Scalar(data.draw(st.integers(1, L - 1))) * P for _ in range(data.draw(st.integers(1, 3)))]
    witness = [Scalar(data.draw(st.integers(1, L - 1))) for _ in range(data.draw(st.integers(1, 3)))]
    shapes = data.draw(
        st.lists(
            st.lists(
                st.tuples(
                    st.integers(0, len(witness) - 1), st.integers(0, len(bases)), st.sampled_from([1, -1, 2, L - 5])
                ),
                min_size=1,
                max_size=4,
                unique_by=lambda term: term[:2],
            ),
            min_size=1,
            max_size=3,
        )
    )

    def build(shift: Element) -> Relation[Element, Scalar]:
        relation = Relation(RISTRETTO)
        variables = [relation.G, *relation.elements(bases)]
        scalars = relation.scalars(len(witness))
        for shape in shapes:
            image = RISTRETTO.combine(
                [(Scalar.reduced(c) * witness[s], G if e == 0 else bases[e - 1]) for s, e, c in shape]
            )
            relation.equate(
                [-relation.element(IDENTITY - (image + shift))],
                [-(scalars[s] * (-c * variables[e])) for s, e, c in shape],
            )
        return relation

    true = build(IDENTITY)
    proof = sigma.prove(true, witness, b"tag", HEDGE)
    sigma.verify(true, proof, b"tag")
    refused(build(G), proof)


def test_proofs_of_one_statement_differ() -> None:
    assert prove() != prove()
