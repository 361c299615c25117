"""The base game in its three printed rule sets: one game, three tables of rule values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, ClassVar, Final

from scorer.board import Board, Follower
from scorer.ports import EAST, SOUTH
from scorer.regions import Region, count_followers, occupied_regions, tile_cells
from scorer.scoring import (
    Item,
    Line,
    Ruling,
    Value,
    Verdict,
    Worth,
    item_words,
    majority_line,
    names,
    with_losers,
)
from scorer.shapes import Choice, Items, Shape, Text
from scorer.texts import Message, Sayable, counted, marked, text, titled
from scorer.tiles import KEY_STEPS, Landscape
from scorer.variant import Phase, Rules, RuleValue, Variant

LANDSCAPE: Final = Landscape(
    terrains=(marked("city"), marked("road"), marked("field"), marked("cloister")),
    middles=frozenset({"city", "road", "field"}),
    halves=frozenset({"city", "field"}),
    required_ports=frozenset(range(12)),
    endless=frozenset({"field"}),
)

TILES: Final = item_words("tiles", "{count} tile", "{count} tiles")
PENNANTS: Final = item_words("pennants", "{count} pennant", "{count} pennants")
CITIES: Final = item_words("cities", "{count} finished city", "{count} finished cities")

#: How many values of each type of feature are kept; no game has as many.
MOST_VALUES: Final = 1024

#: A city that is all on two tiles, for `small_city: 2`.
SMALL: Final = 2

#: The rule and the name of each feature, unfinished and finished.
ROAD: Final = (
    ("road.unfinished", text("the unfinished road")),
    ("road.complete", text("the finished road")),
)
CITY: Final = (
    ("city.unfinished", text("the unfinished city")),
    ("city.complete", text("the finished city")),
)
CLOISTER: Final = (
    ("cloister.unfinished", text("the unfinished cloister")),
    ("cloister.complete", text("the finished cloister")),
)
FIELD_NAME: Final = text("the field")

#: The ways to score farmers: the rule of each, and what it gives for a city.
FARM_RATES: Final = {
    "per-field-3": ("field.per-field-3", 3),
    "per-field-3-once": ("field.per-field-3-once", 3),
    "per-city-4": ("field.per-city-4", 4),
    "none": ("field.none", 0),
}


class Base(Variant):
    """The later rules: farmers per field, 3 points a city; a finished city of two tiles is worth 4."""

    id = "base"
    aliases: ClassVar[tuple[str, ...]] = ("base-game",)
    title = marked("Carcassonne, the base game in its later rules")
    rulebook = "wheel-of-fortune-nl"
    catalogue: ClassVar[tuple[str, ...]] = ("base",)
    box = "base"
    start_tile: ClassVar[str | None] = "D"
    landscape = LANDSCAPE
    answer_fields: ClassVar[Mapping[str, Mapping[str, Shape]]] = {
        "item": {"features": Items(Text(), description="the features that were counted")}
    }
    standing_rule = "field.none"
    follower_names: ClassVar[Mapping[str, Message]] = {
        "city": text("knight"),
        "road": text("thief"),
        "field": text("farmer"),
        "cloister": text("monk"),
    }

    small_city: ClassVar[int] = 4
    farm_scoring: ClassVar[str] = "per-field-3"

    def __init__(self) -> None:
        self.rule_values = (
            RuleValue(
                "small_city",
                self.small_city,
                Choice((2, 4)),
                marked("What a finished city of two tiles is worth: 2 (and 1 per pennant), or 4 like any other city."),
                "city.small",
            ),
            RuleValue(
                "farm_scoring",
                self.farm_scoring,
                Choice(tuple(FARM_RATES)),
                marked(
                    "How farmers score: 3 points per finished city of each field; the same, but each player counts a "
                    "city once; 4 points per city to the most farmers around it; or a game without farmers."
                ),
                FARM_RATES[self.farm_scoring][0],
            ),
        )

    # Regions

    def may_stand_on(self, terrain: str, rules: Rules) -> bool:
        return terrain != "field" or rules["farm_scoring"] != "none"

    def is_complete(self, board: Board, root: int) -> bool:
        if board.terrains[root] == "cloister":
            # “Een klooster is af als het gebouw geheel door landtegels is omgeven (4 zijden en 4 hoeken).”
            return len(square(board, root)) == len(SQUARE)
        # What super() answers, without looking for it each time.
        return Variant.is_complete(self, board, root)

    def worth(self, board: Board, region: Region) -> Worth:
        match region.type:
            case "field":
                return field_worth(board, region)
            case "city":
                pennants = region.marks("pennants")
                value = city_value(region.complete, region.size, pennants, board.rules["small_city"])
                return Worth(value, value.items, region.size, region.cells, {"pennants": pennants})
            case "road":
                value = road_value(region.complete, region.size)
                return Worth(value, value.items, region.size, region.cells)
            case _:
                tiles = square(board, region.root)
                value = cloister_value(region.complete, len(tiles))
                return Worth(value, value.items, len(tiles), tile_cells(board, tiles))

    # Scoring

    def phases(self) -> Mapping[str, Phase]:
        return {"interim": Phase(self.interim), "final": Phase(self.final)}

    def interim(self, board: Board, question: Mapping[str, Any]) -> Ruling:
        """What a finished turn scores: every completed feature that still holds followers, and who goes home."""
        return self.finished(by_type(occupied_regions(board)))

    def final(self, board: Board, question: Mapping[str, Any]) -> Ruling:
        """The end of the game: what a turn would score, then everything unfinished, then the fields."""
        regions = by_type(occupied_regions(board))
        ruling = self.finished(regions)
        unfinished = [majority_line(region) for region in regions if not region.complete and region.type != "field"]
        fields = [region for region in regions if region.type == "field"]
        return Ruling([*ruling.lines, *unfinished, *FARM_LINES[board.rules["farm_scoring"]](fields)], ruling.returned)

    def finished(self, regions: list[Region]) -> Ruling:
        complete = [region for region in regions if region.complete]
        returned = [follower for region in complete for follower in region.followers]
        return Ruling([majority_line(region) for region in complete], in_order(returned))


class Base2000(Base):
    """The first printing: farmers per city, 4 points; a finished city of two tiles is worth 2."""

    id = "base-2000"
    aliases = ()
    title = marked("Carcassonne, the base game in its first printing (2000)")
    rulebook = "base-2000-nl"
    small_city = 2
    farm_scoring = "per-city-4"


class Base2003(Base):
    """A printing between the two: per field, 3 points, but each player counts a city once; a small city is worth 2."""

    id = "base-2003"
    aliases = ()
    title = marked("Carcassonne, the base game as printed in 2003")
    rulebook = "vc2003it"
    small_city = 2
    farm_scoring = "per-field-3-once"


def by_type(regions: list[Region]) -> list[Region]:
    """Regions in the order in which lines show them: by type, then by number."""
    return [region for terrain in LANDSCAPE.terrains for region in regions if region.type == terrain]


def in_order(followers: list[Follower]) -> list[Follower]:
    return sorted(followers, key=lambda follower: (follower.key, follower.node))


#: The square of nine around a cell, in order of cells.
SQUARE: Final = tuple(column * KEY_STEPS[EAST] + row * KEY_STEPS[SOUTH] for column in (-1, 0, 1) for row in (-1, 0, 1))


def square(board: Board, root: int) -> list[int]:
    """The tiles in the square of nine around a cloister, in order of their cells."""
    centre = board.keys[board.tile_of(root)]
    at = board.at
    return [at[centre + step] for step in SQUARE if centre + step in at]


# What features bring


@lru_cache(MOST_VALUES)
def road_value(complete: bool, size: int) -> Value:  # noqa: FBT001
    rule, name = ROAD[complete]
    return Value(rule, name, [Item(TILES, size, 1)], complete=complete)


@lru_cache(MOST_VALUES)
def city_value(complete: bool, size: int, pennants: int, small_city: int) -> Value:  # noqa: FBT001
    rule, name = CITY[complete]
    each = 2 if complete else 1
    if complete and size == SMALL and small_city == 2:
        # “Enige uitzondering: een 'kleine' afgewerkte stad van twee kaartjes, brengt slechts 2 punten op!”
        rule, each = "city.small", 1
    items = [Item(TILES, size, each)]
    if pennants:
        items.append(Item(PENNANTS, pennants, each))
    return Value(rule, name, items, complete=complete)


@lru_cache(MOST_VALUES)
def cloister_value(complete: bool, tiles: int) -> Value:  # noqa: FBT001
    rule, name = CLOISTER[complete]
    return Value(rule, name, [Item(TILES, tiles, 1)], complete=complete)


@lru_cache(MOST_VALUES)
def field_value(farm_scoring: str, cities: int) -> Value:
    rule, each = FARM_RATES[farm_scoring]
    return Value(rule, FIELD_NAME, [Item(CITIES, cities, each)])


# Farmers


def field_worth(board: Board, region: Region) -> Worth:
    """What a field brings alone; how cities are shared between fields is the farm rules' business."""
    cities = finished_cities(board, region)
    value = field_value(board.rules["farm_scoring"], len(cities))
    items = [city_item(board, cities, value.items[0].each)] if cities else value.items
    return Worth(value, items, region.size, region.cells, {"cities": len(cities)})


