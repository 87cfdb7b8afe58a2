"""The lobby on the screen: who is here, what will be played, who is ready. Pure: happenings and typed lines go in."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from cli import answer_text as answers
from cli import text, words_talk
from cli import words_lobby as words
from cli import words_table as table
from cli.commands import Command, Nothing, SayAll, SwapSeats, Unknown
from cli.company import Company
from cli.language import Language
from cli.peer_text import PeerText, peer_name, told_apart
from cli.sight import Sight
from cli.table_screen import Leave, Printout
from cli.text import Words
from cli.typed_words import Ask
from engine.games import GAMES
from engine.moves import Seat
from p2p.identity import fingerprint
from p2p.net import happenings
from p2p.net.happenings import LobbyEvent, Places
from p2p.net.view import View


@dataclass(frozen=True, slots=True)
class BeReady:
    """Say that one is ready, or not any more."""

    is_ready: bool


@dataclass(frozen=True, slots=True)
class Swap:
    """Let two seats change places."""

    one: Seat
    other: Seat


@dataclass(frozen=True, slots=True)
class Unlock:
    """Take passwords again."""


LobbyReply = Printout | BeReady | Swap | Unlock | Leave


class LobbyScreen:
    """What one person sees before the cards come."""

    def __init__(self, language: Language, *, is_host: bool) -> None:
        self._language = language
        self._is_host = is_host
        self._is_asking = False

    @property
    def is_asking(self) -> bool:
        """Tell whether the next line answers whether to leave."""
        return self._is_asking

    def opening(self, view: View) -> Printout:
        """Say what will be played, and what to type."""
        return Printout((*self._plan_lines(view), self._ready_line(view)), prompt=not view.is_ready)

    def hear(self, event: LobbyEvent, view: View) -> Printout:
        """Take in what happens in the lobby."""
        lines = [*self._event_lines(event, view)]
        match event:
            case happenings.SeatsSwapped() | happenings.ProposalRefused() | happenings.ProposalWithdrawn():
                return Printout((*lines, self._ready_line(view)), prompt=True, bell=True)
            case _:
                # No prompt of its own: people come and go while one is already waiting.
                return Printout(tuple(lines), bell=isinstance(event, happenings.SatDown))

    def answer(self, command: Command, view: View) -> LobbyReply:
        """Say what a typed line leads to."""
        if self._is_asking:
            self._is_asking = False
            if command is Ask.YES:
                return Leave()
            return self._printout([self._say(words_talk.STAYING)], view)
        match command:
            case Nothing():
                return self.opening(view)
            case Ask.READY | Ask.YES:
                return self._readiness(view, is_ready=True)
            case Ask.NOT_READY | Ask.NO:
                return self._readiness(view, is_ready=False)
            case Ask.QUIT | Ask.END:
                self._is_asking = True
                return Printout((self._say(words.LEAVE_LOBBY),), prompt=True)
            case Ask.UNLOCK:
                return Unlock()
            case SwapSeats(one, other):
                return self._swap(one, other, view)
            case SayAll():
                return self._printout([self._say(words.CHAT_LATER)], view)
            case Ask():
                return self._printout(self._told(command, view), view)
            case Unknown(typed):
                line = self._say(words.IN_LOBBY, typed=PeerText(typed, answers.TYPED_CELLS))
                return self._printout([line], view)
            case _:
                return self._printout([self._say(words.NO_CARDS_YET)], view)

    def place_lines(self, view: View) -> Iterator[str]:
        """Say who sits where, a line a seat."""
        for number, (place, name) in enumerate(zip(view.places, self._names(view.places, view), strict=True), 1):
            phrase = words.SAT_DOWN
            if place is not None:
                name = self._say(words.IS_READY if place.ready else words.IS_NOT_READY, name=name)
            yield self._say(phrase, number=number, name=name)

    def _event_lines(self, event: LobbyEvent, view: View) -> Iterator[str]:
        match event:
            case happenings.SatDown(seat, place):
                yield self._say(words.SAT_DOWN, number=seat + 1, name=self._name_of(place, view))
            case happenings.StoodUp(seat, place):
                yield self._say(words.STOOD_UP, number=seat + 1, name=self._name_of(place, view))
            case happenings.ReadyChanged(_, place):
                phrase = words.IS_READY if place.ready else words.IS_NOT_READY
                yield self._say(phrase, name=self._name_of(place, view))
            case happenings.SeatsSwapped():
                yield self._say(words.SWAPPED)
                yield from self.place_lines(view)
            case happenings.NameTaken(_, name):
                yield self._say(words.NAME_TAKEN, name=peer_name(name))
            case happenings.JoinRefused(name, why):
                yield self._say(words.WAS_TURNED_AWAY, name=peer_name(name), why=self._say(words.TURNED_AWAY_WHY[why]))
            case happenings.ContractProposed():
                yield self._say(words.ALL_READY)
            case happenings.ProposalRefused(by, what):
                difference = self._say(words.DIFFERENCES[what])
                if by:
                    yield self._say(words.DIFFERENCE_BY, name=peer_name(by), what=difference)
                else:
                    yield self._say(words.DIFFERENCE, what=difference)
            case happenings.ProposalWithdrawn():
                yield self._say(words.WITHDRAWN)
            case _:
                assert_never(event)

    def _plan_lines(self, view: View) -> Iterator[str]:
        game = text.GAME_TITLES[view.game].of(self._language)
        options = ", ".join(f"{name}={value}" for name, value in view.options)
        yield self._say(words.WHAT_IS_PLAYED, game=game, seats=len(view.places), options=options)
        usual = {option.name: option.default for option in GAMES[view.game].options}
        changed = tuple((name, value) for name, value in view.options if value != usual[name])
        yield from answers.option_lines(changed, self._nobody(view))
        yield self._say(words.SEATS_RANDOM if view.random_seats else words.SEATS_AS_HERE)
        if view.game == "double-sir" and not view.random_seats:
            yield self._say(words.SEATS_TEAMS)

    def _told(self, ask: Ask, view: View) -> Iterator[str]:
        match ask:
            case Ask.WHO | Ask.TABLE:
                yield from self._plan_lines(view)
                yield from self.place_lines(view)
            case Ask.RULES:
                yield from answers.rules_lines(view.game, view.options, Sight(self._nobody(view), None, None, (), ()))
            case Ask.HELP:
                yield self._ready_line(view)
            case _:
                yield self._say(words.NO_CARDS_YET)

    def _nobody(self, view: View) -> Company:
        """Give the company before there is one: it speaks the language."""
        return Company(self._language, None, view.game, None, (), ())

    def _readiness(self, view: View, *, is_ready: bool) -> LobbyReply:
        if view.is_ready is not is_ready:
            return BeReady(is_ready)
        return self._printout([self._say(words.YOU_ARE_READY if is_ready else words.YOU_ARE_NOT_READY)], view)

    def _swap(self, one: int, other: int, view: View) -> LobbyReply:
        seats = len(view.places)
        if not self._is_host or view.random_seats:
            return self._printout([self._say(words.ONLY_HOST_SWAPS)], view)
        if not (1 <= one <= seats and 1 <= other <= seats):
            return self._printout([self._say(words.NO_SUCH_SEAT, seats=seats)], view)
        return Swap(Seat(one - 1), Seat(other - 1))

    def _names(self, places: Places, view: View) -> tuple[str, ...]:
        """Name the people in the lobby: told apart, bots marked, oneself as "(you)"."""
        seated = [place for place in places if place is not None]
        shown = told_apart([peer_name(place.name) for place in seated], [fingerprint(place.key) for place in seated])
        by_key = {place.key: name for place, name in zip(seated, shown, strict=True)}
        names = []
        for seat, place in enumerate(places):
            if place is None:
                names.append(self._say(words.EMPTY_SEAT))
                continue
            name = by_key[place.key]
            if place.bot:
                name = self._say(table.BOT, name=name)
            names.append(self._say(words.YOU_THERE, name=name) if seat == view.my_seat else name)
        return tuple(names)

    def _name_of(self, place: happenings.Place, view: View) -> str:
        for other, name in zip(view.places, self._names(view.places, view), strict=True):
            if other is not None and other.key == place.key:
                return name
        name = str(peer_name(place.name))
        return self._say(table.BOT, name=name) if place.bot else name

    def _ready_line(self, view: View) -> str:
        may_swap = self._is_host and not view.random_seats
        return self._say(words.SAY_READY_SWAP if may_swap else words.SAY_READY)

    def _say(self, phrase: Words, **values: object) -> str:
        return phrase.of(self._language, **values)

    def _printout(self, lines: Iterator[str] | list[str], view: View) -> Printout:
        return Printout(tuple(lines), prompt=not view.is_ready)
