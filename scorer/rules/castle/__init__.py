"""The Castle (De Burcht): two players lay tiles inside the wall, and the wall is the track on which they score."""

from scorer.rules.castle.part import CASTLE
from scorer.rules.castle.state import CastleState

__all__ = ["CASTLE", "CastleState"]
