"""Who is here: heartbeats, and what counts as away.

A seat is *away* when for eight seconds nothing new that it signed has come by any route, or when a step that its
program takes by itself is half a minute late. Away is only what one peer sees: it proves nothing, changes nothing at
the table, and ends with the next sign of life. Repeated or old envelopes are no sign of life, or anybody could keep a
dead seat alive.
"""

from dataclasses import dataclass, field

HEARTBEAT_S = 2.0
HEARTBEAT_LEAST_S = 1.0
AWAY_S = 8.0
LATE_STEP_S = 30.0


@dataclass(slots=True)
class Presence:
    """What one table knows of each seat's signs of life; times are seconds of the caller's clock.

    Attributes:
        away: the seats that are away now.
        left: the seats that have said goodbye; they are not away, they are gone by their own word.
    """

    me: int | None
    away: set[int] = field(default_factory=set)
    left: set[int] = field(default_factory=set)
    next_heartbeat: float = 0.0
    _heard: dict[int, float] = field(default_factory=dict)
    _beat: dict[int, float] = field(default_factory=dict)
    _step_since: float = 0.0
    _late: tuple[int, ...] = ()
    _is_late: bool = False

    def begin(self, seats: int, now: float) -> None:
        """Start to listen for this many seats."""
        self._heard = dict.fromkeys(range(seats), now)
        self.next_heartbeat = now
        self._step_since = now

    def heard(self, seat: int, now: float) -> bool:
        """Count something new that the seat signed; tell whether it was away."""
        self._heard[seat] = max(now, self._heard.get(seat, now))
        if seat not in self.away or seat in self._late:
            return False
        self.away.discard(seat)
        return True

    def heartbeat_is_due_from(self, seat: int, now: float) -> bool:
        """Tell whether a heartbeat of this seat is worth passing on; one a second is."""
        if now - self._beat.get(seat, -HEARTBEAT_LEAST_S) < HEARTBEAT_LEAST_S:
            return False
        self._beat[seat] = now
        return True

    def step_began(self, now: float) -> tuple[int, ...]:
        """Begin to count the time of a step; give the seats that were away for the last one's lateness only."""
        back = tuple(seat for seat in self._late if seat in self.away and now < self._heard[seat] + AWAY_S)
        self.away.difference_update(back)
        self._step_since, self._late, self._is_late = now, (), False
        return back

    def look(self, awaited: tuple[int, ...], *, by_program: bool, now: float) -> tuple[int, ...]:
        """Find the seats that have gone away since the last look.

        Args:
            awaited: the seats whose message of the open step is lacking.
            by_program: whether programs send these by themselves.
            now: the time.
        """
        # The sums of `next_look`, not differences: at the time it gives, rounded, there must be something to do.
        if by_program and now >= self._step_since + LATE_STEP_S:
            self._is_late = True
            self._late = tuple(seat for seat in awaited if seat != self.me)
        silent = [seat for seat, heard in self._heard.items() if seat != self.me and now >= heard + AWAY_S]
        gone = tuple(sorted(({*silent, *self._late}) - self.away - self.left))
        self.away.update(gone)
        return gone

    def next_look(self, *, by_program: bool) -> float:
        """Give the time at which the next seat may have to be called away."""
        times = [heard + AWAY_S for seat, heard in self._heard.items() if seat not in {self.me, *self.away, *self.left}]
        if by_program and not self._is_late:
            times.append(self._step_since + LATE_STEP_S)
        return min(times, default=float("inf"))
