"""Games from elsewhere over HTTP: what is imported can be replayed as it comes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from scorer import imports
from scorer.referee.answers import IMPORT
from tests.api.boards import has_shape

FOLDER = Path(__file__).parents[1] / "imports"
FILES = [("jcz", "evening.jcz"), ("bga", "evening.bga.json"), ("carcassonnelab", "evening.lab.txt")]


@pytest.mark.parametrize(("kind", "name"), FILES)
def test_a_game_is_imported_and_replayed(client: FlaskClient, kind: str, name: str) -> None:
    asked = {"format": kind, "data": (FOLDER / name).read_text("utf-8")}
    response = client.post("/v1/import", json=asked)
    assert response.status_code == 200
    assert has_shape(response.json, IMPORT)
    assert response.json == imports.read(asked)
    replayed = client.post("/v1/replay", json=response.json["game"])
    assert (replayed.status_code, replayed.json["legal"]) == (200, True)


@pytest.mark.parametrize("data", [None, 7, "", "x", [], {}, {"setup": {"sets": {}}}, {"data": {"logs": [None]}}])
@pytest.mark.parametrize("kind", ["jcz", "bga", "carcassonnelab"])
def test_what_is_no_game_gets_problem_details(client: FlaskClient, kind: str, data: object) -> None:
    response = client.post(
        "/v1/import", data=json.dumps({"format": kind, "data": data}), content_type="application/json"
    )
    assert response.status_code == 422
    assert response.json["errors"][0]["pointer"].startswith("/data")


def test_notes_follow_the_language(client: FlaskClient) -> None:
    asked = {"format": "jcz", "data": json.loads((FOLDER / "evening.jcz").read_text("utf-8"))}
    response = client.post("/v1/import", json=asked, headers={"Accept-Language": "nl"})
    assert response.headers["Content-Language"] == "nl"
    assert response.json["notes"] == imports.read(asked, "nl")["notes"] != imports.read(asked)["notes"]
