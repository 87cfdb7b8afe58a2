"""Only who knows the password comes in, one guess a connection, and the guesses are counted."""

import contextlib
import itertools
import os

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st
from trio.testing import MockClock, memory_stream_pair

from p2p.errors import HandshakeError, LocalProtocolError
from p2p.identity import PeerId
from p2p.net.handshake import Admission, Call, Entry, ListenerSide, Refusal, RefusedError, Role
from p2p.net.password import (
    MAX_GUESSES,
    PasswordDialler,
    PasswordGate,
    PasswordLink,
    PasswordListener,
    password_bytes,
)
from p2p.pack import pack
from tests.p2p.net.link_peers import ASHA, MALLORY, RAVI, Dishonest, Outcome, asha_dials, ravi_listens, shake_hands

LINK = PasswordLink(ASHA.peer_id, RAVI.peer_id, bytes(32), bytes([1]) * 32)
ORDER_8 = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")


def knock(password: str | None) -> Call:
    return Call(Role.SEAT, password=password)


def reason_of(outcome: Outcome) -> Refusal:
    assert isinstance(outcome.error, RefusedError), outcome.error
    return outcome.error.reason


async def test_right_password_opens_and_does_not_count(autojump_clock: MockClock) -> None:
    gate = PasswordGate("आम का पेड़")
    dialled, accepted = await shake_hands(knock("आम का पेड़"), listener=ravi_listens(gate))
    assert dialled.the_link.peer_id == RAVI.peer_id
    assert accepted.the_link.peer_id == ASHA.peer_id
    assert gate.guesses == 0


async def test_wrong_password_is_told_and_counts(autojump_clock: MockClock) -> None:
    gate = PasswordGate("mango")
    dialled, accepted = await shake_hands(knock("banana"), listener=ravi_listens(gate))
    assert [reason_of(dialled), reason_of(accepted)] == [Refusal.PASSWORD_WRONG] * 2
    assert gate.guesses == 1


async def test_dialler_without_a_password_leaves_and_does_not_count(autojump_clock: MockClock) -> None:
    gate = PasswordGate("mango")
    dialled, accepted = await shake_hands(knock(None), listener=ravi_listens(gate))
    assert reason_of(dialled) is Refusal.PASSWORD_NEEDED
    assert "hung up" in str(accepted.error)
    assert gate.guesses == 0


async def test_table_without_a_password_takes_one_who_offers_it(autojump_clock: MockClock) -> None:
    dialled, _ = await shake_hands(knock("mango"), listener=ravi_listens(None))
    assert dialled.the_link.peer_id == RAVI.peer_id


async def test_ten_wrong_guesses_lock_joining_only(autojump_clock: MockClock) -> None:
    def admit(peer_id: PeerId, role: Role) -> Admission:
        return Entry.KNOWN if peer_id == ASHA.peer_id else Entry.NEWCOMER

    gate = PasswordGate("mango")
    listener = ravi_listens(gate, admit)
    started = trio.current_time()
    for guess in range(MAX_GUESSES):
        assert gate.guesses == guess
        dialled, _ = await shake_hands(knock(f"guess {guess}"), listener=listener, dialler=asha_dials(MALLORY))
        assert reason_of(dialled) is Refusal.PASSWORD_WRONG
    assert gate.is_locked
    assert trio.current_time() - started > 40
    dialled, accepted = await shake_hands(knock("mango"), listener=listener, dialler=asha_dials(MALLORY))
    assert [reason_of(dialled), reason_of(accepted)] == [Refusal.LOCKED] * 2
    seated, _ = await shake_hands(knock(None), listener=listener)
    assert seated.the_link.peer_id == RAVI.peer_id
    gate.lift()
    dialled, _ = await shake_hands(knock("mango"), listener=listener, dialler=asha_dials(MALLORY))
    assert dialled.the_link.peer_id == RAVI.peer_id


async def test_guesser_who_hangs_up_is_counted(autojump_clock: MockClock) -> None:
    """Whether it goes before its confirmation, or sends one and does not wait for the answer."""
    gate = PasswordGate("mango")
    for sends_confirmation in (False, True):
        ours, theirs = memory_stream_pair()
        accepted = Outcome()
        mallory = Dishonest(ours)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(accepted.accept, theirs, ravi_listens(gate))
            record = await mallory.join_as()
            assert await mallory.channel.receive() == pack("password")
            run = PasswordDialler(b"banana", record.password_link, os.urandom)
            await mallory.channel.send(pack("password", run.message))
            confirmation = run.confirm(await mallory.channel.receive_bytes("password"))
            if sends_confirmation:
                await mallory.channel.send(pack("confirm", confirmation))
            await trio.aclose_forcefully(ours)
        assert accepted.error is not None
    assert gate.guesses == 2


@pytest.mark.parametrize("message", [b"", b"A" * 32, b"A" * 34, b"B" + bytes(32)], ids=["0", "32", "34", "side"])
async def test_password_message_that_is_none_costs_that_link(autojump_clock: MockClock, message: bytes) -> None:
    ours, theirs = memory_stream_pair()
    accepted = Outcome()
    mallory = Dishonest(ours)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(accepted.accept, theirs, ravi_listens(PasswordGate("mango")))
        with contextlib.suppress(trio.BrokenResourceError):
            await mallory.join_as()
            await mallory.channel.send(pack("password", message))
    assert "password message" in str(accepted.error)


