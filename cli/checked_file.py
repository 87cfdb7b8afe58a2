"""A transcript file, read and checked: what its audit found, or what is wrong with it and where that shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from os import urandom
from pathlib import Path
from typing import Final

from cli import words_verify as words
from cli.errors import CliError, UsageError
from cli.language import Language
from cli.peer_text import peer_name
from p2p.errors import TranscriptError
from p2p.table.audit import Audit, audit_transcript
from p2p.table.contract import Contract
from p2p.table.mental_poker import MentalPoker
from p2p.table.transcript import Entry, read_transcript
from p2p.wire.envelope import Chained

UNFAIR: Final = 6
MOST_FILE_BYTES: Final = 256 * 1024 * 1024
"""Some 500 rounds of seven seats."""


class UnreadableError(CliError):
    """The file is there and cannot be read."""

    exit_code = 7


class NotTrueError(CliError):
    """The file is not a true record of a table."""

    exit_code = UNFAIR


@dataclass(frozen=True, slots=True)
class Fault:
    """Where a file stops being a true record, and why.

    Attributes:
        entry: the number of the entry, from 0; -1 where it is the file as a whole.
        entries: how many there are; 0 where that can't be told.
        why: the reader's or the auditor's own words.
        seat, name, kind: whose message it is and of what kind, where it is one.
        round: in which round, from 1; 0 before the first.
    """

    entry: int
    entries: int
    why: str
    seat: int | None = None
    name: str = ""
    kind: str = ""
    round: int = 0


@dataclass(frozen=True, slots=True)
class Checked:
    """A file that was looked at: either `audit` or `fault` is there."""

    audit: Audit | None
    fault: Fault | None


def check_file(path: str, language: Language) -> Checked:
    """Read a transcript and check it from its first byte to its last.

    Raises:
        UsageError: there is no such file.
        UnreadableError: it cannot be read.
    """
    data = _read(path, language)
    if len(data) > MOST_FILE_BYTES:
        return Checked(None, Fault(-1, 0, "the file is too long"))
    try:
        return Checked(audit_transcript(data, MentalPoker(urandom)), None)
    except TranscriptError as error:
        return Checked(None, _fault(data, error))


def true_record(path: str, language: Language) -> Audit:
    """Read a transcript that must be a true record.

    Raises:
        NotTrueError: it is none. Else as `check_file`.
    """
    checked = check_file(path, language)
    if checked.audit is None:
        raise NotTrueError(
            words.NOT_TRUE.of(language), words.REPLAY_REFUSED.of(language), words.SEE_VERIFY.of(language, path=path)
        )
    return checked.audit


def _read(path: str, language: Language) -> bytes:
    try:
        with Path(path).open("rb") as file:
            return file.read(MOST_FILE_BYTES + 1)
    except FileNotFoundError as error:
        raise UsageError(
            words.NO_SUCH_FILE.of(language, path=path),
            words.NO_SUCH_FILE_WHY.of(language),
            words.NO_SUCH_FILE_DO.of(language),
        ) from error
    except (OSError, ValueError) as error:
        raise UnreadableError(
            words.CANNOT_READ.of(language, path=path),
            words.CANNOT_READ_WHY.of(language, error=getattr(error, "strerror", None) or error),
            words.CANNOT_READ_DO.of(language),
        ) from error


def _fault(data: bytes, error: TranscriptError) -> Fault:
    """Say whose message an error is about, as far as the file can still be cut into messages."""
    try:
        entries = read_transcript(data).entries
    except TranscriptError:
        return Fault(error.index, 0, error.why)
    if not 0 <= error.index < len(entries) or not isinstance(entries[error.index].content, Chained):
        return Fault(error.index, len(entries), error.why)
    return _fault_of_message(entries, error)


def _fault_of_message(entries: Sequence[Entry], error: TranscriptError) -> Fault:
    contract: Contract | None = None
    rounds, envelope = 0, None
    for entry in entries[: error.index + 1]:
        match entry.content:
            case Contract():
                contract = entry.content
            case Chained(seat=seat, kind=kind):
                envelope = entry.content
                rounds += seat == 0 and kind == "commit"
    if contract is None or envelope is None:
        return Fault(error.index, len(entries), error.why)
    seat = envelope.seat
    name = str(peer_name(contract.seats[seat].name)) if seat < len(contract.seats) else "?"
    kind = str(peer_name(envelope.kind))
    return Fault(error.index, len(entries), error.why, seat, name, kind, rounds)
