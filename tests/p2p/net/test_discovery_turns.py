"""Turns: so many at once, the newest first, and none lost when somebody gives up waiting."""

import trio
from trio.testing import wait_all_tasks_blocked

from p2p.net.discovery.turns import Turns


async def test_newest_of_those_who_wait_is_the_next() -> None:
    turns, served = Turns(1), list[int]()

    async def take(number: int) -> None:
        async with turns.take():
            served.append(number)

    async with trio.open_nursery() as nursery:
        async with turns.take():
            for number in range(3):
                nursery.start_soon(take, number)
                await wait_all_tasks_blocked()
        await wait_all_tasks_blocked()
    assert served == [2, 1, 0]


async def test_no_more_than_allowed_run_at_once() -> None:
    turns, running, most = Turns(2), 0, 0

    async def take() -> None:
        nonlocal running, most
        async with turns.take():
            running += 1
            most = max(most, running)
            await trio.lowlevel.checkpoint()
            running -= 1

    async with trio.open_nursery() as nursery:
        for _ in range(9):
            nursery.start_soon(take)
    assert (most, running) == (2, 0)


async def test_turn_of_one_who_gives_up_is_not_lost() -> None:
    turns = Turns(1)
    woken_and_cancelled = trio.CancelScope()

    async def give_up() -> None:
        with woken_and_cancelled:
            async with turns.take():
                raise AssertionError("it was cancelled before")

    async with trio.open_nursery() as nursery, turns.take():
        with trio.move_on_after(0):
            async with turns.take():
                raise AssertionError("there was no turn")
        nursery.start_soon(give_up)
        await wait_all_tasks_blocked()
        woken_and_cancelled.cancel()
    with trio.fail_after(1):
        async with turns.take():
            pass
