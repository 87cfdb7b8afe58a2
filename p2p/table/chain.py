"""One chain of steps: which messages the table waits for, and where an arriving envelope belongs.

A step expects one message from each of a known set of seats, and `head` is the hash of all that went before it. When
a step's messages are all in, their hashes, in seat order, make the next head: so every peer that has the same
messages has the same head, in whatever order they came, and every envelope attests to all before it. Two different
envelopes of one seat for one step are the proof of its own cheating, whatever heads they name. An envelope whose head
is not ours, where we hold no other of that seat, proves nothing about anybody: it is set aside, and the peers go back
together to where they agree. One that was refused is set aside too: with a second one of that seat for that step the
two prove more than either.

The chain neither reads bodies nor checks signatures; its caller has verified them.
"""

from dataclasses import dataclass, field
from enum import Enum, auto
from hashlib import sha256

from p2p.pack import pack
from p2p.wire.envelope import Chained

MOST_EARLY = 64


class Place(Enum):
    """Where an envelope belongs."""

    NEXT = auto()
    EARLY = auto()
    REPEAT = auto()
    FOREIGN = auto()
    OUT_OF_TURN = auto()
    WRONG_KIND = auto()


@dataclass(frozen=True, slots=True)
class Conflict:
    """The envelope differs from `other`, which the same seat signed for the same step."""

    other: Chained


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its number, the head before it, the seats it expects in ascending order, the kinds they may send."""

    number: int
    head: bytes
    seats: tuple[int, ...]
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TakenStep:
    """A complete step with its envelopes in seat order."""

    step: Step
    envelopes: tuple[Chained, ...]


def first_head(contract_hash: bytes) -> bytes:
    """Give the head before step 0 of a contract."""
    return sha256(pack("patte/1 table", contract_hash)).digest()


def next_head(head: bytes, envelopes: tuple[Chained, ...]) -> bytes:
    """Give the head after a step; the envelopes stand in seat order."""
    return sha256(pack(head, tuple(envelope.hash for envelope in envelopes))).digest()


@dataclass(slots=True)
class Chain:
    """The steps of one contract, owned by one table.

    Attributes:
        contract_hash: the contract under which the steps are counted.
        step: the step that is open.
        taken: complete steps, from step 0.
    """

    contract_hash: bytes
    step: Step
    taken: list[TakenStep] = field(default_factory=list)
    _open: dict[int, Chained] = field(default_factory=dict)
    _early: dict[int, dict[int, Chained]] = field(default_factory=dict)
    _aside: dict[int, dict[int, Chained]] = field(default_factory=dict)

    @classmethod
    def begin(cls, contract_hash: bytes, seats: tuple[int, ...], kinds: tuple[str, ...]) -> "Chain":
        """Open step 0."""
        return cls(contract_hash, Step(0, first_head(contract_hash), seats, kinds))

    @property
    def lacking(self) -> tuple[int, ...]:
        """The seats whose message of the open step has not been taken."""
        return tuple(seat for seat in self.step.seats if seat not in self._open)

    @property
    def is_complete(self) -> bool:
        """Whether the open step has all its messages."""
        return not self.lacking

    @property
    def open_envelopes(self) -> tuple[Chained, ...]:
        """What the open step has so far, in seat order."""
        return tuple(self._open[seat] for seat in sorted(self._open))

    def held(self, seat: int, step: int) -> Chained | None:
        """Give the envelope of a seat for a step that was taken, is kept for later, or was set aside."""
        if step > self.step.number:
            return self._early.get(seat, {}).get(step)
        envelopes = self.open_envelopes if step == self.step.number else self.taken[step].envelopes
        taken = next((one for one in envelopes if one.seat == seat), None)
        return self._aside.get(seat, {}).get(step) if taken is None else taken

    def place(self, envelope: Chained) -> Place | Conflict:
        """Say where a well-signed envelope of this contract belongs; nothing changes."""
        held = self.held(envelope.seat, envelope.step)
        if held is not None:
            return Place.REPEAT if held.raw == envelope.raw else Conflict(held)
        if envelope.step > self.step.number:
            return Place.EARLY
        step = self.step if envelope.step == self.step.number else self.taken[envelope.step].step
        if envelope.head != step.head:
            return Place.FOREIGN
        if envelope.seat not in step.seats:
            return Place.OUT_OF_TURN
        return Place.NEXT if envelope.kind in step.kinds else Place.WRONG_KIND

    def keep(self, envelope: Chained) -> None:
        """Keep an early envelope; of one seat the nearest `MOST_EARLY` steps are kept."""
        kept = self._early.setdefault(envelope.seat, {})
        kept[envelope.step] = envelope
        if len(kept) > MOST_EARLY:
            del kept[max(kept)]

    def set_aside(self, envelope: Chained) -> None:
        """Remember an envelope that is not taken into its step; of one seat the last `MOST_EARLY` are remembered."""
        aside = self._aside.setdefault(envelope.seat, {})
        aside[envelope.step] = envelope
        if len(aside) > MOST_EARLY:
            del aside[next(iter(aside))]

    def take(self, envelope: Chained) -> None:
        """Count an envelope whose place is NEXT, and whose message holds, into the open step."""
        self._open[envelope.seat] = envelope

    def advance(self, seats: tuple[int, ...], kinds: tuple[str, ...]) -> tuple[Chained, ...]:
        """Close the open step, which is complete, and open the next; give the envelopes kept for that one."""
        envelopes = self.open_envelopes
        self.taken.append(TakenStep(self.step, envelopes))
        self.step = Step(self.step.number + 1, next_head(self.step.head, envelopes), seats, kinds)
        self._open.clear()
        early = [kept.pop(self.step.number) for kept in self._early.values() if self.step.number in kept]
        return tuple(sorted(early, key=lambda envelope: envelope.seat))

    def since(self, step: int) -> tuple[Chained, ...]:
        """Give all envelopes taken from a step on, in the order of steps and seats."""
        past = [envelope for taken in self.taken[step:] for envelope in taken.envelopes]
        return (*past, *(self.open_envelopes if step <= self.step.number else ()))
