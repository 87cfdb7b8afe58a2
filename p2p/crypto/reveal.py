"""The reveal: when the round is over, everything once more, by plain recomputation.

Nothing here looks at a proof. From each seat's round secret follow its commitment, key, permutation and shuffle, its
shares, and with all keys every card; what was published must be exactly that. So a round that passes here was right
even if a proof system above is broken.

A seat that will not reveal leaves its key to the escrow: its shares and cards are checked all the same, its shuffle
then rests on the proof alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from p2p.crypto.elgamal import CARDS, Deck, card_of, first_deck
from p2p.crypto.fiat_shamir import Place
from p2p.crypto.hand import decryption_share
from p2p.crypto.ristretto import Element, G, Scalar, element_sum
from p2p.crypto.round_secret import commit, derive
from p2p.crypto.shuffle import shuffle
from p2p.errors import EncodingError, RevealError


@dataclass(frozen=True, slots=True)
class PublishedShares:
    """Shares that a seat published, in a deal stage or to open its own cards: by position of the last deck."""

    positions: tuple[int, ...]
    D: tuple[Element, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """What a holds-none proof claimed: none of these cards lies at these positions."""

    positions: tuple[int, ...]
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Published:
    """What one seat published in a round, proofs aside.

    Attributes:
        commitment: C_i, 32 bytes.
        Y: its round key.
        deck: the deck after its shuffle.
        shares: all its shares.
        claims: all its holds-none claims.
    """

    commitment: bytes
    Y: Element
    deck: Deck
    shares: tuple[PublishedShares, ...]
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """What all seats published in a round, in seat order."""

    round_id: bytes
    seats: tuple[Published, ...]


def recompute_seat(record: RoundRecord, seat: int, secret: bytes) -> Scalar:
    """Check all that a seat published against its revealed round secret; return its secret key.

    Raises:
        RevealError: something is not what follows from the secret.
    """
    published = record.seats[seat]
    try:
        commitment = commit(secret, Place(record.round_id, seat))
    except EncodingError as error:
        raise RevealError("not a round secret") from error
    if commitment != published.commitment:
        raise RevealError("the round secret is not the one committed to")
    derived = derive(secret, record.round_id)
    recompute_with_key(record, seat, derived.x)
    Y = element_sum(other.Y for other in record.seats)
    before = record.seats[seat - 1].deck if seat > 0 else first_deck(Y)
    if shuffle(before, Y, derived.permutation, derived.remask) != published.deck:
        raise RevealError("the deck is not the one that the secret gives")
    return derived.x


def recompute_with_key(record: RoundRecord, seat: int, x: Scalar) -> None:
    """Check a seat's key and shares against its secret key, revealed or out of the escrow.

    Raises:
        RevealError: the key or a share is another.
    """
    published = record.seats[seat]
    if x * G != published.Y:
        raise RevealError("the key is not the one that the secret gives")
    deck = record.seats[-1].deck
    for shares in published.shares:
        if tuple(decryption_share(x, deck[position]) for position in shares.positions) != shares.D:
            raise RevealError("a share is not the one that the secret gives")


def recompute_cards(record: RoundRecord, keys: Sequence[Scalar]) -> tuple[str, ...]:
    """Return the card at each position of the last deck, from all seats' secret keys.

    Raises:
        RevealError: the positions do not hold the 52 cards.
    """
    x = Scalar.reduced(sum(key.value for key in keys))
    cards = [card_of(masked.B - x * masked.A) for masked in record.seats[-1].deck]
    faces = tuple([card for card in cards if card is not None])
    if sorted(faces) != sorted(CARDS):
        raise RevealError("the deck does not hold the 52 cards")
    return faces


def check_claims(record: RoundRecord, seat: int, cards: Sequence[str]) -> None:
    """Check that each holds-none proof of a seat was true; `cards` from `recompute_cards`.

    Raises:
        RevealError: one of the forbidden cards lay at one of the positions.
    """
    for claim in record.seats[seat].claims:
        held = [cards[position] for position in claim.positions if cards[position] in claim.cards]
        if held:
            raise RevealError(f"held {', '.join(held)} while proving to hold none")
