"""Before the first card, in words: names, opening and joining a table, who sits where, and what can go wrong."""

from typing import Final

from cli.text import Words

# The first run, and starting.

ASK_NAME: Final = Words("Your name, as others will see it [{default}]: ", "आपका नाम, जो सबको दिखेगा [{default}]: ")
TYPED_UNSEEN: Final = Words("What you type now is not shown.", "अब जो लिखेंगे, वह दिखेगा नहीं।")
ASK_PASSWORD: Final = Words("Password of the table: ", "मेज़ का पासवर्ड: ")
DEFAULT_NAME: Final = Words("Player", "खिलाड़ी")
STARTING: Final = Words("{game}: the bots are coming to the table.", "{game}: बॉट मेज़ पर आ रहे हैं।")
JOIN_LINE: Final = Words("  patte join {address}", "  patte join {address}")
FIREWALL: Final = Words(
    "If they can't reach you, let port {port} (TCP) through your firewall.",
    "वे न पहुँच सकें तो अपने फ़ायरवॉल में पोर्ट {port} (TCP) खोलिए।",
)
WATCHING: Final = Words(
    "You look on at this table, from its first card on; your program checks all of it.",
    "आप यह मेज़ पहले पत्ते से देख रहे हैं; आपका प्रोग्राम सब कुछ जाँचता है।",
)
JOINED: Final = Words("You have joined the table.", "आप मेज़ पर आ गए।")

# The lobby.

