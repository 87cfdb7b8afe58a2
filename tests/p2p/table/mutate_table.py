"""Drop the table's checks one at a time, and see that a test notices: `python tests/p2p/table/mutate_table.py [N...]`.

Each mutation changes one place of a copy of the project and runs the tests named beside it. It prints the test that
failed first; exits 1 if a mutation survived. Run by hand: it takes some minutes.
"""

# ruff: noqa: E501  (a row is a mutation)

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
MOVES, DECKS, FORKS = "tests/cheats/test_moves.py", "tests/cheats/test_decks.py", "tests/cheats/test_forks.py"
BEARING, GOING_ON = "tests/cheats/test_bearing.py", "tests/cheats/test_going_on.py"
TABLE, SETTLING = "tests/p2p/table/test_table.py", "tests/p2p/table/test_settling.py"
LEGALITY = "tests/p2p/table/test_legality.py"
GOSSIP = "tests/p2p/table/test_table_gossip.py"
TRANSCRIPT, BREAKING = "tests/p2p/table/test_transcript.py", "tests/p2p/table/test_breaking.py"
CONTRACT, CHAIN, PRESENCE = (f"tests/p2p/table/test_{name}.py" for name in ("contract", "chain", "presence"))
ENVELOPE = "tests/p2p/wire/test_envelope.py"
TIMEOUT_S = 240

