"""The base game with the River, the Abbot, Inns & Cathedrals and Traders & Builders, counted by hand.

`meeples` may have a `figure`. Kinds are those of all boxes; gardens are segments of their own.
"""

from __future__ import annotations

from . import grid
from .grid import Cell, Json, Placement

WEIGHT = {"follower": 1, "abbot": 1, "big": 2, "builder": 0, "pig": 0}
GOODS = ("wine", "grain", "cloth")
AROUND_A_SQUARE = ("cloister", "garden")


def twins(kinds: list[Json], gardens: dict[str, str]) -> list[Json]:
    """Some tiles are there a second time with a garden on them, each in the place of one plain copy."""
    found = []
    for kind in kinds:
        found.append({**kind, "count": kind["count"] - (kind["id"] in gardens)})
        if kind["id"] in gardens:
            garden = {"type": "garden", "ports": []}
            found.append({"id": gardens[kind["id"]], "count": 1, "segments": [*kind["segments"], garden]})
    return found


def features(kinds: list[Json], tiles: list[Json]) -> list[Json]:
    """Every road, city, cloister, garden, field and river."""
    taken = grid.tile_cells(tiles)
    regions = grid.regions(grid.pieces_of(kinds, tiles))
    index_of = {piece: index for index, region in enumerate(regions) for piece in region}
    found = []
    for region in regions:
        terrain = region[0].terrain
        cells = grid.cells_in(region)
        is_open = any(grid.cell_of(grid.across(place)) not in taken for piece in region for place in piece.places)
        complete = terrain in ("road", "city") and not is_open
        if terrain in AROUND_A_SQUARE:
            [[x, y]] = cells
            square = sorted((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
            cells = [list(cell) for cell in square if cell in taken]
            complete = len(cells) == 9
        marks = {
            mark: sum(piece.printed.get(mark, 0) for piece in region)
            for mark in ("pennants", "inns", "cathedrals", *GOODS)
        }
        touches = sorted({index_of[city] for piece in region for city in piece.touches})
        spots = grid.spots_in(region)
        found.append(
            {"type": terrain, "cells": cells, "complete": complete, "touches": touches, "spots": spots, **marks}
        )
    return found


def on(feature: Json, meeples: list[Json], all_features: list[Json]) -> list[Json]:
    """The figures that stand on a feature. Plain `field` is the one without a port, where its tile has such a one."""
    standing = []
    for meeple in meeples:
        x, y, spot = meeple["x"], meeple["y"], meeple["spot"]
        meant = [other for other in all_features if grid.stands_in(other, x, y, spot)]
        portless = [other for other in meant if (x, y, spot, None) in other["spots"]]
        if feature in (portless or meant):
            standing.append(meeple)
    return standing


def strength(meeples: list[Json]) -> dict[str, int]:
    count: dict[str, int] = {}
    for meeple in meeples:
        weight = WEIGHT[meeple.get("figure", "follower")]
        if weight:
            count[meeple["player"]] = count.get(meeple["player"], 0) + weight
    return count


def most(count: dict[str, int]) -> list[str]:
    return [player for player, weight in count.items() if weight == max(count.values())]


def value(feature: Json, small_city: int) -> int:
    """What a road, city, cloister or garden is worth as it lies."""
    size, pennants, complete = len(feature["cells"]), int(feature["pennants"]), feature["complete"]
    if feature["type"] == "road" and feature["inns"]:
        return 2 * size if complete else 0
    if feature["type"] == "city" and feature["cathedrals"]:
        return 3 * (size + pennants) if complete else 0
    if feature["type"] != "city":
        return size
    if not complete:
        return size + pennants
    return 2 + pennants if size == 2 and small_city == 2 else 2 * (size + pennants)


def interim(kinds: list[Json], tiles: list[Json], meeples: list[Json], small_city: int) -> dict[str, int]:
    points = {meeple["player"]: 0 for meeple in meeples}
    found = features(kinds, tiles)
    for feature in found:
        if feature["complete"]:
            for player in most(strength(on(feature, meeples, found))):
                points[player] += value(feature, small_city)
    return points


def goods_taken(kinds: list[Json], tiles: list[Json], last: Cell) -> dict[str, int]:
    """What whoever laid the tile on `last` takes: the symbols of every city that it finished."""
    taken = dict.fromkeys(GOODS, 0)
    for feature in features(kinds, tiles):
        if feature["type"] == "city" and feature["complete"] and list(last) in feature["cells"]:
            for kind in GOODS:
                taken[kind] += feature[kind]
    return taken


def fields(
    kinds: list[Json], tiles: list[Json], meeples: list[Json], farm_scoring: str, pig_bonus: int
) -> dict[str, int]:
    points = {meeple["player"]: 0 for meeple in meeples}
    found = features(kinds, tiles)
    farms = [feature for feature in found if feature["type"] == "field"]
    finished = [index for index, feature in enumerate(found) if feature["type"] == "city" and feature["complete"]]
    standing = {id(farm): on(farm, meeples, found) for farm in farms}

    def has_pig(player: str, farm: Json) -> bool:
        return any(one["player"] == player and one.get("figure") == "pig" for one in standing[id(farm)])

    if farm_scoring == "per-field-3":
        for farm in farms:
            cities = [city for city in finished if city in farm["touches"]]
            for player in most(strength(standing[id(farm)])):
                points[player] += (3 + (pig_bonus if has_pig(player, farm) else 0)) * len(cities)
    elif farm_scoring == "per-field-3-once":
        for player in points:
            own = [farm for farm in farms if player in most(strength(standing[id(farm)]))]
            for city in finished:
                paying = [farm for farm in own if city in farm["touches"]]
                if paying:
                    points[player] += 3 + (pig_bonus if any(has_pig(player, farm) for farm in paying) else 0)
    elif farm_scoring == "per-city-4":
        for city in finished:
            around = [farm for farm in farms if city in farm["touches"]]
            for player in most(strength([one for farm in around for one in standing[id(farm)]])):
                points[player] += 4 + (pig_bonus if any(has_pig(player, farm) for farm in around) else 0)
    return points


def final(
    kinds: list[Json],
    tiles: list[Json],
    meeples: list[Json],
    small_city: int,
    farm_scoring: str,
    *,
    pig_bonus: int = 1,
    goods: dict[str, dict[str, int]] | None = None,
) -> dict[str, int]:
    points = fields(kinds, tiles, meeples, farm_scoring, pig_bonus)
    found = features(kinds, tiles)
    for feature in found:
        if feature["type"] not in ("field", "river"):
            for player in most(strength(on(feature, meeples, found))):
                points[player] += value(feature, small_city)
    for kind in GOODS:
        held = {player: one.get(kind, 0) for player, one in (goods or {}).items()}
        for player in most(held):
            if held[player]:
                points[player] = points.get(player, 0) + 10
    return points


# The river


def river_ends(kinds: list[Json], tile: Json) -> list[str]:
    """The sides over which the river leaves a tile."""
    pieces = [piece for piece in grid.tile_pieces(kinds, tile) if piece.terrain == "river"]
    return [port for piece in pieces for _, _, port in piece.places]


CLOCKWISE = "NESW"
BACK = {"N": "S", "S": "N", "E": "W", "W": "E"}


def bends(comes_in: str, goes_out: str) -> str:
    """Left, right or straight on, for somebody in a boat."""
    heading = CLOCKWISE.index(BACK[comes_in])
    return {0: "straight", 1: "right", 3: "left"}[(CLOCKWISE.index(goes_out) - heading) % 4]


def legal(kinds: list[Json], tiles: list[Json], tile: str) -> list[Placement]:
    """Everywhere that `tile` fits; a river tile only where it continues the river without two equal bends."""
    fitting = grid.matching_placements(kinds, grid.pieces_of(kinds, tiles), grid.tile_cells(tiles), tile)
    lying = {(one["x"], one["y"]): one for one in tiles}
    allowed = []
    for x, y, rotation in fitting:
        ends = river_ends(kinds, {"tile": tile, "x": x, "y": y, "rotation": rotation})
        joins = [end for end in ends if (x + grid.STEPS[end][0], y + grid.STEPS[end][1]) in lying]
        if ends and not joins:
            continue
        if ends and len(ends) == 2:
            [joint] = joins
            before = river_ends(kinds, lying[x + grid.STEPS[joint][0], y + grid.STEPS[joint][1]])
            came = [end for end in before if end != BACK[joint]]
            here = bends(joint, next(end for end in ends if end != joint))
            if came and here != "straight" and bends(came[0], BACK[joint]) == here:
                continue
        allowed.append((x, y, rotation))
    return allowed


def spots(
    kinds: list[Json], tiles: list[Json], meeples: list[Json], placed: Json, player: str, figure: str
) -> list[str]:
    """Where a figure of a player may stand on the tile that he has just laid."""
    board = features(kinds, [*tiles, placed])
    terrains = {
        "follower": ("city", "road", "field", "cloister"),
        "big": ("city", "road", "field", "cloister"),
        "abbot": ("cloister", "garden"),
        "builder": ("road", "city"),
        "pig": ("field",),
    }[figure]
    found = []
    for piece in grid.tile_pieces(kinds, placed):
        spot = grid.canonical_spot(piece)
        here = {"x": placed["x"], "y": placed["y"], "spot": spot, "player": player}
        [feature] = [one for one in board if on(one, [here], board)]
        standing = on(feature, meeples, board)
        if figure in ("builder", "pig"):
            free = player in strength(standing) and not feature["complete"]
        else:
            free = not standing
        if piece.terrain in terrains and free:
            found.append(spot)
    return sorted(found)
