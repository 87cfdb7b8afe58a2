"""The rules of the three games in English, in plain words for people who want to play."""

from cli.rules_form import OptionText, RulesText, Section

_DOUBLE_SIR = (
    Section(
        "In short",
        (
            "Two pairs play for the four tens. Tricks are not yours when you win them: they gather in a pile in the "
            "middle, and the pile goes to whoever wins two tricks in a row.",
        ),
    ),
    Section(
        "Table and cards",
        (
            "- Four players in two fixed pairs; partners sit opposite each other.",
            "- One ordinary pack of 52 cards, no joker. In every suit, from high to low: A K Q J 10 9 8 7 6 5 4 3 2.",
            "- Play goes anticlockwise: after you it is the turn of the player on your right.",
        ),
    ),
    Section(
        "Deal and trump",
        (
            "- The first dealer is drawn by the table's coin. The dealer shuffles and gives everybody five cards, "
            "beginning with the player on the dealer's right; the dealer is last.",
            "- Now, with only these five cards seen, the player after the dealer calls trump: simply names one of the "
            "four suits, held or not. There is no bidding; a suit must be named, and nobody may ask for a new deal.",
            "- Then everybody gets the other eight cards in the same order and holds thirteen.",
            "- The caller leads to the first trick.",
        ),
    ),
    Section(
        "Tricks",
        (
            "- A trick is one card from each player, in turn. Later tricks are led by the winner of the one before.",
            "- If you hold a card of the suit that was led, you must play that suit.",
            "- If you hold none, play any card you like: trump it, or throw something away. You never have to trump, "
            "to beat a card, or to over-trump.",
            "- The highest trump wins the trick; without a trump, the highest card of the suit led. A card that is "
            "neither can never win.",
            "- All thirteen tricks are played, even when the round is decided.",
        ),
    ),
    Section(
        "The pile",
        (
            "- A finished trick belongs to nobody yet. It lies face down in one pile in the middle. Nobody may look "
            "into it; the screen shows how many tricks lie there and, as a help, how many tens.",
            "- When the same player wins two tricks in a row, that player's pair lifts the whole pile, the second "
            "trick included. This can happen as early as the second trick.",
            "- Partners' wins do not add up: if you win one trick and your partner the next, the pile stays.",
            "- Whoever lifted the pile and wins the next trick too lifts again at once, and so on.",
            "- The winner of the thirteenth trick lifts all that is left, two in a row or not. So the tricks lifted by "
            "both pairs always add up to thirteen.",
            "- Nothing carries over: every round begins with nobody having won a trick.",
        ),
    ),
    Section(
        "Who wins the round",
        (
            "- Only the four tens count. The pair that has lifted three or four of them wins.",
            "- With two each, the pair that has lifted more tricks wins. A round is never drawn.",
            "- All four tens is a kot, the greatest win there is. It is one round won like any other, and it is "
            "counted beside the score, for the honour.",
        ),
    ),
    Section(
        "The game",
        (
            "- Every round won is one point. The first pair to win {target_rounds} rounds wins the game.",
            "- If the dealer's pair loses the round, the same player deals again. If it wins, the player on the "
            "dealer's right deals next.",
            "- If a round can't be finished because somebody left it for good or was proven to cheat, that player's "
            "pair loses it, as a kot if the others have lifted a ten and they none. If both pairs have such a player, "
            "the round is void and the same dealer deals again.",
        ),
    ),
    Section(
        "Names",
        (
            "- Double Sir is also called Do Sir or Double Sar; a sir or sar is a trick, and two of them lift the pile. "
            "Dehla Pakad, “catch the ten”, is the commonest way of scoring it.",
            "- In Single Sir every trick goes at once to the pair that won it: option sir=single.",
        ),
    ),
)

