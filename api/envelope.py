"""What goes around every answer: the request's id, headers that keep browsers safe, and one line in the log."""

from __future__ import annotations

import logging
import re
import sys
import time
import uuid
from datetime import UTC, datetime
from typing import Final

import orjson
from flask import Flask, Response, g, request
from flask.logging import has_level_handler

#: One JSON line per request.
log: Final = logging.getLogger("api.requests")

#: What a client may call its request. Anything else never reaches the log.
REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._:-]{1,64}")
#: What a tracing client says of the trace that its request belongs to (W3C Trace Context).
TRACE_PARENT: Final = re.compile(r"[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}")
LONGEST_PATH: Final = 200

#: Answers are data: nothing in them may run, wherever they are opened.
DATA_POLICY: Final = "default-src 'none'; frame-ancestors 'none'"


def register(app: Flask, origins: frozenset[str]) -> None:
    """Puts the envelope around every answer of the application."""
    log.setLevel(logging.INFO)
    if not has_level_handler(log):
        log.addHandler(logging.StreamHandler(sys.stdout))

    @app.before_request
    def opened() -> None:
        g.started = time.perf_counter()
        asked = request.environ.get("HTTP_X_REQUEST_ID")
        g.request_id = asked if asked and REQUEST_ID.fullmatch(asked) else uuid.uuid4().hex

    @app.after_request
    def closed(response: Response) -> Response:
        headers = response.headers
        headers["X-Request-Id"] = g.request_id
        headers["X-Content-Type-Options"] = "nosniff"
        headers["Referrer-Policy"] = "no-referrer"
        headers.setdefault("Content-Security-Policy", DATA_POLICY)
        if origins:
            share(response, origins)
        log.info(line(response))
        return response


def line(response: Response) -> str:
    """What the log says of a request."""
    entry = {
        "time": datetime.now(UTC),
        "request_id": g.request_id,
        "method": request.method,
        "path": request.path[:LONGEST_PATH],
        "status": response.status_code,
        "milliseconds": round((time.perf_counter() - g.started) * 1000, 2),
        "bytes": response.content_length,
    }
    trace = request.environ.get("HTTP_TRACEPARENT", "")
    if TRACE_PARENT.fullmatch(trace):
        entry["traceparent"] = trace
    if "failure" in g:
        entry["failure"] = g.failure
    return orjson.dumps(entry).decode()


def share(response: Response, origins: frozenset[str]) -> None:
    """Lets pages of the configured origins read the answer (CORS)."""
    response.vary.add("Origin")
    origin = request.headers.get("Origin")
    if origin is None or not origins & {origin, "*"}:
        return
    headers = response.headers
    headers["Access-Control-Allow-Origin"] = "*" if "*" in origins else origin
    headers["Access-Control-Expose-Headers"] = "Content-Language, ETag, Retry-After, X-Request-Id"
    if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
        headers["Access-Control-Allow-Methods"] = headers.get("Allow", "")
        headers["Access-Control-Allow-Headers"] = "Accept, Accept-Language, Content-Type, If-None-Match, X-Request-Id"
        headers["Access-Control-Max-Age"] = "600"
