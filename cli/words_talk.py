"""What patte answers to what is typed in a game: help, hints, checks, and what is possible now."""

from typing import Final

from cli.text import Words

PROMPT: Final = "> "

# What is possible now.

NO_SUCH_CARD: Final = Words(
    "“{typed}” is nothing here. Type a card such as {example}, its number, or help.",
    "“{typed}” समझ नहीं आया। पत्ता लिखिए, जैसे {example}, या उसका नंबर, या मदद (help)।",
)
NOT_A_CALL: Final = Words(
    "“{typed}” is nothing here. Trump is due: type c, d, h or s, a number, or help.",
    "“{typed}” समझ नहीं आया। ट्रंप बोलिए: c, d, h, s या ह, पा, चि, ई, या नंबर, या मदद (help)।",
)
NOT_NOW: Final = Words(
    "“{typed}” is nothing here. It is {owner} turn; last, hand, score, table, who, chat, help, quit work.",
    "“{typed}” समझ नहीं आया। बारी {owner} है; पिछला, पत्ते, अंक, मेज़, कौन, कहो, मदद (help), छोड़ो (quit) चलते हैं।",
)
NOT_WHILE_WAITING: Final = Words(
    "“{typed}” is nothing now. Possible: score, who, rules, chat, help, quit.",
    "“{typed}” अभी नहीं। चलते हैं: अंक, कौन, नियम, कहो, मदद (help), छोड़ो (quit)।",
)
NO_SUCH_NUMBER: Final = Words(
    "There is no number {number} here; 1 to {most} are.", "{number} नंबर यहाँ नहीं है; 1 से {most} तक हैं।"
)
ONLY_ONE_NUMBER: Final = Words("There is no number {number} here; only 1 is.", "{number} नंबर यहाँ नहीं है; सिर्फ़ 1 है।")
YOU_LOOK_ON: Final = Words("You look on and have no cards.", "आप देख रहे हैं; आपके पास पत्ते नहीं।")
NO_ROUND_YET: Final = Words("No cards are dealt yet.", "अभी पत्ते नहीं बँटे।")
NOT_NEEDED: Final = Words("There is nothing to decide now.", "अभी कुछ तय नहीं करना है।")

# Help.

HELP: Final = (
    Words("A card: 7h, 10s, th, k d; or its number.", "पत्ता: पान 7, ह10, 7h, th; या उसका नंबर।"),
    Words("pass: when nothing fits. trump h: call trump.", "pass, पास: जब कुछ न लगे। trump h, ट्रंप पान: ट्रंप बोलना।"),
    Words("hand, table, last: cards, table, last trick or moves.", "hand पत्ते, table मेज़, last पिछला: जो सामने है।"),
    Words("score, who, rules: how it stands, who plays, how.", "score अंक, who कौन, rules नियम: कैसे, कौन, क्या।"),
    Words(
        "hint: what a bot would do. why 7h: why not that card.", "hint सलाह: बॉट क्या चलता। why क्यों 7h: वह पत्ता क्यों नहीं।"
    ),
    Words(
        "sort: by suit or by rank. verify: what was checked.", "sort क्रम: रंग या नंबर से। verify जाँच: क्या-क्या जाँचा गया।"
    ),
    Words("chat TEXT: say something to all.", "chat या कहो, फिर बात: सबसे कहिए।"),
    Words("wait, continue, end: when somebody is away.", "wait रुको, continue आगे, end ख़त्म: जब कोई संपर्क में न हो।"),
    Words("quit: leave the table (asks first).", "quit, छोड़ो: मेज़ छोड़ना (पहले पूछेगा)।"),
)

# Hints, checks, rules.

HINT: Final = Words("A bot in your place would choose: {move}.", "आपकी जगह बॉट यह चुनता: {move}।")
HINT_LATER: Final = Words("A hint comes when it is your turn.", "सलाह आपकी बारी पर मिलेगी।")
CHECKED_SHUFFLES: Final = Words(
    "Shuffles: {count} of {seats}, each proven to keep all 52 cards.", "फेंटना: {count}/{seats}, हर बार 52 पत्ते पूरे, साबित।"
)
CHECKED_DECK: Final = Words("Pack: everyone has signed the same one.", "गड्डी: सबके दस्तख़त उसी एक पर।")
CHECKED_ESCROW: Final = Words("Spare keys: all boxes opened and right.", "अतिरिक्त चाबियाँ: सब डिब्बे खोले, सही निकले।")
CHECKED_MOVES: Final = Words(
    "Moves: {count}, each by the rules and with the very card that was dealt.",
    "चालें: {count}, सब नियम से और बँटे हुए पत्ते से ही।",
)
CHECKED_NONE: Final = Words(
    "Passes and cards off suit: {count}, each proven to be forced.", "पास या दूसरा रंग: {count} बार, हर बार मजबूरी साबित।"
)
CHECKED_LATER: Final = Words(
    "After the round all envelopes are opened; then the shuffle is checked once more.",
    "राउंड के बाद सबके लिफ़ाफ़े खुलेंगे; तब फेंटना एक बार और जाँचा जाएगा।",
)
CHECKED_FAIR: Final = Words("Envelopes: all opened, and they fit.", "लिफ़ाफ़े: सब खुले और मेल खाए।")
OPTION_LINE: Final = Words("{name} = {value}. {about}: {meaning}", "{name} = {value}। {about}: {meaning}")
OPTION_NUMBER: Final = Words("{name} = {value}. {about}", "{name} = {value}। {about}")
ALL_RULES: Final = Words(
    "All rules, in another window: patte rules {game}", "पूरे नियम, दूसरी खिड़की में: patte rules {game}"
)

# Leaving and waiting.

SURE_TO_QUIT: Final = Words(
    "Leave? You can't come back, and the round may be counted against you. yes or no",
    "छोड़ दें? फिर लौट नहीं सकेंगे, और राउंड आपके ख़िलाफ़ गिना जा सकता है। हाँ या नहीं (yes, no)",
)
STAYING: Final = Words("You stay.", "आप यहीं हैं।")
GOODBYE: Final = Words("Goodbye. The table has been told.", "नमस्ते। मेज़ को बता दिया गया।")
NOBODY_AWAY: Final = Words("Nobody is away: there is nothing to wait for.", "सब संपर्क में हैं: इंतज़ार की ज़रूरत नहीं।")
WAITING_FOR: Final = Words("The table waits for {names}.", "मेज़ {names} का इंतज़ार कर रही है।")
TABLE_ENDS: Final = Words(
    "The table can't go on. Type quit to leave it; score and verify still work.",
    "मेज़ आगे नहीं चल सकती। छोड़ो (quit) लिखकर निकलिए; अंक और जाँच अब भी चलते हैं।",
)
TABLE_ENDED: Final = Words("The table can't go on.", "मेज़ आगे नहीं चल सकती।")
INPUT_ENDED: Final = Words(
    "There is nothing more to read, so you leave the table.", "आगे कोई इनपुट नहीं, इसलिए आप मेज़ छोड़ रहे हैं।"
)
TOO_LONG: Final = Words("That is too long to say at once.", "एक बार में इतना लंबा नहीं कह सकते।")
