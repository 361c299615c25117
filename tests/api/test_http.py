"""What holds for every address: methods, languages, ids, headers, the log, and failures that are ours."""

from __future__ import annotations

import dataclasses
import json
import logging
import re
from datetime import datetime

import pytest
from flask import Flask
from flask.testing import FlaskClient

import api.calls
import api.http
from api import create_app
from api.settings import SettingError, Settings
from tests.api.boards import two_tiles

QUESTION = two_tiles(phase="interim")
PATHS = ["/", "/docs", "/v1/variants", "/v1/nothing", "/openapi.yaml", "/static/page.css"]


# Methods


@pytest.mark.parametrize("path", ["/nothing", "/v1", "/v1/scores", "/v1/score/", "/v2/score", "/v1//variants"])
def test_an_unknown_address_gets_404(client: FlaskClient, path: str) -> None:
    for method in ("GET", "POST"):
        response = client.open(path, method=method)
        assert response.status_code == 404
        assert response.content_type == "application/problem+json"
        assert response.json["type"] == "/problems#not-found"


@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE", "TRACE"])
@pytest.mark.parametrize("call", ["move", "bag", "replay", "batch"])
def test_a_question_takes_only_post(client: FlaskClient, call: str, method: str) -> None:
    response = client.open(f"/v1/{call}", method=method)
    assert response.status_code == 405
    assert response.headers["Allow"] == "OPTIONS, POST"
    assert response.json["type"] == "/problems#method-not-allowed"
    assert response.json["detail"] == "This address takes OPTIONS and POST."


@pytest.mark.parametrize("call", ["validate", "features", "placements", "score", "render"])
def test_a_question_that_can_be_linked_takes_get_too(client: FlaskClient, call: str) -> None:
    response = client.put(f"/v1/{call}")
    assert response.status_code == 405
    assert response.headers["Allow"] == "GET, HEAD, OPTIONS, POST"


def test_reference_data_takes_only_get(client: FlaskClient) -> None:
    response = client.post("/v1/variants", json={})
    assert response.status_code == 405
    assert response.headers["Allow"] == "GET, HEAD, OPTIONS"


def test_head_is_get_without_the_body(client: FlaskClient) -> None:
    get, head = client.get("/v1/variants/base"), client.head("/v1/variants/base")
    assert head.status_code == 200
    assert head.data == b""
    for name in ("Content-Type", "Content-Length", "ETag"):
        assert head.headers[name] == get.headers[name]


@pytest.mark.parametrize(("path", "allow"), [("/v1/move", "OPTIONS, POST"), ("/healthz", "GET, HEAD, OPTIONS")])
def test_options_says_what_is_allowed(client: FlaskClient, path: str, allow: str) -> None:
    response = client.options(path)
    assert response.status_code == 204
    assert response.headers["Allow"] == allow
    assert response.data == b""


# Forms and languages


@pytest.mark.parametrize("accept", ["text/html", "application/xml, text/plain", "application/json;q=0"])
def test_a_form_that_we_do_not_have_gets_406(client: FlaskClient, accept: str) -> None:
    response = client.post("/v1/score", json=QUESTION, headers={"Accept": accept})
    assert response.status_code == 406
    assert response.json["type"] == "/problems#not-acceptable"
    assert response.json["detail"] == "This address answers application/json, which Accept does not allow."


@pytest.mark.parametrize(
    "accept", ["*/*", "application/json", "application/*", "text/html, */*;q=0.1", "APPLICATION/JSON", ""]
)
def test_json_where_accept_allows_it(client: FlaskClient, accept: str) -> None:
    assert client.post("/v1/score", json=QUESTION, headers={"Accept": accept}).status_code == 200


@pytest.mark.parametrize("header", [None, "", "en", "xx", "*", "en-GB, nl;q=0.5", "nonsense;;q=x", "nl;q=0, xx"])
def test_english_unless_another_language_is_asked_for(client: FlaskClient, header: str | None) -> None:
    headers = {} if header is None else {"Accept-Language": header}
    response = client.post("/v1/score", json=QUESTION, headers=headers)
    assert response.headers["Content-Language"] == "en"
    assert "Accept-Language" in response.headers["Vary"]
    assert response.json["lines"][0]["text"].startswith("Red scores 4 points")


@pytest.mark.parametrize("header", ["nl", "nl-BE", "NL", "fr, nl;q=0.5", "en;q=0.1, nl"])
def test_the_best_language_that_there_is_a_catalogue_for(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, header: str
) -> None:
    monkeypatch.setattr("api.http.languages", lambda: ("en", "nl"))
    api.http._best_language.cache_clear()
    for response in (
        client.post("/v1/score", json=QUESTION, headers={"Accept-Language": header}),
        client.post("/v1/score", json={}, headers={"Accept-Language": header}),
        client.get("/v1/variants", headers={"Accept-Language": header}),
    ):
        assert response.headers["Content-Language"] == "nl"
    api.http._best_language.cache_clear()


