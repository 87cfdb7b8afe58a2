"""Matches and rounds as text, read back: total and strict.

`engine.canonical` says what the text looks like. Only the one text that it writes is read: anything else, down to a
space too many, is a NotationError, and so is a round with an illegal move. A text has no hands but those a round was
finished with, so moves are judged by public knowledge.
"""

from engine.canonical import match_text, round_text
from engine.cards import parse_card
from engine.game import EngineError, Hand, Match, NotationError, PublicState, Row, Seat
from engine.games import GAMES
from engine.moves import parse_move

__all__ = ["match_text", "parse_match", "parse_round", "round_text"]


def parse_match(text: str) -> Match:
    """Read a match from the text that `match_text` gives it.

    Raises:
        NotationError: no match has this text.
    """
    head: dict[str, str] = {}
    options: dict[str, str] = {}
    rounds: list[Row] = []
    for line in text.split("\n"):
        name, _, value = line.partition(" ")
        if name == "option":
            name, _, value = value.partition(" ")
            options[name] = value
        elif name == "round":
            rounds.append(tuple(_number(number) for number in value.split(" ")))
        else:
            head[name] = value
    game = GAMES.get(head.get("game", ""))
    if game is None:
        raise NotationError("no known game")
    seats, dealer = _number(head.get("seats", "")), _number(head.get("dealer", ""))
    try:
        match = game.resume_match(options, seats, Seat(dealer), tuple(rounds))
    except EngineError as error:
        raise NotationError(f"no such match: {error}") from error
    if match_text(match) != text:
        raise NotationError("not the one way to write this match")
    return match


def parse_round(text: str) -> PublicState:
    """Read a round from the text that `round_text` gives it.

    Raises:
        NotationError: no round has this text.
    """
    before, start, steps = text.partition("start\n")
    match = parse_match(before)
    if not start:
        raise NotationError("no round starts here")
    hands: list[Hand] = []
    try:
        state = match.start_round()
        for line in steps.splitlines():
            if line.startswith("hand "):
                hands.append(tuple(parse_card(card) for card in line.split(" ")[2:]))
            else:
                state = _after_line(state, line)
        if hands:
            state = state.finish(tuple(hands))
    except EngineError as error:
        raise NotationError(f"no such round: {error}") from error
    if round_text(state) != text:
        raise NotationError("not the one way to write this round")
    return state


def _after_line(state: PublicState, line: str) -> PublicState:
    if line == "deal":
        return state.dealt()
    seat, _, move = line.partition(" ")
    return state.apply(Seat(_number(seat)), parse_move(move))


def _number(text: str) -> int:
    digits = text.removeprefix("-")
    # Longer numbers occur nowhere, and int() refuses the longest in its own way.
    if not digits.isdecimal() or len(digits) > 9:
        raise NotationError(f"no number: {text!r}")
    return int(text)
