"""Going through a transcript as a table without a seat does, and saying of each round what was checked.

Two independent reasons to believe stand behind a round that passes: every proof in it was verified again, and after
the reveal everything was made again from the secrets alone, by code that looks at no proof. A file must hold exactly
what a table writes: an envelope that is missing, changed, moved or repeated is found at its entry.
"""

from dataclasses import dataclass, field
from typing import assert_never

from engine.cards import Card
from engine.game import Match, PublicState, Seat
from engine.moves import Move
from p2p.errors import ProofError, TranscriptError
from p2p.table import events
from p2p.table.blame import Offence
from p2p.table.contract import Contract
from p2p.table.cryptography import Cryptography
from p2p.table.flow import Flow
from p2p.table.ledger import Outcome, Section
from p2p.table.transcript import Entry, read_transcript
from p2p.wire.envelope import Chained
from p2p.wire.messages import ELEMENT, Pass, Play, Shares


@dataclass(slots=True)
class AuditedRound:
    """What was found of one round.

    Attributes:
        number: counts every attempt over the table's life, from 0.
        contract: under which it was played; seats and names are its.
        before, after: the match as the round found and left it; `after` is None while it was not counted.
        state: the round, finished; None if it broke off.
        shuffled: the seats that shuffled, in order; each proof held.
        confirmed: whether all seats saw the same decks.
        hands: what each seat was dealt, by seat, in canonical order; empty until the reveal.
        moves: all moves, each legal and with its proofs.
        shares, holds_none: how many decryption shares and holds-none proofs were checked.
        escrows: whether all seats checked their boxes.
        revealed: the seats whose secret gave again all that they had published.
        unproven: the seats whose secret did not.
    """

    number: int
    contract: Contract
    before: Match
    after: Match | None = None
    state: PublicState | None = None
    shuffled: list[Seat] = field(default_factory=list)
    confirmed: bool = False
    hands: tuple[tuple[Card, ...], ...] = ()
    moves: list[tuple[Seat, Move]] = field(default_factory=list)
    shares: int = 0
    holds_none: int = 0
    escrows: bool = False
    revealed: tuple[Seat, ...] = ()
    unproven: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Charge:
    """What was proven against a seat: of which contract, and after how many of the table's rounds had begun."""

    contract: Contract
    rounds_begun: int
    offence: Offence


@dataclass(slots=True)
class Audit:
    """What a transcript shows.

    Attributes:
        contract: the last one.
        dealer: drawn by the coin; None if the coin was not thrown.
        digits: the eight digits of the coin.
        charges: what was proven against whom.
        happened: everything that a table tells its owner, in order, each with the contract under which it happened.
        match: the match as it stands at the end.
        is_signed: whether all have signed the score sheet.
        is_finished: whether the match is over; else the file ends between rounds, or where the table broke off.
    """

    contract: Contract
    dealer: Seat | None = None
    digits: str = ""
    rounds: list[AuditedRound] = field(default_factory=list)
    charges: list[Charge] = field(default_factory=list)
    happened: list[tuple[Contract, events.Event]] = field(default_factory=list)
    match: Match | None = None
    is_signed: bool = False

    @property
    def offences(self) -> list[Offence]:
        """What was proven, without the contracts."""
        return [charge.offence for charge in self.charges]

    @property
    def is_finished(self) -> bool:
        """Whether the match is over."""
        return self.match is not None and self.match.is_over


def audit_transcript(data: bytes, crypto: Cryptography) -> Audit:
    """Check a transcript from its first byte to its last.

    Raises:
        TranscriptError: the file is not a whole, true record; it names the entry where that shows.
    """
    transcript = read_transcript(data)
    entries = transcript.entries
    if not entries or not isinstance(entries[0].content, Contract):
        raise TranscriptError(0, "a transcript begins with a contract")
    audit = Audit(entries[0].content)
    section, began = _begin(entries[0].content, crypto, frozenset()), 0
    for entry in entries[1:]:
        match entry.content:
            case Contract() as contract:
                _check_gap(section, entry.index)
                following = _next_section(section, contract, entry.index, crypto)
                _check_whole(section, entries[began + 1 : entry.index], began + 1)
                section, began, audit.contract = following, entry.index, contract
            case Chained() as envelope:
                if _take(section, envelope, entry.index, crypto) is Outcome.TAKEN and audit.rounds:
                    _count(audit.rounds[-1], envelope)
            case _:
                assert_never(entry.content)
        _note(audit, section)
    _check_gap(section, len(entries))
    _check_whole(section, entries[began + 1 :], began + 1)
    if not transcript.is_whole:
        raise TranscriptError(len(entries), "the entry that closes the file is missing, or closes another")
    return audit


def _begin(contract: Contract, crypto: Cryptography, keys_seen: frozenset[bytes]) -> Section:
    return Section.begin(Flow(contract, None, None, crypto, bytes, keys_seen))


