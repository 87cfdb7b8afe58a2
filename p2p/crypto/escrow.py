"""Key escrow: a seat's round key, split among all the others, so that the round survives its leaving.

Theory of operation. Seat i splits x_i into one sigma for each other seat and sends each in a box, encrypted to that
seat's round key. All the remaining seats together can add them up; all but one learn nothing. Everybody can check that
the parts, as S = sigma*G, add up to Y_i; whether a box holds its sigma only its receiver sees, who otherwise complains
by showing the box's key K, so that all can look. The proof that the maker knows every sigma and r keeps R from being
copied out of the deck or another box, which would turn the complaint into a decryption oracle.

The box is ECIES: Diffie-Hellman, HKDF-SHA256 (RFC 5869), ChaCha20-Poly1305 (RFC 8439). Its key is used once, so the
nonce is zero.

Source: n-of-n secret sharing, verifiable as in Feldman, "A Practical Scheme for Non-interactive Verifiable Secret
Sharing", 1987.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from p2p.crypto import sigma
from p2p.crypto.fiat_shamir import Place
from p2p.crypto.hand import shares_relation
from p2p.crypto.hedge import Hedge
from p2p.crypto.hkdf import hkdf
from p2p.crypto.ristretto import RISTRETTO, Element, G, Scalar, element_sum, encode_elements
from p2p.errors import EncodingError, ProofError
from p2p.pack import pack

_NONCE = bytes(12)


@dataclass(frozen=True, slots=True)
class EscrowRow:
    """What one seat gets of another's key.

    Attributes:
        S: sigma*G.
        R: r*G.
        box: sigma, encrypted to the receiver's key; 48 bytes, else it does not open.
    """

    S: Element
    R: Element
    box: bytes


@dataclass(frozen=True, slots=True)
class Escrow:
    """A seat's key in escrow.

    Attributes:
        rows: one for each other seat, in seat order.
        proof: that the maker knows every sigma and r.
    """

    rows: tuple[EscrowRow, ...]
    proof: bytes


@dataclass(frozen=True, slots=True)
class Complaint:
    """A box laid open.

    Attributes:
        K: x_j*R, the box's shared point.
        proof: that it is; 64 bytes.
    """

    K: Element
    proof: bytes


def recipients(seats: int, maker: int) -> tuple[int, ...]:
    """Return the seats that get a row of the maker's escrow, in the order of the rows."""
    return tuple(seat for seat in range(seats) if seat != maker)


def prove_escrow(x: Scalar, keys: Sequence[Element], place: Place, hedge: Hedge) -> Escrow:
    """Split our key x among all others; `keys` are all seats' round keys, in seat order.

    Raises:
        ProofError: x is not the key of our seat.
    """
    if x * G != keys[place.seat]:
        raise ProofError("not the secret key of this seat")
    tag = place.tag("escrow")
    receivers = recipients(len(keys), place.seat)
    digest = hashlib.sha256(encode_elements(keys)).digest()
    parts = [Scalar.reduced(number) for number in hedge.numbers(tag, "sigma", len(receivers) - 1, digest)]
    last = x
    for part in parts:
        last = last - part
    sigmas = [*parts, last]
    blinds = [Scalar.reduced(number) for number in hedge.numbers(tag, "r", len(receivers), digest)]
    rows = tuple(
        [_fill_row(sigma_, r, keys[to], to, place) for sigma_, r, to in zip(sigmas, blinds, receivers, strict=True)]
    )
    witness = [scalar for pair in zip(sigmas, blinds, strict=True) for scalar in pair]
    return Escrow(rows, sigma.prove(_relation(rows), witness, tag, hedge))


def verify_escrow(Y: Element, seats: int, escrow: Escrow, place: Place) -> None:
    """Check all of an escrow that everybody can see; before any box is opened.

    Raises:
        ProofError: another number of rows than of other seats, they do not add up to the maker's key Y, or the proof
        does
            not hold.
    """
    if len(escrow.rows) != len(recipients(seats, place.seat)):
        raise ProofError("more or fewer rows than other seats")
    if element_sum(row.S for row in escrow.rows) != Y:
        raise ProofError("the parts do not add up to the key")
    sigma.verify(_relation(escrow.rows), escrow.proof, place.tag("escrow"))


def open_box(row: EscrowRow, K: Element, place: Place, to: int) -> Scalar:
    """Return the sigma in a box.

    Args:
        row: the row with the box.
        K: the shared point: the receiver's x*R, or what a complaint shows.
        place: the round and the maker's seat.
        to: the receiver's seat.

    Raises:
        ProofError: the box is wrong: it does not open with K, or holds no scalar with sigma*G = S.
    """
    info = _info(row.R, row.S, place, to)
    try:
        content = ChaCha20Poly1305(_box_key(K, info, place)).decrypt(_NONCE, row.box, info)
    except InvalidTag as error:
        raise ProofError("the box does not open") from error
    try:
        part = Scalar.decode(content)
    except EncodingError as error:
        raise ProofError("the box holds no scalar") from error
    verify_part(row, part)
    return part


def prove_complaint(x: Scalar, row: EscrowRow, maker: int, place: Place, hedge: Hedge) -> Complaint:
    """Lay open the box in the row that the maker made for us; `place` is ours.

    Only after `verify_escrow`: otherwise R may come from somewhere else, and K then opens that.
    """
    K = x * row.R
    relation = shares_relation(x * G, [row.R], [K])
    return Complaint(K, sigma.prove(relation, [x], place.tag("complaint", maker), hedge))


def verify_complaint(Y: Element, row: EscrowRow, complaint: Complaint, maker: int, place: Place) -> None:
    """Check that K is the key of the box; Y and `place` are the complainer's.

    Whether the complaint is right then shows `open_box` with K: a ProofError names the maker, a good box the
    complainer.

    Raises:
        ProofError: it is not.
    """
    sigma.verify(shares_relation(Y, [row.R], [complaint.K]), complaint.proof, place.tag("complaint", maker))


def verify_part(row: EscrowRow, part: Scalar) -> None:
    """Check the sigma of a row, from its box or published for recovery.

    Raises:
        ProofError: sigma*G is not S.
    """
    if part * G != row.S:
        raise ProofError("the part does not fit its S")


def recover_key(parts: Sequence[Scalar]) -> Scalar:
    """Return the gone seat's secret key from all others' parts, each checked by `verify_part`."""
    return Scalar.reduced(sum(part.value for part in parts))


def _relation(rows: Sequence[EscrowRow]) -> sigma.Relation[Element, Scalar]:
    """Escrow(S_0, R_0, S_1, R_1, ...): Witness sigma_0, r_0, sigma_1, r_1, ...; S_k = sigma_k*G, R_k = r_k*G."""
    relation = sigma.Relation(RISTRETTO)
    for row in rows:
        part, r = relation.scalars(2)
        relation.equate([relation.element(row.S)], [part * relation.G])
        relation.equate([relation.element(row.R)], [r * relation.G])
    return relation


def _fill_row(part: Scalar, r: Scalar, key: Element, to: int, place: Place) -> EscrowRow:
    S, R = part * G, r * G
    info = _info(R, S, place, to)
    box = ChaCha20Poly1305(_box_key(r * key, info, place)).encrypt(_NONCE, part.encode(), info)
    return EscrowRow(S, R, box)


def _info(R: Element, S: Element, place: Place, to: int) -> bytes:
    return pack("patte/1 escrow", place.round_id, place.seat, to, R.encoding, S.encoding)


def _box_key(K: Element, info: bytes, place: Place) -> bytes:
    return hkdf("sha256", K.encoding, salt=place.round_id, info=info, size_bytes=32)
