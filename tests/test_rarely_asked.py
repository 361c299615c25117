"""What positions and moves may say that few do: discards, turns, hands, colours, supplies; and what is wrong there."""

from __future__ import annotations

from typing import Any

import pytest

import scorer
from scorer.limits import DEFAULT_LIMITS
from scorer.shapes import Flag, Integer, OneOf, Reading, Record

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


def test_a_final_scoring_that_is_carried_out_leaves_nothing_to_count() -> None:
    goods = {"wine": 2, "grain": 0, "cloth": 0}
    asked = position(
        expansions=["traders-and-builders"],
        players=[{"name": "red", "goods": goods}, {"name": "blue"}],
        tiles=[D, U],
        meeples=[{"player": "red", "x": 1, "y": 0, "spot": "road"}],
        phase="final",
        carry_out=True,
    )
    first = scorer.score(asked)
    assert first["players"]["red"]["after"] == 12
    again = scorer.score({**first["position"], "phase": "final"})
    assert (again["lines"], again["players"]["red"]["after"]) == ([], 12)


def test_a_castle_that_is_counted_has_no_wall_tiles_left() -> None:
    castle = {"keeps": {"white": 2}, "wall_tiles": {"held": {"white": [9]}, "on_wall": [12]}}
    players = [{"name": "white"}, {"name": "black"}]
    asked: Json = {"variant": "castle", "players": players, "tiles": [], "castle": castle}
    first = scorer.score({**asked, "excerpt": True, "phase": "final", "carry_out": True})
    assert first["players"]["white"]["points"] > 5
    assert first["position"]["castle"] == {"keeps": {"white": 2}, "wall_tiles": {"on_wall": [], "held": {}}}


def test_a_builder_in_the_way_is_called_a_builder() -> None:
    tiles = [D, U, {"x": -1, "y": 0, "tile": "V", "rotation": 180}]
    meeples = [
        {"player": "red", "x": 1, "y": 0, "spot": "road"},
        {"player": "red", "x": -1, "y": 0, "spot": "road", "figure": "builder"},
    ]
    move = {"player": "red", "tile": "U", "x": 2, "y": 0, "rotation": 0, "spot": "road"}
    answer = scorer.move(position(expansions=["traders-and-builders"], tiles=tiles, meeples=meeples, move=move))
    assert "red’s builder on -1,0 and red’s thief on 1,0" in answer["problems"][0]["detail"]


def test_an_end_is_yes_no_or_early() -> None:
    game = {"variant": "base", "players": ["red", "blue"], "moves": [], "end": "late"}
    assert refused(scorer.replay, game) == [("not-a-choice", "/end")]


def test_a_record_without_a_name() -> None:
    assert "title" not in Record({"x": Integer(0, 1)}).schema(DEFAULT_LIMITS)


def test_two_tiles_in_hand_of_which_the_other_could_be_laid() -> None:
    game = {"variant": "discovery", "rules": {"hand_tiles": 2}, "players": ["red", "blue"]}
    move = {"player": "red", "tile": "D02", "hand": ["D02", "D03"], "x": 40, "y": 40, "rotation": 0}
    (turn,) = scorer.replay({**game, "moves": [move]})["turns"]
    assert {placement["tile"] for placement in turn["legal_instead"]["placements"]} == {"D02", "D03"}
