"""Pictures over HTTP: their form, their options and their limits."""

from __future__ import annotations

import struct
from typing import Any
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from api import create_app
from api.examples import examples
from api.settings import Settings
from scorer.rules.variants import WHOLE_RULESETS
from tests.api.boards import two_tiles

POSITION = two_tiles()


def ask(client: FlaskClient, accept: str = "*/*", **fields: Any) -> Any:
    return client.post("/v1/render", json={**POSITION, **fields}, headers={"Accept": accept})


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


@pytest.mark.parametrize("accept", ["*/*", "image/svg+xml", "image/*", "image/png;q=0.5, image/svg+xml"])
def test_a_position_as_svg(client: FlaskClient, accept: str) -> None:
    response = ask(client, accept)
    assert response.status_code == 200
    assert response.content_type == "image/svg+xml"
    assert {"Accept", "Accept-Language"} <= set(response.vary)
    assert response.headers["Content-Security-Policy"] == (
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    )
    assert ElementTree.fromstring(response.text).tag == "{http://www.w3.org/2000/svg}svg"


def test_options_change_the_picture(client: FlaskClient) -> None:
    plain = ask(client).text
    options: list[dict[str, Any]] = [
        {"coordinates": True},
        {"last": {"x": 0, "y": -1}},
        {"scores": "interim"},
        {"ghost": {"tile": "B", "player": "red"}},
        {"highlight": {"features": ["city-1"]}},
        {"highlight": {"cells": [[0, 0]]}},
    ]
    assert len({plain, *(ask(client, options=option).text for option in options)}) == len(options) + 1


def test_a_cell_is_highlighted_once(client: FlaskClient) -> None:
    once = ask(client, options={"highlight": {"cells": [[0, 0]]}}).text
    assert ask(client, options={"highlight": {"cells": [[0, 0]] * 1_000}}).text == once


def test_a_position_as_png(client: FlaskClient) -> None:
    response = ask(client, "image/png")
    assert response.content_type == "image/png"
    width, height = size(response.data)
    assert 100 < width <= 4_096
    assert 100 < height <= 4_096


def test_a_png_keeps_within_its_limit() -> None:
    tiles = [{"x": 0, "y": y, "tile": "U", "rotation": 0} for y in range(60)]
    client = create_app(Settings(pixels=300)).test_client()
    width, height = size(ask(client, "image/png", tiles=tiles, meeples=[], excerpt=True).data)
    assert width < height <= 300


def test_without_the_optional_package_png_is_not_acceptable(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.png.find_spec", lambda _: None)
    response = ask(client, "image/png")
    assert response.status_code == 406
    assert response.json["detail"] == "PNG pictures need the optional package resvg-py, which is not installed here."
    assert ask(client, "image/png, image/svg+xml;q=0.5").content_type == "image/svg+xml"


def test_a_board_of_200_cells_and_no_more(client: FlaskClient) -> None:
    def row(length: int) -> Any:
        tiles = [{"x": x, "y": 0, "tile": "U", "rotation": 90} for x in range(length)]
        return ask(client, tiles=tiles, meeples=[], excerpt=True)

    assert row(150).status_code == 200
    refused = row(201)
    assert refused.status_code == 422
    assert refused.json["errors"][0]["pointer"] == "/tiles"
    assert "at most 200 x 200" in refused.json["errors"][0]["detail"]


@pytest.mark.parametrize("fields", [{"options": {"scores": "someday"}}, {"variant": "chess"}, {"options": []}])
def test_a_picture_that_cannot_be_drawn(client: FlaskClient, fields: dict[str, Any]) -> None:
    response = ask(client, **fields)
    assert response.status_code == 422
    assert response.content_type == "application/problem+json"


@pytest.mark.parametrize("variant", WHOLE_RULESETS, ids=lambda variant: variant.id)
def test_every_tile_has_a_picture(client: FlaskClient, variant: Any) -> None:
    query = f"?expansions={','.join(variant.expansions)}" if variant.expansions else ""
    for kind in variant.tile_set(variant.default_rules()).kinds:
        response = client.get(f"/v1/variants/{variant.id}/tiles/{kind}.svg{query}")
        assert (response.status_code, response.content_type) == (200, "image/svg+xml")


def test_every_example_has_a_picture(client: FlaskClient) -> None:
    for example in examples():
        response = client.get(f"/v1/examples/{example}.svg")
        assert (response.status_code, response.content_type) == (200, "image/svg+xml")
