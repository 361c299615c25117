"""How each terrain looks: one row per terrain, for all games together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scorer.draw.layout import STRIP
from scorer.draw.rim import Landform


@dataclass(frozen=True, slots=True)
class Scatter:
    """Glyphs strewn over an area: how far from its border and from each other, and how many at most."""

    glyph: str
    margin: float
    apart: float
    most: int
    scale: float = 1


@dataclass(frozen=True, slots=True)
class TerrainLook:
    """The look of a terrain."""

    form: Landform
    fill: str
    #: The texture that is laid upon the plain colour.
    pattern: str | None = None
    #: The border of an area, or the casing of a strip: colour and width, and a lighter dashed line upon it.
    edge: str = "#555"
    edge_width: float = 3
    trim: str | None = None
    #: The width of a strip.
    width: float = 0
    scatter: tuple[Scatter, ...] = ()
    #: Borders run along the middle lines of the tile.
    squared: bool = False
    #: Followers lie down, because they stay until the end.
    lying: bool = False
    glyph: str | None = None
    #: What a strip ends in on the tile, if it is neither gate nor crossing, unless the tile says what it has there.
    ending: str | None = None


TERRAINS: Final = {
    "field": TerrainLook(
        Landform.OPEN, "#bdd68c", scatter=(Scatter("tree", 9, 38, 3), Scatter("tuft", 5, 22, 6)), lying=True
    ),
    "road": TerrainLook(Landform.LINE, "#fff8e3", edge="#7d6643", edge_width=2, width=9),
    "city": TerrainLook(
        Landform.MASS,
        "#dba869",
        edge="#5f4230",
        edge_width=6.5,
        trim="#eadcba",
        scatter=(Scatter("house", 8, 16, 14, 0.95), Scatter("house", 6, 13, 2, 0.7)),
    ),
    "cloister": TerrainLook(Landform.BUILDING, "#fffaf0", glyph="cloister"),
    "garden": TerrainLook(Landform.PLOT, "#8fbf5a", glyph="garden"),
    "river": TerrainLook(Landform.LINE, "#74b9dd", edge="#f2e3b3", edge_width=2.5, width=17, ending="spring"),
    "grass": TerrainLook(
        Landform.MASS,
        "#b9d682",
        edge="#7c9a45",
        edge_width=2.5,
        scatter=(Scatter("tuft", 6, 17, 12), Scatter("tree", 9, 40, 2)),
    ),
    "mountain": TerrainLook(
        Landform.MASS,
        "#cbb79d",
        "scree",
        edge="#7d6650",
        edge_width=2.5,
        scatter=(Scatter("peak", 11, 23, 9), Scatter("peak", 7, 16, 4, 0.6)),
    ),
    "sea": TerrainLook(Landform.MASS, "#74b9dd", "swell", edge="#f2e3b3", edge_width=5),
    "court": TerrainLook(Landform.OPEN, "#dbe2ae", "cobbles", squared=True, lying=True),
    "path": TerrainLook(Landform.LINE, "#f6ecd4", edge="#7b6748", edge_width=2, width=12, squared=True),
    "house": TerrainLook(
        Landform.MASS,
        "#dc8f66",
        "roof_tiles",
        edge="#6e3522",
        edge_width=3.5,
        squared=True,
        scatter=(Scatter("manor", 12, 26, 3, 0.9),),
    ),
    "tower": TerrainLook(
        Landform.MASS,
        "#bab6c0",
        "bricks",
        edge="#39343f",
        edge_width=5.5,
        trim="#d6d3db",
        squared=True,
        scatter=(Scatter("turret", 14, 27, 3, 0.8),),
    ),
}

#: For terrains that no row names.
PLAIN: Final = TerrainLook(Landform.MASS, "#d5d5d5")


def look(terrain: str) -> TerrainLook:
    return TERRAINS.get(terrain, PLAIN)


def form(terrain: str) -> Landform:
    return look(terrain).form


def breadth(terrain: str) -> float:
    """What strips of a terrain cover; only those that end in a water of their own are broad."""
    shown = look(terrain)
    return STRIP if shown.ending is None else shown.width / 2 + shown.edge_width
