"""What Prometheus is told."""

from __future__ import annotations

import json
import os
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask.testing import FlaskClient

from api import create_app, metrics
from api.metrics import WorkerPlaces
from api.settings import Settings
from tests.api.boards import full_board, two_tiles
from tests.api.service import Service, running

PORT = 9100
QUESTION = two_tiles(phase="interim")


@pytest.fixture
def measured() -> FlaskClient:
    return create_app(Settings(metrics=("127.0.0.1", PORT))).test_client()


def told(client: FlaskClient) -> str:
    return client.get("/metrics", base_url=f"http://localhost:{PORT}").text


def test_requests_by_call_variant_and_status(measured: FlaskClient) -> None:
    measured.post("/v1/score", json=QUESTION)
    measured.post("/v1/score", json=two_tiles(phase="interim", variant="base-game"))
    measured.post("/v1/score", json={"variant": "chess"})
    measured.get("/v1/variants/de-burcht/tiles")
    measured.get("/nothing")
    said = told(measured)
    assert 'referee_requests_total{call="score",status="200",variant="base"} 2.0' in said
    assert 'referee_requests_total{call="score",status="422",variant="none"} 1.0' in said
    assert 'referee_requests_total{call="tiles",status="200",variant="castle"} 1.0' in said
    assert 'referee_requests_total{call="none",status="404",variant="none"} 1.0' in said
    assert 'referee_request_seconds_count{call="score"} 3.0' in said


def test_the_size_of_boards(measured: FlaskClient) -> None:
    board = full_board()
    measured.post("/v1/features", json=board)
    measured.post("/v1/features", json=two_tiles())
    said = told(measured)
    assert f'referee_board_tiles_sum{{call="features"}} {float(len(board["tiles"]) + 2)}' in said
    assert 'referee_board_tiles_bucket{call="features",le="10.0"} 1.0' in said


def test_refusals_by_code(measured: FlaskClient) -> None:
    crooked = two_tiles(phase="interim")
    crooked["tiles"][1]["rotation"] = 0
    measured.post("/v1/score", json=crooked)
    measured.post("/v1/score", data=b"{", content_type="application/json")
    measured.post("/v1/score", json=[1], headers={"Accept-Encoding": "gzip"})
    said = told(measured)
    assert 'referee_refusals_total{code="edge-mismatch"} 1.0' in said
    assert 'referee_refusals_total{code="not-json"} 1.0' in said


def test_a_stranger_cannot_invent_labels(measured: FlaskClient) -> None:
    for number in range(20):
        measured.post("/v1/score", json={"variant": f"made up {number}", "tiles": "many"})
        measured.get(f"/v1/variants/made-up-{number}")
    assert "made" not in told(measured)


def test_it_is_told_on_its_own_port_alone(measured: FlaskClient, client: FlaskClient) -> None:
    assert measured.get("/metrics").json["type"] == "/problems#not-found"
    assert client.get("/metrics", base_url=f"http://localhost:{PORT}").status_code == 404


def test_a_successor_takes_the_place_of_a_worker_that_has_gone() -> None:
    places = WorkerPlaces()
    first, second, third = (SimpleNamespace(age=age) for age in (1, 2, 3))
    master = SimpleNamespace(WORKERS={})
    taken = []
    for worker in (first, second):
        places.reserve(master, worker)
        master.WORKERS[worker.age] = worker
    del master.WORKERS[1]
    places.reserve(master, third)
    for worker in (second, third):
        places.take(master, worker)
        taken.append(places.own)
    assert taken == [2, 1]


# The real service


@pytest.fixture
def port() -> int:
    """A port that is free."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        number: int = listener.getsockname()[1]
        return number


@pytest.fixture
def counting(port: int) -> Iterator[Service]:
    """A service whose workers are soon replaced."""
    arguments = "--max-requests 20 --max-requests-jitter 0"
    with running(REFEREE_METRICS=str(port), GUNICORN_CMD_ARGS=arguments) as service:
        yield service


def test_all_workers_count_together_and_nothing_is_lost_with_one(counting: Service, port: int) -> None:
    body = json.dumps(QUESTION).encode()
    for _ in range(100):
        assert counting.ask("POST", "/v1/score", body, Content_Type="application/json")[0] == 200
    assert counting.ask("GET", "/metrics")[0] == 404
    where = Service(counting.process, counting.output, counting.errors, port)
    status, headers, said = where.ask("GET", "/metrics")
    assert status == 200
    assert headers["Content-Type"].startswith("text/plain")
    assert 'referee_requests_total{call="score",status="200",variant="base"} 100.0' in said.decode()
    assert re.search(rb'referee_request_seconds_bucket\{call="score",le="\+Inf"\} 100.0', said)


def test_nothing_stays_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "memory_folder", lambda: str(tmp_path))
    monkeypatch.setenv(metrics.FOLDER, "")
    metrics.make_folder(SimpleNamespace())
    assert [str(path) for path in tmp_path.iterdir()] == [os.environ[metrics.FOLDER]]
    metrics.remove_folder(SimpleNamespace())
    assert list(tmp_path.iterdir()) == []
