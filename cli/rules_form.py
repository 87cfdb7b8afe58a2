"""The form that the rules have in every language: sections of a game, and what each option means."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands below it. `{option}` in a line stands for that option's default value."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OptionText:
    """What an option decides, and what each of its values means; a range of numbers needs no word for each."""

    about: str
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RulesText:
    """All that `patte rules` says in one language; games and options by the engine's names."""

    titles: Mapping[str, str]
    games: Mapping[str, tuple[Section, ...]]
    options: Mapping[str, OptionText]
    options_title: str
    options_about: str
    players: str
    default: str
    range: str
