"""A table of the list as one line for people, or as JSON's values for programs."""

from cli import text
from cli import words_tables as words
from cli.language import Language
from cli.peer_text import NAME_CELLS, PeerText
from p2p.identity import fingerprint
from p2p.net.addresses import FIRST_PORT, Address
from p2p.net.discovery.nearby import NearbyTable

PLACE_CELLS = 20


def table_line(table: NearbyTable, language: Language) -> str:
    """Write a table: where it is, how many of its seats are taken, its name and game."""
    advert = table.advert
    title = text.GAME_TITLES.get(advert.game)
    line = words.TABLE_LINE.of(
        language,
        place=f"{short_address(table.address):<{PLACE_CELLS}}",
        taken=advert.taken,
        seats=advert.seats,
        name=PeerText(table.name, 2 * NAME_CELLS),
        game=title.of(language) if title else advert.game,
    )
    return words.WITH_PASSWORD.of(language, line=line) if advert.locked else line


def table_values(table: NearbyTable) -> dict[str, str | int | bool]:
    """Give a table as README.md documents it."""
    advert = table.advert
    return {
        "name": table.name,
        "game": advert.game,
        "seats": advert.seats,
        "taken": advert.taken,
        "locked": advert.locked,
        "address": str(table.address),
        "id": advert.table_id.hex(),
        "key": fingerprint(table.peer_id),
    }


def short_address(address: Address) -> str:
    """Write an address as people type it: without the port that is dialled where none is written."""
    return address.host if address.port == FIRST_PORT else str(address)
