"""Double Sir's pile: where finished tricks lie until somebody captures them.

A finished trick is nobody's yet. When one and the same player wins two tricks in a row (a pair), the whole pile goes to
his team, the second trick included; partners' wins do not add up. Trick 13 captures what is left, pair or none. House
rules change which pairs capture: a pair that comes too early, or was won by two aces where the ace rule is on, captures
nothing and is not used up, so the next win of the same player makes a pair with the second. A pair that has captured
still counts as a win for the next pair, unless a capture resets the streak. In Single Sir every trick captures itself.
"""

from dataclasses import dataclass
from typing import Final

from engine.cards import Card, Rank, Suit
from engine.moves import Seat
from engine.tricks import Trick

TRICKS: Final = 13


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptureRules:
    """Which pairs capture.

    Attributes:
        is_single: Single Sir: each trick goes at once to its winner.
        resets: a capture uses up its pair.
        first_trick: the earliest trick that can be the second of a capturing pair.
        aces_hold: a pair of two tricks that an ace won does not capture.
    """

    is_single: bool = False
    resets: bool = False
    first_trick: int = 2
    aces_hold: bool = False


@dataclass(frozen=True, slots=True)
class Capture:
    """The pile lifted once.

    Attributes:
        trick: the number of the trick that captured, from 1.
        tricks: how many tricks lay in the pile, that one included.
        tens: the tens among them, in canonical order.
    """

    trick: int
    seat: Seat
    tricks: int
    tens: tuple[Card, ...]

    @property
    def team(self) -> int:
        """Give the team that captured."""
        return self.seat % 2


@dataclass(frozen=True, slots=True)
class Pile:
    """All finished tricks of a round: those in the middle, and those that were captured.

    Attributes:
        tricks: every finished trick, in order.
        winners: the seat that won each of them.
        captures: every capture so far.
        streak: who won the last trick, if that win can still be the first of a pair.
        streak_by_ace: whether that win was an ace's.
    """

    tricks: tuple[Trick, ...] = ()
    winners: tuple[Seat, ...] = ()
    captures: tuple[Capture, ...] = ()
    streak: Seat | None = None
    streak_by_ace: bool = False

    @property
    def size(self) -> int:
        """Count the tricks in the middle."""
        return len(self.tricks) - sum(capture.tricks for capture in self.captures)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Give the cards in the middle as they fell; face down, but everybody saw them."""
        return tuple(card for trick in self.tricks[len(self.tricks) - self.size :] for card in trick.cards)

    @property
    def tens(self) -> tuple[Card, ...]:
        """Give the tens in the middle, in canonical order."""
        return _tens(self.tricks[len(self.tricks) - self.size :])

    @property
    def captured_tricks(self) -> tuple[int, int]:
        """Count the tricks that each team has captured."""
        return self._captured_tricks(0), self._captured_tricks(1)

    @property
    def captured_tens(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """Give the tens that each team has captured, in canonical order."""
        return self._captured_tens(0), self._captured_tens(1)

    def with_trick(self, trick: Trick, trump: Suit | None, rules: CaptureRules) -> "Pile":
        """Add a complete trick, and let its winner capture the pile if the rules say so."""
        winner = trick.winner(trump)
        by_ace = trick.winning_card(trump).rank is Rank.ACE
        tricks = (*self.tricks, trick)
        winners = (*self.winners, winner)
        if not self._captures(winner, by_ace, rules):
            return Pile(tricks, winners, self.captures, winner, by_ace)
        size = self.size + 1
        capture = Capture(len(tricks), winner, size, _tens(tricks[len(tricks) - size :]))
        return Pile(tricks, winners, (*self.captures, capture), None if rules.resets else winner, by_ace)

    def _captures(self, winner: Seat, by_ace: bool, rules: CaptureRules) -> bool:
        number = len(self.tricks) + 1
        if rules.is_single or number == TRICKS:
            return True
        is_held = rules.aces_hold and by_ace and self.streak_by_ace
        return self.streak == winner and number >= rules.first_trick and not is_held

    def _captured_tricks(self, team: int) -> int:
        return sum(capture.tricks for capture in self.captures if capture.team == team)

    def _captured_tens(self, team: int) -> tuple[Card, ...]:
        return tuple(sorted(ten for capture in self.captures if capture.team == team for ten in capture.tens))


EMPTY_PILE: Final = Pile()


def _tens(tricks: tuple[Trick, ...]) -> tuple[Card, ...]:
    return tuple(sorted(card for trick in tricks for card in trick.cards if card.rank is Rank.TEN))
