"""The rules of Carcassonne, pure: a position in, a ruling with its reasons out."""

from scorer.problems import Illegal, Malformed, Problem, Refused
from scorer.referee import features, placements, score, validate

__all__ = ["Illegal", "Malformed", "Problem", "Refused", "features", "placements", "score", "validate"]
