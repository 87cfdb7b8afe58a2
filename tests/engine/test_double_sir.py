from dataclasses import replace

import pytest

from engine.cards import PACK, Suit, parse_card
from engine.double_sir import DOUBLE_SIR, DoubleSirMatch, DoubleSirState
from engine.game import (
    AlreadyCalled,
    AlreadyPlayed,
    AwaitDeal,
    AwaitMove,
    CallFirst,
    IllegalMoveError,
    MustFollow,
    NoSuchMove,
    NotationError,
    NotInHand,
    NotInPlay,
    NotYourTurn,
    Reason,
    RoundOver,
    Seat,
    StateError,
)
from engine.games import GAMES
from engine.moves import CALLS, PASS, PLAYS, CallTrump, Move, Play
from engine.pile import Capture
from tests.engine.playing import POLICY, at_random, last_state, played_round, refusal, shuffled


def start(dealer: int = 0, **options: str) -> DoubleSirMatch:
    return DOUBLE_SIR.start_match(options, 4, Seat(dealer))


def play(text: str) -> Play:
    return PLAYS[parse_card(text).index]


def reason(state: DoubleSirState, seat: int, move: Move, hand: str | None = None) -> Reason:
    why = refusal(state, Seat(seat), move, None if hand is None else tuple(map(parse_card, hand.split())))
    assert why is not None
    return why


def called() -> DoubleSirState:
    """Give a round in which seat 1 has called hearts and all cards are dealt."""
    return start().start_round().dealt().apply(Seat(1), CallTrump(Suit.HEARTS)).dealt()


def test_trump_is_called_between_the_stages_of_the_deal() -> None:
    state = start().start_round()
    assert (state.awaiting, state.cards_left) == (AwaitDeal(0), (0, 0, 0, 0))
    state = state.dealt()
    assert (state.awaiting, state.cards_left, state.caller) == (AwaitMove(Seat(1)), (5, 5, 5, 5), 1)
    state = state.apply(Seat(1), CallTrump(Suit.SPADES))
    assert (state.awaiting, state.trump) == (AwaitDeal(1), Suit.SPADES)
    state = state.dealt()
    assert (state.awaiting, state.cards_left, state.deals) == (AwaitMove(Seat(1)), (13,) * 4, (0, 1))


def test_deal_is_five_then_eight() -> None:
    first, second = start(2).deal_plan()
    assert first == (3,) * 5 + (0,) * 5 + (1,) * 5 + (2,) * 5
    assert second == (3,) * 8 + (0,) * 8 + (1,) * 8 + (2,) * 8


def test_refusals_say_why() -> None:
    state = start().start_round()
    assert reason(state, 1, CALLS[0]) == NotInPlay()
    state = state.dealt()
    assert reason(state, 2, CALLS[0]) == NotYourTurn(Seat(1))
    assert reason(state, 1, play("7H")) == CallFirst()
    assert reason(state, 1, PASS) == NoSuchMove()
    state = called()
    assert reason(state, 1, CALLS[0]) == AlreadyCalled(Suit.HEARTS)
    state = state.apply(Seat(1), play("9C"))
    assert reason(state, 2, play("9C")) == AlreadyPlayed(parse_card("9C"))
    assert reason(state, 2, play("2S"), "4C 9D") == NotInHand(parse_card("2S"))
    held = (parse_card("4C"), parse_card("JC"))
    assert reason(state, 2, play("2S"), "4C JC 9D 2S") == MustFollow(Suit.CLUBS, held)


def test_a_revoke_is_explained_by_name() -> None:
    state = called().apply(Seat(1), play("9C"))
    with pytest.raises(IllegalMoveError, match="seat 2 may not play 2S: MustFollow"):
        state.check(Seat(2), play("2S"), (parse_card("4C"), parse_card("2S")))


def test_obligation_is_the_led_suit() -> None:
    state = called()
    assert state.obligation(Seat(1), play("2S")) == frozenset()
    state = state.apply(Seat(1), play("9C"))
    assert state.obligation(Seat(2), play("2C")) == frozenset()
    assert state.obligation(Seat(2), play("2S")) == frozenset(PACK[:13])
    with pytest.raises(IllegalMoveError):
        state.obligation(Seat(3), play("2S"))


def test_policy_calls_clubs_and_plays_low() -> None:
    hand = tuple(map(parse_card, ["AC", "3D", "4H", "3S"]))
    state = start().start_round().dealt()
    assert state.policy_move(Seat(1), hand) == CALLS[0]
    assert called().policy_move(Seat(1), hand) == play("3D")
    assert called().apply(Seat(1), play("9C")).policy_move(Seat(2), hand) == play("AC")
    with pytest.raises(StateError):
        state.policy_move(Seat(2), hand)


def test_steps_out_of_order_are_refused() -> None:
    state = start().start_round()
    with pytest.raises(StateError, match="no deal"):
        state.dealt().dealt()
    with pytest.raises(StateError, match="no hands"):
        last_state(start(), shuffled(1), POLICY).finish(((),) * 4)
    with pytest.raises(StateError, match="not over"):
        start().after(state)
    with pytest.raises(StateError, match="another match"):
        start(1).after(state)
    with pytest.raises(StateError, match="another match"):
        start().after(GAMES["sevens"].start_match({}, 4, Seat(0)).start_round())


