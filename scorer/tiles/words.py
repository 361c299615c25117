"""How sentences name what tiles show: terrains, edges and the spots on which followers stand."""

from __future__ import annotations

from typing import Final

from scorer.texts import Message, text
from scorer.tiles.kinds import Landscape
from scorer.tiles.orientations import Orientation

SIDE_WORDS: Final = (text("north"), text("east"), text("south"), text("west"))
#: Where on its tile something lies that reaches a port.
PORT_WORDS: Final = {
    "N": text("to the north"),
    "E": text("to the east"),
    "S": text("to the south"),
    "W": text("to the west"),
    "NL": text("on the western half of the north edge"),
    "NR": text("on the eastern half of the north edge"),
    "EL": text("on the northern half of the east edge"),
    "ER": text("on the southern half of the east edge"),
    "SL": text("on the eastern half of the south edge"),
    "SR": text("on the western half of the south edge"),
    "WL": text("on the southern half of the west edge"),
    "WR": text("on the northern half of the west edge"),
}


def terrain_word(terrain: str) -> Message:
    """A terrain's name in a sentence; each game marks its own for translation."""
    return text(terrain)


def edge_words(tile: Orientation, side: int) -> Message:
    """What a tile shows along a side: the distinct terrains, clockwise."""
    shown = [terrain for terrain in tile.edge_terrains(side) if terrain is not None]
    distinct = list(dict.fromkeys(shown))
    if not distinct:
        return text("nothing")
    return text("{terrains}", terrains=[terrain_word(terrain) for terrain in distinct])


def spot_words(landscape: Landscape, spot: str) -> Message:
    """A spot that a tile has: “the road to the east”, “the cloister”."""
    terrain, _, port = spot.partition("@")
    feature = landscape.by_name[terrain].the
    return text("{feature} {direction}", feature=feature, direction=PORT_WORDS[port]) if port else feature
