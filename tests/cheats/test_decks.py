"""Wrong keys, shuffles, shares, escrows and complaints, on real cryptography."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from random import Random

import pytest

from p2p.crypto import sigma
from p2p.crypto.escrow import EscrowRow, _fill_row, _relation
from p2p.crypto.hedge import Hedge
from p2p.crypto.ristretto import Element, G, L, Scalar
from p2p.crypto.round_secret import derive
from p2p.identity import Identity
from p2p.table.blame import Code
from p2p.table.cryptography import Cryptography, Place, ProvenEscrow, ProvenKey, ProvenShares, ProvenShuffle
from p2p.table.mental_poker import MentalPoker
from p2p.table.table import Table
from p2p.wire import messages
from p2p.wire.envelope import Chained
from p2p.wire.messages import ELEMENT, ROW, ChainedMessage
from tests.cheats.cheating import CheatTable, Forger, assert_caught, cheat, dealing_of, instead, section_of
from tests.p2p.table.standin import StandIn

BS = {"rounds": "3"}


def other(secret: bytes) -> bytes:
    return sha256(b"other" + secret).digest()


def lie(kind: Callable[..., MentalPoker]) -> Callable[[int], Cryptography]:
    return lambda number: kind(Random(f"liar {number}").randbytes)


def lying_table(kind: Callable[..., MentalPoker], *, seats: int = 3, cheater: int = 1) -> CheatTable:
    return cheat("badam-satti", seats, cheater=cheater, lying=lie(kind), options=BS, is_real=True)


def forged_table(forger: Forger, *, seats: int = 3, cheater: int = 1, game: str = "badam-satti") -> CheatTable:
    options = BS if game == "badam-satti" else {"target_rounds": "1"}
    return cheat(game, seats, cheater=cheater, forger=forger, options=options, is_real=True)


# Keys.


class CopiesAKey(MentalPoker):
    """Gives the key of another seat, or a key of which it knows no secret, with a proof of its own."""

    def prove_key(self, place: Place, secret: bytes) -> ProvenKey:
        return ProvenKey((Scalar(5) * G).encoding, super().prove_key(place, secret).proof)


class ProvesForAnotherSeat(MentalPoker):
    def prove_key(self, place: Place, secret: bytes) -> ProvenKey:
        return super().prove_key(Place(place.round_id, place.seat + 1), secret)


class GivesTheIdentity(MentalPoker):
    def prove_key(self, place: Place, secret: bytes) -> ProvenKey:
        return ProvenKey(bytes(32), bytes(64))


class GivesTheSecondEncoding(MentalPoker):
    """The top bit of the last byte is ignored by libsodium: every element would have a second encoding."""

    def prove_key(self, place: Place, secret: bytes) -> ProvenKey:
        honest = super().prove_key(place, secret)
        return ProvenKey(honest.key[:31] + bytes([honest.key[31] | 0x80]), honest.proof)


@pytest.mark.parametrize("kind", [CopiesAKey, ProvesForAnotherSeat, GivesTheIdentity, GivesTheSecondEncoding])
def test_key_without_its_proof_is_refused(kind: Callable[..., MentalPoker]) -> None:
    assert_caught(lying_table(kind), Code.KEY_PROOF)


def test_copied_key_with_its_proof_is_refused() -> None:
    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        if not isinstance(message, messages.Key):
            return None
        theirs = section_of(table).chain.held(0, envelope.step)
        return [] if theirs is None else instead(table, envelope, theirs.message())

    found = forged_table(forge, cheater=2)
    # The cheater waits until it has seen another's key; till then it sends nothing.
    found.forget_empty = True
    assert_caught(found, Code.KEY_PROOF)


class KeepsItsSecret(StandIn):
    """Draws the same secret for every round, and so uses one key in all of them, each time with a good proof."""

    def new_secret(self, identity: Identity, round_id: bytes) -> bytes:
        return bytes(32)


def test_key_of_an_earlier_round_is_refused() -> None:
    found = cheat("badam-satti", 3, cheater=1, lying=lambda number: KeepsItsSecret(), options=BS)
    assert_caught(found, Code.SAME_KEY)
    match = found.broken_matches()[0]
    assert match is not None
    assert len(match.rounds) == 1


# What only the reveal shows.


class CommitsToAnother(MentalPoker):
    def commitment(self, place: Place, secret: bytes) -> bytes:
        return super().commitment(place, other(secret))


class ShufflesWithAnother(MentalPoker):
    def shuffle(self, place: Place, secret: bytes, joint_key: bytes, before: bytes) -> ProvenShuffle:
        return super().shuffle(place, other(secret), joint_key, before)


@pytest.mark.parametrize("kind", [CommitsToAnother, ShufflesWithAnother])
def test_key_or_shuffle_not_from_the_secret_is_found_at_the_reveal(kind: Callable[..., MentalPoker]) -> None:
    found = lying_table(kind)
    assert_caught(found, Code.REVEAL)
    match = found.broken_matches()[0]
    assert match is not None
    assert len(match.rounds) == 1


def test_wrong_reveal_of_the_last_round_costs_the_seat_its_signature_and_the_score_stands() -> None:
    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        running = section_of(table).flow.round
        if not isinstance(message, messages.Reveal) or running is None or running.number != 2:
            return None
        return instead(table, envelope, messages.Reveal(message.digest, bytes(32)))

    found = cheat("badam-satti", 3, cheater=1, forger=forge, options=BS)
    found.run()
    assert found.named() == {(1, "reveal")}
    for number in found.honest:
        table = found.ring.tables[number]
        assert not table.is_broken
        assert table.phase.word == "over"
        assert section_of(table).chain.taken[-1].step.seats == (0, 2)
    for audit in found.audits():
        assert audit.is_signed
        assert audit.is_finished
        assert [(one.seat, one.code) for one in audit.offences] == [(1, Code.REVEAL)]
        assert audit.rounds[-1].unproven == (1,)


def test_reveal_of_the_secret_committed_to_but_not_used_is_refused() -> None:
    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        if not isinstance(message, messages.Reveal):
            return None
        return instead(table, envelope, messages.Reveal(message.digest, other(message.secret)))

    found = cheat("badam-satti", 3, cheater=0, forger=forge, lying=lie(CommitsToAnother), options=BS, is_real=True)
    assert_caught(found, Code.REVEAL)


# Shuffles.

MASKED = 2 * ELEMENT


def doubled(deck: bytes) -> bytes:
    return deck[:MASKED] * 2 + deck[2 * MASKED :]


def swapped(deck: bytes) -> bytes:
    return deck[MASKED : 2 * MASKED] + deck[:MASKED] + deck[2 * MASKED :]


def replaced(deck: bytes) -> bytes:
    """Put another card into the place of the first: B + G."""
    return deck[:ELEMENT] + (Element(deck[ELEMENT:MASKED]) + G).encoding + deck[MASKED:]


def with_identity(deck: bytes) -> bytes:
    return bytes(ELEMENT) + deck[ELEMENT:]


def with_second_encoding(deck: bytes) -> bytes:
    return deck[:31] + bytes([deck[31] | 0x80]) + deck[32:]


@pytest.mark.parametrize("change", [doubled, swapped, replaced, with_identity, with_second_encoding])
def test_deck_that_is_no_shuffle_is_refused(change: Callable[[bytes], bytes]) -> None:
    class Cheats(MentalPoker):
        def shuffle(self, place: Place, secret: bytes, joint_key: bytes, before: bytes) -> ProvenShuffle:
            honest = super().shuffle(place, secret, joint_key, before)
            return ProvenShuffle(change(honest.deck), honest.commitments, honest.chain, honest.proof)

    assert_caught(lying_table(Cheats, cheater=2), Code.SHUFFLE_PROOF)


def test_shuffle_of_a_deck_with_a_doubled_card_is_refused() -> None:
    class Cheats(MentalPoker):
        """Shuffles honestly, but from a deck in which one card stands twice and one is dropped."""

        def shuffle(self, place: Place, secret: bytes, joint_key: bytes, before: bytes) -> ProvenShuffle:
            return super().shuffle(place, secret, joint_key, doubled(before))

    assert_caught(lying_table(Cheats, cheater=0), Code.SHUFFLE_PROOF)


def test_replayed_shuffle_of_another_seat_is_refused() -> None:
    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        if not isinstance(message, messages.Shuffle):
            return None
        theirs = next(
            one.message() for step in section_of(table).chain.taken for one in step.envelopes if one.kind == "shuffle"
        )
        assert isinstance(theirs, messages.Shuffle)
        return instead(table, envelope, theirs)

    assert_caught(forged_table(forge), Code.SHUFFLE_PROOF)


def test_shuffle_proven_for_another_round_is_refused() -> None:
    class Cheats(MentalPoker):
        def shuffle(self, place: Place, secret: bytes, joint_key: bytes, before: bytes) -> ProvenShuffle:
            return super().shuffle(Place(sha256(place.round_id).digest(), place.seat), secret, joint_key, before)

    assert_caught(lying_table(Cheats), Code.SHUFFLE_PROOF)


# Shares.


def negated(shares: bytes) -> bytes:
    """Replace the first share by another point."""
    return (Element(shares[:ELEMENT]) + G).encoding + shares[ELEMENT:]


def exchanged(shares: bytes) -> bytes:
    return shares[ELEMENT : 2 * ELEMENT] + shares[:ELEMENT] + shares[2 * ELEMENT :]


def shortened(shares: bytes) -> bytes:
    return shares[ELEMENT:]


def lengthened(shares: bytes) -> bytes:
    return shares + shares[:ELEMENT]


@pytest.mark.parametrize("change", [negated, exchanged, shortened, lengthened])
def test_wrong_share_is_refused(change: Callable[[bytes], bytes]) -> None:
    class Cheats(MentalPoker):
        def prove_shares(
            self, place: Place, stage: int, secret: bytes, deck: bytes, positions: Sequence[int]
        ) -> ProvenShares:
            honest = super().prove_shares(place, stage, secret, deck, positions)
            return ProvenShares(change(honest.shares), honest.proof)

    assert_caught(lying_table(Cheats), Code.SHARE_PROOF)


def test_shares_proven_for_another_stage_are_refused() -> None:
    class Cheats(MentalPoker):
        def prove_shares(
            self, place: Place, stage: int, secret: bytes, deck: bytes, positions: Sequence[int]
        ) -> ProvenShares:
            return super().prove_shares(place, stage + 1, secret, deck, positions)

    found = cheat("double-sir", 4, cheater=3, lying=lie(Cheats), options={"target_rounds": "1"}, is_real=True)
    assert_caught(found, Code.SHARE_PROOF)


# Escrow.


class Escrows(MentalPoker):
    """Makes its own escrow: `parts` says what each row's sigma is, `points` which R stands in the first row."""

    def parts(self, x: Scalar, count: int) -> list[Scalar]:
        rest = x
        found = []
        for number in range(1, count):
            found.append(Scalar(1000 + number))
            rest = rest - found[-1]
        return [*found, rest]

    def changed(self, rows: list[EscrowRow], place: Place) -> list[EscrowRow]:
        return rows

    def seal_escrow(self, place: Place, secret: bytes, keys: Sequence[bytes]) -> ProvenEscrow:
        x = derive(secret, place.round_id).x
        readers = [seat for seat in range(len(keys)) if seat != place.seat]
        parts = self.parts(x, len(readers))
        blinds = [Scalar(2000 + number) for number in range(len(readers))]
        rows = [
            _fill_row(part, blind, Element(keys[to]), to, place)
            for part, blind, to in zip(parts, blinds, readers, strict=True)
        ]
        witness = [scalar for pair in zip(parts, blinds, strict=True) for scalar in pair]
        proof = sigma.prove(_relation(rows), witness, place.tag("escrow"), Hedge(secret, self.entropy))
        flat = b"".join(row.S.encoding + row.R.encoding + row.box for row in self.changed(rows, place))
        return ProvenEscrow(flat, proof)


