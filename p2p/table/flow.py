"""What a table does under one contract: all agree, throw the coin, play round after round, sign the score sheet.

`Flow` says what the open step is about, judges its messages and moves on when it is complete. It knows neither
envelopes nor links nor time; the rounds themselves are `playing.Round`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.game import Match, PublicState, Seat
from engine.moves import Move
from p2p.crypto import coin
from p2p.crypto.round_secret import round_id_of
from p2p.errors import LocalProtocolError
from p2p.identity import Identity
from p2p.table import events
from p2p.table.blame import Code, RefusedError
from p2p.table.contract import Contract, amend
from p2p.table.cryptography import Cryptography
from p2p.table.dealing import Dealing
from p2p.table.phases import Phase
from p2p.table.playing import Round, odd_one_out
from p2p.wire import messages
from p2p.wire.messages import ChainedMessage, MoveMessage

Entropy = Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What counts if the table breaks off at a step: the match, and the round's state once its deck was confirmed.

    `round_number` is that of the running round, or of the next.
    """

    match: Match | None
    state: PublicState | None
    round_number: int


@dataclass(slots=True)
class Flow:
    """One contract's flow, as the seat `me` takes part in it, or as somebody follows it who has no seat.

    Attributes:
        keys_seen: round keys of earlier rounds of the table.
        match: the match so far; None before the coin.
        round: the running round, or the last.
        successor: the amendment that all sign next, once the coin has drawn the seats.
        happened: events, oldest first; the table takes them away.
    """

    contract: Contract
    me: Seat | None
    identity: Identity | None
    crypto: Cryptography
    entropy: Entropy
    keys_seen: frozenset[bytes] = frozenset()
    match: Match | None = None
    round: Round | None = None
    successor: Contract | None = None
    happened: list[events.Event] = field(default_factory=list)
    _phase: Phase | None = Phase.AGREE
    _seats: tuple[int, ...] = ()
    _round_number: int = 0
    _toss: bytes = field(default=b"", repr=False)
    _taken: dict[int, ChainedMessage] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._seats = self._everyone
        if self.contract.amends is not None:
            self.match = self.contract.match_so_far()
            self._round_number = self.contract.amends.round_number

    @property
    def phase(self) -> Phase:
        """What the open step is about."""
        return self._round().phase if self._phase is None else self._phase

    @property
    def seats(self) -> tuple[int, ...]:
        """Whom the open step expects, ascending."""
        return self._round().seats if self._phase is None else self._seats

    @property
    def snapshot(self) -> Snapshot:
        """What counts if the table breaks off now."""
        running = self.round if self._phase is None else None
        state = running.state if running is not None and running.is_confirmed else None
        return Snapshot(self.match, state, self._round_number)

    @property
    def _everyone(self) -> tuple[int, ...]:
        return tuple(range(len(self.contract.seats)))

    def mine(self) -> ChainedMessage | None:
        """Give the message that the own seat owes the open step and needs no person for; None if there is none.

        It is asked for once a step: the answer may hold fresh randomness, and a seat signs one message a step.
        Whether to agree to a contract is its owner's affair.
        """
        if self._phase is None:
            return self._round().mine()
        if self.me is None or self.me not in self._seats:
            return None
        match self._phase:
            case Phase.COIN_COMMIT:
                self._toss = self.entropy(coin.TOSS_BYTES)
                return messages.CoinCommit(coin.commit_toss(self._toss, self.contract.hash, self.me))
            case Phase.COIN_REVEAL:
                return messages.CoinReveal(self._toss)
            case Phase.SHEET:
                return messages.Sheet(self._known_match().digest())
            case _:
                return None

    def move_message(self, move: Move) -> MoveMessage:
        """Turn a move of the own seat into its message, with all proofs.

        Raises:
            IllegalMoveError: the rules forbid it.
            LocalProtocolError: the own seat has no move to make.
        """
        if self.phase is not Phase.MOVE or self.me not in self.seats:
            raise LocalProtocolError("no move of this seat is awaited")
        return self._round().move_message(move)

    def take(self, seat: Seat, message: ChainedMessage) -> None:
        """Judge a message of the open step by the state before the step, and take it.

        Raises:
            RefusedError: it breaks a rule; nothing has changed.
        """
        if self._phase is None:
            self._round().take(seat, message)
            return
        if isinstance(message, messages.CoinReveal):
            committed = messages.CoinCommit(coin.commit_toss(message.value, self.contract.hash, seat))
            if self._taken[seat] != committed:
                raise RefusedError(Code.COIN_REVEAL, "the toss is not the one committed to")
        self._taken[seat] = message

    def advance(self) -> tuple[RefusedError, ...]:
        """Move on from a complete step. The charges returned name seats, but do not undo what the step decided.

        Raises:
            RefusedError: the step's messages do not go together, and nothing can go on from them.
            VersionsDifferError: the seats disagree about the match and nobody can be named.
        """
        match self._phase:
            case None:
                return self._advance_round(self._round())
            case Phase.AGREE:
                self.happened.append(events.ContractAgreed(self.contract))
                if self.match is None:
                    self._enter(Phase.COIN_COMMIT, self._everyone)
                else:
                    self._go_on(self.match, ())
            case Phase.COIN_COMMIT:
                self._phase = Phase.COIN_REVEAL
            case Phase.COIN_REVEAL:
                self._throw_coin()
            case _:
                odd = odd_one_out(self._taken, self._known_match().digest())
                self.happened.append(events.SheetSigned(self._known_match()))
                self._enter(Phase.OVER, ())
                return () if odd is None else (odd,)
        return ()

    def _advance_round(self, running: Round) -> tuple[RefusedError, ...]:
        running.advance()
        if running.result is None:
            return ()
        self.keys_seen |= frozenset(running.dealing.keys.values())
        self._round_number += 1
        self._go_on(running.result.match, running.result.out)
        return running.result.charges

    def _go_on(self, match: Match, out: tuple[int, ...]) -> None:
        """Sign the score sheet if the match is over; else play a round, unless somebody is out."""
        self.match = match
        if match.is_over:
            self.happened.append(events.MatchEnded(match))
            self._enter(Phase.SHEET, tuple(seat for seat in self._everyone if seat not in out))
        elif out:
            self._enter(Phase.OVER, ())
        else:
            self._begin_round(match)

    def _begin_round(self, match: Match) -> None:
        name = round_id_of(self.contract.table_id, self.contract.hash, self._round_number)
        secret = None if self.me is None or self.identity is None else self.crypto.new_secret(self.identity, name)
        dealing = Dealing(
            self.crypto, name, match.seats, match.deal_plan(), self.me, secret, earlier_keys=self.keys_seen
        )
        self.round = Round(self._round_number, match, dealing, match.start_round(), self.happened)
        self.happened.append(events.RoundBegan(self._round_number, match))
        self._phase = None

    def _throw_coin(self) -> None:
        tosses = [message.value for message in self._in_order() if isinstance(message, messages.CoinReveal)]
        thrown = coin.coin_of(tosses, self.contract.hash)
        dealer = Seat(thrown.dealer(len(tosses)))
        self.happened.append(events.CoinThrown(dealer, thrown.digits))
        match = self.contract.match(dealer)
        if self.contract.random_seats:
            order = thrown.seat_order(len(tosses))
            self.successor = amend(self.contract, match, 0, tuple(self.contract.seats[i] for i in order))
            self.happened.append(events.SeatsDrawn(self.successor))
            self._enter(Phase.OVER, ())
        else:
            self._go_on(match, ())

    def _enter(self, phase: Phase, seats: tuple[int, ...]) -> None:
        self._phase, self._seats, self._taken = phase, seats, {}

    def _in_order(self) -> list[ChainedMessage]:
        return [self._taken[seat] for seat in sorted(self._taken)]

    def _round(self) -> Round:
        if self.round is None:
            raise LocalProtocolError("no round has begun")
        return self.round

    def _known_match(self) -> Match:
        if self.match is None:
            raise LocalProtocolError("no match has begun")
        return self.match
