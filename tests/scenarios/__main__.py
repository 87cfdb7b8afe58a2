"""Run scenario files: `python -m tests.scenarios FILE...` prints each failure by id, and how many are right."""

import sys
from pathlib import Path

from tests.scenarios.fields import ScenarioError, scenarios_in
from tests.scenarios.runner import failures_of


def main(paths: list[str]) -> int:
    """Run the files; 1 if anything failed, 2 if no file was named or one can't be read."""
    if not paths:
        print("usage: python -m tests.scenarios FILE...", file=sys.stderr)
        return 2
    right = failed = 0
    for path in paths:
        try:
            scenarios = scenarios_in(Path(path))
        except (OSError, ValueError, ScenarioError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            return 2
        for scenario in scenarios:
            failures = failures_of(scenario)
            print("".join(f"{failure}\n" for failure in failures), end="")
            right += not failures
            failed += bool(failures)
    print(f"{right} scenarios ok" + (f", {failed} failed" if failed else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
