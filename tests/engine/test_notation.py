import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.canonical import digest_text
from engine.game import Match, NotationError, PublicState, Seat
from engine.games import GAMES
from engine.notation import match_text, parse_match, parse_round, round_text
from tests.engine.playing import at_random, last_state, matches, played_match, played_round, shuffled

quick = settings(derandomize=True, max_examples=12, deadline=None)


def badam_satti() -> Match:
    match = GAMES["badam-satti"].start_match({"rounds": "3"}, 3, Seat(1))
    return match.after(last_state(match, shuffled(2), at_random(2)))


@quick
@given(matches(), st.integers(0, 2**32))
def test_match_text_round_trips(match: Match, seed: int) -> None:
    digests = []
    for after in played_match(match, seed):
        text = match_text(after)
        assert parse_match(text) == after
        assert hash(parse_match(text)) == hash(after)
        assert after.digest() == digest_text(text)
        assert after.sheet.startswith(text)
        digests.append(after.digest())
    assert len(set(digests)) == len(digests)


@quick
@given(matches(), st.integers(0, 2**32))
def test_round_text_round_trips_at_every_step(match: Match, seed: int) -> None:
    digests = [match.digest()]
    for state, _ in played_round(match, shuffled(seed), at_random(seed)):
        again = parse_round(round_text(state))
        assert again == state
        assert (hash(again), again.digest()) == (hash(state), state.digest())
        digests.append(state.digest())
    assert len(set(digests)) == len(digests)


def test_match_and_round_look_like_this() -> None:
    match = GAMES["badam-satti"].start_match({}, 3, Seat(0))
    match = match.broken_off(match.start_round(), (Seat(1),))
    *_, (state, _) = [*played_round(match, shuffled(4), at_random(4))][:4]
    first, second = (f"{seat} {move}\n" for seat, move in state.history)
    assert round_text(state) == (
        "game badam-satti\nseats 3\ndealer 0\noption rounds 5\noption scoring face10\noption start_card 7H\n"
        f"round 0 180 0\nstart\ndeal\n{first}{second}"
    )
    assert match.sheet == match_text(match) + "totals 0 180 0\nplaces 1 3 1\nwinners\n"


def test_a_finished_round_ends_with_the_hands() -> None:
    match = badam_satti()
    state = last_state(match, shuffled(7), at_random(7))
    lines = round_text(state).splitlines()[-3:]
    assert [line.split()[:2] for line in lines] == [["hand", "0"], ["hand", "1"], ["hand", "2"]]
    assert sum(len(line.split()) == 2 for line in lines) == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("game badam-satti", "game bridge"),
        ("game badam-satti\n", ""),
        ("game badam-satti", "game  badam-satti"),
        ("seats 3", "seats 2"),
        ("seats 3", "seats three"),
        ("seats 3", "seats 03"),
        ("seats 3", "seats ३"),
        ("seats 3\n", ""),
        ("seats 3\ndealer 1", "dealer 1\nseats 3"),
        ("dealer 1", "dealer 3"),
        ("dealer 1", "dealer 1\ndealer 1"),
        ("option rounds 3", "option rounds 4"),
        ("option rounds 3\n", ""),
        ("option rounds 3", "option rounds 3\noption jokers 2"),
        ("option start_card", "option start"),
        ("\nround ", "\nround 1 "),
        ("\nround ", "\nround -"),
        ("\nround ", "\nround "),
        ("\nround ", "\nRound "),
        ("\nround ", "\nround \nround "),
        ("\nround ", "\nround " + "9" * 5000 + " "),
        ("game", "\ngame"),
    ],
)
def test_any_other_text_is_no_match(old: str, new: str) -> None:
    text = match_text(badam_satti())
    assert old in text
    changed = text.replace(old, new, 1)
    if changed == text:
        changed = text.removesuffix("\n")
    with pytest.raises(NotationError):
        parse_match(changed)


def finished() -> PublicState:
    match = GAMES["badam-satti"].start_match({}, 3, Seat(0))
    return last_state(match, shuffled(7), at_random(7))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("start\n", ""),
        ("start\n", "start\nstart\n"),
        ("deal\n", ""),
        ("deal\n", "deal\ndeal\n"),
        ("\n1 ", "\n2 "),
        ("\n1 ", "\none "),
        ("\n1 ", "\n 1 "),
        (" play ", " play  "),
        (" play ", " lay "),
        ("hand 0", "hand 1"),
        ("hand 0 ", "hand 0 1H "),
        ("hand 0", "hand"),
        ("hand 2", "hands 2"),
        ("game", "game "),
    ],
)
def test_any_other_text_is_no_round(old: str, new: str) -> None:
    text = round_text(finished())
    assert old in text
    assert parse_round(text) == finished()
    with pytest.raises(NotationError):
        parse_round(text.replace(old, new, 1))


def test_a_match_alone_is_no_round() -> None:
    with pytest.raises(NotationError, match="no round starts"):
        parse_round(match_text(badam_satti()))


@settings(derandomize=True, max_examples=200)
@given(st.integers(0, 2000), st.sampled_from([*"0123456789 \nhgd-CDHS\x85\r\u2028"]), st.booleans())
def test_one_character_changed_is_another_round_or_none(at: int, character: str, replaces: bool) -> None:
    text = round_text(finished())
    at %= len(text)
    changed = text[:at] + character + text[at + replaces :]
    if changed == text:
        return
    try:
        state = parse_round(changed)
    except NotationError:
        return
    assert state.digest() != finished().digest()


@settings(derandomize=True, max_examples=200)
@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_match(text)
    with pytest.raises(NotationError):
        parse_round(text)
