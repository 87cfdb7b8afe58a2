"""Frames come out as they went in, however the stream was cut; no length can make the reader keep much."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.errors import EncodingError
from p2p.wire.frames import MAX_FRAME_SIZE_BYTES, FrameReader, encode_frame


def take_all(reader: FrameReader) -> list[bytes]:
    frames: list[bytes] = []
    while (frame := reader.next_frame()) is not None:
        frames.append(frame)
    return frames


@given(st.lists(st.binary(min_size=1, max_size=80), max_size=8), st.lists(st.integers(1, 40), max_size=30))
def test_frames_come_out_however_the_stream_is_cut(payloads: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(map(encode_frame, payloads))
    reader = FrameReader()
    got: list[bytes] = []
    for size in cuts:
        reader.feed(stream[:size])
        stream = stream[size:]
        got += take_all(reader)
    reader.feed(stream)
    assert got + take_all(reader) == payloads


def test_frame_is_four_bytes_of_length_and_the_payload() -> None:
    assert encode_frame(b"abc") == b"\0\0\0\3abc"


def test_largest_frame_passes_and_one_byte_more_does_not() -> None:
    largest = bytes(MAX_FRAME_SIZE_BYTES)
    reader = FrameReader()
    reader.feed(encode_frame(largest))
    assert reader.next_frame() == largest
    with pytest.raises(EncodingError):
        encode_frame(largest + b"\0")
    with pytest.raises(EncodingError):
        encode_frame(b"")


@pytest.mark.parametrize("size", [0, MAX_FRAME_SIZE_BYTES + 1, 2**31, 2**32 - 1])
def test_bad_length_is_refused_before_its_payload_comes(size: int) -> None:
    reader = FrameReader()
    reader.feed(size.to_bytes(4, "big"))
    for _ in range(2):
        with pytest.raises(EncodingError):
            reader.next_frame()


def test_half_a_length_waits() -> None:
    reader = FrameReader()
    reader.feed(b"\0\0\0")
    assert reader.next_frame() is None
    reader.feed(b"\1")
    assert reader.next_frame() is None
    reader.feed(b"x\0")
    assert reader.next_frame() == b"x"
    assert reader.next_frame() is None


def test_limit_may_change_between_frames() -> None:
    reader = FrameReader(limit_bytes=4)
    reader.feed(encode_frame(b"four") + encode_frame(b"fives"))
    assert reader.next_frame() == b"four"
    reader.limit_bytes = 5
    assert reader.next_frame() == b"fives"
    reader.limit_bytes = 4
    reader.feed(encode_frame(b"fives"))
    with pytest.raises(EncodingError):
        reader.next_frame()


@given(st.binary(max_size=200))
def test_any_bytes_give_frames_or_encoding_error(data: bytes) -> None:
    reader = FrameReader()
    reader.feed(data)
    try:
        frames = take_all(reader)
    except EncodingError:
        return
    assert sum(len(frame) + 4 for frame in frames) <= len(data)
