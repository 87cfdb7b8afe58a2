"""Who plays at this terminal: the profile's folder, the key, the name (asked once), and the log for support."""

import getpass
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from platformdirs import user_log_path

from cli import words_lobby as words
from cli.errors import CliError, LocalTroubleError, UsageError
from cli.language import Language
from cli.peer_text import PeerText
from cli.plain import ask, is_interactive
from p2p.identity import Identity
from p2p.net.files import StoreError
from p2p.net.log import Log, open_log
from p2p.net.store import IdentityExposedError, ProfileNameError, Store, data_folder
from p2p.table.contract import MOST_NAME_BYTES

BOTS_LOG: Final = "bots.log"


@dataclass(frozen=True, slots=True)
class Home:
    """What a table needs of this machine."""

    store: Store
    identity: Identity
    name: str


def open_store(profile: str | None, language: Language) -> Store:
    """Open the profile's folder.

    Raises:
        LocalTroubleError: it can't be used.
        UsageError: no folder can have that name.
    """
    try:
        return Store(data_folder(profile, os.environ))
    except ProfileNameError as error:
        raise UsageError(
            words.PROFILE_WRONG.of(language, name=PeerText(error.name, 40)),
            words.PROFILE_WRONG_WHY.of(language),
            words.PROFILE_WRONG_DO.of(language),
        ) from error
    except (StoreError, OSError) as error:
        raise explain_files(error, language) from error


def enter_home(profile: str | None, name: str | None, language: Language, *, asks: bool = True) -> Home:
    """Open the profile; the first time make a key and ask for a name, if there is somebody to ask.

    Args:
        profile: the folder's name; None for the usual one.
        name: the name to take from now on; None for the one that is known.
        language: of what is asked and told.
        asks: whether a name is needed at all; who only looks on has none.

    Raises:
        LocalTroubleError: a file can't be read or written.
        UsageError: nobody, or no profile, can have that name.
    """
    store = open_store(profile, language)
    try:
        identity = store.load_identity(os.urandom)
        known = store.display_name()
        chosen = _checked(name, language) if name is not None else known
        if chosen is None:
            chosen = _checked(_ask_name(language) if asks else _default_name(language), language)
        if known is None and (name is not None or (asks and is_interactive())):
            store.set_display_name(chosen)
    except (StoreError, OSError) as error:
        raise explain_files(error, language) from error
    return Home(store, identity, chosen)


def explain_files(error: StoreError | OSError, language: Language) -> CliError:
    """Say what is wrong with our own files."""
    what_to_do = words.FILES_DO.of(language)
    if isinstance(error, IdentityExposedError):
        what_to_do = words.EXPOSED_DO.of(language, path=error.path)
    return LocalTroubleError(words.FILES_TROUBLE.of(language, why=error), words.FILES_WHY.of(language), what_to_do)


def log_folder() -> Path:
    """Give the folder of the logs."""
    return user_log_path("patte", appauthor=False)


@contextmanager
def opened_log() -> Iterator[Log]:
    """Open the log; one that can't be opened stops nobody."""
    try:
        stream = open_log(log_folder() / "patte.jsonl")
    except OSError:
        yield Log(None)
        return
    with stream:
        yield Log(stream)


def _ask_name(language: Language) -> str:
    default = _default_name(language)
    if not is_interactive():
        return default
    return ask(words.ASK_NAME.of(language, default=default), default)


def _default_name(language: Language) -> str:
    return _account_name() or words.DEFAULT_NAME.of(language)


def _account_name() -> str:
    try:
        return getpass.getuser().capitalize()
    except (OSError, KeyError, ImportError):
        # An account without a name, as in some containers.
        return ""


def _checked(name: str, language: Language) -> str:
    name = name.strip()
    if not 1 <= len(name.encode(errors="surrogateescape")) <= MOST_NAME_BYTES or not name.isprintable():
        raise UsageError(
            words.NAME_WRONG.of(language, name=name.encode("ascii", "backslashreplace").decode()[:40]),
            words.NAME_WRONG_WHY.of(language),
            words.NAME_WRONG_DO.of(language),
        )
    return name
