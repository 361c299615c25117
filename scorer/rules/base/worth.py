"""What roads, cities and cloisters are worth."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from scorer.board.region import Region
from scorer.rules.drafts import MOST_VALUES, Draft, Item, ItemKind, Value
from scorer.texts import plural, text

if TYPE_CHECKING:
    from scorer.game.game import Game

TILES: Final = ItemKind("tiles", plural("{count} tile", "{count} tiles"))
PENNANTS: Final = ItemKind("pennants", plural("{count} pennant", "{count} pennants"))

#: A city that is all on two tiles, for `small_city: 2`.
SMALL: Final = 2
#: “Enige uitzondering: een 'kleine' afgewerkte stad van twee kaartjes, brengt slechts 2 punten op!”
SMALL_CITY: Final = (
    text("A finished city of two tiles is the exception: 1 point for each tile and each pennant, not 2."),
    "city.small",
)

FINISHED_ROAD: Final = text("the finished road")
UNFINISHED_ROAD: Final = text("the unfinished road")
FINISHED_CITY: Final = text("the finished city")
UNFINISHED_CITY: Final = text("the unfinished city")
FINISHED_CLOISTER: Final = text("the finished cloister")
UNFINISHED_CLOISTER: Final = text("the unfinished cloister")


def road_worth(_: Game, road: Region) -> Draft:
    return Draft(road_value(road.complete, road.size), road.size, road.cells)


@lru_cache(MOST_VALUES)
def road_value(complete: bool, size: int) -> Value:  # noqa: FBT001
    rule, name = ("road.complete", FINISHED_ROAD) if complete else ("road.unfinished", UNFINISHED_ROAD)
    return Value(rule, name, [Item(TILES, size, 1)], complete=complete)


def city_worth(game: Game, city: Region) -> Draft:
    pennants = city.marks("pennants")
    value = city_value(city.complete, city.size, pennants, game.rules["small_city"])
    remarks = (SMALL_CITY,) if value.rule == "city.small" else ()
    return Draft(value, city.size, city.cells, remarks=remarks)


@lru_cache(MOST_VALUES)
def city_value(complete: bool, size: int, pennants: int, small_city: int) -> Value:  # noqa: FBT001
    rule, name, each = ("city.complete", FINISHED_CITY, 2) if complete else ("city.unfinished", UNFINISHED_CITY, 1)
    if complete and size == SMALL and small_city == 2:
        rule, each = "city.small", 1
    items = [Item(TILES, size, each)]
    if pennants:
        items.append(Item(PENNANTS, pennants, each))
    return Value(rule, name, items, complete=complete)


def cloister_worth(_: Game, cloister: Region) -> Draft:
    return surrounded_worth(cloister, cloister_value)


def surrounded_worth(building: Region, value: Callable[[bool, int], Value]) -> Draft:
    """What something brings that counts its own tile and those around it."""
    tiles = building.square()
    return Draft(value(building.complete, len(tiles)), len(tiles), building.board.tile_cells(tiles))


@lru_cache(MOST_VALUES)
def cloister_value(complete: bool, tiles: int) -> Value:  # noqa: FBT001
    """“Een klooster is af als het gebouw geheel door landtegels is omgeven (4 zijden en 4 hoeken).”"""
    rule, name = ("cloister.complete", FINISHED_CLOISTER) if complete else ("cloister.unfinished", UNFINISHED_CLOISTER)
    return Value(rule, name, [Item(TILES, tiles, 1)], complete=complete)