def finished_cities(board: Board, region: Region) -> list[int]:
    """The roots of the distinct finished cities that a field touches."""
    open_roots, terrains = board.open_roots, board.terrains
    return [root for root in region.touches() if root not in open_roots and terrains[root] == "city"]


def city_item(board: Board, cities: list[int], each: int, player: str | None = None) -> Item:
    if not cities:
        return Item(CITIES, 0, each, player)
    return Item(CITIES, len(cities), each, player, {"features": [board.feature_id(root) for root in cities]})


def per_field(fields: list[Region]) -> list[Line]:
    """“De bezitter(s) van een weide krijg(t)(en) voor elke afgebouwde stad die aan deze weide grenst 3 punten.”"""
    return [majority_line(region) for region in fields]


def per_field_once(fields: list[Region]) -> list[Line]:
    """Per field, but a player counts each city once: it pays in the first field and shows 0 points in the others."""
    rule, each = FARM_RATES["per-field-3-once"]
    paid: dict[str, set[int]] = {}
    lines = []
    for region in fields:
        board, followers = region.board, region.counts()
        owners = board.variant.majority(followers)
        cities = finished_cities(board, region)
        items = []
        for owner in owners:
            before = paid.setdefault(owner, set())
            items.append(city_item(board, [city for city in cities if city not in before], each, owner))
            again = [city for city in cities if city in before]
            if again:
                items.append(city_item(board, again, 0, owner))
            before.update(cities)
        points = {player: sum(item.points for item in items if item.player == player) for player in followers}
        sentence = with_losers(_once_verdict(owners, items), followers, owners)
        lines.append(
            Line(region.id, "field", False, region.size, region.cells, points, followers, items, rule, sentence)
        )
    return lines


