"""The Castle: the rulebook's examples, features, placements, and what makes a position impossible."""

import pytest

import scorer
from scorer.problems import CODES
from scorer.rules.variants import find_ruleset
from tests.boards import lay, stand
from tests.castle_boards import RULES, castle, path

#: Figures that float free of the wall lie here; every side that matters looks at a tile.
FREE = (4, 5)
TOWER_8 = lay("C45:180 C40:180 C28:0 / C41:0 C12:180 C45:180", *FREE)
TOWER_TIE = lay("C45:180 C40:180 C28:90 / C41:0 C12:180 C45:180", *FREE)
TOWER_AT_WALL = lay("C48:270 C04:0", 1, 3)
FOUNTAIN = lay("C16:180 C25:0 / . C30:0", 6, 7)
COURTS = lay(
    """
    .      .      .       .     C41:0   C13:0
    C30:90 C17:90 C25:0   C11:0 C31:0   C47:90
    C32:90 C15:90 C16:180 C45:0 C44:180 C02:270
    """,
    1,
    7,
)


def points(answer):
    return {name: player["points"] for name, player in answer["players"].items()}


def feature_at(position, x, y, spot):
    """The feature on which a follower would stand there."""
    standing = {**position, "meeples": stand(f"white {x},{y} {spot}")}
    [feature] = [feature for feature in scorer.features(standing)["features"] if feature["meeples"]]
    return feature


def codes(position):
    """The problems of a position, as code, pointer and rule."""
    answer = scorer.validate(position)
    assert answer["valid"] == (not answer["problems"])
    assert all(problem["code"] in CODES and problem["rule"] in RULES for problem in answer["problems"])
    return [(problem["code"], problem["pointer"], problem["rule"]) for problem in answer["problems"]]


def game(tiles, followers="", **more):
    """A whole position, not a cut-out."""
    return {**castle(tiles, followers, **more), "excerpt": False}


# Printed scorings


@pytest.mark.parametrize(
    ("tiles", "followers", "tiles_counted", "rule", "expected", "sentence"),
    [
        pytest.param(
            lay("C14:0 C46:90", 0, 3),
            "black 0,3 path@W",
            2,
            "path.complete",
            {"black": 2},
            "Black scores 2 points for the finished path: 2 tiles.",
            id="from the wall to a square",
        ),
        pytest.param(
            FOUNTAIN,
            "black 6,7 path@E",
            4,
            "path.fountain",
            {"black": 8},
            (
                "Black scores 8 points for the finished path with a fountain: 4 tiles x 2. The fountain beside it "
                "makes each tile count 2, not 1. The start space 74/75 counts as one of its tiles."
            ),
            id="with a fountain, start space 74/75 counts",
        ),
        pytest.param(
            TOWER_8,
            "white 5,5 tower@SR",
            4,
            "tower.complete",
            {"white": 8},
            "White scores 8 points for the finished tower: 4 tiles x 2.",
            id="a tower over half edges",
        ),
        pytest.param(
            TOWER_TIE,
            "white 5,5 tower@SR; black 4,6 tower@NR",
            4,
            "tower.complete",
            {"white": 0, "black": 0},
            "Nobody scores for the finished tower: white and black have equally many there, 1 knight each.",
            id="neither scores for the tower",
        ),
        pytest.param(
            lay("C44:270 C28:0 / C32:180 C15:180", *FREE),
            "white 4,6 house@NR",
            1,
            "house.complete",
            {"white": 1},
            (
                "White scores 1 point for the finished house: 1 tile. No keep is set or moved: it is not told "
                "who laid the tile that finished this house."
            ),
            id="houses do not join at corners",
        ),
        pytest.param(
            lay("C16:0", 1, 11),
            "black 1,11 path@W",
            1,
            "path.complete",
            {"black": 1},
            "Black scores 1 point for the finished path: 1 tile.",
            id="fast points: from the wall to a square on one tile",
        ),
        pytest.param(
            TOWER_AT_WALL,
            "black 1,3 tower@SL",
            2,
            "tower.complete",
            {"black": 4},
            "Black scores 4 points for the finished tower: 2 tiles x 2.",
            id="fast points: the wall closes the tower",
        ),
    ],
)
def test_printed_scorings(tiles, followers, tiles_counted, rule, expected, sentence):
    answer = scorer.score(castle(tiles, followers, phase="interim"))
    assert points(answer) == {"white": 0, "black": 0, **expected}
    [line] = answer["lines"]
    assert line["complete"] is True
    assert (line["tiles"], line["rule"], line["points"], line["text"]) == (tiles_counted, rule, expected, sentence)
    assert len(line["cells"]) + len(line.get("start_spaces", ())) == tiles_counted
    assert len(answer["returned"]) == len(expected)


