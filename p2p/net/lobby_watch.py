"""The lobby's place in the session of one who only looks on: it waits for the table's first contract.

Whoever is asked to be watched, the host or any other who sits, sends the contract as soon as all have signed it, or at
once if they have. From it the spectator follows the table like everybody else: it asks for all that was signed from
the first step on, and checks all of it.
"""

from dataclasses import dataclass, field

from engine.game import Seat
from p2p.errors import EncodingError
from p2p.identity import PeerId
from p2p.net.addresses import Address
from p2p.net.happenings import Closing, LobbyEvent, Places
from p2p.net.lobby import Post
from p2p.table.contract import Contract, parse_contract
from p2p.wire import messages
from p2p.wire.envelope import Loose
from p2p.wire.messages import Welcome

LOST_S = 30.0


@dataclass(slots=True)
class WatchLobby:
    """What a spectator does before there is a table.

    Attributes:
        feeder: the key of the peer that feeds us; it answered the handshake.
        addresses: where it was found.
        contract: the table's first, once we have it.
        closing: why there is nothing to see.
    """

    post: Post
    feeder: PeerId
    addresses: tuple[Address, ...]
    contract: Contract | None = None
    closing: Closing | None = None
    happened: list[LobbyEvent] = field(default_factory=list)
    drops: list[tuple[int, str]] = field(default_factory=list)
    terms: Welcome | None = None
    places: Places = ()
    my_seat: Seat | None = None
    is_ready: bool = False
    _links: dict[int, PeerId] = field(default_factory=dict)
    _lost_at: float | None = None

    @property
    def wanted(self) -> dict[PeerId, tuple[Address, ...]]:
        """Whom there should be a link to: the one that feeds us."""
        return {self.feeder: self.addresses}

    def say_goodbye(self) -> None:
        """Leave: nobody is told, for nobody waits for a spectator."""

    def link_up(self, link: int, peer: PeerId, _now: float) -> None:
        """Say that a link leads to this peer from now on."""
        self._links[link] = peer
        self._lost_at = None

    def link_down(self, link: int, now: float) -> None:
        """Say that a link is gone."""
        self._links.pop(link, None)
        self.post.forget(link)
        if not self._links:
            self._lost_at = now

    def receive(self, link: int, envelope: Loose, _now: float) -> None:
        """Take in a lobby's message: the contract that a table begins with.

        Raises:
            EncodingError: it makes no sense here, or is another table's.
            ProofError: the signature does not hold.
        """
        peer = self._links.get(link)
        message = None if peer is None else self.post.open(link, peer, envelope)
        match message:
            case None:
                return
            case messages.Proposal(raw):
                contract = parse_contract(raw)
                if contract.table_id != self.post.table_id or contract.amends is not None:
                    raise EncodingError("not the contract that this table began with")
                self.contract = self.contract or contract
            case messages.Bye():
                self.closing = Closing.HOST_LEFT
            case _:
                raise EncodingError(f"{envelope.kind!r} is nothing that a spectator is told")

    def next_deadline(self) -> float:
        """Give the time at which `handle_deadline` has something to do."""
        return float("inf") if self._lost_at is None else self._lost_at + LOST_S

    def handle_deadline(self, now: float) -> None:
        """Give up one that is lost."""
        if self._lost_at is not None and now >= self._lost_at + LOST_S:
            self._lost_at = None
            self.closing = self.closing or Closing.HOST_LOST
