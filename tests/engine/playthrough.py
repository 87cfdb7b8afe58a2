"""Golden playthroughs: whole matches as text, a line for every deck, move, and end of a round.

A move's line says what was legal, what the move forbids its player to hold, and the first bytes of the state's digest;
so a change of any rule shows as a changed line. `python -m tests.engine.playthrough` writes the files anew: they change
only with a reason in the commit.
"""

import random
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Protocol

from engine.cards import PACK, Card, parse_card
from engine.game import AwaitDeal, AwaitHands, AwaitMove, Hand, Match, PublicState, RoundOver, Seat
from engine.games import GAMES
from engine.moves import Move, parse_move
from engine.notation import match_text, parse_match
from tests.engine.playing import without

GOLDEN = Path(__file__).parent / "golden"

_HOUSE_RULES = {
    "target_rounds": "5",
    "streak_after_capture": "reset",
    "kot_points": "2",
    "dealer_after_kot": "partner",
    "first_capture_trick": "3",
    "ace_rule": "on",
}


class Script(Protocol):
    """Where a playthrough takes its decks, moves and broken rounds from."""

    def deck(self) -> tuple[Card, ...]: ...

    def move(self, legal: tuple[Move, ...]) -> Move | tuple[Seat, ...]:
        """Give the move, or the seats that break the round off here."""


class Recorded:
    """The script of a file that is run again."""

    def __init__(self, lines: list[str]) -> None:
        self._steps = iter([line for line in lines if line.startswith(("deck ", "broken ")) or line[:1].isdigit()])

    def deck(self) -> tuple[Card, ...]:
        return tuple(map(parse_card, next(self._steps).split()[1:]))

    def move(self, legal: tuple[Move, ...]) -> Move | tuple[Seat, ...]:
        step = next(self._steps)
        if step.startswith("broken "):
            return tuple(Seat(int(seat)) for seat in step.split()[1:])
        return parse_move(step.split(" |")[0].partition(" ")[2])


class Drawn:
    """A script drawn from a seed; one round in five is broken off by a seat or two."""

    def __init__(self, seed: int, seats: int) -> None:
        self._source = random.Random(seed)
        self._seats = seats

    def deck(self) -> tuple[Card, ...]:
        return tuple(self._source.sample(PACK, 52))

    def move(self, legal: tuple[Move, ...]) -> Move | tuple[Seat, ...]:
        if self._source.randrange(250) == 0:
            return tuple(Seat(self._source.randrange(self._seats)) for _ in range(self._source.choice([1, 1, 2])))
        return self._source.choice(legal)


def playthrough(match: Match, script: Script) -> Iterator[str]:
    """Play a match by a script; gives the lines of its file."""
    yield from match_text(match).splitlines()
    while not match.is_over:
        deck = script.deck()
        yield " ".join(["deck", *map(str, deck)])
        match = yield from _played(match, deck, script)
        yield from ("= " + " ".join([name, *map(str, numbers)]) for name, numbers in match.standing)
        yield f"= dealer {match.dealer} {match.digest().hex()[:8]}"
    yield from match.sheet.splitlines()


def replayed(text: str) -> list[str]:
    """Play the match of a file again by its decks and moves."""
    lines = text.splitlines()
    first_deck = next(at for at, line in enumerate(lines) if line.startswith("deck"))
    head = "".join(f"{line}\n" for line in lines[:first_deck])
    return [*playthrough(parse_match(head), Recorded(lines))]


def _played(match: Match, deck: tuple[Card, ...], script: Script) -> Generator[str, None, Match]:
    """Play one round, and count it."""
    state: PublicState = match.start_round()
    hands: tuple[Hand, ...] = ((),) * match.seats
    cards = iter(deck)
    while not isinstance(awaiting := state.awaiting, RoundOver):
        match awaiting:
            case AwaitDeal(stage):
                for seat in match.deal_plan()[stage]:
                    hands = (*hands[:seat], tuple(sorted((*hands[seat], next(cards)))), *hands[seat + 1 :])
                state = state.dealt()
            case AwaitHands():
                state = state.finish(hands)
            case AwaitMove(seat):
                legal = state.legal_moves(seat, hands[seat])
                move = script.move(legal)
                if isinstance(move, tuple):
                    yield " ".join(["broken", *map(str, move)])
                    return match.broken_off(state, move)
                state.check(seat, move, hands[seat])
                forbids = sorted(state.obligation(seat, move))
                state = state.apply(seat, move)
                hands = without(hands, seat, move)
                shown = [" ".join(str(each).split()[-1] for each in legal), " ".join(map(str, forbids))]
                yield " | ".join([f"{seat} {move}", *shown, state.digest().hex()[:8]])
    return match.after(state)


# File name, game, options, seats, first dealer, seed.
_FILES: tuple[tuple[str, str, dict[str, str], int, int, int], ...] = (
    ("double-sir", "double-sir", {}, 4, 0, 11),
    ("double-sir-house-rules", "double-sir", _HOUSE_RULES, 4, 3, 12),
    ("single-sir", "double-sir", {"sir": "single", "target_rounds": "3", "two_two": "nondealer"}, 4, 2, 13),
    ("badam-satti", "badam-satti", {}, 4, 1, 14),
    ("badam-satti-seven-seats", "badam-satti", {"rounds": "seats", "scoring": "rank", "start_card": "7D"}, 7, 5, 15),
    ("sevens", "sevens", {"chips_start": "20"}, 5, 4, 111),
)


def _write() -> None:
    for name, game, options, seats, dealer, seed in _FILES:
        match = GAMES[game].start_match(options, seats, Seat(dealer))
        lines = playthrough(match, Drawn(seed, seats))
        (GOLDEN / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines))


if __name__ == "__main__":
    _write()
