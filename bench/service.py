"""The service against an endpoint on the same stack that only parses the same body and answers a canned reply.

One sync worker of gunicorn, asked by wrk where it is installed and otherwise by a small client of our own. Both
endpoints take turns, so that whatever else the machine does meets them alike.
"""

from __future__ import annotations

import json
import logging
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, Final

from flask import Flask, Response

import scorer
from api import create_app
from api.calls import read_json
from api.http import JSON, in_language, json_bytes, language_wanted
from api.server import collect_seldom
from api.settings import Settings
from bench import Row
from bench.library import boards

CONNECTIONS: Final = 4
ROUNDS: Final = 5
SECONDS: Final = 2
#: The least share of the canned endpoint's requests per second, plain and compiled.
TARGETS: Final = (0.5, 0.65)


def question() -> dict[str, Any]:
    """The final scoring of a full board of 72 tiles."""
    return {**boards()[0], "phase": "final"}


def application() -> Flask:
    """The service, and beside it the endpoint that it is measured against."""
    app = create_app(Settings())
    collect_seldom()
    logging.getLogger("api.requests").handlers[:] = [logging.NullHandler()]
    reply = json_bytes(scorer.score(question()))

    @app.post("/canned")
    def canned() -> Response:
        read_json()
        response = Response(reply, content_type=JSON)
        response.headers["Cache-Control"] = "no-store"
        return in_language(response, language_wanted())

    return app


# Clients


def by_wrk(wrk: str, port: int, path: str, body: bytes) -> float:
    """Requests per second, measured by wrk."""
    with TemporaryDirectory() as folder:
        script = Path(folder, "post.lua")
        script.write_text(
            f'wrk.method = "POST"\nwrk.headers["Content-Type"] = "{JSON}"\nwrk.body = [==[{body.decode()}]==]\n'
        )
        command = [wrk, "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "-s", str(script), f"http://127.0.0.1:{port}{path}"]
        report = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "Non-2xx" not in report, report
    found = re.search(r"Requests/sec:\s*([\d.]+)", report)
    assert found is not None, report
    return float(found[1])


def by_ourselves(port: int, path: str, body: bytes) -> float:
    """Requests per second, measured by a few threads that ask one after the other."""
    head = f"POST {path} HTTP/1.1\r\nHost: referee\r\nContent-Type: {JSON}\r\nContent-Length: {len(body)}\r\n\r\n"
    request = head.encode() + body
    counts = [0] * CONNECTIONS
    deadline = time.perf_counter() + SECONDS

    def ask(number: int) -> None:
        while time.perf_counter() < deadline:
            with socket.create_connection(("127.0.0.1", port)) as connection:
                connection.sendall(request)
                answer = connection.recv(1 << 16)
                assert answer.startswith(b"HTTP/1.1 200"), answer
                while connection.recv(1 << 16):
                    pass
            counts[number] += 1

    started = time.perf_counter()
    threads = [Thread(target=ask, args=(number,)) for number in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / (time.perf_counter() - started)


def requests_per_second(port: int, path: str, body: bytes) -> float:
    wrk = shutil.which("wrk")
    return by_ourselves(port, path, body) if wrk is None else by_wrk(wrk, port, path, body)


# The measurement


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def wait_for(port: int) -> None:
    deadline = time.monotonic() + 30
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            return


def rows() -> list[Row]:
    """What share of the canned endpoint's requests per second `/v1/score` reaches."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "--worker-class", "sync", "--workers", "1", "--log-level", "error"]
    server = subprocess.Popen(
        [*command, "--no-control-socket", "--bind", f"127.0.0.1:{port}", "bench.service:application()"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    body = json.dumps(question()).encode()
    found: dict[str, list[float]] = {"/canned": [], "/v1/score": []}
    try:
        wait_for(port)
        for _ in range(ROUNDS):
            for path, measured in found.items():
                measured.append(requests_per_second(port, path, body))
    finally:
        server.terminate()
        server.wait()
    share = median(found["/v1/score"]) / median(found["/canned"])
    return [Row("POST /v1/score, full board, against a canned reply", share, *TARGETS, share=True)]
