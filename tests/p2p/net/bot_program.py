"""Stands in for the command line in tests: `python -m tests.p2p.net.bot_program bot HOST:PORT --table HEX ...`."""

import argparse
import sys

from p2p.net.addresses import parse_address
from p2p.net.bots import BotRequest, run_bot


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["bot"])
    parser.add_argument("address")
    for name in ("--table", "--name", "--strategy", "--pace"):
        parser.add_argument(name, required=True)
    told = parser.parse_args()
    return run_bot(
        BotRequest(parse_address(told.address), bytes.fromhex(told.table), told.name, told.strategy, float(told.pace))
    )


if __name__ == "__main__":
    sys.exit(main())
