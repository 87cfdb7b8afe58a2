import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import PACK, Card, Rank, Suit, parse_card, parse_suit
from engine.errors import EngineError, NotationError
from engine.moves import CALLS, PASS, PLAYS, CallTrump, Pass, Play, parse_move

ORDER = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD"


def test_pack_is_in_canonical_order() -> None:
    assert " ".join(map(str, PACK[:26])) == ORDER
    assert len(set(PACK)) == 52
    assert [card.index for card in PACK] == list(range(52))
    assert tuple(sorted(PACK, key=lambda card: (card.suit, card.rank))) == tuple(sorted(PACK)) == PACK


def test_card_is_a_value() -> None:
    card = Card(Suit.HEARTS, Rank.SEVEN)
    again = pickle.loads(pickle.dumps(card))
    assert (card, hash(card)) == (again, hash(again))
    assert card == PACK[31]
    assert card != Card(Suit.HEARTS, Rank.EIGHT)


def test_suits_and_ranks_format_as_their_letters() -> None:
    assert f"{Suit.SPADES:>2}{Rank.TEN:<2}|" == " ST |"
    assert [rank.low for rank in (Rank.ACE, Rank.TWO, Rank.KING)] == [1, 2, 13]


@given(st.sampled_from(PACK))
def test_card_text_round_trips(card: Card) -> None:
    assert parse_card(str(card)) is card


@given(st.text(max_size=4))
def test_only_the_text_of_a_card_names_it(text: str) -> None:
    if text in [str(card) for card in PACK]:
        assert str(parse_card(text)) == text
    else:
        with pytest.raises(NotationError):
            parse_card(text)


@pytest.mark.parametrize("text", ["", "7", "h7", "7h", "10H", "7HH", " 7H", "7H\n", "1H"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_card(text)


def test_suit_letters_are_read() -> None:
    assert [parse_suit(letter) for letter in "CDHS"] == list(Suit)
    with pytest.raises(NotationError, match="'h'"):
        parse_suit("h")


@given(st.sampled_from([*CALLS, *PLAYS, PASS]))
def test_move_text_round_trips(move: CallTrump | Play | Pass) -> None:
    assert parse_move(str(move)) is move


@pytest.mark.parametrize(
    "text", ["", "pass ", "pass 7H", "play", "play 7", "call", "call 7H", "Call H", "play  7H", "fold"]
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(EngineError):
        parse_move(text)
