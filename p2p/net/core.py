"""One peer at one table from the lobby to the score sheet, without I/O: the lobby, then `Table`, behind one face.

What comes in is an `Input`; what goes out is an `Output`: frames, happenings, links to drop, and what the trio edge has
to know. Between the proposal and the last signature under it both parts run: the lobby may still withdraw the contract,
and the table collects the signatures. Words of the lobby never reach a table, for one that has begun takes them for an
offence of their link; the table's words that arrive before the table is there wait for it.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.game import Seat
from p2p.errors import CryptoError, LocalProtocolError
from p2p.identity import Identity, PeerId
from p2p.net.addresses import Address
from p2p.net.happenings import Closing, Happening, Linked, LinkLost
from p2p.net.lobby import LOBBY_KINDS
from p2p.net.lobby_guest import GuestLobby
from p2p.net.lobby_host import HostLobby
from p2p.net.lobby_watch import WatchLobby
from p2p.net.view import View
from p2p.table import events
from p2p.table.actions import Action, LeaveTable
from p2p.table.contract import Contract
from p2p.table.cryptography import Cryptography
from p2p.table.events import DropLink
from p2p.table.table import Table
from p2p.table.transcript import write_transcript
from p2p.wire.envelope import Chained, Loose, parse_envelope

MOST_EARLY = 256
MOST_WATCHERS = 8


@dataclass(frozen=True, slots=True)
class LinkCame:
    """A link leads to this peer now.

    Attributes:
        seen_at: the address it calls from; empty where we dialled.
        replaces: the link that led there before and is gone with this; None if there was none.
        watches: whether that peer only looks on.
    """

    link: int
    peer: PeerId
    seen_at: str
    replaces: int | None = None
    watches: bool = False


@dataclass(frozen=True, slots=True)
class LinkGone:
    """A link has ended; `why` is a word for the log."""

    link: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class FrameCame:
    """A frame came over a link."""

    link: int
    data: bytes


@dataclass(frozen=True, slots=True)
class DeadlineCame:
    """The time that was asked for has come."""


@dataclass(frozen=True, slots=True)
class SetReady:
    """Our owner is ready, or not."""

    ready: bool


@dataclass(frozen=True, slots=True)
class SwapSeats:
    """The host lets two seats change places."""

    one: int
    other: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Our owner leaves: say goodbye."""


Deed = SetReady | SwapSeats | Leave | Action
Input = LinkCame | LinkGone | FrameCame | DeadlineCame


@dataclass(frozen=True, slots=True)
class Output:
    """What one call led to.

    Attributes:
        frames: (link or `ALL`, bytes), oldest first.
        drops: (link, why): to be closed once the frames are on their way.
        welcomed: links whose peers have a seat.
        transcript: the file as it now stands, if it is to be written.
        closing: why the session is over, if it is.
        view: what is known now.
        wanted: whom there should be a link to, and where they can be dialled.
        may_come: whether strangers can get a seat.
        deadline: when `DeadlineCame` is due.
    """

    frames: tuple[tuple[int, bytes], ...]
    happened: tuple[Happening, ...]
    drops: tuple[tuple[int, str], ...]
    welcomed: tuple[int, ...]
    transcript: bytes | None
    closing: Closing | None
    view: View
    wanted: dict[PeerId, tuple[Address, ...]]
    may_come: bool
    deadline: float


