"""How to play Badam Satti and Sevens well by rules alone.

Theory of operation. Every card that fits is given a worth, and the best is laid. Behind a card, on its side of the
line, lie one's own cards and other people's. A card is worth laying for the own cards it brings nearer, and costs for
the cards of others that it frees: those up to the next own card, which stops them again. A card that frees nothing is
laid first, as it costs nothing; a six or eight behind which only others wait is held back longest, and so is a seven
with few own cards. A card that somebody may lay at once costs more, the more so if others have a card or two left. When
somebody is about to end the round and it will not be oneself, cards go by their penalty.

Passes say nothing here: who passed lacks the cards that fitted then, but what a card frees has never fitted before.
No search, no floats.
"""

from dataclasses import dataclass
from typing import Final

from engine.badam_satti import BadamSattiMatch, penalty_of
from engine.bots.strategy import RandomSource, WrongGameError, pick
from engine.cards import PACK, Card, Rank
from engine.game import Hand, PublicState
from engine.layout_round import LayoutState
from engine.moves import Move, Pass, Play, Seat

NEARLY_OUT: Final = 2

FREE_WORTH: Final = 40
OWN_WORTH: Final = 20
FREED_COST: Final = 6
NEXT_COST: Final = 10
DANGER_COST: Final = 20
SHED_WORTH: Final = 2


def good_move(state: PublicState, seat: Seat, hand: Hand, random: RandomSource) -> Move:
    """Choose by the rules above; between equals by chance.

    Raises:
        WrongGameError: the state is not one of Badam Satti or Sevens.
    """
    state, moves = _plays(state, seat, hand)
    if not moves:
        return Pass()
    view = _View(state, seat, hand, sum(1 << card.index for card in hand))
    worth = [view.worth(play.card) for play in moves]
    return pick([play for play, each in zip(moves, worth, strict=True) if each == max(worth)], random)


def far_move(state: PublicState, seat: Seat, hand: Hand, random: RandomSource) -> Move:
    """Lay the card farthest from the seven. A measure for better bots.

    Raises:
        WrongGameError: the state is not one of Badam Satti or Sevens.
    """
    _, moves = _plays(state, seat, hand)
    if not moves:
        return Pass()
    farthest = max(_distance(play.card) for play in moves)
    return pick([play for play in moves if _distance(play.card) == farthest], random)


def high_move(state: PublicState, seat: Seat, hand: Hand, random: RandomSource) -> Move:
    """Lay the highest card, ace low. A measure for better bots.

    Raises:
        WrongGameError: the state is not one of Badam Satti or Sevens.
    """
    _, moves = _plays(state, seat, hand)
    if not moves:
        return Pass()
    highest = max(play.card.rank.low for play in moves)
    return pick([play for play in moves if play.card.rank.low == highest], random)


def _plays(state: PublicState, seat: Seat, hand: Hand) -> tuple[LayoutState, list[Play]]:
    if not isinstance(state, LayoutState):
        raise WrongGameError("not a round of Badam Satti or Sevens")
    return state, [move for move in state.legal_moves(seat, hand) if isinstance(move, Play)]


def _distance(card: Card) -> int:
    return abs(card.rank.low - Rank.SEVEN)


@dataclass(frozen=True, slots=True)
class _View:
    """What the seat knows when it is to move; `mine` has a bit for each card of the hand, by `Card.index`."""

    state: LayoutState
    seat: Seat
    hand: Hand
    mine: int

    def worth(self, card: Card) -> int:
        """Give what laying the card is worth."""
        sides = [side for step in (-1, 1) if (side := _behind(card, step)) is not None]
        own = sum(self._is_mine(each) for side in sides for each in side)
        freed = sum(len(self._freed(side)) for side in sides)
        worth = OWN_WORTH * own + (-FREED_COST * freed if freed else FREE_WORTH)
        for side in sides:
            if side and not self._is_mine(side[0]):
                worth -= self._danger()
        return worth + self._shed_worth(card)

    def _is_mine(self, card: Card) -> bool:
        return bool(self.mine >> card.index & 1)

    def _freed(self, side: tuple[Card, ...]) -> tuple[Card, ...]:
        """Give the cards of others on a side up to the first own one."""
        for place, card in enumerate(side):
            if self._is_mine(card):
                return side[:place]
        return side

    def _danger(self) -> int:
        """Give what it costs that others may lay a card at once: the next player, and who is nearly out."""
        others = [left for seat, left in enumerate(self.state.cards_left) if seat != self.seat]
        # Who holds the card nobody knows, so each of them is charged for his part of the chance.
        return (NEXT_COST + DANGER_COST * sum(left <= NEARLY_OUT for left in others)) // len(others)

    def _shed_worth(self, card: Card) -> int:
        """Give what it is worth to be rid of the card when somebody else is about to end the round."""
        others = min(left for seat, left in enumerate(self.state.cards_left) if seat != self.seat)
        if others > NEARLY_OUT or len(self.hand) <= others + 1 or not isinstance(self.state.match, BadamSattiMatch):
            return 0
        return SHED_WORTH * penalty_of((card,), self.state.match.scoring)


def _behind(card: Card, step: int) -> tuple[Card, ...] | None:
    """Give the cards behind one on a side, nearest first; none at all for the side a card is not laid on."""
    low = card.rank.low
    if (low - Rank.SEVEN) * step < 0:
        return None
    return tuple(_BY_LOW[card.suit * 13 + each - 1] for each in range(low + step, 14 if step > 0 else 0, step))


_BY_LOW: Final = tuple(sorted(PACK, key=lambda card: (card.suit, card.rank.low)))
