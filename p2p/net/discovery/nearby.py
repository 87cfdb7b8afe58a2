"""The tables that are there: what is announced on the Wi-Fi, and answers when we knock.

mDNS remembers a dead host for 75 minutes, and anybody can announce anything. So the list holds only what our own probe
has proven: a handshake in the role `tables` with the table and the key that were announced. A new announcement is
probed at once, a table on the list every four seconds, at the address that answered last. One whose port is closed is
off the list at once; one that says nothing is asked once more a second later. What never answered is asked ever less
often.

Against a flood of false announcements: what is on the list waits for none of them, what is new goes before what has
failed, and of what is new the newest goes first and has one second to answer.
"""

import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import assert_never

import trio

from p2p.identity import PeerId
from p2p.net.addresses import Address
from p2p.net.discovery.advert import Advert
from p2p.net.discovery.browse import MOST_NAMES, Browser, Notice, OtherVersion, Sighting, Withdrawn
from p2p.net.discovery.mdns import Status, Trouble, beside, keep_zeroconf
from p2p.net.discovery.probe import CONNECT_TIMEOUT_S, Answer, NobodyAnswersError, Silence, find_answering
from p2p.net.discovery.turns import Turns
from p2p.net.link import DiallerSide

PROBE_S = 4.0
AGAIN_S = 1.0
PROBE_TIMEOUT_S = 3.0
MOST_PAUSE_S = 30.0
FIRST_CONNECT_TIMEOUT_S = 1.0
FIRST_ADDRESSES = 4
MOST_PROBES = 48


@dataclass(frozen=True, slots=True)
class NearbyTable:
    """A table that is there.

    Attributes:
        name: of its entry; another's text.
        address: where it answered last.
        peer_id: the host's key, proven.
    """

    name: str
    advert: Advert
    address: Address
    peer_id: PeerId


@dataclass(frozen=True, slots=True)
class SilentTable:
    """A table that is announced and does not answer."""

    name: str
    advert: Advert
    silences: tuple[tuple[Address, Silence], ...]


class Nearby:
    """What is around, kept up to date for as long as `watch_nearby` lasts.

    Attributes:
        status: of mDNS.
        other_versions: names of tables that speak another version.
    """

    def __init__(self, side: DiallerSide) -> None:
        self.status = Status()
        self.other_versions: frozenset[str] = frozenset()
        self._side = side
        self._entries: dict[str, _Entry] = {}
        self._for_known = Turns(MOST_PROBES)
        self._for_new = Turns(MOST_PROBES)
        self._for_failed = Turns(MOST_PROBES)

    @property
    def tables(self) -> tuple[NearbyTable, ...]:
        """Give the tables that are there, in the order in which they were found; each once, however it is announced."""
        there = sorted((entry for entry in self._entries.values() if entry.table), key=lambda entry: entry.found_at)
        by_host = {
            (entry.table.peer_id, entry.table.advert.table_id): entry.table for entry in reversed(there) if entry.table
        }
        return tuple(reversed(by_host.values()))

    @property
    def silent(self) -> tuple[SilentTable, ...]:
        """Give the tables that are announced and have not answered when asked."""
        return tuple(
            SilentTable(entry.sighting.name, entry.sighting.advert, entry.silences)
            for entry in self._entries.values()
            if entry.table is None and entry.silences and not entry.is_withdrawn
        )

    @property
    def trouble(self) -> Trouble | None:
        """Why mDNS finds nothing; None: it should find what is there."""
        return self.status.trouble

    async def wait_changed(self) -> None:
        """Wait until something of all this changes."""
        await self.status.wait_changed()

    async def run(self) -> None:
        """Browse and probe, until cancelled."""
        notices_in, notices_out = trio.open_memory_channel[Notice](0)
        browser = Browser(notices_in)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(keep_zeroconf, browser.browse, self.status)
            async for notice in notices_out:
                self._take(notice, nursery)

    def _take(self, notice: Notice, nursery: trio.Nursery) -> None:
        match notice:
            case Sighting(name=name):
                entry = self._entries.get(name)
                if entry is not None:
                    entry.see(notice)
                elif self._has_room():
                    self._entries[name] = entry = _Entry(notice)
                    nursery.start_soon(self._attend, entry)
            case OtherVersion(name=name):
                self.other_versions = (
                    frozenset((*self.other_versions, name)) if self._has_room() else frozenset((name,))
                )
            case Withdrawn(name=name):
                self.other_versions -= {name}
                if (entry := self._entries.get(name)) is not None:
                    entry.is_withdrawn = True
                    entry.wake()
            case _:
                assert_never(notice)
        self.status.wake()

    def _has_room(self) -> bool:
        return len(self._entries) + len(self.other_versions) < MOST_NAMES

    async def _attend(self, entry: "_Entry") -> None:
        """Probe one entry again and again; ends when it is withdrawn and does not answer."""
        while True:
            sighting = entry.sighting
            async with self._turns_for(entry).take():
                found = await self._probe(entry)
            # What came in meanwhile makes what was found old.
            if sighting == entry.sighting:
                if isinstance(found, Answer):
                    entry.answer(found)
                else:
                    entry.miss(found)
                self.status.wake()
            if entry.is_withdrawn and entry.table is None:
                del self._entries[entry.sighting.name]
                self.status.wake()
                return
            with trio.move_on_after(entry.pause_s):
                await entry.wait_woken()

    async def _probe(self, entry: "_Entry") -> Answer | NobodyAnswersError:
        advert, addresses = entry.sighting.advert, entry.sighting.addresses
        connect_timeout_s = CONNECT_TIMEOUT_S
        if entry.table is not None:
            addresses = (entry.table.address, *(addresses if entry.misses else ()))
        elif not entry.misses:
            addresses, connect_timeout_s = addresses[:FIRST_ADDRESSES], FIRST_CONNECT_TIMEOUT_S
        try:
            return await find_answering(
                addresses,
                self._side,
                table_id=advert.table_id,
                is_right=advert.is_of,
                timeout_s=PROBE_TIMEOUT_S,
                connect_timeout_s=connect_timeout_s,
            )
        except NobodyAnswersError as error:
            return error

    def _turns_for(self, entry: "_Entry") -> Turns:
        if entry.table is not None:
            return self._for_known
        return self._for_failed if entry.misses else self._for_new


