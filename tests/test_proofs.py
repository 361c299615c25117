"""What a board alone proves: positions that no play leads to are named, and none that play leads to ever is."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import scorer
from api.examples import examples
from scorer.game.game import Game
from scorer.game.proofs import impossible
from tests.legal_games import played_at_random, replayed
from tests.oracle_games import games
from tests.test_oracle_expansions import moves as moves_with_expansions

Json = dict[str, Any]
ALL_EXPANSIONS = ["river", "abbot", "inns-and-cathedrals", "traders-and-builders"]
GAMES = [
    {"variant": "base-2000", "players": ["red", "blue"]},
    {"variant": "base-2003", "players": ["red", "blue", "green"]},
    {"variant": "base", "players": ["red", "blue", "green", "yellow", "black"]},
    {"variant": "wheel-of-fortune", "players": ["red", "blue", "green"]},
    {"variant": "discovery", "players": ["red", "blue", "green"]},
    {"variant": "discovery", "rules": {"hand_tiles": 2}, "players": ["red", "blue"]},
    {"variant": "castle", "players": ["white", "black"]},
    {"variant": "castle", "rules": {"keep_needs_own_completion": False}, "players": ["white", "black"]},
    *[{"variant": "base", "expansions": [expansion], "players": ["red", "blue"]} for expansion in ALL_EXPANSIONS],
    {"variant": "base", "expansions": ALL_EXPANSIONS, "players": ["red", "blue", "green"]},
]


POSITION = (
    *("variant", "expansions", "rules", "players", "tiles", "meeples", "excerpt", "tileset", "castle", "wheel"),
    *("turn", "discarded"),
)


def nothing_is_named(game: Game) -> None:
    assert [problem.code for problem in impossible(game)] == []


@pytest.mark.parametrize(
    "heading", GAMES, ids=lambda heading: "+".join([heading["variant"], *heading.get("expansions", ())])
)
@pytest.mark.no_cover
def test_no_position_of_a_random_game_is_named(heading: Json) -> None:
    for seed in range(3):
        game = played_at_random(heading, Random(seed), nothing_is_named)
        answer = scorer.validate(game.to_json())
        assert (answer["valid"], answer["problems"], answer["assumed"]) == (True, [], [])


@pytest.mark.parametrize("name", ["base", "wheel", "expansions"])
@pytest.mark.no_cover
def test_no_position_of_the_oracles_games_is_named(name: str) -> None:
    for game in games(name).values():
        heading = {key: game[key] for key in ("variant", "expansions", "rules", "players") if key in game}
        plain = [turn["move"] for turn in game["turns"]]
        replayed(heading, moves_with_expansions(game) if name == "expansions" else plain, nothing_is_named)


@pytest.mark.parametrize("name", examples())
def test_no_board_of_the_rulebooks_examples_is_named(name: str) -> None:
    example = examples()[name]
    for asked in (example, *example["also"]):
        request = {field: asked["request"][field] for field in POSITION if field in asked["request"]}
        codes = {problem["code"] for problem in scorer.validate(request)["problems"]}
        assert not codes & {"follower-not-free", "follower-on-start", "keep-impossible"}


# Two followers on parts that meet


def at(x: int, y: int, tile: str, rotation: int = 0) -> Json:
    return {"x": x, "y": y, "tile": tile, "rotation": rotation}


def on(player: str, x: int, y: int, spot: str, **more: Any) -> Json:
    return {"player": player, "x": x, "y": y, "spot": spot, **more}


def base(*tiles: Json, meeples: list[Json], **more: Any) -> Json:
    players = [{"name": "red"}, {"name": "blue"}]
    return {"variant": "base", "players": players, "tiles": [at(0, 0, "D"), *tiles], "meeples": meeples, **more}


TWO_THIEVES = base(at(1, 0, "U"), at(2, 0, "U"), meeples=[on("red", 1, 0, "road"), on("blue", 2, 0, "road")])


def test_two_followers_on_parts_that_meet() -> None:
    answer = scorer.validate(TWO_THIEVES)
    assert answer["valid"] is False
    assert answer["problems"] == [
        {
            "code": "follower-not-free",
            "pointer": "/meeples",
            "detail": (
                "The followers on 1,0 and 2,0 stand on parts that meet (the road to the east): whichever came later "
                "joined a feature that was not free."
            ),
            "rule": "follower.meet",
            "where": {
                "cells": [[1, 0], [2, 0]],
                "meeples": [
                    {"player": "red", "x": 1, "y": 0, "spot": "road@E"},
                    {"player": "blue", "x": 2, "y": 0, "spot": "road@E"},
                ],
            },
        }
    ]
    assert "two followers on parts that meet and a figure on the start tile" in answer["scope"]


@pytest.mark.parametrize("call", ["features", "placements", "score", "move"])
def test_the_other_calls_answer_and_say_so(call: str) -> None:
    asked = {
        "features": {},
        "placements": {"tile": "V"},
        "score": {"phase": "final"},
        "move": {"move": {"player": "red", "tile": "V", "x": 3, "y": 0, "rotation": 90}},
    }[call]
    answer = getattr(scorer, call)({**TWO_THIEVES, **asked})
    [problem] = scorer.validate(TWO_THIEVES)["problems"]
    assert answer["assumed"] == [{name: problem[name] for name in ("code", "detail", "rule")}]


def test_also_in_a_cut_out_and_with_others_between() -> None:
    assert [one["code"] for one in scorer.validate({**TWO_THIEVES, "excerpt": True})["problems"]] == [
        "follower-not-free"
    ]
    apart = base(*[at(x, 0, "U") for x in (1, 2, 3)], meeples=[on("red", 1, 0, "road"), on("blue", 3, 0, "road")])
    assert scorer.validate(apart)["valid"] is True
    other_parts = base(at(1, 0, "U"), at(2, 0, "U"), meeples=[on("red", 1, 0, "road"), on("blue", 2, 0, "field@N")])
    assert scorer.validate(other_parts)["valid"] is True


@pytest.mark.parametrize(
    ("expansion", "figure", "spot", "named"),
    [
        ("inns-and-cathedrals", "big", "road", ["follower-not-free"]),
        ("traders-and-builders", "builder", "road", []),
        ("traders-and-builders", "pig", "field@N", []),
    ],
)
def test_builder_and_pig_join_a_follower_but_a_big_one_does_not(
    expansion: str, figure: str, spot: str, named: list[str]
) -> None:
    meeples = [on("red", 1, 0, spot), on("red", 2, 0, spot, figure=figure)]
    answer = scorer.validate(base(at(1, 0, "U"), at(2, 0, "U"), meeples=meeples, expansions=[expansion]))
    assert [problem["code"] for problem in answer["problems"]] == named


# A figure on the start tile


def test_a_figure_on_the_only_start_tile() -> None:
    position = base(at(1, 0, "U"), meeples=[on("red", 0, 0, "city")])
    [problem] = scorer.validate(position)["problems"]
    assert (problem["code"], problem["rule"]) == ("follower-on-start", "follower.start")
    assert problem["detail"] == (
        "A figure stands on the start tile, on 0,0, which lay there before anybody could place one."
    )
    assert problem["where"] == {"cells": [[0, 0]], "meeples": [on("red", 0, 0, "city@N")]}
    assert scorer.validate({**position, "excerpt": True})["valid"] is True
    assert [one["code"] for one in scorer.features(position)["assumed"]] == ["follower-on-start"]


def test_one_of_several_tiles_of_its_kind_was_the_start_tile() -> None:
    both = base(at(1, 0, "D"), meeples=[on("red", 0, 0, "field@S"), on("blue", 1, 0, "city")])
    [problem] = scorer.validate(both)["problems"]
    assert problem["detail"] == (
        "A figure stands on every tile D; one of them is the start tile, on which nobody can have placed it."
    )
    assert problem["where"]["cells"] == [[0, 0], [1, 0]]
    assert scorer.validate({**both, "meeples": both["meeples"][:1]})["valid"] is True


# Keeps


def test_a_keep_needs_a_finished_house_of_its_own() -> None:
    board = {name: value for name, value in examples()["castle-keep-area-11"]["request"].items() if name != "phase"}
    houses = [f for f in scorer.features(board)["features"] if f["type"] == "house" and f["complete"]]
    sizes = Counter(house["tiles"] for house in houses)
    assert (sizes[6], sizes[5], sizes[7]) == (1, 1, 0)

    def named(**keeps: int) -> list[str]:
        return [problem["pointer"] for problem in scorer.validate({**board, "castle": {"keeps": keeps}})["problems"]]

    assert named(white=6, black=5) == []
    assert named(white=5, black=5) == ["/castle/keeps/black"]
    assert named(white=7) == ["/castle/keeps/white"]
    assert named(white=7, black=7) == ["/castle/keeps/white", "/castle/keeps/black"]
    asked = {**board, "castle": {"keeps": {"white": 7}}}
    [problem] = scorer.validate(asked)["problems"]
    assert (problem["code"], problem["rule"]) == ("keep-impossible", "keep.house")
    assert problem["detail"] == (
        "The keep of white counts 7 tiles, but the board has no finished house of that size left for it."
    )
    assert problem["where"]["cells"] == [cell for house in houses for cell in house["cells"]]
    assert "keep-impossible" in [one["code"] for one in scorer.score({**asked, "phase": "final"})["assumed"]]
    assert scorer.validate({**asked, "excerpt": True})["valid"] is True
