"""The questions, asked over HTTP with real boards."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from flask.testing import FlaskClient

import scorer
from api import create_app
from api.calls import CALLS
from api.settings import Settings
from scorer import Illegal
from scorer.limits import FARTHEST_EVER
from tests.api.boards import asked, full_board, has_shape, two_tiles

LIBRARY = {
    "validate": scorer.validate,
    "features": scorer.features,
    "placements": scorer.placements,
    "score": scorer.score,
    "move": scorer.move,
}
SHAPES = {call.name: call.shape for call in CALLS}
EXAMPLES = list(asked())


@pytest.mark.parametrize(("call", "request_"), [e[1:] for e in EXAMPLES], ids=[e[0] for e in EXAMPLES])
def test_an_example_is_answered_as_the_library_answers_it(
    client: FlaskClient, call: str, request_: dict[str, Any]
) -> None:
    expected = LIBRARY[call](request_)
    response = client.post(f"/v1/{call}", data=json.dumps(request_), content_type="application/json")
    assert response.status_code == 200
    assert response.content_type == "application/json"
    # Byte for byte, so that the order of fields is the library's too.
    assert response.text == json.dumps(expected, ensure_ascii=False, separators=(",", ":")) + "\n"
    assert has_shape(response.json, SHAPES[call])


def test_the_contracts_example(client: FlaskClient) -> None:
    response = client.post("/v1/score", json=two_tiles(phase="interim"))
    assert response.json == {
        "variant": "base",
        "phase": "interim",
        "summary": "Red scores 4 points.",
        "players": {
            "red": {"before": 12, "points": 4, "after": 16},
            "blue": {"before": 7, "points": 0, "after": 7},
        },
        "lines": [
            {
                "feature": "city-1",
                "type": "city",
                "complete": True,
                "tiles": 2,
                "cells": [[0, -1], [0, 0]],
                "points": {"red": 4},
                "followers": {"red": 1},
                "items": [{"what": "tiles", "count": 2, "each": 2, "points": 4}],
                "rule": "city.complete",
                "because": [],
                "text": "Red scores 4 points for the finished city: 2 tiles x 2.",
            }
        ],
        "returned": [{"player": "red", "x": 0, "y": -1, "spot": "city@S"}],
        "assumed": [],
    }


def test_the_contracts_field_order(client: FlaskClient) -> None:
    answer = json.loads(client.post("/v1/score", json=two_tiles(phase="interim", claim={"red": 8})).text)
    assert list(answer) == ["variant", "phase", "summary", "players", "lines", "returned", "assumed", "claims"]
    assert list(answer["players"]["red"]) == ["before", "points", "after"]
    assert list(answer["lines"][0]) == [
        "feature",
        "type",
        "complete",
        "tiles",
        "cells",
        "points",
        "followers",
        "items",
        "rule",
        "because",
        "text",
    ]
    assert answer["claims"] == [{"player": "red", "claimed": 8, "actual": 4, "difference": 4, "agrees": False}]


@pytest.mark.parametrize("call", ["validate", "features"])
def test_a_full_board(client: FlaskClient, call: str) -> None:
    board = full_board()
    assert client.post(f"/v1/{call}", json=board).json == LIBRARY[call](board)


def test_a_full_board_at_the_end_of_the_game(client: FlaskClient) -> None:
    board = {**full_board(), "phase": "final"}
    assert client.post("/v1/score", json=board).json == scorer.score(board)


def test_an_alias_will_do(client: FlaskClient) -> None:
    assert client.post("/v1/score", json=two_tiles(variant="base-game", phase="final")).json["variant"] == "base"


def test_a_whole_number_may_be_written_with_a_fraction_of_zero(client: FlaskClient) -> None:
    tiles = [{"x": 0.0, "y": 0.0, "tile": "D", "rotation": 0.0}, {"x": 0, "y": -1, "tile": "E", "rotation": 180.0}]
    response = client.post("/v1/score", json=two_tiles(tiles=tiles, phase="interim"))
    assert response.json == client.post("/v1/score", json=two_tiles(phase="interim")).json


def test_an_illegal_position_is_an_answer_to_validate_and_a_refusal_elsewhere(client: FlaskClient) -> None:
    position = two_tiles(tiles=[*two_tiles()["tiles"], {"x": 1, "y": 0, "tile": "C", "rotation": 0}])
    answer = client.post("/v1/validate", json=position)
    assert answer.status_code == 200
    assert answer.json["valid"] is False
    assert [problem["code"] for problem in answer.json["problems"]] == ["edge-mismatch"]
    assert answer.json["problems"][0]["rule"] == "placement.match"
    questions = {"features": position, "placements": {**position, "tile": "B"}, "score": {**position, "phase": "final"}}
    for call, question in questions.items():
        refusal = client.post(f"/v1/{call}", json=question)
        assert refusal.status_code == 422
        assert refusal.content_type == "application/problem+json"
        assert refusal.json["type"] == "/problems#illegal-position"
        assert refusal.json["errors"] == answer.json["problems"]
        with pytest.raises(Illegal):
            LIBRARY[call](question)


# Limits


def crowd(count: int) -> list[dict[str, Any]]:
    return [{"x": x, "y": 0, "tile": "U", "rotation": 90} for x in range(count)]


def test_as_many_tiles_as_the_limit_are_read(client: FlaskClient) -> None:
    response = client.post("/v1/features", json=two_tiles(tiles=crowd(5_000), meeples=[], excerpt=True))
    assert response.status_code == 200


@pytest.mark.parametrize("call", list(LIBRARY))
def test_more_tiles_than_the_limit_are_refused(client: FlaskClient, call: str) -> None:
    move = {"player": "red", "tile": "U", "x": 1, "y": 0, "rotation": 0}
    asked = {"score": {"phase": "final"}, "placements": {"tile": "D"}, "move": {"move": move}}.get(call, {})
    response = client.post(f"/v1/{call}", json=two_tiles(tiles=crowd(5_001), **asked))
    assert response.status_code == 422
    assert response.json["errors"] == [
        {"code": "too-many-items", "pointer": "/tiles", "detail": "At most 5000 items may stand here."}
    ]


def test_more_followers_than_the_limit_are_refused(client: FlaskClient) -> None:
    followers = [{"player": "red", "x": 0, "y": 0, "spot": "road"}] * 5_001
    response = client.post("/v1/validate", json=two_tiles(meeples=followers))
    assert [(e["code"], e["pointer"]) for e in response.json["errors"]] == [("too-many-items", "/meeples")]


def kinds(count: int) -> list[dict[str, Any]]:
    rim = ["NL", "N", "NR", "EL", "E", "ER", "SL", "S", "SR", "WL", "W", "WR"]
    return [{"id": f"extra-{n}", "segments": [{"type": "field", "ports": rim}]} for n in range(count)]


def test_extra_kinds_up_to_the_limit(client: FlaskClient) -> None:
    assert client.post("/v1/validate", json=two_tiles(tileset={"kinds": kinds(100)})).json["valid"] is True
    response = client.post("/v1/validate", json=two_tiles(tileset={"kinds": kinds(101)}))
    assert response.status_code == 422
    assert [(e["code"], e["pointer"]) for e in response.json["errors"]] == [("too-many-items", "/tileset/kinds")]


def test_every_exceeded_limit_is_named(client: FlaskClient) -> None:
    response = client.post("/v1/validate", json=two_tiles(tiles=crowd(5_001), tileset={"kinds": kinds(101)}))
    assert {error["pointer"] for error in response.json["errors"]} == {"/tiles", "/tileset/kinds"}


@pytest.mark.parametrize(("x", "status"), [(1_000_000, 200), (1_000_001, 422), (-1_000_000, 200), (-1_000_001, 422)])
def test_coordinates_within_a_million(client: FlaskClient, x: int, status: int) -> None:
    tiles = [{"x": x, "y": 0, "tile": "D", "rotation": 0}]
    response = client.post("/v1/validate", json=two_tiles(tiles=tiles, meeples=[]))
    assert response.status_code == status
    if status == 422:
        assert response.json["errors"][0]["pointer"] == "/tiles/0/x"


@pytest.mark.parametrize(
    ("name", "status"), [("r", 200), ("r" * 40, 200), ("", 422), ("r" * 41, 422), ("a\tb", 422), (" ", 422)]
)
def test_names_of_1_to_40_printable_characters(client: FlaskClient, name: str, status: int) -> None:
    players = [{"name": name}, {"name": "blue"}]
    response = client.post("/v1/validate", json=two_tiles(players=players, meeples=[]))
    assert response.status_code == status
    if status == 422:
        assert response.json["errors"][0]["pointer"] == "/players/0/name"


def test_limits_can_be_set() -> None:
    small = create_app(Settings(tiles=1, kinds=1, body=600)).test_client()
    assert small.post("/v1/validate", json=two_tiles()).json["errors"][0]["pointer"] == "/tiles"
    assert small.post("/v1/validate", json=two_tiles(tiles=crowd(20))).status_code == 413
    specification = small.get("/openapi.yaml").text
    assert "maxItems: 1\n" in specification
    assert "| 600 |" in specification


@pytest.mark.parametrize(
    "settings", [Settings(farthest=1_000, longest_name=20), Settings(farthest=FARTHEST_EVER, longest_name=60)]
)
def test_the_limits_of_cells_and_names_can_be_set(settings: Settings) -> None:
    client = create_app(settings).test_client()
    tile = {"x": settings.farthest, "y": -settings.farthest, "tile": "D", "rotation": 0}
    longest = "r" * settings.longest_name
    position = {"variant": "base", "players": [{"name": longest}, {"name": "b"}], "tiles": [tile]}
    assert client.post("/v1/validate", json=position).json["problems"] == []
    # Nothing is offered that could not be asked about.
    offered = client.post("/v1/placements", json={**position, "tile": "U"}).json["placements"]
    assert {(one["x"], one["y"]) for one in offered} == {(tile["x"] - 1, tile["y"]), (tile["x"], tile["y"] + 1)}
    beyond = {**tile, "x": settings.farthest + 1}
    unknown = [{"player": longest[:-1] + "x", "x": tile["x"], "y": tile["y"], "spot": "road"}]
    problem, *_ = client.post("/v1/validate", json={**position, "meeples": unknown}).json["problems"]
    assert problem["code"] == "player-unknown"
    assert f"“{unknown[0]['player']}”" in problem["detail"]
    for wrong in ({"players": [{"name": longest + "r"}, {"name": "b"}]}, {"tiles": [beyond]}):
        (error,) = client.post("/v1/validate", json={**position, **wrong}).json["errors"]
        assert error["code"] == "out-of-range"
        assert str(settings.farthest if "tiles" in wrong else settings.longest_name) in error["detail"]
    specification = yaml.safe_load(client.get("/openapi.yaml").text)["components"]["schemas"]
    told = {value["name"]: value for value in client.get("/v1/variants/discovery").json["rules"]}
    assert told["removed_tiles"]["schema"]["items"]["maxLength"] == settings.longest_name
    tile_schema = specification["PlacedTile"]["properties"]
    assert tile_schema["x"]["maximum"] == settings.farthest
    assert tile_schema["tile"]["maxLength"] == settings.longest_name
