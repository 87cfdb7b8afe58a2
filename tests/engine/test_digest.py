"""Digests are the same in every process, under any hash seed, on any Python that is here."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

PROGRAM = """
import sys
from engine.cards import PACK
from engine.game import AwaitDeal, AwaitHands, AwaitMove, Seat
from engine.games import GAMES
from engine.moves import Play

for name, game in GAMES.items():
    seats = game.most_seats
    match = game.start_match({}, seats, Seat(1))
    while not match.is_over:
        state, deck = match.start_round(), [PACK[(place * 23 + 7) % 52] for place in range(52)]
        hands = [[] for _ in range(seats)]
        while True:
            awaiting = state.awaiting
            if isinstance(awaiting, AwaitDeal):
                for seat in match.deal_plan()[awaiting.stage]:
                    hands[seat].append(deck.pop())
                state = state.dealt()
            elif isinstance(awaiting, AwaitMove):
                seat = awaiting.seat
                hand = tuple(sorted(hands[seat]))
                move = state.policy_move(seat, hand)
                state.check(seat, move, hand)
                print(sorted(map(str, state.obligation(seat, move))))
                state = state.apply(seat, move)
                if isinstance(move, Play):
                    hands[seat].remove(move.card)
            elif isinstance(awaiting, AwaitHands):
                state = state.finish(tuple(map(tuple, hands)))
            else:
                break
            print(state.digest().hex())
        match = match.after(state)
    print(match.sheet, match.digest().hex())
"""


def digests(python: str, hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([python, "-c", PROGRAM], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def other_pythons() -> list[str]:
    found = sorted((Path.home() / ".pyenv" / "versions").glob("3.1[1-9]*/bin/python"))
    return [str(python) for python in found]


def test_digests_do_not_depend_on_the_hash_seed() -> None:
    expected = digests(sys.executable, "0")
    assert expected.count("\n") > 500
    assert digests(sys.executable, "1") == expected
    assert digests(sys.executable, "random") == expected


def test_digests_do_not_depend_on_the_python() -> None:
    pythons = other_pythons()
    if not pythons:
        pytest.skip("no other Python under ~/.pyenv/versions")
    expected = digests(sys.executable, "0")
    for python in pythons:
        assert digests(python, "2") == expected, python
