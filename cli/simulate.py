"""`patte simulate`: bots play round after round on the bare engine, and the command counts, or shows every move."""

import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Self

from cli import text
from cli.errors import UsageError
from cli.games import explain_option_error, find_game, parse_options
from cli.language import Language
from engine.bots.arena import play_round, round_steps, round_winners
from engine.bots.registry import BOTS, GOOD
from engine.bots.strategy import Strategy
from engine.double_sir import team_of
from engine.game import Game, Match, OptionError, Row
from engine.moves import Seat

USUAL_ROUNDS: Final = 100
USUAL_PLAYERS: Final = 4
_BAR_CELLS: Final = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What to simulate; `rounds` is None for one whole match."""

    game: Game
    options: tuple[tuple[str, str], ...]
    bots: tuple[str, ...]
    rounds: int | None
    seed: int
    show: bool
    as_json: bool
    language: Language

    @classmethod
    def parse(
        cls,
        game_name: str,
        players: int | None,
        seats: str | None,
        rounds: int | None,
        seed: int | None,
        settings: Sequence[str],
        *,
        show: bool,
        as_json: bool,
        language: Language,
    ) -> Self:
        """Read what the command line says.

        Raises:
            UsageError: it says what the engine or the bots do not know.
        """
        if show and as_json:
            raise UsageError(*(words.of(language) for words in (text.SHOW_OR_JSON, text.SHOW_IS_TEXT, text.DROP_ONE)))
        game = find_game(game_name, language)
        bots = _parse_bots(game, players, seats, language)
        try:
            match = game.start_match(parse_options(settings, language), len(bots), Seat(0))
        except OptionError as error:
            raise explain_option_error(game, error, language) from error
        return cls(
            game=game,
            options=match.options,
            bots=bots,
            rounds=rounds or (None if show else USUAL_ROUNDS),
            seed=random.SystemRandom().randrange(2**32) if seed is None else seed,
            show=show,
            as_json=as_json,
            language=language,
        )

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """Give what plays at each seat."""
        return tuple(BOTS[self.game.name][bot] for bot in self.bots)


@dataclass(slots=True)
class Figures:
    """What has been counted, by seat.

    Attributes:
        wins: rounds won; in Double Sir by both seats of the team.
        tally: kots, penalty points, or chips won and lost.
    """

    wins: list[int]
    match_wins: list[int]
    tally: list[int]
    rounds: int = 0
    matches: int = 0

    @classmethod
    def for_seats(cls, seats: int) -> Self:
        """Start at nothing."""
        return cls([0] * seats, [0] * seats, [0] * seats)

    def count_round(self, winners: tuple[Seat, ...], match: Match) -> None:
        """Count a round that `match` has counted last."""
        self.rounds += 1
        for seat in winners:
            self.wins[seat] += 1
        for place, number in enumerate(_tally(match, match.rounds[-1])):
            self.tally[place] += number
        if match.is_over:
            self.matches += 1
            for seat in match.winners:
                self.match_wins[seat] += 1


TALLIES: Final = {"double-sir": "kots", "badam-satti": "penalty", "sevens": "chips"}


def run_simulation(request: Request) -> None:
    """Play, and print to standard output what the request asks for."""
    if request.show:
        for line in show(request):
            print(line)
        return
    started = time.perf_counter()
    figures = simulate(request)
    seconds = time.perf_counter() - started
    if request.as_json:
        print(json.dumps(figures_json(request, figures, seconds)))
    else:
        for line in figures_lines(request, figures, seconds):
            print(line)


def simulate(request: Request) -> Figures:
    """Play the rounds, with a progress bar where standard error is a terminal."""
    source = random.Random(request.seed)
    figures = Figures.for_seats(len(request.bots))
    rounds = request.rounds or USUAL_ROUNDS
    match = _new_match(request, source)
    for done in range(rounds):
        _show_progress(done, rounds)
        state = play_round(match, request.strategies, source)
        match = match.after(state)
        figures.count_round(round_winners(state), match)
        if match.is_over:
            match = _new_match(request, source)
    _show_progress(rounds, rounds)
    return figures


def show(request: Request) -> Iterator[str]:
    """Play and write every move: so many rounds, or one match to its end."""
    from cli.output import shows_signs
    from cli.simulate_show import result_lines, round_lines

    language, signs = request.language, shows_signs()
    source = random.Random(request.seed)
    match = _new_match(request, source)
    seats = ", ".join(f"{seat} {bot}" for seat, bot in enumerate(request.bots))
    yield text.SHOW_SEATS.of(language, game=text.GAME_TITLES[request.game.name].of(language), seats=seats)
    played = 0
    while played != request.rounds and not (match.is_over and request.rounds is None):
        if match.is_over:
            match = _new_match(request, source)
        steps = list(round_steps(match, request.strategies, source))
        yield from round_lines(match, steps, language, signs=signs)
        played += 1
        last = steps[-1][0]
        match = match.after(last)
        yield from result_lines(match, round_winners(last), language)


def figures_json(request: Request, figures: Figures, seconds: float) -> dict[str, object]:
    """Give the figures as README.md documents them."""
    return {
        "game": request.game.name,
        "options": dict(request.options),
        "bots": list(request.bots),
        "seed": request.seed,
        "rounds": figures.rounds,
        "wins": figures.wins,
        TALLIES[request.game.name]: figures.tally,
        "matches": figures.matches,
        "match_wins": figures.match_wins,
        "seconds": round(seconds, 3),
    }


def figures_lines(request: Request, figures: Figures, seconds: float) -> Iterator[str]:
    """Write the figures for people."""
    language, name = request.language, request.game.name
    yield text.ROUNDS_PLAYED.of(
        language,
        game=text.GAME_TITLES[name].of(language),
        rounds=figures.rounds,
        seconds=seconds,
        rate=figures.rounds / seconds,
        seed=request.seed,
    )
    yield text.FIGURES[name].of(language)
    for place, bot in enumerate(request.bots):
        share = 100 * figures.wins[place] / figures.rounds
        tally = figures.tally[place]
        last = f"{tally}" if name == "double-sir" else f"{tally / figures.rounds:.1f}"
        yield f"{place}  {bot:<10} {figures.wins[place]:>7} {share:5.1f}% {last:>7}"
    yield text.MATCHES.of(language)
    yield f"{figures.matches}: {' '.join(map(str, figures.match_wins))}"


def _parse_bots(game: Game, players: int | None, seats: str | None, language: Language) -> tuple[str, ...]:
    known = BOTS[game.name]
    if seats is None:
        return (GOOD,) * (USUAL_PLAYERS if players is None else players)
    bots = tuple(name.strip().lower() for name in seats.split(","))
    if players not in (None, len(bots)):
        what = text.SEATS_OR_PLAYERS.of(language, players=players, seats=len(bots))
        raise UsageError(what, text.SEATS_COUNT.of(language), text.DROP_PLAYERS.of(language))
    for bot in bots:
        if bot not in known:
            title = text.GAME_TITLES[game.name].of(language)
            raise UsageError(
                text.NO_SUCH_BOT.of(language, bot=bot, game=title),
                text.BOTS_WHY.of(language),
                text.BOTS_ARE.of(language, bots=", ".join(known)),
            )
    return bots


def _new_match(request: Request, source: random.Random) -> Match:
    seats = len(request.bots)
    return request.game.start_match(dict(request.options), seats, Seat(source.randrange(seats)))


def _tally(match: Match, row: Row) -> Row:
    """Give what a counted round did to each seat: a kot, penalty points, or chips."""
    if match.game.name == "double-sir":
        winning_team, is_kot = row
        return tuple(is_kot if team_of(Seat(seat)) == winning_team else 0 for seat in range(match.seats))
    return row


def _show_progress(done: int, rounds: int) -> None:
    if not sys.stderr.isatty() or (done * 100 // rounds == (done - 1) * 100 // rounds and done != rounds):
        return
    if done == rounds:
        sys.stderr.write("\r" + " " * (_BAR_CELLS + 24) + "\r")
    else:
        filled = _BAR_CELLS * done // rounds
        sys.stderr.write(f"\r[{'#' * filled:<{_BAR_CELLS}}] {done}/{rounds}")
    sys.stderr.flush()
