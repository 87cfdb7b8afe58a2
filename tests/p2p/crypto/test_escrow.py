"""Key escrow: parts, boxes, complaints, recovery, and forged rows."""

from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p.crypto import escrow as product
from p2p.crypto import sigma
from p2p.crypto.escrow import (
    Complaint,
    Escrow,
    EscrowRow,
    open_box,
    prove_complaint,
    prove_escrow,
    recipients,
    recover_key,
    verify_complaint,
    verify_escrow,
    verify_part,
)
from p2p.crypto.hand import prove_open, prove_shares
from p2p.crypto.ristretto import IDENTITY, Element, G, L, Scalar
from p2p.errors import ProofError
from tests.p2p.crypto.world import places_changed, scalars_changed, world

W = world(4)
MAKER = 1
RECEIVERS = (0, 2, 3)
PLACE = W.place(MAKER)
ESCROW = prove_escrow(W.x(MAKER), W.keys, PLACE, W.hedge(MAKER))
ROW = ESCROW.rows[1]  # for seat 2
K = W.x(2) * ROW.R
COMPLAINT = prove_complaint(W.x(2), ROW, MAKER, W.place(2), W.hedge(2))


def refused(escrow: Escrow, seat: int = MAKER, seats: int = 4, Y: Element = W.keys[MAKER]) -> None:
    with pytest.raises(ProofError):
        verify_escrow(Y, seats, escrow, W.place(seat))


def part(k: int) -> Scalar:
    to = RECEIVERS[k]
    return open_box(ESCROW.rows[k], W.x(to) * ESCROW.rows[k].R, PLACE, to)


def with_row(k: int, row: EscrowRow) -> Escrow:
    return replace(ESCROW, rows=(*ESCROW.rows[:k], row, *ESCROW.rows[k + 1 :]))


def box_of(content: bytes, row: EscrowRow = ROW, to: int = 2) -> EscrowRow:
    """Return the row with a well made box of any content."""
    info = product._info(row.R, row.S, PLACE, to)
    key = product._box_key(W.x(to) * row.R, info, PLACE)
    return replace(row, box=ChaCha20Poly1305(key).encrypt(bytes(12), content, info))


@pytest.mark.parametrize("seats", [2, 3, 4, 7])
def test_escrow_is_accepted_and_its_parts_give_the_key(seats: int) -> None:
    base = world(seats)
    for maker in (0, seats - 1):
        escrow = prove_escrow(base.x(maker), base.keys, base.place(maker), base.hedge(maker))
        verify_escrow(base.keys[maker], seats, escrow, base.place(maker))
        parts = []
        for row, to in zip(escrow.rows, recipients(seats, maker), strict=True):
            parts.append(open_box(row, base.x(to) * row.R, base.place(maker), to))
            verify_part(row, parts[-1])
        assert recover_key(parts) == base.x(maker)


def test_all_parts_but_one_do_not_give_the_key() -> None:
    parts = [part(k) for k in range(3)]
    assert recover_key(parts) == W.x(MAKER)
    assert all(recover_key(parts[:k] + parts[k + 1 :]) * G != W.keys[MAKER] for k in range(3))


def test_recipients_are_all_others_in_seat_order() -> None:
    assert recipients(4, 1) == (0, 2, 3)


def test_prover_refuses_another_key() -> None:
    with pytest.raises(ProofError):
        prove_escrow(W.x(0), W.keys, PLACE, W.hedge(MAKER))


def test_each_scalar_and_element_changed_is_refused() -> None:
    for proof in scalars_changed(ESCROW.proof):
        refused(replace(ESCROW, proof=proof))
    for k, row in enumerate(ESCROW.rows):
        refused(with_row(k, replace(row, S=row.S + G)))
        refused(with_row(k, replace(row, R=row.R + G)))
        refused(with_row(k, replace(row, R=IDENTITY)))
    # S changed in two rows so that the sum stays
    refused(with_row(0, replace(ESCROW.rows[0], S=ESCROW.rows[0].S + G)), Y=W.keys[MAKER] + G)


