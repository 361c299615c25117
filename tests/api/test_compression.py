"""Answers in gzip."""

from __future__ import annotations

import gzip
import json

import pytest
from flask.testing import FlaskClient

from tests.api.boards import full_board

BOARD = {**full_board(), "phase": "final"}
TAKES = {"Accept-Encoding": "br, gzip;q=0.8"}
LARGE = ["/openapi.yaml", "/v1/examples", "/", "/static/swagger-ui/swagger-ui-bundle.js", "/static/table/main.js"]


def test_a_ruling_is_compressed_for_whoever_takes_it(client: FlaskClient) -> None:
    plain = client.post("/v1/score", json=BOARD)
    packed = client.post("/v1/score", json=BOARD, headers=TAKES)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.content_length == len(packed.data) < len(plain.data) / 3
    assert json.loads(gzip.decompress(packed.data)) == plain.json


@pytest.mark.parametrize("path", LARGE)
def test_what_is_kept_is_compressed_too(client: FlaskClient, path: str) -> None:
    with client.get(path) as plain, client.get(path, headers=TAKES) as packed:
        assert gzip.decompress(packed.data) == plain.data
        for response in (plain, packed):
            assert "Accept-Encoding" in response.vary
        assert packed.headers["ETag"] == f"W/{plain.headers['ETag']}"
    with client.get(path, headers={**TAKES, "If-None-Match": packed.headers["ETag"]}) as kept:
        assert (kept.status_code, kept.data) == (304, b"")
        assert "Accept-Encoding" in kept.vary


@pytest.mark.parametrize("header", [None, "identity", "br", "gzip;q=0", "*;q=0"])
def test_whoever_does_not_take_it_gets_it_plain(client: FlaskClient, header: str | None) -> None:
    response = client.post("/v1/score", json=BOARD, headers={} if header is None else {"Accept-Encoding": header})
    assert "Content-Encoding" not in response.headers
    assert response.json["phase"] == "final"


def test_a_small_answer_is_left_as_it_is(client: FlaskClient) -> None:
    response = client.get("/healthz", headers=TAKES)
    assert "Content-Encoding" not in response.headers
    assert "Accept-Encoding" not in response.vary


def test_a_picture_of_pixels_is_left_as_it_is(client: FlaskClient) -> None:
    asked = {name: value for name, value in BOARD.items() if name != "phase"}
    response = client.post("/v1/render", json=asked, headers={**TAKES, "Accept": "image/png"})
    assert response.content_type == "image/png"
    assert "Content-Encoding" not in response.headers


def test_a_part_of_a_file_is_left_as_it_is(client: FlaskClient) -> None:
    with client.get("/static/table/main.js", headers={**TAKES, "Range": "bytes=0-1999"}) as part:
        assert (part.status_code, len(part.data)) == (206, 2000)
        assert "Content-Encoding" not in part.headers


def test_head_tells_the_size_that_get_sends(client: FlaskClient) -> None:
    get, head = client.get("/v1/examples", headers=TAKES), client.head("/v1/examples", headers=TAKES)
    assert (head.data, head.headers["Content-Length"]) == (b"", get.headers["Content-Length"])
