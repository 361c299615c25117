"""The empty cells beside tiles, kept while tiles are laid and taken up, and which tiles fit there.

What fits a cell depends only on what its neighbours show towards it. Boards show the same few edges over and over, so
what fits them is worked out once for a box.
"""

from __future__ import annotations

from scorer.board.board import Board
from scorer.tiles.cells import KEY_STEPS
from scorer.tiles.orientations import Orientation
from scorer.tiles.tileset import Facing

#: Nothing lies around a cell.
NOTHING: Facing = (None, None, None, None)
#: What faced cells before a tile was laid; None where a cell was none of the frontier's.
Changes = list[tuple[int, Facing | None]]


class Frontier:
    """For each empty cell beside tiles what faces it, over each of its sides."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.facing: dict[int, Facing] = {}
        for key, orientation in zip(board.keys, board.orientations, strict=True):
            self.lay(key, orientation)

    def lay(self, key: int, orientation: Orientation) -> Changes:
        """Notes a tile that lies on a cell now; the answer is for :meth:`take_up`."""
        facing, board = self.facing, self.board
        changes: Changes = [(key, facing.pop(key, None))]
        for side, edge in enumerate(orientation.seen):
            cell = key - KEY_STEPS[side]
            if cell in board.at or not board.can_be_named(cell):
                continue
            before = facing.get(cell)
            changes.append((cell, before))
            shown = list(before or NOTHING)
            shown[side] = edge
            facing[cell] = (shown[0], shown[1], shown[2], shown[3])
        return changes

    def take_up(self, changes: Changes) -> None:
        """Puts everything back as it was before a tile was laid."""
        for cell, before in changes:
            if before is None:
                self.facing.pop(cell, None)
            else:
                self.facing[cell] = before

    def fitting(self, tile: str) -> list[tuple[int, Orientation]]:
        """The cells on which a tile fits, each with a way to turn it, in order."""
        tile_set, facing = self.board.tile_set, self.facing
        return [(key, orientation) for key in sorted(facing) for orientation in tile_set.ways(tile, facing[key])]
