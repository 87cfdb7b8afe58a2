"""Every word a person reads outside the rules, in English and Hindi, written once.

Phrases are `Words`; `words.of(language, name=value)` gives one language's text with its values filled in. Devanagari
has no agreed width in terminals, so it comes last on a line and never before anything that must line up.
"""

from dataclasses import dataclass
from typing import Final

from cli.language import Language


@dataclass(frozen=True, slots=True)
class Words:
    """One phrase in both languages; `{name}` stands for a value."""

    en: str
    hi: str

    def of(self, language: Language, **values: object) -> str:
        """Give the phrase in a language."""
        return (self.hi if language is Language.HINDI else self.en).format(**values)


WELCOME: Final = (
    Words(
        "Play at once, you and three bots:  patte play badam-satti",
        "patte play badam-satti   तुरंत खेलिए, आप और तीन बॉट",
    ),
    Words(
        "Open a table for your family:      patte host double-sir",
        "patte host double-sir    घर वालों के लिए मेज़ खोलिए",
    ),
    Words(
        "Join the table of another:         patte join",
        "patte join               किसी और की मेज़ पर बैठिए",
    ),
)

GAME_TITLES: Final = {
    "double-sir": Words("Double Sir", "डबल सर"),
    "badam-satti": Words("Badam Satti", "बदाम सत्ती"),
    "sevens": Words("Sevens", "सेवन्स"),
}

SUIT_SIGNS: Final = "♣♦♥♠"
SUITS: Final = (
    Words("clubs", "चिड़ी"),
    Words("diamonds", "ईंट"),
    Words("hearts", "पान"),
    Words("spades", "हुकुम"),
)
RANKS: Final = {
    "2": Words("two", "दुक्की"),
    "3": Words("three", "तिक्की"),
    "4": Words("four", "चौका"),
    "5": Words("five", "पंजा"),
    "6": Words("six", "छक्का"),
    "7": Words("seven", "सत्ता"),
    "8": Words("eight", "अट्ठा"),
    "9": Words("nine", "नहला"),
    "T": Words("ten", "दहला"),
    "J": Words("jack", "गुलाम"),
    "Q": Words("queen", "बेगम"),
    "K": Words("king", "बादशाह"),
    "A": Words("ace", "इक्का"),
}

# What can be wrong with a command line: what, why it is likely, what to do.

SEE_HELP: Final = Words("`{command} --help` shows what can be typed.", "`{command} --help` बताता है कि क्या लिख सकते हैं।")
LINE_WRONG: Final = Words("{what}", "यह पंक्ति समझ नहीं आई: {what}")
NOT_UNDERSTOOD: Final = Words("Perhaps it is a slip of the keys.", "शायद टाइप की चूक है।")
SEE_RULES: Final = Words("`patte rules GAME` lists them all.", "`patte rules GAME` सब बताता है।")
NO_SUCH_GAME: Final = Words("There is no game called “{game}” here.", "“{game}” नाम का कोई खेल यहाँ नहीं है।")
THREE_GAMES: Final = Words("patte knows three games, by these names only.", "patte तीन ही खेल जानता है, इन्हीं नामों से।")
NAME_A_GAME: Final = Words("Take one of: {games}.", "इनमें से एक लिखिए: {games}।")
SET_NEEDS_VALUE: Final = Words("“--set {text}” sets nothing.", "“--set {text}” से कुछ तय नहीं होता।")
SET_FORM: Final = Words("It takes a name, “=” and a value.", "इसमें नाम, “=” और मान चाहिए।")
SET_TWICE: Final = Words("{option} is set twice.", "{option} दो बार तय किया गया है।")
SET_ONCE: Final = Words("A table plays by one value.", "मेज़ एक ही मान से खेलती है।")
KEEP_ONE: Final = Words("Leave one of them out.", "उनमें से एक हटा दीजिए।")
NO_SUCH_OPTION: Final = Words("{game} has no option “{option}”.", "{game} में “{option}” नाम का कोई विकल्प नहीं।")
OPTIONS_DIFFER: Final = Words("Every game has options of its own.", "हर खेल के अपने विकल्प हैं।")
OPTIONS_ARE: Final = Words("Here they are: {options}.", "ये हैं: {options}।")
NO_SUCH_VALUE: Final = Words("{option} can't be “{value}”.", "{option} का मान “{value}” नहीं हो सकता।")
RULES_ALLOW: Final = Words("The rules allow only certain values.", "नियमों में गिने-चुने मान ही हैं।")
TAKE_VALUE: Final = Words("Take one of: {values}.", "इनमें से एक चुनिए: {values}।")
SEATS_WRONG: Final = Words("{game} can't be played by {seats}.", "{game} में {seats} खिलाड़ी नहीं हो सकते।")
SEATS_WHY: Final = Words("It is a game for {least} to {most}.", "यह {least} से {most} खिलाड़ियों का खेल है।")
SEATS_WHY_EXACT: Final = Words("It is a game for exactly {least}.", "यह ठीक {least} खिलाड़ियों का खेल है।")
SEATS_DO: Final = Words("Ask for so many.", "उतने ही माँगिए।")
NO_SUCH_BOT: Final = Words("No bot called “{bot}” plays {game}.", "“{bot}” नाम का कोई बॉट {game} नहीं खेलता।")
BOTS_WHY: Final = Words("Every game has its own bots.", "हर खेल के अपने बॉट हैं।")
BOTS_ARE: Final = Words("Take one of: {bots}.", "इनमें से चुनिए: {bots}।")
SEATS_OR_PLAYERS: Final = Words(
    "--players {players} and --seats with {seats} bots do not agree.",
    "--players {players} और --seats के {seats} बॉट मेल नहीं खाते।",
)
SEATS_COUNT: Final = Words("--seats already says how many play.", "--seats से ही पता चलता है कि कितने खेलेंगे।")
DROP_PLAYERS: Final = Words("Leave out --players.", "--players हटा दीजिए।")
SHOW_OR_JSON: Final = Words("--show and --json do not go together.", "--show और --json साथ नहीं चलते।")
SHOW_IS_TEXT: Final = Words("One is for people, the other for programs.", "एक लोगों के लिए है, दूसरा प्रोग्रामों के लिए।")
DROP_ONE: Final = Words("Leave one out.", "एक हटा दीजिए।")