_LINES = (
    "- On your turn you lay one card: a seven, which opens the line of its suit, or the next card of an open line, "
    "just below its lowest or just above its highest.",
    "- There is one line a suit. It begins with the seven and grows one card at a time at both ends, down to the ace "
    "and up to the king; the two ends do not wait for each other.",
    "- A suit whose seven is still in somebody's hand is shut: 8♣ waits for 7♣.",
    "- Nothing goes below the ace or above the king. A line from ace to king is finished.",
    "- If any of your cards fits, you must lay one; which one is your choice. You may keep a seven back while another "
    "card fits. You pass only when nothing fits.",
    "- Cards that fit are marked on the screen, and a pass is offered only when there is nothing to lay.",
    "- Examples: spades from 5 to 9 take only 4♠ and 10♠. With only 7♥ out, 6♥, 8♥ and the other three sevens fit. "
    "With hearts from 5 to 9 and 7♣ out: 4♥, 10♥, 6♣, 8♣, 7♠ and 7♦.",
)

_DEAL = (
    "- The dealer shuffles and deals out the whole pack one card at a time, beginning with the player on the dealer's "
    "left.",
    "- Four players get 13 cards each. Otherwise the first players on the dealer's left hold one more than the others, "
    "and the dealer never does: 18-17-17 with three, 11-11-10-10-10 with five, 9-9-9-9-8-8 with six, "
    "8-8-8-7-7-7-7 with seven.",
    "- The first dealer is drawn by the table's coin. Each round the deal moves one player to the left, whoever won.",
)

_ADVICE = Section(
    "A word of advice",
    (
        "- Keep your hand sorted by suit and order (the program does it): you see at once where your cards wait.",
        "- Lay towards your own cards, and hold back a six or an eight behind which only others are waiting.",
    ),
)

_BADAM_SATTI = (
    Section(
        "In short",
        (
            "Four lines of cards grow on the table, each from its seven. Lay your cards one by one; whoever is out of "
            "cards first wins the round, and the others pay for what they still hold.",
        ),
    ),
    Section(
        "Table and cards",
        (
            "- Three to seven players, each for himself or herself. One pack of 52 cards, no joker.",
            "- From low to high in every suit: A 2 3 4 5 6 7 8 9 10 J Q K. The ace is low.",
            "- Play goes clockwise: after you it is the turn of the player on your left.",
        ),
    ),
    Section("Deal", _DEAL),
    Section(
        "Play",
        (
            "- Whoever holds the seven of hearts lays it first of all; on this first turn no other card may be laid, "
            "not even another seven. Then the turn goes to the left. (Nobody knows who holds it, so the program asks "
            "one seat after the other, from the dealer's left; this is not counted as passing.)",
            *_LINES,
        ),
    ),
    Section(
        "Round and penalty",
        (
            "- The first to lay the last card wins the round, and it ends there. The winner gets no points.",
            "- The others count what is left in their hands as penalty points: an ace 1, two to ten their number, "
            "jack, queen and king 10 each. K♣ 9♦ A♠ is 20. Other scales are an option.",
        ),
    ),
    Section(
        "The game",
        (
            "- A game is {rounds} rounds. The lowest total wins; equal lowest totals share the win.",
            "- The cards of a player who leaves stay in play. If a round can't be finished because somebody left it "
            "for good or was proven to cheat, that player gets the highest value of the scale for every card dealt to "
            "him or her in that round, the others nothing; the round counts as played.",
        ),
    ),
    _ADVICE,
)

