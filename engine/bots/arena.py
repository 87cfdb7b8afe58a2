"""Bots around one table on the bare engine: the shuffle, the hands, and every move checked as people's are."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias, assert_never

from engine.bots.strategy import RandomSource, Strategy
from engine.cards import PACK, Card
from engine.game import AwaitDeal, AwaitHands, AwaitMove, Hand, Match, PublicState, RoundOver
from engine.moves import Play, Seat

Step: TypeAlias = tuple[PublicState, tuple[Hand, ...]]
"""A round after one deal or move, and all hands then: for those who look on, never for a bot."""


def shuffled_pack(random: RandomSource) -> tuple[Card, ...]:
    """Give the 52 cards in an order drawn from the random source (Fisher-Yates)."""
    cards = list(PACK)
    for last in range(len(cards) - 1, 0, -1):
        other = random.randrange(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def play_round(match: Match, bots: Sequence[Strategy], random: RandomSource) -> PublicState:
    """Play the match's next round to its end, one bot a seat."""
    *_, (last, _) = round_steps(match, bots, random)
    return last


def round_winners(state: PublicState) -> tuple[Seat, ...]:
    """Give the seats that have won a round that is over; none before."""
    awaiting = state.awaiting
    return awaiting.winners if isinstance(awaiting, RoundOver) else ()


def round_steps(match: Match, bots: Sequence[Strategy], random: RandomSource) -> Iterator[Step]:
    """Play the match's next round, and give the state and all hands after each deal, each move, and the end.

    A move that is the only legal one is made without asking the bot.

    Raises:
        IllegalMoveError: a bot made a move that its hand does not allow.
    """
    state = match.start_round()
    pack = shuffled_pack(random)
    hands: list[Hand] = [() for _ in range(match.seats)]
    dealt = 0
    while True:
        awaiting = state.awaiting
        match awaiting:
            case AwaitDeal(stage):
                owners = match.deal_plan()[stage]
                for seat in range(match.seats):
                    new = [pack[dealt + place] for place, owner in enumerate(owners) if owner == seat]
                    hands[seat] = tuple(sorted((*hands[seat], *new)))
                dealt += len(owners)
                state = state.dealt()
            case AwaitMove(seat):
                hand = hands[seat]
                moves = state.legal_moves(seat, hand)
                move = moves[0] if len(moves) == 1 else bots[seat](state, seat, hand, random)
                state.check(seat, move, hand)
                state = state.apply(seat, move)
                if isinstance(move, Play):
                    hands[seat] = tuple([card for card in hand if card.index != move.card.index])
            case AwaitHands():
                state = state.finish(tuple(hands))
            case RoundOver():
                return
            case _:
                assert_never(awaiting)
        yield state, tuple(hands)
