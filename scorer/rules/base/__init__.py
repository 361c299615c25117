"""The base game: cities, roads, cloisters and fields."""

from scorer.rules.base.part import BASE

__all__ = ["BASE"]
