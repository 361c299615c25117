"""The end of the game in the Castle: keeps, courts and wall tiles."""

import pytest

import scorer
from scorer.problems import CODES
from tests.boards import lay
from tests.castle_boards import RULES, castle, path

ROWS = (
    "...######", "...######", "#########", "########.", "...#####.", "...#####.",
    "...#####.", ".#######.", ".#######.", ".#######.", ".#######.", ".####....",
)  # fmt: skip
INSIDE = [(x, y) for y, row in enumerate(ROWS) for x, mark in enumerate(row) if mark == "#"]
PRINTED_EMPTY = [
    (6, 1), (7, 1), (4, 3), (6, 4), (6, 5), (5, 7), (3, 8), (4, 8),
    (5, 8), (6, 8), (3, 9), (4, 9), (5, 9), (6, 9), (5, 10), (6, 10),
]  # fmt: skip
LARGEST = [[3, 8], [3, 9], [4, 8], [4, 9], [5, 7], [5, 8], [5, 9], [5, 10], [6, 8], [6, 9], [6, 10]]


def full_but_for(empty):
    return [{"x": x, "y": y, "tile": "C13", "rotation": 0} for x, y in INSIDE if (x, y) not in empty]


PRINTED_BOARD = full_but_for(PRINTED_EMPTY)


def end(tiles, followers="", keeps=None, held=None, **more):
    extras = {"keeps": keeps or {}, "wall_tiles": {"held": held or {}}}
    return scorer.score(castle(tiles, followers, phase="final", castle=extras, **more))


def refused(tiles, followers, held, use):
    with pytest.raises(scorer.Illegal) as refusal:
        end(tiles, followers, held=held, use=use)
    assert all(problem.code in CODES and problem.rule in RULES for problem in refusal.value.problems)
    return [(problem.code, problem.pointer, problem.rule) for problem in refusal.value.problems]


def points(answer):
    return {name: player["points"] for name, player in answer["players"].items()}


def rulings(answer):
    """The rule and the points of each line, in order."""
    assert all(line["rule"] in RULES for line in answer["lines"])
    return [(line["rule"], line["points"]) for line in answer["lines"]]


# Keeps


@pytest.mark.parametrize(
    ("keeps", "held", "scored", "sentence"),
    [
        pytest.param(
            {"white": 6, "black": 5},
            {},
            {"white": 11},
            "White scores 11 points for the larger keep, 6 tiles against 5: the largest empty area has 11 cells.",
            id="the larger keep",
        ),
        pytest.param(
            {"black": 1},
            {},
            {"black": 11},
            "Black scores 11 points for the only keep: the largest empty area has 11 cells.",
            id="a keep that stands alone",
        ),
        pytest.param(
            {"white": 5, "black": 5},
            {},
            {"white": 0, "black": 0},
            "Nobody scores for the keeps: both count 5 tiles, so neither is larger.",
            id="equally large",
        ),
        pytest.param(
            {"white": 5, "black": 6},
            {"white": [8]},
            {"white": 11},
            "White scores 11 points for the larger keep, 7 tiles against 6: the largest empty area has 11 cells.",
            id="wall tile 8: five tiles count as seven",
        ),
        pytest.param(
            {"white": 5, "black": 6},
            {"white": [8], "black": [8]},
            {"black": 11},
            "Black scores 11 points for the larger keep, 8 tiles against 7: the largest empty area has 11 cells.",
            id="wall tile 8 for both",
        ),
        pytest.param(
            {"white": 3, "black": 6},
            {"white": [8, 8]},
            {"white": 11},
            "White scores 11 points for the larger keep, 7 tiles against 6: the largest empty area has 11 cells.",
            id="both wall tiles 8",
        ),
        pytest.param(
            {"black": 1},
            {"white": [8]},
            {"black": 11},
            "Black scores 11 points for the only keep: the largest empty area has 11 cells.",
            id="wall tile 8 without a keep",
        ),
    ],
)
def test_the_larger_keep_scores_the_largest_empty_area(keeps, held, scored, sentence):
    answer = end(PRINTED_BOARD, keeps=keeps, held=held)
    line = answer["lines"][-1]
    assert (line["feature"], line["type"], line["rule"]) == (None, "keep", "keep.final")
    assert line["points"] == scored
    assert line["cells"] == LARGEST
    assert line["items"] == [{"what": "empty-cells", "count": 11, "each": 1, "points": 11}]
    assert line["text"] == sentence
    assert points(answer) == {"white": 0, "black": 0, **scored}
    assert answer["castle"]["keeps"] == keeps


