"""The mesh: one link between any two peers, whoever dials, and again when it breaks."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
import trio
from trio.testing import MockClock

from p2p.identity import Identity, PeerId
from p2p.net import mesh as mesh_module
from p2p.net.addresses import Address, UnreachableError
from p2p.net.core import DeadlineCame, FrameCame, Input, LinkCame, LinkGone
from p2p.net.handshake import Admission, Entry, ListenerSide, Refusal, Role
from p2p.net.link import DiallerSide
from p2p.net.log import Log
from p2p.net.mesh import SILENT_LINK_S, Mesh
from p2p.net.network import Network, TcpNetwork
from p2p.net.tls import make_dialler_context
from p2p.table.gossip import ALL
from tests.p2p.net.link_peers import listener_tls
from tests.p2p.net.memory_network import Machine, MemoryNetwork
from tests.p2p.net.session_peers import key

TABLE = bytes(range(16))


@dataclass(slots=True)
class Peer:
    """A mesh at its port, and what it has told its owner."""

    identity: Identity
    mesh: Mesh
    address: Address
    inputs: trio.MemoryReceiveChannel[Input]
    up: dict[int, PeerId] = field(default_factory=dict)
    frames: list[tuple[PeerId, bytes]] = field(default_factory=list)
    refuses: set[PeerId] = field(default_factory=set)
    changed: trio.Event = field(default_factory=trio.Event)
    is_stuck: bool = False

    async def read(self) -> None:
        async for one in self.inputs:
            if self.is_stuck:
                await trio.sleep_forever()
            match one:
                case LinkCame(link, peer, _, replaces):
                    assert replaces is None or self.up.pop(replaces) == peer
                    assert peer not in self.up.values()
                    self.up[link] = peer
                case LinkGone(link):
                    del self.up[link]
                case FrameCame(link, data):
                    self.frames.append((self.up[link], data))
                case DeadlineCame():
                    raise AssertionError
            changed, self.changed = self.changed, trio.Event()
            changed.set()

    def admit(self, peer: PeerId, role: Role) -> Admission:
        return Refusal.NOT_WELCOME if peer in self.refuses else Entry.KNOWN

    async def wait_frames(self, count: int) -> None:
        while len(self.frames) < count:
            await self.changed.wait()

    async def wait_links(self, count: int) -> None:
        while len(self.up) != count:
            await self.changed.wait()


@asynccontextmanager
async def peers(networks: list[Network], names: str = "abcdefg") -> AsyncIterator[list[Peer]]:
    """Peers that answer at their ports, and want nobody yet."""
    found: list[Peer] = []
    async with trio.open_nursery() as nursery:
        for name, network in zip(names, networks, strict=False):
            send, receive = trio.open_memory_channel[Input](64)
            identity = key(name)
            dialler = DiallerSide(identity, make_dialler_context(), os.urandom)
            listening = await network.listen(everywhere=False, any_port=True)
            peer = Peer(identity, Mesh(dialler, network, send, Log(None), TABLE), listening.addresses[-1], receive)
            side = ListenerSide(identity, listener_tls(name), TABLE, peer.admit, None, os.urandom)
            await nursery.start(peer.mesh.run)
            nursery.start_soon(peer.mesh.answer, listening, side)
            nursery.start_soon(peer.read)
            found.append(peer)
        await trio.testing.wait_all_tasks_blocked()
        yield found
        nursery.cancel_scope.cancel()


def memory(count: int) -> tuple[MemoryNetwork, list[Network]]:
    network = MemoryNetwork()
    machines: list[Network] = [network.machine() for _ in range(count)]
    return network, machines


def want_all(found: list[Peer]) -> None:
    for one in found:
        one.mesh.want({other.identity.peer_id: (other.address,) for other in found if other is not one})


async def wait_woven(found: list[Peer]) -> None:
    """Wait until every peer has one link to every other and no link is on its way out."""
    for one in found:
        await one.wait_links(len(found) - 1)
    while any(one.mesh.links_open != len(found) - 1 for one in found):
        await trio.testing.wait_all_tasks_blocked()
        await trio.sleep(0.01)


@pytest.mark.parametrize("higher_waits_s", [0.0, 1.0])
@pytest.mark.parametrize("delay_s", [0.0, 0.003, 0.02])
async def test_seven_peers_at_once_have_21_links(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch, higher_waits_s: float, delay_s: float
) -> None:
    monkeypatch.setattr(mesh_module, "HIGHER_WAITS_S", higher_waits_s)
    _, machines = memory(7)
    with trio.fail_after(120):
        async with peers(machines) as found:
            for number, one in enumerate(found):
                others = {other.identity.peer_id: (other.address,) for other in found if other is not one}
                one.mesh.want(others)
                if number % 2:
                    await trio.sleep(delay_s)
            await wait_woven(found)
            # Nor does it change any more.
            await trio.sleep(60)
            pairs = {frozenset((one.identity.peer_id, peer)) for one in found for peer in one.up.values()}
            assert len(pairs) == 21
            assert [one.mesh.links_open for one in found] == [6] * 7
            if not higher_waits_s and not delay_s:
                # Both sides have dialled: else this test would show nothing.
                assert sum(one.mesh.links_made for one in found) > 42


async def test_seven_peers_on_real_sockets_have_21_links(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mesh_module, "HIGHER_WAITS_S", 0.0)
    with trio.fail_after(20):
        async with peers([TcpNetwork(()) for _ in range(7)]) as found:
            want_all(found)
            await wait_woven(found)
            assert sum(one.mesh.links_open for one in found) == 42


async def test_link_that_the_lower_key_dialled_stays(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mesh_module, "HIGHER_WAITS_S", 0.0)
    _, machines = memory(2)
    with trio.fail_after(60):
        async with peers(machines) as found:
            want_all(found)
            await trio.sleep(5)
            await wait_woven(found)
            low, high = sorted(found, key=lambda one: one.identity.peer_id)
            assert low.mesh._lines[high.identity.peer_id].link.is_dialler
            assert not high.mesh._lines[low.identity.peer_id].link.is_dialler


async def test_frames_go_to_one_or_to_all(autojump_clock: MockClock) -> None:
    _, machines = memory(3)
    with trio.fail_after(60):
        async with peers(machines) as (a, b, c):
            want_all([a, b, c])
            await wait_woven([a, b, c])
            a.mesh.send(ALL, b"to all")
            link = next(link for link, peer in a.up.items() if peer == b.identity.peer_id)
            a.mesh.send(link, b"to b")
            a.mesh.send(99, b"to nobody")
            await b.wait_frames(2)
            await c.wait_frames(1)
            assert b.frames == [(a.identity.peer_id, b"to all"), (a.identity.peer_id, b"to b")]
            assert c.frames == [(a.identity.peer_id, b"to all")]


async def test_broken_link_is_woven_again(autojump_clock: MockClock) -> None:
    network, machines = memory(4)
    with trio.fail_after(120):
        async with peers(machines) as found:
            want_all(found)
            await wait_woven(found)
            await network.cut("10.0.0.2")
            await found[1].wait_links(0)
            for one in (found[0], *found[2:]):
                await one.wait_links(2)
            await trio.sleep(20)
            network.mend("10.0.0.2")
            began = trio.current_time()
            await wait_woven(found)
            assert trio.current_time() - began <= 5


async def test_link_that_brings_no_sign_of_life_is_dropped_and_dialled_again(autojump_clock: MockClock) -> None:
    _, machines = memory(2)
    with trio.fail_after(60):
        async with peers(machines) as found:
            want_all(found)
            await wait_woven(found)
            made = found[0].mesh.links_made
            found[0].mesh.expect_beats(frozenset({found[1].identity.peer_id}))
            await trio.sleep(SILENT_LINK_S + 2)
            await wait_woven(found)
            assert found[0].mesh.links_made == made + 1


async def test_peer_that_refuses_is_dialled_ever_more_rarely(autojump_clock: MockClock) -> None:
    _, machines = memory(2)
    with trio.fail_after(120):
        async with peers(machines) as (a, b):
            b.refuses.add(a.identity.peer_id)
            tries = 0
            connect = machines[0].connect

            class Counting(Machine):
                async def connect(self, address: Address) -> trio.abc.Stream:
                    nonlocal tries
                    tries += 1
                    return await connect(address)

            a.mesh.network = Counting(MemoryNetwork(), "10.0.0.1")
            a.mesh.want({b.identity.peer_id: (b.address,)})
            await trio.sleep(60)
            assert 15 <= tries <= 40
            b.refuses.clear()
            await wait_woven([a, b])


async def test_nobody_is_dialled_who_is_not_wanted_any_more(autojump_clock: MockClock) -> None:
    _, machines = memory(2)
    with trio.fail_after(60):
        async with peers(machines) as (a, b):
            a.mesh.want({b.identity.peer_id: (Address("10.9.9.9", 1),)})
            await trio.sleep(5)
            a.mesh.want({})
            await trio.sleep(5)
            assert not a.mesh._dialling
            assert a.mesh.linked == b.mesh.linked == frozenset()


async def test_address_that_swallows_packets_costs_nothing(autojump_clock: MockClock) -> None:
    _, machines = memory(2)

    class Swallowing(Machine):
        async def connect(self, address: Address) -> trio.abc.Stream:
            if address.host == "10.9.9.9":
                await trio.sleep(3)
                raise UnreachableError(str(address))
            return await machines[0].connect(address)

    with trio.fail_after(60):
        async with peers(machines) as (a, b):
            a.mesh.network = Swallowing(MemoryNetwork(), "10.0.0.1")
            began = trio.current_time()
            a.mesh.want({b.identity.peer_id: (Address("10.9.9.9", 1), b.address, Address("10.9.9.9", 2))})
            await wait_woven([a, b])
            assert trio.current_time() - began < 1.5


async def test_peer_that_stops_reading_is_dropped_and_hinders_nobody() -> None:
    with trio.fail_after(30):
        async with peers([TcpNetwork(()) for _ in range(3)]) as (a, b, c):
            want_all([a, b, c])
            await wait_woven([a, b, c])
            b.is_stuck = True
            sent = 0
            while b.identity.peer_id in a.up.values():
                a.mesh.send(ALL, bytes(60_000))
                sent += 1
                await c.wait_frames(sent)
                assert sent < 1000
            assert c.identity.peer_id in a.up.values()


async def test_dropped_link_still_carries_what_was_queued(autojump_clock: MockClock) -> None:
    _, machines = memory(2)
    with trio.fail_after(60):
        async with peers(machines) as (a, b):
            a.mesh.want({b.identity.peer_id: (b.address,)})
            await wait_woven([a, b])
            a.mesh.want({})
            link = next(iter(a.up))
            a.mesh.send(link, b"last word")
            a.mesh.drop(link, "enough")
            await b.wait_links(0)
            assert b.frames == [(a.identity.peer_id, b"last word")]


async def test_finish_sends_what_is_queued_and_ends_all_links(autojump_clock: MockClock) -> None:
    _, machines = memory(3)
    with trio.fail_after(60):
        async with peers(machines) as (a, b, c):
            want_all([a, b, c])
            await wait_woven([a, b, c])
            for one in (b, c):
                one.mesh.want({})
            a.mesh.send(ALL, b"bye")
            began = trio.current_time()
            await a.mesh.finish()
            assert trio.current_time() - began <= 1
            await a.wait_links(0)
            assert b.frames == c.frames == [(a.identity.peer_id, b"bye")]
            assert a.mesh.linked == frozenset()
