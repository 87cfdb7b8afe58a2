"""A trick: cards laid in turn, the suit that was led, and who wins under a trump."""

from dataclasses import dataclass

from engine.cards import Card, Suit
from engine.moves import Seat


@dataclass(frozen=True, slots=True)
class Trick:
    """The cards of one trick so far, the leader's first, then each next seat's.

    Attributes:
        seats: how many seats play to it, one card each.
    """

    leader: Seat
    seats: int
    cards: tuple[Card, ...] = ()

    @property
    def led_suit(self) -> Suit | None:
        """Give the suit of the first card; none before it."""
        return self.cards[0].suit if self.cards else None

    @property
    def is_complete(self) -> bool:
        """Tell whether every seat has played to it."""
        return len(self.cards) == self.seats

    @property
    def turn(self) -> Seat:
        """Give the seat that plays next to it (the leader again, once complete)."""
        return Seat((self.leader + len(self.cards)) % self.seats)

    def with_card(self, card: Card) -> "Trick":
        """Add the card of the seat whose turn it is."""
        return Trick(self.leader, self.seats, (*self.cards, card))

    def card_of(self, seat: Seat) -> Card | None:
        """Give what a seat has played to it."""
        place = (seat - self.leader) % self.seats
        return self.cards[place] if place < len(self.cards) else None

    def winner(self, trump: Suit | None) -> Seat:
        """Give the seat of the best card so far; the trick must hold a card."""
        return Seat((self.leader + self._best(trump)) % self.seats)

    def winning_card(self, trump: Suit | None) -> Card:
        """Give the best card so far: the highest trump, else the highest of the led suit; there must be a card."""
        return self.cards[self._best(trump)]

    def _best(self, trump: Suit | None) -> int:
        best = 0
        for place in range(1, len(self.cards)):
            if beats(self.cards[place], self.cards[best], trump):
                best = place
        return best


def beats(card: Card, best: Card, trump: Suit | None) -> bool:
    """Tell whether a card beats the best one before it: by rank in its suit, or as a trump over another suit."""
    if card.suit is best.suit:
        return card.rank > best.rank
    return card.suit is trump
