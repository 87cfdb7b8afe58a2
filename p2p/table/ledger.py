"""The envelopes of one contract as one table has taken them, with what they led to.

A `Section` is a contract, its chain of steps, its flow, and the offences found in it. Taking an envelope is the one
way in, for our own as for everybody's; what an envelope leads to is told as an `Outcome`, and nothing of the section
changes where it leads to nothing. The section knows no links, no time, and no loose messages.
"""

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import assert_never

from engine.game import Seat
from p2p.errors import EncodingError
from p2p.table import events
from p2p.table.blame import Code, Offence, RefusedError, VersionsDifferError
from p2p.table.breaking import Break, break_off
from p2p.table.chain import Chain, Conflict, Place, TakenStep
from p2p.table.contract import Contract
from p2p.table.flow import Flow, Snapshot
from p2p.table.phases import Phase
from p2p.wire.envelope import Chained
from p2p.wire.messages import Key

RESTS = tuple(phase.value.kinds for phase in (Phase.AGREE, Phase.COIN_REVEAL, Phase.REVEAL, Phase.SHEET))
"""The kinds of the steps after which a transcript can end."""


class Outcome(Enum):
    """What became of an envelope."""

    TAKEN = auto()
    KEPT = auto()
    REPEATED = auto()
    FOREIGN = auto()
    CHARGED = auto()
    IGNORED = auto()


