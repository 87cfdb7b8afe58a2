"""What a step can be about: one row a phase, the same for every peer and for protocol.md.

A table walks through phases; which comes next, and which seats its step expects, depends on the contract, the coin
and the game, and is said by `Flow` (`flow.py`). The kinds that a step takes depend on the phase alone and stand here.
"""

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True, slots=True)
class PhaseRow:
    """One row of the step table: the kinds a step of this phase takes, whom it expects, what follows."""

    kinds: tuple[str, ...]
    seats: str
    follows: str


class Phase(Enum):
    """The phases in the order in which a table meets them."""

    AGREE = PhaseRow(("agree", "refuse"), "all", "one refused: nothing; first contract: coin-commit; amendment: commit")
    COIN_COMMIT = PhaseRow(("coin-commit",), "all", "coin-reveal")
    COIN_REVEAL = PhaseRow(("coin-reveal",), "all", "random seats: agree, under the amendment; else commit")
    COMMIT = PhaseRow(("commit",), "all", "key")
    KEY = PhaseRow(("key",), "all", "shuffle of seat 0")
    SHUFFLE = PhaseRow(("shuffle",), "one, from 0 to n-1", "shuffle of the next seat; after the last: confirm")
    CONFIRM = PhaseRow(("confirm",), "all", "the game's first stage")
    ESCROW = PhaseRow(("escrow",), "all, before the last stage", "checked")
    CHECKED = PhaseRow(("checked",), "all", "shares of the last stage")
    SHARES = PhaseRow(("shares",), "all", "what the game awaits: a stage, a move, or reveal")
    MOVE = PhaseRow(("call", "play", "pass"), "the seat to move", "what the game awaits: a stage, a move, or reveal")
    REVEAL = PhaseRow(("reveal",), "all", "match over: sheet; else commit of the next round")
    SHEET = PhaseRow(("sheet",), "all whose reveals held", "nothing: the table is over")
    OVER = PhaseRow((), "nobody", "")

    @property
    def word(self) -> str:
        """The phase's name in protocol.md."""
        return self.name.lower().replace("_", "-")
