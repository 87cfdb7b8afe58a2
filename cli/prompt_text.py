"""What stands before a prompt: how the round stands, the hand with numbers, and "Your turn"; pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from cli import view_double_sir, view_layout
from cli import words_cards as words
from cli.cards_text import HandLine, Numbered, calls_line, cards_text, hand_line
from cli.sight import Sight
from engine.double_sir import DoubleSirState
from engine.game import PublicState
from engine.layout_round import LayoutState
from engine.moves import CallTrump, Pass, Play


@dataclass(frozen=True, slots=True)
class Prompt:
    """Lines to print, and what the numbers in them stand for."""

    lines: tuple[str, ...]
    numbered: Numbered


def turn_prompt(sight: Sight) -> Prompt:
    """Say all that one needs for the own move; it is one's turn."""
    hand = shown_hand(sight)
    lines = [] if sight.state is None else [*status_lines(sight.state, sight)]
    numbered = hand.numbered
    lines.append(hand.text)
    if isinstance(sight.moves[0], CallTrump):
        calls = calls_line(sight.moves)
        numbered = calls.numbered
        lines.append(calls.text)
    return Prompt((*lines, _turn_line(sight, numbered)), numbered)


def shown_hand(sight: Sight) -> HandLine:
    """Write the hand, numbered if it is one's turn."""
    line = hand_line(sight.hand, sight.moves, sight.order, is_ace_low=sight.is_ace_low)
    return line if line.text else HandLine(sight.company.say(words.NO_CARDS), ())


def status_lines(state: PublicState, sight: Sight) -> Iterator[str]:
    """Say how the round stands."""
    match state:
        case DoubleSirState():
            yield from view_double_sir.status_lines(state, sight.company)
        case LayoutState():
            yield from view_layout.status_lines(state, sight.company)
        case _:
            pass


def _turn_line(sight: Sight, numbered: Numbered) -> str:
    only = numbered[0]
    if isinstance(only, CallTrump):
        return sight.company.say(words.TURN_CALL)
    if isinstance(only, Pass):
        return sight.company.say(words.TURN_PASS)
    if len(numbered) == 1 and isinstance(only, Play):
        return sight.company.say(words.TURN_ONLY_CARD, card=cards_text([only.card]))
    return sight.company.say(words.TURN_CARD, most=len(numbered))
