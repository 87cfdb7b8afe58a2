"""Scenarios of the documented form, run through the engine: `failures_of` gives what differs."""

from engine.badam_satti import BadamSattiMatch, penalty_of
from engine.cards import Card, parse_suit
from engine.double_sir import DoubleSirMatch, DoubleSirState, team_of
from engine.game import EngineError
from engine.layout import Layout
from engine.layout_round import LayoutState
from engine.moves import CallTrump, Pass, Seat
from engine.sevens import SevensMatch
from engine.tricks import Trick
from tests.scenarios.fields import Fields, ScenarioError, cards_from
from tests.scenarios.table import AnyMatch, Table, match_of, sevens_from


def failures_of(scenario: Fields) -> list[str]:
    """Run one scenario; a failure is a line beginning with its id."""
    try:
        found = _KINDS[scenario.text("kind")](scenario)
    except (EngineError, ScenarioError, KeyError) as error:
        found = [f"{type(error).__name__}: {error}"]
    return [f"{scenario.text('id')}: {failure}" for failure in found]


def run_deal(scenario: Fields) -> list[str]:
    setup, expect = scenario.part("setup"), scenario.part("expect")
    match = match_of(scenario, _seats(scenario), setup.seat("dealer"))
    state = match.start_round()
    deck = list(setup.cards("deck"))
    after: list[list[tuple[Card, ...]]] = []
    hands: list[tuple[Card, ...]] = [()] * match.seats
    for stage in match.deal_plan():
        for seat in stage:
            hands[seat] = tuple(sorted((*hands[seat], deck.pop(0))))
        after.append([*hands])
    seen: dict[str, object] = {
        "hands": [_texts(hand) for hand in hands],
        "first5": [_texts(hand) for hand in after[0]],
        "counts": [len(hand) for hand in hands],
        "caller": state.caller if isinstance(state, DoubleSirState) else None,
    }
    return [_difference(name, expect.value(name), seen[name]) for name in _wrong(expect, seen)]


def run_trick(scenario: Fields) -> list[str]:
    setup = scenario.part("setup")
    trump = None if setup.value("trump") is None else parse_suit(setup.text("trump"))
    seats, cards = zip(*setup.items("trick"), strict=True)
    trick = Trick(Seat(int(str(seats[0]))), 4, cards_from(list(cards)))
    return _compared(scenario.part("expect"), {"winner": trick.winner(trump)})


def run_layout(scenario: Fields) -> list[str]:
    setup = scenario.part("setup")
    layout = setup.layout("layout")
    legal = [str(card) for card in sorted(setup.cards("cards")) if layout.fits(card)]
    return _compared(scenario.part("expect"), {"legal": legal})


def run_penalty(scenario: Fields) -> list[str]:
    penalty = penalty_of(scenario.part("setup").cards("cards"), scenario.options()["scoring"])
    return _compared(scenario.part("expect"), {"penalty": penalty})


def run_ledger(scenario: Fields) -> list[str]:
    setup = scenario.part("setup")
    if scenario.text("game") == "double_sir":
        match = match_of(scenario, 4, setup.seat("dealer"))
        dealers = [match.dealer]
        for team, kot in setup.items("rounds"):
            if not isinstance(match, DoubleSirMatch):
                raise ScenarioError("a ledger of another game")
            match = match.counted(winning_team=int(str(team)), is_kot=kot is True)
            dealers.append(match.dealer)
        return _compared(scenario.part("expect"), {**_standing(match), "dealers": dealers})
    rows = [tuple(int(str(number)) for number in row) for row in setup.items("penalties")]
    ledger = match_of(scenario, len(rows[0]), Seat(0))
    for row in rows:
        if not isinstance(ledger, BadamSattiMatch):
            raise ScenarioError("a ledger of another game")
        ledger = ledger.counted(row)
    return _compared(scenario.part("expect"), {**_standing(ledger), "game_winners": _leaders(ledger)})


def run_chips_ledger(scenario: Fields) -> list[str]:
    chips = scenario.part("setup").numbers("chips")
    match = sevens_from(match_of(scenario, len(chips), Seat(0)), chips, 0)
    return _compared(scenario.part("expect"), {"game_winners": _leaders(match)})


def run_round(scenario: Fields) -> list[str]:
    setup = scenario.part("setup")
    match = match_of(scenario, _seats(scenario), setup.seat("dealer"))
    if "chips" in setup:
        match = sevens_from(match, setup.numbers("chips"), 0)
    return _play(Table(match, setup.cards("deck")), scenario)


def run_position(scenario: Fields) -> list[str]:
    setup = scenario.part("setup")
    hands = setup.hands("hands")
    count = len(hands)
    match = match_of(scenario, count, setup.seat("dealer"))
    if "chips" in setup:
        # The chips of a position stand after the antes.
        before = tuple(chips + 1 for chips in setup.numbers("chips"))
        match = sevens_from(match, before, setup.number("pool") - count)
    if isinstance(match, DoubleSirMatch):
        raise ScenarioError("no lines in Double Sir")
    left = tuple(len(hand) for hand in hands)
    state = LayoutState(match, (0,) * count, left, (0,), setup.layout("layout"), setup.seat("turn"))
    return _play(Table.in_position(match, state, hands), scenario)


