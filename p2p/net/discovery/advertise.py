"""Advertising one table: its entry is announced on every interface, kept up to date, and withdrawn at the end.

A name that another table has already is taken with a mark from the table id behind it; also when two tables of one name
were opened in the same second, and each hears of the other only after both were announced. Who wants our name for bad
ends cannot keep us from being found: after a few marks the entry is announced without asking.
"""

import ipaddress
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio
from zeroconf import (
    EventLoopBlocked,
    NotRunningException,
    RecordUpdate,
    RecordUpdateListener,
    ServiceInfo,
    Zeroconf,
)
from zeroconf._dns import DNSService

from p2p.net.discovery.advert import SERVICE_TYPE, Advert, encode_advert, entry_name
from p2p.net.discovery.interfaces import Interfaces, advertised_hosts
from p2p.net.discovery.mdns import Status, Trouble, ask_zeroconf, beside, hand_over, keep_zeroconf

UPDATE_PAUSE_S = 1.0
NAME_CHECK_S = 0.35
_MARKS = 4


class Advertisement:
    """A table's entry, as long as `advertise` lasts.

    Attributes:
        name: as it is announced; empty before that.
    """

    def __init__(self, table_name: str, advert: Advert, port: int) -> None:
        self.name = ""
        self.status = Status()
        self._table_name = table_name
        self._advert = advert
        self._port = port
        self._marks = 0
        self._updated = trio.Event()

    @property
    def trouble(self) -> Trouble | None:
        """Why the table can't be found by mDNS; None: it can, as far as this machine knows."""
        return self.status.trouble

    def update(self, advert: Advert) -> None:
        """Advertise this from now on; at most one change a second goes out."""
        if advert != self._advert:
            self._advert = advert
            self._updated.set()

    async def wait_announced(self) -> None:
        """Wait until it is announced, or there is trouble."""
        while not self.name and self.trouble is None:
            await self.status.wait_changed()

    async def announce(self, zeroconf: Zeroconf, interfaces: Interfaces) -> None:
        """Keep the entry announced and up to date; runs until cancelled."""
        while True:
            info = await self._register(zeroconf, interfaces)
            watch = _NameWatch(info, trio.lowlevel.current_trio_token())
            zeroconf.add_listener(watch, None)
            try:
                self.name = info.name.removesuffix(f".{SERVICE_TYPE}")
                self.status.wake()
                await self._send_updates(zeroconf, interfaces, watch.taken)
            finally:
                zeroconf.remove_listener(watch)
            self._marks += 1
            await ask_zeroconf(zeroconf.unregister_service, info)

    async def _register(self, zeroconf: Zeroconf, interfaces: Interfaces) -> ServiceInfo:
        while True:
            info = self._info(interfaces)
            # Somebody who takes every name is asked no longer.
            is_taken = await trio.to_thread.run_sync(
                _register, zeroconf, info, self._marks > _MARKS, abandon_on_cancel=True
            )
            if not is_taken:
                return info
            self._marks += 1

    async def _send_updates(self, zeroconf: Zeroconf, interfaces: Interfaces, taken: trio.Event) -> None:
        """Announce each change, until somebody else has our name."""
        async with trio.open_nursery() as nursery:

            async def send() -> None:
                while True:
                    await self._updated.wait()
                    await ask_zeroconf(zeroconf.update_service, self._info(interfaces))
                    await trio.sleep(UPDATE_PAUSE_S)

            nursery.start_soon(send)
            await taken.wait()
            nursery.cancel_scope.cancel()

    def _info(self, interfaces: Interfaces) -> ServiceInfo:
        self._updated = trio.Event()
        table = self._advert.table_id.hex()
        mark = table[: 3 + self._marks] if self._marks else ""
        return ServiceInfo(
            SERVICE_TYPE,
            f"{entry_name(self._table_name, mark)}.{SERVICE_TYPE}",
            port=self._port,
            properties=encode_advert(self._advert),
            # Not the machine's own name: its addresses are announced by the system, and would be replaced by ours.
            server=f"patte-{table[:16]}.local.",
            addresses=[ipaddress.ip_address(host).packed for host in advertised_hosts(interfaces)],
        )


@asynccontextmanager
async def advertise(table_name: str, advert: Advert, port: int) -> AsyncIterator[Advertisement]:
    """Advertise a table on all interfaces for as long as the block lasts, then say goodbye (within a second).

    It never fails: without mDNS there is `trouble`, and the table is joined by code or address.
    """
    advertisement = Advertisement(table_name, advert, port)
    async with beside(lambda: keep_zeroconf(advertisement.announce, advertisement.status)):
        yield advertisement


class _NameWatch(RecordUpdateListener):
    """Notices a record by which our name leads to somebody else."""

    def __init__(self, info: ServiceInfo, token: trio.lowlevel.TrioToken) -> None:
        self.taken = trio.Event()
        self._name = info.name.lower()
        self._server = (info.server or "").lower()
        self._token = token
        self._once = threading.Lock()

    def async_update_records(self, zc: Zeroconf, now: float, records: list[RecordUpdate]) -> None:  # noqa: ARG002
        """Look at what came, in zeroconf's thread."""
        for update in records:
            record = update.new
            if not isinstance(record, DNSService) or record.name.lower() != self._name or record.is_expired(now):
                continue
            if record.server.lower() != self._server and self._once.acquire(blocking=False):
                hand_over(self._token, self.taken.set)

    def async_update_records_complete(self) -> None:
        """Nothing more to do."""


def _register(zeroconf: Zeroconf, info: ServiceInfo, without_asking: bool) -> bool:
    """Announce it; tell whether the name was taken instead.

    The library's own check of the name takes well over a second, in which nobody sees the table; ours is two questions
    in a third of one, and `_NameWatch` hears of what they miss.
    """
    try:
        if not without_asking and ServiceInfo(SERVICE_TYPE, info.name).request(zeroconf, NAME_CHECK_S * 1000):
            return True
        zeroconf.register_service(info, cooperating_responders=True)
    except (EventLoopBlocked, NotRunningException):
        pass
    return False
