"""The terminal: the only file that touches it. Lines out, lines in, nothing redrawn, no mode of it ever changed.

Writing may block (a paused terminal, a pipe that nobody reads), so it happens in a thread. Reading waits for the
terminal's own line mode: `wait_readable` and `os.read` where the system can wait for standard input, a thread that is
given up at the end where it can't (a regular file, Windows).
"""

import codecs
import getpass
import os
import shutil
import sys
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Final, Self, TextIO

import trio

from cli.language import Language
from cli.line_form import paint_line, plainer_line, wants_colour, wrap_line
from cli.output import shows_signs
from cli.words_talk import PROMPT

CHUNK_SIZE_BYTES: Final = 4096
MOST_LINE: Final = 4096
_IS_WINDOWS: Final = sys.platform == "win32"


class ScreenGoneError(Exception):
    """Nobody reads what is written any more: the terminal or the pipe was closed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What the terminal can show, and what was asked for.

    Attributes:
        wraps: whether long lines are broken here; a pipe gets them whole.
        has_prompt: whether "> " and the cursor wait behind a prompt.
        is_interactive: whether a person types; a pipe's lines are taken one a prompt.
    """

    has_signs: bool
    has_colour: bool
    has_bell: bool
    wraps: bool
    has_prompt: bool
    is_interactive: bool

    @classmethod
    def find(cls, *, plain: bool, no_color: bool, bell: bool) -> Self:
        """Look at standard input and output."""
        is_terminal, is_interactive = _is_terminal(sys.stdout), _is_terminal(sys.stdin)
        colour = wants_colour(os.environ, is_terminal=is_terminal, is_windows=_IS_WINDOWS)
        return cls(
            has_signs=shows_signs(),
            has_colour=colour and not (plain or no_color),
            has_bell=bell and is_terminal and not plain,
            wraps=is_terminal,
            has_prompt=is_terminal and is_interactive and not plain,
            is_interactive=is_interactive,
        )


class Terminal:
    """Standard input and output, for one table.

    Args:
        look: what can be shown.
        write: writes text; it may block, and raises OSError when nobody reads any more.
        read: waits for the next bytes of input; none at its end.
        columns: gives the width now; None where lines are not to be wrapped.
    """

    def __init__(
        self,
        look: Look,
        write: Callable[[str], None],
        read: Callable[[], Awaitable[bytes]],
        columns: Callable[[], int | None],
    ) -> None:
        self.look = look
        self._write, self._read, self._columns = write, read, columns
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._lines: deque[str] = deque()
        self._rest = ""
        self._has_ended = False
        self._is_prompted = False
        self._lock = trio.Lock()

    @classmethod
    def of_process(cls, look: Look) -> Self:
        """Take the process's own standard input and output."""

        def columns() -> int | None:
            return shutil.get_terminal_size().columns if look.wraps else None

        return cls(look, _writer(), _StandardInput().read, columns)

    async def show(self, lines: Iterable[str], *, prompt: bool = False, bell: bool = False) -> None:
        """Print lines, and the prompt behind them if asked for.

        Raises:
            ScreenGoneError: nobody reads any more.
        """
        shown = [row for line in lines for row in self._formed(line)]
        if not shown and not prompt:
            return
        async with self._lock:
            start = "\n" if self._is_prompted and shown else ""
            self._is_prompted = prompt and self.look.has_prompt
            bell_char = "\a" if bell and self.look.has_bell else ""
            end = PROMPT if self._is_prompted else ""
            whole = start + bell_char + "".join(f"{row}\n" for row in shown) + end
            try:
                await trio.to_thread.run_sync(self._write, whole, abandon_on_cancel=True)
            except OSError as error:
                raise ScreenGoneError(str(error)) from error

    async def next_line(self) -> str | None:
        """Wait for a typed line; None once at the end of the input. A terminal may go on after its end (Ctrl-D)."""
        while not self._lines:
            if self._has_ended and not self.look.is_interactive:
                return None
            chunk = await self._read()
            self._take(chunk)
            if not chunk and not self._lines:
                return None
        self._is_prompted = False
        return self._lines.popleft()

    def _take(self, chunk: bytes) -> None:
        self._has_ended = not chunk
        pieces = (self._rest + self._decoder.decode(chunk, final=not chunk)).split("\n")
        self._rest = pieces.pop()
        if self._rest and (self._has_ended or len(self._rest) > MOST_LINE):
            pieces.append(self._rest)
            self._rest = ""
        self._lines.extend(piece.removesuffix("\r") for piece in pieces)

    def _formed(self, line: str) -> list[str]:
        rows = wrap_line(line, self._columns())
        if self.look.has_colour:
            rows = [paint_line(row) for row in rows]
        return rows if self.look.has_signs else [plainer_line(row) for row in rows]


def spoken_language(wanted: Language) -> Language:
    """Give the language that standard output can write: English where it knows no Devanagari."""
    return wanted if shows_signs() else Language.ENGLISH


def is_interactive() -> bool:
    """Tell whether a person can be asked."""
    return _is_terminal(sys.stdin) and _is_terminal(sys.stderr)


def ask(question: str, default: str) -> str:
    """Ask for a line before a table is there; an empty answer, or none, is the default."""
    sys.stderr.write(question)
    sys.stderr.flush()
    return sys.stdin.readline().strip() or default


def ask_secret(question: str) -> str:
    """Ask for something that is not shown while it is typed."""
    return getpass.getpass(question, sys.stderr)


class _StandardInput:
    """Bytes of standard input: awaited where the system can wait for it, else read in a thread."""

    def __init__(self) -> None:
        self._fd = -1 if sys.stdin is None else sys.stdin.fileno()
        self._can_wait = not _IS_WINDOWS

    async def read(self) -> bytes:
        """Give what there is, at least a byte; none at the end of the input."""
        if self._fd < 0:
            return b""
        try:
            if self._can_wait:
                await trio.lowlevel.wait_readable(self._fd)
        except OSError:
            # A regular file is always ready, and epoll refuses to wait for one.
            self._can_wait = False
        try:
            if self._can_wait:
                return os.read(self._fd, CHUNK_SIZE_BYTES)
            return await trio.to_thread.run_sync(_read_blocking, self._fd, abandon_on_cancel=True)
        except OSError:
            # The terminal is gone.
            return b""


def _read_blocking(fd: int) -> bytes:
    if not _IS_WINDOWS:
        return os.read(fd, CHUNK_SIZE_BYTES)
    # The console's own reader, which gives UTF-8; under it there is no lock that the end of the program waits for.
    raw = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
    chunk: bytes = raw.read(CHUNK_SIZE_BYTES)
    return chunk


def _writer() -> Callable[[str], None]:
    stream = sys.stdout
    encoding = stream.encoding or "ascii"
    if _IS_WINDOWS:
        return _stream_writer(stream)
    try:
        fd = stream.fileno()
    except (OSError, ValueError):
        return _stream_writer(stream)
    stream.flush()

    def write(whole: str) -> None:
        # Past the stream's own buffer, whose lock a write that is given up would keep.
        data = whole.encode(encoding, "replace")
        while data:
            data = data[os.write(fd, data) :]

    return write


def _stream_writer(stream: TextIO) -> Callable[[str], None]:
    def write(whole: str) -> None:
        stream.write(whole)
        stream.flush()

    return write


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and not stream.closed and stream.isatty()
