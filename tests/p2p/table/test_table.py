"""The table's face: what its owner can do, what it is told, and what only the inside can meet."""

from random import Random

import pytest

from engine.cards import Card
from engine.game import IllegalMoveError, Seat
from engine.moves import PASS, Play
from p2p.errors import EncodingError, LocalProtocolError, ProofError
from p2p.table import events
from p2p.table.actions import AgreeTo, Decline, LeaveTable, MakeMove, Propose, Say
from p2p.table.blame import Code, RefusedError, VersionsDifferError
from p2p.table.flow import Flow
from p2p.table.gossip import ALL
from p2p.table.phases import Phase
from p2p.table.playing import odd_one_out
from p2p.table.presence import AWAY_S, HEARTBEAT_S, LATE_STEP_S
from p2p.table.table import Table
from p2p.wire import messages
from p2p.wire.envelope import Chained
from tests.cheats.cheating import dealing_of, round_of, section_of
from tests.p2p.table.faces import BS, loose, playing, quick, seen, sent
from tests.p2p.table.matches import fast
from tests.p2p.table.ring import identities, make_contract, ring
from tests.p2p.table.standin import StandIn

# What the owner does.


def test_mover_is_told_why_a_move_is_illegal_and_nothing_is_sent() -> None:
    one = playing("double-sir", 4)
    table = next(table for table in one.tables if table.legal_moves)
    step = table.step
    with pytest.raises(IllegalMoveError):
        table.do(MakeMove(PASS), one.now)
    assert table.outgoing() == ()
    assert table.step == step
    move = table.legal_moves[0]
    table.do(MakeMove(move), one.now)
    assert table.legal_moves == ()
    assert [envelope.kind for _, envelope in sent(table)][:1] == ["call"]
    moved = [event for event in seen(table) if isinstance(event, events.Moved)]
    assert [(event.seat, event.move) for event in moved] == [(table.seat, move)]


def test_move_out_of_turn_or_after_a_break_is_not_ours_to_make() -> None:
    one = playing("double-sir", 4)
    waiting = next(table for table in one.tables if not table.legal_moves and table.seat is not None)
    with pytest.raises(LocalProtocolError):
        waiting.do(MakeMove(PASS), one.now)
    with pytest.raises(LocalProtocolError):
        section_of(waiting).flow.move_message(PASS)
    mover = next(table for table in one.tables if table.legal_moves)
    section_of(mover).stopped = "stopped"
    assert mover.legal_moves == ()
    assert mover.is_broken
    with pytest.raises(LocalProtocolError):
        mover.do(MakeMove(PASS), one.now)


def test_words_are_said_to_all_and_only_short_ones() -> None:
    one = quick()
    table = one.tables[0]
    table.do(Say("namaste"), 1.0)
    one.run(until=lambda now: any(isinstance(event, events.Said) for event in now.log[2]))
    assert [event for event in one.log[2] if isinstance(event, events.Said)] == [events.Said(Seat(0), "namaste")]
    for words in ("", "x" * 401):
        with pytest.raises(EncodingError):
            table.do(Say(words), 1.0)


def test_goodbye_is_heard_once_and_passed_on() -> None:
    one = quick()
    one.tables[1].do(LeaveTable(), 1.0)
    one.run()
    for number in (0, 2, 3):
        left = [event for event in one.log[number] if isinstance(event, events.LeftTable)]
        assert left == [events.LeftTable(Seat(1))]
        assert not [event for event in one.log[number] if isinstance(event, events.WentAway)]
    table = one.tables[0]
    table.receive(1, loose(table, 1, messages.Bye()), one.now)
    assert not [event for event in seen(table) if isinstance(event, events.LeftTable)]


def test_who_has_no_seat_does_nothing() -> None:
    one = quick()
    watcher = one.tables[3]
    for action in (Say("x"), LeaveTable(), MakeMove(PASS), Propose(())):
        with pytest.raises(LocalProtocolError):
            watcher.do(action, 1.0)
    for answer in (AgreeTo(bytes(32)), Decline(bytes(32))):
        with pytest.raises(LocalProtocolError):
            watcher.do(answer, 1.0)
    assert (watcher.seat, watcher.hand, watcher.legal_moves, watcher.state, watcher.match) == (None, (), (), None, None)


def test_nothing_is_mended_that_is_not_broken() -> None:
    one = quick()
    with pytest.raises(LocalProtocolError):
        one.tables[0].do(Propose(()), 1.0)


