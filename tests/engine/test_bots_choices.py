"""What the good bots do in positions where a sensible player knows."""

import random
from dataclasses import replace

import pytest

from engine.badam_satti import BADAM_SATTI
from engine.bots import badam_satti, double_sir
from engine.cards import Card, Suit, parse_card
from engine.double_sir import DOUBLE_SIR, DoubleSirState
from engine.layout import Layout
from engine.layout_round import LayoutState
from engine.moves import CallTrump, Move, Play, Seat


def cards(text: str) -> tuple[Card, ...]:
    return tuple(sorted(map(parse_card, text.split())))


def play(text: str) -> Move:
    return Play(parse_card(text))


def after(*tricks: str, **options: str) -> DoubleSirState:
    """Seat 0 deals, so seat 1 leads; diamonds are trump; each text is one trick's cards in the order they fall."""
    match = DOUBLE_SIR.start_match(options, 4, Seat(0))
    state = match.start_round().dealt().apply(Seat(1), CallTrump(Suit.DIAMONDS)).dealt()
    for card in " ".join(tricks).split():
        assert state.to_move is not None
        state = state.apply(state.to_move, play(card))
    return state


def choices(state: DoubleSirState | LayoutState, hand: str) -> set[Move]:
    """Give what the good bot may choose, whatever chance says."""
    assert state.to_move is not None
    bot = double_sir.good_move if isinstance(state, DoubleSirState) else badam_satti.good_move
    return {bot(state, state.to_move, cards(hand), random.Random(seed)) for seed in range(20)}


def good(state: DoubleSirState | LayoutState, hand: str) -> Move:
    """Give the one move that the good bot chooses always."""
    moves = choices(state, hand)
    assert len(moves) == 1
    return moves.pop()


@pytest.mark.parametrize(
    ("hand", "suit"),
    [
        ("2H 3H 4H 5H AS", Suit.HEARTS),
        ("2H 3H 4H 9S AS", Suit.HEARTS),
        ("2H 3H 4C AC 9D", Suit.CLUBS),
        ("2H 3H 4H 5H KS", Suit.HEARTS),
        ("2C 3C 4C 5C AS", Suit.CLUBS),
        ("JS QS KS 2D 3D", Suit.SPADES),
    ],
)
def test_call_is_length_first_then_honours(hand: str, suit: Suit) -> None:
    state = DOUBLE_SIR.start_match({}, 4, Seat(0)).start_round().dealt()
    assert double_sir.good_move(state, Seat(1), cards(hand), random.Random(1)) == CallTrump(suit)
    assert double_sir.high_low_move(state, Seat(1), cards(hand), random.Random(1)) == CallTrump(suit)


def test_opponents_streak_is_broken_with_the_cheapest_trump() -> None:
    state = after("AC 2C TC 3C", "KC 4C 5C")
    assert state.pile.streak == 1
    assert good(state, "2D 5D AD 3H 4H") == play("2D")


def test_opponents_streak_is_broken_with_the_cheapest_higher_card() -> None:
    state = after("AC 2C TC 3C", "9S 4S 5S")
    assert good(state, "2S JS AS 3H 4H") == play("JS")


def test_ten_is_thrown_on_the_trick_that_the_partner_lifts() -> None:
    state = after("KC 2C 3C AC", "AH 2H")
    assert state.pile.streak == 0
    assert good(state, "TS 3S 4S") == play("TS")


def test_ten_is_kept_from_the_trick_that_an_opponent_lifts() -> None:
    state = after("AC 2C 4C 3C", "AH 2H 3H")
    assert state.pile.streak == 1
    assert play("TS") not in choices(state, "TS 3S 4S")


def test_partner_who_lifts_is_not_taken_over() -> None:
    state = after("KC 2C 3C AC", "QH 2H")
    assert good(state, "4H AH 4S") == play("4H")


def test_streak_is_made_with_the_surest_card() -> None:
    state = after("KC 2C TC AC")
    assert state.to_move == 0
    assert good(state, "2C 5H AD 9S") == play("AD")


def test_unlikely_win_is_not_tried_with_a_ten() -> None:
    state = after("9C JC 4C 3C")
    assert state.to_move == 2
    assert play("TH") not in choices(state, "TH 3H AS 2D")


def test_ace_that_would_not_lift_is_not_spent() -> None:
    hand = "AH KH 2S"
    assert choices(after("AC 2C TC 3C"), hand) == {play("AH"), play("KH")}
    assert good(after("AC 2C TC 3C", ace_rule="on"), hand) == play("KH")


def test_high_low_leads_high_and_follows_low() -> None:
    lead = after("AC 2C TC 3C")
    assert double_sir.high_low_move(lead, Seat(1), cards("4H KD 9S"), random.Random(1)) == play("KD")
    follow = after("AC 2C TC 3C", "9S 4S 5S")
    assert double_sir.high_low_move(follow, Seat(0), cards("2S JS AS 3H"), random.Random(1)) == play("2S")


def layout(*, clubs: str = "", diamonds: str = "", hearts: str = "", spades: str = "", left: str = "") -> LayoutState:
    """Seat 2 of three is to move; lines as "low high"."""
    state = BADAM_SATTI.start_match({}, 3, Seat(0)).start_round().dealt().apply(Seat(1), play("7H"))
    lines = []
    for line in (clubs, diamonds, hearts or "7 7", spades):
        ends = [int(end) for end in line.split()]
        lines.append((ends[0], ends[1]) if ends else None)
    cards_left = tuple(map(int, left.split())) if left else state.cards_left
    return replace(state, layout=Layout(tuple(lines)), cards_left=cards_left)


def test_card_with_own_cards_behind_goes_before_one_without() -> None:
    assert good(layout(), "6H 8H 9H TH") == play("8H")


def test_card_that_frees_nothing_goes_first() -> None:
    assert good(layout(spades="7 12", clubs="7 7"), "KS 6C 4C") == play("KS")
    assert good(layout(spades="2 7", clubs="7 7"), "AS 6C 4C") == play("AS")


def test_seven_with_nothing_behind_it_is_held_back() -> None:
    assert good(layout(), "7S 8H 9H") == play("8H")
    assert good(layout(), "7S 8S 9S 6S 5S 6H") == play("7S")


def test_blocker_nearest_to_the_seven_is_held_longest() -> None:
    assert good(layout(clubs="7 11", diamonds="7 7"), "QC 8D 2S") == play("QC")


def test_high_card_is_shed_when_somebody_is_nearly_out() -> None:
    lines = {"clubs": "4 10", "diamonds": "2 7"}
    hand = "JC AD 2H 3H 9S"
    assert good(layout(**lines), hand) == play("AD")
    lines = {"clubs": "7 10", "spades": "4 7"}
    hand = "JC 3S 9D KD 2H"
    assert good(layout(**lines, left="1 13 5"), hand) == play("JC")


def test_far_and_high() -> None:
    state = layout(clubs="3 7", spades="7 9")
    assert badam_satti.far_move(state, Seat(2), cards("2C TS 8H"), random.Random(1)) == play("2C")
    assert badam_satti.high_move(state, Seat(2), cards("2C TS 8H"), random.Random(1)) == play("TS")
