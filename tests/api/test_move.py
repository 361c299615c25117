"""One move over HTTP: a game is played with nothing but `/v1/move`, and every answer is as it is described."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

import scorer
from scorer.referee import answers
from scorer.rules.variants import RULESETS
from tests.api.boards import has_shape, two_tiles
from tests.replay_games import played


@pytest.mark.parametrize("variant", [ruleset.id for ruleset in RULESETS])
def test_a_game_played_with_nothing_but_the_answers(client: FlaskClient, variant: str) -> None:
    game = played(variant, Random(7), players=3).request()
    position: dict[str, Any] = client.post("/v1/replay", json={**game, "moves": []}).json["position"]
    for move in game["moves"]:
        response = client.post("/v1/move", json={**position, "move": move})
        assert response.status_code == 200
        assert has_shape(response.json, answers.MOVE)
        assert response.json["legal"]
        position = response.json["position"]
    assert position == scorer.replay(game)["position"]


def test_an_illegal_move_is_an_answer_and_an_illegal_position_is_not(client: FlaskClient) -> None:
    move = {"player": "red", "tile": "E", "x": 5, "y": 5, "rotation": 0}
    response = client.post("/v1/move", json=two_tiles(meeples=[], move=move))
    assert (response.status_code, response.json["legal"]) == (200, False)
    assert [(problem["code"], problem["pointer"]) for problem in response.json["problems"]] == [
        ("not-connected", "/move")
    ]
    response = client.post("/v1/move", json=two_tiles(move=move))
    assert response.status_code == 422
    assert [error["code"] for error in response.json["errors"]] == ["not-scored-yet"]


def test_sentences_follow_the_language(client: FlaskClient) -> None:
    move = {"player": "red", "tile": "U", "x": 1, "y": 0, "rotation": 90}
    asked = two_tiles(meeples=[], move=move)
    response = client.post("/v1/move", json=asked, headers={"Accept-Language": "nl"})
    assert response.headers["Content-Language"] == "nl"
    assert response.json == scorer.move(asked, "nl")
    assert response.json["summary"] != scorer.move(asked)["summary"]
