"""The lobby without I/O: who gets a seat and says ready, what all are shown, and who is dropped."""

from dataclasses import replace

import pytest

from engine.game import Seat
from p2p.errors import EncodingError, LocalProtocolError, ProofError
from p2p.net.happenings import (
    Closing,
    JoinRefused,
    NameTaken,
    NoSeat,
    SatDown,
    SeatsSwapped,
    StoodUp,
)
from p2p.net.lobby import SILENT_S
from p2p.net.lobby_guest import HOST_LOST_S, LINKS_PATIENCE_S
from p2p.wire.messages import Heartbeat, Ready, Roster, RosterSeat, Welcome
from tests.p2p.net.lobby_ring import (
    HOST,
    LobbyRing,
    agreed_on,
    all_ready,
    closing,
    full_table,
    loose,
    make_guest,
    make_host,
    proposed,
)
from tests.p2p.net.session_peers import key


def test_guest_is_seated_and_everybody_sees_the_same() -> None:
    ring = full_table()
    assert [place and place.name for place in ring.host.places] == ["host", "asha", "ravi"]
    assert all(guest.places == ring.host.places for guest in ring.guests.values())
    assert ring.guests[1].my_seat == 1
    assert ring.host.welcomed == [1, 2]
    assert [one.place.name for one in ring.guests[2].happened if isinstance(one, SatDown)] == ["host", "asha", "ravi"]


def test_roster_carries_addresses_the_one_that_the_host_saw_first() -> None:
    ring = full_table()
    assert [str(one) for one in ring.guests[2].wanted[key("asha").peer_id]] == ["10.0.1.9:47752", "10.0.1.4:47752"]
    assert key("ravi").peer_id not in ring.guests[2].wanted
    assert set(ring.host.wanted) == {key("asha").peer_id, key("ravi").peer_id}


def test_full_table_refuses_with_a_word() -> None:
    ring = full_table()
    guest = make_guest("late")
    link = ring.come(guest)
    ring.settle()
    assert (guest.closing, guest.no_seat) == (Closing.NO_SEAT, NoSeat.FULL)
    assert link not in ring.guests
    assert JoinRefused("late", NoSeat.FULL) in ring.host.happened


def test_key_gets_one_seat_only() -> None:
    ring = LobbyRing(make_host(seats=4))
    ring.come(make_guest("asha"))
    twin = make_guest("asha")
    ring.come(twin)
    ring.settle()
    assert twin.no_seat is NoSeat.SEATED
    assert [place and place.name for place in ring.host.places] == ["host", "asha", None, None]


def test_seats_of_expected_bots_are_kept() -> None:
    ring = LobbyRing(make_host())
    ring.host.expected = frozenset({key("bot").peer_id})
    ring.come(make_guest("asha"))
    late = make_guest("ravi")
    ring.come(late)
    ring.settle()
    assert late.no_seat is NoSeat.FULL
    ring.come(make_guest("bot", bot=True))
    ring.settle()
    places = ring.host.places
    assert [place and (place.name, place.bot) for place in places] == [("host", False), ("asha", False), ("bot", True)]


def test_known_name_with_another_key_gets_no_seat() -> None:
    ring = LobbyRing(make_host())
    ring.host.look_up = {"asha": key("the real asha").peer_id}.get
    asha, bot = make_guest("asha"), make_guest("asha", bot=True)
    ring.come(asha)
    ring.settle()
    assert asha.no_seat is NoSeat.OTHER_KEY
    assert NameTaken(None, "asha", key("the real asha").peer_id, key("asha").peer_id) in ring.host.happened
    ring.come(bot)
    ring.settle()
    assert bot.is_seated


def test_guest_who_leaves_frees_the_seat() -> None:
    ring = full_table()
    ring.guests[1].say_goodbye()
    ring._collect()
    ring.settle()
    assert ring.host.places[1] is None
    assert ring.guests[2].places[1] is None
    assert any(isinstance(one, StoodUp) and one.seat == 1 for one in ring.guests[2].happened)
    ring.come(make_guest("meena"))
    ring.settle()
    assert all(guest.places == ring.host.places for guest in ring.guests.values())
    assert None not in ring.host.places


def test_guest_who_comes_back_asks_again() -> None:
    ring = full_table()
    asha = ring.cut(1)
    ring.settle()
    assert ring.host.places[1] is None
    ring.come(asha)
    ring.settle()
    assert asha.my_seat == 1
    assert asha.places == ring.host.places


