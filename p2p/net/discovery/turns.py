"""Turns for what may run only so many at once: a stack, not a queue, so that a flood of old ones stops no new one."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio


class Turns:
    """Lets so many run at once; of those that wait, the one that came last is the next."""

    def __init__(self, most: int) -> None:
        self._free = most
        self._waiting: list[trio.Event] = []

    @asynccontextmanager
    async def take(self) -> AsyncIterator[None]:
        """Wait for a turn, and give it back at the end."""
        await trio.lowlevel.checkpoint()
        if self._free:
            self._free -= 1
        else:
            turn = trio.Event()
            self._waiting.append(turn)
            try:
                # Who wakes us has left us its turn.
                await turn.wait()
            except trio.Cancelled:
                if turn in self._waiting:
                    self._waiting.remove(turn)
                else:
                    self._give_back()
                raise
        try:
            yield
        finally:
            self._give_back()

    def _give_back(self) -> None:
        if self._waiting:
            self._waiting.pop().set()
        else:
            self._free += 1