# The file; the text as it is; the text as it becomes; where a test must notice, and which (pytest's -k).
MUTATIONS = (
    ("table/dealing.py", "self.crypto.verify_key(", "self.crypto.commitment and (lambda *_: None)(", DECKS, "key"),
    ("table/dealing.py", "if message.key in self.earlier_keys:", "if False:", DECKS, "earlier"),
    ("table/dealing.py", "        if twice:\n", "        if False:\n", TABLE, "equal_keys"),
    ("table/dealing.py", "self.crypto.verify_shuffle(", "(lambda *_: None)(", DECKS, "shuffle"),
    ("table/dealing.py", "self.crypto.verify_escrow(", "(lambda *_: None)(", DECKS, "escrow"),
    ("table/dealing.py", "self.crypto.verify_shares(", "(lambda *_: None)(", DECKS, "share"),
    ("table/dealing.py", "self.crypto.verify_complaint(", "(lambda *_: None)(", DECKS, "complaint"),
    ("table/dealing.py", "if self.crypto.box_is_right_with(", "if (lambda *_: False)(", DECKS, "complaint"),
    ("table/dealing.py", "abouts != sorted(set(abouts)) or ", "", TABLE, "complaints"),
    ("table/dealing.py", " or not set(abouts) <= set(self._others(seat))", "", DECKS, "complaint"),
    ("table/dealing.py", "        if abouts:\n", "        if False:\n", DECKS, "box"),
    ("table/dealing.py", "if message.position not in self.closed(seat):", "if False:", MOVES, "closed"),
    ("table/dealing.py", "self.crypto.verify_open(", "(lambda *_: None)(", MOVES, "wrong_share"),
    ("table/dealing.py", "            if given:\n", "            if False:\n", MOVES, "none_is_called"),
    ("table/dealing.py", "self.crypto.verify_holds_none(", "(lambda *_: None)(", MOVES, "revoke or false_pass"),
    ("table/dealing.py", "and p not in self.opened)", ")", MOVES, "closed"),
    ("table/playing.py", "after = before.apply(seat, move)", "after = before", MOVES, "fit or pass"),
    ("table/playing.py", "if p != position),", "),", TABLE, "stay_closed"),
    ("table/playing.py", "self.is_confirmed = True", "pass", MOVES, "out_of_turn or fit"),
    ("table/playing.py", "                if odd is not None:\n                    raise odd\n", "", FORKS, "alone_has"),
    ("table/playing.py", "len(digests) == 2 and len(alone) == 1", "len(alone) == 1", TABLE, "digests"),
    ("table/playing.py", "len(digests) == 2 and len(alone) == 1", "len(digests) == 2", TABLE, "digests"),
    ("table/playing.py", "enumerate(found) if one.why]\n        if isinstance", "()]\n        if isinstance", DECKS, "reveal"),
    ("table/playing.py", "if len(unknown) > 1:", "if False:", TABLE, "two_hands"),
    ("table/playing.py", "if self.dealing.opened or", "if", "tests/p2p/table/test_ring.py", "random_match"),
    ("table/flow.py", "if self._taken[seat] != committed:", "if False:", FORKS, "coin_reveal"),
    ("table/flow.py", "self.keys_seen |= ", "_ = ", DECKS, "earlier"),
    ("table/flow.py", "if seat not in out)", ")", DECKS, "last_round"),
    ("table/flow.py", "return () if odd is None else (odd,)", "return ()", FORKS, "score_sheet"),
    ("table/chain.py", "        if envelope.head != step.head:\n            return Place.FOREIGN\n", "", BEARING, "foreign"),
    ("table/chain.py", "if envelope.seat not in step.seats:", "if False:", CHAIN, ""),
    ("table/chain.py", "Place.NEXT if envelope.kind in step.kinds else Place.WRONG_KIND", "Place.NEXT", FORKS, "kind"),
    ("table/chain.py", "        if len(kept) > MOST_EARLY:\n            del kept[max(kept)]\n", "", CHAIN, ""),
    ("table/chain.py", "        if len(aside) > MOST_EARLY:\n            del aside[next(iter(aside))]\n", "", CHAIN, ""),
    ("table/chain.py", "Place.REPEAT if held.raw == envelope.raw else Conflict(held)", "Place.REPEAT", FORKS, "coin or Confirm"),
    ("table/ledger.py", "                self.chain.set_aside(envelope)\n                return Outcome.FOREIGN", "                return Outcome.FOREIGN", FORKS, "nobody_has"),
    ("table/ledger.py", "        if other is None:\n            self.chain.set_aside(envelope)\n", "", FORKS, "good_message_to_some"),
    ("table/ledger.py", "(self.is_open or self._settles)", "self.is_open", SETTLING, ""),
    ("table/ledger.py", "or _rank(offence) < _rank(known)", "", FORKS, "good_message_to_some"),
    ("table/ledger.py", "return offence.step, offence.code is not Code.TWO_MESSAGES", "return offence.step, False", FORKS, "good_message_to_some"),
    ("table/ledger.py", "tuple(sorted({envelope.raw, envelope.raw if other is None else other.raw}))", "(envelope.raw,) if other is None else (envelope.raw, other.raw)", FORKS, "fork_of_any"),
    ("table/ledger.py", "if phase is Phase.OVER and match is not None and match.is_over:", "if False:", SETTLING, "sheet"),
    ("table/ledger.py", "committed=self._committed", "committed=None", SETTLING, ""),
    ("table/ledger.py", "if commits and self.snapshots[commits[-1]].round_number == running else None", "if commits else None", SETTLING, ""),
    ("table/breaking.py", "if offence.counts_from == first}", "}", BREAKING, ""),
    ("table/breaking.py", "step = next(confirmed, committed + 1)", "step = len(snapshots) - 1", BREAKING, ""),
    ("table/breaking.py", "or taken & keys", "", BREAKING, ""),
    ("table/breaking.py", "set(newcomers) != set(self.seats) or ", "", BREAKING, ""),
    ("table/contract.py", "if len(set(keys)) != len(keys):", "if False:", CONTRACT, ""),
    ("table/contract.py", "parse_peer_id(key)", "key", BEARING, "small_order_key_is"),
    ("table/contract.py", "if match.options != contract.options:", "if False:", CONTRACT, ""),
    ("table/contract.py", "and digest == _text_digest(text)", "", CONTRACT, ""),
    ("table/contract.py", "if contract.random_seats and contract.amends is not None:", "if False:", CONTRACT, ""),
    ("table/contract.py", "if len(raw) <= MOST_CONTRACT else ()", "", CONTRACT, ""),
    ("table/table.py", "        if envelope.seat >= len(section.contract.seats):\n", "        if False:\n", BEARING, "does_not_have"),
    ("table/table.py", "        self._crypto.verify_signature(section.contract", "        (lambda *_: None)(section.contract", BEARING, "another_key"),
    ("table/table.py", "        self._crypto.verify_signature(key, ", "        (lambda *_: None)(key, ", GOSSIP, "falsely"),
    ("table/table.py", "        if envelope.table_id != self.contract.table_id:\n", "        if False:\n", GOSSIP, "another_table"),
    ("table/table.py", "if seat is not None and envelope.nonce != self.contract.seats[seat].nonce:", "if False:", BEARING, "goodbye"),
    ("table/table.py", "key = parse_peer_id(envelope.sender)", "key = PeerId(envelope.sender)", BEARING, "loose_message_of_a_small"),
    ("table/table.py", "if not self._gossip.is_new(envelope, is_seated=seat is not None):", "if False:", GOSSIP, "repeated"),
    ("table/table.py", "is_seated=seat is not None", "is_seated=False", BEARING, "strangers"),
    ("table/table.py", "        if outcome is Outcome.CHARGED:\n            self._pass_on(section)\n", "", FORKS, "at_once"),
    ("table/table.py", "if broken is None or seat in broken.seats or self._is_bound:", "if broken is None or self._is_bound:", GOING_ON, "of_who_is_out"),
    ("table/table.py", "rank * PROPOSE_AFTER_S - earlier_s", "0", GOING_ON, "second_seat"),
    ("table/table.py", "earlier_s=HEAR_EARLIER_S", "earlier_s=0.0", GOING_ON, "second_seat"),
    ("table/table.py", "fits = broken.contract(self.contract, newcomers) == contract", "fits = True", GOING_ON, "another_score"),
    ("table/table.py", "self._strange: deque[Chained] = deque(maxlen=MOST_STRANGE)", "self._strange: deque[Chained] = deque()", GOSSIP, "bounded_room"),
    ("table/gossip.py", "if now - self._answered.get(link, -1.0) < WANT_LEAST_S / 4:", "if False:", GOSSIP, "want"),
    ("table/gossip.py", "            if left < 0:\n                break\n", "", GOSSIP, "bounded"),
    ("table/gossip.py", "if envelope.counter <= had.get(key, -1):", "if False:", GOSSIP, "repeated"),
    ("table/gossip.py", "        if not is_seated and len(had) > MOST_COUNTED:\n            del had[next(iter(had))]\n", "", GOSSIP, "strangers"),
    ("table/gossip.py", "beat.head != self._head_at(theirs, beat.step)", "False", GOSSIP, "another_past"),
    ("table/presence.py", "if seat not in self.away or seat in self._late:", "if seat not in self.away:", PRESENCE, ""),
    ("table/presence.py", "max(now, self._heard.get(seat, now))", "now", PRESENCE, ""),
    ("table/audit.py", "    if envelope.contract_hash != contract.hash:\n", "    if False:\n", TRANSCRIPT, "changed or swapped"),
    ("table/audit.py", "    if envelope.seat >= len(contract.seats):\n", "    if False:\n", TRANSCRIPT, "does_not_have"),
    ("table/audit.py", "        crypto.verify_signature(", "        (lambda *_: None)(", TRANSCRIPT, "changed"),
    ("table/audit.py", "    if due != found:\n", "    if False:\n", TRANSCRIPT, "evidence"),
    ("table/audit.py", "    if contract != expected:\n", "    if False:\n", TRANSCRIPT, "swapped or twice or changed"),
    ("table/audit.py", "    if not transcript.is_whole:\n", "    if False:\n", TRANSCRIPT, "closed_by or cut"),
    ("table/audit.py", "    if section.stopped:\n", "    if False:\n", TRANSCRIPT, "two_versions"),
    ("table/audit.py", "envelope.seat <= opened[-1].seat and", "False and", TRANSCRIPT, "another_order"),
    ("table/transcript.py", "size > MOST_ENTRY or ", "", TRANSCRIPT, "larger"),
    ("table/transcript.py", "    if isinstance(envelope, Loose):\n", "    if False:\n", TRANSCRIPT, "loose"),
    ("table/legality.py", "card != played and ", "", LEGALITY, ""),
    ("table/legality.py", " and str(card) not in opened_cards", "", TABLE, "stay_closed"),
    ("wire/envelope.py", "if version == VERSION:", "if True:", ENVELOPE, "version"),
    ("wire/envelope.py", "and seat >= 0 and", "and", ENVELOPE, ""),
)  # fmt: skip


