"""After a break: the lowest seat that stays proposes, a newcomer takes the place, and the match goes on to its end."""

import pytest

from engine.game import Seat
from p2p.errors import LocalProtocolError
from p2p.table import events
from p2p.table.actions import AgreeTo, Decline, Propose
from p2p.table.audit import audit_transcript
from p2p.table.blame import Code
from p2p.table.breaking import PROPOSE_AFTER_S
from p2p.table.contract import Contract, ContractSeat
from p2p.table.phases import Phase
from p2p.table.table import Table
from p2p.table.transcript import write_transcript
from p2p.wire import messages
from p2p.wire.envelope import Chained
from p2p.wire.messages import ChainedMessage
from tests.cheats.cheating import CheatTable, cheat, dealing_of, instead
from tests.p2p.table.ring import identities

BS = {"rounds": "3"}
NONCE = b"\x07" * 32


def broken_table(game: str, seats: int, cheater: int, *, is_real: bool = False, watchers: int = 2) -> CheatTable:
    """A table at which one seat cheats in the play of the second round, or of the first on real cryptography."""
    at = 0 if is_real else 1

    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        running = table.sections[-1].flow.round
        if not isinstance(message, messages.Play) or running is None or running.number != at or len(table.sections) > 1:
            return None
        if len(dealing_of(table).opened) < 4:
            return None
        return instead(table, envelope, messages.Play(message.position, bytes(32), message.proof, message.holds_none))

    options = {"target_rounds": "2"} if game == "double-sir" else BS
    found = cheat(game, seats, cheater=cheater, forger=forge, options=options, is_real=is_real, watchers=watchers)
    found.run()
    assert found.named() == {(cheater, str(Code.OPENING))}
    return found


def newcomer(found: CheatTable, number: int) -> ContractSeat:
    """Give the place of the watcher with this number."""
    who = found.ring.tables[number]._identity
    assert who is not None
    return ContractSeat(who.peer_id, "Newcomer", False, NONCE)


def propose(found: CheatTable, proposer: int, number: int) -> None:
    action = Propose(((found.cheater, newcomer(found, number)),))
    found.ring.tables[proposer].do(action, found.ring.now)


def agree(found: CheatTable, number: int, *, declines: bool = False) -> None:
    """Wait for the proposal that gives this watcher a seat, and answer it."""
    table, log = found.ring.tables[number], found.ring.log[number]
    assert table._identity is not None
    key = table._identity.peer_id

    def offer() -> Contract | None:
        proposed = [event.contract for event in log if isinstance(event, events.Proposed)][-1:]
        fresh = [one for one in proposed if one.amends is not None and one.amends.previous == table.contract.hash]
        return next((one for one in fresh if one.seat_of(key) is not None), None)

    found.ring.run(until=lambda _: offer() is not None)
    proposed = offer()
    assert proposed is not None
    action = Decline(proposed.hash) if declines else AgreeTo(proposed.hash)
    found.ring.tables[number].do(action, found.ring.now)


def assert_goes_on_to_the_end(found: CheatTable, *, offences: int = 1) -> None:
    found.ring.idle_s = 60
    found.run()
    assert {table.phase for table in found.ring.tables} == {Phase.OVER}
    assert len({table.head for table in found.ring.tables}) == 1
    # The cheater's own table holds what it should have sent as well.
    honest = [table for number, table in enumerate(found.ring.tables) if number != found.cheater]
    files = {write_transcript(table.sections) for table in honest}
    assert len(files) == 1
    audit = audit_transcript(files.pop(), found.crypto)
    assert audit.is_signed
    assert audit.match == found.ring.tables[0].match
    assert len(audit.offences) == offences
    assert [len(table.sections) for table in found.ring.tables] == [1 + offences] * len(found.ring.tables)
    assert len({one.number for one in audit.rounds}) == len(audit.rounds)


@pytest.mark.parametrize(("game", "seats", "cheater"), [("badam-satti", 3, 1), ("sevens", 5, 0), ("double-sir", 4, 3)])
def test_match_goes_on_with_a_newcomer_to_one_transcript(game: str, seats: int, cheater: int) -> None:
    found = broken_table(game, seats, cheater)
    propose(found, 1 if cheater == 0 else 0, seats)
    agree(found, seats)
    assert_goes_on_to_the_end(found)
    assert found.ring.tables[seats].seat == cheater
    assert found.table.seat is None


def test_match_goes_on_on_real_cryptography() -> None:
    found = broken_table("badam-satti", 3, 2, is_real=True)
    propose(found, 0, 3)
    agree(found, 3)
    assert_goes_on_to_the_end(found)


def test_newcomer_who_declines_makes_room_for_another() -> None:
    found = broken_table("badam-satti", 3, 1)
    propose(found, 0, 3)
    agree(found, 3, declines=True)
    found.ring.run(until=lambda one: any(isinstance(event, events.Refused) for event in one.log[0]))
    found.ring.idle_s = 5
    found.run()
    propose(found, 0, 4)
    agree(found, 4)
    assert_goes_on_to_the_end(found)
    assert found.ring.tables[4].seat == 1


