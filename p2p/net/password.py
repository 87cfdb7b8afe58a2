"""The password of a table: SPAKE2 between dialler and listener, key confirmation, and the gate that counts guesses.

SPAKE2 gives both sides a key that is the same only if the password was; somebody who listens, or plays one side, can
test one password a run and none afterwards. The library says nothing when the keys differ, so each side confirms its
key with an HMAC over the link record: the dialler first, and the listener answers only a right confirmation. So every
guess is made before the listener has said anything a guess could be tested on, and the gate counts it when it is made,
not when it fails: hanging up half-way saves no guess.

All of it is without I/O; `now` is in seconds of any clock that only goes forward.
"""

import hashlib
import hmac
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

import spake2
from spake2.ed25519_basic import NotOnCurve

from p2p.errors import HandshakeError, LocalProtocolError
from p2p.identity import PeerId
from p2p.pack import pack

MESSAGE_SIZE_BYTES = 33
CONFIRMATION_SIZE_BYTES = 32
MAX_GUESSES = 10

_DIALLER_LABEL = "patte/1 password dialler"
_LISTENER_LABEL = "patte/1 password listener"
_FIRST_DELAY_S = 0.5
_MAX_DELAY_S = 8.0


@dataclass(frozen=True, slots=True)
class PasswordLink:
    """What a run of SPAKE2 is bound to: the two peers, and SHA-256 of the link record that each of them signed."""

    dialler: PeerId
    listener: PeerId
    dialler_record_hash: bytes
    listener_record_hash: bytes


class PasswordDialler:
    """The dialler's side of one run; `message` is what it sends first, 33 bytes."""

    def __init__(self, password: bytes, link: PasswordLink, entropy: Callable[[int], bytes]) -> None:
        self._link = link
        self._run = spake2.SPAKE2_A(password, link.dialler, link.listener, entropy_f=entropy)
        self._key = b""
        self.message = self._run.start()

    def confirm(self, answer: bytes) -> bytes:
        """Take the listener's message; give the confirmation to send, 32 bytes.

        Raises:
            HandshakeError: it is no SPAKE2 message of a listener.
        """
        self._key = _finish(self._run, answer)
        return _confirmation(self._key, _DIALLER_LABEL, self._link.dialler_record_hash)

    def check(self, confirmation: bytes) -> None:
        """Check the listener's confirmation.

        Raises:
            HandshakeError: the listener does not know the password.
        """
        expected = _confirmation(self._key, _LISTENER_LABEL, self._link.listener_record_hash)
        if not hmac.compare_digest(expected, confirmation):
            raise HandshakeError("the table's password is another one")


class PasswordListener:
    """The listener's side of one run; `message` is its answer, 33 bytes. Its maker has told the gate of the run.

    Raises:
        HandshakeError: the dialler's message is no SPAKE2 message of a dialler.
    """

    def __init__(self, password: bytes, link: PasswordLink, entropy: Callable[[int], bytes], message: bytes) -> None:
        self._link = link
        run = spake2.SPAKE2_B(password, link.dialler, link.listener, entropy_f=entropy)
        self.message = run.start()
        self._key = _finish(run, message)

    def answer(self, confirmation: bytes) -> bytes | None:
        """Give our own confirmation, 32 bytes, if the dialler's is right; None if the password was wrong."""
        expected = _confirmation(self._key, _DIALLER_LABEL, self._link.dialler_record_hash)
        if not hmac.compare_digest(expected, confirmation):
            return None
        return _confirmation(self._key, _LISTENER_LABEL, self._link.listener_record_hash)


class PasswordGate:
    """Counts the guesses at one table's password, whoever makes them: each delays the next, and ten lock the table.

    A run counts from its begin and stops to count only when it ends in success. The lock closes joining, nothing else;
    the host sees it and lifts it.

    Attributes:
        password: as the runs take it.
    """

    def __init__(self, password: str) -> None:
        self.password = password_bytes(password)
        self._runs = 0
        self._counted: set[int] = set()
        self._last_begin = float("-inf")

    @property
    def guesses(self) -> int:
        """How many runs were begun and have not ended in success, since the lock was last lifted."""
        return len(self._counted)

    @property
    def is_locked(self) -> bool:
        """Whether nobody may try any more until the host lifts the lock."""
        return self.guesses >= MAX_GUESSES

    def wait_s(self, now: float) -> float:
        """Say how long the next run has to wait, if it is not locked out; 0.0 if it may begin."""
        return max(0.0, self._last_begin + _delay_s(self.guesses) - now)

    def begin(self, now: float) -> int:
        """Count a run and give its number, for `succeed`.

        Raises:
            LocalProtocolError: the gate is locked, or the time to wait is not over.
        """
        if self.is_locked:
            raise LocalProtocolError("the password gate is locked")
        if self.wait_s(now) > 0:
            raise LocalProtocolError("the next guess at the password has to wait")
        self._runs += 1
        self._counted.add(self._runs)
        self._last_begin = now
        return self._runs

    def succeed(self, run: int) -> None:
        """Note that this run ended with the right password. Others that failed go on counting."""
        self._counted.discard(run)

    def lift(self) -> None:
        """Open the gate again: the host's decision. All that was counted is forgotten."""
        self._counted.clear()
        self._last_begin = float("-inf")


def password_bytes(text: str) -> bytes:
    """Encode a password as typed: keyboards compose letters differently (NFC), and a space at an end is a slip."""
    return unicodedata.normalize("NFC", text.strip()).encode()


def _delay_s(guesses: int) -> float:
    return min(_FIRST_DELAY_S * 2.0 ** (guesses - 1), _MAX_DELAY_S) if guesses else 0.0


def _finish(run: spake2.SPAKE2_A | spake2.SPAKE2_B, message: bytes) -> bytes:
    # Shorter or longer messages meet an `assert` in the library, which `python -O` leaves out.
    if len(message) != MESSAGE_SIZE_BYTES:
        raise HandshakeError(f"a password message has {MESSAGE_SIZE_BYTES} bytes, not {len(message)}")
    try:
        return run.finish(message)
    # Wrong side or our own message; off the curve; the neutral element or one of another group: three families, one
    # fault.
    except (spake2.SPAKEError, NotOnCurve, ValueError) as error:
        raise HandshakeError("a password message that is none") from error


def _confirmation(key: bytes, label: str, record_hash: bytes) -> bytes:
    return hmac.digest(key, pack(label, record_hash), hashlib.sha256)
