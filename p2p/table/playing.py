"""One round, from the commitments to the reveal: the engine's state and the dealing, step by step.

A message is judged wholly, by the state before its step, before anything changes: a refused one leaves no trace. The
messages of one step do not look at each other, so their order of arrival cannot matter; what depends on all of them
together (equal keys, digests, the reveals) is judged when the step is complete.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import assert_never

from engine.cards import PACK, parse_card, parse_suit
from engine.game import (
    AwaitDeal,
    AwaitHands,
    AwaitMove,
    Hand,
    IllegalMoveError,
    Match,
    NotationError,
    PublicState,
    RoundOver,
    Seat,
)
from engine.moves import PASS, CallTrump, Move, Pass, Play
from p2p.errors import LocalProtocolError
from p2p.table import events
from p2p.table.blame import Code, RefusedError, VersionsDifferError
from p2p.table.cryptography import Recomputed
from p2p.table.dealing import Dealing
from p2p.table.legality import HoldsNoneStatement, holds_none_statement
from p2p.table.phases import Phase
from p2p.wire import messages
from p2p.wire.messages import ChainedMessage, MoveMessage


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A round whose reveal is in: the match after it, and the charges that the reveal brought."""

    match: Match
    charges: tuple[RefusedError, ...]

    @property
    def out(self) -> tuple[int, ...]:
        """The seats that are charged, ascending."""
        return tuple(sorted({seat for charge in self.charges for seat in charge.seats}))


