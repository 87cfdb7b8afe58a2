"""What the host of a table shows and lets be found: how others join, and the entry in their lists."""

import ipaddress
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import trio

from cli import words_lobby, words_tables
from cli.language import Language
from cli.peer_text import PeerText
from cli.reason_text import reason_text
from cli.table_lines import short_address
from cli.text import Words
from p2p.net.addresses import FIRST_PORT, Address
from p2p.net.code import code_of
from p2p.net.discovery.advert import Advert, entry_name, key_mark
from p2p.net.discovery.advertise import UPDATE_PAUSE_S, Advertisement, advertise
from p2p.net.discovery.mdns import Trouble, beside
from p2p.net.reasons import Firewall, NoMulticast, PortTaken, Reason, find_firewall
from p2p.net.session import Session

Say = Callable[[str], Awaitable[None]]

_ALLOW = {
    Firewall.UFW: words_tables.ALLOW_UFW,
    Firewall.FIREWALLD: words_tables.ALLOW_FIREWALLD,
    Firewall.WINDOWS: words_tables.ALLOW_WINDOWS,
}
_TROUBLE: dict[Trouble, Reason] = {Trouble.PORT_TAKEN: PortTaken(), Trouble.NO_MULTICAST: NoMulticast()}


def open_lines(session: Session, name: str, language: Language) -> list[str]:
    """Say how others join: by the list, by code, by address; and what to let through a firewall."""
    reachable = [address for address in session.addresses if not _is_of_no_use(address)]
    codes = [str(code) for address in reachable if (code := code_of(address, session.me)) is not None]
    ways = [*codes[:1], *map(short_address, reachable)]
    port = session.addresses[0].port if session.addresses else FIRST_PORT
    allow = _allow_line(find_firewall())
    return [
        words_tables.TABLE_IS_OPEN.of(language, name=PeerText(name, 64)),
        words_tables.JOIN_FINDS.of(language),
        *(words_lobby.JOIN_LINE.of(language, address=way) for way in ways),
        words_lobby.FIREWALL.of(language, port=port),
        *([] if allow is None else [allow.of(language, port=port)]),
    ]


@asynccontextmanager
async def advertised(session: Session, name: str, language: Language, say: Say, *, locked: bool) -> AsyncIterator[None]:
    """Let the table be found for as long as the block lasts; tell the host what is in the way of it."""
    port = session.addresses[0].port if session.addresses else FIRST_PORT

    def advert() -> Advert:
        view = session.view
        seats = len(view.places)
        taken = seats if view.contract is not None else sum(place is not None for place in view.places)
        return Advert(view.table_id, view.game, seats, taken, key_mark(session.me), locked)

    async def keep() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_tell, advertisement, name, language, say)
            while True:
                await trio.sleep(UPDATE_PAUSE_S)
                advertisement.update(advert())

    async with advertise(name, advert(), port) as advertisement, beside(keep):
        yield


async def _tell(advertisement: Advertisement, name: str, language: Language, say: Say) -> None:
    """Say when lists show another name than was asked for, or no table at all."""
    shown, troubles = entry_name(name), set[Trouble]()
    while True:
        await advertisement.wait_announced()
        trouble = advertisement.trouble
        if trouble is not None and trouble not in troubles:
            troubles.add(trouble)
            why, _ = reason_text(_TROUBLE[trouble], language)
            await say(words_tables.NOT_LISTED.of(language, why=why))
        if advertisement.name not in {"", shown}:
            shown = advertisement.name
            await say(words_tables.SHOWN_AS.of(language, name=PeerText(shown, 64)))
        await advertisement.status.wait_changed()


def _allow_line(firewall: Firewall | None) -> Words | None:
    return None if firewall is None else _ALLOW.get(firewall)


def _is_of_no_use(address: Address) -> bool:
    """Tell whether it can't be typed elsewhere: loopback, and what needs a scope."""
    number = ipaddress.ip_address(address.host)
    return number.is_loopback or (number.version == 6 and number.is_link_local)
