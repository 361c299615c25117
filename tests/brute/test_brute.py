"""The second scorers against the figures that the rulebooks print: board, followers and the printed result."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.boards import lay, stand

from . import base, castle, discovery, grid
from .grid import Json, Placement

BOXES = Path(__file__).resolve().parents[2] / "scorer" / "boxes"


def kinds_of(game: str) -> list[Json]:
    kinds: list[Json] = json.loads((BOXES / f"{game}.json").read_text(encoding="utf-8"))["kinds"]
    return kinds


BASE = kinds_of("base")
WHEEL = kinds_of("wheel")
DISCOVERY = kinds_of("discovery")
CASTLE = kinds_of("castle")


def region_at(regions: list[Json], x: int, y: int, spot: str) -> Json:
    [region] = [region for region in regions if grid.stands_in(region, x, y, spot)]
    return region


ROAD_4 = "V:270 V:0 / K:180 W:90"
CITY_8_PENNANT = "K:180 / F:270 / E:0"
CITY_8_TWO_SEGMENTS = "N:180 N:270 / P:90 I:0"
CITY_10_TIE = "I:180 T:180 K:270 / N:90 N:0 V:180"
CLOISTER_9 = "P:0 U:180 K:90 / D:270 B:0 E:180 / D:90 E:270 F:90"
FAST_CITY = "H:90 K:270"


@pytest.mark.parametrize(
    ("picture", "followers", "small_city", "points"),
    [
        (ROAD_4, "red 1,0 road@S", 4, {"red": 4}),
        ("T:0 / U:90 / W:180", "red 0,1 road@N", 4, {"red": 3}),
        ("W:270 U:180 A:90", "red 0,0 road@E", 4, {"red": 3}),
        (CITY_8_PENNANT, "red 0,1 city@N", 4, {"red": 8}),
        (CITY_8_TWO_SEGMENTS, "red 0,1 city@N", 4, {"red": 8}),
        (CITY_10_TIE, "red 2,0 city@W; blue 0,1 city@N", 4, {"red": 10, "blue": 10}),
        (CLOISTER_9, "red 1,1 cloister", 4, {"red": 9}),
        (FAST_CITY, "red 0,0 city@E", 4, {"red": 4}),
        (FAST_CITY, "red 0,0 city@E", 2, {"red": 2}),
        ("K:90 E:270", "red 1,0 city@W", 2, {"red": 2}),
    ],
)
def test_base_interim(picture: str, followers: str, small_city: int, points: dict[str, int]) -> None:
    tiles, meeples = lay(picture), stand(followers)
    assert base.interim(BASE, tiles, meeples, small_city) == points
    assert base.final(BASE, tiles, meeples, small_city, "none") == points


UNFINISHED = "N:180 O:0 / F:90 V:180 A:90 / C:0 H:90 F:0"
UNFINISHED_FOLLOWERS = (
    "green 1,0 city@N; black 0,1 city@N; red 1,1 road@N; yellow 2,1 cloister; green 1,2 city@W; blue 2,2 city@E"
)


def test_base_unfinished() -> None:
    tiles, meeples = lay(UNFINISHED), stand(UNFINISHED_FOLLOWERS)
    printed = {"red": 3, "yellow": 5, "blue": 3, "green": 8, "black": 0}
    assert base.final(BASE, tiles, meeples, 4, "per-field-3") == printed
    assert base.interim(BASE, tiles, meeples, 4) == dict.fromkeys(printed, 0)


FARM_MAJORITY = "I:180 . / H:180 A:0 / E:0 U:90"
FARM_MAJORITY_FOLLOWERS = "blue 0,0 field@N; red 0,1 field@E; yellow 0,2 field@E; red 1,2 field@E"
FARM_BIG = """
    J:180 N:180 F:0   J:270 L:90  I:270 /
    F:90  N:90  K:270 D:180 V:90  F:270 /
    H:180 A:270 W:90  H:180 V:270 D:0   /
    O:90  R:180 J:270 D:0   K:90  E:270
