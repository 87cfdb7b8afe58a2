"""The bots by game and name: the one place that knows which there are."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.badam_satti import BADAM_SATTI
from engine.bots import badam_satti, double_sir
from engine.bots.strategy import Strategy, random_move
from engine.double_sir import DOUBLE_SIR
from engine.sevens import SEVENS

GOOD: Final = "good"
"""The name of the strongest bot of each game."""

_LAYOUT_BOTS: Final[Mapping[str, Strategy]] = MappingProxyType(
    {GOOD: badam_satti.good_move, "random": random_move, "far": badam_satti.far_move, "high": badam_satti.high_move}
)

BOTS: Final[Mapping[str, Mapping[str, Strategy]]] = MappingProxyType(
    {
        DOUBLE_SIR.name: MappingProxyType(
            {GOOD: double_sir.good_move, "random": random_move, "high-low": double_sir.high_low_move}
        ),
        BADAM_SATTI.name: _LAYOUT_BOTS,
        SEVENS.name: _LAYOUT_BOTS,
    }
)
"""For each game, its bots by name, the strongest first."""
