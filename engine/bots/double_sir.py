"""How to play Double Sir well by rules alone.

Theory of operation. Every legal card is given a worth, and the best is played. The worth of a card is what its trick
may bring: for each seat the chance that it wins the trick, times what its win means. A win of who won the trick before
lifts the pile, this trick included; any other win leaves the pile where it is, and is worth a part of it to the side
that can lift it next. Tens count most, tricks a little. From that the worth of the card itself is taken away: a card
that may win later is not to be spent where a lower one does the same. So breaking a streak in proportion to the pile,
making a streak with a second winner in view, keeping out of the partner's way, dropping tens where one's own side
lifts: all come from one comparison.

Chances are counted from what the seat has seen: which cards of a suit are still hidden, how many cards each player
holds, and who did not follow which suit. Hidden cards are taken to lie anywhere with equal chance. No search, no
floats: chances are whole numbers of a thousand.
"""

from dataclasses import dataclass
from typing import Final

from engine.bots.strategy import RandomSource, WrongGameError, pick
from engine.cards import PACK, Card, Rank, Suit
from engine.double_sir import SEATS, DoubleSirState, team_of
from engine.game import Hand, PublicState
from engine.moves import CALLS, CallTrump, Move, Play, Seat
from engine.pile import TRICKS

CERTAIN: Final = 1000

TEN_WORTH: Final = 100
TRICK_WORTH: Final = 6
LENGTH_WORTH: Final = 7
HONOUR_WORTH: Final = 2
PARTNER_HOLDS: Final = 450
OPPONENT_HOLDS: Final = 300
TOP_KEPT: Final = 12
STEP_KEPT: Final = 4
TRUMP_KEPT: Final = 25


def good_move(state: PublicState, seat: Seat, hand: Hand, random: RandomSource) -> Move:
    """Choose by the rules above; between equals by chance.

    Raises:
        WrongGameError: the state is not one of Double Sir.
    """
    if not isinstance(state, DoubleSirState):
        raise WrongGameError("not a round of Double Sir")
    if state.trump is None:
        return _best_call(hand, random)
    view = _View.of(state, seat, hand, state.trump)
    plays = [move for move in state.legal_moves(seat, hand) if isinstance(move, Play)]
    worth = [view.worth(play.card) for play in plays]
    return pick([play for play, each in zip(plays, worth, strict=True) if each == max(worth)], random)


def high_low_move(state: PublicState, seat: Seat, hand: Hand, random: RandomSource) -> Move:
    """Lead the highest card, follow with the lowest; call the longest suit. A measure for better bots.

    Raises:
        WrongGameError: the state is not one of Double Sir.
    """
    if not isinstance(state, DoubleSirState):
        raise WrongGameError("not a round of Double Sir")
    if state.trump is None:
        return _best_call(hand, random)
    plays = [move for move in state.legal_moves(seat, hand) if isinstance(move, Play)]
    ranks = [play.card.rank for play in plays]
    wanted = min(ranks) if state.trick.cards else max(ranks)
    return pick([play for play in plays if play.card.rank == wanted], random)


def _best_call(hand: Hand, random: RandomSource) -> CallTrump:
    """Call length first, then honours; with equal, the suit with ace or king."""

    def strength(call: CallTrump) -> tuple[int, int]:
        ranks = [card.rank for card in hand if card.suit is call.suit]
        honours = sum(rank >= Rank.JACK for rank in ranks)
        return LENGTH_WORTH * len(ranks) + HONOUR_WORTH * honours, max(ranks, default=Rank.TWO)

    best = max(strength(call) for call in CALLS)
    return pick([call for call in CALLS if strength(call) == best], random)


