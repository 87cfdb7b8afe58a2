"""Tables at which one peer cheats on purpose, and what all the honest ones must make of it.

The cheater runs the product's own table. A *forger* changes what that table sends, message by message, and signs it
again with the cheater's key; a *mover* sends something of its own where the cheater has a move to make; a cheat that
needs other cryptography from the start gets a `Cryptography` that lies.
"""

from collections.abc import Callable
from dataclasses import dataclass

from engine.game import Match, Seat
from p2p.table import events
from p2p.table.audit import Audit, audit_transcript
from p2p.table.blame import Code
from p2p.table.cryptography import Cryptography
from p2p.table.dealing import Dealing
from p2p.table.ledger import Section
from p2p.table.playing import Round
from p2p.table.table import ALL, Table
from p2p.table.transcript import write_transcript
from p2p.wire.envelope import Chained, parse_envelope, seal_chained
from p2p.wire.messages import ChainedMessage
from tests.p2p.table.matches import fast, real
from tests.p2p.table.ring import Ring, Tamper, ring

Forger = Callable[[Table, Chained, ChainedMessage], list[bytes] | None]
"""(the cheater's table, what it sends, its message) -> what is sent instead, to everybody; None to leave it."""


def section_of(table: Table) -> Section:
    return table.sections[-1]


def round_of(table: Table) -> Round:
    running = section_of(table).flow.round
    assert running is not None
    return running


def dealing_of(table: Table) -> Dealing:
    return round_of(table).dealing


def seal(
    table: Table,
    message: ChainedMessage,
    *,
    step: int | None = None,
    head: bytes | None = None,
    seat: int | None = None,
) -> bytes:
    """Sign a message with the table's own key; where not told otherwise, for the step that is open there."""
    who, crypto = table._identity, table._crypto
    assert who is not None
    assert table.seat is not None
    return seal_chained(
        contract_hash=table.contract.hash,
        seat=table.seat if seat is None else seat,
        step=table.step if step is None else step,
        head=table.head if head is None else head,
        message=message,
        sign=lambda signed: crypto.sign(who, signed),
    ).raw


def instead(table: Table, envelope: Chained, message: ChainedMessage) -> list[bytes]:
    """Sign another message for the step of this envelope."""
    return [seal(table, message, step=envelope.step, head=envelope.head)]


@dataclass
class CheatTable:
    """A ring in which `cheater` cheats; everybody else is honest.

    With `split` each receiver gets only one of the messages that a forger made of one. With `forget_empty` a forger
    that gives nothing is asked again when the message is asked for again.
    """

    ring: Ring
    cheater: int
    crypto: Cryptography
    honest: tuple[int, ...]
    tamper: Tamper
    split: Callable[[int], int] | None = None
    forget_empty: bool = False

    @property
    def table(self) -> Table:
        return self.ring.tables[self.cheater]

    def run(self) -> None:
        self.ring.run()

    def named(self) -> set[tuple[int, str]]:
        """Whom the honest tables have in their books; all must have the same."""
        books = [
            {(one.seat, str(one.code)) for section in self.ring.tables[i].sections for one in section.offences}
            for i in self.honest
        ]
        assert all(book == books[0] for book in books), books
        return books[0]

    def audits(self) -> list[Audit]:
        files = [write_transcript(self.ring.tables[i].sections) for i in self.honest]
        assert len(set(files)) == 1
        return [audit_transcript(files[0], self.crypto)]

    def broken_matches(self) -> list[Match | None]:
        return [self.ring.tables[i].match for i in self.honest]


