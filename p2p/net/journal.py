"""The journal of one seat at one table: what it must not forget before others hear of it.

Records are bytes; what they say is the caller's. `append` returns when the disk has them, so who sends only afterwards
never signs a second message after a crash for want of remembering the first. One process holds a journal at a time.

Before each record stand its length (4 bytes), the first 8 bytes of its SHA-256, and the first 4 of the SHA-256 of these
twelve. The last record may be torn by a power cut: its append never returned, so nothing of it was sent, and it is cut
off. Any other damage is refused.
"""

import contextlib
import hashlib
import os
from pathlib import Path
from typing import Self

from p2p.net.files import FileFormatError, StoreError, make_folder, sync, sync_folder, take_lock

MAX_RECORD_SIZE_BYTES = 1024 * 1024

_MAGIC = b"patte journal 1\n"
_LENGTH_SIZE_BYTES = 4
_SUM_SIZE_BYTES = 8
_HEAD_SUM_SIZE_BYTES = 4
_HEAD_SIZE_BYTES = _LENGTH_SIZE_BYTES + _SUM_SIZE_BYTES + _HEAD_SUM_SIZE_BYTES


class JournalBrokenError(StoreError):
    """The journal could not be written; nothing more may be signed on its word until it is opened anew."""


class Journal:
    """An open journal; every method blocks. Open it by `Journal.open`, close it by `with` or `close`.

    Attributes:
        path: the file.
        records: those that were in it when it was opened, oldest first.
    """

    def __init__(self, path: Path, handle: int, lock: int, records: tuple[bytes, ...], end: int) -> None:
        self.path = path
        self.records = records
        self._handle = handle
        self._lock = lock
        self._end = end
        self._is_open = True

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open or make the journal and hold it for this process.

        Raises:
            FileInUseError: another process has it open.
            FileFormatError: it is damaged, and not only in a last, torn record.
        """
        make_folder(path.parent)
        lock = take_lock(path.with_name(path.name + ".lock"))
        try:
            return cls._open_locked(path, lock)
        except BaseException:
            os.close(lock)
            raise

    def append(self, *records: bytes) -> None:
        """Write records and return when the disk has them.

        Raises:
            JournalBrokenError: the disk failed, now or at an earlier append.
        """
        if not self._is_open:
            raise JournalBrokenError(f"{self.path} is closed")
        data = b"".join(map(_encode, records))
        try:
            _write_all(self._handle, data)
            sync(self._handle)
        except OSError as error:
            # After a failed sync nobody knows what the disk has; a second one may report success for lost data.
            with contextlib.suppress(OSError):
                os.ftruncate(self._handle, self._end)
            self.close()
            raise JournalBrokenError(f"{self.path}: {error}") from error
        self._end += len(data)

    def close(self) -> None:
        """Let another process have it. A second time does nothing."""
        if self._is_open:
            self._is_open = False
            os.close(self._handle)
            os.close(self._lock)

    def discard(self) -> None:
        """Remove it and close: its table is over for good.

        The lock's own file stays: another process may just be waiting at it, and a third would lock a new one.
        """
        if self._is_open:
            self._is_open = False
            os.close(self._handle)
            self.path.unlink(missing_ok=True)
            os.close(self._lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @classmethod
    def _open_locked(cls, path: Path, lock: int) -> Self:
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
        handle = os.open(path, flags, 0o600)
        try:
            records, end = _decode(path, path.read_bytes())
            os.ftruncate(handle, end)
            os.lseek(handle, end, os.SEEK_SET)
            if not end:
                _write_all(handle, _MAGIC)
                end = len(_MAGIC)
            sync(handle)
            sync_folder(path.parent)
        except BaseException:
            os.close(handle)
            raise
        return cls(path, handle, lock, records, end)


def _encode(record: bytes) -> bytes:
    if len(record) > MAX_RECORD_SIZE_BYTES:
        raise ValueError(f"a journal record of {len(record)} bytes")
    return _head(record, len(record).to_bytes(_LENGTH_SIZE_BYTES, "big")) + record


def _decode(path: Path, data: bytes) -> tuple[tuple[bytes, ...], int]:
    """Give the whole records and where they end."""
    if _MAGIC.startswith(data) and data != _MAGIC:
        return (), 0
    if not data.startswith(_MAGIC):
        raise FileFormatError(path, "this is no journal")
    records: list[bytes] = []
    end = len(_MAGIC)
    while len(data) - end >= _HEAD_SIZE_BYTES:
        start = end + _HEAD_SIZE_BYTES
        head = data[end:start]
        after = start + int.from_bytes(head[:_LENGTH_SIZE_BYTES], "big")
        if head != _head(data[start:after], head[:_LENGTH_SIZE_BYTES]):
            _refuse_if_damaged(path, len(records), data, start, after)
            break
        records.append(data[start:after])
        end = after
    return tuple(records), end


def _refuse_if_damaged(path: Path, index: int, data: bytes, start: int, after: int) -> None:
    """Tell a torn last record, which may be short or hold zeros where the disk had not come to it, from damage."""
    head = data[start - _HEAD_SIZE_BYTES : start]
    is_length_right = head[-_HEAD_SUM_SIZE_BYTES:] == _sum(head[:-_HEAD_SUM_SIZE_BYTES], _HEAD_SUM_SIZE_BYTES)
    if any(data[after if is_length_right else start :]):
        raise FileFormatError(path, f"record {index} is damaged")


def _head(record: bytes, length: bytes) -> bytes:
    """Make the head of a record; its own sum at the end keeps a damaged length from hiding the records that follow."""
    head = length + _sum(record, _SUM_SIZE_BYTES)
    return head + _sum(head, _HEAD_SUM_SIZE_BYTES)


def _sum(data: bytes, size: int) -> bytes:
    return hashlib.sha256(data).digest()[:size]


def _write_all(handle: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]
