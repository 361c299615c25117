"""What a turn in the Castle scores: in which order, with which wall tiles, and where the keeps go."""

import pytest

import scorer
from scorer.game.building import build
from scorer.problems import CODES
from scorer.referee.questions import VALIDATE
from scorer.rules.castle.scored import legal
from scorer.tiles.cells import cell_key
from tests.boards import lay
from tests.castle_boards import RULES, castle, path

#: The tile on 4,6 closes a house of one tile to its west and one of two to its east; it is part of neither.
TWO_HOUSES = lay("C13:0 C13:0 C32:0 / C32:180 C13:0 C32:90", 3, 5)
LAST = {"x": 4, "y": 6}
SMALL = {"x": 3, "y": 6, "spot": "house"}
LARGE = {"x": 5, "y": 5, "spot": "house"}
WHITE_SMALL, BLACK_SMALL = "white 3,6 house", "black 3,6 house"
WHITE_LARGE, BLACK_LARGE = "white 5,5 house", "black 5,5 house"


def turn(tiles, followers="", **more):
    return scorer.score(castle(tiles, followers, phase="interim", **more))


def refused(tiles, followers="", **more):
    """The problems of a question, as code, pointer and rule."""
    with pytest.raises(scorer.Illegal) as refusal:
        turn(tiles, followers, **more)
    assert all(problem.code in CODES and problem.rule in RULES for problem in refusal.value.problems)
    return [(problem.code, problem.pointer, problem.rule) for problem in refusal.value.problems]


def scored(answer):
    """Who gets what, in order."""
    assert all(line["rule"] in RULES for line in answer["lines"])
    return [(line["type"], line["tiles"], line["points"]) for line in answer["lines"]]


# Keeps


def test_the_first_house_that_a_player_finishes_gets_his_keep():
    answer = turn(TWO_HOUSES, WHITE_LARGE, player="white", last=LAST)
    assert answer["castle"]["keeps"] == {"white": 2}
    [line] = answer["lines"]
    assert line["keep"] == {"player": "white", "from": None, "to": 2, "rule": "keep.set"}
    assert line["text"] == (
        "White scores 2 points for the finished house: 2 tiles. White, whose keep was not set yet, sets it on this "
        "house of 2 tiles."
    )


def test_no_majority_is_needed_to_set_a_keep():
    answer = turn(TWO_HOUSES, BLACK_LARGE, player="white")
    assert answer["castle"]["keeps"] == {"white": 2}
    assert scored(answer) == [("house", 2, {"black": 2})]


def test_a_keep_moves_to_a_larger_house_that_its_owner_finishes_and_scores():
    answer = turn(TWO_HOUSES, WHITE_LARGE, player="white", last=LAST, castle={"keeps": {"white": 1, "black": 1}})
    assert answer["castle"]["keeps"] == {"white": 2, "black": 1}
    [line] = answer["lines"]
    assert line["keep"] == {"player": "white", "from": 1, "to": 2, "rule": "keep.move"}
    assert line["rule"] == "house.complete"
    assert line["text"].endswith("White moves the keep to this larger house of 2 tiles; it stood on one of 1.")


@pytest.mark.parametrize(
    ("followers", "layer", "size"),
    [
        pytest.param(WHITE_LARGE, "white", 2, id="a house that is no larger"),
        pytest.param(BLACK_LARGE, "white", 1, id="no majority"),
        pytest.param("", "white", 1, id="nobody there"),
        pytest.param(WHITE_LARGE, "black", 1, id="finished by the other"),
        pytest.param(WHITE_LARGE, None, 1, id="nobody knows who laid the tile"),
    ],
)
def test_a_keep_stays(followers, layer, size):
    more = {} if layer is None else {"player": layer}
    answer = turn(TWO_HOUSES, followers, last=LAST, castle={"keeps": {"white": size}}, **more)
    assert answer["castle"]["keeps"]["white"] == size
    assert [line for line in answer["lines"] if line.get("keep", {}).get("player") == "white"] == []


def test_a_house_without_followers_counts_only_for_who_laid_the_last_tile():
    assert turn(TWO_HOUSES, player="white", last=LAST)["castle"]["keeps"] == {"white": 1}
    assert turn(TWO_HOUSES, player="white")["castle"]["keeps"] == {}
    assert turn(TWO_HOUSES, last=LAST)["castle"]["keeps"] == {}
    # The house of one tile does not look at 5,6; the house of two lies on it.
    assert turn(TWO_HOUSES, player="white", last={"x": 5, "y": 6})["castle"]["keeps"] == {"white": 2}
    # Nothing is finished by a tile beside which no house ends.
    assert turn(TWO_HOUSES, player="white", last={"x": 3, "y": 5})["castle"]["keeps"] == {"white": 1}
    assert turn(path(2), player="white", last={"x": 1, "y": 3})["castle"]["keeps"] == {}
    assert turn(TWO_HOUSES[:4], player="white", last={"x": 3, "y": 6})["castle"]["keeps"] == {}


