"""What the person or program in a seat can do at a table: the closed union `Action`."""

from dataclasses import dataclass

from engine.moves import Move
from p2p.table.contract import ContractSeat


@dataclass(frozen=True, slots=True)
class MakeMove:
    """Make a move of the game; it is one's turn."""

    move: Move


@dataclass(frozen=True, slots=True)
class Say:
    """Say something to all: 1 to 400 bytes."""

    words: str


@dataclass(frozen=True, slots=True)
class LeaveTable:
    """Say goodbye: one does not come back."""


@dataclass(frozen=True, slots=True)
class Propose:
    """Propose to go on after a break, with these people in the seats of those who are out."""

    newcomers: tuple[tuple[int, ContractSeat], ...]


@dataclass(frozen=True, slots=True)
class AgreeTo:
    """Take the seat that a proposed contract gives to one's key; a seat that stays agrees by itself."""

    contract_hash: bytes


@dataclass(frozen=True, slots=True)
class Decline:
    """Refuse the seat that a proposed contract gives to one's key."""

    contract_hash: bytes


Action = MakeMove | Say | LeaveTable | Propose | AgreeTo | Decline
"""What `Table.do` takes."""
