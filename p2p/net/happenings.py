"""What a session tells whoever shows it: the closed union `Happening`, oldest first.

Before the contract it is about who comes and sits; from then on the table's own events (`p2p.table.events`) are passed
on as they are, all but `DropLink`. Names are another's text: they go to a screen only as such.
"""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from engine.game import Seat
from p2p.identity import PeerId
from p2p.table import events
from p2p.table.contract import Contract


@dataclass(frozen=True, slots=True)
class Place:
    """Who sits in a seat before the contract."""

    key: PeerId
    name: str
    bot: bool
    ready: bool


Places = tuple[Place | None, ...]
"""Seat by seat; None where nobody sits."""


class Difference(StrEnum):
    """In what a proposed contract is not what was shown; also the word that the host is sent."""

    MALFORMED = "malformed"
    TABLE = "table"
    GAME = "game"
    OPTIONS = "options"
    SEATS = "seats"
    PEOPLE = "people"
    NONCE = "nonce"
    NOT_READY = "not ready"
    OTHER_KEY = "other key"


class NoSeat(StrEnum):
    """Why somebody who asked for a seat got none; also the word that it is sent."""

    FULL = "full"
    SEATED = "already here"
    BEGUN = "begun"
    OTHER_KEY = "other key"
    """The host knows the name with another key."""


class Closing(StrEnum):
    """Why a session is over."""

    LEFT = "left"
    HOST_LEFT = "host left"
    HOST_LOST = "host lost"
    NO_SEAT = "no seat"
    OTHER_KEY = "other key"


@dataclass(frozen=True, slots=True)
class SatDown:
    """Somebody has taken a seat; also told for everybody who sat already when we came."""

    seat: Seat
    place: Place


@dataclass(frozen=True, slots=True)
class StoodUp:
    """A seat is free again: its peer left, or its link was lost before the contract."""

    seat: Seat
    place: Place


@dataclass(frozen=True, slots=True)
class ReadyChanged:
    """A seat says that it is ready, or not any more: `place.ready`."""

    seat: Seat
    place: Place


@dataclass(frozen=True, slots=True)
class SeatsSwapped:
    """The host has set people elsewhere; people (not bots) have to say ready again."""

    places: Places


@dataclass(frozen=True, slots=True)
class NameTaken:
    """Somebody sits here under a name that we know with another key; we do not sign with them.

    Attributes:
        seat: where; None if the host (ourselves) did not even give a seat.
    """

    seat: Seat | None
    name: str
    known: PeerId
    shown: PeerId


@dataclass(frozen=True, slots=True)
class JoinRefused:
    """Told to the host: somebody asked for a seat and got none."""

    name: str
    why: NoSeat


@dataclass(frozen=True, slots=True)
class ContractProposed:
    """Everyone is ready and the contract is on its way round; our program has signed. `ContractAgreed` follows."""

    contract: Contract


@dataclass(frozen=True, slots=True)
class ProposalRefused:
    """A proposed contract was not what was shown; the lobby goes on and its refuser is not ready.

    Attributes:
        by: the name of who refused; empty for ourselves.
        what: what differs.
    """

    by: str
    what: Difference


@dataclass(frozen=True, slots=True)
class ProposalWithdrawn:
    """The contract was not signed by all (somebody left or refused); the lobby goes on."""


@dataclass(frozen=True, slots=True)
class PasswordTried:
    """Told to the host: a password was tried that did not hold; `is_locked`: no more are taken until the host says."""

    guesses: int
    is_locked: bool


@dataclass(frozen=True, slots=True)
class Linked:
    """There is a link to this peer now."""

    peer: PeerId


@dataclass(frozen=True, slots=True)
class LinkLost:
    """The link to this peer is gone; it is dialled again by itself. That is a drop, not a leave."""

    peer: PeerId
    why: str


@dataclass(frozen=True, slots=True)
class TranscriptWritten:
    """The table so far is on disk: after each round that ended or broke off, and after the score sheet."""

    path: Path


@dataclass(frozen=True, slots=True)
class TranscriptFailed:
    """The table so far could not be written; `why` is the system's own sentence."""

    why: str


@dataclass(frozen=True, slots=True)
class BotEnded:
    """Told to the host: the process of one of its bots has ended before the table did."""

    name: str
    exit_code: int


@dataclass(frozen=True, slots=True)
class TableClosed:
    """Nothing follows; the stream of happenings ends here."""

    why: Closing


TableEvent = (
    events.ContractAgreed
    | events.CoinThrown
    | events.SeatsDrawn
    | events.RoundBegan
    | events.Shuffled
    | events.DeckConfirmed
    | events.EscrowsChecked
    | events.Dealt
    | events.TurnCame
    | events.Moved
    | events.LastMoveMade
    | events.RoundEnded
    | events.MatchEnded
    | events.SheetSigned
    | events.SeatNamed
    | events.RoundBroken
    | events.WentAway
    | events.CameBack
    | events.LeftTable
    | events.Said
    | events.Proposed
    | events.Refused
    | events.TableStopped
)
LobbyEvent = (
    SatDown
    | StoodUp
    | ReadyChanged
    | SeatsSwapped
    | NameTaken
    | JoinRefused
    | ContractProposed
    | ProposalRefused
    | ProposalWithdrawn
)
Happening = (
    LobbyEvent
    | TableEvent
    | PasswordTried
    | Linked
    | LinkLost
    | TranscriptWritten
    | TranscriptFailed
    | BotEnded
    | TableClosed
)
