"""What a peer keeps between runs: its identity, the players it knows, its journals and transcripts.

All of it lies in one folder, under platformdirs' data directory; a profile has a folder of its own, so that two people
can share one account. Every function blocks; whoever runs under trio calls it in a thread.

    identity                 the seed; refused if others on this machine can read it
    name                     the name to show
    players                  names and keys of those with whom a contract was signed
    tables/ID/KEY.journal    one a table and seat
    transcripts/NAME.patte   what `verify` and `replay` read
"""

import json
import os
import re
import stat
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from p2p.errors import EncodingError
from p2p.identity import SEED_SIZE_BYTES, Identity, PeerId, fingerprint, parse_peer_id
from p2p.net.files import FileFormatError, StoreError, locked, make_folder, write_atomically
from p2p.net.journal import Journal

PROFILE_VARIABLE = "PATTE_PROFILE"

_PROFILE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")
_TRANSCRIPT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
# Devices on Windows, whatever folder they are asked for in.
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?")
_IDENTITY = re.compile(rb"patte identity 1 ([0-9a-f]{64})\n")
_TABLE_FOLDER = re.compile(r"([0-9a-f]{2})+")
_MAX_IDENTITY_SIZE_BYTES = 200


class ProfileNameError(StoreError):
    """A profile's name that no folder can have: letters, digits, - and _ only, at most 32."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name!r} cannot be the name of a profile")
        self.name = name


class IdentityExposedError(StoreError):
    """Others on this machine can read the identity file, so others may be able to sign as we do."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"others can read {path}")
        self.path = path


class KnownPlayerError(StoreError):
    """A name that we know comes with another key than before.

    Attributes:
        known: the key we remember.
        shown: the key it came with now.
    """

    def __init__(self, name: str, known: PeerId, shown: PeerId) -> None:
        super().__init__(f"{name!r} is known with the key {fingerprint(known)}, not {fingerprint(shown)}")
        self.name = name
        self.known = known
        self.shown = shown


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """A name, as it came, and the key that it belongs to."""

    name: str
    peer_id: PeerId


def data_folder(profile: str | None, environ: Mapping[str, str]) -> Path:
    """Say where everything lies, for this profile, or the one that PATTE_PROFILE names, or none.

    Raises:
        ProfileNameError: no folder can have that name.
    """
    base = platformdirs.user_data_path("patte", appauthor=False)
    name = environ.get(PROFILE_VARIABLE, "") if profile is None else profile
    if profile is None and not name:
        return base
    if not _PROFILE.fullmatch(name) or _RESERVED.fullmatch(name):
        raise ProfileNameError(name)
    return base / "profiles" / name