def test_host_lets_seats_change_places_and_people_say_ready_again() -> None:
    ring = LobbyRing(make_host(seats=4))
    ring.come(make_guest("asha"))
    ring.come(make_guest("bot", bot=True))
    ring.settle()
    all_ready(ring)
    ring.host.swap(Seat(1), Seat(2), ring.now)
    ring._collect()
    ring.settle()
    assert [place and place.name for place in ring.host.places] == ["host", "bot", "asha", None]
    assert [place and place.ready for place in ring.host.places] == [False, True, False, None]
    assert ring.guests[1].places == ring.host.places
    assert SeatsSwapped(ring.host.places) in ring.host.happened
    assert any(isinstance(one, SeatsSwapped) for one in ring.guests[1].happened)


def test_host_gives_no_seats_where_the_coin_does() -> None:
    ring = full_table(random_seats=True)
    with pytest.raises(LocalProtocolError):
        ring.host.swap(Seat(0), Seat(1), ring.now)
    with pytest.raises(LocalProtocolError):
        full_table().host.swap(Seat(0), Seat(3), 0.0)


# The contract.


@pytest.mark.parametrize("random_seats", [False, True])
def test_contract_is_proposed_when_all_are_ready(random_seats: bool) -> None:
    ring = full_table(random_seats=random_seats)
    for guest in ring.guests.values():
        guest.set_ready(True, ring.now)
    ring._collect()
    ring.settle()
    assert proposed(ring) is None
    all_ready(ring)
    contract = agreed_on(ring)
    assert [seat.name for seat in contract.seats] == ["host", "asha", "ravi"]
    assert contract.random_seats is random_seats
    assert len({seat.nonce for seat in contract.seats}) == 3


def test_host_without_a_seat_proposes_when_the_others_are_ready() -> None:
    ring = LobbyRing(make_host(sits=False))
    for name in ("asha", "ravi", "meena"):
        ring.come(make_guest(name))
    ring.settle()
    with pytest.raises(LocalProtocolError):
        ring.host.set_ready(True, ring.now)
    for guest in ring.guests.values():
        guest.set_ready(True, ring.now)
    ring._collect()
    ring.settle()
    assert agreed_on(ring).seat_of(HOST.peer_id) is None


def test_ready_waits_for_links_but_not_for_ever() -> None:
    ring = full_table()
    asha = ring.guests[1]
    asha.link_down(2, ring.now)
    asha.set_ready(True, ring.now)
    ring._collect()
    ring.settle()
    assert [place and place.ready for place in ring.host.places] == [False, False, False]
    ring.wait(LINKS_PATIENCE_S + 0.1)
    assert [place and place.ready for place in ring.host.places] == [False, True, False]


def test_ready_is_said_as_soon_as_the_links_are_there() -> None:
    ring = full_table()
    asha = ring.guests[1]
    asha.link_down(2, ring.now)
    asha.set_ready(True, ring.now)
    asha.link_up(2, key("ravi").peer_id, ring.now)
    ring._collect()
    ring.settle()
    assert [place and place.ready for place in ring.host.places] == [False, True, False]


def test_ready_can_be_taken_back() -> None:
    ring = full_table()
    for ready in (True, False):
        ring.guests[1].set_ready(ready, ring.now)
        ring.host.set_ready(ready, ring.now)
        ring._collect()
        ring.settle()
        assert [place and place.ready for place in ring.guests[2].places] == [ready, ready, False]


def test_nothing_is_ready_before_the_welcome() -> None:
    with pytest.raises(LocalProtocolError):
        make_guest("asha").set_ready(True, 0.0)


def test_silent_guest_loses_the_seat_and_others_do_not() -> None:
    ring = full_table()
    ring.mute.add(2)
    ring.wait(SILENT_S + 1)
    assert [place and place.name for place in ring.host.places] == ["host", "asha", None]
    assert ring.dropped == [(2, "silent")]


def test_who_asks_for_no_seat_is_dropped() -> None:
    ring = LobbyRing(make_host())
    ring.host.link_up(7, key("mute").peer_id, "10.0.1.9", ring.now)
    ring.wait(SILENT_S + 1)
    assert ring.dropped == [(7, "silent")]


def test_lost_host_is_given_up() -> None:
    ring = full_table()
    asha = ring.cut(1)
    asha.handle_deadline(asha.next_deadline() - 0.1)
    assert closing(asha) is None
    asha.handle_deadline(asha.next_deadline())
    assert closing(asha) is Closing.HOST_LOST
    assert HOST_LOST_S > SILENT_S


