"""draft-irtf-cfrg-fiat-shamir: the sponge's own vectors; the tags of the scheme."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.crypto.fiat_shamir import Place, Sponge, session_id
from p2p.pack import unpack

FILE = Path(__file__).parents[4] / "shared" / "vectors" / "fiat-shamir-shake128.json"
CASES = json.loads(FILE.read_text()) if FILE.is_file() else []
SPONGES = [case for case in CASES if case["Function"] in ("DuplexSponge", "DecodeUint")]

needs_shared = pytest.mark.skipif(not FILE.is_file(), reason="the shared vectors are not beside this repository")


@needs_shared
@pytest.mark.parametrize("case", SPONGES, ids=lambda case: case["Name"])
def test_sponge_vector(case: dict[str, object]) -> None:
    sponge = Sponge(bytes.fromhex(str(case["SessionId"])))
    output = b""
    operations = case["Operations"]
    assert isinstance(operations, list)
    for operation in operations:
        if operation["type"] == "absorb":
            sponge.absorb(bytes.fromhex(operation["data"]))
        else:
            output += sponge.squeeze(operation["length"])
    assert output.hex() == case["Output"]
    if "Challenge" in case:
        challenge = int.from_bytes(output, "little") % int(str(case["Modulus"]), 16)
        assert challenge == int(str(case["Challenge"]), 16)


@needs_shared
def test_session_id_vector() -> None:
    (case,) = [case for case in CASES if case["Function"] == "DeriveSessionID"]
    assert session_id(bytes.fromhex(case["Tag"])).hex() == case["SessionId" if "SessionId" in case else "Output"]


@given(st.lists(st.binary(max_size=400), max_size=5), st.lists(st.integers(0, 400), max_size=5))
def test_sponge_does_not_see_how_input_and_output_are_cut(parts: list[bytes], sizes: list[int]) -> None:
    cut, whole = Sponge(b"s" * 32), Sponge(b"s" * 32).absorb(b"".join(parts))
    for part in parts:
        cut.absorb(part)
    assert b"".join([cut.squeeze(size) for size in sizes]) == whole.squeeze(sum(sizes))


def test_tag_is_the_pack_of_purpose_round_seat_and_rest() -> None:
    place = Place(b"r" * 32, 3)
    assert unpack(place.tag("open", (1, 5))) == ("patte/1 open", b"r" * 32, 3, (1, 5))
    assert unpack(place.tag("key")) == ("patte/1 key", b"r" * 32, 3)
