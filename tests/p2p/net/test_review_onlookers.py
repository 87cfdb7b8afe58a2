"""Onlookers, and guessers at the password, who try to be in the way of those who sit."""

from functools import partial
from random import Random

import pytest
import trio
from trio.testing import MockClock

from p2p.errors import HandshakeError
from p2p.net.handshake import Refusal, RefusedError
from p2p.net.happenings import Happening, PasswordTried
from p2p.net.password import MAX_GUESSES, PasswordGate
from p2p.net.session import Session
from p2p.table import events
from tests.p2p.net.session_peers import World, gather, key, play_on, wait_for


def is_signed(happening: Happening) -> bool:
    return isinstance(happening, events.SheetSigned)


async def look_on(world: World, host: Session, name: str) -> None:
    async with world.watch(host.addresses[0], name) as onlooker:
        async for _ in onlooker.happenings:
            pass


async def test_onlookers_who_wait_in_the_lobby_keep_nobody_from_a_seat(autojump_clock: MockClock) -> None:
    """Eight of them would else hold all the slots that strangers have, for as long as the lobby lasts."""
    world = World()
    with trio.fail_after(60):
        async with world.table("sevens", 3, guests="b") as sessions, trio.open_nursery() as nursery:
            for number in range(8):
                nursery.start_soon(look_on, world, sessions[0], f"w{number}")
            await trio.sleep(3)
            async with world.join(sessions[0].addresses[0], "c") as late:
                assert late.view.my_seat is not None
            nursery.cancel_scope.cancel()


@pytest.mark.parametrize("has_begun", [False, True])
async def test_who_sits_cannot_look_on_besides_and_loses_no_link(autojump_clock: MockClock, has_begun: bool) -> None:
    world = World()
    with trio.fail_after(600):
        async with world.table("sevens", 3) as sessions:
            for session in sessions if has_begun else []:
                await session.set_ready(True)
            await trio.sleep(5)
            assert sessions[0].view.is_agreed is has_begun
            with pytest.raises(RefusedError) as refused:
                await look_on(world, sessions[0], "b")
            assert refused.value.reason is Refusal.SEATED
            for session in sessions if not has_begun else []:
                await session.set_ready(True)
            await gather(
                *(partial(play_on, session, Random(number), is_signed) for number, session in enumerate(sessions))
            )


async def test_who_looked_on_can_take_a_seat_and_makes_room_for_other_onlookers(autojump_clock: MockClock) -> None:
    """The same key comes as an onlooker and then for a seat, again and again, faster than its old link ends."""
    world = World()
    with trio.fail_after(600):
        async with world.table("sevens", 3, guests="b") as sessions, trio.open_nursery() as nursery:
            for _ in range(12):
                nursery.start_soon(look_on, world, sessions[0], "c")
                await trio.sleep(0.5)
                async with world.join(sessions[0].addresses[0], "c") as guest:
                    assert guest.view.my_seat is not None
                await trio.sleep(1)
            nursery.cancel_scope.cancel()
            core = sessions[0]._owner.core
            await trio.sleep(5)
            assert not core._watchers
            assert key("c").peer_id not in {place.key for place in sessions[0].view.places if place is not None}


async def test_host_is_told_of_the_lock_also_when_all_guessers_hung_up(autojump_clock: MockClock) -> None:
    """None of them waited to hear that the password was wrong; the gate has counted them all the same."""
    world, gate = World(), PasswordGate("aam")
    with trio.fail_after(60):
        async with world.table("sevens", 3, guests="", password="aam") as sessions:
            owner = sessions[0]._owner
            for number in range(MAX_GUESSES):
                gate.begin(100.0 * number)
                owner.stranger_failed(HandshakeError("the other side hung up"), gate)
            owner.stranger_failed(HandshakeError("the other side hung up"), gate)
            assert await wait_for(sessions[0], PasswordTried) == PasswordTried(MAX_GUESSES, is_locked=True)
            gate.lift()
            owner.stranger_failed(HandshakeError("the other side hung up"), gate)
            owner.stranger_failed(HandshakeError("the other side hung up"), None)
            owner.stranger_failed(RefusedError(Refusal.PASSWORD_WRONG), gate)
            assert await wait_for(sessions[0], PasswordTried) == PasswordTried(0, is_locked=False)
