"""Every scenario, ours and the shared ones, and what the runner says of a wrong one."""

import copy
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.scenarios.fields import Fields, scenarios_in
from tests.scenarios.runner import failures_of

ROOT = Path(__file__).resolve().parents[2]
OURS = ROOT / "tests" / "scenarios" / "double-sir-options.json"
SHARED = ROOT.parent / "shared" / "rules"


def test_our_own_scenarios() -> None:
    scenarios = scenarios_in(OURS)
    assert len(scenarios) == 4
    assert [failure for scenario in scenarios for failure in failures_of(scenario)] == []


def test_shared_scenarios() -> None:
    if not SHARED.is_dir():
        pytest.skip("the shared scenarios are not here")
    scenarios = [scenario for path in sorted(SHARED.glob("*.json")) for scenario in scenarios_in(path)]
    assert len(scenarios) == 150
    assert [failure for scenario in scenarios for failure in failures_of(scenario)] == []


@pytest.mark.parametrize("key", ["trick_winners", "captures", "captured_tricks", "tens", "round_winner", "kot"])
def test_a_wrong_expectation_is_found(key: str) -> None:
    scenario = json.loads(OURS.read_text())["scenarios"][0]
    wrong = copy.deepcopy(scenario)
    wrong["expect"][key] = "something else"
    (failure,) = failures_of(Fields(wrong))
    assert failure.startswith(f"DS-first-3: {key}: expected 'something else', got ")


def test_an_unknown_expectation_and_an_illegal_move_are_found() -> None:
    scenario = json.loads(OURS.read_text())["scenarios"][0]
    scenario["expect"]["weather"] = "fine"
    scenario["illegal"] = [{"before": 1, "move": scenario["moves"][1], "why": "it is legal"}]
    assert failures_of(Fields(scenario)) == [
        "DS-first-3: seat 1 may play AH: it is legal",
        "DS-first-3: weather: expected 'fine', got None",
    ]
    scenario["moves"][2] = ["play", 2, "AH"]
    (failure,) = failures_of(Fields(scenario))
    assert failure.startswith("DS-first-3: IllegalMoveError: seat 2 may not play AH")


def test_command_prints_failures_and_exits_1(tmp_path: Path) -> None:
    wrong = json.loads(OURS.read_text())
    wrong["scenarios"][1]["expect"]["kot"] = True
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(wrong))
    for paths, code, output in [
        ([OURS], 0, "4 scenarios ok\n"),
        ([path, OURS], 1, "DS-first-5-reset: kot: expected True, got False\n7 scenarios ok, 1 failed\n"),
    ]:
        command = [sys.executable, "-m", "tests.scenarios", *map(str, paths)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (code, output, "")


@pytest.mark.parametrize("written", [None, "{", "{}", "[]", '{"scenarios": {}}'])
def test_command_refuses_what_is_no_scenario_file(tmp_path: Path, written: str | None) -> None:
    path = tmp_path / "other.json"
    if written is not None:
        path.write_text(written)
    command = [sys.executable, "-m", "tests.scenarios", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert str(path) in done.stderr
    assert "Traceback" not in done.stderr
