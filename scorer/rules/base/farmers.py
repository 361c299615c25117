"""What fields bring at the end of the game, by each of the ways to count farmers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from scorer.board.board import Board
from scorer.board.region import Region
from scorer.rules.base.worth import TILES
from scorer.rules.company import Company
from scorer.rules.drafts import MOST_VALUES, Draft, Item, ItemKind, Value, points_of
from scorer.rules.headlines import names
from scorer.rules.lines import Line, Verdict
from scorer.rules.places import feature_words
from scorer.rules.scoring import majority_line, refuse_long_lists, region_line
from scorer.texts import Message, Sayable, Sentences, counted, plural, text, titled

if TYPE_CHECKING:
    from scorer.game.game import Game

CITIES: Final = ItemKind("cities", plural("{count} finished city", "{count} finished cities"))
FIELD: Final = text("the field")
NO_CITY: Final = text("no finished city touches it")
NO_FARMERS: Final = text("this game is played without farmers")

#: The ways to count farmers: the rule of each, and what it gives for a city.
FARM_RATES: Final = {
    "per-field-3": ("field.per-field-3", 3),
    "per-field-3-once": ("field.per-field-3-once", 3),
    "per-city-4": ("field.per-city-4", 4),
    "none": ("field.none", 0),
}


def field_worth(game: Game, field: Region) -> Draft:
    """What a field brings alone; how cities are shared between fields is the farm rules' business."""
    cities = finished_cities(field)
    value = field_value(game.rules["farm_scoring"], len(cities))
    items = [city_item(field.board, cities, item.each) for item in value.items] if cities else None
    return Draft(value, field.size, field.cells, {"cities": len(cities)}, items=items)


@lru_cache(MOST_VALUES)
def field_value(farm_scoring: str, cities: int) -> Value:
    rule, each = FARM_RATES[farm_scoring]
    if farm_scoring == "none":
        return Value(rule, FIELD, [], nothing=NO_FARMERS)
    return Value(
        rule, FIELD, [Item(CITIES, cities, each)], nothing=NO_CITY, because=() if cities else ("field.cities",)
    )


def finished_cities(field: Region) -> list[int]:
    """The labels of the distinct finished cities that a field touches."""
    board = field.board
    terrains = board.terrains
    cities = [label for label in field.touched_labels() if terrains[label] == "city" and board.is_closed(label)]
    return board.in_order(cities)


def city_item(board: Board, cities: list[int], each: int, player: str | None = None) -> Item:
    if not cities:
        return Item(CITIES, 0, each, player)
    return Item(CITIES, len(cities), each, player, {"features": [board.feature_id(city) for city in cities]})


def farm_lines(game: Game, fields: list[Region]) -> list[Line]:
    """The lines of all fields on which somebody lies."""
    match game.rules["farm_scoring"]:
        case "per-field-3-once":
            return per_field_once(game, fields)
        case "per-city-4":
            return per_city(game, fields)
        case _:
            # “De bezitter(s) van een weide krijg(t)(en) voor elke afgebouwde stad die aan deze weide grenst 3 punten.”
            return [majority_line(game, field) for field in fields]


def per_field_once(game: Game, fields: list[Region]) -> list[Line]:
    """Per field, but a player counts each city once: it pays in the first field and shows 0 points in the others."""
    _, each = FARM_RATES["per-field-3-once"]
    paid: dict[str, set[int]] = {}
    lines = []
    for field in fields:
        cities, company = finished_cities(field), Company(game, field.meeples, field.type)
        line = region_line(field, game.worth(field), company)
        lines.append(line)
        if not cities:
            line.items = [city_item(field.board, [], each, owner) for owner in company.scorers]
            continue
        items = []
        for owner in company.scorers:
            before = paid.setdefault(owner, set())
            new = [city for city in cities if city not in before]
            items.append(city_item(field.board, new, each, owner))
            again = [city for city in cities if city in before]
            if again:
                items.append(city_item(field.board, again, 0, owner))
            before.update(cities)
        line.items = items
        line.points = {player: points_of(item for item in items if item.player == player) for player in line.followers}
        line.text = Sentences(*once_verdicts(company, items), *(company.reasons() if len(line.followers) > 1 else ()))
    return lines


def once_verdicts(company: Company, items: list[Item]) -> Iterator[Sayable]:
    """Who gets what for a field, and which cities were paid to him before."""
    for owner in company.scorers:
        new = sum(item.count for item in items if item.player == owner and item.each)
        again = sum(item.count for item in items if item.player == owner and not item.each)
        if new:
            yield Verdict([owner], field_value("per-field-3-once", new))
            if again:
                yield counted(
                    "{count} more city at it was counted in another field of {player} already.",
                    "{count} more cities at it were counted in other fields of {player} already.",
                    again,
                    player=owner,
                )
        else:
            yield counted(
                "{player} scores nothing for the field: the city at it was counted in another field of {owner} "
                "already.",
                "{player} scores nothing for the field: the {count} cities at it were counted in other fields of "
                "{owner} already.",
                again,
                player=titled(owner),
                owner=owner,
            )


def per_city(game: Game, fields: list[Region]) -> list[Line]:
    """“Enkel de speler die de meeste boeren deed aangrenzen, krijgt de 4 punten. Bij gelijkheid ontvangen alle
    betrokken spelers 4 punten.”

    One line per city, with all farmers in fields around it; farmers at no finished city get their field's line.
    """
    around: dict[int, list[Region]] = {}
    idle = []
    for field in fields:
        cities = finished_cities(field)
        for city in cities:
            around.setdefault(city, []).append(field)
        if not cities:
            idle.append(majority_line(game, field))
    refuse_long_lists(game, sum([len(field.meeples) for fields in around.values() for field in fields]))
    return [city_line(game, city, around[city.label]) for city in game.board.regions(around)] + idle


def city_line(game: Game, city: Region, fields: list[Region]) -> Line:
    """What a city brings to the farmers in the fields around it."""
    board = game.board
    farmers = sorted([farmer for field in fields for farmer in field.meeples], key=lambda farmer: farmer.key)
    company = Company(game, farmers, "field")
    followers, winners = company.followers, company.scorers
    cells = board.tile_cells(dict.fromkeys(board.at[farmer.key] for farmer in farmers))
    rule, each = FARM_RATES["per-city-4"]
    line = Line(
        city.id,
        "field",
        False,
        len(cells),
        cells,
        {player: each if player in winners else 0 for player in followers},
        followers,
        [city_item(board, [city.label], each)],
        rule,
        fed(city, company),
    )
    if len(followers) > 1:
        for reason in company.reasons():
            line.add(reason)
        line.cite(*company.because())
    if company.weighed:
        line.details = {"strength": company.strength}
    return line


def fed(city: Region, company: Company) -> Message:
    """Who gets the points for a city, and with how many farmers around it."""
    fed_city = text("{city} ({tiles}, finished)", city=feature_words(city), tiles=TILES.of(city.size))
    if not company.scorers:
        return text("Nobody scores for feeding {city}: no farmer stands around it.", city=fed_city)
    winner, *others = company.scorers
    if others:
        return text("{players} score 4 points each for feeding {city}.", players=names(company.scorers), city=fed_city)
    alone = len(company.followers) == 1
    farmers = company.people.of(company.followers[winner]) if alone else company.said(company.strength[winner])
    return text(
        "{player} scores 4 points for feeding {city}: {farmers} around it.",
        player=titled(winner),
        city=fed_city,
        farmers=farmers,
    )
