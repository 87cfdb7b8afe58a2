"""The games by name: the one place that knows which there are."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.badam_satti import BADAM_SATTI
from engine.double_sir import DOUBLE_SIR
from engine.game import Game
from engine.sevens import SEVENS

_ALL: Final[tuple[Game, ...]] = (DOUBLE_SIR, BADAM_SATTI, SEVENS)

GAMES: Final[Mapping[str, Game]] = MappingProxyType({game.name: game for game in _ALL})
"""Every game, by the name that commands and contracts use."""