def test_the_line_of_a_keep_on_a_house_without_followers():
    answer = turn(TWO_HOUSES, player="white", last=LAST, order=[LARGE])
    [line] = answer["lines"]
    assert line == {
        "feature": "house-2",
        "type": "house",
        "complete": True,
        "tiles": 2,
        "cells": [[5, 5], [5, 6]],
        "points": {"white": 0},
        "followers": {},
        "items": [],
        "rule": "keep.set",
        "because": [],
        "text": (
            "Nobody scores for the finished house: no follower stands on it. White, whose keep was not set yet, sets "
            "it on this house of 2 tiles."
        ),
        "keep": {"player": "white", "from": None, "to": 2, "rule": "keep.set"},
    }
    assert answer["castle"]["track"] == []
    assert answer["returned"] == []


def test_a_house_on_a_start_space_alone_is_nobodys():
    # The house of start space 50/51 looks at the court of the tile.
    assert turn(lay("C13:0", 6, 0), player="white", last={"x": 6, "y": 0})["castle"]["keeps"] == {}


def test_a_start_space_counts_for_the_keep():
    answer = turn(lay("C13:0 C32:90", 5, 0), player="white", last={"x": 5, "y": 0})
    assert answer["castle"]["keeps"] == {"white": 2}
    assert answer["lines"][0]["start_spaces"] == ["50/51"]


@pytest.mark.parametrize(
    ("followers", "layer", "before", "own_completion", "scoring"),
    [
        # The house of one tile, in which nobody stands, comes first by cell.
        (BLACK_LARGE, "white", {}, {"white": 1}, {"black": 2}),
        (WHITE_LARGE, "black", {"white": 1}, {"white": 1, "black": 1}, {"white": 2}),
        (WHITE_LARGE, "white", {"white": 1}, {"white": 2}, {"white": 2}),
        ("", "white", {}, {"white": 1}, {}),
        (WHITE_LARGE, None, {}, {}, {"white": 2}),
        (f"{WHITE_LARGE}; {BLACK_SMALL}", "white", {}, {"white": 2}, {"white": 2, "black": 1}),
        ("white 5,5 house; black 5,6 house", "white", {"white": 1}, {"white": 1}, {"white": 1}),
    ],
)
def test_keep_needs_own_completion(followers, layer, before, own_completion, scoring):
    more = {"last": LAST, "castle": {"keeps": before}}
    if layer is not None:
        more["player"] = layer
    assert turn(TWO_HOUSES, followers, **more)["castle"]["keeps"] == own_completion
    rules = {"keep_needs_own_completion": False}
    assert turn(TWO_HOUSES, followers, rules=rules, **more)["castle"]["keeps"] == scoring


# The order


def test_who_laid_the_tile_scores_first_then_by_cell():
    followers = f"white 0,3 path@W; {BLACK_SMALL}; {WHITE_LARGE}"
    board = [*TWO_HOUSES, *path(3)]
    white, black = [("path", 3, {"white": 3}), ("house", 2, {"white": 2})], [("house", 1, {"black": 1})]
    assert scored(turn(board, followers, player="white")) == [*white, *black]
    assert scored(turn(board, followers, player="black")) == [*black, *white]
    assert scored(turn(board, followers)) == [white[0], *black, white[1]]


def test_a_start_space_is_no_cell_to_sort_by():
    # Start space 18/19 lies west of both paths; it belongs to the southern one.
    answer = turn(lay("C16:180 / C16:0", 3, 4), "white 3,4 path@W; white 3,5 path@W")
    assert scored(answer) == [("path", 1, {"white": 1}), ("path", 2, {"white": 4})]