def _next_section(before: Section, contract: Contract, index: int, crypto: Cryptography) -> Section:
    broken, drawn = before.broken, before.flow.successor
    if drawn is not None:
        expected: Contract | None = drawn
    elif broken is None or len(contract.seats) != len(before.contract.seats):
        expected = None
    else:
        newcomers = {seat: contract.seats[seat] for seat in broken.seats}
        expected = broken.contract(before.contract, newcomers)
    if contract != expected:
        raise TranscriptError(index, "this contract does not go on from where the table stood")
    return _begin(contract, crypto, before.keys_seen)


def _take(section: Section, envelope: Chained, index: int, crypto: Cryptography) -> Outcome:
    contract = section.contract
    if envelope.contract_hash != contract.hash:
        raise TranscriptError(index, "signed under another contract than the one before it")
    if envelope.seat >= len(contract.seats):
        raise TranscriptError(index, "the contract has no such seat")
    opened = section.chain.open_envelopes
    if not section.offences and envelope.step == section.chain.step.number and opened:
        held = section.chain.held(envelope.seat, envelope.step)
        if envelope.seat <= opened[-1].seat and (held is None or held.raw == envelope.raw):
            raise TranscriptError(index, "a step's messages stand in the order of the seats")
    try:
        crypto.verify_signature(contract.seats[envelope.seat].key, envelope.signed, envelope.signature)
    except ProofError as error:
        raise TranscriptError(index, "the signature does not hold") from error
    outcome = section.take(envelope)
    if outcome is Outcome.KEPT:
        _check_gap(section, index)
    if outcome in _WHY_NOT:
        raise TranscriptError(index, _WHY_NOT[outcome])
    section.advance()
    if section.stopped:
        raise TranscriptError(index, section.stopped)
    return outcome


def _check_gap(section: Section, index: int) -> None:
    """See that a step which has begun is complete before the entry `index`, unless the table broke off in it."""
    chain = section.chain
    if section.broken is None and chain.open_envelopes:
        after = sum(envelope.seat > chain.lacking[0] for envelope in chain.open_envelopes)
        raise TranscriptError(index - after, _WHY_NOT[Outcome.KEPT])


_WHY_NOT = {
    Outcome.KEPT: "messages before this one are missing",
    Outcome.REPEATED: "this message stands here twice",
    Outcome.IGNORED: "this message shows nothing that was not shown before",
}


def _note(audit: Audit, section: Section) -> None:
    for event in section.flow.happened:
        audit.happened.append((section.contract, event))
        _note_event(audit, section.contract, event)
    section.flow.happened.clear()
    audit.match = section.flow.match if section.broken is None else section.broken.match


def _count(found: AuditedRound, envelope: Chained) -> None:
    match envelope.message():
        case Shares(shares=shares):
            found.shares += len(shares) // ELEMENT
        case Play(holds_none=holds_none):
            found.shares += 1
            found.holds_none += len(holds_none)
        case Pass(holds_none=holds_none):
            found.holds_none += len(holds_none)
        case _:
            pass


def _note_event(audit: Audit, contract: Contract, event: events.Event) -> None:
    match event:
        case events.CoinThrown(dealer, digits):
            audit.dealer, audit.digits = dealer, digits
        case events.RoundBegan(number, match):
            audit.rounds.append(AuditedRound(number, contract, match))
        case events.Shuffled(seat):
            audit.rounds[-1].shuffled.append(seat)
        case events.DeckConfirmed():
            audit.rounds[-1].confirmed = True
        case events.EscrowsChecked():
            audit.rounds[-1].escrows = True
        case events.Moved(seat, move):
            audit.rounds[-1].moves.append((seat, move))
        case events.RoundEnded(state=state, match=match, hands=hands, unproven=unproven):
            ended = next(one for one in reversed(audit.rounds) if one.after is None)
            ended.after, ended.state, ended.hands, ended.unproven = match, state, hands, unproven
            ended.revealed = tuple(Seat(seat) for seat in range(match.seats) if Seat(seat) not in unproven)
        case events.SeatNamed(offence):
            other = [one for one in audit.charges if (one.contract, one.offence.seat) != (contract, offence.seat)]
            audit.charges = [*other, Charge(contract, len(audit.rounds), offence)]
        case events.RoundBroken(match=match) if audit.rounds and audit.rounds[-1].state is None:
            audit.rounds[-1].after = match
        case events.SheetSigned():
            audit.is_signed = True
        case _:
            pass


def _check_whole(section: Section, entries: tuple[Entry, ...], index: int) -> None:
    """See that a section holds what a table writes of it and nothing else.

    Here one finds a section that ends in the middle of a step or of a round, an envelope that attests to another past
    and shows nothing about anybody, and evidence that is not in its place.
    """
    due = [*(envelope.raw for step in section.standing for envelope in step.envelopes), *section.evidence]
    found = [entry.content.raw for entry in entries]
    if due != found:
        pairs = enumerate(zip(due, found, strict=False))
        first = next((n for n, (one, other) in pairs if one != other), min(len(due), len(found)))
        raise TranscriptError(index + first, "the table did not stand, or break off, as the messages up to here say")
