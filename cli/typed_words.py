"""The words that may be typed in a game, in English, Hindi and romanised Hindi; each stands for one thing only.

They are compared folded (`fold`): no case, no nukta, one nasal sign, ASCII digits. `commands` puts them together.
"""

import unicodedata
from enum import Enum
from typing import Final

from engine.cards import Rank, Suit


class Ask(Enum):
    """A word that stands alone and asks for one thing."""

    LAST = "last"
    HAND = "hand"
    SCORE = "score"
    TABLE = "table"
    RULES = "rules"
    HINT = "hint"
    WHO = "who"
    SORT = "sort"
    WAIT = "wait"
    CONTINUE = "continue"
    END = "end"
    VERIFY = "verify"
    HELP = "help"
    QUIT = "quit"
    PASS = "pass"  # noqa: S105
    READY = "ready"
    NOT_READY = "unready"
    YES = "yes"
    NO = "no"
    UNLOCK = "unlock"


def fold(typed: str) -> str:
    """Reduce what was typed to what is compared."""
    kept = []
    for char in unicodedata.normalize("NFKD", typed).casefold():
        if unicodedata.category(char) == "Nd":
            kept.append(str(unicodedata.digit(char)))
        elif char not in _DROPPED:
            kept.append(_SAME.get(char, char))
    return unicodedata.normalize("NFC", "".join(kept))


# Nukta, the joiners, and the sign that asks for a coloured heart.
_DROPPED: Final = "\u093c\u200c\u200d\ufe0e\ufe0f"
_SAME: Final = {"\u0901": "\u0902"}


def _folded(words: dict[str, str]) -> dict[str, str]:
    return {fold(word): meaning for meaning, several in words.items() for word in several.split()}


ASKS: Final = {
    word: Ask(meaning)
    for word, meaning in _folded(
        {
            "last": "last previous पिछला आख़िरी pichhla pichla aakhri akhri",
            "hand": "hand cards पत्ते patte patta",
            "score": "score points अंक हिसाब ank hisab hisaab",
            "table": "table मेज़ mez mej",
            "rules": "rules rule नियम niyam",
            "hint": "hint सलाह इशारा salah ishara",
            "who": "who players कौन खिलाड़ी kaun khiladi",
            "sort": "sort order छाँटो छाँटना क्रम chhanto kram",
            "wait": "wait इंतज़ार रुको intezar intzar ruko",
            "continue": "continue on आगे जारी aage jari",
            "end": "end ख़त्म समाप्त khatm khatam samapt",
            "verify": "verify check जाँच जाँचो jaanch jancho",
            "help": "help ? मदद madad sahayata सहायता",
            "quit": "quit exit leave bye छोड़ो बाहर विदा chhodo bahar vida",
            "pass": "pass पास paas",
            "ready": "ready तैयार taiyar taiyaar",
            "unready": "unready रुकिए rukiye",
            "yes": "yes y हाँ जी haan han ji",
            "no": "no n नहीं ना nahin nahi na",
            "unlock": "unlock खोलो kholo",
        }
    ).items()
}

WHY: Final = frozenset(_folded({"": "why क्यों क्यूँ kyon kyun"}))
CHAT: Final = frozenset(_folded({"": "chat say कहो बोलो kaho bolo"}))
TRUMP: Final = frozenset(_folded({"": "trump call ट्रंप तुरुप रंग turup rang"}))
PLAY: Final = frozenset(_folded({"": "play lay चलो चाल रखो chalo chal rakho"}))
SWAP: Final = frozenset(_folded({"": "swap बदलो badlo"}))
FILLERS: Final = frozenset(_folded({"": "of the का की के ka ki ke"}))

SUITS: Final = {
    word: Suit(int(meaning))
    for word, meaning in _folded(
        {
            "0": "c club clubs ♣ ♧ चिड़ी चिड़िया चि chidi chiri chidiya किलवर kilvar kilwar",
            "1": "d diamond diamonds ♦ ♢ ईंट ईट ई eent int चौकट chaukat",
            "2": "h heart hearts ♥ ♡ पान पा paan pan बदाम badam",
            "3": "s spade spades ♠ ♤ हुकुम हुक्म ह hukum hukam hukm इस्पिक ispik",
        }
    ).items()
}

RANKS: Final = {
    word: Rank(int(meaning))
    for word, meaning in _folded(
        {
            "2": "2 two दुक्की दुग्गी dukki duggi",
            "3": "3 three तिक्की तिग्गी tikki tiggi",
            "4": "4 four चौका chauka",
            "5": "5 five पंजा panja",
            "6": "6 six छक्का chhakka chakka",
            "7": "7 seven सत्ता सत्ती satta satti",
            "8": "8 eight अट्ठा attha aththa",
            "9": "9 nine नहला nahla nehla",
            "10": "10 t ten दहला dahla dehla",
            "11": "j jack गुलाम gulam ghulam",
            "12": "q queen बेगम begam begum रानी rani",
            "13": "k king बादशाह badshah राजा raja",
            "14": "a ace इक्का ikka ekka",
        }
    ).items()
}
