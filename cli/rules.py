"""`patte rules`: a game's rules as text, with the options that the engine declares."""

import textwrap
from collections.abc import Iterator

from cli.language import Language
from cli.rules_form import OptionText, RulesText
from engine.game import Game, Option


def rules_text(language: Language) -> RulesText:
    """Give all that is said about rules in a language."""
    if language is Language.HINDI:
        from cli.rules_hi import RULES_HI

        return RULES_HI
    from cli.rules_en import RULES_EN

    return RULES_EN


def rules_lines(game: Game, language: Language, columns: int) -> Iterator[str]:
    """Write a game's rules, line by line, no line longer than so many characters where a word allows it."""
    words = rules_text(language)
    defaults = {option.name: option.default for option in game.options}
    title = words.titles[game.name]
    yield title
    yield "=" * min(len(title), columns)
    if game.least_seats != game.most_seats:
        yield words.players.format(least=game.least_seats, most=game.most_seats)
    for section in words.games[game.name]:
        yield ""
        yield f"{section.title}:"
        for line in section.lines:
            yield from _wrap(line.format_map(defaults), columns)
    yield ""
    yield f"{words.options_title}:"
    yield from _wrap(words.options_about, columns)
    for option in game.options:
        yield from _option_lines(option, words, columns)


def _option_lines(option: Option, words: RulesText, columns: int) -> Iterator[str]:
    about: OptionText = words.options[option.name]
    yield ""
    yield from _wrap(f"{option.name}: {about.about}", columns)
    if isinstance(option.values, range):
        least, most = option.values[0], option.values[-1]
        yield from _wrap(f"- {words.range.format(least=least, most=most, default=option.default)}", columns)
        return
    for value in option.values:
        usual = f" ({words.default})" if value == option.default else ""
        yield from _wrap(f"- {option.name}={value}: {about.values[value]}{usual}", columns)


def _wrap(line: str, columns: int) -> list[str]:
    indent = "  " if line.startswith("- ") else ""
    return textwrap.wrap(line, columns, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
