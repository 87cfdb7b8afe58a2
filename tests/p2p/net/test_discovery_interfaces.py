"""Own interfaces, what to advertise of them, and what of others' adverts to dial."""

from ipaddress import ip_interface

from hypothesis import given
from hypothesis import strategies as st

from p2p.net.addresses import Address
from p2p.net.discovery.interfaces import (
    MOST_DIALLED,
    Interface,
    advertised_hosts,
    dialled_addresses,
    multicast_hosts,
    own_interfaces,
    scope_of,
    scoped_addresses,
)

WIFI = Interface("wlan0", 3, (ip_interface("192.168.1.5/24"), ip_interface("fe80::5/64"), ip_interface("fd00::5/64")))
CABLE = Interface("eth0", 2, (ip_interface("fe80::6/64"), ip_interface("100.64.0.9/10")))
VPN = Interface("tun0", 9, (ip_interface("10.8.0.2/32"),))
HOME = (WIFI, CABLE, VPN)


def dialled(*hosts: str) -> list[str]:
    return [address.host for address in dialled_addresses(hosts, 47752, HOME)]


def test_all_addresses_are_advertised_ipv4_first() -> None:
    assert advertised_hosts(HOME) == ("192.168.1.5", "100.64.0.9", "10.8.0.2", "fe80::5", "fd00::5", "fe80::6")


def test_without_network_loopback_is_advertised() -> None:
    assert advertised_hosts(()) == ("127.0.0.1",)
    assert multicast_hosts(()) == ["127.0.0.1"]
    assert dialled_addresses(["127.0.0.1", "192.168.1.9"], 1, ()) == (Address("127.0.0.1", 1),)


def test_multicast_goes_to_every_interface_once_for_each_version() -> None:
    assert multicast_hosts(HOME) == ["192.168.1.5", "fe80::5", "100.64.0.9", "fe80::6", "10.8.0.2"]
    only_routed = Interface("eth1", 4, (ip_interface("fd00::7/64"),))
    assert multicast_hosts((only_routed,)) == ["fd00::7"]


def test_link_local_addresses_are_tried_on_each_interface_that_has_one() -> None:
    assert dialled("fe80::1") == ["fe80::1%3", "fe80::1%2"]
    assert dialled("fe80::1%7") == ["fe80::1%7"]


def test_own_networks_come_first_and_private_ones_after() -> None:
    assert dialled("172.16.0.1", "192.168.1.9", "100.64.3.3", "fd99::1") == [
        *("192.168.1.9", "100.64.3.3", "172.16.0.1", "fd99::1")
    ]


def test_nothing_outside_is_dialled() -> None:
    outside = ["8.8.8.8", "2001:4860:4860::8888", "127.0.0.1", "::1", "224.0.0.251", "255.255.255.255", "0.0.0.0", "::"]
    assert dialled(*outside, "ff02::fb", "240.0.0.1", "example.org", "") == []


@given(st.lists(st.ip_addresses().map(str) | st.text(max_size=20), max_size=60))
def test_any_adverts_give_few_addresses(hosts: list[str]) -> None:
    found = dialled_addresses(hosts, 47752, HOME)
    assert len(found) <= MOST_DIALLED
    assert len(set(found)) == len(found)


def test_scopes_are_numbers_or_names() -> None:
    assert scope_of("fe80::1%17") == 17
    assert scope_of("fe80::1") == 0
    assert scope_of("fe80::1%no such thing") == 0


def test_only_link_local_addresses_of_a_roster_need_a_scope() -> None:
    for host in ("192.168.1.9", "fd00::1", "fe80::1%3"):
        assert scoped_addresses(Address(host, 1)) == (Address(host, 1),)
    assert all("%" in address.host for address in scoped_addresses(Address("fe80::1", 1)))


def test_tunnels_and_insides_are_told_by_name() -> None:
    assert VPN.is_tunnel
    assert not WIFI.is_tunnel
    assert Interface("docker0", 1, ()).is_inside


def test_own_interfaces_have_no_loopback() -> None:
    for interface in own_interfaces():
        assert interface.hosts
        assert not any(host.ip.is_loopback for host in interface.hosts)
