"""One table's face in a Ring: what it tells its owner, what it sends, and words put into its ears."""

from p2p.table.events import Event
from p2p.table.table import Table
from p2p.wire.envelope import Chained, Loose, parse_envelope, seal_loose
from p2p.wire.messages import LooseMessage
from tests.p2p.table.matches import fast
from tests.p2p.table.ring import Ring, identities, ring
from tests.p2p.table.standin import StandIn

BS = {"rounds": "3"}


def seen(table: Table) -> list[Event]:
    found: list[Event] = []
    while (event := table.next_event()) is not None:
        found.append(event)
    return found


def sent(table: Table) -> list[tuple[int, Chained | Loose]]:
    return [(link, parse_envelope(raw)) for link, raw in table.outgoing()]


def quick(game: str = "badam-satti", seats: int = 3, watchers: int = 1) -> Ring:
    return ring(game, seats, fast(0), options=BS if game != "double-sir" else {}, watchers=watchers)


def playing(game: str = "badam-satti", seats: int = 3) -> Ring:
    """A ring in which a person has been asked for a move and thinks."""
    one = quick(game, seats)
    one.mover = lambda number, table: True
    one.idle_s = 0
    one.run()
    return one


def loose(table: Table, who: int, message: LooseMessage, *, counter: int = 10_000, nonce: bytes | None = None) -> bytes:
    identity, crypto = identities(4, 0)[who], StandIn()
    return seal_loose(
        table_id=table.contract.table_id,
        sender=identity.peer_id,
        nonce=nonce or (table.contract.seats[who].nonce if who < 3 else bytes(32)),
        counter=counter,
        message=message,
        sign=lambda signed: crypto.sign(identity, signed),
    ).raw
