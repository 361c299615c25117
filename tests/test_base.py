"""The base game's rulings as a person reads them: sentences, items, farm rules, features."""

import pytest

import scorer

RED_BLUE = [{"name": "red", "score": 0}, {"name": "blue", "score": 0}]


def board(cells, followers=(), **more):
    """A cut-out: cells as ``"E@0,0,90"``, followers as ``"red 0,0 city@N"``."""
    tiles, meeples = [], []
    for cell in cells.split():
        kind, _, place = cell.partition("@")
        x, y, rotation = (int(number) for number in (place + ",0").split(",")[:3])
        tiles.append({"x": x, "y": y, "tile": kind, "rotation": rotation})
    for follower in followers:
        player, place, spot = follower.split()
        x, y = map(int, place.split(","))
        meeples.append({"player": player, "x": x, "y": y, "spot": spot})
    return {"variant": "base", "players": RED_BLUE, "tiles": tiles, "meeples": meeples, "excerpt": True, **more}


def texts(asked, phase="final", language="en"):
    return [line["text"] for line in scorer.score({**asked, "phase": phase}, language)["lines"]]


TWO_FIELDS = "E@0,0,90 E@1,0,270 V@2,0,180"


def test_sentences_for_one_and_many():
    assert texts(board("U@0,0", ["red 0,0 road"])) == ["Red scores 1 point for the unfinished road: 1 tile."]
    assert texts(board("E@0,0,90 E@1,0,270", ["red 0,0 city"]), "interim") == [
        "Red scores 4 points for the finished city: 2 tiles x 2."
    ]
    assert texts(board("F@0,0", ["red 0,0 city"])) == [
        "Red scores 2 points for the unfinished city: 1 tile + 1 pennant."
    ]
    assert texts(board("B@0,0", ["red 0,0 cloister"])) == ["Red scores 1 point for the unfinished cloister: 1 tile."]


def test_a_tie_gives_everybody_the_full_points():
    asked = board("G@0,0 G@1,0", ["red 0,0 city", "blue 1,0 city"])
    assert texts(asked) == [
        (
            "Red and blue score 2 points each for the unfinished city: 2 tiles. They have equally many "
            "there: 1 knight each."
        )
    ]
    answer = scorer.score({**asked, "phase": "final"})
    assert answer["lines"][0]["points"] == {"red": 2, "blue": 2}


def test_who_has_fewer_followers_gets_nothing():
    asked = board("G@0,0 G@1,0 G@2,0", ["red 0,0 city", "blue 1,0 city", "red 2,0 city"])
    assert texts(asked) == [
        "Red scores 3 points for the unfinished city: 3 tiles. Blue gets nothing: 1 knight against 2."
    ]
    line = scorer.score({**asked, "phase": "final"})["lines"][0]
    assert line["points"] == {"red": 3, "blue": 0}
    assert line["followers"] == {"red": 2, "blue": 1}


def test_a_ring_of_road_is_finished():
    asked = board("V@0,0,270 V@1,0,0 V@0,1,180 V@1,1,90", ["red 0,0 road"])
    answer = scorer.score({**asked, "phase": "interim"})
    assert answer["lines"][0]["rule"] == "road.complete"
    assert answer["players"]["red"]["points"] == 4
    assert answer["returned"] == [{"player": "red", "x": 0, "y": 0, "spot": "road@E"}]


def test_a_field_beside_no_finished_city_shows_with_nothing():
    asked = board("U@0,0", ["red 0,0 field@N"])
    line = scorer.score({**asked, "phase": "final"})["lines"][0]
    assert (line["points"], line["rule"], line["text"]) == (
        {"red": 0},
        "field.per-field-3",
        "Red scores nothing for the field: no finished city touches it.",
    )
    assert scorer.score({**asked, "phase": "interim"})["lines"] == []


