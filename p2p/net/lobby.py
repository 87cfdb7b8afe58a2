"""What both sides of a lobby share: who sits where, signed words over links, and what a contract must say.

The lobby is where people gather before there is a contract. Every peer but the host talks to the host alone there:
it asks for a seat (`join`), is answered (`welcome`, or `refused` and a word) and hears of every change (`roster`).
`ready` says that one is ready and carries the nonce for the next contract; it is also a lobby's sign of life, as the
roster is the host's. When all are ready the host sends the contract (`proposal`); who finds in it what it was shown
signs it at the table, who does not sends `refused`. A roster that comes after a proposal withdraws it: every seat
then sends a nonce that no contract has carried.

Both sides are without I/O: links are numbers, `now` is seconds of a clock that only grows. `lobby_host` and
`lobby_guest` are the two sides.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from p2p.errors import EncodingError, LinkError
from p2p.identity import Identity, PeerId, parse_peer_id
from p2p.net.happenings import Difference, NoSeat, Place, Places
from p2p.table.contract import Contract, ContractSeat
from p2p.table.cryptography import Cryptography
from p2p.wire.envelope import Loose, seal_loose
from p2p.wire.messages import LooseMessage, Roster, RosterSeat, Welcome, kind_of

BEAT_S = 2.0
"""How often a lobby's sign of life is sent."""
SILENT_S = 10.0
"""After so long without one a link is dropped; also a link whose peer does not ask for a seat."""
AGREE_S = 15.0
"""How long the host waits for all to sign, before it withdraws a contract."""

LOBBY_KINDS = frozenset({"join", "welcome", "roster", "refused", "proposal", "ready"})
NONCE_BYTES = 32

LookUp = Callable[[str], PeerId | None]
"""The key that a name is known with."""


class NoSeatError(LinkError):
    """The host gave us no seat.

    Attributes:
        why: as it said.
    """

    def __init__(self, why: NoSeat) -> None:
        super().__init__(f"no seat: {why}")
        self.why = why


@dataclass(slots=True)
class Post:
    """Signs what one peer says in the lobby and opens what others say there.

    Attributes:
        nonce: stands in the envelopes; counters count within it. It is not the one for the contract.
        outgoing: (link, bytes), oldest first; the owner takes them away.
    """

    identity: Identity
    table_id: bytes
    crypto: Cryptography
    nonce: bytes
    outgoing: list[tuple[int, bytes]] = field(default_factory=list)
    _counters: dict[str, int] = field(default_factory=dict)
    _had: dict[tuple[int, str], int] = field(default_factory=dict)
    _nonces: dict[int, bytes] = field(default_factory=dict)

    def send(self, links: Sequence[int], message: LooseMessage) -> None:
        """Sign a message once and send it over these links."""
        if not links:
            return
        kind = kind_of(message).name
        self._counters[kind] = self._counters.get(kind, 0) + 1
        envelope = seal_loose(
            table_id=self.table_id,
            sender=self.identity.peer_id,
            nonce=self.nonce,
            counter=self._counters[kind],
            message=message,
            sign=lambda signed: self.crypto.sign(self.identity, signed),
        )
        self.outgoing.extend((link, envelope.raw) for link in links)

    def open(self, link: int, peer: PeerId, envelope: Loose) -> LooseMessage | None:
        """Read what the peer of a link says there; None if it is no newer than what it said before.

        Raises:
            EncodingError: it is another table's or another peer's, or makes no sense.
            ProofError: the signature does not hold.
        """
        if envelope.table_id != self.table_id or envelope.sender != peer:
            raise EncodingError("in a lobby everybody speaks for himself, at this table")
        if self._nonces.get(link, envelope.nonce) != envelope.nonce:
            raise EncodingError("another nonce than before on the same link")
        self.crypto.verify_signature(peer, envelope.signed, envelope.signature)
        message = envelope.message()
        self._nonces[link] = envelope.nonce
        key = (link, envelope.kind)
        if envelope.counter <= self._had.get(key, -1):
            return None
        self._had[key] = envelope.counter
        return message

    def forget(self, link: int) -> None:
        """Forget what came over a link that is gone."""
        self._had = {key: counter for key, counter in self._had.items() if key[0] != link}
        self._nonces.pop(link, None)


def parse_roster(roster: Roster) -> Places:
    """Read who sits where.

    Raises:
        EncodingError: a key is none, or sits twice; or somebody sits there without a name.
    """
    places = tuple(_parse_place(seat) for seat in roster.seats)
    keys = [place.key for place in places if place is not None]
    if len(set(keys)) != len(keys):
        raise EncodingError("a roster with one key twice")
    return places


def find_difference(
    contract: Contract, terms: Welcome, places: Places, *, table_id: bytes, me: PeerId, nonce: bytes
) -> Difference | None:
    """Say in what a proposed contract is not what its signer was shown; None: it is just that.

    Args:
        contract: what is proposed.
        terms: what the host welcomed us to.
        places: the last roster.
        table_id: the table that we are linked to.
        me: our key.
        nonce: the one we sent last, which no contract has carried yet.
    """
    if contract.table_id != table_id:
        return Difference.TABLE
    if contract.game != terms.game:
        return Difference.GAME
    if contract.options != terms.options or contract.random_seats != bool(terms.random_seats):
        return Difference.OPTIONS
    if contract.amends is not None or len(contract.seats) != terms.seats or len(places) != terms.seats:
        return Difference.SEATS
    if any(not _is_same(seat, place) for seat, place in zip(contract.seats, places, strict=True)):
        return Difference.PEOPLE
    mine = contract.seat_of(me)
    if mine is None:
        return Difference.PEOPLE
    return None if contract.seats[mine].nonce == nonce else Difference.NONCE


def _is_same(seat: ContractSeat, place: Place | None) -> bool:
    return place is not None and (seat.key, seat.name, seat.bot) == (place.key, place.name, place.bot)


def _parse_place(seat: RosterSeat) -> Place | None:
    if not seat.key:
        return None
    if not seat.name:
        raise EncodingError("a roster with a seat without a name")
    return Place(parse_peer_id(seat.key), seat.name, bool(seat.bot), bool(seat.ready))
