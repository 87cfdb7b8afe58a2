"""The host's side of the lobby: it seats who asks, tells all who is there, and proposes the contract.

Its only privilege is to say who sits where and to propose. A seat is given with the signed welcome and is free again
when its link is lost or its peer says goodbye, as long as no contract goes round; while one does, who is cut off may
come back and sign, and after a while the contract is withdrawn.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from engine.game import Seat
from p2p.errors import EncodingError, LocalProtocolError
from p2p.identity import PeerId
from p2p.net.addresses import MOST_ADDRESSES, Address, parse_addresses
from p2p.net.happenings import (
    ContractProposed,
    Difference,
    JoinRefused,
    LobbyEvent,
    NameTaken,
    NoSeat,
    Place,
    Places,
    ProposalRefused,
    ProposalWithdrawn,
    ReadyChanged,
    SatDown,
    SeatsSwapped,
    StoodUp,
)
from p2p.net.lobby import AGREE_S, BEAT_S, NONCE_BYTES, SILENT_S, LookUp, Post
from p2p.table.contract import Contract, ContractSeat, first_contract
from p2p.wire import messages
from p2p.wire.envelope import Loose
from p2p.wire.messages import RosterSeat, Welcome


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits in a seat, as the host knows it: `link` is None for the host itself, `nonce` empty until it is fresh."""

    place: Place
    link: int | None
    nonce: bytes
    addresses: tuple[Address, ...]


@dataclass(slots=True)
class _Caller:
    """A link's other end; `seen_at` is the address it calls from."""

    peer: PeerId
    seen_at: str
    heard: float


