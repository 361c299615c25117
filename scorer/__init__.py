"""The rules of Carcassonne, pure: a position in, a ruling with its reasons out."""

from scorer.problems import Illegal, Malformed, Problem, Refused
from scorer.referee import features, placements, score, validate
from scorer.replay import replay

__all__ = ["Illegal", "Malformed", "Problem", "Refused", "features", "placements", "replay", "score", "validate"]
