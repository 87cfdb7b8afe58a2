"""Where `patte` begins, and `python -m cli` too: nothing is imported yet that takes time."""

import sys
from typing import Final, NoReturn

_INTERRUPTED: Final = 130


def main() -> NoReturn:
    """Run `patte`; Ctrl-C while its modules are still being read ends it without a traceback."""
    try:
        from cli.app import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        sys.exit(_INTERRUPTED)


if __name__ == "__main__":
    main()
