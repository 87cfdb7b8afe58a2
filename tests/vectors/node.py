"""A value of a vector file together with its name there, so that what differs can be named."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ParamSpec, TypeVar

from p2p.crypto.elgamal import Ciphertext
from p2p.crypto.ristretto import Element, Scalar
from p2p.errors import CryptoError

T = TypeVar("T")
P = ParamSpec("P")


class DiffersError(Exception):
    """An item of a vector file is not what this implementation gives; its text is the item's name and why."""


class Node:
    """A JSON value and its path."""

    def __init__(self, value: object, name: str) -> None:
        self.value = value
        self.name = name

    def __getitem__(self, key: str | int) -> "Node":
        if isinstance(key, str) and isinstance(self.value, dict) and key in self.value:
            return Node(self.value[key], f"{self.name}.{key}" if self.name else key)
        if isinstance(key, int) and isinstance(self.value, list) and key < len(self.value):
            return Node(self.value[key], f"{self.name}[{key}]")
        raise DiffersError(f"{self.name}: has no {key!r}")

    def __contains__(self, key: str) -> bool:
        return isinstance(self.value, dict) and key in self.value

    def __iter__(self) -> Iterator["Node"]:
        return (self[index] for index in range(len(self)))

    def __len__(self) -> int:
        if not isinstance(self.value, list):
            raise DiffersError(f"{self.name}: not a list")
        return len(self.value)

    def of(self, length: int) -> "Node":
        """Demand that this list has that many items."""
        if len(self) != length:
            raise DiffersError(f"{self.name}: {len(self)} items, not {length}")
        return self

    def keys(self) -> list[str]:
        if not isinstance(self.value, dict):
            raise DiffersError(f"{self.name}: not an object")
        return [str(key) for key in self.value]

    @property
    def text(self) -> str:
        return self._typed(str)

    @property
    def number(self) -> int:
        return self._typed(int)

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(item.number for item in self)

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(item.text for item in self)

    @property
    def data(self) -> bytes:
        try:
            return bytes.fromhex(self.text)
        except ValueError as error:
            raise DiffersError(f"{self.name}: not hex") from error

    @property
    def element(self) -> Element:
        return self.accept(Element, self.data)

    @property
    def scalar(self) -> Scalar:
        return self.accept(Scalar.decode, self.data)

    @property
    def elements(self) -> tuple[Element, ...]:
        return tuple(item.element for item in self)

    @property
    def deck(self) -> tuple[Ciphertext, ...]:
        return tuple(Ciphertext(item[0].element, item[1].element) for item in self)

    def same(self, ours: object) -> None:
        """Demand that this value is ours: bytes as hex, tuples as lists."""
        if self.value != as_json(ours):
            raise DiffersError(f"{self.name}: differs")

    def accept(self, check: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Demand that the check of this value raises nothing."""
        try:
            return check(*args, **kwargs)
        except CryptoError as error:
            raise DiffersError(f"{self.name}: {error}") from error

    def refuse(self, check: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
        """Demand that the check of this value refuses it."""
        try:
            check(*args, **kwargs)
        except CryptoError:
            return
        raise DiffersError(f"{self.name}: accepted")

    def _typed(self, kind: type[T]) -> T:
        if not isinstance(self.value, kind) or isinstance(self.value, bool):
            raise DiffersError(f"{self.name}: not {kind.__name__}")
        return self.value


def as_json(value: object) -> object:
    """Return a value in the form of the vector files."""
    match value:
        case bytes():
            return value.hex()
        case Element():
            return value.encoding.hex()
        case Scalar():
            return value.encode().hex()
        case Ciphertext():
            return [value.A.encoding.hex(), value.B.encoding.hex()]
        case tuple() | list():
            return [as_json(item) for item in value]
        case dict():
            return {str(key): as_json(item) for key, item in value.items()}
        case _:
            return value


def load(path: Path) -> Node:
    """Read a vector file."""
    return Node(json.loads(path.read_text()), "")
