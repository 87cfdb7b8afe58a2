"""The round secret and what follows from it; the permutation sampler."""

import hashlib
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.crypto.fiat_shamir import Place
from p2p.crypto.round_secret import commit, derive, draw_round_secret, permutation_from, round_id_of
from p2p.errors import EncodingError
from tests.p2p.crypto.world import world
from tests.vectors.make import FixedEntropy

DRAWS = 100_000
SIZE = 52


def permutation_by_picking(chunks: bytes) -> list[int]:
    """Draw again, another way: from the last output down, take each entry out of what a list of the others leaves."""
    remaining = dict(enumerate(range(len(chunks) // 16)))
    output: list[int] = []
    for k in reversed(range(len(remaining))):
        chosen = int.from_bytes(bytes(reversed(chunks[16 * k : 16 * k + 16])), "big") % (k + 1) if k else 0
        output.insert(0, remaining[chosen])
        remaining[chosen] = remaining[k]
        del remaining[k]
    return output


@given(st.integers(1, 60).flatmap(lambda size: st.binary(min_size=16 * size, max_size=16 * size)))
def test_permutation_agrees_with_an_independent_drawing(chunks: bytes) -> None:
    permutation = permutation_from(chunks)
    assert list(permutation) == permutation_by_picking(chunks)
    assert sorted(permutation) == list(range(len(chunks) // 16))


def test_chunk_zero_is_not_used() -> None:
    chunks = FixedEntropy("chunks")(52 * 16)
    assert permutation_from(chunks) == permutation_from(bytes(16) + chunks[16:])


def chi_squares(draws: int, size: int) -> list[float]:
    """Return chi-square with size-1 degrees of freedom for each output position."""
    generator = random.Random(20)
    counts = [[0] * size for _ in range(size)]
    for _ in range(draws):
        for k, source in enumerate(permutation_from(generator.randbytes(16 * size))):
            counts[k][source] += 1
    expected = draws / size
    return [sum((count - expected) ** 2 for count in row) / expected for row in counts]


def test_sampler_over_100_000_draws_passes_chi_square_at_every_position() -> None:
    # 51 degrees of freedom: mean 51, deviation 10.1. The 52 positions' sum has 51*51 degrees (mean 2601, deviation 72).
    statistics = chi_squares(DRAWS, SIZE)
    assert max(statistics) < 101.9  # 1 - 0.00002: for 52 positions one false alarm in a thousand
    assert 2601 - 4 * 72 < sum(statistics) < 2601 + 4 * 72


def test_derived_values_follow_from_secret_and_round() -> None:
    base = derive(b"s" * 32, b"r" * 32)
    for other in (derive(b"t" * 32, b"r" * 32), derive(b"s" * 32, b"q" * 32)):
        assert base.x != other.x
        assert base.permutation != other.permutation
        assert not set(base.remask) & set(other.remask)
    assert base == derive(b"s" * 32, b"r" * 32)
    assert len(set(base.remask)) == SIZE


def test_commitment_changes_with_each_input() -> None:
    place = Place(b"r" * 32, 0)
    others = [commit(b"s" * 32, place), commit(b"t" * 32, place), commit(b"s" * 32, Place(b"r" * 32, 1))]
    others.append(commit(b"s" * 32, Place(b"q" * 32, 0)))
    assert len(set(others)) == 4


@pytest.mark.parametrize("size", [0, 31, 33])
def test_secret_of_another_length_is_refused(size: int) -> None:
    with pytest.raises(EncodingError):
        commit(bytes(size), Place(b"r" * 32, 0))


def test_round_id_changes_with_each_input() -> None:
    ids = {round_id_of(b"t" * 16, b"c" * 32, 0), round_id_of(b"u" * 16, b"c" * 32, 0)}
    ids |= {round_id_of(b"t" * 16, b"d" * 32, 0), round_id_of(b"t" * 16, b"c" * 32, 1)}
    assert len(ids) == 4


def test_round_secret_needs_seed_round_and_entropy() -> None:
    drawn = {draw_round_secret(seed, round_id, FixedEntropy(name)) for seed in (b"a" * 32, b"b" * 32)
             for round_id in (b"r" * 32, b"q" * 32) for name in ("x", "y")}  # fmt: skip
    assert len(drawn) == 8
    assert {len(secret) for secret in drawn} == {32}


def test_round_secret_is_not_its_inputs() -> None:
    drawn = draw_round_secret(b"a" * 32, b"r" * 32, lambda size: bytes(size))
    assert drawn not in (b"a" * 32, bytes(32), hashlib.sha256(b"a" * 32).digest())


def test_repr_shows_no_secret() -> None:
    derived = world(3).derived[0]
    assert repr(derived) == "Derived()"
