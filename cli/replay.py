"""`patte replay`: a checked transcript shown again as the table showed it, event by event, hands after each reveal."""

import sys
from collections.abc import Iterator, Sequence
from typing import Final

from cli import words_cards
from cli import words_verify as words
from cli.cards_text import cards_text
from cli.checked_file import true_record
from cli.company import Company
from cli.event_text import Tally, event_lines
from cli.language import Language
from cli.line_form import plainer_line
from cli.output import shows_signs
from cli.view_layout import lines_text
from engine.cards import Card
from engine.game import Seat, next_seat
from engine.layout_round import LayoutState
from p2p.table import events
from p2p.table.audit import Audit

TO_THE_END: Final = "q"

Beat = tuple[str, ...]
"""The lines of one event; a person may want to stop after them."""


def run_replay(path: str, language: Language, *, step: bool) -> None:
    """Print a match again; with `step`, on a terminal, wait for Enter after each event that is somebody's doing.

    Raises:
        CliError: there is no such file, it cannot be read, or it is no true record.
    """
    waits = step and sys.stdin.isatty() and sys.stdout.isatty()
    signs = shows_signs()
    for beat in beats(true_record(path, language), language):
        for line in beat:
            print(line if signs else plainer_line(line))
        if waits:
            waits = _wait_for_enter(words.PRESS_ENTER.of(language))


def beats(audit: Audit, language: Language) -> Iterator[Beat]:
    """Give the lines of a whole record, event by event; events that show nothing are left out."""
    tally = Tally()
    for contract, event in audit.happened:
        if isinstance(event, events.DropLink):  # there were no links
            continue
        # An amendment may seat other people: each event is told with the names of its own contract.
        company = Company.of(contract, None, language)
        tally.count(event)
        lines = (*_before(event), *event_lines(event, company, tally), *_after(event, company))
        if lines:
            yield lines
    if not audit.rounds:
        yield (words.NO_ROUND.of(language),)
    elif not audit.is_finished:
        yield ("", words.NOT_FINISHED.of(language))


def _before(event: events.Event) -> Iterator[str]:
    """Set rounds and the end apart by an empty line."""
    if isinstance(event, events.RoundBegan | events.LastMoveMade | events.MatchEnded):
        yield ""


def _after(event: events.Event, company: Company) -> Iterator[str]:
    """Add what only a replay shows: all hands, and how the layout stands after each lap."""
    match event:
        case events.RoundEnded(hands=hands):
            yield from _hand_lines(hands, company)
        case events.TurnCame(seat, LayoutState() as state) if not state.is_opening:
            if seat == next_seat(state.match.dealer, state.match.seats):
                yield company.say(words_cards.LINES, lines=lines_text(state.layout))
        case _:
            pass


def _hand_lines(hands: Sequence[tuple[Card, ...]], company: Company) -> Iterator[str]:
    for seat, hand in enumerate(hands):
        if hand:
            yield company.say(words.DEALT_HAND, name=company.name(Seat(seat)), cards=cards_text(hand))


def _wait_for_enter(prompt: str) -> bool:
    """Wait; tell whether to wait again after the next."""
    print(prompt, end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line:
        print(file=sys.stderr)
    return bool(line) and line.strip().lower() != TO_THE_END
