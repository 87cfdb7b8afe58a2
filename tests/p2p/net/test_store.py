"""The files of a peer: the identity is private, a known name keeps its key, and nothing is half written."""

import os
import stat
import threading
from pathlib import Path

import platformdirs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from p2p.identity import Identity, fingerprint
from p2p.net import files
from p2p.net.files import FileFormatError, FileInUseError, write_atomically
from p2p.net.journal import Journal
from p2p.net.store import (
    IdentityExposedError,
    KnownPlayer,
    KnownPlayerError,
    ProfileNameError,
    Store,
    data_folder,
)

ASHA = Identity(b"asha".ljust(32)).peer_id
RAVI = Identity(b"ravi".ljust(32)).peer_id
posix_only = pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX's")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "patte")


def test_profile_has_a_folder_of_its_own() -> None:
    base = platformdirs.user_data_path("patte", appauthor=False)
    assert data_folder(None, {}) == base
    assert data_folder(None, {"PATTE_PROFILE": ""}) == base
    assert data_folder(None, {"PATTE_PROFILE": "asha"}) == base / "profiles" / "asha"
    assert data_folder("ravi", {"PATTE_PROFILE": "asha"}) == base / "profiles" / "ravi"


@pytest.mark.parametrize(
    "name", ["", ".", "..", "a/b", "a\\b", "-x", "a b", "a.b", "x" * 33, "आशा", "con", "NUL", "com1", "a\n", "\0"]
)
def test_profile_name_that_no_folder_can_have_is_refused(name: str) -> None:
    with pytest.raises(ProfileNameError):
        data_folder(name, {})


def test_profile_name_of_the_environment_is_checked_too() -> None:
    with pytest.raises(ProfileNameError):
        data_folder(None, {"PATTE_PROFILE": "../asha"})


def test_identity_is_made_once_and_read_again(store: Store) -> None:
    first = store.load_identity(os.urandom)
    assert store.load_identity(os.urandom) == first
    assert Store(store.folder).load_identity(os.urandom) == first
    assert store.replace_identity(os.urandom) != first
    assert store.load_identity(os.urandom) != first


@posix_only
def test_identity_and_its_folder_are_for_us_alone(store: Store) -> None:
    old = os.umask(0)
    try:
        store.load_identity(os.urandom)
    finally:
        os.umask(old)
    assert stat.S_IMODE((store.folder / "identity").stat().st_mode) == 0o600
    assert stat.S_IMODE(store.folder.stat().st_mode) == 0o700


@posix_only
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o620, 0o666])
def test_identity_that_others_can_read_is_refused(store: Store, mode: int) -> None:
    store.load_identity(os.urandom)
    (store.folder / "identity").chmod(mode)
    with pytest.raises(IdentityExposedError):
        store.load_identity(os.urandom)
    (store.folder / "identity").chmod(0o600)
    store.load_identity(os.urandom)


@pytest.mark.parametrize(
    "content", [b"", b"patte identity 1 00\n", b"patte identity 2 " + b"0" * 64 + b"\n", bytes(999)]
)
def test_file_that_holds_no_identity_is_refused_and_kept(store: Store, content: bytes) -> None:
    path = store.folder / "identity"
    write_atomically(path, content)
    with pytest.raises(FileFormatError):
        store.load_identity(os.urandom)
    assert path.read_bytes() == content


def test_two_processes_at_the_first_start_get_one_identity(store: Store) -> None:
    made: list[Identity] = []
    barrier = threading.Barrier(8)

    def start() -> None:
        barrier.wait()
        made.append(Store(store.folder).load_identity(os.urandom))

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 8
    assert len({identity.seed for identity in made}) == 1


def test_display_name_is_kept(store: Store) -> None:
    assert store.display_name() is None
    store.set_display_name("आशा")
    assert store.display_name() == "आशा"
    (store.folder / "name").write_bytes(b"\xff\n")
    with pytest.raises(FileFormatError):
        store.display_name()


def test_known_name_with_another_key_is_refused(store: Store) -> None:
    store.check_player("Asha", ASHA)
    store.remember_players([KnownPlayer("Asha", ASHA)])
    store.check_player("Asha", ASHA)
    store.check_player("Ravi", RAVI)
    with pytest.raises(KnownPlayerError) as error:
        store.check_player("Asha", RAVI)
    assert (error.value.name, error.value.known, error.value.shown) == ("Asha", ASHA, RAVI)


