"""Check the cases of a file of forgeries: each is refused or, being an honest control, accepted, as it expects."""

from p2p.crypto.elgamal import Ciphertext
from p2p.crypto.escrow import Escrow, EscrowRow, open_box, verify_escrow
from p2p.crypto.fiat_shamir import Place
from p2p.crypto.holds_none import HoldsNone, HoldsNoneProof, verify_holds_none
from p2p.crypto.ristretto import Element
from p2p.crypto.shuffle import ShuffleProof, verify_shuffle
from tests.vectors.node import DiffersError, Node


def check_case(case: Node) -> None:
    """Demand that one case is accepted or refused as it says; what does not even decode is refused."""
    checks = {"shuffle": _shuffle, "holds none": _holds_none, "escrow": _escrow, "box": _box}
    kind, expect = case["kind"].text, case["expect"].text
    if kind not in checks or expect not in ("accept", "refuse"):
        raise DiffersError(f"{case.name}: neither of a known kind nor of a known expectation")
    demand = case.accept if expect == "accept" else case.refuse
    demand(checks[kind], case)


# Elements are decoded here and not by Node.element, whose error would say that the file is at fault.


def _elements(node: Node) -> tuple[Element, ...]:
    return tuple(Element(item.data) for item in node)


def _deck(node: Node) -> tuple[Ciphertext, ...]:
    return tuple(Ciphertext(*_elements(pair)) for pair in node)


def _shuffle(case: Node) -> None:
    proof = ShuffleProof(_elements(case["permutation_commitments"]), _elements(case["chain"]), case["proof"].data)
    Y = Element(case["joint_key"].data)
    place = Place(case["round_id"].data, case["seat"].number)
    verify_shuffle(_deck(case["before"]), _deck(case["after"]), Y, proof, place)


def _holds_none(case: Node) -> None:
    pairs = zip(_elements(case["A"]), _elements(case["E"]), strict=True)
    masked = tuple(Ciphertext(A, E) for A, E in pairs)
    statement = HoldsNone(Element(case["public_key"].data), case["positions"].numbers, masked, case["cards"].texts)
    proof = HoldsNoneProof(Element(case["W"].data), _elements(case["V"]), _elements(case["U"]), case["proof"].data)
    verify_holds_none(statement, proof, Place(case["round_id"].data, case["seat"].number))


def _escrow(case: Node) -> None:
    """Check rows without their boxes."""
    rows = tuple(EscrowRow(S=Element(row[0].data), R=Element(row[1].data), box=b"") for row in case["rows"])
    place = Place(case["round_id"].data, case["seat"].number)
    verify_escrow(Element(case["public_key"].data), len(rows) + 1, Escrow(rows, case["proof"].data), place)


def _box(case: Node) -> None:
    S, R, K = (Element(case[name].data) for name in ("S", "R", "K"))
    row = EscrowRow(S, R, case["box"].data)
    open_box(row, K, Place(case["round_id"].data, case["from"].number), case["to"].number)
