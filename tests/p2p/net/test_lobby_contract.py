"""The lobby without I/O: what is proposed and refused, and that all who sign have signed one contract."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Seat
from p2p.errors import EncodingError, LocalProtocolError
from p2p.net.happenings import (
    ContractProposed,
    Difference,
    NoSeat,
    ProposalRefused,
    ProposalWithdrawn,
)
from p2p.net.lobby import AGREE_S
from p2p.net.lobby_guest import GIVE_UP_S, GuestLobby
from p2p.table.contract import Contract, ContractSeat
from p2p.wire.messages import Proposal, Ready, Refused
from tests.p2p.net.lobby_ring import (
    HOST,
    LobbyRing,
    agreed_on,
    all_ready,
    full_table,
    loose,
    make_guest,
    make_host,
    proposed,
)
from tests.p2p.net.session_peers import key

Change = Callable[[Contract], Contract]


def with_seat(contract: Contract, number: int, **changes: object) -> Contract:
    seats = list(contract.seats)
    seats[number] = replace(seats[number], **changes)  # type: ignore[arg-type]
    return replace(contract, seats=tuple(seats))


def swapped(contract: Contract) -> Contract:
    host, asha, ravi = contract.seats
    return replace(contract, seats=(host, ravi, asha))


def without_asha(contract: Contract) -> Contract:
    meena = ContractSeat(key("meena").peer_id, "meena", bot=False, nonce=bytes(32))
    return replace(contract, seats=(contract.seats[0], meena, contract.seats[2]))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda c: replace(c, table_id=bytes(16)), Difference.TABLE),
        (lambda c: replace(c, game="sevens", options=(("rounds", "5"), ("chips_start", "50"))), Difference.GAME),
        (lambda c: replace(c, options=(("rounds", "3"), *c.options[1:])), Difference.OPTIONS),
        (lambda c: replace(c, random_seats=True), Difference.OPTIONS),
        (
            lambda c: replace(c, seats=(*c.seats, ContractSeat(key("x").peer_id, "x", bot=False, nonce=bytes(32)))),
            Difference.SEATS,
        ),
        (swapped, Difference.PEOPLE),
        (without_asha, Difference.PEOPLE),
        (lambda c: with_seat(c, 2, name="Ravi"), Difference.PEOPLE),
        (lambda c: with_seat(c, 2, key=key("mallory").peer_id), Difference.PEOPLE),
        (lambda c: with_seat(c, 2, bot=True), Difference.PEOPLE),
        (lambda c: with_seat(c, 1, nonce=bytes(32)), Difference.NONCE),
    ],
)
def test_proposal_that_is_not_what_was_shown_is_refused(change: Change, what: Difference) -> None:
    ring = full_table()
    all_ready(ring)
    honest = agreed_on(ring)
    asha = fresh_asha(ring)
    ring.host.post.send([1], Proposal(change(honest).raw))
    deliver(ring, asha)
    assert asha.contract is None
    assert ProposalRefused("", what) in asha.happened
    assert not asha.wants_ready


def test_proposal_of_nonsense_is_refused() -> None:
    ring = full_table()
    all_ready(ring)
    asha = fresh_asha(ring)
    ring.host.post.send([1], Proposal(b"nonsense"))
    deliver(ring, asha)
    assert ProposalRefused("", Difference.MALFORMED) in asha.happened


def test_proposal_to_who_is_not_ready_is_refused() -> None:
    ring = full_table()
    all_ready(ring)
    honest = agreed_on(ring)
    asha = fresh_asha(ring)
    asha.wants_ready = False
    ring.host.post.send([1], Proposal(honest.raw))
    deliver(ring, asha)
    assert ProposalRefused("", Difference.NOT_READY) in asha.happened


def test_proposal_with_a_name_of_another_key_is_refused() -> None:
    ring = full_table()
    all_ready(ring)
    honest = agreed_on(ring)
    asha = fresh_asha(ring)
    asha.look_up = {"ravi": key("the real ravi").peer_id}.get
    ring.host.post.send([1], Proposal(honest.raw))
    deliver(ring, asha)
    assert ProposalRefused("", Difference.OTHER_KEY) in asha.happened


def fresh_asha(ring: LobbyRing) -> GuestLobby:
    """Asha as she was before the proposal that the host has just made."""
    asha = ring.guests[1]
    asha.contract = None
    return asha


def deliver(ring: LobbyRing, guest: GuestLobby) -> None:
    for _, data in ring.host.post.outgoing:
        guest.receive(0, loose(data), ring.now)
    ring.host.post.outgoing.clear()


def test_refusal_takes_the_proposal_back_and_the_next_has_fresh_nonces() -> None:
    ring = full_table()
    all_ready(ring)
    first = agreed_on(ring)
    ring.guests[1].post.send([0], Refused("people"))
    ring._collect()
    ring.settle()
    assert ProposalRefused("asha", Difference.PEOPLE) in ring.host.happened
    assert ProposalWithdrawn() in ring.guests[2].happened
    # All were ready and still are: with fresh nonces the host proposes again.
    second = agreed_on(ring)
    assert {seat.nonce for seat in first.seats}.isdisjoint(seat.nonce for seat in second.seats)


def test_word_that_was_on_its_way_brings_no_old_nonce_back() -> None:
    ring = full_table()
    all_ready(ring)
    first = agreed_on(ring)
    ring.host.withdraw(ring.now)
    ring.guests[1].post.send([0], Ready(1, first.seats[1].nonce))
    ring._collect()
    ring.settle()
    assert agreed_on(ring).seats[1].nonce != first.seats[1].nonce


def test_words_under_a_new_nonce_on_the_same_link_are_refused() -> None:
    ring = full_table()
    ring.guests[1].post.nonce = bytes(32)
    ring.guests[1].post.send([0], Ready(1, bytes(32)))
    ring._collect()
    with pytest.raises(EncodingError, match="nonce"):
        ring.settle()


def test_contract_that_is_not_signed_in_time_is_withdrawn() -> None:
    ring = full_table()
    all_ready(ring)
    first = agreed_on(ring)
    ravi = ring.cut(2)
    assert proposed(ring) == first
    ring.wait(AGREE_S + 1)
    assert ring.host.places[2] is None
    assert proposed(ring) is None
    ring.come(ravi)
    ravi.handle_deadline(ring.now + GIVE_UP_S)
    ring._collect()
    ring.settle()
    assert agreed_on(ring).hash != first.hash


def test_who_was_cut_off_before_the_proposal_gets_it_when_back() -> None:
    ring = full_table()
    for guest in ring.guests.values():
        guest.set_ready(True, ring.now)
    ring._collect()
    ring.settle()
    ring.host.set_ready(True, ring.now)
    ravi = ring.cut(2)
    ring.settle()
    assert ravi.contract is None
    assert proposed(ring) is not None
    ring.come(ravi)
    ring.settle()
    agreed_on(ring)


def test_goodbye_while_the_contract_goes_round_withdraws_it() -> None:
    ring = full_table()
    all_ready(ring)
    agreed_on(ring)
    ring.guests[2].say_goodbye()
    ring._collect()
    ring.settle()
    assert proposed(ring) is None
    assert ring.host.places[2] is None
    assert ring.guests[1].contract is None


def test_nobody_is_seated_while_the_contract_goes_round() -> None:
    ring = full_table()
    all_ready(ring)
    late = make_guest("late")
    ring.come(late)
    ring.settle()
    assert late.no_seat is NoSeat.BEGUN


# Signs of life.


DEEDS = ("come", "cut", "leave", "unready", "swap", "refuse", "carry", "wait", *("all come", "all ready", "carry") * 3)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.sampled_from(DEEDS), st.integers(0, 5)), min_size=10, max_size=50), st.integers(0, 99))
def test_all_see_one_lobby_and_sign_one_contract(deeds: list[tuple[str, int]], seed: int) -> None:
    ring, random = LobbyRing(make_host(seats=4)), Random(seed)
    names = [f"guest {number}" for number in range(6)]
    do_one(ring, random, "all come", "", 0)
    for deed, number in deeds:
        do_one(ring, random, deed, names[number], number)
        check(ring)
    ring.settle()
    ring.wait(GIVE_UP_S + AGREE_S)
    check(ring)
    for guest in ring.guests.values():
        if guest.is_seated and guest.closing is None and guest.contract is None and ring.host.contract is None:
            assert guest.places == ring.host.places


def do_one(ring: LobbyRing, random: Random, deed: str, name: str, number: int) -> None:  # noqa: C901 (a table)
    link = next((link for link, guest in ring.guests.items() if guest.join.name == name), None)
    host, now = ring.host, ring.now
    try:
        match deed:
            case "come" if link is None:
                ring.come(make_guest(name))
            case "cut" if link is not None:
                ring.come(ring.cut(link))
            case "leave" if link is not None:
                ring.guests[link].say_goodbye()
            case "all come":
                all_come(ring)
            case "unready" if link is not None:
                ring.guests[link].set_ready(False, now)
            case "all ready":
                for guest in [one for one in ring.guests.values() if one.is_seated and one.contract is None]:
                    guest.set_ready(True, now)
                host.set_ready(True, now)
            case "swap":
                host.swap(Seat(number % 4), Seat(random.randrange(4)), now)
            case "refuse" if link is not None:
                ring.guests[link].post.send([0], Refused("people"))
            case "wait":
                ring.wait(float(number))
            case _:
                for _ in range(number):
                    ring.step(random)
    except LocalProtocolError:
        pass
    ring._collect()


def all_come(ring: LobbyRing) -> None:
    here = {guest.join.name for guest in ring.guests.values()}
    for name in (f"guest {number}" for number in range(4)):
        if name not in here:
            ring.come(make_guest(name))
    ring.settle()


def check(ring: LobbyRing) -> None:
    """A key sits once; who signs, signs what the host proposed, with a nonce that no contract of his had before."""
    keys = [place.key for place in ring.host.places if place is not None]
    assert len(keys) == len(set(keys))
    offered = ring.signed.get(0, [])
    for number, contracts in ring.signed.items():
        assert all(contract in offered for contract in contracts)
        mine = HOST.peer_id if number == 0 else None
        if number in ring.guests:
            mine = ring.guests[number].me
        if mine is not None:
            nonces = [seat.nonce for contract in contracts for seat in contract.seats if seat.key == mine]
            assert len(nonces) == len(set(nonces)) == len(contracts)
    for contract in offered:
        assert len(contract.seats) == 4
    assert sum(isinstance(one, ContractProposed) for one in ring.host.happened) == len(offered)
