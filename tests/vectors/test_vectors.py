"""The vector files, theirs and ours, through the checker; and that the checker notices every change."""

import copy
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.vectors.__main__ import main
from tests.vectors.make import OWN_FILE, own_file
from tests.vectors.node import DiffersError, Node
from tests.vectors.rounds import RoundCheck

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared" / "vectors"
FILES = [SHARED / f"mental-poker-{name}.json" for name in ("3", "4", "7", "invalid")]

needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the shared vectors are not beside this repository")


@needs_shared
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_shared_file_is_reproduced(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(path)]) == 0
    assert path.name in capsys.readouterr().out


def test_own_file_is_reproduced() -> None:
    assert main([str(OWN_FILE)]) == 0


def test_own_file_is_what_the_maker_makes() -> None:
    assert OWN_FILE.read_text() == own_file()


@needs_shared
@pytest.mark.parametrize("source", ["system", "rbcl"])
def test_both_libraries_reproduce_the_files(source: str) -> None:
    command = [sys.executable, "-m", "tests.vectors", *map(str, FILES), str(OWN_FILE)]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | {"PATTE_SODIUM": source}, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def leaves(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Return the paths of all texts and numbers in a JSON value."""
    match value:
        case dict():
            return [leaf for key, item in value.items() for leaf in leaves(item, (*path, key))]
        case list():
            return [leaf for index, item in enumerate(value) for leaf in leaves(item, (*path, index))]
        case _:
            return [path]


def changed(root: object, path: tuple[str | int, ...]) -> object:
    """Return a copy in which the leaf at the path is another: a number plus one, a text with its last digit changed."""
    result = node = copy.deepcopy(root)
    for key in path[:-1]:
        assert isinstance(node, dict | list)
        node = node[key]  # type: ignore[index]
    assert isinstance(node, dict | list)
    leaf = node[path[-1]]  # type: ignore[index]
    if isinstance(leaf, int):
        node[path[-1]] = leaf + 1  # type: ignore[index]
    else:
        node[path[-1]] = leaf[:-1] + ("0" if leaf[-1] != "0" else "1")  # type: ignore[index]
    return result


def test_checker_notices_a_change_of_any_leaf() -> None:
    root = json.loads(OWN_FILE.read_text())
    # One leaf of every kind (path without its numbers), the same ones each time.
    kinds: dict[tuple[str, ...], list[tuple[str | int, ...]]] = {}
    for path in leaves(root):
        kinds.setdefault(tuple(key for key in path if isinstance(key, str) and not key.isdigit()), []).append(path)
    assert len(kinds) > 40
    chooser = random.Random(5)
    for kind, paths in kinds.items():
        if kind == ("complaint", "box"):
            continue  # wrong it must be, and wrong it remains
        with pytest.raises((DiffersError, LookupError)):
            RoundCheck(Node(changed(root, chooser.choice(paths)), "")).run()


def test_checker_names_what_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = json.loads(OWN_FILE.read_text())
    root["permutations"][3][7] += 1
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(root))
    assert main([str(path)]) == 1
    assert "permutations[3]" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"cases": [{}]}', '{"cases": [{"kind": "x", "expect": "refuse"}]}'])
def test_checker_fails_on_what_is_no_vector_file(text: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.json"
    path.write_text(text)
    assert main([str(path)]) == 1


@needs_shared
def test_checker_fails_when_a_case_expects_the_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cases = json.loads(FILES[3].read_text())["cases"]
    path = tmp_path / "other.json"
    for number in (0, 1):
        case = cases[number] | {"expect": "refuse" if cases[number]["expect"] == "accept" else "accept"}
        path.write_text(json.dumps({"cases": [case]}))
        assert main([str(path)]) == 1
        assert "cases[0]" in capsys.readouterr().err


def test_checker_without_files_says_how() -> None:
    assert main([]) == 2
