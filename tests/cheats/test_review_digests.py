"""Many seats who agree on a wrong state of the match, against one who is right, or against whoever reads their file."""

import pytest

from p2p.table.audit import audit_transcript
from p2p.table.transcript import write_transcript
from p2p.wire import messages
from p2p.wire.envelope import Chained, parse_envelope
from p2p.wire.messages import ChainedMessage
from tests.cheats.cheating import cheat, instead, section_of

BS = {"rounds": "3"}


def wrong(message: ChainedMessage) -> ChainedMessage | None:
    match message:
        case messages.Commit(commitment=commitment):
            return messages.Commit(bytes(32), commitment)
        case messages.Reveal(secret=secret):
            return messages.Reveal(bytes(32), secret)
        case messages.Sheet():
            return messages.Sheet(bytes(32))
        case _:
            return None


@pytest.mark.parametrize("liars", [(0, 1), (0, 1, 2)])
@pytest.mark.parametrize("kind", [messages.Commit, messages.Reveal, messages.Sheet])
def test_many_who_agree_on_a_wrong_state_name_nobody_and_deceive_no_reader(
    kind: type[ChainedMessage], liars: tuple[int, ...]
) -> None:
    found = cheat("badam-satti", 3, cheater=0, options=BS)

    def tamper(sender: int, receiver: int, data: bytes) -> list[bytes]:
        envelope = parse_envelope(data)
        if sender not in liars or not isinstance(envelope, Chained) or envelope.seat != sender:
            return [data]
        message = envelope.message()
        other = wrong(message) if isinstance(message, kind) else None
        return [data] if other is None else instead(found.ring.tables[sender], envelope, other)

    found.ring.tamper = tamper
    found.run()
    for number in {2, 3} - set(liars):
        section = section_of(found.ring.tables[number])
        assert section.stopped
        assert section.offences == []
        # What is written is what stood before; nobody has signed a score sheet of that.
        audit = audit_transcript(write_transcript(found.ring.tables[number].sections), found.crypto)
        assert audit.offences == []
        assert not audit.is_signed
