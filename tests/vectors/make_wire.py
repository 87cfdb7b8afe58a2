"""Make the vectors of protocol.md beside the cryptography: `python -m tests.vectors.make_wire`.

It writes `wire-1.json` and `double-sir-1.patte` beside this file. The same bytes come out every time, from fixed seeds;
they change only when the protocol does.
"""

import json
from pathlib import Path
from random import Random

from engine.bots.arena import play_round
from engine.bots.registry import BOTS
from engine.canonical import match_text, round_text
from engine.game import Seat
from engine.games import GAMES
from p2p.crypto.coin import coin_of, commit_toss
from p2p.crypto.round_secret import round_id_of
from p2p.errors import EncodingError
from p2p.identity import Identity, fingerprint, parse_peer_id
from p2p.net.addresses import Address
from p2p.net.code import code_of
from p2p.net.handshake import Hello, LinkRecord, Role
from p2p.net.password import PasswordDialler, PasswordListener, password_bytes
from p2p.pack import Item, pack, unpack
from p2p.table.chain import first_head, next_head
from p2p.table.contract import Contract, ContractSeat, amend, first_contract
from p2p.table.mental_poker import MentalPoker
from p2p.table.transcript import write_transcript
from p2p.wire import messages
from p2p.wire.envelope import seal_chained, seal_loose
from tests.p2p.edwards import ORDER
from tests.p2p.table.ring import ring
from tests.vectors.make import FixedEntropy

FOLDER = Path(__file__).parent
WIRE_FILE = FOLDER / "wire-1.json"
TRANSCRIPT_FILE = FOLDER / "double-sir-1.patte"

PACKS: tuple[tuple[Item, ...], ...] = (
    (),
    (0, 127, 128, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**64 - 1),
    (-1, -32, -33, -128, -129, -32768, -32769, -(2**31), -(2**31) - 1, -(2**63)),
    ("", "a" * 31, "a" * 32, "पत्ते"),
    (b"", b"\0" * 255, b"\0" * 256),
    ((), ((),), (1, ("a", b"b"))),
    tuple(range(16)),
)
REFUSED_PACKS = (
    "",
    "90ff",
    "9100ff",
    "01",
    "c0",
    "91c0",
    "91c2",
    "91cb0000000000000000",
    "9180",
    "91d40000",
    "91cc7f",
    "91cd00ff",
    "91d07f",
    "91d0ff",
    "91d90161",
    "91c5000161",
    "dc000100",
    "91a1ff",
    "91a3eda080",
    "91a261",
    "ddffffffff",
    "91" * 16 + "90",
)
REFUSED_PEER_IDS = (
    "00" * 32,
    "01" + "00" * 31,
    "01" + "00" * 30 + "80",
    "ec" + "ff" * 30 + "7f",
    "ed" + "ff" * 30 + "7f",
    "ff" * 32,
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    "02" + "00" * 31,
)


def people(count: int) -> list[Identity]:
    return [Identity(bytes([number + 1]) * 32) for number in range(count)]


def wire() -> dict[str, object]:
    """Give the content of `wire-1.json`."""
    who, entropy = people(4), FixedEntropy("patte wire vectors")
    seats = tuple(
        ContractSeat(one.peer_id, name, bot, entropy(32))
        for one, name, bot in zip(who, ("Asha", "बीना", "Chitra", "Dev"), (False, False, True, True), strict=True)
    )
    contract = first_contract(
        table_id=entropy(16), game="double-sir", options={"target_rounds": "3"}, seats=seats, random_seats=True
    )
    return {
        "packs": [{"items": typed(items), "bytes": pack(*items).hex()} for items in PACKS],
        "refused_packs": [data for data in REFUSED_PACKS if is_refused(data)],
        "identities": [
            {"seed": one.seed.hex(), "peer_id": one.peer_id.hex(), "fingerprint": fingerprint(one.peer_id)}
            for one in who
        ],
        "refused_peer_ids": [key for key in REFUSED_PEER_IDS if is_refused_key(key)],
        "code": {
            "address": "192.168.1.23:47753",
            "seat": 0,
            "code": str(code_of(Address("192.168.1.23", 47753), who[0].peer_id)),
        },
        "contract": contract_json(contract),
        **table_json(contract, who, entropy),
        "rounds": [round_json(name, count) for name, count in (("double-sir", 4), ("badam-satti", 3), ("sevens", 5))],
        "link": link_json(who[0], who[1], contract.table_id, entropy),
    }


