"""The bridge to zeroconf: its one object for each of our purposes, remade whenever the interfaces change.

zeroconf runs an asyncio loop in a thread of its own. Every call into it blocks, so each runs in a worker thread of
trio's; its callbacks come in its threads, put what they know under a lock and do no more than `token.run_sync_soon`.
At the end it says goodbye for what was advertised, in a thread that is waited for one second, whatever was cancelled.

zeroconf binds to the addresses that it is given and does not notice when a laptop changes its network, or a Wi-Fi stick
is pulled out and put back with the same address and another number. So the interfaces are looked at every two seconds,
and when they differ from before, zeroconf is closed and opened on the new ones. All of its multicast is its own doing;
we ask for nothing periodically.
"""

import contextlib
import errno
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from enum import Enum
from typing import Never

import trio
from zeroconf import EventLoopBlocked, NotRunningException, ServiceInfo, Zeroconf

from p2p.net.discovery.interfaces import Interfaces, multicast_hosts, own_interfaces

LOOK_S = 2.0
RETRY_S = 10.0
GOODBYE_S = 1.0

_NO_IPV6 = frozenset({errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL, errno.EPROTONOSUPPORT, errno.EINVAL})
# asyncio reports what goes wrong in a loop of its own to its logger, which without a handler writes on the screen.
logging.getLogger("asyncio").addHandler(logging.NullHandler())


class Trouble(Enum):
    """Why nothing can be advertised or found by mDNS now. Codes and addresses work all the same."""

    PORT_TAKEN = "port taken"
    """Another program holds UDP port 5353 for itself alone."""
    NO_MULTICAST = "no multicast"
    """The system does not let us send or hear multicast."""


class Status:
    """What the bridge is doing.

    Attributes:
        trouble: None as long as all is well.
        interfaces: those it works on; none: this machine's loopback.
    """

    def __init__(self) -> None:
        self.trouble: Trouble | None = None
        self.interfaces: Interfaces = ()
        self._changed = trio.Event()

    def set(self, trouble: Trouble | None, interfaces: Interfaces) -> None:
        """Take over what is so now."""
        self.trouble, self.interfaces = trouble, interfaces
        self.wake()

    def wake(self) -> None:
        """Let `wait_changed` return."""
        changed, self._changed = self._changed, trio.Event()
        changed.set()

    async def wait_changed(self) -> None:
        """Wait until something changes."""
        await self._changed.wait()


async def keep_zeroconf(use: Callable[[Zeroconf, Interfaces], Awaitable[None]], status: Status) -> Never:
    """Run `use` with a zeroconf on the interfaces of the moment, again after each change, until cancelled.

    Args:
        use: works with it until it is cancelled; it need not return.
        status: told what is so.
    """
    while True:
        interfaces = await trio.to_thread.run_sync(own_interfaces)
        try:
            # Not abandoned when cancelled: what it opens has to be closed.
            zeroconf = await trio.to_thread.run_sync(_open, interfaces)
        except OSError as error:
            status.set(Trouble.PORT_TAKEN if error.errno == errno.EADDRINUSE else Trouble.NO_MULTICAST, interfaces)
            with trio.move_on_after(RETRY_S):
                await _wait_for_others(interfaces)
            continue
        try:
            status.set(None, interfaces)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(use, zeroconf, interfaces)
                await _wait_for_others(interfaces)
                nursery.cancel_scope.cancel()
        finally:
            with trio.move_on_after(GOODBYE_S, shield=True):
                await trio.to_thread.run_sync(_close, zeroconf, abandon_on_cancel=True)


@asynccontextmanager
async def beside(task: Callable[[], Awaitable[object]]) -> AsyncIterator[None]:
    """Run a task for as long as the block lasts. What the block raises comes out as it is, not in a group."""
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(task)
            try:
                yield
            finally:
                nursery.cancel_scope.cancel()
    except BaseExceptionGroup as group:
        one: BaseException = group
        while isinstance(one, BaseExceptionGroup) and len(one.exceptions) == 1:
            one = one.exceptions[0]
        if one is group:
            raise
        raise one from one.__cause__


async def ask_zeroconf(call: Callable[[ServiceInfo], None], info: ServiceInfo) -> None:
    """Make one of zeroconf's blocking calls; that it has been closed, or is slow, is no error."""

    def run() -> None:
        with contextlib.suppress(EventLoopBlocked, NotRunningException):
            call(info)

    await trio.to_thread.run_sync(run, abandon_on_cancel=True)


def hand_over(token: trio.lowlevel.TrioToken, call: Callable[[], object]) -> None:
    """Let trio's thread make a call, from one of zeroconf's; many at once for the same are one."""
    with contextlib.suppress(trio.RunFinishedError):
        token.run_sync_soon(call, idempotent=True)


async def _wait_for_others(interfaces: Interfaces) -> None:
    while True:
        await trio.sleep(LOOK_S)
        if interfaces != await trio.to_thread.run_sync(own_interfaces):
            return


def _open(interfaces: Interfaces) -> Zeroconf:
    hosts = multicast_hosts(interfaces)
    fours = [host for host in hosts if ":" not in host]
    try:
        return Zeroconf(hosts)
    except RuntimeError as error:
        # An IPv6 address went away since we looked.
        raise OSError(errno.EADDRNOTAVAIL, str(error)) from error
    except OSError as error:
        # A system without IPv6 has no socket that hears both.
        if error.errno not in _NO_IPV6 or not fours or len(fours) == len(hosts):
            raise
    return Zeroconf(fours)


def _close(zeroconf: Zeroconf) -> None:
    # Its own time limits, which are longer than ours.
    with contextlib.suppress(EventLoopBlocked, TimeoutError):
        zeroconf.close()