_SEVENS = (
    Section(
        "In short",
        (
            "The British cousin of Badam Satti: the same four lines, played for chips. Passing costs a chip, and who "
            "is out first takes the pool.",
        ),
    ),
    Section(
        "Table and cards",
        (
            "- Three to seven players, each for himself or herself. One pack of 52 cards, no joker.",
            "- From low to high in every suit: A 2 3 4 5 6 7 8 9 10 J Q K. The ace is low.",
            "- Play goes clockwise: after you it is the turn of the player on your left.",
        ),
    ),
    Section("Deal", _DEAL),
    Section(
        "Play",
        (
            "- Everybody begins with {chips_start} chips, and before each round puts one into the middle, also when "
            "hands are unequal.",
            "- Whoever holds the seven of diamonds lays it first of all; on this first turn no other card may be laid. "
            "Then the turn goes to the left. (Nobody knows who holds it, so the program asks one seat after the other, "
            "from the dealer's left; that costs no chip.)",
            *_LINES,
            "- Every pass costs one more chip, into the middle.",
        ),
    ),
    Section(
        "Round and chips",
        (
            "- The first to lay the last card wins the round, and it ends there.",
            "- The winner takes all the chips in the middle, the own ones included, and from each other player one "
            "chip for every card that player has left.",
            "- Chips may go below zero, and nobody drops out. The chips of all players and of the middle together "
            "never change.",
        ),
    ),
    Section(
        "The game",
        (
            "- A game is {rounds} rounds. Most chips after the last wins; equal chips share the win.",
            "- If a round can't be finished because somebody left it for good or was proven to cheat, all the others "
            "get back what they paid in it, and that player puts one chip into the middle for every card dealt to him "
            "or her. This stays for the winner of the next round; after the last round the others share it equally, "
            "and what does not divide goes to the first of them from the dealer's left. The round counts as played.",
            "- Sevens is a table of its own; a game of Badam Satti can't be turned into one.",
        ),
    ),
    _ADVICE,
)

RULES_EN = RulesText(
    titles={
        "double-sir": "Double Sir, scored as Dehla Pakad",
        "badam-satti": "Badam Satti (Satti Centre, Badam Saat, Satte pe Satta)",
        "sevens": "Sevens with chips (Fan Tan, Domino, Parliament)",
    },
    games={"double-sir": _DOUBLE_SIR, "badam-satti": _BADAM_SATTI, "sevens": _SEVENS},
    options={
        "target_rounds": OptionText("How many rounds win the game; 3 and 5 make a short one.", {}),
        "sir": OptionText(
            "Who gets a finished trick.",
            {
                "double": "it goes to the pile, and two wins in a row lift the pile",
                "single": "it goes at once to the pair that won it",
            },
        ),
        "streak_after_capture": OptionText(
            "What a third win in a row does.",
            {
                "continue": "it lifts again at once, and so does every further one",
                "reset": "each lift uses up its two wins; two new ones are needed",
            },
        ),
        "two_two": OptionText(
            "Who wins the round with two tens each.",
            {"captured": "the pair that has lifted more tricks", "nondealer": "the pair that did not deal"},
        ),
        "kot_points": OptionText(
            "How many points a kot brings.", {"1": "one, like any round won", "2": "two instead of one"}
        ),
        "dealer_after_kot": OptionText(
            "Who deals after the dealer's pair has lost by a kot.",
            {"same": "the same player", "partner": "the dealer's partner"},
        ),
        "first_capture_trick": OptionText(
            "The first trick at which the pile can be lifted; a pair of wins that is complete before it lifts nothing "
            "and is not used up.",
            {"2": "the second", "3": "the third", "5": "the fifth"},
        ),
        "ace_rule": OptionText(
            "Whether two wins in a row, both by an ace, lift the pile.",
            {
                "off": "they do, like any two",
                "on": "they do not, and are not used up: the same player's next win lifts it (the thirteenth always "
                "lifts)",
            },
        ),
        "scoring": OptionText(
            "What a card left in the hand costs.",
            {
                "face10": "ace 1, number cards their number, jack, queen and king 10",
                "rank": "the same, but jack 11, queen 12, king 13",
                "count": "one point a card",
            },
        ),
        "rounds": OptionText(
            "How many rounds a game has.",
            {"5": "five", "3": "three, the short game", "seats": "everybody deals once"},
        ),
        "start_card": OptionText("The card that begins.", {"7H": "the seven of hearts", "7D": "the seven of diamonds"}),
        "chips_start": OptionText("How many chips everybody begins with.", {}),
    },
    options_title="What a table may choose",
    options_about="Before anybody says ready the screen shows what is chosen. Choose with --set name=value.",
    players="{least} to {most} players",
    default="as usual",
    range="any number from {least} to {most}; {default} as usual",
)
