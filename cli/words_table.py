"""What happens at a table, in words: the deal behind the scenes, comings and goings, results, proven cheats.

`{doer}` is who did it, in Hindi with its ending: "आपने", "Asha ने"; `{owner}` is "your", "Asha's", "आपकी", "Asha की";
`{name}` is the bare name, "you" or "आप". `Company.say` makes the first letter of "you" a capital.
"""

from typing import Final

from cli.text import Words

# Whom a line is about.

YOU: Final = Words("you", "आप")
YOU_DID: Final = Words("you", "आपने")
YOUR: Final = Words("your", "आपकी")
DID: Final = Words("{name}", "{name} ने")
OWNS: Final = Words("{name}'s", "{name} की")
BOT: Final = Words("{name} (bot)", "{name} (बॉट)")
YOUR_TEAM: Final = Words("your team", "आपकी जोड़ी")
OTHER_TEAM: Final = Words("the other team", "सामने वाली जोड़ी")
TEAM_OF: Final = Words("{one} + {other}", "{one} + {other}")

# Where a seat is, seen from one's own.

TO_YOUR_LEFT: Final = Words("to your left", "आपकी बाईं ओर")
TO_YOUR_RIGHT: Final = Words("to your right", "आपकी दाईं ओर")
PLACES_LEFT: Final = Words("{places} places to your left", "आपकी बाईं ओर {places} जगह आगे")
OPPOSITE: Final = Words("opposite you, your partner", "आपके सामने, आपका साथी")
HERE_YOU: Final = Words("your own seat", "आपकी जगह")
SEAT_NUMBER: Final = Words("seat {number}", "जगह {number}")
IS_AWAY: Final = Words("not heard at present", "अभी संपर्क नहीं")
WHO_LINE: Final = Words("{name}: {what}", "{name}: {what}")
KEY_MARK: Final = Words("key {mark}", "कुंजी {mark}")

# Before the first card.

AGREED: Final = Words("Everyone has signed: {game}, {seats} players.", "सबकी सहमति हुई: {game}, {seats} खिलाड़ी।")
AGREED_AGAIN: Final = Words("Everyone has signed: the match goes on.", "सबकी सहमति हुई: खेल आगे चलता है।")
AGREED_SEATS: Final = Words("Everyone has signed this order of seats.", "इस बैठक पर सबके दस्तख़त हुए।")
COIN: Final = Words("The coin has fallen: {owner} deal comes first.", "सिक्का गिरा: पहले पत्ते बाँटने की बारी {owner}।")
COIN_ONLY: Final = Words("The coin has fallen.", "सिक्का गिरा।")
DIGITS: Final = Words("Every screen must show this number: {digits}", "हर स्क्रीन पर यही संख्या हो: {digits}")
SEATS_DRAWN: Final = Words(
    "The coin has drawn the seats, in order of play: {names}", "सिक्के से तय हुई बैठक, खेल के क्रम में: {names}"
)
ROUND_BEGAN: Final = Words("Round {number}: {owner} deal.", "राउंड {number}: पत्ते बाँटने की बारी {owner}।")
SHUFFLED: Final = Words("{doer} shuffled. Checked. ({done} of {seats})", "{doer} पत्ते फेंटे। जाँच ठीक। ({done}/{seats})")
SAME_DECK: Final = Words("Everyone has the same shuffled pack.", "सबके पास फेंटी हुई एक ही गड्डी है।")
SPARE_KEYS: Final = Words(
    "Spare keys are shared out, in case somebody drops out. Checked.",
    "कोई बीच में छूट जाए, उसके लिए चाबियाँ बाँट दी गईं। जाँच ठीक।",
)

# Comings and goings.

WENT_AWAY: Final = Words("Nothing is heard from {name}. The table waits.", "{name} से संपर्क नहीं। मेज़ इंतज़ार कर रही है।")
ALL_AWAY: Final = Words(
    "Nobody at the table is heard any more: perhaps this machine has lost the Wi-Fi, or the table is closed.",
    "मेज़ पर अब किसी से संपर्क नहीं: शायद इस मशीन का वाई-फ़ाई छूट गया, या मेज़ बंद हो गई।",
)
CAME_BACK: Final = Words("{name}: back again.", "{name}: फिर संपर्क में।")
LEFT: Final = Words("{doer} said goodbye and left the table.", "{doer} विदा ली और मेज़ छोड़ दी।")
SAID: Final = Words("{name} says: {words}", "{name} की बात: {words}")
PROPOSED: Final = Words("{doer} proposed to go on with: {names}", "{doer} इनके साथ आगे खेलने का सुझाव दिया: {names}")
DECLINED: Final = Words("{doer} did not agree to go on like this.", "{doer} ऐसे आगे खेलने से इनकार किया।")
STILL_WAITING: Final = Words("Waiting for {name}.", "{name} का इंतज़ार।")

# How a round ends.

