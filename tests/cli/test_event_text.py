"""What a table tells, in words: the machinery, comings and goings, broken rounds, and a sentence for every cheat."""

import os
from dataclasses import replace

import pytest

from cli.company import Company
from cli.event_text import Tally, event_lines
from cli.language import Language
from cli.text import Words
from cli.words_table import CHEATS
from engine.game import Match, PublicState
from engine.games import GAMES
from engine.moves import PASS, Seat
from p2p.identity import Identity
from p2p.net.happenings import TableEvent
from p2p.table import events
from p2p.table.blame import Code, Offence
from p2p.table.contract import Contract, ContractSeat, amend, first_contract
from tests.cli.shown_round import company, new_match, steps_of

ENGLISH, HINDI = Language.ENGLISH, Language.HINDI
ONE, TWO = Seat(1), Seat(2)


def told(event: TableEvent, people: Company, tally: Tally | None = None) -> list[str]:
    tally = Tally() if tally is None else tally
    tally.count(event)
    return list(event_lines(event, people, tally))


def contract_of(*names: str, game: str = "badam-satti", random_seats: bool = False) -> Contract:
    seats = tuple(
        ContractSeat(Identity(bytes([number]) * 32).peer_id, name, number == 2, os.urandom(32))
        for number, name in enumerate(names, 1)
    )
    return first_contract(table_id=b"t" * 16, game=game, options={}, seats=seats, random_seats=random_seats)


def offence(seat: int, code: Code) -> events.SeatNamed:
    return events.SeatNamed(Offence(seat, 9, 9, code, "for the log", ()))


def over(match: Match, seed: int = 1) -> PublicState:
    return steps_of(match, seed)[-1][0]


def test_coin_names_no_dealer_before_it_has_drawn_the_seats() -> None:
    people, tally = company("badam-satti", Language.ENGLISH), Tally()
    thrown = events.CoinThrown(ONE, "12345678")
    told(events.ContractAgreed(contract_of("Nani", "Asha", "Dada", random_seats=True)), people, tally)
    assert told(thrown, people, tally)[0] == "The coin has fallen."
    told(events.ContractAgreed(contract_of("Nani", "Asha", "Dada")), people, tally)
    assert told(thrown, people, tally)[0] == "The coin has fallen: Asha (bot)'s deal comes first."


@pytest.mark.parametrize("code", list(Code))
@pytest.mark.parametrize("language", list(Language))
def test_every_cheat_is_a_sentence_about_its_doer(code: Code, language: Language) -> None:
    people = company("double-sir", language)
    lines = told(offence(1, code), people)
    assert people.doer(ONE) in lines[0]
    assert code.value not in lines[0]
    assert "verify" in lines[1]


def test_no_sentence_is_about_a_cheat_that_does_not_exist() -> None:
    assert set(CHEATS) == {code.value for code in Code}
    assert len({phrase.en for phrase in CHEATS.values()}) == len({phrase.hi for phrase in CHEATS.values()}) == len(Code)


@pytest.mark.parametrize(
    ("event", "english", "hindi"),
    [
        (events.Shuffled(ONE), "Asha (bot) shuffled. Checked. (1 of 4)", "आशा (बॉट) ने पत्ते फेंटे। जाँच ठीक। (1/4)"),
        (events.Shuffled(Seat(0)), "You shuffled. Checked. (1 of 4)", "आपने पत्ते फेंटे। जाँच ठीक। (1/4)"),
        (events.DeckConfirmed(), "Everyone has the same shuffled pack.", "सबके पास फेंटी हुई एक ही गड्डी है।"),
        (
            events.WentAway(TWO),
            "Nothing is heard from Ravi. The table waits.",
            "रवि से संपर्क नहीं। मेज़ इंतज़ार कर रही है।",
        ),
        (events.CameBack(TWO), "Ravi: back again.", "रवि: फिर संपर्क में।"),
        (events.LeftTable(TWO), "Ravi said goodbye and left the table.", "रवि ने विदा ली और मेज़ छोड़ दी।"),
        (events.Said(TWO, "\x1b[2Jhi\u202e {x}"), "Ravi says: [2Jhi {x}", "रवि की बात: [2Jhi {x}"),
    ],
)
def test_event_is_one_line(event: TableEvent, english: str, hindi: str) -> None:
    assert told(event, company("badam-satti", ENGLISH)) == [english]
    assert told(event, company("badam-satti", HINDI)) == [hindi]


def test_coin_shows_its_digits_in_two_groups() -> None:
    lines = told(events.CoinThrown(ONE, "48219034"), company("badam-satti", ENGLISH))
    assert lines == [
        "The coin has fallen: Asha (bot)'s deal comes first.",
        "Every screen must show this number: 4821 9034",
    ]


def test_a_turn_and_a_pass_before_the_first_card_show_nothing() -> None:
    match = new_match("badam-satti")
    dealt = match.start_round().dealt()
    people = company("badam-satti", ENGLISH)
    after = dealt.apply(Seat(0), PASS)
    assert told(events.TurnCame(Seat(0), dealt), people) == []
    assert told(events.Moved(Seat(0), PASS, dealt, after), people) == []


def test_unproven_shuffle_is_not_called_fair() -> None:
    match = new_match("sevens")
    state = over(match)
    lines = told(events.RoundEnded(0, state, match.after(state), (), (ONE, TWO)), company("sevens", ENGLISH))
    assert lines[0] == "The envelope of Asha (bot), Ravi does not fit: that shuffle can't be shown to be fair."
    assert not any("fair" in line for line in lines[1:])
    lines = told(events.RoundEnded(0, state, match.after(state), (), ()), company("sevens", ENGLISH))
    assert lines[0] == "Everyone has opened their envelope; the shuffle was fair."