def table_json(contract: Contract, who: list[Identity], entropy: FixedEntropy) -> dict[str, object]:
    """Agree, throw the coin, draw the seats; and two loose envelopes."""
    head, steps = first_head(contract.hash), []
    tosses = [entropy(32) for _ in who]
    for step in range(3):
        bodies: list[messages.ChainedMessage] = [
            (
                messages.Agree(),
                messages.CoinCommit(commit_toss(tosses[seat], contract.hash, seat)),
                messages.CoinReveal(tosses[seat]),
            )[step]
            for seat in range(len(who))
        ]
        sealed = tuple(
            seal_chained(
                contract_hash=contract.hash, seat=seat, step=step, head=head, message=body, sign=who[seat].sign
            )
            for seat, body in enumerate(bodies)
        )
        steps.append({"head": head.hex(), "envelopes": [one.raw.hex() for one in sealed]})
        head = next_head(head, sealed)
    coin = coin_of(tosses, contract.hash)
    order = coin.seat_order(len(who))
    match = contract.match(Seat(coin.dealer(len(who))))
    drawn = amend(contract, match, 0, tuple(contract.seats[i] for i in order))
    loose: tuple[messages.LooseMessage, ...] = (
        messages.Heartbeat(contract.hash, 3, head, (1, 3)),
        messages.Chat("चलो"),
    )
    return {
        "steps": steps,
        "head_after": head.hex(),
        "coin": {
            "value": coin.value.hex(),
            "dealer": coin.dealer(len(who)),
            "digits": coin.digits,
            "order": list(order),
        },
        "amendment": contract_json(drawn),
        "match": {"text": match_text(match), "digest": match.digest().hex()},
        "round_ids": [round_id_of(contract.table_id, drawn.hash, number).hex() for number in range(2)],
        "loose": [
            seal_loose(
                table_id=contract.table_id,
                sender=who[0].peer_id,
                nonce=contract.seats[0].nonce,
                counter=7,
                message=message,
                sign=who[0].sign,
            ).raw.hex()
            for message in loose
        ],
    }


def contract_json(contract: Contract) -> dict[str, object]:
    return {
        "table_id": contract.table_id.hex(),
        "game": contract.game,
        "options": [list(option) for option in contract.options],
        "random_seats": contract.random_seats,
        "seats": [
            {"peer_id": seat.key.hex(), "name": seat.name, "bot": seat.bot, "nonce": seat.nonce.hex()}
            for seat in contract.seats
        ],
        "bytes": contract.raw.hex(),
        "hash": contract.hash.hex(),
    }


def round_json(game: str, count: int) -> dict[str, object]:
    """Give a round that bots have played, as it stands at the reveal: without the hands left."""
    match = GAMES[game].start_match({}, count, Seat(1))
    finished = play_round(match, [BOTS[game]["random"]] * count, Random(game))
    state = match.start_round()
    deals = list(finished.deals)
    for number, (seat, move) in enumerate(finished.history):
        while deals and deals[0] == number:
            state, _ = state.dealt(), deals.pop(0)
        state = state.apply(seat, move)
    after = match.after(finished)
    return {
        "text": round_text(state),
        "digest": state.digest().hex(),
        "match_after": match_text(after),
        "match_digest": after.digest().hex(),
    }


def link_json(dialler: Identity, listener: Identity, table_id: bytes, entropy: FixedEntropy) -> dict[str, object]:
    certificate = entropy(32)
    record = LinkRecord(
        certificate,
        Hello.say(dialler, entropy(32), Role.SEAT, b""),
        Hello.say(listener, entropy(32), Role.SEAT, table_id),
    )
    password = "  चाय 12 "
    x, y = entropy(64), entropy(64)
    asked = PasswordDialler(password_bytes(password), record.password_link, lambda _: x)
    answered = PasswordListener(password_bytes(password), record.password_link, lambda _: y, asked.message)
    confirmation = asked.confirm(answered.message)
    answer = answered.answer(confirmation)
    if answer is None:
        raise AssertionError("the same password gave two keys")
    return {
        "certificate": certificate.hex(),
        "dialler_hello": record.dialler.raw.hex(),
        "listener_hello": record.listener.raw.hex(),
        "dialler_signs": record.of_dialler.hex(),
        "listener_signs": record.of_listener.hex(),
        "dialler_signature": dialler.sign(record.of_dialler).hex(),
        "listener_signature": listener.sign(record.of_listener).hex(),
        "password_typed": password,
        "password": password_bytes(password).hex(),
        "x": str(int.from_bytes(x, "big") % ORDER),
        "y": str(int.from_bytes(y, "big") % ORDER),
        "dialler_message": asked.message.hex(),
        "listener_message": answered.message.hex(),
        "dialler_confirmation": confirmation.hex(),
        "listener_confirmation": answer.hex(),
    }


def typed(items: tuple[Item, ...]) -> list[object]:
    """Write items so that JSON keeps their types: numbers as texts, bytes in hexadecimal, texts as they are."""
    found: list[object] = []
    for item in items:
        match item:
            case bytes():
                found.append({"bytes": item.hex()})
            case str():
                found.append({"text": item})
            case int():
                found.append({"integer": str(item)})
            case _:
                found.append(typed(item))
    return found


def is_refused(data: str) -> bool:
    try:
        unpack(bytes.fromhex(data))
    except EncodingError:
        return True
    return False


def is_refused_key(data: str) -> bool:
    try:
        parse_peer_id(bytes.fromhex(data))
    except EncodingError:
        return True
    return False


def wire_file() -> str:
    """Give the text of the file."""
    return json.dumps(wire(), indent=1, ensure_ascii=False) + "\n"


def transcript_file() -> bytes:
    """Give a whole match of Double Sir, of one round, as the product's own cryptography plays it."""
    played = ring(
        "double-sir", 4, lambda number: MentalPoker(FixedEntropy(f"seat {number}")), options={"target_rounds": "1"}
    )
    played.run()
    return write_transcript(played.tables[0].sections)


if __name__ == "__main__":
    WIRE_FILE.write_text(wire_file(), "utf-8")
    TRANSCRIPT_FILE.write_bytes(transcript_file())
