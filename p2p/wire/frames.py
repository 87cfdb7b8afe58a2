"""Frames: the byte stream of a link cut into pieces, each a 4-byte big-endian length and that many bytes.

A frame holds 1 byte to 64 KiB. The length is checked as soon as its four bytes are there, before anything is kept for
it, so a stranger can make a reader hold no more than one frame and what its host feeds at once.
"""

from p2p.errors import EncodingError

MAX_FRAME_SIZE_BYTES = 64 * 1024
_LENGTH_SIZE_BYTES = 4


def encode_frame(payload: bytes) -> bytes:
    """Put the length before the payload.

    Raises:
        EncodingError: the payload is empty or above 64 KiB.
    """
    _check_size(len(payload), MAX_FRAME_SIZE_BYTES)
    return len(payload).to_bytes(_LENGTH_SIZE_BYTES, "big") + payload


class FrameReader:
    """Cut a stream into frames, without I/O: feed bytes in, take payloads out until there is None.

    After an error the reader is of no more use: every further call raises it again.

    Attributes:
        limit_bytes: the largest payload accepted; may be changed between frames (a handshake takes only small ones).
    """

    def __init__(self, limit_bytes: int = MAX_FRAME_SIZE_BYTES) -> None:
        self.limit_bytes = limit_bytes
        self._buffer = bytearray()

    def feed(self, data: bytes | bytearray) -> None:
        """Take bytes as they came. The host takes the frames out before it feeds more, or the buffer grows."""
        self._buffer += data

    def next_frame(self) -> bytes | None:
        """Give the next whole payload, or None if more bytes are needed.

        Raises:
            EncodingError: the length is 0 or above the limit.
        """
        if len(self._buffer) < _LENGTH_SIZE_BYTES:
            return None
        size = int.from_bytes(self._buffer[:_LENGTH_SIZE_BYTES], "big")
        _check_size(size, self.limit_bytes)
        end = _LENGTH_SIZE_BYTES + size
        if len(self._buffer) < end:
            return None
        payload = bytes(self._buffer[_LENGTH_SIZE_BYTES:end])
        del self._buffer[:end]
        return payload


def _check_size(size: int, limit: int) -> None:
    if not 1 <= size <= limit:
        raise EncodingError(f"a frame of {size} bytes; 1 to {limit} are allowed")
