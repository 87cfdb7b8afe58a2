"""protocol.md against the code: every table of it is made again from what the code declares, and compared line by line.

A table that is held so begins with a comment, `<!-- table: NAME -->`. What a cell says in plain words (meanings,
reasons) is the page's own; names, sizes, words and figures are the code's.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from spake2.parameters.ed25519 import ParamsEd25519

from cli.checked_file import Checked, Fault
from cli.verify import report_json
from engine.games import GAMES
from p2p import pack as packing
from p2p.crypto import coin, elgamal, fiat_shamir, ristretto
from p2p.identity import _FINGERPRINT_LETTERS, _ORDER_8_Y
from p2p.net import addresses, handshake, happenings, link, lobby, password, slots
from p2p.net.discovery import advert
from p2p.table import breaking, chain, contract, gossip, presence, table, transcript
from p2p.table.audit import audit_transcript
from p2p.table.blame import Code
from p2p.table.phases import Phase
from p2p.wire import envelope, frames, messages
from p2p.wire.messages import CATALOGUE
from p2p.wire.schema import Many, Record, Shape
from tests.cli.transcripts import cheated_match
from tests.p2p.table.standin import StandIn

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "protocol.md").read_text("utf-8")

Row = tuple[str, ...]


def rows(name: str, columns: int | None = None) -> list[Row]:
    """Give a table's rows without its head, each cut to so many columns."""
    _, found, rest = TEXT.partition(f"<!-- table: {name} -->\n")
    assert found, f"no table {name}"
    lines = []
    for line in rest.splitlines():
        if not line.startswith("|"):
            break
        lines.append(tuple(cell.strip() for cell in line.strip("|").split("|"))[:columns])
    assert len(lines) > 2, f"table {name} is empty"
    return lines[2:]


def fields_of(record: Record) -> list[Row]:
    return [(name, shape.text) for name, shape in record.fields] or [("", "")]


def records_in(shape: Shape) -> Iterable[Record]:
    match shape:
        case Record(fields=fields):
            yield shape
            for _, inner in fields:
                yield from records_in(inner)
        case Many(of=of):
            yield from records_in(of)
        case _:
            return


def test_catalogue_is_the_codes() -> None:
    expected = [(kind.name, kind.shape, *field) for kind in CATALOGUE for field in fields_of(kind.record)]
    assert rows("catalogue", 4) == expected


def test_records_within_are_the_codes() -> None:
    inner = {record.name: record for kind in CATALOGUE for record in records_in(kind.record)}
    names = [name for name in inner if name not in {kind.name for kind in CATALOGUE}]
    expected = [(name, *field) for name in sorted(names) for field in fields_of(inner[name])]
    assert sorted(rows("records", 3), key=lambda row: row[0]) == expected


def test_phases_are_the_codes() -> None:
    expected = [(phase.word, ", ".join(phase.value.kinds), phase.value.seats, phase.value.follows) for phase in Phase]
    assert rows("phases") == expected


def test_every_chained_kind_has_a_phase() -> None:
    taken = [kind for phase in Phase for kind in phase.value.kinds]
    assert sorted(taken) == sorted(kind.name for kind in CATALOGUE if kind.shape == "chained")


def test_codes_are_the_codes() -> None:
    assert rows("blame", 1) == [(code.value,) for code in Code]


def test_words_of_the_handshake_are_the_codes() -> None:
    assert rows("roles", 1) == [(role.value,) for role in handshake.Role]
    assert rows("refusals", 1) == [(reason.value,) for reason in handshake.Refusal]
    source = Path(handshake.__file__).read_text("utf-8")
    for frame, _, items in rows("handshake"):
        if frame != "hello":
            assert f"`{frame}`" in items
            assert f'"{frame}"' in source


def test_words_of_the_lobby_are_the_codes() -> None:
    assert rows("no-seat", 1) == [(why.value,) for why in happenings.NoSeat]
    assert rows("difference", 1) == [(what.value,) for what in happenings.Difference]
    loose = {kind.name for kind in CATALOGUE if kind.shape == "loose"}
    assert loose - lobby.LOBBY_KINDS == {"heartbeat", "bye", "chat", "want"}


def test_options_are_the_engines() -> None:
    expected = [
        (game.name, f"{game.least_seats} to {game.most_seats}", option.name, ", ".join(option.allowed), option.default)
        for game in GAMES.values()
        for option in game.options
    ]
    assert rows("options") == expected