@asynccontextmanager
async def watch_nearby(side: DiallerSide) -> AsyncIterator[Nearby]:
    """Keep the list of tables for as long as the block lasts.

    Args:
        side: shows an identity made for this only: nobody need know who looks, and one's own table answers as well.
    """
    nearby = Nearby(side)
    async with beside(nearby.run):
        yield nearby


@dataclass(slots=True)
class _Entry:
    """One announced name, and what our probe knows of it."""

    sighting: Sighting
    table: NearbyTable | None = None
    silences: tuple[tuple[Address, Silence], ...] = ()
    misses: int = 0
    is_withdrawn: bool = False
    found_at: float = math.inf
    woken: trio.Event = field(default_factory=trio.Event)

    @property
    def pause_s(self) -> float:
        """How long to wait before the next probe."""
        if self.table is not None:
            # Who says goodbye may take a moment to go, and anybody can say it in another's name.
            return AGAIN_S if self.misses or self.is_withdrawn else PROBE_S
        return min(2.0 ** min(self.misses - 1, 10), MOST_PAUSE_S)

    def see(self, sighting: Sighting) -> None:
        """Take over what is announced now; another table or another way to it is probed at once."""
        before, self.sighting, self.is_withdrawn = self.sighting, sighting, False
        if sighting.advert.table_id != before.advert.table_id or sighting.advert.key_mark != before.advert.key_mark:
            self.table, self.misses, self.silences = None, 0, ()
        elif self.table is not None:
            self.table = NearbyTable(sighting.name, sighting.advert, self.table.address, self.table.peer_id)
        if sighting != before and (self.table is None or sighting.addresses != before.addresses):
            self.wake()

    def answer(self, answer: Answer) -> None:
        """It is there."""
        if self.table is None:
            self.found_at = trio.current_time()
        self.table = NearbyTable(self.sighting.name, self.sighting.advert, answer.address, answer.peer_id)
        self.misses, self.silences = 0, ()

    def miss(self, error: NobodyAnswersError) -> None:
        """It did not answer: gone at once where its port is closed or has another table, else the second time."""
        self.misses += 1
        is_over = all(why in {Silence.CLOSED, Silence.OTHER_TABLE} for _, why in error.silences)
        if is_over or self.misses > 1 or self.table is None:
            self.table = None
            self.silences = error.silences

    def wake(self) -> None:
        """Let it be probed now."""
        self.woken.set()

    async def wait_woken(self) -> None:
        """Wait until something new is known of it."""
        await self.woken.wait()
        self.woken = trio.Event()
