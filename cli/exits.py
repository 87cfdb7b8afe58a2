"""What a process ends with, besides what errors carry (`CliError.exit_code`)."""

from typing import Final

DONE: Final = 0
SENT_AWAY: Final = 4
ABORTED: Final = 5
CHEATED: Final = 6
INTERRUPTED: Final = 130
