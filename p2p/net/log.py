"""The log for support: one JSON object a line, what happened on links and at the table.

It never holds a secret, a hand, a password, a nonce, or what somebody said: callers give plain words and numbers, and
peers by a few letters of their fingerprint. A line is written at once, so that the last one before a crash is there.
"""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from p2p.identity import PeerId, fingerprint

MOST_SIZE_BYTES = 2 * 1024 * 1024


class Log:
    """Lines for a stream; None: they go nowhere.

    Args:
        stream: where lines go; the caller closes it.
        now: gives the wall clock's time.
    """

    def __init__(self, stream: TextIO | None, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._stream = stream
        self._now = now

    def write(self, what: str, **facts: str | float | bool) -> None:
        """Write one line: the time, what happened, and the facts. A log that can't be written stops nobody."""
        if self._stream is None:
            return
        line = {"at": self._now().isoformat(timespec="milliseconds"), "what": what, **facts}
        try:
            self._stream.write(json.dumps(line) + "\n")
            self._stream.flush()
        except (OSError, ValueError):
            self._stream = None


def open_log(path: Path) -> TextIO:
    """Open a log file to append to; one that has grown large becomes `NAME.old` first. It blocks."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and path.stat().st_size > MOST_SIZE_BYTES:
        path.replace(path.with_name(path.name + ".old"))
    return path.open("a", encoding="utf-8")


def short(peer: PeerId) -> str:
    """Give the first letters of a fingerprint: enough to tell a table's peers apart."""
    return fingerprint(peer)[:9]
