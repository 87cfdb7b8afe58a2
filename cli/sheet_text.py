"""The score sheet that all have signed, as text for people, and as a file beside the record of the table."""

from collections.abc import Iterator
from pathlib import Path

from cli import text
from cli import words_sheet as words
from cli.company import Company
from engine.double_sir import DoubleSirMatch, team_of
from engine.game import Match
from engine.moves import Seat
from p2p.net.files import write_atomically


def write_sheet(match: Match, company: Company, transcript: Path) -> Path:
    """Write the sheet beside the transcript; give its path. It blocks.

    Raises:
        OSError: it can't be written.
    """
    path = transcript.with_suffix(".txt")
    write_atomically(path, "".join(f"{line}\n" for line in sheet_lines(match, company)).encode())
    return path


def sheet_lines(match: Match, company: Company) -> Iterator[str]:
    """Write the sheet: who played, what each round did, and how it ended; numbers before names."""
    language = company.language
    yield words.TITLE.of(language, game=text.GAME_TITLES[match.game.name].of(language))
    yield words.OPTIONS.of(language, options=", ".join(f"{name}={value}" for name, value in match.options))
    if isinstance(match, DoubleSirMatch):
        yield words.TEAMS.of(language)
        for team in (0, 1):
            names = " + ".join(company.names[seat] for seat in range(match.seats) if team_of(Seat(seat)) == team)
            won = _rounds_of(match, team)
            yield words.TEAM_ROW.of(language, score=match.score[team], kots=match.kots[team], rounds=won, names=names)
    else:
        yield words.PLAYERS.of(language)
        totals = match.standing[0][1]
        for seat in sorted(range(match.seats), key=lambda seat: match.places[seat]):
            row = " ".join(f"{numbers[seat]:>4}" for numbers in match.rounds)
            yield words.PLAYER_ROW.of(
                language, place=match.places[seat], total=totals[seat], row=row, name=company.names[seat]
            )
    yield words.SIGNED.of(language)
    for name, mark in zip(company.names, company.marks, strict=True):
        yield words.SIGNER.of(language, mark=mark, name=name)


def _rounds_of(match: DoubleSirMatch, team: int) -> str:
    """Write which rounds a team has won, a kot with a star: "1 3* 4"."""
    won = [f"{number}{'*' * is_kot}" for number, (winner, is_kot) in enumerate(match.rounds, 1) if winner == team]
    return " ".join(won) or "-"
