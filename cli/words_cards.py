"""What happens with the cards, in words: prompts, tricks and pile, lines and passes, hands and scores, refusals."""

from typing import Final

from cli.text import Words

# The prompt. "Your turn" begins its line.

TURN_CARD: Final = Words(
    "Your turn: a card or its number, 1-{most}; or help.", "आपकी बारी: पत्ता या उसका नंबर लिखिए, 1-{most}; या मदद (help)।"
)
TURN_ONLY_CARD: Final = Words(
    "Your turn: only {card} can be played; 1 plays it.", "आपकी बारी: सिर्फ़ {card} चल सकता है; 1 लिखिए।"
)
TURN_CALL: Final = Words(
    "Your turn: call trump, a suit or its number; or help.", "आपकी बारी: ट्रंप बोलिए, रंग या उसका नंबर; या मदद (help)।"
)
TURN_PASS: Final = Words(
    "Your turn: nothing fits; type pass, or 1.", "आपकी बारी: कुछ नहीं लग सकता; पास (pass) या 1 लिखिए।"
)
CARDS_LEFT: Final = Words("Cards left: {counts}", "बचे पत्ते: {counts}")
YOUR_CARDS: Final = Words("Your cards:", "आपके पत्ते:")
NO_CARDS: Final = Words("You hold no cards now.", "अभी आपके हाथ में पत्ते नहीं हैं।")
SORTED_BY_RANK: Final = Words("Your hand is sorted by rank now.", "अब आपके पत्ते नंबर के क्रम में हैं।")
SORTED_BY_SUIT: Final = Words("Your hand is sorted by suit now.", "अब आपके पत्ते रंग के क्रम में हैं।")

# Counted things.

TRICK: Final = Words("1 trick", "1 हाथ")
TRICKS: Final = Words("{count} tricks", "{count} हाथ")
NO_TEN: Final = Words("no ten", "दहला नहीं")
TEN: Final = Words("1 ten", "1 दहला")
TENS: Final = Words("{count} tens", "{count} दहले")
CARD: Final = Words("1 card", "1 पत्ता")
CARDS: Final = Words("{count} cards", "{count} पत्ते")
CHIP: Final = Words("1 chip", "1 चिप")
CHIPS: Final = Words("{count} chips", "{count} चिप्स")
AND_CARDS: Final = Words("{count} ({cards})", "{count} ({cards})")

# Double Sir.

