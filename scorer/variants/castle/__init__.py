"""The Castle (De Burcht): two players lay tiles inside the wall, and the wall is the track on which they score."""

from scorer.variants.castle.game import Castle

__all__ = ["Castle"]
