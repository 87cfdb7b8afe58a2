"""Two messages for one step, each sent to a part of the table; wrong digests; what is malformed or not called for."""

from collections.abc import Callable
from random import Random

import pytest

from p2p.identity import Identity
from p2p.pack import Item, pack
from p2p.table import events
from p2p.table.blame import Code
from p2p.table.phases import Phase
from p2p.table.table import Table
from p2p.wire import messages
from p2p.wire.envelope import CHAINED, VERSION, Chained, parse_envelope
from p2p.wire.messages import ChainedMessage
from tests.cheats.cheating import (
    CheatTable,
    assert_caught,
    cheat,
    dealing_of,
    instead,
    once,
    round_of,
    say,
    seal,
    section_of,
)

DS = {"target_rounds": "1"}
BS = {"rounds": "3"}

# Forks.


def another_shuffle(table: Table, message: ChainedMessage) -> ChainedMessage:
    """Shuffle in another order, with as good a proof."""
    dealing = dealing_of(table)
    before = dealing.decks[dealing.me or 0]
    proven = table._crypto.shuffle(dealing._my_place(), bytes(32), dealing.joint_key, before)
    return messages.Shuffle(proven.deck, proven.commitments, proven.chain, proven.proof)


def another_commit(table: Table, message: ChainedMessage) -> ChainedMessage:
    assert isinstance(message, messages.Commit)
    return messages.Commit(message.digest, bytes(32))


def another_toss(table: Table, message: ChainedMessage) -> ChainedMessage:
    return messages.CoinCommit(bytes(32))


def another_card(table: Table, message: ChainedMessage) -> ChainedMessage:
    """Play another card, as legal and as well proven: the first of a trick carries no obligation."""
    assert isinstance(message, messages.Play)
    dealing = dealing_of(table)
    position = next(iter(dealing.hand))
    shares = dealing.my_opening(position)
    return messages.Play(position, shares.shares, shares.proof, ())


def another_reveal(table: Table, message: ChainedMessage) -> ChainedMessage:
    assert isinstance(message, messages.Reveal)
    return messages.Reveal(message.digest, bytes(32))


def assert_fork_is_caught(
    kind: type[ChainedMessage],
    other: Callable[[Table, ChainedMessage], ChainedMessage],
    split: Callable[[int], int] | None,
    *,
    is_real: bool = False,
    game: str = "badam-satti",
    cheater: int = 1,
) -> CheatTable:
    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        if not isinstance(message, kind):
            return None
        return [envelope.raw, *instead(table, envelope, other(table, message))]

    seats, options = (4, DS) if game == "double-sir" else (3, BS)
    found = cheat(game, seats, cheater=cheater, forger=forge, options=options, is_real=is_real)
    found.split = split
    assert_caught(found, Code.TWO_MESSAGES)
    return found


SPLITS = [None, lambda receiver: receiver % 2, lambda receiver: int(receiver == 0), lambda receiver: int(receiver > 0)]


@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize("is_real", [False, True])
def test_fork_of_the_deck_is_caught(split: Callable[[int], int] | None, is_real: bool) -> None:
    found = assert_fork_is_caught(messages.Shuffle, another_shuffle, split, is_real=is_real)
    # No share has left any honest seat that was shown another deck: two decks would have made them an oracle.
    for number in (0, 2) if split in SPLITS[2:] else ():
        assert "shares" not in {one.kind for one in section_of(found.ring.tables[number]).chain.since(0)}


@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize(
    ("kind", "other"),
    [(messages.CoinCommit, another_toss), (messages.Commit, another_commit), (messages.Reveal, another_reveal)],
)
def test_fork_of_any_other_step_is_caught(
    split: Callable[[int], int] | None,
    kind: type[ChainedMessage],
    other: Callable[[Table, ChainedMessage], ChainedMessage],
) -> None:
    if kind is messages.Reveal and split is SPLITS[1]:
        pytest.skip("only the spectator is shown another reveal: what it cannot follow it cannot count")
    assert_fork_is_caught(kind, other, split)


@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize("is_real", [False, True])
def test_fork_of_a_move_is_caught(split: Callable[[int], int] | None, is_real: bool) -> None:
    """The caller leads one card to some and another to the rest; both are legal and proven."""
    caller = caller_of()
    done: list[bool] = []

    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        if not isinstance(message, messages.Play) or done:
            return None
        done.append(True)
        return [envelope.raw, *instead(table, envelope, another_card(table, message))]

    found = cheat("double-sir", 4, cheater=caller, forger=forge, options=DS, is_real=is_real)
    found.split = split
    assert_caught(found, Code.TWO_MESSAGES)


def caller_of() -> int:
    found = cheat("double-sir", 4, cheater=0, options=DS)
    found.ring.run(until=lambda _: found.table.match is not None)
    assert found.table.match is not None
    return (found.table.match.dealer + 1) % 4


