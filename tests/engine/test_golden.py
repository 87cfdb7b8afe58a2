"""Golden playthroughs of whole matches, run again and compared line by line."""

from pathlib import Path

import pytest

from tests.engine.playthrough import GOLDEN, replayed

FILES = sorted(GOLDEN.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_playthrough_is_as_recorded(path: Path) -> None:
    text = path.read_text()
    for number, (recorded, now) in enumerate(zip(text.splitlines(), replayed(text), strict=True), start=1):
        assert now == recorded, f"{path.name}:{number}"


def test_every_game_has_whole_matches() -> None:
    games = [path.read_text().partition("\n")[0] for path in FILES]
    assert sorted(games) == ["game badam-satti"] * 2 + ["game double-sir"] * 3 + ["game sevens"]
    for path in FILES:
        assert path.read_text().splitlines()[-1].startswith("winners ")


def test_rounds_broken_off_are_among_them() -> None:
    for game in ("double-sir", "badam-satti", "sevens"):
        texts = [path.read_text() for path in FILES if path.read_text().startswith(f"game {game}\n")]
        assert any("\nbroken " in text for text in texts)
