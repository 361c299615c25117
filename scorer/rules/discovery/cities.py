"""The cities of The Discovery: where they stand, and which of them count for a region."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

from scorer.board.board import Board
from scorer.board.region import GrownRegion, Region
from scorer.shapes import Items, Record
from scorer.texts import text
from scorer.tiles.cells import cell_of
from scorer.tiles.kinds import SEGMENT_INDEX, Kind, KindField, KindReader

#: A city: the number of its tile on the board, and its number on that tile.
City = tuple[int, int]
#: Sets of cities that may overlap; together they are all that is meant.
Cities = tuple[frozenset[City], ...]

#: The most cities of a kind, and segments that one stands on; no printed tile has more than a few.
MOST_CITIES: Final = 20
#: From so many sets on they are made one.
MOST_SETS: Final = 8


# Cities on kinds


def keep_cities(raw: list[dict[str, list[int]]], reader: KindReader) -> tuple[tuple[int, ...], ...]:
    """For each city the segments that it stands on."""
    cities = tuple(tuple(city["on"]) for city in raw)
    for number, on in enumerate(cities):
        for segment in on:
            if segment >= len(reader.segments):
                message = text("There is no segment {number} on this tile.", number=segment)
                reader.refuse(f"/cities/{number}/on", message)
    return cities


CITIES_FIELD: Final = KindField(
    "cities",
    Items(
        Record({"on": Items(SEGMENT_INDEX, MOST_CITIES)}, {}, "A city on a tile.", "CityOnTile"),
        MOST_CITIES,
        "cities and the segments they stand on",
    ),
    keep_cities,
    lambda cities: [{"on": list(on)} for on in cities],
)


def cities_of(kind: Kind) -> tuple[tuple[int, ...], ...]:
    """For each city of a kind the segments that it stands on."""
    cities: tuple[tuple[int, ...], ...] = kind.extras.get("cities", ())
    return cities


@lru_cache(4096)
def cities_by_segment(kind: Kind) -> Mapping[int, list[int]]:
    """For each segment of a kind the cities that stand on it."""
    by_segment: dict[int, list[int]] = {}
    for number, on in enumerate(cities_of(kind)):
        for segment in dict.fromkeys(on):
            by_segment.setdefault(segment, []).append(number)
    return by_segment


def city_json(board: Board, city: City) -> dict[str, Any]:
    """Where a city stands, and whether the sea reaches it."""
    tile, number = city
    orientation = board.orientations[tile]
    x, y = cell_of(board.keys[tile])
    port = any(orientation.terrains[segment] == "sea" for segment in cities_of(orientation.kind)[number])
    return {"x": x, "y": y, "port": port}


# Cities of regions


def cities_on(region: Region) -> Cities:
    """The cities that stand on a region."""
    if not isinstance(region, GrownRegion):
        return (_on_nodes(region.board, region.nodes()),)
    sets = [cities for part in region.parts for cities in part.noted(cities_on)]
    sets.append(_on_nodes(region.board, region.nodes_added))
    return tuple(sets) if len(sets) < MOST_SETS else (frozenset[City]().union(*sets),)


def _on_nodes(board: Board, nodes: Iterable[int]) -> frozenset[City]:
    cities = []
    for node in nodes:
        tile = board.tile_of(node)
        on_tile = cities_by_segment(board.orientations[tile].kind)
        cities += [(tile, number) for number in on_tile.get(node - board.first[tile], ())]
    return frozenset(cities)


def counted_cities(region: Region) -> Cities:
    """The cities that bring points to a follower on a region.

    A sea counts the ports on it; mountains “elke stad in de bergen en in alle direct aangrenzende laaglanden”.
    """
    cities = region.noted(cities_on)
    if region.type == "mountain":
        for grass in grass_beside(region):
            cities += grass.noted(cities_on)
    return cities


def grass_beside(mountain: Region) -> list[Region]:
    """The regions of grass that share a border with mountains."""
    board = mountain.board
    grass = [label for label in mountain.noted(Region.touched_labels) if board.terrains[label] == "grass"]
    return [board.region(label) for label in dict.fromkeys(map(board.standing_for, grass))]


def number_of_cities(cities: Cities) -> int:
    """How many there are, each counted once."""
    largest, *others = sorted(cities, key=len, reverse=True)
    return len(largest) + len(frozenset[City]().union(*others) - largest)
