"""What the log says of a happening: its name and a few numbers. Never cards, words, names or keys in full."""

import re

from p2p.net.happenings import (
    BotEnded,
    ContractProposed,
    Happening,
    JoinRefused,
    Linked,
    LinkLost,
    PasswordTried,
    ProposalRefused,
    ReadyChanged,
    SatDown,
    StoodUp,
    TableClosed,
    TranscriptFailed,
    TranscriptWritten,
)
from p2p.net.log import Log, short
from p2p.table import events

_BREAKS = re.compile(r"(?<=[a-z])(?=[A-Z])")


def log_happening(log: Log, happening: Happening) -> None:
    """Write one line about a happening."""
    log.write(_BREAKS.sub("-", type(happening).__name__).lower(), **_facts(happening))


def _facts(happening: Happening) -> dict[str, str | float | bool]:
    match happening:
        case SatDown(seat, place) | StoodUp(seat, place) | ReadyChanged(seat, place):
            return {"seat": seat, "peer": short(place.key), "bot": place.bot, "ready": place.ready}
        case Linked(peer) | LinkLost(peer):
            return {"peer": short(peer)}
        case JoinRefused(_, why) | TableClosed(why):
            return {"why": why.value}
        case ProposalRefused(_, what):
            return {"why": what.value}
        case ContractProposed(contract) | events.ContractAgreed(contract) | events.SeatsDrawn(contract):
            return {"contract": contract.hash.hex()[:16], "game": contract.game, "seats": len(contract.seats)}
        case PasswordTried(guesses, is_locked):
            return {"guesses": guesses, "is_locked": is_locked}
        case TranscriptWritten(path):
            return {"file": path.name}
        case TranscriptFailed(why):
            return {"why": why}
        case BotEnded(_, exit_code):
            return {"exit_code": exit_code}
        case _:
            return _table_facts(happening)


def _table_facts(happening: Happening) -> dict[str, str | float | bool]:
    match happening:
        case events.RoundBegan(number) | events.RoundEnded(number):
            return {"round": number}
        case events.Dealt(stage):
            return {"stage": stage}
        case events.SeatNamed(offence):
            return {"seat": offence.seat, "step": offence.step, "code": str(offence.code), "why": offence.why}
        case events.RoundBroken(seats):
            return {"seats": ",".join(map(str, seats))}
        case events.TableStopped(why):
            return {"why": why}
        case (
            events.Shuffled(seat)
            | events.WentAway(seat)
            | events.CameBack(seat)
            | events.LeftTable(seat)
            | events.TurnCame(seat)
            | events.Moved(seat)
            | events.Said(seat)
            | events.Proposed(seat)
            | events.Refused(seat)
        ):
            return {"seat": seat}
        case _:
            return {}