def test_rulings_refusals_and_titles_in_dutch(client: FlaskClient) -> None:
    dutch = {"Accept-Language": "nl-BE, en;q=0.5"}
    ruling = client.post("/v1/score", json=QUESTION, headers=dutch)
    assert ruling.json["lines"][0]["text"] == "Red krijgt 4 punten voor de afgebouwde stad: 2 landtegels x 2."
    refusal = client.post("/v1/score", json={}, headers=dutch)
    assert refusal.json["title"] == "Dit is geen vraag die de regels kunnen beantwoorden"
    assert refusal.json["errors"][0]["code"] == "field-missing"
    assert refusal.json["errors"][0]["detail"] != client.post("/v1/score", json={}).json["errors"][0]["detail"]
    assert client.get("/v1/variants/castle", headers=dutch).json["title"] == "Carcassonne: De Burcht"
    assert client.get("/v1/variants/castle").json["title"] == "Carcassonne: The Castle"


# Request ids, headers and the log


@pytest.mark.parametrize("request_id", ["table-7", "a" * 64, "0:1.2_3"])
def test_a_proper_request_id_comes_back(client: FlaskClient, request_id: str) -> None:
    assert client.get("/healthz", headers={"X-Request-Id": request_id}).headers["X-Request-Id"] == request_id


