"""Hedged numbers: none of their inputs can be left out, and no one of them gives them away."""

import hashlib

from p2p.crypto.fiat_shamir import session_id
from p2p.crypto.hedge import Hedge
from p2p.crypto.hkdf import hkdf
from p2p.pack import pack
from tests.vectors.make import FixedEntropy


def stuck(size_bytes: int, /) -> bytes:
    """A generator that gives the same bytes every time."""
    return b"\x07" * size_bytes


def draw(
    *, secret: bytes = b"s" * 32, tag: bytes = b"tag", what: str = "nonce", depends_on: bytes = b"d" * 32
) -> list[int]:
    return Hedge(secret, stuck).numbers(tag, what, 3, depends_on)


def test_numbers_are_those_of_the_specification() -> None:
    for index, number in enumerate(draw()):
        info = pack("nonce", index, b"d" * 32)
        salt = session_id(b"tag")
        expected = hkdf("sha512", b"s" * 32 + b"\x07" * 32, salt=salt, info=info, size_bytes=64)
        assert number == int.from_bytes(expected, "little")


def test_stuck_generator_still_gives_other_numbers_for_each_input() -> None:
    drawn = [draw(), draw(secret=b"t" * 32), draw(tag=b"other"), draw(what="rho"), draw(depends_on=bytes(32))]
    assert len({number for numbers in drawn for number in numbers}) == 15
    assert draw() == draw()


def test_same_inputs_and_a_good_generator_give_other_numbers() -> None:
    hedge = Hedge(b"s" * 32, FixedEntropy("hedge"))
    digest = hashlib.sha256().digest()
    assert hedge.numbers(b"tag", "nonce", 1, digest) != hedge.numbers(b"tag", "nonce", 1, digest)


def test_repr_shows_no_secret() -> None:
    assert "ssss" not in repr(Hedge(b"s" * 32, stuck))
