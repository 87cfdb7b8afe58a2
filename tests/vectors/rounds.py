"""Check a whole round of a vector file: everything that is determined is made again, everything else is accepted."""

from p2p.crypto.elgamal import CARD_POINTS, CHAIN_GENERATOR, GENERATORS, Ciphertext, Deck, first_deck
from p2p.crypto.escrow import (
    Complaint,
    Escrow,
    EscrowRow,
    open_box,
    recover_key,
    verify_complaint,
    verify_escrow,
    verify_part,
)
from p2p.crypto.fiat_shamir import Place
from p2p.crypto.hand import Shares, decryption_share, strip, unmask, verify_open, verify_shares
from p2p.crypto.holds_none import HoldsNone, HoldsNoneProof, verify_holds_none
from p2p.crypto.keys import joint_key, verify_key
from p2p.crypto.reveal import (
    Claim,
    Published,
    PublishedShares,
    RoundRecord,
    check_claims,
    recompute_cards,
    recompute_seat,
)
from p2p.crypto.ristretto import Element, G
from p2p.crypto.round_secret import commit, derive, round_id_of
from p2p.crypto.shuffle import ShuffleProof, shuffle, verify_shuffle
from tests.vectors.node import Node


class RoundCheck:
    """One round file, checked from the top down; each part may use what the parts before it have checked."""

    def __init__(self, root: Node) -> None:
        self.root = root
        self.seats = root["seats"].number
        self.round_id = root["round_id"].data
        self.derived = [derive(secret.data, self.round_id) for secret in root["secrets"].of(self.seats)]
        self.keys = root["public_keys"].of(self.seats).elements
        self.Y = root["joint_key"].element
        self.decks = [first_deck(self.Y)]
        self.owner: dict[int, int] = {}
        self.shares: dict[tuple[int, int], Element] = {}
        self.published: list[list[PublishedShares]] = [[] for _ in range(self.seats)]
        self.claims: list[list[Claim]] = [[] for _ in range(self.seats)]

    def run(self) -> None:
        self.check_constants()
        self.check_keys()
        self.check_shuffles()
        self.check_deal()
        self.check_hands()
        self.check_escrow()
        self.check_complaint()
        self.check_recovery()
        self.check_holds_none()
        self.check_opens()
        self.check_reveal()

    def place(self, seat: int) -> Place:
        return Place(self.round_id, seat)

    @property
    def deck(self) -> Deck:
        return self.decks[-1]

    def check_constants(self) -> None:
        root = self.root
        root["round_id"].same(round_id_of(root["table_id"].data, root["contract_hash"].data, root["round"].number))
        root["card_points"].same(CARD_POINTS)
        root["generators"].same(GENERATORS)
        root["chain_generator"].same(CHAIN_GENERATOR)

    def check_keys(self) -> None:
        root = self.root
        for name in ("commitments", "secret_keys", "permutations", "key_proofs"):
            root[name].of(self.seats)
        for seat, derived in enumerate(self.derived):
            root["commitments"][seat].same(commit(root["secrets"][seat].data, self.place(seat)))
            root["secret_keys"][seat].same(derived.x)
            root["public_keys"][seat].same(derived.x * G)
            root["permutations"][seat].same(derived.permutation)
            proof = root["key_proofs"][seat]
            proof.accept(verify_key, self.keys[seat], proof.data, self.place(seat))
        root["joint_key"].same(root["public_keys"].accept(joint_key, self.keys))

    def check_shuffles(self) -> None:
        for seat, item in enumerate(self.root["shuffles"].of(self.seats)):
            derived, before, place = self.derived[seat], self.deck, self.place(seat)
            after = shuffle(before, self.Y, derived.permutation, derived.remask)
            item["deck"].same(after)
            proof = ShuffleProof(item["permutation_commitments"].elements, item["chain"].elements, item["proof"].data)
            item["proof"].accept(verify_shuffle, before, after, self.Y, proof, place)
            self.decks.append(after)

    def check_deal(self) -> None:
        for stage in self.root["deal"]:
            owners = {pair[0].number: pair[1].number for pair in stage["owners"]}
            self.owner |= owners
            for item in stage["shares"].of(self.seats):
                seat = item["seat"].number
                positions = tuple(sorted(p for p, owner in owners.items() if owner != seat))
                item["positions"].same(positions)
                shares = self._shares(item, seat, positions)
                masked, number = self._masked(positions), stage["stage"].number
                item["proof"].accept(verify_shares, self.keys[seat], masked, shares, number, self.place(seat))

    def check_hands(self) -> None:
        for seat, hand in enumerate(self.root["hands"].of(self.seats)):
            mine = {p: self._unmask(p) for p, owner in sorted(self.owner.items()) if owner == seat}
            hand.same(mine)

    def check_escrow(self) -> None:
        for item in self.root["escrow"].of(self.seats):
            maker = item["seat"].number
            rows = tuple(_row(box) for box in item["boxes"])
            escrow = Escrow(rows, item["proof"].data)
            item["proof"].accept(verify_escrow, self.keys[maker], self.seats, escrow, self.place(maker))
            for row, box in zip(rows, item["boxes"], strict=True):
                _check_box(box, row, self.derived[box["to"].number].x * row.R, self.place(maker))

    def check_complaint(self) -> None:
        item = self.root["complaint"]
        by, about, row = item["by"].number, item["about"].number, _row(item)
        complaint = Complaint(item["K"].element, item["proof"].data)
        item["K"].same(self.derived[by].x * row.R)
        item["proof"].accept(verify_complaint, self.keys[by], row, complaint, about, self.place(by))
        item["box"].refuse(open_box, row, complaint.K, self.place(about), by)

    def check_recovery(self) -> None:
        item = self.root["recovery"]
        boxes = self.root["escrow"][item["seat"].number]["boxes"]
        parts = []
        for box in boxes:
            part = item["sigmas"][str(box["to"].number)]
            part.accept(verify_part, _row(box), part.scalar)
            parts.append(part.scalar)
        item["secret_key"].same(recover_key(parts))
        item["secret_key"].same(self.derived[item["seat"].number].x)

    def check_holds_none(self) -> None:
        for item in self.root["holds_none"]:
            seat, positions, cards = item["seat"].number, item["positions"].numbers, item["cards"].texts
            masked = tuple(
                strip(self.deck[p], [self.shares[other, p] for other in range(self.seats) if other != seat])
                for p in positions
            )
            statement = item["cards"].accept(HoldsNone, self.keys[seat], positions, masked, cards)
            proof = HoldsNoneProof(item["W"].element, item["V"].elements, item["U"].elements, item["proof"].data)
            item["proof"].accept(verify_holds_none, statement, proof, self.place(seat))
            self.claims[seat].append(Claim(positions, cards))

    def check_opens(self) -> None:
        for item in self.root["opens"]:
            seat, positions = item["seat"].number, item["positions"].numbers
            shares = self._shares(item, seat, positions)
            masked = self._masked(positions)
            item["proof"].accept(verify_open, self.keys[seat], positions, masked, shares, self.place(seat))
            item["cards"].same([self._unmask(p) for p in positions])

    def check_reveal(self) -> None:
        """Do what all do when a round is over; it looks at no proof."""
        record = RoundRecord(
            self.round_id,
            tuple(
                Published(
                    self.root["commitments"][seat].data,
                    self.keys[seat],
                    self.decks[seat + 1],
                    tuple(self.published[seat]),
                    tuple(self.claims[seat]),
                )
                for seat in range(self.seats)
            ),
        )
        secrets = self.root["secrets"]
        keys = [secret.accept(recompute_seat, record, seat, secret.data) for seat, secret in enumerate(secrets)]
        cards = secrets.accept(recompute_cards, record, keys)
        for seat in range(self.seats):
            self.root["hands"][seat].same({p: cards[p] for p, owner in sorted(self.owner.items()) if owner == seat})
            self.root["holds_none"].accept(check_claims, record, seat, cards)

    def _masked(self, positions: tuple[int, ...]) -> tuple[Ciphertext, ...]:
        return tuple(self.deck[position] for position in positions)

    def _shares(self, item: Node, seat: int, positions: tuple[int, ...]) -> Shares:
        """Make a seat's shares again, note them, and return them with the file's proof."""
        D = tuple(decryption_share(self.derived[seat].x, self.deck[position]) for position in positions)
        item["shares"].same(D)
        self.shares |= {(seat, position): share for position, share in zip(positions, D, strict=True)}
        self.published[seat].append(PublishedShares(positions, D))
        return Shares(D, item["proof"].data)

    def _unmask(self, position: int) -> str:
        """Read a card as its owner: all others' shares as published, the owner's own from its key."""
        owner, masked = self.owner[position], self.deck[position]
        others = [self.shares[seat, position] for seat in range(self.seats) if seat != owner]
        return unmask(masked, [*others, decryption_share(self.derived[owner].x, masked)])


def _row(item: Node) -> EscrowRow:
    return EscrowRow(item["S"].element, item["R"].element, item["box"].data)


def _check_box(item: Node, row: EscrowRow, K: Element, place: Place) -> None:
    item["sigma"].same(item["box"].accept(open_box, row, K, place, item["to"].number))
