import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Card, Suit, parse_card
from engine.game import Seat
from engine.pile import EMPTY_PILE, TRICKS, CaptureRules, Pile
from engine.tricks import Trick


def trick_won_by(winner: int, *, ace: bool = False, number: int = 0) -> Trick:
    """Make a trick of one suit that a seat wins, by its ace or its king; trick `number` is of suit `number % 4`."""
    letter = "CDHS"[number % 4]
    others = [parse_card(f"{rank}{letter}") for rank in "T32"]
    cards: list[Card] = [*others[:winner], parse_card(("A" if ace else "K") + letter), *others[winner:]]
    return Trick(Seat(0), 4, tuple(cards))


def captures(winners: str, rules: CaptureRules) -> list[tuple[int, int]]:
    """Give the trick number and size of each capture; a winner's digit with an `a` after it wins by an ace."""
    pile = EMPTY_PILE
    for number, text in enumerate(winners.split()):
        pile = pile.with_trick(trick_won_by(int(text[0]), ace="a" in text, number=number), None, rules)
    return [(capture.trick, capture.tricks) for capture in pile.captures]


@pytest.mark.parametrize(
    ("winners", "rules", "expected"),
    [
        ("1 1", CaptureRules(), [(2, 2)]),
        ("1 3", CaptureRules(), []),
        ("1 1 1 1", CaptureRules(), [(2, 2), (3, 1), (4, 1)]),
        ("1 1 1 1", CaptureRules(resets=True), [(2, 2), (4, 2)]),
        ("1 2 1", CaptureRules(is_single=True), [(1, 1), (2, 1), (3, 1)]),
        ("1 1 1", CaptureRules(first_trick=3), [(3, 3)]),
        ("1 1 2", CaptureRules(first_trick=3), []),
        ("1 1 1 1 1", CaptureRules(first_trick=5), [(5, 5)]),
        ("1 1 1 1 1 1", CaptureRules(first_trick=5, resets=True), [(5, 5)]),
        ("1a 1a", CaptureRules(), [(2, 2)]),
        ("1a 1a", CaptureRules(aces_hold=True), []),
        ("1a 1", CaptureRules(aces_hold=True), [(2, 2)]),
        ("1 1a 1a 1", CaptureRules(aces_hold=True), [(2, 2), (4, 2)]),
        ("1 1a 1a 1", CaptureRules(aces_hold=True, resets=True), [(2, 2), (4, 2)]),
        ("1a 1a 1 1", CaptureRules(aces_hold=True, resets=True), [(3, 3)]),
        ("1a 2a 1a", CaptureRules(aces_hold=True), []),
    ],
)
def test_pairs_capture(winners: str, rules: CaptureRules, expected: list[tuple[int, int]]) -> None:
    assert captures(winners, rules) == expected


def test_trick_13_captures_whatever_the_rules() -> None:
    rules = CaptureRules(first_trick=5, aces_hold=True, resets=True)
    assert captures("0 1 2 3 0 1 2 3 0 1 2 0a 0a", rules) == [(13, 13)]
    assert captures("0 1 2 3 0 1 2 3 0 1 2 0 3", rules) == [(13, 13)]


def test_pile_knows_its_cards_and_tens() -> None:
    pile = EMPTY_PILE.with_trick(trick_won_by(1, number=3), None, CaptureRules())
    pile = pile.with_trick(trick_won_by(2, number=0), None, CaptureRules())
    assert (pile.size, pile.captured_tricks) == (2, (0, 0))
    assert [*map(str, pile.cards)] == ["TS", "KS", "3S", "2S", "TC", "3C", "KC", "2C"]
    assert [*map(str, pile.tens)] == ["TC", "TS"]
    pile = pile.with_trick(trick_won_by(2, number=1), None, CaptureRules())
    assert (pile.size, pile.cards, pile.tens, pile.captured_tricks) == (0, (), (), (3, 0))
    assert [*map(str, pile.captured_tens[0])] == ["TC", "TD", "TS"]
    assert pile.captures[0].team == 0


@settings(derandomize=True, max_examples=100)
@given(
    st.lists(st.tuples(st.integers(0, 3), st.booleans()), min_size=TRICKS, max_size=TRICKS),
    st.builds(
        CaptureRules,
        is_single=st.booleans(),
        resets=st.booleans(),
        first_trick=st.sampled_from([2, 3, 5]),
        aces_hold=st.booleans(),
    ),
)
def test_every_trick_is_captured_once(wins: list[tuple[int, bool]], rules: CaptureRules) -> None:
    pile: Pile = EMPTY_PILE
    for number, (winner, ace) in enumerate(wins):
        pile = pile.with_trick(trick_won_by(winner, ace=ace, number=number), Suit.SPADES, rules)
        assert pile.size + sum(pile.captured_tricks) == number + 1
    assert (pile.size, sum(pile.captured_tricks)) == (0, TRICKS)
    assert [capture.seat for capture in pile.captures] == [pile.winners[capture.trick - 1] for capture in pile.captures]
