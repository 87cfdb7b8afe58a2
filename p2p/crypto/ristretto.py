"""The group ristretto255, over libsodium: the one module that touches the library.

Theory of operation. An `Element` is its 32-byte canonical encoding (RFC 9496, section 4.3.2); a `Scalar` an integer
below the order L. Both are valid from the moment they are made, so nothing above this module handles raw encodings.
libsodium's functions take encodings and return a code; here

- every return code is checked. A bad one cannot happen with valid Elements, so it is an ArithmeticError, not a
  ProofError;
- `Element(data)` refuses what libsodium's validity check lets pass: the identity, and the top bit of the last byte,
  which the library ignores in all of its functions, so that each element would have a second encoding;
- a zero scalar and the identity, at which the library's multiplication fails, are handled before it is called;
- a scalar is reduced before it reaches the library, to which k, k + L and k with the top bit set are alike.

The library is the system's where there is one (>= 1.0.18, the first with ristretto255), else the copy within the
package rbcl. The environment variable PATTE_SODIUM=system|rbcl forces one. It is called with the interpreter's lock
held (PyDLL): a call takes some 50 microseconds, and to give the lock away 1500 times in a proof means to wait for it up
to 5 milliseconds each time while another thread computes.

Source: RFC 9496, "The ristretto255 and decaf448 Groups".
"""

import ctypes
import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from p2p.errors import EncodingError
from p2p.pack import Item, pack

SCALAR_BYTES = 32
ELEMENT_BYTES = 32

L = 2**252 + 27742317777372353535851937790883648493
"""The order of the group, a prime (RFC 9496, section 4)."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """An integer modulo L, between 0 and L-1. Its repr hides it: most scalars here are secrets."""

    value: int = field(repr=False)

    def __post_init__(self) -> None:
        if not 0 <= self.value < L:
            raise EncodingError("scalar out of range")

    @staticmethod
    def decode(data: bytes) -> "Scalar":
        """Read 32 bytes, little-endian.

        Raises:
            EncodingError: another length, or a number >= L.
        """
        if len(data) != SCALAR_BYTES:
            raise EncodingError("a scalar has 32 bytes")
        return Scalar(int.from_bytes(data, "little"))

    @staticmethod
    def reduced(value: int) -> "Scalar":
        """Return the value mod L; it may be negative."""
        return Scalar(value % L)

    def encode(self) -> bytes:
        """Return 32 bytes, little-endian."""
        return self.value.to_bytes(SCALAR_BYTES, "little")

    def __add__(self, other: "Scalar") -> "Scalar":
        return Scalar((self.value + other.value) % L)

    def __sub__(self, other: "Scalar") -> "Scalar":
        return Scalar((self.value - other.value) % L)

    def __neg__(self) -> "Scalar":
        return Scalar(-self.value % L)

    def __mul__(self, other: "Scalar") -> "Scalar":
        if not isinstance(other, Scalar):
            return NotImplemented
        return Scalar(self.value * other.value % L)


@dataclass(frozen=True, slots=True)
class Element:
    """A group element, as its canonical 32 bytes.

    `Element(data)` is the decoding of received bytes, and refuses the identity; only computation gives an Element that
    is the identity.

    Raises:
        EncodingError: not 32 bytes, not canonical, or the identity.
    """

    encoding: bytes

    def __post_init__(self) -> None:
        data = self.encoding
        if len(data) != ELEMENT_BYTES:
            raise EncodingError("an element has 32 bytes")
        if data[31] & 0x80 or not _sodium.crypto_core_ristretto255_is_valid_point(data):
            raise EncodingError("not the encoding of an element")
        if data == _ZERO:
            raise EncodingError("the identity is not accepted")

    @property
    def is_identity(self) -> bool:
        """Whether this is the neutral element."""
        return self.encoding == _ZERO

    def __add__(self, other: "Element") -> "Element":
        return _made(_add(self.encoding, other.encoding))

    def __sub__(self, other: "Element") -> "Element":
        return _made(_subtract(self.encoding, other.encoding))

    def __rmul__(self, scalar: Scalar) -> "Element":
        return _made(_multiply(scalar, self.encoding))


class Ristretto255:
    """The group as `p2p.crypto.sigma` wants it: p2p.crypto.sigma.Group."""

    @property
    def generator(self) -> Element:
        """G."""
        return G

    def scalar(self, value: int) -> Scalar:
        """Return the value mod L."""
        return Scalar.reduced(value)

    @property
    def scalar_size_bytes(self) -> int:
        """The length of an encoded scalar."""
        return SCALAR_BYTES

    def decode_scalar(self, data: bytes) -> Scalar:
        """Read 32 bytes; EncodingError if they are no scalar below L."""
        return Scalar.decode(data)

    def encode_scalar(self, scalar: Scalar) -> bytes:
        """Return the scalar's 32 bytes."""
        return scalar.encode()

    def encode_element(self, element: Element) -> bytes:
        """Return the element's 32 bytes."""
        return element.encoding

    def is_identity(self, element: Element) -> bool:
        """Whether the element is the neutral one."""
        return element.is_identity

    def combine(self, terms: Iterable[tuple[Scalar, Element]]) -> Element:
        """Return the sum of scalar * element, with as few library calls as it takes."""
        total: bytes | None = None
        for scalar, element in terms:
            encoding = element.encoding
            if scalar.value == 0 or encoding == _ZERO:
                continue
            if scalar.value == L - 1 and total is not None:
                total = _subtract(total, encoding)
                continue
            part = encoding if scalar.value == 1 else _multiply(scalar, encoding)
            total = part if total is None else _add(total, part)
        return _made(_ZERO if total is None else total)


