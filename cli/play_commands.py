"""The commands that sit down at a table; `app` gives them their names. Imports wait until a command runs."""

from typing import Annotated

import typer

from cli.parameters import (
    GameName,
    Lang,
    Name,
    NoBell,
    NoColor,
    Pace,
    Plain,
    Profile,
    Settings,
    Table,
    chosen_language,
)

keys = typer.Typer(name="keys", help="Your key, and those of the players you know.", rich_markup_mode=None)


def play(
    game: GameName,
    bots: Annotated[
        int | None, typer.Option(min=0, help="How many bots (default 3; 4 with --watch).", show_default=False)
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Only bots; you look on.")] = False,
    pace: Pace = None,
    settings: Settings = None,
    name: Name = None,
    profile: Profile = None,
    plain: Plain = False,
    no_color: NoColor = False,
    no_bell: NoBell = False,
    lang: Lang = None,
) -> None:
    """Play at once against bots, on this machine."""
    from cli.home import enter_home
    from cli.plain import Look, spoken_language
    from cli.play import run_solo
    from cli.table_plans import pace_of, plan_solo

    language = spoken_language(chosen_language(lang))
    look = Look.find(plain=plain, no_color=no_color, bell=not no_bell)
    # Looked at once before a name is asked for, so that a slip of the keys is told first.
    plan_solo(game, settings or (), language, bots=bots, watch=watch, pace_s=0, own_name="")
    home = enter_home(profile, name, language, asks=not watch)
    plan = plan_solo(
        game, settings or (), language, bots=bots, watch=watch, pace_s=pace_of(pace, look), own_name=home.name
    )
    raise typer.Exit(run_solo(plan, home, language, look))


def host(
    game: GameName,
    players: Annotated[
        int | None, typer.Option(min=1, help="How many play, you and bots included (default 4).", show_default=False)
    ] = None,
    bots: Annotated[int, typer.Option(min=0, help="How many of them are bots.")] = 0,
    password: Annotated[bool, typer.Option("--password", help="Ask for a password that others must know.")] = False,
    keep_seats: Annotated[
        bool, typer.Option("--keep-seats", help="Seats as in the lobby, so that partners can be chosen.")
    ] = False,
    pace: Pace = None,
    settings: Settings = None,
    name: Name = None,
    profile: Profile = None,
    plain: Plain = False,
    no_color: NoColor = False,
    no_bell: NoBell = False,
    lang: Lang = None,
) -> None:
    """Open a table on the network; others join it."""
    from cli.home import enter_home
    from cli.plain import Look, spoken_language
    from cli.play import ask_new_password, run_host
    from cli.table_plans import OpenRequest, pace_of, plan_open

    language = spoken_language(chosen_language(lang))
    look = Look.find(plain=plain, no_color=no_color, bell=not no_bell)
    request = OpenRequest(game, tuple(settings or ()), players, bots, pace_of(pace, look), keep_seats)
    plan_open(request, language, own_name="", password=None)
    home = enter_home(profile, name, language)
    secret = ask_new_password(language) if password else None
    plan = plan_open(request, language, own_name=home.name, password=secret)
    raise typer.Exit(run_host(plan, home, language, look))


def join(
    table: Table = None,
    name: Name = None,
    profile: Profile = None,
    plain: Plain = False,
    no_color: NoColor = False,
    no_bell: NoBell = False,
    lang: Lang = None,
) -> None:
    """Join a table: by list, name, code or address."""
    from cli.home import enter_home
    from cli.plain import Look, spoken_language
    from cli.play import run_join
    from cli.search import find_place

    language = spoken_language(chosen_language(lang))
    look = Look.find(plain=plain, no_color=no_color, bell=not no_bell)
    home = enter_home(profile, name, language)
    raise typer.Exit(run_join(find_place(table, language), home, language, look))


def watch(
    table: Table = None,
    profile: Profile = None,
    plain: Plain = False,
    no_color: NoColor = False,
    no_bell: NoBell = False,
    lang: Lang = None,
) -> None:
    """Look on at a table and check everything."""
    from cli.home import open_store
    from cli.plain import Look, spoken_language
    from cli.play import run_watch
    from cli.search import find_place

    language = spoken_language(chosen_language(lang))
    look = Look.find(plain=plain, no_color=no_color, bell=not no_bell)
    store = open_store(profile, language)
    raise typer.Exit(run_watch(find_place(table, language), store, language, look))


def tables(
    watch: Annotated[bool, typer.Option("--watch", help="Go on: tables as they come and go.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the list as JSON; a line each time with --watch.")
    ] = False,
    lang: Lang = None,
) -> None:
    """List the tables on this Wi-Fi."""
    from cli.plain import spoken_language
    from cli.tables import run_tables

    raise typer.Exit(run_tables(spoken_language(chosen_language(lang)), watch=watch, as_json=as_json))


def bot(
    address: Annotated[str, typer.Argument(metavar="IP:PORT", help="Where the host listens.")],
    table: Annotated[str, typer.Option(metavar="HEX", help="The table's id; none: any.")] = "",
    name: Annotated[str, typer.Option(help="The bot's name.")] = "Bot",
    strategy: Annotated[str, typer.Option(help="How it plays.")] = "good",
    pace: Annotated[float, typer.Option(min=0, help="Seconds for a move.")] = 0.0,
    lang: Lang = None,
) -> None:
    """Let a bot join a table; `play` and `host` start theirs by themselves."""
    from cli.join_errors import read_address, read_table_id
    from p2p.net.bots import BotRequest, run_bot

    language = chosen_language(lang)
    request = BotRequest(read_address(address, language), read_table_id(table, language), name, strategy, pace)
    raise typer.Exit(run_bot(request))


@keys.command("show")
def keys_show(profile: Profile = None, lang: Lang = None) -> None:
    """Show your name and key, and the players you know."""
    from cli.keys import print_lines, show_keys

    print_lines(show_keys(profile, chosen_language(lang)))


@keys.command("new")
def keys_new(profile: Profile = None, lang: Lang = None) -> None:
    """Make a new key; the old one is lost."""
    from cli.keys import new_key, print_lines

    print_lines(new_key(profile, chosen_language(lang)))


@keys.command("forget")
def keys_forget(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Whose key to forget.")],
    profile: Profile = None,
    lang: Lang = None,
) -> None:
    """Let a player you know come with a new key."""
    from cli.keys import forget, print_lines

    print_lines(forget(profile, name, chosen_language(lang)))
