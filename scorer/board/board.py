"""The board: which segments are joined, which regions are open, who stands where.

Tiles are numbered, and their segments, the *nodes*, in order of tiles. A node knows its region by a *label*. On a board
as it is built both follow the order of cells (x, then y), and a label is the smallest node of its region, so they
depend on the board alone, never on the order of a request. Tiles that are laid later come last; whoever needs an order
asks :meth:`Board.in_order`.

What a board does not promise: that the position can be reached by legal play.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import deque
from collections.abc import Iterable
from typing import Any, Final

from scorer.board.journal import Group, Laid, Stood, Taken, put_back
from scorer.board.region import GrownRegion, Region
from scorer.tiles.cells import KEY_STEPS, SQUARE, cell_of, cells_of
from scorer.tiles.kinds import WHEN_CLOSED, WHEN_SURROUNDED, Finish
from scorer.tiles.orientations import SIDES_LEFT_OPEN, Edge, Orientation
from scorer.tiles.ports import opposite
from scorer.tiles.tileset import Facing, TileSet

#: What plain followers are called among the figures.
FOLLOWER: Final = "follower"
#: All four sides have a neighbour, as bits.
ALL_SIDES: Final = 0b1111
#: For each set of sides that have a neighbour (as bits): the steps to the cells over the others, each with the side of
#: that cell over which one looks back.
BEYOND: Final = tuple(tuple((opposite(side), KEY_STEPS[side]) for side in left_open) for left_open in SIDES_LEFT_OPEN)
#: No tile has more segments; so a cell and a segment make one number.
_MOST_SEGMENTS: Final = 128

#: For a tile: which of its segments joins which region, named by its label.
Links = list[tuple[int, int]]


class Meeple:
    """A figure that stands on the board."""

    __slots__ = ("figure", "key", "node", "player", "spot")

    def __init__(self, player: str, key: int, spot: str, node: int, figure: str) -> None:
        self.player = player
        self.key = key
        self.spot = spot
        self.node = node
        self.figure = figure

    def to_json(self) -> dict[str, Any]:
        x, y = cell_of(self.key)
        answer = {"player": self.player, "x": x, "y": y, "spot": self.spot}
        return answer if self.figure == FOLLOWER else {**answer, "figure": self.figure}


class Board:
    """Tiles, what is joined, and who stands where."""

    __slots__ = (
        "_aliases",
        "_journal",
        "_laid",
        "_ranks",
        "_regions",
        "_tiles_of",
        "at",
        "by_label",
        "cells",
        "covered",
        "farthest",
        "first",
        "keys",
        "labels",
        "marks_shown",
        "meeples",
        "open_labels",
        "orientations",
        "terrains",
        "tile_set",
    )

    def __init__(self, tile_set: TileSet, farthest: int, laid: dict[int, Orientation]) -> None:
        """The tiles of ``laid``, not joined yet."""
        self.tile_set = tile_set
        #: The farthest cell that can be named, in any direction.
        self.farthest = farthest
        keys = sorted(laid)
        #: For each tile its cell, also as an answer lists it, its orientation and its first node; and the end.
        self.keys = keys
        self.cells = cells_of(keys)
        self.orientations = [laid[key] for key in keys]
        self.first = [0]
        #: The number of the tile on each cell.
        self.at = {key: tile for tile, key in enumerate(keys)}
        #: For each node its terrain, and the label of its region.
        self.terrains: list[str] = []
        self.labels: list[int] = []
        #: What may lie on its segments; nothing else does.
        self.marks_shown: set[str] = set()
        for orientation in self.orientations:
            self.terrains += orientation.terrains
            self.first.append(len(self.terrains))
            if orientation.marked:
                self.marks_shown.update(orientation.marks_shown)
        #: For each tile the sides that have a neighbour, as bits.
        self.covered = [0] * len(keys)
        #: The regions of the board as it was built that look at an empty cell; those that never end are left out.
        self.open_labels: set[int] = set()
        #: Who stands on each cell, and in each region.
        self.meeples: dict[int, Meeple] = {}
        self.by_label: dict[int, list[Meeple]] = {}
        self._regions: dict[int, Region] = {}
        #: For labels of regions that have become one since the board was built: the one that stands for all.
        self._aliases: dict[int, int] = {}
        self._tiles_of: dict[int, dict[int, None]] | None = None
        self._ranks: dict[int, int] | None = None
        #: What has happened since the board was built.
        self._journal: list[Laid | Stood | Taken] = []
        #: How many tiles were laid since then.
        self._laid = 0

    # Tiles and nodes

    def tile_of(self, node: int) -> int:
        return bisect_right(self.first, node) - 1

    def place_of(self, node: int) -> int:
        """A node's place in the order of cells and segments."""
        tile = self.tile_of(node)
        return self.keys[tile] * _MOST_SEGMENTS + node - self.first[tile]

    def node_at(self, key: int, spot: str) -> int | None:
        """The node that a spot on a cell with a tile means."""
        tile = self.at[key]
        segment = self.orientations[tile].spots.get(spot)
        return None if segment is None else self.first[tile] + segment

    def spot_of(self, node: int) -> str:
        """The canonical spot of a node."""
        tile = self.tile_of(node)
        return self.orientations[tile].names[node - self.first[tile]]

    def tile_cells(self, tiles: Iterable[int]) -> list[list[int]]:
        """The cells of tiles, start spaces left out."""
        cells, keys, labels = self.cells, self.keys, self.tile_set.labels
        if labels:
            return [cells[tile] for tile in tiles if keys[tile] not in labels]
        return [cells[tile] for tile in tiles]

    def neighbours(self, key: int) -> list[tuple[int, int]]:
        """The tiles around a cell, each with the side over which it lies."""
        at = self.at
        return [(side, at[key + step]) for side, step in enumerate(KEY_STEPS) if key + step in at]

    def around(self) -> dict[int, list[tuple[int, int]]]:
        """The empty cells beside tiles, as far as cells can be named; for each, over which sides lie which tiles."""
        cells: dict[int, list[tuple[int, int]]] = {}
        farthest, has_wall = self.farthest, self.tile_set.wall is not None
        for tile, covered in enumerate(self.covered):
            if covered != ALL_SIDES:
                key, (x, y) = self.keys[tile], self.cells[tile]
                at_the_end = has_wall or not (-farthest < x < farthest and -farthest < y < farthest)
                for side, step in BEYOND[covered]:
                    cell = key + step
                    if cell in cells:
                        cells[cell].append((side, tile))
                    elif not at_the_end or self.can_be_named(cell):
                        cells[cell] = [(side, tile)]
        return cells

    def can_be_named(self, cell: int) -> bool:
        """Whether a cell lies within the wall, if there is one, and not too far away."""
        wall, farthest = self.tile_set.wall, self.farthest
        x, y = cell_of(cell)
        return -farthest <= x <= farthest and -farthest <= y <= farthest and (wall is None or cell in wall.cells)

    def facing(self, neighbours: Iterable[tuple[int, int]]) -> Facing:
        """What the tiles around a cell show towards it."""
        shown: list[Edge | None] = [None, None, None, None]
        for side, tile in neighbours:
            shown[side] = self.orientations[tile].seen[side]
        return shown[0], shown[1], shown[2], shown[3]

    def links(self, orientation: Orientation, neighbours: Iterable[tuple[int, int]]) -> Links:
        """What a tile that may lie among these neighbours would join."""
        orientations, first, labels, joined = self.orientations, self.first, self.labels, orientation.joins
        links: Links = []
        for side, tile in neighbours:
            base = first[tile]
            for ours, theirs in joined[side][orientations[tile]] or ():
                links.append((ours, labels[base + theirs]))
        aliases = self._aliases
        return [(segment, aliases.get(label, label)) for segment, label in links] if aliases else links

    def outlook(self, nodes: Iterable[int]) -> frozenset[int]:
        """The empty cells that nodes look at."""
        cells = set()
        for node in nodes:
            tile = self.tile_of(node)
            key, orientation, segment = self.keys[tile], self.orientations[tile], node - self.first[tile]
            for side in SIDES_LEFT_OPEN[self.covered[tile]]:
                cell = key + KEY_STEPS[side]
                if segment in self.tile_set.open_segments(cell, orientation, side):
                    cells.add(cell)
        return frozenset(cells)

    # Regions

    def standing_for(self, label: int) -> int:
        """The label that stands for a region, of all that it has."""
        return self._aliases.get(label, label)

    def label_of(self, node: int) -> int:
        """The label that stands for a node's region."""
        return self.standing_for(self.labels[node])

    def region(self, label: int) -> Region:
        """The region of a label."""
        label = self._aliases.get(label, label)
        region = self._regions.get(label)
        if region is None:
            region = self._regions[label] = Region(self, label, frozenset((label,)))
        return region

    def region_of(self, node: int) -> Region:
        return self.region(self.labels[node])

    def tiles_of(self, label: int) -> dict[int, None]:
        """The DISTINCT tiles that a region of the board as it was built lies on, in order."""
        return self._regions_built()[label]

    def _regions_built(self) -> dict[int, dict[int, None]]:
        """The regions of the board as it was built, in order, each with its tiles."""
        if self._tiles_of is None:
            self._tiles_of = self._find_tiles()
        return self._tiles_of

    def _find_tiles(self) -> dict[int, dict[int, None]]:
        tiles_of: dict[int, dict[int, None]] = {}
        first, labels = self.first, self.labels
        for tile in range(len(self.keys) - self._laid):
            for label in labels[first[tile] : first[tile + 1]]:
                if label in tiles_of:
                    tiles_of[label][tile] = None
                else:
                    tiles_of[label] = {tile: None}
        return tiles_of

    def is_closed(self, label: int) -> bool:
        """Whether nothing of a region looks at an empty cell."""
        return self.region(label).closed if self._laid else label not in self.open_labels

    def is_complete(self, label: int) -> bool:
        """Whether a region is finished; see :attr:`Region.complete`."""
        finish = self.tile_set.landscape.finishes[self.terrains[label]]
        return self.is_closed(label) if finish is WHEN_CLOSED else self.is_surrounded(label, finish)

    def is_surrounded(self, label: int, finish: Finish) -> bool:
        """Whether a region that is finished so has tiles all around it."""
        return finish is WHEN_SURROUNDED and len(self.square(label)) == len(SQUARE)

    def square(self, label: int) -> list[int]:
        """The tiles in the square of nine around a region's first cell, in order of their cells."""
        centre, at = self.keys[self.tile_of(label)], self.at
        return [at[centre + step] for step in SQUARE if centre + step in at]

    def regions(self, labels: Iterable[int]) -> list[Region]:
        """The regions of these labels, in order.

        Those of a board on which nothing was laid are not kept: they hold the board, which would have to be collected
        as garbage if it held them.
        """
        in_order = self.in_order(labels)
        if self._laid:
            return [self.region(label) for label in in_order]
        return [Region(self, label, frozenset((label,))) for label in in_order]

    def occupied(self) -> list[Region]:
        """The regions on which figures stand, in order."""
        return self.regions(self.by_label)

    def feature_labels(self) -> list[int]:
        """The labels of all regions, in order, but of those that lie only on start spaces."""
        start_spaces = self.tile_set.labels
        if not start_spaces:
            return self.in_order(self.labels) if self._laid else list(self._regions_built())
        tiles = [tile for tile, key in enumerate(self.keys) if key not in start_spaces]
        return self.in_order(
            [label for tile in tiles for label in self.labels[self.first[tile] : self.first[tile + 1]]]
        )

    def features(self) -> list[Region]:
        """Every region, in order, but those that lie only on start spaces."""
        return self.regions(self.feature_labels())

    def in_order(self, labels: Iterable[int]) -> list[int]:
        """Distinct regions, each by the label that stands for it, in order of their first cells."""
        if not self._laid:
            return sorted(set(labels))
        aliases = self._aliases
        return sorted({aliases.get(label, label) for label in labels}, key=self._place)

    def _place(self, label: int) -> int:
        return self.region(label).place

    def feature_id(self, label: int) -> str:
        """A region's terrain, and its number among those of this terrain."""
        if self._ranks is None:
            self._ranks = self._rank_features()
        return f"{self.terrains[label]}-{self._ranks[self.standing_for(label)]}"

    def _rank_features(self) -> dict[int, int]:
        """The number of each feature among those of its terrain."""
        terrains = self.terrains
        counts = dict.fromkeys(self.tile_set.landscape.names, 0)
        ranks: dict[int, int] = {}
        for label in self.feature_labels():
            terrain = terrains[label]
            counts[terrain] = ranks[label] = counts[terrain] + 1
        return ranks

    def way(self, start: int, goal: int) -> list[tuple[int, int]]:
        """The cells along which one segment of a region reaches another, by the fewest tiles."""
        came: dict[int, int] = {start: start}
        queue = deque([start])
        while queue and goal not in came:
            node = queue.popleft()
            for beside in self.joined_to(node):
                if beside not in came:
                    came[beside] = node
                    queue.append(beside)
        way = [goal] if goal in came else []
        while way and way[-1] != start:
            way.append(came[way[-1]])
        tiles = dict.fromkeys(self.tile_of(node) for node in reversed(way))
        return [cell_of(self.keys[tile]) for tile in tiles if self.keys[tile] not in self.tile_set.labels]

    def joined_to(self, node: int) -> list[int]:
        """The segments of neighbouring tiles that a segment is joined to; on the start board, of its whole feature."""
        tile = self.tile_of(node)
        segment, orientation = node - self.first[tile], self.orientations[tile]
        at, first = self.at, self.first
        joined = [region for region in self.tile_set.start_regions if (self.keys[tile], segment) in region]
        nodes = [first[at[key]] + number for region in joined for key, number in region]
        for side, other in self.neighbours(self.keys[tile]):
            joins = orientation.joins[side][self.orientations[other]] or ()
            nodes += [self.first[other] + theirs for ours, theirs in joins if ours == segment]
        return nodes

    # One step further, and back

    def lay(self, key: int, orientation: Orientation) -> None:
        """Lays a tile where it may lie. It takes no longer than to look at the regions that the tile touches."""
        neighbours = self.neighbours(key)
        groups = self._groups(orientation, neighbours)
        for group in groups:
            for region in group.regions:
                region.settle()
        covered = [(tile, self.covered[tile]) for _, tile in neighbours]
        for side, tile in neighbours:
            self.covered[tile] |= 1 << opposite(side)
        base = self.first[-1]
        self.at[key] = len(self.keys)
        self.keys.append(key)
        self.cells += cells_of([key])
        self.orientations.append(orientation)
        self.covered.append(sum([1 << side for side, _ in neighbours]))
        self.marks_shown.update(orientation.marks_shown)
        self.terrains += orientation.terrains
        self.labels += [0] * orientation.size
        self.first.append(len(self.terrains))
        laid = Laid(key, covered)
        for group in groups:
            region = GrownRegion(self, group.regions, [base + segment for segment in group.segments], key)
            for segment in group.segments:
                self.labels[base + segment] = region.label
            self._take_in(region, laid)
        self._journal.append(laid)
        self._laid += 1
        self._ranks = None

    def _take_in(self, region: GrownRegion, laid: Laid) -> None:
        """Puts a region in the place of those it has grown from."""
        label = region.label
        laid.regions[label] = self._regions.get(label)
        self._regions[label] = region
        if len(region.parts) < 2:
            return
        standing: list[Meeple] = []
        for part in region.parts:
            laid.meeples[part.label] = self.by_label.pop(part.label, None)
            standing += laid.meeples[part.label] or ()
        if standing:
            self.by_label[label] = sorted(standing, key=lambda meeple: meeple.key)
        for other in region.labels - {label}:
            laid.aliases[other] = self._aliases.get(other)
            self._aliases[other] = label

    def _groups(self, orientation: Orientation, neighbours: list[tuple[int, int]]) -> list[Group]:
        """What a tile makes one: regions and segments that it joins, and regions that it only shuts in."""
        of_segment = [Group([], [segment]) for segment in range(orientation.size)]
        of_region: dict[Region, Group] = {}
        for side, tile in neighbours:
            beside, base = self.orientations[tile], self.first[tile]
            for segment in beside.sides[opposite(side)]:
                region = self.region_of(base + segment)
                if region not in of_region:
                    of_region[region] = Group([region], [])
            for ours, theirs in orientation.joins[side][beside] or ():
                one, other = of_segment[ours], of_region[self.region_of(base + theirs)]
                if one is not other:
                    one.regions += other.regions
                    one.segments += other.segments
                    for region in other.regions:
                        of_region[region] = one
                    for segment in other.segments:
                        of_segment[segment] = one
        return list(dict.fromkeys([*of_segment, *of_region.values()]))

    def stand(self, meeple: Meeple) -> None:
        """Sets a figure on its cell."""
        self.meeples[meeple.key] = meeple
        self._enter(meeple)
        self._journal.append(Stood(meeple))

    def take(self, meeple: Meeple) -> None:
        """Takes a figure home."""
        self._journal.append(Taken(meeple, self.meeples.copy()))
        del self.meeples[meeple.key]
        self._leave(meeple)

    def _enter(self, meeple: Meeple) -> None:
        insort(self.by_label.setdefault(self.label_of(meeple.node), []), meeple, key=lambda standing: standing.key)

    def _leave(self, meeple: Meeple) -> None:
        label = self.label_of(meeple.node)
        self.by_label[label].remove(meeple)
        if not self.by_label[label]:
            del self.by_label[label]

    def mark(self) -> int:
        """How far the board has come; see :meth:`undo`."""
        return len(self._journal)

    def undo(self, mark: int) -> None:
        """Takes back everything since a mark."""
        while len(self._journal) > mark:
            step = self._journal.pop()
            if isinstance(step, Laid):
                self._take_up(step)
            elif isinstance(step, Stood):
                del self.meeples[step.meeple.key]
                self._leave(step.meeple)
            else:
                self.meeples = step.meeples
                self._enter(step.meeple)

    def _take_up(self, laid: Laid) -> None:
        put_back(self._regions, laid.regions)
        put_back(self._aliases, laid.aliases)
        put_back(self.by_label, laid.meeples)
        for tile, covered in laid.covered:
            self.covered[tile] = covered
        del self.at[laid.key]
        for of_tiles in (self.keys, self.cells, self.orientations, self.covered, self.first):
            of_tiles.pop()
        del self.terrains[self.first[-1] :]
        del self.labels[self.first[-1] :]
        self._laid -= 1
        self._ranks = None
