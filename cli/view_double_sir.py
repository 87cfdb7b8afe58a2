"""Double Sir on the screen: pure functions from what happened, or how things stand, to lines."""

from collections.abc import Iterator

from cli import text
from cli import words_cards as words
from cli.cards_text import cards_text, sign_of, tens_text, tricks_text
from cli.company import Company
from cli.output import card_text
from engine.cards import Card
from engine.double_sir import TENS, DoubleSirMatch, DoubleSirState
from engine.moves import CallTrump, Move, Play, Seat
from engine.pile import TRICKS, Pile
from engine.tricks import Trick


def dealt_line(state: DoubleSirState, company: Company) -> str:
    """Say that a stage of the deal is out, and what comes next."""
    is_first = len(state.deals) == 1
    return company.say(words.FIVE_DEALT if is_first else words.ALL_DEALT, name=company.name(state.caller))


def move_lines(
    seat: Seat, move: Move, before: DoubleSirState, after: DoubleSirState, company: Company
) -> Iterator[str]:
    """Say what a seat did, and what a trick that is complete now did."""
    match move:
        case CallTrump(suit):
            name = text.SUITS[suit].of(company.language)
            yield company.say(words.CALLED, doer=company.doer(seat), suit=name, sign=sign_of(suit))
        case Play():
            yield _play_line(seat, move, before, company)
            if len(after.pile.tricks) > len(before.pile.tricks):
                yield _trick_line(after, company)
        case _:
            pass


def status_lines(state: DoubleSirState, company: Company) -> Iterator[str]:
    """Say how the round stands: trump, pile, tens taken, the trick on the table, cards left."""
    yield _trump_line(state, company)
    if state.trump is None:
        return
    mine, theirs = company.teams()
    tens = state.pile.captured_tens
    taken = [
        words.TEAM_HAS.of(company.language, team=company.team(team), what=_taken_text(tens[team]))
        for team in (mine, theirs)
    ]
    yield company.say(words.TENS_TAKEN, mine=taken[0], theirs=taken[1])
    if state.trick.cards:
        yield company.say(words.ON_TABLE, cards=_trick_text(state.trick, company))
    counts = ", ".join(f"{company.name(seat)} {state.cards_left[seat]}" for seat in company.order)
    yield company.say(words.CARDS_LEFT, counts=counts)


def lifted_line(state: DoubleSirState, company: Company) -> str:
    """Say how many tricks each team has lifted."""
    tricks = state.pile.captured_tricks
    return company.say(words.TRICKS_LIFTED, **_by_team(tricks, company))


def last_line(state: DoubleSirState, company: Company) -> str:
    """Tell the last finished trick."""
    if not state.pile.tricks:
        return company.say(words.NO_TRICK_YET)
    cards = _trick_text(state.pile.tricks[-1], company)
    return company.say(words.LAST_TRICK, cards=cards, doer=company.doer(state.pile.winners[-1]))


def result_lines(state: DoubleSirState, match: DoubleSirMatch, company: Company) -> Iterator[str]:
    """Say who won a round that is over, and how the match stands after it."""
    outcome = state.outcome
    if outcome is not None:
        tens = [len(cards) for cards in state.pile.captured_tens]
        tricks = state.pile.captured_tricks
        winner = outcome.winning_team
        team = company.team(winner)
        if outcome.is_kot:
            yield company.say(words.ROUND_KOT, team=team)
        elif tens[winner] * 2 > TENS:
            yield company.say(words.ROUND_BY_TENS, team=team, mine=tens[winner], theirs=tens[1 - winner])
        elif match.rules.captured_decides:
            yield company.say(words.ROUND_BY_TRICKS, team=team, mine=tricks[winner], theirs=tricks[1 - winner])
        else:
            yield company.say(words.ROUND_BY_DEAL, team=team)
    yield from score_lines(match, company)


def broken_line(match: DoubleSirMatch, company: Company) -> str:
    """Say whom a round that broke off was counted for; it is the last of the match's rounds."""
    winning_team, is_kot = match.rounds[-1]
    return company.say(words.ROUND_TO_KOT if is_kot else words.ROUND_TO, team=company.team(winning_team))


def score_lines(match: DoubleSirMatch, company: Company) -> Iterator[str]:
    """Say the score, and the kots if there are any."""
    yield company.say(words.SCORE_IS, **_by_team(match.score, company), target=match.rules.target)
    if any(match.kots):
        yield company.say(words.KOTS_ARE, **_by_team(match.kots, company))


def _by_team(numbers: tuple[int, int], company: Company) -> dict[str, str]:
    mine, theirs = company.teams()
    return {
        "mine": words.TEAM_HAS.of(company.language, team=company.team(mine), what=numbers[mine]),
        "theirs": words.TEAM_HAS.of(company.language, team=company.team(theirs), what=numbers[theirs]),
    }


def _play_line(seat: Seat, move: Play, before: DoubleSirState, company: Company) -> str:
    led = before.trick.led_suit
    if led is None:
        phrase = words.LED
    elif move.card.suit is led:
        phrase = words.FOLLOWED
    else:
        phrase = words.TRUMPED if move.card.suit is before.trump else words.DISCARDED
    sign = "" if led is None else sign_of(led)
    return company.say(phrase, name=company.name(seat), card=card_text(move.card, signs=True), led=sign)


def _trick_line(state: DoubleSirState, company: Company) -> str:
    """Say who won the trick that is complete now, and whether that lifted the pile."""
    pile = state.pile
    number, doer = len(pile.tricks), company.doer(pile.winners[-1])
    if not pile.captures or pile.captures[-1].trick != number:
        return company.say(words.WON_TRICK, number=number, doer=doer, **_pile_text(pile, company))
    capture = pile.captures[-1]
    tricks, tens = tricks_text(capture.tricks, company.language), tens_text(capture.tens, company.language)
    if state.match.rules.capture.is_single:
        return company.say(words.TOOK_TRICK, number=number, doer=doer, tens=tens)
    if number == TRICKS:
        return company.say(words.LIFTED_LAST, doer=doer, tricks=tricks, tens=tens)
    return company.say(words.LIFTED, number=number, doer=doer, tricks=tricks, tens=tens)


def _trump_line(state: DoubleSirState, company: Company) -> str:
    if state.trump is None:
        return company.say(words.NO_TRUMP_YET)
    sign = sign_of(state.trump)
    if state.match.rules.capture.is_single:
        return company.say(words.TRUMP_ONLY, sign=sign)
    pile = _pile_text(state.pile, company)
    if state.pile.streak is None:
        return company.say(words.TRUMP_IS, sign=sign, **pile)
    return company.say(words.TRUMP_IS_STREAK, sign=sign, name=company.name(state.pile.streak), **pile)


def _taken_text(tens: tuple[Card, ...]) -> str:
    return f"{len(tens)} ({cards_text(tens)})" if tens else "0"


def _pile_text(pile: Pile, company: Company) -> dict[str, str]:
    return {
        "tricks": tricks_text(pile.size, company.language),
        "tens": tens_text(pile.tens, company.language),
    }


def _trick_text(trick: Trick, company: Company) -> str:
    seats = (Seat((trick.leader + place) % trick.seats) for place in range(trick.seats))
    cards = ((seat, trick.card_of(seat)) for seat in seats)
    return ", ".join(f"{company.name(seat)} {cards_text([card])}" for seat, card in cards if card is not None)