def test_rows_longer_shorter_or_in_another_order_are_refused() -> None:
    rows = ESCROW.rows
    for changed in (rows[:-1], rows[1:], (*rows, rows[0]), rows[::-1], ()):
        refused(replace(ESCROW, rows=changed))
        refused(replace(ESCROW, rows=changed), seats=len(changed) + 1)
    for proof in (b"", ESCROW.proof[:-1], ESCROW.proof + bytes(32)):
        refused(replace(ESCROW, proof=proof))


def test_key_split_among_some_of_the_others_is_refused_though_the_proof_holds() -> None:
    fewer = prove_escrow(W.x(MAKER), W.keys[:3], PLACE, W.hedge(MAKER))
    verify_escrow(W.keys[MAKER], 3, fewer, PLACE)
    with pytest.raises(ProofError, match="rows"):
        verify_escrow(W.keys[MAKER], 4, fewer, PLACE)


def test_escrow_moved_elsewhere_is_refused() -> None:
    for place in places_changed(PLACE):
        with pytest.raises(ProofError):
            verify_escrow(W.keys[MAKER], 4, ESCROW, place)


def test_parts_that_do_not_add_up_are_refused_though_the_proof_holds() -> None:
    other = prove_escrow(W.x(0), [W.keys[1], W.keys[0], *W.keys[2:]], PLACE, W.hedge(MAKER))
    with pytest.raises(ProofError, match="add up"):
        verify_escrow(W.keys[MAKER], 4, other, PLACE)
    verify_escrow(W.keys[0], 4, other, PLACE)


def test_part_of_zero_is_refused() -> None:
    """A cheat gives all to one receiver, and proves it as well as may be."""
    sigmas = [W.x(MAKER), Scalar(0), Scalar(0)]
    blinds = [Scalar(5), Scalar(6), Scalar(7)]
    rows = tuple(product._fill_row(sigmas[k], blinds[k], W.keys[to], to, PLACE) for k, to in enumerate(RECEIVERS))
    witness = [scalar for pair in zip(sigmas, blinds, strict=True) for scalar in pair]
    proof = sigma.prove_checked(product._relation(rows), witness, PLACE.tag("escrow"), W.hedge(MAKER))
    with pytest.raises(ProofError, match="identity"):
        verify_escrow(W.keys[MAKER], 4, Escrow(rows, proof), PLACE)


@pytest.mark.parametrize("origin", ["deck", "another's box"])
def test_r_from_elsewhere_is_refused(origin: str) -> None:
    """Whoever complains of such a box would decrypt a card, or another seat's part, for the cheat."""
    victim = prove_escrow(W.x(0), W.keys, W.place(0), W.hedge(0)).rows[1]
    R = W.deck[9].A if origin == "deck" else victim.R
    sigmas, blinds = [part(k) for k in range(3)], [Scalar(5), Scalar(6), Scalar(7)]
    rows = [product._fill_row(sigmas[k], blinds[k], W.keys[to], to, PLACE) for k, to in enumerate(RECEIVERS)]
    rows[1] = replace(rows[1], R=R)
    witness = [scalar for pair in zip(sigmas, blinds, strict=True) for scalar in pair]
    proof = sigma.prove_checked(product._relation(rows), witness, PLACE.tag("escrow"), W.hedge(MAKER))
    refused(Escrow(tuple(rows), proof))


def test_box_opens_for_its_receiver_alone() -> None:
    assert part(1) * G == ROW.S
    for x, to in ((W.x(2), 0), (W.x(0), 2), (W.x(MAKER), 2)):
        with pytest.raises(ProofError, match="does not open"):
            open_box(ROW, x * ROW.R, PLACE, to)


def test_box_moved_elsewhere_does_not_open() -> None:
    for place in places_changed(PLACE):
        with pytest.raises(ProofError, match="does not open"):
            open_box(ROW, K, place, 2)
    for row in (replace(ROW, S=ROW.S + G), replace(ROW, R=ROW.R + G), replace(ROW, box=ESCROW.rows[0].box)):
        with pytest.raises(ProofError, match="does not open"):
            open_box(row, K, PLACE, 2)


