"""What holds in every round and match of every game, with any options, deal and play."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import PACK
from engine.double_sir import DoubleSirState
from engine.game import (
    AwaitDeal,
    AwaitHands,
    AwaitMove,
    Match,
    NotInHand,
    NotYourTurn,
    RoundOver,
    Seat,
)
from engine.layout_round import LayoutState
from engine.moves import CALLS, PASS, PLAYS, Move, Pass, Play
from engine.pile import TRICKS
from engine.refusals import MustFollow, MustPlay
from engine.sevens import SevensMatch
from tests.engine.playing import at_random, matches, played_match, played_round, refusal, shuffled

ANY_MOVES: tuple[Move, ...] = (*CALLS, *PLAYS, PASS)

quick = settings(derandomize=True, max_examples=25, deadline=None)


@quick
@given(matches(), st.integers(0, 2**32))
def test_a_round_ends_and_keeps_52_cards(match: Match, seed: int) -> None:
    history_before = 0
    for state, hands in played_round(match, shuffled(seed), at_random(seed)):
        assert state.match is match
        assert state.cards_left == tuple(map(len, hands))
        played = [move.card for _, move in state.history if isinstance(move, Play)]
        undealt = 52 - sum(len(stage) for stage in match.deal_plan()[: len(state.deals)])
        assert len(played) + sum(state.cards_left) + undealt == 52
        if undealt == 0:
            assert tuple(sorted([*played, *(card for hand in hands for card in hand)])) == PACK
        assert len(state.history) - history_before in (0, 1)
        history_before = len(state.history)
    over = state.awaiting
    assert isinstance(over, RoundOver)
    assert over.winners


@settings(derandomize=True, max_examples=12, deadline=None)
@given(matches(), st.integers(0, 2**32))
def test_the_four_ways_of_judging_a_move_agree(match: Match, seed: int) -> None:
    for state, hands in played_round(match, shuffled(seed), at_random(seed)):
        if not isinstance(state.awaiting, AwaitMove):
            assert state.to_move is None
            continue
        seat = state.awaiting.seat
        assert seat == state.to_move
        hand = hands[seat]
        legal = state.legal_moves(seat, hand)
        assert legal
        assert len(set(legal)) == len(legal)
        assert state.policy_move(seat, hand) in legal
        for move in ANY_MOVES:
            why = refusal(state, seat, move, hand)
            assert (why is None) == (move in legal)
            if refusal(state, seat, move, None) is not None:
                assert why == refusal(state, seat, move, None)
                continue
            kept = [card for card in hand if not (isinstance(move, Play) and card == move.card)]
            forbidden = tuple(card for card in kept if card in state.obligation(seat, move))
            if isinstance(move, Play) and move.card not in hand:
                assert why == NotInHand(move.card)
            else:
                assert (why is None) == (not forbidden)
            if isinstance(why, MustFollow):
                assert (why.held, {card.suit for card in why.held}) == (forbidden, {why.led})
            if isinstance(why, MustPlay):
                assert why.fitting == forbidden


@quick
@given(matches(), st.integers(0, 2**32))
def test_only_the_awaited_seat_may_move(match: Match, seed: int) -> None:
    for state, hands in played_round(match, shuffled(seed), at_random(seed)):
        for number, hand in enumerate(hands):
            seat = Seat(number)
            if state.to_move == seat:
                continue
            assert state.legal_moves(seat, hand) == ()
            moves: list[Move] = [*CALLS, PASS, *(PLAYS[card.index] for card in hand)]
            for move in moves:
                why = refusal(state, seat, move, hand)
                assert why is not None
                assert isinstance(why, NotYourTurn) == (state.to_move is not None)


@quick
@given(matches("double-sir"), st.integers(0, 2**32))
def test_double_sir_captures_13_tricks_and_four_tens(match: Match, seed: int) -> None:
    for state, _ in played_round(match, shuffled(seed), at_random(seed)):
        assert isinstance(state, DoubleSirState)
        pile = state.pile
        assert pile.size + sum(pile.captured_tricks) == len(pile.tricks)
        assert len(pile.cards) == 4 * pile.size
    assert isinstance(state, DoubleSirState)
    pile = state.pile
    assert sum(pile.captured_tricks) == TRICKS
    assert sum(map(len, pile.captured_tens)) == 4
    outcome = state.outcome
    assert outcome is not None
    tens = len(pile.captured_tens[outcome.winning_team])
    assert tens >= 2
    assert outcome.is_kot == (tens == 4)


@quick
@given(st.sampled_from(["badam-satti", "sevens"]).flatmap(matches), st.integers(0, 2**32))
def test_a_full_circle_never_passes(match: Match, seed: int) -> None:
    for state, _ in played_round(match, shuffled(seed), at_random(seed)):
        assert isinstance(state, LayoutState)
        assert state.idle < match.seats
        circle = [move for _, move in state.history[-match.seats :]]
        assert len(circle) < match.seats or any(isinstance(move, Play) for move in circle)
        after_opening = [(seat, move) for seat, move in state.history if not state.is_opening]
        first = next((at for at, (_, move) in enumerate(after_opening) if isinstance(move, Play)), 0)
        passes = [seat for seat, move in after_opening[first:] if isinstance(move, Pass)]
        assert state.passes == tuple(passes.count(Seat(seat)) for seat in range(match.seats))
        laid = [move.card for _, move in state.history if isinstance(move, Play)]
        assert state.layout.cards == tuple(sorted(laid))
        assert all(card not in laid for card in state.fitting)
        assert state.awaiting != AwaitHands() or match.game.name == "badam-satti"


@quick
@given(matches("sevens"), st.integers(0, 2**32), st.data())
def test_chips_and_pool_never_change(match: Match, seed: int, data: st.DataObject) -> None:
    assert isinstance(match, SevensMatch)
    everything = sum(match.chips) + match.pool
    # A round broken off first, so that the pool is not empty when the next one starts.
    blamed = data.draw(st.lists(st.integers(0, match.seats - 1), min_size=1))
    match = match.broken_off(match.start_round(), tuple(Seat(seat) for seat in blamed))
    assert match.pool > 0
    for state, _ in played_round(match, shuffled(seed), at_random(seed)):
        assert isinstance(state, LayoutState)
        assert sum(match.chips_in(state)) + match.pool_in(state) == everything
    match = match.after(state)
    assert (match.pool, sum(match.chips)) == (0, everything)


@settings(derandomize=True, max_examples=8, deadline=None)
@given(matches(), st.integers(0, 2**32))
def test_a_match_ends_with_winners(match: Match, seed: int) -> None:
    for number, after in enumerate(played_match(match, seed)):
        match = after
        assert len(match.rounds) == number
        assert bool(match.winners) == match.is_over
        assert len(match.places) == match.seats
        assert min(match.places) == 1
    assert match.winners == tuple(seat for seat in range(match.seats) if match.places[seat] == 1)


@quick
@given(matches())
def test_the_deal_gives_out_the_whole_pack_from_the_seat_after_the_dealer(match: Match) -> None:
    plan = match.deal_plan()
    assert sum(map(len, plan)) == 52
    assert all(stage[0] == (match.dealer + 1) % match.seats for stage in plan)
    assert match.start_round().awaiting == AwaitDeal(0)
