"""The Castle (De Burcht), counted by hand: castle-nl.txt. `wall` has the form of WALL, the printed one."""

from __future__ import annotations

from . import grid
from .grid import Cell, Json, Piece, Placement

# The cells inside, and the start spaces with the ports of the CELL that each of them faces.
WALL: Json = {
    "cells_rows_north_to_south": [
        "...######",
        "...######",
        "#########",
        "########.",
        "...#####.",
        "...#####.",
        "...#####.",
        ".#######.",
        ".#######.",
        ".#######.",
        ".#######.",
        ".####....",
    ],
    "start_spaces": [
        {
            "track": "6/7",
            "cell": [1, 9],
            "side": "W",
            "segments": [{"type": "house", "ports": ["WR"]}, {"type": "court", "ports": ["WL"], "markets": 1}],
        },
        {
            "track": "18/19",
            "cell": [3, 5],
            "side": "W",
            "segments": [
                {"type": "path", "ports": ["W"], "fountain": True},
                {"type": "court", "ports": ["WR"]},
                {"type": "court", "ports": ["WL"]},
            ],
        },
        {"track": "40/41", "cell": [3, 0], "side": "W", "segments": [{"type": "tower", "ports": ["WL", "WR"]}]},
        {
            "track": "50/51",
            "cell": [6, 0],
            "side": "N",
            "segments": [{"type": "house", "ports": ["NL"]}, {"type": "tower", "ports": ["NR"]}],
        },
        {
            "track": "62/63",
            "cell": [8, 2],
            "side": "E",
            "segments": [{"type": "tower", "ports": ["EL"]}, {"type": "court", "ports": ["ER"], "markets": 1}],
        },
        {
            "track": "74/75",
            "cell": [7, 7],
            "side": "E",
            "segments": [
                {"type": "path", "ports": ["E"]},
                {"type": "house", "ports": ["EL"]},
                {"type": "court", "ports": ["ER"]},
            ],
        },
        {
            "track": "94/95",
            "cell": [3, 11],
            "side": "S",
            "segments": [{"type": "court", "ports": ["SL", "SR"], "markets": 1}],
        },
    ],
}


