"""Sessions before their match: who sits down and gets up, and what strangers are told. In memory, with the stand-in."""

from pathlib import Path
from random import Random

import pytest
import trio
from trio.testing import MockClock

from engine.game import Seat
from p2p.errors import HandshakeError, LinkClosedError, LocalProtocolError
from p2p.net.addresses import Address, UnreachableError
from p2p.net.handshake import Call, Refusal, RefusedError, Role
from p2p.net.happenings import (
    Closing,
    Difference,
    JoinRefused,
    NoSeat,
    PasswordTried,
    ProposalRefused,
    ProposalWithdrawn,
    ReadyChanged,
    SatDown,
    SeatsSwapped,
    StoodUp,
    TableClosed,
)
from p2p.net.link import DiallerSide, Link, dial_link
from p2p.net.lobby import SILENT_S, NoSeatError
from p2p.net.lobby_guest import GuestLobby
from p2p.net.session import Session, open_table
from p2p.net.store import KnownPlayer, Store
from p2p.net.tls import make_dialler_context
from p2p.pack import pack
from p2p.table import events
from tests.p2p.net.session_peers import (
    World,
    all_ready,
    key,
    play_to_end,
    wait_for,
)


async def test_guest_sees_who_is_there_and_what_is_played(autojump_clock: MockClock) -> None:
    with trio.fail_after(60):
        async with World().table("badam-satti", 3) as (host, guest, last):
            await trio.sleep(5)
            for session in (host, guest, last):
                view = session.view
                assert [place and place.name for place in view.places] == ["a", "b", "c"]
                assert (view.game, dict(view.options)["rounds"]) == ("badam-satti", "3")
                assert view.linked == frozenset(key(name).peer_id for name in "abc") - {session.me}
            assert [session.view.my_seat for session in (host, guest, last)] == [0, 1, 2]
            assert host.is_host
            assert not guest.is_host
            assert guest.host == host.me


async def test_host_swaps_seats(autojump_clock: MockClock) -> None:
    with trio.fail_after(60):
        async with World().table("badam-satti", 3, random_seats=False) as (host, guest, _):
            await host.swap_seats(Seat(0), Seat(1))
            await wait_for(guest, SeatsSwapped)
            assert (host.view.my_seat, guest.view.my_seat) == (1, 0)
            with pytest.raises(LocalProtocolError):
                await guest.swap_seats(Seat(0), Seat(1))


async def test_guest_who_leaves_makes_room_for_another(autojump_clock: MockClock) -> None:
    world = World()
    with trio.fail_after(120):
        async with world.table("badam-satti", 2 + 1, guests="b") as (host, guest):
            async with world.join(host.addresses[0], "c"):
                await wait_for(guest, SatDown)
            stood = await wait_for(host, StoodUp)
            assert isinstance(stood, StoodUp)
            assert stood.place.name == "c"
            async with world.join(host.addresses[0], "d") as last:
                everyone = [host, guest, last]
                await all_ready(everyone)
                await play_to_end(everyone)
            with pytest.raises(RefusedError) as refused:
                async with world.join(host.addresses[0], "e"):
                    pass
            assert refused.value.reason is Refusal.FULL


async def test_host_that_leaves_closes_the_lobby(autojump_clock: MockClock) -> None:
    world = World()
    with trio.fail_after(60):
        async with world.table("sevens", 3, guests="b") as (host, guest):
            began = trio.current_time()
            await host.leave()
            assert trio.current_time() - began <= 2
            assert await wait_for(guest, TableClosed) == TableClosed(Closing.HOST_LEFT)
            assert await wait_for(host, TableClosed) == TableClosed(Closing.LEFT)
            with pytest.raises(LocalProtocolError):
                await guest.set_ready(True)


async def test_host_that_vanishes_closes_the_lobby_after_a_while(autojump_clock: MockClock) -> None:
    world = World()
    with trio.fail_after(120):
        async with world.table("sevens", 3, guests="b") as (_, guest):
            await world.network.cut("10.0.0.1")
            assert await wait_for(guest, TableClosed) == TableClosed(Closing.HOST_LOST)


async def test_full_table_turns_away(autojump_clock: MockClock) -> None:
    world = World()
    with trio.fail_after(60):
        async with world.table("badam-satti", 3) as sessions:
            with pytest.raises(RefusedError) as refused:
                async with world.join(sessions[0].addresses[0], "d"):
                    pass
            assert refused.value.reason is Refusal.FULL


