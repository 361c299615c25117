"""The rules of Carcassonne, pure: a position in, a ruling with its reasons out.

Each question takes a request as the wire contract describes it, or the same request as a line of text notation::

    scorer.score("base/red:12,blue:7/D@0,0;E@0,-1,180=red.city@S/phase:interim")

:class:`Board` and :class:`Game` are for playing and exploring: moves are pushed and popped. :mod:`scorer.wire` has the
types of requests and answers, :mod:`scorer.notation` the text notation, :mod:`scorer.imports` what
other programs save. Whatever is refused raises :class:`Refused`.
"""

from scorer import imports, notation, wire
from scorer.board import board as _board
from scorer.draw import PngUnavailable, png, render
from scorer.play import Board, Game, LegalPlacement, Pushed
from scorer.problems import CODES, Illegal, Malformed, Problem, Refused, TooCostly
from scorer.referee.questions import bag, features, move, placements, replay, score, validate
from scorer.reference import (
    EXPANSIONS,
    VARIANTS,
    Expansion,
    Variant,
    find_expansion,
    find_variant,
    tile_kinds,
    tile_svg,
)
from scorer.texts import languages

__version__ = "0.1.0"
#: Whether the rules run as compiled code; they are the same either way.
COMPILED = not _board.__file__.endswith(".py")

__all__ = [
    "CODES",
    "COMPILED",
    "EXPANSIONS",
    "VARIANTS",
    "Board",
    "Expansion",
    "Game",
    "Illegal",
    "LegalPlacement",
    "Malformed",
    "PngUnavailable",
    "Problem",
    "Pushed",
    "Refused",
    "TooCostly",
    "Variant",
    "__version__",
    "bag",
    "features",
    "find_expansion",
    "find_variant",
    "imports",
    "languages",
    "move",
    "notation",
    "placements",
    "png",
    "render",
    "replay",
    "score",
    "tile_kinds",
    "tile_svg",
    "validate",
    "wire",
]