def test_limits_are_the_codes() -> None:
    expected: list[tuple[str, float]] = [
        ("bytes in a frame, most", frames.MAX_FRAME_SIZE_BYTES),
        ("bytes in a frame of the handshake, most", handshake.MAX_HANDSHAKE_FRAME_SIZE_BYTES),
        ("arrays within arrays, most", packing.DEEPEST),
        ("bytes in an envelope, most", messages.MOST_ENVELOPE),
        ("bytes in a contract, most", messages.MOST_CONTRACT),
        ("bytes in a name, most", contract.MOST_NAME_BYTES),
        ("bytes in chat, most", messages.MOST_CHAT),
        ("step, most", messages.MOST_STEP),
        ("round number, most", contract.MOST_ROUND),
        ("counter, most", messages.MOST_COUNTER),
        ("early messages kept of a seat, most", chain.MOST_EARLY),
        ("envelopes of unknown contracts kept, most", table.MOST_STRANGE),
        ("bytes in an answer to want, most", gossip.MOST_ANSWER_BYTES),
        ("seconds between wants on a link, least", gossip.WANT_LEAST_S),
        ("seconds between heartbeats", presence.HEARTBEAT_S),
        ("seconds between heartbeats of a seat that are passed on, least", presence.HEARTBEAT_LEAST_S),
        ("seconds of silence until away", presence.AWAY_S),
        ("seconds a program's step may take until away", presence.LATE_STEP_S),
        ("seconds until the next seat may propose", breaking.PROPOSE_AFTER_S),
        ("seconds between signs of life in the lobby", lobby.BEAT_S),
        ("seconds of silence until a lobby's link is dropped", lobby.SILENT_S),
        ("seconds until a contract that not all sign is withdrawn", lobby.AGREE_S),
        ("seconds for TLS, hellos and signatures, listener", link.PROVE_TIMEOUT_S),
        ("seconds for admission and password, listener", link.PASSWORD_TIMEOUT_S),
        ("links not yet welcomed, most", slots.MAX_SLOTS),
        ("links not yet welcomed from one address, most", slots.MAX_SLOTS_PER_ADDRESS),
        ("guesses at the password, most", password.MAX_GUESSES),
        ("first port", addresses.FIRST_PORT),
        ("ports", len(addresses.PORTS)),
        ("bytes in an entry of a transcript, most", transcript.MOST_ENTRY),
    ]
    assert rows("limits") == [(what, f"{figure:g}" if figure < 1e6 else str(figure)) for what, figure in expected]


def test_txt_keys_are_the_codes() -> None:
    assert rows("txt", 1) == [(key,) for key in advert._KEYS]
    assert f"`{advert.SERVICE_TYPE}`" in TEXT
    assert f"{advert.MAX_TXT_SIZE_BYTES}\nbytes" in TEXT or f"{advert.MAX_TXT_SIZE_BYTES} bytes" in TEXT


def test_json_keys_are_those_of_verify() -> None:
    audit = audit_transcript(cheated_match(goes_on=True), StandIn(Random(0)))
    report = report_json("x", Checked(audit, Fault(1, 2, "why")))
    expected: list[Row] = [("", key) for key in report]
    for part in ("seats", "coin", "rounds", "cheats", "fault"):
        value = report[part]
        one = value[0] if isinstance(value, list) else value
        assert isinstance(one, dict)
        expected += [(part, key) for key in one]
    assert rows("json", 2) == expected


def test_labels_are_the_codes() -> None:
    """Every text that goes into a hash or a signature stands on the page, and none that is none."""
    said = set(re.findall(r'"(patte/1 [a-z -]+?)"', TEXT)) - {"patte/1 "}
    sources = [path.read_text("utf-8") for path in (ROOT / "p2p").rglob("*.py")]
    used = {label for source in sources for label in re.findall(r'"(patte/1 [a-z -]+)"', source)}
    assert said - {"patte/1 commit"} == used - {"patte/1 "}


def test_purposes_are_the_codes() -> None:
    used = set()
    for path in (ROOT / "p2p" / "crypto").glob("*.py"):
        used |= set(re.findall(r'\.tag\("([a-z ]+)"', path.read_text("utf-8")))
    assert {purpose for (purpose,) in rows("purposes", 1)} == used


def test_constants_in_running_text_are_the_codes() -> None:
    for said in (
        fiat_shamir._DERIVE.decode(),
        f"rate of {fiat_shamir.RATE_BYTES} bytes",
        f"2^252 + {ristretto.L - 2**252}",
        f"{elgamal.DECK_BYTES:,}".replace(",", " ") + " bytes",
        f"box*, {messages.ROW - 2 * messages.ELEMENT} bytes",
        f"draws {coin.TOSS_BYTES} bytes c_i",
        _FINGERPRINT_LETTERS,
        f"{_ORDER_8_Y:064x}",
        transcript.MAGIC.decode().strip(),
        f"{len(transcript.MAGIC)} bytes",
        ParamsEd25519.M.to_bytes().hex(),
        ParamsEd25519.N.to_bytes().hex(),
        f"wire version {envelope.VERSION}",
    ):
        assert said in TEXT, said
    assert envelope.VERSION == handshake.VERSION


def test_vector_files_are_there() -> None:
    names = [name.strip("`") for (name,) in rows("vectors", 1)]
    folder = ROOT / "tests" / "vectors"
    assert sorted(names) == sorted(path.name for path in folder.iterdir() if path.suffix in {".json", ".patte"})


def test_sections_that_are_referred_to_exist() -> None:
    headings = set(re.findall(r"^#+ (\d+(?:\.\d+)?)\.? ", TEXT, re.MULTILINE))
    for number in re.findall(r"section (\d+)|\((\d+\.\d+)\)| (?:as in|of|by|from|see) (\d+\.\d+)", TEXT):
        found = next(one for one in number if one)
        assert found in headings or found == "4.3", f"there is no section {found}"


def test_page_keeps_to_its_form() -> None:
    assert re.search(r"^\| status \| .+ \|$", TEXT, re.MULTILINE)
    assert re.search(r"^\| date \| \d{4}-\d\d-\d\d \|$", TEXT, re.MULTILINE)
    long = [line for line in TEXT.splitlines() if len(line) > 120 and not line.startswith("|")]
    assert long == []
    assert not re.search(r"/work|\.\./shared|\bissues?\b|\bsession of\b", TEXT)


@pytest.mark.parametrize("name", re.findall(r"<!-- table: ([a-z-]+) -->", TEXT))
def test_every_marked_table_is_held(name: str) -> None:
    """A mark that no test reads would promise what nobody checks."""
    assert f'rows("{name}"' in Path(__file__).read_text("utf-8")
    assert rows(name)
