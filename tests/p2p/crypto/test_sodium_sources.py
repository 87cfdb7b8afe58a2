"""Where libsodium comes from: the system, or rbcl, which must leave no file behind."""

import ctypes.util
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from p2p.crypto import ristretto

PRINT_LIBRARY = """
from p2p.crypto import ristretto
print(ristretto._sodium._name, (ristretto.ONE * ristretto.G).encoding.hex())
"""


def run(source: str | None, folder: Path) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if name != "PATTE_SODIUM"} | {"TMPDIR": str(folder)}
    if source is not None:
        env["PATTE_SODIUM"] = source
    return subprocess.run([sys.executable, "-c", PRINT_LIBRARY], env=env, capture_output=True, text=True)


@pytest.mark.parametrize("source", [None, "system", "rbcl"])
def test_no_source_leaves_a_file(source: str | None, tmp_path: Path) -> None:
    done = run(source, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split()[1] == ristretto.G.encoding.hex()
    assert list(tmp_path.rglob("*")) == []
    if source == "rbcl":
        assert done.stdout.startswith(str(tmp_path / "patte-sodium-"))
    if source == "system":
        assert str(tmp_path) not in done.stdout


def test_unknown_source_is_refused(tmp_path: Path) -> None:
    done = run("openssl", tmp_path)
    assert done.returncode == 1
    assert "PATTE_SODIUM is 'openssl'" in done.stderr


def test_missing_system_library_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ristretto, "_LIBRARY_NAMES", ("libno-such-sodium.so",))
    with pytest.raises(ImportError, match=r"1\.0\.18"):
        ristretto._load("system")


def test_system_library_without_ristretto_is_passed_over() -> None:
    libc = ctypes.util.find_library("c")
    assert libc is not None
    assert ristretto._system_library(["libno-such-sodium.so", libc]) is None


@pytest.fixture
def fresh_temp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for name in [name for name in sys.modules if name == "rbcl" or name.startswith("rbcl.")]:
        monkeypatch.delitem(sys.modules, name)
    return tmp_path


def test_bundled_library_goes_where_nobody_else_can_write(fresh_temp: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    modes = []
    remove = shutil.rmtree

    def look_and_remove(folder: str, *, ignore_errors: bool) -> None:
        modes.append(stat.S_IMODE(os.stat(folder).st_mode))
        assert len(os.listdir(folder)) == 1
        remove(folder, ignore_errors=ignore_errors)

    monkeypatch.setattr(shutil, "rmtree", look_and_remove)
    library = ristretto._load("rbcl")
    assert library.crypto_core_ristretto255_is_valid_point(ristretto.G.encoding) == 1
    assert modes == [0o700]
    assert tempfile.tempdir == str(fresh_temp)
    assert list(fresh_temp.iterdir()) == []


def test_without_system_library_the_bundled_one_is_taken(fresh_temp: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ristretto, "_LIBRARY_NAMES", ())
    assert str(fresh_temp) in ristretto._load("")._name


def test_where_loaded_files_stay_the_next_start_removes_them(fresh_temp: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows: no system library is looked for, and what an hour-old start left is swept away."""
    monkeypatch.setattr(ristretto, "_LOADED_FILES_STAY", True)
    old, young, other = (fresh_temp / name for name in ("patte-sodium-old", "patte-sodium-young", "other"))
    for folder in (old, young, other):
        folder.mkdir()
        (folder / "file").touch()
    hours_ago = time.time() - 7200
    for folder in (old, other):
        os.utime(folder, (hours_ago, hours_ago))
    assert "patte-sodium-" in ristretto._load("")._name
    assert sorted(path.name for path in fresh_temp.iterdir()) == ["other", "patte-sodium-young"]