ROUND_PLAYED: Final = Words("The last card is played; the envelopes are opened.", "आख़िरी पत्ता चला गया; लिफ़ाफ़े खुल रहे हैं।")
FAIR: Final = Words(
    "Everyone has opened their envelope; the shuffle was fair.", "सबके लिफ़ाफ़े खुल गए; पत्ते ईमानदारी से फेंटे गए थे।"
)
UNPROVEN: Final = Words(
    "The envelope of {names} does not fit: that shuffle can't be shown to be fair.",
    "{names} का लिफ़ाफ़ा मेल नहीं खाता: वह फेंटना सही साबित नहीं होता।",
)
MATCH_WON: Final = Words("The match is over. It goes to {names}.", "खेल पूरा हुआ। विजेता: {names}।")
MATCH_SHARED: Final = Words("The match is over, and shared by {names}.", "खेल पूरा हुआ। जीत बँटी: {names}।")
SHEET_SIGNED: Final = Words("Everyone has signed the score sheet.", "अंकों के पर्चे पर सबके दस्तख़त हो गए।")
TRANSCRIPT_AT: Final = Words("Record of the table: {path}", "मेज़ का पूरा लेखा: {path}")
SHEET_AT: Final = Words("Score sheet: {path}", "अंकों का पर्चा: {path}")

# A round that breaks off.

BROKEN_OFF: Final = Words("The round can't go on without {names}.", "{names} के बिना राउंड आगे नहीं चल सकता।")
COUNTED_AGAINST: Final = Words("It is counted, by the rules, against them.", "नियम से यह राउंड उनके ख़िलाफ़ गिना जाता है।")
NOT_COUNTED: Final = Words("It is not counted and is dealt again.", "यह गिना नहीं जाता और पत्ते फिर बँटेंगे।")
TABLE_STOPPED: Final = Words(
    "The table stops: two versions of patte count differently. Update patte on every machine and start anew.",
    "मेज़ रुक गई: patte के दो संस्करण अंकों पर सहमत नहीं। हर मशीन पर patte नया करके फिर शुरू कीजिए।",
)

# A proven cheat. Every sentence is about what was done; the protocol's word follows in the log.

CHEAT: Final = Words("Caught, with proof: {what}", "पकड़ी गई चालबाज़ी, सबूत के साथ: {what}")
CHEAT_SAVED: Final = Words(
    "The proof is in the record of the table; `patte verify` shows it to anybody.",
    "सबूत मेज़ के लेखे में है; `patte verify` से कोई भी देख सकता है।",
)
CHEATS: Final = {
    "malformed": Words(
        "{doer} signed a message that no honest patte sends.", "{doer} ऐसा संदेश भेजा जो कोई सही patte नहीं भेजता।"
    ),
    "out-of-turn": Words("{doer} moved when it was somebody else's turn.", "{doer} दूसरे की बारी में चाल चली।"),
    "wrong-kind": Words(
        "{doer} did something else than was due at that point.", "{doer} उस समय कुछ और किया, जो उसकी बारी का काम नहीं था।"
    ),
    "two-messages": Words(
        "{doer} told different people different things, and signed both.",
        "{doer} अलग-अलग लोगों को अलग-अलग बात बताई, और दोनों पर दस्तख़त किए।",
    ),
    "coin-reveal": Words(
        "{doer} changed the hidden number after the coin was thrown.", "{doer} सिक्का उछलने के बाद अपनी छिपी संख्या बदल दी।"
    ),
    "key-proof": Words(
        "{doer} used a lock for the cards without owning its key.", "{doer} पत्तों पर ऐसा ताला लगाया जिसकी चाबी उसकी नहीं।"
    ),
    "same-key": Words(
        "{doer} put on a lock that was used before, here or by another.", "{doer} वही ताला लगाया जो पहले लग चुका था।"
    ),
    "shuffle-proof": Words(
        "{doer} shuffled wrongly: a card was swapped, doubled or left out.",
        "{doer} ग़लत फेंटा: कोई पत्ता बदला, दोहराया या छोड़ा गया।",
    ),
    "share-proof": Words("{doer} gave a wrong key to other people's cards.", "{doer} दूसरों के पत्तों की ग़लत चाबी दी।"),
    "escrow-proof": Words("{doer} handed out false spare keys.", "{doer} नक़ली अतिरिक्त चाबियाँ बाँटीं।"),
    "wrong-box": Words(
        "{doer} gave somebody a box with the wrong spare key.", "{doer} किसी को ग़लत चाबी वाला डिब्बा दिया।"
    ),
    "false-complaint": Words(
        "{doer} accused somebody whose box was right.", "{doer} ऐसे पर आरोप लगाया जिसका डिब्बा सही था।"
    ),
    "opening": Words(
        "{doer} showed a card other than the one that was dealt.", "{doer} वह पत्ता दिखाया जो उसे मिला ही नहीं था।"
    ),
    "illegal-move": Words("{doer} made a move that the rules forbid.", "{doer} ऐसी चाल चली जो नियम में मना है।"),
    "holds-none": Words("{doer} held back a card that had to be played.", "{doer} वह पत्ता छिपाया जो चलना ज़रूरी था।"),
    "other-digest": Words(
        "{doer} signed another score than everybody else saw.", "{doer} ऐसे अंकों पर दस्तख़त किए जो और किसी ने नहीं देखे।"
    ),
    "reveal": Words(
        "{doer} opened another envelope than the one sealed before the round.",
        "{doer} राउंड से पहले बंद किया लिफ़ाफ़ा नहीं, दूसरा खोला।",
    ),
}