def test_wall_tile_8_has_its_line():
    answer = end(PRINTED_BOARD, keeps={"white": 5}, held={"white": [8], "black": [8]})
    white, black, keep = answer["lines"]
    assert keep["keeps"] == {"white": 7}
    assert (white["type"], white["rule"], white["points"]) == ("wall-tile-8", "wall-tile.8", {"white": 0})
    assert white["text"] == "With wall tile 8 the keep of white counts two tiles more, now 7."
    assert black["text"] == "Wall tile 8 brings black nothing: no keep of black is set."


def test_without_a_keep_nobody_scores_the_empty_area():
    assert end(PRINTED_BOARD)["lines"] == []


@pytest.mark.parametrize(
    ("empty", "cells"),
    [
        ([], []),
        ([(3, 0)], [[3, 0]]),
        pytest.param([(3, 0), (4, 1), (5, 0)], [[3, 0]], id="corners do not join"),
        pytest.param([(3, 0), (3, 1), (5, 0), (5, 1)], [[3, 0], [3, 1]], id="the first of two as large"),
        pytest.param(INSIDE, sorted(map(list, INSIDE)), id="an empty castle"),
    ],
)
def test_the_largest_empty_area(empty, cells):
    answer = end(full_but_for(empty), keeps={"white": 1})
    assert answer["lines"][0]["cells"] == cells
    assert points(answer)["white"] == len(cells)


def test_a_single_empty_cell_is_said_so():
    text = end(full_but_for([(3, 0)]), keeps={"white": 2, "black": 1})["lines"][0]["text"]
    assert text == "White scores 1 point for the larger keep, 2 tiles against 1: the largest empty area has 1 cell."


def test_a_keep_that_the_last_turn_sets_counts():
    house = lay("C13:0 C13:0 C32:0 / C32:180 C13:0 C32:90", 3, 5)
    answer = end(house, "white 5,5 house", keeps={"black": 1}, player="white", last={"x": 4, "y": 6})
    assert rulings(answer) == [("house.complete", {"white": 2}), ("keep.final", {"white": 70})]
    assert answer["castle"]["keeps"] == {"black": 1, "white": 2}


# Unfinished features and courts

#: Three unfinished paths of white, of two, one and three tiles; the last has a fountain on start space 18/19.
PATHS = [*lay("C14:0 C14:0", 0, 3), *lay("C14:0", 1, 7), *lay("C14:0 C14:0", 3, 5)]
HERALDS = "white 0,3 path; white 1,7 path; white 3,5 path"
#: Two unfinished towers, of one and two tiles.
TOWERS = [*lay("C44:0", 3, 7), *lay("C44:180 / C44:0", 5, 8)]


def test_unfinished_features_bring_nothing():
    answer = end([*PATHS, *TOWERS], f"{HERALDS}; black 5,8 tower")
    assert rulings(answer) == [("path.unfinished", {"white": 0})] * 3 + [("tower.unfinished", {"black": 0})]
    assert answer["lines"][0]["text"] == (
        "White scores nothing for the unfinished path: only what is finished counts. This is the path to the east on "
        "0,3."
    )
    assert answer["returned"] == []
    assert answer["castle"]["track"] == []


def test_wall_tile_4_counts_the_longest_unfinished_path():
    answer = end(PATHS, HERALDS, held={"white": [4]})
    assert points(answer) == {"white": 3, "black": 0}
    assert rulings(answer) == [("path.unfinished", {"white": 0})] * 2 + [("wall-tile.4", {"white": 3})]
    line = answer["lines"][-1]
    assert (line["feature"], line["type"], line["wall_tile"]) == ("path-3", "path", 4)
    assert line["start_spaces"] == ["18/19"]
    assert line["text"] == "White scores 3 points for the unfinished path with wall tile 4: 3 tiles."


