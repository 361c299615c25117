"""The Discovery (Overzee), counted by hand: discovery-nl.txt."""

from __future__ import annotations

from . import grid
from .grid import Json, Placement


def regions(kinds: list[Json], tiles: list[Json]) -> list[Json]:
    """Every grass, mountain and sea region.

    `cities` are those that a mountain counts, `ports` those that a sea counts: the cell of each, so a cell is there
    twice where two cities of one tile count. Grass counts none.
    """
    taken = grid.tile_cells(tiles)
    found = grid.regions(grid.pieces_of(kinds, tiles))
    index_of = {piece: index for index, region in enumerate(found) for piece in region}
    cities_on = [{city for piece in region for city in piece.cities} for region in found]
    answer = []
    for index, region in enumerate(found):
        terrain = region[0].terrain
        bordering = {index_of[other] for piece in region for other in piece.touches}
        places = [place for piece in region for place in piece.places]
        open_ports = sorted(place for place in places if grid.cell_of(grid.across(place)) not in taken)
        cities = set()
        ports = set()
        if terrain == "mountain":
            # "elke stad in de bergen en in alle direct aangrenzende laaglanden"
            cities = set(cities_on[index])
            for other in bordering:
                if found[other][0].terrain == "grass":
                    cities |= cities_on[other]
        if terrain == "sea":
            ports = cities_on[index]
        answer.append(
            {
                "type": terrain,
                "cells": grid.cells_in(region),
                "complete": not open_ports,
                "open_ports": open_ports,
                "cities": [[x, y] for x, y, _ in sorted(cities)],
                "ports": [[x, y] for x, y, _ in sorted(ports)],
                "touches": sorted(bordering),
                "spots": grid.spots_in(region),
            }
        )
    return answer


def value(region: Json, *, at_end: bool = False) -> int:
    """What each follower on the region brings; at the end of the game every region counts as unfinished."""
    size, cities, ports = len(region["cells"]), len(region["cities"]), len(region["ports"])
    if at_end or not region["complete"]:
        return {"grass": size, "mountain": cities, "sea": ports}[region["type"]]
    if size == 2:
        return {"grass": 2, "mountain": cities, "sea": ports}[region["type"]]
    return {"grass": 2 * size, "mountain": 2 * cities, "sea": size + ports}[region["type"]]


def worth(kinds: list[Json], tiles: list[Json], x: int, y: int, spot: str, *, at_end: bool = False) -> int:
    """What a follower on `spot` of the tile at x, y brings when taken back."""
    [region] = [region for region in regions(kinds, tiles) if grid.stands_in(region, x, y, spot)]
    return value(region, at_end=at_end)


def legal(kinds: list[Json], tiles: list[Json], tile: str) -> list[Placement]:
    """Everywhere that `tile` fits, as (x, y, rotation)."""
    return grid.matching_placements(kinds, grid.pieces_of(kinds, tiles), grid.tile_cells(tiles), tile)


def spots(
    kinds: list[Json], tiles: list[Json], meeples: list[Json], tile: str, x: int, y: int, rotation: int
) -> list[str]:
    """Where a follower may stand on `tile`, laid there."""
    new = {"tile": tile, "x": x, "y": y, "rotation": rotation}
    return grid.free_spots(grid.tile_pieces(kinds, new), regions(kinds, [*tiles, new]), meeples)
