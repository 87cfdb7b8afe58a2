"""Who is there: the handshake above TLS, by which both sides prove their keys, agree on a table and check its password.

    dialler                                listener
    hello                            ->
                                     <-    hello
                                     <-    signature over the listener's link record
    signature over the dialler's     ->
                                     <-    open, or password, or refused
    where a password is needed:
    password, SPAKE2's first message ->
                                     <-    password, SPAKE2's answer
    confirm                          ->
                                     <-    confirm, or refused

The link record holds the hash of the certificate that TLS showed and both hellos as sent. So a relay in the middle
(who shows another certificate), an old handshake played again (other nonces), and our own words sent back to us (own
key, and each side has its own label) all fail at the signature or before it. In place of any of its frames the
listener may send `refused` and the reason. Nothing here is larger than half a kilobyte, and both sides run it under a
deadline.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import assert_never

import trio

from p2p.errors import EncodingError, HandshakeError
from p2p.identity import Identity, PeerId, parse_peer_id, verify_signature
from p2p.net.password import (
    CONFIRMATION_SIZE_BYTES,
    PasswordDialler,
    PasswordGate,
    PasswordLink,
    PasswordListener,
    password_bytes,
)
from p2p.net.tls import ListenerTls
from p2p.pack import Item, pack, unpack
from p2p.wire.frames import FrameReader, encode_frame

VERSION = 1
NONCE_SIZE_BYTES = 32
TABLE_ID_SIZE_BYTES = 16
MAX_HANDSHAKE_FRAME_SIZE_BYTES = 512

_LISTENER_LABEL = "patte/1 link listener"
_DIALLER_LABEL = "patte/1 link dialler"
# A run that waits for the gate looks again this often: another's success shortens the wait.
_GATE_LOOK_S = 0.1


class Role(StrEnum):
    """What the dialler wants: a place at the table, to look on, or only to know what the table is."""

    SEAT = "seat"
    WATCH = "watch"
    TABLES = "tables"


class Refusal(StrEnum):
    """Why a listener sends a dialler away; `PASSWORD_NEEDED` is found out by a dialler that has none to offer."""

    VERSION = "version"
    TABLE = "table"
    LOCKED = "locked"
    FULL = "full"
    SEATED = "already here"
    NO_WATCHERS = "no watchers"
    NOT_WELCOME = "not welcome"
    PASSWORD_WRONG = "wrong password"  # noqa: S105 (a word, no secret)
    PASSWORD_NEEDED = "password needed"  # noqa: S105


class RefusedError(HandshakeError):
    """The listener sent the dialler away; both sides raise it.

    Attributes:
        reason: why, for the sentence that a person reads.
    """

    def __init__(self, reason: Refusal) -> None:
        super().__init__(f"refused: {reason}")
        self.reason = reason


class Entry(Enum):
    """How a peer whose key is proven comes in: without the password, or with it where the table has one."""

    KNOWN = "known"
    NEWCOMER = "newcomer"


Admission = Entry | Refusal


@dataclass(frozen=True, slots=True)
class ListenerSide:
    """All that answering a dialler takes; one for all links of a table.

    Attributes:
        table_id: 16 bytes.
        admit: says how the peer with this proven key comes in, in this role. Who sits in the contract comes back as
            known, so without the password.
        gate: the password and its guesses; None at a table without one.
        entropy: gives n random bytes, as `os.urandom` does.
    """

    identity: Identity
    tls: ListenerTls
    table_id: bytes
    admit: Callable[[PeerId, Role], Admission]
    gate: PasswordGate | None
    entropy: Callable[[int], bytes] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Call:
    """What one dialler wants of one listener.

    Attributes:
        table_id: 16 bytes, or none where an address was typed: then the listener's counts.
        expected: the only key to talk to, if it is known.
        password: as typed; None: a table that asks for one is left again.
    """

    role: Role
    table_id: bytes = b""
    expected: PeerId | None = None
    password: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Hello:
    """What each side says first. The listener repeats the dialler's role; `raw` is the hello as sent."""

    peer_id: PeerId
    nonce: bytes
    role: Role
    table_id: bytes
    raw: bytes

    @classmethod
    def say(cls, identity: Identity, nonce: bytes, role: Role, table_id: bytes) -> "Hello":
        """Make one's own hello."""
        raw = pack(identity.peer_id, nonce, VERSION, role.value, table_id)
        return cls(identity.peer_id, nonce, role, table_id, raw)

    @classmethod
    def parse(cls, raw: bytes) -> "Hello":
        """Read the other side's hello.

        Raises:
            RefusedError: it speaks another version.
            EncodingError: it is no hello, or its key is one to refuse.
        """
        match unpack(raw):
            # What a later version adds comes after the version.
            case (bytes(), bytes(), int() as version, *_) if version != VERSION:
                raise RefusedError(Refusal.VERSION)
            case (bytes() as key, bytes() as nonce, int(), str() as role, bytes() as table_id) if (
                len(nonce) == NONCE_SIZE_BYTES and len(table_id) in (0, TABLE_ID_SIZE_BYTES) and role in set(Role)
            ):
                return cls(parse_peer_id(key), nonce, Role(role), table_id, raw)
            case _:
                raise EncodingError("no hello")


