"""Questions in the address: the same answers as to a body, and they may be kept."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorer import notation
from tests.api.boards import asked
from tests.api.specification import specification

LINE = "base/red:12,blue:7/D@0,0;E@0,-1,180=red.city@S"
LINKED = ("score", "features", "placements", "validate", "render")
EXAMPLES = [(name, call, request) for name, call, request in asked() if call in LINKED]


@pytest.mark.parametrize("number", range(0, len(EXAMPLES), 6))
def test_an_example_is_answered_as_if_it_were_posted(client: FlaskClient, number: int) -> None:
    _, call, request = EXAMPLES[number]
    position = {name: value for name, value in request.items() if name not in parameters(call)}
    others = {name: value for name, value in request.items() if name in parameters(call)}
    told = {name: value if isinstance(value, str) else notation.write_value(value) for name, value in others.items()}
    linked = client.get(f"/v1/{call}", query_string={"position": notation.write(position), **told})
    # Not by `json=`, which would sort the keys.
    body = json.dumps(notation.read(notation.write(position)) | others)
    posted = client.post(f"/v1/{call}", data=body, content_type="application/json")
    assert linked.status_code == posted.status_code == 200
    assert linked.data == posted.data
    assert linked.headers["ETag"]
    assert linked.headers["Cache-Control"] == "public, max-age=3600"


def parameters(call: str) -> set[str]:
    operation = specification()["paths"][f"/v1/{call}"]["get"]
    return {one["name"] for one in operation["parameters"] if one.get("in") == "query"}


def test_every_call_that_can_be_linked_is(client: FlaskClient) -> None:
    for call, told in {"score": {"phase": "final"}, "placements": {"tile": "U"}}.items():
        posted = client.post(f"/v1/{call}", json=notation.read(LINE) | told)
        assert client.get(f"/v1/{call}", query_string={"position": LINE, **told}).json == posted.json
    for call in ("features", "validate"):
        assert (
            client.get(f"/v1/{call}", query_string={"position": LINE}).json
            == client.post(f"/v1/{call}", json=notation.read(LINE)).json
        )
    assert parameters("validate") == parameters("features") == {"position"}


def test_a_picture_for_a_forum(client: FlaskClient) -> None:
    accept = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8"
    told = {"position": LINE, "options": "(coordinates:!t)"}
    response = client.get("/v1/render", query_string=told, headers={"Accept": accept})
    assert response.content_type == "image/svg+xml"
    options = {"coordinates": True}
    assert response.data == client.post("/v1/render", json=notation.read(LINE) | {"options": options}).data
    assert {"Accept", "Accept-Language"} <= set(response.headers["Vary"].replace(" ", "").split(","))
    again = client.get("/v1/render", query_string=told, headers={"If-None-Match": response.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert client.get("/v1/render", query_string=told, headers={"Accept": "image/png"}).content_type == "image/png"


@pytest.mark.parametrize("claim", ['{"red": 8}', "(red:8)"])
def test_a_value_is_json_or_notation(client: FlaskClient, claim: str) -> None:
    told = {"position": LINE, "phase": "interim", "claim": claim}
    assert client.get("/v1/score", query_string=told).json["claims"][0]["claimed"] == 8


def test_what_stands_in_the_line_gives_way_to_a_parameter(client: FlaskClient) -> None:
    line = f"{LINE}/phase:final"
    assert client.get("/v1/score", query_string={"position": line}).json["phase"] == "final"
    assert client.get("/v1/score", query_string={"position": line, "phase": "interim"}).json["phase"] == "interim"
    twice = client.get("/v1/score", query_string=f"position={LINE}&phase=final&phase=interim")
    assert twice.json["phase"] == "interim"


def test_a_plus_in_an_address_is_an_expansion(client: FlaskClient) -> None:
    response = client.get("/v1/validate?position=base+river+abbot/red,blue/R01@0,0")
    assert response.json["problems"] == []


@pytest.mark.parametrize(
    ("call", "told", "error"),
    [
        ("score", {}, ("field-missing", "")),
        ("score", {"position": "base/red"}, ("notation", "/position")),
        ("score", {"position": "baze//"}, ("variant-unknown", "/variant")),
        ("score", {"position": LINE}, ("field-missing", "")),
        ("score", {"position": LINE, "phase": "late"}, ("phase-unknown", "/phase")),
        ("score", {"position": LINE, "phase": "final", "claim": '{"red": 8,}'}, ("not-json", "/claim")),
        ("score", {"position": LINE, "phase": "final", "claim": "(red:8"}, ("notation", "/claim")),
        ("score", {"position": LINE, "phase": "final", "claim": "red"}, ("wrong-type", "/claim")),
        ("features", {"position": LINE, "phase": "final"}, ("field-unknown", "/phase")),
        ("features", {"position": "base/red,blue/D@0,0;D@0,0"}, ("cell-occupied", "/tiles/1")),
        ("render", {"position": LINE, "options": "!(1)"}, ("wrong-type", "/options")),
    ],
)
def test_what_is_wrong_with_a_link(
    client: FlaskClient, call: str, told: dict[str, Any], error: tuple[str, str]
) -> None:
    response = client.get(f"/v1/{call}", query_string=told)
    assert response.status_code == 422
    assert response.content_type == "application/problem+json"
    assert response.headers["Cache-Control"] == "no-store"
    assert (response.json["errors"][0]["code"], response.json["errors"][0]["pointer"]) == error


def test_all_that_is_wrong_with_a_link_is_told(client: FlaskClient) -> None:
    told = {"position": LINE, "phase": "late", "claim": "(red:8", "carry_out": "[", "foo": "1"}
    errors = client.get("/v1/score", query_string=told).json["errors"]
    assert [(error["code"], error["pointer"]) for error in errors] == [
        ("notation", "/claim"),
        ("not-json", "/carry_out"),
        ("phase-unknown", "/phase"),
        ("field-unknown", "/foo"),
    ]


def test_sentences_follow_the_language(client: FlaskClient) -> None:
    told = {"position": LINE, "phase": "interim"}
    response = client.get("/v1/score", query_string=told, headers={"Accept-Language": "nl"})
    assert response.headers["Content-Language"] == "nl"
    assert "Accept-Language" in response.headers["Vary"]
    assert response.headers["ETag"] != client.get("/v1/score", query_string=told).headers["ETag"]


def test_the_documentation_of_links_and_batches_is_true(client: FlaskClient) -> None:
    page = (Path(__file__).parents[2] / "docs" / "links.md").read_text("utf-8")
    links = re.findall(r"^(/v1/\S+)$|http://localhost:8000(/v1/\S+?)\" ", page, re.MULTILINE)
    assert len(links) == 3
    assert [client.get(first or second).status_code for first, second in links] == [200, 200, 200]
    asked, answered = (
        re.findall(pattern, page, re.MULTILINE) for pattern in (r'^\{"call".*$', r'^\{"id": \d, "status".*$')
    )
    response = client.post("/v1/batch", data="\n".join(asked), content_type="application/x-ndjson")
    lines = [json.loads(line) for line in response.text.splitlines()]
    for line, shown in zip(lines, map(json.loads, answered), strict=True):
        (said,) = set(shown) & {"answer", "problem"}
        assert (line["id"], line["status"]) == (shown["id"], shown["status"])
        assert {**line[said], **{name: value for name, value in shown[said].items() if name != "..."}} == line[said]
