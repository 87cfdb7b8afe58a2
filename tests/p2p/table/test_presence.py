"""Who is away: silence for eight seconds, a program's step half a minute late, and what ends it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from p2p.table.presence import AWAY_S, HEARTBEAT_LEAST_S, LATE_STEP_S, Presence


def begin() -> Presence:
    presence = Presence(0)
    presence.begin(3, 100.0)
    return presence


def test_seat_is_away_after_eight_silent_seconds_and_back_with_the_next_sign() -> None:
    presence = begin()
    assert presence.look((), by_program=False, now=100 + AWAY_S - 0.1) == ()
    assert not presence.heard(1, 105.0)
    assert presence.look((), by_program=False, now=100 + AWAY_S) == (2,)
    assert presence.look((), by_program=False, now=100 + AWAY_S) == ()
    assert presence.away == {2}
    assert presence.heard(2, 109.0)
    assert presence.away == set()
    assert presence.look((), by_program=False, now=105 + AWAY_S) == (1,)


def test_own_seat_is_never_away_and_who_said_goodbye_is_gone_instead() -> None:
    presence = begin()
    presence.left.add(1)
    assert presence.look((0, 1, 2), by_program=True, now=1000.0) == (2,)


def test_old_sign_of_life_does_not_turn_the_clock_back() -> None:
    presence = begin()
    presence.heard(1, 110.0)
    presence.heard(1, 103.0)
    assert presence.look((), by_program=False, now=110 + AWAY_S - 0.1) == (2,)


def test_program_that_is_late_with_a_step_is_away_until_the_step_is_over() -> None:
    presence = begin()
    for second in range(100, 131, 2):
        presence.heard(1, float(second))
        presence.heard(2, float(second))
    assert presence.look((1,), by_program=False, now=130.0) == ()
    assert presence.look((0, 1), by_program=True, now=100 + LATE_STEP_S) == (1,)
    assert not presence.heard(1, 131.0)
    assert presence.away == {1}
    assert presence.step_began(132.0) == (1,)
    assert presence.away == set()
    assert presence.look((1,), by_program=True, now=133.0) == ()


def test_late_and_silent_seat_stays_away_in_the_next_step() -> None:
    presence = begin()
    presence.heard(2, 130.0)
    assert presence.look((1,), by_program=True, now=130.0) == (1,)
    assert presence.step_began(131.0) == ()
    assert presence.away == {1}


@given(st.floats(0, 1e9), st.floats(0, 9), st.booleans(), st.sampled_from([(), (0,), (1,), (0, 1)]))
@settings(max_examples=300, deadline=None, derandomize=True)
def test_no_look_is_due_again_when_it_has_just_been_taken(
    began: float, heard: float, by_program: bool, awaited: tuple[int, ...]
) -> None:
    """Otherwise who waits for the deadline turns round and round: by rounding, or where only the own seat is late."""
    presence = Presence(0)
    presence.begin(3, began)
    presence.heard(1, began + heard)
    for _ in range(4):
        due = presence.next_look(by_program=by_program)
        presence.look(awaited, by_program=by_program, now=due)
        assert presence.next_look(by_program=by_program) > due or due == float("inf")


def test_heartbeats_of_a_seat_are_passed_on_once_a_second() -> None:
    presence = begin()
    assert presence.heartbeat_is_due_from(1, 100.0)
    assert not presence.heartbeat_is_due_from(1, 100.0 + HEARTBEAT_LEAST_S / 2)
    assert presence.heartbeat_is_due_from(2, 100.0)
    assert presence.heartbeat_is_due_from(1, 100.0 + HEARTBEAT_LEAST_S)


def test_next_look_is_when_somebody_may_be_away() -> None:
    presence = begin()
    presence.heard(1, 104.0)
    assert presence.next_look(by_program=False) == 100 + AWAY_S
    presence.look((), by_program=False, now=108.0)
    assert presence.next_look(by_program=False) == 104 + AWAY_S
    assert presence.next_look(by_program=True) == 104 + AWAY_S
    presence.look((), by_program=False, now=112.0)
    assert presence.next_look(by_program=True) == 100 + LATE_STEP_S
    assert presence.next_look(by_program=False) == float("inf")
    presence.look((1,), by_program=True, now=130.0)
    assert presence.next_look(by_program=True) == float("inf")
