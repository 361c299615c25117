"""Whole games over HTTP: legal ones of every variant, and moves that are not."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

import scorer
from api import create_app
from api.settings import Settings
from scorer.referee.answers import REPLAY
from scorer.rules.variants import RULESETS
from tests.api.boards import has_shape
from tests.replay_games import played

TILE = {"player": "red", "tile": "E", "x": 0, "y": -1, "rotation": 180}
GAME: dict[str, Any] = {"variant": "base", "players": ["red", "blue"], "moves": [TILE]}
CLAIM = {"after": 1, "player": "red", "score": 4}


def ask(client: FlaskClient, request: Any) -> Any:
    return client.post("/v1/replay", data=json.dumps(request), content_type="application/json")


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("variant", RULESETS, ids=lambda variant: variant.id)
def test_a_game_is_answered_as_the_library_answers_it(client: FlaskClient, variant: Any, seed: int) -> None:
    random = Random(seed)
    table = played(variant.id, random)
    wrong = {"after": 5, "player": table.players[0], "score": 1_000}
    for request in (
        table.request(end=True, claims=[wrong, {**wrong, "after": "end"}]),
        # Cut short and gone wrong in one move: what would have been legal is told as well.
        table.request(moves=[*table.moves[:10], {**table.moves[10], "player": table.players[-1]}]),
        table.request(moves=[*table.moves[:10], {**table.moves[10], "x": 50}], claims=[wrong]),
        table.request(moves=[*table.moves[:10], {**table.moves[10], "spot": "nowhere"}]),
    ):
        response = ask(client, request)
        assert response.status_code == 200
        assert response.text == json.dumps(scorer.replay(request), ensure_ascii=False, separators=(",", ":")) + "\n"
        assert has_shape(response.json, REPLAY)


def test_an_illegal_move_is_an_answer_with_its_rule(client: FlaskClient) -> None:
    answer = ask(client, {**GAME, "moves": [{**TILE, "rotation": 90}]}).json
    assert answer["legal"] is False
    turn = answer["turns"][-1]
    assert [(p["code"], p["pointer"], p["rule"]) for p in turn["problems"]] == [
        ("edge-mismatch", "/moves/0", "placement.match")
    ]
    assert {"x": 0, "y": -1, "rotation": 180} in [
        {name: place[name] for name in ("x", "y", "rotation")} for place in turn["legal_instead"]["placements"]
    ]


@pytest.mark.parametrize(
    ("fields", "type_", "code", "pointer"),
    [
        ({"players": []}, "illegal-position", "player-count", "/players"),
        ({"players": ["red", "red"]}, "illegal-position", "player-duplicate", "/players/1"),
        ({"moves": [{**TILE, "rotation": 45}]}, "malformed-request", "not-a-choice", "/moves/0/rotation"),
        ({"moves": {}}, "malformed-request", "wrong-type", "/moves"),
        ({"moves": [TILE] * 501}, "malformed-request", "too-many-items", "/moves"),
        ({"tileset": {"kinds": [{}] * 101}}, "malformed-request", "too-many-items", "/tileset/kinds"),
        (
            {"claims": [{"after": 2, "player": "red", "score": 1}]},
            "malformed-request",
            "out-of-range",
            "/claims/0/after",
        ),
        ({"tiles": []}, "malformed-request", "field-unknown", "/tiles"),
    ],
)
def test_what_is_no_game_at_all_is_refused(
    client: FlaskClient, fields: dict[str, Any], type_: str, code: str, pointer: str
) -> None:
    response = ask(client, {**GAME, **fields})
    assert response.status_code == 422
    assert response.json["type"] == f"/problems#{type_}"
    assert (code, pointer) in [(error["code"], error["pointer"]) for error in response.json["errors"]]


def test_the_limit_of_moves_can_be_set() -> None:
    small = create_app(Settings(moves=1)).test_client()
    assert ask(small, GAME).status_code == 200
    assert ask(small, {**GAME, "moves": [TILE, TILE]}).json["errors"][0]["pointer"] == "/moves"


def test_the_ruling_is_told_in_dutch(client: FlaskClient) -> None:
    response = client.post(
        "/v1/replay", json={**GAME, "moves": [{**TILE, "spot": "city@S"}]}, headers={"Accept-Language": "nl"}
    )
    assert response.headers["Content-Language"] == "nl"
    assert (
        response.json["turns"][0]["lines"][0]["text"]
        == "Red krijgt 4 punten voor de afgebouwde stad: 2 landtegels x 2."
    )