def to_group(*items: Item) -> Element:
    """Return the one-way map (RFC 9496, section 4.3.4) of SHA-512(pack(items)); nobody knows its discrete logarithm."""
    out = _Buffer32()
    _checked(_sodium.crypto_core_ristretto255_from_hash(out, hashlib.sha512(pack(*items)).digest()))
    return Element(out.raw)


def element_sum(elements: Iterable[Element]) -> Element:
    """Return the sum; of none, the identity."""
    return RISTRETTO.combine((ONE, element) for element in elements)


def encode_elements(elements: Iterable[Element]) -> bytes:
    """Return the encodings one after the other."""
    return b"".join([element.encoding for element in elements])


def decode_elements(data: bytes, count: int) -> tuple[Element, ...]:
    """Read exactly `count` elements of 32 bytes each.

    Raises:
        EncodingError: another length, or one of them is no element or the identity.
    """
    if len(data) != count * ELEMENT_BYTES:
        raise EncodingError(f"{count} elements have {count * ELEMENT_BYTES} bytes, not {len(data)}")
    return tuple([Element(data[at : at + ELEMENT_BYTES]) for at in range(0, len(data), ELEMENT_BYTES)])


# The library.

_FUNCTIONS = {
    "crypto_core_ristretto255_is_valid_point": 1,
    "crypto_core_ristretto255_from_hash": 2,
    "crypto_core_ristretto255_add": 3,
    "crypto_core_ristretto255_sub": 3,
    "crypto_scalarmult_ristretto255": 3,
    "crypto_scalarmult_ristretto255_base": 2,
}
"""The functions used and how many byte buffers each takes; all return a code."""

_LIBRARY_NAMES = (
    "libsodium.so.26",
    "libsodium.so.23",
    "libsodium.so",
    "libsodium.dylib",
    "/opt/homebrew/lib/libsodium.dylib",
    "/usr/local/lib/libsodium.dylib",
)

_BUNDLE_PREFIX = "patte-sodium-"
_LOADED_FILES_STAY = sys.platform == "win32"
_STALE_S = 3600