@dataclass(slots=True)
class HostLobby:
    """The lobby of the peer that opened the table.

    Attributes:
        post: signs and opens.
        terms: what is played; options complete, in the game's order.
        entropy: gives n fresh bytes.
        look_up: the key that a name is known with.
        expected: keys whose seats are kept for them: the own bots.
        contract: the one that goes round; None in the lobby.
        happened, drops, welcomed: what the owner takes away: events; (link, why); links that have a seat now.
    """

    post: Post
    terms: Welcome
    entropy: Callable[[int], bytes]
    look_up: LookUp
    expected: frozenset[PeerId] = frozenset()
    contract: Contract | None = None
    happened: list[LobbyEvent] = field(default_factory=list)
    drops: list[tuple[int, str]] = field(default_factory=list)
    welcomed: list[int] = field(default_factory=list)
    _sitters: list[Sitter | None] = field(default_factory=list)
    _callers: dict[int, _Caller] = field(default_factory=dict)
    _spent: frozenset[bytes] = frozenset()
    _next_beat: float = 0.0
    _proposed_at: float = 0.0

    def __post_init__(self) -> None:
        self._sitters = [None] * self.terms.seats

    # What is.

    @property
    def places(self) -> Places:
        """Who sits where."""
        return tuple(None if sitter is None else sitter.place for sitter in self._sitters)

    @property
    def my_seat(self) -> Seat | None:
        """The host's own seat."""
        return self._seat_of(self.post.identity.peer_id)

    @property
    def is_ready(self) -> bool:
        """Whether the host has said that it is ready."""
        seat = self.my_seat
        return seat is not None and self._sitter(seat).place.ready

    @property
    def wanted(self) -> dict[PeerId, tuple[Address, ...]]:
        """Whom there should be a link to, and where they can be dialled."""
        return {
            sitter.place.key: sitter.addresses
            for sitter in self._sitters
            if sitter is not None and sitter.link is not None
        }

    @property
    def has_room(self) -> bool:
        """Whether somebody who is not expected can still get a seat."""
        return self._free() > 0

    # What the host does.

    def sit_down(self, name: str, addresses: tuple[Address, ...]) -> None:
        """Take the first free seat for the host itself."""
        place = Place(self.post.identity.peer_id, name, bot=False, ready=False)
        self._seat(Sitter(place, None, self.entropy(NONCE_BYTES), addresses))

    def set_ready(self, ready: bool, now: float) -> None:
        """Say that the host is ready, or not.

        Raises:
            LocalProtocolError: it has no seat, or a contract goes round.
        """
        seat = self.my_seat
        if seat is None or self.contract is not None:
            raise LocalProtocolError("there is nothing to be ready for")
        sitter = self._sitter(seat)
        if sitter.place.ready is not ready:
            self._set_ready(seat, ready, sitter.nonce)
            self._changed(now)

    def swap(self, one: Seat, other: Seat, now: float) -> None:
        """Let two seats change places.

        Raises:
            LocalProtocolError: the coin draws the seats, a contract goes round, or there is no such seat.
        """
        if self.terms.random_seats or self.contract is not None:
            raise LocalProtocolError("the seats are not the host's to give now")
        if not (0 <= one < self.terms.seats and 0 <= other < self.terms.seats):
            raise LocalProtocolError("there is no such seat")
        sitters = self._sitters
        sitters[one], sitters[other] = sitters[other], sitters[one]
        for seat, sitter in enumerate(sitters):
            if sitter is not None and not sitter.place.bot:
                sitters[seat] = replace(sitter, place=replace(sitter.place, ready=False))
        self.happened.append(SeatsSwapped(self.places))
        self._changed(now)

    def withdraw(self, now: float) -> None:
        """Take the contract back that goes round; everybody needs a fresh nonce for the next."""
        if self.contract is not None:
            # A word still on its way may name one of these; whoever sent it has moved on to another.
            self._spent |= {seat.nonce for seat in self.contract.seats}
        self.contract = None
        self.happened.append(ProposalWithdrawn())
        linked = set(self._callers)
        for seat, sitter in enumerate(self._sitters):
            if sitter is None:
                continue
            if sitter.link is None:
                self._sitters[seat] = replace(sitter, nonce=self.entropy(NONCE_BYTES))
            elif sitter.link in linked:
                place = replace(sitter.place, ready=False)
                self._sitters[seat] = replace(sitter, place=place, nonce=b"")
            else:
                self._stand_up(Seat(seat), sitter)
        self._changed(now)

    # What comes in.

    def link_up(self, link: int, peer: PeerId, seen_at: str, now: float) -> None:
        """Say that a link leads to this peer from now on."""
        self._callers[link] = _Caller(peer, seen_at, now)
        if self.contract is None:
            return
        for seat, sitter in enumerate(self._sitters):
            # It was cut off while the contract goes round, and comes back.
            if sitter is not None and sitter.place.key == peer:
                self._sitters[seat] = replace(sitter, link=link)
                self.welcomed.append(link)

    def link_down(self, link: int, now: float) -> None:
        """Say that a link is gone."""
        self._callers.pop(link, None)
        self.post.forget(link)
        for seat, sitter in enumerate(self._sitters):
            if sitter is not None and sitter.link == link and self.contract is None:
                self._stand_up(Seat(seat), sitter)
                self._changed(now)

    def receive(self, link: int, envelope: Loose, now: float) -> None:
        """Take in a lobby's message.

        Raises:
            EncodingError: it makes no sense here: the link is to be dropped.
            ProofError: the signature does not hold.
        """
        caller = self._callers.get(link)
        if caller is None:
            return
        message = self.post.open(link, caller.peer, envelope)
        if message is None:
            return
        caller.heard = now
        seat = next((Seat(i) for i, one in enumerate(self._sitters) if one is not None and one.link == link), None)
        match message:
            case messages.Join():
                self._join(link, caller, message, now)
            case messages.Ready(ready, nonce) if seat is not None:
                self._hear_ready(seat, bool(ready), nonce, now)
            case messages.Refused(why) if seat is not None:
                self._hear_refusal(seat, why, now)
            case messages.Bye():
                self.drops.append((link, "goodbye"))
                if seat is not None and self.contract is not None:
                    self.withdraw(now)
            case messages.Ready() | messages.Refused():
                pass
            case _:
                raise EncodingError(f"{envelope.kind!r} is nothing that a host is told")

    def say_goodbye(self) -> None:
        """Tell everybody that the host leaves."""
        self.post.send(self._links(), messages.Bye())

    # Time.

    def next_deadline(self) -> float:
        """Give the time at which `handle_deadline` has something to do."""
        if self.contract is not None:
            return self._proposed_at + AGREE_S
        return min([self._next_beat, *(caller.heard + SILENT_S for caller in self._callers.values())])

    def handle_deadline(self, now: float) -> None:
        """Send the roster as a sign of life, drop who is silent, withdraw what is not signed in time."""
        if self.contract is not None:
            if now >= self._proposed_at + AGREE_S:
                self.withdraw(now)
            return
        for link, caller in self._callers.items():
            if now >= caller.heard + SILENT_S:
                self.drops.append((link, "silent"))
                caller.heard = now
        if now >= self._next_beat:
            self._send_roster(now)

    # Steps.

    def _join(self, link: int, caller: _Caller, join: messages.Join, now: float) -> None:
        if self._knows_proposal(link, join):
            self.post.send([link], self.terms)
            self.post.send([link], self._roster())
            self._send_proposal([link])
            return
        why = self._refusal(caller, join)
        if why is not None:
            self.happened.append(JoinRefused(join.name, why))
            self.post.send([link], messages.Refused(why.value))
            self.drops.append((link, f"no seat: {why}"))
            return
        seen = [f"[{caller.seen_at}]:{_port(one)}" for one in join.addresses[:1]] if caller.seen_at else []
        # The one that is known to lead there comes first: where eight are listed, the last is cut off.
        addresses = parse_addresses([*seen, *join.addresses])
        place = Place(caller.peer, join.name, bool(join.bot), ready=False)
        self.expected -= {caller.peer}
        self._seat(Sitter(place, link, join.nonce, addresses))
        self.welcomed.append(link)
        self.post.send([link], self.terms)
        self._changed(now)

    def _knows_proposal(self, link: int, join: messages.Join) -> bool:
        """Tell whether who asks sits already, and was cut off just before the proposal came."""
        nonces = set() if self.contract is None else {seat.nonce for seat in self.contract.seats}
        return join.nonce in nonces and any(one is not None and one.link == link for one in self._sitters)

    def _refusal(self, caller: _Caller, join: messages.Join) -> NoSeat | None:
        if self.contract is not None:
            return NoSeat.BEGUN
        if self._seat_of(caller.peer) is not None or caller.peer == self.post.identity.peer_id:
            return NoSeat.SEATED
        if caller.peer not in self.expected and not self.has_room:
            return NoSeat.FULL
        known = None if join.bot else self.look_up(join.name)
        if known is not None and known != caller.peer:
            self.happened.append(NameTaken(None, join.name, known, caller.peer))
            return NoSeat.OTHER_KEY
        return None

    def _hear_ready(self, seat: Seat, ready: bool, nonce: bytes, now: float) -> None:
        sitter = self._sitter(seat)
        if self.contract is not None or nonce in self._spent:
            return
        if (sitter.place.ready, sitter.nonce) == (ready, nonce):
            return
        self._set_ready(seat, ready, nonce)
        self._changed(now)

    def _hear_refusal(self, seat: Seat, why: str, now: float) -> None:
        if self.contract is None:
            return
        what = next((one for one in Difference if one.value == why), Difference.MALFORMED)
        self.happened.append(ProposalRefused(self._sitter(seat).place.name, what))
        self.withdraw(now)

    def _changed(self, now: float) -> None:
        """Tell everybody, and propose the contract if nothing is lacking."""
        self._send_roster(now)
        sitters = [sitter for sitter in self._sitters if sitter is not None]
        if len(sitters) < self.terms.seats or not all(one.place.ready and one.nonce for one in sitters):
            return
        self.contract = first_contract(
            table_id=self.post.table_id,
            game=self.terms.game,
            options=dict(self.terms.options),
            seats=tuple(ContractSeat(one.place.key, one.place.name, one.place.bot, one.nonce) for one in sitters),
            random_seats=bool(self.terms.random_seats),
        )
        self._proposed_at = now
        self.happened.append(ContractProposed(self.contract))
        self._send_proposal(self._links())

    def _send_roster(self, now: float) -> None:
        self._next_beat = now + BEAT_S
        self.post.send(self._links(), self._roster())

    def _roster(self) -> messages.Roster:
        return messages.Roster(tuple(_roster_seat(sitter) for sitter in self._sitters))

    def _send_proposal(self, links: list[int]) -> None:
        if self.contract is not None:
            self.post.send(links, messages.Proposal(self.contract.raw))

    def _seat(self, sitter: Sitter) -> None:
        seat = Seat(self._sitters.index(None))
        self._sitters[seat] = sitter
        self.happened.append(SatDown(seat, sitter.place))

    def _stand_up(self, seat: Seat, sitter: Sitter) -> None:
        self._sitters[seat] = None
        self.happened.append(StoodUp(seat, sitter.place))

    def _set_ready(self, seat: Seat, ready: bool, nonce: bytes) -> None:
        sitter = self._sitter(seat)
        place = replace(sitter.place, ready=ready)
        self._sitters[seat] = replace(sitter, place=place, nonce=nonce)
        if ready is not sitter.place.ready:
            self.happened.append(ReadyChanged(seat, place))

    def _sitter(self, seat: Seat) -> Sitter:
        sitter = self._sitters[seat]
        if sitter is None:
            raise LocalProtocolError("nobody sits there")
        return sitter

    def _seat_of(self, peer: PeerId) -> Seat | None:
        return next((Seat(i) for i, place in enumerate(self.places) if place is not None and place.key == peer), None)

    def _free(self) -> int:
        return self._sitters.count(None) - len(self.expected)

    def _links(self) -> list[int]:
        return [one.link for one in self._sitters if one is not None and one.link in self._callers]


def _roster_seat(sitter: Sitter | None) -> RosterSeat:
    if sitter is None:
        return RosterSeat(b"", "", 0, 0, ())
    place = sitter.place
    return RosterSeat(
        place.key, place.name, int(place.bot), int(place.ready), tuple(map(str, sitter.addresses[:MOST_ADDRESSES]))
    )


def _port(address: str) -> str:
    return address.rpartition(":")[2]