def test_follower_without_a_key_follows_and_sends_nothing() -> None:
    one = quick(watchers=0)
    follower = Table(one.tables[0].contract, None, StandIn(), bytes, 0.0)
    one.tables.append(follower)
    one.log.append([])
    for table in one.tables[:3]:
        table.link_up(3, None)
    one.run()
    assert follower.phase is Phase.OVER
    assert follower.head == one.tables[0].head
    follower.handle_deadline(1e6)
    assert follower.outgoing() == ()


# What the view shows.


def test_view_shows_what_is_known_and_the_own_hand_alone() -> None:
    one = playing()
    for table in one.tables[:3]:
        assert table.hand == tuple(sorted(table.hand))
        assert len(table.hand) in {17, 18}
        assert table.state is not None
        assert table.phase is Phase.MOVE
        assert table.away == frozenset()
        assert len(table.sections) == 1
    assert one.tables[3].hand == ()
    mover = next(table for table in one.tables if table.legal_moves)
    assert mover.lacking == (mover.seat,)


def test_proof_is_about_the_positions_that_stay_closed_and_the_cards_that_are_not_open() -> None:
    """Neither the position that the move opens nor a card on the table is in the statement."""
    one = ring("double-sir", 4, fast(0), options={"target_rounds": "1"})
    one.run(until=lambda now: any(isinstance(event, events.LastMoveMade) for event in now.log[0]))
    plays: dict[int, int] = dict.fromkeys(range(4), 0)
    opened: list[Card] = []
    moves = [event for event in one.log[0] if isinstance(event, events.Moved)]
    proofs = 0
    for event, envelope in zip(moves, moves_of(one.tables[0]), strict=True):
        message = envelope.message()
        if not isinstance(message, messages.Play) or not isinstance(event.move, Play):
            continue
        plays[event.seat] += 1
        forbidden = event.before.obligation(event.seat, event.move) - {*opened, event.move.card}
        opened.append(event.move.card)
        closed = 13 - plays[event.seat]
        assert bool(message.holds_none) is bool(forbidden and closed)
        for proof in message.holds_none:
            assert (len(proof.u), len(proof.v)) == (32 * closed, 32 * len(forbidden))
            proofs += 1
    assert proofs > 3


def moves_of(table: Table) -> list[Chained]:
    return [envelope for envelope in section_of(table).chain.since(0) if envelope.kind in {"call", "play", "pass"}]


# Presence.


def test_silent_seat_goes_away_and_comes_back() -> None:
    one = playing()
    table = one.tables[0]
    later = one.now + AWAY_S + 1
    assert table.next_deadline() <= later
    table.handle_deadline(later)
    assert [event.seat for event in seen(table) if isinstance(event, events.WentAway)] == [1, 2]
    table.receive(1, loose(table, 1, messages.Chat("here")), later + 1)
    assert [event.seat for event in seen(table) if isinstance(event, events.CameBack)] == [1]
    assert table.away == {2}


def test_program_late_with_its_step_is_away_and_back_when_the_step_is_done() -> None:
    one = quick(watchers=0)
    late = [raw for link, raw in one.tables[1].outgoing() if link == ALL]
    one.tamper = lambda sender, receiver, data: [] if sender == 1 and data in late else [data]
    one.idle_s = LATE_STEP_S + 5
    one.run()
    away = [event.seat for event in one.log[0] if isinstance(event, events.WentAway)]
    assert away == [1]
    one.tables[0].receive(1, late[0], one.now)
    assert [event.seat for event in seen(one.tables[0]) if isinstance(event, events.CameBack)] == [1]


def test_deadline_sends_a_heartbeat_every_two_seconds() -> None:
    one = playing()
    table = one.tables[0]
    table.outgoing()
    start = table.next_deadline()
    table.handle_deadline(start)
    beats = [envelope for _, envelope in sent(table)]
    assert [envelope.kind for envelope in beats] == ["heartbeat"]
    assert table.next_deadline() == start + HEARTBEAT_S
    table.handle_deadline(start + HEARTBEAT_S / 2)
    assert table.outgoing() == ()


# What only a mistake of our own could meet.


def test_flow_without_a_round_or_match_says_so() -> None:
    flow = Flow(make_contract("sevens", identities(3), BS), None, None, StandIn(), bytes)
    assert flow.mine() is None
    flow.me = Seat(1)
    assert flow.mine() is None  # whether to agree is its owner's affair
    with pytest.raises(LocalProtocolError):
        flow._known_match()
    flow._phase = None
    with pytest.raises(LocalProtocolError):
        _ = flow.phase


