"""`patte verify`: a transcript as a list of checks, one line each, in words that people know; or as JSON.

The checks are made by `p2p.table.audit`; here is only how they are told. Names come from the contract under which
something happened: who took the seat of a cheat is never named for what the cheat did.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from textwrap import wrap

from cli import text
from cli import words_table as table_words
from cli import words_verify as words
from cli.checked_file import UNFAIR, Checked, Fault, check_file
from cli.company import Company
from cli.language import Language
from cli.output import text_columns
from cli.text import Words
from engine.game import Match, Seat
from p2p.identity import fingerprint
from p2p.table.audit import Audit, AuditedRound, Charge
from p2p.table.contract import Contract


class Mark(Enum):
    """What stands before a check: it holds, it does not, or there is nothing to check."""

    HOLDS = "ok"
    FAILS = "NO"
    OPEN = "--"


@dataclass(frozen=True, slots=True)
class Check:
    """One line: its mark, what it says, and why it matters (None: that was said, or says itself)."""

    mark: Mark
    line: str
    why: Words | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """Checks that belong together: the table's, a round's, the end's."""

    title: str
    checks: tuple[Check, ...]


def run_verify(path: str, language: Language, *, explain: bool, as_json: bool) -> int:
    """Check a file and print what was found; give the exit code.

    Raises:
        CliError: there is no such file, or it cannot be read.
    """
    checked = check_file(path, language)
    if as_json:
        print(json.dumps(report_json(path, checked)))
    else:
        for line in report_lines(checked, language, explain=explain, columns=text_columns()):
            print(line)
    return 0 if checked.audit is not None and not checked.audit.charges else UNFAIR


def report_lines(checked: Checked, language: Language, *, explain: bool, columns: int) -> Iterator[str]:
    """Write the report for people."""
    if checked.fault is not None:
        yield f"{Mark.FAILS.value}  {words.NOT_TRUE.of(language)}"
        yield f"    {_fault_line(checked.fault, language)}"
        yield words.NOT_TRUE_WHY.of(language)
        yield words.NOT_TRUE_DO.of(language)
    if checked.audit is None:
        return
    audit = checked.audit
    yield from _table_lines(audit, language)
    told: set[Words] = set()
    for part in parts_of(audit, language):
        yield ""
        yield part.title
        for check in part.checks:
            yield f"{check.mark.value}  {check.line}"
            if explain and check.why is not None and check.why not in told:
                told.add(check.why)
                yield from wrap(check.why.of(language), columns, initial_indent="    ", subsequent_indent="    ")
    yield ""
    yield (words.CHEATED if audit.charges else words.FAIR).of(language)


def parts_of(audit: Audit, language: Language) -> Iterator[Part]:
    """Give all checks of a true record, in the order in which things happened."""
    company = Company.of(audit.rounds[0].contract if audit.rounds else audit.contract, None, language)
    yield Part(words.THE_TABLE.of(language), (*_table_checks(audit, company), *_charges(audit, 0, language)))
    for number, found in enumerate(audit.rounds, 1):
        again = number > 1 and len(audit.rounds[number - 2].before.rounds) == len(found.before.rounds)
        title = (words.ROUND_AGAIN if again else words.ROUND).of(language, number=len(found.before.rounds) + 1)
        named = Company.of(found.contract, None, language)
        yield Part(title, (*_round_checks(found, named), *_charges(audit, number, language)))
    if audit.match is not None:
        yield Part(words.THE_END.of(language), _end_checks(audit, audit.match, language))


