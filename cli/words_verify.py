"""What `patte verify` and `patte replay` say. The marks before a line stay Latin: Devanagari lines nothing up."""

from typing import Final

from cli.text import Words

# Files that cannot be looked at.

NO_SUCH_FILE: Final = Words("There is no file {path}.", "{path} नाम की कोई फ़ाइल नहीं है।")
NO_SUCH_FILE_WHY: Final = Words(
    "Perhaps it lies in another folder, or its name ends with .patte.",
    "शायद वह किसी और फ़ोल्डर में है, या उसके नाम के अंत में .patte है।",
)
NO_SUCH_FILE_DO: Final = Words(
    "The end of each round tells where the record of the table lies.",
    "हर राउंड के अंत में लिखा होता है कि मेज़ का लेखा कहाँ है।",
)
CANNOT_READ: Final = Words("{path} cannot be read.", "{path} पढ़ी नहीं जा सकती।")
CANNOT_READ_WHY: Final = Words("The system says: {error}.", "सिस्टम कहता है: {error}।")
CANNOT_READ_DO: Final = Words(
    "Look at its rights, or copy it somewhere else.", "उसकी अनुमतियाँ देखिए, या उसे कहीं और कॉपी कीजिए।"
)

# Whose table it is.

TABLE_LINE: Final = Words("{game}, {seats} players. {options}", "{options}   {game}, {seats} खिलाड़ी।")
KEYS_ARE: Final = Words(
    "The keys that signed it; compare them with those that `who` showed at the table:",
    "जिन कुंजियों के दस्तख़त हैं; मेज़ पर `who` ने जो दिखाईं, उनसे मिलाइए:",
)
KEY_LINE: Final = Words("{key}   {name}", "{key}   {name}")
THE_TABLE: Final = Words("The table", "मेज़")
ROUND: Final = Words("Round {number}", "राउंड {number}")
ROUND_AGAIN: Final = Words("Round {number}, dealt again", "राउंड {number}, फिर से बाँटा गया")
THE_END: Final = Words("The end", "अंत")

# The checks, and why each matters.