async def test_guesses_at_the_same_moment_still_wait_for_each_other(autojump_clock: MockClock) -> None:
    gate = PasswordGate("mango")
    listener = ravi_listens(gate)
    ends: list[float] = []

    async def guess() -> None:
        dialled, _ = await shake_hands(knock("banana"), listener=listener, dialler=asha_dials(MALLORY))
        ends.append(trio.current_time())
        assert reason_of(dialled) is Refusal.PASSWORD_WRONG

    async with trio.open_nursery() as nursery:
        for _ in range(4):
            nursery.start_soon(guess)
    ends.sort()
    gaps = [later - earlier for earlier, later in itertools.pairwise(ends)]
    assert [gap >= least for gap, least in zip(gaps, (0.5, 1.0, 2.0), strict=True)] == [True] * 3


async def test_honest_people_at_the_same_moment_do_not_wait_long(autojump_clock: MockClock) -> None:
    listener = ravi_listens(PasswordGate("mango"))
    started = trio.current_time()

    async def join() -> None:
        dialled, _ = await shake_hands(knock("mango"), listener=listener)
        assert dialled.the_link.peer_id == RAVI.peer_id

    async with trio.open_nursery() as nursery:
        for _ in range(6):
            nursery.start_soon(join)
    assert trio.current_time() - started < 1


async def test_run_that_waits_when_the_gate_locks_is_refused(autojump_clock: MockClock) -> None:
    gate = PasswordGate("mango")
    for now in range(-100, -10, 10):
        gate.begin(trio.current_time() + now)
    gate.begin(trio.current_time())
    assert gate.is_locked
    gate.succeed(10)
    outcomes: list[Refusal] = []

    async def guess(listener: ListenerSide) -> None:
        dialled, _ = await shake_hands(knock("banana"), listener=listener, dialler=asha_dials(MALLORY))
        outcomes.append(reason_of(dialled))

    async with trio.open_nursery() as nursery:
        for _ in range(2):
            nursery.start_soon(guess, ravi_listens(gate))
    assert sorted(outcomes) == sorted([Refusal.PASSWORD_WRONG, Refusal.LOCKED])


def test_gate_counts_delays_and_locks() -> None:
    gate = PasswordGate("mango")
    assert (gate.guesses, gate.is_locked, gate.wait_s(0.0)) == (0, False, 0.0)
    now, waits = 0.0, []
    for _ in range(MAX_GUESSES):
        gate.begin(now)
        waits.append(gate.wait_s(now))
        if not gate.is_locked:
            with pytest.raises(LocalProtocolError, match="wait"):
                gate.begin(now + waits[-1] - 0.01)
        now += waits[-1]
    assert waits == [0.5, 1.0, 2.0, 4.0, 8.0, 8.0, 8.0, 8.0, 8.0, 8.0]
    with pytest.raises(LocalProtocolError, match="locked"):
        gate.begin(now + 1000)
    gate.lift()
    assert gate.wait_s(now) == 0.0
    gate.begin(now)


def test_success_forgives_only_itself() -> None:
    gate = PasswordGate("mango")
    gate.begin(0.0)
    second = gate.begin(10.0)
    gate.succeed(second)
    gate.succeed(second)
    assert gate.guesses == 1
    gate.lift()
    gate.succeed(second)
    assert gate.guesses == 0


def test_password_is_the_same_however_the_keyboard_composes_it() -> None:
    assert password_bytes(" क़िला ") == password_bytes("\u0958\u093f\u0932\u093e")
    assert password_bytes("ab") != password_bytes("a b")


def test_both_sides_confirm_only_with_the_same_password_and_link() -> None:
    other = PasswordLink(ASHA.peer_id, RAVI.peer_id, bytes([2]) * 32, bytes([1]) * 32)
    for password, link, holds in [(b"mango", LINK, True), (b"banana", LINK, False), (b"mango", other, False)]:
        dialler = PasswordDialler(b"mango", LINK, os.urandom)
        listener = PasswordListener(password, link, os.urandom, dialler.message)
        assert len(dialler.message) == len(listener.message) == 33
        answer = listener.answer(dialler.confirm(listener.message))
        assert (answer is not None) is holds
        if answer is not None:
            dialler.check(answer)


def test_confirmation_sent_back_is_none() -> None:
    dialler = PasswordDialler(b"mango", LINK, os.urandom)
    listener = PasswordListener(b"mango", LINK, os.urandom, dialler.message)
    confirmation = dialler.confirm(listener.message)
    for wrong in (confirmation, b"", bytes(32)):
        with pytest.raises(HandshakeError, match="another one"):
            dialler.check(wrong)


@pytest.mark.parametrize(
    "element",
    [b"\2" + bytes(31), b"\1" + bytes(31), bytes(32), ORDER_8, b"\xff" * 32],
    ids=["off the curve", "neutral", "order 4", "order 8", "not canonical"],
)
def test_element_that_is_none_is_refused(element: bytes) -> None:
    with pytest.raises(HandshakeError):
        PasswordListener(b"mango", LINK, os.urandom, b"A" + element)
    with pytest.raises(HandshakeError):
        PasswordDialler(b"mango", LINK, os.urandom).confirm(b"B" + element)


def test_own_message_sent_back_is_refused() -> None:
    dialler = PasswordDialler(b"mango", LINK, os.urandom)
    with pytest.raises(HandshakeError):
        dialler.confirm(b"B" + dialler.message[1:])
    with pytest.raises(HandshakeError):
        PasswordDialler(b"mango", LINK, os.urandom).confirm(dialler.message)


@settings(max_examples=25)
@given(st.binary(min_size=32, max_size=33))
def test_any_bytes_raise_only_handshake_error(data: bytes) -> None:
    with contextlib.suppress(HandshakeError):
        PasswordListener(b"mango", LINK, os.urandom, data)
    with contextlib.suppress(HandshakeError):
        PasswordListener(b"mango", LINK, os.urandom, b"A" + data[:32])
