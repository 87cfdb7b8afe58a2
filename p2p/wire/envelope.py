"""The two signed shapes in which messages travel.

A *chained* envelope takes a step of a table: it names the contract, the seat, the step and the head before that step,
so it attests to everything that went before and can be sent only once. A *loose* one stands outside the chain: it
names the table, the sender's key and the nonce with which that sender sits there, and a counter. What is signed
begins with a word for the shape; what travels are the same elements without that word, and the signature. Envelopes
are kept and passed on as the bytes that came, never encoded again.

The body is not read here: a well-signed envelope with a senseless body is the fault of its signer, not of the link
that brought it, and can be shown to others as it is. Nor is it kept unpacked: a few bytes of it can be many objects,
and strangers' envelopes wait by the hundred.
"""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

from p2p.errors import EncodingError
from p2p.pack import Item, pack, unpack
from p2p.wire.messages import (
    MOST_COUNTER,
    MOST_ENVELOPE,
    MOST_KIND,
    MOST_STEP,
    ChainedMessage,
    LooseMessage,
    kind_of,
    message_body,
    parse_chained,
    parse_loose,
)

VERSION = 1
CHAINED = "patte/1 chained"
LOOSE = "patte/1 loose"

Signer = Callable[[bytes], bytes]

_BODY = 6
"""The body's place among a chained envelope's items."""


@dataclass(frozen=True, slots=True)
class Chained:
    """A chained envelope as it came; `raw` is the bytes that travelled, `hash` their SHA-256."""

    contract_hash: bytes
    seat: int
    step: int
    head: bytes
    kind: str
    signature: bytes
    raw: bytes
    hash: bytes

    @property
    def signed(self) -> bytes:
        """The bytes that the signature is over."""
        return pack(CHAINED, *unpack(self.raw)[:-1])

    @property
    def body(self) -> Item:
        """The message's fields, unpacked anew each time."""
        return unpack(self.raw)[_BODY]

    def message(self) -> ChainedMessage:
        """Read the body.

        Raises:
            EncodingError: the body is not one that the catalogue knows.
        """
        return parse_chained(self.kind, self.body)


@dataclass(frozen=True, slots=True)
class Loose:
    """A loose envelope as it came; `sender` is an identity key that nothing has checked yet."""

    table_id: bytes
    sender: bytes
    nonce: bytes
    counter: int
    kind: str
    body: Item
    signature: bytes
    raw: bytes

    @property
    def signed(self) -> bytes:
        """The bytes that the signature is over."""
        return pack(LOOSE, VERSION, self.table_id, self.sender, self.nonce, self.counter, self.kind, self.body)

    def message(self) -> LooseMessage:
        """Read the body.

        Raises:
            EncodingError: the body is not one that the catalogue knows.
        """
        return parse_loose(self.kind, self.body)


def seal_chained(
    *, contract_hash: bytes, seat: int, step: int, head: bytes, message: ChainedMessage, sign: Signer
) -> Chained:
    """Sign a message as one step of a table."""
    kind, body = kind_of(message).name, message_body(message)
    signature = sign(pack(CHAINED, VERSION, contract_hash, seat, step, head, kind, body))
    raw = pack(VERSION, contract_hash, seat, step, head, kind, body, signature)
    return Chained(contract_hash, seat, step, head, kind, signature, raw, sha256(raw).digest())


def seal_loose(
    *, table_id: bytes, sender: bytes, nonce: bytes, counter: int, message: LooseMessage, sign: Signer
) -> Loose:
    """Sign a message that stands outside the chain."""
    kind, body = kind_of(message).name, message_body(message)
    signature = sign(pack(LOOSE, VERSION, table_id, sender, nonce, counter, kind, body))
    raw = pack(VERSION, table_id, sender, nonce, counter, kind, body, signature)
    return Loose(table_id, sender, nonce, counter, kind, body, signature, raw)


def parse_envelope(raw: bytes) -> Chained | Loose:
    """Read an envelope's outside; neither its signature nor its body is checked.

    Raises:
        EncodingError: the bytes are no envelope of this version.
    """
    match unpack(raw) if len(raw) <= MOST_ENVELOPE else ():
        case (int() as version, *rest) if version == VERSION:
            return _parse_elements(tuple(rest), raw)
        case _:
            # Anything else in the version's place must not pass: under the same signature it would be a second message.
            raise EncodingError(f"no envelope of version {VERSION}, or too long for one")


def _parse_elements(items: tuple[Item, ...], raw: bytes) -> Chained | Loose:
    match items:
        case (
            bytes() as contract_hash,
            int() as seat,
            int() as step,
            bytes() as head,
            str() as kind,
            tuple(),
            bytes() as signature,
        ) if _sizes(contract_hash, head, signature) == (32, 32, 64) and seat >= 0 and 0 <= step <= MOST_STEP:
            return Chained(contract_hash, seat, step, head, _checked(kind), signature, raw, sha256(raw).digest())
        case (
            bytes() as table_id,
            bytes() as sender,
            bytes() as nonce,
            int() as counter,
            str() as kind,
            tuple() as body,
            bytes() as signature,
        ) if _sizes(table_id, sender, nonce, signature) == (16, 32, 32, 64) and 0 <= counter <= MOST_COUNTER:
            return Loose(table_id, sender, nonce, counter, _checked(kind), body, signature, raw)
        case _:
            raise EncodingError("neither a chained nor a loose envelope")


def _checked(kind: str) -> str:
    if len(kind.encode()) > MOST_KIND:
        raise EncodingError("no kind has so long a name")
    return kind


def _sizes(*values: bytes) -> tuple[int, ...]:
    return tuple(len(value) for value in values)
