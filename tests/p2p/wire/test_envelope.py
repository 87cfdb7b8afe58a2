"""Envelopes: what is signed, what travels, and that nothing else is read as one."""

from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p.errors import EncodingError
from p2p.identity import Identity, verify_signature
from p2p.pack import Item, pack, unpack
from p2p.wire import messages
from p2p.wire.envelope import (
    CHAINED,
    LOOSE,
    VERSION,
    Chained,
    Loose,
    parse_envelope,
    seal_chained,
    seal_loose,
)
from p2p.wire.messages import MOST_COUNTER, MOST_KIND, MOST_STEP

FAST = settings(max_examples=100, deadline=None, derandomize=True)
WHO = Identity(bytes(range(32)))


def chained(step: int = 5) -> Chained:
    return seal_chained(
        contract_hash=bytes(32),
        seat=3,
        step=step,
        head=b"\1" * 32,
        message=messages.CallTrump("S"),
        sign=WHO.sign,
    )


def loose(counter: int = 5) -> Loose:
    return seal_loose(
        table_id=bytes(16),
        sender=WHO.peer_id,
        nonce=b"\2" * 32,
        counter=counter,
        message=messages.Chat("namaste"),
        sign=WHO.sign,
    )


@pytest.mark.parametrize("step", [0, MOST_STEP])
def test_chained_envelope_is_read_as_it_was_sealed(step: int) -> None:
    sealed = chained(step)
    read = parse_envelope(sealed.raw)
    assert read == sealed
    assert isinstance(read, Chained)
    assert read.message() == messages.CallTrump("S")
    assert read.hash == sha256(read.raw).digest()
    verify_signature(WHO.peer_id, read.signed, read.signature)


@pytest.mark.parametrize("counter", [0, MOST_COUNTER])
def test_loose_envelope_is_read_as_it_was_sealed(counter: int) -> None:
    sealed = loose(counter)
    read = parse_envelope(sealed.raw)
    assert read == sealed
    assert isinstance(read, Loose)
    assert read.message() == messages.Chat("namaste")
    verify_signature(WHO.peer_id, read.signed, read.signature)


def test_what_travels_is_what_is_signed_without_the_word_and_with_the_signature() -> None:
    for envelope, word in ((chained(), CHAINED), (loose(), LOOSE)):
        items = unpack(envelope.raw)
        assert (word, *items[:-1]) == unpack(envelope.signed)
        assert items[-1] == envelope.signature


def test_envelope_of_one_shape_is_not_signed_for_the_other() -> None:
    """Equal elements after the first word would still be two different messages."""
    assert unpack(chained().signed)[0] != unpack(loose().signed)[0]


@pytest.mark.parametrize("number", range(8))
@pytest.mark.parametrize("wrong", [-1, 2**32, 2**63, b"", b"x" * 33, "", ("x",)])
@pytest.mark.parametrize("make", [chained, loose])
def test_any_other_element_makes_it_no_envelope_or_another(make: object, number: int, wrong: Item) -> None:
    raw = (chained() if make is chained else loose()).raw
    items = list(unpack(raw))
    if type(items[number]) is type(wrong) and isinstance(wrong, str | tuple):
        return  # any text is a kind, any array a body: they are read later
    if (make, number, wrong) in {(chained, 2, 2**32), (chained, 2, 2**63), (loose, 4, 2**32)}:
        return  # a seat may be any number here, the table knows better; a counter may be that large
    items[number] = wrong
    with pytest.raises(EncodingError):
        parse_envelope(pack(*items))


@pytest.mark.parametrize("make", [chained, loose])
def test_more_or_fewer_elements_are_refused(make: object) -> None:
    items = unpack((chained() if make is chained else loose()).raw)
    for other in (items[:-1], (*items, 0), items[1:], ()):
        with pytest.raises(EncodingError):
            parse_envelope(pack(*other))


@pytest.mark.parametrize("make", [chained, loose])
def test_kind_with_too_long_a_name_is_refused(make: object) -> None:
    items = unpack((chained() if make is chained else loose()).raw)
    assert parse_envelope(pack(*items[:5], "x" * MOST_KIND, *items[6:])).kind == "x" * MOST_KIND
    for kind in ("x" * (MOST_KIND + 1), "€" * (MOST_KIND // 3 + 1)):
        with pytest.raises(EncodingError):
            parse_envelope(pack(*items[:5], kind, *items[6:]))


def test_another_version_is_refused() -> None:
    for version in (0, VERSION + 1, -1):
        with pytest.raises(EncodingError, match="version"):
            parse_envelope(pack(version, *unpack(chained().raw)[1:]))


@given(st.binary(max_size=200))
@FAST
def test_any_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(EncodingError):
        parse_envelope(data)


@given(st.data())
@FAST
@pytest.mark.parametrize("make", [chained, loose])
def test_changed_bytes_are_refused_or_another_message(make: object, data: st.DataObject) -> None:
    sealed = chained() if make is chained else loose()
    raw = bytearray(sealed.raw)
    raw[data.draw(st.integers(0, len(raw) - 1))] ^= data.draw(st.integers(1, 255))
    try:
        read = parse_envelope(bytes(raw))
    except EncodingError:
        return
    assert read.raw == bytes(raw)
    assert (read.signed, read.signature) != (sealed.signed, sealed.signature)


@pytest.mark.parametrize("version", [b"", "", (), b"\1", "1"])
def test_another_element_in_the_versions_place_is_no_second_message(version: Item) -> None:
    """The signature is over the version as a number: other bytes that it holds for would frame their signer."""
    for sealed in (chained(), loose()):
        with pytest.raises(EncodingError):
            parse_envelope(pack(version, *unpack(sealed.raw)[1:]))


@given(st.data())
@FAST
def test_no_other_bytes_have_the_same_signed_content_and_signature(data: st.DataObject) -> None:
    """Change one element in any way: what is read then is signed differently, or is not read at all."""
    for sealed in (chained(), loose()):
        items = list(unpack(sealed.raw))
        number = data.draw(st.integers(0, len(items) - 1))
        items[number] = data.draw(st.binary(max_size=64) | st.text(max_size=5) | st.integers(-1, 99) | st.just(()))
        raw = pack(*items)
        try:
            read = parse_envelope(raw)
        except EncodingError:
            continue
        assert raw == sealed.raw or (read.signed, read.signature) != (sealed.signed, sealed.signature)


def test_body_is_read_only_when_asked_for() -> None:
    items = unpack(chained().raw)
    read = parse_envelope(pack(*items[:5], "dance", ("what", 1), items[7]))
    with pytest.raises(EncodingError):
        read.message()
    items = unpack(loose().raw)
    read = parse_envelope(pack(*items[:5], "call", ("S",), items[7]))
    with pytest.raises(EncodingError):
        read.message()