@pytest.mark.parametrize(("fountain", "expected"), [(False, 3), (True, 6)])
def test_wall_tile_4_fountain(fountain, expected):
    rules = {"wall_tile_4_fountain": fountain}
    assert points(end(PATHS, HERALDS, held={"white": [4]}, rules=rules))["white"] == expected
    # Without a fountain it makes no difference.
    assert points(end(PATHS[:2], "white 0,3 path", held={"white": [4]}, rules=rules))["white"] == 2
    printed = lay("C16:180 C25:0", 6, 7)
    assert points(end(printed, "black 6,7 path@E", held={"black": [4]}, rules=rules))["black"] == expected


def test_two_wall_tiles_of_a_kind_take_two_features():
    answer = end(PATHS, HERALDS, held={"white": [4, 4]})
    assert rulings(answer)[1:] == [("wall-tile.4", {"white": 2}), ("wall-tile.4", {"white": 3})]


def test_a_request_says_for_which_feature_a_wall_tile_is_used():
    use = [{"player": "white", "wall_tile": 4, "x": 1, "y": 7, "spot": "path"}]
    answer = end(PATHS, HERALDS, held={"white": [4]}, use=use)
    assert rulings(answer)[2:] == [("wall-tile.4", {"white": 1})]
    # The other one still takes the best of what is left.
    answer = end(PATHS, HERALDS, held={"white": [4, 4]}, use=use)
    assert rulings(answer)[1:] == [("wall-tile.4", {"white": 1}), ("wall-tile.4", {"white": 3})]


def test_wall_tile_5_counts_an_unfinished_tower():
    answer = end(TOWERS, "white 3,7 tower; white 5,8 tower@SL", held={"white": [5]})
    assert rulings(answer) == [("tower.unfinished", {"white": 0}), ("wall-tile.5", {"white": 4})]
    assert answer["lines"][-1]["items"] == [{"what": "tiles", "count": 2, "each": 2, "points": 4}]


def test_wall_tile_6_counts_an_unfinished_house():
    answer = end(lay("C28:0 C28:0", 5, 8), "black 5,8 house", held={"black": [6]})
    assert rulings(answer) == [("wall-tile.6", {"black": 2})]


COURTS = lay(
    """
    .      .      .       .     C41:0   C13:0
    C30:90 C17:90 C25:0   C11:0 C31:0   C47:90
    C32:90 C15:90 C16:180 C45:0 C44:180 C02:270
    """,
    1,
    7,
)
MERCHANTS = "white 2,8 court@WR; black 1,9 court@WL; black 6,7 court; white 4,8 court@ER"


def test_wall_tile_7_counts_four_points_a_market():
    answer = end(COURTS, MERCHANTS, held={"black": [7]})
    assert points(answer) == {"white": 3, "black": 20}
    assert rulings(answer) == [("wall-tile.7", {"white": 0, "black": 20}), ("court.final", {"white": 3})]
    assert answer["lines"][0]["items"] == [{"what": "markets", "count": 5, "each": 4, "points": 20}]


def test_a_court_with_equally_many_merchants():
    answer = end(COURTS, "black 1,9 court@WL; white 4,8 court@ER", held={"black": [7]})
    court, idle = answer["lines"]
    assert (court["rule"], court["points"]) == ("court.final", {"white": 0, "black": 0})
    assert court["text"] == "Nobody scores for the court: white and black have equally many there, 1 merchant each."
    assert (idle["feature"], idle["type"], idle["rule"]) == (None, "wall-tile-7", "wall-tile.7")
    assert idle["points"] == {"black": 0}
    assert idle["text"] == (
        "Wall tile 7 brings black nothing: it needs a court on which black has more followers than the opponent."
    )


def test_wall_tile_9_is_five_points():
    assert rulings(end([], held={"white": [9, 9]})) == [("wall-tile.9", {"white": 5})] * 2
    answer = end([], held={"white": [9], "black": [9]})
    assert rulings(answer) == [("wall-tile.9", {"white": 5}), ("wall-tile.9", {"black": 5})]
    line = answer["lines"][0]
    assert (line["feature"], line["type"], line["wall_tile"]) == (None, "wall-tile-9", 9)
    assert line["items"] == [{"what": "wall-tiles", "count": 1, "each": 5, "points": 5}]
    assert line["text"] == "White scores 5 points for wall tile 9."


