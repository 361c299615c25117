"""A kind of tile at one rotation, and what joins where two of them meet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from scorer.tiles.kinds import Finish, Kind, Landscape
from scorer.tiles.ports import FACING, NAMING_ORDER, PORTS, opposite, ports_of, turned

#: For each set of sides that have a neighbour (as bits) the sides that have none.
SIDES_LEFT_OPEN: Final = tuple(tuple(side for side in range(4) if not covered >> side & 1) for covered in range(16))

#: For two neighbours the pairs of segments that join; None where they may not meet.
Joins = tuple[tuple[int, int], ...] | None


class Orientation:
    """One kind at one rotation, with everything that the board asks of it worked out beforehand."""

    __slots__ = (
        "borders",
        "by_name",
        "edges",
        "exposed",
        "id",
        "is_start_piece",
        "joins",
        "kind",
        "marked",
        "marks_shown",
        "names",
        "reaching",
        "rotation",
        "seen",
        "sides",
        "size",
        "spots",
        "terrains",
    )

    def __init__(
        self, landscape: Landscape, may_meet: MayMeet, kind: Kind, rotation: int, *, is_start_piece: bool = False
    ) -> None:
        self.kind = kind
        self.id = kind.id
        self.rotation = rotation
        self.is_start_piece = is_start_piece
        self.size = len(kind.segments)
        self.terrains = tuple(segment.type for segment in kind.segments)
        #: The segments on which something lies, each with what it is.
        self.marked = tuple((number, segment.marks) for number, segment in enumerate(kind.segments) if segment.marks)
        self.marks_shown = frozenset(mark for _, marks in self.marked for mark in marks)
        #: The pairs of segments of which the first touches the second.
        self.borders = tuple(
            (number, other) for number, segment in enumerate(kind.segments) for other in dict.fromkeys(segment.touches)
        )
        holders: list[int | None] = [None] * 12
        for number, segment in enumerate(kind.segments):
            for port in segment.ports:
                holders[turned(port, rotation)] = number
        #: For each side the segments at its three ports, clockwise; None where the port holds nothing.
        self.edges = tuple(tuple(holders[port] for port in ports_of(side)) for side in range(4))
        #: For each side the segments that reach it, each with the name of the port where it does.
        self.reaching = tuple(
            tuple((held, PORTS[port]) for port in ports_of(side) if (held := holders[port]) is not None)
            for side in range(4)
        )
        #: For each side the distinct segments that reach it.
        self.sides = tuple(tuple(dict.fromkeys(held for held in edge if held is not None)) for edge in self.edges)
        #: For each set of sides that have a neighbour (as bits) the segments that reach another side and so are not
        #: closed; those of which nobody asks that are left out.
        ends = [number for number, terrain in enumerate(self.terrains) if _ends(landscape, terrain)]
        self.exposed = tuple(
            tuple(number for number in ends if any(number in self.sides[side] for side in left_open))
            for left_open in SIDES_LEFT_OPEN
        )
        #: For each side and each orientation of a neighbour there: which segments join; None where they may not meet.
        self.joins = tuple(_JoinsOverSide(may_meet, self, side) for side in range(4))
        #: What is seen of it from a cell, for each side of that cell beyond which it may lie; see `TileSet.orient`.
        self.seen: tuple[Edge, ...] = ()
        #: For each segment the canonical spot.
        self.names = tuple(self._name(number, holders) for number in range(self.size))
        #: Every accepted spot and the segment it means.
        self.spots = self._spots(holders)
        #: The canonical spots with their segments, in alphabetical order.
        self.by_name = tuple(sorted((name, number) for number, name in enumerate(self.names)))

    def _name(self, number: int, holders: list[int | None]) -> str:
        terrain = self.terrains[number]
        port = next((port for port in NAMING_ORDER if holders[port] == number), None)
        return terrain if port is None else f"{terrain}@{PORTS[port]}"

    def _spots(self, holders: list[int | None]) -> dict[str, int]:
        spots = {
            f"{self.terrains[number]}@{PORTS[port]}": number
            for port, number in enumerate(holders)
            if number is not None
        }
        for number, (terrain, name) in enumerate(zip(self.terrains, self.names, strict=True)):
            if self.terrains.count(terrain) == 1 or name == terrain:
                spots[terrain] = number
        return spots

    def terrain_at(self, side: int, place: int) -> str | None:
        """The terrain at one of a side's three ports, counted clockwise."""
        held = self.edges[side][place]
        return None if held is None else self.terrains[held]

    def edge_terrains(self, side: int) -> tuple[str | None, str | None, str | None]:
        return self.terrain_at(side, 0), self.terrain_at(side, 1), self.terrain_at(side, 2)

    def __repr__(self) -> str:
        return f"{self.kind.id}@{self.rotation}"


class Edge:
    """What a tile shows over one of its sides; one object for all tiles of a box that show the same."""

    __slots__ = ("shown_by",)

    def __init__(self, shown_by: Orientation) -> None:
        #: The first tile that showed it.
        self.shown_by = shown_by


def _ends(landscape: Landscape, terrain: str) -> bool:
    land = landscape.by_name.get(terrain)
    return land is not None and land.finish is Finish.WHEN_CLOSED


#: Says whether a tile may lie against another over one of its sides.
MayMeet = Callable[[Orientation, int, Orientation], bool]


class _JoinsOverSide(dict[Orientation, Joins]):
    """What joins over one side of an orientation, worked out when it is first asked."""

    def __init__(self, may_meet: MayMeet, tile: Orientation, side: int) -> None:
        self.may_meet = may_meet
        self.tile = tile
        self.side = side

    def __missing__(self, neighbour: Orientation) -> Joins:
        joins = self[neighbour] = self.worked_out(neighbour)
        return joins

    def worked_out(self, neighbour: Orientation) -> Joins:
        tile, side = self.tile, self.side
        # A tile that shows nothing stands in for one of unknown kind, and fits everywhere.
        if not tile.size or not neighbour.size:
            return ()
        if not self.may_meet(tile, side, neighbour):
            return None
        pairs: dict[tuple[int, int], None] = {}
        for place, ours in enumerate(tile.edges[side]):
            theirs = neighbour.edges[opposite(side)][FACING[3 * side + place] % 3]
            if ours is not None and theirs is not None and tile.terrains[ours] == neighbour.terrains[theirs]:
                pairs[ours, theirs] = None
        return tuple(pairs)


def same_terrain(tile: Orientation, side: int, neighbour: Orientation) -> bool:
    """Every port of the common edge shows the same terrain on both tiles."""
    return tile.edge_terrains(side) == neighbour.edge_terrains(opposite(side))[::-1]
