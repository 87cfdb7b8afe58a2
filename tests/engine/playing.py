"""Rounds and matches played with all hands open, for the tests of the engine."""

import random
from collections.abc import Callable, Iterator
from typing import TypeAlias

from hypothesis import strategies as st

from engine.cards import PACK, Card
from engine.game import (
    AwaitDeal,
    AwaitHands,
    AwaitMove,
    Hand,
    IllegalMoveError,
    Match,
    PublicState,
    Reason,
    RoundOver,
    Seat,
)
from engine.games import GAMES
from engine.moves import Move, Play

Choose: TypeAlias = Callable[[PublicState, Seat, Hand], Move]
Position: TypeAlias = tuple[PublicState, tuple[Hand, ...]]

POLICY: Choose = lambda state, seat, hand: state.policy_move(seat, hand)


def at_random(seed: int) -> Choose:
    """Choose any legal move, drawn from a seed."""
    source = random.Random(seed)
    return lambda state, seat, hand: source.choice(state.legal_moves(seat, hand))


def shuffled(seed: int) -> tuple[Card, ...]:
    """Give a deck drawn from a seed."""
    deck = list(PACK)
    random.Random(seed).shuffle(deck)
    return tuple(deck)


def played_round(match: Match, deck: tuple[Card, ...], choose: Choose) -> Iterator[Position]:
    """Play one round; gives every state on the way, the first and the last too, with the hands as they are then."""
    state = match.start_round()
    hands: tuple[Hand, ...] = ((),) * match.seats
    at = 0
    yield state, hands
    while not isinstance(awaiting := state.awaiting, RoundOver):
        match awaiting:
            case AwaitDeal(stage):
                owners = match.deal_plan()[stage]
                hands = _dealt(hands, owners, deck[at : at + len(owners)])
                at += len(owners)
                state = state.dealt()
            case AwaitMove(seat):
                move = choose(state, seat, hands[seat])
                state = state.apply(seat, move)
                hands = without(hands, seat, move)
            case AwaitHands():
                state = state.finish(hands)
        yield state, hands


def last_state(match: Match, deck: tuple[Card, ...], choose: Choose) -> PublicState:
    """Play one round to its end."""
    *_, (state, _hands) = played_round(match, deck, choose)
    return state


def played_match(match: Match, seed: int) -> Iterator[Match]:
    """Play a match at random; gives it as it stands before and after every round."""
    yield match
    while not match.is_over:
        match = match.after(last_state(match, shuffled(seed), at_random(seed)))
        seed += 1
        yield match


def without(hands: tuple[Hand, ...], seat: Seat, move: Move) -> tuple[Hand, ...]:
    """Take the card that a move plays out of its seat's hand."""
    if not isinstance(move, Play):
        return hands
    hand = tuple(card for card in hands[seat] if card != move.card)
    return (*hands[:seat], hand, *hands[seat + 1 :])


def refusal(state: PublicState, seat: Seat, move: Move, hand: Hand | None) -> Reason | None:
    """Say why a move is refused: by `check` with a hand, by `apply` without."""
    try:
        if hand is None:
            state.apply(seat, move)
        else:
            state.check(seat, move, hand)
    except IllegalMoveError as error:
        if (error.seat, error.move) != (seat, move):
            raise
        return error.reason
    return None


@st.composite
def matches(draw: st.DrawFn, name: str | None = None) -> Match:
    """Draw a match of any game with any options, before its first round."""
    game = GAMES[draw(st.sampled_from(sorted(GAMES))) if name is None else name]
    options = {}
    for option in game.options:
        values = [str(value) for value in option.values]
        options[option.name] = draw(st.sampled_from(values))
    seats = draw(st.integers(game.least_seats, game.most_seats))
    return game.start_match(options, seats, Seat(draw(st.integers(0, seats - 1))))


def _dealt(hands: tuple[Hand, ...], owners: tuple[Seat, ...], cards: tuple[Card, ...]) -> tuple[Hand, ...]:
    dealt = [[*hand] for hand in hands]
    for owner, card in zip(owners, cards, strict=True):
        dealt[owner].append(card)
    return tuple(tuple(sorted(hand)) for hand in dealt)
