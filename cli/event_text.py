"""What a table tells, as lines: one event, one line; a trick's end and a round's result have more.

The hidden machinery speaks in words that people know: shuffling, one pack, spare keys, envelopes.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from cli import text, view_double_sir, view_layout
from cli import words_table as words
from cli.company import Company
from cli.peer_text import peer_chat
from engine.double_sir import DoubleSirMatch, DoubleSirState
from engine.game import Match, PublicState
from engine.layout_round import LayoutState
from engine.moves import Seat
from p2p.net.happenings import TableEvent
from p2p.table import events


@dataclass(slots=True)
class Tally:
    """What was checked in this round so far, and the match as it stood when the round began.

    Attributes:
        draws_seats: whether the coin also draws the seats, so that the dealer has no name before.
    """

    match: Match | None = None
    draws_seats: bool = False
    shuffles: int = 0
    is_deck_confirmed: bool = False
    are_escrows_checked: bool = False
    moves: int = 0
    forced: int = 0
    is_fair: bool = False

    def count(self, event: TableEvent) -> None:
        """Take in one event."""
        match event:
            case events.ContractAgreed(contract):
                self.draws_seats = contract.random_seats
            case events.RoundBegan(match=match):
                self.match = match
                self.shuffles = self.moves = self.forced = 0
                self.is_deck_confirmed = self.are_escrows_checked = self.is_fair = False
            case events.Shuffled():
                self.shuffles += 1
            case events.DeckConfirmed():
                self.is_deck_confirmed = True
            case events.EscrowsChecked():
                self.are_escrows_checked = True
            case events.Moved(seat, move, before):
                self.moves += 1
                self.forced += bool(before.obligation(seat, move))
            case events.RoundEnded(unproven=unproven):
                self.is_fair = not unproven
            case _:
                pass


def event_lines(event: TableEvent, company: Company, tally: Tally) -> Iterator[str]:
    """Give the lines of an event; the tally must have counted it."""
    match event:
        case events.ContractAgreed() | events.CoinThrown() | events.SeatsDrawn() | events.RoundBegan():
            yield from _opening_lines(event, company, tally)
        case events.Shuffled() | events.DeckConfirmed() | events.EscrowsChecked():
            yield _preparing_line(event, company, tally)
        case events.Dealt(state=state):
            yield from _dealt_lines(state, company)
        case events.TurnCame():
            pass
        case events.Moved(seat, move, before, after):
            match before, after:
                case DoubleSirState(), DoubleSirState():
                    yield from view_double_sir.move_lines(seat, move, before, after, company)
                case LayoutState(), LayoutState():
                    yield from view_layout.move_lines(seat, move, before, after, company)
                case _:
                    pass
        case events.LastMoveMade() | events.RoundEnded() | events.MatchEnded() | events.SheetSigned():
            yield from _ending_lines(event, company)
        case events.SeatNamed() | events.RoundBroken() | events.TableStopped():
            yield from _breaking_lines(event, company, tally)
        case events.WentAway() | events.CameBack() | events.LeftTable() | events.Said():
            yield _people_line(event, company)
        case events.Proposed() | events.Refused():
            yield _proposal_line(event, company)
        case _:
            assert_never(event)


def score_lines(match: Match, company: Company) -> Iterator[str]:
    """Say how a match stands."""
    if isinstance(match, DoubleSirMatch):
        yield from view_double_sir.score_lines(match, company)
    else:
        yield from view_layout.score_lines(match, company)


def _opening_lines(
    event: events.ContractAgreed | events.CoinThrown | events.SeatsDrawn | events.RoundBegan,
    company: Company,
    tally: Tally,
) -> Iterator[str]:
    match event:
        case events.ContractAgreed(contract):
            game = text.GAME_TITLES[contract.game].of(company.language)
            if contract.amends is None:
                yield company.say(words.AGREED, game=game, seats=len(contract.seats))
            else:
                is_drawn = contract.amends.round_number == 0
                yield company.say(words.AGREED_SEATS if is_drawn else words.AGREED_AGAIN)
        case events.CoinThrown(dealer, digits):
            phrase = words.COIN_ONLY if tally.draws_seats else words.COIN
            yield company.say(phrase, owner=company.owner(dealer))
            yield company.say(words.DIGITS, digits=f"{digits[:4]} {digits[4:]}")
        case events.SeatsDrawn(contract):
            names = Company.of(contract, company.own_key, company.language)
            yield company.say(words.SEATS_DRAWN, names=names.joined(names.order))
        case events.RoundBegan(match=match):
            yield company.say(words.ROUND_BEGAN, number=len(match.rounds) + 1, owner=company.owner(match.dealer))
        case _:
            assert_never(event)


def _preparing_line(
    event: events.Shuffled | events.DeckConfirmed | events.EscrowsChecked, company: Company, tally: Tally
) -> str:
    match event:
        case events.Shuffled(seat):
            return company.say(words.SHUFFLED, doer=company.doer(seat), done=tally.shuffles, seats=company.seats)
        case events.DeckConfirmed():
            return company.say(words.SAME_DECK)
        case events.EscrowsChecked():
            return company.say(words.SPARE_KEYS)
        case _:
            assert_never(event)


def _dealt_lines(state: PublicState, company: Company) -> Iterator[str]:
    match state:
        case DoubleSirState():
            yield view_double_sir.dealt_line(state, company)
        case LayoutState():
            yield view_layout.dealt_line(state, company)
        case _:
            pass


def _ending_lines(
    event: events.LastMoveMade | events.RoundEnded | events.MatchEnded | events.SheetSigned, company: Company
) -> Iterator[str]:
    match event:
        case events.LastMoveMade():
            yield company.say(words.ROUND_PLAYED)
        case events.RoundEnded(state=state, match=match, unproven=unproven):
            if unproven:
                yield company.say(words.UNPROVEN, names=company.joined(unproven))
            else:
                yield company.say(words.FAIR)
            yield from _result_lines(state, match, company)
        case events.MatchEnded(match):
            yield from _winner_lines(match, company)
        case events.SheetSigned():
            yield company.say(words.SHEET_SIGNED)
        case _:
            assert_never(event)


def _result_lines(state: PublicState, match: Match, company: Company) -> Iterator[str]:
    match state, match:
        case DoubleSirState(), DoubleSirMatch():
            yield from view_double_sir.result_lines(state, match, company)
        case LayoutState(), _:
            yield from view_layout.result_lines(state, match, company)
        case _:
            pass


def _winner_lines(match: Match, company: Company) -> Iterator[str]:
    if isinstance(match, DoubleSirMatch):
        yield company.say(words.MATCH_WON, names=company.team(match.winners[0] % 2))
        return
    phrase = words.MATCH_SHARED if len(match.winners) > 1 else words.MATCH_WON
    yield company.say(phrase, names=company.joined(match.winners))
    yield from score_lines(match, company)


def _breaking_lines(
    event: events.SeatNamed | events.RoundBroken | events.TableStopped, company: Company, tally: Tally
) -> Iterator[str]:
    match event:
        case events.SeatNamed(offence):
            what = words.CHEATS[offence.code].of(company.language, doer=company.doer(Seat(offence.seat)))
            yield company.say(words.CHEAT, what=what)
            yield company.say(words.CHEAT_SAVED)
        case events.RoundBroken(seats, match):
            yield company.say(words.BROKEN_OFF, names=company.joined(seats))
            before = () if tally.match is None else tally.match.rounds
            if match is None or len(match.rounds) == len(before):
                yield company.say(words.NOT_COUNTED)
                return
            yield company.say(words.COUNTED_AGAINST)
            if isinstance(match, DoubleSirMatch):
                yield view_double_sir.broken_line(match, company)
                yield from view_double_sir.score_lines(match, company)
            else:
                yield from view_layout.row_lines(match, company)
        case events.TableStopped():
            yield company.say(words.TABLE_STOPPED)
        case _:
            assert_never(event)


def _people_line(event: events.WentAway | events.CameBack | events.LeftTable | events.Said, company: Company) -> str:
    match event:
        case events.WentAway(seat):
            return company.say(words.WENT_AWAY, name=company.name(seat))
        case events.CameBack(seat):
            return company.say(words.CAME_BACK, name=company.name(seat))
        case events.LeftTable(seat):
            return company.say(words.LEFT, doer=company.doer(seat))
        case events.Said(seat, said):
            return company.say(words.SAID, name=company.name(seat), words=peer_chat(said))
        case _:
            assert_never(event)


def _proposal_line(event: events.Proposed | events.Refused, company: Company) -> str:
    match event:
        case events.Proposed(seat, contract):
            people = Company.of(contract, company.own_key, company.language)
            return company.say(words.PROPOSED, doer=company.doer(seat), names=people.joined(people.order))
        case events.Refused(seat):
            return company.say(words.DECLINED, doer=company.doer(seat))
        case _:
            assert_never(event)