def wall_cells(wall: Json) -> set[Cell]:
    """The cells inside the wall."""
    rows = wall["cells_rows_north_to_south"]
    return {(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"}


def _start_pieces(wall: Json) -> list[Piece]:
    """A start space lies on no cell: its ports are the places across from those of the cell that it faces."""
    pieces = []
    for space in wall["start_spaces"]:
        x, y = space["cell"]
        for segment in space["segments"]:
            places = {grid.across((x, y, port)) for port in segment["ports"]}
            pieces.append(Piece(segment["type"], set(), places, segment, start_space=space["track"]))
    return pieces


def regions(kinds: list[Json], wall: Json, tiles: list[Json], *, tower_closed_by_wall: bool = True) -> list[Json]:
    """Every path, tower, house and court; what lies on a start space alone is left out."""
    inside = wall_cells(wall)
    taken = grid.tile_cells(tiles)
    start_pieces = _start_pieces(wall)
    start_places = {place for piece in start_pieces for place in piece.places}
    answer = []
    for region in grid.regions(grid.pieces_of(kinds, tiles) + start_pieces):
        terrain = region[0].terrain
        cells = grid.cells_in(region)
        if not cells:
            continue
        open_ports = []
        for place in [place for piece in region for place in piece.places]:
            opposite = grid.across(place)
            cell = grid.cell_of(opposite)
            if cell in inside and cell not in taken:
                open_ports.append(place)
            # "wegen, huizen of binnenplaatsen": a start space shows one of these, the bare wall doesn't
            bare_wall = cell not in inside and opposite not in start_places
            if bare_wall and terrain == "tower" and not tower_closed_by_wall:
                open_ports.append(place)
        on_start_spaces = {piece.start_space for piece in region}
        start_spaces = [space["track"] for space in wall["start_spaces"] if space["track"] in on_start_spaces]
        answer.append(
            {
                "type": terrain,
                "cells": cells,
                "start_spaces": start_spaces,
                "tiles": len(cells) + len(start_spaces),
                "complete": terrain != "court" and not open_ports,
                "open_ports": sorted(open_ports),
                "fountains": len([piece for piece in region if piece.printed.get("fountain")]),
                "markets": sum(piece.printed.get("markets", 0) for piece in region),
                "spots": grid.spots_in(region),
            }
        )
    return answer


def value(region: Json) -> int:
    """What a path, tower or house is worth when it is finished."""
    if region["type"] == "path":
        return int(region["tiles"]) * (2 if region["fountains"] > 0 else 1)
    return int(region["tiles"]) * {"tower": 2, "house": 1}[region["type"]]


def court_points(region: Json) -> int:
    return 3 * int(region["markets"])


def majority(region: Json, meeples: list[Json]) -> str | None:
    """Who has more followers there than everybody else; nobody where it is equal."""
    followers = grid.followers_in(region, meeples)
    most = [player for player, count in followers.items() if count == max(followers.values())]
    return most[0] if len(most) == 1 else None


def interim(
    kinds: list[Json], wall: Json, tiles: list[Json], meeples: list[Json], *, tower_closed_by_wall: bool = True
) -> dict[str, int]:
    """What the finished paths, towers and houses pay, without keep and wall tiles."""
    points = {meeple["player"]: 0 for meeple in meeples}
    for region in regions(kinds, wall, tiles, tower_closed_by_wall=tower_closed_by_wall):
        player = majority(region, meeples)
        if region["complete"] and player is not None:
            points[player] += value(region)
    return points


def courts(kinds: list[Json], wall: Json, tiles: list[Json], meeples: list[Json]) -> dict[str, int]:
    """What the courts pay at the end of the game, without wall tiles."""
    points = {meeple["player"]: 0 for meeple in meeples}
    for region in regions(kinds, wall, tiles):
        player = majority(region, meeples)
        if region["type"] == "court" and player is not None:
            points[player] += court_points(region)
    return points


def largest_empty_area(wall: Json, tiles: list[Json]) -> int:
    """The size of the largest group of empty cells that hang together by whole sides."""
    empty = wall_cells(wall) - grid.tile_cells(tiles)
    return max((len(group) for group in grid.connected_cells(empty)), default=0)


def legal(
    kinds: list[Json], wall: Json, tiles: list[Json], tile: str, *, start_space_path_must_match: bool = False
) -> list[Placement]:
    """Inside the wall, a whole side against a tile or a start space; only paths must be continued."""
    taken = grid.tile_cells(tiles)
    start_sides = {(*space["cell"], space["side"]) for space in wall["start_spaces"]}
    pieces = grid.pieces_of(kinds, tiles) + _start_pieces(wall)
    paths = {place for piece in pieces if piece.terrain == "path" for place in piece.places}
    placements = []
    for x, y in wall_cells(wall) - taken:
        beside_tile = [side for side in grid.STEPS if grid.cell_of(grid.across((x, y, side))) in taken]
        beside_start_space = [side for side in grid.STEPS if (x, y, side) in start_sides]
        if not beside_tile and not beside_start_space:
            continue
        must_match = beside_tile + (beside_start_space if start_space_path_must_match else [])
        for rotation in grid.ROTATIONS:
            new = grid.tile_pieces(kinds, {"tile": tile, "x": x, "y": y, "rotation": rotation})
            own_paths = {place for piece in new if piece.terrain == "path" for place in piece.places}
            if all(((x, y, side) in own_paths) == (grid.across((x, y, side)) in paths) for side in must_match):
                placements.append((x, y, rotation))
    return sorted(placements)


def spots(
    kinds: list[Json], wall: Json, tiles: list[Json], meeples: list[Json], tile: str, x: int, y: int, rotation: int
) -> list[str]:
    """Where a follower may stand on `tile`, laid there."""
    new = {"tile": tile, "x": x, "y": y, "rotation": rotation}
    return grid.free_spots(grid.tile_pieces(kinds, new), regions(kinds, wall, [*tiles, new]), meeples)