def test_broken_round_is_counted_against_who_broke_it() -> None:
    match = new_match("badam-satti")
    state = match.start_round().dealt()
    tally = Tally(match=match)
    lines = told(events.RoundBroken((TWO,), match.broken_off(state, (TWO,))), company("badam-satti", ENGLISH), tally)
    assert lines == [
        "The round can't go on without Ravi.",
        "It is counted, by the rules, against them.",
        "Penalty, total:",
        "   0     0   you",
        "   0     0   Asha (bot)",
        " 130   130   Ravi",
        "   0     0   Meena (bot)",
    ]


def test_broken_round_of_sevens_leaves_chips_in_the_middle() -> None:
    match = new_match("sevens")
    state = match.start_round().dealt()
    broken = events.RoundBroken((ONE,), match.broken_off(state, (ONE,)))
    lines = told(broken, company("sevens", ENGLISH), Tally(match=match))
    assert lines[2:] == [
        "Won or lost, chips now:",
        "  +0    50   you",
        " -14    36   Asha (bot)",
        "  +0    50   Ravi",
        "  +0    50   Meena (bot)",
        "In the middle: 14 chips.",
    ]


def test_broken_round_of_double_sir_goes_to_the_other_team() -> None:
    match = new_match("double-sir")
    state = match.start_round()
    people = company("double-sir", ENGLISH)
    lines = told(events.RoundBroken((ONE,), match.broken_off(state, (ONE,))), people, Tally(match=match))
    assert lines[2:] == ["The round goes to your team.", "Score: your team 1; the other team 0. The first to 7 wins."]
    void = told(events.RoundBroken((ONE, TWO), match.broken_off(state, (ONE, TWO))), people, Tally(match=match))
    assert void == ["The round can't go on without Asha (bot), Ravi.", "It is not counted and is dealt again."]
    assert told(events.RoundBroken((ONE,), None), people)[1] == "It is not counted and is dealt again."


def test_ends_of_double_sir_rounds_are_told_apart() -> None:
    people = company("double-sir", ENGLISH)
    seen = set()
    for seed in range(60):
        for two_two in ("captured", "nondealer"):
            match = new_match("double-sir", two_two=two_two)
            state = over(match, seed)
            line = told(events.RoundEnded(0, state, match.after(state), (), ()), people)[1]
            seen.add(line.split(":")[0].split(" goes")[0].split(";")[0] + line[-16:])
            outcome = state.outcome  # type: ignore[attr-defined]
            assert ("your team" in line) == (outcome.winning_team == 0)
            assert line.startswith("Kot!") == outcome.is_kot
    assert {text[:3] for text in seen} == {"Kot", "The", "Two"}
    assert any("did not deal." in text for text in seen)


def test_match_of_double_sir_goes_to_a_team() -> None:
    match = GAMES["double-sir"].resume_match({"target_rounds": "1"}, 4, Seat(0), ((1, 0),))
    assert told(events.MatchEnded(match), company("double-sir", ENGLISH)) == [
        "The match is over. It goes to the other team."
    ]
    onlooker = company("double-sir", ENGLISH, me=None)
    assert told(events.MatchEnded(match), onlooker) == ["The match is over. It goes to Asha (bot) + Meena (bot)."]


def test_equal_totals_share_the_match_and_their_place() -> None:
    match = GAMES["badam-satti"].resume_match({"rounds": "3"}, 3, Seat(0), ((0, 3, 9), (3, 0, 9), (1, 1, 9)))
    lines = told(events.MatchEnded(match), company("badam-satti", ENGLISH, seats=3))
    assert lines == [
        "The match is over, and shared by you, Asha (bot).",
        "Final totals, lowest wins:",
        " 1.     4   you",
        " 1.     4   Asha (bot)",
        " 3.    27   Ravi",
    ]


def test_contract_and_amendments() -> None:
    contract = contract_of("Nani", "Asha", "Ravi", random_seats=True)
    me = contract.seats[0].key
    people = Company.of(contract, me, ENGLISH)
    assert told(events.ContractAgreed(contract), people) == ["Everyone has signed: Badam Satti, 3 players."]
    match = contract.match(Seat(0))
    swapped = amend(contract, match, 0, (contract.seats[2], contract.seats[0], contract.seats[1]))
    assert told(events.SeatsDrawn(swapped), people) == [
        "The coin has drawn the seats, in order of play: you, Asha (bot), Ravi"
    ]
    assert told(events.ContractAgreed(swapped), people) == ["Everyone has signed this order of seats."]
    later = amend(contract, match, 3, contract.seats)
    assert told(events.ContractAgreed(later), people) == ["Everyone has signed: the match goes on."]
    assert told(events.Proposed(TWO, later), people) == ["Ravi proposed to go on with: you, Asha (bot), Ravi"]
    assert told(events.Refused(TWO, later), people) == ["Ravi did not agree to go on like this."]


def test_names_are_safe_and_told_apart() -> None:
    contract = contract_of("Asha", "\u202eAsha\x1b[31m", "asha")
    people = Company.of(contract, None, ENGLISH)
    assert people.names[0].startswith("Asha#")
    assert people.names[1] == "Asha[31m (bot)"
    assert people.names[2].startswith("asha#")
    assert people.names[0][5:] != people.names[2][5:]


def test_you_begin_with_a_capital_only_at_the_start() -> None:
    people = replace(company("badam-satti", ENGLISH), names=("x", "youssef", "y", "z"))
    assert people.say(_name_line(), name="you") == "You: 7"
    assert people.say(_name_line(), name="youssef") == "youssef: 7"


def _name_line() -> Words:
    return Words("{name}: 7", "{name}: 7")
