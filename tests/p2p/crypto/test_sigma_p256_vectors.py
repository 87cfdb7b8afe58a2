"""draft-irtf-cfrg-sigma-protocols: its own vectors of compact proofs over P-256, through the product's code."""

import json
from pathlib import Path

import pytest

from p2p.crypto import sigma
from p2p.crypto.fiat_shamir import session_id
from p2p.crypto.hedge import Hedge
from p2p.crypto.sigma import ElementVar, Relation, Term
from p2p.errors import CryptoError, EncodingError
from tests.p2p.crypto.p256 import P256, Number, Point, decode_point
from tests.vectors.make import FixedEntropy

SHARED = Path(__file__).parents[4] / "shared" / "vectors"
pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason="the shared vectors are not beside this repository")


def compact(name: str) -> list[dict[str, str]]:
    path = SHARED / name
    cases = json.loads(path.read_text()) if path.is_file() else []
    return [case for case in cases if case["Flavor"] == "compact"]


VALID, INVALID = compact("sigma-p256.json"), compact("sigma-p256-invalid.json")


class Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data

    def take(self, size: int) -> bytes:
        if len(self.data) < size:
            raise EncodingError("ends too early")
        part, self.data = self.data[:size], self.data[size:]
        return part

    def number(self) -> int:
        return int.from_bytes(self.take(4), "little")

    def coefficient(self) -> int:
        return P256().decode_scalar(self.take(32)).value


def read_relation(data: bytes) -> Relation[Point, Number]:
    """Read a serialized relation, the inverse of Relation.serialized."""
    reader = Reader(data)
    equations = []
    for _ in range(reader.number()):
        image = [ElementVar(reader.number(), reader.coefficient()) for _ in range(reader.number())]
        terms = [Term(reader.number(), reader.number(), reader.coefficient()) for _ in range(reader.number())]
        equations.append((image, terms))
    relation = Relation(P256())
    while reader.data:
        relation.element(decode_point(reader.take(33)))
    relation.scalars(1 + max(term.scalar for _, terms in equations for term in terms))
    for image, terms in equations:
        relation.equate(image, terms)
    return relation


def check(case: dict[str, str]) -> None:
    relation = read_relation(bytes.fromhex(case["Instance"]))
    sigma.verify(relation, bytes.fromhex(case["NargString"]), case["Tag"].encode())


def test_there_are_vectors_of_both_kinds() -> None:
    assert len(VALID) >= 7
    assert {case["Expected"] for case in INVALID} == {"accept", "reject"}


@pytest.mark.parametrize("case", VALID, ids=lambda case: case["Relation"])
def test_valid_proof_is_accepted(case: dict[str, str]) -> None:
    assert session_id(case["Tag"].encode()).hex() == case["SessionId"]
    assert read_relation(bytes.fromhex(case["Instance"])).serialized().hex() == case["Instance"]
    check(case)


@pytest.mark.parametrize("case", INVALID, ids=lambda case: case["Id"])
def test_case_is_accepted_or_refused_as_it_says(case: dict[str, str]) -> None:
    if case["Expected"] == "accept":
        check(case)
        return
    with pytest.raises(CryptoError):
        check(case)


@pytest.mark.parametrize("case", VALID, ids=lambda case: case["Relation"])
def test_own_proof_for_the_vectors_witness_is_accepted(case: dict[str, str]) -> None:
    relation = read_relation(bytes.fromhex(case["Instance"]))
    witness = bytes.fromhex(case["Witness"])
    scalars = [P256().decode_scalar(witness[at : at + 32]) for at in range(0, len(witness), 32)]
    proof = sigma.prove(relation, scalars, b"tag", Hedge(bytes(32), FixedEntropy("p256")))
    assert len(proof) == len(case["NargString"]) // 2
    sigma.verify(relation, proof, b"tag")


def test_group_order_times_the_generator_is_the_identity() -> None:
    group = P256()
    assert group.combine([(group.scalar(-1), group.generator), (group.scalar(1), group.generator)]) == Point(None, None)
