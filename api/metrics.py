"""What the service tells Prometheus: requests, their time and outcome, the size of boards, refusals by code.

Told on a port of its own, so that no proxy lets it out by accident. All workers count into files in memory that they
share, one for each place at work: a worker's successor goes on where it ended, and nothing is lost with a worker.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from itertools import count
from typing import Any, Final

import orjson
from flask import Flask, Request, Response, g, request
from gunicorn.arbiter import Arbiter
from gunicorn.workers.base import Worker
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest, values
from prometheus_client.multiprocess import MultiProcessCollector

from api.problems import MEDIA_TYPE, nothing_there
from api.settings import memory_folder
from scorer.rules.variants import find_variant

METRICS: Final = "/metrics"
#: Where the workers' files lie; the name is the library's.
FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
TILES: Final = (1, 10, 25, 50, 75, 100, 150, 250, 500, 1_000, 5_000)
#: What a label says where there is nothing to say.
NONE: Final = "none"


# The application


class KeptRequest(Request):
    """A request whose body can be looked at again once it has been read."""

    body: bytes = b""

    def get_data(self, *arguments: Any, **options: Any) -> Any:
        self.body = super().get_data(*arguments, **options)
        return self.body

    def asked(self) -> dict[str, Any]:
        """The question that was asked, if it was one."""
        try:
            body = orjson.loads(self.body)
        except orjson.JSONDecodeError:
            return {}
        return body if isinstance(body, dict) else {}


class Meters:
    """What is counted."""

    def __init__(self) -> None:
        self.registry = own = CollectorRegistry()
        self.requests = Counter("referee_requests", "Requests answered", ["call", "variant", "status"], registry=own)
        self.seconds = Histogram(
            "referee_request_seconds", "Time to an answer", ["call"], buckets=SECONDS, registry=own
        )
        self.tiles = Histogram(
            "referee_board_tiles",
            "Tiles of a board, or moves of a game",
            ["call"],
            buckets=TILES,
            registry=own,
        )
        self.refusals = Counter("referee_refusals", "Refusals, by what was wrong", ["code"], registry=own)

    def note(self, response: Response) -> None:
        """Counts a request and its answer."""
        call = request.endpoint or NONE
        asked = request.asked() if isinstance(request, KeptRequest) and request.body else {}
        named = asked.get("variant") or (request.view_args or {}).get("variant")
        self.requests.labels(call, variant_label(named), response.status_code).inc()
        self.seconds.labels(call).observe(time.perf_counter() - g.started)
        board = asked.get("tiles") or asked.get("moves")
        if isinstance(board, list):
            self.tiles.labels(call).observe(len(board))
        if response.mimetype == MEDIA_TYPE:
            for code in codes(orjson.loads(response.get_data())):
                self.refusals.labels(code).inc()

    def told(self) -> bytes:
        """What all workers have counted; without a folder that they share, what this process has."""
        if FOLDER not in os.environ:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)


def variant_label(name: object) -> str:
    """The variant's id; only those that there are, because anybody could send any other."""
    variant = find_variant(name) if isinstance(name, str) else None
    return variant.id if variant is not None else NONE


def codes(problem: dict[str, Any]) -> set[str]:
    """What was wrong, each code once; the kind of the refusal where it names no more."""
    return {error["code"] for error in problem["errors"]} or {problem["type"].partition("#")[2] or NONE}


def register(app: Flask, port: int) -> None:
    """Counts every request, and tells of them on this port alone."""
    meters = Meters()
    app.request_class = KeptRequest

    @app.after_request
    def noted(response: Response) -> Response:
        if request.endpoint != tell.__name__:
            meters.note(response)
        return response

    @app.before_request
    def apart() -> None:
        """The metrics have a port of their own: they are told nowhere else, and nothing else is told there."""
        if (request.environ["SERVER_PORT"] == str(port)) != (request.path == METRICS):
            raise nothing_there()

    @app.get(METRICS)
    def tell() -> Response:
        return Response(meters.told(), content_type=CONTENT_TYPE_LATEST)


# The workers


class WorkerPlaces:
    """The places at work, numbered from 1. The master, which counts nothing, stands at 0."""

    def __init__(self) -> None:
        self.own = 0
        #: By the number that gunicorn gives each worker once and never again.
        self._taken: dict[int, int] = {}

    def reserve(self, master: Arbiter, worker: Worker) -> None:
        """Gives a worker that is about to begin the first place that is free."""
        alive = {other.age for other in master.WORKERS.values()}
        self._taken = {age: place for age, place in self._taken.items() if age in alive}
        self._taken[worker.age] = next(place for place in count(1) if place not in self._taken.values())

    def take(self, _master: Arbiter, worker: Worker) -> None:
        self.own = self._taken[worker.age]


def hooks() -> dict[str, Any]:
    """What gunicorn has to do so that the workers count together."""
    places = WorkerPlaces()
    values.ValueClass = values.MultiProcessValue(lambda: places.own)  # type: ignore[no-untyped-call]
    return {
        "on_starting": make_folder,
        "pre_fork": places.reserve,
        "post_fork": places.take,
        "on_exit": remove_folder,
    }


def make_folder(_master: Arbiter) -> None:
    os.environ[FOLDER] = tempfile.mkdtemp(prefix="carcassonne-referee-", dir=memory_folder())


def remove_folder(_master: Arbiter) -> None:
    shutil.rmtree(os.environ[FOLDER], ignore_errors=True)
