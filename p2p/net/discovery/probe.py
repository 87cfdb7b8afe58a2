"""Which of many addresses answers: all are dialled at once, and the first peer that proves its key is the one.

A host advertises every address it has, and some lead nowhere from here: a VPN's, a cable's that is out. A connection to
such a one takes minutes to fail, so nothing ever waits for one. Some networks even accept connections for others. So an
address counts as answering when a whole handshake has gone through, in the role `tables`: that asks for nothing, takes
no seat and costs no guess of a password.
"""

import errno
import ipaddress
import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum

import trio

from p2p.errors import HandshakeError
from p2p.identity import PeerId
from p2p.net.addresses import Address, UnreachableError
from p2p.net.discovery.interfaces import scope_of
from p2p.net.handshake import Call, Refusal, RefusedError, Role
from p2p.net.link import DiallerSide, dial_link

CONNECT_TIMEOUT_S = 2.5
ANSWER_TIMEOUT_S = 5.0
# An address that needs no scope is also good to tell others; the same host's link-local one only has to be tried.
LINK_LOCAL_DELAY_S = 0.2

_UNREACHABLE = frozenset({errno.EHOSTUNREACH, errno.ENETUNREACH, errno.EHOSTDOWN, errno.ENETDOWN, errno.EADDRNOTAVAIL})


class Silence(Enum):
    """Why there is no answer from an address."""

    NO_ANSWER = "no answer"
    """Nothing came back in time: a firewall, a network that keeps devices apart, or an address that leads nowhere."""
    NO_ROUTE = "no route"
    """This machine, or a router, knows no way to it, or nobody has the address."""
    CLOSED = "closed"
    """The machine is there, and nobody listens at the port."""
    STRANGER = "stranger"
    """Something answers, and it is no peer, or not the one that was meant."""
    OTHER_TABLE = "other table"
    """A peer answers, and it has another table."""
    OTHER_VERSION = "other version"
    """A peer answers, and it speaks another version."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Who answers, proven by its signature.

    Attributes:
        address: where it did.
        table_id: the table it has, 16 bytes.
    """

    address: Address
    peer_id: PeerId
    table_id: bytes


class NobodyAnswersError(UnreachableError):
    """None of the addresses answers as it should.

    Attributes:
        silences: each address and why; none where there was no address to try.
    """

    def __init__(self, silences: tuple[tuple[Address, Silence], ...]) -> None:
        super().__init__(", ".join(f"{address}: {silence.value}" for address, silence in silences) or "no address")
        self.silences = silences


async def find_answering(
    addresses: Iterable[Address],
    side: DiallerSide,
    *,
    table_id: bytes = b"",
    is_right: Callable[[PeerId], bool] = lambda _: True,
    timeout_s: float = ANSWER_TIMEOUT_S,
    connect_timeout_s: float = CONNECT_TIMEOUT_S,
) -> Answer:
    """Dial all addresses at once; give the first that answers with a proven key that `is_right`.

    Args:
        addresses: where it may be; none is waited for once another has answered.
        side: the identity to show, which may be a throw-away one.
        table_id: 16 bytes, or none where any table will do.
        is_right: tells whether this is the peer that is meant.
        timeout_s: what an address has in all.
        connect_timeout_s: what it has of that to connect.

    Raises:
        NobodyAnswersError: none of them does in time (an UnreachableError).
    """
    wanted = tuple(dict.fromkeys(addresses))
    is_mixed = len({is_link_local(address) for address in wanted}) > 1
    silences: dict[Address, Silence] = {}
    answers: list[Answer] = []

    async def ask(address: Address) -> None:
        if is_mixed and is_link_local(address):
            await trio.sleep(LINK_LOCAL_DELAY_S)
        found = await probe_address(
            address, side, table_id=table_id, timeout_s=timeout_s, connect_timeout_s=connect_timeout_s
        )
        if isinstance(found, Silence):
            silences[address] = found
        elif not is_right(found.peer_id):
            silences[address] = Silence.STRANGER
        else:
            answers.append(found)
            nursery.cancel_scope.cancel()

    async with trio.open_nursery() as nursery:
        for address in wanted:
            nursery.start_soon(ask, address)
    if not answers:
        raise NobodyAnswersError(tuple(silences.items()))
    return answers[0]


async def probe_address(
    address: Address,
    side: DiallerSide,
    *,
    table_id: bytes = b"",
    timeout_s: float = ANSWER_TIMEOUT_S,
    connect_timeout_s: float = CONNECT_TIMEOUT_S,
) -> Answer | Silence:
    """Ask one address who it is; it takes no longer than the time given."""
    with trio.move_on_after(timeout_s):
        try:
            stream = await connect(address, connect_timeout_s)
        except trio.TooSlowError:
            return Silence.NO_ANSWER
        except OSError as error:
            return Silence.NO_ROUTE if error.errno in _UNREACHABLE else Silence.CLOSED
        return await _shake_hands(stream, address, side, table_id)
    return Silence.NO_ANSWER


async def connect(address: Address, timeout_s: float = CONNECT_TIMEOUT_S) -> trio.SocketStream:
    """Connect to an address, an IPv6 link-local one by its scope. Nothing is looked up.

    Raises:
        TooSlowError: nothing came back in time.
        OSError: the connection was refused, or there is no way to it.
    """
    host, _, _ = address.host.partition("%")
    is_six = ":" in host
    connection = trio.socket.socket(socket.AF_INET6 if is_six else socket.AF_INET, socket.SOCK_STREAM)
    try:
        where = (host, address.port, 0, scope_of(address.host)) if is_six else (host, address.port)
        with trio.fail_after(timeout_s):
            await connection.connect(where)
        return trio.SocketStream(connection)
    except BaseException:
        connection.close()
        raise


def is_link_local(address: Address) -> bool:
    """Tell whether the address means something only on one network."""
    return ipaddress.ip_address(address.host).is_link_local


async def _shake_hands(
    stream: trio.SocketStream, address: Address, side: DiallerSide, table_id: bytes
) -> Answer | Silence:
    try:
        link = await dial_link(stream, side, Call(Role.TABLES, table_id))
    except RefusedError as error:
        match error.reason:
            case Refusal.TABLE:
                return Silence.OTHER_TABLE
            case Refusal.VERSION:
                return Silence.OTHER_VERSION
            case _:
                return Silence.STRANGER
    except HandshakeError:
        return Silence.STRANGER
    link.close()
    await link.run()
    return Answer(address, link.peer_id, link.table_id)