# What `patte simulate` says.

ROUNDS_PLAYED: Final = Words(
    "{game}: {rounds} rounds in {seconds:.1f} s, {rate:.0f} a second (seed {seed})",
    "{rounds} / {seconds:.1f} s = {rate:.0f}/s (seed {seed})   {game}: राउंड, समय, रफ़्तार",
)
FIGURES: Final = {
    "double-sir": Words("Seat, bot, rounds won, share, kots:", "सीट, बॉट, जीते राउंड, हिस्सा, कोट:"),
    "badam-satti": Words(
        "Seat, bot, rounds won, share, mean penalty a round:", "सीट, बॉट, जीते राउंड, हिस्सा, हर राउंड का औसत जुर्माना:"
    ),
    "sevens": Words(
        "Seat, bot, rounds won, share, mean chips a round:", "सीट, बॉट, जीते राउंड, हिस्सा, हर राउंड में औसत चिप्स:"
    ),
}
MATCHES: Final = Words("Matches played to the end, and won by each seat:", "पूरे खेले गए खेल, और हर सीट की जीत:")
SHOW_SEATS: Final = Words("{game}. Seats: {seats}", "{seats}   {game}, सीटें")
SHOW_ROUND: Final = Words("Round {number}. Seat {dealer} deals.", "राउंड {number}। सीट {dealer} पत्ते बाँटती है।")
SHOW_CALL: Final = Words(
    "Seat {seat} looks at {hand} and calls {suit}.", "{hand}: सीट {seat} ये पत्ते देखकर ट्रंप बोलती है, {suit}।"
)
SHOW_HAND: Final = Words("Seat {seat}: {hand}", "{hand}   सीट {seat}")
SHOW_PILE: Final = Words(
    "seat {seat} wins; pile {tricks}, tens in it {tens}", "सीट {seat} ने हाथ जीता; ढेर में {tricks} हाथ, {tens} दहले"
)
SHOW_LIFT: Final = Words(
    "seat {seat} wins and lifts {tricks}, tens {tens}", "सीट {seat} जीतकर ढेर उठाती है: {tricks} हाथ, दहले {tens}"
)
SHOW_LINES: Final = Words(
    "Each line: seat, card laid (or -), the four lines, cards left.",
    "हर पंक्ति: सीट, रखा पत्ता (या -), चारों लाइनें, बचे पत्ते।",
)
SHOW_WON: Final = Words("Round won by {seats}.{kot} {standing}", "राउंड जीता: {seats}।{kot} {standing}")
SHOW_KOT: Final = Words(" Kot!", " कोट!")
SHOW_MATCH: Final = Words("The match goes to {seats}.", "खेल का विजेता: {seats}।")
STANDING: Final = {
    "score": Words("Score {numbers}", "अंक {numbers}"),
    "kots": Words("kots {numbers}", "कोट {numbers}"),
    "totals": Words("Totals {numbers}", "कुल अंक {numbers}"),
    "chips": Words("Chips {numbers}", "चिप्स {numbers}"),
    "pool": Words("in the middle {numbers}", "बीच में {numbers}"),
}

VERSION: Final = Words("patte {version}", "patte {version}")
UNEXPECTED: Final = Words("Something went wrong inside patte.", "patte के अंदर कुछ गड़बड़ हो गई।")
UNEXPECTED_WHY: Final = Words("This is a fault of the program, not yours.", "ग़लती प्रोग्राम की है, आपकी नहीं।")
UNEXPECTED_DO: Final = Words("The details are in {path}; please report them.", "ब्योरा {path} में है; कृपया बताइए।")
UNEXPECTED_NO_LOG: Final = Words(
    "The details could not be saved; it was: {error}.", "ब्योरा सहेजा नहीं जा सका; ग़लती यह थी: {error}।"
)
