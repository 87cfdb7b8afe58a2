"""How strong and how fast the bots are: `python -m tests.bench.bench_bots [ROUNDS]`, 3000 rounds unless told.

Each line gives the share of rounds won and the bar it is held to, and the mean time of one of the good bot's moves.
Hidden hands are respected: a bot is given its own hand and the public state, and each move is checked.
"""

import random
import sys
import time

from engine.bots.arena import play_round, round_winners
from engine.bots.registry import BOTS, GOOD
from engine.bots.strategy import RandomSource, Strategy
from engine.game import Hand, PublicState
from engine.games import GAMES
from engine.moves import Move, Seat

# Game, seats, the others' bot, the bar in percent.
BARS = (
    ("badam-satti", 3, "random", 64),
    ("badam-satti", 4, "random", 42),
    ("badam-satti", 6, "random", 22),
    ("double-sir", 4, "random", 74),
    ("double-sir", 4, "high-low", 57),
)


class Timed:
    """The good bot of a game with a stopwatch."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy
        self.seconds = 0.0
        self.moves = 0

    def __call__(self, state: PublicState, seat: Seat, hand: Hand, source: RandomSource, /) -> Move:
        started = time.perf_counter()
        move = self.strategy(state, seat, hand, source)
        self.seconds += time.perf_counter() - started
        self.moves += 1
        return move


def measure(game: str, seats: int, others: str, rounds: int) -> tuple[float, float]:
    """Give the percentage of rounds that the good bot (in Double Sir a pair of them) wins, and ms a move."""
    source = random.Random(2026)
    good = Timed(BOTS[game][GOOD])
    won = 0
    for number in range(rounds):
        place = number // seats % seats
        is_good = [seat % 2 == place % 2 if game == "double-sir" else seat == place for seat in range(seats)]
        match = GAMES[game].start_match({}, seats, Seat(number % seats))
        state = play_round(match, [good if mine else BOTS[game][others] for mine in is_good], source)
        won += is_good[round_winners(state)[0]]
    return 100 * won / rounds, 1000 * good.seconds / good.moves


def main() -> None:
    """Measure everything and say what it is held to."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    for game, seats, others, bar in BARS:
        percent, milliseconds = measure(game, seats, others, rounds)
        print(f"{game} {seats} against {others}: {percent:.1f} % (bar {bar}), {milliseconds:.3f} ms a move")


if __name__ == "__main__":
    main()