WHAT_IS_PLAYED: Final = Words("{game} for {seats}. Options: {options}", "{game}, {seats} खिलाड़ी। विकल्प: {options}")
SEATS_RANDOM: Final = Words("The coin will draw the seats.", "बैठक सिक्के से तय होगी।")
SEATS_AS_HERE: Final = Words("Seats stay as they are here.", "बैठक यही रहेगी।")
SEATS_TEAMS: Final = Words("Partners: seats 1 and 3, seats 2 and 4.", "साथी: जगह 1 और 3, जगह 2 और 4।")
SAT_DOWN: Final = Words("Seat {number}: {name}", "जगह {number}: {name}")
STOOD_UP: Final = Words("Seat {number} is free again: {name} left.", "जगह {number} फिर ख़ाली: {name} ने छोड़ी।")
IS_READY: Final = Words("{name}: ready", "{name}: तैयार")
IS_NOT_READY: Final = Words("{name}: not ready", "{name}: अभी तैयार नहीं")
EMPTY_SEAT: Final = Words("empty", "ख़ाली")
YOU_THERE: Final = Words("{name} (you)", "{name} (आप)")
SWAPPED: Final = Words("The seats have changed; say ready again.", "बैठक बदली; फिर से ready या तैयार लिखिए।")
SAY_READY: Final = Words(
    "Type ready when you want to play; who, rules, quit work too.",
    "खेलने को तैयार हों तो तैयार या ready लिखिए; कौन, नियम, छोड़ो भी चलते हैं।",
)
SAY_READY_SWAP: Final = Words(
    "Type ready when you want to play; swap 1 2 changes seats; who, rules, quit work too.",
    "तैयार हों तो तैयार या ready लिखिए; बदलो 1 2 से जगह बदलिए; कौन, नियम, छोड़ो भी चलते हैं।",
)
YOU_ARE_READY: Final = Words(
    "You are ready; the cards come when all are. unready takes it back.",
    "आप तैयार हैं; सब तैयार होंगे तो पत्ते बँटेंगे। रुकिए या unready से वापस लीजिए।",
)
YOU_ARE_NOT_READY: Final = Words("You are not ready yet.", "आप अभी तैयार नहीं हैं।")
IN_LOBBY: Final = Words(
    "“{typed}” is nothing here. Possible: ready, who, rules, help, quit.",
    "“{typed}” यहाँ नहीं। चलते हैं: तैयार (ready), कौन (who), नियम (rules), मदद (help), छोड़ो (quit)।",
)
NO_CARDS_YET: Final = Words("The game has not begun: type ready.", "खेल अभी शुरू नहीं हुआ: ready या तैयार लिखिए।")
CHAT_LATER: Final = Words("Chat begins when the cards come.", "बातचीत पत्ते बँटने पर शुरू होगी।")
ONLY_HOST_SWAPS: Final = Words(
    "Seats can't be swapped: only the host may, and only where the coin does not draw them.",
    "जगह नहीं बदल सकते: यह सिर्फ़ मेज़बान कर सकता है, और तभी जब सिक्के से तय न हो।",
)
NO_SUCH_SEAT: Final = Words("There are seats 1 to {seats} here.", "यहाँ जगहें 1 से {seats} तक हैं।")
ALL_READY: Final = Words("All are ready. The cards are being prepared.", "सब तैयार हैं। पत्ते तैयार हो रहे हैं।")
DIFFERENCE: Final = Words(
    "The start was stopped: it was not what was shown here ({what}). Say ready again.",
    "शुरुआत रुकी: वह नहीं था जो यहाँ दिखा था ({what})। फिर ready लिखिए।",
)
DIFFERENCE_BY: Final = Words(
    "The start was stopped by {name}, who was shown something else ({what}). Say ready again.",
    "{name} ने शुरुआत रोकी, उसे कुछ और दिखा था ({what})। फिर ready लिखिए।",
)
DIFFERENCES: Final = {
    "malformed": Words("it made no sense", "वह बेमतलब था"),
    "table": Words("another table", "मेज़ दूसरी"),
    "game": Words("another game", "खेल दूसरा"),
    "options": Words("other options", "विकल्प दूसरे"),
    "seats": Words("other seats", "बैठक दूसरी"),
    "people": Words("other people", "खिलाड़ी दूसरे"),
    "nonce": Words("an old start", "शुरुआत पुरानी"),
    "not ready": Words("somebody was not ready", "कोई तैयार नहीं था"),
    "other key": Words("a name came with another key", "किसी नाम की कुंजी दूसरी"),
}
WITHDRAWN: Final = Words("The start was called off; the lobby goes on.", "शुरुआत रद्द हुई; मेज़ पर इंतज़ार जारी है।")
NAME_TAKEN: Final = Words(
    "Careful: {name} comes with another key than before, so nothing is signed with them. "
    "If they have a new machine: patte keys forget NAME, then try again.",
    "सावधान: {name} की कुंजी पहले जैसी नहीं है, इसलिए उनके साथ खेल शुरू नहीं होता। "
    "अगर उनकी मशीन नई है तो patte keys forget नाम लिखकर फिर कोशिश कीजिए।",
)
WAS_TURNED_AWAY: Final = Words("{name} asked for a seat and got none: {why}.", "{name} को जगह नहीं मिली: {why}।")
TURNED_AWAY_WHY: Final = {
    "full": Words("the table is full", "मेज़ भरी है"),
    "already here": Words("that key sits here already", "वह कुंजी पहले से बैठी है"),
    "begun": Words("the game has begun", "खेल शुरू हो चुका है"),
    "other key": Words("you know that name with another key", "यह नाम आप दूसरी कुंजी से जानते हैं"),
}
PASSWORD_TRIED: Final = Words(
    "Somebody tried a wrong password ({guesses} so far).", "किसी ने ग़लत पासवर्ड डाला (अब तक {guesses})।"
)
PASSWORD_LOCKED: Final = Words(
    "Too many wrong passwords: nobody more can join until you type unlock.",
    "बहुत बार ग़लत पासवर्ड: अब कोई नहीं जुड़ सकता, जब तक आप unlock या खोलो न लिखें।",
)
UNLOCKED: Final = Words("Passwords are taken again.", "पासवर्ड फिर लिए जाएँगे।")
LINK_LOST: Final = Words("The link to {name} broke; trying again.", "{name} से संपर्क टूटा; फिर कोशिश हो रही है।")
BOT_ENDED: Final = Words("The program of {name} has ended.", "{name} का प्रोग्राम बंद हो गया।")
NOT_WRITTEN: Final = Words("The record could not be saved: {why}", "लेखा सहेजा नहीं जा सका: {why}")
CLOSED_HOST_LEFT: Final = Words("The host has closed the table.", "मेज़बान ने मेज़ बंद कर दी।")
CLOSED_HOST_LOST: Final = Words("The host can't be reached any more.", "मेज़बान से संपर्क टूट गया।")
CLOSED_NO_SEAT: Final = Words("Your seat went to somebody else.", "आपकी जगह किसी और को मिल गई।")
CLOSED_OTHER_KEY: Final = Words("The table knows your name with another key.", "मेज़ आपका नाम दूसरी कुंजी से जानती है।")

