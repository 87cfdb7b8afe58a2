"""One table's whole protocol, without I/O: bytes come in, bytes and events come out.

Theory of operation. A table is a row of *sections*, one a contract; each has its chain of steps (`chain`), says what
the open step is about (`flow`, `playing`), and takes envelopes, ours as everybody's, by one way in (`ledger`). This
class joins that to the outside: it checks signatures, gives early and strange envelopes a place to wait, sends what
the own seat owes, passes evidence on, and lets peers that lack something find it (`gossip`). A table without a seat
runs the same code and only sends nothing of its own: the spectator, the auditor, the newcomer before taking a seat.

An envelope is judged in this order, and nothing changes before the last: canonical form, contract, seat, signature;
step and head; kind; fields; the card of an opening; the rules; the proofs. What fails before the signature is the
fault of the link that brought it, and drops that link; all after is the signer's own, whoever brought it.

Not done here: votes about seats that are away, and the recovery of their cards. A table with a silent seat waits.
"""

from collections import deque
from dataclasses import replace
from typing import assert_never

from engine.game import Seat
from p2p.errors import EncodingError, LocalProtocolError, ProofError
from p2p.identity import Identity, PeerId, parse_peer_id
from p2p.table import events
from p2p.table.actions import Action, AgreeTo, Decline, LeaveTable, MakeMove, Propose, Say
from p2p.table.breaking import HEAR_EARLIER_S, PROPOSE_AFTER_S
from p2p.table.contract import Contract, ContractSeat, parse_contract
from p2p.table.cryptography import Cryptography
from p2p.table.events import Event
from p2p.table.flow import Entropy, Flow
from p2p.table.gossip import ALL, Gossip
from p2p.table.ledger import Outcome, Section
from p2p.table.phases import Phase
from p2p.table.presence import Presence
from p2p.table.view import TableView
from p2p.wire import messages
from p2p.wire.envelope import Chained, Loose, parse_envelope, seal_chained
from p2p.wire.messages import ChainedMessage, LooseMessage

MOST_STRANGE = 128
__all__ = ["ALL", "MOST_STRANGE", "Table"]