def test_the_printed_courts():
    position = castle(
        COURTS, "white 2,8 court@WR; black 1,9 court@WL; black 6,7 court; white 4,8 court@ER", phase="final"
    )
    answer = scorer.score(position)
    assert points(answer) == {"white": 3, "black": 15}
    assert answer["returned"] == []
    large, small = answer["lines"]
    assert small["points"] == {"white": 3}
    assert small["items"] == [{"what": "markets", "count": 1, "each": 3, "points": 3}]
    assert large["points"] == {"white": 0, "black": 15}
    assert large["start_spaces"] == ["6/7"]
    assert {line["rule"] for line in answer["lines"]} == {"court.final"}
    assert large["text"] == (
        "Black scores 15 points for the court: 5 markets x 3. White gets nothing: 1 merchant against 2."
    )
    assert scorer.score({**position, "phase": "interim"})["lines"] == []


# Features


def test_a_feature_names_its_start_spaces_and_fountains():
    path_there = feature_at(castle(FOUNTAIN[:2]), 6, 7, "path@E")
    assert path_there == {
        "id": "path-3",
        "type": "path",
        "complete": False,
        "tiles": 3,
        "cells": [[6, 7], [7, 7]],
        "open_ports": [{"x": 7, "y": 7, "port": "S"}],
        "counts": {"fountains": 1},
        "meeples": stand("white 6,7 path@E"),
        "majority": ["white"],
        "points": 0,
        "touches": [],
        "start_spaces": ["74/75"],
    }


def test_what_lies_only_on_a_start_space_is_left_out():
    assert scorer.features(game([]))["features"] == []


def test_a_court_shows_its_markets_and_is_never_complete():
    court = feature_at(castle(COURTS), 1, 9, "court@WL")
    assert (court["type"], court["complete"], court["counts"], court["points"]) == ("court", False, {"markets": 5}, 15)


def test_a_tower_or_house_counts_nothing_but_tiles():
    assert feature_at(castle(TOWER_8), 5, 5, "tower@SR")["counts"] == {}


def test_equally_many_followers_are_no_majority():
    features = scorer.features(castle(TOWER_TIE, "white 5,5 tower@SR; black 4,6 tower@NR"))["features"]
    [tower] = [feature for feature in features if feature["meeples"]]
    assert tower["majority"] == []


def test_a_ring_and_a_branching_path_are_finished():
    ring = castle(lay("C40:0 C40:90 / C40:270 C40:180", *FREE))
    assert feature_at(ring, 4, 5, "path")["complete"]
    branches = lay(". C16:0 . / C16:0 C01:0 C16:0 / . C16:180 .", *FREE)
    cross = feature_at(castle(branches), 5, 6, "path")
    assert (cross["complete"], cross["tiles"], cross["points"]) == (True, 5, 10)
    cross = feature_at(castle(branches[:-1]), 5, 6, "path")
    assert (cross["complete"], cross["tiles"], cross["points"]) == (False, 4, 0)


# The switches of completion