def test_round_sends_nothing_of_its_own_where_nobody_sits() -> None:
    one = playing()
    watched = round_of(one.tables[3])
    dealing = dealing_of(one.tables[3])
    assert watched.mine() is None
    for call in (watched._me, dealing._my_place, dealing._my_secret):
        with pytest.raises(LocalProtocolError):
            call()
    mine = round_of(one.tables[0])
    mine.phase, mine.seats = Phase.OVER, (0, 1, 2)
    with pytest.raises(LocalProtocolError):
        mine.mine()
    with pytest.raises(LocalProtocolError):
        mine.take(Seat(0), messages.Agree())
    with pytest.raises(LocalProtocolError):
        one.tables[3]._send(section_of(one.tables[3]), messages.Agree())


def test_digests_that_cannot_name_anybody_stop_the_table() -> None:
    def commits(*digests: int) -> dict[int, messages.ChainedMessage]:
        return {seat: messages.Commit(bytes([digest]) * 32, bytes(32)) for seat, digest in enumerate(digests)}

    mine = bytes([1]) * 32
    assert odd_one_out(commits(1, 1, 1), mine) is None
    assert odd_one_out(commits(1), mine) is None
    odd = odd_one_out(commits(1, 2, 1), mine)
    assert odd is not None
    assert (odd.code, odd.seats) == (Code.OTHER_DIGEST, (1,))
    for digests in ((1, 2), (1, 2, 3), (1, 1, 2, 2), (1, 2, 3, 1), (1, 1, 2, 2, 3), (2, 2, 2), (2, 1, 2), (3, 2, 2)):
        with pytest.raises(VersionsDifferError):
            odd_one_out(commits(*digests), mine)
    with pytest.raises(VersionsDifferError):
        odd_one_out({0: messages.Confirm()}, mine)


class SameKeys(StandIn):
    def new_secret(self, identity: object, round_id: bytes) -> bytes:
        return bytes(32)


class IdentitySum(StandIn):
    def joint_key(self, keys: object) -> bytes:
        raise ProofError("the joint key is the identity")


def test_equal_keys_name_both_and_a_joint_key_of_nothing_names_all() -> None:
    """Two seats with one secret have conspired; nobody else can make their keys equal, or the sum the identity."""
    same = ring("sevens", 4, lambda number: SameKeys() if number in {1, 3} else StandIn(Random(number)), options=BS)
    same.run()
    assert [same.named(number) for number in range(4)] == [{(1, "same-key"), (3, "same-key")}] * 4
    assert {offence.step for offence in section_of(same.tables[0]).offences} == {4}  # at once, in the first round
    zero = ring("sevens", 3, lambda number: IdentitySum(Random(number)), options=BS)
    zero.run()
    assert zero.named(0) == {(seat, "same-key") for seat in range(3)}


def test_card_that_cannot_be_read_is_refused_before_it_is_dealt() -> None:
    one = playing()
    dealing = dealing_of(one.tables[0])

    class NoCards(StandIn):
        def read_card(self, partly_unmasked: bytes, share: bytes) -> str:
            raise ProofError("no card")

    dealing.crypto = NoCards()
    with pytest.raises(RefusedError):
        dealing.read_with(bytes(32), 0)


def test_complaints_out_of_order_or_twice_are_the_complainers_own_fault_even_if_true() -> None:
    """One complaint has one form; otherwise two encodings would say the same."""

    class AllBoxesWrong(StandIn):
        def box_is_right_with(self, place: object, reader: int, row: bytes, box_key: bytes) -> bool:
            return False

        def verify_complaint(self, place: object, about: int, key: bytes, row: bytes, complaint: object) -> None:
            return

    dealing = dealing_of(playing().tables[0])
    dealing.crypto = AllBoxesWrong()
    zero, two = (messages.Complaint(about, bytes(32), bytes(64)) for about in (0, 2))
    for wrong in ((two, zero), (zero, zero)):
        with pytest.raises(RefusedError) as caught:
            dealing.take_checks(1, messages.Checked(wrong))
        assert caught.value.code is Code.FALSE_COMPLAINT
    with pytest.raises(RefusedError) as caught:
        dealing.take_checks(1, messages.Checked((zero, two)))
    assert (caught.value.code, caught.value.seats) == (Code.WRONG_BOX, (0, 2))


def test_two_hands_that_cannot_be_read_break_the_round_off_at_its_end() -> None:
    """Penalties need the hands: what one seat hides is what the others leave, but two cannot be told apart."""

    class Hides(StandIn):
        def commitment(self, place: object, secret: bytes) -> bytes:
            return bytes(32)

    one = ring(
        "badam-satti", 4, lambda number: Hides(Random(number)) if number < 2 else StandIn(Random(number)), options=BS
    )
    one.run()
    for number in (2, 3):
        table = one.tables[number]
        assert one.named(number) == {(0, "reveal"), (1, "reveal")}
        assert table.match is not None
        points = table.match.rounds[0]
        assert points[2:] == (0, 0)
        assert min(points[:2]) > 0
