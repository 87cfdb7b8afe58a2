"""What tables say of themselves: written, read back, and refused where it is none."""

import contextlib
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.errors import EncodingError
from p2p.identity import Identity, fingerprint
from p2p.net.discovery.advert import (
    MAX_NAME_SIZE_BYTES,
    MAX_TXT_SIZE_BYTES,
    SERVICE_TYPE,
    Advert,
    OtherVersionError,
    encode_advert,
    entry_name,
    key_mark,
    parse_advert,
    parse_entry_name,
)

ASHA = Identity(b"asha".ljust(32)).peer_id
ADVERT = Advert(bytes(range(16)), "badam-satti", 7, 2, key_mark(ASHA), locked=True)

adverts = st.builds(
    Advert,
    table_id=st.binary(min_size=16, max_size=16),
    game=st.from_regex(r"\A[a-z0-9-]{1,32}\Z"),
    seats=st.integers(2, 16),
    taken=st.integers(0, 2),
    key_mark=st.from_regex(r"\A[0-9a-z]{4}-[0-9a-z]{4}\Z"),
    locked=st.booleans(),
)
texts = st.lists(st.binary(max_size=60), max_size=10).map(lambda parts: b"".join(map(text, parts)))


def text(content: bytes) -> bytes:
    return bytes((len(content),)) + content


@given(adverts)
def test_advert_is_read_back_as_written(advert: Advert) -> None:
    assert parse_advert(encode_advert(advert)) == advert


def test_advert_is_short_and_readable() -> None:
    txt = encode_advert(ADVERT)
    assert len(txt) <= MAX_TXT_SIZE_BYTES
    assert txt.startswith(b"\x03v=1\x23id=000102030405060708090a0b0c0d0e0f\x10game=badam-satti\x07seats=7\x07taken=2")
    assert txt.endswith(b"locked=1")
    assert ADVERT.is_of(ASHA)
    assert not ADVERT.is_of(Identity(b"ravi".ljust(32)).peer_id)


@given(st.binary(max_size=MAX_TXT_SIZE_BYTES + 50) | texts)
def test_any_bytes_are_an_advert_or_refused(txt: bytes) -> None:
    try:
        advert = parse_advert(txt)
    except EncodingError:
        return
    assert parse_advert(encode_advert(advert)) == advert


@given(st.integers(0, len(encode_advert(ADVERT)) - 1), st.integers(0, 255))
def test_one_byte_changed_is_another_advert_or_refused(index: int, byte: int) -> None:
    txt = bytearray(encode_advert(ADVERT))
    if txt[index] == byte:
        return
    txt[index] = byte
    with contextlib.suppress(EncodingError):
        assert parse_advert(bytes(txt)) != ADVERT


def test_unknown_keys_are_passed_over() -> None:
    assert parse_advert(encode_advert(ADVERT) + text(b"colour=red")) == ADVERT


@pytest.mark.parametrize(
    "txt",
    [
        b"",
        b"\x00",
        encode_advert(ADVERT)[:-1],
        encode_advert(ADVERT) + b"\x05",
        encode_advert(ADVERT) + text(b"v=1"),
        encode_advert(ADVERT) + text(b"no value"),
        encode_advert(ADVERT) + text(b"colour=\xff"),
        encode_advert(ADVERT) + text(b"x=" + b"y" * 200) * 2,
        encode_advert(ADVERT).replace(b"seats=7", b"seats=1"),
        encode_advert(ADVERT).replace(b"\x07seats=7", b"\x08seats=17"),
        encode_advert(ADVERT).replace(b"\x07seats=7", b"\x08seats=07"),
        encode_advert(ADVERT).replace(b"locked=1", b"locked=2"),
        encode_advert(ADVERT).replace(b"badam", b"BADAM"),
        encode_advert(ADVERT).replace(b"id=00", b"id=0G"),
    ],
)
def test_malformed_advert_is_refused(txt: bytes) -> None:
    with pytest.raises(EncodingError):
        parse_advert(txt)


def test_other_version_is_told_apart() -> None:
    with pytest.raises(OtherVersionError):
        parse_advert(encode_advert(ADVERT).replace(b"v=1", b"v=2"))
    with pytest.raises(OtherVersionError):
        parse_advert(text(b"v=12"))


@given(st.text(max_size=80), st.sampled_from(["", "3f9", "3f9a0c2"]))
def test_entry_name_fits_and_is_a_name(name: str, mark: str) -> None:
    entry = entry_name(name, mark)
    assert 0 < len(entry.encode()) <= MAX_NAME_SIZE_BYTES
    assert "." not in entry
    assert parse_entry_name(f"{entry}.{SERVICE_TYPE}") == entry
    assert entry.endswith(f" #{mark}" if mark else "")


@given(st.text(alphabet="कखगतनमरलवशसहािीुूेैोौं़्ँंः \u200d", min_size=20, max_size=60))
def test_entry_name_is_cut_between_letters(name: str) -> None:
    entry = entry_name(name)
    whole = " ".join(unicodedata.normalize("NFC", name).split())
    if len(whole.encode()) <= MAX_NAME_SIZE_BYTES or not whole.startswith(entry):
        return
    before, after = entry[-1], whole[len(entry)]
    assert unicodedata.category(after)[0] != "M"
    assert after != "\u200d"
    # A virama at the end of a word joins nothing.
    assert after == " " or before not in "\u094d\u200d"


@pytest.mark.parametrize(
    ("name", "entry"),
    [
        ("आशा", "आशा"),
        ("  Asha's \t table\n", "Asha's table"),
        ("St. Ives", "St Ives"),
        ("\x1b[31mred\u202e", "[31mred"),
        ("", "patte"),
        ("\u0301" * 60, "patte"),
        # 21 Devanagari letters of three bytes fit exactly.
        ("क" * 22, "क" * 21),
        # The last letter has a vowel sign that would not fit.
        ("क" * 20 + "की", "क" * 20),
        # क्षि is one letter of four code points.
        ("क" * 19 + "क्षि", "क" * 19),
    ],
)
def test_entry_name_examples(name: str, entry: str) -> None:
    assert entry_name(name) == entry


@pytest.mark.parametrize(
    "name",
    ["", "Asha", f"Asha{SERVICE_TYPE}", f".{SERVICE_TYPE}", SERVICE_TYPE, "Asha._http._tcp.local."]
    + [f"{name}.{SERVICE_TYPE}" for name in ("a\ufffdb", "a\x1bb", "a\u202eb", "n" * 64, "\ud800")],
)
def test_strange_entry_name_is_refused(name: str) -> None:
    with pytest.raises(EncodingError):
        parse_entry_name(name)


def test_key_mark_begins_the_fingerprint() -> None:
    assert fingerprint(ASHA).startswith(key_mark(ASHA))
    assert len(key_mark(ASHA)) == 9
