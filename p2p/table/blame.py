"""What a peer can be proven to have done, and how one says so.

A refused message is not yet a charge: `RefusedError` says which rule it broke, where the code that knows the rule
stands. The table turns it into a `RemoteProtocolError`, which adds the signed envelopes that show it to anybody else.
Silence, a link that broke and a head that nobody can follow prove nothing and never come here.
"""

from dataclasses import dataclass
from enum import StrEnum

from p2p.errors import ProtocolError


class Code(StrEnum):
    """The offences that leave a signed trace; protocol.md says of each what shows it."""

    MALFORMED = "malformed"
    OUT_OF_TURN = "out-of-turn"
    WRONG_KIND = "wrong-kind"
    TWO_MESSAGES = "two-messages"
    COIN_REVEAL = "coin-reveal"
    KEY_PROOF = "key-proof"
    SAME_KEY = "same-key"
    SHUFFLE_PROOF = "shuffle-proof"
    SHARE_PROOF = "share-proof"
    ESCROW_PROOF = "escrow-proof"
    WRONG_BOX = "wrong-box"
    FALSE_COMPLAINT = "false-complaint"
    OPENING = "opening"
    ILLEGAL_MOVE = "illegal-move"
    HOLDS_NONE = "holds-none"
    OTHER_DIGEST = "other-digest"
    REVEAL = "reveal"


class RefusedError(ProtocolError):
    """A message that breaks a rule of the protocol or of the game.

    Attributes:
        code: which rule.
        why: one English sentence for the log and for `--explain`.
        seats: who broke it, where that is not the message's sender (a complaint shows the wrong box of another).
    """

    def __init__(self, code: Code, why: str, *, seats: tuple[int, ...] = ()) -> None:
        super().__init__(f"{code}: {why}")
        self.code = code
        self.why = why
        self.seats = seats


class VersionsDifferError(ProtocolError):
    """The seats disagree about the state of the match, and no single one of them is alone: nobody can be named."""


class RemoteProtocolError(ProtocolError):
    """A seat has broken the protocol, and the envelopes in `evidence` (as they travelled) show it to everybody."""

    def __init__(self, offence: "Offence") -> None:
        super().__init__(f"seat {offence.seat}, step {offence.step}: {offence.code}: {offence.why}")
        self.offence = offence
        self.seat = offence.seat
        self.code = offence.code
        self.evidence = offence.evidence


@dataclass(frozen=True, slots=True)
class Offence:
    """One proven offence; equal for all who have the same evidence.

    Attributes:
        seat: who did it. step: the step whose message it was. code: what was done. why: one English sentence.
            counts_from: the step before which the state counts if the table breaks off: the same step, or the next
            where what
            the step decided stands.
        evidence: the envelopes that show it, as they travelled; those of complete steps may be left out.
    """

    seat: int
    step: int
    counts_from: int
    code: Code
    why: str
    evidence: tuple[bytes, ...]
