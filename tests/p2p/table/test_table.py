"""The table's face: what its owner can do, what it is told, and what only the inside can meet."""

from random import Random

import pytest

from engine.game import IllegalMoveError, Seat
from engine.moves import PASS
from p2p.errors import EncodingError, LocalProtocolError, ProofError
from p2p.table import events
from p2p.table.actions import AgreeTo, Decline, LeaveTable, MakeMove, Propose, Say
from p2p.table.blame import Code, RefusedError, VersionsDifferError
from p2p.table.events import Event
from p2p.table.flow import Flow
from p2p.table.gossip import ALL, MOST_ANSWER_BYTES, MOST_COUNTED
from p2p.table.phases import Phase
from p2p.table.playing import odd_one_out
from p2p.table.presence import AWAY_S, HEARTBEAT_S, LATE_STEP_S
from p2p.table.table import MOST_STRANGE, Table
from p2p.wire import messages
from p2p.wire.envelope import Chained, Loose, parse_envelope, seal_chained, seal_loose
from p2p.wire.messages import LooseMessage
from tests.cheats.cheating import dealing_of, round_of, section_of
from tests.p2p.table.matches import fast
from tests.p2p.table.ring import Ring, identities, make_contract, ring
from tests.p2p.table.standin import StandIn

BS = {"rounds": "3"}


def seen(table: Table) -> list[Event]:
    found: list[Event] = []
    while (event := table.next_event()) is not None:
        found.append(event)
    return found


def sent(table: Table) -> list[tuple[int, Chained | Loose]]:
    return [(link, parse_envelope(raw)) for link, raw in table.outgoing()]


def quick(game: str = "badam-satti", seats: int = 3, watchers: int = 1) -> Ring:
    return ring(game, seats, fast(0), options=BS if game != "double-sir" else {}, watchers=watchers)


def playing(game: str = "badam-satti", seats: int = 3) -> Ring:
    """A ring in which a person has been asked for a move and thinks."""
    one = quick(game, seats)
    one.mover = lambda number, table: True
    one.idle_s = 0
    one.run()
    return one


def loose(table: Table, who: int, message: LooseMessage, *, counter: int = 10_000, nonce: bytes | None = None) -> bytes:
    identity, crypto = identities(4, 0)[who], StandIn()
    return seal_loose(
        table_id=table.contract.table_id,
        sender=identity.peer_id,
        nonce=nonce or (table.contract.seats[who].nonce if who < 3 else bytes(32)),
        counter=counter,
        message=message,
        sign=lambda signed: crypto.sign(identity, signed),
    ).raw


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


# Loose messages.


def test_own_and_repeated_loose_messages_change_nothing() -> None:
    one = playing()
    table = one.tables[0]
    for who in (0, 1):
        raw = loose(table, who, messages.Chat("x"))
        table.receive(1, raw, one.now)
        table.receive(1, raw, one.now)
    assert [event for event in seen(table) if isinstance(event, events.Said)] == [events.Said(Seat(1), "x")]


@pytest.mark.parametrize(
    "message",
    [messages.Join("x", 0, bytes(32), ()), messages.Welcome("sevens", (), 3, 0), messages.Ready(1, bytes(32))],
)
def test_message_of_the_lobby_has_no_place_at_a_table(message: LooseMessage) -> None:
    one = playing()
    table = one.tables[0]
    seen(table)
    table.receive(2, loose(table, 1, message), one.now)
    assert [event.link for event in seen(table) if isinstance(event, events.DropLink)] == [2]


def test_loose_message_of_another_table_or_falsely_signed_drops_the_link() -> None:
    one = playing()
    table = one.tables[0]
    seen(table)
    raw = loose(table, 1, messages.Chat("x"))
    table.receive(2, raw.replace(table.contract.table_id, bytes(16)), one.now)
    table.receive(3, raw[:-1] + bytes([raw[-1] ^ 1]), one.now)
    assert [event.link for event in seen(table) if isinstance(event, events.DropLink)] == [2, 3]


def test_proposal_without_a_break_is_ignored_and_a_senseless_one_drops_the_link() -> None:
    one = playing()
    table = one.tables[0]
    seen(table)
    table.receive(1, loose(table, 1, messages.Proposal(table.contract.raw)), one.now)
    assert seen(table) == []
    table.receive(1, loose(table, 1, messages.Proposal(b"x"), counter=10_001), one.now)
    assert [event.link for event in seen(table) if isinstance(event, events.DropLink)] == [1]


