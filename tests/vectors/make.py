"""Make the project's own vector file: `python -m tests.vectors.make` writes mental-poker-5.json beside this file.

A round of five seats with two deal stages, in the form of a whole round. The same bytes come out every time: secrets
and entropy are fixed. A second implementation reproduces what is determined and accepts the proofs; a third way in,
beside rounds of 3, 4 and 7 seats with dealer 0: here seat 2 deals, and it is round 3 of the table.
"""

import hashlib
import json
from pathlib import Path

from p2p.crypto.elgamal import CARD_POINTS, CARDS, CHAIN_GENERATOR, GENERATORS, Ciphertext, first_deck
from p2p.crypto.escrow import EscrowRow, open_box, prove_complaint, prove_escrow, recipients, recover_key
from p2p.crypto.fiat_shamir import Place
from p2p.crypto.hand import decryption_share, prove_open, prove_shares, strip, unmask
from p2p.crypto.hedge import Hedge
from p2p.crypto.holds_none import HoldsNone, prove_holds_none
from p2p.crypto.keys import joint_key, prove_key
from p2p.crypto.ristretto import Element, G, Scalar
from p2p.crypto.round_secret import commit, derive, draw_round_secret, round_id_of
from p2p.crypto.shuffle import prove_shuffle
from tests.vectors.node import as_json

OWN_FILE = Path(__file__).parent / "mental-poker-5.json"

SEATS = 5
DEALER = 2
ROUND = 3
FORBIDDEN = 6
"""How many cards each holds-none proof names."""


