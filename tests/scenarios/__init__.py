"""Conformance scenarios: a runner for files of the form of the rules' README, and some of our own."""