@pytest.mark.parametrize("later_s", [0.0, 4.0])
def test_second_seat_proposes_when_the_lowest_does_not(later_s: float) -> None:
    """The others may have learnt of the break some time later than who proposes."""
    found = broken_table("badam-satti", 4, 1)
    with pytest.raises(LocalProtocolError):
        propose(found, 2, 4)
    second = found.ring.tables[2]
    for number in (0, 3, 4):
        found.ring.tables[number]._broken_since = second._broken_since + later_s
    found.ring.idle_s = PROPOSE_AFTER_S * 2
    found.ring.run(until=lambda one: one.now >= second._broken_since + PROPOSE_AFTER_S)
    propose(found, 2, 4)
    agree(found, 4)
    assert_goes_on_to_the_end(found)


def test_who_is_out_and_who_watches_proposes_nothing() -> None:
    found = broken_table("badam-satti", 3, 0)
    for number in (0, 3):
        with pytest.raises(LocalProtocolError):
            propose(found, number, 4)


def test_proposal_of_who_is_out_is_ignored() -> None:
    found = broken_table("badam-satti", 3, 0)
    broken = found.ring.tables[1].sections[-1].broken
    assert broken is not None
    contract = broken.contract(found.table.contract, {0: newcomer(found, 3)})
    assert contract is not None
    found.table._gossip.send(found.table.sections[-1], messages.Proposal(contract.raw))
    found.run()
    for number in found.honest:
        assert found.ring.tables[number]._candidate is None
        assert not [event for event in found.ring.log[number] if isinstance(event, events.DropLink | events.Proposed)]


def test_proposal_with_another_score_is_refused() -> None:
    """Seat 0 proposes, in its favour, another match than stands; the others refuse it, and a right one follows."""
    found = broken_table("badam-satti", 3, 1)
    table = found.ring.tables[0]
    section = table.sections[-1]
    right = section.broken
    assert right is not None
    assert right.match is not None
    started = right.match.game.start_match(dict(right.match.options), 3, Seat(0))
    section.broken = type(right)(right.seats, started, right.round_number, right.step)
    propose(found, 0, 3)
    section.broken = right
    found.ring.run(until=lambda one: all(any(isinstance(e, events.Refused) for e in one.log[n]) for n in (0, 2)))
    assert not [event for event in found.ring.log[2] if isinstance(event, events.Proposed)]
    found.ring.idle_s = 5
    found.run()
    propose(found, 0, 3)
    agree(found, 3)
    assert_goes_on_to_the_end(found)


def test_who_was_cut_off_meanwhile_catches_up_over_both_contracts() -> None:
    found = broken_table("badam-satti", 4, 1)
    away: list[bool] = [True]
    old = found.ring.tamper
    assert old is not None
    found.ring.tamper = lambda sender, receiver, data: (
        [] if away and 5 in {sender, receiver} else old(sender, receiver, data)
    )
    propose(found, 0, 4)
    agree(found, 4)
    found.ring.run(until=lambda one: one.tables[0].step > 20)
    assert len(found.ring.tables[5].sections) == 1
    away.clear()
    assert_goes_on_to_the_end(found)


def test_same_proposal_again_and_one_that_amends_nothing_change_nothing() -> None:
    found = broken_table("badam-satti", 3, 1)
    proposer, other = found.ring.tables[0], found.ring.tables[2]
    propose(found, 0, 3)
    found.ring.run(until=lambda one: any(isinstance(event, events.Proposed) for event in one.log[2]))
    candidate = other._candidate
    assert candidate is not None
    for contract in (candidate.contract, proposer.contract):
        proposer._gossip.send(proposer.sections[-1], messages.Proposal(contract.raw))
    found.ring.idle_s = 5
    found.run()
    assert other._candidate is candidate
    assert len([event for event in found.ring.log[2] if isinstance(event, events.Proposed)]) == 1
    with pytest.raises(LocalProtocolError, match="nothing to agree"):
        found.ring.tables[4].do(AgreeTo(candidate.contract.hash), found.ring.now)


def test_newcomer_can_cheat_too_and_a_third_takes_the_place() -> None:
    found = broken_table("badam-satti", 3, 1)
    propose(found, 0, 3)
    agree(found, 3)
    bad = found.ring.tables[3]
    found.ring.mover = lambda number, table: number == 3
    found.ring.run(until=lambda one: bool(bad.legal_moves) and bad.seat == 1)
    bad._send(bad.sections[-1], messages.CallTrump("S"))
    found.ring.mover = None
    bad._pump(found.ring.now)
    found.run()
    found.honest = (0, 2)
    assert found.named() == {(1, "opening"), (1, "illegal-move")}
    propose(found, 0, 4)
    agree(found, 4)
    assert_goes_on_to_the_end(found, offences=2)


def test_seat_that_has_a_key_cannot_come_in_as_a_newcomer() -> None:
    found = broken_table("badam-satti", 3, 1)
    taken = found.ring.tables[2]._identity
    assert taken is not None
    with pytest.raises(LocalProtocolError):
        found.ring.tables[0].do(Propose(((1, ContractSeat(taken.peer_id, "Twice", False, NONCE)),)), found.ring.now)
    stranger = identities(1, 91)[0]
    with pytest.raises(LocalProtocolError):
        found.ring.tables[0].do(
            Propose(((2, ContractSeat(stranger.peer_id, "Wrong seat", False, NONCE)),)), found.ring.now
        )
