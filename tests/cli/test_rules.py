import re
import unicodedata
from string import Formatter

import pytest
from typer.testing import CliRunner

from cli import text
from cli.app import app
from cli.language import Language
from cli.rules import rules_lines, rules_text
from engine.games import GAMES

runner = CliRunner()
BOTH = list(Language)


@pytest.mark.parametrize("language", BOTH)
@pytest.mark.parametrize("name", GAMES)
def test_rules_of_every_game_are_told(name: str, language: Language) -> None:
    result = runner.invoke(app, ["rules", name, "--lang", language.value])
    assert result.exit_code == 0
    assert result.stdout.startswith(rules_text(language).titles[name])
    assert not re.search("[{}]", result.stdout)
    assert not any("\u0966" <= char <= "\u096f" for char in result.stdout)
    for option in GAMES[name].options:
        assert f"\n{option.name}: " in result.stdout
        if isinstance(option.values, range):
            assert all(str(end) in result.stdout for end in (option.values[0], option.values[-1], option.default))
        else:
            assert all(f"- {option.name}={value}: " in result.stdout for value in option.values)


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("language", BOTH)
def test_lines_are_no_longer_than_asked(language: Language, columns: int) -> None:
    for game in GAMES.values():
        lines = list(rules_lines(game, language, columns))
        # Titles stand alone.
        assert max(map(len, lines[1:])) <= columns


def test_both_languages_say_the_same_things() -> None:
    english, hindi = rules_text(Language.ENGLISH), rules_text(Language.HINDI)
    assert english.games.keys() == hindi.games.keys() == GAMES.keys()
    for name, sections in english.games.items():
        others = hindi.games[name]
        assert len(sections) == len(others)
        # The defaults that a text names are the same in both.
        for section, other in zip(sections, others, strict=True):
            assert _fields(section.lines) == _fields(other.lines)
    assert english.options.keys() == hindi.options.keys()
    for option, about in english.options.items():
        assert about.values.keys() == hindi.options[option].values.keys()


def test_options_told_are_the_engines() -> None:
    declared = {option.name: option for game in GAMES.values() for option in game.options}
    told = rules_text(Language.ENGLISH).options
    assert told.keys() == declared.keys()
    for name, option in declared.items():
        if not isinstance(option.values, range):
            assert set(told[name].values) == set(option.values)


def test_default_values_in_the_text_are_the_engines() -> None:
    result = runner.invoke(app, ["rules", "double-sir"])
    assert "The first pair to win 7 rounds wins the game." in " ".join(result.stdout.split())


@pytest.mark.parametrize("alias", ["dehla-pakad", "Double-Sir", "do_sir"])
def test_other_names_of_a_game_are_known(alias: str) -> None:
    assert runner.invoke(app, ["rules", alias]).stdout == runner.invoke(app, ["rules", "double-sir"]).stdout


def test_every_phrase_has_the_same_places_in_both_languages() -> None:
    phrases = [value for name, value in vars(text).items() if isinstance(value, text.Words) and name.isupper()]
    for group in (text.WELCOME, text.SUITS, text.RANKS.values(), text.GAME_TITLES.values(), text.STANDING.values()):
        phrases += group
    assert len(phrases) > 60
    for phrase in phrases:
        assert _fields((phrase.en,)) == _fields((phrase.hi,)), phrase
        assert unicodedata.is_normalized("NFC", phrase.en)


def _fields(lines: tuple[str, ...]) -> set[str]:
    return {name for line in lines for _, name, _, _ in Formatter().parse(line) if name}
