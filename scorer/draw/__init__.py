"""Pictures: tiles and boards as SVG, drawn from the tiles' segments with the standard library alone."""

from scorer.draw.board import board_svg
from scorer.draw.question import question_svg
from scorer.draw.raster import PngUnavailable, png
from scorer.draw.rendering import MOST_CELLS, OPTIONS, RENDER_FIELDS, render, render_form, rendered
from scorer.draw.sheet import sheet_svg
from scorer.draw.tile import spot_point, tile_svg

__all__ = [
    "MOST_CELLS",
    "OPTIONS",
    "RENDER_FIELDS",
    "PngUnavailable",
    "board_svg",
    "png",
    "question_svg",
    "render",
    "render_form",
    "rendered",
    "sheet_svg",
    "spot_point",
    "tile_svg",
]
