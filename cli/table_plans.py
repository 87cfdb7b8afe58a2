"""What `patte play` and `patte host` open: the command line's words, checked by the engine, as a plan for a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from cli import text
from cli import words_lobby as words
from cli.errors import UsageError
from cli.games import explain_option_error, find_game, parse_options, players_allowed
from cli.language import Language
from cli.plain import Look
from engine.game import Game, OptionError
from engine.moves import Seat
from p2p.net.plan import BotPlan, TablePlan

USUAL_BOTS: Final = 3
USUAL_SEATS: Final = 4
USUAL_PACE_S: Final = 1.0

_BOT_NAMES: Final = {
    Language.ENGLISH: ("Asha", "Ravi", "Meena", "Kabir", "Tara", "Gopal", "Leela", "Mohan"),
    Language.HINDI: ("आशा", "रवि", "मीना", "कबीर", "तारा", "गोपाल", "लीला", "मोहन"),
}


def plan_solo(
    game_name: str,
    settings: Sequence[str],
    language: Language,
    *,
    bots: int | None,
    watch: bool,
    pace_s: float,
    own_name: str,
) -> TablePlan:
    """Plan a table for one person and bots, or for bots alone, on this machine only.

    Raises:
        UsageError: the game does not offer this.
    """
    game = find_game(game_name, language)
    count = bots if bots is not None else USUAL_SEATS if watch else USUAL_BOTS
    seats = count if watch else count + 1
    options = _options(game, settings, seats, count, language)
    return TablePlan(
        game.name,
        seats,
        transcript_name(),
        options,
        random_seats=False,
        sits=not watch,
        bots=_bots(count, pace_s, own_name, language),
        everywhere=False,
    )


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """What `patte host` was asked for; `players` is None where nobody said."""

    game: str
    settings: tuple[str, ...]
    players: int | None
    bots: int
    pace_s: float
    keep_seats: bool


def plan_open(request: OpenRequest, language: Language, *, own_name: str, password: str | None) -> TablePlan:
    """Plan a table that others join.

    Raises:
        UsageError: the game does not offer this.
    """
    game, bots = find_game(request.game, language), request.bots
    seats = request.players if request.players is not None else max(USUAL_SEATS, min(bots + 1, game.most_seats))
    options = _options(game, request.settings, seats, bots, language)
    if bots >= seats:
        raise _bots_wrong(game, seats, bots, language)
    return TablePlan(
        game.name,
        seats,
        transcript_name(),
        options,
        random_seats=not request.keep_seats,
        bots=_bots(bots, request.pace_s, own_name, language),
        password=password,
    )


def pace_of(asked: float | None, look: Look) -> float:
    """Give the seconds of a bot's move: those asked for, else a second, but none where nobody watches it live."""
    return asked if asked is not None else USUAL_PACE_S if look.wraps else 0.0


def transcript_name() -> str:
    """Name the record by the day and minute at which the table opened."""
    return f"{datetime.now().astimezone():%Y-%m-%d-%H%M}"


def _options(
    game: Game, settings: Sequence[str], seats: int, bots: int, language: Language
) -> tuple[tuple[str, str], ...]:
    try:
        return game.start_match(parse_options(settings, language), seats, Seat(0)).options
    except OptionError as error:
        if error.name == "seats" and bots:
            raise _bots_wrong(game, seats, bots, language) from error
        raise explain_option_error(game, error, language) from error


def _bots_wrong(game: Game, seats: int, bots: int, language: Language) -> UsageError:
    title = text.GAME_TITLES[game.name].of(language)
    return UsageError(
        words.BOTS_WRONG.of(language, game=title, seats=seats, bots=bots),
        players_allowed(game, language),
        words.BOTS_WRONG_DO.of(language),
    )


def _bots(count: int, pace_s: float, own_name: str, language: Language) -> tuple[BotPlan, ...]:
    names = [name for name in _BOT_NAMES[language] if name.casefold() != own_name.casefold()]
    return tuple(BotPlan(name, pace_s=pace_s) for name in names[:count])
