"""The immutable board: which segments are joined, which regions are open, who stands where.

What a board does not promise: that the position can be reached by legal play.

Everything is kept in flat lists. Tiles are numbered in order of their cells (x, then y), and their segments, the
*nodes*, in order of tiles; the smallest node of a region is its *root*. So numbers depend on the board alone, never on
the order of a request.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple, TypeVar

from scorer.limits import LIMITS, STRIDE
from scorer.ports import PORTS, opposite, ports_of
from scorer.position import Player, Position
from scorer.tiles import KEY_STEPS, SIDES_LEFT_OPEN, Orientation, TileSet
from scorer.variant import Rules, Variant

Noted = TypeVar("Noted")

_HALF: Final = STRIDE // 2
_MASK: Final = STRIDE - 1
_SHIFT: Final = STRIDE.bit_length() - 1
#: The sides that have a neighbour, as bits; and all of them.
NORTH_BIT, EAST_BIT, SOUTH_BIT, WEST_BIT = 1, 2, 4, 8
ALL_SIDES: Final = 0b1111


def cell_of(key: int) -> tuple[int, int]:
    """The cell that a key stands for."""
    key += _HALF
    return key >> _SHIFT, (key & _MASK) - _HALF


def cells_of(keys: Iterable[int]) -> list[list[int]]:
    """The cells that keys stand for, as an answer lists them."""
    return [[(shifted := key + _HALF) >> _SHIFT, (shifted & _MASK) - _HALF] for key in keys]


class Follower(NamedTuple):
    """A follower that stands on the board."""

    player: str
    key: int
    spot: str
    node: int
    root: int

    def to_json(self) -> dict[str, Any]:
        x, y = cell_of(self.key)
        return {"player": self.player, "x": x, "y": y, "spot": self.spot}


class Board:
    """A legal position. Nothing on it ever changes."""

    __slots__ = (
        "_by_terrain",
        "_members",
        "_noted",
        "at",
        "by_root",
        "cells",
        "covered",
        "excerpt",
        "extras",
        "first",
        "followers",
        "keys",
        "open_roots",
        "orientations",
        "players",
        "roots",
        "rules",
        "supply",
        "terrains",
        "tile_set",
        "variant",
    )

    variant: Variant
    rules: Rules
    tile_set: TileSet
    players: tuple[Player, ...]
    excerpt: bool
    #: The fields of the position that only this variant has.
    extras: Mapping[str, Any]
    #: The number of the tile on each cell.
    at: dict[int, int]
    #: For each tile its cell, as an answer lists it.
    cells: list[list[int]]
    #: For each tile: its cell, its orientation, its first node, and the sides that have a neighbour, as bits.
    keys: list[int]
    orientations: list[Orientation]
    first: list[int]
    covered: list[int]
    #: For each node: its terrain and its region's root.
    terrains: list[str]
    roots: list[int]
    #: The regions that an empty cell keeps from being finished; those that never are may be left out.
    open_roots: set[int]
    followers: list[Follower]
    by_root: dict[int, list[Follower]]
    #: Followers that each player has left.
    supply: dict[str, int]

    def __init__(self, position: Position) -> None:
        self.variant = position.variant
        self.rules = position.rules
        self.tile_set = position.tile_set
        self.players = position.players
        self.excerpt = position.excerpt
        self.extras = position.extras
        self._members: dict[int, list[int]] | None = None
        self._noted: dict[Any, Any] = {}
        #: The features of each terrain, in order, once one is named.
        self._by_terrain: dict[str, list[int]] = {}

    def members(self) -> dict[int, list[int]]:
        """The nodes of each region, by its root; roots in order."""
        if self._members is None:
            members: dict[int, list[int]] = {}
            for node, root in enumerate(self.roots):
                members.setdefault(root, []).append(node)
            self._members = members
        return self._members

    def tiles_of(self, roots: Iterable[int]) -> dict[int, dict[int, None]]:
        """The DISTINCT tiles of a few regions, in order."""
        found: dict[int, dict[int, None]] = {}
        first = self.first
        of_root: list[dict[int, None] | None] = [None] * len(self.roots)
        for root in roots:
            of_root[root] = found[root] = {}
        tile, end = -1, 0
        for node, root in enumerate(self.roots):
            while node == end:
                tile += 1
                end = first[tile + 1]
            tiles = of_root[root]
            if tiles is not None:
                tiles[tile] = None
        return found

    def features(self) -> list[int]:
        """The roots of all regions in order, but of those that lie only on start spaces."""
        labels, roots, first = self.tile_set.labels, self.roots, self.first
        if not labels:
            return sorted(set(roots))
        tiles = [tile for tile, key in enumerate(self.keys) if key not in labels]
        return sorted({root for tile in tiles for root in roots[first[tile] : first[tile + 1]]})

    def feature_id(self, root: int) -> str:
        """A region's terrain, and its number among those of this terrain."""
        terrains, by_terrain = self.terrains, self._by_terrain
        if not by_terrain:
            by_terrain.update({terrain: [] for terrain in self.variant.landscape.terrains})
            for feature in self.features():
                by_terrain[terrains[feature]].append(feature)
        terrain = terrains[root]
        return f"{terrain}-{bisect_right(by_terrain[terrain], root)}"

    def noted(self, work_out: Callable[[Board], Noted]) -> Noted:
        """What a game works out of the whole board, once."""
        if work_out not in self._noted:
            self._noted[work_out] = work_out(self)
        noted: Noted = self._noted[work_out]
        return noted

    def tile_of(self, node: int) -> int:
        return bisect_right(self.first, node) - 1

    def node_at(self, key: int, spot: str) -> int | None:
        """The node that a spot on a cell with a tile means."""
        tile = self.at[key]
        segment = self.orientations[tile].spots.get(spot)
        return None if segment is None else self.first[tile] + segment

    def open_ports(self, root: int) -> list[tuple[int, str]]:
        """Where the region of this root looks at an empty cell, as cell keys and ports."""
        answer = []
        for node in self.members()[root]:
            tile = self.tile_of(node)
            orientation = self.orientations[tile]
            segment = node - self.first[tile]
            for side in SIDES_LEFT_OPEN[self.covered[tile]]:
                if segment in open_segments(self.tile_set, self.keys[tile], orientation, side):
                    for port in ports_of(side):
                        if orientation.edges[side][port % 3] == segment:
                            answer.append((self.keys[tile], PORTS[port]))
        return answer

    def around(self) -> dict[int, list[tuple[int, int]]]:
        """The empty cells beside tiles, as far as cells can be named; for each, over which sides lie which tiles."""
        cells: dict[int, list[tuple[int, int]]] = {}
        wall = self.tile_set.wall
        for tile, covered in enumerate(self.covered):
            if covered != ALL_SIDES:
                key = self.keys[tile]
                for side in SIDES_LEFT_OPEN[covered]:
                    cell = key + KEY_STEPS[side]
                    if wall is None or cell in wall.cells:
                        cells.setdefault(cell, []).append((opposite(side), tile))
        farthest = LIMITS.farthest
        too_far = [key for key in cells if max(map(abs, cell_of(key))) > farthest]
        for key in too_far:
            del cells[key]
        return cells


def open_segments(tile_set: TileSet, key: int, orientation: Orientation, side: int) -> tuple[int, ...]:
    """The segments that a tile leaves open over a side without neighbour; a wall closes some."""
    wall = tile_set.wall
    if wall is None or key + KEY_STEPS[side] in wall.cells:
        return orientation.sides[side]
    return tuple(segment for segment in orientation.sides[side] if orientation.terrains[segment] not in wall.closes)
