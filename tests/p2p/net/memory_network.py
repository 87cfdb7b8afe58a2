"""A network in memory for the tests of sessions: addresses, listeners, and links that can be cut."""

from dataclasses import dataclass, field

import trio
from trio.testing import memory_stream_pair

from p2p.net.addresses import FIRST_PORT, Address, UnreachableError
from p2p.net.network import Handler

Pair = tuple[trio.abc.Stream, trio.abc.Stream]


@dataclass(slots=True)
class MemoryNetwork:
    """What all machines of a test share. `cut` takes a host's links away, and lets nobody reach it until `mend`."""

    listening: dict[Address, "MemoryListening"] = field(default_factory=dict)
    unreachable: set[str] = field(default_factory=set)
    streams: list[tuple[str, str, Pair]] = field(default_factory=list)
    hosts: int = 0

    def machine(self) -> "Machine":
        self.hosts += 1
        return Machine(self, f"10.0.0.{self.hosts}")

    async def cut(self, host: str) -> None:
        """Break all links of a machine, and let it reach nobody."""
        self.unreachable.add(host)
        for one, other, pair in self.streams:
            if host in (one, other):
                for stream in pair:
                    await trio.aclose_forcefully(stream)
        self.streams = [entry for entry in self.streams if host not in entry[:2]]

    def mend(self, host: str) -> None:
        self.unreachable.discard(host)


@dataclass(slots=True)
class Machine:
    """One machine's `Network`."""

    network: MemoryNetwork
    host: str

    async def listen(self, *, everywhere: bool, any_port: bool) -> "MemoryListening":
        await trio.lowlevel.checkpoint()
        port = FIRST_PORT
        while Address(self.host, port) in self.network.listening:
            port += 1
        listening = MemoryListening(self.network, (Address(self.host, port),))
        self.network.listening[listening.addresses[0]] = listening
        return listening

    async def connect(self, address: Address) -> trio.abc.Stream:
        await trio.lowlevel.checkpoint()
        there = self.network.listening.get(address)
        if there is None or {address.host, self.host} & self.network.unreachable:
            raise UnreachableError(str(address))
        await there.is_served.wait()
        if there.handler is None:
            raise UnreachableError(str(address))
        ours, theirs = memory_stream_pair()
        self.network.streams.append((self.host, address.host, (ours, theirs)))
        there.nursery.start_soon(there.handler, theirs, self.host)
        return ours


class MemoryListening:
    """One machine's port."""

    def __init__(self, network: MemoryNetwork, addresses: tuple[Address, ...]) -> None:
        self.network = network
        self.addresses = addresses
        self.handler: Handler | None = None
        self.is_served = trio.Event()
        self.nursery: trio.Nursery

    async def serve(self, handler: Handler, nursery: trio.Nursery) -> None:
        self.handler, self.nursery = handler, nursery
        self.is_served.set()
        try:
            await trio.sleep_forever()
        finally:
            await self.close()

    async def close(self) -> None:
        self.handler = None
        self.network.listening.pop(self.addresses[0], None)
