"""The one narrow door through which a table reaches its cryptography, signatures included.

Everything crosses it as bytes of the lengths that travel: an element or scalar 32, a masked card 64 (A then B), a
deck 52 of those. What a received byte string must hold (lists of the right length and order, elements that are
neither invalid nor the identity, scalars below the order) is checked behind the door; *what it is about* (which deck,
which positions, whose key) the table says from its own state. The product has one implementation,
`p2p.table.mental_poker`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from p2p.crypto.fiat_shamir import Place
from p2p.identity import Identity, PeerId

__all__ = [
    "Cryptography",
    "Place",
    "ProvenEscrow",
    "ProvenHoldsNone",
    "ProvenKey",
    "ProvenShares",
    "ProvenShuffle",
    "Recomputed",
    "RoundRecord",
]


@dataclass(frozen=True, slots=True)
class ProvenKey:
    """A round key and the proof that its secret is known."""

    key: bytes
    proof: bytes


@dataclass(frozen=True, slots=True)
class ProvenShuffle:
    """The deck after a shuffle (3 328 bytes), C and D (1 664 each), the sigma proof (3 488)."""

    deck: bytes
    commitments: bytes
    chain: bytes
    proof: bytes


@dataclass(frozen=True, slots=True)
class ProvenShares:
    """Decryption shares, flat, one a position, and one proof for all."""

    shares: bytes
    proof: bytes


@dataclass(frozen=True, slots=True)
class ProvenEscrow:
    """Rows of S, R and box (112 bytes) for each other seat, ascending, flat; one proof for all."""

    rows: bytes
    proof: bytes


@dataclass(frozen=True, slots=True)
class ProvenHoldsNone:
    """W, V a card, U a position, and the sigma proof."""

    w: bytes
    v: bytes
    u: bytes
    proof: bytes


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """What was published in one round, for the recomputation after the reveal.

    Attributes:
        commitments, keys, secrets: by seat.
        decks: after each seat's shuffle, in seat order.
        owners: the owner of each dealt position, from position 0.
        shares: by seat, position -> share, of all positions that seat gave a share for, its own opened ones included.
        holds_none: by seat, for each such proof of that seat its closed positions and its card texts.
    """

    round_id: bytes
    commitments: tuple[bytes, ...]
    keys: tuple[bytes, ...]
    secrets: tuple[bytes, ...]
    decks: tuple[bytes, ...]
    owners: tuple[int, ...]
    shares: tuple[dict[int, bytes], ...]
    holds_none: tuple[tuple[tuple[tuple[int, ...], tuple[str, ...]], ...], ...]


@dataclass(frozen=True, slots=True)
class Recomputed:
    """What the recomputation found for one seat.

    Attributes:
        hand: deck position -> card text; texts are empty where the cards cannot be read.
        why: why the secret does not hold; empty if it does.
    """

    hand: dict[int, str]
    why: str = ""


class Cryptography(Protocol):
    """Signatures and mental poker, as one table needs them.

    All `verify_*` give None or raise `ProofError` or `EncodingError`; nothing else escapes on any bytes.
    """

    def sign(self, identity: Identity, message: bytes) -> bytes:
        """Sign with the identity's key: 64 bytes."""

    def verify_signature(self, key: PeerId, message: bytes, signature: bytes) -> None:
        """Check a signature."""

    def new_secret(self, identity: Identity, round_id: bytes) -> bytes:
        """Draw a round secret, 32 bytes."""

    def commitment(self, place: Place, secret: bytes) -> bytes:
        """Give the commitment to a round secret."""

    def prove_key(self, place: Place, secret: bytes) -> ProvenKey:
        """Give the round key that the secret makes."""

    def verify_key(self, place: Place, key: ProvenKey) -> None:
        """Check that the sender knows the key's secret."""

    def joint_key(self, keys: Sequence[bytes]) -> bytes:
        """Add the keys up.

        Raises:
            ProofError: the sum is the identity.
        """

    def first_deck(self, joint_key: bytes) -> bytes:
        """Give the deck before any shuffle: everybody knows which card is where."""

    def shuffle(self, place: Place, secret: bytes, joint_key: bytes, before: bytes) -> ProvenShuffle:
        """Shuffle as the secret says."""

    def verify_shuffle(self, place: Place, joint_key: bytes, before: bytes, shuffle: ProvenShuffle) -> None:
        """Check that the deck after holds the cards of the deck before."""

    def prove_shares(
        self, place: Place, stage: int, secret: bytes, deck: bytes, positions: Sequence[int]
    ) -> ProvenShares:
        """Give shares for a stage's positions."""

    def verify_shares(
        self, place: Place, stage: int, key: bytes, deck: bytes, positions: Sequence[int], shares: ProvenShares
    ) -> None:
        """Check shares for a stage's positions."""

    def seal_escrow(self, place: Place, secret: bytes, keys: Sequence[bytes]) -> ProvenEscrow:
        """Split the round key among the other seats."""

    def verify_escrow(self, place: Place, keys: Sequence[bytes], escrow: ProvenEscrow) -> None:
        """Check an escrow, its boxes' contents aside."""

    def box_is_right(self, place: Place, reader: int, secret: bytes, row: bytes) -> bool:
        """Open the box that `place.seat` made for `reader`, who has this secret; a right one opens and fits S."""

    def prove_complaint(self, place: Place, about: int, secret: bytes, row: bytes) -> ProvenKey:
        """Give the key K that opens a box of seat `about` for `place.seat`, and the proof that it is the one."""

    def verify_complaint(self, place: Place, about: int, key: bytes, row: bytes, complaint: ProvenKey) -> None:
        """Check K; `key` is the round key of `place.seat`."""

    def box_is_right_with(self, place: Place, reader: int, row: bytes, box_key: bytes) -> bool:
        """Open, with a proven K, the box that `place.seat` made for `reader`."""

    def partly_unmask(self, masked: bytes, shares: Sequence[bytes]) -> bytes:
        """Give E: the masked card's B less the shares.

        Raises:
            ProofError: E is the identity.
        """

    def own_share(self, secret: bytes, round_id: bytes, masked: bytes) -> bytes:
        """Give one's own share of a masked card, unproven: to read one's own hand."""

    def read_card(self, partly_unmasked: bytes, share: bytes) -> str:
        """Give the card's text from E and the last share.

        Raises:
            ProofError: it is no card.
        """

    def prove_open(self, place: Place, secret: bytes, deck: bytes, positions: Sequence[int]) -> ProvenShares:
        """Give one's own shares to open positions for everybody."""

    def verify_open(
        self, place: Place, key: bytes, deck: bytes, positions: Sequence[int], shares: ProvenShares
    ) -> None:
        """Check shares that open positions."""

    def prove_holds_none(
        self, place: Place, secret: bytes, positions: Sequence[int], rests: Sequence[bytes], cards: Sequence[str]
    ) -> ProvenHoldsNone:
        """Prove that none of these closed positions is one of these cards; `rests` are A then E of each position."""

    def verify_holds_none(
        self,
        place: Place,
        key: bytes,
        positions: Sequence[int],
        rests: Sequence[bytes],
        cards: Sequence[str],
        proof: ProvenHoldsNone,
    ) -> None:
        """Check that none of these closed positions is one of these cards."""

    def recompute(self, record: RoundRecord) -> tuple[Recomputed, ...]:
        """Recompute, from each seat's secret, all that it published, and read its hand; the answer is by seat.

        None of the proofs is looked at: commitment, key, permutation, deck and shares are made again and compared,
        and each holds-none statement is held against the hand.
        """
