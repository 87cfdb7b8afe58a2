"""Answers to what is typed in a game: the last trick, the score, who sits where, a hint, what was checked; pure."""

from collections.abc import Iterator
from random import Random
from typing import assert_never

from cli import view_double_sir, view_layout
from cli import words_cards as cards
from cli import words_table as table
from cli import words_talk as words
from cli.cards_text import cards_text, count_of_cards, sign_of
from cli.commands import ChooseCard, ChooseNumber, ChooseSuit
from cli.company import Company
from cli.event_text import Tally, score_lines
from cli.peer_text import PeerText
from cli.prompt_text import shown_hand, status_lines
from cli.refusal_text import possible_line, refusal_line
from cli.rules import rules_text
from cli.sight import Sight
from cli.text import Words
from engine.bots.registry import BOTS, GOOD
from engine.cards import Card
from engine.double_sir import DoubleSirState
from engine.layout_round import LayoutState
from engine.moves import PASS, PLAYS, CallTrump, Move, Pass, Play
from engine.refusals import IllegalMoveError, NotInPlay, NotYourTurn

TYPED_CELLS = 20


def chosen_move(choice: ChooseCard | ChooseNumber | ChooseSuit | Pass, sight: Sight) -> Move | str:
    """Give the move that was typed, or the line that says why it can't be made."""
    say = sight.company.say
    if sight.company.me is None:
        return say(words.YOU_LOOK_ON)
    if sight.state is None:
        return say(words.NO_ROUND_YET)
    match choice:
        case ChooseCard(card):
            move: Move = PLAYS[card.index]
        case ChooseSuit(suit):
            move = CallTrump(suit)
        case Pass():
            move = PASS
        case ChooseNumber(number):
            if not sight.is_my_turn:
                turn = sight.state.to_move
                reason = NotInPlay() if turn is None else NotYourTurn(turn)
                return refusal_line(PASS, reason, sight.state, sight.company)
            if not 1 <= number <= len(sight.numbered):
                phrase = words.NO_SUCH_NUMBER if len(sight.numbered) > 1 else words.ONLY_ONE_NUMBER
                return say(phrase, number=number, most=len(sight.numbered))
            move = sight.numbered[number - 1]
        case _:
            assert_never(choice)
    return refused_line(move, sight) or move


def refused_line(move: Move, sight: Sight) -> str:
    """Say why a move can't be made; empty if it can."""
    if sight.state is None or sight.company.me is None:
        return ""
    try:
        sight.state.check(sight.company.me, move, sight.hand)
    except IllegalMoveError as error:
        return refusal_line(move, error.reason, sight.state, sight.company)
    return ""


def why_lines(card: Card | None, sight: Sight) -> Iterator[str]:
    """Say why a card can't be played, or what can be."""
    if sight.state is None or sight.company.me is None:
        yield sight.company.say(words.NO_ROUND_YET)
    elif card is not None:
        can = sight.company.say(cards.CAN_PLAY, card=cards_text([card]))
        yield refused_line(PLAYS[card.index], sight) or can
    elif sight.moves:
        yield possible_line(sight.moves, sight.company)
    elif sight.state.to_move is not None:
        yield refusal_line(PASS, NotYourTurn(sight.state.to_move), sight.state, sight.company)
    else:
        yield refused_line(PASS, sight)


def unknown_line(typed: str, sight: Sight) -> str:
    """Say in one line what is possible now."""
    say = sight.company.say
    shown = PeerText(typed, TYPED_CELLS)
    if sight.moves and isinstance(sight.moves[0], CallTrump):
        return say(words.NOT_A_CALL, typed=shown)
    if sight.moves:
        only = sight.moves[0]
        example = str(only.card).lower() if isinstance(only, Play) else "pass"
        return say(words.NO_SUCH_CARD, typed=shown, example=example)
    if sight.state is not None and sight.state.to_move is not None:
        return say(words.NOT_NOW, typed=shown, owner=sight.company.owner(sight.state.to_move))
    return say(words.NOT_WHILE_WAITING, typed=shown)


def last_lines(sight: Sight) -> Iterator[str]:
    """Tell the last trick, or the last moves."""
    match sight.state:
        case DoubleSirState() as state:
            yield view_double_sir.last_line(state, sight.company)
        case LayoutState() as state:
            yield view_layout.last_line(state, sight.company)
        case _:
            yield sight.company.say(words.NO_ROUND_YET)


