"""The command line: what each command takes, and which error ends with which exit code.

Only typer is imported here; a command imports what it needs when it runs, so that `patte --help` starts at once.
Exit codes: `exits`, and those that errors carry (`CliError.exit_code`).
"""

import sys
from collections.abc import Sequence
from types import TracebackType
from typing import Annotated, NoReturn

import typer
from typer.core import TyperGroup

from cli import play_commands, text
from cli.errors import CliError, UsageError, report_unexpected
from cli.exits import INTERRUPTED
from cli.language import Language
from cli.output import shows_signs
from cli.parameters import GameName, Lang, Settings, TranscriptFile, choose_language, chosen_language


class PatteGroup(TyperGroup):
    """Ends every command with an exit code, and with one line instead of a traceback when something is wrong."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: object,
    ) -> object:
        """Run one command line and exit; give the exit code instead where `standalone_mode` is off."""
        words = sys.argv[1:] if args is None else list(args)
        if _language_of(words) is Language.HINDI and shows_signs():
            from cli.words_help import speak_hindi

            speak_hindi(self)
        try:
            code = super().main(
                words, prog_name, complete_var, standalone_mode=False, windows_expand_args=windows_expand_args, **extra
            )
        except typer.Abort:
            # "^C" stands on the screen: the shell's next prompt gets a line of its own.
            typer.echo(err=True)
            code = INTERRUPTED
        except typer.TyperException as error:
            code = _complain(self._explain(error, words))
        except CliError as error:
            code = _complain(error)
        if not standalone_mode:
            return code
        sys.exit(code if isinstance(code, int) else 0)

    # typer's own Context, which it keeps private, is the base of the one it gives away.
    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]
        """Run what a line means; after Ctrl-C the shell's next prompt gets a line of its own."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            typer.echo(err=True)
            raise

    def _explain(self, error: typer.TyperException, words: Sequence[str]) -> UsageError:
        """Say what typer makes of a command line, in our form; its own sentence is English only."""
        command = next((f"patte {word}" for word in words if word in self.commands), "patte")
        language = _language_of(words)
        why, what_to_do = text.NOT_UNDERSTOOD.of(language), text.SEE_HELP.of(language, command=command)
        what = error.format_message().removesuffix(".")
        what = what if what.endswith("?") else f"{what}."
        return UsageError(text.LINE_WRONG.of(language, what=what), why, what_to_do)


app = typer.Typer(
    name="patte",
    cls=PatteGroup,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def patte(
    context: typer.Context,
    lang: Lang = None,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    """Double Sir, Badam Satti and Sevens: card games for a household, without a server."""
    choose_language(lang)
    if version:
        from importlib.metadata import version as version_of

        typer.echo(text.VERSION.of(chosen_language(lang), version=version_of("patte")))
        raise typer.Exit
    if context.invoked_subcommand is None:
        for line in text.WELCOME:
            typer.echo(line.of(chosen_language(lang)))


app.command()(play_commands.play)
app.command()(play_commands.host)
app.command()(play_commands.join)
app.command()(play_commands.watch)
app.command()(play_commands.tables)
app.command(hidden=True)(play_commands.bot)


@app.command()
def rules(game: GameName, lang: Lang = None) -> None:
    """Tell the rules of a game, and what a table may choose."""
    from cli.games import find_game
    from cli.output import text_columns
    from cli.rules import rules_lines

    language = chosen_language(lang)
    for line in rules_lines(find_game(game, language), language, text_columns()):
        typer.echo(line)


@app.command()
def simulate(
    game: GameName,
    players: Annotated[int | None, typer.Option(help="How many bots play.", show_default=False)] = None,
    seats: Annotated[
        str | None,
        typer.Option(metavar="BOT,BOT,...", help="Which bot sits at each seat, e.g. good,random.", show_default=False),
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(min=1, help="How many rounds (default 100; one match with --show).")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Play the same rounds again.", show_default=False)] = None,
    settings: Settings = None,
    show: Annotated[bool, typer.Option("--show", help="Show every move, to look on.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
    lang: Lang = None,
) -> None:
    """Let bots play on the bare engine, and count."""
    from cli.simulate import Request, run_simulation

    run_simulation(
        Request.parse(
            game,
            players,
            seats,
            rounds,
            seed,
            settings or (),
            show=show,
            as_json=as_json,
            language=chosen_language(lang),
        )
    )


@app.command()
def verify(
    file: TranscriptFile,
    explain: Annotated[bool, typer.Option("--explain", help="Say of each check why it matters.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
    lang: Lang = None,
) -> None:
    """Check the record of a table, all of it."""
    from cli.verify import run_verify

    raise typer.Exit(run_verify(file, chosen_language(lang), explain=explain, as_json=as_json))


@app.command()
def replay(
    file: TranscriptFile,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each move.")] = False,
    lang: Lang = None,
) -> None:
    """Show the record of a table again, move by move."""
    from cli.replay import run_replay

    run_replay(file, chosen_language(lang), step=step)


app.add_typer(play_commands.keys)


def main() -> NoReturn:
    """Run `patte`."""
    sys.excepthook = _unexpected
    for stream in (sys.stdout, sys.stderr):
        # A console of another encoding shows "?" for what it lacks, instead of ending the program.
        if (reconfigure := getattr(stream, "reconfigure", None)) is not None:
            reconfigure(errors="replace")
    command = typer.main.get_command(app)
    command.main(prog_name="patte")
    sys.exit(0)


def _language_of(words: Sequence[str]) -> Language:
    """Find the language of a command line that may not be understood as a whole."""
    for before, word in zip(("", *words), words, strict=False):
        wanted = word if before == "--lang" else word.removeprefix("--lang=")
        if (before == "--lang" or wanted != word) and wanted in {*Language}:
            return Language(wanted)
    return chosen_language(None)


def _complain(error: CliError) -> int:
    from cli.line_form import wrap_line
    from cli.output import error_columns

    typer.echo("\n".join(wrap_line(str(error), error_columns())), err=True)
    return error.exit_code


def _unexpected(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    from platformdirs import user_log_path

    report_unexpected(chosen_language(None), user_log_path("patte", appauthor=False) / "patte.log", kind, error, trace)