@pytest.mark.parametrize("request_id", [None, "", "a" * 65, "a b", 'x"}', "é", "a;b"])
def test_any_other_gets_one_of_ours(
    client: FlaskClient, request_id: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    headers = {} if request_id is None else {"X-Request-Id": request_id}
    with caplog.at_level(logging.INFO, "api.requests"):
        response = client.get("/healthz", headers=headers)
    assert re.fullmatch("[0-9a-f]{32}", response.headers["X-Request-Id"])
    assert json.loads(caplog.messages[-1])["request_id"] == response.headers["X-Request-Id"]


@pytest.mark.parametrize("path", PATHS)
def test_headers_that_keep_browsers_safe(client: FlaskClient, path: str) -> None:
    with client.get(path) as response:
        headers = response.headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "Set-Cookie" not in headers
    assert "Access-Control-Allow-Origin" not in headers


def test_one_line_in_the_log_per_request(client: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "api.requests"):
        response = client.post("/v1/score", json=QUESTION, headers={"X-Request-Id": "table-7"})
        client.get("/no/such%0Athing")
    first, second = [json.loads(message) for message in caplog.messages]
    assert datetime.fromisoformat(first.pop("time")).tzinfo is not None
    assert first.pop("milliseconds") >= 0
    assert first == {
        "request_id": "table-7",
        "method": "POST",
        "path": "/v1/score",
        "status": 200,
        "bytes": len(response.data),
    }
    assert (second["path"], second["status"]) == ("/no/such\nthing", 404)
    assert all("\n" not in message for message in caplog.messages)


TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


@pytest.mark.parametrize("said", [TRACE, TRACE.upper(), f"{TRACE}-more", "", '00-1"}'])
def test_a_trace_stands_in_the_log(client: FlaskClient, caplog: pytest.LogCaptureFixture, said: str) -> None:
    with caplog.at_level(logging.INFO, "api.requests"):
        client.get("/healthz", headers={"traceparent": said})
    assert json.loads(caplog.messages[-1]).get("traceparent") == (TRACE if said == TRACE else None)


def test_a_very_long_path_is_cut_in_the_log(client: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "api.requests"):
        client.get("/" + "x" * 4_000)
    assert len(json.loads(caplog.messages[-1])["path"]) == 200


# Failures that are ours


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Flask:
    """An application whose library breaks."""

    def broken(*_: object) -> dict[str, object]:
        raise KeyError("the secret of the house")

    calls = [
        dataclasses.replace(call, question=call.question._replace(answer=broken)) if call.name == "score" else call
        for call in api.calls.CALLS
    ]
    monkeypatch.setattr(api.calls, "CALLS", calls)
    return create_app(Settings())


def test_an_unexpected_failure_leaks_nothing_and_is_logged(failing: Flask, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "api.requests"):
        response = failing.test_client().post("/v1/score", json=QUESTION, headers={"X-Request-Id": "table-7"})
    assert response.status_code == 500
    assert response.json == {
        "type": "/problems#internal-error",
        "title": "The service failed",
        "status": 500,
        "detail": "Something went wrong here. Report it with the request id table-7.",
        "errors": [],
    }
    line = json.loads(caplog.messages[-1])
    assert (line["request_id"], line["status"]) == ("table-7", 500)
    assert "KeyError: 'the secret of the house'" in line["failure"]


# Pages of other origins


ORIGIN = "https://games.example"


@pytest.fixture
def shared() -> FlaskClient:
    return create_app(Settings(origins=frozenset({ORIGIN}))).test_client()


def test_no_other_origin_may_read_by_default(client: FlaskClient) -> None:
    headers = {"Origin": ORIGIN, "Access-Control-Request-Method": "POST"}
    for response in (
        client.options("/v1/score", headers=headers),
        client.post("/v1/score", json=QUESTION, headers=headers),
    ):
        assert not [name for name, _ in response.headers if name.startswith("Access-Control")]


def test_a_configured_origin_may_ask_and_read(shared: FlaskClient) -> None:
    preflight = shared.options("/v1/score", headers={"Origin": ORIGIN, "Access-Control-Request-Method": "POST"})
    assert preflight.status_code == 204
    assert preflight.headers["Access-Control-Allow-Origin"] == ORIGIN
    assert "POST" in preflight.headers["Access-Control-Allow-Methods"]
    assert "Content-Type" in preflight.headers["Access-Control-Allow-Headers"]
    for body, status in ((QUESTION, 200), ({}, 422)):
        response = shared.post("/v1/score", json=body, headers={"Origin": ORIGIN})
        assert response.status_code == status
        assert response.headers["Access-Control-Allow-Origin"] == ORIGIN
        assert {"Origin", "Accept-Language"} <= set(response.vary)
        assert "Access-Control-Allow-Credentials" not in response.headers


@pytest.mark.parametrize("origin", ["https://other.example", "https://games.example.evil", "null"])
def test_any_other_origin_may_not(shared: FlaskClient, origin: str) -> None:
    response = shared.post("/v1/score", json=QUESTION, headers={"Origin": origin})
    assert "Access-Control-Allow-Origin" not in response.headers
    assert "Origin" in response.vary


def test_every_origin_may_where_that_is_configured() -> None:
    client = create_app(Settings(origins=frozenset({"*"}))).test_client()
    response = client.post("/v1/score", json=QUESTION, headers={"Origin": ORIGIN})
    assert response.headers["Access-Control-Allow-Origin"] == "*"


# Settings


def test_settings_come_from_the_environment() -> None:
    environment = {
        "REFEREE_MAX_BODY": "1000",
        "REFEREE_MAX_TILES": "10",
        "REFEREE_MAX_FIGURES": "11",
        "REFEREE_MAX_PARTS": "12",
        "REFEREE_MAX_PLACEMENTS": "13",
        "REFEREE_MAX_LISTED": "14",
        "REFEREE_MAX_KINDS": "2",
        "REFEREE_MAX_MOVES": "20",
        "REFEREE_MAX_CELLS": "30",
        "REFEREE_MAX_PIXELS": "400",
        "REFEREE_MAX_COORDINATE": "5000",
        "REFEREE_MAX_NAME": "60",
        "REFEREE_MAX_BATCH": "70",
        "REFEREE_MAX_SECONDS": "80",
        "REFEREE_CORS_ORIGINS": "https://a.example, https://b.example",
        "REFEREE_PROXIES": "1",
        "REFEREE_RATE": "10",
        "REFEREE_BURST": "50",
        "REFEREE_METRICS": "9100",
    }
    expected = Settings(
        body=1_000,
        tiles=10,
        figures=11,
        parts=12,
        placements=13,
        listed=14,
        kinds=2,
        moves=20,
        cells=30,
        pixels=400,
        farthest=5_000,
        longest_name=60,
        batch=70,
        seconds=80,
        origins=frozenset({"https://a.example", "https://b.example"}),
        proxies=1,
        rate=10,
        burst=50,
        metrics=("127.0.0.1", 9100),
    )
    assert Settings.from_environment(environment) == expected
    assert Settings.from_environment({}) == Settings()


@pytest.mark.parametrize(
    ("value", "address"),
    [("9100", ("127.0.0.1", 9100)), ("0.0.0.0:9100", ("0.0.0.0", 9100)), ("[::1]:9100", ("::1", 9100))],
)
def test_where_the_metrics_are_told(value: str, address: tuple[str, int]) -> None:
    assert Settings.from_environment({"REFEREE_METRICS": value}).metrics == address


@pytest.mark.parametrize("value", ["", "0", "-1", "many", "1.5", "\N{FULLWIDTH DIGIT ONE}"])
def test_an_unusable_setting_is_refused(value: str) -> None:
    with pytest.raises(SettingError, match="REFEREE_MAX_TILES must be a whole number above 0"):
        Settings.from_environment({"REFEREE_MAX_TILES": value})


@pytest.mark.parametrize(
    ("variable", "least", "most"), [("REFEREE_MAX_COORDINATE", 1_000, 2_097_150), ("REFEREE_MAX_NAME", 20, 1_000)]
)
def test_what_the_library_cannot_hold_is_refused(variable: str, least: int, most: int) -> None:
    Settings.from_environment({variable: str(most)})
    Settings.from_environment({variable: str(least)})
    for wrong in (least - 1, most + 1):
        with pytest.raises(SettingError, match=f"{variable} must be from {least} to {most}, not {wrong}"):
            Settings.from_environment({variable: str(wrong)})
