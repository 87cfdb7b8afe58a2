"""Test vectors of the whole scheme: a checker (`python -m tests.vectors FILE...`), a maker, and our own file."""