def test_players_are_remembered_all_or_none(store: Store) -> None:
    store.remember_players([KnownPlayer("Asha", ASHA)])
    with pytest.raises(KnownPlayerError):
        store.remember_players([KnownPlayer("Ravi", RAVI), KnownPlayer("Asha", RAVI)])
    assert store.known_players() == (KnownPlayer("Asha", ASHA),)
    with pytest.raises(KnownPlayerError):
        store.remember_players([KnownPlayer("Meera", ASHA), KnownPlayer("Meera", RAVI)])
    store.remember_players([KnownPlayer("Asha", ASHA), KnownPlayer("Asha-ji", ASHA)])
    assert store.known_players() == (KnownPlayer("Asha", ASHA), KnownPlayer("Asha-ji", ASHA))


def test_forgotten_name_may_come_with_a_new_key(store: Store) -> None:
    store.remember_players([KnownPlayer("Asha", ASHA), KnownPlayer("Ravi", RAVI)])
    assert store.forget_player("Asha")
    assert not store.forget_player("Asha")
    store.check_player("Asha", RAVI)
    assert store.known_players() == (KnownPlayer("Ravi", RAVI),)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=20), unique=True, max_size=4))
def test_any_name_reads_back(tmp_path: Path, names: list[str]) -> None:
    store = Store(tmp_path)
    (tmp_path / "players").unlink(missing_ok=True)
    players = tuple(KnownPlayer(name, ASHA) for name in names)
    store.remember_players(players)
    assert store.known_players() == players


@pytest.mark.parametrize(
    "line",
    [
        b"\xff",
        b'zz "Asha"',
        b'00 "Asha"',
        ASHA.hex().encode(),
        ASHA.hex().encode() + b" 7",
        bytes(32).hex().encode() + b' "A"',
    ],
)
def test_file_of_players_that_holds_something_else_is_refused(store: Store, line: bytes) -> None:
    (store.folder / "players").write_bytes(line + b"\n")
    with pytest.raises(FileFormatError):
        store.known_players()
    with pytest.raises(FileFormatError):
        store.remember_players([KnownPlayer("Asha", ASHA)])
    assert (store.folder / "players").read_bytes() == line + b"\n"


def test_transcript_is_written_whole_or_not_at_all(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    path = store.write_transcript("sevens-1", b"first")
    assert path == store.transcripts_folder / "sevens-1.patte"
    store.write_transcript("sevens-1", b"second")
    assert path.read_bytes() == b"second"

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "sync", full)
    with pytest.raises(OSError, match="No space"):
        store.write_transcript("sevens-1", b"third")
    assert path.read_bytes() == b"second"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("name", ["", "../x", "a/b", ".hidden", "nul", "aux.1"])
def test_transcript_name_that_no_file_can_have_is_refused(store: Store, name: str) -> None:
    with pytest.raises(ValueError, match="name of a transcript"):
        store.write_transcript(name, b"")


def test_seat_is_open_in_one_place_at_a_time(store: Store) -> None:
    table_id = bytes(range(16))
    with store.open_journal(table_id, ASHA) as journal:
        journal.append(b"one")
        with pytest.raises(FileInUseError):
            store.open_journal(table_id, ASHA)
        # Another seat of ours at the same table (a bot), or another table, is another journal.
        store.open_journal(table_id, RAVI).close()
        store.open_journal(bytes(16), ASHA).close()
    with store.open_journal(table_id, ASHA) as journal:
        assert journal.records == (b"one",)


def test_tables_with_a_journal_are_found_last_used_first(store: Store) -> None:
    assert store.journaled_tables(ASHA) == ()
    journal_name = f"{fingerprint(ASHA)}.journal"
    for number in (1, 3, 2):
        with store.open_journal(bytes([number]) * 16, ASHA) as journal:
            os.utime(journal.path, (number, number))
    store.open_journal(bytes([4]) * 16, RAVI).close()
    Journal.open(store.folder / "tables" / "notes" / journal_name).close()
    assert store.journaled_tables(ASHA) == tuple(bytes([number]) * 16 for number in (3, 2, 1))
