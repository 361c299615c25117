"""The base game and the wheel's board, counted by hand: base-2000-nl.txt and wheel-of-fortune-nl.txt.

`board` is None, or the wheel's start board in the form of WHEEL_BOARD.
"""

from __future__ import annotations

from . import grid
from .grid import Cell, Json, Piece, Placement

# Read from the printed board, 4x4 cells; the inside is the wheel, which belongs to no region.
WHEEL_BOARD: Json = {
    "regions": {
        "BC1": {"type": "city", "pennants": 0, "cells": [[0, 0]]},
        "BC2": {"type": "city", "pennants": 0, "cells": [[3, 2]]},
        "BC3": {"type": "city", "pennants": 0, "cells": [[0, 3]]},
        "BR1": {"type": "road", "cells": [[2, 0]]},
        "BR2": {"type": "road", "cells": [[3, 3]]},
        "BR3": {"type": "road", "cells": [[0, 1]]},
        "BF1": {"type": "field", "touches": ["BC2"], "cells": [[2, 0], [3, 0], [3, 1], [3, 2], [3, 3]]},
        "BF2": {"type": "field", "touches": ["BC3"], "cells": [[0, 1], [0, 2], [0, 3], [1, 3], [2, 3], [3, 3]]},
        "BF3": {"type": "field", "touches": ["BC1"], "cells": [[0, 0], [1, 0], [2, 0], [0, 1]]},
    },
    "outer_edges": [
        {"cell": [0, 0], "edge": "N", "ports": {"NL": "BC1", "N": "BC1", "NR": "BC1"}},
        {"cell": [1, 0], "edge": "N", "ports": {"NL": "BF3", "N": "BF3", "NR": "BF3"}},
        {"cell": [2, 0], "edge": "N", "ports": {"NL": "BF3", "N": "BR1", "NR": "BF1"}},
        {"cell": [3, 0], "edge": "N", "ports": {"NL": "BF1", "N": "BF1", "NR": "BF1"}},
        {"cell": [3, 0], "edge": "E", "ports": {"EL": "BF1", "E": "BF1", "ER": "BF1"}},
        {"cell": [3, 1], "edge": "E", "ports": {"EL": "BF1", "E": "BF1", "ER": "BF1"}},
        {"cell": [3, 2], "edge": "E", "ports": {"EL": "BC2", "E": "BC2", "ER": "BC2"}},
        {"cell": [3, 3], "edge": "E", "ports": {"EL": "BF1", "E": "BF1", "ER": "BF1"}},
        {"cell": [3, 3], "edge": "S", "ports": {"SL": "BF1", "S": "BR2", "SR": "BF2"}},
        {"cell": [2, 3], "edge": "S", "ports": {"SL": "BF2", "S": "BF2", "SR": "BF2"}},
        {"cell": [1, 3], "edge": "S", "ports": {"SL": "BF2", "S": "BF2", "SR": "BF2"}},
        {"cell": [0, 3], "edge": "S", "ports": {"SL": "BC3", "S": "BC3", "SR": "BC3"}},
        {"cell": [0, 3], "edge": "W", "ports": {"WL": "BC3", "W": "BC3", "WR": "BC3"}},
        {"cell": [0, 2], "edge": "W", "ports": {"WL": "BF2", "W": "BF2", "WR": "BF2"}},
        {"cell": [0, 1], "edge": "W", "ports": {"WL": "BF2", "W": "BR3", "WR": "BF3"}},
        {"cell": [0, 0], "edge": "W", "ports": {"WL": "BF3", "W": "BF3", "WR": "BF3"}},
    ],
}


def _board_cells(board: Json | None) -> set[Cell]:
    """The start board is the rectangle that its outer edges enclose; each of its cells counts as a tile."""
    if board is None:
        return set()
    xs = [edge["cell"][0] for edge in board["outer_edges"]]
    ys = [edge["cell"][1] for edge in board["outer_edges"]]
    return {(x, y) for x in range(min(xs), max(xs) + 1) for y in range(min(ys), max(ys) + 1)}


def _board_pieces(board: Json | None) -> list[Piece]:
    if board is None:
        return []
    pieces = {}
    for name, printed in board["regions"].items():
        cells = {(x, y) for x, y in printed["cells"]}
        pieces[name] = Piece(printed["type"], cells, set(), printed)
    for edge in board["outer_edges"]:
        x, y = edge["cell"]
        for port, name in edge["ports"].items():
            pieces[name].places.add((x, y, port))
    for piece in pieces.values():
        piece.touches = [pieces[name] for name in piece.printed.get("touches", [])]
    return list(pieces.values())


def features(kinds: list[Json], tiles: list[Json], board: Json | None = None) -> list[Json]:
    """Every road, city, cloister and field. `touches`: for a field, the indexes in this list of the cities at it."""
    taken = grid.tile_cells(tiles) | _board_cells(board)
    regions = grid.regions(_board_pieces(board) + grid.pieces_of(kinds, tiles))
    index_of = {piece: index for index, region in enumerate(regions) for piece in region}
    found = []
    for region in regions:
        terrain = region[0].terrain
        cells = grid.cells_in(region)
        places = [place for piece in region for place in piece.places]
        open_ports = sorted(place for place in places if grid.cell_of(grid.across(place)) not in taken)
        complete = terrain != "field" and not open_ports
        if terrain == "cloister":
            [[x, y]] = cells
            square = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
            cells = [list(cell) for cell in sorted(square) if cell in taken]
            complete = len(cells) == 9
        found.append(
            {
                "type": terrain,
                "cells": cells,
                "complete": complete,
                "open_ports": open_ports,
                "pennants": sum(piece.printed.get("pennants", 0) for piece in region),
                "touches": sorted({index_of[city] for piece in region for city in piece.touches}),
                "spots": grid.spots_in(region),
            }
        )
    return found


