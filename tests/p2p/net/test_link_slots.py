"""Strangers wait outside beyond a number, one of them cannot take all, and this machine's own peers are apart."""

from collections import Counter

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from p2p.errors import HandshakeError
from p2p.net.slots import MAX_SLOTS, MAX_SLOTS_PER_ADDRESS, MAX_WAITING, MAX_WAITING_PER_ADDRESS, LinkSlots, Slot


class Crowd:
    """Links that hold a slot until told otherwise."""

    def __init__(self, slots: LinkSlots, nursery: trio.Nursery) -> None:
        self.slots = slots
        self.nursery = nursery
        self.held: list[tuple[str, Slot]] = []
        self.refused: list[str] = []

    async def come(self, address: str, times: int = 1) -> None:
        for _ in range(times):
            self.nursery.start_soon(self._hold, address)
            # One after the other: the order is the test's.
            await wait_all_tasks_blocked()

    async def release(self, address: str) -> None:
        held = next(entry for entry in self.held if entry[0] == address)
        self.held.remove(held)
        held[1].release()
        held[1].release()
        await wait_all_tasks_blocked()

    def count(self) -> dict[str, int]:
        return dict(Counter(address for address, _ in self.held))

    async def _hold(self, address: str) -> None:
        try:
            async with self.slots.hold(address) as slot:
                self.held.append((address, slot))
                await trio.sleep_forever()
        except HandshakeError:
            self.refused.append(address)


async def test_fifth_of_one_address_and_ninth_of_all_wait(autojump_clock: MockClock) -> None:
    async with trio.open_nursery() as nursery:
        crowd = Crowd(LinkSlots(), nursery)
        await crowd.come("10.0.0.1", MAX_SLOTS_PER_ADDRESS + 1)
        await crowd.come("10.0.0.2", 3)
        await crowd.come("10.0.0.3", 2)
        assert crowd.count() == {"10.0.0.1": 4, "10.0.0.2": 3, "10.0.0.3": 1}
        await crowd.release("10.0.0.2")
        # The first who waits has his four already, so the other comes in.
        assert crowd.count() == {"10.0.0.1": 4, "10.0.0.2": 2, "10.0.0.3": 2}
        await crowd.release("10.0.0.1")
        assert crowd.count() == {"10.0.0.1": 4, "10.0.0.2": 2, "10.0.0.3": 2}
        nursery.cancel_scope.cancel()


async def test_this_machine_is_apart(autojump_clock: MockClock) -> None:
    async with trio.open_nursery() as nursery:
        crowd = Crowd(LinkSlots(lambda: frozenset({"192.168.1.5"})), nursery)
        for last in range(2):
            await crowd.come(f"10.0.0.{last}", 4)
        for address in ("127.0.0.1", "::1", "192.168.1.5", "::ffff:192.168.1.5", "::ffff:127.0.0.2"):
            await crowd.come(address)
        await crowd.come("127.0.0.1", 4)
        assert len(crowd.held) == MAX_SLOTS * 2
        await crowd.release("192.168.1.5")
        assert len(crowd.held) == MAX_SLOTS * 2
        nursery.cancel_scope.cancel()


async def test_one_address_written_in_two_ways_is_one(autojump_clock: MockClock) -> None:
    async with trio.open_nursery() as nursery:
        crowd = Crowd(LinkSlots(), nursery)
        await crowd.come("::ffff:10.0.0.1", 3)
        await crowd.come("10.0.0.1", 3)
        assert len(crowd.held) == MAX_SLOTS_PER_ADDRESS
        await crowd.come("fe80::1%eth0", 3)
        await crowd.come("fe80:0::1%eth1", 3)
        assert len(crowd.held) == MAX_SLOTS
        nursery.cancel_scope.cancel()


async def test_address_nobody_understands_is_a_stranger(autojump_clock: MockClock) -> None:
    async with trio.open_nursery() as nursery:
        crowd = Crowd(LinkSlots(), nursery)
        await crowd.come("somewhere", 5)
        assert crowd.count() == {"somewhere": 4}
        nursery.cancel_scope.cancel()


async def test_those_who_wait_are_bounded_too(autojump_clock: MockClock) -> None:
    async with trio.open_nursery() as nursery:
        crowd = Crowd(LinkSlots(), nursery)
        for _ in range(MAX_SLOTS_PER_ADDRESS + MAX_WAITING_PER_ADDRESS + 3):
            nursery.start_soon(crowd._hold, "10.0.0.1")
        await wait_all_tasks_blocked()
        assert crowd.refused == ["10.0.0.1"] * 3
        for i in range(100):
            nursery.start_soon(crowd._hold, f"10.0.1.{i}")
        await wait_all_tasks_blocked()
        waiting = MAX_SLOTS_PER_ADDRESS + MAX_WAITING_PER_ADDRESS + 100 - MAX_SLOTS - (len(crowd.refused) - 3)
        assert waiting == MAX_WAITING
        nursery.cancel_scope.cancel()


async def test_who_gives_up_waiting_leaves_no_trace(autojump_clock: MockClock) -> None:
    slots = LinkSlots()
    async with trio.open_nursery() as nursery:
        crowd = Crowd(slots, nursery)
        await crowd.come("10.0.0.1", MAX_SLOTS_PER_ADDRESS)
        with trio.move_on_after(1) as scope:
            async with slots.hold("10.0.0.1"):
                pytest.fail("there was no slot")
        assert scope.cancelled_caught
        # Cancelled, and given a slot before it noticed: it goes back.
        with trio.CancelScope() as given_scope:
            async with trio.open_nursery() as waiters:
                waiters.start_soon(crowd._hold, "10.0.0.1")
                await wait_all_tasks_blocked()
                given_scope.cancel()
                crowd.held.pop(0)[1].release()
        await crowd.come("10.0.0.1", 2)
        assert crowd.count() == {"10.0.0.1": MAX_SLOTS_PER_ADDRESS}
        nursery.cancel_scope.cancel()


async def test_slot_comes_back_when_the_link_fails(autojump_clock: MockClock) -> None:
    slots = LinkSlots()
    for _ in range(MAX_SLOTS_PER_ADDRESS + 1):
        with pytest.raises(HandshakeError):
            async with slots.hold("10.0.0.1"):
                raise HandshakeError("garbage")