class Table(TableView):
    """One table as one peer sees it. It has one owner, who calls it from one thread at a time.

    Args:
        contract: the table's first contract, which the owner has agreed to if it gives the identity's key a seat.
        identity: the own key; None for one who only follows what others have written down.
        crypto: the door to cryptography.
        entropy: gives n fresh bytes.
        now: seconds of a clock that only grows; every later `now` is of the same clock.
    """

    def __init__(
        self, contract: Contract, identity: Identity | None, crypto: Cryptography, entropy: Entropy, now: float
    ) -> None:
        self._identity, self._crypto, self._entropy = identity, crypto, entropy
        super().__init__()
        self._sections.append(Section.begin(self._flow(contract, frozenset())))
        self._candidate: Section | None = None
        self._candidate_proposal = b""
        self._candidate_fits = True
        self._refused: tuple[Section, bytes] | None = None
        self._broken_since = now
        self._inbox: deque[tuple[Section, Chained]] = deque()
        self._strange: deque[Chained] = deque(maxlen=MOST_STRANGE)
        self._events: deque[Event] = deque()
        self._presence.me = self.seat
        self._gossip = Gossip(identity, contract.table_id, crypto, entropy)
        self._presence.begin(len(contract.seats), now)
        if self.seat is not None:
            self._send(self._section, messages.Agree())
            self._pump(now)

    # What comes in and goes out.

    def link_up(self, link: int, peer: PeerId | None) -> None:
        """Say that a link leads to this peer from now on; None for one who has no key here."""
        self._gossip.links[link] = peer
        self._gossip.say_where(self._section, to=link)

    def link_down(self, link: int) -> None:
        """Say that a link is gone. That is a drop, not a leave."""
        self._gossip.forget(link)

    def introduce(self, link: int) -> None:
        """Send the contract that the table began with to one who will follow it without a seat."""
        first = self._sections[0].contract
        self._gossip.send(self._section, messages.Proposal(first.raw), link=link)

    def receive(self, link: int, data: bytes, now: float) -> None:
        """Take in one frame's bytes."""
        try:
            envelope = parse_envelope(data)
            match envelope:
                case Chained():
                    self._receive_chained(link, envelope, now)
                case Loose():
                    self._receive_loose(link, envelope, now)
                case _:
                    assert_never(envelope)
        except (EncodingError, ProofError) as error:
            self._events.append(events.DropLink(link, str(error)))
        self._pump(now)

    def do(self, action: Action, now: float) -> None:
        """Act for the own seat.

        Raises:
            IllegalMoveError: the rules forbid the move; nothing was sent.
            LocalProtocolError: there is nothing of this kind to do now.
            EncodingError: the words are too long or empty.
        """
        if self.seat is None and not isinstance(action, AgreeTo | Decline):
            raise LocalProtocolError("nobody sits here")
        match action:
            case MakeMove(move):
                if self.seat not in self.lacking or not self._section.is_open:
                    raise LocalProtocolError("no move of this seat is awaited")
                self._send(self._section, self._section.flow.move_message(move))
            case Say(words):
                self._gossip.send(self._section, messages.Chat(words))
            case LeaveTable():
                self._gossip.send(self._section, messages.Bye())
            case Propose(newcomers):
                self._propose(dict(newcomers), now)
            case AgreeTo(contract_hash):
                self._answer(contract_hash, messages.Agree())
            case Decline(contract_hash):
                self._answer(contract_hash, messages.Refuse())
            case _:
                assert_never(action)
        self._pump(now)

    def outgoing(self) -> tuple[tuple[int, bytes], ...]:
        """Take away what is to be sent: (link or `ALL`, bytes), oldest first."""
        return self._gossip.take_outgoing()

    def next_event(self) -> Event | None:
        """Take away the oldest event."""
        return self._events.popleft() if self._events else None

    def next_deadline(self) -> float:
        """Give the time at which `handle_deadline` has something to do."""
        look = self._presence.next_look(by_program=self._by_program)
        return min(look, self._presence.next_heartbeat) if self.seat is not None else look

    def handle_deadline(self, now: float) -> None:
        """Send a heartbeat and look for seats that have gone away, as far as either is due."""
        if self.seat is not None and now >= self._presence.next_heartbeat:
            self._presence.next_heartbeat = now + self._gossip.heartbeat_every_s
            self._gossip.say_where(self._section, to=ALL)
            self._repeat_candidate()
        gone = self._presence.look(self.lacking, by_program=self._by_program, now=now)
        self._events.extend(events.WentAway(Seat(seat)) for seat in gone)

    # Chained envelopes.

    def _receive_chained(self, link: int, envelope: Chained, now: float) -> None:
        section = self._find(envelope.contract_hash)
        if section is None:
            self._strange.append(envelope)
            return
        if envelope.seat >= len(section.contract.seats):
            raise EncodingError("the contract has no such seat")
        held = section.chain.held(envelope.seat, envelope.step)
        if held is not None and held.raw == envelope.raw:
            return
        self._crypto.verify_signature(section.contract.seats[envelope.seat].key, envelope.signed, envelope.signature)
        outcome = self._take(section, envelope)
        if outcome in {Outcome.TAKEN, Outcome.KEPT} and section is self._section:
            self._heard(envelope.seat, now)
        elif outcome is Outcome.FOREIGN and section is self._section:
            self._gossip.go_back(link, section, now)

    def _find(self, contract_hash: bytes) -> Section | None:
        """Find the section in force, or the one that may follow; what is past proves nothing any more."""
        refused = None if self._refused is None else self._refused[0]
        known = [section for section in (self._section, self._candidate, refused) if section is not None]
        return next((section for section in known if section.contract.hash == contract_hash), None)

    def _take(self, section: Section, envelope: Chained) -> Outcome:
        outcome = section.take(envelope)
        if outcome is Outcome.CHARGED:
            self._pass_on(section)
        return outcome

    def _pass_on(self, section: Section) -> None:
        for offence in section.offences:
            for raw in offence.evidence:
                self._gossip.send_raw(ALL, raw, once=True)

    def _send(self, section: Section, message: ChainedMessage) -> None:
        """Sign a message of the own seat for the open step, send it, and take it as everybody will."""
        seat, identity, step = section.flow.me, self._identity, section.chain.step
        if seat is None or identity is None:
            raise LocalProtocolError("nobody sits here")
        envelope = seal_chained(
            contract_hash=section.contract.hash,
            seat=seat,
            step=step.number,
            head=step.head,
            message=message,
            sign=lambda signed: self._crypto.sign(identity, signed),
        )
        self._gossip.send_raw(ALL, envelope.raw)
        self._inbox.append((section, envelope))

    def _pump(self, now: float) -> None:
        """Take what waits and go on from step to step, until something is lacking."""
        while True:
            broken = self._section.broken
            while self._inbox:
                self._take(*self._inbox.popleft())
            if self._section.broken is not broken:
                self._broken_since = now
            self._collect()
            if not self._go_on(now):
                break
        self._collect()

    def _go_on(self, now: float) -> bool:
        """Move to the next step or contract, if there is one; tell whether anything moved."""
        candidate = self._candidate
        if self._adopt_if_spoiled(now):
            return True
        if candidate is not None and candidate.is_refused:
            self._drop_refused(candidate)
        elif candidate is not None and candidate.chain.is_complete:
            self._adopt(candidate, self._candidate_proposal, now)
            return True
        elif candidate is not None:
            self._agree_if_due(candidate)
            if self._inbox:
                return True
        section = self._section
        step, broken = section.chain.step.number, section.broken
        early = section.advance()
        if section.broken is not broken:
            self._broken_since = now
            self._pass_on(section)
        if section.chain.step.number == step:
            return False
        self._collect()
        back = self._presence.step_began(now)
        self._events.extend(events.CameBack(Seat(seat)) for seat in back)
        self._gossip.step_began()
        self._inbox.extend((section, envelope) for envelope in early)
        if section.flow.successor is not None and section.is_open is False and section.broken is None:
            self._follow(section.flow.successor)
        elif section.is_open:
            message = section.flow.mine()
            if message is not None:
                self._send(section, message)
        return True

    def _collect(self) -> None:
        for section in (self._section, self._candidate):
            if section is not None:
                self._events.extend(section.flow.happened)
                section.flow.happened.clear()

    # Contracts that follow.

    def _flow(self, contract: Contract, keys_seen: frozenset[bytes]) -> Flow:
        me = None if self._identity is None else contract.seat_of(self._identity.peer_id)
        return Flow(contract, me, self._identity, self._crypto, self._entropy, keys_seen)

    def _follow(self, contract: Contract, proposal: bytes = b"", *, fits: bool = True) -> None:
        """Make a contract the candidate; if the own seat stays and the contract does not fit, refuse it."""
        self._candidate = Section.begin(self._flow(contract, self._section.keys_seen))
        self._candidate_proposal, self._candidate_fits, self._refused = proposal, fits, None
        if not fits:
            self._send(self._candidate, messages.Refuse())
        again, self._strange = self._strange, deque(maxlen=MOST_STRANGE)
        for envelope in again:
            self._receive_again(envelope, self._candidate)

    def _is_newcomer(self, contract: Contract, seat: int) -> bool:
        return self.contract.seat_of(contract.seats[seat].key) is None

    def _agree_if_due(self, candidate: Section) -> None:
        """Agree for a seat that stays, once all newcomers have: before that nobody is bound, and others may propose."""
        lacking, me = candidate.chain.lacking, candidate.flow.me
        if me in lacking and not any(self._is_newcomer(candidate.contract, seat) for seat in (me, *lacking)):
            self._send(candidate, messages.Agree())

    @property
    def _is_bound(self) -> bool:
        """Whether we have answered the contract that may follow; then only a refusal makes room for another."""
        candidate = self._candidate
        me = None if candidate is None else candidate.flow.me
        return candidate is not None and me is not None and me not in candidate.chain.lacking

    def _receive_again(self, envelope: Chained, section: Section) -> None:
        """Take an envelope that came before its contract; no link is at fault any more for a signature that fails."""
        seats = section.contract.seats
        if envelope.contract_hash != section.contract.hash:
            self._strange.append(envelope)
        elif envelope.seat < len(seats):
            try:
                self._crypto.verify_signature(seats[envelope.seat].key, envelope.signed, envelope.signature)
            except ProofError:
                return
            self._inbox.append((section, envelope))

    def _drop_refused(self, candidate: Section) -> None:
        seat = next(one.seat for one in candidate.chain.open_envelopes if one.kind == "refuse")
        self._events.append(events.Refused(Seat(seat), candidate.contract))
        self._candidate = None
        self._refused = (candidate, self._candidate_proposal) if self._candidate_fits else None

    def _adopt_if_spoiled(self, now: float) -> bool:
        """Go on, broken off, from a contract that fits and under which a seat has cheated in answering.

        To some that seat may have agreed and to others refused: so all end under the same contract, whatever came
        first, and it can be mended without that seat.
        """
        waiting = (self._candidate, self._candidate_proposal) if self._candidate_fits else (None, b"")
        for section, proposal in (waiting, self._refused or (None, b"")):
            if section is not None and section.broken is not None:
                self._adopt(section, proposal, now)
                self._broken_since = now
                return True
        return False

    def _adopt(self, candidate: Section, proposal: bytes, now: float) -> None:
        self._gossip.proposals[candidate.contract.hash] = proposal
        self._sections.append(candidate)
        self._candidate = self._refused = None
        self._presence = replace(Presence(self.seat), left=self._presence.left & self._same_people())
        self._presence.begin(len(candidate.contract.seats), now)

    def _same_people(self) -> set[int]:
        old, new = self._sections[-2].contract, self._sections[-1].contract
        return {i for i, (a, b) in enumerate(zip(old.seats, new.seats, strict=True)) if a.key == b.key}

    def _propose(self, newcomers: dict[int, ContractSeat], now: float) -> None:
        """Propose to go on; the proposer's own proposal takes the same way in as others'."""
        broken = self._section.broken
        contract = None if broken is None else broken.contract(self.contract, newcomers)
        if contract is None or self.seat is None or not self._may_propose(self.seat, now):
            raise LocalProtocolError("nothing is broken that this seat could mend now with these people")
        raw = self._gossip.send(self._section, messages.Proposal(contract.raw))
        self._follow(contract, raw)

    def _may_propose(self, seat: Seat, now: float, *, earlier_s: float = 0.0) -> bool:
        """Tell whether it is a seat's turn to propose: the lowest that stays at once, each next half a minute later."""
        broken = self._section.broken
        if broken is None or seat in broken.seats or self._is_bound:
            return False
        rank = broken.rank(seat, len(self.contract.seats))
        return now - self._broken_since >= rank * PROPOSE_AFTER_S - earlier_s

    def _take_proposal(self, seat: Seat, message: messages.Proposal, raw: bytes, now: float) -> None:
        """Follow an amendment that goes on from where this table stands; refuse one that goes on from elsewhere.

        Who has answered one answers no other before a seat has refused that one: so no two can come into force.
        """
        contract = parse_contract(message.contract)
        if self._candidate is not None and self._candidate.contract == contract:
            return
        broken = self._section.broken
        if broken is None or not self._may_propose(seat, now, earlier_s=HEAR_EARLIER_S):
            return
        if contract.amends is None or contract.amends.previous != self.contract.hash:
            return
        newcomers = {out: contract.seats[out] for out in broken.seats if out < len(contract.seats)}
        fits = broken.contract(self.contract, newcomers) == contract
        if not fits and (self._identity is None or contract.seat_of(self._identity.peer_id) is None):
            # Whoever has no seat in it cannot refuse it: followed, it would stand in the way of a better one for good.
            return
        if fits:
            self._events.append(events.Proposed(seat, contract))
        self._follow(contract, raw, fits=fits)

    def _repeat_candidate(self) -> None:
        """Send again what a contract that waits for signatures has so far: no chain stands behind it to ask for it."""
        candidate = self._candidate
        if candidate is not None:
            for raw in (self._candidate_proposal, *(one.raw for one in candidate.chain.open_envelopes)):
                if raw:
                    self._gossip.send_raw(ALL, raw)

    def _answer(self, contract_hash: bytes, message: messages.Agree | messages.Refuse) -> None:
        candidate = self._candidate
        if candidate is None or candidate.contract.hash != contract_hash:
            raise LocalProtocolError("no such contract is proposed")
        if candidate.flow.me is None or candidate.flow.me not in candidate.chain.lacking:
            raise LocalProtocolError("there is nothing to agree to")
        self._send(candidate, message)

    # Loose envelopes.

    def _receive_loose(self, link: int, envelope: Loose, now: float) -> None:
        if envelope.table_id != self.contract.table_id:
            raise EncodingError("another table")
        key = parse_peer_id(envelope.sender)
        seat = self.contract.seat_of(key)
        if seat is not None and envelope.nonce != self.contract.seats[seat].nonce:
            return
        self._crypto.verify_signature(key, envelope.signed, envelope.signature)
        message = envelope.message()
        if not self._gossip.is_new(envelope, is_seated=seat is not None):
            return
        if isinstance(message, messages.Want):
            self._gossip.answer_want(link, message, self._sections, now)
        elif seat is not None and seat != self.seat:
            self._heard(seat, now)
            self._hear(link, seat, key, envelope, message, now)

    def _hear(self, link: int, seat: Seat, key: PeerId, envelope: Loose, message: LooseMessage, now: float) -> None:
        match message:
            case messages.Heartbeat():
                if self._presence.heartbeat_is_due_from(seat, now):
                    self._gossip.send_raw(ALL, envelope.raw)
                    self._gossip.answer_heartbeat(link, key, message, self._sections, now)
            case messages.Bye():
                if seat not in self._presence.left:
                    self._presence.left.add(seat)
                    self._events.append(events.LeftTable(seat))
                    self._gossip.send_raw(ALL, envelope.raw)
            case messages.Chat(words):
                self._events.append(events.Said(seat, words))
            case messages.Proposal():
                self._take_proposal(seat, message, envelope.raw, now)
            case _:
                raise EncodingError(f"{envelope.kind!r} has no place at a table that has begun")

    def _heard(self, seat: int, now: float) -> None:
        if self._presence.heard(seat, now):
            self._events.append(events.CameBack(Seat(seat)))

    @property
    def _by_program(self) -> bool:
        return self._section.is_open and self.phase is not Phase.MOVE
