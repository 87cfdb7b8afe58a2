"""What a bot is: a pure function from what its seat may see, and a random source, to a move.

A seat may see its own hand and what everybody sees: the state, which holds all moves so far. Nothing else is passed, so
nothing else can be used; two calls with equal arguments (and the random source in the same place) give the same move.
"""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from engine.game import Hand, PublicState
from engine.moves import Move, Seat

Item = TypeVar("Item")


class RandomSource(Protocol):
    """Where a bot's chances come from: `random.Random` is one."""

    def randrange(self, stop: int, /) -> int:
        """Give a whole number from 0 to stop - 1."""


class Strategy(Protocol):
    """A way to play a game."""

    def __call__(self, state: PublicState, seat: Seat, hand: Hand, random: RandomSource, /) -> Move:
        """Choose a legal move for the seat that is to move."""


class WrongGameError(TypeError):
    """A bot was given a state of a game that it does not play."""


def random_move(state: PublicState, seat: Seat, hand: Hand, random: RandomSource) -> Move:
    """Choose any legal move, each with equal chance."""
    return pick(state.legal_moves(seat, hand), random)


def pick(items: Sequence[Item], random: RandomSource) -> Item:
    """Choose one, each with equal chance; the only one without asking the random source."""
    return items[0] if len(items) == 1 else items[random.randrange(len(items))]