def test_escrow_made_by_hand_passes() -> None:
    """The forgeries below differ from this one in what they say they differ in."""
    found = lying_table(Escrows)
    found.ring.run(until=lambda ring: all(table.phase.word == "move" for table in ring.tables))
    assert found.named() == set()


def test_escrow_that_does_not_add_up_is_refused() -> None:
    class Cheats(Escrows):
        def parts(self, x: Scalar, count: int) -> list[Scalar]:
            return [*super().parts(x, count)[:-1], Scalar(3)]

    assert_caught(lying_table(Cheats), Code.ESCROW_PROOF)


def test_escrow_with_an_r_copied_from_the_deck_is_refused() -> None:
    """It would make its reader, complaining, publish x*A: its share of a card."""

    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        if not isinstance(message, messages.Escrow):
            return None
        A = dealing_of(table).masked(0)[:ELEMENT]
        rows = message.rows[:ELEMENT] + A + message.rows[2 * ELEMENT :]
        return instead(table, envelope, messages.Escrow(rows, message.proof))

    assert_caught(forged_table(forge), Code.ESCROW_PROOF)


def test_escrow_with_an_r_copied_from_anothers_box_is_refused() -> None:
    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        if not isinstance(message, messages.Escrow):
            return None
        theirs = next((rows for seat, rows in dealing_of(table).escrows.items() if seat != table.seat), None)
        if theirs is None:
            return []
        rows = message.rows[:ELEMENT] + theirs[ELEMENT : 2 * ELEMENT] + message.rows[2 * ELEMENT :]
        return instead(table, envelope, messages.Escrow(rows, message.proof))

    found = forged_table(forge)
    found.forget_empty = True
    assert_caught(found, Code.ESCROW_PROOF)


