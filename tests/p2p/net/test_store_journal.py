"""A journal gives back what was appended, forgets only a torn last record, and is held by one process."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from p2p.net import journal as journal_module
from p2p.net.files import FileFormatError, FileInUseError
from p2p.net.journal import MAX_RECORD_SIZE_BYTES, Journal, JournalBrokenError

RECORDS = (b"round secret", b"", b"a message " * 30, bytes(50), b"last")
in_one_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table" / "seat.journal"


def written(path: Path, *records: bytes) -> bytes:
    path.unlink(missing_ok=True)
    with Journal.open(path) as journal:
        journal.append(*records)
    return path.read_bytes()


def read(path: Path) -> tuple[bytes, ...]:
    with Journal.open(path) as journal:
        return journal.records


@in_one_folder
@given(st.lists(st.lists(st.binary(max_size=60), max_size=4), max_size=5))
def test_records_read_back(tmp_path: Path, appends: list[list[bytes]]) -> None:
    path = tmp_path / "seat.journal"
    path.unlink(missing_ok=True)
    expected: tuple[bytes, ...] = ()
    for records in appends:
        with Journal.open(path) as journal:
            assert journal.records == expected
            journal.append(*records)
        expected += tuple(records)
    assert read(path) == expected


def test_torn_last_record_is_cut_off_at_every_place(path: Path) -> None:
    before = written(path, *RECORDS[:-1])
    whole = written(path, *RECORDS)
    for size in range(len(before), len(whole)):
        for torn in (whole[:size], whole[:size] + bytes(len(whole) - size)):
            path.write_bytes(torn)
            if torn == whole:
                continue
            assert read(path) == RECORDS[:-1]
            assert path.read_bytes() == before
            with Journal.open(path) as journal:
                journal.append(b"again")
            assert read(path) == (*RECORDS[:-1], b"again")


def test_torn_head_of_the_file_is_an_empty_journal(path: Path) -> None:
    whole = written(path)
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        assert read(path) == ()
        assert path.read_bytes() == whole


@in_one_folder
@given(st.data())
def test_one_bit_changed_before_the_last_record_is_refused(tmp_path: Path, data: st.DataObject) -> None:
    path = tmp_path / "seat.journal"
    before = len(written(path, *RECORDS[:-1]))
    whole = written(path, *RECORDS)
    bit = data.draw(st.integers(0, before * 8 - 1))
    changed = bytearray(whole)
    changed[bit // 8] ^= 1 << bit % 8
    path.write_bytes(changed)
    with pytest.raises(FileFormatError):
        Journal.open(path)
    assert path.read_bytes() == changed
    # And it is not held by who was refused.
    path.write_bytes(whole)
    assert read(path) == RECORDS


def test_failed_write_breaks_the_journal_and_leaves_what_was_there(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal.open(path)
    journal.append(b"one")

    def fail(handle: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(journal_module, "sync", fail)
    with pytest.raises(JournalBrokenError):
        journal.append(b"two")
    monkeypatch.undo()
    with pytest.raises(JournalBrokenError):
        journal.append(b"three")
    journal.close()
    assert read(path) == (b"one",)


def test_append_is_on_disk_when_it_returns(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal.open(path)
    synced: list[int] = []

    def sync(handle: int) -> None:
        synced.append(os.fstat(handle).st_size)

    monkeypatch.setattr(journal_module, "sync", sync)
    journal.append(b"one")
    journal.append(b"two", b"three")
    assert synced == [16 + 19, 16 + 19 + 19 + 21]
    journal.close()


def test_record_above_the_limit_is_refused(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append(bytes(MAX_RECORD_SIZE_BYTES))
        with pytest.raises(ValueError, match="record"):
            journal.append(bytes(MAX_RECORD_SIZE_BYTES + 1))
        journal.append(b"goes on")
    assert [len(record) for record in read(path)] == [MAX_RECORD_SIZE_BYTES, 7]


def test_another_process_cannot_open_it_and_a_killed_one_lets_it_go(path: Path) -> None:
    written(path, b"one")
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys, pathlib; from p2p.net.journal import Journal\n"
            "journal = Journal.open(pathlib.Path(sys.argv[1])); print('held', flush=True); sys.stdin.read()",
            str(path),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline().strip() == b"held"
        with pytest.raises(FileInUseError):
            Journal.open(path)
    finally:
        holder.kill()
        holder.communicate()
    assert read(path) == (b"one",)


def test_discarded_journal_is_gone(path: Path) -> None:
    journal = Journal.open(path)
    journal.append(b"one")
    journal.discard()
    journal.discard()
    assert not path.exists()
    assert read(path) == ()


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX's")
def test_journal_is_for_us_alone(path: Path) -> None:
    written(path, b"a secret")
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
