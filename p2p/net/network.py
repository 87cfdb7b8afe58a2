"""Listening and dialling: the one place that opens sockets, behind a Protocol, so that tests can do without."""

import errno
from collections.abc import Awaitable, Callable, Iterable
from typing import Protocol

import trio

from p2p.net.addresses import LOOPBACK, PORTS, Address, NoFreePortError, UnreachableError
from p2p.net.discovery.interfaces import advertised_hosts, own_interfaces, scoped_addresses
from p2p.net.discovery.probe import connect

CONNECT_TIMEOUT_S = 3.0

Handler = Callable[[trio.abc.Stream, str], Awaitable[None]]
"""Takes a stream and the address that it comes from."""


class Listening(Protocol):
    """A port that is taken, and not yet answered."""

    @property
    def addresses(self) -> tuple[Address, ...]:
        """Where others can dial it, the likeliest first."""

    async def serve(self, handler: Handler, nursery: trio.Nursery) -> None:
        """Answer until cancelled, each stream in a task of the nursery; then the port is free again."""

    async def close(self) -> None:
        """Give the port back, if it was never served."""


class Network(Protocol):
    """How one machine reaches others."""

    async def listen(self, *, everywhere: bool, any_port: bool) -> Listening:
        """Take a port: the first free one of a table's, then any if that will do.

        Raises:
            NoFreePortError: there is none.
        """

    async def connect(self, address: Address) -> trio.abc.Stream:
        """Open a stream to an address, within a few seconds.

        Raises:
            UnreachableError: nobody answers there.
        """


class TcpNetwork:
    """The network of this machine.

    Args:
        ports: those of a table; none: any port at once.
    """

    def __init__(self, ports: Iterable[int] = PORTS) -> None:
        self._ports = tuple(ports)

    async def listen(self, *, everywhere: bool, any_port: bool) -> "TcpListening":
        """Take a port on all interfaces, or on loopback only."""
        for port in (*self._ports, *([0] if any_port else [])):
            try:
                listeners = await trio.open_tcp_listeners(port, host=None if everywhere and port else _host(everywhere))
            except OSError as error:
                if error.errno in {errno.EADDRINUSE, errno.EACCES}:
                    continue
                raise
            hosts = advertised_hosts(await trio.to_thread.run_sync(own_interfaces)) if everywhere else ()
            taken = int(listeners[0].socket.getsockname()[1])
            return TcpListening(listeners, tuple(Address(host, taken) for host in dict.fromkeys((*hosts, LOOPBACK))))
        raise NoFreePortError(f"all of the ports {self._ports[0]} to {self._ports[-1]} are taken")

    async def connect(self, address: Address) -> trio.abc.Stream:
        """Open a TCP stream; to an IPv6 link-local address on whichever interface it is found."""
        opened: list[trio.SocketStream] = []

        async def try_one(scoped: Address) -> None:
            try:
                stream = await connect(scoped, CONNECT_TIMEOUT_S)
            except (OSError, trio.TooSlowError):
                return
            if opened:
                await trio.aclose_forcefully(stream)
                return
            opened.append(stream)
            nursery.cancel_scope.cancel()

        async with trio.open_nursery() as nursery:
            for scoped in await trio.to_thread.run_sync(scoped_addresses, address):
                nursery.start_soon(try_one, scoped)
        if not opened:
            raise UnreachableError(f"nobody answers at {address}")
        return opened[0]


class TcpListening:
    """Listening sockets of one port."""

    def __init__(self, listeners: list[trio.SocketListener], addresses: tuple[Address, ...]) -> None:
        self._listeners = listeners
        self._addresses = addresses

    @property
    def addresses(self) -> tuple[Address, ...]:
        """Where others can dial, the likeliest first."""
        return self._addresses

    async def serve(self, handler: Handler, nursery: trio.Nursery) -> None:
        """Answer until cancelled."""

        async def answer(stream: trio.SocketStream) -> None:
            try:
                host = str(stream.socket.getpeername()[0])
            except OSError:
                # It hung up before it was looked at.
                await trio.aclose_forcefully(stream)
                return
            await handler(stream, host.partition("%")[0])

        await trio.serve_listeners(answer, self._listeners, handler_nursery=nursery)

    async def close(self) -> None:
        """Give the port back."""
        for listener in self._listeners:
            await listener.aclose()


def _host(everywhere: bool) -> str:
    # One port for both families can be asked for by number only: with port 0 each would get another.
    return "0.0.0.0" if everywhere else LOOPBACK  # noqa: S104
