"""The score sheet, in words."""

from typing import Final

from cli.text import Words

TITLE: Final = Words("{game}: score sheet", "{game}: अंकों का पर्चा")
OPTIONS: Final = Words("Options: {options}", "विकल्प: {options}")
TEAMS: Final = Words("Points, kots, rounds won (* kot), team:", "अंक, कोट, जीते राउंड (* कोट), जोड़ी:")
TEAM_ROW: Final = Words("{score:>3} {kots:>3}   {rounds}   {names}", "{score:>3} {kots:>3}   {rounds}   {names}")
PLAYERS: Final = Words("Place, total, each round, player:", "स्थान, कुल, हर राउंड, खिलाड़ी:")
PLAYER_ROW: Final = Words("{place:>2}. {total:>5}  {row}   {name}", "{place:>2}. {total:>5}  {row}   {name}")
SIGNED: Final = Words("Signed by all, by key:", "सबके दस्तख़त, कुंजी से:")
SIGNER: Final = Words("{mark}  {name}", "{mark}  {name}")
