"""A lobby in memory: one host, some guests, and frames carried one by one in the order that a test wants."""

from collections import deque
from dataclasses import dataclass, field
from random import Random

from p2p.errors import CryptoError
from p2p.identity import PeerId
from p2p.net.addresses import Address
from p2p.net.happenings import Closing
from p2p.net.lobby import Post
from p2p.net.lobby_guest import GuestLobby
from p2p.net.lobby_host import HostLobby
from p2p.table.contract import Contract
from p2p.wire.envelope import Loose, parse_envelope
from p2p.wire.messages import Join, Welcome
from tests.p2p.net.session_peers import key
from tests.p2p.table.standin import StandIn

TABLE = b"table id, 16 by."
HOST = key("host")


def nobody(name: str) -> PeerId | None:
    return None


def make_host(game: str = "badam-satti", seats: int = 3, *, random_seats: bool = False, sits: bool = True) -> HostLobby:
    options = {"badam-satti": (("rounds", "5"), ("scoring", "face10"), ("start_card", "7H"))}[game]
    entropy = Random("host").randbytes
    post = Post(HOST, TABLE, StandIn(), entropy(32))
    lobby = HostLobby(post, Welcome(game, options, seats, int(random_seats)), entropy, nobody)
    if sits:
        lobby.sit_down("host", (Address("10.0.0.1", 47752),))
    return lobby


def make_guest(name: str, *, bot: bool = False) -> GuestLobby:
    identity, entropy = key(name), Random(name).randbytes
    post = Post(identity, TABLE, StandIn(), entropy(32))
    join = Join(name, int(bot), b"", (f"10.0.1.{len(name)}:47752",))
    return GuestLobby(post, HOST.peer_id, (Address("10.0.0.1", 47752),), join, entropy, nobody)


@dataclass(slots=True)
class LobbyRing:
    """Guests by link number; what is on its way to the host, and from it to each of them.

    Attributes:
        signed: what each guest, and the host under 0, has found good to sign, oldest first.
        dropped: the links that the host has dropped, and why.
        mute: links over which the host hears nothing any more.
    """

    host: HostLobby
    guests: dict[int, GuestLobby] = field(default_factory=dict)
    to_host: deque[tuple[int, bytes]] = field(default_factory=deque)
    to_guest: dict[int, deque[bytes]] = field(default_factory=dict)
    signed: dict[int, list[Contract]] = field(default_factory=dict)
    dropped: list[tuple[int, str]] = field(default_factory=list)
    mute: set[int] = field(default_factory=set)
    now: float = 0.0
    links: int = 0

    def come(self, guest: GuestLobby) -> int:
        """Link a guest to the host, and to all the other guests."""
        self.links += 1
        link = self.links
        self.guests[link] = guest
        self.to_guest[link] = deque()
        self.host.link_up(link, guest.me, "10.0.1.9", self.now)
        guest.link_up(0, HOST.peer_id, self.now)
        for number, other in self.guests.items():
            if number != link:
                other.link_up(link, guest.me, self.now)
                guest.link_up(number, other.me, self.now)
        self._collect()
        return link

    def cut(self, link: int) -> GuestLobby:
        """Take a guest's links away; what was on its way is lost."""
        guest = self.guests.pop(link)
        self.to_guest.pop(link)
        self.to_host = deque(entry for entry in self.to_host if entry[0] != link)
        self.host.link_down(link, self.now)
        guest.link_down(0, self.now)
        for number, other in self.guests.items():
            other.link_down(link, self.now)
            guest.link_down(number, self.now)
        self._collect()
        return guest

    def step(self, random: Random) -> bool:
        """Carry one frame, on any of the ways where one waits; tell whether there was any."""
        ways = [link for link, waiting in self.to_guest.items() if waiting] + ([0] if self.to_host else [])
        if not ways:
            return False
        way = random.choice(ways)
        if way == 0:
            link, data = self.to_host.popleft()
            self.host.receive(link, loose(data), self.now)
        else:
            self.guests[way].receive(0, loose(self.to_guest[way].popleft()), self.now)
        self._collect()
        return True

    def settle(self) -> None:
        """Carry all that is on its way."""
        random = Random(0)
        while self.step(random):
            pass

    def wait(self, seconds: float) -> None:
        """Let time pass, as far as the next things that are due in it, carrying all frames at once."""
        until = self.now + seconds
        everyone: list[HostLobby | GuestLobby] = [self.host, *self.guests.values()]
        while (due := min(one.next_deadline() for one in everyone)) <= until:
            self.now = max(self.now, due)
            for one in everyone:
                if one.next_deadline() <= self.now:
                    one.handle_deadline(self.now)
            self._collect()
            self.settle()
            everyone = [self.host, *self.guests.values()]
        self.now = until

    def _collect(self) -> None:
        for link, data in self.host.post.outgoing:
            if link in self.to_guest:
                self.to_guest[link].append(data)
        self.host.post.outgoing.clear()
        self._note(0, self.host.contract)
        for number, guest in self.guests.items():
            said = [data for link, data in guest.post.outgoing if link == 0 and number not in self.mute]
            self.to_host.extend((number, data) for data in said)
            guest.post.outgoing.clear()
            self._note(number, guest.contract)
        drops = tuple(self.host.drops)
        self.host.drops.clear()
        self.dropped.extend(drops)
        for link, _ in drops:
            if link in self.guests:
                # What was queued before the drop is still delivered.
                for data in self.to_guest[link]:
                    self.guests[link].receive(0, loose(data), self.now)
                self.cut(link)

    def _note(self, number: int, contract: Contract | None) -> None:
        seen = self.signed.setdefault(number, [])
        if contract is not None and contract not in seen:
            seen.append(contract)


def loose(data: bytes) -> Loose:
    envelope = parse_envelope(data)
    if not isinstance(envelope, Loose):
        raise CryptoError(data)
    return envelope


def full_table(*, random_seats: bool = False) -> LobbyRing:
    """A host and two guests, asha and ravi, on links 1 and 2; nobody is ready."""
    ring = LobbyRing(make_host(random_seats=random_seats))
    for name in ("asha", "ravi"):
        ring.come(make_guest(name))
        ring.settle()
    return ring


def all_ready(ring: LobbyRing) -> None:
    for guest in ring.guests.values():
        guest.set_ready(True, ring.now)
    ring.host.set_ready(True, ring.now)
    ring._collect()
    ring.settle()


def proposed(ring: LobbyRing) -> Contract | None:
    return ring.host.contract


def closing(guest: GuestLobby) -> Closing | None:
    return guest.closing


def agreed_on(ring: LobbyRing) -> Contract:
    contract = proposed(ring)
    assert contract is not None
    assert [guest.contract for guest in ring.guests.values()] == [contract] * len(ring.guests)
    return contract


# Seats.