def test_the_order_that_a_request_gives():
    followers = f"white 0,3 path@W; {BLACK_SMALL}; {WHITE_LARGE}"
    board = [*TWO_HOUSES, *path(3)]
    herald = {"x": 1, "y": 3, "spot": "path"}
    order = [LARGE, herald, SMALL]
    expected = [("house", 2, {"white": 2}), ("path", 3, {"white": 3}), ("house", 1, {"black": 1})]
    assert scored(turn(board, followers, player="white", order=order)) == expected
    # What is not named follows, but never so that the other scores in between.
    assert scored(turn(board, followers, player="white", order=[LARGE])) == expected
    assert scored(turn(board, followers, player="white", order=[LARGE, SMALL])) == expected
    assert scored(turn(board, followers, order=[LARGE, SMALL])) == expected
    assert scored(turn(board, followers, order=[SMALL, LARGE])) == [expected[2], expected[0], expected[1]]


def test_a_house_that_nobody_scores_can_stand_anywhere_in_the_order():
    board = [*TWO_HOUSES, *path(3)]
    followers = f"white 0,3 path@W; {BLACK_LARGE}"
    more = {"player": "white", "last": LAST}
    assert turn(board, followers, **more, order=[SMALL, LARGE])["castle"]["keeps"] == {"white": 1}
    assert turn(board, followers, **more, order=[LARGE, SMALL])["castle"]["keeps"] == {"white": 2}


@pytest.mark.parametrize(
    ("order", "layer", "expected"),
    [
        ([SMALL, LARGE], "white", [("order-forbidden", "/order/1")]),
        ([LARGE, SMALL, {"x": 0, "y": 3, "spot": "path"}], None, [("order-forbidden", "/order/2")]),
        ([LARGE, {"x": 5, "y": 6, "spot": "house@NL"}], "white", [("order-forbidden", "/order/1")]),
        ([{"x": 4, "y": 6, "spot": "court"}], "white", [("not-scored", "/order/0")]),
        ([{"x": 7, "y": 7, "spot": "court"}], "white", [("no-tile-there", "/order/0")]),
        ([{"x": 2, "y": 5, "spot": "path"}], "white", [("no-tile-there", "/order/0")]),
        ([{"x": 4, "y": 6, "spot": "house"}, LARGE], "white", [("spot-unknown", "/order/0/spot")]),
    ],
)
def test_an_order_that_the_rules_forbid(order, layer, expected):
    more = {} if layer is None else {"player": layer}
    followers = f"{BLACK_SMALL}; {WHITE_LARGE}; white 0,3 path@W"
    found = refused([*TWO_HOUSES, *path(3)], followers, order=order, **more)
    assert found == [(code, pointer, "score.order") for code, pointer in expected]


def test_a_house_without_followers_is_in_no_order_unless_the_last_tile_finished_it():
    assert refused(TWO_HOUSES, player="white", order=[SMALL]) == [("not-scored", "/order/0", "score.order")]


def test_the_last_tile_must_be_there():
    assert refused(TWO_HOUSES, last={"x": 6, "y": 6}) == [("no-tile-there", "/last", "follower.last-tile")]
    assert refused(TWO_HOUSES, last={"x": 2, "y": 5}) == [("no-tile-there", "/last", "follower.last-tile")]


def test_who_laid_the_tile_must_play():
    assert refused(TWO_HOUSES, player="grey") == [("player-unknown", "/player", "players.distinct")]


# When the order matters


@pytest.mark.parametrize(
    ("white", "on_wall", "matters"),
    [
        pytest.param(29, None, True, id="32 or 31, then 34"),
        pytest.param(29, [38], False, id="that wall tile is gone"),
        pytest.param(27, None, False, id="30 or 29, both end on 32"),
        pytest.param(0, None, False, id="no tower near"),
    ],
)
def test_the_order_matters_for_wall_tiles(white, on_wall, matters):
    wall_tiles = {} if on_wall is None else {"on_wall": on_wall}
    board = [*TWO_HOUSES, *path(3)]
    answer = turn(
        board, f"white 0,3 path@W; {WHITE_LARGE}", white=white, player="white", castle={"wall_tiles": wall_tiles}
    )
    assert answer["castle"]["order_matters"] is matters


def test_who_laid_the_tile_decides_who_takes_a_wall_tile_that_both_reach():
    board = [*TWO_HOUSES, *path(3)]
    more = {"followers": f"white 0,3 path@W; {BLACK_LARGE}", "white": 9, "black": 10}
    for layer, taken in (("white", [12, None]), ("black", [12, None])):
        answer = turn(board, player=layer, **more)
        assert [step["wall_tile"] for step in answer["castle"]["track"]] == taken
        assert answer["castle"]["track"][0]["player"] == layer
        assert answer["castle"]["order_matters"] is False
    # Without knowing who laid it, either might have it.
    assert turn(board, **more)["castle"]["order_matters"] is True