class FixedEntropy:
    """Bytes that look random and are the same every time: SHAKE256 of a seed and a counter."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._calls = 0

    def __call__(self, size_bytes: int, /) -> bytes:
        self._calls += 1
        return hashlib.shake_256(f"{self._seed}/{self._calls}".encode()).digest(size_bytes)


class Maker:
    """Plays a round by itself, all seats in one, and notes everything."""

    def __init__(self) -> None:
        self.entropy = FixedEntropy("patte own vectors")
        self.table_id, self.contract_hash = self.entropy(16), self.entropy(32)
        self.round_id = round_id_of(self.table_id, self.contract_hash, ROUND)
        self.secrets = [draw_round_secret(self.entropy(32), self.round_id, self.entropy) for _ in range(SEATS)]
        self.derived = [derive(secret, self.round_id) for secret in self.secrets]
        self.keys = [derived.x * G for derived in self.derived]
        self.Y = joint_key(self.keys)
        self.deck = first_deck(self.Y)
        self.stages = self._deal_plan()
        self.parts: dict[int, list[Scalar]] = {}
        self.owner = {p: seat for stage in self.stages for p, seat in stage.items()}

    def make(self) -> dict[str, object]:
        """Return the file's content, in the order of a round."""
        places = [self.place(seat) for seat in range(SEATS)]
        return {
            "table_id": self.table_id,
            "contract_hash": self.contract_hash,
            "round": ROUND,
            "round_id": self.round_id,
            "seats": SEATS,
            "card_points": CARD_POINTS,
            "generators": GENERATORS,
            "chain_generator": CHAIN_GENERATOR,
            "secrets": self.secrets,
            "commitments": [commit(self.secrets[seat], places[seat]) for seat in range(SEATS)],
            "secret_keys": [derived.x for derived in self.derived],
            "public_keys": self.keys,
            "joint_key": self.Y,
            "permutations": [derived.permutation for derived in self.derived],
            "key_proofs": [prove_key(self.derived[s].x, places[s], self.hedge(s)) for s in range(SEATS)],
            "shuffles": [self.shuffle(seat) for seat in range(SEATS)],
            "deal": [self.stage(number, owners) for number, owners in enumerate(self.stages)],
            "hands": [{p: self.face(p) for p in self.positions(seat)} for seat in range(SEATS)],
            "escrow": [self.escrow(seat) for seat in range(SEATS)],
            "complaint": self.complaint(by=3, about=1),
            "recovery": self.recovery(4),
            "holds_none": [self.holds_none(seat) for seat in range(SEATS)],
            "opens": [
                self.open(seat, positions)
                for seat in range(SEATS)
                for positions in (self.positions(seat)[:1], self.positions(seat)[1:4])
            ],
        }

    def place(self, seat: int) -> Place:
        return Place(self.round_id, seat)

    def hedge(self, seat: int) -> Hedge:
        return Hedge(self.secrets[seat], self.entropy)

    def positions(self, seat: int) -> list[int]:
        return [position for position, owner in sorted(self.owner.items()) if owner == seat]

    def masked(self, positions: list[int]) -> tuple[Ciphertext, ...]:
        return tuple(self.deck[position] for position in positions)

    def share(self, seat: int, position: int) -> Element:
        return decryption_share(self.derived[seat].x, self.deck[position])

    def face(self, position: int) -> str:
        return unmask(self.deck[position], [self.share(seat, position) for seat in range(SEATS)])

    def shuffle(self, seat: int) -> dict[str, object]:
        derived = self.derived[seat]
        self.deck, proof = prove_shuffle(
            self.deck, self.Y, derived.permutation, derived.remask, self.place(seat), self.hedge(seat)
        )
        return {"deck": self.deck, "permutation_commitments": proof.C, "chain": proof.D, "proof": proof.proof}

    def stage(self, number: int, owners: dict[int, int]) -> dict[str, object]:
        all_shares = []
        for seat in range(SEATS):
            positions = [position for position, owner in owners.items() if owner != seat]
            x, masked = self.derived[seat].x, self.masked(positions)
            shares = prove_shares(x, masked, number, self.place(seat), self.hedge(seat))
            all_shares.append({"seat": seat, "positions": positions, "shares": shares.D, "proof": shares.proof})
        return {"stage": number, "owners": list(owners.items()), "shares": all_shares}

    def escrow(self, seat: int) -> dict[str, object]:
        escrow = prove_escrow(self.derived[seat].x, self.keys, self.place(seat), self.hedge(seat))
        rows = list(zip(recipients(SEATS, seat), escrow.rows, strict=True))
        self.parts[seat] = [open_box(row, self.derived[to].x * row.R, self.place(seat), to) for to, row in rows]
        boxes = [
            {"to": to, "S": row.S, "R": row.R, "box": row.box, "sigma": part}
            for (to, row), part in zip(rows, self.parts[seat], strict=True)
        ]
        return {"seat": seat, "proof": escrow.proof, "boxes": boxes}

    def complaint(self, *, by: int, about: int) -> dict[str, object]:
        """A box with one bit turned over."""
        escrow = prove_escrow(self.derived[about].x, self.keys, self.place(about), self.hedge(about))
        row = escrow.rows[recipients(SEATS, about).index(by)]
        wrong = EscrowRow(row.S, row.R, bytes([row.box[0] ^ 1]) + row.box[1:])
        complaint = prove_complaint(self.derived[by].x, wrong, about, self.place(by), self.hedge(by))
        return {
            "by": by,
            "about": about,
            "S": wrong.S,
            "R": wrong.R,
            "box": wrong.box,
            "K": complaint.K,
            "proof": complaint.proof,
        }

    def recovery(self, gone: int) -> dict[str, object]:
        parts = dict(zip(recipients(SEATS, gone), self.parts[gone], strict=True))
        return {"seat": gone, "sigmas": parts, "secret_key": recover_key(self.parts[gone])}

    def holds_none(self, seat: int) -> dict[str, object]:
        positions = self.positions(seat)[1:]
        held = [self.face(position) for position in positions]
        cards = tuple(card for card in CARDS if card not in held)[-FORBIDDEN:]
        others = [other for other in range(SEATS) if other != seat]
        masked = tuple(strip(self.deck[p], [self.share(other, p) for other in others]) for p in positions)
        statement = HoldsNone(self.keys[seat], tuple(positions), masked, cards)
        proof = prove_holds_none(statement, self.derived[seat].x, self.place(seat), self.hedge(seat))
        return {
            "seat": seat,
            "positions": positions,
            "cards": cards,
            "W": proof.W,
            "U": proof.U,
            "V": proof.V,
            "proof": proof.proof,
        }

    def open(self, seat: int, positions: list[int]) -> dict[str, object]:
        masked = self.masked(positions)
        shares = prove_open(self.derived[seat].x, positions, masked, self.place(seat), self.hedge(seat))
        cards = [self.face(position) for position in positions]
        return {"seat": seat, "positions": positions, "shares": shares.D, "cards": cards, "proof": shares.proof}

    @staticmethod
    def _deal_plan() -> list[dict[int, int]]:
        """Four cards each in packets, then the rest one by one, both from the seat after the dealer."""
        packets = {p: (DEALER + 1 + p // 4) % SEATS for p in range(4 * SEATS)}
        singly = {p: (DEALER + 1 + p) % SEATS for p in range(4 * SEATS, len(CARDS))}
        return [packets, singly]


def own_file() -> str:
    """Return the text of the project's own file."""
    return json.dumps(as_json(Maker().make()), indent=1) + "\n"


if __name__ == "__main__":
    OWN_FILE.write_text(own_file())
