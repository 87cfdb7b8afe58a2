"""The product's cryptography: `p2p.crypto` and Ed25519 behind the table's door.

Bytes are parsed here and nowhere else in the table; what cannot be parsed raises `EncodingError`, what does not hold
`ProofError`.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from p2p.crypto import escrow, hand, holds_none, keys, reveal, round_secret, shuffle
from p2p.crypto.elgamal import Ciphertext, Deck, card_of, decode_deck, encode_deck, first_deck
from p2p.crypto.fiat_shamir import Place
from p2p.crypto.hedge import Entropy, Hedge
from p2p.crypto.ristretto import ELEMENT_BYTES, Element, G, Scalar, decode_elements, encode_elements
from p2p.crypto.round_secret import Derived
from p2p.errors import CryptoError, ProofError, RevealError
from p2p.identity import Identity, PeerId, verify_signature
from p2p.table.cryptography import (
    ProvenEscrow,
    ProvenHoldsNone,
    ProvenKey,
    ProvenShares,
    ProvenShuffle,
    Recomputed,
    RoundRecord,
)
from p2p.wire.messages import ROW


@dataclass(frozen=True, slots=True)
class MentalPoker:
    """`Cryptography` over ristretto255; `entropy` is the system's generator, or in tests a fixed one."""

    entropy: Entropy = field(repr=False)
    _own_shuffles: deque[tuple[Place, bytes, bytes, ProvenShuffle]] = field(
        default_factory=lambda: deque(maxlen=1), repr=False, compare=False
    )

    def sign(self, identity: Identity, message: bytes) -> bytes:
        """Sign with the identity's key."""
        return identity.sign(message)

    def verify_signature(self, key: PeerId, message: bytes, signature: bytes) -> None:
        """Check a signature."""
        verify_signature(key, message, signature)

    def new_secret(self, identity: Identity, round_id: bytes) -> bytes:
        """Draw a round secret."""
        return round_secret.draw_round_secret(identity.seed, round_id, self.entropy)

    def commitment(self, place: Place, secret: bytes) -> bytes:
        """Give the commitment to a round secret."""
        return round_secret.commit(secret, place)

    def prove_key(self, place: Place, secret: bytes) -> ProvenKey:
        """Give the round key that the secret makes."""
        x = _derived(secret, place.round_id).x
        return ProvenKey((x * G).encoding, keys.prove_key(x, place, self._hedge(secret)))

    def verify_key(self, place: Place, key: ProvenKey) -> None:
        """Check that the sender knows the key's secret."""
        keys.verify_key(Element(key.key), key.proof, place)

    def joint_key(self, keys_: Sequence[bytes]) -> bytes:
        """Add the keys up."""
        return keys.joint_key([Element(key) for key in keys_]).encoding

    def first_deck(self, joint_key: bytes) -> bytes:
        """Give the deck before any shuffle."""
        return encode_deck(first_deck(Element(joint_key)))

    def shuffle(self, place: Place, secret: bytes, joint_key: bytes, before: bytes) -> ProvenShuffle:
        """Shuffle as the secret says."""
        derived = _derived(secret, place.round_id)
        deck, proof = shuffle.prove_shuffle(
            _deck(before), Element(joint_key), derived.permutation, derived.remask, place, self._hedge(secret)
        )
        made = ProvenShuffle(encode_deck(deck), encode_elements(proof.C), encode_elements(proof.D), proof.proof)
        self._own_shuffles.append((place, joint_key, before, made))
        return made

    def verify_shuffle(self, place: Place, joint_key: bytes, before: bytes, shuffle_: ProvenShuffle) -> None:
        """Check that the deck after holds the cards of the deck before."""
        if (place, joint_key, before, shuffle_) in self._own_shuffles:
            # The very bytes that we have just made, for the very same statement: half of our own turn to shuffle.
            return
        old = _deck(before)
        C, D = decode_elements(shuffle_.commitments, len(old)), decode_elements(shuffle_.chain, len(old))
        proof = shuffle.ShuffleProof(C, D, shuffle_.proof)
        shuffle.verify_shuffle(old, _deck(shuffle_.deck), Element(joint_key), proof, place)

    def prove_shares(
        self, place: Place, stage: int, secret: bytes, deck: bytes, positions: Sequence[int]
    ) -> ProvenShares:
        """Give shares for a stage's positions."""
        x = _derived(secret, place.round_id).x
        shares = hand.prove_shares(x, _cards(deck, positions), stage, place, self._hedge(secret))
        return ProvenShares(encode_elements(shares.D), shares.proof)

    def verify_shares(
        self, place: Place, stage: int, key: bytes, deck: bytes, positions: Sequence[int], shares: ProvenShares
    ) -> None:
        """Check shares for a stage's positions."""
        given = hand.Shares(decode_elements(shares.shares, len(positions)), shares.proof)
        hand.verify_shares(Element(key), _cards(deck, positions), given, stage, place)

    def seal_escrow(self, place: Place, secret: bytes, keys_: Sequence[bytes]) -> ProvenEscrow:
        """Split the round key among the other seats."""
        x = _derived(secret, place.round_id).x
        sealed = escrow.prove_escrow(x, [Element(key) for key in keys_], place, self._hedge(secret))
        rows = b"".join([row.S.encoding + row.R.encoding + row.box for row in sealed.rows])
        return ProvenEscrow(rows, sealed.proof)

    def verify_escrow(self, place: Place, keys_: Sequence[bytes], escrow_: ProvenEscrow) -> None:
        """Check an escrow, its boxes' contents aside."""
        rows = tuple([_row(escrow_.rows[at : at + ROW]) for at in range(0, len(escrow_.rows), ROW)])
        given = escrow.Escrow(rows, escrow_.proof)
        escrow.verify_escrow(Element(keys_[place.seat]), len(keys_), given, place)

    def box_is_right(self, place: Place, reader: int, secret: bytes, row: bytes) -> bool:
        """Open a box made for `reader`, who has this secret."""
        K = _derived(secret, place.round_id).x * _row(row).R
        return self.box_is_right_with(place, reader, row, K.encoding)

    def prove_complaint(self, place: Place, about: int, secret: bytes, row: bytes) -> ProvenKey:
        """Give the key that opens a box of seat `about` for `place.seat`, with its proof."""
        x = _derived(secret, place.round_id).x
        complaint = escrow.prove_complaint(x, _row(row), about, place, self._hedge(secret))
        return ProvenKey(complaint.K.encoding, complaint.proof)

    def verify_complaint(self, place: Place, about: int, key: bytes, row: bytes, complaint: ProvenKey) -> None:
        """Check the key of a complaint; `key` is the round key of `place.seat`."""
        given = escrow.Complaint(Element(complaint.key), complaint.proof)
        escrow.verify_complaint(Element(key), _row(row), given, about, place)

    def box_is_right_with(self, place: Place, reader: int, row: bytes, box_key: bytes) -> bool:
        """Open, with a proven key, the box that `place.seat` made for `reader`."""
        try:
            escrow.open_box(_row(row), Element(box_key), place, reader)
        except ProofError:
            return False
        return True

    def partly_unmask(self, masked: bytes, shares: Sequence[bytes]) -> bytes:
        """Give E: the masked card's B less the shares."""
        rest = hand.strip(_masked(masked), [Element(share) for share in shares])
        if rest.B.is_identity:
            raise ProofError("a masked card without the others' shares is the identity")
        return rest.B.encoding

    def own_share(self, secret: bytes, round_id: bytes, masked: bytes) -> bytes:
        """Give one's own share of a masked card, unproven."""
        return hand.decryption_share(_derived(secret, round_id).x, _masked(masked)).encoding

    def read_card(self, partly_unmasked: bytes, share: bytes) -> str:
        """Give the card's text from E and the last share."""
        card = card_of(Element(partly_unmasked) - Element(share))
        if card is None:
            raise ProofError("what is opened is no card")
        return card

    def prove_open(self, place: Place, secret: bytes, deck: bytes, positions: Sequence[int]) -> ProvenShares:
        """Give one's own shares to open positions for everybody."""
        x = _derived(secret, place.round_id).x
        shares = hand.prove_open(x, positions, _cards(deck, positions), place, self._hedge(secret))
        return ProvenShares(encode_elements(shares.D), shares.proof)

    def verify_open(
        self, place: Place, key: bytes, deck: bytes, positions: Sequence[int], shares: ProvenShares
    ) -> None:
        """Check shares that open positions."""
        given = hand.Shares(decode_elements(shares.shares, len(positions)), shares.proof)
        hand.verify_open(Element(key), positions, _cards(deck, positions), given, place)

    def prove_holds_none(
        self, place: Place, secret: bytes, positions: Sequence[int], rests: Sequence[bytes], cards: Sequence[str]
    ) -> ProvenHoldsNone:
        """Prove that none of these closed positions is one of these cards."""
        x = _derived(secret, place.round_id).x
        statement = holds_none.HoldsNone(x * G, tuple(positions), tuple(map(_masked, rests)), tuple(cards))
        proof = holds_none.prove_holds_none(statement, x, place, self._hedge(secret))
        return ProvenHoldsNone(proof.W.encoding, encode_elements(proof.V), encode_elements(proof.U), proof.proof)

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
        statement = holds_none.HoldsNone(Element(key), tuple(positions), tuple(map(_masked, rests)), tuple(cards))
        V, U = decode_elements(proof.v, len(cards)), decode_elements(proof.u, len(positions))
        given = holds_none.HoldsNoneProof(Element(proof.w), V, U, proof.proof)
        holds_none.verify_holds_none(statement, given, place)

    def recompute(self, record: RoundRecord) -> tuple[Recomputed, ...]:
        """Recompute from the secrets all that was published, and read the hands."""
        published = _published(record)
        x: dict[int, Scalar] = {}
        why: dict[int, str] = {}
        for seat, secret in enumerate(record.secrets):
            try:
                x[seat] = reveal.recompute_seat(published, seat, secret)
            except RevealError as error:
                why[seat] = str(error)
        cards = _read_cards(record, published, x)
        for seat in x:
            try:
                reveal.check_claims(published, seat, cards)
            except RevealError as error:
                why[seat] = str(error)
        return tuple(
            Recomputed({p: cards[p] for p, owner in enumerate(record.owners) if owner == seat}, why.get(seat, ""))
            for seat in range(len(record.secrets))
        )

    def _hedge(self, secret: bytes) -> Hedge:
        return Hedge(secret, self.entropy)