@pytest.mark.parametrize(
    ("farm_scoring", "points", "sentences"),
    [
        (
            "per-field-3",
            {"red": 6, "blue": 0},
            [
                "Red scores 3 points for the field: 1 finished city x 3. This is the field to the north on 0,0.",
                "Red scores 3 points for the field: 1 finished city x 3. This is the field to the north on 1,0.",
            ],
        ),
        (
            "per-field-3-once",
            {"red": 3, "blue": 0},
            [
                "Red scores 3 points for the field: 1 finished city x 3.",
                "Red scores nothing for the field: the city at it was counted in another field of red already.",
            ],
        ),
        (
            "per-city-4",
            {"red": 4, "blue": 0},
            ["Red scores 4 points for feeding the city to the east on 0,0 (2 tiles, finished): 2 farmers around it."],
        ),
        (
            "none",
            {"red": 0, "blue": 0},
            [
                "Red scores nothing for the field: this game is played without farmers. This is the field to the north "
                f"on {cell}."
                for cell in ("0,0", "1,0")
            ],
        ),
    ],
)
def test_two_fields_at_one_city(farm_scoring, points, sentences):
    asked = board(TWO_FIELDS, ["red 0,0 field@N", "red 2,0 field@S"], rules={"farm_scoring": farm_scoring})
    answer = scorer.score({**asked, "phase": "final"})
    assert {name: player["points"] for name, player in answer["players"].items()} == points
    assert [line["text"] for line in answer["lines"]] == sentences
    assert {line["rule"] for line in answer["lines"]} == {f"field.{farm_scoring}"}


def test_a_field_is_worth_nothing_without_farmers():
    asked = board(TWO_FIELDS, ["red 0,0 field@N"], rules={"farm_scoring": "none"})
    fields = [feature for feature in scorer.features(asked)["features"] if feature["type"] == "field"]
    assert [(field["counts"]["cities"], field["points"]) for field in fields] == [(1, 0), (1, 0), (0, 0)]


def test_a_field_that_meets_itself_on_both_sides_of_a_road_is_one():
    features = scorer.features(board("A@0,0 U@0,1,90 A@0,2,180"))["features"]
    assert [(feature["type"], feature["tiles"]) for feature in features[:2]] == [("road", 3), ("field", 3)]


def test_a_city_that_was_counted_shows_with_nothing_for_its_player_alone():
    asked = board(
        TWO_FIELDS,
        ["red 0,0 field@N", "red 2,0 field@S", "blue 1,0 field@N"],
        rules={"farm_scoring": "per-field-3-once"},
    )
    lines = scorer.score({**asked, "phase": "final"})["lines"]
    assert [line["points"] for line in lines] == [{"red": 3}, {"red": 0, "blue": 3}]
    assert lines[1]["items"] == [
        {"what": "cities", "count": 0, "each": 3, "points": 0, "player": "red"},
        {"what": "cities", "count": 1, "each": 0, "points": 0, "player": "red", "features": ["city-1"]},
        {"what": "cities", "count": 1, "each": 3, "points": 3, "player": "blue", "features": ["city-1"]},
    ]
    assert lines[1]["text"] == (
        "Red scores nothing for the field: the city at it was counted in another field of red already. Blue "
        "scores 3 points for the field: 1 finished city x 3. They have equally many there: 1 farmer "
        "each."
    )


def test_a_field_without_cities_counts_none_for_each_who_holds_it():
    asked = board("D@0,0 A@1,0,90", ["red 1,0 field"], rules={"farm_scoring": "per-field-3-once"})
    (line,) = scorer.score({**asked, "phase": "final"})["lines"]
    assert line["items"] == [{"what": "cities", "count": 0, "each": 3, "points": 0, "player": "red"}]


def test_per_city_4_has_a_line_per_city_with_the_farmers_cells():
    asked = board(
        TWO_FIELDS, ["red 0,0 field@N", "blue 2,0 field@S", "blue 1,0 field@N"], rules={"farm_scoring": "per-city-4"}
    )
    (line,) = scorer.score({**asked, "phase": "final"})["lines"]
    assert (line["feature"], line["type"], line["cells"]) == ("city-1", "field", [[0, 0], [1, 0], [2, 0]])
    assert (line["points"], line["followers"]) == ({"red": 0, "blue": 4}, {"red": 1, "blue": 2})
    assert line["items"] == [{"what": "cities", "count": 1, "each": 4, "points": 4, "features": ["city-1"]}]
    assert line["text"] == (
        "Blue scores 4 points for feeding the city to the east on 0,0 (2 tiles, finished): 2 farmers around it. Red "
        "gets nothing: 1 farmer against 2."
    )


