"""How a table breaks off: from proven offences to the score that stands and the contract that may follow.

All peers that have the same evidence reach the same result, however far each had gone: what counts is the state
before the step of the lowest offence. Evidence of an offence in a round counts against that round until the
commitments of the next one are complete, or the score sheet is; after that it still costs the seat, but the round it
was in stands.
"""

from dataclasses import dataclass

from engine.game import Match, Seat
from p2p.errors import LocalProtocolError
from p2p.table.blame import Offence
from p2p.table.contract import Contract, ContractSeat, amend
from p2p.table.flow import Snapshot

PROPOSE_AFTER_S = 30.0
"""How long each further seat that stays leaves it to those before it to propose how to go on."""

HEAR_EARLIER_S = 10.0
"""How much earlier such a proposal is heard: evidence, and so the news of a break, reaches one after the other."""


@dataclass(frozen=True, slots=True)
class Break:
    """A table that cannot go on under its contract.

    Attributes:
        seats: who is out, ascending: those whose offence counts from the lowest step.
        match: the score as it stands; None if not even the coin was thrown.
        round_number: the number that the next round takes.
        step: the steps before this one stand.
    """

    seats: tuple[int, ...]
    match: Match | None
    round_number: int
    step: int

    def rank(self, seat: int, seats: int) -> int:
        """Give a seat's place among those who may propose how to go on: the lowest seat that stays first.

        Raises:
            LocalProtocolError: the seat is out.
        """
        if seat in self.seats:
            raise LocalProtocolError("who is out proposes nothing")
        return [one for one in range(seats) if one not in self.seats].index(seat)

    def contract(self, old: Contract, newcomers: dict[int, ContractSeat]) -> Contract | None:
        """Give the amendment with which the others would go on, or None if this break allows none.

        Args:
            old: the contract that broke.
            newcomers: who takes the seats of those who are out.
        """
        keys = {seat.key for seat in old.seats}
        taken = {seat.key for seat in newcomers.values()}
        if self.match is None or set(newcomers) != set(self.seats) or taken & keys:
            return None
        seats = tuple(newcomers.get(number, seat) for number, seat in enumerate(old.seats))
        return amend(old, self.match, self.round_number, seats)


def break_off(offences: list[Offence], snapshots: list[Snapshot], *, committed: int | None) -> Break:
    """Say what stands after these offences, at least one, each counting from a step that has a snapshot.

    Args:
        offences: all that are proven under this contract.
        snapshots: what each step began with, from step 0; the last is that of the open step.
        committed: the step in which all committed to the running round; None while they have not.
    """
    first = min(offence.counts_from for offence in offences)
    out = tuple(sorted({Seat(offence.seat) for offence in offences if offence.counts_from == first}))
    step, running = first, snapshots[-1].round_number
    if committed is not None and snapshots[first].round_number < running:
        # However far each peer has gone in the running round, it counts from where its deck was confirmed.
        confirmed = (n for n, one in enumerate(snapshots) if one.round_number == running and one.state is not None)
        step = next(confirmed, committed + 1)
    then = snapshots[step]
    if then.match is None:
        return Break(out, None, 0, step)
    match = then.match if then.state is None else then.match.broken_off(then.state, out)
    # Some may have begun the round after it when the evidence came; no number is used twice.
    return Break(out, match, then.round_number + 2, step)
