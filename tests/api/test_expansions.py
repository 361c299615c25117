"""A whole evening with all expansions over HTTP: every question is answered, and as the specification says."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient
from jsonschema import Draft202012Validator

from tests.api.specification import alone, specification
from tests.oracle_games import games
from tests.test_oracle_expansions import after, laid, moves, start

Json = dict[str, Any]
GAME = next(game for game in games("expansions").values() if len(game["expansions"]) == 4)


def ask(client: FlaskClient, call: str, request: Json) -> Json:
    """The answer, with request and answer held against the specification."""
    described = specification()["paths"][f"/v1/{call}"]["post"]
    Draft202012Validator(alone(described["requestBody"]["content"]["application/json"]["schema"])).validate(request)
    response = client.post(f"/v1/{call}", json=request)
    assert response.status_code == 200, response.json
    if response.content_type == "application/json":
        answered = described["responses"]["200"]["content"]["application/json"]["schema"]
        Draft202012Validator(alone(answered)).validate(response.json)
    found: Json = response.json if response.content_type == "application/json" else {}
    return found


def test_every_question_of_an_evening(client: FlaskClient) -> None:
    position = start(GAME)
    for number, turn in enumerate(GAME["turns"]):
        before, position = position, after(laid(position, turn), turn)
        if number % 20 == 15:
            move = moves({**GAME, "turns": [{**turn, "discarded": []}]})[0]
            asked = {**before, "rules": {**before["rules"], "builder_turn": "may"}}
            assert ask(client, "move", {**asked, "move": move})["legal"]
            ask(client, "placements", {**before, "tile": move["tile"], "player": move["player"]})
            ask(client, "features", before)
            ask(client, "bag", before)
            ask(client, "render", {**before, "options": {"scores": "final"}})
            assert ask(client, "validate", before)["valid"]
    told = {"player": "red", "last": {name: GAME["turns"][-1]["move"][name] for name in ("x", "y")}, "carry_out": True}
    ask(client, "score", {**position, "phase": "interim", **told})
    ask(client, "score", {**position, "phase": "final"})
    heading = {key: GAME[key] for key in ("variant", "expansions", "rules", "players")}
    assert ask(client, "replay", {**heading, "moves": moves(GAME), "end": True})["legal"]
