"""The bag: what is left, where it fits, what finishes a feature, and chances that are held against plain counting."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

import scorer
from scorer.referee import answers
from scorer.referee.bag import all_miss
from scorer.rules.variants import RULESETS
from scorer.shapes import Reading
from tests.api.boards import has_shape
from tests.oracle_games import games
from tests.replay_games import played
from tests.test_oracle_expansions import GAMES as EXPANSION_GAMES
from tests.test_oracle_expansions import moves as expansion_moves

Json = dict[str, Any]

LAKE = "R02"
#: The ports at which neighbouring tiles meet.
MEETING = ("NL-SR", "N-S", "NR-SL", "EL-WR", "E-W", "ER-WL")
FACING = {a: b for pair in MEETING for one, other in [pair.split("-")] for a, b in ((one, other), (other, one))}


def groups(left: dict[str, int], position: Json) -> list[list[str]]:
    """The tiles that are left, one by one, in the groups in which they are drawn."""
    tiles = [kind for kind, count in left.items() for _ in range(count)]
    if "river" not in position.get("expansions", ()):
        return [tiles]
    river = [tile for tile in tiles if tile.startswith("R") and tile not in ("R", LAKE)]
    lake = [tile for tile in tiles if tile == LAKE]
    others = [tile for tile in tiles if not tile.startswith("R") or tile == "R"]
    return [group for group in (river, lake, others) if group]


def counted_chance(wanted: set[str], in_groups: list[list[str]], draws: int) -> float:
    """The chance that one of the next draws is wanted, by going through everything that can be drawn."""
    taken = []
    for group in in_groups:
        taken.append(list(combinations(group, min(draws, len(group)))))
        draws -= min(draws, len(group))
    ways = list(product(*taken))
    hits = sum(any(tile in wanted for some in drawn for tile in some) for drawn in ways)
    return float(Fraction(hits, len(ways)))


def check_chances(found: Json, wanted: set[str], in_groups: list[list[str]], draws: int) -> None:
    assert found["next"] == pytest.approx(counted_chance(wanted, in_groups[:1], 1), abs=1e-12)
    assert found["within"] == pytest.approx(counted_chance(wanted, in_groups, draws), abs=1e-12)


def finishes(position: Json, feature: Json, kind: str, cell: tuple[int, int], rotation: int) -> bool:
    """Whether a tile on the only cell that a feature needs finishes it: a lone follower on it tells it afterwards."""
    if not feature["open_ports"]:
        return True
    port = feature["open_ports"][0]
    where, name = (port["x"], port["y"]), port["port"]
    if where not in {(tile["x"], tile["y"]) for tile in position["tiles"]}:
        # Nobody may stand on the start board, but on what the new tile joins to it.
        where, name = cell, FACING[name]
    spot = f"{feature['type']}@{name}"
    follower = {"player": position["players"][0]["name"], "x": where[0], "y": where[1], "spot": spot}
    tile = {"x": cell[0], "y": cell[1], "tile": kind, "rotation": rotation}
    board = {key: position[key] for key in ("variant", "rules", "players", "expansions") if key in position}
    asked = {**board, "tiles": [*position["tiles"], tile], "meeples": [follower], "excerpt": True}
    (found,) = [one for one in scorer.features(asked)["features"] if one["meeples"]]
    return bool(found["complete"])


def check(position: Json, draws: int) -> Json:
    """Everything that the bag says of a board, against the other questions and plain counting."""
    answer: Json = scorer.bag({**position, "draws": draws})
    assert has_shape(answer, answers.BAG)
    left = answer["left"]
    assert answer["total"] == sum(left.values())
    in_groups = groups(left, position)
    fits: dict[tuple[int, int], dict[str, list[int]]] = {}
    for kind in left:
        for place in scorer.placements({**position, "tile": kind})["placements"]:
            fits.setdefault((place["x"], place["y"]), {}).setdefault(kind, []).append(place["rotation"])
    cells = [(hole["x"], hole["y"]) for hole in answer["holes"]]
    assert cells == sorted(cells)
    assert set(fits) <= set(cells)
    for hole, cell in zip(answer["holes"], cells, strict=True):
        expected = fits.get(cell, {})
        assert hole["fits"] == expected
        assert hole["tiles"] == sum(left[kind] for kind in expected)
        assert hole["dead"] is (not expected)
        check_chances(hole, set(expected), in_groups, draws)
    features = {feature["id"]: feature for feature in scorer.features(position)["features"]}
    open_ones = [
        one["id"] for one in features.values() if one["open_ports"] and one["type"] in ("city", "road", "path")
    ]
    assert set(open_ones) <= {feature["id"] for feature in answer["features"]}
    for feature in answer["features"]:
        before = features[feature["id"]]
        assert not before["complete"]
        assert before["type"] == feature["type"]
        holes = [(x, y) for x, y in feature["holes"]]
        # On a cell with nothing around it anything fits that is left.
        assert feature["dead"] is any(not fits.get(cell) if cell in cells else not left for cell in holes)
        assert ("closers" in feature) is (len(holes) == 1)
        if len(holes) == 1:
            closers = {
                kind
                for kind, rotations in fits.get(holes[0], {}).items()
                if any(finishes(position, before, kind, holes[0], turn) for turn in rotations)
            }
            assert feature["closers"] == sum(left[kind] for kind in closers)
            check_chances(feature, closers, in_groups, draws)
    return answer


def position_after(game: Json, moves: list[Json]) -> Json:
    heading = {key: game[key] for key in ("variant", "expansions", "rules", "players") if key in game}
    position: Json = scorer.replay({**heading, "moves": moves})["position"]
    return position


@cache
def late(name: str) -> Json:
    """A board of a game on which few tiles are left, so that everything can be counted."""
    source, _, number = name.rpartition(" ")
    if source in ("base", "wheel"):
        game = list(games(source).values())[int(number)]
        return position_after(game, [turn["move"] for turn in game["turns"]][:-6])
    if source == "expansions":
        whole = [game for game in EXPANSION_GAMES.values() if "draw_limit" not in game]
        game = whole[int(number) % len(whole)]
        return position_after(game, expansion_moves(game)[:-5])
    game = played(name, Random(3), players=2).request()
    short = scorer.bag(position_after(game, game["moves"]))["total"]
    return position_after(game, game["moves"][: max(1, len(game["moves"]) - max(0, 7 - short))])


LATE = [
    *[f"{source} {number}" for source in ("base", "wheel") for number in range(3)],
    *[f"expansions {number}" for number in range(0, 80, 13)],
    *[ruleset.id for ruleset in RULESETS],
]


@pytest.mark.parametrize("name", LATE)
@pytest.mark.no_cover
def test_a_board_with_few_tiles_left(name: str) -> None:
    total = scorer.bag(late(name))["total"]
    check(late(name), draws=2 if total > 12 else 3)


@pytest.mark.parametrize("draws", [1, 3, 6, 7])
def test_the_rivers_tiles_come_first_and_its_lake_last_of_them(draws: int) -> None:
    (game,) = [game for game in EXPANSION_GAMES.values() if game["expansions"] == ["river"]][:1]
    position = position_after(game, expansion_moves(game)[:5])
    left = scorer.bag(position)["left"]
    assert len(groups(left, position)[0]) + len(groups(left, position)[1]) == 6
    check(position, draws)


def test_without_a_tile_left_everything_is_dead() -> None:
    position = late("base 0")
    while (answer := scorer.bag(position))["total"]:
        kind = next(iter(answer["left"]))
        position = {**position, "discarded": [*position["discarded"], kind]}
    assert (answer["left"], answer["draws"]) == ({}, 0)
    assert answer["holes"]
    assert all(hole["dead"] and (hole["next"], hole["within"]) == (0, 0) for hole in answer["holes"])
    assert all(feature["dead"] for feature in answer["features"])


BEGUN = "base/red,blue,green/D@0,0;G@0,-1,90=red.city"


@pytest.mark.parametrize(
    ("fields", "draws"),
    [
        ("", 24),
        ("/player:blue", 24),
        ("/turn:(player:blue)", 24),
        ("/player:blue,turn:(player:blue)", 24),
        ("/player:red,turn:(player:blue)", 23),
        ("/player:green,turn:(player:blue)", 23),
        ("/draws:5,player:red,turn:(player:blue)", 5),
    ],
)
def test_what_is_left_is_shared_by_the_players(fields: str, draws: int) -> None:
    answer = scorer.bag(BEGUN + fields)
    assert (answer["total"], answer["draws"]) == (70, draws)


def test_tiles_that_were_put_away_are_not_left() -> None:
    assert scorer.bag(BEGUN)["left"]["X"] == 1
    assert "X" not in scorer.bag(f"{BEGUN}/discarded:!(X)")["left"]


def test_tiles_before_players_are_drawn_already_but_can_still_come() -> None:
    rules = "discovery(hand_tiles:2)/red{},blue/D48@0,0"
    before = scorer.bag(rules.format(""))
    after = scorer.bag(rules.format("(hand:!(D01,D02))"))
    assert before["total"] - after["total"] == 2
    assert before["left"]["D01"] - after["left"].get("D01", 0) == 1
    # Only the tiles before red are left: no cell where one of them fits is dead.
    left = [kind for kind, count in after["left"].items() for _ in range(count)]
    last = scorer.bag(rules.format("(hand:!(D01,D02))") + f"/discarded:!({','.join(left)})")
    assert last["total"] == 0
    assert not all(hole["dead"] for hole in last["holes"])
    assert all(hole["fits"] == {} and hole["tiles"] == 0 for hole in last["holes"])


def test_a_cut_out_does_not_tell_what_else_is_gone() -> None:
    answer = scorer.bag("base/red,blue/D@0,0/excerpt:!t")
    assert [assumed["code"] for assumed in answer["assumed"]] == ["bag-untold"]
    assert scorer.bag("base//D@0,0/excerpt:!t")["draws"] == 71
    assert scorer.bag("base/red,blue/D@0,0")["assumed"] == []


def test_a_tower_that_the_wall_does_not_close_is_dead() -> None:
    rules = {"tower_closed_by_wall": False}
    game = played("castle", Random(1)).request()
    position = {**position_after(game, game["moves"][:12]), "rules": rules}
    dead = {tuple(feature["holes"][0]) for feature in scorer.bag(position)["features"] if feature["dead"]}
    cells = {(hole["x"], hole["y"]) for hole in scorer.bag(position)["holes"]}
    assert dead - cells


@pytest.mark.parametrize(
    ("where", "chances"),
    [
        # Ten river tiles come first, all of which fit at the spring's mouth; D fits beside it.
        ("in-bag", {"mouth": 10 / 10, "beside": 0}),
        ("removed", {"mouth": 10 / 10, "beside": 0}),
        ("after-river", {"mouth": 10 / 10, "beside": 0}),
        ("with-river", {"mouth": 10 / 11, "beside": 1 / 11}),
    ],
)
def test_where_the_former_start_tile_comes(where: str, chances: Json) -> None:
    line = f"base+river(river_start_tile:{where})/red,blue/R01@0,0/draws:{{}}"
    mouth, beside = (
        next(hole for hole in scorer.bag(line.format(1))["holes"] if (hole["x"], hole["y"]) == cell)
        for cell in ((1, 0), (0, -1))
    )
    assert {"mouth": mouth["next"], "beside": beside["next"]} == pytest.approx(chances)
    # With the river and its lake drawn, the next one is D for sure, or one of all that are left.
    (twelfth,) = [hole for hole in scorer.bag(line.format(12))["holes"] if (hole["x"], hole["y"]) == (0, -1)]
    left = scorer.bag(line.format(1))["left"]
    others = sum(count for kind, count in left.items() if not kind.startswith("R0") and kind != "R10")
    fitting = sum(count for kind, count in left.items() if kind in twelfth["fits"] and not kind.startswith("R0"))
    expected = {"with-river": 1, "after-river": 1}.get(where, fitting / others)
    assert twelfth["within"] == pytest.approx(expected)


def test_of_very_many_tiles_chances_are_still_right() -> None:
    assert float(all_miss(1_001, 3, 5)) == pytest.approx(
        float(Fraction(998 * 997 * 996 * 995 * 994, 1001 * 1000 * 999 * 998 * 997))
    )
    assert float(all_miss(1_000, 3, 5)) == pytest.approx(
        float(Fraction(997 * 996 * 995 * 994 * 993, 1000 * 999 * 998 * 997 * 996))
    )
    assert all_miss(10, 8, 3) == 0


def test_an_unknown_player_is_refused() -> None:
    with pytest.raises(scorer.Illegal, match="There is no player “white”"):
        scorer.bag(f"{BEGUN}/player:white")


def test_chances_have_a_shape() -> None:
    for wrong, code in (("1", "wrong-type"), (True, "wrong-type"), (1.5, "out-of-range")):
        reading = Reading()
        answers.CHANCES["next"].read(wrong, "/next", reading)
        assert [problem.code for problem in reading.problems] == [code]
