"""Every message that one peer can send another: a frozen value each, and the catalogue that lists them.

Chained messages take a step of the table; each is sent once by each seat that the step expects. Loose messages are
all the others. A message says only what its readers cannot compute: the cards of an opened position, the statement of
a proof, the move's legality are never in it. Byte strings that hold several elements or rows are flat: one after the
other, nothing between.
"""

from dataclasses import dataclass
from typing import Literal

from p2p.errors import EncodingError
from p2p.pack import Item
from p2p.wire.schema import Bytes, Many, Record, Shape, Text, Whole, from_item, to_item

MOST_SEATS = 7
CARDS = 52
ELEMENT = 32
ROW = 112
MOST_STEP = 2**32 - 1
MOST_COUNTER = 2**63 - 1
MOST_CHAT = 400
MOST_CONTRACT = 16_384
MOST_ENVELOPE = 20_480
"""Bytes of an envelope: a proposal with the longest contract, and to spare."""
MOST_KIND = 32


@dataclass(frozen=True, slots=True)
class Agree:
    """Sign the contract under whose hash this stands."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """Refuse the contract under whose hash this stands: it can never come into force."""


@dataclass(frozen=True, slots=True)
class CoinCommit:
    """Commit to one's part of the coin."""

    commitment: bytes


@dataclass(frozen=True, slots=True)
class CoinReveal:
    """Reveal one's part of the coin."""

    value: bytes


@dataclass(frozen=True, slots=True)
class Commit:
    """Commit to the round secret; `digest` is the match's as this seat has it."""

    digest: bytes
    commitment: bytes


@dataclass(frozen=True, slots=True)
class Key:
    """Give the round key Y_i and the proof that its secret is known."""

    key: bytes
    proof: bytes


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Give the deck after this seat's shuffle (A then B, card by card) and its proof: C, D and the sigma proof."""

    deck: bytes
    commitments: bytes
    chain: bytes
    proof: bytes


@dataclass(frozen=True, slots=True)
class Confirm:
    """Attest, by the head alone, that one has seen the same decks."""


@dataclass(frozen=True, slots=True)
class Shares:
    """Give decryption shares of a stage's positions that are not one's own, ascending, and their proof."""

    shares: bytes
    proof: bytes


@dataclass(frozen=True, slots=True)
class Escrow:
    """Give the parts of one's round key to all others: for each other seat, ascending, S, R and the box."""

    rows: bytes
    proof: bytes


@dataclass(frozen=True, slots=True)
class Complaint:
    """Say that the box of seat `about` is wrong, with the key K that opens it for everybody."""

    about: int
    key: bytes
    proof: bytes


@dataclass(frozen=True, slots=True)
class Checked:
    """Say that one has opened all boxes; complaints in ascending order of the seats they are about."""

    complaints: tuple[Complaint, ...]


@dataclass(frozen=True, slots=True)
class HoldsNone:
    """Prove that no closed card is one of the obligation's: W, a V a card, a U a position, the sigma proof."""

    w: bytes
    v: bytes
    u: bytes
    proof: bytes


@dataclass(frozen=True, slots=True)
class CallTrump:
    """Name the trump suit."""

    suit: str


