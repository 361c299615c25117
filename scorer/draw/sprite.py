"""All that a game lays on the table, as the definitions of one document: for a page that lays boards itself."""

from __future__ import annotations

from typing import Any, Final

from scorer.draw.board import furniture_of
from scorer.draw.canvas import Canvas
from scorer.draw.figures import figure_look
from scorer.draw.furniture import Furniture
from scorer.draw.picture import Picture
from scorer.draw.terrains import look
from scorer.draw.tile import drawn, spot_point
from scorer.game.building import build
from scorer.game.reading import make_position
from scorer.limits import DEFAULT_LIMITS
from scorer.rules.ruleset import Ruleset
from scorer.texts import SOURCE_LANGUAGE, text, texts
from scorer.tiles.orientations import Orientation
from scorer.tiles.ports import ROTATIONS
from scorer.tiles.tileset import TileSet

EAST, WEST = 1, 3
#: The pieces that people move.
PIECES: Final = ("standing", "lying", "pig", "crown", "wall_tile")


def pieces_of(ruleset: Ruleset) -> list[str]:
    """The glyphs of all that people move or take: figures, what they stand upon, and tokens."""
    looks = [figure_look(figure) for figure in ruleset.figures]
    figures = [glyph for look in looks for glyph in (look.standing, look.lying)]
    return list(dict.fromkeys([*PIECES, *figures, *ruleset.tokens]))


def sprite_svg(ruleset: Ruleset, language: str = SOURCE_LANGUAGE) -> str:
    """Every kind at every rotation as ``tile-D-90``, the table as ``beneath`` and ``above`` the tiles, and the pieces.

    Nothing of it is shown by itself. What pieces stand on the table by default is part of ``beneath`` and ``above``.
    """
    furniture = _furniture(ruleset, language)
    picture = Picture(0, 0, 1, 1, size=1, title=furniture.texts.say(text(ruleset.title)), description=[])
    shown = picture.canvas.add("defs")
    for glyph in pieces_of(ruleset):
        picture.canvas.refer(glyph)
    box = furniture.board.tile_set
    for kind in box.kinds.values():
        for rotation in ROTATIONS:
            tile = Canvas(id=f"tile-{kind.id}-{rotation}")
            for fragment in drawn(kind, rotation):
                picture.use(fragment, 0, 0, tile)
            tile.add("path", d="M0 0h100v100h-100z", fill="none", stroke="#000", stroke_opacity=0.3)
            shown.append(tile.group)
    beneath, above = Canvas(id="beneath"), Canvas(id="above")
    furniture.beneath(beneath)
    for piece in box.start_pieces:
        if piece.label is None:
            for fragment in drawn(furniture.start_piece(piece.kind), 0):
                picture.use(fragment, 100 * piece.x, 100 * piece.y, beneath)
    furniture.above(above)
    for layer in (beneath, above):
        shown.append(layer.group)
        picture.canvas.glyphs |= layer.glyphs
    return picture.text()


def places(ruleset: Ruleset) -> dict[str, Any]:
    """Where followers stand on each kind at rotation 0, in tiles from its corner, and pieces on the table, in tiles."""
    furniture = _furniture(ruleset, SOURCE_LANGUAGE)
    kinds = furniture.board.tile_set.kinds.values()
    return {
        "spots": {kind.id: [spot_point(kind, 0, number) for number in range(len(kind.segments))] for kind in kinds},
        "figures": {figure: figure_look(figure).to_json() for figure in ruleset.figures},
        "lying": [terrain for terrain in ruleset.landscape.names if look(terrain).lying],
        "pieces": [
            {"piece": place.piece, "name": place.name, "at": [round(part / 100, 3) for part in place.point]}
            for place in furniture.places()
        ],
        "meets": edges_that_meet(furniture.board.tile_set),
    }


def edges_that_meet(box: TileSet) -> dict[str, list[str]]:
    """For each edge that a tile shows, clockwise and with commas, all that may lie against it."""
    shown: dict[int, dict[str, Orientation]] = {EAST: {}, WEST: {}}
    for kind in box.kinds:
        for orientation in box.oriented[kind].values():
            for side, by_terrains in shown.items():
                by_terrains.setdefault(
                    ",".join(terrain or "" for terrain in orientation.edge_terrains(side)), orientation
                )
    return {
        edge: [other for other, neighbour in shown[WEST].items() if box.may_meet(tile, EAST, neighbour)]
        for edge, tile in shown[EAST].items()
    }


def _furniture(ruleset: Ruleset, language: str) -> Furniture:
    """The table before the first tile, without players."""
    nothing = make_position(ruleset, {"excerpt": True}, DEFAULT_LIMITS)
    return furniture_of(ruleset)(build(nothing), {}, texts(language, ruleset.rulebook))