def _load(wanted: str) -> ctypes.PyDLL:
    """Return the initialised library: "system", "rbcl", or with "" the first of these that is there."""
    if wanted not in ("", "system", "rbcl"):
        raise ImportError(f"PATTE_SODIUM is {wanted!r}, not system or rbcl")
    library = _system_library(_LIBRARY_NAMES) if wanted != "rbcl" else None
    if library is None and wanted == "system":
        raise ImportError("no libsodium >= 1.0.18 found on this system")
    return _declared(library or _bundled_library())


def _system_library(names: Sequence[str]) -> ctypes.PyDLL | None:
    if _LOADED_FILES_STAY:
        return None  # Windows has no system libsodium, and would look for one among the files of the current folder
    for name in names:
        try:
            library = ctypes.PyDLL(name)
        except OSError:
            continue
        if all(hasattr(library, function) for function in _FUNCTIONS):
            return library
    return None


def _bundled_library() -> ctypes.PyDLL:
    """Import rbcl, which at every import writes its library into the temporary folder and leaves it there."""
    usual = tempfile.tempdir
    if _LOADED_FILES_STAY:
        _sweep(Path(tempfile.gettempdir()))
    folder = tempfile.mkdtemp(prefix=_BUNDLE_PREFIX)
    tempfile.tempdir = folder
    try:
        import rbcl
    finally:
        tempfile.tempdir = usual
        shutil.rmtree(folder, ignore_errors=_LOADED_FILES_STAY)
    return ctypes.PyDLL(rbcl._sodium._name, handle=rbcl._sodium._handle)


def _sweep(parent: Path) -> None:
    """Remove what earlier starts had to leave: Windows keeps a loaded library's file until the process ends."""
    for folder in parent.glob(_BUNDLE_PREFIX + "*"):
        if time.time() - folder.stat().st_mtime > _STALE_S:
            shutil.rmtree(folder, ignore_errors=True)


def _declared(library: ctypes.PyDLL) -> ctypes.PyDLL:
    for name, buffers in _FUNCTIONS.items():
        function = getattr(library, name)
        function.argtypes = [ctypes.c_char_p] * buffers
        function.restype = ctypes.c_int
    _checked(min(library.sodium_init(), 0))  # 1: somebody else has initialised it
    return library


def _checked(code: int) -> None:
    if code != 0:
        raise ArithmeticError("libsodium refused a valid value")


_Buffer32 = ctypes.c_char * 32
_ZERO = bytes(32)


def _made(encoding: bytes) -> Element:
    """Return the Element of an encoding that the library computed, without checking it again."""
    element = object.__new__(Element)
    object.__setattr__(element, "encoding", encoding)
    return element


def _add(p: bytes, q: bytes) -> bytes:
    out = _Buffer32()
    if _sodium.crypto_core_ristretto255_add(out, p, q):
        _checked(-1)
    return out.raw


def _subtract(p: bytes, q: bytes) -> bytes:
    out = _Buffer32()
    if _sodium.crypto_core_ristretto255_sub(out, p, q):
        _checked(-1)
    return out.raw


def _multiply(scalar: Scalar, encoding: bytes) -> bytes:
    if scalar.value == 0 or encoding == _ZERO:
        return _ZERO
    out = _Buffer32()
    if encoding == _GENERATOR:
        code = _sodium.crypto_scalarmult_ristretto255_base(out, scalar.encode())
    else:
        code = _sodium.crypto_scalarmult_ristretto255(out, scalar.encode(), encoding)
    if code:
        _checked(-1)
    return out.raw


_GENERATOR = bytes.fromhex(
    "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76"
)  # RFC 9496, appendix A.1, multiple 1

_sodium = _load(os.environ.get("PATTE_SODIUM", ""))

RISTRETTO = Ristretto255()
ONE = Scalar(1)
IDENTITY = _made(_ZERO)
G = Element(_GENERATOR)
