"""The catalogue: every kind there and back, and nothing else comes in."""

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p.errors import EncodingError
from p2p.pack import Item, pack, unpack
from p2p.wire import messages
from p2p.wire.messages import CATALOGUE, Kind, Message, kind_of, message_body, parse_chained, parse_loose
from p2p.wire.schema import Bytes, Many, Record, Shape, Text, Whole, from_item, to_item

FAST = settings(max_examples=50, deadline=None, derandomize=True)


def items_of(shape: Shape) -> st.SearchStrategy[Item]:
    """Draw what a field of this shape may hold."""
    match shape:
        case Bytes(least, most, unit):
            sizes = st.integers(-(-least // unit), most // unit)
            return sizes.flatmap(
                lambda size: st.binary(min_size=min(size * unit, 64), max_size=64).map(
                    lambda some: (some * (1 + size * unit // max(1, len(some))))[: size * unit]
                )
            )
        case Whole(most):
            return st.integers(0, most)
        case Text(least, most):
            return st.text("aß€🂡", min_size=1, max_size=max(1, most // 4)).map(
                lambda text: text if least <= len(text.encode()) <= most else "x" * least
            )
        case Many(of, least, most):
            return st.lists(items_of(of), min_size=least, max_size=min(most, least + 3)).map(tuple)
        case Record(fields=fields):
            return st.tuples(*(items_of(field) for _, field in fields))


def parse(kind: Kind, body: Item) -> Message:
    return parse_chained(kind.name, body) if kind.shape == "chained" else parse_loose(kind.name, body)


def refuses(shape: Shape, item: Item) -> None:
    with pytest.raises(EncodingError):
        from_item(shape, item)


def fields() -> list[tuple[str, int, Shape]]:
    return [
        (f"{kind.name}.{name}", number, shape)
        for kind in CATALOGUE
        for number, (name, shape) in enumerate(kind.record.fields)
    ]


def test_catalogue_lists_every_message_once() -> None:
    kinds = {kind.record.make for kind in CATALOGUE}
    assert kinds == {*get_args(messages.ChainedMessage), *get_args(messages.LooseMessage)}
    assert len({kind.name for kind in CATALOGUE}) == len(CATALOGUE) == len(kinds)


@pytest.mark.parametrize("kind", CATALOGUE, ids=lambda kind: kind.name)
@given(st.data())
@FAST
def test_every_kind_goes_there_and_back(kind: Kind, data: st.DataObject) -> None:
    body = data.draw(items_of(kind.record))
    message = parse(kind, body)
    assert kind_of(message) is kind
    assert message_body(message) == body
    assert unpack(pack(body))[0] == body
    assert parse(kind, message_body(message)) == message


@pytest.mark.parametrize("kind", CATALOGUE, ids=lambda kind: kind.name)
@given(st.data())
@FAST
def test_field_too_many_or_missing_or_of_another_type_is_refused(kind: Kind, data: st.DataObject) -> None:
    body = data.draw(items_of(kind.record))
    assert isinstance(body, tuple)
    with pytest.raises(EncodingError):
        parse(kind, (*body, 0))
    for number in range(len(body)):
        with pytest.raises(EncodingError):
            parse(kind, body[:number] + body[number + 1 :])
        wrong: Item = -1 if not isinstance(body[number], int) else b""
        with pytest.raises(EncodingError):
            parse(kind, (*body[:number], wrong, *body[number + 1 :]))
    with pytest.raises(EncodingError):
        parse(kind, b"")


@pytest.mark.parametrize("kind", CATALOGUE, ids=lambda kind: kind.name)
def test_kind_is_unknown_in_the_other_shape(kind: Kind) -> None:
    with pytest.raises(EncodingError):
        (parse_loose if kind.shape == "chained" else parse_chained)(kind.name, ())
    with pytest.raises(EncodingError):
        parse(Kind(kind.name.upper(), kind.shape, kind.record), ())


@pytest.mark.parametrize(
    ("name", "number", "shape"), fields(), ids=lambda value: str(value) if isinstance(value, str) else ""
)
def test_sizes_of_every_field_are_held(name: str, number: int, shape: Shape) -> None:
    check_bounds(shape)


def check_bounds(shape: Shape) -> None:
    """Hold what a shape takes against its least and most."""
    for wrong in wrong_items(shape):
        refuses(shape, wrong)
    match shape:
        case Bytes(least, most):
            for size in (least, most):
                assert from_item(shape, bytes(size)) == bytes(size)
        case Whole(most):
            assert (from_item(shape, 0), from_item(shape, most)) == (0, most)
        case Text(least, most):
            for size in (least, most):
                assert from_item(shape, "x" * size) == "x" * size
        case Many(of, least, most):
            for size in (least, most):
                assert len(tuple_of(from_item(shape, (smallest(of),) * size))) == size
            check_bounds(of)
        case Record(fields=inner):
            for _, field in inner:
                check_bounds(field)


def wrong_items(shape: Shape) -> list[Item]:
    """Give what lies just outside, and values of all other types."""
    match shape:
        case Bytes(least, most, unit):
            sizes = [least - unit, most + unit, *([least + 1, most - 1] if unit > 1 else [])]
            return ["x" * most, 0, (), *(bytes(size) for size in sizes if size >= 0)]
        case Whole(most):
            return [-1, most + 1, b"\0", "0", ()]
        case Text(least, most):
            return [b"x" * most, 0, (), "x" * (most + 1), "€" * (most // 3 + 1), *["x" * (least - 1)] * bool(least)]
        case Many(of, least, most):
            one = smallest(of)
            return [b"", "", 0, (one,) * (most + 1), *[(one,) * (least - 1)] * bool(least)]
        case Record():
            return [b"", "", 0]


def tuple_of(value: object) -> tuple[object, ...]:
    assert isinstance(value, tuple)
    return value


def smallest(shape: Shape) -> Item:
    match shape:
        case Bytes(least):
            return bytes(least)
        case Whole():
            return 0
        case Text(least):
            return "x" * least
        case Many(of, least):
            return (smallest(of),) * least
        case Record(fields=inner):
            return tuple(smallest(field) for _, field in inner)


@pytest.mark.parametrize("kind", CATALOGUE, ids=lambda kind: kind.name)
@given(
    item=st.recursive(
        st.binary(max_size=40) | st.text(max_size=4) | st.integers(-2, 300),
        lambda inner: st.lists(inner, max_size=5).map(tuple),
        max_leaves=12,
    )
)
@FAST
def test_any_body_is_read_or_refused(kind: Kind, item: Item) -> None:
    try:
        message = parse(kind, item)
    except EncodingError:
        return
    assert message_body(message) == item


@pytest.mark.parametrize(
    "message",
    [
        messages.CoinCommit(bytes(31)),
        messages.Chat(""),
        messages.Chat("x" * 401),
        messages.Heartbeat(bytes(32), -1, bytes(32), ()),
        messages.Heartbeat(bytes(32), 0, bytes(32), (7,)),
        messages.Roster(()),
        messages.CallTrump("SS"),
        messages.Checked((messages.Complaint(9, bytes(32), bytes(64)),)),
    ],
)
def test_message_of_ones_own_that_no_reader_would_take_is_refused(message: Message) -> None:
    with pytest.raises(EncodingError):
        message_body(message)


def test_value_of_no_packed_type_is_refused() -> None:
    values: list[object] = [None, 1.5, {}, [1]]
    for value in values:
        with pytest.raises(EncodingError):
            to_item(Many(Whole(3), 0, 3), value)


def test_shapes_have_their_words_for_protocol_md() -> None:
    assert [shape.text for shape in (Bytes(32, 32), Bytes(0, 32, 32), Bytes(1, 9), Whole(6), Text(1, 64))] == [
        "32 bytes",
        "0 to 1 x 32 bytes",
        "1 to 9 bytes",
        "0 to 6",
        "text, 1 to 64 bytes",
    ]
    assert Many(Whole(6), 0, 7).text == "array of 0 to 7: 0 to 6"
    assert Record("complaint", messages.Complaint, ()).text == "complaint"
