"""Who sits at the table, as one screen names them: names made safe, told apart, bots marked, one's own seat "you"."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Self

from cli import words_table as words
from cli.language import Language
from cli.peer_text import peer_name, told_apart
from cli.text import Words
from engine.moves import Seat
from p2p.identity import PeerId, fingerprint
from p2p.table.contract import Contract

_TURNS_RIGHT: Final = "double-sir"
"""The game in which the next player sits to one's right; in all others, to one's left."""


@dataclass(frozen=True, slots=True)
class Company:
    """The people at a table.

    Attributes:
        me: the own seat; None for one who looks on.
        names: by seat, ready to print.
        marks: by seat, the first letters of the key.
        own_key: None for one who has none here.
    """

    language: Language
    own_key: PeerId | None
    game: str
    me: Seat | None
    names: tuple[str, ...]
    marks: tuple[str, ...]

    @classmethod
    def of(cls, contract: Contract, own_key: PeerId | None, language: Language) -> Self:
        """Name the people of a contract."""
        marks = [fingerprint(seat.key) for seat in contract.seats]
        names = told_apart([peer_name(seat.name) for seat in contract.seats], marks)
        shown = tuple(
            words.BOT.of(language, name=name) if seat.bot else name
            for name, seat in zip(names, contract.seats, strict=True)
        )
        me = None if own_key is None else contract.seat_of(own_key)
        return cls(language, own_key, contract.game, me, shown, tuple(mark[:9] for mark in marks))

    @property
    def seats(self) -> int:
        """Count the seats."""
        return len(self.names)

    @property
    def order(self) -> tuple[Seat, ...]:
        """Give all seats in order of play, the own one first."""
        first = self.me or 0
        return tuple(Seat((first + step) % self.seats) for step in range(self.seats))

    def say(self, phrase: Words, **values: object) -> str:
        """Give a phrase in the screen's language; "you" at its beginning gets a capital."""
        line = phrase.of(self.language, **values)
        return f"Y{line[1:]}" if line.startswith(("you ", "your ", "you:")) else line

    def name(self, seat: Seat) -> str:
        """Name a seat."""
        return words.YOU.of(self.language) if seat == self.me else self.names[seat]

    def doer(self, seat: Seat) -> str:
        """Name a seat as the one who did something."""
        if seat == self.me:
            return words.YOU_DID.of(self.language)
        return words.DID.of(self.language, name=self.names[seat])

    def owner(self, seat: Seat) -> str:
        """Name a seat as the one whose turn it is."""
        if seat == self.me:
            return words.YOUR.of(self.language)
        return words.OWNS.of(self.language, name=self.names[seat])

    def joined(self, seats: Iterable[Seat]) -> str:
        """Name several seats."""
        return ", ".join(map(self.name, seats))

    def team(self, team: int) -> str:
        """Name a team of Double Sir: one's own, the other, or by both its people for one who looks on."""
        if self.me is None:
            return words.TEAM_OF.of(self.language, one=self.names[team], other=self.names[team + 2])
        return (words.YOUR_TEAM if self.me % 2 == team else words.OTHER_TEAM).of(self.language)

    def teams(self) -> tuple[int, int]:
        """Give the two teams, one's own first."""
        mine = (self.me or 0) % 2
        return mine, 1 - mine

    def place(self, seat: Seat) -> str:
        """Say where a seat is: play goes to the right in Double Sir, and to the left in the other games."""
        if self.me is None:
            return words.SEAT_NUMBER.of(self.language, number=seat + 1)
        steps = (seat - self.me) % self.seats
        if self.game == _TURNS_RIGHT:
            steps = -steps % self.seats
            if steps == self.seats // 2:
                return words.OPPOSITE.of(self.language)
        if steps == 0:
            return words.HERE_YOU.of(self.language)
        if steps == 1:
            return words.TO_YOUR_LEFT.of(self.language)
        if steps == self.seats - 1:
            return words.TO_YOUR_RIGHT.of(self.language)
        return words.PLACES_LEFT.of(self.language, places=steps)
