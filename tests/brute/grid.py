"""What the four games share: tiles as pieces of terrain on a grid, and the flood fill that joins equal pieces."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
Cell = tuple[int, int]
Place = tuple[int, int, str]  # a cell and one of its twelve ports
Placement = tuple[int, int, int]  # x, y, rotation

PORTS = ["NL", "N", "NR", "EL", "E", "ER", "SL", "S", "SR", "WL", "W", "WR"]
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
MEETS = {
    "NL": "SR", "N": "S", "NR": "SL", "EL": "WR", "E": "W", "ER": "WL",
    "SR": "NL", "S": "N", "SL": "NR", "WR": "EL", "W": "E", "WL": "ER",
}  # fmt: skip
ROTATIONS = [0, 90, 180, 270]


@dataclass(eq=False)
class Piece:
    """One segment as it lies on the table; two pieces are the same only if they are the same object."""

    terrain: str
    cells: set[Cell]
    places: set[Place]
    printed: Json  # the segment in the tile data: pennants, fountain, markets
    touches: list[Piece] = field(default_factory=list)
    cities: set[tuple[int, int, int]] = field(default_factory=set)  # discovery: cell and number of the city on its tile
    start_space: str | None = None  # castle: the track numbers of the start space it is printed on


def turned(port: str, rotation: int) -> str:
    return PORTS[(PORTS.index(port) + 3 * (rotation // 90)) % 12]


def across(place: Place) -> Place:
    """The place of the neighbouring cell that this one meets."""
    x, y, port = place
    step_x, step_y = STEPS[port[0]]
    return (x + step_x, y + step_y, MEETS[port])


def neighbours(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x + step_x, y + step_y) for step_x, step_y in STEPS.values()]


def cell_of(place: Place) -> Cell:
    return (place[0], place[1])


def tile_cells(tiles: list[Json]) -> set[Cell]:
    return {(tile["x"], tile["y"]) for tile in tiles}


def tile_pieces(kinds: list[Json], tile: Json) -> list[Piece]:
    [kind] = [kind for kind in kinds if kind["id"] == tile["tile"]]
    x, y = tile["x"], tile["y"]
    pieces = []
    for segment in kind["segments"]:
        places = {(x, y, turned(port, tile["rotation"])) for port in segment["ports"]}
        pieces.append(Piece(segment["type"], {(x, y)}, places, segment))
    for piece in pieces:
        piece.touches = [pieces[index] for index in piece.printed.get("touches", [])]
    for number, city in enumerate(kind.get("cities", [])):
        for index in city["on"]:
            pieces[index].cities.add((x, y, number))
    return pieces


def pieces_of(kinds: list[Json], tiles: list[Json]) -> list[Piece]:
    return [piece for tile in tiles for piece in tile_pieces(kinds, tile)]


def regions(pieces: list[Piece]) -> list[list[Piece]]:
    """Flood fill: a piece hangs together with the piece across each of its ports, if that shows the same terrain."""
    piece_at = {place: piece for piece in pieces for place in piece.places}
    seen: set[Piece] = set()
    found = []
    for first in pieces:
        if first in seen:
            continue
        seen.add(first)
        region = [first]
        for piece in region:  # the list grows while we walk along it
            for place in piece.places:
                other = piece_at.get(across(place))
                if other is not None and other.terrain == first.terrain and other not in seen:
                    seen.add(other)
                    region.append(other)
        found.append(region)
    return found


def connected_cells(cells: Iterable[Cell]) -> list[set[Cell]]:
    """Flood fill over bare cells: groups that hang together by whole sides."""
    left = set(cells)
    groups = []
    while left:
        group = {left.pop()}
        border = list(group)
        while border:
            for cell in neighbours(border.pop()):
                if cell in left:
                    left.remove(cell)
                    group.add(cell)
                    border.append(cell)
        groups.append(group)
    return groups


def cells_in(region: list[Piece]) -> list[list[int]]:
    """The distinct cells of a region: two pieces on one tile are one cell."""
    return [list(cell) for cell in sorted({cell for piece in region for cell in piece.cells})]


def spots_in(region: list[Piece]) -> set[tuple[int, int, str, str | None]]:
    """Every way to point at this region: cell, terrain and port; no port where a piece has none."""
    spots: set[tuple[int, int, str, str | None]] = set()
    for piece in region:
        for x, y in piece.cells:
            if not piece.places:
                spots.add((x, y, piece.terrain, None))
        for x, y, port in piece.places:
            if (x, y) in piece.cells:
                spots.add((x, y, piece.terrain, port))
    return spots


def stands_in(region: Json, x: int, y: int, spot: str) -> bool:
    """Is `spot` on this region? Plain `city` will do where the tile has one city only."""
    terrain, _, port = spot.partition("@")
    for spot_x, spot_y, spot_terrain, spot_port in region["spots"]:
        if (spot_x, spot_y, spot_terrain) == (x, y, terrain) and port in ("", spot_port):
            return True
    return False


def followers_in(region: Json, meeples: list[Json]) -> dict[str, int]:
    """How many followers each player has there; players without any are left out."""
    count: dict[str, int] = {}
    for meeple in meeples:
        if stands_in(region, meeple["x"], meeple["y"], meeple["spot"]):
            count[meeple["player"]] = count.get(meeple["player"], 0) + 1
    return count


def canonical_spot(piece: Piece) -> str:
    ports = [port for _, _, port in piece.places]
    for port in ["N", "E", "S", "W", *PORTS]:
        if port in ports:
            return f"{piece.terrain}@{port}"
    return piece.terrain


def free_spots(new_pieces: list[Piece], board: list[Json], meeples: list[Json]) -> list[str]:
    """Spots of the new tile whose region, among the regions of the board with the new tile on it, holds nobody."""
    spots = []
    for piece in new_pieces:
        [(x, y)] = piece.cells
        spot = canonical_spot(piece)
        [region] = [region for region in board if stands_in(region, x, y, spot)]
        if not followers_in(region, meeples):
            spots.append(spot)
    return sorted(spots)


def matching_placements(kinds: list[Json], laid: list[Piece], taken: set[Cell], tile: str) -> list[Placement]:
    """A whole side against something already there, and the same terrain at every port along each shared side."""
    terrain_at = {place: piece.terrain for piece in laid for place in piece.places}
    placements = []
    for x, y in {cell for there in taken for cell in neighbours(there)} - taken:
        for rotation in ROTATIONS:
            new = tile_pieces(kinds, {"tile": tile, "x": x, "y": y, "rotation": rotation})
            own_terrain_at = {place: piece.terrain for piece in new for place in piece.places}
            shared = [(x, y, port) for port in PORTS if cell_of(across((x, y, port))) in taken]
            if all(own_terrain_at.get(place) == terrain_at.get(across(place)) for place in shared):
                placements.append((x, y, rotation))
    return sorted(placements)
