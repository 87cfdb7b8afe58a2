"""Why a move cannot be made, in words: one sentence for each of the engine's reasons."""

from typing import assert_never

from cli import words_cards as words
from cli.cards_text import cards_text, sign_of
from cli.company import Company
from cli.output import card_text
from engine.cards import Card, Rank
from engine.game import AwaitDeal, PublicState
from engine.layout_round import LayoutState
from engine.moves import CallTrump, Move, Pass, Play
from engine.refusals import (
    AlreadyCalled,
    AlreadyPlayed,
    CallFirst,
    DoesNotFit,
    FullCircle,
    MustFollow,
    MustPlay,
    NoSuchMove,
    NotInHand,
    NotInPlay,
    NotYourTurn,
    Reason,
)


def refusal_line(move: Move, reason: Reason, state: PublicState, company: Company) -> str:
    """Say why a move is refused: the rule, and what in the hand or on the table makes it so."""
    match reason:
        case NotInPlay():
            why = words.WHY_DEALING if isinstance(state.awaiting, AwaitDeal) else words.WHY_ROUND_OVER
            return company.say(words.NOT_IN_PLAY, why=company.say(why))
        case NotYourTurn(turn):
            return company.say(words.NOT_YOUR_TURN, owner=company.owner(turn))
        case NoSuchMove():
            return company.say(words.NO_PASS_HERE if isinstance(move, Pass) else words.NO_TRUMP_HERE)
        case CallFirst():
            return company.say(words.CALL_FIRST)
        case AlreadyCalled(trump):
            return company.say(words.ALREADY_CALLED, sign=sign_of(trump))
        case AlreadyPlayed(card):
            return company.say(words.ALREADY_PLAYED, card=_text(card))
        case NotInHand(card):
            return company.say(words.NOT_IN_HAND, card=_text(card))
        case MustFollow(led, held):
            return company.say(words.MUST_FOLLOW, led=sign_of(led), held=cards_text(held))
        case MustPlay(fitting):
            return company.say(words.MUST_PLAY, fitting=cards_text(fitting))
        case FullCircle():
            return _full_circle(state, company)
        case DoesNotFit():
            return _does_not_fit(move, state, company)
        case _:
            assert_never(reason)


def possible_line(moves: tuple[Move, ...], company: Company) -> str:
    """Say which moves are possible; there is at least one."""
    if isinstance(moves[0], CallTrump):
        return company.say(words.CAN_CALL_ANY)
    cards = [move.card for move in moves if isinstance(move, Play)]
    if not cards:
        return company.say(words.CAN_ONLY_PASS)
    return company.say(words.CAN_PLAY_THESE, cards=cards_text(cards))


def _full_circle(state: PublicState, company: Company) -> str:
    if isinstance(state, LayoutState) and state.is_opening:
        # The passes before the start card are nobody's doing, and not spoken of.
        return company.say(words.MUST_PLAY, fitting=_text(state.match.start_card))
    return company.say(words.FULL_CIRCLE)


def _does_not_fit(move: Move, state: PublicState, company: Company) -> str:
    """Say what a card waits for: the start card, its suit's seven, or the next cards of its line."""
    if not (isinstance(move, Play) and isinstance(state, LayoutState)):
        return company.say(words.NO_TRUMP_HERE)
    card = move.card
    if state.is_opening:
        return company.say(words.MUST_START, card=_text(card), start=_text(state.match.start_card))
    if card in state.layout.cards:
        return company.say(words.ALREADY_LAID, card=_text(card))
    if state.layout.lines[card.suit] is None:
        seven = Card(card.suit, Rank.SEVEN)
        return company.say(words.SUIT_NOT_OPEN, card=_text(card), seven=_text(seven))
    ends = [end for end in state.fitting if end.suit is card.suit]
    shown = cards_text(ends[:1])
    if len(ends) > 1:
        shown = company.say(words.OR_CARD, cards=shown, last=cards_text(ends[1:]))
    return company.say(words.LINE_TAKES, card=_text(card), line=sign_of(card.suit), ends=shown)


def _text(card: Card) -> str:
    return card_text(card, signs=True)