@pytest.mark.parametrize(
    ("followers", "keeps", "matters"),
    [
        pytest.param("", {}, True, id="nobody in either house"),
        pytest.param(BLACK_LARGE, {}, True, id="the other scores the larger"),
        pytest.param(WHITE_SMALL, {}, True, id="one's own is the smaller"),
        pytest.param(WHITE_LARGE, {}, False, id="one's own is the larger"),
        pytest.param(f"{WHITE_SMALL}; {BLACK_LARGE}", {}, False, id="one's own comes first anyway"),
        pytest.param("", {"white": 1}, False, id="the keep is set"),
    ],
)
def test_the_order_matters_for_the_keep(followers, keeps, matters):
    more = {"player": "white", "last": LAST, "castle": {"keeps": keeps}}
    assert turn(TWO_HOUSES, followers, **more)["castle"]["order_matters"] is matters
    scoring = {"keep_needs_own_completion": False}
    assert turn(TWO_HOUSES, followers, rules=scoring, **more)["castle"]["order_matters"] is False


# Wall tiles 2 and 3

TOWER = lay("C48:270 C04:0", 1, 3)
KNIGHT = "black 1,3 tower@SL"
ON_TOWER = {"x": 1, "y": 3, "spot": "tower"}


def holding(**held):
    return {"wall_tiles": {"held": held}}


def test_wall_tile_2_doubles_a_finished_tower():
    use = [{"player": "black", "wall_tile": 2, **ON_TOWER}]
    answer = turn(TOWER, KNIGHT, player="black", use=use, castle=holding(black=[2]))
    [line] = answer["lines"]
    assert line["points"] == {"black": 8}
    assert line["items"] == [{"what": "tiles", "count": 2, "each": 4, "points": 8}]
    assert (line["rule"], line["wall_tile"]) == ("wall-tile.2", 2)
    assert line["text"] == "Black scores 8 points for the finished tower with wall tile 2: 2 tiles x 4."
    assert answer["castle"]["track"] == [{"player": "black", "from": 0, "to": 8, "wall_tile": None}]


def test_wall_tile_3_doubles_a_finished_house_but_not_the_keep():
    use = [{"player": "white", "wall_tile": 3, **LARGE}]
    answer = turn(TWO_HOUSES, WHITE_LARGE, player="white", use=use, castle=holding(white=[3, 3]))
    [line] = answer["lines"]
    assert (line["points"], line["rule"], line["wall_tile"]) == ({"white": 4}, "wall-tile.3", 3)
    assert line["items"] == [{"what": "tiles", "count": 2, "each": 2, "points": 4}]
    assert answer["castle"]["keeps"] == {"white": 2}


def test_wall_tiles_2_and_3_tell_whose_turn_it_is():
    use = [{"player": "white", "wall_tile": 3, **LARGE}]
    answer = turn(TWO_HOUSES, f"{BLACK_SMALL}; {WHITE_LARGE}", use=use, castle=holding(white=[3]))
    assert answer["castle"]["keeps"] == {"white": 2}
    assert scored(answer) == [("house", 2, {"white": 4}), ("house", 1, {"black": 1})]
    answer = turn(TWO_HOUSES, WHITE_LARGE, use=use, castle=holding(white=[3]), last=LAST, order=[SMALL, LARGE])
    assert [line["keep"]["rule"] for line in answer["lines"]] == ["keep.set", "keep.move"]
    found = refused(
        TWO_HOUSES, f"{BLACK_SMALL}; {WHITE_LARGE}", use=use, castle=holding(white=[3]), order=[SMALL, LARGE]
    )
    assert found == [("order-forbidden", "/order/1", "score.order")]


def test_several_wall_tiles_in_one_turn():
    use = [{"player": "white", "wall_tile": 3, **SMALL}, {"player": "white", "wall_tile": 3, **LARGE}]
    answer = turn(TWO_HOUSES, f"{WHITE_SMALL}; {WHITE_LARGE}", use=use, castle=holding(white=[3, 3]))
    assert answer["players"]["white"]["points"] == 6


USE_BOARD = [*TOWER, *TWO_HOUSES]
USE_FOLLOWERS = f"{KNIGHT}; {WHITE_LARGE}; white 3,5 court"
USE_HELD = {"white": [1, 2, 3, 3, 5, 9], "black": [2]}


