"""The River: it begins at the spring, and all its tiles are laid before any other."""

from scorer.rules.river.part import RIVER

__all__ = ["RIVER"]