def test_each_bit_of_a_box_turned_over_is_noticed() -> None:
    for bit in range(8 * len(ROW.box)):
        box = bytearray(ROW.box)
        box[bit // 8] ^= 1 << bit % 8
        with pytest.raises(ProofError, match="does not open"):
            open_box(replace(ROW, box=bytes(box)), K, PLACE, 2)


def test_well_made_box_with_wrong_content_is_wrong() -> None:
    good = part(1).encode()
    assert open_box(box_of(good), K, PLACE, 2) == part(1)
    over = (part(1).value + L).to_bytes(32, "little")
    for content in (over, (part(1) + Scalar(1)).encode(), good[:-1], good + b"\0", b"", bytes(32), b"\xff" * 32):
        with pytest.raises(ProofError):
            open_box(box_of(content), K, PLACE, 2)


@settings(max_examples=60)
@given(st.one_of(st.binary(max_size=60), st.binary(min_size=48, max_size=48)))
def test_any_bytes_as_box_raise_only_proof_error(box: bytes) -> None:
    with pytest.raises(ProofError):
        open_box(replace(ROW, box=box), K, PLACE, 2)


def test_published_part_is_checked_against_its_row() -> None:
    verify_part(ROW, part(1))
    for other in (part(0), part(1) + Scalar(1), Scalar(0)):
        with pytest.raises(ProofError):
            verify_part(ROW, other)


def test_rightful_complaint_shows_a_wrong_box() -> None:
    wrong = box_of(b"\1" * 32)
    complaint = prove_complaint(W.x(2), wrong, MAKER, W.place(2), W.hedge(2))
    verify_complaint(W.keys[2], wrong, complaint, MAKER, W.place(2))
    with pytest.raises(ProofError):
        open_box(wrong, complaint.K, PLACE, 2)


def test_false_complaint_shows_a_good_box() -> None:
    verify_complaint(W.keys[2], ROW, COMPLAINT, MAKER, W.place(2))
    assert open_box(ROW, COMPLAINT.K, PLACE, 2) == part(1)


def test_complaint_with_another_k_is_refused() -> None:
    """Otherwise a good box could be made to look wrong."""
    for changed in (K + G, W.x(0) * ROW.R, IDENTITY):
        with pytest.raises(ProofError):
            verify_complaint(W.keys[2], ROW, replace(COMPLAINT, K=changed), MAKER, W.place(2))


def test_complaint_changed_or_moved_is_refused() -> None:
    cases = [(W.keys[2], ROW, replace(COMPLAINT, proof=p), MAKER, W.place(2)) for p in scalars_changed(COMPLAINT.proof)]
    cases += [(W.keys[2], ROW, COMPLAINT, MAKER, place) for place in places_changed(W.place(2))]
    cases += [(W.keys[2], ROW, COMPLAINT, 0, W.place(2)), (W.keys[0], ROW, COMPLAINT, MAKER, W.place(2))]
    cases += [(W.keys[2], replace(ROW, R=ROW.R + G), COMPLAINT, MAKER, W.place(2))]
    for Y, row, complaint, maker, place in cases:
        with pytest.raises(ProofError):
            verify_complaint(Y, row, complaint, maker, place)


def test_shares_and_openings_are_no_complaints() -> None:
    """All three prove the same relation; only their tags keep them apart."""
    card = W.masked((9,))
    row = replace(ROW, R=card[0].A)
    for shares in (
        prove_shares(W.x(2), card, MAKER, W.place(2), W.hedge(2)),
        prove_open(W.x(2), (9,), card, W.place(2), W.hedge(2)),
    ):
        with pytest.raises(ProofError):
            verify_complaint(W.keys[2], row, Complaint(shares.D[0], shares.proof), MAKER, W.place(2))
