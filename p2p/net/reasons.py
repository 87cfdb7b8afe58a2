"""Why no table was found, or none answered: the likeliest reasons, from what this machine can see of itself.

`gather_facts` looks; `likely_reasons` and `reasons_for_silence` weigh, and are pure. What a person is told about each
reason is the command line's business.
"""

import platform
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from ipaddress import ip_address
from pathlib import Path

import trio

from p2p.net.addresses import Address
from p2p.net.discovery.hearing import Heard, listen_around
from p2p.net.discovery.interfaces import Interfaces, own_interfaces
from p2p.net.discovery.mdns import Trouble
from p2p.net.discovery.nearby import Nearby, SilentTable
from p2p.net.discovery.probe import Silence


class Firewall(Enum):
    """A firewall that is switched on here, as far as a program without special rights can see."""

    UFW = "ufw"
    FIREWALLD = "firewalld"
    WINDOWS = "windows"
    MACOS = "macos"


@dataclass(frozen=True, slots=True)
class NoNetwork:
    """This machine has no address on any network."""


@dataclass(frozen=True, slots=True)
class PortTaken:
    """Another program has UDP port 5353 for itself alone."""


@dataclass(frozen=True, slots=True)
class NoMulticast:
    """The system does not let us send or hear multicast."""


@dataclass(frozen=True, slots=True)
class InsideWsl:
    """This is Linux inside Windows, which has a network of its own."""


@dataclass(frozen=True, slots=True)
class OnVpn:
    """A VPN is on, and may keep us off the Wi-Fi; `interface` is its name."""

    interface: str


@dataclass(frozen=True, slots=True)
class FirewallHere:
    """This machine throws away what comes in; `firewall` is None where we don't know by what."""

    firewall: Firewall | None


@dataclass(frozen=True, slots=True)
class DevicesApart:
    """Nobody else is heard: a guest Wi-Fi, or a router that keeps its devices apart."""


@dataclass(frozen=True, slots=True)
class NobodyOpened:
    """Others are heard on this network, and none of them has a table."""


@dataclass(frozen=True, slots=True)
class HostSilent:
    """Something is known of a table, and its computer does not answer: a firewall there, or devices kept apart.

    Attributes:
        name: of the table, another's text; empty where an address or a code was typed.
    """

    name: str


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The computer answers, and there is no table at that place any more; `name` as in `HostSilent`."""

    name: str


@dataclass(frozen=True, slots=True)
class OtherVersion:
    """There is a table, of another version of patte; `name` as in `HostSilent`."""

    name: str


@dataclass(frozen=True, slots=True)
class OtherNetwork:
    """The address is on none of this machine's networks."""


Reason = (
    NoNetwork
    | PortTaken
    | NoMulticast
    | InsideWsl
    | OnVpn
    | FirewallHere
    | DevicesApart
    | NobodyOpened
    | HostSilent
    | TableClosed
    | OtherVersion
    | OtherNetwork
)


@dataclass(frozen=True, slots=True)
class Facts:
    """What this machine can see.

    Attributes:
        heard: None where nothing could be heard or sent at all.
        silent: tables that are announced and don't answer.
        other_versions: names of tables of another version.
    """

    interfaces: Interfaces
    trouble: Trouble | None
    heard: Heard | None
    firewall: Firewall | None
    is_wsl: bool
    silent: tuple[SilentTable, ...] = ()
    other_versions: tuple[str, ...] = ()


async def gather_facts(nearby: Nearby | None = None) -> Facts:
    """Look; it takes a second and a half, and sends one question to each network of our own."""
    interfaces = await trio.to_thread.run_sync(own_interfaces)
    heard: Heard | None
    try:
        heard = await listen_around(interfaces)
    except OSError:
        heard = None
    return Facts(
        interfaces=interfaces,
        trouble=nearby.trouble if nearby is not None else None,
        heard=heard,
        firewall=await trio.to_thread.run_sync(find_firewall),
        is_wsl="microsoft" in platform.release().lower(),
        silent=nearby.silent if nearby is not None else (),
        other_versions=tuple(sorted(nearby.other_versions)) if nearby is not None else (),
    )


def likely_reasons(facts: Facts) -> tuple[Reason, ...]:
    """Say why the list of tables is empty, the likeliest first; never empty."""
    if not facts.interfaces:
        return (NoNetwork(),)
    reasons: list[Reason] = [reason for table in facts.silent for reason in reasons_of_table(table)]
    reasons += [OtherVersion(name) for name in facts.other_versions]
    if facts.trouble is Trouble.PORT_TAKEN:
        reasons.append(PortTaken())
    elif facts.trouble is Trouble.NO_MULTICAST or facts.heard is None:
        reasons.append(NoMulticast())
    if facts.is_wsl:
        reasons.append(InsideWsl())
    if facts.heard is not None and not reasons:
        reasons += _reasons_by_ear(facts, facts.heard)
    return tuple(dict.fromkeys(reasons))


def reasons_of_table(table: SilentTable) -> tuple[Reason, ...]:
    """Say why a table that is announced does not answer; none while that is not known."""
    silences = [silence for _, silence in table.silences]
    if not silences:
        return ()
    return (_reason_of(silences, table.name),)


def reasons_for_silence(silences: Iterable[tuple[Address, Silence]], facts: Facts) -> tuple[Reason, ...]:
    """Say why nothing answered at the addresses of a code, or at the one that was typed; the likeliest first.

    Args:
        silences: each address and why, as `NobodyAnswersError` has them; none for a code without a network to try.
        facts: what this machine can see.
    """
    by_address = dict(silences)
    if not facts.interfaces:
        return (NoNetwork(),)
    reason = _reason_of(list(by_address.values()), "")
    if not isinstance(reason, HostSilent):
        return (reason,)
    reasons: list[Reason] = []
    if by_address and not any(_is_near(address, facts.interfaces) for address in by_address):
        reasons.append(OtherNetwork())
    if facts.is_wsl:
        reasons.append(InsideWsl())
    reasons += _tunnels(facts)
    return (*reasons, reason)


def find_firewall() -> Firewall | None:
    """Look for a firewall that is on, in what everybody may read. It blocks."""
    if sys.platform == "win32":
        return Firewall.WINDOWS
    if sys.platform == "darwin":
        return Firewall.MACOS
    try:
        if "ENABLED=yes" in Path("/etc/ufw/ufw.conf").read_text(encoding="utf-8", errors="replace"):
            return Firewall.UFW
    except OSError:
        pass
    return Firewall.FIREWALLD if Path("/run/firewalld").exists() else None


def _reasons_by_ear(facts: Facts, heard: Heard) -> list[Reason]:
    if not heard.own and not heard.others:
        return [*_tunnels(facts), FirewallHere(facts.firewall)]
    if heard.others:
        return [NobodyOpened(), *_tunnels(facts)]
    return [*_tunnels(facts), DevicesApart(), NobodyOpened()]


def _reason_of(silences: list[Silence], name: str) -> Reason:
    if Silence.OTHER_VERSION in silences:
        return OtherVersion(name)
    # One address that answers says more than all that don't.
    if {Silence.CLOSED, Silence.OTHER_TABLE, Silence.STRANGER} & set(silences):
        return TableClosed(name)
    return HostSilent(name)


def _tunnels(facts: Facts) -> list[Reason]:
    return [OnVpn(interface.name) for interface in facts.interfaces if interface.is_tunnel]


def _is_near(address: Address, interfaces: Interfaces) -> bool:
    number = ip_address(address.host)
    return number.is_link_local or any(
        number in host.network for interface in interfaces for host in interface.hosts if host.version == number.version
    )
