import random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import PACK, Card, Rank, Suit, parse_card
from engine.game import Seat
from engine.tricks import Trick


def oracle(cards: tuple[Card, ...], trump: Suit | None) -> Card:
    """Find the winning card by the rules' words alone: the highest trump, else the highest of the led suit."""
    trumps = [card for card in cards if card.suit == trump]
    led = [card for card in cards if card.suit == cards[0].suit]
    return max(trumps or led, key=lambda card: "23456789TJQKA".index(str(card)[0]))


@settings(derandomize=True, max_examples=300)
@given(
    st.lists(st.sampled_from(PACK), min_size=4, max_size=4, unique=True),
    st.integers(0, 3),
    st.sampled_from([None, *Suit]),
)
def test_trick_winner_agrees_with_the_oracle(cards: list[Card], leader: int, trump: Suit | None) -> None:
    trick = Trick(Seat(leader), 4)
    for place, card in enumerate(cards):
        assert (trick.turn, trick.is_complete) == ((leader + place) % 4, False)
        trick = trick.with_card(card)
        assert trick.winning_card(trump) == oracle(trick.cards, trump)
    assert trick.is_complete
    assert trick.card_of(trick.winner(trump)) == oracle(tuple(cards), trump)


def test_every_trick_of_two_suits_agrees_with_the_oracle() -> None:
    # All orders of ranks would be too many; every pair of cards decides itself, so all ordered pairs are enough.
    for trump in (None, *Suit):
        for first in PACK:
            for second in PACK:
                if first != second:
                    trick = Trick(Seat(2), 4, (first, second))
                    assert trick.winner(trump) == (2 if oracle((first, second), trump) == first else 3)


def test_a_card_neither_trump_nor_led_never_wins() -> None:
    source = random.Random(3)
    for _ in range(200):
        cards = tuple(source.sample(PACK, 4))
        trump = source.choice(list(Suit))
        assert Trick(Seat(0), 4, cards).winning_card(trump).suit in (trump, cards[0].suit)


def test_an_empty_trick_has_no_led_suit() -> None:
    trick = Trick(Seat(1), 4)
    assert trick.led_suit is None
    assert trick.card_of(Seat(1)) is None
    trick = trick.with_card(parse_card("9S"))
    assert trick.led_suit is Suit.SPADES
    assert [trick.card_of(Seat(seat)) for seat in range(4)] == [None, Card(Suit.SPADES, Rank.NINE), None, None]
