"""Regions: segments of one terrain that are joined, as one thing with a size, cells and figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from scorer.tiles.kinds import WHEN_CLOSED

if TYPE_CHECKING:
    from scorer.board.board import Board, Meeple

Noted = TypeVar("Noted")


class Region:
    """The segments of one terrain that are joined.

    A region never changes: a tile that is laid beside it makes a new one. What there is to know of a region is worked
    out when it is first asked.
    """

    __slots__ = ("_cells", "_gaps", "_noted", "_place", "_tiles", "board", "finish", "label", "labels", "type")

    def __init__(self, board: Board, label: int, labels: frozenset[int]) -> None:
        self.board = board
        #: The numbers by which its segments know it, and one of them.
        self.label = label
        self.labels = labels
        self.type = board.terrains[label]
        self.finish = board.tile_set.landscape.finishes[self.type]
        self._tiles: Mapping[int, None] | None = None
        self._cells: list[list[int]] | None = None
        self._gaps: frozenset[int] | None = None
        self._place: int | None = None
        self._noted: dict[Any, Any] | None = None

    # How large it is

    @property
    def tiles(self) -> Mapping[int, None]:
        """The DISTINCT tiles it lies on: two segments on one tile count once."""
        if self._tiles is None:
            self._tiles = self._find_tiles()
        return self._tiles

    def _find_tiles(self) -> Mapping[int, None]:
        return self.board.tiles_of(self.label)

    @property
    def id(self) -> str:
        return self.board.feature_id(self.label)

    @property
    def size(self) -> int:
        """The number of its tiles, start spaces included."""
        return len(self.tiles)

    @property
    def cells(self) -> list[list[int]]:
        """The cells it lies on, start spaces left out."""
        if self._cells is None:
            self._cells = self.board.tile_cells(self._tiles_in_order())
        return self._cells

    def _tiles_in_order(self) -> list[int] | Mapping[int, None]:
        return self.tiles

    @property
    def start_spaces(self) -> list[str]:
        labels, keys = self.board.tile_set.labels, self.board.keys
        return [labels[keys[tile]] for tile in self._tiles_in_order() if keys[tile] in labels] if labels else []

    @property
    def place(self) -> int:
        """Sorts regions by their first cell, and on it by their first segment."""
        if self._place is None:
            self._place = self._find_place()
        return self._place

    def _find_place(self) -> int:
        return self.board.place_of(self.label)

    def nodes(self) -> list[int]:
        """The segments it is made of."""
        first, of_node, labels = self.board.first, self.board.labels, self.labels
        return [node for tile in self.tiles for node in range(first[tile], first[tile + 1]) if of_node[node] in labels]

    # Whether it is finished

    @property
    def complete(self) -> bool:
        finish = self.finish
        return self.closed if finish is WHEN_CLOSED else self.board.is_surrounded(self.label, finish)

    @property
    def closed(self) -> bool:
        """Whether nothing of it looks at an empty cell; asked only of what can be finished so."""
        return self.label not in self.board.open_labels

    @property
    def gaps(self) -> frozenset[int]:
        """The empty cells that it looks at."""
        if self._gaps is None:
            self._gaps = self._find_gaps()
        return self._gaps

    def _find_gaps(self) -> frozenset[int]:
        return self.board.outlook(self.nodes())

    def settle(self) -> None:
        """Works out, while it still is so, what a region that grows from this one builds upon."""
        self._tiles = self.tiles
        if self.finish is WHEN_CLOSED:
            self._gaps = self.gaps

    def square(self) -> list[int]:
        """The tiles in the square of nine around its first cell, in order of their cells."""
        return self.board.square(self.label)

    # What is on it

    @property
    def meeples(self) -> list[Meeple]:
        """The figures on it, in order of their cells."""
        return self.board.by_label.get(self.label, [])

    def marks(self, name: str) -> int:
        """How many pennants (fountains, markets) lie on it."""
        board, labels = self.board, self.labels
        if name not in board.marks_shown:
            return 0
        first, of_node, orientations = board.first, board.labels, board.orientations
        total = 0
        for tile in self.tiles:
            for segment, marks in orientations[tile].marked:
                if of_node[first[tile] + segment] in labels:
                    total += marks.get(name, 0)
        return total

    def touched_labels(self) -> set[int]:
        """The numbers by which the regions are known that it shares a border with."""
        board, labels = self.board, self.labels
        first, of_node, orientations = board.first, board.labels, board.orientations
        touched = set()
        for tile in self.tiles:
            base = first[tile]
            for segment, other in orientations[tile].borders:
                if of_node[base + segment] in labels:
                    touched.add(of_node[base + other])
        return touched

    def noted(self, work_out: Callable[[Region], Noted]) -> Noted:
        """What a game works out of a region, once."""
        if self._noted is None:
            self._noted = {}
        if work_out not in self._noted:
            self._noted[work_out] = work_out(self)
        noted: Noted = self._noted[work_out]
        return noted


class GrownRegion(Region):
    """What regions have become with one more tile beside them: joined by it, or only shut in.

    It is worked out from what it has grown from, so that asking about it takes no longer than looking at the smaller
    of those.
    """

    __slots__ = ("_closed", "at", "nodes_added", "parts")

    def __init__(self, board: Board, parts: list[Region], nodes_added: list[int], at: int) -> None:
        label = parts[0].label if parts else nodes_added[0]
        super().__init__(board, label, frozenset((label,)).union(*[part.labels for part in parts]))
        self.parts = parts
        #: The segments of the tile that it has grown by, and the cell where that lies.
        self.nodes_added = nodes_added
        self.at = at
        self._closed: bool | None = None

    @property
    def size(self) -> int:
        if self._tiles is not None:
            return len(self._tiles)
        largest, *others = sorted([part.tiles for part in self.parts], key=len, reverse=True) or [{}]
        more = {tile for tiles in others for tile in tiles if tile not in largest}
        return len(largest) + len(more) + bool(self.nodes_added)

    def _find_tiles(self) -> Mapping[int, None]:
        tiles: dict[int, None] = {}
        for part in self.parts:
            tiles.update(part.tiles)
        if self.nodes_added:
            tiles[self.board.tile_of(self.nodes_added[0])] = None
        return tiles

    def _tiles_in_order(self) -> list[int]:
        return sorted(self.tiles, key=self.board.keys.__getitem__)

    def _find_place(self) -> int:
        return min([*[part.place for part in self.parts], *map(self.board.place_of, self.nodes_added)])

    @property
    def closed(self) -> bool:
        # A tile in one of its gaps would make it another region.
        if self._closed is None:
            shut = frozenset((self.at,))
            self._closed = not self.board.outlook(self.nodes_added) and all(part.gaps <= shut for part in self.parts)
        return self._closed

    def _find_gaps(self) -> frozenset[int]:
        return self.board.outlook(self.nodes_added).union(*[part.gaps for part in self.parts]) - {self.at}
