"""What stands after an offence, and which amendment may follow."""

import pytest

from engine.game import Match, PublicState, Seat
from engine.games import GAMES
from p2p.errors import LocalProtocolError
from p2p.table.blame import Code, Offence, RefusedError, RemoteProtocolError
from p2p.table.breaking import Break, break_off
from p2p.table.contract import ContractSeat
from p2p.table.flow import Snapshot
from p2p.table.phases import Phase
from tests.p2p.table.ring import identities, make_contract

MATCH = GAMES["badam-satti"].start_match({"rounds": "3"}, 3, Seat(0))


def state_of(match: Match) -> PublicState:
    return match.start_round()


def offence(seat: int, step: int, counts_from: int | None = None) -> Offence:
    return Offence(seat, step, step if counts_from is None else counts_from, Code.MALFORMED, "why", (b"raw",))


BEFORE = Snapshot(None, None, 0)
COMMITTED = Snapshot(MATCH, None, 0)
PLAYING = Snapshot(MATCH, state_of(MATCH), 0)
AFTER = MATCH.broken_off(state_of(MATCH), (Seat(2),))
NEXT = Snapshot(AFTER, None, 1)
NEXT_PLAYING = Snapshot(AFTER, state_of(AFTER), 1)


def test_before_the_coin_nothing_stands_and_nothing_follows() -> None:
    broken = break_off([offence(1, 0)], [BEFORE], committed=None)
    assert broken == Break((1,), None, 0, 0)
    assert broken.contract(make_contract("badam-satti", identities(3), {}), {}) is None


def test_before_confirm_nothing_is_lost() -> None:
    assert break_off([offence(1, 1)], [BEFORE, COMMITTED], committed=None) == Break((1,), MATCH, 2, 1)


def test_round_counts_against_the_lowest_offence() -> None:
    snapshots = [BEFORE, COMMITTED, PLAYING, PLAYING]
    broken = break_off([offence(2, 2), offence(0, 3)], snapshots, committed=1)
    assert broken == Break((2,), AFTER, 2, 2)
    both = break_off([offence(2, 2), offence(0, 2)], snapshots, committed=1)
    assert both.seats == (0, 2)
    assert both.match == MATCH.broken_off(state_of(MATCH), (Seat(0), Seat(2)))


@pytest.mark.parametrize(
    ("later", "committed", "expected"),
    [
        ([NEXT], None, Break((2,), MATCH.broken_off(state_of(MATCH), (Seat(2),)), 2, 2)),
        ([NEXT, NEXT], 3, Break((2,), AFTER, 3, 4)),
        ([NEXT, NEXT, NEXT], 3, Break((2,), AFTER, 3, 4)),
        ([NEXT, NEXT, NEXT_PLAYING], 3, Break((2,), AFTER.broken_off(state_of(AFTER), (Seat(2),)), 3, 5)),
        (
            [NEXT, NEXT, NEXT_PLAYING, NEXT_PLAYING],
            3,
            Break((2,), AFTER.broken_off(state_of(AFTER), (Seat(2),)), 3, 5),
        ),
    ],
)
def test_evidence_of_an_earlier_round_counts_from_one_place_however_far_a_peer_has_gone(
    later: list[Snapshot], committed: int | None, expected: Break
) -> None:
    assert break_off([offence(2, 2)], [BEFORE, COMMITTED, PLAYING, *later], committed=committed) == expected


def test_offence_of_the_step_that_ended_the_round_leaves_its_result() -> None:
    broken = break_off([offence(2, 2, 3)], [BEFORE, COMMITTED, PLAYING, NEXT, NEXT], committed=3)
    assert broken == Break((2,), AFTER, 3, 3)


def test_those_who_stay_propose_in_their_order() -> None:
    broken = Break((1, 3), MATCH, 1, 0)
    assert [broken.rank(seat, 5) for seat in (0, 2, 4)] == [0, 1, 2]
    with pytest.raises(LocalProtocolError):
        broken.rank(3, 5)


def test_amendment_gives_exactly_the_empty_seats_to_new_keys() -> None:
    contract = make_contract("badam-satti", identities(3), {"rounds": "3"})
    broken = Break((1,), MATCH, 1, 0)
    new = ContractSeat(identities(4)[3].peer_id, "New", True, bytes(32))
    follows = broken.contract(contract, {1: new})
    assert follows is not None
    assert follows.seats == (contract.seats[0], new, contract.seats[2])
    assert follows.match_so_far() == MATCH
    for wrong in ({}, {0: new}, {0: new, 1: new}, {1: contract.seats[2]}, {1: contract.seats[1]}):
        assert broken.contract(contract, wrong) is None


def test_errors_say_who_what_and_where() -> None:
    error = RemoteProtocolError(offence(2, 7))
    assert (error.seat, error.code, error.evidence) == (2, Code.MALFORMED, (b"raw",))
    assert str(error) == "seat 2, step 7: malformed: why"
    assert str(RefusedError(Code.OPENING, "no", seats=(1,))) == "opening: no"


def test_phases_have_the_words_of_protocol_md() -> None:
    assert [phase.word for phase in (Phase.AGREE, Phase.COIN_COMMIT, Phase.OVER)] == ["agree", "coin-commit", "over"]
    kinds = [kind for phase in Phase for kind in phase.value.kinds]
    assert len(kinds) == len(set(kinds))