def test_per_city_4_pays_everybody_who_ties_and_shows_idle_farmers():
    asked = board(
        TWO_FIELDS + " U@9,9",
        ["red 0,0 field@N", "blue 2,0 field@S", "red 9,9 field@N"],
        rules={"farm_scoring": "per-city-4"},
    )
    assert texts(asked) == [
        (
            "Red and blue score 4 points each for feeding the city to the east on 0,0 (2 tiles, finished). They have "
            "equally many there: 1 farmer each."
        ),
        "Red scores nothing for the field: no finished city touches it.",
    ]


def test_a_game_without_farmers_offers_no_field():
    asked = board("U@0,0", rules={"farm_scoring": "none"}, tile="U")
    assert {spot for one in scorer.placements(asked)["placements"] for spot in one["spots"]} == {"road@E"}


def test_features_of_a_small_board():
    asked = board("D@0,0 E@0,-1,180", ["red 0,-1 city"], excerpt=False)
    features = {feature["id"]: feature for feature in scorer.features(asked)["features"]}
    assert list(features) == ["city-1", "field-1", "road-1", "field-2", "field-3"]
    assert features["city-1"] == {
        "id": "city-1",
        "type": "city",
        "complete": True,
        "tiles": 2,
        "cells": [[0, -1], [0, 0]],
        "open_ports": [],
        "counts": {"pennants": 0},
        "meeples": [{"player": "red", "x": 0, "y": -1, "spot": "city@S"}],
        "majority": ["red"],
        "points": 4,
        "touches": [],
    }
    assert features["road-1"]["open_ports"] == [{"x": 0, "y": 0, "port": "E"}, {"x": 0, "y": 0, "port": "W"}]
    assert features["field-1"]["touches"] == ["city-1"]
    assert features["field-1"]["counts"] == {"cities": 1}
    assert features["field-1"]["points"] == 3
    assert features["field-3"] | {"open_ports": []} == {
        "id": "field-3",
        "type": "field",
        "complete": False,
        "tiles": 1,
        "cells": [[0, 0]],
        "open_ports": [],
        "counts": {"cities": 0},
        "meeples": [],
        "majority": [],
        "points": 0,
        "touches": [],
    }


def test_a_follower_is_not_offered_where_another_segment_of_the_tile_leads_to_one():
    """The two cities of I join one city around the corner, in which a knight stands."""
    spots = {
        (one["x"], one["y"], one["rotation"]): one["spots"]
        for one in scorer.placements(board("N@0,0,180 N@1,0,270", ["red 0,0 city"], tile="I"))["placements"]
    }
    assert spots[1, 1, 0] == ["city@W", "field@E"]
    joined = board("N@0,0,180 N@1,0,270 N@0,1,90", ["red 0,0 city"], tile="I")
    offered = {(one["x"], one["y"], one["rotation"]): one["spots"] for one in scorer.placements(joined)["placements"]}
    assert offered[1, 1, 0] == ["field@E"]


def test_claims_say_who_is_right():
    asked = board("E@0,0,90 E@1,0,270", ["red 0,0 city"], phase="interim", claim={"red": 8, "blue": 0})
    assert scorer.score(asked)["claims"] == [
        {"player": "red", "claimed": 8, "actual": 4, "difference": 4, "agrees": False},
        {"player": "blue", "claimed": 0, "actual": 0, "difference": 0, "agrees": True},
    ]


def test_points_are_added_to_what_is_on_the_track():
    asked = board("E@0,0,90 E@1,0,270", ["red 0,0 city"], players=[{"name": "red", "score": 12}, {"name": "blue"}])
    assert scorer.score({**asked, "phase": "interim"})["players"] == {
        "red": {"before": 12, "points": 4, "after": 16},
        "blue": {"before": 0, "points": 0, "after": 0},
    }
