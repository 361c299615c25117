"""The rules of Carcassonne, pure: a position in, a ruling with its reasons out.

Each question takes a request as the wire contract describes it, or the same request as a line of text notation:

    scorer.score("base/red:12,blue:7/D@0,0;E@0,-1,180=red.city@S/phase:interim")
"""

from scorer.problems import Illegal, Malformed, Problem, Refused
from scorer.referee.questions import bag, features, move, placements, replay, score, validate

__version__ = "0.1.0"

__all__ = [
    "Illegal",
    "Malformed",
    "Problem",
    "Refused",
    "__version__",
    "bag",
    "features",
    "move",
    "placements",
    "replay",
    "score",
    "validate",
]