@dataclass(slots=True)
class Section:
    """One contract's part of a table.

    Attributes:
        offences: the lowest of each seat that is proven to have cheated.
        broken: what stands, once the table cannot go on under this contract.
        stopped: why the table stands still, where the seats disagree and nobody can be named; else empty.
    """

    contract: Contract
    flow: Flow
    chain: Chain
    snapshots: list[Snapshot]
    offences: list[Offence] = field(default_factory=list)
    broken: Break | None = None
    stopped: str = ""
    _earlier_keys: frozenset[bytes] = frozenset()
    _waiting: dict[int, Offence] = field(default_factory=dict)

    @classmethod
    def begin(cls, flow: Flow) -> "Section":
        """Open step 0 of the flow's contract: all agree."""
        chain = Chain.begin(flow.contract.hash, flow.seats, flow.phase.value.kinds)
        return cls(flow.contract, flow, chain, [flow.snapshot], _earlier_keys=flow.keys_seen)

    @property
    def is_open(self) -> bool:
        """Whether further steps can complete under this contract."""
        over = self.flow.phase is Phase.OVER or self.is_refused
        return self.broken is None and not self.stopped and not over

    @property
    def is_refused(self) -> bool:
        """Whether a seat has refused the contract: it never comes into force."""
        return self.flow.phase is Phase.AGREE and any(one.kind == "refuse" for one in self.chain.open_envelopes)

    def take(self, envelope: Chained) -> Outcome:
        """Take a well-signed envelope of this contract, and move on if its step is complete.

        Early envelopes are kept; `next_early` gives those whose step has come.
        """
        place = self.chain.place(envelope)
        match place:
            case Conflict(other):
                return self._charge(envelope, Code.TWO_MESSAGES, "two messages for one step", other)
            case Place.REPEAT:
                return Outcome.REPEATED
            case Place.FOREIGN:
                self.chain.set_aside(envelope)
                return Outcome.FOREIGN
            case Place.EARLY:
                self.chain.keep(envelope)
                return Outcome.KEPT
            case Place.OUT_OF_TURN:
                return self._charge(envelope, Code.OUT_OF_TURN, "this step is another's")
            case Place.WRONG_KIND:
                return self._charge(envelope, Code.WRONG_KIND, f"{envelope.kind!r} is not what this step takes")
            case Place.NEXT:
                return self._take_next(envelope)
            case _:
                assert_never(place)

    def advance(self) -> tuple[Chained, ...]:
        """Go on if the open step is complete and nothing stands in the way; give the next one's early envelopes."""
        step = self.chain.step.number
        if not self.chain.is_complete or not (self.is_open or self._settles):
            return ()
        evidence = tuple(envelope.raw for envelope in self.chain.open_envelopes)
        try:
            charges = self.flow.advance()
        except RefusedError as error:
            self._add([Offence(seat, step, step, error.code, error.why, evidence) for seat in error.seats])
            return ()
        except VersionsDifferError as error:
            self.stopped = str(error)
            self.flow.happened.append(events.TableStopped(self.stopped))
            return ()
        early = self.chain.advance(self.flow.seats, self.flow.phase.value.kinds)
        self.snapshots.append(self.flow.snapshot)
        stands = [
            Offence(seat, step, step + 1, charge.code, charge.why, ()) for charge in charges for seat in charge.seats
        ]
        due = [offence for offence in self._waiting.values() if offence.step == step + 1]
        if not self._add([*stands, *due]) and self.broken is not None:
            self._break_off()
        return early

    @property
    def _settles(self) -> bool:
        """Whether the open step, complete, would change what a break counts.

        Evidence of an offence in an earlier round may come before this step's last message here, and after it to
        others: all must count alike once they have both, so these steps are completed even by a table that broke off.
        """
        settling = {Phase.COMMIT, Phase.CONFIRM, Phase.SHEET}
        if self.broken is None or self.flow.phase not in settling:
            return False
        first = min(offence.counts_from for offence in self.offences)
        return self.snapshots[first].round_number < self.snapshots[-1].round_number

    @property
    def standing(self) -> tuple[TakenStep, ...]:
        """The complete steps that stand, whatever each peer has seen beyond them.

        That is: those before the offence if the section broke off; all if another contract follows; else those up to
        the last one after which a table can rest.
        """
        taken = self.chain.taken
        if self.broken is not None:
            return tuple(taken[: self.broken.step])
        if self.flow.successor is not None:
            return tuple(taken)
        rests = [number for number, one in enumerate(taken, 1) if one.step.kinds in RESTS]
        return tuple(taken[: max(rests, default=0)])

    @property
    def keys_seen(self) -> frozenset[bytes]:
        """The round keys that no round under a later contract may use again.

        Only those of steps that stand: what one peer has of a step that broke off, another may not have.
        """
        standing = (envelope.message() for step in self.standing for envelope in step.envelopes)
        return self._earlier_keys | {message.key for message in standing if isinstance(message, Key)}

    @property
    def evidence(self) -> tuple[bytes, ...]:
        """The envelopes that show why the section broke off, beyond the steps that stand; by step and seat."""
        if self.broken is None:
            return ()
        known = {envelope.raw for step in self.standing for envelope in step.envelopes}
        counted = [one for one in self.offences if one.seat in self.broken.seats]
        return tuple(dict.fromkeys(raw for one in counted for raw in one.evidence if raw not in known))

    def _take_next(self, envelope: Chained) -> Outcome:
        told = len(self.flow.happened)
        try:
            message = envelope.message()
            self.flow.take(Seat(envelope.seat), message)
        except EncodingError as error:
            return self._charge(envelope, Code.MALFORMED, str(error))
        except RefusedError as error:
            return self._charge(envelope, error.code, error.why, seats=error.seats)
        self.chain.take(envelope)
        if not self.is_open:
            # After a break a message is only judged, for what it may prove; nothing happens at the table any more.
            del self.flow.happened[told:]
        return Outcome.TAKEN

    def _charge(
        self, envelope: Chained, code: Code, why: str, other: Chained | None = None, *, seats: tuple[int, ...] = ()
    ) -> Outcome:
        """Charge the envelope's seat, or `seats`; `other` is a second envelope that shows it together with this one."""
        step = envelope.step
        evidence = tuple(sorted({envelope.raw, envelope.raw if other is None else other.raw}))
        found = [Offence(seat, step, step, code, why, evidence) for seat in seats or (envelope.seat,)]
        if step > self.chain.step.number:
            # One a seat: who floods us with contradictions about steps to come is not given more room for it.
            waiting = self._waiting.setdefault(envelope.seat, found[0])
            if step < waiting.step:
                self._waiting[envelope.seat] = found[0]
            return Outcome.IGNORED
        if other is None:
            self.chain.set_aside(envelope)
        return Outcome.CHARGED if self._add(found) else Outcome.IGNORED

    def _add(self, found: list[Offence]) -> bool:
        """Add offences, of each seat the lowest; tell whether anything is new, and break off if so.

        Two messages for one step outrank all else at that step: so peers that were sent different ones agree.
        """
        new = []
        for offence in found:
            known = next((one for one in self.offences if one.seat == offence.seat), None)
            if known is None or _rank(offence) < _rank(known):
                self.offences = [one for one in self.offences if one is not known] + [offence]
                new.append(offence)
        if not new:
            return False
        self.offences.sort(key=lambda offence: (offence.step, offence.seat))
        self.flow.happened.extend(events.SeatNamed(offence) for offence in new)
        self._break_off()
        return True

    def _break_off(self) -> None:
        """Say what stands, unless the score sheet is signed, or is being signed without those who are out."""
        phase, match = self.flow.phase, self.flow.match
        now = self.chain.step.number
        if phase is Phase.SHEET and all(
            one.counts_from == now and one.seat not in self.flow.seats for one in self.offences
        ):
            return
        if phase is Phase.OVER and match is not None and match.is_over:
            self.broken = None
            return
        before, self.broken = self.broken, break_off(self.offences, self.snapshots, committed=self._committed)
        if self.broken != before:
            seats = tuple(Seat(seat) for seat in self.broken.seats)
            self.flow.happened.append(events.RoundBroken(seats, self.broken.match))

    @property
    def _committed(self) -> int | None:
        """The step in which all committed to the running round, if they have."""
        commits = [one.step.number for one in self.chain.taken if one.step.kinds == Phase.COMMIT.value.kinds]
        running = self.snapshots[-1].round_number
        return commits[-1] if commits and self.snapshots[commits[-1]].round_number == running else None


def _rank(offence: Offence) -> tuple[int, bool]:
    return offence.step, offence.code is not Code.TWO_MESSAGES
