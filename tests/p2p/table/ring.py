"""N tables joined by queues that delay, reorder and repeat, all in one thread and from one seed."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from engine.game import Seat
from engine.moves import Move
from p2p.identity import Identity
from p2p.table import events
from p2p.table.actions import MakeMove
from p2p.table.contract import Contract, ContractSeat, first_contract
from p2p.table.cryptography import Cryptography
from p2p.table.phases import Phase
from p2p.table.table import ALL, Table

Tamper = Callable[[int, int, bytes], list[bytes]]
"""(sender, receiver, bytes) -> what arrives instead."""
Mover = Callable[[int, Table], bool]
"""(number, table) -> whether the owner of a table with a move to make has done something else instead."""


def identities(count: int, seed: int = 0) -> list[Identity]:
    source = Random(f"identities {seed}")
    return [Identity(source.randbytes(32)) for _ in range(count)]


def make_contract(
    game: str, people: list[Identity], options: dict[str, str], *, random_seats: bool = False, table: int = 1
) -> Contract:
    seats = tuple(
        ContractSeat(who.peer_id, f"P{number}", False, bytes([table, number]) * 16) for number, who in enumerate(people)
    )
    return first_contract(
        table_id=bytes([table]) * 16, game=game, options=options, seats=seats, random_seats=random_seats
    )


@dataclass
class Ring:
    """The tables of one match. `log` holds each table's events, oldest first."""

    tables: list[Table]
    random: Random
    choose: Callable[[Table, Random], Move]
    repeats: float = 0.0
    lost: float = 0.0
    tamper: Tamper | None = None
    mover: Mover | None = None
    now: float = 0.0
    idle_s: float = 60.0
    log: list[list[events.Event]] = field(default_factory=list)
    flights: list[tuple[float, int, int, bytes]] = field(default_factory=list)
    frames: int = 0
    frame_bytes: int = 0

    def __post_init__(self) -> None:
        self.log = [[] for _ in self.tables]
        for number, table in enumerate(self.tables):
            for other in range(len(self.tables)):
                if other != number:
                    who = self.tables[other]._identity
                    table.link_up(other, None if who is None else who.peer_id)

    def run(self, *, until: Callable[["Ring"], bool] | None = None, most: int = 2_000_000) -> None:
        """Carry messages and make moves until all tables are over, `until` says so, or nothing moves for `idle_s`."""
        idle_since = self.now
        for _ in range(most):
            if self._collect():
                idle_since = self.now
            if until is not None and until(self):
                return
            deadline = min(table.next_deadline() for table in self.tables)
            if self.flights and self.flights[0][0] <= deadline:
                at, sender, receiver, data = self.flights.pop(0)
                self.now = max(self.now, at)
                self.tables[receiver].receive(sender, data, self.now)
                continue
            if all(is_over(table) for table in self.tables):
                return
            if self.now - idle_since > self.idle_s:
                return
            self.now = max(self.now, deadline)
            for table in self.tables:
                table.handle_deadline(self.now)
        raise AssertionError("the ring does not come to rest")

    def _collect(self) -> bool:
        moved = False
        for number, table in enumerate(self.tables):
            if table.legal_moves and not (self.mover is not None and self.mover(number, table)):
                table.do(MakeMove(self.choose(table, self.random)), self.now)
                moved = True
            for link, data in table.outgoing():
                for receiver in range(len(self.tables)) if link == ALL else [link]:
                    if receiver != number:
                        self._send(number, receiver, data)
            while (event := table.next_event()) is not None:
                self.log[number].append(event)
                moved = moved or not isinstance(event, events.WentAway | events.CameBack)
        return moved

    def _send(self, sender: int, receiver: int, data: bytes) -> None:
        for one in [data] if self.tamper is None else self.tamper(sender, receiver, data):
            self.frames += 1
            self.frame_bytes += len(one)
            if self.random.random() < self.lost:
                continue
            copies = 2 if self.random.random() < self.repeats else 1
            for _ in range(copies):
                self.flights.append((self.now + self.random.random() * 0.2, sender, receiver, one))
        self.flights.sort(key=lambda flight: flight[0])

    def named(self, number: int) -> set[tuple[int, str]]:
        """Whom a table has named, and of what."""
        return {
            (event.offence.seat, str(event.offence.code))
            for event in self.log[number]
            if isinstance(event, events.SeatNamed)
        }


def is_over(table: Table) -> bool:
    """Whether nothing more can come: with drawn seats the first contract is over before the next is agreed on."""
    section = table.sections[-1]
    return table.phase is Phase.OVER and section.flow.successor is None and table._candidate is None


def any_move(table: Table, random: Random) -> Move:
    return random.choice(table.legal_moves)


def ring(
    game: str,
    seats: int,
    crypto: Callable[[int], Cryptography],
    *,
    options: dict[str, str] | None = None,
    seed: int = 0,
    random_seats: bool = False,
    repeats: float = 0.0,
    lost: float = 0.0,
    tamper: Tamper | None = None,
    watchers: int = 0,
) -> Ring:
    """Seat people around a table that has just been agreed on."""
    random = Random(seed)
    people = identities(seats + watchers, seed)
    contract = make_contract(game, people[:seats], options or {}, random_seats=random_seats)
    tables = [
        Table(contract, who, crypto(number), Random(f"{seed} {number}").randbytes, 0.0)
        for number, who in enumerate(people)
    ]
    return Ring(tables, random, any_move, repeats=repeats, lost=lost, tamper=tamper)


def seat_of(table: Table) -> Seat:
    assert table.seat is not None
    return table.seat
