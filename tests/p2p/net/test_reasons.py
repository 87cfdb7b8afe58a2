"""Which reason is the likeliest, from what a machine can see."""

from ipaddress import ip_interface

import pytest

from p2p.net import reasons
from p2p.net.addresses import Address
from p2p.net.discovery.advert import Advert
from p2p.net.discovery.hearing import Heard
from p2p.net.discovery.interfaces import Interface
from p2p.net.discovery.mdns import Trouble
from p2p.net.discovery.nearby import SilentTable
from p2p.net.discovery.probe import Silence
from p2p.net.reasons import Facts, Firewall, Reason, likely_reasons, reasons_for_silence

WIFI = Interface("wlan0", 3, (ip_interface("192.168.1.5/24"),))
VPN = Interface("wg0", 4, (ip_interface("10.8.0.2/24"),))
OTHERS = Heard(own=True, others=frozenset({"192.168.1.9"}))
ALONE = Heard(own=True, others=frozenset())
DEAF = Heard(own=False, others=frozenset())
ADVERT = Advert(bytes(16), "sevens", 4, 1, "0000-0000", locked=False)
NEAR, FAR = Address("192.168.1.9", 47752), Address("172.20.0.9", 47752)


def facts(
    *interfaces: Interface,
    heard: Heard | None = OTHERS,
    trouble: Trouble | None = None,
    firewall: Firewall | None = None,
    is_wsl: bool = False,
    silent: tuple[SilentTable, ...] = (),
    other_versions: tuple[str, ...] = (),
) -> Facts:
    return Facts(interfaces, trouble, heard, firewall, is_wsl, silent, other_versions)


def silent(*silences: Silence) -> SilentTable:
    return SilentTable("Asha", ADVERT, tuple((NEAR, silence) for silence in silences))


@pytest.mark.parametrize(
    ("seen", "likely"),
    [
        (facts(), [reasons.NoNetwork()]),
        (facts(WIFI), [reasons.NobodyOpened()]),
        (facts(WIFI, VPN), [reasons.NobodyOpened(), reasons.OnVpn("wg0")]),
        (facts(WIFI, heard=ALONE), [reasons.DevicesApart(), reasons.NobodyOpened()]),
        (facts(WIFI, VPN, heard=ALONE), [reasons.OnVpn("wg0"), reasons.DevicesApart(), reasons.NobodyOpened()]),
        (facts(WIFI, heard=DEAF), [reasons.FirewallHere(None)]),
        (facts(WIFI, heard=DEAF, firewall=Firewall.UFW), [reasons.FirewallHere(Firewall.UFW)]),
        (facts(WIFI, VPN, heard=DEAF), [reasons.OnVpn("wg0"), reasons.FirewallHere(None)]),
        (facts(WIFI, trouble=Trouble.PORT_TAKEN, heard=None), [reasons.PortTaken()]),
        (facts(WIFI, trouble=Trouble.NO_MULTICAST), [reasons.NoMulticast()]),
        (facts(WIFI, heard=None), [reasons.NoMulticast()]),
        (facts(WIFI, is_wsl=True, heard=ALONE), [reasons.InsideWsl()]),
        (facts(WIFI, silent=(silent(Silence.NO_ANSWER),)), [reasons.HostSilent("Asha")]),
        (facts(WIFI, silent=(silent(Silence.NO_ROUTE, Silence.CLOSED),)), [reasons.TableClosed("Asha")]),
        (facts(WIFI, silent=(silent(Silence.OTHER_VERSION),)), [reasons.OtherVersion("Asha")]),
        (facts(WIFI, silent=(SilentTable("Asha", ADVERT, ()),)), [reasons.NobodyOpened()]),
        (facts(WIFI, other_versions=("Ravi",)), [reasons.OtherVersion("Ravi")]),
    ],
)
def test_likeliest_reason_for_an_empty_list(seen: Facts, likely: list[Reason]) -> None:
    assert list(likely_reasons(seen)) == likely


@pytest.mark.parametrize(
    ("silences", "seen", "likely"),
    [
        ([(NEAR, Silence.NO_ANSWER)], facts(WIFI), [reasons.HostSilent("")]),
        ([(NEAR, Silence.NO_ROUTE)], facts(WIFI), [reasons.HostSilent("")]),
        ([(NEAR, Silence.CLOSED)], facts(WIFI), [reasons.TableClosed("")]),
        ([(NEAR, Silence.STRANGER)], facts(WIFI), [reasons.TableClosed("")]),
        ([(NEAR, Silence.OTHER_VERSION)], facts(WIFI), [reasons.OtherVersion("")]),
        ([(FAR, Silence.NO_ANSWER)], facts(WIFI), [reasons.OtherNetwork(), reasons.HostSilent("")]),
        ([(NEAR, Silence.NO_ANSWER)], facts(WIFI, VPN), [reasons.OnVpn("wg0"), reasons.HostSilent("")]),
        ([(NEAR, Silence.NO_ANSWER)], facts(WIFI, is_wsl=True), [reasons.InsideWsl(), reasons.HostSilent("")]),
        ([], facts(WIFI), [reasons.HostSilent("")]),
        ([(NEAR, Silence.NO_ANSWER)], facts(), [reasons.NoNetwork()]),
    ],
)
def test_likeliest_reason_for_silence(
    silences: list[tuple[Address, Silence]], seen: Facts, likely: list[Reason]
) -> None:
    assert list(reasons_for_silence(silences, seen)) == likely
