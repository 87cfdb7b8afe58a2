"""How many strangers may talk to us at once: links that no table has welcomed yet hold a slot, the others wait for one.

Eight slots in all, four for one address. What comes from this machine (loopback, own addresses) has eight slots of its
own and no limit by address: a stranger on the Wi-Fi cannot shut out the bots here, nor they him.
"""

import ipaddress
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import trio

from p2p.errors import HandshakeError

MAX_SLOTS = 8
MAX_SLOTS_PER_ADDRESS = 4
# Waiting costs a socket and a task: also that is bounded.
MAX_WAITING = 64
MAX_WAITING_PER_ADDRESS = 16


class Slot:
    """One of the slots, held by a link until it is welcomed or ends."""

    def __init__(self, release: Callable[[], None]) -> None:
        self._release: Callable[[], None] | None = release

    def release(self) -> None:
        """Give the slot back: the link is welcomed. A second time does nothing."""
        release, self._release = self._release, None
        if release is not None:
            release()


class LinkSlots:
    """The slots of one listener.

    Args:
        own_addresses: gives this machine's addresses as text, as they are now.
    """

    def __init__(self, own_addresses: Callable[[], frozenset[str]] = frozenset) -> None:
        self._own_addresses = own_addresses
        # The address of each slot held; "" for all of this machine.
        self._held: list[str] = []
        self._waiting: list[tuple[str, trio.Event]] = []

    @asynccontextmanager
    async def hold(self, address: str) -> AsyncIterator[Slot]:
        """Wait for a slot for a link from this address, first come first served, and give it back at the end.

        Raises:
            HandshakeError: too many wait already.
        """
        key = "" if self._is_here(address) else _plain(address)
        if self._is_free(key):
            self._held.append(key)
        else:
            await self._wait(key)
        slot = Slot(lambda: self._give_back(key))
        try:
            yield slot
        finally:
            slot.release()

    async def _wait(self, key: str) -> None:
        if len(self._waiting) >= MAX_WAITING or self._count_waiting(key) >= MAX_WAITING_PER_ADDRESS:
            raise HandshakeError("too many links wait already")
        entry = (key, trio.Event())
        self._waiting.append(entry)
        try:
            # Who wakes us has taken the slot for us.
            await entry[1].wait()
        except trio.Cancelled:
            if entry in self._waiting:
                self._waiting.remove(entry)
            else:
                self._give_back(key)
            raise

    def _give_back(self, key: str) -> None:
        self._held.remove(key)
        for entry in tuple(self._waiting):
            if self._is_free(entry[0]):
                self._waiting.remove(entry)
                self._held.append(entry[0])
                entry[1].set()

    def _is_free(self, key: str) -> bool:
        if not key:
            return self._held.count("") < MAX_SLOTS
        strangers = len(self._held) - self._held.count("")
        return strangers < MAX_SLOTS and self._held.count(key) < MAX_SLOTS_PER_ADDRESS

    def _count_waiting(self, key: str) -> int:
        return sum(waiting == key for waiting, _ in self._waiting)

    def _is_here(self, address: str) -> bool:
        plain = _plain(address)
        return _is_loopback(plain) or plain in self._own_addresses()


def _plain(address: str) -> str:
    """Write an address one way: an IPv4 one that came through an IPv6 socket as IPv4, no zone."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(parsed)


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
