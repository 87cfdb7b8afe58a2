"""The statement of a holds-none proof: which cards, which positions, and when there is nothing to prove."""

from engine.cards import parse_card
from p2p.table.legality import HoldsNoneStatement, holds_none_statement

TWO, FIVE, KING = (parse_card(text) for text in ("2C", "5H", "KC"))
CLUBS_AND_ONE = frozenset({KING, FIVE, TWO})


def test_statement_has_the_cards_in_canonical_order_without_the_open_ones_and_the_move_s_own() -> None:
    def statement(opened: set[str], played: str | None) -> HoldsNoneStatement | None:
        card = None if played is None else parse_card(played)
        return holds_none_statement(CLUBS_AND_ONE, closed=(3, 9), opened_cards=opened, played=card)

    assert statement(set(), None) == HoldsNoneStatement((3, 9), ("2C", "KC", "5H"))
    assert statement({"KC"}, None) == HoldsNoneStatement((3, 9), ("2C", "5H"))
    assert statement({"KC"}, "5H") == HoldsNoneStatement((3, 9), ("2C",))
    assert statement({"KC", "2C"}, "5H") is None


def test_nothing_is_to_prove_without_obligation_or_closed_positions() -> None:
    assert holds_none_statement(frozenset(), closed=(1,), opened_cards=(), played=None) is None
    assert holds_none_statement(CLUBS_AND_ONE, closed=(), opened_cards=(), played=None) is None
