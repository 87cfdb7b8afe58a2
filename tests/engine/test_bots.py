import random

import pytest

from engine.bots import badam_satti, double_sir
from engine.bots.arena import play_round, round_steps, round_winners, shuffled_pack
from engine.bots.registry import BOTS, GOOD
from engine.bots.strategy import RandomSource, Strategy, WrongGameError, pick, random_move
from engine.cards import PACK
from engine.game import Hand, Match, PublicState
from engine.games import GAMES
from engine.moves import Move, Pass, Seat

ROUNDS = 200
OPTIONS: dict[str, list[dict[str, str]]] = {
    "double-sir": [
        {},
        {"sir": "single"},
        {"streak_after_capture": "reset", "first_capture_trick": "5", "ace_rule": "on"},
        {"first_capture_trick": "3"},
    ],
    "badam-satti": [{}, {"scoring": "rank", "start_card": "7D"}, {"scoring": "count"}],
    "sevens": [{}],
}
TABLES = [
    (name, options, seats)
    for name, game in GAMES.items()
    for options in OPTIONS[name]
    for seats in range(game.least_seats, game.most_seats + 1)
]


def new_match(name: str, seats: int, dealer: int, options: dict[str, str] | None = None) -> Match:
    return GAMES[name].start_match(options or {}, seats, Seat(dealer))


@pytest.mark.parametrize(("name", "options", "seats"), TABLES)
def test_every_bot_plays_legally_at_every_table(name: str, options: dict[str, str], seats: int) -> None:
    source = random.Random(11)
    match = new_match(name, seats, 0, options)
    for bot in BOTS[name].values():
        # The arena checks every move with the hand, as it would a person's.
        assert round_winners(play_round(match, [bot] * seats, source))


@pytest.mark.parametrize("name", GAMES)
def test_bot_is_a_pure_function_of_what_it_is_given(name: str) -> None:
    for seed in range(3):
        first, again = (
            play_round(new_match(name, 4, 1), [BOTS[name][GOOD]] * 4, random.Random(seed)).history for _ in range(2)
        )
        assert first == again


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_is_given_its_own_hand_only_and_only_where_it_can_choose(name: str) -> None:
    given: list[tuple[PublicState, Seat, Hand]] = []

    def recorder(state: PublicState, seat: Seat, hand: Hand, source: RandomSource) -> Move:
        given.append((state, seat, hand))
        return random_move(state, seat, hand, source)

    hands_at = {}
    for state, hands in round_steps(new_match(name, 4, 2), [recorder] * 4, random.Random(3)):
        hands_at[state] = hands
        assert sum(map(len, hands)) == sum(state.cards_left)
    assert len(given) > 10
    for state, seat, hand in given:
        assert hand == hands_at[state][seat]
        assert len(state.legal_moves(seat, hand)) > 1


def share_won(name: str, seats: int, mine: Strategy, others: Strategy, team: bool) -> float:
    """Give the share of rounds that one seat (or one pair) of `mine` wins against `others`."""
    source = random.Random(5)
    won = 0
    for number in range(ROUNDS):
        place = number // seats % seats
        is_mine = [seat % 2 == place % 2 if team else seat == place for seat in range(seats)]
        match = new_match(name, seats, number % seats)
        winners = round_winners(play_round(match, [mine if own else others for own in is_mine], source))
        won += is_mine[winners[0]]
    return won / ROUNDS


@pytest.mark.parametrize(("seats", "least"), [(3, 0.64), (4, 0.42), (6, 0.22)])
def test_good_badam_satti_bot_beats_random_players(seats: int, least: float) -> None:
    assert share_won("badam-satti", seats, badam_satti.good_move, random_move, team=False) >= least


def test_good_sevens_bot_beats_random_players() -> None:
    assert share_won("sevens", 4, badam_satti.good_move, random_move, team=False) >= 0.42


def test_far_and_high_are_between_random_and_good() -> None:
    assert 0.25 < share_won("badam-satti", 4, badam_satti.far_move, random_move, team=False) < 0.42
    assert share_won("badam-satti", 4, badam_satti.high_move, random_move, team=False) < 0.42


@pytest.mark.parametrize(("others", "least"), [("random", 0.74), ("high-low", 0.57)])
def test_good_double_sir_pair_wins(others: str, least: float) -> None:
    assert share_won("double-sir", 4, double_sir.good_move, BOTS["double-sir"][others], team=True) >= least


def test_high_low_pair_beats_random_pair() -> None:
    assert share_won("double-sir", 4, double_sir.high_low_move, random_move, team=True) >= 0.57


def test_shuffle_gives_every_card_once_and_follows_its_source() -> None:
    first = shuffled_pack(random.Random(1))
    assert sorted(first) == list(PACK)
    assert first == shuffled_pack(random.Random(1))
    assert first != shuffled_pack(random.Random(2))


def test_first_card_of_a_shuffle_is_any_card() -> None:
    source = random.Random(4)
    counts = [0] * 52
    for _ in range(5200):
        counts[shuffled_pack(source)[0].index] += 1
    assert min(counts) > 60
    assert max(counts) < 150


def test_random_bot_makes_every_legal_move() -> None:
    state = new_match("double-sir", 4, 0).start_round().dealt()
    hand = PACK[:5]
    chosen = {random_move(state, Seat(1), hand, random.Random(seed)) for seed in range(40)}
    assert chosen == set(state.legal_moves(Seat(1), hand))


class NoSource:
    def randrange(self, stop: int, /) -> int:
        raise AssertionError("asked for chance")


def test_a_single_choice_asks_no_chance() -> None:
    assert pick([Pass()], NoSource()) == Pass()


@pytest.mark.parametrize("bot", [double_sir.good_move, double_sir.high_low_move])
def test_double_sir_bot_refuses_other_games(bot: Strategy) -> None:
    state = new_match("sevens", 4, 0).start_round().dealt()
    with pytest.raises(WrongGameError):
        bot(state, Seat(1), PACK[:13], random.Random(1))


@pytest.mark.parametrize("bot", [badam_satti.good_move, badam_satti.far_move, badam_satti.high_move])
def test_layout_bot_refuses_other_games_and_passes_when_nothing_fits(bot: Strategy) -> None:
    with pytest.raises(WrongGameError):
        bot(new_match("double-sir", 4, 0).start_round().dealt(), Seat(1), PACK[:5], random.Random(1))
    state = new_match("badam-satti", 4, 0).start_round().dealt()
    assert bot(state, Seat(1), PACK[:13], random.Random(1)) == Pass()
