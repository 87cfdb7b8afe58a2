"""What a typed line leads to, at every point of real rounds, and that each refusal names its rule."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.cards_text import Order, hand_line
from cli.commands import parse_line
from cli.language import Language
from cli.table_screen import Known, Leave, Printout, TableScreen
from cli.typed_words import ASKS
from engine.cards import PACK, parse_card
from engine.game import AwaitMove, Match
from engine.layout_round import LayoutState
from engine.moves import CallTrump, Pass, Play, Seat
from p2p.table import events
from p2p.table.actions import MakeMove, Say
from tests.cli.shown_round import FIRST, company, events_of, known_at, lines_of, new_match, steps_of, typed_for

GAMES = ("double-sir", "badam-satti", "sevens")
NOT_ASCII_WORDS = ["पत्ते", "क्यों 7h", "कहो क", "चलो ह7", "१", "बदलो 1 2"]


class Sitting:
    """A screen that has heard a round up to some event."""

    def __init__(self, match: Match, seed: int, language: Language = Language.ENGLISH, me: Seat | None = FIRST) -> None:
        self.match, self.me = match, me
        self.screen = TableScreen(company(match.game.name, language, seats=match.seats, me=me))
        self.steps = steps_of(match, seed)
        self.told = list(events_of(match, self.steps))
        self.known = Known()

    def hear_until(self, wanted: int) -> Printout:
        """Hear on until so many prompts have come; gives the last."""
        prompts = 0
        while self.told:
            event, step = self.told.pop(0)
            self.known = known_at(step, self.me, self.match)
            shown = self.screen.hear(event, self.known)
            if isinstance(event, events.TurnCame) and shown.prompt:
                prompts += 1
                if prompts == wanted:
                    return shown
        return Printout()

    def hear_events(self, count: int) -> None:
        """Hear so many events, or all that are left."""
        for event, step in self.told[:count]:
            self.known = known_at(step, self.me, self.match)
            self.screen.hear(event, self.known)
        del self.told[:count]

    def ask_again(self) -> None:
        """Ask for the move anew, after one that is not made here."""
        state = self.known.state
        assert state is not None
        self.screen.hear(events.TurnCame(Seat(0), state), self.known)

    def type(self, line: str) -> object:
        return self.screen.answer(parse_line(line), self.known)

    def says(self, line: str) -> str:
        return "\n".join(lines_of(self.type(line)))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", list(Language))
def test_each_number_plays_what_it_stands_before(game: str, language: Language) -> None:
    sitting = Sitting(new_match(game), 11, language)
    seen = 0
    while (shown := sitting.hear_until(1)).prompt:
        line = next(row for row in reversed(shown.lines[:-1]) if row)
        for number, card in re.findall(r"\[(\d+)\]((?:10|[2-9TJQKA])[♣♦♥♠])", line):
            parsed = parse_line(card)
            command = parse_line(number)
            reply = sitting.screen.answer(command, sitting.known)
            assert isinstance(reply, MakeMove)
            assert str(parsed) == str(parse_line(str(getattr(reply.move, "card", ""))))
            sitting.ask_again()
            seen += 1
    assert seen > 10


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_card_is_numbered_and_no_other(game: str) -> None:
    sitting = Sitting(new_match(game), 12)
    while (shown := sitting.hear_until(1)).prompt:
        for move in sitting.known.moves:
            if isinstance(move, Play):
                assert isinstance(
                    sitting.screen.answer(parse_line(typed_for(move, Language.ENGLISH)), sitting.known), MakeMove
                )
                sitting.ask_again()
        numbers = re.findall(r"\[(\d+)\]", "\n".join(shown.lines))
        assert [int(number) for number in numbers] == list(range(1, len(numbers) + 1))
        plays = [move for move in sitting.known.moves if not isinstance(move, Pass)]
        assert len(numbers) == len(plays)


@settings(max_examples=120, deadline=None, derandomize=True)
@given(
    st.sampled_from(GAMES),
    st.integers(0, 6),
    st.integers(0, 12),
    st.sampled_from(list(Language)),
    st.lists(
        st.one_of(
            st.sampled_from([*ASKS, *NOT_ASCII_WORDS]),
            st.sampled_from(PACK).map(lambda card: f"why {card}"),
            st.sampled_from(PACK).map(str),
            st.integers(0, 99).map(str),
            st.text(max_size=30),
        ),
        max_size=12,
    ),
)
def test_no_line_ever_raises(game: str, seed: int, prompt: int, language: Language, typed: list[str]) -> None:
    sitting = Sitting(new_match(game), seed, language)
    sitting.hear_until(prompt)
    for line in typed:
        reply = sitting.type(line)
        assert isinstance(reply, Printout | MakeMove | Say | Leave)
        if isinstance(reply, Printout):
            for shown in reply.lines:
                assert "\x1b" not in shown
                assert "\n" not in shown
        if isinstance(reply, MakeMove | Leave):
            return


def test_refusal_names_rule_and_reason_in_double_sir() -> None:
    sitting = Sitting(new_match("double-sir"), 3)
    sitting.hear_until(1)
    assert sitting.says("7h") == "First trump has to be called."
    assert sitting.says("pass") == "There is no pass in this game: play a card."
    assert isinstance(sitting.type("d"), MakeMove)
    sitting.hear_until(2)
    assert sitting.says("kh") == "You do not hold K♥."
    assert sitting.says("8d") == "You hold ♣ (4♣ 5♣ 7♣), so you must play a ♣."
    assert sitting.says("why 8d") == "You hold ♣ (4♣ 5♣ 7♣), so you must play a ♣."
    assert sitting.says("why 4c") == "4♣ can be played."
    assert sitting.says("why") == "These can be played now: 4♣ 5♣ 7♣."
    assert sitting.says("2c") == "2♣ has been played already."
    assert sitting.says("trump h") == "Trump is called already: ♦."
    assert sitting.says("77") == "There is no number 77 here; 1 to 3 are."


def test_refusal_names_rule_and_reason_in_hindi() -> None:
    sitting = Sitting(new_match("double-sir"), 3, Language.HINDI)
    sitting.hear_until(3)
    assert sitting.says("ईंट 8") == "आपके पास ♣ है (4♣ 5♣ 7♣), इसलिए ♣ ही चलना होगा।"
    assert sitting.says("क्यों पान 4") == "आपके पास ♣ है (4♣ 5♣ 7♣), इसलिए ♣ ही चलना होगा।"


def test_number_between_turns_says_what_it_waits_for() -> None:
    sitting = Sitting(new_match("badam-satti"), 5)
    assert sitting.says("1") == "No cards are dealt yet."
    sitting.hear_until(1)
    assert sitting.says("0").startswith("There is no number 0 here; ")
    sitting.hear_events(1)
    assert re.fullmatch(r"Not yet: it is .+ turn\.", sitting.says("1"))
    sitting.hear_events(1000)
    assert sitting.says("1") == "No card can be played now: the round is over."


def test_refusal_names_what_a_card_waits_for() -> None:
    sitting = Sitting(new_match("badam-satti"), 3)
    sitting.hear_until(1)
    assert sitting.says("pass") == "You can pass only when nothing fits; these fit: 7♣."
    assert sitting.says("5s") == "5♠ does not fit: 7♠ is not out yet."
    assert sitting.says("qh") == "Q♥ does not fit: the line ♥ takes only 6♥ or 9♥."
    assert sitting.says("8h") == "8♥ lies on the table already."
    assert sitting.says("6h") == "You do not hold 6♥."
    assert sitting.says("trump h") == "There is no trump in this game."
    sitting.hear_until(2)
    assert sitting.says("8c") == "You do not hold 8♣."


def test_hand_is_shown_as_dealt_to_the_first_seat_if_it_can_only_be_passed_over() -> None:
    match, start = new_match("badam-satti"), parse_card("7H")
    shown = set()
    for seed in range(12):
        state, hands = next(step for step in steps_of(match, seed) if isinstance(step[0].awaiting, AwaitMove))
        assert state.to_move == FIRST
        screen = TableScreen(company("badam-satti", Language.ENGLISH))
        known = Known((), state, match, hands[FIRST], state.legal_moves(FIRST, hands[FIRST]))
        lines = screen.hear(events.Dealt(0, state), known).lines
        assert ("Your cards:" in lines) is (start not in hands[FIRST])
        shown.add(start in hands[FIRST])
    assert shown == {True, False}


def test_first_card_must_be_the_start_card() -> None:
    match = new_match("badam-satti")
    steps = steps_of(match, 3)
    state, hands = next(step for step in steps if isinstance(step[0].awaiting, AwaitMove))
    assert isinstance(state, LayoutState)
    first = Seat(1)
    screen = TableScreen(company("badam-satti", Language.ENGLISH, me=first))
    known = Known((), state, match, hands[first], state.legal_moves(first, hands[first]))
    screen.hear(events.Dealt(0, state), known)
    shown = screen.hear(events.TurnCame(first, state), known)
    assert shown.prompt == (state.to_move == first)
    reply = screen.answer(parse_line("7d"), known)
    line = "7♦ does not fit: 7♥ has to be laid first."
    assert lines_of(reply) == (line,) or "turn" in lines_of(reply)[0]


def test_card_out_of_turn_is_refused() -> None:
    sitting = Sitting(new_match("badam-satti"), 3)
    sitting.hear_until(1)
    assert isinstance(sitting.type("7c"), MakeMove)
    for _ in range(2):
        event, step = sitting.told.pop(0)
        sitting.known = known_at(step, Seat(0), sitting.match)
        sitting.screen.hear(event, sitting.known)
    assert sitting.says("8c") == sitting.says("1") == sitting.says("pass") == "Not yet: it is Asha (bot)'s turn."
    assert sitting.says("hint") == "A hint comes when it is your turn."
    assert "It is Asha (bot)'s turn" in sitting.says("blah")


def test_hint_is_a_legal_move_and_stays_the_same() -> None:
    sitting = Sitting(new_match("double-sir"), 5)
    hints = 0
    while sitting.hear_until(1).prompt:
        hint = sitting.says("hint")
        assert hint == sitting.says("सलाह")
        hints += any(str(move) == f"play {card}" for move in sitting.known.moves for card in _cards_in(hint)) or any(
            isinstance(move, CallTrump) for move in sitting.known.moves
        )
    assert hints == 14


def test_unknown_line_says_what_is_possible() -> None:
    sitting = Sitting(new_match("badam-satti"), 3)
    sitting.hear_until(1)
    assert sitting.says("\x1b[2Jxyz") == "“[2Jxyz” is nothing here. Type a card such as 7c, its number, or help."
    sitting = Sitting(new_match("double-sir"), 3)
    sitting.hear_until(1)
    assert "Trump is due" in sitting.says("xyz")


def test_quit_asks_and_only_yes_leaves() -> None:
    sitting = Sitting(new_match("badam-satti"), 3)
    sitting.hear_until(1)
    for no in ("no", "", "7c", "नहीं"):
        assert sitting.says("quit").startswith("Leave?")
        assert sitting.screen.is_asking
        assert sitting.says(no) == "You stay."
    assert sitting.says("छोड़ो").startswith("Leave?")
    assert isinstance(sitting.type("हाँ"), Leave)


def test_sort_changes_the_hand_and_its_numbers() -> None:
    sitting = Sitting(new_match("badam-satti"), 3)
    sitting.hear_until(4)
    by_rank = lines_of(sitting.type("sort"))
    assert by_rank[0] == "Your hand is sorted by rank now."
    number = re.findall(r"\[(\d+)\]((?:10|[2-9TJQKA])[♣♦♥♠])", by_rank[1])
    for place, card in number:
        reply = sitting.type(place)
        assert isinstance(reply, MakeMove)
        assert parse_line(card) == parse_line(str(reply.move).removeprefix("play "))
        break
    assert lines_of(Sitting(new_match("badam-satti"), 3).type("sort"))[0] == "Your hand is sorted by rank now."


def test_ace_is_low_on_a_layout_and_high_in_tricks() -> None:
    hand = tuple(parse_card(card) for card in ("2C", "KC", "AC"))
    assert hand_line(hand, (), Order.BY_SUIT, is_ace_low=True).text == "A♣ 2♣ K♣"
    assert hand_line(hand, (), Order.BY_SUIT, is_ace_low=False).text == "2♣ K♣ A♣"


def test_verify_counts_what_was_checked() -> None:
    sitting = Sitting(new_match("badam-satti"), 3)
    sitting.hear_until(4)
    lines = lines_of(sitting.type("verify"))
    assert lines[0] == "Shuffles: 4 of 4, each proven to keep all 52 cards."
    assert any(re.match(r"Moves: \d+, each by the rules", line) for line in lines)
    assert lines[-1].startswith("After the round")
    while sitting.told:
        sitting.hear_until(1)
    assert lines_of(sitting.type("verify"))[-1] == "Envelopes: all opened, and they fit."


@pytest.mark.parametrize(
    ("game", "seats", "places"),
    [
        ("double-sir", 4, ["to your right", "opposite you, your partner", "to your left"]),
        ("badam-satti", 3, ["to your left", "to your right"]),
        ("badam-satti", 4, ["to your left", "2 places to your left", "to your right"]),
        ("sevens", 5, ["to your left", "2 places to your left", "3 places to your left", "to your right"]),
    ],
)
def test_next_seat_is_right_in_double_sir_and_left_elsewhere(game: str, seats: int, places: list[str]) -> None:
    for me in range(seats):
        people = company(game, Language.ENGLISH, seats=seats, me=Seat(me))
        assert [people.place(seat) for seat in people.order[1:]] == places
        assert people.place(Seat(me)) == "your own seat"


def test_who_tells_bots_keys_and_who_is_away() -> None:
    sitting = Sitting(new_match("badam-satti"), 3)
    sitting.hear_until(1)
    sitting.known = Known((), sitting.known.state, None, sitting.known.hand, sitting.known.moves, frozenset({2}))
    lines = lines_of(sitting.type("who"))
    assert lines[1] == "Asha (bot): to your left, 12 cards, key 1abcdefg"
    assert lines[2] == "Ravi: 2 places to your left, 12 cards, not heard at present, key 2abcdefg"
    assert sitting.says("wait") == "The table waits for Ravi."


def test_onlooker_has_no_cards() -> None:
    sitting = Sitting(new_match("sevens"), 3, me=None)
    sitting.hear_until(1)
    assert sitting.says("hand") == sitting.says("7h") == "You look on and have no cards."


def _cards_in(line: str) -> list[str]:
    return [
        f"{rank.replace('10', 'T')}{'CDHS'['♣♦♥♠'.index(sign)]}"
        for rank, sign in re.findall("(10|[2-9TJQKA])([♣♦♥♠])", line)
    ]


def test_passes_before_the_start_card_are_not_spoken_of() -> None:
    match, dealer = new_match("badam-satti"), Seat(3)
    state, hands = next(
        (state, hands)
        for seed in range(40)
        for state, hands in steps_of(match, seed)
        if isinstance(state, LayoutState) and state.is_opening and state.to_move == dealer
    )
    screen = TableScreen(company("badam-satti", Language.ENGLISH, me=dealer))
    known = Known((), state, match, hands[dealer], state.legal_moves(dealer, hands[dealer]))
    screen.hear(events.TurnCame(dealer, state), known)
    assert lines_of(screen.answer(parse_line("pass"), known)) == (
        "You can pass only when nothing fits; these fit: 7♥.",
    )
