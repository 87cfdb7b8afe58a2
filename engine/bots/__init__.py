"""Strategies, one a game: pure functions of what a seat may see."""
