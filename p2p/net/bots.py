"""Bots as peers of their own: what one does at a table, and the processes in which a host runs its own.

The command line runs one by `patte bot HOST:PORT --table HEX --name NAME --strategy STRATEGY --pace SECONDS`, which
calls `run_bot` and ends with the exit code that it gives.
"""

from dataclasses import dataclass

from p2p.net.addresses import Address


@dataclass(frozen=True, slots=True)
class BotRequest:
    """What a bot is told.

    Attributes:
        address: where the host listens.
        table_id: 16 bytes, or none: whatever table is there.
        strategy: a name of `BOTS[game]`; which game it is, the table says.
        pace_s: seconds it takes for a move.
    """

    address: Address
    table_id: bytes
    name: str
    strategy: str
    pace_s: float


def run_bot(request: BotRequest) -> int:
    """Join, be ready at once, play to the end of the table, and leave. It runs trio itself; Ctrl-C ends it quietly.

    It leaves when the table is over, or the host has said goodbye or vanished. Its log goes to stderr as JSON lines.

    Returns:
        The process's exit code: 0 after a table, 3 not reachable, 4 refused.
    """
    raise NotImplementedError
