"""Boards as tests write them down: rows of tiles, and figures on their cells."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


def lay(picture: str, west: int = 0, north: int = 0) -> list[Json]:
    """Rows from north to south, divided by `/`, else one a line; `V:270` is a tile with its rotation, `.` none."""
    tiles = []
    rows = picture.split("/") if "/" in picture else picture.strip().splitlines()
    for y, row in enumerate(rows, start=north):
        for x, word in enumerate(row.split(), start=west):
            if word != ".":
                tile, rotation = word.split(":")
                tiles.append({"x": x, "y": y, "tile": tile, "rotation": int(rotation)})
    return tiles


def stand(followers: str) -> list[Json]:
    """`red 1,0 road@S; blue 0,0 city` as meeples."""
    meeples = []
    for follower in followers.split(";") if followers else ():
        player, cell, spot = follower.split()
        x, y = map(int, cell.split(","))
        meeples.append({"player": player, "x": x, "y": y, "spot": spot})
    return meeples