def value(feature: Json, small_city: int) -> int:
    """A road, city or cloister as it lies: finished in full, unfinished as at the end of the game."""
    size = len(feature["cells"])
    if feature["type"] != "city":
        return size
    if not feature["complete"]:
        return size + int(feature["pennants"])
    if size == 2 and small_city == 2:
        return 2 + int(feature["pennants"])
    return 2 * size + 2 * int(feature["pennants"])


def _most(followers: dict[str, int]) -> list[str]:
    """Most followers takes all; a tie gives everybody tied the full points."""
    return [player for player, count in followers.items() if count == max(followers.values())]


def interim(
    kinds: list[Json], tiles: list[Json], meeples: list[Json], small_city: int, board: Json | None = None
) -> dict[str, int]:
    """What every completed road, city and cloister that holds followers pays; 0 for everybody else on the board."""
    points = {meeple["player"]: 0 for meeple in meeples}
    for feature in features(kinds, tiles, board):
        if feature["complete"]:
            for player in _most(grid.followers_in(feature, meeples)):
                points[player] += value(feature, small_city)
    return points


def fields(
    kinds: list[Json], tiles: list[Json], meeples: list[Json], farm_scoring: str, board: Json | None = None
) -> dict[str, int]:
    """What the fields pay at the end of the game."""
    points = {meeple["player"]: 0 for meeple in meeples}
    found = features(kinds, tiles, board)
    farms = [feature for feature in found if feature["type"] == "field"]
    finished = [index for index, feature in enumerate(found) if feature["type"] == "city" and feature["complete"]]

    if farm_scoring == "per-field-3":
        for farm in farms:
            for player in _most(grid.followers_in(farm, meeples)):
                points[player] += 3 * len([city for city in finished if city in farm["touches"]])
    elif farm_scoring == "per-field-3-once":
        for player in points:
            own_farms = [farm for farm in farms if player in _most(grid.followers_in(farm, meeples))]
            cities = [city for city in finished if any(city in farm["touches"] for farm in own_farms)]
            points[player] = 3 * len(cities)
    elif farm_scoring == "per-city-4":
        for city in finished:
            farmers: dict[str, int] = {}
            for farm in farms:
                if city in farm["touches"]:
                    for player, count in grid.followers_in(farm, meeples).items():
                        farmers[player] = farmers.get(player, 0) + count
            for player in _most(farmers):
                points[player] += 4
    else:
        assert farm_scoring == "none"
    return points


def final(
    kinds: list[Json],
    tiles: list[Json],
    meeples: list[Json],
    small_city: int,
    farm_scoring: str,
    board: Json | None = None,
) -> dict[str, int]:
    """What the end of the game adds: roads, cities and cloisters, finished or not, and then the fields."""
    points = fields(kinds, tiles, meeples, farm_scoring, board)
    for feature in features(kinds, tiles, board):
        if feature["type"] != "field":
            for player in _most(grid.followers_in(feature, meeples)):
                points[player] += value(feature, small_city)
    return points


def taxes(kinds: list[Json], tiles: list[Json], meeples: list[Json], board: Json | None = None) -> dict[str, int]:
    """For each of his knights a player gets the pennants plus his own knights in that city."""
    points = {meeple["player"]: 0 for meeple in meeples}
    for feature in features(kinds, tiles, board):
        if feature["type"] == "city":
            for player, knights in grid.followers_in(feature, meeples).items():
                for _ in range(knights):
                    points[player] += feature["pennants"] + knights
    return points


def famine(kinds: list[Json], tiles: list[Json], meeples: list[Json], board: Json | None = None) -> dict[str, int]:
    """For each of his farmers a player gets 1 point per finished city at that field; majorities don't matter."""
    points = {meeple["player"]: 0 for meeple in meeples}
    found = features(kinds, tiles, board)
    for feature in found:
        if feature["type"] == "field":
            finished = [city for city in feature["touches"] if found[city]["complete"]]
            for player, farmers in grid.followers_in(feature, meeples).items():
                points[player] += farmers * len(finished)
    return points


def legal(kinds: list[Json], tiles: list[Json], tile: str, board: Json | None = None) -> list[Placement]:
    """Everywhere that `tile` fits, as (x, y, rotation)."""
    laid = _board_pieces(board) + grid.pieces_of(kinds, tiles)
    return grid.matching_placements(kinds, laid, grid.tile_cells(tiles) | _board_cells(board), tile)


def spots(
    kinds: list[Json],
    tiles: list[Json],
    meeples: list[Json],
    tile: str,
    x: int,
    y: int,
    rotation: int,
    board: Json | None = None,
) -> list[str]:
    """Where a follower may stand on `tile`, laid there."""
    new = {"tile": tile, "x": x, "y": y, "rotation": rotation}
    return grid.free_spots(grid.tile_pieces(kinds, new), features(kinds, [*tiles, new], board), meeples)