def report_json(path: str, checked: Checked) -> dict[str, object]:
    """Give the report as protocol.md documents it; all keys are always there."""
    audit, fault = checked.audit, checked.fault
    match = None if audit is None else audit.match
    return {
        "file": path,
        "fair": audit is not None and not audit.charges,
        "finished": audit is not None and audit.is_finished,
        "signed": audit is not None and audit.is_signed,
        "game": None if audit is None else audit.contract.game,
        "options": {} if audit is None else dict(audit.contract.options),
        "seats": [] if audit is None else _seats_json(audit.contract),
        "coin": None if audit is None or audit.dealer is None else {"dealer": audit.dealer, "digits": audit.digits},
        "rounds": [] if audit is None else [_round_json(found) for found in audit.rounds],
        "score": {} if match is None else {name: list(row) for name, row in match.standing},
        "winners": [] if match is None else list(match.winners),
        "cheats": [] if audit is None else [_cheat_json(audit, charge) for charge in audit.charges],
        "fault": None if fault is None else _fault_json(fault),
    }


def _table_lines(audit: Audit, language: Language) -> Iterator[str]:
    contract = audit.contract
    company = Company.of(contract, None, language)
    title = text.GAME_TITLES[contract.game].of(language)
    options = " ".join(f"{name}={value}" for name, value in contract.options)
    yield words.TABLE_LINE.of(language, game=title, seats=company.seats, options=options)
    yield words.KEYS_ARE.of(language)
    for seat, name in zip(contract.seats, company.names, strict=True):
        yield words.KEY_LINE.of(language, key=fingerprint(seat.key), name=name)


def _table_checks(audit: Audit, company: Company) -> Iterator[Check]:
    yield Check(Mark.HOLDS, company.say(words.CONTRACT), words.CONTRACT_WHY)
    if audit.dealer is not None:
        digits = f"{audit.digits[:4]} {audit.digits[4:]}"
        line = company.say(words.COIN, name=company.name(audit.dealer), digits=digits)
        yield Check(Mark.HOLDS, line, words.COIN_WHY)


def _round_checks(found: AuditedRound, company: Company) -> Iterator[Check]:
    """Give a round's checks, as far as the round got."""
    if found.shuffled:
        yield Check(Mark.HOLDS, company.say(words.SHUFFLES, names=company.joined(found.shuffled)), words.SHUFFLES_WHY)
    if found.confirmed:
        yield Check(Mark.HOLDS, company.say(words.SAME_DECK), words.SAME_DECK_WHY)
    if found.escrows:
        yield Check(Mark.HOLDS, company.say(words.ESCROW), words.ESCROW_WHY)
    if found.shares:
        yield Check(Mark.HOLDS, company.say(words.SHARES, count=found.shares), words.SHARES_WHY)
    if found.moves:
        line = company.say(words.MOVES, count=len(found.moves), proofs=found.holds_none)
        yield Check(Mark.HOLDS, line, words.MOVES_WHY)
    if found.unproven:
        yield Check(Mark.FAILS, company.say(words.NOT_REVEALED, names=company.joined(found.unproven)))
    elif found.revealed:
        yield Check(Mark.HOLDS, company.say(words.REVEAL), words.REVEAL_WHY)
    if found.after is not None:
        score = _score_text(found.after, company)
        if found.state is not None:
            yield Check(Mark.HOLDS, company.say(words.SCORE, score=score), words.SCORE_WHY)
        else:
            yield Check(Mark.OPEN, company.say(words.BROKEN_OFF, score=score), words.BROKEN_OFF_WHY)


def _end_checks(audit: Audit, match: Match, language: Language) -> tuple[Check, ...]:
    company = Company.of(audit.contract, None, language)
    if not match.is_over:
        return (Check(Mark.OPEN, company.say(words.NOT_FINISHED), words.NOT_FINISHED_WHY),)
    names = company.joined(match.winners)
    if audit.is_signed:
        return (Check(Mark.HOLDS, company.say(words.SHEET, names=names), words.SHEET_WHY),)
    return (Check(Mark.OPEN, company.say(words.NO_SHEET, names=names), words.SHEET_WHY),)


