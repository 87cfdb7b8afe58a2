"""A whole round between 4 tables in one process on real cryptography: CPU by call and bytes on the wire by kind.

Run with `python -m tests.bench.bench_table [SEATS]`.
"""

import sys
from collections import Counter
from collections.abc import Callable
from random import Random
from time import process_time
from types import FunctionType

from p2p.table import events
from p2p.table.mental_poker import MentalPoker
from p2p.wire.envelope import Chained, parse_envelope
from tests.p2p.table.ring import Ring, ring

PHASES = {
    "signatures": ("sign", "verify_signature"),
    "keys": ("new_secret", "commitment", "prove_key", "verify_key", "joint_key", "first_deck"),
    "shuffles": ("shuffle", "verify_shuffle"),
    "escrow": ("seal_escrow", "verify_escrow", "box_is_right"),
    "shares": ("prove_shares", "verify_shares", "own_share", "partly_unmask"),
    "openings": ("prove_open", "verify_open", "read_card"),
    "holds none": ("prove_holds_none", "verify_holds_none"),
    "reveal": ("recompute",),
}
cost: Counter[str] = Counter()
calls: Counter[str] = Counter()


def timed(name: str, call: FunctionType) -> Callable[..., object]:
    def measured(*args: object) -> object:
        began = process_time()
        result = call(*args)
        cost[name] += int(1e6 * (process_time() - began))
        calls[name] += 1
        return result

    return measured


def play(seats: int) -> tuple[Ring, Counter[str], Counter[str], float]:
    """Play the first round; give the ring, frames and bytes by kind, and the CPU seconds."""
    game = "double-sir" if seats == 4 else "badam-satti"
    names = [name for names in PHASES.values() for name in names]
    measured = type("Measured", (MentalPoker,), {name: timed(name, getattr(MentalPoker, name)) for name in names})
    played = ring(game, seats, lambda number: measured(Random(number).randbytes))
    frames: Counter[str] = Counter()
    sizes: Counter[str] = Counter()

    def tamper(sender: int, receiver: int, data: bytes) -> list[bytes]:
        envelope = parse_envelope(data)
        kind = envelope.kind if isinstance(envelope, Chained) else f"({envelope.kind})"
        frames[kind] += 1
        sizes[kind] += len(data)
        return [data]

    def is_over(_: object) -> bool:
        return all(any(isinstance(event, events.RoundEnded) for event in log) for log in played.log)

    played.tamper = tamper
    began = process_time()
    played.run(until=is_over)
    return played, frames, sizes, process_time() - began


def main(seats: int) -> None:
    """Print the tables."""
    played, frames, sizes, seconds = play(seats)
    moves = sum(isinstance(event, events.Moved) for event in played.log[0])
    print(f"{played.tables[0].contract.game}, {seats} tables, a round of {moves} moves: {seconds:.2f} s of CPU")
    for phase, names in PHASES.items():
        detail = ", ".join(f"{name} {calls[name]} x {cost[name] / 1e3 / max(1, calls[name]):.2f} ms" for name in names)
        print(f"{phase:>12} {sum(cost[name] for name in names) / 1e6:6.2f} s   {detail}")
    print(f"{'the rest':>12} {seconds - sum(cost.values()) / 1e6:6.2f} s   the table itself, and carrying")
    print(f"{'kind':>14} {'frames':>7} {'bytes':>9}   on all links together")
    for kind in sorted(sizes, key=lambda one: -sizes[one]):
        print(f"{kind:>14} {frames[kind]:7} {sizes[kind]:9}")
    print(f"{'all':>14} {sum(frames.values()):7} {sum(sizes.values()):9}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 4)
