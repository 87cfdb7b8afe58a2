"""Illegal moves of hidden hands: revokes, false passes, moves of others, openings of what is not one's own."""

import pytest

from engine.cards import Card, parse_card
from engine.double_sir import DoubleSirState
from engine.moves import Pass, Play
from p2p.table.blame import Code
from p2p.table.legality import HoldsNoneStatement
from p2p.table.phases import Phase
from p2p.table.table import Table
from p2p.wire import messages
from p2p.wire.envelope import Chained
from p2p.wire.messages import ChainedMessage
from tests.cheats.cheating import CheatTable, assert_caught, cheat, dealing_of, instead, once, round_of, say, seal

DS = {"target_rounds": "1"}
BS = {"rounds": "3"}


def position_of(table: Table, card: Card) -> int:
    return next(p for p, text in dealing_of(table).hand.items() if text == str(card))


def opening(table: Table, card: Card, holds_none: tuple[messages.HoldsNone, ...] = ()) -> messages.Play:
    position = position_of(table, card)
    shares = dealing_of(table).my_opening(position)
    return messages.Play(position, shares.shares, shares.proof, holds_none)


def revoke_of(table: Table) -> tuple[Card, HoldsNoneStatement] | None:
    """Give a card that does not follow suit although the hand could, and what its player would have to prove."""
    state, seat = table.state, table.seat
    assert isinstance(state, DoubleSirState)
    assert seat is not None
    held = set(table.hand)
    for card in table.hand:
        forbidden = state.obligation(seat, Play(card)) - {card}
        if forbidden & held:
            opened = set(dealing_of(table).opened.values())
            cards = tuple(str(one) for one in sorted(forbidden) if str(one) not in opened)
            positions = tuple(p for p in dealing_of(table).closed(seat) if p != position_of(table, card))
            return card, HoldsNoneStatement(positions, cards)
    return None


def test_revoke_without_a_proof_is_refused() -> None:
    def act(table: Table) -> bytes | None:
        found = revoke_of(table) if table.phase is Phase.MOVE and isinstance(table.legal_moves[0], Play) else None
        return None if found is None else seal(table, opening(table, found[0]))

    assert_caught(cheat("double-sir", 4, cheater=2, mover=once(act), is_real=True, options=DS), Code.HOLDS_NONE)


def fewer_positions(table: Table, statement: HoldsNoneStatement) -> HoldsNoneStatement:
    return HoldsNoneStatement(
        tuple(p for p in statement.positions if dealing_of(table).hand[p] not in statement.cards), statement.cards
    )


def fewer_cards(table: Table, statement: HoldsNoneStatement) -> HoldsNoneStatement:
    held = set(dealing_of(table).hand.values())
    return HoldsNoneStatement(statement.positions, tuple(card for card in statement.cards if card not in held))


@pytest.mark.parametrize("lesser", [fewer_positions, fewer_cards])
@pytest.mark.parametrize("is_padded", [False, True])
def test_revoke_with_a_proof_of_less_is_refused(lesser: object, is_padded: bool) -> None:
    def act(table: Table) -> bytes | None:
        found = revoke_of(table) if isinstance(table.legal_moves[0], Play) else None
        if found is None or found[1].positions == ():
            return None
        card, statement = found
        less = fewer_positions(table, statement) if lesser is fewer_positions else fewer_cards(table, statement)
        if not less.positions or not less.cards:
            return None
        proof = dealing_of(table).my_holds_none(less)
        if is_padded:
            sizes = 32 * len(statement.cards), 32 * len(statement.positions)
            proof = messages.HoldsNone(proof.w, (proof.v * 13)[: sizes[0]], (proof.u * 13)[: sizes[1]], proof.proof)
        return seal(table, opening(table, card, (proof,)))

    assert_caught(cheat("double-sir", 4, cheater=3, mover=once(act), is_real=True, options=DS), Code.HOLDS_NONE)


