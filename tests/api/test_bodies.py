"""Bodies that are no questions, in every way a body can go wrong."""

from __future__ import annotations

import gzip
import json

import pytest
from flask.testing import FlaskClient

from api.http import JSON
from tests.api.boards import two_tiles

CALLS = ["validate", "features", "placements", "score", "move", "bag", "replay", "render"]
QUESTION = json.dumps(two_tiles(phase="interim"))


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b" \n",
        b"hello",
        b"{",
        b'{"variant": "base"',
        b'{"variant": "base"} {}',
        b'{"variant": NaN}',
        b'{"variant": Infinity}',
        b'{"x": 1e999}',
        b'{"x": ' + b"9" * 5_000 + b"}",
        b"[" * 200_000,
        b'{"a":' * 200_000,
        b'{"name": "\\ud800"}',
        b'{"name": "\\udc00\\ud800"}',
        b'{"name": "\xff"}',
        b"\xef\xbb\xbf{}",
        QUESTION.encode("utf-16"),
        b'{"a": "tab\there"}',
        b"{'a': 1}",
        b"\x00",
    ],
    ids=lambda body: repr(body[:24]),
)
def test_what_is_not_json_gets_400(client: FlaskClient, call: str, body: bytes) -> None:
    response = client.post(f"/v1/{call}", data=body, content_type=JSON)
    assert response.status_code == 400
    assert response.content_type == "application/problem+json"
    assert response.json["type"] == "/problems#not-json"
    assert response.json["status"] == 400


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (b"", "The body is empty."),
        (b'{"variant":\n  oops}', "Line 2, column 3 is not JSON."),
        (b"[" * 200_000, "Line 1, column 1026 is not JSON."),
    ],
    ids=["empty", "line and column", "nested"],
)
def test_a_400_says_where_the_json_ends(client: FlaskClient, body: bytes, detail: str) -> None:
    assert client.post("/v1/score", data=body, content_type=JSON).json["detail"] == detail


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("body", ["null", "true", "1", '"base"', "[]", "[[[]]]"])
def test_json_that_is_no_object_gets_422(client: FlaskClient, call: str, body: str) -> None:
    response = client.post(f"/v1/{call}", data=body, content_type=JSON)
    assert response.status_code == 422
    assert [(e["code"], e["pointer"]) for e in response.json["errors"]] == [("wrong-type", "")]


@pytest.mark.parametrize("call", CALLS)
def test_an_empty_object_lacks_its_variant(client: FlaskClient, call: str) -> None:
    response = client.post(f"/v1/{call}", json={})
    assert response.status_code == 422
    assert [(e["code"], e["detail"]) for e in response.json["errors"]] == [
        ("field-missing", "The field “variant” is missing.")
    ]


def test_of_a_key_that_stands_twice_the_last_counts(client: FlaskClient) -> None:
    body = '{"variant": "castle",' + QUESTION[1:-1] + ', "phase": "no such", "phase": "interim"}'
    response = client.post("/v1/score", data=body, content_type=JSON)
    assert response.status_code == 200
    assert response.json["variant"] == "base"


def test_deep_nesting_within_json_is_refused_politely(client: FlaskClient) -> None:
    deep = "[" * 1_000 + "]" * 1_000
    response = client.post("/v1/score", data=QUESTION[:-1] + f', "claim": {deep}}}', content_type=JSON)
    assert response.status_code == 422
    assert response.json["errors"][0]["pointer"] == "/claim"


@pytest.mark.parametrize(
    "content_type", [None, "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "text/json"]
)
def test_a_body_that_is_not_declared_as_json_gets_415(client: FlaskClient, content_type: str | None) -> None:
    response = client.post("/v1/score", data=QUESTION, content_type=content_type)
    assert response.status_code == 415
    assert response.json["type"] == "/problems#unsupported-media-type"
    assert response.headers["Accept"] == "application/json"


@pytest.mark.parametrize(
    "content_type", ["application/json; charset=utf-8", 'application/json;charset="UTF-8"', "APPLICATION/JSON"]
)
def test_json_may_say_its_charset(client: FlaskClient, content_type: str) -> None:
    assert client.post("/v1/score", data=QUESTION, content_type=content_type).status_code == 200


def test_another_charset_gets_415(client: FlaskClient) -> None:
    body = QUESTION.encode("utf-16")
    assert client.post("/v1/score", data=body, content_type="application/json; charset=utf-16").status_code == 415


def test_a_compressed_body_gets_415(client: FlaskClient) -> None:
    body = gzip.compress(QUESTION.encode())
    response = client.post("/v1/score", data=body, content_type=JSON, headers={"Content-Encoding": "gzip"})
    assert response.status_code == 415
    assert response.headers["Accept-Encoding"] == "identity"


@pytest.mark.parametrize(("size", "status"), [(1 << 20, 200), ((1 << 20) + 1, 413), (1 << 22, 413)])
def test_a_body_of_one_mebibyte(client: FlaskClient, size: int, status: int) -> None:
    body = QUESTION.ljust(size)
    response = client.post("/v1/score", data=body, content_type=JSON)
    assert response.status_code == status
    if status == 413:
        assert response.json["type"] == "/problems#too-large"
        assert response.json["detail"] == "A body may have at most 1048576 bytes."