@dataclass(slots=True)
class Round:
    """A round as the seat of its dealing takes part in it, or as somebody follows it who has no seat.

    Attributes:
        number: counts every attempt over the table's life, from 0.
        phase, seats: what the open step is about and whom it expects.
        state: the public state; that of a deck nobody has confirmed yet counts for nothing.
        happened: events are appended here; it is the table's list.
        result: None before the reveal is complete.
    """

    number: int
    match: Match
    dealing: Dealing
    state: PublicState
    happened: list[events.Event]
    phase: Phase = Phase.COMMIT
    seats: tuple[int, ...] = ()
    is_confirmed: bool = False
    result: RoundResult | None = None
    _taken: dict[int, ChainedMessage] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.seats = self._everyone

    @property
    def _everyone(self) -> tuple[int, ...]:
        return tuple(range(self.dealing.seats))

    # What the own seat sends.

    def mine(self) -> ChainedMessage | None:
        """Give the message that the own seat owes the open step and needs no person for; None if there is none.

        It is asked for once a step: the answer may hold fresh randomness, and a seat signs one message a step.
        """
        dealing = self.dealing
        if dealing.me is None or dealing.me not in self.seats:
            return None
        match self.phase:
            case Phase.COMMIT:
                return messages.Commit(self.match.digest(), dealing.my_commitment())
            case Phase.KEY:
                return dealing.my_key()
            case Phase.SHUFFLE:
                return dealing.my_shuffle()
            case Phase.CONFIRM:
                return messages.Confirm()
            case Phase.ESCROW:
                return dealing.my_escrow()
            case Phase.CHECKED:
                return dealing.my_checks()
            case Phase.SHARES:
                return dealing.my_shares(dealing.stages_dealt)
            case Phase.MOVE:
                return self._opening_pass()
            case Phase.REVEAL if dealing.secret is not None:
                return messages.Reveal(self.state.digest(), dealing.secret)
            case _:
                raise LocalProtocolError(f"no message of our own in {self.phase.word}")

    def my_hand(self) -> tuple[Play, ...]:
        """Give the own closed cards as plays, in canonical order; empty where nobody sits or nothing is dealt."""
        cards = sorted(parse_card(text) for text in self.dealing.hand.values())
        return tuple(Play(card) for card in cards)

    def move_message(self, move: Move) -> MoveMessage:
        """Turn a move of the own seat into its message, with all proofs.

        Raises:
            IllegalMoveError: the rules forbid it.
            LocalProtocolError: no move is awaited here.
        """
        dealing, me = self.dealing, self._me()
        self.state.check(me, move, tuple(play.card for play in self.my_hand()))
        statement = self._statement(me, move)
        proofs = () if statement is None else (dealing.my_holds_none(statement),)
        match move:
            case CallTrump(suit):
                return messages.CallTrump(str(suit))
            case Play(card):
                position = next(p for p, text in dealing.hand.items() if text == str(card))
                opening = dealing.my_opening(position)
                return messages.Play(position, opening.shares, opening.proof, proofs)
            case Pass():
                return messages.Pass(proofs)
            case _:
                assert_never(move)

    def _opening_pass(self) -> ChainedMessage | None:
        """Pass for a seat without the start card before the first card is out: nobody is asked (A-22)."""
        hand = tuple(play.card for play in self.my_hand())
        if self.dealing.opened or self.state.legal_moves(self._me(), hand) != (PASS,):
            return None
        return self.move_message(PASS)

    # What all seats send.

    def take(self, seat: Seat, message: ChainedMessage) -> None:
        """Judge a message of the open step by the state before the step, and take it.

        Raises:
            RefusedError: it breaks a rule; nothing has changed.
        """
        dealing = self.dealing
        match message:
            case messages.Commit(commitment=commitment):
                dealing.commitments[seat] = commitment
            case messages.Key():
                dealing.take_key(seat, message)
            case messages.Shuffle():
                dealing.take_shuffle(seat, message)
                self.happened.append(events.Shuffled(seat))
            case messages.Escrow():
                dealing.take_escrow(seat, message)
            case messages.Checked():
                dealing.take_checks(seat, message)
            case messages.Shares():
                dealing.take_shares(seat, dealing.stages_dealt, message)
            case messages.CallTrump() | messages.Play() | messages.Pass():
                self._take_move(seat, message)
            case messages.Reveal(secret=secret):
                dealing.secrets[seat] = secret
            case messages.Confirm():
                pass
            case (
                messages.Agree() | messages.Refuse() | messages.CoinCommit() | messages.CoinReveal() | messages.Sheet()
            ):
                raise LocalProtocolError("not a message of a round")
            case _:
                assert_never(message)
        self._taken[seat] = message

    def _take_move(self, seat: Seat, message: MoveMessage) -> None:
        dealing, before = self.dealing, self.state
        text = dealing.check_opening(seat, message) if isinstance(message, messages.Play) else ""
        move = _read_move(message, text)
        try:
            after = before.apply(seat, move)
            statement = self._statement(seat, move, opening=message)
        except IllegalMoveError as error:
            raise RefusedError(Code.ILLEGAL_MOVE, str(error)) from error
        given = () if isinstance(message, messages.CallTrump) else message.holds_none
        dealing.check_holds_none(seat, statement, given)
        if isinstance(message, messages.Play):
            dealing.open(seat, message, text)
        if statement is not None:
            dealing.holds_none[seat].append(statement)
        self.state = after
        self.happened.append(events.Moved(seat, move, before, after))

    def _statement(self, seat: Seat, move: Move, opening: MoveMessage | None = None) -> HoldsNoneStatement | None:
        dealing = self.dealing
        played = move.card if isinstance(move, Play) else None
        if isinstance(opening, messages.Play):
            position = opening.position
        else:
            position = next((p for p, text in dealing.hand.items() if text == str(played)), -1)
        return holds_none_statement(
            self.state.obligation(seat, move),
            closed=(p for p in dealing.closed(seat) if p != position),
            opened_cards=frozenset(dealing.opened.values()),
            played=played,
        )

    # From step to step.

    def advance(self) -> None:
        """Move on from a complete step; after the reveal there is a result.

        Raises:
            RefusedError: the step's messages do not go together, and nothing can go on from them.
            VersionsDifferError: the seats disagree about the match and nobody can be named.
        """
        match self.phase:
            case Phase.COMMIT:
                odd = odd_one_out(self._taken, self.match.digest())
                if odd is not None:
                    raise odd
                self._enter(Phase.KEY, self._everyone)
            case Phase.KEY:
                self.dealing.join_keys()
                self._enter(Phase.SHUFFLE, (0,))
            case Phase.SHUFFLE if self.seats[0] + 1 < self.dealing.seats:
                self._enter(Phase.SHUFFLE, (self.seats[0] + 1,))
            case Phase.SHUFFLE:
                self._enter(Phase.CONFIRM, self._everyone)
            case Phase.CONFIRM:
                self.is_confirmed = True
                self.happened.append(events.DeckConfirmed())
                self._await_next()
            case Phase.ESCROW:
                self._enter(Phase.CHECKED, self._everyone)
            case Phase.CHECKED:
                self.happened.append(events.EscrowsChecked())
                self._enter(Phase.SHARES, self._everyone)
            case Phase.SHARES:
                self._finish_stage()
            case Phase.MOVE:
                self._await_next()
            case _:
                self.result = self._end()

    def _enter(self, phase: Phase, seats: tuple[int, ...]) -> None:
        self.phase, self.seats = phase, seats
        self._taken = {}

    def _finish_stage(self) -> None:
        dealing = self.dealing
        stage = dealing.stages_dealt
        dealing.finish_stage()
        self.state = self.state.dealt()
        self.happened.append(events.Dealt(stage, self.state))
        self._await_next()

    def _await_next(self) -> None:
        state, dealing = self.state, self.dealing
        match state.awaiting:
            case AwaitDeal(stage):
                is_last = stage == len(dealing.plan) - 1
                self._enter(Phase.ESCROW if is_last else Phase.SHARES, self._everyone)
            case AwaitMove(seat):
                self.happened.append(events.TurnCame(seat, state))
                self._enter(Phase.MOVE, (seat,))
            case AwaitHands() | RoundOver():
                self.happened.append(events.LastMoveMade(state))
                self._enter(Phase.REVEAL, self._everyone)
            case _:
                assert_never(state.awaiting)

    def _end(self) -> RoundResult:
        """Recompute the round and count it; a secret that does not hold changes nothing in its seat's favour."""
        state, match = self.state, self.match
        odd = odd_one_out(self._taken, state.digest())
        found = self.dealing.crypto.recompute(self.dealing.record())
        unproven = [RefusedError(Code.REVEAL, one.why, seats=(seat,)) for seat, one in enumerate(found) if one.why]
        if isinstance(state.awaiting, AwaitHands):
            hands = _hands_left(self.dealing, found)
            if hands is None:
                match = match.broken_off(state, tuple(Seat(error.seats[0]) for error in unproven))
            else:
                state = state.finish(hands)
                match = match.after(state)
        else:
            match = match.after(state)
        result = RoundResult(match, (*unproven, *([] if odd is None else [odd])))
        wrong = tuple(Seat(seat) for seat, one in enumerate(found) if one.why)
        dealt = tuple(tuple(sorted(parse_card(text) for text in one.hand.values() if text)) for one in found)
        self.happened.append(events.RoundEnded(self.number, state, match, dealt, wrong))
        return result

    def _me(self) -> Seat:
        if self.dealing.me is None:
            raise LocalProtocolError("nobody sits here")
        return Seat(self.dealing.me)


