"""The vectors of protocol.md: that they are what the protocol gives today, and that nothing in them is passed over."""

import hmac
import json
import os
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature

from p2p.crypto.hkdf import hkdf
from p2p.pack import pack, unpack
from p2p.table.audit import audit_transcript
from p2p.table.mental_poker import MentalPoker
from tests.cli.transcripts import cut, joined
from tests.p2p.edwards import BASE, ORDER, decoded, encoded, plus, times
from tests.vectors.make_wire import (
    PACKS,
    REFUSED_PACKS,
    REFUSED_PEER_IDS,
    TRANSCRIPT_FILE,
    WIRE_FILE,
    transcript_file,
    wire_file,
)
from tests.vectors.second_reader import read_double_sir

ROOT = Path(__file__).parents[2]
PROTOCOL = (ROOT / "protocol.md").read_text("utf-8")


def test_wire_file_is_what_the_protocol_gives() -> None:
    assert WIRE_FILE.read_text("utf-8") == wire_file()


def test_all_that_must_be_refused_is() -> None:
    root = json.loads(WIRE_FILE.read_text("utf-8"))
    assert root["refused_packs"] == list(REFUSED_PACKS)
    assert root["refused_peer_ids"] == list(REFUSED_PEER_IDS)
    assert [unpack(bytes.fromhex(one["bytes"])) for one in root["packs"]] == list(PACKS)


def test_password_run_follows_the_formulas() -> None:
    """protocol.md 6.3 by hand, without the library that the product uses."""
    link = json.loads(WIRE_FILE.read_text("utf-8"))["link"]
    password, x, y = bytes.fromhex(link["password"]), int(link["x"]), int(link["y"])
    M, N = (decoded(bytes.fromhex(one)) for one in re.findall(r"^    [MN]   = ([0-9a-f]{64})$", PROTOCOL, re.MULTILINE))
    w = int.from_bytes(hkdf("sha256", password, salt=b"", info=b"SPAKE2 pw", size_bytes=48), "big") % ORDER
    X, Y = plus(times(x, BASE), times(w, M)), plus(times(y, BASE), times(w, N))
    assert link["dialler_message"] == (b"A" + encoded(X)).hex()
    assert link["listener_message"] == (b"B" + encoded(Y)).hex()
    K = times(x, plus(Y, times(ORDER - w, N)))
    assert times(y, plus(X, times(ORDER - w, M))) == K
    peers = [unpack(bytes.fromhex(link[f"{side}_hello"]))[0] for side in ("dialler", "listener")]
    hashes = [sha256(one).digest() for one in (password, *peers) if isinstance(one, bytes)]
    key = sha256(b"".join((*hashes, encoded(X), encoded(Y), encoded(K)))).digest()
    for side in ("dialler", "listener"):
        record = sha256(bytes.fromhex(link[f"{side}_signs"])).digest()
        confirmation = hmac.digest(key, pack(f"patte/1 password {side}", record), "sha256")
        assert confirmation.hex() == link[f"{side}_confirmation"]


def test_transcript_is_what_the_protocol_gives() -> None:
    assert TRANSCRIPT_FILE.read_bytes() == transcript_file()


def test_transcript_is_a_true_record() -> None:
    audit = audit_transcript(TRANSCRIPT_FILE.read_bytes(), MentalPoker(os.urandom))
    assert (audit.is_finished, audit.is_signed, audit.charges) == (True, True, [])


def test_vectors_do_not_depend_on_hash_seeds() -> None:
    code = "from tests.vectors.make_wire import wire_file; import sys; sys.stdout.buffer.write(wire_file().encode())"
    for seed in ("1", "2"):
        environ = os.environ | {"PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environ, capture_output=True, check=True)
        assert done.stdout.decode() == WIRE_FILE.read_text("utf-8")


def test_second_reader_reads_the_transcript() -> None:
    reader = read_double_sir(TRANSCRIPT_FILE.read_bytes())
    audit = audit_transcript(TRANSCRIPT_FILE.read_bytes(), MentalPoker(os.urandom))
    assert len(reader.all_of("play")) == 52
    assert reader.coin() == (audit.dealer, audit.digits)


def test_second_reader_notices_every_changed_entry() -> None:
    entries = cut(TRANSCRIPT_FILE.read_bytes())
    for index in range(0, len(entries), 7):
        changed = [*entries]
        changed[index] = changed[index][:-1] + bytes([changed[index][-1] ^ 1])
        with pytest.raises((AssertionError, InvalidSignature, ValueError, IndexError)):
            read_double_sir(joined(changed))


def test_second_reader_stands_alone() -> None:
    source = (ROOT / "tests" / "vectors" / "second_reader.py").read_text("utf-8")
    imported = re.findall(r"^(?:from|import) (\w+)", source, re.MULTILINE)
    assert not {"p2p", "engine", "cli", "tests", "msgpack"} & set(imported)