def survives(number: int, tree: Path) -> bool:
    """Run the tests on the mutated tree; print what noticed."""
    name, old, new, tests, words = MUTATIONS[number]
    path = tree / "p2p" / name
    text = path.read_text()
    if text.count(old) < 1:
        print(f"{number:3} {name}: the text is not there any more: {old!r}", flush=True)
        return True
    path.write_text(text.replace(old, new, 1))
    command = [sys.executable, "-m", "pytest", "-x", "-n0", "-q", "--no-header", "--tb=no", tests]
    command += ["-k", words] if words else []
    try:
        done = subprocess.run(command, cwd=tree, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
        failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        noticed = failed[0][:110] if failed else ("SURVIVED" if done.returncode == 0 else f"exit {done.returncode}")
    except subprocess.TimeoutExpired:
        failed = [noticed := "does not end"]
    path.write_text(text)
    print(f"{number:3} {name}: {old.strip().splitlines()[0][:60]!r}: {noticed}", flush=True)
    return not failed


def main(numbers: list[int]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        for name in ("engine", "p2p", "cli", "tests", "typings"):
            shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", tree)
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        left = [number for number in numbers if survives(number, tree)]
    print(f"{len(numbers)} mutations, survived: {left}")
    return 1 if left else 0


if __name__ == "__main__":
    chosen = [int(word) for word in sys.argv[1:]] or list(range(len(MUTATIONS)))
    raise SystemExit(main(chosen))