@pytest.mark.parametrize("split", SPLITS[1:])
def test_a_good_message_to_some_and_a_bad_one_to_others_is_named_alike(split: Callable[[int], int]) -> None:
    def bad(table: Table, message: ChainedMessage) -> ChainedMessage:
        assert isinstance(message, messages.Shares)
        return messages.Shares(bytes(len(message.shares)), message.proof)

    assert_fork_is_caught(messages.Shares, bad, split)


@pytest.mark.parametrize("split", SPLITS)
def test_a_good_message_and_one_with_a_head_nobody_has_are_two_messages(split: Callable[[int], int] | None) -> None:
    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        if not isinstance(message, messages.Key):
            return None
        return [envelope.raw, seal(table, message, step=envelope.step, head=bytes(32))]

    found = cheat("badam-satti", 3, cheater=1, forger=forge, options=BS)
    found.split = split
    assert_caught(found, Code.TWO_MESSAGES)


def test_two_messages_for_a_step_to_come_are_charged_when_it_comes() -> None:
    found = cheat("badam-satti", 3, cheater=1, options=BS)
    for number in (1, 2):
        say(found.table, seal(found.table, messages.CoinReveal(bytes([number]) * 32), step=6, head=bytes(32)))
        say(found.table, seal(found.table, messages.Confirm(), step=5, head=bytes([number]) * 32))
    assert_caught(found, Code.TWO_MESSAGES)
    assert section_of(found.ring.tables[0]).offences[0].step == 5


# Evidence that comes late.


@pytest.mark.parametrize("seed", range(4))
def test_evidence_that_comes_in_the_next_round_costs_the_seat_and_not_the_score(seed: int) -> None:
    """The other half of a fork of round 0 is shown when round 1 is on its way, to each peer at another moment."""
    kept: list[bytes] = []
    random = Random(seed)

    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        if isinstance(message, messages.Confirm) and not kept:
            kept.extend(instead(table, envelope, messages.Confirm()))
            kept[0] = seal(table, messages.Confirm(), step=envelope.step, head=bytes(32))
        return None

    found = cheat("sevens", 3, cheater=2, forger=forge, options=BS, seed=seed)
    after = random.randrange(1, 30)

    def is_time(_: object) -> bool:
        running = section_of(found.ring.tables[0]).flow.round
        return running is not None and running.number == 1 and found.ring.frames > start[0] + 10 * after

    start = [10**9]

    def is_next(_: object) -> bool:
        running = section_of(found.ring.tables[0]).flow.round
        return running is not None and running.number == 1

    found.ring.run(until=is_next)
    start[0] = found.ring.frames
    found.ring.run(until=is_time)
    found.table._gossip.send_raw(random.randrange(2), kept[0])
    found.run()
    assert found.named() == {(2, "two-messages")}
    matches = found.broken_matches()
    assert len(set(matches)) == 1, [len(match.rounds) for match in matches if match is not None]
    for audit in found.audits():
        assert audit.match == matches[0]
        assert [(one.seat, one.code) for one in audit.offences] == [(2, Code.TWO_MESSAGES)]


# Digests.


def other_digest(message: ChainedMessage) -> ChainedMessage | None:
    match message:
        case messages.Commit(commitment=commitment):
            return messages.Commit(bytes(32), commitment)
        case messages.Reveal(secret=secret):
            return messages.Reveal(bytes(32), secret)
        case messages.Sheet():
            return messages.Sheet(bytes(32))
        case _:
            return None


@pytest.mark.parametrize("kind", [messages.Commit, messages.Reveal])
def test_another_state_of_the_match_names_who_alone_has_it(kind: type[ChainedMessage]) -> None:
    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        other = other_digest(message)
        return instead(table, envelope, other) if isinstance(message, kind) and other is not None else None

    found = cheat("badam-satti", 3, cheater=0, forger=forge, options=BS)
    assert_caught(found, Code.OTHER_DIGEST)
    match = found.broken_matches()[0]
    assert match is not None
    assert len(match.rounds) == (1 if kind is messages.Reveal else 0)


def test_wrong_score_sheet_is_named_and_the_score_stands() -> None:
    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        return instead(table, envelope, messages.Sheet(bytes(32))) if isinstance(message, messages.Sheet) else None

    found = cheat("badam-satti", 3, cheater=0, forger=forge, options=BS)
    found.run()
    assert found.named() == {(0, "other-digest")}
    assert {table.phase for table in found.ring.tables} == {Phase.OVER}
    for audit in found.audits():
        assert audit.is_signed
        assert audit.is_finished
        assert [(one.seat, one.code) for one in audit.offences] == [(0, Code.OTHER_DIGEST)]