class Channel:
    """Small frames over a stream, for the handshake; `reader` keeps what came after them for the link."""

    def __init__(self, stream: trio.abc.Stream, *, is_dialler: bool) -> None:
        self.stream = stream
        self.is_dialler = is_dialler
        self.reader = FrameReader(MAX_HANDSHAKE_FRAME_SIZE_BYTES)

    async def send(self, payload: bytes) -> None:
        """Send one frame."""
        await self.stream.send_all(encode_frame(payload))

    async def receive(self) -> bytes:
        """Wait for the next frame.

        Raises:
            RefusedError: it says that we are refused.
            HandshakeError: the other side hung up.
            EncodingError: it is too large to be one of a handshake.
        """
        while (frame := self.reader.next_frame()) is None:
            data = await self.stream.receive_some(MAX_HANDSHAKE_FRAME_SIZE_BYTES)
            if not data:
                raise HandshakeError("the other side hung up")
            self.reader.feed(data)
        match unpack(frame):
            case ("refused", str() as reason) if self.is_dialler:
                raise RefusedError(_parse_refusal(reason))
            case _:
                return frame

    async def receive_bytes(self, kind: str) -> bytes:
        """Wait for a frame of this kind and give what it carries.

        Raises:
            EncodingError: it is another frame. Else as `receive`.
        """
        match unpack(await self.receive()):
            case (str() as got, bytes() as carried) if got == kind:
                return carried
            case _:
                raise EncodingError(f"no {kind}, where one was due")

    async def refuse(self, reason: Refusal) -> RefusedError:
        """Tell the other side why it has to go; give the error to raise here."""
        await self.send(pack("refused", reason.value))
        return RefusedError(reason)


@dataclass(frozen=True, slots=True)
class LinkRecord:
    """What both sides of a link sign, each with its own label: the certificate's hash and both hellos."""

    certificate_hash: bytes
    dialler: Hello
    listener: Hello

    @property
    def of_dialler(self) -> bytes:
        """The bytes that the dialler signs."""
        return pack(_DIALLER_LABEL, self.certificate_hash, self.dialler.raw, self.listener.raw)

    @property
    def of_listener(self) -> bytes:
        """The bytes that the listener signs."""
        return pack(_LISTENER_LABEL, self.certificate_hash, self.dialler.raw, self.listener.raw)

    @property
    def password_link(self) -> PasswordLink:
        """What the password's run is bound to."""
        hashes = hashlib.sha256(self.of_dialler).digest(), hashlib.sha256(self.of_listener).digest()
        return PasswordLink(self.dialler.peer_id, self.listener.peer_id, *hashes)


async def prove_as_listener(channel: Channel, side: ListenerSide) -> LinkRecord:
    """Exchange hellos and signatures with a dialler.

    Raises:
        RefusedError: it speaks another version, or wants another table; it was told.
        HandshakeError: it hung up, or shows our own key.
        EncodingError: it sent something else, or a key to refuse.
        ProofError: it does not hold the key it shows.
    """
    raw = await channel.receive()
    try:
        theirs = Hello.parse(raw)
    except RefusedError as error:
        raise await channel.refuse(error.reason) from error
    _refuse_own_key(theirs.peer_id, side.identity)
    if theirs.table_id not in (b"", side.table_id):
        raise await channel.refuse(Refusal.TABLE)
    ours = Hello.say(side.identity, side.entropy(NONCE_SIZE_BYTES), theirs.role, side.table_id)
    record = LinkRecord(side.tls.certificate_hash, theirs, ours)
    await channel.send(ours.raw)
    await channel.send(pack("signature", side.identity.sign(record.of_listener)))
    verify_signature(theirs.peer_id, record.of_dialler, await channel.receive_bytes("signature"))
    return record