# Heartbeats and wants.


def want(table: Table, step: int, *, contract: bytes = b"", at: float, counter: int, link: int = 3) -> list[Chained]:
    table.outgoing()
    table.receive(link, loose(table, 3, messages.Want(contract, step), counter=counter), at)
    return [envelope for to, envelope in sent(table) if to == link and isinstance(envelope, Chained)]


def test_want_is_answered_from_the_step_on() -> None:
    one = playing()
    table = one.tables[0]
    everything = section_of(table).chain.since(0)
    assert want(table, 0, at=1000.0, counter=1) == list(everything)
    assert want(table, 3, contract=table.contract.hash, at=1001.0, counter=2) == list(section_of(table).chain.since(3))
    assert want(table, 0, at=1001.1, counter=3) == []
    assert want(table, 0, contract=bytes(32), at=1003.0, counter=4) == []


def test_answer_to_a_want_is_bounded() -> None:
    one = ring("badam-satti", 7, fast(0), options={"rounds": "5"}, watchers=0)
    one.run()
    table = one.tables[0]
    everything = section_of(table).chain.since(0)
    assert sum(len(envelope.raw) for envelope in everything) > MOST_ANSWER_BYTES
    table.outgoing()
    table._gossip.answer_want(5, messages.Want(b"", 0), list(table.sections), 1e6)
    answer = [raw for _, raw in table.outgoing()]
    assert MOST_ANSWER_BYTES - 65_536 < sum(map(len, answer)) <= MOST_ANSWER_BYTES
    assert answer == [envelope.raw for envelope in everything][: len(answer)]


def beat(table: Table, step: int, head: bytes, lacking: tuple[int, ...] = (), contract: bytes | None = None) -> bytes:
    where = messages.Heartbeat(table.contract.hash if contract is None else contract, step, head, lacking)
    beats.append(1)
    return loose(table, 1, where, counter=20_000 + len(beats))


beats: list[int] = []


def test_heartbeat_brings_what_its_sender_lacks_over_its_own_link() -> None:
    one = playing()
    table = one.tables[0]
    chain = section_of(table).chain
    table.outgoing()
    table.receive(2, beat(table, 4, chain.taken[4].step.head, (0, 2)), 1000.0)
    answer = sent(table)
    assert [(link, envelope.kind) for link, envelope in answer] == [(ALL, "heartbeat"), (1, "key"), (1, "key")]
    table.receive(2, beat(table, chain.step.number, table.head, ()), 1002.0)
    assert [(link, envelope.kind) for link, envelope in sent(table)] == [(ALL, "heartbeat")]


def test_heartbeat_from_further_on_or_another_past_is_asked_about() -> None:
    one = playing()
    table = one.tables[0]
    wants: list[messages.Want] = []
    for number, (step, head, contract) in enumerate(
        [
            (table.step + 3, bytes(32), None),
            (table.step, bytes(32), None),
            (table.step, bytes(32), None),
            (table.step, bytes(32), None),
            (1, table.head, bytes(32)),
        ]
    ):
        table.outgoing()
        table.receive(1, beat(table, step, head, (), contract), 2000.0 + 2 * number)
        wants += [
            message
            for _, envelope in sent(table)
            if isinstance(envelope, Loose) and isinstance(message := envelope.message(), messages.Want)
        ]
    assert [table.step - one.step for one in wants] == [0, 1, 2, 4, 0]


def test_two_questions_to_one_link_are_a_second_apart_and_do_not_go_further_back() -> None:
    one = playing()
    table = one.tables[0]
    section = section_of(table)
    table.outgoing()
    for number in range(50):
        table._gossip.go_back(1, section, 3000.0 + number / 100)
    assert len(sent(table)) == 1
    table._gossip.go_back(1, section, 3002.0)
    asked = [envelope.message() for _, envelope in sent(table)]
    assert asked == [messages.Want(table.contract.hash, table.step - 2)]


def test_what_strangers_said_is_remembered_for_the_last_few_only() -> None:
    one = quick()
    gossip = one.tables[0]._gossip
    for number in range(MOST_COUNTED + 5):
        raw = loose(one.tables[0], 3, messages.Bye(), nonce=number.to_bytes(32, "big"))
        envelope = parse_envelope(raw)
        assert isinstance(envelope, Loose)
        assert gossip.is_new(envelope, is_seated=False)
        assert not gossip.is_new(envelope, is_seated=False)
    assert len(gossip._had_of_strangers) == MOST_COUNTED


