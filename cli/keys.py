"""`patte keys`: one's own key and name, and the players whose keys are remembered."""

import os
import sys
from collections.abc import Iterator

from cli import words_lobby as words
from cli.errors import UsageError
from cli.home import enter_home, explain_files, open_store
from cli.language import Language
from cli.peer_text import peer_name
from p2p.identity import fingerprint
from p2p.net.files import StoreError


def show_keys(profile: str | None, language: Language) -> Iterator[str]:
    """Give the own name and key, and those that are remembered.

    Raises:
        LocalTroubleError: a file can't be read.
    """
    home = enter_home(profile, None, language)
    yield words.NAME_IS.of(language, name=peer_name(home.name))
    yield words.KEY_IS.of(language, key=fingerprint(home.identity.peer_id))
    try:
        players = home.store.known_players()
    except (StoreError, OSError) as error:
        raise explain_files(error, language) from error
    for player in players:
        yield words.KNOWN_LINE.of(language, key=fingerprint(player.peer_id), name=peer_name(player.name))


def new_key(profile: str | None, language: Language) -> Iterator[str]:
    """Make a new key in place of the old one.

    Raises:
        LocalTroubleError: it can't be written.
    """
    try:
        identity = open_store(profile, language).replace_identity(os.urandom)
    except (StoreError, OSError) as error:
        raise explain_files(error, language) from error
    yield words.KEY_IS.of(language, key=fingerprint(identity.peer_id))
    yield words.NEW_KEY.of(language)


def forget(profile: str | None, name: str, language: Language) -> Iterator[str]:
    """Let a name come with a new key.

    Raises:
        LocalTroubleError: the file of known players can't be used.
        UsageError: nobody of that name is in it.
    """
    try:
        was_known = open_store(profile, language).forget_player(name)
    except (StoreError, OSError) as error:
        raise explain_files(error, language) from error
    if not was_known:
        raise UsageError(
            words.NOT_KNOWN.of(language, name=peer_name(name)),
            words.NOT_KNOWN_WHY.of(language),
            words.NOT_KNOWN_DO.of(language),
        )
    yield words.FORGOTTEN.of(language, name=peer_name(name))


def print_lines(lines: Iterator[str]) -> None:
    """Print what a command found."""
    for line in lines:
        sys.stdout.write(f"{line}\n")
