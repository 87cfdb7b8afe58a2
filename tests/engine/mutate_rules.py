"""Break the rules one at a time, and see that a test notices: `python tests/engine/mutate_rules.py [NUMBER...]`.

Each mutation changes one line of a copy of the project and runs the engine's tests on it, the scenarios included, but
not the golden playthroughs: those notice any change, and say of none that it is wrong. It prints the test that failed
first; exits 1 if a mutation survived. Run by hand: it takes a minute or two.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# What rule is broken; the file; the line as it is; the line as it becomes.
MUTATIONS = (
    (
        "the ace is the lowest card in a trick",
        "tricks.py",
        "return card.rank > best.rank",
        "return card.rank.low > best.rank.low",
    ),
    ("a trump does not beat another suit", "tricks.py", "return card.suit is trump", "return False"),
    (
        "partners' wins make a pair",
        "pile.py",
        "return self.streak == winner and",
        "return self.streak is not None and (self.streak - winner) % 2 == 0 and",
    ),
    ("trick 13 leaves the pile", "pile.py", "if rules.is_single or number == TRICKS:", "if rules.is_single:"),
    (
        "a capture uses up its pair by default",
        "pile.py",
        "None if rules.resets else winner",
        "winner if rules.resets else None",
    ),
    ("the first capture comes a trick late", "pile.py", "number >= rules.first_trick", "number > rules.first_trick"),
    (
        "one ace holds a pair",
        "pile.py",
        "rules.aces_hold and by_ace and self.streak_by_ace",
        "rules.aces_hold and by_ace",
    ),
    ("no duty to follow suit", "double_sir.py", "_of_suit(hand, led) or hand", "hand"),
    (
        "two tens each go by tricks won",
        "double_sir.py",
        "Outcome(0 if tricks[0] > tricks[1] else 1, is_kot=False)",
        "Outcome(0 if sum(s % 2 for s in self.pile.winners) < 7 else 1, is_kot=False)",
    ),
    (
        "the deal moves on when the dealer's team loses",
        "double_sir.py",
        "if winning_team == team_of(self.dealer):",
        "if winning_team != team_of(self.dealer):",
    ),
    ("three tens are a kot", "double_sir.py", "tens in (0, TENS))", "tens in (0, 1, 3, TENS))"),
    (
        "any seven may be laid first",
        "layout_round.py",
        "return 1 << self.match.start_card.index if self.layout.is_empty else self.layout.ends",
        "return self.layout.ends",
    ),
    (
        "a line goes round from king to ace",
        "layout.py",
        "_bits(suit, (low - 1, high + 1))",
        "_bits(suit, (low - 1, high % 13 + 1))",
    ),
    (
        "one may pass with a card that fits",
        "layout_round.py",
        "if fitting := self._playable(hand):",
        "if (fitting := self._playable(hand)) and not hand:",
    ),
    ("opening passes count", "layout_round.py", "if not self.is_opening:", "if True:"),
    (
        "nobody is stopped from passing a full circle",
        "layout_round.py",
        "if self.idle < self.match.seats - 1:",
        "if True:",
    ),
    (
        "the dealer gets the first extra card",
        "layout_round.py",
        "(dealer + 1 + place) % seats) for place in range(len(PACK))",
        "(dealer + place) % seats) for place in range(len(PACK))",
    ),
    ("the ace costs ten", "badam_satti.py", "return min(rank.low, 10)", "return min(int(rank), 10)"),
    (
        "a pass costs nothing",
        "sevens.py",
        "changes = [-1 - passes for passes in state.passes]",
        "changes = [-1 for _ in state.passes]",
    ),
    (
        "the winner takes no chips for cards left",
        "sevens.py",
        "- sum(changes) + sum(state.cards_left)",
        "- sum(changes)",
    ),
)


def main(numbers: list[int]) -> int:
    """Try the mutations, or those numbered from 0."""
    survived = 0
    for number, (rule, file, line, broken) in enumerate(MUTATIONS):
        if numbers and number not in numbers:
            continue
        died = first_failure(file, line, broken)
        survived += died is None
        print(f"{number:2} {rule}: {died or 'SURVIVED'}", flush=True)
    print(f"{survived} survived")
    return 1 if survived else 0


def first_failure(file: str, line: str, broken: str) -> str | None:
    """Run the tests on a copy with one line changed; gives the first test that fails."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "main"
        copy.mkdir()
        (copy.parent / "shared").symlink_to(ROOT.parent / "shared")
        for part in ("engine", "tests/engine", "tests/scenarios"):
            shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__", "*bots*"))
        for part in ("pyproject.toml", "tests/__init__.py"):
            shutil.copy(ROOT / part, copy / part)
        path = copy / "engine" / file
        text = path.read_text()
        if text.count(line) != 1:
            raise SystemExit(f"{file} does not have this line once: {line}")
        path.write_text(text.replace(line, broken))
        options = ["-n0", "-x", "-q", "-p", "no:cacheprovider", "--ignore=tests/engine/test_golden.py"]
        command = [sys.executable, "-m", "pytest", *options, "tests/engine"]
        environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(command, capture_output=True, text=True, cwd=copy, env=environment, check=False)
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return failed[0].partition(" - ")[0].removeprefix("FAILED tests/engine/") if failed else None


if __name__ == "__main__":
    sys.exit(main([int(number) for number in sys.argv[1:]]))
