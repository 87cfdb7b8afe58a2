"""Whole matches between honest tables, in any order of delivery, end everywhere alike and name nobody."""

import pytest

from p2p.table import events
from tests.p2p.table import matches
from tests.p2p.table.matches import Setting, fast, play, real
from tests.p2p.table.ring import ring


@pytest.mark.parametrize("seed", range(60))
def test_random_match_ends_alike_everywhere(seed: int) -> None:
    play(seed, fast(seed))


@pytest.mark.long
def test_two_thousand_random_matches_end_alike_everywhere() -> None:
    matches.main(1_000, 2_000, is_real=False)


@pytest.mark.long
def test_twenty_random_matches_on_real_cryptography_end_alike_everywhere() -> None:
    matches.main(5_000, 20, is_real=True)


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("double-sir", 4, {"target_rounds": "1"}),
        ("badam-satti", 4, {"rounds": "3"}),
        ("sevens", 3, {"rounds": "3"}),
    ],
)
def test_whole_match_on_real_cryptography(game: str, seats: int, options: dict[str, str]) -> None:
    play(1, real(1), Setting(game, seats, options, random_seats=False, repeats=0.1, lost=0.02, watchers=1))


@pytest.mark.parametrize("seats", range(3, 8))
def test_round_of_every_size_on_real_cryptography(seats: int) -> None:
    played = ring("badam-satti", seats, real(2), seed=2)

    def is_over(_: object) -> bool:
        return all(any(isinstance(event, events.RoundEnded) for event in log) for log in played.log)

    played.run(until=is_over)
    ends = [[event for event in log if isinstance(event, events.RoundEnded)] for log in played.log]
    assert all(end == ends[0] for end in ends)
    assert [ended.unproven for ended in ends[0]] == [()]
    assert sum(len(hand) for hand in ends[0][0].hands) == 52
    assert not any(played.named(number) for number in range(seats))
