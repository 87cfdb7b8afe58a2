"""What typed lines mean: every card in every form, every word in both languages, and that no line is too strange."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli import text
from cli.commands import (
    AskWhy,
    ChooseCard,
    ChooseNumber,
    ChooseSuit,
    Nothing,
    SayAll,
    SwapSeats,
    Unknown,
    parse_line,
)
from cli.typed_words import ASKS, CHAT, FILLERS, PLAY, RANKS, SUITS, SWAP, TRUMP, WHY, Ask, fold
from engine.cards import PACK, Card, Rank, Suit, parse_card

SUIT_WORDS = {suit: [word for word, meant in SUITS.items() if meant is suit] for suit in Suit}
RANK_WORDS = {rank: [word for word, meant in RANKS.items() if meant is rank] for rank in Rank}
WORDS = (*ASKS, *CHAT, *FILLERS, *PLAY, *RANKS, *SUITS, *SWAP, *TRUMP, *WHY)
strange = st.text(alphabet=st.one_of(st.sampled_from("7h♥ 10पान का सत्ता\x1b\u202e\ufe0f०७?#[]-"), st.characters()))


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.sampled_from(PACK), st.data())
def test_every_card_parses_in_every_form(card: Card, data: st.DataObject) -> None:
    suit = data.draw(st.sampled_from(SUIT_WORDS[card.suit]))
    rank = data.draw(st.sampled_from(RANK_WORDS[card.rank]))
    form = data.draw(st.sampled_from(["{s} {r}", "{r} {s}", "{s} का {r}", "{r} of {s}", " {s}   {r} ", "play {r} {s}"]))
    line = form.format(s=suit, r=rank)
    assert parse_line(line) == parse_line(line.upper()) == ChooseCard(card)


@pytest.mark.parametrize("card", PACK, ids=str)
def test_short_forms_parse(card: Card) -> None:
    rank, letter, sign = str(card.rank), str(card.suit), text.SUIT_SIGNS[card.suit]
    hindi = text.SUITS[card.suit].hi
    short_hindi = {Suit.SPADES: "ह", Suit.HEARTS: "पा", Suit.CLUBS: "चि", Suit.DIAMONDS: "ई"}[card.suit]
    digits = "10" if rank == "T" else rank
    name = text.RANKS[rank]
    for line in (
        f"{rank}{letter}",
        f"{digits}{letter}".lower(),
        f"{letter}{digits}",
        f"{digits}{sign}",
        f"{sign}{digits}\ufe0f",
        f"{hindi} {digits}",
        f"{short_hindi}{digits}",
        f"{digits}{short_hindi}",
        f"{hindi} {name.hi}",
        f"{name.en} of {text.SUITS[card.suit].en}",
        f"[{digits}{letter}].",
    ):
        assert parse_line(line) == ChooseCard(card), line


def test_devanagari_digits_are_digits() -> None:
    assert parse_line("पान ७") == parse_line("पान 7")
    assert parse_line("१०") == ChooseNumber(10)


@settings(max_examples=500, deadline=None, derandomize=True)
@given(strange)
def test_any_line_is_some_command(line: str) -> None:
    command = parse_line(line)
    assert command is not None
    if isinstance(command, ChooseNumber):
        assert 0 <= command.number <= 99
    if isinstance(command, SayAll):
        assert command.words.strip()


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4))
def test_any_words_are_some_command(words: list[str]) -> None:
    assert parse_line(" ".join(words)) is not None


@pytest.mark.parametrize("word", sorted(ASKS))
def test_word_asks(word: str) -> None:
    assert parse_line(word) == parse_line(f" {word.upper()}. ") == ASKS[word]


def test_every_thing_can_be_asked_in_all_three_ways() -> None:
    for ask in Ask:
        words = [word for word, meant in ASKS.items() if meant is ask]
        assert any(word.isascii() for word in words)
        assert any(not word.isascii() for word in words)
        assert len(words) >= 3


def test_no_word_means_two_things() -> None:
    assert len(SUITS) + len(RANKS) == len({*SUITS, *RANKS})
    for word in ASKS:
        assert word not in {*SUITS, *RANKS, *CHAT, *PLAY, *TRUMP, *WHY, *SWAP}
    for suit in SUITS:
        for rank in RANKS:
            assert suit + rank not in ASKS
            assert rank + suit not in ASKS


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("", Nothing()),
        ("   \t", Nothing()),
        ("?", Ask.HELP),
        ("3", ChooseNumber(3)),
        ("[12]", ChooseNumber(12)),
        ("#4", ChooseNumber(4)),
        ("123", Unknown("123")),
        ("h", ChooseSuit(Suit.HEARTS)),
        ("trump h", ChooseSuit(Suit.HEARTS)),
        ("ट्रंप हुकुम", ChooseSuit(Suit.SPADES)),
        ("trump 2", ChooseNumber(2)),
        ("trump 7h", Unknown("trump 7h")),
        ("why 8c", AskWhy(parse_card("8C"))),
        ("क्यों चिड़ी 8", AskWhy(parse_card("8C"))),
        ("why", AskWhy(None)),
        ("why not", Unknown("why not")),
        ("chat well played", SayAll("well played")),
        ("कहो: बहुत अच्छे", SayAll("बहुत अच्छे")),
        ("chat", Unknown("chat")),
        ("swap 1 3", SwapSeats(1, 3)),
        ("swap 1", Unknown("swap 1")),
        ("7h 8h", Unknown("7h 8h")),
        ("paas", Ask.PASS),
        ("हाँ", Ask.YES),
        ("हां", Ask.YES),
        ("हिसाब", Ask.SCORE),
        ("ख़त्म", Ask.END),
        ("खत्म", Ask.END),
    ],
)
def test_line_means(line: str, command: object) -> None:
    assert parse_line(line) == command


def test_folding_twice_changes_nothing() -> None:
    for word in WORDS:
        assert fold(word) == word
