"""A round of bots as text: all hands, then one line a trick (Double Sir) or a move (Badam Satti, Sevens)."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from cli import text
from cli.language import Language
from cli.output import card_text
from engine.bots.arena import Step
from engine.cards import Card, Suit
from engine.double_sir import DoubleSirState
from engine.game import Match
from engine.layout import Layout
from engine.layout_round import LayoutState
from engine.moves import CallTrump, Pass, Play, Seat


def round_lines(match: Match, steps: Sequence[Step], language: Language, *, signs: bool) -> Iterator[str]:
    """Write a round that `match` has started, from its deal to its last move."""
    yield ""
    yield text.SHOW_ROUND.of(language, number=len(match.rounds) + 1, dealer=match.dealer)
    full_hands = next(hands for _, hands in steps if sum(map(len, hands)) == sum(map(len, match.deal_plan())))
    for seat, hand in enumerate(full_hands):
        yield text.SHOW_HAND.of(language, seat=seat, hand=_cards(hand, signs=signs))
    if isinstance(steps[0][0], LayoutState):
        yield text.SHOW_LINES.of(language)
    for (before, hands), (after, _) in pairwise(steps):
        match before, after:
            case DoubleSirState(), DoubleSirState():
                yield from _double_sir_lines(before, after, hands[before.to_move or 0], language, signs=signs)
            case LayoutState(), LayoutState():
                yield from _layout_lines(before, after, signs=signs)
            case _:
                pass


def result_lines(match: Match, winners: tuple[Seat, ...], language: Language) -> Iterator[str]:
    """Write how a round ended that `match` has counted last, and the match if it is over."""
    standing = [text.STANDING[name].of(language, numbers=_numbers(numbers)) for name, numbers in match.standing]
    is_kot = match.game.name == "double-sir" and match.rounds[-1][1]
    kot = text.SHOW_KOT.of(language) if is_kot else ""
    yield text.SHOW_WON.of(language, seats=_numbers(winners), kot=kot, standing=", ".join(standing))
    if match.is_over:
        yield text.SHOW_MATCH.of(language, seats=_numbers(match.winners))


def _double_sir_lines(
    before: DoubleSirState, after: DoubleSirState, hand: Sequence[Card], language: Language, *, signs: bool
) -> Iterator[str]:
    """Write a call, or a trick that is complete."""
    if len(after.history) > len(before.history) and isinstance(after.history[-1][1], CallTrump):
        suit = after.history[-1][1].suit
        sign = f"{text.SUIT_SIGNS[suit]} ({text.SUITS[suit].of(language)})" if signs else str(suit)
        seat = after.history[-1][0]
        yield text.SHOW_CALL.of(language, seat=seat, hand=_cards(hand, signs=signs), suit=sign)
    if len(after.pile.tricks) == len(before.pile.tricks):
        return
    trick, winner = after.pile.tricks[-1], after.pile.winners[-1]
    plays = [
        f"{(trick.leader + place) % trick.seats}:{card_text(card, signs=signs):<3}"
        for place, card in enumerate(trick.cards)
    ]
    if len(after.pile.captures) > len(before.pile.captures):
        capture = after.pile.captures[-1]
        tens = _cards(capture.tens, signs=signs) or "0"
        end = text.SHOW_LIFT.of(language, seat=winner, tricks=capture.tricks, tens=tens)
    else:
        pile = after.pile
        end = text.SHOW_PILE.of(language, seat=winner, tricks=pile.size, tens=len(pile.tens))
    yield f"{len(after.pile.tricks):>2}  {' '.join(plays)}  {end}"


def _layout_lines(before: LayoutState, after: LayoutState, *, signs: bool) -> Iterator[str]:
    """Write a move; opening passes are nobody's, so they are left out."""
    if len(after.history) == len(before.history):
        return
    seat, move = after.history[-1]
    if isinstance(move, Pass) and before.is_opening:
        return
    laid = card_text(move.card, signs=signs) if isinstance(move, Play) else "-"
    yield f"{seat}  {laid:<3}  {_layout(after.layout, signs=signs)}  {_numbers(after.cards_left)}"


def _layout(layout: Layout, *, signs: bool) -> str:
    lines = []
    for suit in Suit:
        line = layout.lines[suit]
        sign = text.SUIT_SIGNS[suit] if signs else str(suit)
        ends = "" if line is None else f"{_LOW_RANKS[line[0]]}-{_LOW_RANKS[line[1]]}"
        lines.append(f"{sign} {ends:<4}")
    return " ".join(lines)


def _cards(cards: Sequence[Card], *, signs: bool) -> str:
    return " ".join(card_text(card, signs=signs) for card in cards)


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


_LOW_RANKS = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
