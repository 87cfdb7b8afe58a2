"""What one seat sees at this moment, as far as prompts and answers need it; pure."""

from dataclasses import dataclass

from cli.cards_text import Numbered, Order
from cli.company import Company
from engine.game import Hand, Match, PublicState
from engine.layout_round import LayoutState
from engine.moves import Move


@dataclass(frozen=True, slots=True)
class Sight:
    """The table from one's own seat.

    Attributes:
        state: the running round, or the last one; None before the first.
        match: None before the coin.
        hand: the own cards; empty for one who looks on.
        moves: what can be done now; empty unless it is one's turn.
        away: the seats nothing is heard from.
        order: how the hand is laid out.
        numbered: what the numbers of the hand printed last stand for.
    """

    company: Company
    state: PublicState | None
    match: Match | None
    hand: Hand
    moves: tuple[Move, ...]
    away: frozenset[int] = frozenset()
    order: Order = Order.BY_SUIT
    numbered: Numbered = ()

    @property
    def is_my_turn(self) -> bool:
        """Tell whether a move of one's own is awaited."""
        return bool(self.moves)

    @property
    def is_ace_low(self) -> bool:
        """Tell whether the game counts the ace below the two."""
        return isinstance(self.state, LayoutState)