@pytest.mark.parametrize(
    ("uses", "more", "expected"),
    [
        pytest.param([("black", 7, ON_TOWER)], {}, ("wall-tile-not-held", "wall-tile.use"), id="not held"),
        pytest.param(
            [("black", 2, ON_TOWER), ("black", 2, ON_TOWER)],
            {},
            ("wall-tile-not-held", "wall-tile.use"),
            id="held only once",
        ),
        pytest.param([("white", 1, {})], {}, ("wall-tile-not-now", "wall-tile.1"), id="another turn is no scoring"),
        pytest.param([("white", 5, ON_TOWER)], {}, ("wall-tile-not-now", "wall-tile.5"), id="only at the end"),
        pytest.param([("white", 9, {})], {}, ("wall-tile-not-now", "wall-tile.9"), id="five points at the end"),
        pytest.param(
            [("white", 3, LARGE)],
            {"player": "black"},
            ("wall-tile-not-now", "wall-tile.use"),
            id="in the turn of the other",
        ),
        pytest.param(
            [("white", 3, LARGE), ("black", 2, ON_TOWER)],
            {},
            ("wall-tile-not-now", "wall-tile.use"),
            id="both in one turn",
        ),
        pytest.param([("white", 2, LARGE)], {}, ("wall-tile-feature", "wall-tile.2"), id="no tower"),
        pytest.param(
            [("white", 3, {"x": 2, "y": 3, "spot": "house"})], {}, ("wall-tile-feature", "wall-tile.3"), id="unfinished"
        ),
        pytest.param([("white", 2, ON_TOWER)], {}, ("wall-tile-majority", "wall-tile.use"), id="the other's tower"),
        pytest.param([("white", 3, SMALL)], {}, ("wall-tile-majority", "wall-tile.use"), id="nobody there"),
        pytest.param(
            [("white", 3, LARGE), ("white", 3, {"x": 5, "y": 6, "spot": "house"})],
            {},
            ("wall-tile-twice", "wall-tile.use"),
            id="doubled once at most",
        ),
        pytest.param(
            [("white", 3, {"x": 7, "y": 7, "spot": "house"})], {}, ("no-tile-there", "wall-tile.use"), id="no tile"
        ),
        pytest.param([("grey", 3, LARGE)], {}, ("player-unknown", "players.distinct"), id="no such player"),
    ],
)
def test_a_wall_tile_that_cannot_be_used(uses, more, expected):
    use = [{"player": player, "wall_tile": wall_tile, **feature} for player, wall_tile, feature in uses]
    [(code, pointer, rule)] = refused(USE_BOARD, USE_FOLLOWERS, use=use, castle=holding(**USE_HELD), **more)
    assert (code, rule) == expected
    assert pointer.removesuffix("/player") == f"/use/{len(uses) - 1}"


def test_what_may_be_used_and_ordered_is_told():
    game = build(VALIDATE.read(castle(USE_BOARD, USE_FOLLOWERS, castle=holding(**USE_HELD))))
    last = cell_key(LAST["x"], LAST["y"])
    white = legal(game, "white", last, now=frozenset({1, 2, 3}))
    large, tower = {**LARGE, "spot": "house@SR"}, {**ON_TOWER, "spot": "tower@ER"}
    assert white["use"] == [{"wall_tile": 1}, {"wall_tile": 3, **large}]
    assert white["order"] == [large, tower, {**SMALL, "spot": "house@NR"}]
    black = legal(game, "black", last, now=frozenset({1, 2, 3}))
    assert black["use"] == [{"wall_tile": 2, **tower}]


def test_a_wall_tile_for_a_feature_must_name_it():
    with pytest.raises(scorer.Malformed) as refusal:
        turn(USE_BOARD, use=[{"player": "white", "wall_tile": 3, "x": 5}], castle=holding(white=[3]))
    assert [(problem.code, problem.pointer) for problem in refusal.value.problems] == [("field-missing", "/use/0")] * 2


def test_all_problems_of_a_question_are_told():
    use = [{"player": "white", "wall_tile": 3, **LARGE}]
    found = refused(TWO_HOUSES, WHITE_LARGE, use=use, order=[SMALL], last={"x": 7, "y": 7})
    assert [code for code, _, _ in found] == ["no-tile-there", "wall-tile-not-held", "not-scored"]


def test_a_wall_tile_changes_where_the_marker_lands():
    use = [{"player": "black", "wall_tile": 2, **ON_TOWER}]
    on_wall = {"wall_tiles": {"on_wall": [12], "held": {"black": [2]}}}
    answer = turn(TOWER, KNIGHT, black=4, use=use, castle=on_wall)
    assert answer["castle"]["track"] == [{"player": "black", "from": 4, "to": 12, "wall_tile": 12}]
