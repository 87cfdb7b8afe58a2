"""The holds-none proof: true claims pass; false ones, however forged, and moved or changed proofs do not."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p.crypto import holds_none as product
from p2p.crypto import sigma
from p2p.crypto.elgamal import CARD_POINTS, CARDS, Ciphertext
from p2p.crypto.hand import decryption_share, strip
from p2p.crypto.hedge import Hedge
from p2p.crypto.holds_none import HoldsNone, HoldsNoneProof, prove_holds_none, verify_holds_none
from p2p.crypto.ristretto import IDENTITY, Element, G, L, Scalar
from p2p.errors import ProofError
from tests.p2p.crypto.world import elements_changed, places_changed, scalars_changed, world
from tests.vectors.make import FixedEntropy

W = world(4)
SEAT = 1
POSITIONS = W.positions(SEAT)[:4]
HELD = tuple(card for card in CARDS if card in [W.face(position) for position in POSITIONS])
OTHERS = tuple(card for card in CARDS if card not in HELD)
TRUE = HoldsNone(W.keys[SEAT], POSITIONS, W.stripped(SEAT, POSITIONS), OTHERS[3:6])
FALSE = replace(TRUE, cards=tuple(card for card in CARDS if card in (HELD[0], *OTHERS[:2])))
PLACE = W.place(SEAT)
PROOF = prove_holds_none(TRUE, W.x(SEAT), PLACE, W.hedge(SEAT))
X, RHO, OTHER_RHO = W.x(SEAT), Scalar(2**200 + 5), Scalar(2**201 + 7)


def refused(statement: HoldsNone = TRUE, proof: HoldsNoneProof = PROOF, seat: int = SEAT) -> None:
    with pytest.raises(ProofError):
        verify_holds_none(statement, proof, W.place(seat))


def cheat(
    statement: HoldsNone,
    *,
    rho: Scalar = RHO,
    alpha: Scalar | None = None,
    W_: Element | None = None,
    V: tuple[Element, ...] | None = None,
    U: tuple[Element, ...] | None = None,
) -> HoldsNoneProof:
    """Prove the statement as well as may be, with any part of the message chosen freely."""
    alpha = rho * X if alpha is None else alpha
    W_ = rho * statement.Y if W_ is None else W_
    V = tuple(rho * CARD_POINTS[card] for card in statement.cards) if V is None else V
    U = tuple(rho * card.B - alpha * card.A for card in statement.masked) if U is None else U
    relation = product._relation(statement, W_, V, U)
    proof = sigma.prove_checked(relation, [rho, alpha], product._tag(statement, PLACE), W.hedge(SEAT))
    return HoldsNoneProof(W_, V, U, proof)


def test_true_claim_is_accepted() -> None:
    verify_holds_none(TRUE, PROOF, PLACE)
    verify_holds_none(TRUE, cheat(TRUE), PLACE)
    assert len(PROOF.proof) == 96


@settings(max_examples=10, deadline=None)
@given(st.sets(st.sampled_from(OTHERS), min_size=1), st.sets(st.sampled_from(range(4)), min_size=1))
def test_every_true_claim_is_accepted(cards: set[str], chosen: set[int]) -> None:
    some = sorted(chosen)
    positions, masked = tuple(POSITIONS[k] for k in some), tuple(TRUE.masked[k] for k in some)
    statement = HoldsNone(TRUE.Y, positions, masked, tuple(card for card in CARDS if card in cards))
    verify_holds_none(statement, prove_holds_none(statement, X, PLACE, W.hedge(SEAT)), PLACE)


@pytest.mark.parametrize("held", HELD)
def test_prover_refuses_a_false_claim(held: str) -> None:
    statement = replace(TRUE, cards=tuple(card for card in CARDS if card in (held, *OTHERS[:3])))
    with pytest.raises(ProofError, match="held"):
        prove_holds_none(statement, X, PLACE, W.hedge(SEAT))


def test_prover_refuses_another_key() -> None:
    with pytest.raises(ProofError, match="witness"):
        prove_holds_none(TRUE, W.x(0), PLACE, W.hedge(SEAT))


def test_plain_lie_is_refused_because_equal_cards_stay_equal() -> None:
    with pytest.raises(ProofError, match="held"):
        verify_holds_none(FALSE, cheat(FALSE), PLACE)


def test_rho_zero_is_refused() -> None:
    zero = Scalar(0)
    refused(FALSE, cheat(FALSE, rho=zero))
    refused(FALSE, cheat(FALSE, rho=zero, W_=RHO * FALSE.Y, alpha=RHO * X))
    refused(TRUE, cheat(TRUE, rho=zero))


def lies() -> dict[str, HoldsNoneProof]:
    """Messages for the false claim in which no U equals a V."""
    honest = cheat(FALSE)
    held = FALSE.cards.index(HELD[0])
    at = [W.face(position) for position in POSITIONS].index(HELD[0])
    other_V = tuple(OTHER_RHO * CARD_POINTS[card] for card in FALSE.cards)
    other_U = OTHER_RHO * (FALSE.masked[at].B - X * FALSE.masked[at].A)
    wrong_alpha = RHO * W.x(0)
    return {
        "V under another rho": cheat(FALSE, V=other_V),
        "one V under another rho": cheat(FALSE, V=(*honest.V[:held], other_V[held], *honest.V[held + 1 :])),
        "one U under another rho": cheat(FALSE, U=(*honest.U[:at], other_U, *honest.U[at + 1 :])),
        "one U shifted": cheat(FALSE, U=(*honest.U[:at], honest.U[at] + G, *honest.U[at + 1 :])),
        "another key in alpha": cheat(FALSE, alpha=wrong_alpha),
        "another key in alpha, W to fit": cheat(FALSE, alpha=wrong_alpha, W_=wrong_alpha * G),
        "W shifted": replace(cheat(FALSE, V=other_V), W=OTHER_RHO * FALSE.Y),
    }


@pytest.mark.parametrize("name", lies())
def test_lie_is_refused(name: str) -> None:
    proof = lies()[name]
    assert set(proof.U).isdisjoint(proof.V)
    refused(FALSE, proof)


def without_equation(monkeypatch: pytest.MonkeyPatch, equation: int) -> None:
    whole = product._relation

    def lacking(*statement: object) -> object:
        relation = whole(*statement)  # type: ignore[arg-type]
        del relation._equations[equation]
        return relation

    monkeypatch.setattr(product, "_relation", lacking)


def test_without_the_equation_that_ties_w_to_rho_a_lie_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    without_equation(monkeypatch, 0)
    wrong_alpha = RHO * W.x(0)
    verify_holds_none(FALSE, cheat(FALSE, alpha=wrong_alpha, W_=wrong_alpha * G), PLACE)


def test_without_the_equation_that_ties_w_to_alpha_a_lie_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    without_equation(monkeypatch, 1)
    verify_holds_none(FALSE, cheat(FALSE, alpha=RHO * W.x(0)), PLACE)


def test_fewer_positions_or_cards_are_refused() -> None:
    fewer = replace(TRUE, positions=POSITIONS[1:], masked=TRUE.masked[1:])
    refused(TRUE, cheat(fewer))
    fewer = replace(TRUE, cards=TRUE.cards[1:])
    refused(TRUE, cheat(fewer))


def test_other_seats_shares_or_key_are_refused() -> None:
    """E is B without all other seats' shares; with one share too few, or another's, the statement is another."""
    some = tuple(strip(card, [decryption_share(W.x(seat), card) for seat in (0, 2)]) for card in W.masked(POSITIONS))
    refused(replace(TRUE, masked=some))
    refused(replace(TRUE, masked=W.stripped(0, POSITIONS)))
    refused(replace(TRUE, Y=W.keys[0]))
    refused(replace(TRUE, Y=TRUE.Y + G))
    refused(replace(TRUE, Y=IDENTITY))


def test_each_part_changed_is_refused() -> None:
    for U in elements_changed(PROOF.U):
        refused(proof=replace(PROOF, U=U))
    for V in elements_changed(PROOF.V):
        refused(proof=replace(PROOF, V=V))
    for scalars in scalars_changed(PROOF.proof):
        refused(proof=replace(PROOF, proof=scalars))
    for proof in (b"", PROOF.proof[:-1], PROOF.proof + bytes(32)):
        refused(proof=replace(PROOF, proof=proof))
    refused(proof=replace(PROOF, W=PROOF.W + G))
    refused(proof=replace(PROOF, W=IDENTITY))
    refused(proof=replace(PROOF, U=PROOF.U[::-1]))


def test_each_response_greater_by_l_is_refused() -> None:
    for at in range(0, 96, 32):
        number = int.from_bytes(PROOF.proof[at : at + 32], "little") + L
        refused(proof=replace(PROOF, proof=PROOF.proof[:at] + number.to_bytes(32, "little") + PROOF.proof[at + 32 :]))


def test_proof_moved_elsewhere_is_refused() -> None:
    for place in places_changed(PLACE):
        with pytest.raises(ProofError):
            verify_holds_none(TRUE, PROOF, place)
    refused(replace(TRUE, positions=(*POSITIONS[:-1], POSITIONS[-1] + 1)))
    refused(replace(TRUE, cards=OTHERS[4:7]))
    shifted = Ciphertext(TRUE.masked[0].A + G, TRUE.masked[0].B)
    refused(replace(TRUE, masked=(shifted, *TRUE.masked[1:])))


@pytest.mark.parametrize("positions", [(), (9, 5, 13, 1), (1, 1, 5, 9), POSITIONS[:3], (*POSITIONS, 50)])
def test_statement_with_odd_positions_is_none(positions: tuple[int, ...]) -> None:
    with pytest.raises(ProofError):
        replace(TRUE, positions=positions)


def test_statement_without_positions_is_none() -> None:
    with pytest.raises(ProofError):
        replace(TRUE, positions=(), masked=())


@pytest.mark.parametrize("cards", [(), ("3C", "2C"), ("2C", "2C"), ("2C", "1C"), ("10H",)])
def test_statement_with_odd_cards_is_none(cards: tuple[str, ...]) -> None:
    with pytest.raises(ProofError):
        replace(TRUE, cards=cards)


def test_no_two_proofs_share_their_power() -> None:
    again = prove_holds_none(TRUE, X, PLACE, Hedge(bytes(32), FixedEntropy("again")))
    assert not {again.W, *again.U, *again.V} & {PROOF.W, *PROOF.U, *PROOF.V}


@settings(max_examples=60)
@given(st.one_of(st.binary(max_size=120), st.binary(min_size=96, max_size=96)))
def test_any_bytes_as_proof_raise_only_proof_error(data: bytes) -> None:
    refused(proof=replace(PROOF, proof=data))
