"""What a session knows at one moment, frozen: for the screen, which runs beside the thread that changes it."""

from dataclasses import dataclass

from engine.cards import Card
from engine.game import Match, PublicState, Seat
from engine.moves import Move
from p2p.identity import PeerId
from p2p.net.happenings import Places
from p2p.table.contract import Contract
from p2p.table.phases import Phase


@dataclass(frozen=True, slots=True)
class View:
    """What is known now; frozen, replaced as a whole.

    Attributes:
        table_id: 16 bytes.
        game, options, random_seats: as the host announced them; options complete, in the game's order.
        places: who sits where in the lobby, also while the contract goes round; not kept up after it.
        my_seat: in `places` before all have signed, then at the table; None for who looks on.
        is_ready: whether we have said that we are ready.
        contract: the one in force, or going round; None in the lobby.
        is_agreed: whether all have signed it.
        phase, step, lacking: of the table; None, -1 and () in the lobby.
        hand: the own cards in canonical order. legal_moves: empty when no own move is awaited.
        state: the running round, or the last; None before the first. match: None before the coin.
        away: the seats that are away as far as we can see. linked: the peers we have a link to.
        is_broken: whether the table can't go on under this contract.
    """

    table_id: bytes
    game: str
    options: tuple[tuple[str, str], ...]
    random_seats: bool
    places: Places
    my_seat: Seat | None
    is_ready: bool = False
    contract: Contract | None = None
    is_agreed: bool = False
    phase: Phase | None = None
    step: int = -1
    lacking: tuple[int, ...] = ()
    hand: tuple[Card, ...] = ()
    legal_moves: tuple[Move, ...] = ()
    state: PublicState | None = None
    match: Match | None = None
    away: frozenset[int] = frozenset()
    linked: frozenset[PeerId] = frozenset()
    is_broken: bool = False
