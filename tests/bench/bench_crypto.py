"""How long the cryptography takes, beside the floor: `python -m tests.bench.bench_crypto`.

The floor of a task is the number of group operations it cannot do without (multiplications, multiplications by the
generator, additions) times what one of each costs in the same run. What is above the floor is ours: hashing, scalars,
Python. The exit status is 1 if a bar is missed.
"""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from p2p.crypto.elgamal import CARDS, encode_deck
from p2p.crypto.escrow import open_box, prove_escrow, recipients, verify_escrow
from p2p.crypto.hand import prove_shares, verify_shares
from p2p.crypto.holds_none import HoldsNone, prove_holds_none, verify_holds_none
from p2p.crypto.keys import prove_key, verify_key
from p2p.crypto.ristretto import RISTRETTO, G, Scalar, encode_elements
from p2p.crypto.shuffle import prove_shuffle, shuffle, verify_shuffle
from tests.p2p.crypto.world import World, world

REPEATS = 7
RATIO_BAR = 1.35


@dataclass(frozen=True)
class Operations:
    """A number of multiplications, multiplications by the generator, and additions."""

    multiply: int = 0
    base: int = 0
    add: int = 0

    def __add__(self, other: "Operations") -> "Operations":
        return Operations(self.multiply + other.multiply, self.base + other.base, self.add + other.add)

    def __rmul__(self, times: int) -> "Operations":
        return Operations(times * self.multiply, times * self.base, times * self.add)


@dataclass(frozen=True)
class Costs:
    """Milliseconds of one operation each, measured in this run."""

    multiply_ms: float
    base_ms: float
    add_ms: float

    def floor_ms(self, need: Operations) -> float:
        return need.multiply * self.multiply_ms + need.base * self.base_ms + need.add * self.add_ms


SHUFFLE = Operations(52, 52, 104)
SHUFFLE_PROOF = Operations(261, 160, 312)
SHUFFLE_CHECK = Operations(423, 56, 522)
KEY = Operations(0, 3, 0)
KEY_CHECK = Operations(1, 1, 1)


def shares(cards: int) -> Operations:
    """The shares, their commitments, and the check of the witness."""
    return Operations(3 * cards, 3, 0)


def shares_check(cards: int) -> Operations:
    return Operations(2 * cards + 1, 1, cards + 1)


def holds_none(positions: int, cards: int) -> Operations:
    """The message, its commitments, and the check of the witness."""
    return 3 * Operations(1 + cards + 2 * positions, 0, positions) + Operations(0, 2, 0)


def holds_none_check(positions: int, cards: int) -> Operations:
    return Operations(3 + 2 * cards + 3 * positions, 1, 2 + cards + 2 * positions)


def escrow(seats: int) -> Operations:
    """Rows, commitments, check of the witness, and a key for each box."""
    return (seats - 1) * Operations(1, 6, 0) + Operations(0, 1, 0)


def escrow_check(seats: int) -> Operations:
    """All rows, their sum, and one's own box."""
    return (seats - 1) * Operations(2, 2, 2) + Operations(1, 1, seats - 2)


def setup(seats: int, cards: int = 52) -> Operations:
    """All that all peers do before play, dealt in one stage; each checks what each other does."""
    mine = KEY + SHUFFLE + SHUFFLE_PROOF + escrow(seats)
    others = KEY_CHECK + SHUFFLE_CHECK + escrow_check(seats)
    total = seats * (mine + (seats - 1) * others)
    for seat in range(seats):
        given = sum(position % seats != seat for position in range(cards))
        total = total + shares(given) + (seats - 1) * shares_check(given)
    return total


def best_ms(task: Callable[[], object], repeats: int = REPEATS) -> float:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        task()
        times.append(time.perf_counter() - start)
    return 1000 * min(times)


def measure_costs(base: World) -> Costs:
    """Cost of one operation, encoding and decoding included, from lists like those in a proof."""
    x = base.x(0)
    A = [(x, card.A) for card in base.deck]
    generator = [(x, G)] * 52
    ones = [(Scalar(1), card.A) for card in base.deck] * 10
    add = best_ms(lambda: RISTRETTO.combine(ones)) / (len(ones) - 1)
    return Costs(
        multiply_ms=(best_ms(lambda: RISTRETTO.combine(A)) - 51 * add) / 52,
        base_ms=(best_ms(lambda: RISTRETTO.combine(generator)) - 51 * add) / 52,
        add_ms=add,
    )


class Report:
    """Prints a line for each task, and remembers whether all bars were kept."""

    def __init__(self, costs: Costs) -> None:
        self.costs = costs
        self.ok = True
        print(f"{'task':34} {'ms':>8} {'floor':>8} {'ratio':>6}  bar")

    def line(self, name: str, took_ms: float, need: Operations, *, ratio: float = 0, most_ms: float = 0) -> None:
        floor = self.costs.floor_ms(need)
        kept = (not ratio or took_ms <= ratio * floor) and (not most_ms or took_ms <= most_ms)
        bar = f"<= {ratio} x floor" if ratio else f"<= {most_ms} ms" if most_ms else ""
        missed = "" if kept else "  MISSED"
        print(f"{name:34} {took_ms:8.2f} {floor:8.2f} {took_ms / floor:6.2f}  {bar}{missed}")
        self.ok = self.ok and kept


