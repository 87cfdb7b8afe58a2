"""One table on one screen: events and typed lines go in, lines to print and things to do come out. No I/O.

It keeps what a screen must remember from one line to the next: what the printed numbers stand for, how the hand is
laid out, what was checked in this round, and whether "quit" is being asked about.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import assert_never

from cli import answer_text as answers
from cli import words_cards, words_talk
from cli.cards_text import Numbered, Order
from cli.commands import (
    AskWhy,
    ChooseCard,
    ChooseNumber,
    ChooseSuit,
    Command,
    Nothing,
    SayAll,
    SwapSeats,
    Unknown,
)
from cli.company import Company
from cli.event_text import Tally, event_lines
from cli.prompt_text import shown_hand, turn_prompt
from cli.sight import Sight
from cli.typed_words import Ask
from cli.view_layout import lines_text
from engine.game import Hand, Match, PublicState
from engine.layout_round import LayoutState
from engine.moves import PASS, Move
from p2p.net.happenings import TableEvent
from p2p.table import events
from p2p.table.actions import Action, MakeMove, Say


@dataclass(frozen=True, slots=True)
class Printout:
    """Lines to print; `prompt`: an answer is waited for; `bell`: somebody should look up."""

    lines: tuple[str, ...] = ()
    prompt: bool = False
    bell: bool = False


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the table: it was asked and answered."""


Reply = Printout | Action | Leave


@dataclass(frozen=True, slots=True)
class Known:
    """What the table's view says now, as far as this screen needs it."""

    options: tuple[tuple[str, str], ...] = ()
    state: PublicState | None = None
    match: Match | None = None
    hand: Hand = ()
    moves: tuple[Move, ...] = ()
    away: frozenset[int] = frozenset()


