"""The same entropy gives the same transcript, whatever the hash seed of the process and the version of Python."""

import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from p2p.table.transcript import write_transcript
from p2p.wire import messages
from tests.cheats.test_forks import another_commit, assert_fork_is_caught
from tests.p2p.table.matches import Setting, fast, play

SETTINGS = [
    Setting("double-sir", 4, {"target_rounds": "1"}, random_seats=True, repeats=0.1, lost=0.05, watchers=1),
    Setting("badam-satti", 5, {"rounds": "3"}, random_seats=False, repeats=0.1, lost=0.05, watchers=0),
    Setting("sevens", 3, {"rounds": "3"}, random_seats=False, repeats=0.0, lost=0.0, watchers=0),
]
CODE = "from tests.p2p.table.test_determinism import fingerprint; print(fingerprint())"
ROOT = Path(__file__).parents[3]


def fingerprint() -> str:
    """Hash the transcripts of three matches, and of a table that broke off over two messages for one step."""
    files = [
        write_transcript(play(number, fast(number), one).tables[0].sections) for number, one in enumerate(SETTINGS)
    ]
    forked = assert_fork_is_caught(messages.Commit, another_commit, lambda receiver: receiver % 2)
    files.append(write_transcript(forked.ring.tables[0].sections))
    return sha256(b"".join(files)).hexdigest()


def in_process(python: str, hash_seed: str) -> str:
    env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([python, "-c", CODE], cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_same_bytes_under_every_hash_seed() -> None:
    expected = fingerprint()
    for hash_seed in ("0", "1", "2"):
        assert in_process(sys.executable, hash_seed) == expected


def test_same_bytes_under_another_python() -> None:
    """PATTE_OTHER_PYTHON names an interpreter of another version in which patte's test extra is installed."""
    other = os.environ.get("PATTE_OTHER_PYTHON", "")
    if not shutil.which(other):
        pytest.skip("PATTE_OTHER_PYTHON names no other interpreter")
    assert in_process(other, "random") == fingerprint()
