"""What positions and moves may say that few do: discards, turns, hands, colours, supplies; and what is wrong there."""

from __future__ import annotations

from typing import Any

import pytest

import scorer
from scorer.shapes import Flag, Integer, OneOf, Reading

Json = dict[str, Any]

PLAYERS = [{"name": "red"}, {"name": "blue"}]
D = {"x": 0, "y": 0, "tile": "D", "rotation": 0}
U = {"x": 1, "y": 0, "tile": "U", "rotation": 0}


def position(**changes: Any) -> Json:
    return {"variant": "base", "players": PLAYERS, "tiles": [D], "meeples": [], **changes}


def problems(answer: Json) -> list[tuple[str, str]]:
    return [(problem["code"], problem["pointer"]) for problem in answer["problems"]]


def refused(call: Any, request: Json) -> list[tuple[str, str]]:
    with pytest.raises(scorer.Refused) as refusal:
        call(request)
    return [(problem.code, problem.pointer) for problem in refusal.value.problems]


def test_a_discarded_tile_is_one_of_the_game() -> None:
    assert problems(scorer.validate(position(discarded=["B", "Q9"]))) == [("tile-unknown", "/discarded/1")]


def test_a_turn_is_one_of_the_players() -> None:
    assert problems(scorer.validate(position(turn={"player": "pink"}))) == [("player-unknown", "/turn/player")]


def test_what_a_position_tells_of_players_is_kept() -> None:
    players = [
        {"name": "red", "score": 3, "color": "green", "supply": 7, "figures": {"big": 1}},
        {"name": "blue"},
    ]
    move = {**U, "player": "red", "spot": "road", "figure": "big"}
    after = scorer.move(position(players=players, expansions=["inns-and-cathedrals"], move=move))["position"]
    assert after["players"] == [
        {"name": "red", "score": 3, "color": "green", "supply": 7, "figures": {"big": 0}},
        {"name": "blue", "score": 0},
    ]


def test_a_figure_needs_a_spot() -> None:
    move = {**U, "player": "red", "figure": "follower"}
    assert refused(scorer.move, position(move=move)) == [("field-missing", "/move")]


def test_what_was_really_placed_takes_the_place_of_a_spot() -> None:
    move = {**U, "player": "red", "spot": "road", "placed": [{"x": 1, "y": 0, "spot": "road"}]}
    assert refused(scorer.move, position(move=move)) == [("field-unknown", "/move/spot")]


def test_an_abbot_does_not_walk_the_roads() -> None:
    move = {**U, "player": "red", "spot": "road", "figure": "abbot"}
    answer = scorer.move(position(expansions=["abbot"], move=move))
    assert problems(answer) == [("figure-forbidden", "/move/spot")]
    assert answer["legal_instead"]["figures"] == {"abbot": []}


def test_a_tile_that_is_used_up_cannot_be_drawn() -> None:
    segments = [{"type": "road", "ports": ["E", "W"]}]
    segments += [{"type": "field", "ports": ports.split()} for ports in ("NL N NR EL WR", "ER SL S SR WL")]
    asked = position(tiles=[D, U], tileset={"kinds": [{"id": "U", "count": 1, "segments": segments}]}, tile="U")
    assert refused(scorer.placements, asked) == [("tile-not-in-bag", "/tile")]
    assert scorer.placements({**asked, "excerpt": True})["placeable"]


def test_the_last_tile_lies_on_the_board() -> None:
    asked = position(expansions=["traders-and-builders"], phase="interim", player="red", last={"x": 9, "y": 9})
    assert refused(scorer.score, asked) == [("no-tile-there", "/last")]


DISCOVERY: Json = {"variant": "discovery", "players": [{"name": "red", "hand": ["D02", "D03"]}, {"name": "blue"}]}


def test_a_hand_is_of_tiles_of_the_game_and_of_a_game_with_hands() -> None:
    assert ("field-unknown", "/players/0/hand") in problems(scorer.validate({**DISCOVERY, "tiles": []}))
    players = [{"name": "red", "hand": ["D02", "Q9"]}, {"name": "blue"}]
    asked = {**DISCOVERY, "players": players, "rules": {"hand_tiles": 2}, "tiles": []}
    assert ("tile-unknown", "/players/0/hand/1") in problems(scorer.validate(asked))


def test_names_that_differ_in_a_capital_stay_as_they_were_given() -> None:
    asked = position(players=[{"name": "anna"}, {"name": "Anna"}], phase="final")
    knight = {"player": "anna", "x": 1, "y": 0, "spot": "road"}
    asked |= {"tiles": [D, U], "meeples": [knight]}
    assert scorer.score(asked)["lines"][0]["text"].startswith("anna scores 2 points")


def test_one_of_several_shapes() -> None:
    shape = OneOf((Flag(), Integer(1, 3)))
    reading = Reading()
    assert (shape.read(True, "", reading), shape.read(2, "", reading)) == (True, 2)
    assert reading.problems == []
    shape.read("x", "/end", reading)
    assert [(problem.code, problem.pointer) for problem in reading.problems] == [("wrong-type", "/end")]