@dataclass(frozen=True, slots=True)
class _View:
    """What the seat knows when it is to play.

    Attributes:
        hidden: for each suit the ranks that lie in other hands, low to high.
        voids: for each seat whether it is known to hold none of each suit.
    """

    state: DoubleSirState
    seat: Seat
    hand: Hand
    trump: Suit
    hidden: tuple[tuple[Rank, ...], ...]
    voids: tuple[tuple[bool, ...], ...]

    @classmethod
    def of(cls, state: DoubleSirState, seat: Seat, hand: Hand, trump: Suit) -> "_View":
        """Gather what the seat has seen."""
        seen = state.played
        for card in hand:
            seen |= 1 << card.index
        hidden = tuple(
            tuple(card.rank for card in PACK[suit * 13 : suit * 13 + 13] if not seen >> card.index & 1) for suit in Suit
        )
        voids = [[False] * len(Suit) for _ in range(SEATS)]
        for trick in (*state.pile.tricks, state.trick):
            for place, card in enumerate(trick.cards):
                if card.suit is not trick.led_suit and trick.led_suit is not None:
                    voids[(trick.leader + place) % SEATS][trick.led_suit] = True
        return cls(state, seat, hand, trump, hidden, tuple(map(tuple, voids)))

    def worth(self, card: Card) -> int:
        """Give what playing the card is worth: what the trick may bring, less what the card is worth later."""
        after = self.state.trick.with_card(card)
        tens = sum(each.rank is Rank.TEN for each in after.cards) + len(self.state.pile.tens)
        stake = TEN_WORTH * tens + TRICK_WORTH * (self.state.pile.size + 1)
        chances = self._winning_chances(card)
        total = 0
        for seat, chance in enumerate(chances):
            if chance:
                total += chance * self._win_worth(Seat(seat), stake, card)
        return total // CERTAIN - self._keep_worth(card)

    def _win_worth(self, winner: Seat, stake: int, card: Card) -> int:
        """Give what it means if this seat wins the trick: all of the stake where it lifts, else a part of it."""
        sign = 1 if team_of(winner) == team_of(self.seat) else -1
        if self._lifts(winner, is_by_ace=winner == self.seat and card.rank is Rank.ACE):
            return sign * stake
        if winner == self.seat:
            return stake * self._second_win(card) // CERTAIN
        return sign * stake * (PARTNER_HOLDS if sign > 0 else OPPONENT_HOLDS) // CERTAIN

    def _lifts(self, winner: Seat, *, is_by_ace: bool) -> bool:
        rules = self.state.match.rules.capture
        number = len(self.state.pile.tricks) + 1
        if rules.is_single or number == TRICKS:
            return True
        is_held = rules.aces_hold and is_by_ace and self.state.pile.streak_by_ace
        return self.state.pile.streak == winner and number >= rules.first_trick and not is_held

    def _second_win(self, spent: Card) -> int:
        """Give the chance that the best other card of the hand wins the next trick, led."""
        return max((self._lead_chance(card) for card in self.hand if card is not spent), default=0)

    def _lead_chance(self, card: Card) -> int:
        chance = CERTAIN
        for step in (1, 3):
            chance = (
                chance * (CERTAIN - self._beat_chance(Seat((self.seat + step) % SEATS), card, card.suit)) // CERTAIN
            )
        return chance

    def _winning_chances(self, card: Card) -> list[int]:
        """Give for each seat the chance that it wins the trick, of a thousand, once the card is played."""
        trick = self.state.trick
        led = card.suit if trick.led_suit is None else trick.led_suit
        after = trick.with_card(card)
        winner = after.winner(self.trump)
        best = after.card_of(winner) or card
        chances = [0] * SEATS
        chances[winner] = CERTAIN
        for place in range(len(after.cards), SEATS):
            player = Seat((trick.leader + place) % SEATS)
            beat = self._beat_chance(player, best, led)
            # Over an opponent's card everybody goes who can; over the partner's hardly anybody does.
            taken = 0
            for seat in range(SEATS):
                if team_of(Seat(seat)) != team_of(player):
                    share = chances[seat] * beat // CERTAIN
                    chances[seat] -= share
                    taken += share
            chances[player] += taken
        return chances

    def _beat_chance(self, player: Seat, best: Card, led: Suit) -> int:
        """Give the chance that a player holds, and may play, a card that beats the best one."""
        share = self._share(player)
        if best.suit is self.trump and led is not self.trump:
            return self._void_chance(player, led) * self._holds_chance(player, best, share) // CERTAIN
        follows = self._holds_chance(player, best, share)
        if led is self.trump:
            return follows
        void = self._void_chance(player, led)
        ruffs = 0 if self.voids[player][self.trump] else CERTAIN - _power(CERTAIN - share, len(self.hidden[self.trump]))
        return follows + void * ruffs // CERTAIN * (CERTAIN - follows) // CERTAIN

    def _holds_chance(self, player: Seat, best: Card, share: int) -> int:
        """Give the chance that a player holds a higher card of the best one's suit."""
        if self.voids[player][best.suit]:
            return 0
        higher = sum(rank > best.rank for rank in self.hidden[best.suit])
        return CERTAIN - _power(CERTAIN - share, higher)

    def _void_chance(self, player: Seat, suit: Suit) -> int:
        if self.voids[player][suit]:
            return CERTAIN
        return _power(CERTAIN - self._share(player), len(self.hidden[suit]))

    def _share(self, player: Seat) -> int:
        """Give the part of the hidden cards that a player holds."""
        left = self.state.cards_left
        hidden = sum(left) - left[self.seat]
        return CERTAIN * left[player] // hidden if hidden else 0

    def _keep_worth(self, card: Card) -> int:
        """Give what the card is worth for later tricks: the fewer hidden cards beat it the more, trumps above all."""
        higher = sum(rank > card.rank for rank in self.hidden[card.suit])
        worth = max(0, TOP_KEPT - STEP_KEPT * higher) + int(card.rank) // 3
        return worth + (TRUMP_KEPT if card.suit is self.trump else 0)


def _power(base: int, exponent: int) -> int:
    """Give base to the exponent, in thousandths."""
    result = CERTAIN
    for _ in range(exponent):
        result = result * base // CERTAIN
    return result
