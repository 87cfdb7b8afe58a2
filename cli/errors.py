"""The errors that end a command: one sentence what, one why it is likely, one what to do."""

import sys
import traceback
from pathlib import Path
from types import TracebackType

from cli import text
from cli.language import Language


class CliError(Exception):
    """What a person is told when a command can't go on; never raised itself.

    Attributes:
        exit_code: what the process ends with.
    """

    exit_code = 1

    def __init__(self, what: str, why: str, what_to_do: str) -> None:
        super().__init__(f"{what} {why} {what_to_do}")


class UsageError(CliError):
    """The command line says what patte can't do."""

    exit_code = 2


class NotReachableError(CliError):
    """No table was found, or none answers."""

    exit_code = 3


class SentAwayError(CliError):
    """The table refused us: full, another version, a wrong password."""

    exit_code = 4


class LocalTroubleError(CliError):
    """Something on this machine is in the way: a port, a file."""

    exit_code = 7


def report_unexpected(
    language: Language, log_path: Path, kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Put a traceback into the log file and tell where it is; for `sys.excepthook`."""
    lines = "".join(traceback.format_exception(kind, error, trace))
    try:
        log_path.parent.mkdir(parents=True, exist_ok=True)
        with log_path.open("a", encoding="utf-8") as log:
            log.write(lines)
    except OSError:
        what_to_do = text.UNEXPECTED_NO_LOG.of(language, error=repr(error))
    else:
        what_to_do = text.UNEXPECTED_DO.of(language, path=log_path)
    print(text.UNEXPECTED.of(language), text.UNEXPECTED_WHY.of(language), what_to_do, file=sys.stderr)
