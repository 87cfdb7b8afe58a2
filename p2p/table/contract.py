"""What all seats sign before a card is touched: who sits where, what is played, with which options.

A contract is its bytes; its hash stands in every chained envelope. The first contract of a table names no other. An
*amendment* goes on from another contract of the same table: it names that one's hash, the match so far and the number
of the next round, so that nobody who signs it can be shown another past. The nonces are what keeps one evening's
signatures from meaning anything on another: a seat signs a first contract only if it carries a nonce which that seat
sent for this very proposal.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256

from engine.game import Match, NotationError, OptionError, Seat
from engine.games import GAMES
from engine.notation import match_text, parse_match
from p2p.errors import EncodingError, LocalProtocolError
from p2p.identity import PeerId, parse_peer_id
from p2p.pack import Item, pack, unpack
from p2p.wire.envelope import VERSION
from p2p.wire.messages import MOST_CONTRACT

WORD = "patte/1 contract"
MOST_NAME_BYTES = 64
MOST_ROUND = 2**32 - 1


@dataclass(frozen=True, slots=True)
class ContractSeat:
    """Who sits in one seat; the nonce is 32 bytes that this seat sent when it joined."""

    key: PeerId
    name: str
    bot: bool
    nonce: bytes


@dataclass(frozen=True, slots=True)
class Amends:
    """What an amendment goes on from.

    Attributes:
        previous: hash of the contract before.
        match_text: the match so far, in the engine's notation.
        round_number: the number of the next round, counted over the whole life of the table.
    """

    previous: bytes
    match_text: str
    round_number: int


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract whose parts fit together.

    Attributes:
        table_id: 16 random bytes, the host's choice.
        game: a name of `GAMES`.
        options: every option's name and value, in the engine's order.
        random_seats: whether the coin also draws the seats, and an amendment in that order follows.
        seats: in the order of play.
        amends: None in a table's first contract.
    """

    table_id: bytes
    game: str
    options: tuple[tuple[str, str], ...]
    random_seats: bool
    seats: tuple[ContractSeat, ...]
    amends: Amends | None

    @property
    def raw(self) -> bytes:
        """The bytes that are hashed."""
        amends: tuple[Item, ...] = ()
        if self.amends is not None:
            amends = (
                self.amends.previous,
                self.amends.match_text,
                _text_digest(self.amends.match_text),
                self.amends.round_number,
            )
        return pack(
            WORD,
            VERSION,
            self.table_id,
            self.game,
            self.options,
            int(self.random_seats),
            tuple((seat.key, seat.name, int(seat.bot), seat.nonce) for seat in self.seats),
            amends,
        )

    @property
    def hash(self) -> bytes:
        """The 32 bytes by which everything refers to this contract."""
        return sha256(self.raw).digest()

    def seat_of(self, key: PeerId) -> Seat | None:
        """Find the seat of a key."""
        return next((Seat(i) for i, seat in enumerate(self.seats) if seat.key == key), None)

    def match(self, dealer: Seat) -> Match:
        """Start the match that the contract is about; the coin has drawn the dealer."""
        return GAMES[self.game].start_match(dict(self.options), len(self.seats), dealer)

    def match_so_far(self) -> Match | None:
        """Give the match that an amendment goes on with."""
        return None if self.amends is None else parse_match(self.amends.match_text)


def first_contract(
    *, table_id: bytes, game: str, options: Mapping[str, str], seats: tuple[ContractSeat, ...], random_seats: bool
) -> Contract:
    """Make a table's first contract.

    Raises:
        LocalProtocolError: what it would say does not fit together.
        OptionError: the game does not offer this.
    """
    match = GAMES[game].start_match(options, len(seats), Seat(0))
    return _sound(Contract(table_id, game, match.options, random_seats, seats, None))


def amend(contract: Contract, match: Match, round_number: int, seats: tuple[ContractSeat, ...]) -> Contract:
    """Make the contract that goes on from this one, with the match as it stands and perhaps other people.

    Raises:
        LocalProtocolError: another number of seats, or one key twice.
    """
    if len(seats) != len(contract.seats):
        raise LocalProtocolError("an amendment has as many seats as the contract before")
    amends = Amends(contract.hash, match_text(match), round_number)
    return _sound(replace(contract, random_seats=False, seats=seats, amends=amends))


def parse_contract(raw: bytes) -> Contract:
    """Read a contract that somebody proposes, or that a transcript begins with.

    Raises:
        EncodingError: it is no contract, or its parts do not fit together.
    """
    match unpack(raw) if len(raw) <= MOST_CONTRACT else ():
        case (
            str() as word,
            int() as version,
            bytes() as table_id,
            str() as game,
            tuple() as options,
            (0 | 1) as random_seats,
            tuple() as seats,
            tuple() as amends,
        ) if (word, version, len(table_id)) == (WORD, VERSION, 16):
            contract = Contract(
                table_id,
                game,
                tuple(_parse_option(option) for option in options),
                bool(random_seats),
                tuple(_parse_seat(seat) for seat in seats),
                _parse_amends(amends),
            )
        case _:
            raise EncodingError("no contract of this version")
    _check_game(contract)
    try:
        return _sound(contract)
    except LocalProtocolError as error:
        raise EncodingError(str(error)) from error


def _sound(contract: Contract) -> Contract:
    keys = [seat.key for seat in contract.seats]
    if len(set(keys)) != len(keys):
        raise LocalProtocolError("two seats have one key")
    if not all(1 <= len(seat.name.encode()) <= MOST_NAME_BYTES and len(seat.nonce) == 32 for seat in contract.seats):
        raise LocalProtocolError("a name has 1 to 64 bytes, a nonce 32")
    if contract.random_seats and contract.amends is not None:
        raise LocalProtocolError("an amendment draws no seats")
    return contract


def _check_game(contract: Contract) -> None:
    game = GAMES.get(contract.game)
    if game is None:
        raise EncodingError(f"no game is called {contract.game!r}")
    try:
        match = game.start_match(dict(contract.options), len(contract.seats), Seat(0))
        so_far = contract.match_so_far()
    except (OptionError, NotationError) as error:
        raise EncodingError(str(error)) from error
    if match.options != contract.options:
        raise EncodingError("the options are not all there, in the game's order")
    if so_far is not None and (so_far.game.name, so_far.options, so_far.seats) != (
        contract.game,
        contract.options,
        len(contract.seats),
    ):
        raise EncodingError("the match so far is another game")


def _parse_option(item: Item) -> tuple[str, str]:
    match item:
        case (str() as name, str() as value):
            return name, value
        case _:
            raise EncodingError("an option is two texts")


def _parse_seat(item: Item) -> ContractSeat:
    match item:
        case (bytes() as key, str() as name, (0 | 1) as bot, bytes() as nonce):
            return ContractSeat(parse_peer_id(key), name, bool(bot), nonce)
        case _:
            raise EncodingError("a seat is a key, a name, whether it is a bot, and a nonce")


def _parse_amends(items: tuple[Item, ...]) -> Amends | None:
    match items:
        case ():
            return None
        case (bytes() as previous, str() as text, bytes() as digest, int() as number) if (
            len(previous) == 32 and digest == _text_digest(text) and 0 <= number <= MOST_ROUND
        ):
            return Amends(previous, text, number)
        case _:
            raise EncodingError("an amendment names the contract before, the match so far and the next round")


def _text_digest(text: str) -> bytes:
    return sha256(text.encode()).digest()
