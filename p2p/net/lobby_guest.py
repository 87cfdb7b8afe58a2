"""A guest's side of the lobby: it asks for a seat, follows the roster, says ready, and judges the proposed contract.

`ready` is sent once there are links to all who sit, or after some patience: each of two peers that are both ready has
then waited for the link between them, whoever came first, so play does not begin on a half-woven mesh.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.game import Seat
from p2p.errors import EncodingError, LocalProtocolError
from p2p.identity import PeerId
from p2p.net.addresses import Address, parse_addresses
from p2p.net.happenings import (
    Closing,
    ContractProposed,
    Difference,
    LobbyEvent,
    NameTaken,
    NoSeat,
    Places,
    ProposalRefused,
    ProposalWithdrawn,
    ReadyChanged,
    SatDown,
    SeatsSwapped,
    StoodUp,
)
from p2p.net.lobby import AGREE_S, BEAT_S, NONCE_BYTES, SILENT_S, LookUp, Post, find_difference, parse_roster
from p2p.table.contract import Contract, parse_contract
from p2p.wire import messages
from p2p.wire.envelope import Loose
from p2p.wire.messages import Welcome

LINKS_PATIENCE_S = 3.0
HOST_LOST_S = 30.0
GIVE_UP_S = AGREE_S + 5.0
"""After so long a contract that not all have signed is taken for withdrawn, if the host could not say so."""


@dataclass(slots=True)
class GuestLobby:
    """The lobby of a peer that came to another's table.

    Attributes:
        post: signs and opens.
        host: the key of who opened the table; it answered the handshake.
        host_addresses: where it was found.
        join: what we ask with; its nonce is replaced by a fresh one each time.
        terms: what the host welcomed us to; None before.
        places: the last roster.
        contract: the one that goes round, which we found to be what we were shown; None in the lobby.
        wants_ready: whether our owner is ready.
        no_seat, closing: why there is no seat, or no lobby any more.
        happened, drops: what the owner takes away: events; (link, why).
    """

    post: Post
    host: PeerId
    host_addresses: tuple[Address, ...]
    join: messages.Join
    entropy: Callable[[int], bytes]
    look_up: LookUp
    terms: Welcome | None = None
    places: Places = ()
    contract: Contract | None = None
    wants_ready: bool = False
    no_seat: NoSeat | None = None
    closing: Closing | None = None
    happened: list[LobbyEvent] = field(default_factory=list)
    drops: list[tuple[int, str]] = field(default_factory=list)
    _nonce: bytes = b""
    _links: dict[int, PeerId] = field(default_factory=dict)
    _addresses: dict[PeerId, tuple[Address, ...]] = field(default_factory=dict)
    _strange: set[tuple[str, PeerId]] = field(default_factory=set)
    _host_heard: float = 0.0
    _host_lost_at: float | None = None
    _next_beat: float = 0.0
    _patient_until: float = 0.0
    _give_up_at: float = 0.0

    def __post_init__(self) -> None:
        self._nonce = self.entropy(NONCE_BYTES)

    # What is.

    @property
    def me(self) -> PeerId:
        """Our own key."""
        return self.post.identity.peer_id

    @property
    def my_seat(self) -> Seat | None:
        """Our seat in the last roster."""
        return next(
            (Seat(i) for i, place in enumerate(self.places) if place is not None and place.key == self.me), None
        )

    @property
    def is_seated(self) -> bool:
        """Whether the host has signed a welcome, and a roster with us in it."""
        return self.terms is not None and self.my_seat is not None

    @property
    def is_ready(self) -> bool:
        """Whether our owner has said that we are ready."""
        return self.wants_ready

    @property
    def wanted(self) -> dict[PeerId, tuple[Address, ...]]:
        """Whom there should be a link to, and where they can be dialled."""
        found = {key: value for key, value in self._addresses.items() if key != self.me}
        known = found.get(self.host, ())
        found[self.host] = tuple(dict.fromkeys((*self.host_addresses, *known)))
        return found

    # What we do.

    def set_ready(self, ready: bool, now: float) -> None:
        """Say that we are ready, or not.

        Raises:
            LocalProtocolError: we have no seat, or a contract goes round.
        """
        if not self.is_seated or self.contract is not None:
            raise LocalProtocolError("there is nothing to be ready for")
        if ready and not self.wants_ready:
            self._patient_until = now + LINKS_PATIENCE_S
        self.wants_ready = ready
        self._send_ready(now)

    def say_goodbye(self) -> None:
        """Tell the host that we leave."""
        self.post.send(self._host_links(), messages.Bye())

    # What comes in.

    def link_up(self, link: int, peer: PeerId, now: float) -> None:
        """Say that a link leads to this peer from now on."""
        self._links[link] = peer
        if peer == self.host:
            self._host_heard, self._host_lost_at = now, None
            if self.contract is None:
                self._ask(link, now)
        elif self.wants_ready and self.contract is None:
            self._send_ready(now)

    def link_down(self, link: int, now: float) -> None:
        """Say that a link is gone."""
        peer = self._links.pop(link, None)
        self.post.forget(link)
        if peer == self.host and not self._host_links():
            self._host_lost_at = now

    def receive(self, link: int, envelope: Loose, now: float) -> None:
        """Take in a lobby's message; only the host has anything to say here.

        Raises:
            EncodingError: it makes no sense here: the link is to be dropped.
            ProofError: the signature does not hold.
        """
        peer = self._links.get(link)
        if peer is None:
            return
        if peer != self.host:
            if envelope.kind == "bye":
                return
            raise EncodingError("only the host speaks in a lobby")
        message = self.post.open(link, peer, envelope)
        if message is None:
            return
        self._host_heard = now
        match message:
            case messages.Welcome():
                self._hear_welcome(message)
            case messages.Roster():
                self._hear_roster(message, now)
            case messages.Proposal(raw):
                self._hear_proposal(raw, now)
            case messages.Refused(why):
                self.no_seat = next((one for one in NoSeat if one.value == why), NoSeat.FULL)
                self.closing = Closing.NO_SEAT
            case messages.Bye():
                self.closing = Closing.HOST_LEFT
            case _:
                raise EncodingError(f"{envelope.kind!r} is nothing that a guest is told")

    # Time.

    def next_deadline(self) -> float:
        """Give the time at which `handle_deadline` has something to do."""
        times = [self._next_beat] if self.is_seated and self._host_links() and self.contract is None else []
        if self.contract is not None:
            times.append(self._give_up_at)
        if self._host_lost_at is not None:
            times.append(self._host_lost_at + HOST_LOST_S)
        elif self.contract is None:
            times.append(self._host_heard + SILENT_S)
        return min(times, default=float("inf"))

    def handle_deadline(self, now: float) -> None:
        """Send a sign of life, drop a silent host, give up one that is lost."""
        if self._host_lost_at is not None and now >= self._host_lost_at + HOST_LOST_S:
            self._host_lost_at = None
            self.closing = self.closing or Closing.HOST_LOST
        if self.contract is not None:
            if now >= self._give_up_at:
                self._give_up(now)
            return
        if now >= self._host_heard + SILENT_S:
            self._host_heard = now
            self.drops.extend((link, "silent") for link in self._host_links())
        if now >= self._next_beat:
            self._send_ready(now)

    # Steps.

    def _ask(self, link: int, now: float) -> None:
        self.terms, self.places = None, ()
        self._next_beat = now + BEAT_S
        join = self.join
        self.post.send([link], messages.Join(join.name, join.bot, self._nonce, join.addresses))

    def _hear_welcome(self, welcome: Welcome) -> None:
        if self.terms is not None and self.terms != welcome:
            raise EncodingError("a second welcome to something else")
        self.terms = welcome

    def _hear_roster(self, roster: messages.Roster, now: float) -> None:
        if self.terms is None or len(roster.seats) != self.terms.seats:
            raise EncodingError("a roster of another table than the one we were welcomed to")
        places = parse_roster(roster)
        if self.contract is not None:
            self._new_nonce()
            self.happened.append(ProposalWithdrawn())
            self._next_beat = now
        before, self.places = self.places, places
        self._addresses = {
            place.key: parse_addresses(seat.addresses)
            for place, seat in zip(places, roster.seats, strict=True)
            if place is not None
        }
        self._tell_changes(before, places)
        self._look_at_names()
        if now >= self._next_beat or self._should_say(places):
            self._send_ready(now)

    def _should_say(self, places: Places) -> bool:
        """Tell whether the host has yet to hear that we are ready."""
        seat = self.my_seat
        place = None if seat is None else places[seat]
        return place is not None and self.wants_ready and not place.ready

    def _tell_changes(self, before: Places, now: Places) -> None:
        old = {place.key: (Seat(i), place) for i, place in enumerate(before) if place is not None}
        new = {place.key: (Seat(i), place) for i, place in enumerate(now) if place is not None}
        for key, (seat, place) in old.items():
            if key not in new:
                self.happened.append(StoodUp(seat, place))
        if any(key in new and new[key][0] != seat for key, (seat, _) in old.items()):
            self.happened.append(SeatsSwapped(now))
            self.wants_ready = self.wants_ready and bool(self.join.bot)
        for key, (seat, place) in new.items():
            if key not in old:
                self.happened.append(SatDown(seat, place))
            elif old[key][1].ready is not place.ready:
                self.happened.append(ReadyChanged(seat, place))

    def _look_at_names(self) -> None:
        """Tell once of each name that we know with another key."""
        for seat, place in enumerate(self.places):
            if place is None or place.bot or place.key == self.me or (place.name, place.key) in self._strange:
                continue
            known = self.look_up(place.name)
            if known is not None and known != place.key:
                self._strange.add((place.name, place.key))
                self.happened.append(NameTaken(Seat(seat), place.name, known, place.key))

    def _hear_proposal(self, raw: bytes, now: float) -> None:
        try:
            contract = parse_contract(raw)
        except EncodingError:
            self._refuse(Difference.MALFORMED, now)
            return
        what = self._judge(contract)
        if what is not None:
            self._refuse(what, now)
            return
        self.contract, self._give_up_at = contract, now + GIVE_UP_S
        self.happened.append(ContractProposed(contract))

    def _judge(self, contract: Contract) -> Difference | None:
        if self.terms is None or not self.is_seated or not self.wants_ready:
            return Difference.NOT_READY
        what = find_difference(
            contract, self.terms, self.places, table_id=self.post.table_id, me=self.me, nonce=self._nonce
        )
        if what is not None:
            return what
        for seat in contract.seats:
            known = None if seat.bot or seat.key == self.me else self.look_up(seat.name)
            if known is not None and known != seat.key:
                return Difference.OTHER_KEY
        return None

    def _refuse(self, what: Difference, now: float) -> None:
        self.happened.append(ProposalRefused("", what))
        self.post.send(self._host_links(), messages.Refused(what.value))
        self.wants_ready = False
        self._new_nonce()
        self._send_ready(now)

    def _give_up(self, now: float) -> None:
        self._new_nonce()
        self.happened.append(ProposalWithdrawn())
        self._host_heard = now
        for link in self._host_links():
            self._ask(link, now)

    def _new_nonce(self) -> None:
        self.contract = None
        self._nonce = self.entropy(NONCE_BYTES)

    def _send_ready(self, now: float) -> None:
        if not self.is_seated:
            return
        self._next_beat = now + BEAT_S
        ready = self.wants_ready and (self._has_all_links() or now >= self._patient_until)
        if self.wants_ready and not ready:
            self._next_beat = min(self._next_beat, self._patient_until)
        self.post.send(self._host_links(), messages.Ready(int(ready), self._nonce))

    def _has_all_links(self) -> bool:
        linked = {*self._links.values(), self.me}
        return all(place is None or place.key in linked for place in self.places)

    def _host_links(self) -> list[int]:
        return [link for link, peer in self._links.items() if peer == self.host]
