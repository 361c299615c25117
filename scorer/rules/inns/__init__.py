"""Inns & Cathedrals: inns on roads, cathedrals in cities, the big follower and a sixth player."""

from scorer.rules.inns.part import INNS

__all__ = ["INNS"]
