"""`patte play`, `patte host` and `patte join`: a session around a terminal, and what ends it.

Ctrl-C arrives as a signal, not as an exception: the session is left, which says goodbye within two seconds, and the
terminal is as it was, since nothing of it was ever changed.
"""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from typing import Final

import trio

from cli import text, words_lobby, words_talk
from cli.errors import CliError, UsageError
from cli.exits import INTERRUPTED
from cli.home import BOTS_LOG, Home, explain_files, log_folder, opened_log
from cli.hosting import advertised, open_lines
from cli.join_errors import PasswordNeededError, explain_link
from cli.language import Language
from cli.plain import Look, Terminal, ask_secret, is_interactive
from cli.search import Place
from cli.table_plans import transcript_name
from cli.table_play import Manner, TablePlay
from p2p.errors import LinkError, LocalProtocolError
from p2p.identity import Identity
from p2p.net.addresses import Address
from p2p.net.files import StoreError
from p2p.net.plan import Player, Surroundings, TablePlan
from p2p.net.session import Session, join_table, open_table, watch_table
from p2p.net.store import Store

_SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)

Opening = Callable[[Surroundings], AbstractAsyncContextManager[Session]]
Beside = Callable[[Session, Terminal], AbstractAsyncContextManager[None]]


def _nothing_beside(_session: Session, _terminal: Terminal) -> AbstractAsyncContextManager[None]:
    return nullcontext()


@dataclass(slots=True)
class _Ending:
    """How it ended."""

    code: int = 0
    is_left: bool = False
    error: CliError | None = None
    session: Session | None = None


def run_solo(plan: TablePlan, home: Home, language: Language, look: Look) -> int:
    """Play at once against bots, or look on; gives the exit code.

    Raises:
        CliError: the table can't be opened.
    """
    title = text.GAME_TITLES[plan.game].of(language)
    first = [words_lobby.STARTING.of(language, game=title)]
    manner = Manner(language=language, is_solo=True, looks_on=not plan.sits)
    return _run(_opening_of(plan, home), look, manner, lambda _: first)


def run_host(plan: TablePlan, home: Home, language: Language, look: Look) -> int:
    """Open a table for others; gives the exit code.

    Raises:
        CliError: the table can't be opened.
    """

    def first(session: Session) -> list[str]:
        return open_lines(session, home.name, language)

    def found(session: Session, terminal: Terminal) -> AbstractAsyncContextManager[None]:
        async def say(line: str) -> None:
            await terminal.show([line])

        return advertised(session, home.name, language, say, locked=plan.password is not None)

    return _run(_opening_of(plan, home), look, Manner(language=language), first, beside=found)


def run_join(place: Place, home: Home, language: Language, look: Look) -> int:
    """Join a table at a place; asks for its password if it wants one. Gives the exit code.

    Raises:
        CliError: nobody is there, or there is no seat.
    """
    player = Player(home.identity, home.name, store=home.store)

    def opening_with(password: str | None) -> Opening:
        name = transcript_name()
        return lambda around: join_table(
            place.address, player, around, transcript_name=name, password=password, table_id=place.table_id
        )

    def first(_: Session) -> list[str]:
        return [words_lobby.JOINED.of(language)]

    manner, address = Manner(language=language), place.address
    try:
        return _run(opening_with(None), look, manner, first, address)
    except PasswordNeededError:
        if not is_interactive():
            raise
    return _run(opening_with(_ask_password(language)), look, manner, first, address)


def run_watch(place: Place, store: Store, language: Language, look: Look) -> int:
    """Look on at a table, to its end; gives the exit code.

    Raises:
        CliError: nobody is there, or nobody may look on.
    """
    # A key for this once, and no name: who looks on is nobody to the table.
    player = Player(Identity.fresh(os.urandom), "-", store=store)

    def opening(around: Surroundings) -> AbstractAsyncContextManager[Session]:
        return watch_table(place.address, player, around, transcript_name=transcript_name(), table_id=place.table_id)

    def first(_: Session) -> list[str]:
        return [words_lobby.WATCHING.of(language)]

    return _run(opening, look, Manner(language=language, looks_on=True), first, place.address)


def ask_new_password(language: Language) -> str:
    """Ask the host for the password that others must know; an empty one is none, so it is asked for again.

    Raises:
        UsageError: there is nobody to ask.
    """
    if not is_interactive():
        raise UsageError(
            words_lobby.NOBODY_TO_ASK.of(language),
            words_lobby.NOBODY_TO_ASK_WHY.of(language),
            words_lobby.NOBODY_TO_ASK_DO.of(language),
        )
    while not (secret := _ask_password(language)):
        pass
    return secret


def _ask_password(language: Language) -> str:
    return ask_secret(f"{words_lobby.TYPED_UNSEEN.of(language)}\n{words_lobby.ASK_PASSWORD.of(language)}")


def _opening_of(plan: TablePlan, home: Home) -> Opening:
    player = Player(home.identity, home.name, store=home.store)
    return lambda around: open_table(plan, player, around)


def _run(
    opening: Opening,
    look: Look,
    manner: Manner,
    first: Callable[[Session], list[str]],
    address: Address | None = None,
    beside: Beside = _nothing_beside,
) -> int:
    ending = _Ending()
    with opened_log() as log:
        around = Surroundings(log, log_folder() / BOTS_LOG)
        terminal = Terminal.of_process(look)
        trio.run(_play, opening(around), terminal, manner, first, ending, address, beside)
    if ending.error is not None:
        raise ending.error
    if ending.code == INTERRUPTED:
        sys.stderr.write("\n")
    if ending.is_left or (ending.code == INTERRUPTED and ending.session is not None):
        sys.stderr.write(f"{words_talk.GOODBYE.of(manner.language)}\n")
    return ending.code


async def _play(
    opening: AbstractAsyncContextManager[Session],
    terminal: Terminal,
    manner: Manner,
    first: Callable[[Session], list[str]],
    ending: _Ending,
    address: Address | None,
    beside: Beside,
) -> None:
    async with trio.open_nursery() as nursery:
        await nursery.start(_leave_on_signal, nursery.cancel_scope, ending)
        try:
            async with opening as session, beside(session, terminal):
                ending.session = session
                await terminal.show(first(session))
                play = TablePlay(session, terminal, manner)
                code = await play.run()
                ending.code = ending.code or code
                ending.is_left = play.has_chosen_to_leave
        except (LinkError, LocalProtocolError) as error:
            ending.error = explain_link(error, address, manner.language)
        except (StoreError, OSError) as error:
            ending.error = explain_files(error, manner.language)
        nursery.cancel_scope.cancel()


async def _leave_on_signal(
    scope: trio.CancelScope, ending: _Ending, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
) -> None:
    with trio.open_signal_receiver(*_SIGNALS) as signals:
        task_status.started()
        async for _ in signals:
            ending.code = INTERRUPTED
            if ending.session is not None:
                # Before anything is cancelled: the tasks that say goodbye are among what would be.
                await ending.session.leave()
            scope.cancel()