def test_silent_host_is_dropped() -> None:
    ring = full_table()
    asha = ring.guests[1]
    asha.handle_deadline(ring.now + SILENT_S)
    assert (0, "silent") in asha.drops


def test_host_that_leaves_closes_the_lobby() -> None:
    ring = full_table()
    ring.host.say_goodbye()
    ring._collect()
    ring.settle()
    assert [guest.closing for guest in ring.guests.values()] == [Closing.HOST_LEFT] * 2


def test_guest_tells_of_a_name_that_comes_with_another_key_once() -> None:
    ring = LobbyRing(make_host())
    asha = make_guest("asha")
    asha.look_up = {"ravi": key("the real ravi").peer_id}.get
    ring.come(asha)
    ring.come(make_guest("ravi"))
    ring.settle()
    ring.wait(10)
    told = [one for one in asha.happened if isinstance(one, NameTaken)]
    assert told == [NameTaken(Seat(2), "ravi", key("the real ravi").peer_id, key("ravi").peer_id)]


# Words that do not belong.


def test_host_is_told_only_what_guests_say() -> None:
    ring = full_table()
    ring.guests[1].post.send([0], ring.host.terms)
    with pytest.raises(EncodingError):
        ring.host.receive(1, loose(ring.guests[1].post.outgoing[0][1]), ring.now)


def test_guest_is_told_only_what_hosts_say() -> None:
    ring = full_table()
    ring.host.post.send([1], Ready(1, bytes(32)))
    with pytest.raises(EncodingError):
        ring.guests[1].receive(0, loose(ring.host.post.outgoing[0][1]), ring.now)
    ring.guests[2].post.send([1], Ready(1, bytes(32)))
    with pytest.raises(EncodingError):
        ring.guests[1].receive(2, loose(ring.guests[2].post.outgoing[0][1]), ring.now)


def test_nobody_speaks_for_another() -> None:
    ring = full_table()
    ring.guests[1].post.send([0], Ready(1, bytes(32)))
    word = loose(ring.guests[1].post.outgoing[0][1])
    with pytest.raises(EncodingError):
        ring.host.receive(2, word, ring.now)
    with pytest.raises(EncodingError):
        ring.host.receive(1, replace(word, table_id=bytes(16)), ring.now)
    with pytest.raises(ProofError):
        ring.host.receive(1, replace(word, signature=bytes(64)), ring.now)


def test_word_that_is_not_new_changes_nothing() -> None:
    ring = full_table()
    ring.guests[1].post.send([0], Ready(1, bytes(32)))
    word = loose(ring.guests[1].post.outgoing[0][1])
    ring.host.receive(1, word, ring.now)
    ring.guests[1].post.send([0], Ready(0, bytes(32)))
    ring.host.receive(1, loose(ring.guests[1].post.outgoing[1][1]), ring.now)
    ring.host.receive(1, word, ring.now)
    assert [place and place.ready for place in ring.host.places] == [False, False, False]


@pytest.mark.parametrize(
    "roster",
    [
        Roster((RosterSeat(b"", "", 0, 0, ()),) * 2),
        Roster((RosterSeat(key("x").peer_id, "x", 0, 0, ()),) * 3),
        Roster((RosterSeat(key("x").peer_id, "", 0, 0, ()), *(RosterSeat(b"", "", 0, 0, ()),) * 2)),
        Roster((RosterSeat(bytes(32), "x", 0, 0, ()), *(RosterSeat(b"", "", 0, 0, ()),) * 2)),
    ],
)
def test_senseless_roster_costs_the_link(roster: Roster) -> None:
    ring = full_table()
    ring.host.post.send([1], roster)
    with pytest.raises(EncodingError):
        ring.guests[1].receive(0, loose(ring.host.post.outgoing[-1][1]), ring.now)


def test_second_welcome_to_something_else_costs_the_link() -> None:
    ring = full_table()
    ring.host.post.send([1], Welcome("sevens", (), 3, 0))
    with pytest.raises(EncodingError):
        ring.guests[1].receive(0, loose(ring.host.post.outgoing[-1][1]), ring.now)


def test_word_of_the_table_is_none_of_the_lobby() -> None:
    ring = full_table()
    ring.guests[1].post.send([0], Heartbeat(bytes(32), 0, bytes(32), ()))
    with pytest.raises(EncodingError):
        ring.host.receive(1, loose(ring.guests[1].post.outgoing[0][1]), ring.now)


# Anything, in any order.