class TableScreen:
    """What one person sees of a table that has begun."""

    def __init__(self, company: Company) -> None:
        self.company = company
        self.tally = Tally()
        self._order = Order.BY_SUIT
        self._numbered: Numbered = ()
        self._is_asking = False
        self._told = Known()
        self._is_my_turn = False

    @property
    def is_asking(self) -> bool:
        """Tell whether the next line answers whether to leave."""
        return self._is_asking

    @property
    def is_my_turn(self) -> bool:
        """Tell whether a move is asked for on the screen."""
        return self._is_my_turn

    def reseated(self, company: Company) -> "TableScreen":
        """Give the screen for the table's next contract; what was checked stays."""
        screen = TableScreen(company)
        screen.tally, screen._order, screen._told = self.tally, self._order, self._told
        return screen

    def look(self, known: Known) -> Sight:
        """Give what is seen now: what was told so far, for the view may be ahead of it."""
        return Sight(
            self.company,
            self._told.state or known.state,
            self._told.match or known.match,
            known.hand,
            known.moves if self._is_my_turn else (),
            known.away,
            self._order,
            self._numbered if self._is_my_turn else (),
        )

    def hear(self, event: TableEvent, known: Known) -> Printout:
        """Take in what the table tells."""
        self.tally.count(event)
        self._take_in(event, known)
        lines = [*event_lines(event, self.company, self.tally)]
        sight = self.look(known)
        match event:
            case events.RoundBegan():
                lines.insert(0, "")
            case events.ContractAgreed(contract):
                lines += () if contract.random_seats else answers.seat_lines(sight.company)
            case events.Dealt(state=state):
                lines += self._dealt_hand(state, sight)
            case events.TurnCame(seat, state):
                if sight.is_my_turn:
                    return self.prompt(known)
                lines += self._onlooker_lines(seat, state)
            case _:
                pass
        return Printout(tuple(lines), prompt=sight.is_my_turn and bool(lines))

    def prompt(self, known: Known) -> Printout:
        """Print all that one needs for the own move; it is one's turn."""
        prompt = turn_prompt(self.look(known))
        self._numbered = prompt.numbered
        return Printout(prompt.lines, prompt=True, bell=True)

    def answer(self, command: Command, known: Known) -> Reply:
        """Say what a typed line leads to."""
        if self._is_asking:
            self._is_asking = False
            if command is Ask.YES:
                return Leave()
            return self._printout([self.company.say(words_talk.STAYING)])
        sight = self.look(known)
        match command:
            case Nothing():
                return self.prompt(known) if sight.is_my_turn else Printout()
            case ChooseCard() | ChooseNumber() | ChooseSuit():
                return self._chosen(answers.chosen_move(command, sight))
            case Ask.PASS:
                return self._chosen(answers.chosen_move(PASS, sight))
            case SayAll(said):
                return Say(said)
            case Ask():
                return self._asked(command, known)
            case AskWhy(card):
                return self._printout(answers.why_lines(card, sight))
            case SwapSeats():
                return self._printout([self.company.say(words_talk.NOT_NEEDED)])
            case Unknown(typed):
                return self._printout([answers.unknown_line(typed, sight)])
            case _:
                assert_never(command)

    def ask_to_leave(self) -> Printout:
        """Ask whether to leave; the next line is the answer."""
        self._is_asking = True
        return Printout((self.company.say(words_talk.SURE_TO_QUIT),), prompt=True)

    def _asked(self, ask: Ask, known: Known) -> Reply:
        sight = self.look(known)
        match ask:
            case Ask.QUIT | Ask.END:
                return self.ask_to_leave()
            case Ask.SORT:
                self._order = self._order.other
                phrase = words_cards.SORTED_BY_SUIT if self._order is Order.BY_SUIT else words_cards.SORTED_BY_RANK
                return self._with_hand([self.company.say(phrase)], known)
            case Ask.HAND:
                return self._with_hand([], known)
            case _:
                return self._printout(_told(ask, sight, known, self.tally))

    def _with_hand(self, lines: list[str], known: Known) -> Printout:
        """Print the hand anew, with the numbers that hold from now on."""
        sight = replace(self.look(known), order=self._order)
        if sight.is_my_turn:
            self._numbered = turn_prompt(sight).numbered
        return self._printout([*lines, *answers.hand_lines(sight)])

    def _chosen(self, choice: Move | str) -> Reply:
        if isinstance(choice, str):
            return self._printout([choice])
        self._numbered, self._is_my_turn = (), False
        return MakeMove(choice)

    def _dealt_hand(self, state: PublicState, sight: Sight) -> Iterable[str]:
        """Show a hand as it is dealt, but for whoever is asked for a move at once and sees it there."""
        me = self.company.me
        if me is None or len(sight.hand) != state.cards_left[me]:
            return
        # Without the start card there is nothing to ask: the program itself passes.
        is_passed_over = isinstance(state, LayoutState) and state.match.start_card not in sight.hand
        if state.to_move == me and not is_passed_over:
            return
        yield self.company.say(words_cards.YOUR_CARDS)
        yield shown_hand(sight).text

    def _onlooker_lines(self, seat: int, state: PublicState) -> Iterable[str]:
        """Show the layout once a turn of the table to one who has no prompt."""
        if self.company.me is None and seat == 0 and isinstance(state, LayoutState) and not state.is_opening:
            yield self.company.say(words_cards.LINES, lines=lines_text(state.layout))

    def _take_in(self, event: TableEvent, known: Known) -> None:
        """Remember how things stand after an event."""
        match event:
            case events.RoundBegan(match=match) | events.RoundBroken(match=match):
                self._told = replace(self._told, match=match)
            case events.Dealt(state=state):
                self._told = replace(self._told, state=state)
            case events.TurnCame(seat, state):
                self._told = replace(self._told, state=state)
                # The program itself passes while the start card is awaited: then there is nothing to do.
                self._is_my_turn = seat == self.company.me and bool(known.moves)
            case events.Moved(after=state):
                self._told = replace(self._told, state=state)
                self._is_my_turn = False
            case events.RoundEnded(state=state, match=match):
                self._told = replace(self._told, state=state, match=match)
            case _:
                pass

    def _printout(self, lines: Iterable[str]) -> Printout:
        return Printout(tuple(lines), prompt=self._is_my_turn)


def _told(ask: Ask, sight: Sight, known: Known, tally: Tally) -> Iterable[str]:
    match ask:
        case Ask.LAST:
            return answers.last_lines(sight)
        case Ask.SCORE:
            return answers.standing_lines(sight)
        case Ask.TABLE:
            return answers.table_lines(sight)
        case Ask.RULES:
            return answers.rules_lines(sight.company.game, known.options, sight)
        case Ask.HINT:
            return answers.hint_lines(sight)
        case Ask.WHO:
            return answers.who_lines(sight)
        case Ask.VERIFY:
            return answers.checked_lines(sight, tally)
        case Ask.HELP:
            return answers.help_lines(sight)
        case Ask.WAIT | Ask.CONTINUE:
            return [answers.waiting_line(sight)]
        case _:
            return [sight.company.say(words_talk.NOT_NEEDED)]
