"""The processes of a host's own bots: started with the table, ended with it, whatever ends it.

A bot's key is made here and goes to it through its standard input, so the host knows whom to keep a seat for, and no
other program can read it from a command line. That pipe stays open as long as the host lives: when it ends, by a kill
too, so does the bot.
"""

import contextlib
import os
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import trio

from p2p.identity import Identity
from p2p.net.addresses import Address
from p2p.net.plan import BotPlan

OWNED_VARIABLE = "PATTE_BOT_OWNED"
"""Set in a bot's environment: its key comes on standard input, whose end is the bot's."""
END_TIMEOUT_S = 1.0


async def run_bot_process(
    program: tuple[str, ...],
    log_path: Path | None,
    identity: Identity,
    address: Address,
    table_id: bytes,
    plan: BotPlan,
) -> int:
    """Run one bot until it ends, and give its exit code; if cancelled, end it."""
    arguments = [
        "--table",
        table_id.hex(),
        "--name",
        plan.name,
        "--strategy",
        plan.strategy,
        "--pace",
        str(plan.pace_s),
    ]
    command = [*program, "bot", str(address), *arguments]
    async with _stderr_file(log_path) as stderr:
        process = await trio.lowlevel.open_process(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=stderr,
            env={**os.environ, OWNED_VARIABLE: "1"},
            # Ctrl-C reaches all processes of a terminal; when a bot leaves is its host's affair.
            start_new_session=os.name == "posix",
        )
        try:
            if process.stdin is not None:
                with contextlib.suppress(trio.BrokenResourceError):
                    await process.stdin.send_all(identity.seed.hex().encode() + b"\n")
            return await process.wait()
        finally:
            await _end(process)


async def _end(process: trio.Process) -> None:
    """End a process that still runs: it is asked by the end of its standard input, then told, then killed."""
    with trio.CancelScope(shield=True):
        if process.stdin is not None:
            await process.stdin.aclose()
        for stop in (None, process.terminate, process.kill):
            if stop is not None:
                stop()
            with trio.move_on_after(END_TIMEOUT_S / 2):
                await process.wait()
                return
        await process.wait()


@asynccontextmanager
async def _stderr_file(path: Path | None) -> AsyncIterator[int]:
    if path is None:
        yield subprocess.DEVNULL
        return
    handle = await trio.to_thread.run_sync(lambda: os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))
    try:
        yield handle
    finally:
        os.close(handle)