CONTRACT: Final = Words(
    "Everyone has signed who plays, what and by which options.",
    "सबने दस्तख़त किए: कौन खेलता है, क्या और किन विकल्पों से।",
)
CONTRACT_WHY: Final = Words(
    "Nobody can say afterwards that another game was agreed on, or that somebody else sat there.",
    "बाद में कोई नहीं कह सकता कि कुछ और तय हुआ था, या कोई और बैठा था।",
)
COIN: Final = Words(
    "The coin was thrown by all together: {name} deals first; number {digits}.",
    "सिक्का सबने मिलकर उछाला: पहले बाँटने वाला {name}; संख्या {digits}।",
)
COIN_WHY: Final = Words(
    "Each puts in a hidden number before anybody shows one, so nobody chooses the dealer; if every screen showed this "
    "number, nobody stood between you.",
    "हर कोई पहले छिपी संख्या डालता है, फिर सब दिखाते हैं: बाँटने वाला कोई नहीं चुन सकता। "
    "हर स्क्रीन पर यही संख्या थी, तो बीच में कोई नहीं था।",
)
SHUFFLES: Final = Words(
    "Shuffled by {names}, in this order; each proved that no card was added, lost or changed.",
    "फेंटा, इसी क्रम में: {names}; हर एक ने साबित किया कि कोई पत्ता न जुड़ा, न गया, न बदला।",
)
SHUFFLES_WHY: Final = Words(
    "One honest shuffle is enough: nobody, not even all the others together, knew or chose the order.",
    "एक भी सच्चा फेंटना काफ़ी है: क्रम न किसी ने जाना, न चुना, बाक़ी सब मिलकर भी नहीं।",
)
SAME_DECK: Final = Words(
    "Everyone signed that all saw the same pack, before a card was dealt.",
    "पत्ते बँटने से पहले सबने दस्तख़त किए कि सबने एक ही गड्डी देखी।",
)
SAME_DECK_WHY: Final = Words(
    "Who shows different packs to different people could trick them into opening each other's cards.",
    "अलग-अलग लोगों को अलग गड्डी दिखाकर कोई उनसे एक-दूसरे के पत्ते खुलवा सकता था।",
)
ESCROW: Final = Words(
    "Spare keys were shared out before the last cards were dealt, and everyone found theirs right.",
    "आख़िरी पत्ते बँटने से पहले अतिरिक्त चाबियाँ बाँटी गईं, और सबने अपनी सही पाईं।",
)
ESCROW_WHY: Final = Words(
    "If somebody drops out, the others together can go on; nobody alone can look into a hand with them.",
    "कोई छूट जाए तो बाक़ी मिलकर खेल आगे चला सकते हैं; अकेला कोई इनसे किसी का हाथ नहीं देख सकता।",
)
SHARES: Final = Words(
    "{count} keys to single cards were given, each proved right.",
    "एक-एक पत्ते की {count} चाबियाँ दी गईं, हर एक सही साबित।",
)
SHARES_WHY: Final = Words(
    "A card can be read only with everybody's key to it; so each saw their own cards, and no other's.",
    "पत्ता तभी पढ़ा जाता है जब सबकी चाबियाँ हों; इसलिए हर किसी ने अपने ही पत्ते देखे।",
)
MOVES: Final = Words(
    "{count} moves, all by the rules; {proofs} times it was proved that a card that had to be played was not held.",
    "{count} चालें, सब नियम से; {proofs} बार साबित हुआ कि जो चलना ज़रूरी था, वह हाथ में नहीं था।",
)
MOVES_WHY: Final = Words(
    "Passing, or not following suit, is allowed only with this proof; it shows nothing else of the hand.",
    "पास करना या वही रंग न चलना इसी सबूत से हो सकता है; हाथ की और कोई बात इससे नहीं खुलती।",
)
REVEAL: Final = Words(
    "All envelopes were opened, and everything was made again from them, without the proofs: it is the same.",
    "सबके लिफ़ाफ़े खुले, और उनसे, सबूतों के बिना, सब कुछ फिर बनाया गया: सब वही निकला।",
)
REVEAL_WHY: Final = Words(
    "A second reason to believe, independent of the first: locks, shuffles, keys and hands are simply done once more.",
    "भरोसे का दूसरा, अलग कारण: ताले, फेंटना, चाबियाँ और हाथ सीधे-सीधे दोबारा किए जाते हैं।",
)
NOT_REVEALED: Final = Words(
    "The envelope of {names} does not fit what was signed in the round.",
    "{names} का लिफ़ाफ़ा राउंड में दस्तख़त की बातों से मेल नहीं खाता।",
)
SCORE: Final = Words("The score, counted again: {score}", "अंक, दोबारा गिने: {score}")
SCORE_WHY: Final = Words(
    "It follows from the moves and the hands by the rules; nobody has to be believed.",
    "यह चालों और हाथों से नियम से निकलता है; किसी की बात माननी नहीं पड़ती।",
)
BROKEN_OFF: Final = Words("The round was broken off. The score: {score}", "राउंड बीच में रुका। अंक: {score}")
BROKEN_OFF_WHY: Final = Words(
    "A round that a cheat breaks off counts against the cheat, by the rules.",
    "जो राउंड चालबाज़ी से रुके, वह नियम से चालबाज़ के ख़िलाफ़ गिना जाता है।",
)
SHEET: Final = Words("All have signed the score sheet. Won by {names}.", "अंकों के पर्चे पर सबके दस्तख़त हैं। विजेता: {names}।")
SHEET_WHY: Final = Words(
    "Nobody can say afterwards that the score was another.", "बाद में कोई नहीं कह सकता कि अंक कुछ और थे।"
)
NO_SHEET: Final = Words(
    "The match is over, but the score sheet is not signed here by all. Won by {names}.",
    "खेल पूरा हुआ, पर अंकों के पर्चे पर यहाँ सबके दस्तख़त नहीं हैं। विजेता: {names}।",
)
NOT_FINISHED: Final = Words("The match was not finished in this file.", "इस फ़ाइल में खेल पूरा नहीं हुआ।")
NOT_FINISHED_WHY: Final = Words(
    "What is here was fair. What came after it, if anything did, is not in the file.",
    "यहाँ जो है, सही था। उसके बाद कुछ हुआ हो, तो वह फ़ाइल में नहीं है।",
)
CHEAT_PLACE: Final = Words("Where: {round}, step {step} of that contract.", "कहाँ: {round}, उस क़रार का चरण {step}।")
CHEAT_BEFORE: Final = Words("Where: before the first round, step {step}.", "कहाँ: पहले राउंड से पहले, चरण {step}।")
CHEAT_WHY: Final = Words("In the program's words: {code}, {why}.", "प्रोग्राम के शब्दों में: {code}, {why}")

# What it comes to.

