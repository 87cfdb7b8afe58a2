"""The one table of texts: both languages everywhere, the same places in both, nothing that is never said."""

import re
import unicodedata
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from string import Formatter
from types import ModuleType

import pytest

import cli
from cli.text import Words

FOLDER = Path(str(cli.__file__)).parent
MODULES = [import_module(f"cli.{path.stem}") for path in (*sorted(FOLDER.glob("words_*.py")), FOLDER / "text.py")]
# Names of commands, options, files and keys are typed in Latin letters in Hindi too.
LATIN_ALLOWED = re.compile(
    r"patte|verify|play|host|join|keys|forget|new|help|pass|trump|hand|table|last|score|who|rules|hint|why|sort|chat"
    r"|wait|continue|end|quit|yes|no|ready|swap|unlock|chmod|path|TCP|GAME|NAME|IP|PORT|code|seed|simulate|doctor|watch"
    r"|double-sir|badam-satti|sevens|--[a-z-]+|[cdhst]|tables|resume|replay|stats|mDNS|UDP|VPN|WSL|JSON|kd"
)

COMMANDS = ("ALLOW_", "PROMPT")
"""Phrases that are typed as they stand."""


def phrases() -> Iterator[tuple[ModuleType, str, Words]]:
    for module in MODULES:
        for name, value in vars(module).items():
            group = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else (value,)
            for phrase in group:
                if isinstance(phrase, Words) and name.isupper():
                    yield module, name, phrase


ALL = list(phrases())


def test_there_are_many_phrases() -> None:
    assert len(ALL) > 300
    assert len({module.__name__ for module, _, _ in ALL}) > 6


@pytest.mark.parametrize(("module", "name", "phrase"), ALL, ids=[f"{m.__name__}.{n}" for m, n, _ in ALL])
def test_phrase_is_whole_in_both_languages(module: ModuleType, name: str, phrase: Words) -> None:
    assert phrase.en.strip()
    assert phrase.hi.strip()
    assert _places(phrase.en) == _places(phrase.hi)
    for text in (phrase.en, phrase.hi):
        assert unicodedata.is_normalized("NFC", text)
        assert "\ufe0f" not in text
        assert not any(unicodedata.category(char) in {"Cc", "Cs", "Co", "Cn"} for char in text)
        assert not any(char >= "\U0001f000" for char in text), "no emoji, no playing-card glyphs"
    assert not any("\u0900" <= char <= "\u097f" for char in phrase.en)


@pytest.mark.parametrize(("module", "name", "phrase"), ALL, ids=[f"{m.__name__}.{n}" for m, n, _ in ALL])
def test_hindi_is_hindi(module: ModuleType, name: str, phrase: Words) -> None:
    """What has words in English has Devanagari in Hindi."""
    english = re.sub(r"\{[^}]*\}", "", phrase.en)
    if not re.search(r"[A-Za-z]{2}", LATIN_ALLOWED.sub("", english)):
        return
    assert name.startswith(COMMANDS) or any("\u0900" <= char <= "\u097f" for char in phrase.hi)


def test_numerals_are_0_to_9() -> None:
    assert not [phrase.hi for _, _, phrase in ALL if re.search("[०-९]", phrase.hi)]


def test_no_phrase_is_unused() -> None:
    sources = {path.stem: path.read_text("utf-8") for path in FOLDER.glob("*.py")}
    unused = []
    for module, name in {(module, name) for module, name, _ in ALL}:
        stem = module.__name__.removeprefix("cli.")
        others = "".join(source for other, source in sources.items() if other != stem)
        own = sources[stem].replace(f"{name}: Final", "")
        if not re.search(rf"\b{name}\b", others) and not re.search(rf"\b{name}\b", own):
            unused.append(f"{stem}.{name}")
    assert not unused


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}
