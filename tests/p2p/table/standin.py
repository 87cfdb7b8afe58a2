"""Cryptography of the same shapes that hides and proves nothing: fast, so that whole matches can run in every order.

A key is the hash of its secret, a masked card is a random half and the card's text in the clear, and a proof is the
hash of its statement: so a wrong message is refused just as the real one refuses it, only by looking.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random

from p2p.errors import ProofError
from p2p.identity import Identity, PeerId
from p2p.pack import Item, pack
from p2p.table.cryptography import (
    Place,
    ProvenEscrow,
    ProvenHoldsNone,
    ProvenKey,
    ProvenShares,
    ProvenShuffle,
    Recomputed,
    RoundRecord,
)

CARDS = tuple(rank + suit for suit in "CDHS" for rank in "23456789TJQKA")
MASKED = 64
ROW = 112


def digest(*items: Item) -> bytes:
    return sha256(pack(*items)).digest()


def proof(size: int, *items: Item) -> bytes:
    return digest("proof", *items) * (size // 32)


def require(true: bool, why: str) -> None:
    if not true:
        raise ProofError(why)


@dataclass(slots=True)
class StandIn:
    entropy: Random = field(default_factory=lambda: Random(0))

    def sign(self, identity: Identity, message: bytes) -> bytes:
        return sha256(identity.peer_id + message).digest() * 2

    def verify_signature(self, key: PeerId, message: bytes, signature: bytes) -> None:
        require(signature == sha256(key + message).digest() * 2, "a signature that does not hold")

    def new_secret(self, identity: Identity, round_id: bytes) -> bytes:
        return self.entropy.randbytes(32)

    def commitment(self, place: Place, secret: bytes) -> bytes:
        return digest("commit", place.round_id, place.seat, secret)

    def _key(self, secret: bytes) -> bytes:
        return digest("key", secret)

    def prove_key(self, place: Place, secret: bytes) -> ProvenKey:
        key = self._key(secret)
        return ProvenKey(key, proof(64, place.round_id, place.seat, key))

    def verify_key(self, place: Place, key: ProvenKey) -> None:
        require(key.proof == proof(64, place.round_id, place.seat, key.key), "key")

    def joint_key(self, keys: Sequence[bytes]) -> bytes:
        return digest("joint", *keys)

    def first_deck(self, joint_key: bytes) -> bytes:
        return b"".join(digest("first", card) + card.encode().ljust(32, b"\0") for card in CARDS)

    def _shuffled(self, secret: bytes, before: bytes) -> bytes:
        order = list(range(52))
        Random(secret).shuffle(order)
        return b"".join(
            digest("remask", secret, before[64 * p : 64 * p + 32]) + before[64 * p + 32 : 64 * p + 64] for p in order
        )

    def shuffle(self, place: Place, secret: bytes, joint_key: bytes, before: bytes) -> ProvenShuffle:
        after = self._shuffled(secret, before)
        return ProvenShuffle(after, after[:1664], after[1664:], proof(3488, place.round_id, place.seat, before, after))

    def verify_shuffle(self, place: Place, joint_key: bytes, before: bytes, shuffle: ProvenShuffle) -> None:
        require(shuffle.proof == proof(3488, place.round_id, place.seat, before, shuffle.deck), "shuffle")
        faces = sorted(shuffle.deck[at + 32 : at + 64] for at in range(0, 3328, 64))
        require(faces == sorted(before[at + 32 : at + 64] for at in range(0, 3328, 64)), "not the same cards")
        require(shuffle.commitments + shuffle.chain == shuffle.deck, "C and D")

    def _share(self, key: bytes, masked: bytes) -> bytes:
        return digest("share", key, masked[:32])

    def _masked(self, deck: bytes, position: int) -> bytes:
        return deck[MASKED * position : MASKED * (position + 1)]

    def _prove(self, place: Place, what: Item, secret: bytes, deck: bytes, positions: Sequence[int]) -> ProvenShares:
        shares = b"".join(self._share(self._key(secret), self._masked(deck, p)) for p in positions)
        return ProvenShares(shares, proof(64, place.round_id, place.seat, what, shares))

    def _verify(
        self, place: Place, what: Item, key: bytes, deck: bytes, positions: Sequence[int], given: ProvenShares
    ) -> None:
        require(given.shares == b"".join(self._share(key, self._masked(deck, p)) for p in positions), "shares")
        require(given.proof == proof(64, place.round_id, place.seat, what, given.shares), "proof of shares")

    def prove_shares(
        self, place: Place, stage: int, secret: bytes, deck: bytes, positions: Sequence[int]
    ) -> ProvenShares:
        return self._prove(place, stage, secret, deck, positions)

    def verify_shares(
        self, place: Place, stage: int, key: bytes, deck: bytes, positions: Sequence[int], shares: ProvenShares
    ) -> None:
        self._verify(place, stage, key, deck, positions, shares)

    def seal_escrow(self, place: Place, secret: bytes, keys: Sequence[bytes]) -> ProvenEscrow:
        others = [seat for seat in range(len(keys)) if seat != place.seat]
        rows = b"".join(digest("S", place.seat, j) + digest("R", secret, j) + self._box(place, j) for j in others)
        return ProvenEscrow(rows, proof(32 + 64 * len(others), place.round_id, place.seat, rows))

    def _box(self, place: Place, reader: int) -> bytes:
        return digest("box", place.round_id, place.seat, reader) + bytes(16)

    def verify_escrow(self, place: Place, keys: Sequence[bytes], escrow: ProvenEscrow) -> None:
        others = [seat for seat in range(len(keys)) if seat != place.seat]
        require(len(escrow.rows) == ROW * len(others), "rows")
        for number, j in enumerate(others):
            require(escrow.rows[ROW * number : ROW * number + 32] == digest("S", place.seat, j), "S")
        require(escrow.proof == proof(32 + 64 * len(others), place.round_id, place.seat, escrow.rows), "escrow")

    def box_is_right(self, place: Place, reader: int, secret: bytes, row: bytes) -> bool:
        return row[64:] == self._box(place, reader)

    def prove_complaint(self, place: Place, about: int, secret: bytes, row: bytes) -> ProvenKey:
        key = digest("K", self._key(secret), row[32:64])
        return ProvenKey(key, proof(64, place.round_id, place.seat, about, key))

    def verify_complaint(self, place: Place, about: int, key: bytes, row: bytes, complaint: ProvenKey) -> None:
        require(complaint.key == digest("K", key, row[32:64]), "K")
        require(complaint.proof == proof(64, place.round_id, place.seat, about, complaint.key), "complaint")

    def box_is_right_with(self, place: Place, reader: int, row: bytes, box_key: bytes) -> bool:
        return row[64:] == self._box(place, reader)

    def partly_unmask(self, masked: bytes, shares: Sequence[bytes]) -> bytes:
        return masked[32:]

    def own_share(self, secret: bytes, round_id: bytes, masked: bytes) -> bytes:
        return self._share(self._key(secret), masked)

    def read_card(self, partly_unmasked: bytes, share: bytes) -> str:
        return partly_unmasked.rstrip(b"\0").decode()

    def prove_open(self, place: Place, secret: bytes, deck: bytes, positions: Sequence[int]) -> ProvenShares:
        return self._prove(place, ("open", tuple(positions)), secret, deck, positions)

    def verify_open(
        self, place: Place, key: bytes, deck: bytes, positions: Sequence[int], shares: ProvenShares
    ) -> None:
        self._verify(place, ("open", tuple(positions)), key, deck, positions, shares)

    def prove_holds_none(
        self, place: Place, secret: bytes, positions: Sequence[int], rests: Sequence[bytes], cards: Sequence[str]
    ) -> ProvenHoldsNone:
        v = b"".join(digest("V", card) for card in cards)
        u = b"".join(digest("U", rest) for rest in rests)
        return ProvenHoldsNone(
            digest("W", v, u), v, u, proof(96, place.round_id, place.seat, tuple(positions), tuple(cards), v, u)
        )

    def verify_holds_none(
        self,
        place: Place,
        key: bytes,
        positions: Sequence[int],
        rests: Sequence[bytes],
        cards: Sequence[str],
        proof_: ProvenHoldsNone,
    ) -> None:
        want = self.prove_holds_none(place, b"", positions, rests, cards)
        require(want == proof_, "holds-none")
        held = {rest[32:].rstrip(b"\0").decode() for rest in rests}
        require(held.isdisjoint(cards), "a forbidden card is held")

    def recompute(self, record: RoundRecord) -> tuple[Recomputed, ...]:
        found = []
        for seat, secret in enumerate(record.secrets):
            why = ""
            before = record.decks[seat - 1] if seat else self.first_deck(b"")
            if self.commitment(Place(record.round_id, seat), secret) != record.commitments[seat]:
                why = "the round secret is not the one committed to"
            elif self._key(secret) != record.keys[seat] or self._shuffled(secret, before) != record.decks[seat]:
                why = "key or deck is not the one that the secret gives"
            deck = record.decks[-1]
            hand = {
                p: "" if why else self._masked(deck, p)[32:].rstrip(b"\0").decode()
                for p, owner in enumerate(record.owners)
                if owner == seat
            }
            found.append(Recomputed(hand, why))
        return tuple(found)