@pytest.mark.parametrize("w", [bytes(32), b"\xff" * 32], ids=["rho of zero", "no element"])
def test_revoke_with_senseless_elements_is_refused(w: bytes) -> None:
    def act(table: Table) -> bytes | None:
        found = revoke_of(table) if isinstance(table.legal_moves[0], Play) else None
        if found is None:
            return None
        card, statement = found
        proof = messages.HoldsNone(w, w * len(statement.cards), w * len(statement.positions), bytes(96))
        return seal(table, opening(table, card, (proof,)))

    assert_caught(cheat("double-sir", 4, cheater=1, mover=once(act), is_real=True, options=DS), Code.HOLDS_NONE)


def test_proof_where_none_is_called_for_is_refused() -> None:
    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        if not isinstance(message, messages.Play) or message.holds_none:
            return None
        none = messages.HoldsNone(bytes(32), bytes(32), bytes(32), bytes(96))
        return instead(table, envelope, messages.Play(message.position, message.share, message.proof, (none,)))

    assert_caught(cheat("double-sir", 4, cheater=1, forger=forge, options=DS), Code.HOLDS_NONE)


def falsely_passing(table: Table) -> bool:
    return dealing_of(table).opened != {} and Pass() not in table.legal_moves


@pytest.mark.parametrize("game", ["badam-satti", "sevens"])
def test_false_pass_without_a_proof_is_refused(game: str) -> None:
    def act(table: Table) -> bytes | None:
        return seal(table, messages.Pass(())) if falsely_passing(table) else None

    assert_caught(cheat(game, 3, cheater=0, mover=once(act), is_real=True, options=BS), Code.HOLDS_NONE)


def test_false_pass_with_a_forged_proof_is_refused() -> None:
    def act(table: Table) -> bytes | None:
        if not falsely_passing(table) or table.state is None or table.seat is None:
            return None
        dealing = dealing_of(table)
        fitting = table.state.obligation(table.seat, Pass())
        cards = tuple(str(card) for card in sorted(fitting))
        closed = tuple(p for p in dealing.closed(table.seat) if parse_card(dealing.hand[p]) not in fitting)
        return seal(table, messages.Pass((dealing.my_holds_none(HoldsNoneStatement(closed, cards)),)))

    assert_caught(cheat("badam-satti", 3, cheater=1, mover=once(act), is_real=True, options=BS), Code.HOLDS_NONE)


def has_start_card(found: CheatTable) -> bool:
    found.ring.run(until=lambda _: is_moving(found.table))
    return "7H" in dealing_of(found.table).hand.values()


@pytest.mark.parametrize(("is_last", "code"), [(False, Code.HOLDS_NONE), (True, Code.ILLEGAL_MOVE)])
def test_pass_that_hides_the_start_card_is_refused(is_last: bool, code: Code) -> None:
    """Before the first card is out who has it may not pass; where all the others have passed, everybody knows it."""

    def act(table: Table) -> bytes | None:
        return None if dealing_of(table).opened else seal(table, messages.Pass(()))

    for seed, cheater in ((seed, cheater) for seed in range(9) for cheater in range(3)):
        found = cheat("badam-satti", 3, cheater=cheater, mover=once(act), options=BS, seed=seed)
        if has_start_card(found) and (round_of(found.table).match.dealer == cheater) is is_last:
            assert_caught(found, code)
            return
    pytest.fail("somebody has the start card")


@pytest.mark.parametrize("is_real", [False, True])
def test_playing_out_of_turn_is_refused(is_real: bool) -> None:
    found = cheat("double-sir", 4, cheater=1, is_real=is_real, options=DS)
    table = found.table
    found.ring.run(until=lambda _: len(table.hand) == 13 and table.lacking not in {(), (1,)} and is_moving(table))
    say(table, seal(table, opening(table, table.hand[0])))
    assert_caught(found, Code.OUT_OF_TURN)


def is_moving(table: Table) -> bool:
    return table.phase is Phase.MOVE


def caller_of(seed: int) -> int:
    """Find who calls trump in the first round of this seed."""
    found = cheat("double-sir", 4, cheater=0, options=DS, seed=seed)
    found.ring.run(until=lambda _: found.table.match is not None)
    assert found.table.match is not None
    return (found.table.match.dealer + 1) % 4