def _charges(audit: Audit, rounds_begun: int, language: Language) -> Iterator[Check]:
    """Give what was proved when so many rounds had begun: who, what, and where."""
    for charge in audit.charges:
        if charge.rounds_begun == rounds_begun:
            company, offence = Company.of(charge.contract, None, language), charge.offence
            doer = company.doer(Seat(offence.seat))
            what = company.say(table_words.CHEATS[offence.code.value], doer=doer)
            number = _round_of(audit, charge)
            at = company.say(words.ROUND, number=number)
            where = company.say(words.CHEAT_PLACE if number else words.CHEAT_BEFORE, round=at, step=offence.step)
            said = company.say(words.CHEAT_WHY, code=offence.code.value, why=offence.why)
            yield Check(Mark.FAILS, f"{company.say(table_words.CHEAT, what=what)}\n    {where}\n    {said}")


def _round_of(audit: Audit, charge: Charge) -> int:
    """Give the number that people know of the round in which something was proved; 0 before the first."""
    return len(audit.rounds[charge.rounds_begun - 1].before.rounds) + 1 if charge.rounds_begun else 0


def _score_text(match: Match, company: Company) -> str:
    parts = []
    for name, numbers in match.standing:
        if len(numbers) == company.seats:
            counted = [f"{company.name(Seat(seat))} {number}" for seat, number in enumerate(numbers)]
        elif len(numbers) == 1:
            counted = [str(number) for number in numbers]
        else:
            counted = [f"{company.team(team)} {number}" for team, number in enumerate(numbers)]
        parts.append(text.STANDING[name].of(company.language, numbers=", ".join(counted)))
    return "; ".join(parts)


def _fault_line(fault: Fault, language: Language) -> str:
    known = words.FAULTS.get(fault.why) or words.FAULTS.get(fault.why.partition(":")[0])
    said = words.ANOTHER_FAULT.of(language, why=fault.why) if known is None else known.of(language)
    if fault.entry < 0:
        return words.AT_FILE.of(language, fault=said)
    if not fault.entries:
        return words.AT_NUMBER.of(language, number=fault.entry + 1, fault=said)
    if fault.seat is None:
        return words.AT_ENTRY.of(language, number=fault.entry + 1, count=fault.entries, fault=said)
    at = (words.ROUND if fault.round else words.BEFORE_ROUNDS).of(language, number=fault.round)
    return words.AT_MESSAGE.of(
        language,
        number=fault.entry + 1,
        count=fault.entries,
        kind=fault.kind,
        name=fault.name,
        round=at,
        fault=said,
    )


def _seats_json(contract: Contract) -> list[dict[str, object]]:
    names = Company.of(contract, None, Language.ENGLISH).names
    return [
        {"name": name, "key": fingerprint(seat.key), "bot": seat.bot}
        for name, seat in zip(names, contract.seats, strict=True)
    ]


def _round_json(found: AuditedRound) -> dict[str, object]:
    return {
        "attempt": found.number,
        "round": len(found.before.rounds) + 1,
        "shuffled": list(found.shuffled),
        "same_deck": found.confirmed,
        "escrow": found.escrows,
        "shares": found.shares,
        "moves": len(found.moves),
        "holds_none": found.holds_none,
        "revealed": list(found.revealed),
        "unproven": list(found.unproven),
        "counted": found.after is not None and len(found.after.rounds) > len(found.before.rounds),
    }


def _cheat_json(audit: Audit, charge: Charge) -> dict[str, object]:
    seat = charge.contract.seats[charge.offence.seat]
    return {
        "seat": charge.offence.seat,
        "name": Company.of(charge.contract, None, Language.ENGLISH).names[charge.offence.seat],
        "key": fingerprint(seat.key),
        "code": charge.offence.code.value,
        "round": _round_of(audit, charge),
        "step": charge.offence.step,
        "why": charge.offence.why,
    }


def _fault_json(fault: Fault) -> dict[str, object]:
    return {
        "entry": fault.entry,
        "entries": fault.entries,
        "seat": fault.seat,
        "name": fault.name,
        "kind": fault.kind,
        "round": fault.round,
        "why": fault.why,
    }
