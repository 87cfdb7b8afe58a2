"""Browsing: what anybody announces as a table, read strictly, as sightings. Nothing in one is proven.

zeroconf's callbacks give names. A name whose records are all in its cache, as with every honest announcement, is read
at once; for the others the network is asked, two names at a time and each at most once a minute, so that a flood of
half-announced names delays none of the whole ones and makes us ask little.
"""

import threading
from collections.abc import Iterable
from dataclasses import dataclass

import trio
from zeroconf import BadTypeInNameException, EventLoopBlocked, NotRunningException, ServiceInfo, Zeroconf
from zeroconf import ServiceListener as ZeroconfListener

from p2p.errors import EncodingError
from p2p.net.addresses import Address
from p2p.net.discovery.advert import SERVICE_TYPE, Advert, OtherVersionError, parse_advert, parse_entry_name
from p2p.net.discovery.interfaces import Interfaces, dialled_addresses
from p2p.net.discovery.mdns import hand_over

MOST_NAMES = 1024
ASK_TIMEOUT_S = 1.5
ASK_AGAIN_S = 60.0
_ASKERS = 2


@dataclass(frozen=True, slots=True)
class Sighting:
    """A table as it is announced.

    Attributes:
        name: of the entry, at most 63 bytes, without control characters; another's text.
        addresses: where to dial it; none where it announces no address that may be dialled.
    """

    name: str
    advert: Advert
    addresses: tuple[Address, ...]


@dataclass(frozen=True, slots=True)
class OtherVersion:
    """A table of a version that we don't speak."""

    name: str


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """An entry said goodbye, or is too old."""

    name: str


Notice = Sighting | OtherVersion | Withdrawn


class Browser:
    """Gives notices of what is announced, for one zeroconf at a time (`browse`)."""

    def __init__(self, notices: trio.MemorySendChannel[Notice]) -> None:
        self._notices = notices
        self._asked_at: dict[str, float] = {}

    async def browse(self, zeroconf: Zeroconf, interfaces: Interfaces) -> None:
        """Browse until cancelled."""
        names = _Names(trio.lowlevel.current_trio_token())
        unread_in, unread_out = trio.open_memory_channel[str](MOST_NAMES)
        async with trio.open_nursery() as nursery:
            for _ in range(_ASKERS):
                nursery.start_soon(self._ask_for_unread, zeroconf, interfaces, unread_out.clone())
            # It starts zeroconf's thread, and asks the network four times within fourteen seconds.
            await trio.to_thread.run_sync(zeroconf.add_service_listener, SERVICE_TYPE, names)
            while True:
                for name, is_there in await names.wait_noted():
                    await self._read(zeroconf, interfaces, name, unread_in, is_there=is_there)

    async def _read(
        self,
        zeroconf: Zeroconf,
        interfaces: Interfaces,
        name: str,
        unread: trio.MemorySendChannel[str],
        *,
        is_there: bool,
    ) -> None:
        try:
            short = parse_entry_name(name)
            info = ServiceInfo(SERVICE_TYPE, name)
        except (EncodingError, BadTypeInNameException):
            return
        if not is_there:
            await self._notices.send(Withdrawn(short))
        elif info.load_from_cache(zeroconf):
            await self._tell(info, short, interfaces)
        else:
            await self._remember_to_ask(name, unread)

    async def _remember_to_ask(self, name: str, unread: trio.MemorySendChannel[str]) -> None:
        await trio.lowlevel.checkpoint()
        now = trio.current_time()
        if now - self._asked_at.pop(name, now - ASK_AGAIN_S) < ASK_AGAIN_S:
            return
        self._asked_at[name] = now
        while len(self._asked_at) > MOST_NAMES:
            del self._asked_at[next(iter(self._asked_at))]
        try:
            unread.send_nowait(name)
        except trio.WouldBlock:
            del self._asked_at[name]

    async def _ask_for_unread(
        self, zeroconf: Zeroconf, interfaces: Interfaces, unread: trio.MemoryReceiveChannel[str]
    ) -> None:
        async for name in unread:
            info = ServiceInfo(SERVICE_TYPE, name)
            if await trio.to_thread.run_sync(_ask, zeroconf, info, abandon_on_cancel=True):
                await self._tell(info, parse_entry_name(name), interfaces)

    async def _tell(self, info: ServiceInfo, name: str, interfaces: Interfaces) -> None:
        try:
            advert = parse_advert(info.text)
        except OtherVersionError:
            await self._notices.send(OtherVersion(name))
            return
        except EncodingError:
            return
        port = info.port or 0
        addresses = dialled_addresses(info.parsed_scoped_addresses(), port, interfaces) if 0 < port < 65536 else ()
        await self._notices.send(Sighting(name, advert, addresses))


class _Names(ZeroconfListener):
    """The names of which zeroconf has noted something new, from its thread to trio's; at most 1024 wait."""

    def __init__(self, token: trio.lowlevel.TrioToken) -> None:
        self._token = token
        self._lock = threading.Lock()
        self._noted: dict[str, bool] = {}
        self._any = trio.Event()

    async def wait_noted(self) -> Iterable[tuple[str, bool]]:
        """Wait for names, each with whether its entry is there."""
        await self._any.wait()
        self._any = trio.Event()
        with self._lock:
            noted, self._noted = self._noted, {}
        return tuple(noted.items())

    def add_service(self, zc: Zeroconf, type_: str, name: str) -> None:  # noqa: ARG002
        """Note a new entry, in zeroconf's thread."""
        self._note(name, is_there=True)

    def update_service(self, zc: Zeroconf, type_: str, name: str) -> None:  # noqa: ARG002
        """Note a changed entry, in zeroconf's thread."""
        self._note(name, is_there=True)

    def remove_service(self, zc: Zeroconf, type_: str, name: str) -> None:  # noqa: ARG002
        """Note an entry that is gone, in zeroconf's thread."""
        self._note(name, is_there=False)

    def _note(self, name: str, *, is_there: bool) -> None:
        with self._lock:
            if name in self._noted or len(self._noted) < MOST_NAMES:
                self._noted[name] = is_there
        hand_over(self._token, self._wake)

    def _wake(self) -> None:
        self._any.set()


def _ask(zeroconf: Zeroconf, info: ServiceInfo) -> bool:
    try:
        return info.request(zeroconf, ASK_TIMEOUT_S * 1000)
    except (EventLoopBlocked, NotRunningException):
        return False
