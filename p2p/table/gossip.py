"""How peers find what they lack: heartbeats, wants, and the loose messages that carry them.

A heartbeat says at which step and head its sender is, and whose messages of that step it lacks. It is passed on once
to every link, so it reaches those without a link of their own; whoever holds a message that its sender lacks sends
it. Who sees another further ahead, or at another head, asks that peer by `want` for everything from a step on. So
nobody can make an honest peer look silent by keeping something from it, and a peer that comes back catches up in the
same way.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from p2p.identity import Identity, PeerId
from p2p.table.cryptography import Cryptography
from p2p.table.flow import Entropy
from p2p.table.ledger import Section
from p2p.table.presence import HEARTBEAT_S
from p2p.wire.envelope import Loose, seal_loose
from p2p.wire.messages import Heartbeat, LooseMessage, Want, kind_of

ALL = -1
"""The link that stands for all links."""

MOST_ANSWER_BYTES = 262_144
WANT_LEAST_S = 1.0
MOST_COUNTED = 256


@dataclass(slots=True)
class Gossip:
    """What one table sends outside its chain, and what it has heard there.

    Attributes:
        links: the peer at the other end of each link; None for one without a key at the table.
        proposals: by contract hash, the loose envelope that brought an amendment; empty where everybody computes it.
    """

    identity: Identity | None
    table_id: bytes
    crypto: Cryptography
    entropy: Entropy
    links: dict[int, PeerId | None] = field(default_factory=dict)
    proposals: dict[bytes, bytes] = field(default_factory=dict)
    heartbeat_every_s: float = HEARTBEAT_S
    _outgoing: deque[tuple[int, bytes]] = field(default_factory=deque)
    _sent_once: set[bytes] = field(default_factory=set)
    _counters: dict[str, int] = field(default_factory=dict)
    _had: dict[tuple[bytes, bytes, str], int] = field(default_factory=dict)
    _had_of_strangers: dict[tuple[bytes, bytes, str], int] = field(default_factory=dict)
    _asked: dict[int, float] = field(default_factory=dict)
    _answered: dict[int, float] = field(default_factory=dict)
    _back: int = 0
    _own_nonce: bytes = b""

    def forget(self, link: int) -> None:
        """Forget a link that is gone."""
        for known in (self.links, self._asked, self._answered):
            known.pop(link, None)

    def take_outgoing(self) -> tuple[tuple[int, bytes], ...]:
        """Take away what is to be sent, oldest first."""
        waiting = tuple(self._outgoing)
        self._outgoing.clear()
        return waiting

    def send_raw(self, link: int, raw: bytes, *, once: bool = False) -> None:
        """Send bytes as they are; with `once`, only if they were not sent so before."""
        if once:
            if raw in self._sent_once:
                return
            self._sent_once.add(raw)
        self._outgoing.append((link, raw))

    def send(self, section: Section, message: LooseMessage, *, link: int = ALL) -> bytes:
        """Sign a loose message, send it, and give what travels; nothing is sent where nobody has a key."""
        if self.identity is None:
            return b""
        identity, kind = self.identity, kind_of(message).name
        seat = section.flow.me
        if seat is None and not self._own_nonce:
            self._own_nonce = self.entropy(32)
        self._counters[kind] = self._counters.get(kind, 0) + 1
        envelope = seal_loose(
            table_id=self.table_id,
            sender=identity.peer_id,
            nonce=self._own_nonce if seat is None else section.contract.seats[seat].nonce,
            counter=self._counters[kind],
            message=message,
            sign=lambda signed: self.crypto.sign(identity, signed),
        )
        self._outgoing.append((link, envelope.raw))
        return envelope.raw

    def is_new(self, envelope: Loose, *, is_seated: bool) -> bool:
        """Tell whether a verified envelope's counter is above all that its sender used in this nonce and kind.

        Of strangers only the last few are remembered; they must not push out a seat, whose old messages would then
        count as new.
        """
        had = self._had if is_seated else self._had_of_strangers
        key = (envelope.sender, envelope.nonce, envelope.kind)
        if envelope.counter <= had.get(key, -1):
            return False
        had[key] = envelope.counter
        if not is_seated and len(had) > MOST_COUNTED:
            del had[next(iter(had))]
        return True

    # Heartbeats.

    def say_where(self, section: Section, *, to: int) -> None:
        """Send a heartbeat, if somebody sits here."""
        if section.flow.me is not None:
            chain = section.chain
            where = Heartbeat(chain.contract_hash, chain.step.number, chain.step.head, chain.lacking)
            self.send(section, where, link=to)

    def answer_heartbeat(self, link: int, sender: PeerId, beat: Heartbeat, sections: list[Section], now: float) -> None:
        """Send what the sender lacks and we hold; ask for what we lack and it may hold."""
        direct = next((number for number, peer in self.links.items() if peer == sender), link)
        current = sections[-1]
        theirs = next((one for one in sections if one.contract.hash == beat.contract_hash), None)
        if theirs is None:
            self.ask(direct, current, current.chain.step.number, now)
            return
        chain = theirs.chain
        if theirs is current and beat.step > chain.step.number:
            self.ask(direct, current, chain.step.number, now)
            return
        if beat.step <= chain.step.number and beat.head != self._head_at(theirs, beat.step):
            self.go_back(direct, theirs, now)
            return
        for seat in beat.lacking:
            held = chain.held(seat, beat.step)
            if held is not None:
                self.send_raw(direct, held.raw)
        if theirs.offences and not (theirs is not current and beat.step < chain.step.number):
            for raw in theirs.evidence:
                self.send_raw(direct, raw)

    def _head_at(self, section: Section, step: int) -> bytes:
        chain = section.chain
        return chain.step.head if step == chain.step.number else chain.taken[step].step.head

    # Wants.

    def ask(self, link: int, section: Section, step: int, now: float) -> None:
        """Ask a peer for everything from a step on; one question a second on a link."""
        if self._may_ask(link, now):
            self._asked[link] = now
            self.send(section, Want(section.contract.hash, step), link=link)

    def go_back(self, link: int, section: Section, now: float) -> None:
        """Ask for earlier and earlier steps, until the peer and we see where we parted."""
        # Only a question that is sent goes further back: an answer is bounded, and from too far back it ends too soon.
        if self._may_ask(link, now):
            self._back = min(max(1, self._back * 2), section.chain.step.number)
            self.ask(link, section, max(0, section.chain.step.number - self._back), now)

    def _may_ask(self, link: int, now: float) -> bool:
        return now - self._asked.get(link, -WANT_LEAST_S) >= WANT_LEAST_S

    def step_began(self) -> None:
        """Forget how far back we asked."""
        self._back = 0

    def answer_want(self, link: int, want: Want, sections: list[Section], now: float) -> None:
        """Send the envelopes that a peer asks for, 256 KiB at the most; one answer a quarter second on a link."""
        if now - self._answered.get(link, -1.0) < WANT_LEAST_S / 4:
            return
        self._answered[link] = now
        left = MOST_ANSWER_BYTES
        for raw in self._from(want, sections):
            left -= len(raw)
            if left < 0:
                break
            self.send_raw(link, raw)

    def _from(self, want: Want, sections: list[Section]) -> Iterator[bytes]:
        names = [section.contract.hash for section in sections]
        if want.contract_hash and want.contract_hash not in names:
            return
        first = names.index(want.contract_hash) if want.contract_hash else 0
        for number, section in enumerate(sections[first:]):
            proposal = self.proposals.get(section.contract.hash, b"")
            if number and proposal:
                yield proposal
            step = want.step if number == 0 else 0
            yield from (envelope.raw for envelope in section.chain.since(step))
            yield from section.evidence
