"""Honest seats for tests: a round's keys, decks and shares, made with fixed entropy, and small decks for long tests."""

from dataclasses import dataclass, field
from functools import cache

from p2p.crypto.elgamal import Ciphertext, Deck, first_deck
from p2p.crypto.fiat_shamir import Place
from p2p.crypto.hand import decryption_share, strip, unmask
from p2p.crypto.hedge import Hedge
from p2p.crypto.keys import joint_key
from p2p.crypto.ristretto import Element, G, L, Scalar
from p2p.crypto.round_secret import Derived, derive
from p2p.crypto.shuffle import ShuffleProof, prove_shuffle, shuffle
from tests.vectors.make import FixedEntropy


@dataclass(frozen=True)
class World:
    """A shuffled round: the last deck is dealt one by one, position p to seat p mod n."""

    seats: int
    round_id: bytes
    secrets: list[bytes]
    derived: list[Derived]
    keys: list[Element]
    Y: Element
    decks: list[Deck] = field(repr=False)

    @property
    def deck(self) -> Deck:
        return self.decks[-1]

    def x(self, seat: int) -> Scalar:
        return self.derived[seat].x

    def place(self, seat: int) -> Place:
        return Place(self.round_id, seat)

    def hedge(self, seat: int) -> Hedge:
        return Hedge(self.secrets[seat], FixedEntropy(f"hedge {seat}"))

    def positions(self, seat: int) -> tuple[int, ...]:
        return tuple(range(seat, len(self.deck), self.seats))

    def masked(self, positions: tuple[int, ...]) -> tuple[Ciphertext, ...]:
        return tuple(self.deck[position] for position in positions)

    def stripped(self, seat: int, positions: tuple[int, ...]) -> tuple[Ciphertext, ...]:
        """Return the cards with all others' shares taken off."""
        others = [self.x(other) for other in range(self.seats) if other != seat]
        return tuple(strip(card, [decryption_share(x, card) for x in others]) for card in self.masked(positions))

    def face(self, position: int) -> str:
        card = self.deck[position]
        return unmask(card, [decryption_share(derived.x, card) for derived in self.derived])


@cache
def world(seats: int, seed: str = "world") -> World:
    """Return a round up to the last shuffle, the same every time."""
    entropy = FixedEntropy(f"{seed} {seats}")
    round_id = entropy(32)
    secrets = [entropy(32) for _ in range(seats)]
    derived = [derive(secret, round_id) for secret in secrets]
    keys = [own.x * G for own in derived]
    Y = joint_key(keys)
    decks = [first_deck(Y)]
    for own in derived:
        decks.append(shuffle(decks[-1], Y, own.permutation, own.remask))
    return World(seats, round_id, secrets, derived, keys, Y, decks)


@dataclass(frozen=True)
class SmallShuffle:
    """A proved shuffle of a few cards; what takes a proof for each of its parts would take minutes with 52."""

    before: Deck
    after: Deck
    Y: Element
    permutation: tuple[int, ...]
    remask: tuple[Scalar, ...]
    proof: ShuffleProof
    place: Place
    hedge: Hedge


@cache
def small_shuffle(cards: int = 4) -> SmallShuffle:
    """Return seat 0's shuffle of the first few cards of a deck that was shuffled before."""
    base = world(3)
    before = base.deck[:cards]
    permutation = (*range(1, cards), 0)
    remask = base.derived[0].remask[:cards]
    after, proof = prove_shuffle(before, base.Y, permutation, remask, base.place(0), base.hedge(0))
    return SmallShuffle(before, after, base.Y, permutation, remask, proof, base.place(0), base.hedge(0))


def scalars_changed(proof: bytes) -> list[bytes]:
    """Return the proof with each scalar in turn greater by one, mod L."""
    changed = []
    for at in range(0, len(proof), 32):
        scalar = (int.from_bytes(proof[at : at + 32], "little") + 1) % L
        changed.append(proof[:at] + scalar.to_bytes(32, "little") + proof[at + 32 :])
    return changed


def elements_changed(elements: tuple[Element, ...]) -> list[tuple[Element, ...]]:
    """Return the list with G added to each element in turn, one longer at either end, and one shorter at either end."""
    changed = [(*elements[:k], element + G, *elements[k + 1 :]) for k, element in enumerate(elements)]
    return [*changed, (*elements, G), (G, *elements), elements[:-1], elements[1:]]


def places_changed(place: Place) -> list[Place]:
    """Return other places: another seat, another round."""
    other_round = bytes([place.round_id[0] ^ 1]) + place.round_id[1:]
    return [Place(place.round_id, place.seat + 1), Place(other_round, place.seat)]
