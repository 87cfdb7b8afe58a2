"""Badam Satti and Sevens on the screen: pure functions from what happened, or how things stand, to lines."""

from collections.abc import Iterator, Sequence

from cli import words_cards as words
from cli.cards_text import cards_text, chips_text, sign_of
from cli.company import Company
from cli.output import card_text
from engine.badam_satti import BadamSattiMatch
from engine.cards import Card, Suit
from engine.game import Match
from engine.layout import Layout, Line
from engine.layout_round import LayoutState
from engine.moves import Move, Pass, Play, Seat
from engine.sevens import SevensMatch

_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def dealt_line(state: LayoutState, company: Company) -> str:
    """Say that the cards are dealt, and which card begins."""
    return company.say(words.LAYOUT_DEALT, card=card_text(state.match.start_card, signs=True))


def move_lines(seat: Seat, move: Move, before: LayoutState, after: LayoutState, company: Company) -> Iterator[str]:
    """Say what a seat did; the passes before the start card are nobody's doing and are not shown."""
    name = company.name(seat)
    if isinstance(move, Pass):
        if not before.is_opening:
            phrase = words.PASSED_CHIP if isinstance(before.match, SevensMatch) else words.PASSED
            yield company.say(phrase, name=name)
        return
    if not isinstance(move, Play):
        return
    card = move.card
    line = after.layout.lines[card.suit]
    phrase = words.LAID
    if line == (7, 7):
        phrase = words.OPENED
    elif line == (1, 13):
        phrase = words.FINISHED
    yield company.say(phrase, name=name, card=card_text(card, signs=True), sign=sign_of(card.suit))
    if after.cards_left[seat] == 1:
        yield company.say(words.ONE_LEFT, name=name)


def status_lines(state: LayoutState, company: Company) -> Iterator[str]:
    """Say how the round stands: the four lines, cards left, and in Sevens the chips."""
    yield company.say(words.LINES, lines=lines_text(state.layout))
    yield from count_lines(state, company)


def count_lines(state: LayoutState, company: Company) -> Iterator[str]:
    """Say how many cards everybody has left, and in Sevens the chips."""
    counts = ", ".join(f"{company.name(seat)} {state.cards_left[seat]}" for seat in company.order)
    yield company.say(words.CARDS_LEFT, counts=counts)
    if isinstance(state.match, SevensMatch):
        pool = chips_text(state.match.pool_in(state), company.language)
        if company.me is None:
            yield company.say(words.MIDDLE_ONLY, pool=pool)
        else:
            mine = chips_text(state.match.chips_in(state)[company.me], company.language)
            yield company.say(words.MIDDLE, pool=pool, mine=mine)


def whole_lines(layout: Layout, company: Company) -> Iterator[str]:
    """Draw the layout card by card, a suit a line."""
    closed = company.say(words.CLOSED)
    for suit in Suit:
        line = layout.lines[suit]
        yield f"{sign_of(suit)}  {closed if line is None else ' '.join(_RANKS[line[0] - 1 : line[1]])}"


def lines_text(layout: Layout) -> str:
    """Write the four lines by their ends: "♣ 6-9  ♦ -  ♥ A-K  ♠ 7"."""
    return "  ".join(f"{sign_of(suit)} {_ends(layout.lines[suit])}" for suit in Suit)


def last_line(state: LayoutState, company: Company) -> str:
    """Tell the last moves, at most one a seat."""
    shown = [
        (seat, move)
        for place, (seat, move) in enumerate(state.history)
        if place >= _opening_passes(state) or isinstance(move, Play)
    ]
    if not shown:
        return company.say(words.NO_MOVE_YET)
    moves = (
        company.say(words.MOVED_SO, name=company.name(seat), move=_move_text(move, company))
        for seat, move in shown[-company.seats :]
    )
    return company.say(words.LAST_MOVES, moves=", ".join(moves))


def result_lines(state: LayoutState, match: Match, company: Company) -> Iterator[str]:
    """Say who won a round that is over, and what it cost whom."""
    if state.winner is not None:
        yield company.say(words.ROUND_OUT, doer=company.doer(state.winner))
    yield from row_lines(match, company, state.hands)


def row_lines(match: Match, company: Company, hands: Sequence[tuple[Card, ...]] = ()) -> Iterator[str]:
    """Tell what the last counted round did to each seat; numbers first, since names have no certain width."""
    row, totals = match.rounds[-1], match.standing[0][1]
    is_chips = isinstance(match, SevensMatch)
    yield company.say(words.CHIPS_TABLE if is_chips else words.PENALTIES)
    for seat in company.order:
        hand = hands[seat] if hands else ()
        phrase = words.CHIPS_ROW if is_chips else words.PENALTY_ROW_HAND if hand else words.PENALTY_ROW
        shown = cards_text(sorted(hand, key=lambda card: (card.suit, card.rank.low)))
        yield company.say(phrase, points=row[seat], total=totals[seat], name=company.name(seat), hand=shown)
    if isinstance(match, SevensMatch) and match.pool:
        yield company.say(words.MIDDLE_ONLY, pool=chips_text(match.pool, company.language))


def score_lines(match: Match, company: Company) -> Iterator[str]:
    """Say how the match stands, the best first."""
    is_chips = isinstance(match, SevensMatch)
    if match.is_over:
        yield company.say(words.FINAL_CHIPS if is_chips else words.FINAL_TOTALS)
    elif isinstance(match, BadamSattiMatch | SevensMatch):
        phrase = words.CHIPS_NOW if is_chips else words.TOTALS
        yield company.say(phrase, number=len(match.rounds), rounds=match.planned_rounds)
    totals, places = match.standing[0][1], match.places
    for seat in sorted(company.order, key=lambda seat: places[seat]):
        yield company.say(words.TOTAL_ROW, place=places[seat], total=totals[seat], name=company.name(seat))


def _ends(line: Line | None) -> str:
    if line is None:
        return "-"
    low, high = (_RANKS[end - 1] for end in line)
    return low if low == high else f"{low}-{high}"


def _opening_passes(state: LayoutState) -> int:
    """Count the passes before the start card."""
    first = next((place for place, (_, move) in enumerate(state.history) if isinstance(move, Play)), None)
    return len(state.history) if first is None else first


def _move_text(move: Move, company: Company) -> str:
    return card_text(move.card, signs=True) if isinstance(move, Play) else company.say(words.PASS_WORD)
