"""Rounds of the bare engine as a screen shows them, with what a person types in between."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

from cli.commands import parse_line
from cli.company import Company
from cli.language import Language
from cli.table_screen import Known, Printout, TableScreen
from engine.bots.arena import Step, round_steps
from engine.bots.registry import BOTS, GOOD
from engine.game import AwaitDeal, AwaitMove, Match, RoundOver
from engine.games import GAMES
from engine.layout_round import LayoutState
from engine.moves import CallTrump, Move, Play, Seat
from p2p.net.happenings import TableEvent
from p2p.table import events
from p2p.table.actions import MakeMove

NAMES = {
    Language.ENGLISH: ("Nani", "Asha (bot)", "Ravi", "Meena (bot)", "Kabir", "Tara", "Gopal"),
    Language.HINDI: ("नानी", "आशा (बॉट)", "रवि", "मीना (बॉट)", "कबीर", "तारा", "गोपाल"),
}

FIRST = Seat(0)


def company(game: str, language: Language, *, seats: int = 4, me: Seat | None = FIRST) -> Company:
    marks = tuple(f"{seat}abcdefg" for seat in range(seats))
    return Company(language, None, game, me, NAMES[language][:seats], marks)


def new_match(game: str, *, seats: int = 4, **options: str) -> Match:
    return GAMES[game].start_match(options, seats, Seat(3))


def steps_of(match: Match, seed: int) -> list[Step]:
    bot = BOTS[match.game.name][GOOD]
    hands: tuple[()] = ()
    return [(match.start_round(), (hands,) * match.seats), *round_steps(match, [bot] * match.seats, Random(seed))]


def known_at(step: Step, me: Seat | None, match: Match) -> Known:
    state, hands = step
    hand = () if me is None else hands[me]
    moves = () if me is None else state.legal_moves(me, hand)
    if isinstance(state, LayoutState) and state.is_opening and len(moves) == 1 and not isinstance(moves[0], Play):
        moves = ()  # the program itself passes while the start card is awaited
    return Known(match.options, state, match, hand, moves)


def events_of(match: Match, steps: list[Step]) -> Iterator[tuple[TableEvent, Step]]:
    """Tell a round as a table would."""
    yield events.RoundBegan(0, match), steps[0]
    for seat in range(match.seats):
        yield events.Shuffled(Seat(seat)), steps[0]
    yield events.DeckConfirmed(), steps[0]
    for (before, _), after in pairwise(steps):
        state = after[0]
        match before.awaiting:
            case AwaitDeal(stage):
                if stage == len(match.deal_plan()) - 1:
                    yield events.EscrowsChecked(), after
                yield events.Dealt(stage, state), after
            case AwaitMove():
                yield events.Moved(*state.history[-1], before, state), after
            case _:
                pass
        match state.awaiting:
            case AwaitMove(seat):
                yield events.TurnCame(seat, state), after
            case RoundOver():
                yield events.LastMoveMade(before), after
                yield events.RoundEnded(0, state, match.after(state), (), ()), after
            case _:
                pass


def shown_round(match: Match, seed: int, language: Language, *, me: Seat | None = FIRST) -> Iterator[str]:
    """Give every line of a round; what the person types stands behind "> "."""
    screen = TableScreen(company(match.game.name, language, seats=match.seats, me=me))
    steps = steps_of(match, seed)
    for event, step in events_of(match, steps):
        known = known_at(step, me, match)
        printout = screen.hear(event, known)
        yield from printout.lines
        if isinstance(event, events.TurnCame) and printout.prompt:
            place = steps.index(step)
            move = steps[place + 1][0].history[-1][1]
            typed = typed_for(move, language)
            yield f"> {typed}"
            reply = screen.answer(parse_line(typed), known)
            if reply != MakeMove(move):
                yield f"!! {reply}"


def typed_for(move: Move, language: Language) -> str:
    match move:
        case Play(card):
            return str(card).lower()
        case CallTrump(suit):
            return f"trump {suit}".lower() if language is Language.ENGLISH else f"ट्रंप {suit}".lower()
        case _:
            return "pass" if language is Language.ENGLISH else "पास"


def lines_of(reply: object) -> tuple[str, ...]:
    return reply.lines if isinstance(reply, Printout) else ()
