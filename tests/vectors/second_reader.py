"""A reader of Double Sir transcripts written from protocol.md alone: it imports nothing of the product.

It checks what needs no group arithmetic: bytes, contract, signatures, heads, the coin, commitments, and, from the
revealed round secrets, which card lay where, every trick, and the digests that all have signed. Numbers in comments are
sections of protocol.md.
"""

import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256, sha512

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

Value = bytes | str | int | list["Value"]

SUITS = "CDHS"
RANKS = "23456789TJQKA"
CARDS = [rank + suit for suit in SUITS for rank in RANKS]


def pack(*items: Value) -> bytes:
    """3.1."""
    return packed(list(items))


def packed(value: Value) -> bytes:
    match value:
        case int():
            assert value >= 0
            if value < 128:
                return bytes([value])
            for head, size in ((0xCC, 1), (0xCD, 2), (0xCE, 4), (0xCF, 8)):
                if value < 1 << 8 * size:
                    return bytes([head]) + value.to_bytes(size, "big")
            raise ValueError(value)
        case str():
            data = value.encode()
            return headed(len(data), 0xA0, 32, ((0xD9, 1), (0xDA, 2), (0xDB, 4))) + data
        case bytes():
            return headed(len(value), 0, 0, ((0xC4, 1), (0xC5, 2), (0xC6, 4))) + value
        case list():
            return headed(len(value), 0x90, 16, ((0xDC, 2), (0xDD, 4))) + b"".join(map(packed, value))


def headed(length: int, short: int, below: int, heads: Sequence[tuple[int, int]]) -> bytes:
    if length < below:
        return bytes([short | length])
    head, size = next((head, size) for head, size in heads if length < 1 << 8 * size)
    return bytes([head]) + length.to_bytes(size, "big")


def unpack(data: bytes) -> list[Value]:
    value, end = read(data, 0)
    assert isinstance(value, list)
    assert (end, packed(value)) == (len(data), data)
    return value


def read(data: bytes, at: int) -> tuple[Value, int]:
    head, at = data[at], at + 1
    if head < 128:
        return head, at
    if head in (0xCC, 0xCD, 0xCE, 0xCF):
        return number(data, at, 1 << head - 0xCC)
    if 0x90 <= head <= 0x9F or head in (0xDC, 0xDD):
        count, at = (head & 15, at) if head < 0xDC else number(data, at, 2 << head - 0xDC)
        found: list[Value] = []
        for _ in range(count):
            value, at = read(data, at)
            found.append(value)
        return found, at
    if 0xA0 <= head <= 0xBF or head in (0xD9, 0xDA, 0xDB):
        size, at = (head & 31, at) if head < 0xD9 else number(data, at, 1 << head - 0xD9)
        return data[at : at + size].decode(), at + size
    size, at = number(data, at, 1 << head - 0xC4)
    return data[at : at + size], at + size


def number(data: bytes, at: int, size: int) -> tuple[int, int]:
    return int.from_bytes(data[at : at + size], "big"), at + size


