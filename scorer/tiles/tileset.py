"""The tile set of a game: the kinds with their copies, what lies on the table before the first move, and the wall."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

from scorer.problems import Malformed
from scorer.shapes import Reading
from scorer.tiles.cells import cell_key
from scorer.tiles.kinds import Kind, KindReader, Landscape, read_kinds
from scorer.tiles.orientations import Edge, MayMeet, Orientation
from scorer.tiles.ports import ROTATIONS, opposite

#: How many ways to surround a cell are kept for each kind.
MOST_FITS: Final = 10_000


@dataclass(frozen=True)
class StartPiece:
    """A cell that lies there before the first tile. A labelled one is no cell of the playing area (a start space)."""

    x: int
    y: int
    kind: Kind
    #: For each segment the name of the region it belongs to across the pieces, if it has one.
    regions: tuple[str | None, ...]
    label: str | None

    @property
    def key(self) -> int:
        return cell_key(self.x, self.y)


@dataclass(frozen=True)
class Wall:
    """The edge of the playing area: its cells, and the terrains that it closes."""

    cells: frozenset[int]
    closes: frozenset[str]


class _Oriented(dict[str, dict[int, Orientation]]):
    """The orientations of each kind, made when they are first asked for."""

    def __init__(self, tile_set: TileSet) -> None:
        self.tile_set = tile_set

    def __missing__(self, kind: str) -> dict[int, Orientation]:
        orient, one = self.tile_set.orient, self.tile_set.kinds[kind]
        # Whoever else asks meanwhile gets the very same.
        return self.setdefault(kind, {rotation: orient(one, rotation) for rotation in ROTATIONS})


#: What faces a cell over its four sides.
Facing = tuple[Edge | None, Edge | None, Edge | None, Edge | None]


class TileSet:
    """The contents of a game's box, ready to build boards with."""

    def __init__(
        self,
        kinds: Iterable[Kind],
        *,
        landscape: Landscape,
        may_meet: MayMeet,
        start_pieces: tuple[StartPiece, ...] = (),
        wall: Wall | None = None,
    ) -> None:
        self.kinds = {kind.id: kind for kind in kinds}
        #: How many tiles of each kind are in it.
        self.copies = {kind.id: kind.count for kind in self.kinds.values()}
        self.landscape = landscape
        self.may_meet = may_meet
        self.wall = wall
        self.oriented = _Oriented(self)
        #: How a kind can be turned to fit what faces a cell; filled in as it is asked.
        self.fits: dict[str, dict[Facing, tuple[Orientation, ...]]] = {}
        self._edges: dict[tuple[object, ...], Edge] = {}
        #: Stands in for a tile of unknown kind, so that the rest of the board can still be judged.
        self.blank = self.orient(Kind("?", 0, ()), 0)
        self._begin_with(start_pieces)
        self._elsewhere: TileSet | None = None

    def _begin_with(self, start_pieces: tuple[StartPiece, ...]) -> None:
        self.start_pieces = start_pieces
        #: The start pieces' cells with their orientations.
        self.start_cells = {piece.key: self.orient(piece.kind, 0, is_start_piece=True) for piece in start_pieces}
        self.labels = {piece.key: piece.label for piece in start_pieces if piece.label is not None}
        #: The cells of the start board.
        self.start_board = frozenset(self.start_cells).difference(self.labels)
        #: The regions of the start board: the segments of each, as cell and segment number.
        self.start_regions = _start_regions(start_pieces)

    def without_start_board(self) -> TileSet:
        """The same box, its tiles the very same, for a part of the table where the start board does not lie."""
        if self._elsewhere is None:
            self._elsewhere = self._made_elsewhere()
        return self._elsewhere

    def _made_elsewhere(self) -> TileSet:
        elsewhere = TileSet(
            self.kinds.values(),
            landscape=self.landscape,
            may_meet=self.may_meet,
            start_pieces=tuple(piece for piece in self.start_pieces if piece.label is not None),
            wall=self.wall,
        )
        # Its kinds are oriented by this box, so that what they show is the same here and there.
        elsewhere.oriented, elsewhere.blank, elsewhere.fits = self.oriented, self.blank, self.fits
        return elsewhere

    def orient(self, kind: Kind, rotation: int, *, is_start_piece: bool = False) -> Orientation:
        """A kind at a rotation. A start piece may have rules of its own, so what it shows is like nothing else."""
        orientation = Orientation(self.landscape, self.may_meet, kind, rotation, is_start_piece=is_start_piece)
        own = orientation if is_start_piece else None
        orientation.seen = tuple(
            self._edges.setdefault((side, orientation.edge_terrains(opposite(side)), own), Edge(orientation))
            for side in range(4)
        )
        return orientation

    def ways(self, tile: str, facing: Facing) -> tuple[Orientation, ...]:
        """How a kind can be turned so that it fits what faces a cell.

        Boards show the same few edges over and over, so it is worked out once for a box.
        """
        fits = self.fits.setdefault(tile, {})
        ways = fits.get(facing)
        if ways is None:
            if len(fits) >= MOST_FITS:
                fits.clear()
            ways = fits[facing] = self._ways(tile, facing)
        return ways

    def _ways(self, tile: str, facing: Facing) -> tuple[Orientation, ...]:
        oriented = self.oriented[tile]
        faced = [(side, edge.shown_by) for side, edge in enumerate(facing) if edge is not None]
        return tuple(
            [
                oriented[rotation]
                for rotation in ROTATIONS
                if all(oriented[rotation].joins[side][shown_by] is not None for side, shown_by in faced)
            ]
        )

    def extended(self, kinds: Iterable[Kind]) -> TileSet:
        """The same box with extra kinds; a known id is redefined."""
        both = {**self.kinds, **{kind.id: kind for kind in kinds}}
        return TileSet(
            both.values(),
            landscape=self.landscape,
            may_meet=self.may_meet,
            start_pieces=self.start_pieces,
            wall=self.wall,
        )

    @property
    def size(self) -> int:
        return sum(self.copies.values())

    def open_segments(self, key: int, orientation: Orientation, side: int) -> tuple[int, ...]:
        """The segments that a tile leaves open over a side without neighbour, ``key`` being the cell there."""
        wall = self.wall
        if wall is None or key in wall.cells:
            return orientation.sides[side]
        return tuple(segment for segment in orientation.sides[side] if orientation.terrains[segment] not in wall.closes)


