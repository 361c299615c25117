"""Under a path that a proxy has chosen; tests/deploy tries it with a real one."""

from __future__ import annotations

import json
import re

import pytest
import yaml
from flask.testing import FlaskClient

from api import create_app
from api.settings import Settings
from tests.api.boards import two_tiles

PREFIX = "/games/carcassonne"
BEHIND = {"X-Forwarded-Prefix": PREFIX}


@pytest.fixture(scope="module")
def behind() -> FlaskClient:
    return create_app(Settings(proxies=1)).test_client()


def links(answer: object) -> list[str]:
    """Every text in an answer that is a path."""
    if isinstance(answer, dict):
        return [link for value in answer.values() for link in links(value)]
    if isinstance(answer, list):
        return [link for value in answer for link in links(value)]
    return [answer] if isinstance(answer, str) and re.fullmatch(r"/[^ ]*", answer) else []


@pytest.mark.parametrize("path", ["/v1/variants", "/v1/examples", "/v1/examples/city-8-pennant", "/v1/nothing"])
def test_every_link_leads_back(behind: FlaskClient, path: str) -> None:
    at_root, under = links(behind.get(path).json), links(behind.get(path, headers=BEHIND).json)
    assert at_root
    assert under == [PREFIX + link for link in at_root]


def test_the_specification_says_where_the_service_is(behind: FlaskClient) -> None:
    at_root = yaml.safe_load(behind.get("/openapi.yaml").data)
    under = yaml.safe_load(behind.get("/openapi.yaml", headers=BEHIND).data)
    assert at_root["servers"][0]["url"] == under["servers"][0]["url"] == "."
    assert under["paths"].keys() == at_root["paths"].keys()
    shown, moved = (links(found["components"]["responses"]) for found in (at_root, under))
    assert [link for link in moved if link.startswith(PREFIX)] == [
        PREFIX + link for link in shown if link.startswith("/problems")
    ]
    assert behind.get("/openapi.json", headers=BEHIND).json == under


def test_refusals_name_their_page(behind: FlaskClient) -> None:
    refused = behind.post("/v1/score", json={}, headers=BEHIND)
    assert refused.json["type"] == f"{PREFIX}/problems#malformed-request"
    page = behind.get("/problems", headers=BEHIND).text
    assert f"<code>{PREFIX}/problems#malformed-request</code>" in page


@pytest.mark.parametrize("path", ["/", "/docs", "/problems"])
def test_pages_lead_nowhere_by_a_path_from_the_root(behind: FlaskClient, path: str) -> None:
    assert re.findall(r"""(?:href|src)="(/[^"]*)""", behind.get(path, headers=BEHIND).text) == []


def test_what_a_client_wrote_is_never_changed(behind: FlaskClient) -> None:
    asked = two_tiles(phase="interim")
    named = json.loads(json.dumps(asked).replace('"red"', '"href: /a"'))
    answer = behind.post("/v1/score", json=named, headers=BEHIND)
    assert answer.status_code == 200
    assert "href: /a" in answer.json["players"]


@pytest.mark.parametrize("prefix", ['/a"b', "/a b", "//elsewhere.example", "/é", "javascript:alert"])
def test_a_prefix_that_is_no_path_is_ignored(behind: FlaskClient, prefix: str) -> None:
    headers = {"X-Forwarded-Prefix": prefix.encode().decode("latin-1")}
    assert behind.get("/v1/nothing", headers=headers).json["type"] == "/problems#not-found"


def test_a_client_cannot_say_it_without_a_proxy(client: FlaskClient) -> None:
    assert client.get("/v1/nothing", headers=BEHIND).json["type"] == "/problems#not-found"
