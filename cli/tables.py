"""`patte tables`: the tables that are there, once or as they come and go, for people or as JSON."""

import json
import sys
from typing import Final

import trio

from cli import words_tables as words
from cli.errors import NotReachableError
from cli.exits import DONE
from cli.language import Language
from cli.reason_text import not_found, reason_word
from cli.search import look_around, looker, until_interrupted
from cli.table_lines import table_line, table_values
from p2p.net.discovery.nearby import Nearby, NearbyTable, watch_nearby

NOTHING_FOUND: Final = NotReachableError.exit_code


def run_tables(language: Language, *, watch: bool, as_json: bool) -> int:
    """Print the list; gives the exit code. With `watch` it goes on until Ctrl-C.

    Raises:
        NotReachableError: there is no table; with the likeliest reason.
        Abort: Ctrl-C.
    """
    if watch:
        until_interrupted(lambda: _watch(language, as_json=as_json))
        return DONE
    if not as_json and sys.stderr.isatty():
        print(words.LOOKING.of(language), file=sys.stderr)
    found = look_around(lambda nearby: bool(nearby.tables))
    if as_json:
        _print_json(found.tables, [reason_word(reason) for reason in found.likely])
        return DONE if found.tables else NOTHING_FOUND
    if not found.tables:
        raise not_found(words.NONE_FOUND.of(language), found.likely, language)
    for table in found.tables:
        print(table_line(table, language))
    return DONE


async def _watch(language: Language, *, as_json: bool) -> None:
    before: tuple[NearbyTable, ...] | None = None
    async with watch_nearby(looker()) as nearby:
        if not as_json and sys.stderr.isatty():
            print(words.LOOKING.of(language), file=sys.stderr)
        while True:
            if nearby.tables != before:
                _print_change(before or (), nearby.tables, language, as_json=as_json)
                before = nearby.tables
            await _wait_other(nearby, before)


async def _wait_other(nearby: Nearby, before: tuple[NearbyTable, ...]) -> None:
    while nearby.tables == before:
        await nearby.wait_changed()
    await trio.lowlevel.checkpoint()


def _print_change(
    before: tuple[NearbyTable, ...], now: tuple[NearbyTable, ...], language: Language, *, as_json: bool
) -> None:
    if as_json:
        _print_json(now, [])
        return
    was, are = [{table.name: table_line(table, language) for table in tables} for tables in (before, now)]
    for name in was:
        if name not in are:
            print(words.WENT.of(language, line=was[name]), flush=True)
    for name in are:
        if name not in was:
            print(words.CAME.of(language, line=are[name]), flush=True)
        elif was[name] != are[name]:
            print(words.CHANGED.of(language, line=are[name]), flush=True)


def _print_json(tables: tuple[NearbyTable, ...], likely: list[str]) -> None:
    print(json.dumps({"tables": [table_values(table) for table in tables], "reasons": likely}), flush=True)
