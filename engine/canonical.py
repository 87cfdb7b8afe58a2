"""The one text of a match and of a round, and digests of text. `engine.notation` reads these texts back.

A match is a line each for its game, seats, first dealer and options, and one for each counted round in the game's own
numbers. A round is its match, `start`, then one line a step:

    game badam-satti
    seats 4
    dealer 0
    option rounds 5
    option scoring face10
    option start_card 7H
    round 0 12 3 8
    start
    deal
    2 pass
    3 play 7H
    hand 0 2C 9D
"""

import hashlib

from engine.game import Match, PublicState


def digest_text(text: str) -> bytes:
    """Give the SHA-256 of a text, 32 bytes."""
    return hashlib.sha256(text.encode()).digest()


def match_text(match: Match) -> str:
    """Write a match: all that a later round depends on, and nothing of the round in play."""
    lines = [f"game {match.game.name}", f"seats {match.seats}", f"dealer {match.first_dealer}"]
    lines += [f"option {name} {value}" for name, value in match.options]
    lines += [numbers_text("round", row) for row in match.rounds]
    return _joined(lines)


def sheet_text(match: Match) -> str:
    """Write the score sheet: the match, then the standing, places and winners that follow from it."""
    lines = [numbers_text(name, numbers) for name, numbers in match.standing]
    lines += [numbers_text("places", match.places), numbers_text("winners", match.winners)]
    return match_text(match) + _joined(lines)


def round_text(state: PublicState) -> str:
    """Write a round so far, from its match on."""
    lines = ["start"]
    deals = [*state.deals]
    for number, (seat, move) in enumerate(state.history):
        if deals and deals[0] == number:
            lines.append("deal")
            del deals[0]
        lines.append(f"{seat} {move}")
    lines += ["deal"] * len(deals)
    lines += [" ".join([f"hand {seat}", *map(str, hand)]) for seat, hand in enumerate(state.hands)]
    return match_text(state.match) + _joined(lines)


def numbers_text(name: str, numbers: tuple[int, ...]) -> str:
    """Write a named row of numbers: "score 3 1"."""
    return " ".join([name, *map(str, numbers)])


def known_text(name: str, value: object | None) -> str:
    """Write a named value, or "-" where there is none: "trump H", "turn -"."""
    return f"{name} {'-' if value is None else value}"


def _joined(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