def _start_regions(pieces: Iterable[StartPiece]) -> tuple[list[tuple[int, int]], ...]:
    regions: dict[str, list[tuple[int, int]]] = {}
    for piece in pieces:
        for number, region in enumerate(piece.regions):
            if region is not None:
                regions.setdefault(region, []).append((piece.key, number))
    return tuple(regions.values())


# What lies in the boxes


@cache
def box_data(name: str) -> Mapping[str, Any]:
    """The data file of a box."""
    data: Mapping[str, Any] = json.loads(resources.files("scorer").joinpath("boxes", f"{name}.json").read_text("utf-8"))
    return data


def load_kinds(name: str, landscape: Landscape) -> list[Kind]:
    """The kinds in a box; data that contradicts itself is refused."""
    reading = Reading()
    kinds = read_kinds(box_data(name)["kinds"], landscape, "/kinds", reading)
    if reading.problems:
        raise Malformed(reading.problems)
    return kinds


def load_start_pieces(name: str, landscape: Landscape) -> tuple[StartPiece, ...]:
    """The pieces in a box that lie on the table before the first tile."""
    reading = Reading()
    pieces = []
    for number, data in enumerate(box_data(name).get("start_pieces", ())):
        reader = KindReader(landscape, f"/start_pieces/{number}", reading)
        kind = reader.kind({"id": data.get("label", "start"), "count": 0, **data}, whole_rim=False)
        regions = tuple(segment.get("region") for segment in data["segments"])
        pieces.append(StartPiece(data["x"], data["y"], kind, regions, data.get("label")))
    if reading.problems:
        raise Malformed(reading.problems)
    return tuple(pieces)
