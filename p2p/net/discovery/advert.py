"""What a table says of itself on the Wi-Fi: the TXT record, and the name of its entry, cut where a letter ends.

A TXT record is a row of texts KEY=VALUE, each behind a byte with its length (RFC 6763, 6). Ours has these keys, all
ASCII, in this order, 400 bytes at most together:

    v=1          version of this table
    id=…         the table id, 32 hexadecimal digits
    game=…       its name: small letters, digits, hyphens
    seats=…      how many; taken=… how many of them
    key=…        the first nine letters of the host's fingerprint
    locked=0|1   whether a password is asked for

What a stranger announces is read strictly or dropped; keys that we don't know are passed over, as RFC 6763 wants it.
None of it is proven: what a list shows as there was proven by `probe`.
"""

import re
import unicodedata
from dataclasses import dataclass

from p2p.errors import EncodingError
from p2p.identity import PeerId, fingerprint

SERVICE_TYPE = "_patte._tcp.local."
MAX_TXT_SIZE_BYTES = 400
MAX_NAME_SIZE_BYTES = 63
MOST_SEATS = 16

_VERSION = "1"
_KEYS = ("v", "id", "game", "seats", "taken", "key", "locked")
_TABLE_ID = re.compile(r"[0-9a-f]{32}")
_GAME = re.compile(r"[a-z0-9-]{1,32}")
_NUMBER = re.compile(r"0|[1-9][0-9]?")
_KEY_MARK = re.compile(r"[0-9a-z]{4}-[0-9a-z]{4}")
_NAMELESS = "patte"
_JOINERS = "\u200c\u200d"
_VIRAMA_CLASS = 9


class OtherVersionError(EncodingError):
    """A table of a version that we don't speak."""


@dataclass(frozen=True, slots=True)
class Advert:
    """What a table says of itself.

    Attributes:
        table_id: 16 bytes.
        game: its name, which need not be one that we know.
        key_mark: the first nine letters of the host's fingerprint, "k3f9-02mq".
        locked: whether a password is asked for.
    """

    table_id: bytes
    game: str
    seats: int
    taken: int
    key_mark: str
    locked: bool

    def is_of(self, peer_id: PeerId) -> bool:
        """Tell whether this key is the one it names."""
        return fingerprint(peer_id).startswith(self.key_mark)


def key_mark(peer_id: PeerId) -> str:
    """Give what an advert says of the host's key."""
    return fingerprint(peer_id)[:9]


def encode_advert(advert: Advert) -> bytes:
    """Write the TXT record."""
    values = (
        *(_VERSION, advert.table_id.hex(), advert.game),
        *(str(advert.seats), str(advert.taken), advert.key_mark, "1" if advert.locked else "0"),
    )
    texts = [f"{key}={value}".encode("ascii") for key, value in zip(_KEYS, values, strict=True)]
    return b"".join(bytes((len(text),)) + text for text in texts)


def parse_advert(txt: bytes) -> Advert:
    """Read a TXT record that came from anybody.

    Raises:
        OtherVersionError: it is a table's, of another version.
        EncodingError: it is no table's.
    """
    values = _parse_texts(txt)
    if values.get("v", _VERSION) != _VERSION:
        raise OtherVersionError("a table of another version")
    if not set(_KEYS) <= set(values):
        raise EncodingError("a record that lacks something")
    patterns = {"id": _TABLE_ID, "game": _GAME, "seats": _NUMBER, "taken": _NUMBER, "key": _KEY_MARK}
    for key, pattern in patterns.items():
        if not pattern.fullmatch(values[key]):
            raise EncodingError(f"a record whose {key} is none")
    seats, taken = int(values["seats"]), int(values["taken"])
    if not taken <= seats <= MOST_SEATS or values["locked"] not in {"0", "1"}:
        raise EncodingError("a record that can't be true")
    return Advert(
        table_id=bytes.fromhex(values["id"]),
        game=values["game"],
        seats=seats,
        taken=taken,
        key_mark=values["key"],
        locked=values["locked"] == "1",
    )


def entry_name(table_name: str, mark: str = "") -> str:
    """Make the name of a table's entry: at most 63 bytes of UTF-8, cut between letters, the mark behind it.

    Args:
        table_name: as its host wrote it.
        mark: tells it from another table of the same name; ASCII.
    """
    # In the library's names a dot ends a label.
    kept = ("" if _is_unprintable(char) else " " if char == "." else char for char in table_name)
    name = " ".join(unicodedata.normalize("NFC", "".join(kept)).split())
    ending = f" #{mark}" if mark else ""
    return (_cut(name, MAX_NAME_SIZE_BYTES - len(ending)) or _NAMELESS) + ending


def parse_entry_name(full_name: str) -> str:
    """Take the name of an entry from what mDNS calls it.

    Raises:
        EncodingError: it is none of ours, too long, was not UTF-8, or holds what can't be printed.
    """
    name = full_name[: -len(SERVICE_TYPE) - 1]
    if not name or not full_name.lower().endswith(f".{SERVICE_TYPE}"):
        raise EncodingError("not the name of a table's entry")
    # The library puts U+FFFD where bytes were no UTF-8.
    if any(_is_unprintable(char) or char == "\ufffd" for char in name):
        raise EncodingError("a name that can't be printed")
    if len(name.encode("utf-8", "surrogatepass")) > MAX_NAME_SIZE_BYTES:
        raise EncodingError("a name that is too long")
    return name


def _parse_texts(txt: bytes) -> dict[str, str]:
    if len(txt) > MAX_TXT_SIZE_BYTES:
        raise EncodingError("a record that is too long")
    values: dict[str, str] = {}
    index = 0
    while index < len(txt):
        size, index = txt[index], index + 1
        text, index = txt[index : index + size], index + size
        key, equals, value = text.partition(b"=")
        if len(text) != size or not text.isascii() or not equals or key.decode("ascii") in values:
            raise EncodingError("a record that is malformed")
        values[key.decode("ascii")] = value.decode("ascii")
    return values


def _cut(text: str, size_bytes: int) -> str:
    """Cut to so many bytes, never inside a letter with its vowel sign, or between the parts of a joined one."""
    end = len(text)
    while end and (len(text[:end].encode()) > size_bytes or _is_inside_letter(text, end)):
        end -= 1
    return text[:end].rstrip()


def _is_inside_letter(text: str, index: int) -> bool:
    if index == len(text):
        return False
    here, before = text[index], text[index - 1]
    belongs = unicodedata.category(here)[0] == "M" or here in _JOINERS
    # A virama joins the consonant before it to the one behind it.
    return belongs or before in _JOINERS or unicodedata.combining(before) == _VIRAMA_CLASS


def _is_unprintable(char: str) -> bool:
    return unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zl", "Zp"} and char not in _JOINERS
