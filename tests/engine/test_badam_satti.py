import pytest

from engine.badam_satti import BADAM_SATTI, BadamSattiMatch, penalty_of
from engine.cards import Card, parse_card
from engine.game import (
    AwaitDeal,
    AwaitHands,
    AwaitMove,
    DoesNotFit,
    FullCircle,
    HandsError,
    IllegalMoveError,
    MustPlay,
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
from engine.layout import Layout
from engine.layout_round import LayoutState
from engine.moves import CALLS, PASS, PLAYS, Move, Play
from tests.engine.playing import POLICY, last_state, refusal, shuffled

FULL = (1, 13)


def start(seats: int = 3, dealer: int = 0, **options: str) -> BadamSattiMatch:
    return BADAM_SATTI.start_match(options, seats, Seat(dealer))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, text.split()))


def play(text: str) -> Play:
    return PLAYS[parse_card(text).index]


def reason(state: LayoutState, seat: int, move: Move, hand: str | None = None) -> Reason:
    why = refusal(state, Seat(seat), move, None if hand is None else cards(hand))
    assert why is not None
    return why


def opened(match: BadamSattiMatch | None = None) -> LayoutState:
    """Give a round of three, dealt by seat 0, in which seat 2 has laid 7H after seat 1's opening pass."""
    return (match or start()).start_round().dealt().apply(Seat(1), PASS).apply(Seat(2), play("7H"))


def near_the_end() -> LayoutState:
    """Give a round of three in which seat 1 is to move, with a card each."""
    return LayoutState(start(), (0, 0, 0), (1, 1, 1), (0,), Layout((FULL, FULL, FULL, (1, 10))), Seat(1))


@pytest.mark.parametrize(
    ("seats", "counts"),
    [
        (3, (17, 18, 17)),
        (4, (13, 13, 13, 13)),
        (5, (10, 11, 11, 10, 10)),
        (6, (8, 9, 9, 9, 9, 8)),
        (7, (7, 8, 8, 8, 7, 7, 7)),
    ],
)
def test_first_seats_after_the_dealer_have_one_card_more(seats: int, counts: tuple[int, ...]) -> None:
    state = start(seats).start_round()
    assert (state.awaiting, state.cards_left) == (AwaitDeal(0), (0,) * seats)
    state = state.dealt()
    assert (state.awaiting, state.cards_left) == (AwaitMove(Seat(1)), counts)


def test_opening_passes_are_moves_that_do_not_count() -> None:
    state = start().start_round().dealt()
    assert state.is_opening
    assert state.fitting == cards("7H")
    assert state.obligation(Seat(1), PASS) == frozenset(cards("7H"))
    assert state.legal_moves(Seat(1), cards("7C 7D")) == (PASS,)
    assert state.legal_moves(Seat(1), cards("7C 7H")) == (play("7H"),)
    state = opened()
    assert (state.passes, state.is_opening, len(state.history)) == ((0, 0, 0), False, 2)
    state = state.apply(Seat(0), PASS)
    assert state.passes == (1, 0, 0)


def test_start_card_is_an_option() -> None:
    assert start(start_card="7D").start_round().dealt().fitting == cards("7D")


def test_refusals_say_why() -> None:
    state = start().start_round()
    assert reason(state, 1, PASS) == NotInPlay()
    state = state.dealt()
    assert reason(state, 2, PASS) == NotYourTurn(Seat(1))
    assert reason(state, 1, CALLS[2]) == NoSuchMove()
    assert reason(state, 1, play("7S")) == DoesNotFit(cards("7H"))
    assert reason(state, 1, PASS, "7H 7S") == MustPlay(cards("7H"))
    assert reason(state, 1, play("7H"), "7S") == NotInHand(parse_card("7H"))
    state = state.apply(Seat(1), PASS).apply(Seat(2), PASS)
    assert reason(state, 0, PASS) == FullCircle()
    state = opened()
    assert reason(state, 0, play("9H")) == DoesNotFit(cards("7C 7D 6H 8H 7S"))
    assert reason(state, 0, play("7H")) == DoesNotFit(cards("7C 7D 6H 8H 7S"))
    assert reason(state, 0, PASS, "2C 8H 7S") == MustPlay(cards("8H 7S"))


def test_obligation_of_a_pass_is_every_card_that_fits() -> None:
    state = opened()
    assert state.obligation(Seat(0), PASS) == frozenset(cards("7C 7D 6H 8H 7S"))
    assert state.obligation(Seat(0), play("8H")) == frozenset()
    with pytest.raises(IllegalMoveError):
        state.obligation(Seat(0), play("9H"))


