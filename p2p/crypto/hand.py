"""Who sees which card: decryption shares, unmasking, opening.

A card opens only with every seat's share D_i = x_i*A. For a card dealt to j all seats but j publish theirs, so j alone
can read it; j plays it by publishing its own. Each list of shares carries one proof that all were made with the seat's
key.

Source: Desmedt and Frankel, "Threshold Cryptosystems", 1989 (n of n); the proof: Chaum and Pedersen, "Wallet Databases
with Observers", 1992.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from p2p.crypto import sigma
from p2p.crypto.elgamal import Ciphertext, card_of
from p2p.crypto.fiat_shamir import Place
from p2p.crypto.hedge import Hedge
from p2p.crypto.ristretto import RISTRETTO, Element, G, Scalar, element_sum
from p2p.errors import ProofError


@dataclass(frozen=True, slots=True)
class Shares:
    """One seat's decryption shares.

    Attributes:
        D: a share for each position, positions ascending.
        proof: 64 bytes.
    """

    D: tuple[Element, ...]
    proof: bytes


def decryption_share(x: Scalar, masked: Ciphertext) -> Element:
    """Return D = x*A."""
    return x * masked.A


def prove_shares(x: Scalar, masked: Sequence[Ciphertext], stage: int, place: Place, hedge: Hedge) -> Shares:
    """Return our shares for the cards of a deal stage that are not our own, with their proof.

    Args:
        x: our secret round key.
        masked: the cards at those positions, ascending.
        stage: the number of the stage, from 0.
        place: the round and our seat.
        hedge: the source of nonces.
    """
    return _prove(x, masked, place.tag("shares", stage), hedge)


def verify_shares(Y: Element, masked: Sequence[Ciphertext], shares: Shares, stage: int, place: Place) -> None:
    """Check a seat's shares for a deal stage; `masked` from one's own deck and the deal plan.

    Raises:
        ProofError: more or fewer shares than cards, or the proof does not hold.
    """
    _verify(Y, masked, shares, place.tag("shares", stage))


def prove_open(x: Scalar, positions: Sequence[int], masked: Sequence[Ciphertext], place: Place, hedge: Hedge) -> Shares:
    """Return our shares for cards of our own, which opens them to everybody.

    Raises:
        ProofError: the positions do not ascend, or there are more or fewer of them than cards.
    """
    return _prove(x, masked, _open_tag(positions, masked, place), hedge)


def verify_open(
    Y: Element, positions: Sequence[int], masked: Sequence[Ciphertext], shares: Shares, place: Place
) -> None:
    """Check a seat's opening of its own cards.

    Raises:
        ProofError: the positions do not ascend, a list has another length, or the proof does not hold.
    """
    _verify(Y, masked, shares, _open_tag(positions, masked, place))


def strip(masked: Ciphertext, shares: Iterable[Element]) -> Ciphertext:
    """Return the ciphertext without some seats' part: an encryption of the card under the other seats' keys alone."""
    return Ciphertext(masked.A, masked.B - element_sum(shares))


def unmask(masked: Ciphertext, shares: Iterable[Element]) -> str:
    """Return the card, given every seat's share.

    Raises:
        ProofError: what comes out is no card.
    """
    card = card_of(strip(masked, shares).B)
    if card is None:
        raise ProofError("what is opened is no card")
    return card


def _prove(x: Scalar, masked: Sequence[Ciphertext], tag: bytes, hedge: Hedge) -> Shares:
    D = tuple([decryption_share(x, card) for card in masked])
    return Shares(D, sigma.prove(shares_relation(x * G, [card.A for card in masked], D), [x], tag, hedge))


def _verify(Y: Element, masked: Sequence[Ciphertext], shares: Shares, tag: bytes) -> None:
    if len(shares.D) != len(masked):
        raise ProofError(f"{len(shares.D)} shares for {len(masked)} cards")
    sigma.verify(shares_relation(Y, [card.A for card in masked], shares.D), shares.proof, tag)


def _open_tag(positions: Sequence[int], masked: Sequence[Ciphertext], place: Place) -> bytes:
    if len(positions) != len(masked) or list(positions) != sorted(set(positions)):
        raise ProofError("positions that do not ascend or do not fit the cards")
    return place.tag("open", tuple(positions))


def shares_relation(Y: Element, A: Sequence[Element], D: Sequence[Element]) -> sigma.Relation[Element, Scalar]:
    """Shares(Y, A_0, D_0, A_1, D_1, ...): Witness x; Y = x*G, D_k = x*A_k for each k."""
    relation = sigma.Relation(RISTRETTO)
    x = relation.scalar()
    relation.equate([relation.element(Y)], [x * relation.G])
    for A_k, D_k in zip(A, D, strict=True):
        base = relation.element(A_k)
        relation.equate([relation.element(D_k)], [x * base])
    return relation