class Store:
    """The files of one peer; the folder is made if it is not there.

    Attributes:
        folder: where they lie.
    """

    def __init__(self, folder: Path) -> None:
        make_folder(folder)
        self.folder = folder

    def load_identity(self, entropy: Callable[[int], bytes]) -> Identity:
        """Read the identity, or make it the first time.

        Raises:
            IdentityExposedError: others can read the file.
            FileFormatError: the file holds no identity.
        """
        path = self._identity_path
        with locked(self.folder / "identity.lock"):
            if not path.exists():
                return self._write_identity(entropy)
            return _read_identity(path)

    def replace_identity(self, entropy: Callable[[int], bytes]) -> Identity:
        """Make a new identity in place of the old one, which is lost."""
        with locked(self.folder / "identity.lock"):
            return self._write_identity(entropy)

    def display_name(self) -> str | None:
        """Read the name to show, if one was ever given."""
        try:
            return (self.folder / "name").read_text("utf-8").removesuffix("\n") or None
        except FileNotFoundError:
            return None
        except UnicodeDecodeError as error:
            raise FileFormatError(self.folder / "name", "this is no text") from error

    def set_display_name(self, name: str) -> None:
        """Keep the name to show."""
        write_atomically(self.folder / "name", (name + "\n").encode())

    def known_players(self) -> tuple[KnownPlayer, ...]:
        """Read the players that are remembered, in the order in which they were met.

        Raises:
            FileFormatError: the file holds something else.
        """
        return _read_players(self.folder / "players")

    def check_player(self, name: str, peer_id: PeerId) -> None:
        """Check that a known name comes with its key; an unknown one passes.

        Raises:
            KnownPlayerError: it comes with another.
            FileFormatError: the file of known players holds something else.
        """
        _check(self.known_players(), KnownPlayer(name, peer_id))

    def remember_players(self, players: Iterable[KnownPlayer]) -> None:
        """Remember the players of a contract that is signed; all of them or none.

        Raises:
            KnownPlayerError: a name is known with another key.
            FileFormatError: the file of known players holds something else.
        """
        with locked(self.folder / "players.lock"):
            known = self.known_players()
            for player in players:
                _check(known, player)
                if player not in known:
                    known = (*known, player)
            _write_players(self.folder / "players", known)

    def forget_player(self, name: str) -> bool:
        """Forget a name, so that it may come with a new key; tell whether it was known."""
        with locked(self.folder / "players.lock"):
            known = self.known_players()
            kept = tuple(player for player in known if player.name != name)
            _write_players(self.folder / "players", kept)
            return len(kept) < len(known)

    def open_journal(self, table_id: bytes, peer_id: PeerId) -> Journal:
        """Open the journal of this seat at this table, for this process alone.

        Raises:
            FileInUseError: the seat is open in another process.
            FileFormatError: the journal is damaged.
        """
        return Journal.open(self._journal_path(table_id, peer_id))

    def journaled_tables(self, peer_id: PeerId) -> tuple[bytes, ...]:
        """Give the ids of the tables at which this key has a journal, the last used first."""
        found = [
            (path.stat().st_mtime_ns, bytes.fromhex(path.parent.name))
            for path in (self.folder / "tables").glob(f"*/{fingerprint(peer_id)}.journal")
            if _TABLE_FOLDER.fullmatch(path.parent.name)
        ]
        return tuple(table_id for _, table_id in sorted(found, reverse=True))

    def write_transcript(self, name: str, data: bytes) -> Path:
        """Write `NAME.patte` whole, in place of an older one of that name; give its path.

        Raises:
            ValueError: no file can have that name.
        """
        if not _TRANSCRIPT.fullmatch(name) or _RESERVED.fullmatch(name):
            raise ValueError(f"{name!r} cannot be the name of a transcript")
        path = self.transcripts_folder / f"{name}.patte"
        make_folder(path.parent)
        write_atomically(path, data)
        return path

    @property
    def transcripts_folder(self) -> Path:
        """Where the transcripts lie; not there before the first."""
        return self.folder / "transcripts"

    @property
    def _identity_path(self) -> Path:
        return self.folder / "identity"

    def _journal_path(self, table_id: bytes, peer_id: PeerId) -> Path:
        return self.folder / "tables" / table_id.hex() / f"{fingerprint(peer_id)}.journal"

    def _write_identity(self, entropy: Callable[[int], bytes]) -> Identity:
        identity = Identity.fresh(entropy)
        write_atomically(self._identity_path, b"patte identity 1 %s\n" % identity.seed.hex().encode())
        return identity


def _read_identity(path: Path) -> Identity:
    with path.open("rb") as file:
        # Windows has no such bits; its data directory is the account's own.
        if os.name == "posix" and stat.S_IMODE(os.fstat(file.fileno()).st_mode) & 0o077:
            raise IdentityExposedError(path)
        found = _IDENTITY.fullmatch(file.read(_MAX_IDENTITY_SIZE_BYTES))
    if found is None:
        raise FileFormatError(path, f"this is no identity of {SEED_SIZE_BYTES} bytes")
    return Identity(bytes.fromhex(found[1].decode()))


def _check(known: Iterable[KnownPlayer], player: KnownPlayer) -> None:
    for other in known:
        if other.name == player.name and other.peer_id != player.peer_id:
            raise KnownPlayerError(player.name, other.peer_id, player.peer_id)


def _read_players(path: Path) -> tuple[KnownPlayer, ...]:
    """Read one player a line: the key in hexadecimal, and the name as a JSON string, for names may hold anything."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except FileNotFoundError:
        return ()
    except UnicodeDecodeError as error:
        raise FileFormatError(path, "this is no text") from error
    players: list[KnownPlayer] = []
    for number, line in enumerate(lines, 1):
        key, _, quoted = line.partition(" ")
        try:
            peer_id, name = parse_peer_id(bytes.fromhex(key)), json.loads(quoted)
        except (EncodingError, ValueError) as error:
            raise FileFormatError(path, f"line {number} is no key and name") from error
        if not isinstance(name, str):
            raise FileFormatError(path, f"line {number} has no name")
        players.append(KnownPlayer(name, peer_id))
    return tuple(players)


def _write_players(path: Path, players: Iterable[KnownPlayer]) -> None:
    # json escapes all but ASCII: no name can be taken for the end of a line.
    lines = (f"{player.peer_id.hex()} {json.dumps(player.name)}\n" for player in players)
    write_atomically(path, "".join(lines).encode())
