"""The two languages that patte speaks, and which one a person gets who has not said."""

from collections.abc import Mapping
from enum import StrEnum


class Language(StrEnum):
    """Hindi or English, by the code that --lang takes."""

    HINDI = "hi"
    ENGLISH = "en"


def default_language(environ: Mapping[str, str]) -> Language:
    """Choose by the locale variables, in POSIX's order; English where they name any other language, or none."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environ.get(name):
            return Language.HINDI if value.lower().startswith("hi") else Language.ENGLISH
    return Language.ENGLISH
