"""The reveal: an honest round passes; each thing published that does not follow from the secret is found."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from p2p.crypto.elgamal import CARDS, Ciphertext
from p2p.crypto.hand import decryption_share
from p2p.crypto.reveal import (
    Claim,
    Published,
    PublishedShares,
    RoundRecord,
    check_claims,
    recompute_cards,
    recompute_seat,
    recompute_with_key,
)
from p2p.crypto.ristretto import G, Scalar
from p2p.crypto.round_secret import commit
from p2p.errors import RevealError
from tests.p2p.crypto.world import world

W = world(3)
FACES = tuple(W.face(position) for position in range(52))


def published(seat: int) -> Published:
    others = tuple(position for position in range(52) if position % 3 != seat)
    own = W.positions(seat)[:2]
    shares = tuple(
        PublishedShares(positions, tuple(decryption_share(W.x(seat), W.deck[position]) for position in positions))
        for positions in (others, own)
    )
    closed = W.positions(seat)[2:]
    absent = tuple(card for card in CARDS if card not in [FACES[position] for position in closed])
    commitment = commit(W.secrets[seat], W.place(seat))
    return Published(commitment, W.keys[seat], W.decks[seat + 1], shares, (Claim(closed, absent[:5]),))


RECORD = RoundRecord(W.round_id, tuple(published(seat) for seat in range(3)))


def with_seat(seat: int, change: Callable[[Published], Published]) -> RoundRecord:
    seats = list(RECORD.seats)
    seats[seat] = change(seats[seat])
    return replace(RECORD, seats=tuple(seats))


def test_honest_round_passes() -> None:
    keys = [recompute_seat(RECORD, seat, W.secrets[seat]) for seat in range(3)]
    assert keys == [W.x(seat) for seat in range(3)]
    cards = recompute_cards(RECORD, keys)
    assert cards == FACES
    for seat in range(3):
        check_claims(RECORD, seat, cards)


@pytest.mark.parametrize("secret", [b"", b"x" * 31, b"x" * 33, b"x" * 32, W.secrets[1]])
def test_other_secret_is_refused(secret: bytes) -> None:
    with pytest.raises(RevealError):
        recompute_seat(RECORD, 0, secret)


def deck_changed(seat: Published) -> Published:
    first = Ciphertext(seat.deck[0].A, seat.deck[0].B + G)
    return replace(seat, deck=(first, *seat.deck[1:]))


def share_changed(seat: Published) -> Published:
    first = seat.shares[1]
    return replace(seat, shares=(seat.shares[0], replace(first, D=(first.D[0] + G, *first.D[1:]))))


def share_missing(seat: Published) -> Published:
    return replace(seat, shares=(replace(seat.shares[0], D=seat.shares[0].D[1:]), seat.shares[1]))


CHANGES: dict[str, Callable[[Published], Published]] = {
    "commitment": lambda seat: replace(seat, commitment=bytes(32)),
    "key": lambda seat: replace(seat, Y=seat.Y + G),
    "deck": deck_changed,
    "share": share_changed,
    "a share is missing": share_missing,
}


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize("seat", range(3))
def test_what_does_not_follow_from_the_secret_is_found(name: str, seat: int) -> None:
    with pytest.raises(RevealError):
        recompute_seat(with_seat(seat, CHANGES[name]), seat, W.secrets[seat])


def test_other_round_is_refused() -> None:
    with pytest.raises(RevealError):
        recompute_seat(replace(RECORD, round_id=bytes(32)), 0, W.secrets[0])


def test_seat_that_does_not_reveal_is_checked_by_its_recovered_key() -> None:
    recompute_with_key(RECORD, 1, W.x(1))
    with pytest.raises(RevealError, match="key"):
        recompute_with_key(RECORD, 1, W.x(0))
    with pytest.raises(RevealError, match="share"):
        recompute_with_key(with_seat(1, share_changed), 1, W.x(1))


def test_deck_that_does_not_hold_the_52_cards_is_found() -> None:
    keys = [W.x(seat) for seat in range(3)]
    with pytest.raises(RevealError):
        recompute_cards(RECORD, [*keys[:2], keys[2] + Scalar(1)])
    doubled = with_seat(2, lambda seat: replace(seat, deck=(seat.deck[1], *seat.deck[1:])))
    with pytest.raises(RevealError):
        recompute_cards(doubled, keys)
    with pytest.raises(RevealError):
        recompute_cards(with_seat(2, deck_changed), keys)


def test_false_claim_is_found_and_its_card_named() -> None:
    closed = W.positions(1)[2:]
    held = FACES[closed[3]]
    lying = with_seat(1, lambda seat: replace(seat, claims=(*seat.claims, Claim(closed, (held,)))))
    with pytest.raises(RevealError, match=held):
        check_claims(lying, 1, FACES)
    check_claims(lying, 0, FACES)
