"""The root of the engine's error family, and the one error about text; `engine.game` has the rest."""


class EngineError(Exception):
    """Anything the engine refuses; never raised itself."""


class NotationError(EngineError):
    """Text that is not the one way to write a card, a move, a match or a round."""