@pytest.mark.parametrize("kind", [messages.Commit, messages.Reveal, messages.Sheet])
def test_two_versions_stop_the_table_and_name_nobody(kind: type[ChainedMessage]) -> None:
    """Two of four seats have another state: nobody can say who is right."""

    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        other = other_digest(message)
        return instead(table, envelope, other) if isinstance(message, kind) and other is not None else None

    one = cheat("sevens", 4, cheater=0, forger=forge, options=BS)
    two = cheat("sevens", 4, cheater=1, forger=forge, options=BS)
    two.ring = one.ring
    first, second = one.ring.tamper, two.tamper
    assert first is not None
    one.ring.tamper = lambda sender, receiver, data: (second if sender == 1 else first)(sender, receiver, data)
    one.run()
    for number in (2, 3, 4):
        table = one.ring.tables[number]
        assert table.is_broken
        assert section_of(table).stopped
        assert section_of(table).offences == []
        assert [event for event in one.ring.log[number] if isinstance(event, events.TableStopped)]


# What no message may be.


def raw_envelope(table: Table, kind: str, body: Item, *, who: Identity | None = None, seat: int | None = None) -> bytes:
    """Sign any kind and body for the open step, whether or not the catalogue knows them."""
    identity = who or table._identity
    assert identity is not None
    place = table.seat if seat is None else seat
    assert place is not None
    items: tuple[Item, ...] = (VERSION, table.contract.hash, place, table.step, table.head, kind, body)
    return pack(*items, table._crypto.sign(identity, pack(CHAINED, *items)))


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("pass", (1,)),
        ("pass", ((("x", b"", b"", b""),),)),
        ("play", (52, bytes(32), bytes(64), ())),
        ("play", (-1, bytes(32), bytes(64), ())),
        ("play", (0, bytes(31), bytes(64), ())),
        ("play", (0, bytes(32), bytes(64))),
        ("call", ("",)),
        ("call", (b"S",)),
        ("call", ()),
    ],
)
def test_malformed_body_names_its_signer(kind: str, body: tuple[Item, ...]) -> None:
    def act(table: Table) -> bytes | None:
        return raw_envelope(table, kind, body)

    assert_caught(cheat("double-sir", 4, cheater=1, mover=once(act), options=DS), Code.MALFORMED)


@pytest.mark.parametrize("kind", ["dance", "", "heartbeat", "shuffle", "agree"])
def test_kind_that_the_step_does_not_take_names_its_signer(kind: str) -> None:
    def act(table: Table) -> bytes | None:
        return raw_envelope(table, kind, ())

    assert_caught(cheat("double-sir", 4, cheater=3, mover=once(act), options=DS), Code.WRONG_KIND)


def test_wrong_coin_reveal_is_named() -> None:
    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        return (
            instead(table, envelope, messages.CoinReveal(bytes(32)))
            if isinstance(message, messages.CoinReveal)
            else None
        )

    for is_real in (False, True):
        found = cheat("badam-satti", 3, cheater=1, forger=forge, options=BS, is_real=is_real)
        assert_caught(found, Code.COIN_REVEAL)
        assert found.broken_matches() == [None, None, None]


def test_evidence_is_passed_on_at_once_by_who_has_it() -> None:
    """The bad message reaches one peer alone, and nobody says where it is or asks for anything."""

    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        if not isinstance(message, messages.Shares):
            return None
        return instead(table, envelope, messages.Shares(bytes(len(message.shares)), message.proof))

    found = cheat("badam-satti", 4, cheater=1, forger=forge, options=BS)
    old = found.ring.tamper
    assert old is not None

    def tamper(sender: int, receiver: int, data: bytes) -> list[bytes]:
        envelope = parse_envelope(data)
        withheld = isinstance(envelope, Chained) and envelope.kind == "shares" and sender == 1 and receiver != 3
        return [] if withheld or not isinstance(envelope, Chained) else old(sender, receiver, data)

    found.ring.tamper = tamper
    assert_caught(found, Code.SHARE_PROOF)


def test_two_cheats_at_one_step_are_both_out() -> None:
    """Both seats that are out count against the round; whoever saw which first."""

    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        if not isinstance(message, messages.Shares):
            return None
        return instead(table, envelope, messages.Shares(bytes(len(message.shares)), message.proof))

    one = cheat("badam-satti", 4, cheater=0, forger=forge, options=BS)
    two = cheat("badam-satti", 4, cheater=3, forger=forge, options=BS)
    two.ring = one.ring
    first, second = one.ring.tamper, two.tamper
    assert first is not None
    one.ring.tamper = lambda sender, receiver, data: (second if sender == 3 else first)(sender, receiver, data)
    one.honest = (1, 2, 4)
    assert_caught(one, Code.SHARE_PROOF, seats=(0, 3))


def test_last_mover_has_the_state_of_the_round_when_it_is_named() -> None:
    """What a peer shows of the round does not change with a refused move."""

    def act(table: Table) -> bytes | None:
        return raw_envelope(table, "pass", (1,)) if len(dealing_of(table).opened) > 8 else None

    found = cheat("badam-satti", 3, cheater=1, mover=once(act), options=BS)
    assert_caught(found, Code.MALFORMED)
    states = {round_of(found.ring.tables[number]).state for number in found.honest}
    assert len(states) == 1
    moved = [event for event in found.ring.log[0] if isinstance(event, events.Moved)]
    assert moved[-1].after == states.pop()
