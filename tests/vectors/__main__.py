"""Check vector files: `python -m tests.vectors FILE...`.

A file is a whole round, or has `cases` to accept or refuse. The exit status is 0 if this implementation agrees with all
of them; else 1, and the first item that differs is named.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from tests.vectors.invalid import check_case
from tests.vectors.node import DiffersError, load
from tests.vectors.rounds import RoundCheck


def main(names: Sequence[str]) -> int:
    """Check each file, and say so; return the exit status."""
    if not names:
        print("usage: python -m tests.vectors FILE...", file=sys.stderr)
        return 2
    for name in names:
        try:
            said = check(Path(name))
        except (DiffersError, OSError, ValueError, LookupError) as error:
            print(f"{name}: {error!r}", file=sys.stderr)
            return 1
        print(f"{name}: {said}")
    return 0


def check(path: Path) -> str:
    """Check one file and say what it held; DiffersError at the first difference."""
    root = load(path)
    if "cases" in root:
        for case in root["cases"]:
            check_case(case)
        return f"{len(root['cases'])} cases as expected"
    RoundCheck(root).run()
    return f"a round of {root['seats'].number} seats, reproduced"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
