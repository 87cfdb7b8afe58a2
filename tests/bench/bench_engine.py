"""How many full rounds a second the engine plays with random moves, in one process.

`python -m tests.bench.bench_engine [ROUNDS] [--profile]`. A round is dealt, played by `legal_moves` and `apply` (or
with `check` before each, as a bot's host does), finished and counted.
"""

import cProfile
import random
import sys
import time

from engine.cards import PACK, Card
from engine.game import AwaitDeal, AwaitHands, AwaitMove, Game, RoundOver, Seat
from engine.games import GAMES
from engine.moves import Play

TABLES = (("double-sir", 4), ("badam-satti", 3), ("badam-satti", 4), ("badam-satti", 7), ("sevens", 5))
BAR = 600


def play(game: Game, seats: int, source: random.Random, *, checks: bool) -> int:
    """Play one round; gives the number of its moves."""
    match = game.start_match({}, seats, Seat(0))
    deck = source.sample(PACK, len(PACK))
    hands: list[list[Card]] = [[] for _ in range(seats)]
    state = match.start_round()
    while not isinstance(awaiting := state.awaiting, RoundOver):
        match awaiting:
            case AwaitMove(seat):
                hand = tuple(hands[seat])
                legal = state.legal_moves(seat, hand)
                move = legal[int(source.random() * len(legal))]
                if checks:
                    state.check(seat, move, hand)
                state = state.apply(seat, move)
                if isinstance(move, Play):
                    hands[seat].remove(move.card)
            case AwaitDeal(stage):
                for owner in match.deal_plan()[stage]:
                    hands[owner].append(deck.pop())
                for dealt in hands:
                    dealt.sort(key=lambda card: card.index)
                state = state.dealt()
            case AwaitHands():
                state = state.finish(tuple(map(tuple, hands)))
    match.after(state)
    return len(state.history)


def main(arguments: list[str]) -> None:
    """Measure every table, and print the rates, or profile the first."""
    rounds = int(next((argument for argument in arguments if argument.isdecimal()), "1500"))
    source = random.Random(1)
    if "--profile" in arguments:
        with cProfile.Profile() as profile:
            for _ in range(rounds):
                play(GAMES["double-sir"], 4, source, checks=False)
        profile.print_stats("tottime")
        return
    print(f"{'game':12} seats  check  rounds/s  moves/s  (bar: {BAR} rounds/s)")
    for name, seats in TABLES:
        for checks in (False, True):
            started = time.perf_counter()
            moves = sum(play(GAMES[name], seats, source, checks=checks) for _ in range(rounds))
            took = time.perf_counter() - started
            print(f"{name:12} {seats:5}  {'yes' if checks else 'no':5}  {rounds / took:8.0f}  {moves / took:7.0f}")


if __name__ == "__main__":
    main(sys.argv[1:])
