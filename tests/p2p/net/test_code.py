"""Six digits that name a host: DESIGN.md's formula, back and forth."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.errors import EncodingError
from p2p.identity import Identity
from p2p.net.addresses import FIRST_PORT, Address
from p2p.net.code import Code, code_of, parse_code

ASHA = Identity(b"asha".ljust(32)).peer_id
BITS = hashlib.sha256(ASHA).digest()[0] >> 1

codes = st.builds(Code, st.integers(0, 255), st.integers(FIRST_PORT, FIRST_PORT + 15), st.integers(0, 127))


@given(codes)
def test_code_is_read_back_as_written(code: Code) -> None:
    assert len(str(code)) == 6
    assert parse_code(str(code)) == code
    number = (code.last_octet * 16 + code.port - 47752) * 128 + code.key_bits
    assert int(str(code)) == number


@given(st.integers(0, 999_999))
def test_every_six_digits_are_one_code_or_none(number: int) -> None:
    text = f"{number:06}"
    if number <= (255 * 16 + 15) * 128 + 127:
        assert str(parse_code(text)) == text
    else:
        with pytest.raises(EncodingError):
            parse_code(text)


@given(st.text(max_size=12))
def test_any_text_is_a_code_or_refused(text: str) -> None:
    try:
        code = parse_code(text)
    except EncodingError:
        return
    assert parse_code(str(code)) == code


@pytest.mark.parametrize("typed", ["020553", " 020553 ", "020 553", "020-553", "०२०५५३", "०२० ५५३"])
def test_code_may_be_typed_as_people_do(typed: str) -> None:
    assert str(parse_code(typed)) == "020553"


@pytest.mark.parametrize("typed", ["", "20553", "0205534", "02 05 53", "02055a", "192.168.1.5", "²²²²²²"])
def test_what_is_no_code_is_refused(typed: str) -> None:
    with pytest.raises(EncodingError):
        parse_code(typed)


def test_code_of_a_host_has_its_keys_bits() -> None:
    code = code_of(Address("192.168.1.5", 47754), ASHA)
    assert code == Code(5, 47754, BITS)
    assert code.is_of(ASHA)
    assert not Code(5, 47754, BITS ^ 1).is_of(ASHA)


@pytest.mark.parametrize("address", [Address("fe80::1%3", 47752), Address("192.168.1.5", 47768), Address("::1", 47752)])
def test_no_code_for_what_it_cannot_say(address: Address) -> None:
    assert code_of(address, ASHA) is None


def test_code_is_tried_on_every_network_of_ones_own() -> None:
    code = Code(5, 47753, 0)
    own = ["192.168.1.77", "10.8.0.2", "192.168.1.78", "fe80::1%3", "fd00::2"]
    assert code.addresses(own) == (Address("192.168.1.5", 47753), Address("10.8.0.5", 47753))
    assert code.addresses(["::1"]) == ()