async def prove_as_dialler(
    channel: Channel, identity: Identity, entropy: Callable[[int], bytes], certificate_hash: bytes, call: Call
) -> LinkRecord:
    """Exchange hellos and signatures with a listener.

    Raises:
        RefusedError: it sends us away, or speaks another version.
        HandshakeError: it hung up, shows our own key, or is not the peer or table that was called.
        EncodingError: it sent something else, or a key to refuse.
        ProofError: it does not hold the key it shows, or somebody stands in the middle.
    """
    ours = Hello.say(identity, entropy(NONCE_SIZE_BYTES), call.role, call.table_id)
    await channel.send(ours.raw)
    theirs = Hello.parse(await channel.receive())
    _refuse_own_key(theirs.peer_id, identity)
    if call.expected not in (None, theirs.peer_id):
        raise HandshakeError("another peer answers than the one that was called")
    if not theirs.table_id or call.table_id not in (b"", theirs.table_id) or theirs.role is not call.role:
        raise HandshakeError("another table answers than the one that was called")
    record = LinkRecord(certificate_hash, ours, theirs)
    verify_signature(theirs.peer_id, record.of_listener, await channel.receive_bytes("signature"))
    await channel.send(pack("signature", identity.sign(record.of_dialler)))
    return record


async def let_in(channel: Channel, side: ListenerSide, record: LinkRecord) -> None:
    """Say to a dialler with a proven key whether it may come in, and check the password where one is due.

    Raises:
        RefusedError: it may not; it was told.
        HandshakeError: it hung up, or its password messages are none.
        EncodingError: it sent something else.
    """
    match side.admit(record.dialler.peer_id, record.dialler.role):
        case Refusal() as reason:
            raise await channel.refuse(reason)
        case Entry.NEWCOMER if side.gate is not None:
            await _ask_password(channel, side, side.gate, record)
        case Entry.NEWCOMER | Entry.KNOWN:
            await channel.send(pack("open"))
        case other:
            assert_never(other)


async def come_in(channel: Channel, record: LinkRecord, call: Call, entropy: Callable[[int], bytes]) -> None:
    """Hear whether we may come in, and give the password where one is asked for.

    Raises:
        RefusedError: we may not; also where a password is asked for and we have none.
        HandshakeError: the listener hung up, or does not know the password itself.
        EncodingError: it sent something else.
    """
    match unpack(await channel.receive()):
        case ("open",):
            return
        case ("password",):
            pass
        case _:
            raise EncodingError("no word whether we may come in")
    if call.password is None:
        raise RefusedError(Refusal.PASSWORD_NEEDED)
    run = PasswordDialler(password_bytes(call.password), record.password_link, entropy)
    await channel.send(pack("password", run.message))
    confirmation = run.confirm(await channel.receive_bytes("password"))
    await channel.send(pack("confirm", confirmation))
    run.check(await channel.receive_bytes("confirm"))


async def _ask_password(channel: Channel, side: ListenerSide, gate: PasswordGate, record: LinkRecord) -> None:
    if gate.is_locked:
        raise await channel.refuse(Refusal.LOCKED)
    await channel.send(pack("password"))
    message = await channel.receive_bytes("password")
    # Only here, right before the run begins: waiting links cannot all begin at the same moment.
    await _wait_turn(gate)
    if gate.is_locked:
        raise await channel.refuse(Refusal.LOCKED)
    number = gate.begin(trio.current_time())
    run = PasswordListener(gate.password, record.password_link, side.entropy, message)
    await channel.send(pack("password", run.message))
    confirmation = await channel.receive_bytes("confirm")
    answer = run.answer(confirmation) if len(confirmation) == CONFIRMATION_SIZE_BYTES else None
    if answer is None:
        raise await channel.refuse(Refusal.PASSWORD_WRONG)
    gate.succeed(number)
    await channel.send(pack("confirm", answer))


async def _wait_turn(gate: PasswordGate) -> None:
    # The gate knows no trio, so it has no event to wait for.
    while (wait_s := gate.wait_s(trio.current_time())) > 0:  # noqa: ASYNC110
        await trio.sleep(min(wait_s, _GATE_LOOK_S))


def _refuse_own_key(peer_id: PeerId, identity: Identity) -> None:
    if peer_id == identity.peer_id:
        raise HandshakeError("the other side shows our own key: this is our own echo, or a second program with it")


def _parse_refusal(reason: Item) -> Refusal:
    for refusal in Refusal:
        if refusal.value == reason:
            return refusal
    raise EncodingError("refused for a reason that we do not know")
