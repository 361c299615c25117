"""The rules of Carcassonne, pure: a position in, a ruling with its reasons out.

Each question takes a request as the wire contract describes it, or the same request as a line of text notation:

    scorer.score("base/red:12,blue:7/D@0,0;E@0,-1,180=red.city@S/phase:interim")
"""

from scorer import referee as _referee
from scorer.notation import takes_notation as _takes_notation
from scorer.problems import Illegal, Malformed, Problem, Refused
from scorer.replay import replay as _replay

validate = _takes_notation(_referee.validate)
features = _takes_notation(_referee.features)
placements = _takes_notation(_referee.placements)
score = _takes_notation(_referee.score)
replay = _takes_notation(_replay)

__all__ = ["Illegal", "Malformed", "Problem", "Refused", "features", "placements", "replay", "score", "validate"]