async def test_second_program_with_the_same_key_is_turned_away(autojump_clock: MockClock) -> None:
    world = World()
    with trio.fail_after(60):
        async with world.table("badam-satti", 4, guests="b") as sessions:
            with pytest.raises(RefusedError) as refused:
                async with world.join(sessions[0].addresses[0], "b"):
                    pass
            assert refused.value.reason is Refusal.SEATED
            with pytest.raises(HandshakeError):
                async with world.join(sessions[0].addresses[0], "a"):
                    pass


async def test_guest_who_is_cut_off_in_the_lobby_comes_back(autojump_clock: MockClock) -> None:
    world = World()
    with trio.fail_after(120):
        async with world.table("badam-satti", 3, guests="b") as (host, guest):
            await world.network.cut("10.0.0.2")
            await wait_for(host, StoodUp)
            world.network.mend("10.0.0.2")
            await wait_for(host, SatDown)
            await trio.sleep(1)
            assert guest.view.my_seat == 1


async def test_known_name_with_another_key_is_refused(autojump_clock: MockClock, tmp_path: Path) -> None:
    world = World(tmp_path)
    store = Store(tmp_path / "a")
    store.remember_players([KnownPlayer("b", key("the real b").peer_id)])
    with trio.fail_after(60):
        async with open_table(world.plan("sevens", 3), world.player("a"), world.surroundings("a")) as host:
            with pytest.raises(NoSeatError) as refused:
                async with world.join(host.addresses[0], "b"):
                    pass
            assert refused.value.why is NoSeat.OTHER_KEY
            assert await wait_for(host, JoinRefused) == JoinRefused("b", NoSeat.OTHER_KEY)
            store.forget_player("b")
            async with world.join(host.addresses[0], "b") as guest:
                assert guest.view.my_seat == 1


async def test_people_of_a_signed_contract_are_remembered(autojump_clock: MockClock, tmp_path: Path) -> None:
    world = World(tmp_path)
    with trio.fail_after(120):
        async with world.table("badam-satti", 3) as sessions:
            await all_ready(sessions)
            for session in sessions:
                await wait_for(session, events.RoundBegan)
    known = [[one.name for one in Store(tmp_path / name).known_players()] for name in "abc"]
    assert [sorted(names) for names in known] == [["b", "c"], ["a", "c"], ["a", "b"]]


async def test_refused_proposal_leaves_all_in_the_lobby(autojump_clock: MockClock) -> None:
    with trio.fail_after(120):
        async with World().table("badam-satti", 3) as sessions:
            host, guest, last = sessions
            await all_ready([host, guest])
            for _ in (host, guest):
                await wait_for(last, ReadyChanged)
            lobby = guest._owner.core.lobby
            assert isinstance(lobby, GuestLobby)
            # To the host she is ready; her own program does not think so.
            lobby.wants_ready = False
            await last.set_ready(True)
            assert await wait_for(guest, ProposalRefused) == ProposalRefused("", Difference.NOT_READY)
            assert await wait_for(host, ProposalRefused) == ProposalRefused("b", Difference.NOT_READY)
            for session in (host, last):
                await wait_for(session, ProposalWithdrawn)
                assert (session.view.contract, session.view.is_agreed) == (None, False)
            await guest.set_ready(True)
            for session in sessions:
                await wait_for(session, events.TurnCame)


# Strangers.


async def test_who_asks_for_no_seat_hears_nothing_of_the_table(autojump_clock: MockClock) -> None:
    world = World()
    with trio.fail_after(60):
        async with world.table("badam-satti", 4, guests="bc") as sessions, trio.open_nursery() as nursery:
            link = await stranger(world, sessions[0])
            nursery.start_soon(link.run)
            async with world.join(sessions[0].addresses[0], "d") as last:
                await all_ready([*sessions, last])
                await wait_for(last, events.TurnCame)
                with pytest.raises(LinkClosedError):
                    await link.receive_frame()