"""
FARM_BIG_FOLLOWERS = (
    "blue 0,0 field@E; red 1,1 field@S; blue 5,3 field@N; yellow 4,1 field@E; yellow 5,2 field@EL; black 3,2 field@E"
)
FARM_TWO_CITIES = "E:90 H:90 G:180 E:270"
FARM_CITY_ONCE = "E:90 E:270 V:180"
FARM_CITY_ONCE_FOLLOWERS = "blue 0,0 field@N; blue 2,0 field@S"


@pytest.mark.parametrize(
    ("farm_scoring", "picture", "followers", "points"),
    [
        ("per-field-3", FARM_MAJORITY, FARM_MAJORITY_FOLLOWERS, {"red": 6, "blue": 3, "yellow": 0}),
        ("per-field-3", FARM_BIG, FARM_BIG_FOLLOWERS, {"blue": 6 + 9, "red": 9, "yellow": 12, "black": 0}),
        ("per-field-3", "E:90 H:90 E:270", "blue 1,0 field@N; blue 2,0 field@N", {"blue": 9}),
        ("per-field-3-once", FARM_MAJORITY, FARM_MAJORITY_FOLLOWERS, {"red": 6, "blue": 3, "yellow": 0}),
        ("per-field-3-once", FARM_CITY_ONCE, FARM_CITY_ONCE_FOLLOWERS, {"blue": 3}),
        ("per-field-3", FARM_CITY_ONCE, FARM_CITY_ONCE_FOLLOWERS, {"blue": 6}),
        ("per-city-4", "V:0 I:180 G:180 E:270", "blue 0,0 field@N", {"blue": 4}),
        ("per-city-4", FARM_TWO_CITIES, "red 0,0 field@N; blue 1,0 field@N", {"red": 4, "blue": 8}),
        (
            "per-city-4",
            FARM_TWO_CITIES,
            "red 0,0 field@N; blue 1,0 field@N; blue 3,0 field@N",
            {"red": 4, "blue": 8},
        ),
        (
            "per-city-4",
            "E:90 G:180 E:270",
            "blue 0,0 field@N; blue 1,0 field@N; red 2,0 field@N",
            {"blue": 4, "red": 0},
        ),
        ("none", FARM_MAJORITY, FARM_MAJORITY_FOLLOWERS, {"red": 0, "blue": 0, "yellow": 0}),
    ],
)
def test_base_fields(farm_scoring: str, picture: str, followers: str, points: dict[str, int]) -> None:
    tiles, meeples = lay(picture), stand(followers)
    assert base.fields(BASE, tiles, meeples, farm_scoring) == points
    assert base.final(BASE, tiles, meeples, 4, farm_scoring) == points


def test_base_features() -> None:
    city = region_at(base.features(BASE, lay(CITY_8_TWO_SEGMENTS)), 1, 1, "city@N")
    assert city["cells"] == [[0, 0], [0, 1], [1, 0], [1, 1]]
    assert city["complete"]
    assert city["pennants"] == 0
    assert {(1, 1, "city", "N"), (1, 1, "city", "W")} < city["spots"]

    assert region_at(base.features(BASE, lay(CITY_8_PENNANT)), 0, 1, "city")["pennants"] == 1

    cloister = region_at(base.features(BASE, lay(UNFINISHED)), 2, 1, "cloister")
    assert cloister["cells"] == [[1, 0], [1, 1], [1, 2], [2, 1], [2, 2]]
    assert not cloister["complete"]
    assert cloister["spots"] == {(2, 1, "cloister", None)}


@pytest.mark.parametrize(
    ("picture", "farms"),
    [
        ("J:90 N:270 N:90 / X:0 D:0", [{"red": 1}, {"blue": 1}, {"yellow": 1}]),
        ("J:90 N:270 N:90 / X:0 D:0 A:90", [{"red": 1, "blue": 1, "yellow": 1}]),
    ],
)
def test_base_fields_are_separate_until_joined(picture: str, farms: list[dict[str, int]]) -> None:
    meeples = stand("red 0,0 field@N; blue 1,0 field@N; yellow 1,1 field@S")
    held = [grid.followers_in(feature, meeples) for feature in base.features(BASE, lay(picture))]
    assert sorted((farm for farm in held if farm), key=str) == sorted(farms, key=str)


@pytest.mark.parametrize(
    ("picture", "tile", "placement", "fits"),
    [
        ("D:0", "L", (1, 0, 90), True),
        ("G:0", "K", (1, 0, 270), True),
        ("C:0 . / J:0 U:180", "N", (1, 0, 0), True),
        ("E:180", "V", (0, 1, 180), False),
        (". / E:0", "V", (0, 0, 270), False),
        ("D:0", "D", (1, 1, 0), False),
    ],
)
def test_base_legal(picture: str, tile: str, placement: Placement, *, fits: bool) -> None:
    assert (placement in base.legal(BASE, lay(picture), tile)) == fits


def test_base_spots() -> None:
    assert base.spots(BASE, [], [], "P", 0, 0, 0) == ["city@N", "field@EL", "field@ER", "road@E"]
    assert base.spots(BASE, [], [], "B", 0, 0, 0) == ["cloister", "field@N"]
    knight = stand("red 0,0 city@E")
    assert base.spots(BASE, lay("K:90"), knight, "N", 1, 0, 0) == ["field@E"]
    farmer = stand("blue 0,0 field@NL")
    large_field = lay("O:270 A:90 H:180")
    assert base.spots(BASE, large_field, farmer, "J", 3, 0, 0) == ["city@N", "field@ER", "road@E"]


def test_wheel_taxes_and_famine() -> None:
    city_with_two_pennants = lay("F:0 F:0 G:0")
    knights = stand("blue 0,0 city@E; blue 1,0 city@E; red 2,0 city@E")
    assert base.taxes(WHEEL, city_with_two_pennants, knights) == {"blue": 8, "red": 3}

    farmers = stand(FARM_MAJORITY_FOLLOWERS)
    assert base.famine(WHEEL, lay(FARM_MAJORITY), farmers) == {"red": 2 + 2, "yellow": 2, "blue": 1}


def test_wheel_board() -> None:
    board = base.WHEEL_BOARD
    field_only = [(-1, 0), (-1, 2), (1, -1), (1, 4), (2, 4), (3, -1), (4, 0), (4, 1), (4, 3)]
    everywhere = [(x, y, rotation) for x, y in field_only for rotation in (0, 90, 180, 270)]
    assert base.legal(WHEEL, [], "B", board) == everywhere

    # A road from the wheel, a cloister beside three cells of the board, and the city at the board's corner closed.
    tiles = lay("U:90", 2, -1) + lay("B:0", 4, 1) + lay("E:180", 0, -1)
    meeples = stand("red 2,-1 road@N; blue 4,1 cloister; yellow 0,-1 city@S")
    assert base.final(WHEEL, tiles, meeples, 4, "none", board) == {"red": 2, "blue": 4, "yellow": 4}
    assert base.interim(WHEEL, tiles, meeples, 4, board) == {"red": 0, "blue": 0, "yellow": 4}

    # The field north of the board, between its road and its closed city.
    farmer = stand("green 1,-1 field@N")
    tiles = [*tiles, *lay("B:0", 1, -1)]
    assert base.famine(WHEEL, tiles, farmer, board) == {"green": 1}
    assert base.fields(WHEEL, tiles, farmer, "per-field-3", board) == {"green": 3}
    assert base.spots(WHEEL, tiles, farmer, "U", 2, -2, 90, board) == ["field@E", "road@N"]


GRASS_OPEN = ". D64:180 . / D08:90 D01:0 D13:270"
GRASS_CLOSED = ". D64:180 . / D08:270 D18:270 D13:270"
MOUNTAIN_OPEN = "D14:180 D39:90 D49:0 / D48:0 D49:90 D10:90"
MOUNTAIN_CLOSED = "D10:90 D49:270 D48:180 D51:90 / D49:180 D39:270 D14:0 ."
MOUNTAIN_TWO_TILES = "D13:90 D54:90 D18:90 D49:270 / . D51:180 D14:0 ."
SEA_OPEN = "D49:90 . / D13:270 D51:180"
SEA_CLOSED = "D39:180 D51:0 D46:0 / . . D49:270"


@pytest.mark.parametrize(
    ("picture", "x", "y", "spot", "tiles", "complete", "cities", "points", "at_end"),
    [
        (GRASS_OPEN, 1, 1, "grass@N", 4, False, [], 4, 4),
        (GRASS_CLOSED, 1, 1, "grass@N", 4, True, [], 8, 4),
        ("D08:270 D13:270", 1, 0, "grass@W", 2, True, [], 2, 2),
        (MOUNTAIN_OPEN, 1, 0, "mountain@E", 5, False, [[0, 0], [0, 1], [1, 1], [2, 0]], 4, 4),
        (MOUNTAIN_CLOSED, 1, 1, "mountain@N", 6, True, [[0, 1], [1, 0], [2, 0], [2, 1]], 8, 4),
        (MOUNTAIN_TWO_TILES, 1, 0, "mountain@S", 2, True, [[1, 0], [2, 0], [2, 1], [3, 0]], 4, 4),
        (SEA_OPEN, 0, 1, "sea@N", 3, False, [[0, 0], [1, 1]], 2, 2),
        (SEA_CLOSED, 2, 1, "sea@N", 4, True, [[1, 0], [2, 0], [2, 1]], 7, 3),
        ("D49:0 D39:90", 0, 0, "sea@E", 2, True, [[0, 0]], 1, 1),
        ("D66:0", 0, 0, "sea", 1, True, [], 1, 0),
    ],
)
def test_discovery_worth(
    picture: str,
    x: int,
    y: int,
    spot: str,
    tiles: int,
    cities: list[list[int]],
    points: int,
    at_end: int,
    *,
    complete: bool,
) -> None:
    board = lay(picture)
    region = region_at(discovery.regions(DISCOVERY, board), x, y, spot)
    assert len(region["cells"]) == tiles
    assert region["complete"] == complete
    assert region["cities"] + region["ports"] == cities
    assert discovery.worth(DISCOVERY, board, x, y, spot) == points
    assert discovery.worth(DISCOVERY, board, x, y, spot, at_end=True) == at_end


def test_discovery_counts_both_cities_of_one_tile() -> None:
    assert region_at(discovery.regions(DISCOVERY, lay("D22:0")), 0, 0, "sea")["ports"] == [[0, 0], [0, 0]]


def test_discovery_legal() -> None:
    start = lay("D48:0")
    around = [(-1, 0, 0), (-1, 0, 90), (0, 1, 90), (0, 1, 180), (1, 0, 180), (1, 0, 270)]
    assert discovery.legal(DISCOVERY, start, "D32") == around
    # "Aan één kant wordt de zee uitgebreid, aan de andere kant het gebergte."
    between = discovery.legal(DISCOVERY, start + lay("D03:0", 1, 1), "D32")
    assert [placement for placement in between if placement[:2] == (1, 0)] == [(1, 0, 270)]


def test_discovery_spots() -> None:
    herder = stand("yellow 0,0 mountain@E")
    assert discovery.spots(DISCOVERY, lay("D48:0"), herder, "D32", 1, 0, 270) == ["sea@E"]
    sailor = stand("yellow 0,0 sea@S")
    assert discovery.spots(DISCOVERY, lay("D48:0"), sailor, "D50", 0, 1, 180) == ["grass@S", "mountain@E"]
    assert discovery.spots(DISCOVERY, [], [], "D66", 0, 0, 0) == [
        "grass@E",
        "grass@N",
        "mountain@S",
        "mountain@W",
        "sea",
    ]


CUT_OUT = (4, 5)  # figures that float free of the wall are laid here, with no start space beside them
TOWER_8 = "C45:180 C40:180 C28:0 / C41:0 C12:180 C45:180"
TOWER_TIE = "C45:180 C40:180 C28:90 / C41:0 C12:180 C45:180"
TOWER_AT_WALL = lay("C48:270 C04:0", 1, 3)


@pytest.mark.parametrize(
    ("tiles", "followers", "kind", "size", "points"),
    [
        (lay("C14:0 C46:90", 0, 3), "black 0,3 path@W", "path", 2, {"black": 2}),
        (lay("C16:180 C25:0 / . C30:0", 6, 7), "black 6,7 path@E", "path", 4, {"black": 8}),
        (lay(TOWER_8, *CUT_OUT), "white 5,5 tower@SR", "tower", 4, {"white": 8}),
        (lay(TOWER_TIE, *CUT_OUT), "white 5,5 tower@SR; black 5,6 tower", "tower", 4, {"white": 0, "black": 0}),
        (lay("C44:270 C28:0 / C32:180 C15:180", *CUT_OUT), "white 4,6 house@NR", "house", 1, {"white": 1}),
        (lay("C16:0", 1, 11), "black 1,11 path@W", "path", 1, {"black": 1}),
        (TOWER_AT_WALL, "black 1,3 tower@SL", "tower", 2, {"black": 4}),
    ],
)
def test_castle_interim(tiles: list[Json], followers: str, kind: str, size: int, points: dict[str, int]) -> None:
    meeples = stand(followers)
    first = meeples[0]
    region = region_at(castle.regions(CASTLE, castle.WALL, tiles), first["x"], first["y"], first["spot"])
    assert (region["type"], region["tiles"], region["complete"]) == (kind, size, True)
    assert castle.interim(CASTLE, castle.WALL, tiles, meeples) == points


def test_castle_start_space_counts_as_a_tile() -> None:
    path = region_at(castle.regions(CASTLE, castle.WALL, lay("C16:180 C25:0", 6, 7)), 6, 7, "path@E")
    assert path["cells"] == [[6, 7], [7, 7]]
    assert path["start_spaces"] == ["74/75"]
    assert path["tiles"] == 3
    assert path["fountains"] == 1
    assert not path["complete"]
    assert path["open_ports"] == [(7, 7, "S")]


def test_castle_tower_not_closed_by_wall() -> None:
    knight = stand("black 1,3 tower@SL")
    assert castle.interim(CASTLE, castle.WALL, TOWER_AT_WALL, knight, tower_closed_by_wall=False) == {"black": 0}
    # This one ends at the house of start space 6/7, not at the bare wall: closed under either rule.
    tiles, knight = lay("C13:0 / C47:270", 1, 8), stand("white 1,9 tower")
    assert castle.interim(CASTLE, castle.WALL, tiles, knight) == {"white": 2}
    assert castle.interim(CASTLE, castle.WALL, tiles, knight, tower_closed_by_wall=False) == {"white": 2}


COURTS = lay(
    """
    .      .      .      .     C41:0   C13:0   /
    C30:90 C17:90 C25:0   C11:0 C31:0   C47:90 /
    C32:90 C15:90 C16:180 C45:0 C44:180 C02:270
    """,
    1,
    7,
)


def test_castle_courts() -> None:
    merchants = stand("white 2,8 court@WR; black 1,9 court@WL; black 6,7 court; white 4,8 court@ER")
    assert castle.courts(CASTLE, castle.WALL, COURTS, merchants) == {"white": 3, "black": 15}
    assert castle.interim(CASTLE, castle.WALL, COURTS, merchants) == {"white": 0, "black": 0}
    court = region_at(castle.regions(CASTLE, castle.WALL, COURTS), 1, 9, "court@WL")
    assert (court["markets"], court["start_spaces"], court["complete"]) == (5, ["6/7"], False)


def test_castle_largest_empty_area() -> None:
    rows = {1: [6, 7], 3: [4], 4: [6], 5: [6], 7: [5], 8: [3, 4, 5, 6], 9: [3, 4, 5, 6], 10: [5, 6]}
    empty = {(x, y) for y, xs in rows.items() for x in xs}
    cells = sorted(castle.wall_cells(castle.WALL))
    tiles = [{"x": x, "y": y, "tile": "C13", "rotation": 0} for x, y in cells if (x, y) not in empty]
    assert len(cells) == 76
    assert len(tiles) == 60
    assert castle.largest_empty_area(castle.WALL, tiles) == 11
    assert castle.largest_empty_area(castle.WALL, []) == 76


@pytest.mark.parametrize(
    ("picture", "tile", "rotation", "fits"),
    [
        ("C44:90", "C12", 180, True),
        ("C45:90", "C15", 0, True),
        ("C44:90", "C15", 0, False),
    ],
)
def test_castle_legal(picture: str, tile: str, rotation: int, *, fits: bool) -> None:
    x, y = CUT_OUT
    assert ((x + 1, y, rotation) in castle.legal(CASTLE, castle.WALL, lay(picture, x, y), tile)) == fits


def test_castle_first_tile() -> None:
    start_cells = [(1, 9), (3, 0), (3, 5), (3, 11), (6, 0), (7, 7), (8, 2)]
    everywhere = [(x, y, rotation) for x, y in start_cells for rotation in (0, 90, 180, 270)]
    assert castle.legal(CASTLE, castle.WALL, [], "C02") == everywhere
    assert castle.legal(CASTLE, castle.WALL, [], "C14") == everywhere

    # C02 has no path, C14 one from east to west; only start spaces 18/19 (west) and 74/75 (east) show a path.
    without_path = castle.legal(CASTLE, castle.WALL, [], "C02", start_space_path_must_match=True)
    assert without_path == [placement for placement in everywhere if placement[:2] not in [(3, 5), (7, 7)]]
    with_path = castle.legal(CASTLE, castle.WALL, [], "C14", start_space_path_must_match=True)
    assert with_path == [
        (1, 9, 90), (1, 9, 270), (3, 0, 90), (3, 0, 270), (3, 5, 0), (3, 5, 180), (3, 11, 0), (3, 11, 180),
        (6, 0, 0), (6, 0, 180), (7, 7, 0), (7, 7, 180), (8, 2, 90), (8, 2, 270),
    ]  # fmt: skip


def test_castle_spots() -> None:
    x, y = CUT_OUT
    squire = stand(f"white {x},{y} house@ER")
    spots = castle.spots(CASTLE, castle.WALL, lay("C21:180", x, y), squire, "C12", x + 1, y, 90)
    assert [spot.partition("@")[0] for spot in spots] == ["court", "tower"]
    merchant = stand(f"white {x},{y} court@SR")
    spots = castle.spots(CASTLE, castle.WALL, lay("C14:0 C15:0", x, y), merchant, "C29", x + 2, y, 180)
    assert [spot.partition("@")[0] for spot in spots] == ["house"]