@pytest.mark.parametrize(("closed", "expected"), [(True, 4), (False, 0)])
def test_tower_closed_by_wall(closed, expected):
    rules = {"tower_closed_by_wall": closed}
    position = castle(TOWER_AT_WALL, "black 1,3 tower@SL", rules=rules)
    assert points(scorer.score({**position, "phase": "interim"}))["black"] == expected
    tower = feature_at(position, 1, 3, "tower@SL")
    assert tower["complete"] is closed
    assert bool(tower["open_ports"]) is not closed


@pytest.mark.parametrize("closed", [True, False])
def test_a_start_space_that_shows_something_else_closes_a_tower_anyway(closed):
    # The tower ends at the house of start space 6/7, not at the bare wall.
    position = castle(lay("C13:0 / C47:270", 1, 8), "white 1,9 tower", rules={"tower_closed_by_wall": closed})
    assert points(scorer.score({**position, "phase": "interim"})) == {"white": 2, "black": 0}


@pytest.mark.parametrize("closed", [True, False])
def test_the_wall_closes_paths_and_houses_always(closed):
    rules = {"tower_closed_by_wall": closed}
    assert feature_at(castle(path(2), rules=rules), 0, 3, "path")["complete"]
    # A house at the west wall, with a court beside it.
    assert feature_at(castle(lay("C28:90 C13:0", 1, 8), rules=rules), 1, 8, "house")["complete"] is False
    closed_house = lay("C13:0 . / C28:90 C13:0 / C13:0 .", 0, 1)
    position = castle([tile for tile in closed_house if tile["y"] > 1], rules=rules)
    assert feature_at(position, 0, 2, "house")["complete"]


# Placements


def test_the_first_tile_goes_to_a_start_space():
    cells = [(1, 9), (3, 0), (3, 5), (3, 11), (6, 0), (7, 7), (8, 2)]
    offered = scorer.placements(game([], tile="C02"))["placements"]
    assert [(one["x"], one["y"], one["rotation"]) for one in offered] == [
        (x, y, rotation) for x, y in cells for rotation in (0, 90, 180, 270)
    ]
    assert codes(game(lay("C02:0", 6, 0))) == []
    assert codes(game(lay("C02:0", 5, 0))) == [("not-connected", "/tiles/0", "placement.start")]


@pytest.mark.parametrize(
    ("west", "east", "legal"),
    [("C44:90", "C12:180", True), ("C45:90", "C15:0", True), ("C44:90", "C15:0", False)],
)
def test_only_paths_must_be_continued(west, east, legal):
    expected = [] if legal else [("edge-mismatch", "/tiles/1", "placement.path")]
    assert codes(castle(lay(f"{west} {east}", *FREE))) == expected
    tile, rotation = east.split(":")
    offered = scorer.placements(castle(lay(west, *FREE), tile=tile))["placements"]
    assert ((5, 5, int(rotation)) in [(one["x"], one["y"], one["rotation"]) for one in offered]) is legal


@pytest.mark.parametrize(
    ("board", "followers", "tile", "cell", "spots"),
    [
        # "knight" and "merchant" are allowed beside the white squire, another "squire" is not
        ("C21:180", "white 4,5 house@ER", ("C12", 90), (5, 5), ["court@NR", "tower@NL"]),
        # far away in the same court stands a white merchant
        ("C14:0 C15:0", "white 4,5 court@SR", ("C29", 180), (6, 5), ["house@NL"]),
    ],
)
def test_a_follower_goes_only_where_none_stands(board, followers, tile, cell, spots):
    kind, rotation = tile
    offered = scorer.placements(castle(lay(board, *FREE), followers, tile=kind))["placements"]
    [there] = [one for one in offered if (one["x"], one["y"], one["rotation"]) == (*cell, rotation)]
    assert there["spots"] == spots


