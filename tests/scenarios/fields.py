"""Typed views of a scenario file: JSON is checked where it is read, and a wrong shape is a ScenarioError."""

import json
from collections.abc import Iterator
from pathlib import Path

from engine.cards import Card, parse_card, parse_suit
from engine.layout import Layout
from engine.moves import CALLS, PASS, PLAYS, Seat, SeatMove


class ScenarioError(Exception):
    """A scenario file that does not have the documented form."""


class Fields:
    """One JSON object, read by name."""

    def __init__(self, value: object) -> None:
        if not isinstance(value, dict):
            raise ScenarioError(f"no object: {value!r}")
        self._values: dict[str, object] = {str(name): item for name, item in value.items()}

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def names(self) -> Iterator[str]:
        return iter(self._values)

    def value(self, name: str) -> object:
        if name not in self._values:
            raise ScenarioError(f"{name} is missing")
        return self._values[name]

    def text(self, name: str) -> str:
        return _text(self.value(name))

    def number(self, name: str) -> int:
        return _number(self.value(name))

    def seat(self, name: str) -> Seat:
        return Seat(self.number(name))

    def numbers(self, name: str) -> tuple[int, ...]:
        return tuple(_number(item) for item in _items(self.value(name)))

    def part(self, name: str) -> "Fields":
        return Fields(self._values.get(name, {}))

    def parts(self, name: str) -> list["Fields"]:
        return [Fields(item) for item in _items(self._values.get(name, []))]

    def items(self, name: str) -> list[list[object]]:
        return [_items(item) for item in _items(self.value(name))]

    def cards(self, name: str) -> tuple[Card, ...]:
        return cards_from(self.value(name))

    def hands(self, name: str) -> list[tuple[Card, ...]]:
        return [tuple(sorted(cards_from(item))) for item in _items(self.value(name))]

    def move(self, name: str) -> SeatMove:
        return move_from(self.value(name))

    def moves(self) -> list[SeatMove]:
        return [move_from(item) for item in _items(self._values.get("moves", []))]

    def layout(self, name: str) -> Layout:
        lines = self.part(name)
        return Layout(tuple(_line(lines.value(suit)) if suit in lines else None for suit in "CDHS"))

    def options(self) -> dict[str, str]:
        """Give the options as texts; what is only a note, or the number of seats, is left out."""
        notes = ("players", "scoring", "start_card") if self.text("game") == "sevens" else ("players",)
        options = self.part("options")
        return {name: str(options.value(name)) for name in options.names() if name not in notes}


def scenarios_in(path: Path) -> list[Fields]:
    """Read a scenario file; one without scenarios is none."""
    file = Fields(json.loads(path.read_text(encoding="utf-8")))
    return [Fields(item) for item in _items(file.value("scenarios"))]


def cards_from(value: object) -> tuple[Card, ...]:
    return tuple(parse_card(_text(item)) for item in _items(value))


def move_from(value: object) -> SeatMove:
    kind, seat, *what = _items(value)
    player = Seat(_number(seat))
    match kind, what:
        case "call", [suit]:
            return player, CALLS[parse_suit(_text(suit))]
        case "play", [card]:
            return player, PLAYS[parse_card(_text(card)).index]
        case "pass", []:
            return player, PASS
        case _:
            raise ScenarioError(f"no move: {value!r}")


def _line(value: object) -> tuple[int, int] | None:
    if value is None:
        return None
    low, high = _items(value)
    return _number(low), _number(high)


def _items(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ScenarioError(f"no list: {value!r}")
    return list(value)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ScenarioError(f"no text: {value!r}")
    return value


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise ScenarioError(f"no number: {value!r}")
    return value
