"""A person at a real terminal: patte in a pty of its own, with a home of its own; every wait is bounded."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Self

PATIENCE_S = 60
"""Long, for several processes share a small machine; nothing waits for it unless something is wrong."""


def clean_environ(home: Path) -> dict[str, str]:
    """Give the environment of a machine on which nobody has played."""
    # Coverage looks for its own names in the processes it is to measure.
    measured = {name: value for name, value in os.environ.items() if name.startswith("COVERAGE")}
    return {"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8", "TERM": "xterm", **measured}


class Person:
    """Types, and reads what stands on the screen."""

    def __init__(
        self,
        home: Path,
        *arguments: str,
        columns: int = 80,
        rows: int = 24,
        environ: dict[str, str] | None = None,
        through: tuple[str, ...] = (),
    ) -> None:
        import pexpect

        # `through` is what runs it, as `ip netns exec NAME`.
        words = [*through, sys.executable, "-m", "cli", *arguments]
        self._child = pexpect.spawn(
            words[0],
            words[1:],
            env=clean_environ(home) | (environ or {}),
            dimensions=(rows, columns),
            encoding="utf-8",
            codec_errors="replace",
            timeout=PATIENCE_S,
            cwd=str(Path(__file__).parents[2]),
        )
        self.read = ""
        self.was_echoing = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._child.close(force=True)

    def wait_for(self, *patterns: str) -> int:
        """Wait for one of some patterns; gives which. What was read up to it is in `read`."""
        place = self._child.expect(list(patterns))
        self.read += str(self._child.before) + str(self._child.after)
        return place

    def type(self, line: str) -> None:
        self._child.sendline(line)

    def press(self, key: str) -> None:
        self._child.sendcontrol(key)

    def bots(self) -> list[int]:
        """Give the processes that patte has started."""
        started = subprocess.run(["pgrep", "-P", str(self._child.pid)], capture_output=True, text=True, check=False)
        return [int(line) for line in started.stdout.split()]

    def kill(self) -> None:
        """End the process without a word."""
        self._child.kill(signal.SIGKILL)

    def ends_with(self) -> int:
        """Wait for the end of the process; gives its exit code, minus the signal if it died of one."""
        import pexpect

        self._child.expect(pexpect.EOF)
        self.read += str(self._child.before)
        # The mode in which the terminal was given has echo, and so must what it is left in.
        self.was_echoing = self._child.getecho()
        self._child.close()
        status = self._child.exitstatus
        return status if status is not None else -(self._child.signalstatus or 0)

    def turn(self, words: str = "Your turn") -> list[str]:
        """Wait for one's turn; gives what is numbered, in order."""
        before = len(self.read)
        self.wait_for(rf"{words}[^\n]*\n(  [^\n]*\n)?> ")
        shown = self.read[before:]
        return re.findall(r"\[\d+\]((?:10|[2-9TJQKA])?(?:\x1b\[\d+m)?(?:10|[2-9TJQKA])?[♣♦♥♠CDHS])", shown)