def hkdf(key: bytes, salt: bytes, info: bytes, size: int) -> bytes:
    """3.2, with SHA-512."""
    found, block = b"", b""
    secret = hmac.digest(salt, key, "sha512")
    while len(found) < size:
        block = hmac.digest(secret, block + info + bytes([len(found) // 64 + 1]), "sha512")
        found += block
    return found[:size]


def permutation(chunks: bytes) -> list[int]:
    """5.1."""
    entries = list(range(len(chunks) // 16))
    for k in range(len(entries) - 1, 0, -1):
        other = int.from_bytes(chunks[16 * k : 16 * k + 16], "little") % (k + 1)
        entries[k], entries[other] = entries[other], entries[k]
    return entries


@dataclass
class Message:
    """7, chained."""

    seat: int
    step: int
    kind: str
    body: list[Value]

    def field(self, place: int) -> bytes:
        value = self.body[place]
        assert isinstance(value, bytes)
        return value


@dataclass
class Reader:
    """One table's file, of one contract."""

    entries: list[bytes]
    contract: list[Value] = field(default_factory=list)
    steps: list[list[Message]] = field(default_factory=list)

    @classmethod
    def of(cls, data: bytes) -> "Reader":
        """16."""
        magic = b"patte transcript 1\n"
        assert data.startswith(magic)
        entries, at = [], len(magic)
        while at < len(data):
            size, at = number(data, at, 4)
            entries.append(data[at : at + size])
            at += size
        *entries, end = entries
        digests: list[Value] = [sha256(entry).digest() for entry in entries]
        assert end == pack("patte/1 end", len(entries), sha256(pack(*digests)).digest())
        return cls(entries)

    @property
    def contract_hash(self) -> bytes:
        return sha256(self.entries[0]).digest()

    def read_contract(self) -> None:
        """11.4."""
        self.contract = unpack(self.entries[0])
        word, version, _, game, _, random_seats, seats, amends = self.contract
        assert (word, version, game, random_seats, amends) == ("patte/1 contract", 1, "double-sir", 0, [])
        assert isinstance(seats, list)
        self.keys = [seat[0] for seat in seats if isinstance(seat, list)]

    def read_steps(self) -> None:
        """7 and 10.1: signatures, and each head from the messages before it."""
        head = sha256(pack("patte/1 table", self.contract_hash)).digest()
        hashes: list[Value] = []
        for raw in self.entries[1:]:
            version, contract_hash, seat, step, its_head, kind, body, signature = unpack(raw)
            assert isinstance(seat, int)
            assert isinstance(step, int)
            assert isinstance(kind, str)
            assert isinstance(body, list)
            assert isinstance(signature, bytes)
            key = self.keys[seat]
            assert isinstance(key, bytes)
            signed = pack("patte/1 chained", version, contract_hash, seat, step, its_head, kind, body)
            Ed25519PublicKey.from_public_bytes(key).verify(signature, signed)
            if step == len(self.steps):
                if self.steps:
                    head = sha256(pack(head, hashes)).digest()
                self.steps.append([])
                hashes = []
            assert (version, contract_hash, step, its_head) == (1, self.contract_hash, len(self.steps) - 1, head)
            self.steps[-1].append(Message(seat, step, kind, body))
            hashes.append(sha256(raw).digest())

    def all_of(self, kind: str) -> list[Message]:
        return [message for step in self.steps for message in step if message.kind == kind]

    def coin(self) -> tuple[int, str]:
        """5.7."""
        tosses: list[Value] = []
        for commit, reveal in zip(self.all_of("coin-commit"), self.all_of("coin-reveal"), strict=True):
            toss = reveal.field(0)
            assert commit.field(0) == sha256(pack("patte/1 coin", self.contract_hash, commit.seat, toss)).digest()
            tosses.append(toss)
        coin = sha512(pack("patte/1 coin result", self.contract_hash, *tosses)).digest()
        digits = sha256(pack("patte/1 digits", self.contract_hash, coin)).digest()[:8]
        return int.from_bytes(coin, "little") % len(tosses), f"{int.from_bytes(digits, 'big') % 10**8:08}"

    def match_text(self, dealer: int, rows: Sequence[str] = ()) -> str:
        """11.2."""
        options = self.contract[4]
        assert isinstance(options, list)
        lines = ["game double-sir", "seats 4", f"dealer {dealer}"]
        lines += [f"option {option[0]!s} {option[1]!s}" for option in options if isinstance(option, list)]
        return "".join(f"{line}\n" for line in [*lines, *rows])

    def deck(self) -> list[str]:
        """5.1 and 5.3: the card at each position, from the revealed secrets."""
        round_id = sha256(pack("patte/1 round", self.contract[2], self.contract_hash, 0)).digest()
        places = list(range(52))
        for commit, reveal in zip(self.all_of("commit"), self.all_of("reveal"), strict=True):
            secret = reveal.field(1)
            assert commit.field(1) == sha256(pack("patte/1 commit", round_id, commit.seat, secret)).digest()
            places = [places[source] for source in permutation(hkdf(secret, round_id, b"permutation", 52 * 16))]
        return [CARDS[place] for place in places]

    def owners(self, dealer: int) -> list[int]:
        """10.4."""
        order = [(dealer + 1 + step) % 4 for step in range(4)]
        return [seat for size in (5, 8) for seat in order for _ in range(size)]


@dataclass
class Play:
    """A round of Double Sir by its usual options, as far as its digest shows it (11.3)."""

    dealer: int
    trump: str = ""
    leader: int = 0
    trick: list[str] = field(default_factory=list)
    tricks: list[tuple[int, list[str]]] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    captures: list[tuple[int, int, int, list[str]]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.leader = (self.dealer + 1) % 4

    def lay(self, card: str) -> None:
        self.trick.append(card)
        if len(self.trick) < 4:
            return

        def strength(place: int) -> tuple[bool, bool, int]:
            suit = self.trick[place][1]
            return suit == self.trump, suit == self.trick[0][1], RANKS.index(self.trick[place][0])

        winner = (self.leader + max(range(4), key=strength)) % 4
        self.tricks.append((self.leader, self.trick))
        self.winners.append(winner)
        if len(self.tricks) == 13 or self.winners[-2:] == [winner, winner]:
            size = len(self.tricks) - sum(capture[2] for capture in self.captures)
            lifted = [card for _, trick in self.tricks[-size:] for card in trick if card[0] == "T"]
            self.captures.append((len(self.tricks), winner, size, sorted(lifted, key=CARDS.index)))
        self.leader, self.trick = winner, []

    def text(self) -> Iterator[str]:
        yield f"trump {self.trump}"
        yield "turn -"
        yield "left 0 0 0 0"
        for leader, cards in [*self.tricks, (self.leader, self.trick)]:
            yield " ".join([f"trick {leader}", *cards])
        for trick, seat, size, tens in self.captures:
            yield " ".join([f"capture {trick} {seat} {size}", *tens])
        yield " ".join(["winners", *map(str, self.winners)])
        yield f"streak {self.winners[-1]}"
        last_leader, last = self.tricks[-1]
        yield f"ace {int(last[(self.winners[-1] - last_leader) % 4][0] == 'A')}"
        yield f"played {(1 << 52) - 1}"

    def row(self) -> str:
        tens = [sum(len(lifted) for _, seat, _, lifted in self.captures if seat % 2 == team) for team in (0, 1)]
        tricks = [sum(size for _, seat, size, _ in self.captures if seat % 2 == team) for team in (0, 1)]
        winner = max((0, 1), key=lambda team: (tens[team], tricks[team]))
        return f"round {winner} {int(tens[winner] == 4)}"


def read_double_sir(data: bytes) -> Reader:
    """Read a file of one contract and one round, to the signed score sheet; AssertionError at what is not so."""
    reader = Reader.of(data)
    reader.read_contract()
    reader.read_steps()
    dealer, _ = reader.coin()
    before = reader.match_text(dealer)
    assert {commit.field(0) for commit in reader.all_of("commit")} == {sha256(before.encode()).digest()}
    deck, owners, play = reader.deck(), reader.owners(dealer), Play(dealer)
    stages = 0
    for step in reader.steps:
        message = step[0]
        match message.kind:
            case "shares":
                play.lines.append("deal")
                stages += 1
            case "call":
                play.trump = str(message.body[0])
                play.lines.append(f"{message.seat} call {play.trump}")
            case "play":
                position = message.body[0]
                assert isinstance(position, int)
                assert owners[position] == message.seat == (play.leader + len(play.trick)) % 4
                play.lay(deck[position])
                play.lines.append(f"{message.seat} play {deck[position]}")
            case _:
                pass
    assert stages == 2
    text = before + "start\n" + "".join(f"{line}\n" for line in play.lines) + "\n".join(play.text())
    assert {reveal.field(0) for reveal in reader.all_of("reveal")} == {sha256(text.encode()).digest()}
    after = reader.match_text(dealer, [play.row()])
    assert {sheet.field(0) for sheet in reader.all_of("sheet")} == {sha256(after.encode()).digest()}
    return reader
