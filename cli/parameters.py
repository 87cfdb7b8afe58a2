"""What several commands take: the game, the language, the profile, how the terminal is used."""

import os
from contextvars import ContextVar
from typing import Annotated

import typer

from cli import text
from cli.language import Language, default_language

GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="double-sir (or dehla-pakad), badam-satti, sevens.",
        autocompletion=lambda: list(text.GAME_TITLES),
        show_default=False,
    ),
]
TranscriptFile = Annotated[
    str, typer.Argument(metavar="FILE", help="A .patte file, as each round leaves it.", show_default=False)
]
Lang = Annotated[Language | None, typer.Option("--lang", help="Hindi or English; default from LANG.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="Choose an option of the game; may be repeated."),
]
Profile = Annotated[
    str | None,
    typer.Option("--profile", metavar="NAME", help="A folder of its own for key and name.", show_default=False),
]
Name = Annotated[str | None, typer.Option("--name", help="Your name, as others see it.", show_default=False)]
Pace = Annotated[
    float | None,
    typer.Option(min=0, max=60, help="Seconds a bot takes for a move (default 1; 0 in a pipe).", show_default=False),
]
Plain = Annotated[bool, typer.Option("--plain", help="Lines only: no colours, no bell, no prompt sign.")]
NoColor = Annotated[bool, typer.Option("--no-color", help="No colours.")]
NoBell = Annotated[bool, typer.Option("--no-bell", help="No bell when it is your turn.")]
Table = Annotated[
    str | None,
    typer.Argument(
        metavar="[TABLE|CODE|IP[:PORT]]", help="As the host's screen shows it; none: look and ask.", show_default=False
    ),
]


_before_command: ContextVar[Language | None] = ContextVar("_before_command", default=None)


def choose_language(chosen: Language | None) -> None:
    """Remember a `--lang` that stands before the command's name."""
    _before_command.set(chosen)


def chosen_language(chosen: Language | None) -> Language:
    """Give the language that was asked for, behind the command's name or before it, or the locale's."""
    return chosen or _before_command.get() or default_language(os.environ)