def _once_verdict(owners: list[str], items: list[Item]) -> Sayable:
    """Who gets what for a field, and which cities were paid to him before."""
    sentences: list[Sayable] = []
    for owner in owners:
        new = sum(item.count for item in items if item.player == owner and item.each)
        again = sum(item.count for item in items if item.player == owner and not item.each)
        sentence: Sayable = Verdict([owner], field_value("per-field-3-once", new))
        if again:
            before = counted(
                "{count} city was counted in another field.", "{count} cities were counted in another field.", again
            )
            sentence = text("{verdict} {rest}", verdict=sentence, rest=before)
        sentences.append(sentence)
    total = sentences[0]
    for sentence in sentences[1:]:
        total = text("{verdict} {rest}", verdict=total, rest=sentence)
    return total


def per_city(fields: list[Region]) -> list[Line]:
    """“Enkel de speler die de meeste boeren deed aangrenzen, krijgt de 4 punten. Bij gelijkheid ontvangen alle
    betrokken spelers 4 punten.”

    One line per city, with all farmers in fields around it; farmers at no finished city get their field's line.
    """
    around: dict[int, list[Region]] = {}
    idle = []
    for region in fields:
        cities = finished_cities(region.board, region)
        for city in cities:
            around.setdefault(city, []).append(region)
        if not cities:
            idle.append(majority_line(region))
    lines = []
    for city in sorted(around):
        board = around[city][0].board
        farmers = in_order([follower for region in around[city] for follower in region.followers])
        followers = count_followers(board, farmers)
        winners = board.variant.majority(followers)
        cells = tile_cells(board, dict.fromkeys(board.at[farmer.key] for farmer in farmers))
        items = [city_item(board, [city], 4)]
        sentence: Sayable = (
            text(
                "{players} scores 4 points for feeding the finished city: most farmers around it.",
                players=titled(winners[0]),
            )
            if len(winners) == 1
            else text(
                "{players} score 4 points each for feeding the finished city: equally many farmers around it.",
                players=names(winners),
            )
        )
        points = {player: 4 if player in winners else 0 for player in followers}
        sentence = with_losers(sentence, followers, winners)
        feature = board.feature_id(city)
        lines.append(
            Line(feature, "field", False, len(cells), cells, points, followers, items, "field.per-city-4", sentence)
        )
    return lines + idle


def no_farmers(fields: list[Region]) -> list[Line]:
    """A game without farmers: whoever lies in a field all the same scores nothing."""
    nothing = text("Nobody scores for the field: this game is played without farmers.")
    return [
        replace(
            majority_line(region), points=dict.fromkeys(region.counts(), 0), items=[], rule="field.none", text=nothing
        )
        for region in fields
    ]


FARM_LINES: Final = {
    "per-field-3": per_field,
    "per-field-3-once": per_field_once,
    "per-city-4": per_city,
    "none": no_farmers,
}