def test_calling_trump_as_the_wrong_seat_is_refused() -> None:
    caller = caller_of(1)
    found = cheat("double-sir", 4, cheater=(caller + 2) % 4, options=DS, seed=1)
    found.ring.mover = lambda number, table: number == caller  # it thinks about it
    found.ring.run(until=lambda _: is_moving(found.table))
    say(found.table, seal(found.table, messages.CallTrump("S")))
    assert_caught(found, Code.OUT_OF_TURN)


def test_calling_trump_late_is_refused() -> None:
    """The caller calls again where it should lead the first trick."""

    def act(table: Table) -> bytes | None:
        return seal(table, messages.CallTrump("H")) if len(table.hand) == 13 else None

    found = cheat("double-sir", 4, cheater=caller_of(2), mover=once(act), options=DS, seed=2)
    assert_caught(found, Code.ILLEGAL_MOVE)


def test_calling_trump_twice_for_one_step_is_refused() -> None:
    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        if not isinstance(message, messages.CallTrump):
            return None
        other = messages.CallTrump("C" if message.suit != "C" else "D")
        return [envelope.raw, *instead(table, envelope, other)]

    found = cheat("double-sir", 4, cheater=caller_of(3), forger=forge, options=DS, seed=3)
    assert_caught(found, Code.TWO_MESSAGES)


def test_trump_that_is_no_suit_is_malformed() -> None:
    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        return instead(table, envelope, messages.CallTrump("X")) if isinstance(message, messages.CallTrump) else None

    found = cheat("double-sir", 4, cheater=caller_of(4), forger=forge, options=DS, seed=4)
    assert_caught(found, Code.MALFORMED)


def test_passing_where_the_game_knows_no_pass_is_refused() -> None:
    def act(table: Table) -> bytes | None:
        return seal(table, messages.Pass(()))

    assert_caught(cheat("double-sir", 4, cheater=2, mover=once(act), options=DS), Code.ILLEGAL_MOVE)


def test_card_that_does_not_fit_is_refused() -> None:
    def act(table: Table) -> bytes | None:
        legal = {move.card for move in table.legal_moves if isinstance(move, Play)}
        wrong = [card for card in table.hand if card not in legal]
        return seal(table, opening(table, wrong[0])) if wrong and dealing_of(table).opened else None

    assert_caught(cheat("sevens", 4, cheater=2, mover=once(act), options=BS), Code.ILLEGAL_MOVE)


@pytest.mark.parametrize("is_real", [False, True])
@pytest.mark.parametrize("which", ["twice", "another's", "never dealt"])
def test_opening_what_is_not_ones_own_closed_position_is_refused(which: str, is_real: bool) -> None:
    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        if not isinstance(message, messages.Play) or table.seat is None:
            return None
        dealing = dealing_of(table)
        opened = [p for p in dealing.opened if dealing.owners[p] == table.seat and p != message.position]
        if not opened:
            return None
        other = next(p for p, owner in enumerate(dealing.owners) if owner != table.seat)
        position = {"twice": opened[0], "another's": other, "never dealt": 51}[which]
        if which == "never dealt":
            assert dealing.owners[51] != table.seat
        shares = dealing.my_opening(position)
        return instead(table, envelope, messages.Play(position, shares.shares, shares.proof, message.holds_none))

    found = cheat("badam-satti", 3, cheater=1, forger=forge, options=BS, is_real=is_real, seed=1)
    assert_caught(found, Code.OPENING)


@pytest.mark.parametrize("what", ["share of another position", "no element", "proof of another tag"])
def test_opening_with_a_wrong_share_is_refused(what: str) -> None:
    def forge(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes] | None:
        if not isinstance(message, messages.Play) or table.seat is None:
            return None
        dealing = dealing_of(table)
        other = dealing.my_opening(dealing.closed(table.seat)[0])
        again = dealing.my_opening(message.position)
        forged = {
            "share of another position": messages.Play(message.position, other.shares, other.proof, message.holds_none),
            "no element": messages.Play(message.position, b"\xff" * 32, message.proof, message.holds_none),
            "proof of another tag": messages.Play(message.position, again.shares, other.proof, message.holds_none),
        }
        return instead(table, envelope, forged[what])

    found = cheat("badam-satti", 3, cheater=2, forger=forge, options=BS, is_real=True)
    assert_caught(found, Code.OPENING)
