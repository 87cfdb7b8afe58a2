"""The product's cryptography behind the table's door, where honest play does not lead."""

from dataclasses import replace
from functools import cache

import pytest

from p2p.crypto.ristretto import G, Scalar
from p2p.errors import ProofError
from p2p.table.cryptography import RoundRecord
from p2p.table.mental_poker import MentalPoker
from p2p.table.phases import Phase
from tests.cheats.cheating import dealing_of
from tests.p2p.table.matches import real
from tests.p2p.table.ring import ring

CRYPTO = MentalPoker(bytes)


@cache
def dealt() -> RoundRecord:
    """What a dealt round has published, with the secrets that nobody has revealed yet."""
    played = ring("badam-satti", 3, real(0))
    played.mover = lambda number, table: True
    played.run(until=lambda one: all(table.phase is Phase.MOVE for table in one.tables))
    dealings = [dealing_of(table) for table in played.tables]
    for seat, dealing in enumerate(dealings):
        assert dealing.secret is not None
        dealings[0].secrets[seat] = dealing.secret
    return dealings[0].record()


def test_masked_card_that_its_shares_open_to_nothing_is_refused() -> None:
    A, B = Scalar(3) * G, Scalar(5) * G
    with pytest.raises(ProofError):
        CRYPTO.partly_unmask(A.encoding + B.encoding, [B.encoding])
    with pytest.raises(ProofError):
        CRYPTO.read_card(B.encoding, A.encoding)


def test_recomputation_finds_every_hand() -> None:
    found = CRYPTO.recompute(dealt())
    assert [one.why for one in found] == ["", "", ""]
    assert len({text for one in found for text in one.hand.values()}) == 52


def test_recomputation_finds_a_false_claim_to_hold_none() -> None:
    position, text = next(iter(CRYPTO.recompute(dealt())[1].hand.items()))
    false = replace(dealt(), holds_none=((), (((position,), (text,)),), ()))
    true = replace(dealt(), holds_none=((((position,), (text,)),), (), ()))
    assert "while proving" in CRYPTO.recompute(false)[1].why
    # A claim is held against the positions it names, whoever owns them: the statement is the verifier's own.
    assert [one.why for one in CRYPTO.recompute(true)][1:] == ["", ""]


def test_hand_of_who_reveals_nothing_true_stays_unread_and_the_others_are_read_by_shares() -> None:
    record = replace(dealt(), secrets=(dealt().secrets[0], bytes(32), dealt().secrets[2]))
    found = CRYPTO.recompute(record)
    assert [bool(one.why) for one in found] == [False, True, False]
    assert set(found[1].hand.values()) == {""}
    fair = CRYPTO.recompute(dealt())
    assert (found[0].hand, found[2].hand) == (fair[0].hand, fair[2].hand)
    position = next(iter(fair[0].hand))
    wrong = tuple({**given, position: G.encoding} if seat == 1 else given for seat, given in enumerate(record.shares))
    assert CRYPTO.recompute(replace(record, shares=wrong))[0].hand == {**fair[0].hand, position: ""}
