"""What a table tells its owner, in the order in which it happened: the closed union `Event`.

Seats are numbers and cards are the engine's values; words are the screen's affair.
"""

from dataclasses import dataclass

from engine.game import Hand, Match, PublicState, Seat
from engine.moves import Move
from p2p.table.blame import Offence
from p2p.table.contract import Contract


@dataclass(frozen=True, slots=True)
class ContractAgreed:
    """All seats have signed the contract."""

    contract: Contract


@dataclass(frozen=True, slots=True)
class CoinThrown:
    """The coin has fallen; the digits are the same on all screens, or somebody stands in the middle."""

    dealer: Seat
    digits: str


@dataclass(frozen=True, slots=True)
class SeatsDrawn:
    """The coin has drawn the seats; this amendment has them in order and is signed next."""

    contract: Contract


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A round's commitments are awaited. `number` counts every attempt over the table's life, from 0."""

    number: int
    match: Match


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A seat has shuffled, and its proof held."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DeckConfirmed:
    """All seats have seen the same decks."""


@dataclass(frozen=True, slots=True)
class EscrowsChecked:
    """All seats have opened their boxes and none was wrong."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A stage's cards are in their owners' hands."""

    stage: int
    state: PublicState


@dataclass(frozen=True, slots=True)
class TurnCame:
    """A seat's move is awaited."""

    seat: Seat
    state: PublicState


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat has moved, by the rules and with all proofs."""

    seat: Seat
    move: Move
    before: PublicState
    after: PublicState


@dataclass(frozen=True, slots=True)
class LastMoveMade:
    """The round's play is over; the round secrets are awaited."""

    state: PublicState


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """All secrets are in and everything was recomputed.

    Attributes:
        number: counts every attempt over the table's life, from 0.
        state: the round, finished.
        match: the match after it.
        hands: what each seat was dealt, in canonical order; empty for one whose secret does not hold.
        unproven: the seats whose secret did not hold.
    """

    number: int
    state: PublicState
    match: Match
    hands: tuple[Hand, ...]
    unproven: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over; the score sheet is being signed."""

    match: Match


@dataclass(frozen=True, slots=True)
class SheetSigned:
    """All seats that are still in have signed the score sheet: the table is over."""

    match: Match


@dataclass(frozen=True, slots=True)
class SeatNamed:
    """A seat is proven to have broken the protocol."""

    offence: Offence


@dataclass(frozen=True, slots=True)
class RoundBroken:
    """The table cannot go on with these seats.

    Attributes:
        seats: who is out, ascending.
        match: the score as it now stands, by A-41 where a round is counted; None if the coin was not thrown yet. The
            event comes again, with another match, if evidence for an earlier offence arrives.
    """

    seats: tuple[Seat, ...]
    match: Match | None


@dataclass(frozen=True, slots=True)
class WentAway:
    """Nothing signed by a seat came for some time, or a step that its program takes by itself is late."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CameBack:
    """A seat that was away is heard again."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class LeftTable:
    """A seat has said goodbye."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Said:
    """A seat has said something; the words are another's text and go to a screen only as such."""

    seat: Seat
    words: str


@dataclass(frozen=True, slots=True)
class Proposed:
    """A seat proposes an amendment that fits the match as it stands here."""

    seat: Seat
    contract: Contract


@dataclass(frozen=True, slots=True)
class Refused:
    """A seat of a contract has refused it; another may be proposed."""

    seat: Seat
    contract: Contract


@dataclass(frozen=True, slots=True)
class TableStopped:
    """The seats disagree about the match and nobody can be named: two versions of the program differ."""

    why: str


@dataclass(frozen=True, slots=True)
class DropLink:
    """What came over this link is not the protocol: close it. Nothing at the table changes."""

    link: int
    why: str


Event = (
    ContractAgreed
    | CoinThrown
    | SeatsDrawn
    | RoundBegan
    | Shuffled
    | DeckConfirmed
    | EscrowsChecked
    | Dealt
    | TurnCame
    | Moved
    | LastMoveMade
    | RoundEnded
    | MatchEnded
    | SheetSigned
    | SeatNamed
    | RoundBroken
    | WentAway
    | CameBack
    | LeftTable
    | Said
    | Proposed
    | Refused
    | TableStopped
    | DropLink
)
