"""The transcript: a file with all that a table's peers signed, in one order, the same bytes for everybody.

A file is the magic, then entries; each is 4 bytes of length, big-endian, and that many bytes. An entry is a contract
or a chained envelope, as it travelled. A contract begins a section; its steps follow up to the last one after which a
table can rest, in order, a step's envelopes in seat order; where the section broke off, its steps before the offence,
and then the envelopes that show why, by step and seat. The last entry closes the file: it counts the others and names
the head after them, so that a file that was cut is not taken for a shorter match.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from p2p.errors import EncodingError, TranscriptError
from p2p.pack import pack, unpack
from p2p.table.contract import Contract, parse_contract
from p2p.table.ledger import Section
from p2p.wire.envelope import Chained, Loose, parse_envelope

MAGIC = b"patte transcript 1\n"
END = "patte/1 end"
MOST_ENTRY = 65_536
_LENGTH = 4


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a transcript: its number in the file, and what it holds."""

    index: int
    content: Contract | Chained


@dataclass(frozen=True, slots=True)
class Transcript:
    """The entries of a file, in order; it `is_whole` if its last entry closes exactly these."""

    entries: tuple[Entry, ...]
    is_whole: bool


def write_transcript(sections: tuple[Section, ...]) -> bytes:
    """Give the file of a table as it stands: all complete steps, and what broke it off."""
    entries = [entry for section in sections for entry in _section_entries(section)]
    entries.append(pack(END, len(entries), _digest(entries)))
    return MAGIC + b"".join(len(entry).to_bytes(_LENGTH, "big") + entry for entry in entries)


def read_transcript(data: bytes) -> Transcript:
    """Read a transcript's entries; neither signatures nor anything that the envelopes say is checked.

    Raises:
        TranscriptError: the file is not of this form.
    """
    if not data.startswith(MAGIC):
        raise TranscriptError(-1, "this is no patte transcript")
    raws = list(_cut(data))
    end = pack(END, len(raws) - 1, _digest(raws[:-1])) if raws else b""
    is_closed = bool(raws) and _is_end(raws[-1])
    entries = raws[:-1] if is_closed else raws
    return Transcript(
        tuple(_parse(index, raw) for index, raw in enumerate(entries)), is_whole=is_closed and raws[-1] == end
    )


def _section_entries(section: Section) -> Iterator[bytes]:
    yield section.contract.raw
    for step in section.standing:
        for envelope in step.envelopes:
            yield envelope.raw
    yield from section.evidence


def _digest(entries: list[bytes]) -> bytes:
    return sha256(pack(*(sha256(entry).digest() for entry in entries))).digest()


def _is_end(raw: bytes) -> bool:
    try:
        return unpack(raw)[:1] == (END,)
    except EncodingError:
        return False


def _cut(data: bytes) -> Iterator[bytes]:
    at, index = len(MAGIC), 0
    while at < len(data):
        size = int.from_bytes(data[at : at + _LENGTH], "big")
        entry = data[at + _LENGTH : at + _LENGTH + size]
        if size > MOST_ENTRY or len(entry) != size or at + _LENGTH > len(data):
            raise TranscriptError(index, "an entry is longer than the file or than any message")
        yield entry
        at += _LENGTH + size
        index += 1


def _parse(index: int, raw: bytes) -> Entry:
    try:
        match unpack(raw)[:1]:
            case (str(),):
                return Entry(index, parse_contract(raw))
            case _:
                envelope = parse_envelope(raw)
    except EncodingError as error:
        raise TranscriptError(index, f"neither a contract nor a signed message: {error}") from error
    if isinstance(envelope, Loose):
        raise TranscriptError(index, "a loose message has no place in a transcript")
    return Entry(index, envelope)
