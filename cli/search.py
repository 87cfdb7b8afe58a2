"""Looking for tables before one sits down: for the list, and for what `patte join` was given."""

import os
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeVar

import trio
import typer

from cli import words_tables as words
from cli.errors import NotReachableError, UsageError
from cli.join_errors import read_address
from cli.language import Language
from cli.peer_text import NAME_CELLS, PeerText
from cli.plain import ask, is_interactive
from cli.reason_text import not_found
from cli.table_lines import table_line
from p2p.errors import EncodingError
from p2p.identity import Identity
from p2p.net.addresses import Address
from p2p.net.code import Code, parse_code
from p2p.net.discovery.interfaces import advertised_hosts, own_interfaces
from p2p.net.discovery.nearby import Nearby, NearbyTable, watch_nearby
from p2p.net.discovery.probe import NobodyAnswersError, find_answering
from p2p.net.link import DiallerSide
from p2p.net.reasons import Reason, gather_facts, likely_reasons, reasons_for_silence
from p2p.net.tls import make_dialler_context

LOOK_S: Final = 4.0
SETTLE_S: Final = 1.0

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table is; the table id is empty where an address was typed."""

    address: Address
    table_id: bytes


@dataclass(frozen=True, slots=True)
class Found:
    """What a search has found; where there is no table, why that is likely."""

    tables: tuple[NearbyTable, ...]
    likely: tuple[Reason, ...] = ()


def find_place(typed: str | None, language: Language) -> Place:
    """Find the table that `patte join` means: by address, by code, by name, or by asking which of those there are.

    Raises:
        UsageError: what was typed means no table, or several.
        NotReachableError: none is found; with the likeliest reason.
    """
    if typed is None:
        return _choose(language)
    try:
        code = parse_code(typed)
    except EncodingError:
        pass
    else:
        return until_interrupted(lambda: _find_by_code(code, language))
    if all(char in "0123456789.:[]" for char in typed) or typed.startswith("[") or typed == "localhost":
        return Place(read_address(typed, language), b"")
    if typed.count(":") > 1:
        return Place(read_address(typed, language), b"")
    return _by_name(typed, language)


def look_around(until: Callable[[Nearby], bool], *, settle_s: float = SETTLE_S) -> Found:
    """Look for tables, four seconds at most: less once `until` is so, and `settle_s` have brought nothing new."""
    return until_interrupted(lambda: _look_around(until, settle_s))


def until_interrupted(work: Callable[[], Awaitable[T]]) -> T:
    """Run it under trio; Ctrl-C ends it by typer's Abort.

    Raises:
        Abort: Ctrl-C.
    """
    results: list[T] = []
    errors: list[NotReachableError] = []

    async def run() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_cancel_on_signal, nursery.cancel_scope)
            try:
                results.append(await work())
            except NotReachableError as error:
                errors.append(error)
            nursery.cancel_scope.cancel()

    trio.run(run)
    if errors:
        raise errors[0]
    if not results:
        raise typer.Abort
    return results[0]


def looker() -> DiallerSide:
    """Make the side to look with: a key for this once."""
    return DiallerSide(Identity.fresh(os.urandom), make_dialler_context(), os.urandom)


async def _look_around(until: Callable[[Nearby], bool], settle_s: float) -> Found:
    async with watch_nearby(looker()) as nearby:
        with trio.move_on_after(LOOK_S):
            await _wait_settled(nearby, until, settle_s)
        if nearby.tables:
            return Found(nearby.tables)
        return Found((), likely_reasons(await gather_facts(nearby)))


async def _wait_settled(nearby: Nearby, until: Callable[[Nearby], bool], settle_s: float) -> None:
    while not until(nearby):
        await nearby.wait_changed()
    is_quiet = False
    while not is_quiet:
        before = nearby.tables
        with trio.move_on_after(settle_s) as scope:
            while nearby.tables == before:
                await nearby.wait_changed()
        is_quiet = scope.cancelled_caught


async def _find_by_code(code: Code, language: Language) -> Place:
    hosts = advertised_hosts(await trio.to_thread.run_sync(own_interfaces))
    try:
        answer = await find_answering(code.addresses(hosts), looker(), is_right=code.is_of)
    except NobodyAnswersError as error:
        likely = reasons_for_silence(error.silences, await gather_facts())
        raise not_found(words.NONE_BY_CODE.of(language, code=code), likely, language, port=code.port) from error
    return Place(answer.address, answer.table_id)


def _choose(language: Language) -> Place:
    found = look_around(lambda nearby: bool(nearby.tables))
    if not found.tables:
        raise not_found(words.NONE_FOUND.of(language), found.likely, language)
    if len(found.tables) == 1 and not is_interactive():
        return _place(found.tables[0])
    if not is_interactive():
        raise _several(words.SEVERAL_FOUND.of(language, count=len(found.tables)), found.tables, language)
    for number, table in enumerate(found.tables, 1):
        typer.echo(f"{number}  {table_line(table, language)}", err=True)
    typed = ask(words.WHICH_TABLE.of(language), "1")
    if not typed.isdecimal() or not 1 <= int(typed) <= len(found.tables):
        what = words.NO_SUCH_NUMBER.of(language, number=PeerText(typed, NAME_CELLS))
        raise _several(what, found.tables, language)
    return _place(found.tables[int(typed) - 1])


def _by_name(typed: str, language: Language) -> Place:
    wanted = _folded(typed)
    # A whole name is some table's alone: hosts see to that.
    found = look_around(lambda nearby: any(_folded(table.name) == wanted for table in nearby.tables), settle_s=0)
    exact = [table for table in found.tables if _folded(table.name) == wanted]
    close = exact or [table for table in found.tables if _folded(table.name).startswith(wanted)]
    if len(close) == 1:
        return _place(close[0])
    shown = PeerText(typed, 2 * NAME_CELLS)
    if close:
        raise _several(words.SEVERAL_CALLED.of(language, name=shown), tuple(close), language)
    what = words.NONE_CALLED.of(language, name=shown)
    if found.tables:
        raise NotReachableError(
            what, words.OTHERS_ARE.of(language, names=_names(found.tables)), words.TAKE_ONE.of(language)
        )
    raise not_found(what, found.likely, language)


def _several(what: str, tables: tuple[NearbyTable, ...], language: Language) -> UsageError:
    return UsageError(what, words.OTHERS_ARE.of(language, names=_names(tables)), words.NAME_ONE.of(language))


def _names(tables: tuple[NearbyTable, ...]) -> str:
    return ", ".join(str(PeerText(table.name, 2 * NAME_CELLS)) for table in tables)


def _place(table: NearbyTable) -> Place:
    return Place(table.address, table.advert.table_id)


def _folded(name: str) -> str:
    """Fold a name as it is compared: what the screen shows of it may be typed again."""
    return str(PeerText(name, 128)).casefold()


async def _cancel_on_signal(scope: trio.CancelScope) -> None:
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async for _ in signals:
            scope.cancel()