def test_without_followers_left_there_are_no_spots():
    followers = "; ".join(f"white {x},3 court@N" for x in range(6)).replace("@N", "@NL")
    board = castle(lay(" ".join(["C13:0"] * 6), 0, 3), followers, tile="C02", player="white")
    assert {tuple(one["spots"]) for one in scorer.placements(board)["placements"]} == {()}
    assert any(one["spots"] for one in scorer.placements({**board, "player": "black"})["placements"])


START_SPACE_PATHS = [
    # C02 has no path: only where the start space has none either.
    ("C02", "7,7", 0, False),
    ("C02", "6,0", 0, True),
    # C14 has one from east to west; start space 74/75 has one, 62/63 has none.
    ("C14", "7,7", 0, True),
    ("C14", "7,7", 90, False),
    ("C14", "8,2", 0, False),
    ("C14", "8,2", 90, True),
]


@pytest.mark.parametrize(("tile", "cell", "rotation", "matches"), START_SPACE_PATHS)
@pytest.mark.parametrize("must_match", [True, False])
def test_start_space_path_must_match(tile, cell, rotation, matches, must_match):
    x, y = map(int, cell.split(","))
    rules = {"start_space_path_must_match": must_match}
    legal = matches or not must_match
    expected = [] if legal else [("edge-mismatch", "/tiles/0", "placement.path")]
    assert codes(game([{"x": x, "y": y, "tile": tile, "rotation": rotation}], rules=rules)) == expected
    offered = scorer.placements(game([], tile=tile, rules=rules))["placements"]
    assert ((x, y, rotation) in [(one["x"], one["y"], one["rotation"]) for one in offered]) is legal


# Impossible positions


@pytest.mark.parametrize(
    "cell",
    [pytest.param((2, 1), id="a notch"), pytest.param((9, 9), id="far out"), pytest.param((0, 9), id="a start space")],
)
def test_outside_the_wall(cell):
    x, y = cell
    found = codes(castle([*lay("C02:0", 6, 0), {"x": x, "y": y, "tile": "C13", "rotation": 0}]))
    assert found == [("outside-wall", "/tiles/1", "placement.wall")]


def test_a_cell_holds_one_tile():
    assert codes(castle(lay("C02:0", 6, 0) * 2)) == [("cell-occupied", "/tiles/1", "placement.cell")]


def test_no_follower_stands_on_a_start_space():
    found = codes(castle(lay("C28:0", 1, 9), "white 0,9 house"))
    assert found == [("spot-forbidden", "/meeples/0", "follower.last-tile")]


@pytest.mark.parametrize("players", [["white"], ["white", "black", "grey"]])
def test_exactly_two_players(players):
    position = {**game([]), "players": [{"name": name} for name in players]}
    assert codes(position) == [("player-count", "/players", "players.count")]


def test_names_of_players_are_free():
    position = {**game(path(1)[:0]), "players": [{"name": "Anna"}, {"name": "Bram"}]}
    assert codes(position) == []


def test_six_followers_each():
    tiles = lay(" ".join(["C13:0"] * 7), 1, 9)
    six = "; ".join(f"white {x},9 court" for x in range(1, 7))
    position = {**game(tiles, six), "tileset": {"kinds": [thirteen_courts()]}}
    too_many = ("too-many-followers", "/players/0", "follower.supply")
    assert too_many not in codes(position)
    assert too_many in codes({**position, "meeples": stand(f"{six}; white 7,9 court")})


def thirteen_courts():
    """A kind of which there are as many as the test wants."""
    kind = find_ruleset("castle").tile_set(DEFAULTS).kinds["C13"]
    return {**find_ruleset("castle").landscape.kind_json(kind), "count": 13}


DEFAULTS = find_ruleset("castle").default_rules()


@pytest.mark.parametrize("position", [game, castle])
def test_a_keep_can_be_as_large_as_the_castle(position):
    # 76 cells, and the three start spaces that show a house.
    too_large = ("keep-too-large", "/castle/keeps/white", "keep.set")
    assert too_large not in codes(position([], castle={"keeps": {"white": 79, "black": 5}}))
    assert too_large in codes(position([], castle={"keeps": {"white": 80}}))