FIVE_DEALT: Final = Words("Five cards each. To call trump: {name}.", "पाँच-पाँच पत्ते बँटे। ट्रंप बोलना है: {name}।")
ALL_DEALT: Final = Words(
    "Eight more each, thirteen now. First to play: {name}.", "आठ-आठ और बँटे, अब तेरह। पहली चाल: {name}।"
)
CALLED: Final = Words("{doer} called trump: {suit} {sign}.", "{doer} ट्रंप बोला: {suit} {sign}।")
LED: Final = Words("{name}: {card}, leads", "{name}: {card}, पहला पत्ता")
FOLLOWED: Final = Words("{name}: {card}", "{name}: {card}")
TRUMPED: Final = Words("{name}: {card}, trumps; no {led}, checked", "{name}: {card}, काटा; {led} नहीं है, जाँचा गया")
DISCARDED: Final = Words("{name}: {card}; no {led}, checked", "{name}: {card}; {led} नहीं है, जाँचा गया")
WON_TRICK: Final = Words(
    "Trick {number}: {doer} won it. Pile: {tricks}, {tens}.", "हाथ {number}: {doer} जीता। ढेर: {tricks}, {tens}।"
)
LIFTED: Final = Words(
    "Trick {number}: {doer} won again and lifted the pile! {tricks}, {tens}.",
    "हाथ {number}: {doer} लगातार जीतकर ढेर उठाया! {tricks}, {tens}।",
)
TOOK_TRICK: Final = Words("Trick {number}: {doer} took it, {tens}.", "हाथ {number}: {doer} जीता, {tens}।")
LIFTED_LAST: Final = Words(
    "Trick 13: {doer} won the last one and lifted the rest: {tricks}, {tens}.",
    "हाथ 13: {doer} आख़िरी हाथ जीतकर बचा ढेर उठाया: {tricks}, {tens}।",
)
TRUMP_IS: Final = Words("Trump {sign}. Pile: {tricks}, {tens}.", "ट्रंप {sign}। ढेर: {tricks}, {tens}।")
TRUMP_IS_STREAK: Final = Words(
    "Trump {sign}. Pile: {tricks}, {tens}; {name} won the last trick.",
    "ट्रंप {sign}। ढेर: {tricks}, {tens}; पिछला हाथ: {name}।",
)
TRUMP_ONLY: Final = Words("Trump {sign}.", "ट्रंप {sign}।")
NO_TRUMP_YET: Final = Words("Trump is not called yet.", "ट्रंप अभी बोला नहीं गया।")
TENS_TAKEN: Final = Words("Tens taken: {mine}; {theirs}.", "पकड़े दहले: {mine}; {theirs}।")
TRICKS_LIFTED: Final = Words("Tricks lifted: {mine}; {theirs}.", "उठाए हाथ: {mine}; {theirs}।")
TEAM_HAS: Final = Words("{team} {what}", "{team} {what}")
ON_TABLE: Final = Words("On the table: {cards}", "मेज़ पर: {cards}")
LAST_TRICK: Final = Words("Last trick: {cards}. {doer} won it.", "पिछला हाथ: {cards}। {doer} जीता।")
NO_TRICK_YET: Final = Words("No trick is finished yet.", "अभी कोई हाथ पूरा नहीं हुआ।")
ROUND_BY_TENS: Final = Words(
    "The round goes to {team}: {mine} tens to {theirs}.", "बाज़ी की विजेता {team}: दहले {mine} के मुक़ाबले {theirs}।"
)
ROUND_KOT: Final = Words("Kot! All four tens: the round goes to {team}.", "कोट! चारों दहले: बाज़ी की विजेता {team}।")
ROUND_BY_TRICKS: Final = Words(
    "Two tens each; the round goes to {team}, {mine} tricks to {theirs}.",
    "दो-दो दहले; बाज़ी की विजेता {team}, उठाए हाथ {mine} के मुक़ाबले {theirs}।",
)
ROUND_BY_DEAL: Final = Words(
    "Two tens each; the round goes to {team}, who did not deal.", "दो-दो दहले; बाज़ी की विजेता {team}, जिसने पत्ते नहीं बाँटे।"
)
ROUND_TO: Final = Words("The round goes to {team}.", "बाज़ी की विजेता {team}।")
ROUND_TO_KOT: Final = Words("The round goes to {team}, as a kot.", "बाज़ी की विजेता {team}, कोट के साथ।")
SCORE_IS: Final = Words(
    "Score: {mine}; {theirs}. The first to {target} wins.", "अंक: {mine}; {theirs}। जो पहले {target} तक पहुँचे, वही विजेता।"
)
KOTS_ARE: Final = Words("Kots: {mine}; {theirs}.", "कोट: {mine}; {theirs}।")

# Badam Satti and Sevens.

LAYOUT_DEALT: Final = Words("The cards are dealt. {card} begins.", "पत्ते बँट गए। शुरुआत {card} से।")
LAID: Final = Words("{name}: {card}", "{name}: {card}")
OPENED: Final = Words("{name}: {card}, opens {sign}", "{name}: {card}, {sign} का रंग खोला")
FINISHED: Final = Words("{name}: {card}, {sign} is finished", "{name}: {card}, {sign} की लाइन पूरी")
ONE_LEFT: Final = Words("{name}: one card left!", "{name}: बस एक पत्ता बचा!")
PASSED: Final = Words("{name}: pass. Checked: nothing fits.", "{name}: पास। जाँचा गया: कुछ नहीं लगता।")
PASSED_CHIP: Final = Words("{name}: pass, 1 chip. Checked: nothing fits.", "{name}: पास, 1 चिप। जाँचा गया: कुछ नहीं लगता।")
LINES: Final = Words("Table: {lines}", "मेज़: {lines}")
CLOSED: Final = Words("not open", "बंद")
MIDDLE: Final = Words("In the middle: {pool}. You have {mine}.", "बीच में: {pool}। आपके पास {mine}।")
MIDDLE_ONLY: Final = Words("In the middle: {pool}.", "बीच में: {pool}।")
NO_MOVE_YET: Final = Words("No card is laid yet.", "अभी कोई पत्ता नहीं रखा गया।")
LAST_MOVES: Final = Words("Last moves: {moves}", "पिछली चालें: {moves}")
MOVED_SO: Final = Words("{name} {move}", "{name} {move}")
PASS_WORD: Final = Words("pass", "पास")
ROUND_OUT: Final = Words("{doer} laid the last card and won the round!", "{doer} आख़िरी पत्ता रखकर राउंड जीता!")
PENALTIES: Final = Words("Penalty, total:", "जुर्माना, कुल अंक:")
PENALTY_ROW: Final = Words("{points:>4} {total:>5}   {name}", "{points:>4} {total:>5}   {name}")
PENALTY_ROW_HAND: Final = Words("{points:>4} {total:>5}   {name}: {hand}", "{points:>4} {total:>5}   {name}: {hand}")
CHIPS_TABLE: Final = Words("Won or lost, chips now:", "जीते-हारे, अब चिप्स:")
CHIPS_ROW: Final = Words("{points:>+4} {total:>5}   {name}", "{points:>+4} {total:>5}   {name}")
TOTALS: Final = Words(
    "Rounds played: {number} of {rounds}. Totals, lowest wins:",
    "खेले गए राउंड: {number}, कुल {rounds} में से। कुल अंक, सबसे कम वाला जीतता है:",
)
FINAL_TOTALS: Final = Words("Final totals, lowest wins:", "अंतिम अंक, सबसे कम वाला जीतता है:")
CHIPS_NOW: Final = Words("Rounds played: {number} of {rounds}. Chips:", "खेले गए राउंड: {number}, कुल {rounds} में से। चिप्स:")
FINAL_CHIPS: Final = Words("Final chips:", "अंत में चिप्स:")
TOTAL_ROW: Final = Words("{place:>2}. {total:>5}   {name}", "{place:>2}. {total:>5}   {name}")

