"""Say what a message's fields may hold, and turn fields into packed items and back by that alone.

A record is declared once, as a list of fields; the codec, the catalogue's table in protocol.md and the tests that
hold the two together all read that list. Sizes are checked here, meaning is not: whether a share is right is for
those who know the deck.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

from p2p.errors import EncodingError
from p2p.pack import Item


@dataclass(frozen=True, slots=True)
class Bytes:
    """A byte string of `least` to `most` bytes whose length is a multiple of `unit`."""

    least: int
    most: int
    unit: int = 1

    @property
    def text(self) -> str:
        """The column of protocol.md's table."""
        if self.least == self.most:
            return f"{self.least} bytes"
        of = f" x {self.unit}" if self.unit > 1 else ""
        return f"{self.least // self.unit} to {self.most // self.unit}{of} bytes"


@dataclass(frozen=True, slots=True)
class Whole:
    """An integer from 0 to `most`."""

    most: int

    @property
    def text(self) -> str:
        """The column of protocol.md's table."""
        return f"0 to {self.most}"


@dataclass(frozen=True, slots=True)
class Text:
    """A text of `least` to `most` bytes in UTF-8."""

    least: int
    most: int

    @property
    def text(self) -> str:
        """The column of protocol.md's table."""
        return f"text, {self.least} to {self.most} bytes"


@dataclass(frozen=True, slots=True)
class Many:
    """An array of `least` to `most` values of one kind."""

    of: "Shape"
    least: int
    most: int

    @property
    def text(self) -> str:
        """The column of protocol.md's table."""
        return f"array of {self.least} to {self.most}: {self.of.text}"


@dataclass(frozen=True, slots=True)
class Record:
    """An array that is one value of `make`, field by field in the order of `fields`.

    `make` takes the fields' values by position; what it builds has an attribute for each field's name, or
    is a plain tuple of them.
    """

    name: str
    make: Callable[..., object]
    fields: tuple[tuple[str, "Shape"], ...]

    @property
    def text(self) -> str:
        """The column of protocol.md's table."""
        return self.name


Shape = Bytes | Whole | Text | Many | Record


def to_item(shape: Shape, value: object) -> Item:
    """Give the packed form of a value, which must be of this shape.

    Raises:
        EncodingError: it is not; a message that we build ourselves never meets this.
    """
    match shape, value:
        case Record(fields=fields), tuple():
            return tuple(to_item(field, one) for (_, field), one in zip(fields, value, strict=True))
        case Record(fields=fields), _:
            return tuple(to_item(field, getattr(value, name)) for name, field in fields)
        case Many(of=of), tuple():
            item: Item = tuple(to_item(of, one) for one in value)
        case _, bytes() | str() | int():
            item = value
        case _:
            raise EncodingError(f"a {type(value).__name__} where {shape.text} belongs")
    from_item(shape, item)
    return item


def from_item(shape: Shape, item: Item) -> object:
    """Give the value that an unpacked item stands for.

    Raises:
        EncodingError: the item is not of this shape.
    """
    match shape:
        case Bytes(least, most, unit):
            if not isinstance(item, bytes) or not least <= len(item) <= most or len(item) % unit:
                raise EncodingError(f"not {shape.text}")
            return item
        case Whole(most):
            if not isinstance(item, int) or not 0 <= item <= most:
                raise EncodingError(f"not an integer {shape.text}")
            return item
        case Text(least, most):
            if not isinstance(item, str) or not least <= len(item.encode()) <= most:
                raise EncodingError(f"not a {shape.text}")
            return item
        case Many(of, least, most):
            if not isinstance(item, tuple) or not least <= len(item) <= most:
                raise EncodingError(f"not an {shape.text}")
            return tuple(from_item(of, one) for one in item)
        case Record(name, make, fields):
            if not isinstance(item, tuple) or len(item) != len(fields):
                raise EncodingError(f"{name} has {len(fields)} fields")
            return make(*(from_item(field, one) for (_, field), one in zip(fields, item, strict=True)))
        case _:
            assert_never(shape)
