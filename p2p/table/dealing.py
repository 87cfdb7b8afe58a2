"""The cards of one round as one seat knows them, or nobody: from the commitments to the last opened position.

Everything that seats publish comes in by a `take_*`, which derives the statement from this object's own state, checks
all of it, and only then changes anything. What the own seat publishes comes out of a `my_*`. The round secret is the
only secret here; from it come the key, the permutation and the remasking, and it is published at the end.
"""

from dataclasses import dataclass, field

from engine.game import Stage
from p2p.errors import EncodingError, LocalProtocolError, ProofError
from p2p.table.blame import Code, RefusedError
from p2p.table.cryptography import (
    Cryptography,
    Place,
    ProvenEscrow,
    ProvenHoldsNone,
    ProvenKey,
    ProvenShares,
    ProvenShuffle,
    RoundRecord,
)
from p2p.table.legality import HoldsNoneStatement
from p2p.wire import messages
from p2p.wire.messages import ELEMENT, ROW, Checked, Complaint, Escrow, HoldsNone, Key, Shares, Shuffle

MASKED = 2 * ELEMENT


@dataclass(slots=True)
class Dealing:
    """One round's deck. `secret` is the own seat's round secret, or None where nobody sits here.

    Attributes:
        plan: the game's deal plan: for each stage the owner of each next position.
        me: the own seat, or None.
        earlier_keys: round keys of earlier rounds of this table; none may come again.
    """

    crypto: Cryptography
    round_id: bytes
    seats: int
    plan: tuple[Stage, ...]
    me: int | None
    secret: bytes | None = field(repr=False)
    earlier_keys: frozenset[bytes]
    commitments: dict[int, bytes] = field(default_factory=dict)
    keys: dict[int, bytes] = field(default_factory=dict)
    joint_key: bytes = b""
    decks: list[bytes] = field(default_factory=list)
    escrows: dict[int, bytes] = field(default_factory=dict)
    shares: list[dict[int, bytes]] = field(default_factory=list)
    opened: dict[int, str] = field(default_factory=dict)
    hand: dict[int, str] = field(default_factory=dict, repr=False)
    secrets: dict[int, bytes] = field(default_factory=dict)
    stages_dealt: int = 0
    holds_none: list[list[HoldsNoneStatement]] = field(default_factory=list)
    _rests: dict[int, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.shares = [{} for _ in range(self.seats)]
        self.holds_none = [[] for _ in range(self.seats)]

    # Positions and owners.

    @property
    def owners(self) -> tuple[int, ...]:
        """The owner of each position of the whole deal, from position 0."""
        return tuple(seat for stage in self.plan for seat in stage)

    @property
    def deck(self) -> bytes:
        """The deck that the next shuffle starts from; after the last one, the deck that is dealt."""
        return self.decks[-1]

    def stage_positions(self, stage: int) -> range:
        """Give the positions of a stage."""
        start = sum(len(one) for one in self.plan[:stage])
        return range(start, start + len(self.plan[stage]))

    def closed(self, seat: int) -> tuple[int, ...]:
        """Give a seat's dealt positions that are not opened, ascending."""
        dealt = sum(len(one) for one in self.plan[: self.stages_dealt])
        owned = enumerate(self.owners[:dealt])
        return tuple(p for p, owner in owned if owner == seat and p not in self.opened)

    # What seats publish before the deal.

    def my_commitment(self) -> bytes:
        """Give the commitment to the own round secret."""
        return self.crypto.commitment(self._my_place(), self._my_secret())

    def my_key(self) -> Key:
        """Give the own round key."""
        proven = self.crypto.prove_key(self._my_place(), self._my_secret())
        return Key(proven.key, proven.proof)

    def take_key(self, seat: int, message: Key) -> None:
        """Take a seat's round key.

        Raises:
            RefusedError: its proof does not hold, or the key was seen in an earlier round.
        """
        with _Refusing(Code.KEY_PROOF):
            self.crypto.verify_key(self._place(seat), ProvenKey(message.key, message.proof))
        if message.key in self.earlier_keys:
            raise RefusedError(Code.SAME_KEY, "this key was used in an earlier round")
        self.keys[seat] = message.key

    def join_keys(self) -> None:
        """Make the joint key and the first deck, when all keys are in.

        Raises:
            RefusedError: two keys are equal, or the joint key is the identity. Neither can happen to a seat whose
            round secret nobody
                else knows: the commitments came first.
        """
        keys = [self.keys[seat] for seat in range(self.seats)]
        twice = tuple(seat for seat in range(self.seats) if keys.count(keys[seat]) > 1)
        if twice:
            raise RefusedError(Code.SAME_KEY, "two seats have one key", seats=twice)
        try:
            self.joint_key = self.crypto.joint_key(keys)
        except ProofError as error:
            raise RefusedError(Code.SAME_KEY, str(error), seats=tuple(range(self.seats))) from error
        self.decks = [self.crypto.first_deck(self.joint_key)]

    def my_shuffle(self) -> Shuffle:
        """Shuffle the deck as the own round secret says."""
        proven = self.crypto.shuffle(self._my_place(), self._my_secret(), self.joint_key, self.deck)
        return Shuffle(proven.deck, proven.commitments, proven.chain, proven.proof)

    def take_shuffle(self, seat: int, message: Shuffle) -> None:
        """Take the deck after a seat's shuffle.

        Raises:
            RefusedError: its proof does not hold.
        """
        proven = ProvenShuffle(message.deck, message.commitments, message.chain, message.proof)
        with _Refusing(Code.SHUFFLE_PROOF):
            self.crypto.verify_shuffle(self._place(seat), self.joint_key, self.deck, proven)
        self.decks.append(message.deck)

    # Escrow.

    def my_escrow(self) -> Escrow:
        """Split the own key among the others."""
        proven = self.crypto.seal_escrow(self._my_place(), self._my_secret(), self._key_list())
        return Escrow(proven.rows, proven.proof)

    def take_escrow(self, seat: int, message: Escrow) -> None:
        """Take a seat's escrow; boxes are opened by their readers, later.

        Raises:
            RefusedError: the parts do not add up to the key, or the proof does not hold.
        """
        with _Refusing(Code.ESCROW_PROOF):
            self.crypto.verify_escrow(self._place(seat), self._key_list(), ProvenEscrow(message.rows, message.proof))
        self.escrows[seat] = message.rows

    def my_checks(self) -> Checked:
        """Open all boxes made for the own seat and complain about those that are wrong."""
        me, secret = self._my_place(), self._my_secret()
        complaints = []
        for about in self._others(me.seat):
            row = self._row(about, me.seat)
            if not self.crypto.box_is_right(self._place(about), me.seat, secret, row):
                proven = self.crypto.prove_complaint(me, about, secret, row)
                complaints.append(Complaint(about, proven.key, proven.proof))
        return Checked(tuple(complaints))

    def take_checks(self, seat: int, message: Checked) -> None:
        """Judge a seat's complaints.

        Raises:
            RefusedError: naming the maker of a wrong box, or the seat that complained without cause.
        """
        abouts = [complaint.about for complaint in message.complaints]
        if abouts != sorted(set(abouts)) or not set(abouts) <= set(self._others(seat)):
            raise RefusedError(Code.FALSE_COMPLAINT, "complaints are about other seats, once each, ascending")
        for complaint in message.complaints:
            row = self._row(complaint.about, seat)
            proven = ProvenKey(complaint.key, complaint.proof)
            with _Refusing(Code.FALSE_COMPLAINT):
                self.crypto.verify_complaint(self._place(seat), complaint.about, self.keys[seat], row, proven)
            if self.crypto.box_is_right_with(self._place(complaint.about), seat, row, complaint.key):
                raise RefusedError(Code.FALSE_COMPLAINT, f"the box of seat {complaint.about} is right")
        if abouts:
            raise RefusedError(Code.WRONG_BOX, f"its box for seat {seat} is wrong", seats=tuple(abouts))

    # Deal.

    def my_shares(self, stage: int) -> Shares:
        """Give the own shares for a stage."""
        me = self._my_place()
        proven = self.crypto.prove_shares(me, stage, self._my_secret(), self.deck, self._shared(stage, me.seat))
        return Shares(proven.shares, proven.proof)

    def take_shares(self, seat: int, stage: int, message: Shares) -> None:
        """Take a seat's shares for a stage.

        Raises:
            RefusedError: a share is wrong or missing.
        """
        positions = self._shared(stage, seat)
        proven = ProvenShares(message.shares, message.proof)
        with _Refusing(Code.SHARE_PROOF):
            self.crypto.verify_shares(self._place(seat), stage, self.keys[seat], self.deck, positions, proven)
        self.shares[seat].update(zip(positions, _cut(message.shares), strict=True))

    def finish_stage(self) -> None:
        """Read the own cards of the stage that now has all its shares.

        Raises:
            RefusedError: a card cannot be read, which proven shuffles and shares leave no room for.
        """
        stage = self.stages_dealt
        self.stages_dealt += 1
        if self.me is None or self.secret is None:
            return
        for position in self.stage_positions(stage):
            if self.owners[position] == self.me:
                self.hand[position] = self.read_with(self.secret, position)

    def read_with(self, secret: bytes, position: int) -> str:
        """Read a dealt position with its owner's round secret.

        Raises:
            RefusedError: no card comes out: the secret is not the one behind the owner's key.
        """
        share = self.crypto.own_share(secret, self.round_id, self.masked(position))
        with _Refusing(Code.REVEAL):
            return self.crypto.read_card(self.rest(position)[ELEMENT:], share)

    # Moves.

    def my_opening(self, position: int) -> ProvenShares:
        """Give the proven share that opens one of the own positions."""
        return self.crypto.prove_open(self._my_place(), self._my_secret(), self.deck, (position,))

    def check_opening(self, seat: int, message: messages.Play) -> str:
        """Give the text of the card that an opening shows; nothing changes.

        Raises:
            RefusedError: the position is not a closed one of this seat, or the share is wrong.
        """
        if message.position not in self.closed(seat):
            raise RefusedError(Code.OPENING, "the position is not a closed one of this seat")
        shares = ProvenShares(message.share, message.proof)
        with _Refusing(Code.OPENING):
            text = self.crypto.read_card(self.rest(message.position)[ELEMENT:], message.share)
            self.crypto.verify_open(self._place(seat), self.keys[seat], self.deck, (message.position,), shares)
        return text

    def my_holds_none(self, statement: HoldsNoneStatement) -> HoldsNone:
        """Prove a holds-none statement about the own closed positions."""
        rests = [self.rest(position) for position in statement.positions]
        proven = self.crypto.prove_holds_none(
            self._my_place(), self._my_secret(), statement.positions, rests, statement.cards
        )
        return HoldsNone(proven.w, proven.v, proven.u, proven.proof)

    def check_holds_none(self, seat: int, statement: HoldsNoneStatement | None, given: tuple[HoldsNone, ...]) -> None:
        """Check the proof that a move carries; nothing changes.

        Raises:
            RefusedError: it is missing, not called for, or does not hold.
        """
        if statement is None:
            if given:
                raise RefusedError(Code.HOLDS_NONE, "there is nothing to prove")
            return
        if not given:
            raise RefusedError(Code.HOLDS_NONE, "the proof is missing")
        proven = ProvenHoldsNone(given[0].w, given[0].v, given[0].u, given[0].proof)
        rests = [self.rest(position) for position in statement.positions]
        with _Refusing(Code.HOLDS_NONE):
            self.crypto.verify_holds_none(
                self._place(seat), self.keys[seat], statement.positions, rests, statement.cards, proven
            )

    def open(self, seat: int, message: messages.Play, text: str) -> None:
        """Lay an opened card on the table: `text` is what `check_opening` gave."""
        self.opened[message.position] = text
        self.shares[seat][message.position] = message.share
        self.hand.pop(message.position, None)

    def masked(self, position: int) -> bytes:
        """Give A and B of a position of the dealt deck."""
        return self.deck[position * MASKED : (position + 1) * MASKED]

    def rest(self, position: int) -> bytes:
        """Give A and E of a dealt position: the card under its owner's key alone."""
        known = self._rests.get(position)
        if known is None:
            masked, owner = self.masked(position), self.owners[position]
            others = [self.shares[seat][position] for seat in self._others(owner)]
            known = masked[:ELEMENT] + self.crypto.partly_unmask(masked, others)
            self._rests[position] = known
        return known

    # After the round.

    def record(self) -> RoundRecord:
        """Give what was published, for the recomputation."""
        dealt = sum(len(one) for one in self.plan[: self.stages_dealt])
        everyone = range(self.seats)
        return RoundRecord(
            self.round_id,
            tuple(self.commitments[seat] for seat in everyone),
            tuple(self._key_list()),
            tuple(self.secrets[seat] for seat in everyone),
            tuple(self.decks[1:]),
            self.owners[:dealt],
            tuple(self.shares),
            tuple(tuple((one.positions, one.cards) for one in self.holds_none[seat]) for seat in everyone),
        )

    def _place(self, seat: int) -> Place:
        return Place(self.round_id, seat)

    def _my_place(self) -> Place:
        if self.me is None:
            raise LocalProtocolError("nobody sits here")
        return Place(self.round_id, self.me)

    def _my_secret(self) -> bytes:
        if self.secret is None:
            raise LocalProtocolError("there is no round secret here")
        return self.secret

    def _others(self, seat: int) -> tuple[int, ...]:
        return tuple(other for other in range(self.seats) if other != seat)

    def _key_list(self) -> list[bytes]:
        return [self.keys[seat] for seat in range(self.seats)]

    def _shared(self, stage: int, seat: int) -> tuple[int, ...]:
        return tuple(p for p in self.stage_positions(stage) if self.owners[p] != seat)

    def _row(self, maker: int, reader: int) -> bytes:
        place = self._others(maker).index(reader) * ROW
        return self.escrows[maker][place : place + ROW]


class _Refusing:
    """Turn a cryptographic error inside the block into a refusal with this code."""

    def __init__(self, code: Code) -> None:
        self._code = code

    def __enter__(self) -> None:
        return

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, ProofError | EncodingError):
            raise RefusedError(self._code, str(error)) from error


def _cut(flat: bytes) -> list[bytes]:
    return [flat[i : i + ELEMENT] for i in range(0, len(flat), ELEMENT)]
