"""Round keys: Y_i = x_i*G, each with a proof that its seat knows x_i, and their sum, the joint key.

The proof keeps a seat from choosing its key as a function of the others' (Y - Y_0, say, whose x it does not know).

Source: Schnorr, "Efficient Identification and Signatures for Smart Cards", 1989.
"""

from collections.abc import Sequence

from p2p.crypto import sigma
from p2p.crypto.fiat_shamir import Place
from p2p.crypto.hedge import Hedge
from p2p.crypto.ristretto import RISTRETTO, Element, G, Scalar, element_sum
from p2p.errors import ProofError


def prove_key(x: Scalar, place: Place, hedge: Hedge) -> bytes:
    """Return the proof (64 bytes) that the seat knows the x behind Y = x*G."""
    return sigma.prove(_relation(x * G), [x], place.tag("key"), hedge)


def verify_key(Y: Element, proof: bytes, place: Place) -> None:
    """Check a seat's proof for its key; ProofError if it does not hold."""
    sigma.verify(_relation(Y), proof, place.tag("key"))


def joint_key(keys: Sequence[Element]) -> Element:
    """Return Y, the sum of all seats' keys.

    Raises:
        ProofError: two keys are equal, or the sum is the identity.
    """
    if len(set(keys)) != len(keys):
        raise ProofError("two equal keys")
    Y = element_sum(keys)
    if Y.is_identity:
        raise ProofError("the joint key is the identity")
    return Y


def _relation(Y: Element) -> sigma.Relation[Element, Scalar]:
    """Key(Y): Witness x; Y = x*G."""
    relation = sigma.Relation(RISTRETTO)
    image = relation.element(Y)
    x = relation.scalar()
    relation.equate([image], [x * relation.G])
    return relation