@pytest.mark.parametrize("change", [shortened, lengthened])
def test_escrow_with_more_or_fewer_rows_is_refused(change: Callable[[bytes], bytes]) -> None:
    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        if not isinstance(message, messages.Escrow):
            return None
        rows = message.rows[ROW:] if change is shortened else message.rows + message.rows[:ROW]
        return instead(table, envelope, messages.Escrow(rows, message.proof))

    assert_caught(forged_table(forge), Code.ESCROW_PROOF)


def test_box_that_does_not_open_names_its_maker() -> None:
    class Cheats(Escrows):
        def changed(self, rows: list[EscrowRow], place: Place) -> list[EscrowRow]:
            return [EscrowRow(rows[0].S, rows[0].R, bytes(48)), *rows[1:]]

    assert_caught(lying_table(Cheats), Code.WRONG_BOX)


class Large(Scalar):
    """A scalar that is written as itself plus the group's order."""

    def encode(self) -> bytes:
        return (self.value + L).to_bytes(32, "little")


def test_box_with_a_scalar_above_the_order_names_its_maker() -> None:
    class Cheats(Escrows):
        def parts(self, x: Scalar, count: int) -> list[Scalar]:
            honest = super().parts(x, count)
            return [Large(honest[0].value), *honest[1:]]

    assert_caught(lying_table(Cheats, cheater=2), Code.WRONG_BOX)


def complaint_about(table: Table, about: int, row: bytes) -> messages.Complaint:
    dealing = dealing_of(table)
    assert dealing.secret is not None
    assert table.seat is not None
    place = Place(dealing.round_id, table.seat)
    proven = table._crypto.prove_complaint(place, about, dealing.secret, row)
    return messages.Complaint(about, proven.key, proven.proof)


@pytest.mark.parametrize("what", ["a right box", "a wrong key", "oneself", "one twice", "not ascending"])
def test_false_complaint_names_the_complainer(what: str) -> None:
    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        if not isinstance(message, messages.Checked):
            return None
        dealing = dealing_of(table)
        right = [complaint_about(table, about, dealing._row(about, 1)) for about in (0, 2)]
        bad = messages.Complaint(0, (Scalar(7) * G).encoding, right[0].proof)
        complaints = {
            "a right box": right[:1],
            "a wrong key": [bad],
            "oneself": [messages.Complaint(1, right[0].key, right[0].proof)],
            "one twice": [right[0], right[0]],
            "not ascending": right[::-1],
        }
        return instead(table, envelope, messages.Checked(tuple(complaints[what])))

    assert_caught(forged_table(forge, cheater=1), Code.FALSE_COMPLAINT)