def test_policy_lays_the_lowest_card_ace_low() -> None:
    state = LayoutState(start(), (0, 0, 0), (5, 5, 5), (0,), Layout(((2, 7), (3, 7), (7, 12), None)), Seat(1))
    assert state.policy_move(Seat(1), cards("2D KH 7S")) == play("2D")
    assert state.policy_move(Seat(1), cards("AC 2D KH 7S")) == play("AC")
    assert state.policy_move(Seat(1), cards("8C 8D")) == play("8C")
    assert state.policy_move(Seat(1), cards("JC")) == PASS
    with pytest.raises(StateError, match="not to move"):
        state.policy_move(Seat(0), cards("AC"))


def test_first_empty_hand_ends_the_round_and_hands_are_counted() -> None:
    state = near_the_end().apply(Seat(1), play("JS"))
    assert (state.awaiting, state.winner, state.to_move) == (AwaitHands(), 1, None)
    over = state.finish((cards("KS"), (), cards("QS")))
    assert over.awaiting == RoundOver((Seat(1),))
    assert start().penalties(over) == (10, 0, 10)
    assert start().after(over).totals == (10, 0, 10)
    with pytest.raises(StateError, match="not over"):
        start().after(state)
    with pytest.raises(StateError, match="no hands"):
        over.finish((cards("KS"), (), cards("QS")))


def test_finish_puts_hands_in_canonical_order() -> None:
    state = LayoutState(start(), (0, 0, 0), (2, 0, 1), (0,), Layout((FULL, FULL, FULL, (1, 10))))
    over = state.finish((cards("KS JS"), (), cards("QS")))
    assert over.hands == (cards("JS KS"), (), cards("QS"))
    assert over == state.finish((cards("JS KS"), (), cards("QS")))


@pytest.mark.parametrize(
    ("hands", "seat"),
    [
        (["KS", "", ""], 2),
        (["KS", "", "KS"], 2),
        (["KS", "QS", ""], 1),
        (["9S", "", "QS"], 0),
        (["KS QS", "", "JS"], 0),
        (["KS", ""], 0),
        (["KS", "", "QS", ""], 0),
    ],
)
def test_hands_that_cannot_be_are_refused(hands: list[str], seat: int) -> None:
    state = near_the_end().apply(Seat(1), play("JS"))
    with pytest.raises(HandsError) as caught:
        state.finish(tuple(map(cards, hands)))
    assert caught.value.seat == seat


def test_penalty_scales() -> None:
    hand = cards("KC 9D AS TH JH QD")
    assert [penalty_of(hand, scale) for scale in ("face10", "rank", "count")] == [50, 56, 6]


def test_match_plays_its_rounds_and_the_lowest_total_wins() -> None:
    match = start(rounds="3")
    for row in ((0, 5, 7), (5, 0, 3)):
        match = match.counted(row)
        assert (match.is_over, match.winners) == (False, ())
    assert (match.dealer, match.places) == (2, (1, 1, 3))
    match = match.counted((4, 4, 0))
    assert (match.is_over, match.winners, match.dealer) == (True, (0, 1), 0)
    assert match.standing == (("totals", (9, 9, 10)),)
    with pytest.raises(StateError, match="over"):
        match.start_round()


def test_each_seat_may_deal_once() -> None:
    assert [start(seats, rounds="seats").planned_rounds for seats in (3, 7)] == [3, 7]
    assert [start(7, rounds=rounds).planned_rounds for rounds in ("5", "3")] == [5, 3]


@pytest.mark.parametrize(("scoring", "highest"), [("face10", 10), ("rank", 13), ("count", 1)])
def test_a_round_broken_off_costs_the_highest_value_for_each_card_dealt(scoring: str, highest: int) -> None:
    match = start(5, 1, scoring=scoring)
    state = match.start_round().dealt().apply(Seat(2), PASS)
    lost = match.broken_off(state, (Seat(3), Seat(0), Seat(3)))
    assert lost.rounds == ((10 * highest, 0, 0, 11 * highest, 0),)
    assert lost.dealer == 2
    for seats in ((), (Seat(5),), (Seat(-1),)):
        with pytest.raises(StateError, match="no seats"):
            match.broken_off(state, seats)


def test_rounds_of_another_match_are_refused() -> None:
    state = last_state(start(), shuffled(1), POLICY)
    assert len(start().after(state).rounds) == 1
    for other in (start(dealer=1), start(scoring="rank")):
        with pytest.raises(StateError, match="another match"):
            other.after(state)
        with pytest.raises(StateError, match="another match"):
            other.broken_off(state, (Seat(0),))
    with pytest.raises(StateError, match="no deal"):
        state.dealt()


def test_match_is_rebuilt_from_its_rounds() -> None:
    match = start(rounds="3", dealer=2).counted((0, 5, 7)).counted((8, 0, 1))
    assert BADAM_SATTI.resume_match(dict(match.options), 3, Seat(2), match.rounds) == match
    for rounds in (((0, 1),), ((0, 1, -1),), ((0, 0, 1),) * 4, ((),)):
        with pytest.raises(NotationError):
            BADAM_SATTI.resume_match(dict(match.options), 3, Seat(2), rounds)
