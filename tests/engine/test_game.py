import pytest

from engine.game import Game, Option, OptionError, Seat, next_seat, places_of
from engine.games import GAMES


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    return GAMES[str(request.param)]


def test_games_have_their_names(game: Game) -> None:
    assert GAMES[game.name] is game
    assert sorted(GAMES) == ["badam-satti", "double-sir", "sevens"]


def test_match_has_every_option_in_the_games_order(game: Game) -> None:
    match = game.start_match({}, game.least_seats, Seat(0))
    assert match.options == tuple((option.name, option.default) for option in game.options)
    assert match.game is game
    last = game.options[-1]
    other = last.allowed[-1].rpartition("..")[2]
    changed = game.start_match({last.name: other}, game.least_seats, Seat(0))
    assert changed.options == (*match.options[:-1], (last.name, other))
    assert changed != match


def test_every_value_that_is_offered_is_accepted(game: Game) -> None:
    for option in game.options:
        assert option.default == option.offered[0]
        for value in option.offered:
            match = game.start_match({option.name: value}, game.most_seats, Seat(1))
            assert (option.name, value) in match.options


def test_unknown_option_is_refused(game: Game) -> None:
    with pytest.raises(OptionError, match="no such option") as caught:
        game.start_match({"jokers": "2"}, game.least_seats, Seat(0))
    assert (caught.value.name, caught.value.value, caught.value.allowed) == ("jokers", "2", ())


def test_unknown_value_is_refused_and_the_allowed_are_named(game: Game) -> None:
    for option in game.options:
        with pytest.raises(OptionError) as caught:
            game.start_match({option.name: "purple"}, game.least_seats, Seat(0))
        assert (caught.value.name, caught.value.value) == (option.name, "purple")
        assert caught.value.allowed == option.allowed
        assert option.allowed[0] in str(caught.value)


@pytest.mark.parametrize(
    ("name", "allowed"), [("badam-satti", range(3, 8)), ("sevens", range(3, 8)), ("double-sir", [4])]
)
def test_number_of_seats_is_held_to(name: str, allowed: range | list[int]) -> None:
    for seats in range(10):
        if seats in allowed:
            assert GAMES[name].start_match({}, seats, Seat(0)).seats == seats
        else:
            with pytest.raises(OptionError, match="seats"):
                GAMES[name].start_match({}, seats, Seat(0))


@pytest.mark.parametrize("dealer", [-1, 4])
def test_dealer_sits_at_the_table(dealer: int, game: Game) -> None:
    with pytest.raises(OptionError, match="dealer"):
        game.start_match({}, 4, Seat(dealer))


def test_range_option_takes_plain_decimals_only() -> None:
    option = Option("target", range(1, 100), ("7",))
    assert option.allowed == ("1..99",)
    assert [text for text in ("1", "99") if option.accepts(text)] == ["1", "99"]
    for text in ("0", "100", "07", "+7", " 7", "7 ", "७", "", "7.0", "9" * 5000):
        assert not option.accepts(text)


def test_equal_scores_share_a_place() -> None:
    assert places_of((7, 2, 2)) == (3, 1, 1)
    assert places_of((1, 1, 3)) == (1, 1, 3)


def test_turn_goes_round() -> None:
    assert [next_seat(Seat(seat), 3) for seat in range(3)] == [1, 2, 0]
