"""From the engine's obligation to the statement of a holds-none proof.

The engine says which cards a legal move forbids its player to hold; the proof says that none of the player's closed
positions hides one of them. Cards that lie open are nobody's hidden cards, so they are left out, the move's own card
with them; and where nothing is left on either side there is nothing to prove. No game is named here: a new one needs
no new line.
"""

from collections.abc import Container, Iterable
from dataclasses import dataclass

from engine.cards import Card


@dataclass(frozen=True, slots=True)
class HoldsNoneStatement:
    """The closed positions, ascending, and the card texts in canonical order; neither is empty."""

    positions: tuple[int, ...]
    cards: tuple[str, ...]


def holds_none_statement(
    obligation: frozenset[Card], *, closed: Iterable[int], opened_cards: Container[str], played: Card | None
) -> HoldsNoneStatement | None:
    """Give what the mover must prove, or None where there is nothing to prove.

    Args:
        obligation: what the engine says of this move.
        closed: the mover's closed positions, ascending, without the one that this move opens.
        opened_cards: all cards opened so far in the round.
        played: the card that this move opens.
    """
    cards = tuple(str(card) for card in sorted(obligation) if card != played and str(card) not in opened_cards)
    positions = tuple(closed)
    return HoldsNoneStatement(positions, cards) if cards and positions else None