LEAVE_LOBBY: Final = Words("Leave the table? yes or no", "मेज़ छोड़ दें? हाँ या नहीं (yes, no)")

# Keys.

KEY_IS: Final = Words("Your key: {key}", "आपकी कुंजी: {key}")
NAME_IS: Final = Words("Your name: {name}", "आपका नाम: {name}")
NEW_KEY: Final = Words(
    "You have a new key. Those who know you will have to forget the old one: patte keys forget NAME.",
    "आपकी कुंजी नई है। जो आपको जानते हैं, उन्हें पुरानी भुलानी होगी: patte keys forget नाम।",
)
KNOWN_LINE: Final = Words("{key}  {name}", "{key}  {name}")
FORGOTTEN: Final = Words("{name} may come with a new key now.", "अब {name} नई कुंजी के साथ आ सकते हैं।")
NOT_KNOWN: Final = Words("Nobody called {name} is known here.", "{name} नाम का कोई यहाँ दर्ज नहीं।")

NOT_KNOWN_WHY: Final = Words(
    "Names are known from the tables you sat at, in this profile.", "नाम उन मेज़ों से याद रहते हैं जहाँ आप इस प्रोफ़ाइल से बैठे।"
)
NOT_KNOWN_DO: Final = Words("`patte keys show` lists them.", "`patte keys show` से सूची देखिए।")

# What goes wrong: what, why it is likely, what to do.

PROFILE_WRONG: Final = Words("“{name}” can't be the name of a profile.", "“{name}” प्रोफ़ाइल का नाम नहीं हो सकता।")
PROFILE_WRONG_WHY: Final = Words(
    "It names a folder: letters, digits, - and _ only, at most 32.", "यह फ़ोल्डर का नाम है: सिर्फ़ a-z, 0-9, - और _, 32 तक।"
)
PROFILE_WRONG_DO: Final = Words(
    "Take another with --profile or PATTE_PROFILE.", "--profile या PATTE_PROFILE में दूसरा नाम दीजिए।"
)