def _read_cards(record: RoundRecord, published: reveal.RoundRecord, x: dict[int, Scalar]) -> tuple[str, ...]:
    """Give the card at each dealt position; an empty text where the owner's key is not known.

    Where all keys are known they alone are used; else the owner's key and the others' shares.
    """
    if len(x) == len(record.secrets):
        return reveal.recompute_cards(published, [x[seat] for seat in range(len(x))])
    deck = published.seats[-1].deck
    cards = []
    for position, owner in enumerate(record.owners):
        shares = [
            Element(given[position]) for seat, given in enumerate(record.shares) if seat != owner and position in given
        ]
        try:
            text = hand.unmask(deck[position], [*shares, x[owner] * deck[position].A]) if owner in x else ""
        except CryptoError:
            text = ""
        cards.append(text)
    return tuple(cards)


def _published(record: RoundRecord) -> reveal.RoundRecord:
    seats = []
    for seat, deck in enumerate(record.decks):
        positions = tuple(sorted(record.shares[seat]))
        shares = tuple(Element(record.shares[seat][position]) for position in positions)
        seats.append(
            reveal.Published(
                record.commitments[seat],
                Element(record.keys[seat]),
                _deck(deck),
                (reveal.PublishedShares(positions, shares),),
                tuple(reveal.Claim(*claim) for claim in record.holds_none[seat]),
            )
        )
    return reveal.RoundRecord(record.round_id, tuple(seats))


@lru_cache(maxsize=16)
def _deck(data: bytes) -> Deck:
    # One deck is looked at by many calls in a row; a decoded one is the same value for the same bytes.
    return decode_deck(data)


@lru_cache(maxsize=16)
def _derived(secret: bytes, round_id: bytes) -> Derived:
    return round_secret.derive(secret, round_id)


def _cards(deck: bytes, positions: Sequence[int]) -> tuple[Ciphertext, ...]:
    whole = _deck(deck)
    return tuple(whole[position] for position in positions)


def _masked(data: bytes) -> Ciphertext:
    return Ciphertext(*decode_elements(data, 2))


def _row(data: bytes) -> escrow.EscrowRow:
    S, R = decode_elements(data[: 2 * ELEMENT_BYTES], 2)
    return escrow.EscrowRow(S, R, data[2 * ELEMENT_BYTES :])
