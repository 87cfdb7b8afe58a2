"""Why no table was found, in words: of each reason why it is likely, and what to do about it."""

from collections.abc import Sequence
from typing import assert_never

from cli import words_tables as words
from cli.errors import NotReachableError
from cli.language import Language
from cli.peer_text import NAME_CELLS, PeerText
from cli.text import Words
from p2p.net import reasons
from p2p.net.addresses import FIRST_PORT
from p2p.net.reasons import Firewall, Reason


def not_found(what: str, likely: Sequence[Reason], language: Language, *, port: int = FIRST_PORT) -> NotReachableError:
    """Make the error that ends the search: what was not found, the likeliest reason, the next one, what to do."""
    why, what_to_do = reason_text(likely[0], language, port=port)
    if len(likely) > 1:
        other, _ = reason_text(likely[1], language, port=port)
        why = words.OR_ELSE.of(language, why=why, other=other)
    return NotReachableError(what, why, what_to_do)


def reason_text(reason: Reason, language: Language, *, port: int = FIRST_PORT) -> tuple[str, str]:
    """Give why it is likely and what to do, as two sentences; `port` is the table's."""
    why, what_to_do = _phrases(reason)
    values = {"port": port, "interface": "", "name": ""}
    match reason:
        case reasons.OnVpn(interface):
            values["interface"] = interface
        case reasons.HostSilent(name) | reasons.TableClosed(name) | reasons.OtherVersion(name):
            values["name"] = str(PeerText(name, 2 * NAME_CELLS))
        case _:
            pass
    return why.of(language, **values), what_to_do.of(language, **values)


def reason_word(reason: Reason) -> str:
    """Give a reason as programs read it: "nobody-opened"."""
    name = type(reason).__name__
    return "".join(f"-{char.lower()}" if char.isupper() else char for char in name).removeprefix("-")


_SIMPLE: dict[type[Reason], tuple[Words, Words]] = {
    reasons.NoNetwork: (words.NO_NETWORK, words.NO_NETWORK_DO),
    reasons.PortTaken: (words.PORT_TAKEN, words.USE_CODE),
    reasons.NoMulticast: (words.NO_MULTICAST, words.USE_CODE),
    reasons.InsideWsl: (words.INSIDE_WSL, words.INSIDE_WSL_DO),
    reasons.OnVpn: (words.ON_VPN, words.ON_VPN_DO),
    reasons.DevicesApart: (words.DEVICES_APART, words.DEVICES_APART_DO),
    reasons.NobodyOpened: (words.NOBODY_OPENED, words.NOBODY_OPENED_DO),
    reasons.OtherNetwork: (words.OTHER_NETWORK, words.OTHER_NETWORK_DO),
}
_FIREWALLS = {Firewall.UFW: words.FIREWALL_UFW_DO, Firewall.FIREWALLD: words.FIREWALL_FIREWALLD_DO}


def _phrases(reason: Reason) -> tuple[Words, Words]:
    match reason:
        case reasons.FirewallHere(firewall):
            known = None if firewall is None else _FIREWALLS.get(firewall)
            return words.FIREWALL_HERE, known or words.FIREWALL_HERE_DO
        case reasons.HostSilent(name):
            return (words.HOST_SILENT if name else words.ADDRESS_SILENT), words.HOST_SILENT_DO
        case reasons.TableClosed(name):
            return (words.TABLE_CLOSED if name else words.ADDRESS_CLOSED), words.TABLE_CLOSED_DO
        case reasons.OtherVersion(name):
            return (words.OTHER_VERSION if name else words.ADDRESS_OTHER_VERSION), words.OTHER_VERSION_DO
        case (
            reasons.NoNetwork()
            | reasons.PortTaken()
            | reasons.NoMulticast()
            | reasons.InsideWsl()
            | reasons.OnVpn()
            | reasons.DevicesApart()
            | reasons.NobodyOpened()
            | reasons.OtherNetwork()
        ):
            return _SIMPLE[type(reason)]
        case _:
            assert_never(reason)
