"""What a command line says about a game: its name, and options as `name=value`."""

from collections.abc import Sequence
from typing import Final

from cli import text
from cli.errors import UsageError
from cli.language import Language
from engine.game import Game, OptionError

ALIASES: Final = {"dehla-pakad": "double-sir", "do-sir": "double-sir", "double-sar": "double-sir"}


def find_game(name: str, language: Language) -> Game:
    """Give the game of that name.

    Raises:
        UsageError: there is none.
    """
    from engine.games import GAMES

    wanted = name.strip().lower().replace("_", "-")
    game = GAMES.get(ALIASES.get(wanted, wanted))
    if game is None:
        raise UsageError(
            text.NO_SUCH_GAME.of(language, game=name),
            text.THREE_GAMES.of(language),
            text.NAME_A_GAME.of(language, games=", ".join(GAMES)),
        )
    return game


def parse_options(settings: Sequence[str], language: Language) -> dict[str, str]:
    """Read `name=value` texts; whether the game has them, `Game.start_match` says.

    Raises:
        UsageError: a text has no "=", or a name comes twice.
    """
    chosen: dict[str, str] = {}
    for setting in settings:
        name, equals, value = (part.strip() for part in setting.partition("="))
        if not (name and equals and value):
            raise UsageError(
                text.SET_NEEDS_VALUE.of(language, text=setting),
                text.SET_FORM.of(language),
                text.SEE_RULES.of(language),
            )
        if name in chosen:
            raise UsageError(
                text.SET_TWICE.of(language, option=name), text.SET_ONCE.of(language), text.KEEP_ONE.of(language)
            )
        chosen[name] = value
    return chosen


def players_allowed(game: Game, language: Language) -> str:
    """Say how many a game is for."""
    phrase = text.SEATS_WHY_EXACT if game.least_seats == game.most_seats else text.SEATS_WHY
    return phrase.of(language, least=game.least_seats, most=game.most_seats)


def explain_option_error(game: Game, error: OptionError, language: Language) -> UsageError:
    """Turn the engine's refusal of a table into what a person is told."""
    title = text.GAME_TITLES[game.name].of(language)
    if error.name == "seats":
        return UsageError(
            text.SEATS_WRONG.of(language, game=title, seats=error.value),
            players_allowed(game, language),
            text.SEATS_DO.of(language),
        )
    if not error.allowed:
        return UsageError(
            text.NO_SUCH_OPTION.of(language, game=title, option=error.name),
            text.OPTIONS_DIFFER.of(language),
            text.OPTIONS_ARE.of(language, options=", ".join(option.name for option in game.options)),
        )
    return UsageError(
        text.NO_SUCH_VALUE.of(language, option=error.name, value=error.value),
        text.RULES_ALLOW.of(language),
        text.TAKE_VALUE.of(language, values=", ".join(error.allowed)),
    )