def table_lines(sight: Sight) -> Iterator[str]:
    """Say what lies on the table, card by card."""
    if sight.state is None:
        yield sight.company.say(words.NO_ROUND_YET)
        return
    if isinstance(sight.state, LayoutState):
        yield from view_layout.whole_lines(sight.state.layout, sight.company)
        yield from view_layout.count_lines(sight.state, sight.company)
        return
    yield from status_lines(sight.state, sight)
    if isinstance(sight.state, DoubleSirState):
        yield view_double_sir.lifted_line(sight.state, sight.company)


def hand_lines(sight: Sight) -> Iterator[str]:
    """Show the own hand."""
    if sight.company.me is None:
        yield sight.company.say(words.YOU_LOOK_ON)
    else:
        yield shown_hand(sight).text


def standing_lines(sight: Sight) -> Iterator[str]:
    """Say how the match stands."""
    if sight.match is None:
        yield sight.company.say(words.NO_ROUND_YET)
    else:
        yield from score_lines(sight.match, sight.company)


def who_lines(sight: Sight) -> Iterator[str]:
    """Say who sits where, a line a seat: cards left, whether anything is heard, the key's first letters."""
    company = sight.company
    for seat in company.order:
        facts = [company.place(seat)]
        if sight.state is not None:
            facts.append(count_of_cards(sight.state.cards_left[seat], company.language))
        if seat in sight.away:
            facts.append(company.say(table.IS_AWAY))
        facts.append(company.say(table.KEY_MARK, mark=company.marks[seat]))
        yield company.say(table.WHO_LINE, name=company.name(seat), what=", ".join(facts))


def seat_lines(company: Company) -> Iterator[str]:
    """Say where the others sit, seen from here."""
    for seat in company.order:
        if seat != company.me:
            yield company.say(table.WHO_LINE, name=company.name(seat), what=company.place(seat))


def rules_lines(game: str, options: tuple[tuple[str, str], ...], sight: Sight) -> Iterator[str]:
    """Tell the game in short, and how this table plays it."""
    section = rules_text(sight.company.language).games[game][0]
    defaults = dict(options)
    for line in section.lines:
        yield line.format_map(defaults)
    yield from option_lines(options, sight.company)
    yield sight.company.say(words.ALL_RULES, game=game)


def option_lines(options: tuple[tuple[str, str], ...], company: Company) -> Iterator[str]:
    """Say what options mean, a line each."""
    told = rules_text(company.language)
    for name, value in options:
        option = told.options[name]
        phrase = words.OPTION_LINE if value in option.values else words.OPTION_NUMBER
        # The question only; what stands behind a semicolon is told by `patte rules`.
        about = option.about.partition(";")[0].rstrip(".।")
        meaning = option.values.get(value, "")
        yield company.say(phrase, name=name, value=value, about=about, meaning=meaning)


def hint_lines(sight: Sight) -> Iterator[str]:
    """Say what the bot would do with the own hand; the same place in a round gives the same hint."""
    state, me = sight.state, sight.company.me
    if not sight.moves or state is None or me is None:
        yield sight.company.say(words.HINT_LATER)
        return
    move = BOTS[sight.company.game][GOOD](state, me, sight.hand, Random(len(state.history)))
    yield sight.company.say(words.HINT, move=move_text(move, sight))


def checked_lines(sight: Sight, tally: Tally) -> Iterator[str]:
    """Say what was checked in this round so far, a line a check."""
    say = sight.company.say
    if tally.match is None:
        yield say(words.NO_ROUND_YET)
        return
    yield say(words.CHECKED_SHUFFLES, count=tally.shuffles, seats=sight.company.seats)
    if tally.is_deck_confirmed:
        yield say(words.CHECKED_DECK)
    if tally.are_escrows_checked:
        yield say(words.CHECKED_ESCROW)
    yield say(words.CHECKED_MOVES, count=tally.moves)
    yield say(words.CHECKED_NONE, count=tally.forced)
    yield say(words.CHECKED_FAIR if tally.is_fair else words.CHECKED_LATER)


def waiting_line(sight: Sight) -> str:
    """Say whom the table waits for."""
    if not sight.away:
        return sight.company.say(words.NOBODY_AWAY)
    names = sight.company.joined(seat for seat in sight.company.order if seat in sight.away)
    return sight.company.say(words.WAITING_FOR, names=names)


def move_text(move: Move, sight: Sight) -> str:
    """Write a move."""
    match move:
        case Play(card):
            return cards_text([card])
        case CallTrump(suit):
            return sign_of(suit)
        case Pass():
            return sight.company.say(cards.PASS_WORD)
        case _:
            assert_never(move)


def help_lines(sight: Sight) -> Iterator[str]:
    """Say what can be typed."""
    lines: tuple[Words, ...] = words.HELP
    for line in lines:
        yield sight.company.say(line)