def test_hands_of_another_seat_stay_unknown_to_the_state() -> None:
    match = start()
    over = last_state(match, shuffled(5), at_random(5))
    assert over.hands == ()
    assert over.to_move is None
    assert isinstance(over.awaiting, RoundOver)


def test_dealers_team_loses_and_deals_again() -> None:
    match = start(0)
    assert match.counted(winning_team=1, is_kot=False).dealer == 0
    assert match.counted(winning_team=1, is_kot=True).dealer == 0
    assert match.counted(winning_team=0, is_kot=False).dealer == 1
    assert start(0, dealer_after_kot="partner").counted(winning_team=1, is_kot=True).dealer == 2
    assert start(0, dealer_after_kot="partner").counted(winning_team=1, is_kot=False).dealer == 0
    assert start(3, dealer_after_kot="partner").counted(winning_team=1, is_kot=True).dealer == 0


def test_score_reaches_the_target() -> None:
    match = start(target_rounds="3", kot_points="2")
    match = match.counted(winning_team=0, is_kot=True)
    assert (match.score, match.kots, match.is_over, match.winners) == ((2, 0), (1, 0), False, ())
    assert match.places == (1, 2, 1, 2)
    match = match.counted(winning_team=1, is_kot=False).counted(winning_team=0, is_kot=True)
    assert (match.score, match.kots, match.is_over, match.winners) == ((4, 1), (2, 0), True, (0, 2))
    assert match.standing == (("score", (4, 1)), ("kots", (2, 0)))
    with pytest.raises(StateError, match="over"):
        match.start_round()


def two_two(**options: str) -> DoubleSirState:
    """Give a round that ended with two tens each, team 0 having captured more tricks, dealt by seat 0."""
    over = last_state(DOUBLE_SIR.start_match(options, 4, Seat(0)), shuffled(0), POLICY)
    assert isinstance(over, DoubleSirState)
    tens = [parse_card(f"T{suit}") for suit in "CDHS"]
    lifts = (Capture(9, Seat(0), 9, tuple(tens[:2])), Capture(13, Seat(1), 4, tuple(tens[2:])))
    return replace(over, pile=replace(over.pile, captures=lifts))


def test_two_tens_each_is_settled_by_the_option() -> None:
    captured = two_two().outcome
    nondealer = two_two(two_two="nondealer").outcome
    assert captured is not None
    assert nondealer is not None
    assert (captured.winning_team, captured.is_kot) == (0, False)
    assert (nondealer.winning_team, nondealer.is_kot) == (1, False)
    assert two_two().awaiting == RoundOver((Seat(0), Seat(2)))


def test_a_round_broken_off_is_lost_by_the_team_to_blame() -> None:
    match = start(0)
    state = called()
    lost = match.broken_off(state, (Seat(3), Seat(1), Seat(3)))
    assert (lost.score, lost.kots, lost.dealer, lost.rounds) == ((1, 0), (0, 0), 1, ((0, 0),))
    assert match.broken_off(match.start_round(), (Seat(2),)).score == (0, 1)
    assert match.broken_off(state, (Seat(0), Seat(1))) is match


def test_a_round_broken_off_is_a_kot_if_only_the_others_have_a_ten() -> None:
    match = start(0)
    ten = (parse_card("TC"),)
    with_ten = replace(called(), pile=replace(called().pile, captures=(Capture(2, Seat(0), 2, ten),)))
    assert match.broken_off(with_ten, (Seat(1),)).kots == (1, 0)
    assert match.broken_off(with_ten, (Seat(2),)).kots == (0, 0)
    both = (*with_ten.pile.captures, Capture(4, Seat(1), 2, (parse_card("TD"),)))
    assert match.broken_off(replace(with_ten, pile=replace(called().pile, captures=both)), (Seat(1),)).kots == (0, 0)


@pytest.mark.parametrize("seats", [(), (Seat(4),), (Seat(-1), Seat(0))])
def test_blame_names_seats_at_the_table(seats: tuple[Seat, ...]) -> None:
    with pytest.raises(StateError, match="no seats"):
        start().broken_off(called(), seats)


def test_match_is_rebuilt_from_its_rounds() -> None:
    match = start(1, target_rounds="3").counted(winning_team=1, is_kot=True).counted(winning_team=0, is_kot=False)
    options = dict(match.options)
    assert DOUBLE_SIR.resume_match(options, 4, Seat(1), match.rounds) == match
    for rounds in (((0, 2),), ((2, 0),), ((0,),), ((0, 0, 0),), ((0, 0),) * 4):
        with pytest.raises(NotationError):
            DOUBLE_SIR.resume_match(options, 4, Seat(1), rounds)


def test_single_sir_gives_each_trick_to_its_winner() -> None:
    match = start(sir="single")
    for state, _ in played_round(match, shuffled(8), at_random(8)):
        assert isinstance(state, DoubleSirState)
        assert state.pile.size == 0
        assert [capture.seat for capture in state.pile.captures] == [*state.pile.winners]
