"""The lobby in words: who comes and goes, what will be played, and what typed lines lead to there."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.commands import parse_line
from cli.language import Language
from cli.lobby_screen import BeReady, LobbyScreen, Swap, Unlock
from cli.table_screen import Leave, Printout
from cli.typed_words import ASKS
from engine.games import GAMES
from engine.moves import Seat
from p2p.identity import Identity, PeerId
from p2p.net import happenings
from p2p.net.happenings import Difference, LobbyEvent, NoSeat, Place
from p2p.net.view import View
from tests.cli.shown_round import lines_of

ENGLISH, HINDI = Language.ENGLISH, Language.HINDI


def key(number: int) -> PeerId:
    return Identity(bytes([number]) * 32).peer_id


NANI, DADA = Place(key(1), "Nani", False, False), Place(key(2), "D\x1b[2Jada", False, True)
BOT = Place(key(3), "Asha", True, True)


def view_of(game: str = "double-sir", *, random_seats: bool = False) -> View:
    options = GAMES[game].start_match({}, 4, Seat(0)).options
    return View(b"t" * 16, game, options, random_seats, (NANI, DADA, None, BOT), Seat(0))


def screen_of(language: Language = ENGLISH, *, is_host: bool = True) -> LobbyScreen:
    return LobbyScreen(language, is_host=is_host)


def test_opening_says_everything_that_one_is_ready_for() -> None:
    shown = screen_of().opening(view_of())
    text = "\n".join(shown.lines)
    assert shown.prompt
    for name, value in view_of().options:
        assert f"{name}={value}" in text
    assert "Partners: seats 1 and 3, seats 2 and 4." in text
    assert "swap 1 2" in text
    drawn = "\n".join(screen_of().opening(view_of(random_seats=True)).lines)
    assert "swap" not in drawn
    guest = "\n".join(screen_of(is_host=False).opening(view_of(random_seats=True)).lines)
    assert "The coin will draw the seats." in guest
    assert "swap" not in guest
    assert "Partners" not in guest


@pytest.mark.parametrize(
    ("event", "first"),
    [
        (happenings.SatDown(Seat(1), DADA), "Seat 2: D[2Jada"),
        (happenings.SatDown(Seat(0), NANI), "Seat 1: Nani (you)"),
        (happenings.SatDown(Seat(3), BOT), "Seat 4: Asha (bot)"),
        (happenings.StoodUp(Seat(1), DADA), "Seat 2 is free again: D[2Jada left."),
        (happenings.StoodUp(Seat(2), replace(BOT, key=key(9))), "Seat 3 is free again: Asha (bot) left."),
        (happenings.ReadyChanged(Seat(1), DADA), "D[2Jada: ready"),
        (happenings.ReadyChanged(Seat(0), NANI), "Nani (you): not ready"),
        (happenings.SeatsSwapped(view_of().places), "The seats have changed; say ready again."),
        (happenings.NameTaken(Seat(1), "Dada", key(1), key(2)), "Careful: Dada comes with another key than before"),
        (happenings.JoinRefused("Dada", NoSeat.FULL), "Dada asked for a seat and got none: the table is full."),
        (happenings.ProposalWithdrawn(), "The start was called off; the lobby goes on."),
        (
            happenings.ProposalRefused("Dada", Difference.OPTIONS),
            "The start was stopped by Dada, who was shown something else (other options).",
        ),
        (happenings.ProposalRefused("", Difference.PEOPLE), "The start was stopped: it was not what was shown here"),
    ],
)
def test_what_happens_is_told(event: LobbyEvent, first: str) -> None:
    lines = screen_of().hear(event, view_of()).lines
    assert lines[0].startswith(first)
    assert all("\x1b" not in line for line in lines)
    hindi = screen_of(HINDI).hear(event, view_of()).lines
    assert len(hindi) == len(lines)
    assert any("\u0900" <= char <= "\u097f" for char in hindi[0])


@pytest.mark.parametrize("what", list(Difference))
@pytest.mark.parametrize("language", list(Language))
def test_every_difference_has_words(what: Difference, language: Language) -> None:
    assert screen_of(language).hear(happenings.ProposalRefused("x", what), view_of()).lines


@pytest.mark.parametrize("why", list(NoSeat))
def test_every_refusal_has_words(why: NoSeat) -> None:
    assert screen_of().hear(happenings.JoinRefused("x", why), view_of()).lines


def test_who_tells_seat_by_seat() -> None:
    lines = lines_of(screen_of().answer(parse_line("who"), view_of()))
    assert lines[-4:] == (
        "Seat 1: Nani (you): not ready",
        "Seat 2: D[2Jada: ready",
        "Seat 3: empty",
        "Seat 4: Asha (bot): ready",
    )


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("ready", BeReady(is_ready=True)),
        ("तैयार", BeReady(is_ready=True)),
        ("swap 1 4", Swap(Seat(0), Seat(3))),
        ("unlock", Unlock()),
    ],
)
def test_line_leads_to(line: str, reply: object) -> None:
    assert screen_of().answer(parse_line(line), view_of()) == reply


def test_readiness_is_changed_once() -> None:
    waiting, ready = view_of(), replace(view_of(), is_ready=True)
    screen = screen_of()
    assert screen.answer(parse_line("unready"), ready) == BeReady(is_ready=False)
    assert lines_of(screen.answer(parse_line("unready"), waiting)) == ("You are not ready yet.",)
    assert lines_of(screen.answer(parse_line("ready"), ready))[0].startswith("You are ready; ")


def test_options_that_are_not_the_usual_ones_are_explained() -> None:
    usual = screen_of().opening(view_of()).lines
    options = GAMES["double-sir"].start_match({"kot_points": "2"}, 4, Seat(0)).options
    lines = screen_of().opening(replace(view_of(), options=options)).lines
    assert lines[1] == "kot_points = 2. How many points a kot brings: two instead of one"
    assert lines[2:] == usual[1:]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("7h", "The game has not begun: type ready."),
        ("pass", "The game has not begun: type ready."),
        ("hint", "The game has not begun: type ready."),
        ("chat hi", "Chat begins when the cards come."),
        ("swap 1 5", "There are seats 1 to 4 here."),
        ("blah", "“blah” is nothing here. Possible: ready, who, rules, help, quit."),
    ],
)
def test_line_is_answered(line: str, says: str) -> None:
    reply = screen_of().answer(parse_line(line), view_of())
    assert lines_of(reply) == (says,)


def test_only_the_host_swaps_and_only_where_the_coin_does_not() -> None:
    for screen, view in ((screen_of(is_host=False), view_of()), (screen_of(), view_of(random_seats=True))):
        assert lines_of(screen.answer(parse_line("swap 1 2"), view))[0].startswith("Seats can't be swapped")


def test_quit_asks_first() -> None:
    screen = screen_of()
    assert lines_of(screen.answer(parse_line("quit"), view_of())) == ("Leave the table? yes or no",)
    assert lines_of(screen.answer(parse_line("ready"), view_of())) == ("You stay.",)
    screen.answer(parse_line("quit"), view_of())
    assert isinstance(screen.answer(parse_line("yes"), view_of()), Leave)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    st.sampled_from(sorted(GAMES)), st.sampled_from(list(Language)), st.one_of(st.sampled_from(sorted(ASKS)), st.text())
)
def test_no_line_ever_raises(game: str, language: Language, line: str) -> None:
    reply = screen_of(language).answer(parse_line(line), view_of(game))
    assert isinstance(reply, Printout | BeReady | Swap | Unlock | Leave)
