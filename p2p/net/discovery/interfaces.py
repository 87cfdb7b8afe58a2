"""This machine's network interfaces: where multicast goes, which addresses to advertise, which of others' to dial.

No outside address is ever asked: what is one's own comes from the system (ifaddr), and of the addresses that a stranger
advertises only those are dialled that lie on a network of our own or can't lead out of a house (private, link-local).
An IPv6 link-local address means nothing without the interface it is on (its scope); an advertised one comes without,
so it is tried on each interface that we have.
"""

import ipaddress
import socket
from collections.abc import Iterable
from dataclasses import dataclass

import ifaddr

from p2p.net.addresses import LOOPBACK, Address

Host = ipaddress.IPv4Interface | ipaddress.IPv6Interface
"""One own address with its network."""

MOST_HOSTS = 16
MOST_DIALLED = 16

_TUNNELS = ("tun", "tap", "utun", "ppp", "wg", "tailscale", "zt", "ipsec", "nordlynx", "proton", "vpn", "gpd")
_INSIDE = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "lxc", "podman", "cni", "vethernet")


@dataclass(frozen=True, slots=True)
class Interface:
    """One network interface.

    Attributes:
        name: as people know it, "wlan0".
        index: the system's number, the scope of its link-local addresses.
        hosts: its usable addresses, none of them loopback.
    """

    name: str
    index: int
    hosts: tuple[Host, ...]

    @property
    def is_tunnel(self) -> bool:
        """Whether it looks like a VPN's, by its name."""
        return self.name.lower().startswith(_TUNNELS)

    @property
    def is_inside(self) -> bool:
        """Whether it looks like one for virtual machines and containers on this machine, by its name."""
        return self.name.lower().startswith(_INSIDE)

    @property
    def ipv4(self) -> tuple[ipaddress.IPv4Interface, ...]:
        """Give the IPv4 addresses."""
        return tuple(host for host in self.hosts if isinstance(host, ipaddress.IPv4Interface))

    @property
    def link_local(self) -> tuple[ipaddress.IPv6Interface, ...]:
        """Give the IPv6 link-local addresses."""
        return tuple(host for host in self.hosts if isinstance(host, ipaddress.IPv6Interface) and host.ip.is_link_local)


Interfaces = tuple[Interface, ...]


def own_interfaces() -> Interfaces:
    """Look which interfaces have an address now; loopback is none. It blocks.

    An address that is not ready (IPv6 looks for duplicates first) is left out: it is there the next time.
    """
    found: list[Interface] = []
    try:
        adapters = tuple(ifaddr.get_adapters())
    except OSError:
        # Some phones don't let programs look.
        return ()
    for adapter in adapters:
        index = adapter.index or 0
        hosts = [host for ip in adapter.ips if (host := _parse(ip)) is not None and _is_ready(host, index)]
        if hosts:
            found.append(Interface(adapter.nice_name, index, tuple(hosts)))
    return tuple(sorted(found, key=lambda interface: (interface.is_tunnel, interface.is_inside, interface.index)))


def advertised_hosts(interfaces: Interfaces) -> tuple[str, ...]:
    """Give the addresses to advertise, the likeliest first: IPv4, then IPv6; link-local ones without their scope.

    Without any network it is loopback, for other peers on this machine.
    """
    hosts = [host for interface in interfaces for host in interface.hosts]
    plain = [str(host.ip) for host in sorted(hosts, key=lambda host: host.version)]
    return tuple(dict.fromkeys(plain))[:MOST_HOSTS] or (LOOPBACK,)


def multicast_hosts(interfaces: Interfaces) -> list[str]:
    """Give one address for each interface and IP version, on which to send and hear multicast; else loopback."""
    chosen: list[str] = []
    for interface in interfaces:
        chosen += [str(host.ip) for host in interface.ipv4]
        six = interface.link_local or tuple(host for host in interface.hosts if host.version == 6)
        chosen += [str(host.ip) for host in six[:1]]
    return list(dict.fromkeys(chosen)) or [LOOPBACK]


def dialled_addresses(hosts: Iterable[str], port: int, interfaces: Interfaces) -> tuple[Address, ...]:
    """Make what to dial of what somebody advertises: nothing outside, link-local addresses with a scope.

    At most 16: those on a network of our own first.
    """
    near: list[Address] = []
    far: list[Address] = []
    for host in dict.fromkeys(hosts):
        try:
            number = ipaddress.ip_address(host)
        except ValueError:
            continue
        if isinstance(number, ipaddress.IPv6Address) and number.is_link_local:
            near += [Address(scoped, port) for scoped in _with_scopes(number, interfaces)]
        elif any(number in own.network for interface in interfaces for own in interface.hosts):
            near.append(Address(str(number), port))
        elif _stays_in_the_house(number) and number.is_loopback == (not interfaces):
            far.append(Address(str(number), port))
    return tuple(dict.fromkeys(near + far))[:MOST_DIALLED]


def scoped_addresses(address: Address) -> tuple[Address, ...]:
    """Give what to connect to for an address from a roster: a link-local one without its scope, on each interface.

    It looks at the interfaces, so it blocks.
    """
    number = ipaddress.ip_address(address.host)
    if not isinstance(number, ipaddress.IPv6Address) or not number.is_link_local or number.scope_id is not None:
        return (address,)
    return tuple(Address(host, address.port) for host in _with_scopes(number, own_interfaces()))


def scope_of(host: str) -> int:
    """Give the interface's number in an IPv6 address like fe80::1%3 or fe80::1%eth0; 0 where there is none."""
    _, _, scope = host.partition("%")
    if not scope or scope.isdecimal():
        return int(scope or 0)
    try:
        return socket.if_nametoindex(scope)
    except OSError:
        return 0


def _parse(ip: ifaddr.IP) -> Host | None:
    text = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
    host = ipaddress.ip_interface(f"{text.partition('%')[0]}/{ip.network_prefix}")
    unusable = host.ip.is_loopback or host.ip.is_multicast or host.ip.is_unspecified
    return None if unusable else host


def _is_ready(host: Host, index: int) -> bool:
    family = socket.AF_INET if host.version == 4 else socket.AF_INET6
    where: tuple[str, int] | tuple[str, int, int, int]
    where = (str(host.ip), 0) if host.version == 4 else (str(host.ip), 0, 0, index if host.ip.is_link_local else 0)
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind(where)
    except OSError:
        return False
    return True


def _with_scopes(number: ipaddress.IPv6Address, interfaces: Interfaces) -> list[str]:
    if number.scope_id is not None:
        return [str(number)]
    return [f"{number}%{interface.index}" for interface in interfaces if interface.link_local]


def _stays_in_the_house(number: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    # `is_private` also means documentation and other nets that are nobody's: dialling them leads nowhere.
    return number.is_private and not (number.is_multicast or number.is_unspecified or number.is_reserved)
