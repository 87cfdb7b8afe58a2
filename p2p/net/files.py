"""Files that survive a power cut and a second process: written whole or not at all, locked, and synced to disk.

Everything here blocks; whoever runs under trio calls it in a thread.
"""

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from p2p.errors import P2PError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class StoreError(P2PError):
    """Trouble with this peer's own files. Trouble of the disk itself stays an OSError."""


class FileFormatError(StoreError):
    """One of our files does not hold what it should; it is left as it is."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{path}: {why}")
        self.path = path
        self.why = why


class FileInUseError(StoreError):
    """Another process holds this file."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} is in use by another process")
        self.path = path


def make_folder(folder: Path) -> None:
    """Make a folder for us alone (0700), with its parents, if it is not there."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file (0600) so that at any time there is the old one or the whole new one."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".new")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            sync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
        raise
    sync_folder(path.parent)


def sync(handle: int) -> None:
    """Have the disk itself keep what was written."""
    if sys.platform == "darwin":
        # There, fsync leaves it in the drive's memory.
        fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
    else:
        os.fsync(handle)


def sync_folder(folder: Path) -> None:
    """Have the disk keep that a file was made or renamed. Windows knows no such thing."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Wait for the lock, for a moment's work that no other process may do at the same time."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _lock(handle, waits=True)
        yield
    finally:
        os.close(handle)


def take_lock(path: Path) -> int:
    """Take the lock for as long as the handle is open, or the process lives.

    Raises:
        FileInUseError: somebody else holds it, in this process or another.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _lock(handle, waits=False)
    except OSError as error:
        os.close(handle)
        raise FileInUseError(path) from error
    return handle


def _lock(handle: int, *, waits: bool) -> None:
    if sys.platform == "win32":
        msvcrt.locking(handle, msvcrt.LK_LOCK if waits else msvcrt.LK_NBLCK, 1)
    else:
        # Not lockf: that lock is the process's, and gone with the first of its handles that is closed.
        fcntl.flock(handle, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