def odd_one_out(taken: Mapping[int, ChainedMessage], mine: bytes) -> RefusedError | None:
    """Compare the digests of the complete step: none, or the one seat that is alone against at least two.

    `mine` is what this table has itself, whoever sits here: if the others are many and wrong, nobody is named.

    Raises:
        VersionsDifferError: they differ in any other way.
    """
    digests: dict[bytes, list[int]] = {}
    for seat, message in taken.items():
        if isinstance(message, messages.Commit | messages.Reveal | messages.Sheet):
            digests.setdefault(message.digest, []).append(seat)
    if digests.keys() == {mine}:
        return None
    alone = [seats[0] for digest, seats in digests.items() if len(seats) == 1 and digest != mine]
    if len(digests) == 2 and len(alone) == 1 and len(digests.get(mine, ())) > 1:
        return RefusedError(Code.OTHER_DIGEST, "it alone has another state of the match", seats=(alone[0],))
    raise VersionsDifferError("the seats disagree about the state of the match")


def _read_move(message: MoveMessage, text: str) -> Move:
    try:
        match message:
            case messages.CallTrump(suit):
                return CallTrump(parse_suit(suit))
            case messages.Play():
                return Play(parse_card(text))
            case messages.Pass():
                return PASS
            case _:
                assert_never(message)
    except NotationError as error:
        raise RefusedError(Code.MALFORMED, str(error)) from error


def _hands_left(dealing: Dealing, found: tuple[Recomputed, ...]) -> tuple[Hand, ...] | None:
    """Give the cards left in all hands, or None if two cannot be read; one that cannot is what the others leave."""
    known = {
        seat: {text for position, text in one.hand.items() if position not in dealing.opened}
        for seat, one in enumerate(found)
        if not one.why
    }
    unknown = [seat for seat, one in enumerate(found) if one.why]
    if len(unknown) > 1:
        return None
    for seat in unknown:
        elsewhere = set(dealing.opened.values()).union(*known.values())
        known[seat] = {str(card) for card in PACK} - elsewhere
    return tuple(tuple(card for card in PACK if str(card) in known[seat]) for seat in range(len(found)))
