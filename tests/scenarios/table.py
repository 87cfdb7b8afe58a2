"""One table with all hands open: deals a given deck and makes given moves on the engine."""

from dataclasses import dataclass

from engine.badam_satti import BADAM_SATTI, BadamSattiMatch
from engine.cards import Card
from engine.double_sir import DOUBLE_SIR, DoubleSirMatch, DoubleSirState
from engine.game import AwaitDeal, AwaitHands, IllegalMoveError
from engine.layout_round import LayoutState
from engine.moves import PASS, Move, Play, Seat
from engine.sevens import SEVENS, SevensMatch
from tests.scenarios.fields import Fields, ScenarioError

AnyMatch = DoubleSirMatch | BadamSattiMatch | SevensMatch
AnyState = DoubleSirState | LayoutState


@dataclass(frozen=True, slots=True)
class SevensFrom(SevensMatch):
    """Sevens in which the seats begin with different chips; scenarios start in the middle of a match."""

    chips_before: tuple[int, ...] = ()
    pool_before: int = 0

    @property
    def chips(self) -> tuple[int, ...]:
        return tuple(self.chips_before[seat] + sum(row[seat] for row in self.rounds) for seat in range(self.seats))

    @property
    def pool(self) -> int:
        return self.pool_before - sum(sum(row) for row in self.rounds)


class Table:
    """A round in play, with every hand."""

    def __init__(self, match: AnyMatch, deck: tuple[Card, ...]) -> None:
        self.match: AnyMatch = match
        self.state: AnyState = match.start_round()
        self.hands: list[tuple[Card, ...]] = [()] * match.seats
        self.deck = list(deck)
        self.proceed()

    @classmethod
    def in_position(cls, match: AnyMatch, state: LayoutState, hands: list[tuple[Card, ...]]) -> "Table":
        """Set up a table part of the way through a round."""
        table = cls.__new__(cls)
        table.match, table.state, table.hands, table.deck = match, state, hands, []
        table.proceed()
        return table

    def proceed(self) -> None:
        """Do all that happens by itself: the deal, opening passes, and showing the hands at the end."""
        while True:
            match self.state.awaiting:
                case AwaitDeal(stage):
                    for seat in self.match.deal_plan()[stage]:
                        self.hands[seat] = tuple(sorted((*self.hands[seat], self.deck.pop(0))))
                    self.state = self.state.dealt()
                case AwaitHands():
                    self.state = self.state.finish(tuple(self.hands))
                case _ if self._opening_pass_is_due():
                    self.make(self.turn, PASS)
                case _:
                    return

    @property
    def turn(self) -> Seat:
        """Give the seat whose move is awaited."""
        if self.state.to_move is None:
            raise ScenarioError("nobody is to move")
        return self.state.to_move

    @property
    def legal(self) -> tuple[Move, ...]:
        """Give the legal moves of the awaited seat, with its hand."""
        return self.state.legal_moves(self.turn, self.hands[self.turn])

    def make(self, seat: Seat, move: Move) -> None:
        """Make a move that the rules must let pass."""
        self.state.check(seat, move, self.hands[seat])
        self.state = self.state.apply(seat, move)
        if isinstance(move, Play):
            self.hands[seat] = tuple(card for card in self.hands[seat] if card != move.card)

    def refuses(self, seat: Seat, move: Move) -> bool:
        """Tell whether the rules refuse a move of this seat, with its hand."""
        try:
            self.state.check(seat, move, self.hands[seat])
        except IllegalMoveError:
            return True
        return False

    def _opening_pass_is_due(self) -> bool:
        state = self.state
        return (
            isinstance(state, LayoutState) and state.is_opening and state.to_move is not None and self.legal == (PASS,)
        )


def match_of(scenario: Fields, seats: int, dealer: Seat) -> AnyMatch:
    """Start the match that a scenario's options describe."""
    options = scenario.options()
    match scenario.text("game"):
        case "double_sir":
            return DOUBLE_SIR.start_match(options, seats, dealer)
        case "badam_satti":
            return BADAM_SATTI.start_match(options, seats, dealer)
        case "sevens":
            return SEVENS.start_match(options, seats, dealer)
        case game:
            raise ScenarioError(f"no game: {game}")


def sevens_from(match: AnyMatch, chips: tuple[int, ...], pool: int) -> SevensFrom:
    """Give a match of Sevens in which the seats have these chips before the next round's antes."""
    return SevensFrom(match.options, match.seats, match.first_dealer, (), chips, pool)