def run_game(scenario: Fields) -> list[str]:
    setup = scenario.part("setup")
    match = match_of(scenario, _seats(scenario), setup.seat("dealer"))
    failures: list[str] = []
    dealers = [match.dealer]
    for number, fields in enumerate(scenario.parts("rounds")):
        if match.dealer != fields.seat("dealer"):
            failures.append(_difference(f"round {number}: dealer", fields.seat("dealer"), match.dealer))
        table = Table(match, fields.cards("deck"))
        failures += [f"round {number}: {failure}" for failure in _play(table, fields)]
        match = match.after(table.state)
        dealers.append(match.dealer)
    winners = [*match.winners]
    return failures + _compared(
        scenario.part("expect"), {**_standing(match), "dealers": dealers, "game_winners": winners}
    )


_KINDS = {
    "deal": run_deal,
    "trick": run_trick,
    "layout": run_layout,
    "penalty": run_penalty,
    "ledger": run_ledger,
    "chips_ledger": run_chips_ledger,
    "round": run_round,
    "position": run_position,
    "game": run_game,
}


def _play(table: Table, fields: Fields) -> list[str]:
    failures: list[str] = []
    moves = fields.moves()
    for number in range(len(moves) + 1):
        for check in fields.parts("checks"):
            if check.number("before") == number:
                failures += [f"before {number}: {each}" for each in _compared(check, _seen(table))]
        for attempt in fields.parts("illegal"):
            if attempt.number("before") == number:
                failures += _tried(table, attempt)
        if number < len(moves):
            table.make(*moves[number])
            table.proceed()
    return failures + _compared(fields.part("expect"), _seen(table))


def _tried(table: Table, attempt: Fields) -> list[str]:
    before, digest = table.state, table.state.digest()
    seat, move = attempt.move("move")
    failures = [] if table.refuses(seat, move) else [f"seat {seat} may {move}: {attempt.value('why')}"]
    if table.state is not before or before.digest() != digest:
        failures.append(f"{move} changed the state")
    return failures


def _seen(table: Table) -> dict[str, object]:
    """Say everything that a check or an expectation can name, in the file's own form."""
    state = table.state
    seen = _seen_on_layout(state, table) if isinstance(state, LayoutState) else _seen_in_double_sir(state, table.match)
    if state.to_move is not None:
        seen["turn"] = table.turn
        seen["legal"] = [
            str(move.suit if isinstance(move, CallTrump) else move.card)
            for move in table.legal
            if not isinstance(move, Pass)
        ]
        seen["hand"] = _texts(table.hands[table.turn])
    return seen


def _seen_in_double_sir(state: DoubleSirState, match: AnyMatch) -> dict[str, object]:
    pile = state.pile
    seen: dict[str, object] = {
        "tricks_done": len(pile.tricks),
        "pile": pile.size,
        "trick_winners": [*pile.winners],
        "won_tricks": [sum(team_of(seat) == team for seat in pile.winners) for team in (0, 1)],
        "captured_tricks": [*pile.captured_tricks],
        "tens": [len(tens) for tens in pile.captured_tens],
        "captures": [
            {
                "trick": capture.trick,
                "seat": capture.seat,
                "team": capture.team,
                "tricks": capture.tricks,
                "tens": _texts(capture.tens),
            }
            for capture in pile.captures
        ],
    }
    if state.outcome is not None:
        seen |= {"round_winner": state.outcome.winning_team, "kot": state.outcome.is_kot}
        seen["next_dealer"] = match.after(state).dealer
    return seen


def _seen_on_layout(state: LayoutState, table: Table) -> dict[str, object]:
    seen: dict[str, object] = {
        "cards_left": [*state.cards_left],
        "hands_left": [_texts(hand) for hand in table.hands],
        "passes": [*state.passes],
        "layout": _layout_seen(state.layout),
    }
    if isinstance(table.match, SevensMatch):
        seen |= {"chips": [*table.match.chips_in(state)], "pool": table.match.pool_in(state)}
    if state.winner is not None:
        seen |= {"round_winner": state.winner, "next_dealer": table.match.after(state).dealer}
        if isinstance(table.match, BadamSattiMatch):
            seen["penalty"] = [*table.match.penalties(state)]
    return seen


def _layout_seen(layout: Layout) -> dict[str, object]:
    return {suit: line and [*line] for suit, line in zip("CDHS", layout.lines, strict=True)}


def _standing(match: AnyMatch) -> dict[str, object]:
    seen: dict[str, object] = {name: [*numbers] for name, numbers in match.standing}
    seen["game_winner"] = team_of(match.winners[0]) if match.winners else None
    return seen


def _leaders(match: AnyMatch) -> list[int]:
    return [seat for seat, place in enumerate(match.places) if place == 1]


def _compared(expect: Fields, seen: dict[str, object]) -> list[str]:
    return [_difference(name, expect.value(name), seen.get(name)) for name in _wrong(expect, seen)]


def _wrong(expect: Fields, seen: dict[str, object]) -> list[str]:
    return [
        name for name in expect.names() if name != "before" and (name not in seen or seen[name] != expect.value(name))
    ]


def _difference(name: str, expected: object, seen: object) -> str:
    return f"{name}: expected {expected!r}, got {seen!r}"


def _seats(scenario: Fields) -> int:
    options = scenario.part("options")
    return options.number("players") if "players" in options else 4


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]