@dataclass(slots=True)
class Core:
    """The two parts and what is between them.

    Attributes:
        host: the key of who opened the table.
        remember: keeps the players of a contract that all have signed.
        table: None before a contract is proposed.
        is_agreed: whether all have signed it: from then on no one is host.
    """

    lobby: HostLobby | GuestLobby | WatchLobby
    identity: Identity
    crypto: Cryptography
    entropy: Callable[[int], bytes]
    host: PeerId
    remember: Callable[[Contract], None]
    table: Table | None = None
    is_agreed: bool = False
    _links: dict[int, PeerId] = field(default_factory=dict)
    _watchers: set[int] = field(default_factory=set)
    _welcomed: list[int] = field(default_factory=list)
    _early: deque[tuple[int, bytes]] = field(default_factory=lambda: deque(maxlen=MOST_EARLY))
    _frames: list[tuple[int, bytes]] = field(default_factory=list)
    _happened: list[Happening] = field(default_factory=list)
    _drops: list[tuple[int, str]] = field(default_factory=list)
    _wanted: dict[PeerId, tuple[Address, ...]] = field(default_factory=dict)
    _has_news: bool = False
    _closing: Closing | None = None

    def take_in(self, one: Input, now: float) -> None:
        """Take in what came from outside."""
        match one:
            case LinkCame(link, replaces=replaces, watches=True):
                self._replaced(replaces, now)
                self._watcher_came(link)
            case LinkGone(link) if link in self._watchers:
                self._watcher_gone(link)
            case LinkCame(link, peer, seen_at, replaces):
                if not self._replaced(replaces, now):
                    self._happened.append(Linked(peer))
                self._link_up(link, peer, seen_at, now)
            case LinkGone(link, why) if link in self._links:
                self._happened.append(LinkLost(self._links[link], why))
                self._link_down(link, now)
            case LinkGone():
                pass
            case FrameCame(link, data):
                self._receive(link, data, now)
            case DeadlineCame():
                if not self.is_agreed and now >= self.lobby.next_deadline():
                    self.lobby.handle_deadline(now)
                if self.table is not None:
                    self.table.handle_deadline(now)
        self._go_on(now)

    def do(self, deed: Deed, now: float) -> None:
        """Act for our owner.

        Raises:
            IllegalMoveError: the rules forbid the move; nothing was sent.
            LocalProtocolError: there is nothing of this kind to do now.
            EncodingError: the words are too long or empty.
        """
        match deed:
            case SetReady(ready):
                self._open_lobby().set_ready(ready, now)
            case SwapSeats(one, other):
                lobby = self._open_lobby()
                if not isinstance(lobby, HostLobby):
                    raise LocalProtocolError("only the host says who sits where")
                lobby.swap(Seat(one), Seat(other), now)
            case Leave():
                self._leave(now)
            case _:
                if self.table is None or not self.is_agreed:
                    raise LocalProtocolError("the table has not begun")
                self.table.do(deed, now)
        self._go_on(now)

    @property
    def is_sending(self) -> bool:
        """Whether something waits in `take_output` that others wait for."""
        return bool(self._frames)

    def take_output(self) -> Output:
        """Take away what the calls since the last time led to."""
        lobby = self.lobby
        output = Output(
            tuple(self._frames),
            tuple(self._happened),
            (*self._drops, *lobby.drops),
            (*self._welcomed, *(lobby.welcomed if isinstance(lobby, HostLobby) else ())),
            self._transcript(),
            self._closing,
            self._view(),
            dict(self._wanted) if self.is_agreed else lobby.wanted,
            not self.is_agreed and isinstance(lobby, HostLobby) and lobby.has_room,
            self._deadline(),
        )
        for taken in (self._frames, self._happened, self._drops, self._welcomed, lobby.drops):
            taken.clear()
        if isinstance(lobby, HostLobby):
            lobby.welcomed.clear()
        return output

    # What comes in.

    def _link_up(self, link: int, peer: PeerId, seen_at: str, now: float) -> None:
        self._links[link] = peer
        if not self.is_agreed:
            if isinstance(self.lobby, HostLobby):
                self.lobby.link_up(link, peer, seen_at, now)
            else:
                self.lobby.link_up(link, peer, now)
        if self.table is not None and self._belongs(peer):
            self.table.link_up(link, peer)

    def _watcher_came(self, link: int) -> None:
        """Take in one who looks on: it is told nothing before all have signed."""
        if len(self._watchers) >= MOST_WATCHERS:
            self._drops.append((link, "enough look on already"))
            return
        self._watchers.add(link)
        if self.is_agreed:
            self._show_to(link)

    def _replaced(self, link: int | None, now: float) -> bool:
        """Take away a link whose place another takes; tell whether its peer was linked as one who sits.

        A peer may come back as another than it was: who sat looks on, or who looked on asks for a seat.
        """
        if link in self._watchers:
            self._watcher_gone(link)
        if link not in self._links:
            return False
        self._link_down(link, now)
        return True

    def _watcher_gone(self, link: int) -> None:
        self._watchers.discard(link)
        if self.table is not None:
            self.table.link_down(link)

    def _show_to(self, link: int) -> None:
        if self.table is not None:
            self._welcomed.append(link)
            self.table.introduce(link)
            self.table.link_up(link, None)

    def _link_down(self, link: int, now: float) -> None:
        self._links.pop(link, None)
        if not self.is_agreed:
            self.lobby.link_down(link, now)
        if self.table is not None:
            self.table.link_down(link)

    def _receive(self, link: int, data: bytes, now: float) -> None:
        if link in self._watchers:
            if self.is_agreed and self.table is not None:
                self.table.receive(link, data, now)
            return
        try:
            envelope = parse_envelope(data)
            if isinstance(envelope, Loose) and self._is_for_lobby(envelope):
                if not self.is_agreed:
                    self.lobby.receive(link, envelope, now)
                return
        except CryptoError as error:
            self._drops.append((link, str(error)))
            return
        peer = self._links.get(link)
        if peer is None:
            return
        if self.table is not None and self._belongs(peer):
            self.table.receive(link, data, now)
        elif self.table is None and isinstance(envelope, Chained) and envelope.kind == "agree":
            # Who was quicker has signed already; nothing else can come before we sign.
            self._early.append((link, data))

    def _is_for_lobby(self, envelope: Loose) -> bool:
        """Tell the lobby's words from the table's; a proposal and a goodbye are words of both."""
        if envelope.kind in {"bye", "proposal"}:
            return not self.is_agreed
        return envelope.kind in LOBBY_KINDS

    # Steps.

    def _go_on(self, now: float) -> None:
        self._collect()
        if not self.is_agreed:
            self._follow_lobby(now)
            self._collect()

    def _follow_lobby(self, now: float) -> None:
        """Begin the table of the contract that the lobby has, or drop the table of one that it has no more."""
        contract = self.lobby.contract
        if self.table is not None and (contract is None or contract.hash != self.table.contract.hash):
            self.table = None
        if contract is None or self.table is not None:
            return
        self.table = Table(contract, self.identity, self.crypto, self.entropy, now)
        for link, peer in self._links.items():
            if self._belongs(peer):
                self.table.link_up(link, peer)
        early, self._early = self._early, deque(maxlen=MOST_EARLY)
        for link, data in early:
            self.table.receive(link, data, now)

    def _collect(self) -> None:
        """Take the events and the frames of both parts, oldest first."""
        self._frames.extend(self.lobby.post.outgoing)
        self.lobby.post.outgoing.clear()
        if self.table is not None:
            self._frames.extend(self.table.outgoing())
        self._happened.extend(self.lobby.happened)
        self.lobby.happened.clear()
        if not isinstance(self.lobby, HostLobby) and not self.is_agreed:
            self._closing = self._closing or self.lobby.closing
        while self.table is not None and (event := self.table.next_event()) is not None:
            match event:
                case DropLink(link, why):
                    self._drops.append((link, why))
                    continue
                case events.ContractAgreed(contract):
                    self._agreed(contract)
                case events.LeftTable(seat):
                    # It does not come back: to dial it again and again would be in vain.
                    self._wanted.pop(self.table.contract.seats[seat].key, None)
                case events.RoundEnded() | events.RoundBroken() | events.SheetSigned():
                    self._has_news = True
                case _:
                    pass
            self._happened.append(event)

    def _agreed(self, contract: Contract) -> None:
        if not self.is_agreed:
            self._wanted = self.lobby.wanted
            # Who came too late for a seat would else hear all that is said here.
            belong = {*self._wanted, self.host}
            self._drops.extend(
                (link, "the table has begun") for link, peer in self._links.items() if peer not in belong
            )
        if not self.is_agreed:
            self.is_agreed = True
            for link in self._watchers:
                self._show_to(link)
        self.remember(contract)

    def _belongs(self, peer: PeerId) -> bool:
        """Tell who sits here, or opened the table, from who came and has no seat: a table is silent to such a one."""
        contract = None if self.table is None else self.table.contract
        return peer == self.host or (contract is not None and contract.seat_of(peer) is not None)

    def _leave(self, now: float) -> None:
        if self.is_agreed and self.table is not None and self.table.seat is not None:
            self.table.do(LeaveTable(), now)
        elif not self.is_agreed:
            self.lobby.say_goodbye()
        self._closing = Closing.LEFT

    def _open_lobby(self) -> HostLobby | GuestLobby:
        if self.is_agreed:
            raise LocalProtocolError("the contract is signed already")
        if isinstance(self.lobby, WatchLobby):
            raise LocalProtocolError("who looks on has no seat")
        return self.lobby

    # What goes out.

    def _transcript(self) -> bytes | None:
        has_news, self._has_news = self._has_news, False
        return write_transcript(self.table.sections) if has_news and self.table is not None else None

    def _deadline(self) -> float:
        times = [] if self.is_agreed else [self.lobby.next_deadline()]
        if self.table is not None:
            times.append(self.table.next_deadline())
        return min(times)

    def _view(self) -> View:
        lobby, table = self.lobby, self.table
        terms, places = lobby.terms, lobby.places
        view = View(
            lobby.post.table_id,
            "" if terms is None else terms.game,
            () if terms is None else terms.options,
            bool(terms is not None and terms.random_seats),
            places,
            lobby.my_seat,
            is_ready=lobby.is_ready,
            linked=frozenset(self._links.values()),
        )
        return view if table is None else _with_table(view, table, is_agreed=self.is_agreed)


def _with_table(view: View, table: Table, *, is_agreed: bool) -> View:
    return View(
        view.table_id,
        view.game,
        view.options,
        view.random_seats,
        view.places,
        table.seat if is_agreed else view.my_seat,
        is_ready=view.is_ready,
        contract=table.contract,
        is_agreed=is_agreed,
        phase=table.phase,
        step=table.step,
        lacking=table.lacking,
        hand=table.hand,
        legal_moves=table.legal_moves,
        state=table.state,
        match=table.match,
        away=table.away,
        linked=view.linked,
        is_broken=table.is_broken,
    )