@pytest.mark.parametrize("frame", [b"nonsense", pack(1, 2, 3)])
async def test_who_sends_nonsense_is_dropped(autojump_clock: MockClock, frame: bytes) -> None:
    world = World()
    with trio.fail_after(60):
        async with world.table("badam-satti", 3, guests="b") as (host, guest), trio.open_nursery() as nursery:
            link = await stranger(world, host)
            nursery.start_soon(link.run)
            link.send_frame_nowait(frame)
            with pytest.raises(LinkClosedError):
                await link.receive_frame()
            assert trio.current_time() < SILENT_S
            assert guest.view.linked == {host.me}


async def stranger(world: World, host: Session) -> Link:
    dialler = DiallerSide(key("stranger"), make_dialler_context(), Random(0).randbytes)
    return await dial_link(await world.network.machine().connect(host.addresses[0]), dialler, Call(Role.SEAT))


async def test_silent_stranger_is_dropped_and_hinders_nobody(autojump_clock: MockClock) -> None:
    world = World()
    with trio.fail_after(120):
        async with open_table(world.plan("badam-satti", 3), world.player("a"), world.surroundings("a")) as host:
            machine = world.network.machine()
            dialler = DiallerSide(key("mute"), make_dialler_context(), Random(0).randbytes)
            link = await dial_link(await machine.connect(host.addresses[0]), dialler, Call(Role.SEAT))
            async with trio.open_nursery() as nursery:
                nursery.start_soon(link.run)
                began = trio.current_time()
                async with world.join(host.addresses[0], "b") as guest:
                    assert guest.view.my_seat == 1
                    with pytest.raises(LinkClosedError):
                        await link.receive_frame()
                assert trio.current_time() - began <= SILENT_S + 2


async def test_probe_of_the_list_is_answered(autojump_clock: MockClock) -> None:
    world = World()
    with trio.fail_after(60):
        async with world.table("badam-satti", 3) as sessions:
            machine = world.network.machine()
            dialler = DiallerSide(key("looking"), make_dialler_context(), Random(0).randbytes)
            link = await dial_link(await machine.connect(sessions[0].addresses[0]), dialler, Call(Role.TABLES))
            assert (link.peer_id, link.table_id) == (sessions[0].me, sessions[0].view.table_id)
            await link.run()


async def test_password_lets_in_who_knows_it(autojump_clock: MockClock) -> None:
    world = World()
    with trio.fail_after(300):
        async with open_table(
            world.plan("badam-satti", 3, password="खुल जा"), world.player("a"), world.surroundings("a")
        ) as host:
            address = host.addresses[0]
            for password, reason in (("wrong", Refusal.PASSWORD_WRONG), (None, Refusal.PASSWORD_NEEDED)):
                with pytest.raises(RefusedError) as refused:
                    async with world.join(address, "b", password=password):
                        pass
                assert refused.value.reason is reason
            assert await wait_for(host, PasswordTried) == PasswordTried(1, is_locked=False)
            async with (
                world.join(address, "b", password="खुल जा") as one,
                world.join(address, "c", password="खुल जा") as other,
            ):
                everyone = [host, one, other]
                await all_ready(everyone)
                # Among guests no password is asked, and who sits in the contract comes back without one.
                for session in everyone:
                    await wait_for(session, events.TurnCame)
                one._owner.mesh.password = None
                await world.network.cut(one.addresses[0].host)
                await trio.sleep(10)
                world.network.mend(one.addresses[0].host)
                await play_to_end(everyone)


async def test_lock_after_too_many_guesses_is_lifted_by_the_host(autojump_clock: MockClock) -> None:
    world = World()
    with trio.fail_after(600):
        async with open_table(
            world.plan("badam-satti", 3, password="right"), world.player("a"), world.surroundings("a")
        ) as host:
            reasons = []
            for _ in range(11):
                with pytest.raises(RefusedError) as refused:
                    async with world.join(host.addresses[0], "b", password="wrong"):
                        pass
                reasons.append(refused.value.reason)
            assert reasons == [Refusal.PASSWORD_WRONG] * 10 + [Refusal.LOCKED]
            tries = [await wait_for(host, PasswordTried) for _ in range(10)]
            assert tries[-1] == PasswordTried(10, is_locked=True)
            host.lift_password_lock()
            async with world.join(host.addresses[0], "b", password="right") as guest:
                assert guest.view.my_seat == 1


async def test_nobody_answers(autojump_clock: MockClock) -> None:
    with trio.fail_after(60), pytest.raises(UnreachableError):
        async with World().join(Address("10.0.0.99", 47752), "b"):
            pass
