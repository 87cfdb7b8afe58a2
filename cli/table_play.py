"""One session at the terminal: what the table tells goes to the screen, what is typed goes to the table.

Three tasks share the terminal, one line at a time: one reads what happens, one reads what is typed, and a little one
says whom the table waits for when a turn takes long. Whoever types at a terminal may type at any time; lines that come
through a pipe are taken one a prompt, so that a script needs no timing.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, assert_never

import trio

from cli import answer_text as answers
from cli import words_lobby, words_table, words_talk
from cli.commands import parse_line
from cli.company import Company
from cli.exits import ABORTED, CHEATED, SENT_AWAY
from cli.language import Language
from cli.lobby_screen import BeReady, LobbyReply, LobbyScreen, Swap, Unlock
from cli.peer_text import peer_name
from cli.plain import ScreenGoneError, Terminal
from cli.sheet_text import write_sheet
from cli.table_screen import Known, Leave, Printout, Reply, TableScreen
from cli.typed_words import Ask
from engine.game import Match, Seat
from engine.refusals import IllegalMoveError
from p2p.errors import EncodingError, LocalProtocolError
from p2p.identity import PeerId
from p2p.net import happenings
from p2p.net.happenings import Closing, Happening, LobbyEvent, TableEvent
from p2p.net.session import Session
from p2p.table import events
from p2p.table.actions import Action, MakeMove

PATIENCE_S: Final = 6.0
"""How long a turn may take before the screen says whom it waits for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How a table is played at this terminal.

    Attributes:
        is_solo: alone with bots: the lobby is not shown, and one is ready at once.
        looks_on: no seat: the end of the input means nothing.
    """

    language: Language
    is_solo: bool = False
    looks_on: bool = False


class TablePlay:
    """Plays one session to its end.

    Attributes:
        has_chosen_to_leave: whether the person said "quit", and meant it.
    """

    def __init__(self, session: Session, terminal: Terminal, manner: Manner) -> None:
        self._session, self._terminal, self._manner = session, terminal, manner
        self._lobby = LobbyScreen(manner.language, is_host=session.is_host)
        self._screen: TableScreen | None = None
        self._wanted = trio.Event()
        self._turns = 0
        self._signed: Match | None = None
        self._code = 0
        self._is_leaving = False
        self._left: set[Seat] = set()
        self._is_broken = self._is_alone = False
        self.has_chosen_to_leave = False

    async def run(self) -> int:
        """Play until the table is over or left; gives the exit code."""
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._read_typed, nursery.cancel_scope)
                await self._open()
                async for happening in self._session.happenings:
                    await self._happened(happening, nursery)
                    if self._is_leaving:
                        break
                nursery.cancel_scope.cancel()
        except* ScreenGoneError:
            self._is_leaving = True
        return self._code

    async def _open(self) -> None:
        if self._manner.looks_on:
            return
        if self._manner.is_solo:
            await self._session.set_ready(True)
            return
        await self._print(self._lobby.opening(self._session.view))

    # What happens.

    async def _happened(self, happening: Happening, nursery: trio.Nursery) -> None:
        if isinstance(happening, LobbyEvent):
            if not self._manner.is_solo or isinstance(happening, happenings.NameTaken):
                await self._print(self._lobby.hear(happening, self._session.view))
        elif isinstance(happening, TableEvent):
            await self._table_told(happening, nursery)
        else:
            await self._session_told(happening)

    async def _table_told(self, event: TableEvent, nursery: trio.Nursery) -> None:
        if isinstance(event, events.ContractAgreed):
            company = Company.of(event.contract, self._session.me, self._manner.language)
            self._screen = self._screen.reseated(company) if self._screen else TableScreen(company)
        if self._screen is None:
            return
        await self._print(self._screen.hear(event, self._known()))
        match event:
            case events.TurnCame(seat):
                self._turns += 1
                if seat != self._screen.company.me:
                    nursery.start_soon(self._say_who_is_slow, self._turns, seat)
            case events.SeatNamed():
                self._code = CHEATED
            case events.WentAway() | events.CameBack():
                await self._nobody_heard()
            case events.RoundBroken() | events.TableStopped():
                await self._broken()
            case events.LeftTable(seat):
                self._left.add(seat)
                if not self._is_match_over:
                    await self._broken()
            case events.SheetSigned(match):
                self._signed = match
            case _:
                pass

    async def _session_told(self, happening: Happening) -> None:
        say = self._say
        match happening:
            case happenings.TranscriptWritten(path):
                if self._is_match_over and self._signed is None:
                    return  # it comes again, with the score sheet that is being signed
                await say(words_table.TRANSCRIPT_AT.of(self._manner.language, path=path))
                if self._signed is not None:
                    await self._write_sheet(self._signed, path)
            case happenings.TranscriptFailed(why):
                await say(words_lobby.NOT_WRITTEN.of(self._manner.language, why=why))
                self._is_leaving = self._signed is not None
            case happenings.PasswordTried(guesses, is_locked):
                phrase = words_lobby.PASSWORD_LOCKED if is_locked else words_lobby.PASSWORD_TRIED
                await say(phrase.of(self._manner.language, guesses=guesses))
            case happenings.LinkLost(peer):
                if self._screen is not None and not self._is_match_over and self._seat_of(peer) not in self._left:
                    await say(words_lobby.LINK_LOST.of(self._manner.language, name=self._name_of(peer)))
                await self._nobody_heard()
            case happenings.BotEnded(name):
                await self._bot_ended(name)
            case happenings.TableClosed(why):
                await self._closed(why)
            case _:
                pass

    async def _bot_ended(self, name: str) -> None:
        """A bot's key was in its memory: nobody can come back in its place."""
        if self._is_match_over:
            return
        await self._say(words_lobby.BOT_ENDED.of(self._manner.language, name=peer_name(name)))
        if self._screen is not None:
            await self._broken()
        elif self._manner.is_solo:
            self._is_leaving, self._code = True, ABORTED

    async def _broken(self) -> None:
        """The table can't go on: who is asked nothing leaves at once, a person may still look at it."""
        self._code = self._code or ABORTED
        self._is_leaving = self._manner.looks_on or not self._terminal.look.is_interactive
        if not self._is_broken:
            phrase = words_talk.TABLE_ENDED if self._is_leaving else words_talk.TABLE_ENDS
            await self._say(phrase.of(self._manner.language))
        self._is_broken = True

    async def _nobody_heard(self) -> None:
        """Say so once if all others are away and no link is left; who only looks on has nothing to wait for then."""
        view = self._session.view
        if self._screen is None or self._is_match_over or view.linked:
            return
        company = self._screen.company
        is_alone = {*company.order} - {company.me} <= view.away | self._left
        if is_alone and not self._is_alone:
            await self._say(words_table.ALL_AWAY.of(self._manner.language))
            if self._manner.looks_on:
                await self._broken()
        self._is_alone = is_alone

    async def _write_sheet(self, match: Match, transcript: Path) -> None:
        """Write the score sheet beside the record, and leave: the table is over."""
        self._is_leaving = True
        if self._screen is None:
            return
        company = self._screen.company
        try:
            path = await trio.to_thread.run_sync(write_sheet, match, company, transcript)
        except OSError as error:
            await self._say(words_lobby.NOT_WRITTEN.of(self._manner.language, why=str(error)))
        else:
            await self._say(words_table.SHEET_AT.of(self._manner.language, path=path))

    async def _closed(self, why: Closing) -> None:
        match why:
            case Closing.LEFT:
                return
            case Closing.HOST_LEFT:
                phrase, code = words_lobby.CLOSED_HOST_LEFT, ABORTED
            case Closing.HOST_LOST:
                phrase, code = words_lobby.CLOSED_HOST_LOST, ABORTED
            case Closing.NO_SEAT:
                phrase, code = words_lobby.CLOSED_NO_SEAT, SENT_AWAY
            case Closing.OTHER_KEY:
                phrase, code = words_lobby.CLOSED_OTHER_KEY, SENT_AWAY
            case _:
                assert_never(why)
        self._code = self._code or code
        await self._say(phrase.of(self._manner.language))

    async def _say_who_is_slow(self, turn: int, seat: int) -> None:
        await trio.sleep(PATIENCE_S)
        if turn == self._turns and self._screen is not None and self._signed is None and not self._is_broken:
            company = self._screen.company
            await self._say(words_table.STILL_WAITING.of(self._manner.language, name=company.names[seat]))

    # What is typed.

    async def _read_typed(self, scope: trio.CancelScope) -> None:
        while True:
            if not self._terminal.look.is_interactive:
                await self._wanted.wait()
            line = await self._terminal.next_line()
            if line is None:
                if self._manner.looks_on:
                    return
                line = await self._input_ended()
            if line is not None:
                await self._typed(line)
            if self._is_leaving:
                scope.cancel()
                return

    async def _input_ended(self) -> str | None:
        """A terminal's end of input asks to leave, and once more means yes; a pipe's leaves."""
        if self._terminal.look.is_interactive:
            return "yes" if self._is_asking else "quit"
        await self._say(words_talk.INPUT_ENDED.of(self._manner.language))
        self._is_leaving = True
        self._code = ABORTED
        return None

    @property
    def _is_asking(self) -> bool:
        return (self._screen or self._lobby).is_asking

    async def _typed(self, line: str) -> None:
        command = parse_line(line)
        if self._screen is None:
            await self._do_lobby(self._lobby.answer(command, self._session.view))
        elif self._is_broken and command in {Ask.QUIT, Ask.END}:
            # Nothing is lost any more: nothing to ask.
            await self._do_table(Leave())
        else:
            await self._do_table(self._screen.answer(command, self._known()))

    async def _do_lobby(self, reply: LobbyReply) -> None:
        try:
            match reply:
                case Printout():
                    await self._print(reply)
                case BeReady(is_ready):
                    self._wanted = trio.Event()
                    await self._session.set_ready(is_ready)
                case Swap(one, other):
                    await self._session.swap_seats(one, other)
                case Unlock():
                    self._session.lift_password_lock()
                    await self._say(words_lobby.UNLOCKED.of(self._manner.language))
                case Leave():
                    self._is_leaving = self.has_chosen_to_leave = True
                case _:
                    assert_never(reply)
        except LocalProtocolError:
            # All have signed meanwhile: the cards are coming.
            await self._say(words_talk.NOT_NEEDED.of(self._manner.language))

    async def _do_table(self, reply: Reply) -> None:
        if isinstance(reply, Leave):
            self._is_leaving = self.has_chosen_to_leave = True
        elif isinstance(reply, Printout):
            await self._print(reply)
        else:
            await self._act(reply)

    async def _act(self, action: Action) -> None:
        if isinstance(action, MakeMove):
            self._wanted = trio.Event()
        known = self._known()
        try:
            await self._session.act(action)
        except IllegalMoveError as error:
            if self._screen is not None:
                await self._print(Printout((answers.refused_line(error.move, self._screen.look(known)),), prompt=True))
        except LocalProtocolError:
            await self._say(words_talk.NOT_NEEDED.of(self._manner.language))
        except EncodingError:
            await self._say(words_talk.TOO_LONG.of(self._manner.language))
        else:
            if not isinstance(action, MakeMove):
                await self._terminal.show([], prompt=self._is_prompted)

    # Small things.

    @property
    def _is_match_over(self) -> bool:
        """Whether only the score sheet is left to sign: who leaves then breaks nothing."""
        match = self._session.view.match
        return match is not None and match.is_over

    def _known(self) -> Known:
        view = self._session.view
        return Known(view.options, view.state, view.match, view.hand, view.legal_moves, view.away)

    async def _print(self, printout: Printout) -> None:
        if printout.prompt:
            self._wanted.set()
        prompt = printout.prompt or self._is_prompted
        await self._terminal.show(printout.lines, prompt=prompt, bell=printout.bell)

    async def _say(self, line: str) -> None:
        await self._terminal.show([line], prompt=self._is_prompted)

    @property
    def _is_prompted(self) -> bool:
        """Whether an answer is waited for, also behind a line that asks nothing."""
        if self._screen is not None:
            return self._screen.is_my_turn
        return not (self._manner.is_solo or self._manner.looks_on or self._session.view.is_ready)

    def _seat_of(self, peer: PeerId) -> Seat | None:
        contract = self._session.view.contract
        return None if contract is None else contract.seat_of(peer)

    def _name_of(self, peer: PeerId) -> str:
        seat = self._seat_of(peer)
        return "?" if seat is None or self._screen is None else self._screen.company.names[seat]