FAIR: Final = Words(
    "All of it holds: this table was fair from its first signature to its last.",
    "सब सही है: यह मेज़ पहले दस्तख़त से आख़िरी तक ईमानदार थी।",
)
CHEATED: Final = Words(
    "A cheat is proved: the signatures in this file show it to anybody.",
    "चालबाज़ी साबित है: इस फ़ाइल के दस्तख़त इसे किसी को भी दिखा देते हैं।",
)
NOT_TRUE: Final = Words("This file is not a true record of a table.", "यह फ़ाइल किसी मेज़ का सच्चा लेखा नहीं है।")
NOT_TRUE_WHY: Final = Words(
    "It was damaged or changed after it was written, or made up. That accuses nobody who sat there.",
    "लिखे जाने के बाद यह बिगड़ी या बदली गई, या गढ़ी गई है। मेज़ पर बैठे किसी पर इससे आरोप नहीं लगता।",
)
NOT_TRUE_DO: Final = Words(
    "Ask another player for their copy: all copies of a table are the same.",
    "किसी और खिलाड़ी से उसकी प्रति लीजिए: एक मेज़ की सब प्रतियाँ एक-सी होती हैं।",
)
AT_NUMBER: Final = Words("Message {number}: {fault}.", "संदेश {number}: {fault}।")
AT_ENTRY: Final = Words("Message {number} of {count}: {fault}.", "संदेश {number}/{count}: {fault}।")
AT_MESSAGE: Final = Words(
    "Message {number} of {count}, “{kind}” by {name}, {round}: {fault}.",
    "संदेश {number}/{count}, “{kind}”, {name}, {round}: {fault}।",
)
AT_FILE: Final = Words("The file: {fault}.", "फ़ाइल: {fault}।")
BEFORE_ROUNDS: Final = Words("before the first round", "पहले राउंड से पहले")

FAULTS: Final = {
    "this is no patte transcript": Words("it is no record of a patte table", "यह patte की किसी मेज़ का लेखा नहीं है"),
    "the file is too long": Words("it is longer than any table's record", "यह किसी भी मेज़ के लेखे से लंबी है"),
    "the entry that closes the file is missing, or closes another": Words(
        "the end of the file is missing, or belongs to another", "फ़ाइल का अंत नहीं है, या किसी और फ़ाइल का है"
    ),
    "an entry is longer than the file or than any message": Words(
        "the file ends in its middle", "फ़ाइल इसके बीच में ही ख़त्म होती है"
    ),
    "neither a contract nor a signed message": Words(
        "neither a contract nor a signed message", "न क़रार है, न दस्तख़त वाला संदेश"
    ),
    "a loose message has no place in a transcript": Words(
        "such a message has no place in a record", "ऐसे संदेश की लेखे में जगह नहीं"
    ),
    "a transcript begins with a contract": Words(
        "a record begins with a contract, and this does not", "लेखा क़रार से शुरू होता है, यह नहीं होता"
    ),
    "this contract does not go on from where the table stood": Words(
        "this contract does not go on from where the table stood", "यह क़रार वहाँ से आगे नहीं चलता जहाँ मेज़ थी"
    ),
    "signed under another contract than the one before it": Words(
        "it is signed under another contract", "इस पर दस्तख़त किसी और क़रार के हैं"
    ),
    "the contract has no such seat": Words("nobody has that seat", "वह जगह किसी की नहीं"),
    "a step's messages stand in the order of the seats": Words("it stands in the wrong place", "यह ग़लत जगह पर है"),
    "the signature does not hold": Words("the signature does not hold", "दस्तख़त सही नहीं है"),
    "messages before this one are missing": Words("messages before this one are missing", "इससे पहले के संदेश ग़ायब हैं"),
    "this message stands here twice": Words("it stands here twice", "यह यहाँ दो बार है"),
    "the table did not stand, or break off, as the messages up to here say": Words(
        "it does not go on from the messages before it, or something after them is missing",
        "यह इससे पहले के संदेशों से आगे नहीं चलता, या उनके बाद का कुछ ग़ायब है",
    ),
    "this message shows nothing that was not shown before": Words("it shows nothing new", "इससे कुछ नया नहीं दिखता"),
    "the seats disagree about the state of the match": Words(
        "the seats disagree about the score", "अंकों पर सीटें सहमत नहीं"
    ),
}
ANOTHER_FAULT: Final = Words("something does not fit ({why})", "कुछ मेल नहीं खाता ({why})")

# `patte replay`.

REPLAY_REFUSED: Final = Words(
    "A record that is not true is not replayed.", "जो लेखा सच्चा नहीं, उसे दोबारा नहीं दिखाया जाता।"
)
SEE_VERIFY: Final = Words("`patte verify {path}` says more.", "`patte verify {path}` और बताता है।")
NO_ROUND: Final = Words("No round was played at this table.", "इस मेज़ पर कोई राउंड नहीं खेला गया।")
DEALT_HAND: Final = Words("{name} was dealt: {cards}", "{cards}   {name} को मिले")
PRESS_ENTER: Final = Words("[Enter: next, q: to the end] ", "[Enter: आगे, q: अंत तक] ")
