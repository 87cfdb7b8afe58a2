"""What a table shows its owner between two calls: read-only, and nothing that is not known here."""

from engine.cards import Card
from engine.game import Match, PublicState, Seat
from engine.moves import Move
from p2p.table.contract import Contract
from p2p.table.ledger import Section
from p2p.table.phases import Phase
from p2p.table.presence import Presence


class TableView:
    """The face of a `Table` that changes nothing."""

    def __init__(self) -> None:
        self._sections: list[Section] = []
        self._presence = Presence(None)

    @property
    def contract(self) -> Contract:
        """The contract in force."""
        return self._section.contract

    @property
    def seat(self) -> Seat | None:
        """The own seat."""
        return self._section.flow.me

    @property
    def phase(self) -> Phase:
        """What the open step is about."""
        return self._section.flow.phase

    @property
    def step(self) -> int:
        """The number of the open step under the contract in force."""
        return self._section.chain.step.number

    @property
    def head(self) -> bytes:
        """The head before the open step."""
        return self._section.chain.step.head

    @property
    def lacking(self) -> tuple[int, ...]:
        """The seats whose message of the open step has not come."""
        return self._section.chain.lacking

    @property
    def match(self) -> Match | None:
        """The match as it stands; None before the coin."""
        broken = self._section.broken
        return broken.match if broken is not None else self._section.flow.match

    @property
    def state(self) -> PublicState | None:
        """The running round's public state."""
        running = self._section.flow.round
        return None if running is None else running.state

    @property
    def hand(self) -> tuple[Card, ...]:
        """The own cards, in canonical order."""
        running = self._section.flow.round
        return () if running is None else tuple(play.card for play in running.my_hand())

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves that the own seat can make now; empty when it has none to make."""
        seat, state = self.seat, self.state
        if seat is None or state is None or self.phase is not Phase.MOVE:
            return ()
        return state.legal_moves(seat, self.hand) if seat in self.lacking and self._section.is_open else ()

    @property
    def away(self) -> frozenset[int]:
        """The seats that are away as far as this peer can see."""
        return frozenset(self._presence.away)

    @property
    def is_broken(self) -> bool:
        """Whether the table cannot go on under the contract in force."""
        return self._section.broken is not None or bool(self._section.stopped)

    @property
    def sections(self) -> tuple[Section, ...]:
        """The contracts so far with all that was taken under them, for the transcript; not to be changed."""
        return tuple(self._sections)

    @property
    def _section(self) -> Section:
        return self._sections[-1]
