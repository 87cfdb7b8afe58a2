import pytest

from engine.cards import PACK, Suit, parse_card
from engine.layout import EMPTY_LAYOUT, Layout


def fitting(layout: Layout) -> str:
    return " ".join(str(card) for card in PACK if layout.fits(card))


def test_only_sevens_open_a_suit() -> None:
    assert fitting(EMPTY_LAYOUT) == "7C 7D 7H 7S"
    assert EMPTY_LAYOUT.is_empty


def test_a_line_grows_at_both_ends() -> None:
    assert fitting(Layout((None, None, (7, 7), None))) == "7C 7D 6H 8H 7S"
    assert fitting(Layout(((7, 7), None, (5, 9), None))) == "6C 8C 7D 4H TH 7S"


def test_nothing_goes_below_the_ace_or_above_the_king() -> None:
    assert fitting(Layout(((1, 13), (1, 12), (2, 13), (1, 7)))) == "KD AH 8S"


@pytest.mark.parametrize("suit", list(Suit))
def test_a_line_is_laid_from_seven_to_ace_and_king(suit: Suit) -> None:
    layout = EMPTY_LAYOUT
    for rank in "76543289TJQKA":
        card = parse_card(f"{rank}{suit}")
        assert layout.fits(card)
        assert card not in layout.cards
        layout = layout.with_card(card)
        assert not layout.fits(card)
        assert not layout.is_empty
    assert layout.lines[suit] == (1, 13)
    assert layout.cards == PACK[13 * suit : 13 * suit + 13]
    assert len(fitting(layout).split()) == 3