# Why a move is refused.

NOT_IN_PLAY: Final = Words("No card can be played now: {why}.", "अभी कोई पत्ता नहीं चल सकता: {why}।")
WHY_DEALING: Final = Words("cards are being dealt", "पत्ते बँट रहे हैं")
WHY_ROUND_OVER: Final = Words("the round is over", "राउंड पूरा हो चुका है")
NOT_YOUR_TURN: Final = Words("Not yet: it is {owner} turn.", "अभी नहीं: बारी {owner} है।")
NO_PASS_HERE: Final = Words("There is no pass in this game: play a card.", "इस खेल में पास नहीं होता: पत्ता चलिए।")
NO_TRUMP_HERE: Final = Words("There is no trump in this game.", "इस खेल में ट्रंप नहीं होता।")
CALL_FIRST: Final = Words("First trump has to be called.", "पहले ट्रंप बोलना है।")
ALREADY_CALLED: Final = Words("Trump is called already: {sign}.", "ट्रंप बोला जा चुका है: {sign}।")
ALREADY_PLAYED: Final = Words("{card} has been played already.", "{card} पहले ही चला जा चुका है।")
OR_CARD: Final = Words("{cards} or {last}", "{cards} या {last}")
NOT_IN_HAND: Final = Words("You do not hold {card}.", "{card} आपके हाथ में नहीं है।")
MUST_FOLLOW: Final = Words(
    "You hold {led} ({held}), so you must play a {led}.", "आपके पास {led} है ({held}), इसलिए {led} ही चलना होगा।"
)
MUST_PLAY: Final = Words(
    "You can pass only when nothing fits; these fit: {fitting}.", "पास तभी, जब कुछ न लगे; ये लग सकते हैं: {fitting}।"
)
MUST_START: Final = Words(
    "{card} does not fit: {start} has to be laid first.", "{card} नहीं लग सकता: पहले {start} रखना होगा।"
)
SUIT_NOT_OPEN: Final = Words("{card} does not fit: {seven} is not out yet.", "{card} नहीं लग सकता: {seven} अभी नहीं आया।")
LINE_TAKES: Final = Words(
    "{card} does not fit: the line {line} takes only {ends}.", "{card} नहीं लग सकता: {line} की लाइन में सिर्फ़ {ends} लगेगा।"
)
ALREADY_LAID: Final = Words("{card} lies on the table already.", "{card} पहले से मेज़ पर है।")
FULL_CIRCLE: Final = Words(
    "All others have passed, so you must hold a card that fits.", "बाक़ी सबने पास किया, तो आपके पास लगने वाला पत्ता ज़रूर है।"
)
CAN_PLAY: Final = Words("{card} can be played.", "{card} चल सकता है।")
CAN_PLAY_THESE: Final = Words("These can be played now: {cards}.", "अभी ये चल सकते हैं: {cards}।")
CAN_CALL_ANY: Final = Words("Any of the four suits can be called.", "चारों में से कोई भी रंग बोल सकते हैं।")
CAN_ONLY_PASS: Final = Words("Nothing of yours fits: only a pass is possible.", "आपका कुछ नहीं लग सकता: सिर्फ़ पास।")
