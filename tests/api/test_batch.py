"""Many questions at once: one a line, each answered as if it had been asked alone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from api import batch, create_app
from api.settings import Settings
from tests.api.boards import two_tiles

NDJSON = "application/x-ndjson"


def ask(client: FlaskClient, *lines: object, **headers: str) -> list[dict[str, Any]]:
    body = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    response = client.post("/v1/batch", data=body, content_type=NDJSON, headers=headers)
    assert response.status_code == 200, response.json
    assert response.content_type == NDJSON
    assert response.text.endswith("\n")
    return [json.loads(line) for line in response.text.splitlines()]


def test_lines_are_answered_in_order_as_if_each_had_been_asked_alone(client: FlaskClient) -> None:
    move = {"player": "red", "tile": "U", "x": 1, "y": 0, "rotation": 0}
    asked = {
        "score": two_tiles(phase="interim"),
        "features": two_tiles(),
        "placements": two_tiles(tile="U"),
        "validate": two_tiles(),
        "move": two_tiles(meeples=[], move=move),
        "bag": two_tiles(),
        "replay": {"variant": "base", "players": ["red", "blue"], "moves": []},
    }
    answered = ask(client, *[{"call": call, "request": request, "id": call} for call, request in asked.items()])
    assert [line["id"] for line in answered] == list(asked)
    for line in answered:
        alone = client.post(f"/v1/{line['id']}", json=asked[line["id"]])
        assert line == {"id": line["id"], "status": 200, "answer": alone.json}


def test_a_bad_line_is_answered_as_such_and_the_others_go_on(client: FlaskClient) -> None:
    good = {"call": "validate", "request": two_tiles(), "id": {"any": ["thing"]}}
    illegal = {"call": "score", "request": two_tiles(tiles=[], phase="final"), "id": 3}
    answered = ask(client, good, "{", "", "[1]", {"call": "cheat", "id": 2}, illegal, {"call": "score"}, good)
    assert [line["status"] for line in answered] == [200, 400, 422, 422, 422, 422, 200]
    assert [line["id"] for line in answered] == [good["id"], None, None, 2, 3, None, good["id"]]
    assert [line.get("problem", {}).get("type") for line in answered] == [
        None,
        "/problems#not-json",
        "/problems#malformed-request",
        "/problems#malformed-request",
        "/problems#illegal-position",
        "/problems#malformed-request",
        None,
    ]
    assert answered[1]["problem"]["detail"].startswith("Line 2, column ")
    [bare] = ask(client, two_tiles())
    told = {error["pointer"]: error["detail"] for error in bare["problem"]["errors"]}
    assert told["/tiles"].startswith("There is no field “tiles” here.")
    alone = client.post("/v1/score", json=illegal["request"]).json
    assert answered[4]["problem"] == alone
    assert [error["pointer"] for error in answered[3]["problem"]["errors"]] == ["", "/call"]


def test_sentences_follow_the_language(client: FlaskClient) -> None:
    line = {"call": "score", "request": two_tiles(phase="interim")}
    (answered,) = ask(client, line, **{"Accept-Language": "nl"})
    alone = client.post("/v1/score", json=line["request"], headers={"Accept-Language": "nl"})
    assert answered["answer"] == alone.json


def test_answers_are_streamed(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    answered: list[bytes] = []
    one = batch.answer
    monkeypatch.setattr(batch, "answer", lambda line, told: answered.append(line) or one(line, told))
    body = "\n".join([json.dumps({"call": "validate", "request": two_tiles()})] * 3)
    response = client.post("/v1/batch", data=body, content_type=NDJSON, buffered=False)
    lines = response.iter_encoded()
    next(lines)
    assert len(answered) == 1
    assert len(list(lines)) == 2


def test_a_line_at_which_the_service_fails_does_not_stop_the_others(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("oh")

    question = batch.QUESTIONS["features"]._replace(answer=fail)
    monkeypatch.setitem(batch.QUESTIONS, "features", question)
    first, second = ({"call": call, "request": two_tiles(), "id": call} for call in ("features", "validate"))
    answered = ask(client, first, second)
    assert [line["status"] for line in answered] == [500, 200]
    assert answered[0]["problem"]["type"] == "/problems#internal-error"
    assert "RuntimeError: oh" in caplog.text


def test_it_must_be_declared_and_not_too_long(client: FlaskClient) -> None:
    line = json.dumps({"call": "validate", "request": two_tiles()})
    response = client.post("/v1/batch", data=line, content_type="application/json")
    assert (response.status_code, response.headers["Accept"]) == (415, NDJSON)
    response = client.post("/v1/batch", data="", content_type=NDJSON)
    assert response.status_code == 400
    small = create_app(Settings(batch=2, body=2_000)).test_client()
    response = small.post("/v1/batch", data="{}\n{}\n{}", content_type=NDJSON)
    assert (response.status_code, response.json["detail"]) == (413, "A batch may have at most 2 lines.")
    response = small.post("/v1/batch", data=" " * 2_001, content_type=NDJSON)
    assert response.status_code == 413
    assert len(small.post("/v1/batch", data="{}\n\n{}\n", content_type=NDJSON).text.splitlines()) == 2