def test_keeps_and_wall_tiles_belong_to_players():
    extras = {"keeps": {"grey": 1}, "wall_tiles": {"held": {"a/b": [1]}}}
    assert codes(castle([], castle=extras)) == [
        ("player-unknown", "/castle/keeps/grey", "players.distinct"),
        ("player-unknown", "/castle/wall_tiles/held/a~1b", "players.distinct"),
    ]


@pytest.mark.parametrize(
    ("wall_tiles", "expected"),
    [
        ({"on_wall": [12, 90]}, []),
        ({"on_wall": [12, 0, 13]}, ["tower-unknown /on_wall/1", "tower-unknown /on_wall/2"]),
        ({"on_wall": [12, 16, 12]}, ["tower-twice /on_wall/2"]),
        ({"held": {"white": [4, 4], "black": [5]}}, []),
        ({"held": {"white": [4, 4], "black": [4, 5]}}, ["too-many-wall-tiles /held"]),
        ({"held": {"white": [1, 2, 3, 4, 5, 6, 7], "black": [1, 2, 3, 4, 5, 6]}}, []),
        ({"held": {"white": [1, 2, 3, 4, 5, 6, 7], "black": [1, 2, 3, 4, 5, 6, 7]}}, ["too-many-wall-tiles "]),
        (
            {"on_wall": [12, 16, 20, 26, 32, 38, 42, 56, 64, 66, 82, 88, 90], "held": {"white": [9]}},
            ["too-many-wall-tiles "],
        ),
        ({"on_wall": [12, 16, 20, 26, 32, 38, 42, 56, 64, 66, 82, 88], "held": {"white": [9]}}, []),
    ],
)
def test_two_wall_tiles_of_a_kind_and_thirteen_in_all(wall_tiles, expected):
    found = codes(game([], castle={"wall_tiles": wall_tiles}))
    assert [f"{code} {pointer.removeprefix('/castle/wall_tiles')}" for code, pointer, _ in found] == expected
    assert {rule for _, _, rule in found} <= {"wall-tiles.count"}


@pytest.mark.parametrize(
    ("extras", "code", "pointer"),
    [
        ({"keeps": {"white": 0}}, "out-of-range", "/castle/keeps/white"),
        ({"keeps": {"white": "5"}}, "wrong-type", "/castle/keeps/white"),
        ({"wall_tiles": {"held": {"white": [10]}}}, "out-of-range", "/castle/wall_tiles/held/white/0"),
        ({"wall_tiles": {"on_wall": [100]}}, "out-of-range", "/castle/wall_tiles/on_wall/0"),
        ({"towers": []}, "field-unknown", "/castle/towers"),
    ],
)
def test_what_is_no_castle_at_all(extras, code, pointer):
    with pytest.raises(scorer.Malformed) as refusal:
        scorer.validate(castle([], castle=extras))
    assert [(problem.code, problem.pointer) for problem in refusal.value.problems] == [(code, pointer)]


# The variant


@pytest.mark.parametrize("name", ["castle", "de-burcht", "Die-Burg"])
def test_the_castle_is_found_by_its_aliases(name):
    assert find_ruleset(name).id == "castle"


def test_every_rule_value_can_be_overridden_and_nothing_else():
    assert DEFAULTS == {
        "tower_closed_by_wall": True,
        "wall_tile_4_fountain": False,
        "keep_needs_own_completion": True,
        "start_space_path_must_match": False,
    }
    assert {value.rule for value in find_ruleset("castle").values} <= RULES
    with pytest.raises(scorer.Malformed) as refusal:
        scorer.validate(castle([], rules={"keep_needs_own_completion": 1, "towers": True}))
    assert [problem.code for problem in refusal.value.problems] == ["rule-value", "rule-unknown"]


def test_sixty_tiles():
    assert find_ruleset("castle").tile_set(DEFAULTS).size == 60