@dataclass(frozen=True, slots=True)
class Play:
    """Open a position of one's own; `holds_none` has one element where the move carries an obligation, else none."""

    position: int
    share: bytes
    proof: bytes
    holds_none: tuple[HoldsNone, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass; `holds_none` as in `Play`."""

    holds_none: tuple[HoldsNone, ...]


@dataclass(frozen=True, slots=True)
class Reveal:
    """Publish the round secret; `digest` is that of the round's public state after its last move."""

    digest: bytes
    secret: bytes


@dataclass(frozen=True, slots=True)
class Sheet:
    """Sign the score sheet by its digest."""

    digest: bytes


@dataclass(frozen=True, slots=True)
class Join:
    """Ask for a seat, with the nonce for the next proposal; addresses, where others can dial, are texts HOST:PORT."""

    name: str
    bot: int
    nonce: bytes
    addresses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Welcome:
    """Answer a join: what is played, with which options, at how many seats."""

    game: str
    options: tuple[tuple[str, str], ...]
    seats: int
    random_seats: int


@dataclass(frozen=True, slots=True)
class RosterSeat:
    """One place of a roster: an empty key where nobody sits; addresses are texts HOST:PORT to dial."""

    key: bytes
    name: str
    bot: int
    ready: int
    addresses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Roster:
    """Say who is at the table, seat by seat."""

    seats: tuple[RosterSeat, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """Say that there is no seat, and why, by one of the words of protocol.md."""

    why: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """Propose a contract to sign."""

    contract: bytes


@dataclass(frozen=True, slots=True)
class Ready:
    """Say, in the lobby, that one is ready (1) or not (0), with the nonce that the next contract must carry."""

    ready: int
    nonce: bytes


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Say where one stands and whose messages of that step one lacks."""

    contract_hash: bytes
    step: int
    head: bytes
    lacking: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bye:
    """Leave the table for good."""


@dataclass(frozen=True, slots=True)
class Chat:
    """Say something to all."""

    words: str


@dataclass(frozen=True, slots=True)
class Want:
    """Ask for all chained messages from a step on, and all that follows; an empty hash means the first contract."""

    contract_hash: bytes
    step: int


MoveMessage = CallTrump | Play | Pass
ChainedMessage = (
    Agree
    | Refuse
    | CoinCommit
    | CoinReveal
    | Commit
    | Key
    | Shuffle
    | Confirm
    | Shares
    | Escrow
    | Checked
    | MoveMessage
    | Reveal
    | Sheet
)
LooseMessage = Join | Welcome | Roster | Refused | Proposal | Ready | Heartbeat | Bye | Chat | Want
Message = ChainedMessage | LooseMessage


@dataclass(frozen=True, slots=True)
class Kind:
    """One row of the catalogue: the word that names the kind on the wire, its envelope's shape, its fields in order."""

    name: str
    shape: Literal["chained", "loose"]
    record: Record


def _kind(
    name: str, shape: Literal["chained", "loose"], make: type[Message], *fields: tuple[str, Shape]
) -> tuple[type[Message], Kind]:
    return make, Kind(name, shape, Record(name, make, fields))


_HASH = Bytes(32, 32)
_NONCE = Bytes(32, 32)
_ELEMENT = Bytes(ELEMENT, ELEMENT)
_PROOF_1 = Bytes(64, 64)
_NAME = Text(1, 64)
_FLAG = Whole(1)
_SEAT = Whole(MOST_SEATS - 1)
_ADDRESSES = Many(Text(1, 80), 0, 8)
_COMPLAINT = Record("complaint", Complaint, (("about", _SEAT), ("key", _ELEMENT), ("proof", _PROOF_1)))
_HOLDS_NONE = Record(
    "holds-none",
    HoldsNone,
    (
        ("w", _ELEMENT),
        ("v", Bytes(ELEMENT, CARDS * ELEMENT, ELEMENT)),
        ("u", Bytes(ELEMENT, CARDS * ELEMENT, ELEMENT)),
        ("proof", Bytes(96, 96)),
    ),
)
_ROSTER_SEAT = Record(
    "roster seat",
    RosterSeat,
    (
        ("key", Bytes(0, 32, 32)),
        ("name", Text(0, 64)),
        ("bot", _FLAG),
        ("ready", _FLAG),
        ("addresses", _ADDRESSES),
    ),
)


def _pair(name: str, value: str) -> tuple[str, str]:
    return name, value


_BY_TYPE: dict[type[Message], Kind] = dict(
    [
        _kind("agree", "chained", Agree),
        _kind("refuse", "chained", Refuse),
        _kind("coin-commit", "chained", CoinCommit, ("commitment", _HASH)),
        _kind("coin-reveal", "chained", CoinReveal, ("value", Bytes(32, 32))),
        _kind("commit", "chained", Commit, ("digest", _HASH), ("commitment", _HASH)),
        _kind("key", "chained", Key, ("key", _ELEMENT), ("proof", _PROOF_1)),
        _kind(
            "shuffle",
            "chained",
            Shuffle,
            ("deck", Bytes(2 * CARDS * ELEMENT, 2 * CARDS * ELEMENT)),
            ("commitments", Bytes(CARDS * ELEMENT, CARDS * ELEMENT)),
            ("chain", Bytes(CARDS * ELEMENT, CARDS * ELEMENT)),
            ("proof", Bytes(3488, 3488)),
        ),
        _kind("confirm", "chained", Confirm),
        _kind("shares", "chained", Shares, ("shares", Bytes(ELEMENT, CARDS * ELEMENT, ELEMENT)), ("proof", _PROOF_1)),
        _kind(
            "escrow",
            "chained",
            Escrow,
            ("rows", Bytes(ROW, (MOST_SEATS - 1) * ROW, ROW)),
            ("proof", Bytes(96, 32 + 64 * (MOST_SEATS - 1), 32)),
        ),
        _kind("checked", "chained", Checked, ("complaints", Many(_COMPLAINT, 0, MOST_SEATS - 1))),
        _kind("call", "chained", CallTrump, ("suit", Text(1, 1))),
        _kind(
            "play",
            "chained",
            Play,
            ("position", Whole(CARDS - 1)),
            ("share", _ELEMENT),
            ("proof", _PROOF_1),
            ("holds_none", Many(_HOLDS_NONE, 0, 1)),
        ),
        _kind("pass", "chained", Pass, ("holds_none", Many(_HOLDS_NONE, 0, 1))),
        _kind("reveal", "chained", Reveal, ("digest", _HASH), ("secret", Bytes(32, 32))),
        _kind("sheet", "chained", Sheet, ("digest", _HASH)),
        _kind("join", "loose", Join, ("name", _NAME), ("bot", _FLAG), ("nonce", _NONCE), ("addresses", _ADDRESSES)),
        _kind(
            "welcome",
            "loose",
            Welcome,
            ("game", Text(1, 32)),
            ("options", Many(Record("option", _pair, (("0", Text(1, 32)), ("1", Text(1, 32)))), 0, 32)),
            ("seats", Whole(MOST_SEATS)),
            ("random_seats", _FLAG),
        ),
        _kind("roster", "loose", Roster, ("seats", Many(_ROSTER_SEAT, 1, MOST_SEATS))),
        _kind("refused", "loose", Refused, ("why", Text(1, 32))),
        _kind("proposal", "loose", Proposal, ("contract", Bytes(1, MOST_CONTRACT))),
        _kind("ready", "loose", Ready, ("ready", _FLAG), ("nonce", _NONCE)),
        _kind(
            "heartbeat",
            "loose",
            Heartbeat,
            ("contract_hash", _HASH),
            ("step", Whole(MOST_STEP)),
            ("head", _HASH),
            ("lacking", Many(_SEAT, 0, MOST_SEATS)),
        ),
        _kind("bye", "loose", Bye),
        _kind("chat", "loose", Chat, ("words", Text(1, MOST_CHAT))),
        _kind("want", "loose", Want, ("contract_hash", Bytes(0, 32, 32)), ("step", Whole(MOST_STEP))),
    ]
)

CATALOGUE: tuple[Kind, ...] = tuple(_BY_TYPE.values())
_BY_NAME = {kind.name: kind for kind in CATALOGUE}


def kind_of(message: Message) -> Kind:
    """Look up the catalogue's row of a message."""
    return _BY_TYPE[type(message)]


def message_body(message: Message) -> Item:
    """Give the array that stands for a message's fields in an envelope."""
    return to_item(kind_of(message).record, message)


def parse_chained(name: str, body: Item) -> ChainedMessage:
    """Read the fields of a chained message.

    Raises:
        EncodingError: there is no such kind, or a field is not as the catalogue says.
    """
    message = _parse(name, body)
    if not isinstance(message, ChainedMessage):
        raise EncodingError(f"no chained message is called {name!r}")
    return message


def parse_loose(name: str, body: Item) -> LooseMessage:
    """Read the fields of a loose message.

    Raises:
        EncodingError: there is no such kind, or a field is not as the catalogue says.
    """
    message = _parse(name, body)
    if not isinstance(message, LooseMessage):
        raise EncodingError(f"no loose message is called {name!r}")
    return message


def _parse(name: str, body: Item) -> object:
    kind = _BY_NAME.get(name)
    if kind is None:
        raise EncodingError(f"no message is called {name!r}")
    return from_item(kind.record, body)