def test_link_that_is_gone_is_not_answered_directly() -> None:
    one = playing()
    table = one.tables[0]
    table.link_down(1)
    table.outgoing()
    table.receive(2, beat(table, 4, section_of(table).chain.taken[4].step.head, (0,)), 4000.0)
    assert [link for link, envelope in sent(table) if envelope.kind == "key"] == [2]


# Contracts that nobody knows yet.


def test_envelopes_of_unknown_contracts_wait_in_bounded_room() -> None:
    one = quick()
    table = one.tables[0]
    crypto, who = StandIn(), identities(3, 0)[1]
    for number in range(2 * MOST_STRANGE):
        raw = seal_chained(
            contract_hash=number.to_bytes(32, "big"),
            seat=1,
            step=0,
            head=bytes(32),
            message=messages.Agree(),
            sign=lambda signed: crypto.sign(who, signed),
        ).raw
        table.receive(1, raw, 0.5)
    assert len(table._strange) == MOST_STRANGE
    assert seen(table) == []


def test_agreement_that_comes_before_the_seats_are_drawn_is_taken_and_a_false_one_is_not() -> None:
    """One peer sees the coin later than the others: what they sign under the drawn seats waits for it."""
    one = ring("badam-satti", 3, fast(1), options=BS, seed=1, random_seats=True)
    held: list[tuple[int, bytes]] = []

    def tamper(sender: int, receiver: int, data: bytes) -> list[bytes]:
        envelope = parse_envelope(data)
        late = isinstance(envelope, Chained) and envelope.kind == "coin-reveal" and receiver == 0
        if late and not one.tables[0]._strange:
            held.append((sender, data))
            return []
        return [data]

    one.tamper = tamper
    one.run(until=lambda now: len(now.tables[0]._strange) >= 2)
    table = one.tables[0]
    strange = table._strange[0]
    crypto, liar = StandIn(), identities(1, 5)[0]
    for seat in (0, 7):
        raw = seal_chained(
            contract_hash=strange.contract_hash,
            seat=seat,
            step=0,
            head=bytes(32),
            message=messages.Agree(),
            sign=lambda signed: crypto.sign(liar, signed),
        ).raw
        table.receive(1, raw, one.now)
    other = seal_chained(
        contract_hash=bytes(32),
        seat=0,
        step=0,
        head=bytes(32),
        message=messages.Agree(),
        sign=lambda signed: crypto.sign(liar, signed),
    )
    table.receive(1, other.raw, one.now)
    for sender, raw in held:
        table.receive(sender, raw, one.now)
    one.run()
    assert {table.phase for table in one.tables} == {Phase.OVER}
    assert len({table.head for table in one.tables}) == 1
    assert list(table._strange) == [other]
    assert not any(one.named(number) for number in range(3))


def test_drawn_seats_are_agreed_on_also_by_who_loses_all_first_copies() -> None:
    """Signatures under a contract that waits are repeated with the heartbeats."""
    one = ring("badam-satti", 3, fast(2), options=BS, seed=2, random_seats=True)
    gone: set[tuple[int, bytes]] = set()

    def tamper(sender: int, receiver: int, data: bytes) -> list[bytes]:
        envelope = parse_envelope(data)
        first = (receiver, data) not in gone
        gone.add((receiver, data))
        return [] if isinstance(envelope, Chained) and envelope.kind == "agree" and first else [data]

    one.tamper = tamper
    one.run()
    assert {table.phase for table in one.tables} == {Phase.OVER}
    assert len({table.head for table in one.tables}) == 1
    assert not any(one.named(number) for number in range(3))


def test_spectator_is_introduced_with_the_first_contract() -> None:
    one = playing()
    table = one.tables[0]
    table.outgoing()
    table.introduce(8)
    assert [(link, envelope.message()) for link, envelope in sent(table)] == [
        (8, messages.Proposal(table.contract.raw))
    ]


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

    assert odd_one_out(commits(1, 1, 1)) is None
    odd = odd_one_out(commits(1, 2, 1))
    assert odd is not None
    assert (odd.code, odd.seats) == (Code.OTHER_DIGEST, (1,))
    for digests in ((1, 2), (1, 2, 3), (1, 1, 2, 2), (1, 2, 3, 1)):
        with pytest.raises(VersionsDifferError):
            odd_one_out(commits(*digests))
    with pytest.raises(VersionsDifferError):
        odd_one_out({0: messages.Confirm()})


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