NOBODY_THERE: Final = Words("No table answers at {address}.", "{address} पर कोई मेज़ नहीं मिली।")
NOBODY_WHY: Final = Words(
    "Perhaps it is closed, the number is mistyped, or a firewall is in between.",
    "शायद वह बंद है, पता ग़लत लिखा है, या बीच में फ़ायरवॉल है।",
)
NOBODY_DO: Final = Words(
    "Compare the number with the host's screen, and be on the same Wi-Fi.",
    "पता मेज़बान की स्क्रीन से मिलाइए, और एक ही वाई-फ़ाई पर रहिए।",
)
NO_ADDRESS: Final = Words("“{text}” is no code or address of a table.", "“{text}” किसी मेज़ का कोड या पता नहीं है।")
ADDRESS_WHY: Final = Words(
    "It takes numbers, as the host's screen shows them.", "इसमें वही संख्याएँ चाहिए जो मेज़बान की स्क्रीन पर हैं।"
)
ADDRESS_DO: Final = Words(
    "Type it like 192.168.1.5 or 192.168.1.5:47752.", "ऐसे लिखिए: 192.168.1.5 या 192.168.1.5:47752।"
)
ADDRESS_NEEDED: Final = Words("Which table? No address was given.", "कौन-सी मेज़? कोई पता नहीं दिया गया।")
NO_TABLE_ID: Final = Words("“{text}” is no table's id.", "“{text}” किसी मेज़ की पहचान नहीं है।")
TABLE_ID_WHY: Final = Words("It has 32 digits from 0 to f.", "उसमें 0 से f तक के 32 अंक होते हैं।")
TABLE_ID_DO: Final = Words("Leave --table out to take any table there.", "--table हटा दें तो वहाँ की कोई भी मेज़ ली जाएगी।")
NOBODY_TO_ASK: Final = Words("A password can't be asked for here.", "यहाँ पासवर्ड पूछा नहीं जा सकता।")
NOBODY_TO_ASK_WHY: Final = Words(
    "It is typed at a terminal, and this is none.", "वह टर्मिनल पर लिखा जाता है, और यह टर्मिनल नहीं है।"
)
NOBODY_TO_ASK_DO: Final = Words(
    "Run it in a terminal, or leave --password out.", "टर्मिनल में चलाइए, या --password हटा दीजिए।"
)
REFUSED_SEAT: Final = Words("The table at {address} gave you no seat.", "{address} की मेज़ ने आपको जगह नहीं दी।")
REFUSED_WHY: Final = {
    "version": Words("It runs another version of patte.", "वहाँ patte का दूसरा संस्करण है।"),
    "table": Words("Another table is open there now.", "वहाँ अब दूसरी मेज़ खुली है।"),
    "locked": Words("Too many wrong passwords were tried there.", "वहाँ बहुत बार ग़लत पासवर्ड डाला गया।"),
    "full": Words("All its seats are taken.", "सारी जगहें भर चुकी हैं।"),
    "no watchers": Words("It lets nobody look on.", "वहाँ देखने वालों को अनुमति नहीं है।"),
    "not welcome": Words("Your key is not welcome there.", "आपकी कुंजी वहाँ मान्य नहीं है।"),
    "wrong password": Words("The password was not the right one.", "पासवर्ड सही नहीं था।"),
    "password needed": Words("It asks for a password.", "वहाँ पासवर्ड चाहिए।"),
    "already here": Words("You sit there already, in another window.", "आप वहाँ पहले से, दूसरी खिड़की में, बैठे हैं।"),
    "begun": Words("Its game has begun.", "वहाँ खेल शुरू हो चुका है।"),
    "other key": Words("It knows your name with another key.", "वह आपका नाम दूसरी कुंजी से जानती है।"),
}
REFUSED_DO: Final = Words("Ask the host, then try again.", "मेज़बान से पूछकर फिर कोशिश कीजिए।")
REFUSED_DO_UPDATE: Final = Words("Install the same version on both machines.", "दोनों मशीनों पर एक ही संस्करण रखिए।")
REFUSED_DO_PASSWORD: Final = Words("Join once more and type it again.", "फिर जुड़िए और पासवर्ड दोबारा लिखिए।")
REFUSED_DO_NAME: Final = Words(
    "Take another name (--name), or let the host forget the old key.",
    "दूसरा नाम लीजिए (--name), या मेज़बान पुरानी कुंजी भुलाए।",
)
STRANGE_ANSWER: Final = Words("Something answers at {address}, but it is no table.", "{address} पर कुछ है, पर वह मेज़ नहीं।")
STRANGE_WHY: Final = Words("Another program may listen there.", "शायद वहाँ कोई दूसरा प्रोग्राम है।")
NO_PORT: Final = Words("No port from {first} to {last} is free here.", "{first} से {last} तक कोई पोर्ट ख़ाली नहीं है।")
NO_PORT_WHY: Final = Words("Perhaps many tables are open on this machine.", "शायद इस मशीन पर कई मेज़ें खुली हैं।")
NO_PORT_DO: Final = Words("Close some of them, then try again.", "कुछ बंद करके फिर कोशिश कीजिए।")
FILES_TROUBLE: Final = Words("patte's own files can't be used: {why}.", "patte की फ़ाइलें काम नहीं दे रहीं: {why}।")
FILES_WHY: Final = Words(
    "Perhaps the disk is full, or the folder belongs to another account.", "शायद डिस्क भरी है, या फ़ोल्डर किसी और खाते का है।"
)
FILES_DO: Final = Words(
    "Mend that, or take another folder with --profile NAME.", "उसे ठीक कीजिए, या --profile नाम से दूसरा फ़ोल्डर लीजिए।"
)
EXPOSED_DO: Final = Words(
    "Close it to others (chmod 600 {path}), or make a new key: patte keys new.",
    "उसे दूसरों से छिपाइए (chmod 600 {path}), या नई कुंजी बनाइए: patte keys new।",
)
BOTS_WRONG: Final = Words(
    "{bots} bots can't sit at a table for {seats} with you.", "{seats} की मेज़ पर आपके साथ {bots} बॉट नहीं बैठ सकते।"
)
BOTS_WRONG_DO: Final = Words("Choose --bots and --players to fit.", "--bots और --players मेल से चुनिए।")
NAME_WRONG: Final = Words("“{name}” can't be a name.", "“{name}” नाम नहीं हो सकता।")
NAME_WRONG_WHY: Final = Words("A name has 1 to 64 bytes.", "नाम 1 से 64 बाइट का होता है।")
NAME_WRONG_DO: Final = Words("Take another with --name.", "--name से दूसरा नाम लीजिए।")
