"""Games from elsewhere: what other programs save becomes a game that `replay` can judge.

    scorer.imports.read({"format": "carcassonnelab", "data": "https://www.carcassonnelab.com/#/0/0/..."})

answers the game and notes that say what is not certain about it.
"""

from scorer.imports.reading import FORMATS, read

__all__ = ["FORMATS", "read"]
