"""Is multicast heard at all? One question is sent to the mDNS group, and for a moment we listen who sends anything.

Our own question comes back to us as a copy that the system makes. If it does not, this machine throws away what comes
in on UDP port 5353: a firewall here, or a VPN that shuts off the Wi-Fi. If it does and nobody else is heard, the others
are not there, or the network keeps devices apart: phones, printers, televisions answer this question in most homes.
"""

import ipaddress
import os
import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import trio

from p2p.net.discovery.interfaces import Interfaces

LISTEN_S = 1.5
PORT = 5353

_GROUP_4 = "224.0.0.251"
_GROUP_6 = "ff02::fb"
_MOST_SIZE_BYTES = 9000
_MOST_OTHERS = 64
# Which kinds of service are there (RFC 6763, 9): type PTR, class IN; one question, nothing else.
_QUESTION = b"".join(
    bytes((len(label),)) + label for label in (b"_services", b"_dns-sd", b"_udp", b"local", b"")
) + struct.pack("!HH", 12, 1)


@dataclass(frozen=True, slots=True)
class Heard:
    """What came in.

    Attributes:
        own: whether our own question came back.
        others: the addresses of other machines that sent anything.
    """

    own: bool
    others: frozenset[str]


async def listen_around(interfaces: Interfaces, seconds: float = LISTEN_S) -> Heard:
    """Ask, and listen for so long.

    Raises:
        OSError: the port is taken, or the system does not let us send or hear multicast.
    """
    marker = os.urandom(2)
    packet = marker + struct.pack("!HHHHH", 0, 1, 0, 0, 0) + _QUESTION
    own_hosts = frozenset(str(host.ip) for interface in interfaces for host in interface.hosts)
    heard_own = False
    others: set[str] = set()

    async def listen(ear: trio.socket.SocketType) -> None:
        nonlocal heard_own
        while True:
            data, sender = await ear.recvfrom(_MOST_SIZE_BYTES)
            if str(sender[0]).partition("%")[0] in own_hosts:
                heard_own = heard_own or data[:2] == marker
            elif len(others) < _MOST_OTHERS:
                others.add(str(sender[0]))

    with _ears(interfaces) as ears:
        async with trio.open_nursery() as nursery:
            for ear in ears:
                nursery.start_soon(listen, ear)
            for interface in interfaces:
                _send(interface.index, interface.ipv4[:1], interface.link_local[:1], packet)
            await trio.sleep(seconds)
            nursery.cancel_scope.cancel()
    return Heard(heard_own, frozenset(others))


@contextmanager
def _ears(interfaces: Interfaces) -> Iterator[list[trio.socket.SocketType]]:
    """Open a socket for each IP version there is, in the mDNS group on every interface, beside the other programs'."""
    with ExitStack() as stack:
        ears: list[trio.socket.SocketType] = []
        fours = [interface.ipv4[0].ip.packed for interface in interfaces if interface.ipv4]
        sixes = [interface.index for interface in interfaces if interface.link_local]
        if fours:
            ear = stack.enter_context(_socket(socket.AF_INET))
            ear.bind(("", PORT))
            for packed in fours:
                ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(_GROUP_4) + packed)
            ears.append(trio.socket.from_stdlib_socket(ear))
        if sixes:
            ear = stack.enter_context(_socket(socket.AF_INET6))
            ear.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            ear.bind(("", PORT))
            for index in sixes:
                group = ipaddress.IPv6Address(_GROUP_6).packed + struct.pack("@I", index)
                ear.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, group)
            ears.append(trio.socket.from_stdlib_socket(ear))
        yield ears


def _send(
    index: int,
    fours: tuple[ipaddress.IPv4Interface, ...],
    sixes: tuple[ipaddress.IPv6Interface, ...],
    packet: bytes,
) -> None:
    """Send the question on one interface, from the port at which answers to everybody are asked for."""
    for four in fours:
        with _socket(socket.AF_INET) as mouth:
            mouth.bind((str(four.ip), PORT))
            mouth.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, four.ip.packed)
            mouth.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, struct.pack("B", 255))
            _send_to(mouth, packet, (_GROUP_4, PORT))
    for six in sixes:
        with _socket(socket.AF_INET6) as mouth:
            mouth.bind((str(six.ip), PORT, 0, index))
            mouth.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, struct.pack("@I", index))
            mouth.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_HOPS, 255)
            _send_to(mouth, packet, (_GROUP_6, PORT, 0, index))


def _send_to(mouth: socket.socket, packet: bytes, where: tuple[str, int] | tuple[str, int, int, int]) -> None:
    try:
        mouth.sendto(packet, where)
    except OSError:
        # Its own firewall may say so at once; then nothing of ours comes back, which is what is asked here.
        return


def _socket(family: socket.AddressFamily) -> socket.socket:
    made = socket.socket(family, socket.SOCK_DGRAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "SO_REUSEPORT"):
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    made.setblocking(False)
    return made