def bench_shuffle(report: Report, base: World) -> None:
    own, before, place, hedge = base.derived[3], base.decks[3], base.place(3), base.hedge(3)
    plain_ms = best_ms(lambda: shuffle(before, base.Y, own.permutation, own.remask))
    both_ms = best_ms(lambda: prove_shuffle(before, base.Y, own.permutation, own.remask, place, hedge))
    after, proof = prove_shuffle(before, base.Y, own.permutation, own.remask, place, hedge)
    report.line("shuffle", plain_ms, SHUFFLE)
    report.line("shuffle and prove", both_ms, SHUFFLE + SHUFFLE_PROOF, ratio=RATIO_BAR)
    report.line("prove (the difference)", both_ms - plain_ms, SHUFFLE_PROOF, ratio=RATIO_BAR)
    check_ms = best_ms(lambda: verify_shuffle(before, after, base.Y, proof, place))
    report.line("verify shuffle", check_ms, SHUFFLE_CHECK, ratio=RATIO_BAR)
    size = len(encode_deck(after)) + len(encode_elements(proof.C + proof.D)) + len(proof.proof)
    print(f"deck with proof: {size} bytes (bar 10300)")
    report.ok = report.ok and size <= 10_300


def bench_shares(report: Report, base: World) -> None:
    masked, x, place, hedge = base.deck[:39], base.x(0), base.place(0), base.hedge(0)
    made = prove_shares(x, masked, 0, place, hedge)
    report.line("39 shares", best_ms(lambda: prove_shares(x, masked, 0, place, hedge)), shares(39))
    check_ms = best_ms(lambda: verify_shares(base.keys[0], masked, made, 0, place))
    report.line("check 39 shares", check_ms, shares_check(39))


def bench_holds_none(report: Report, seats: int, positions: int, cards: int, *, bars: bool) -> None:
    base = world(seats)
    places = base.positions(0)[:positions]
    held = [base.face(position) for position in places]
    absent = tuple(card for card in CARDS if card not in held)[:cards]
    statement = HoldsNone(base.keys[0], places, base.stripped(0, places), absent)
    x, place, hedge = base.x(0), base.place(0), base.hedge(0)
    proof = prove_holds_none(statement, x, place, hedge)
    name = f"holds none, {positions} against {cards}"
    prove_ms = best_ms(lambda: prove_holds_none(statement, x, place, hedge))
    check_ms = best_ms(lambda: verify_holds_none(statement, proof, place))
    report.line(name, prove_ms, holds_none(positions, cards), most_ms=15 if bars else 0)
    report.line(f"check {name}", check_ms, holds_none_check(positions, cards), most_ms=8 if bars else 0)


def bench_escrow(report: Report, base: World) -> None:
    made = prove_escrow(base.x(0), base.keys, base.place(0), base.hedge(0))
    prove_ms = best_ms(lambda: prove_escrow(base.x(0), base.keys, base.place(0), base.hedge(0)))
    report.line("escrow of 4 seats", prove_ms, escrow(4))

    def check() -> None:
        verify_escrow(base.keys[0], 4, made, base.place(0))
        open_box(made.rows[0], base.x(1) * made.rows[0].R, base.place(0), 1)

    report.line("check it, open one's box", best_ms(check), escrow_check(4))


def set_up_round(base: World) -> None:
    """Every seat's work up to the first move, and every other seat's check of it."""
    seats = range(base.seats)
    for seat in seats:
        x, place, hedge = base.x(seat), base.place(seat), base.hedge(seat)
        key_proof = prove_key(x, place, hedge)
        own, before = base.derived[seat], base.decks[seat]
        after, proof = prove_shuffle(before, base.Y, own.permutation, own.remask, place, hedge)
        masked = tuple(base.deck[position] for position in range(52) if position % base.seats != seat)
        made = prove_shares(x, masked, 0, place, hedge)
        rows = prove_escrow(x, base.keys, place, hedge)
        for other, row in zip(recipients(base.seats, seat), rows.rows, strict=True):
            verify_key(base.keys[seat], key_proof, place)
            verify_shuffle(before, after, base.Y, proof, place)
            verify_shares(base.keys[seat], masked, made, 0, place)
            verify_escrow(base.keys[seat], base.seats, rows, place)
            open_box(row, base.x(other) * row.R, place, other)


def main() -> int:
    """Measure everything; return the exit status."""
    base = world(4)
    costs = measure_costs(base)
    print(
        f"us: multiply {1000 * costs.multiply_ms:.1f}, by G {1000 * costs.base_ms:.1f}, add {1000 * costs.add_ms:.1f}"
    )
    report = Report(costs)
    bench_shuffle(report, base)
    bench_shares(report, base)
    bench_holds_none(report, 4, 13, 13, bars=True)
    bench_holds_none(report, 3, 17, 8, bars=False)
    bench_escrow(report, base)
    for seats in (3, 4, 7):
        played = world(seats)
        took_ms = best_ms(lambda played=played: set_up_round(played), repeats=2)  # type: ignore[misc]
        report.line(f"set-up of a round, all {seats} peers", took_ms, setup(seats))
    return 0 if report.ok else 1


if __name__ == "__main__":
    sys.exit(main())