@pytest.mark.parametrize(
    ("player", "wall_tile", "feature", "expected"),
    [
        ("white", 4, (3, 7, "tower"), ("wall-tile-feature", "wall-tile.4")),
        ("white", 7, (0, 3, "path"), ("wall-tile-feature", "wall-tile.7")),
        ("white", 5, (5, 8, "tower@SL"), ("wall-tile-majority", "wall-tile.use")),
        ("white", 6, (0, 3, "path"), ("wall-tile-not-held", "wall-tile.use")),
        ("white", 1, (0, 3, "path"), ("wall-tile-not-now", "wall-tile.1")),
        ("white", 2, (3, 7, "tower"), ("wall-tile-feature", "wall-tile.2")),
        ("black", 2, (3, 7, "tower"), ("wall-tile-not-held", "wall-tile.use")),
    ],
)
def test_what_cannot_be_used_at_the_end(player, wall_tile, feature, expected):
    x, y, spot = feature
    use = [{"player": player, "wall_tile": wall_tile, "x": x, "y": y, "spot": spot}]
    followers = f"{HERALDS}; white 3,7 tower; black 5,8 tower"
    [(code, pointer, rule)] = refused([*PATHS, *TOWERS], followers, {"white": [1, 2, 4, 5, 7]}, use)
    assert ((code, rule), pointer) == (expected, "/use/0")


def test_one_feature_is_counted_by_one_wall_tile():
    use = [{"player": "white", "wall_tile": 4, "x": 0, "y": 3, "spot": "path"}] * 2
    assert refused(PATHS, HERALDS, {"white": [4, 4]}, use) == [("wall-tile-twice", "/use/1", "wall-tile.use")]


def test_wall_tiles_8_and_9_count_whether_named_or_not():
    use = [{"player": "white", "wall_tile": 8}, {"player": "white", "wall_tile": 9}]
    held = {"white": [8, 9]}
    assert end([], keeps={"white": 5}, held=held, use=use) == end([], keeps={"white": 5}, held=held)
    assert refused([], "", {}, use[1:]) == [("wall-tile-not-held", "/use/0", "wall-tile.use")]


def test_the_last_turn_can_use_wall_tiles_2_and_3():
    use = [{"player": "black", "wall_tile": 2, "x": 1, "y": 3, "spot": "tower"}]
    answer = end(lay("C48:270 C04:0", 1, 3), "black 1,3 tower@SL", held={"black": [2]}, use=use)
    assert rulings(answer) == [("wall-tile.2", {"black": 8})]


# Everything in order


def test_the_last_turn_comes_first_and_the_wall_is_cleared_before_the_rest():
    tiles = [*path(2), *lay("C13:0", 1, 9), *lay("C28:0", 5, 8)]
    followers = "white 0,3 path@W; white 1,9 court; black 5,8 house"
    answer = end(tiles, followers, keeps={"black": 4}, white=10, black=16)
    assert rulings(answer) == [
        ("path.complete", {"white": 2}),
        ("house.unfinished", {"black": 0}),
        ("keep.final", {"black": 72}),
        ("court.final", {"white": 6}),
    ]
    # 12 and 88 are corner towers, but only the turn's own scoring takes a wall tile.
    assert answer["castle"]["track"] == [
        {"player": "white", "from": 10, "to": 12, "wall_tile": 12},
        {"player": "black", "from": 16, "to": 88, "wall_tile": None},
        {"player": "white", "from": 12, "to": 18, "wall_tile": None},
    ]
    assert answer["castle"]["order_matters"] is False
    assert answer["players"]["white"] == {"before": 10, "points": 8, "after": 18}


def test_a_cut_out_needs_no_players():
    position = {**castle(path(2)), "players": [], "phase": "final"}
    answer = scorer.score(position)
    assert answer["players"] == {}
    assert answer["castle"] == {"keeps": {}, "track": [], "order_matters": False}


def test_claims():
    answer = end(COURTS, MERCHANTS, claim={"black": 14})
    assert answer["claims"] == [{"player": "black", "claimed": 14, "actual": 15, "difference": -1, "agrees": False}]
