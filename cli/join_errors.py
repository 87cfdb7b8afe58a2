"""Why there is no table, or no seat at it, in words: what, why it is likely, what to do."""

from cli import words_lobby as words
from cli.errors import CliError, LocalTroubleError, NotReachableError, SentAwayError, UsageError
from cli.language import Language
from cli.peer_text import PeerText
from p2p.errors import EncodingError, LinkError, LocalProtocolError
from p2p.net.addresses import FIRST_PORT, PORTS, Address, NoFreePortError, UnreachableError, parse_address
from p2p.net.handshake import Refusal, RefusedError
from p2p.net.lobby import NoSeatError

_TO_DO = {
    Refusal.VERSION.value: words.REFUSED_DO_UPDATE,
    Refusal.PASSWORD_WRONG.value: words.REFUSED_DO_PASSWORD,
    "other key": words.REFUSED_DO_NAME,
}


class PasswordNeededError(SentAwayError):
    """The table asks for a password."""


def read_address(typed: str | None, language: Language) -> Address:
    """Read the address that was typed.

    Raises:
        UsageError: there is none, or it is no address.
    """
    if typed is None:
        raise UsageError(
            words.ADDRESS_NEEDED.of(language), words.ADDRESS_WHY.of(language), words.ADDRESS_DO.of(language)
        )
    try:
        return parse_address(typed, default_port=FIRST_PORT)
    except EncodingError as error:
        raise UsageError(
            words.NO_ADDRESS.of(language, text=PeerText(typed, 40)),
            words.ADDRESS_WHY.of(language),
            words.ADDRESS_DO.of(language),
        ) from error


def read_table_id(typed: str, language: Language) -> bytes:
    """Read a table's id, 32 hexadecimal digits, or none.

    Raises:
        UsageError: it is something else.
    """
    try:
        table_id = bytes.fromhex(typed)
    except ValueError:
        table_id = b"?"
    if len(table_id) not in {0, 16}:
        raise UsageError(
            words.NO_TABLE_ID.of(language, text=PeerText(typed, 40)),
            words.TABLE_ID_WHY.of(language),
            words.TABLE_ID_DO.of(language),
        )
    return table_id


def explain_link(error: LinkError | LocalProtocolError, address: Address | None, language: Language) -> CliError:
    """Say what went wrong on the way to a table; `address` is the one that was dialled."""
    match error:
        case NoFreePortError():
            return LocalTroubleError(
                words.NO_PORT.of(language, first=PORTS[0], last=PORTS[-1]),
                words.NO_PORT_WHY.of(language),
                words.NO_PORT_DO.of(language),
            )
        case UnreachableError():
            return NotReachableError(
                words.NOBODY_THERE.of(language, address=address),
                words.NOBODY_WHY.of(language),
                words.NOBODY_DO.of(language),
            )
        case RefusedError():
            return _sent_away(error.reason.value, address, language)
        case NoSeatError():
            return _sent_away(error.why.value, address, language)
        case _:
            return NotReachableError(
                words.STRANGE_ANSWER.of(language, address=address),
                words.STRANGE_WHY.of(language),
                words.NOBODY_DO.of(language),
            )


def _sent_away(why: str, address: Address | None, language: Language) -> SentAwayError:
    kind = PasswordNeededError if why == Refusal.PASSWORD_NEEDED.value else SentAwayError
    return kind(
        words.REFUSED_SEAT.of(language, address=address),
        words.REFUSED_WHY[why].of(language),
        _TO_DO.get(why, words.REFUSED_DO).of(language),
    )