def cheat(
    game: str,
    seats: int,
    *,
    cheater: int,
    forger: Forger | None = None,
    mover: Callable[[Table], bool] | None = None,
    lying: Callable[[int], Cryptography] | None = None,
    is_real: bool = False,
    options: dict[str, str] | None = None,
    seed: int = 0,
    watchers: int = 1,
    lost: float = 0.0,
    random_seats: bool = False,
) -> CheatTable:
    """Seat a cheater among honest people and a spectator."""
    make = real(seed) if is_real else fast(seed)

    def crypto(number: int) -> Cryptography:
        return lying(number) if lying is not None and number == cheater else make(number)

    played = ring(
        game, seats, crypto, options=options, seed=seed, watchers=watchers, lost=lost, random_seats=random_seats
    )
    honest = tuple(number for number in range(len(played.tables)) if number != cheater)
    found = CheatTable(played, cheater, make(98), honest, lambda sender, receiver, data: [data])
    forged: dict[bytes, list[bytes]] = {}

    def tamper(sender: int, receiver: int, data: bytes) -> list[bytes]:
        if sender != cheater or forger is None:
            return [data]
        envelope = parse_envelope(data)
        table = found.table
        if not isinstance(envelope, Chained) or envelope.seat != table.seat:
            return [data]
        if data not in forged and any(data in made for made in forged.values()):
            return [data]
        if data not in forged:
            other = forger(table, envelope, envelope.message())
            if other == [] and found.forget_empty:
                return []
            forged[data] = [data] if other is None else other
        if found.split is None or len(forged[data]) < 2:
            return forged[data]
        return [forged[data][found.split(receiver)]]

    def move(number: int, table: Table) -> bool:
        return mover is not None and number == cheater and mover(table)

    played.tamper = found.tamper = tamper
    played.mover, played.idle_s = move, 12.0
    return found


def say(found: Table, raw: bytes) -> None:
    """Send bytes to everybody from a cheater's table."""
    found._gossip.send_raw(ALL, raw)


def once(act: Callable[[Table], bytes | None]) -> Callable[[Table], bool]:
    """Make a mover of a function: its bytes are sent once, and after that the cheater makes no move any more."""
    done: list[bytes] = []

    def mover(table: Table) -> bool:
        if not done:
            raw = act(table)
            if raw is None:
                return False
            done.append(raw)
            say(table, raw)
        return True

    return mover


def assert_caught(found: CheatTable, code: Code, *, seats: tuple[int, ...] | None = None) -> None:
    """Run, and see that all honest tables name the cheat and nobody else, and count the round alike (A-41)."""
    found.run()
    out = (found.cheater,) if seats is None else seats
    assert found.named() == {(seat, str(code)) for seat in out}
    match = expected_match(found, out)
    section = section_of(found.ring.tables[found.honest[0]])
    offence, kinds = section.offences[0], step_kinds(section, section.offences[0].step)
    if kinds not in {("reveal",), ("sheet",)}:
        # What happens after confirm counts against the round, by A-41; before it nothing is lost.
        before = section.snapshots[offence.step].match
        assert (match != before) is bool({*kinds} & {"shares", "escrow", "checked", "call", "play", "pass"})
    for number in found.honest:
        table, log = found.ring.tables[number], found.ring.log[number]
        assert table.is_broken
        broken = [event for event in log if isinstance(event, events.RoundBroken)]
        assert (broken[-1].seats, broken[-1].match, table.match) == (out, match, match)
        assert not [event for event in log if isinstance(event, events.DropLink | events.TableStopped)]
    for audit in found.audits():
        assert [(one.seat, one.code) for one in audit.offences] == [(seat, code) for seat in out]
        assert audit.match == match


def step_kinds(section: Section, step: int) -> tuple[str, ...]:
    taken = section.chain.taken
    return section.chain.step.kinds if step == len(taken) else taken[step].step.kinds


def expected_match(found: CheatTable, out: tuple[int, ...]) -> Match | None:
    """Count the round by A-41 from what an honest peer had been told before the step of the offence."""
    first = found.honest[0]
    section = section_of(found.ring.tables[first])
    before = section.snapshots[section.offences[0].counts_from]
    if before.state is None or before.match is None:
        return before.match
    return before.match.broken_off(before.state, tuple(Seat(seat) for seat in out))
