"""Transcripts for the tests of the commands: played in memory, cut into entries, and put together again changed."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from hashlib import sha256
from random import Random

from p2p.errors import EncodingError
from p2p.identity import Identity
from p2p.pack import pack
from p2p.table.actions import AgreeTo, Propose
from p2p.table.contract import ContractSeat, first_contract
from p2p.table.mental_poker import MentalPoker
from p2p.table.table import Table
from p2p.table.transcript import END, MAGIC, write_transcript
from p2p.wire import messages
from p2p.wire.envelope import Chained, parse_envelope, seal_chained
from tests.p2p.table.ring import Ring, any_move, identities, ring
from tests.p2p.table.standin import StandIn

Names = tuple[str, ...]
NAMES: Names = ("Asha", "Bina", "Chitra")


@cache
def real_double_sir() -> bytes:
    """A match of one round with the product's own cryptography."""
    entropy = Random("real")
    played = ring("double-sir", 4, lambda _: MentalPoker(entropy.randbytes), options={"target_rounds": "1"}, seed=5)
    played.run()
    return write_transcript(played.tables[0].sections)


@cache
def fast_match(names: Names = NAMES, *, random_seats: bool = False) -> bytes:
    """Three rounds of Badam Satti between three, with the stand-in for cryptography."""
    table = fast_ring(names, random_seats=random_seats)
    table.run()
    return write_transcript(table.tables[0].sections)


def fast_ring(names: Names = NAMES, *, random_seats: bool = False) -> Ring:
    people = identities(len(names) + 1, seed=3)
    seats = tuple(
        ContractSeat(who.peer_id, name, number == 2, bytes([number]) * 32)
        for number, (who, name) in enumerate(zip(people, names, strict=False))
    )
    contract = first_contract(
        table_id=b"t" * 16, game="badam-satti", options={"rounds": "3"}, seats=seats, random_seats=random_seats
    )
    tables = [
        Table(contract, who, StandIn(Random(number)), Random(number).randbytes, 0.0)
        for number, who in enumerate(people)
    ]
    return Ring(tables, Random(3), any_move)


@cache
def cheated_match(*, goes_on: bool = False) -> bytes:
    """Chitra signs two commitments in the second round; with `goes_on` Dev then takes the seat and all play on."""
    table = fast_ring()
    cheat = table.tables[2]._identity
    assert cheat is not None
    table.tamper = _two_commitments(table, cheat)
    table.run(until=lambda at: all(one.is_broken for one in at.tables))
    if goes_on:
        dev = table.tables[3]._identity
        assert dev is not None
        table.tamper = None
        table.tables[0].do(Propose(((2, ContractSeat(dev.peer_id, "Dev", False, b"n" * 32)),)), table.now)
        table.run(until=lambda at: at.tables[3]._candidate is not None)
        candidate = table.tables[3]._candidate
        assert candidate is not None
        table.tables[3].do(AgreeTo(candidate.contract.hash), table.now)
        table.tables[2].link_down(0)
        table.run(until=lambda at: all(at.tables[number].phase.word == "over" for number in (0, 1, 3)))
    return write_transcript(table.tables[0].sections)


def _two_commitments(table: Ring, cheat: Identity) -> Callable[[int, int, bytes], list[bytes]]:
    crypto = StandIn(Random(9))

    def tamper(sender: int, receiver: int, data: bytes) -> list[bytes]:
        envelope = parse_envelope(data)
        if not isinstance(envelope, Chained) or (sender, envelope.seat, envelope.kind) != (2, 2, "commit"):
            return [data]
        match = table.tables[2].match
        if match is None or not match.rounds:
            return [data]
        message = envelope.message()
        assert isinstance(message, messages.Commit)
        other = seal_chained(
            contract_hash=envelope.contract_hash,
            seat=2,
            step=envelope.step,
            head=envelope.head,
            message=replace(message, commitment=b"c" * 32),
            sign=lambda signed: crypto.sign(cheat, signed),
        )
        return [data, other.raw]

    return tamper


@cache
def false_reveal() -> bytes:
    """Chitra reveals another secret in the first round than the one committed to."""
    return _changed_match(
        lambda sent: replace(sent, secret=b"r" * 32) if isinstance(sent, messages.Reveal) else sent,
    )


@cache
def false_toss() -> bytes:
    """Chitra shows another toss of the coin than the one committed to."""
    return _changed_match(
        lambda sent: replace(sent, value=b"r" * 32) if isinstance(sent, messages.CoinReveal) else sent,
    )


def _changed_match(change: Callable[[messages.ChainedMessage], messages.ChainedMessage]) -> bytes:
    """Chitra's messages are signed changed, the same to all."""
    table, crypto = fast_ring(), StandIn(Random(9))
    cheat = table.tables[2]._identity
    assert cheat is not None

    def tamper(sender: int, receiver: int, data: bytes) -> list[bytes]:
        envelope = parse_envelope(data)
        if not isinstance(envelope, Chained) or (sender, envelope.seat) != (2, 2):
            return [data]
        changed = seal_chained(
            contract_hash=envelope.contract_hash,
            seat=2,
            step=envelope.step,
            head=envelope.head,
            message=change(envelope.message()),
            sign=lambda signed: crypto.sign(cheat, signed),
        )
        return [changed.raw]

    table.tamper = tamper
    table.run(until=lambda at: all(at.tables[number].is_broken for number in (0, 1)))
    return write_transcript(table.tables[0].sections)


def entry_at(data: bytes, place: int) -> int:
    """Say to which entry of a file a byte belongs, its length included; -1 for the magic."""
    entry, at = -1, len(MAGIC)
    while at <= place:
        at += 4 + int.from_bytes(data[at : at + 4], "big")
        entry += 1
    return entry


def cut(data: bytes) -> list[bytes]:
    """Give a transcript's entries, without the last one, which closes the file."""
    entries, at = [], len(MAGIC)
    while at < len(data):
        end = at + 4 + int.from_bytes(data[at : at + 4], "big")
        entries.append(data[at + 4 : end])
        at = end
    return entries[:-1]


def joined(entries: list[bytes]) -> bytes:
    """Put entries together, closed as a forger would close them."""
    digest = sha256(pack(*(sha256(entry).digest() for entry in entries))).digest()
    whole = [*entries, pack(END, len(entries), digest)]
    return MAGIC + b"".join(len(entry).to_bytes(4, "big") + entry for entry in whole)


def kinds(entries: list[bytes]) -> list[str]:
    """Give each entry's kind; empty for a contract."""
    found = []
    for entry in entries:
        try:
            found.append(parse_envelope(entry).kind)
        except EncodingError:
            found.append("")
    return found
