"""What `--help` says, in Hindi: by the English sentence that stands at the command or option it is about."""

from collections.abc import Iterator, Mapping
from typing import Final

from typer import Context
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

HELP_OPTIONS: Final = ["-h", "--help"]

HINDI: Final[Mapping[str, str]] = {
    "Double Sir, Badam Satti and Sevens: card games for a household, without a server.": (
        "डबल सर, बदाम सत्ती और सेवन्स: घर भर के लिए पत्तों के खेल, बिना किसी सर्वर के।"
    ),
    "Hindi or English; default from LANG.": "हिंदी या अंग्रेज़ी; नहीं तो LANG से।",
    "Show the version.": "संस्करण बताता है।",
    "Install completion for the current shell.": "इस शेल में शब्द अपने-आप पूरे होने लगेंगे।",
    "Show completion for the current shell, to copy it or customize the installation.": (
        "वही दिखाता है, कॉपी करने या बदलने के लिए।"
    ),
    "Show this message and exit.": "यह मदद दिखाता है।",
    # Commands.
    "Play at once against bots, on this machine.": "इसी मशीन पर बॉटों के साथ तुरंत खेलिए।",
    "Open a table on the network; others join it.": "नेटवर्क पर मेज़ खोलिए; दूसरे उस पर बैठते हैं।",
    "Join a table: by list, name, code or address.": "मेज़ पर बैठिए: सूची, नाम, कोड या पते से।",
    "Look on at a table and check everything.": "कोई मेज़ देखिए और सब कुछ जाँचिए।",
    "List the tables on this Wi-Fi.": "इस वाई-फ़ाई की मेज़ों की सूची।",
    "Let a bot join a table; `play` and `host` start theirs by themselves.": (
        "किसी मेज़ पर बॉट बिठाइए; `play` और `host` अपने बॉट ख़ुद लाते हैं।"
    ),
    "Tell the rules of a game, and what a table may choose.": "खेल के नियम, और मेज़ क्या चुन सकती है।",
    "Let bots play on the bare engine, and count.": "बॉटों को बिना नेटवर्क खेलने दीजिए, और गिनिए।",
    "Check the record of a table, all of it.": "मेज़ का पूरा लेखा जाँचिए।",
    "Show the record of a table again, move by move.": "मेज़ का लेखा फिर से देखिए, चाल-दर-चाल।",
    "Your key, and those of the players you know.": "आपकी कुंजी, और जान-पहचान के खिलाड़ियों की।",
    "Show your name and key, and the players you know.": "आपका नाम और कुंजी, और जान-पहचान के खिलाड़ी।",
    "Make a new key; the old one is lost.": "नई कुंजी बनाइए; पुरानी चली जाएगी।",
    "Let a player you know come with a new key.": "जान-पहचान के खिलाड़ी को नई कुंजी से आने दीजिए।",
    # What they take.
    "double-sir (or dehla-pakad), badam-satti, sevens.": "double-sir (या dehla-pakad), badam-satti, sevens।",
    "How many bots (default 3; 4 with --watch).": "कितने बॉट (नहीं तो 3; --watch के साथ 4)।",
    "Only bots; you look on.": "सिर्फ़ बॉट; आप देखते हैं।",
    "Seconds a bot takes for a move (default 1; 0 in a pipe).": "बॉट एक चाल में कितने सेकंड ले (नहीं तो 1; पाइप में 0)।",
    "Choose an option of the game; may be repeated.": "खेल का कोई विकल्प चुनिए; कई बार लिख सकते हैं।",
    "Your name, as others see it.": "आपका नाम, जो दूसरों को दिखेगा।",
    "A folder of its own for key and name.": "कुंजी और नाम के लिए अलग फ़ोल्डर।",
    "Lines only: no colours, no bell, no prompt sign.": "सिर्फ़ पंक्तियाँ: न रंग, न घंटी, न > का निशान।",
    "No colours.": "रंग नहीं।",
    "No bell when it is your turn.": "आपकी बारी पर घंटी नहीं।",
    "How many play, you and bots included (default 4).": "कुल कितने खिलाड़ी, आप और बॉट मिलाकर (नहीं तो 4)।",
    "How many of them are bots.": "उनमें से कितने बॉट।",
    "Ask for a password that others must know.": "पासवर्ड पूछता है, जो दूसरों को बताना होगा।",
    "Seats as in the lobby, so that partners can be chosen.": "बैठक वही रहे, ताकि साथी चुने जा सकें।",
    "As the host's screen shows it; none: look and ask.": "जैसा मेज़बान की स्क्रीन पर है; न लिखें तो खोजकर पूछेगा।",
    "Go on: tables as they come and go.": "रुकता नहीं: मेज़ें आती-जाती दिखती हैं।",
    "Print the list as JSON; a line each time with --watch.": "सूची JSON में; --watch के साथ हर बार एक पंक्ति।",
    "Where the host listens.": "मेज़बान का पता।",
    "The table's id; none: any.": "मेज़ की पहचान; न लिखें तो कोई भी।",
    "The bot's name.": "बॉट का नाम।",
    "How it plays.": "वह कैसे खेलता है।",
    "Seconds for a move.": "एक चाल के सेकंड।",
    "How many bots play.": "कितने बॉट खेलें।",
    "Which bot sits at each seat, e.g. good,random.": "किस सीट पर कौन-सा बॉट, जैसे good,random।",
    "How many rounds (default 100; one match with --show).": "कितने राउंड (नहीं तो 100; --show के साथ एक खेल)।",
    "Play the same rounds again.": "वही राउंड फिर खेलता है।",
    "Show every move, to look on.": "हर चाल दिखाता है।",
    "Print the figures as JSON.": "आँकड़े JSON में।",
    "A .patte file, as each round leaves it.": ".patte फ़ाइल, जो हर राउंड के बाद बनती है।",
    "Say of each check why it matters.": "हर जाँच के साथ बताता है कि वह क्यों ज़रूरी है।",
    "Print the report as JSON.": "जाँच का नतीजा JSON में।",
    "Wait for Enter after each move.": "हर चाल के बाद Enter का इंतज़ार।",
    "Whose key to forget.": "किसकी कुंजी भुलानी है।",
}


def speak_hindi(group: TyperGroup) -> None:
    """Put the Hindi sentences in the English ones' places."""
    for item in helped(group):
        if item.help is not None:
            item.help = HINDI.get(item.help, item.help)


def helped(group: TyperGroup) -> Iterator[TyperGroup | TyperCommand | TyperArgument | TyperOption]:
    """Give all that `--help` has a sentence for: the group, its commands, and what each takes."""
    yield group
    for command in (group, *group.commands.values()):
        if isinstance(command, TyperGroup) and command is not group:
            yield from helped(command)
            continue
        if isinstance(command, TyperCommand):
            yield command
        # typer makes the option when it is first asked for, and keeps it.
        context = Context(command, help_option_names=HELP_OPTIONS)
        for parameter in (*command.params, command.get_help_option(context)):
            if isinstance(parameter, TyperArgument | TyperOption):
                yield parameter
