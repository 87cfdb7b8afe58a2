import pytest

from engine.cards import parse_card
from engine.game import AwaitMove, NotationError, RoundOver, Seat, StateError
from engine.layout import Layout
from engine.layout_round import LayoutState
from engine.moves import PASS, PLAYS
from engine.sevens import SEVENS, SevensMatch
from tests.engine.playing import POLICY, last_state, shuffled

FULL = (1, 13)


def start(seats: int = 3, dealer: int = 0, **options: str) -> SevensMatch:
    return SEVENS.start_match(options, seats, Seat(dealer))


def near_the_end(match: SevensMatch) -> LayoutState:
    """Give a round of three in which seat 1 is to move with its last card, JS; seat 0 has passed twice, seat 2 once."""
    return LayoutState(match, (2, 0, 1), (4, 1, 2), (0,), Layout((FULL, FULL, FULL, (1, 10))), Seat(1))


def test_seven_of_diamonds_begins() -> None:
    state = start().start_round().dealt()
    assert state.fitting == (parse_card("7D"),)
    assert state.awaiting == AwaitMove(Seat(1))


def test_antes_and_passes_go_into_the_pool() -> None:
    match = start()
    state = match.start_round()
    assert (match.chips_in(state), match.pool_in(state)) == ((49, 49, 49), 3)
    state = state.dealt().apply(Seat(1), PASS).apply(Seat(2), PLAYS[parse_card("7D").index])
    assert (match.chips_in(state), match.pool_in(state)) == ((49, 49, 49), 3)
    state = state.apply(Seat(0), PASS)
    assert (match.chips_in(state), match.pool_in(state)) == ((48, 49, 49), 4)


def test_winner_takes_the_pool_and_a_chip_for_every_card() -> None:
    match = start(chips_start="10")
    state = near_the_end(match)
    assert (match.chips_in(state), match.pool_in(state)) == ((7, 9, 8), 6)
    with pytest.raises(StateError, match="not over"):
        match.after(state)
    state = state.apply(Seat(1), PLAYS[parse_card("JS").index])
    assert state.awaiting == RoundOver((Seat(1),))
    assert (match.chips_in(state), match.pool_in(state)) == ((3, 21, 6), 0)
    after = match.after(state)
    assert (after.chips, after.pool, after.dealer, after.rounds) == ((3, 21, 6), 0, 1, ((-7, 11, -4),))


def test_most_chips_win_and_equal_ones_share() -> None:
    match = start(rounds="3").counted((-3, 6, -3)).counted((-3, -3, 6))
    assert (match.places, match.winners, match.is_over) == ((3, 1, 1), (), False)
    match = match.counted((-60, 30, 30))
    assert (match.chips, match.winners, match.is_over) == ((-16, 83, 83), (1, 2), True)
    assert match.standing == (("chips", (-16, 83, 83)), ("pool", (0,)))
    with pytest.raises(StateError, match="over"):
        match.start_round()


def test_each_seat_may_deal_once() -> None:
    assert [start(seats, rounds="seats").planned_rounds for seats in (3, 7)] == [3, 7]


def test_a_round_broken_off_fills_the_next_pool() -> None:
    match = start(3, 0)
    state = near_the_end(match)
    lost = match.broken_off(state, (Seat(0), Seat(0)))
    # Seat 0: the ante, two passes, and 17 cards dealt; the others have theirs back.
    assert (lost.chips, lost.pool, lost.dealer) == ((30, 50, 50), 20, 1)
    again = near_the_end(lost).apply(Seat(1), PLAYS[parse_card("JS").index])
    assert lost.after(again).chips == (30 - 3 - 4, 50 + 20 + 3 + 2 + 4 + 2, 50 - 2 - 2)
    assert lost.after(again).pool == 0


def test_a_last_round_broken_off_is_shared_among_the_others() -> None:
    match = start(4, 0, rounds="3").counted((-2, 0, 0, 0)).counted((0, 0, 0, 0))
    state = match.start_round()
    # The dealer is seat 2. Seat 3 loses ante and 13 cards; with the 2 of before that is 16 for three: 6, 5, 5.
    assert match.dealer == 2
    lost = match.broken_off(state, (Seat(3),))
    assert (lost.chips, lost.pool, lost.is_over) == ((54, 55, 55, 36), 0, True)
    # Two to blame: 28 and 2 for seats 2 and 1, equally.
    assert match.broken_off(state, (Seat(0), Seat(3))).chips == (34, 65, 65, 36)
    # Seats 1, 2 and 3 to blame: all goes to seat 0.
    assert match.broken_off(state, (Seat(1), Seat(2), Seat(3))).chips == (92, 36, 36, 36)


def test_nobody_is_left_to_share_with() -> None:
    match = start(3, 0, rounds="3").counted((0, 0, 0)).counted((0, 0, 0))
    lost = match.broken_off(match.start_round(), (Seat(0), Seat(1), Seat(2)))
    assert sum(lost.chips) + lost.pool == 150
    assert lost.pool == 52 + 3


def test_rounds_of_another_match_are_refused() -> None:
    state = last_state(start(), shuffled(1), POLICY)
    assert len(start().after(state).rounds) == 1
    with pytest.raises(StateError, match="another match"):
        start(dealer=1).after(state)
    with pytest.raises(StateError, match="another match"):
        start(dealer=1).broken_off(state, (Seat(0),))
    with pytest.raises(StateError, match="no seats"):
        start().broken_off(state, (Seat(3),))
    with pytest.raises(StateError, match="no hands"):
        state.finish(((), (), ()))


def test_match_is_rebuilt_from_its_rounds() -> None:
    match = start(rounds="3", dealer=2).counted((-3, -5, 0)).counted((8, 0, 0))
    assert SEVENS.resume_match(dict(match.options), 3, Seat(2), match.rounds) == match
    for rounds in (((0, 1),), ((0, 1, 0),), ((-3, 0, 0), (4, 0, 0)), ((0, 0, 0),) * 4):
        with pytest.raises(NotationError):
            SEVENS.resume_match(dict(match.options), 3, Seat(2), rounds)
