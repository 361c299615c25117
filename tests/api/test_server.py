"""The real service: a gunicorn process, asked over the network, and stopped while it is busy."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import scorer
from tests.api.boards import full_board, two_tiles
from tests.api.service import Service, running

JSON = {"Content_Type": "application/json"}
QUESTION = json.dumps(two_tiles(phase="interim")).encode()
BOARD = {**full_board(), "phase": "final"}
FULL = json.dumps(BOARD).encode()


def connected(service: Service) -> socket.socket:
    return socket.create_connection(("127.0.0.1", service.port), timeout=10)


def head(length: int | str, *more: str) -> bytes:
    lines = ["POST /v1/score HTTP/1.1", "Host: referee", "Content-Type: application/json", *more]
    lines.append("Transfer-Encoding: chunked" if length == "chunked" else f"Content-Length: {length}")
    return "\r\n".join([*lines, "", ""]).encode()


def answered(connection: socket.socket) -> tuple[int, bytes]:
    with http.client.HTTPResponse(connection) as response:
        response.begin()
        return response.status, response.read()


def test_it_greets_with_where_to_look_and_how_to_let_phones_in(service: Service) -> None:
    said = service.greeting
    assert f"The referee listens at {service.url}" in said
    assert f"{service.url}/docs" in said
    assert "To let phones on your own network in, start it with HOST=0.0.0.0" in said


def test_a_real_question(service: Service) -> None:
    status, headers, body = service.ask("POST", "/v1/score", FULL, **JSON)
    assert status == 200
    assert headers["Content-Type"] == "application/json"
    assert json.loads(body) == scorer.score(BOARD)


def test_a_body_that_comes_in_chunks(service: Service) -> None:
    chunks = [QUESTION[start : start + 50] for start in range(0, len(QUESTION), 50)]
    body = b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks)
    with connected(service) as connection:
        connection.sendall(head("chunked") + body + b"0\r\n\r\n")
        assert answered(connection)[0] == 200


def test_a_client_that_waits_to_be_told_to_go_on(service: Service) -> None:
    with connected(service) as connection:
        connection.sendall(head(len(QUESTION), "Expect: 100-continue"))
        assert connection.recv(100).startswith(b"HTTP/1.1 100")
        connection.sendall(QUESTION)
        assert answered(connection)[0] == 200


def test_a_connection_serves_one_question_after_the_other(service: Service) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=10)
    for _ in range(3):
        connection.request("POST", "/v1/score", QUESTION, {"Content-Type": "application/json"})
        response = connection.getresponse()
        assert (response.status, len(response.read()) > 100) == (200, True)
    connection.close()


def test_questions_sent_at_once_are_answered_in_order(service: Service) -> None:
    health = b"GET /healthz HTTP/1.1\r\nHost: referee\r\n\r\n"
    with connected(service) as connection, connection.makefile("rb") as answers:
        connection.sendall(health * 2 + head(len(QUESTION)) + QUESTION[:40])
        found = b""
        while found.count(b'{"status":"ok"}') < 2:
            found += answers.readline()
        connection.sendall(QUESTION[40:])
        assert answers.readline() == b"HTTP/1.1 200 OK\r\n"


@pytest.mark.parametrize("declared", [True, False], ids=["declared", "chunked"])
def test_a_body_that_is_too_large_gets_its_413(service: Service, declared: bool) -> None:  # noqa: FBT001
    size = 5 << 20
    with connected(service) as connection:
        connection.sendall(head(size if declared else "chunked"))
        try:
            for _ in range(size >> 16):
                connection.sendall(b" " * (1 << 16) if declared else b"10000\r\n" + b" " * (1 << 16) + b"\r\n")
        except ConnectionError:
            # It has answered and read no further.
            pass
        status, body = answered(connection)
    assert status == 413
    assert json.loads(body)["type"] == "/problems#too-large"


@pytest.mark.parametrize("body", [b"zz\r\n\r\n\r\n", b"2\r\nabcd\r\n0\r\n\r\n", b"-1\r\n\r\n\r\n"])
def test_a_broken_chunk_gets_400(service: Service, body: bytes) -> None:
    with connected(service) as connection:
        connection.sendall(head("chunked") + body)
        assert answered(connection)[0] == 400


def test_a_client_that_hangs_up_midway_harms_nobody(service: Service) -> None:
    for cut in (10, 60, len(head(len(QUESTION))) + 20):
        with connected(service) as connection:
            connection.sendall((head(len(QUESTION)) + QUESTION)[:cut])
    assert service.ask("GET", "/healthz")[0] == 200


def test_slow_clients_do_not_stall_it() -> None:
    """Many more clients than threads dribble their requests, or never hang up, and the next one is answered at once."""
    with running(WEB_CONCURRENCY="1") as service:
        slow = []
        for number in range(200):
            connection = connected(service)
            connection.sendall((head(len(QUESTION)) + QUESTION)[: 40 + number])
            slow.append(connection)
        for _ in range(40):
            connection = connected(service)
            connection.sendall(head("chunked") + b"5\r\n\r\n\r\n")
            slow.append(connection)
        for _ in range(40):
            connection = connected(service)
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: referee\r\nConnection: close\r\n\r\n")
            slow.append(connection)
        started = time.monotonic()
        for _ in range(20):
            assert service.ask("POST", "/v1/score", QUESTION, **JSON)[0] == 200
        assert time.monotonic() - started < 5
        # Those that were only slow get their answer in the end.
        for number, connection in enumerate(slow[:5]):
            connection.sendall((head(len(QUESTION)) + QUESTION)[40 + number :])
            assert answered(connection)[0] == 200
        for connection in slow:
            connection.close()


class Load(threading.Thread):
    """A client that asks until the service is gone, and notes every answer that was cut off."""

    def __init__(self, service: Service, *, keeps: bool) -> None:
        super().__init__()
        self.service = service
        self.keeps = keeps
        self.answers = 0
        self.cut_off: list[str] = []

    def run(self) -> None:
        while True:
            connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=20)
            with contextlib.closing(connection):
                try:
                    connection.connect()
                except OSError:
                    # It listens no longer: nothing was under way.
                    return
                while self.ask(connection) and self.keeps:
                    pass
            if self.cut_off:
                return

    def ask(self, connection: http.client.HTTPConnection) -> bool:
        """Asks once; answers whether the connection can be kept."""
        try:
            connection.request("POST", "/v1/score", FULL, {"Content-Type": "application/json"})
            with connection.getresponse() as response:
                closes = response.will_close
                answer = json.loads(response.read())
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.cut_off.append(repr(error))
            return False
        if response.status != 200 or "lines" not in answer:
            self.cut_off.append(f"{response.status}")
        self.answers += 1
        return not closes


@pytest.mark.parametrize("keeps", [False, True], ids=["new connections", "kept connections"])
def test_stopped_while_busy_it_cuts_nobody_off(keeps: bool) -> None:  # noqa: FBT001
    with running() as service:
        clients = [Load(service, keeps=keeps) for _ in range(8)]
        for client in clients:
            client.start()
        while sum(client.answers for client in clients) < 40:
            time.sleep(0.01)
        code = service.stop()
        for client in clients:
            client.join(20)
        lines = service.log
    assert code == 0
    assert [client.cut_off for client in clients] == [[]] * len(clients)
    assert len(lines) == sum(client.answers for client in clients)
    assert {line["status"] for line in lines} == {200}


def test_a_question_half_asked_when_it_is_told_to_stop_is_answered() -> None:
    with running(WEB_CONCURRENCY="1") as service, connected(service) as connection:
        connection.sendall((head(len(QUESTION)) + QUESTION)[:-10])
        service.ask("GET", "/healthz")
        service.process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        connection.sendall(QUESTION[-10:])
        status, body = answered(connection)
        assert (status, json.loads(body)["phase"]) == (200, "interim")


#: A service whose workers take a second before they listen to signals.
SLOW_TO_START = """
import time
from api import server
options = server.options
server.options = lambda told: {**options(told), "post_fork": lambda master, worker: time.sleep(1)}
server.main()
"""


def test_a_stop_is_heard_by_workers_that_have_just_begun() -> None:
    with running(command=("-c", SLOW_TO_START)) as other:
        started = time.monotonic()
        assert other.stop() == 0
        assert time.monotonic() - started < 15


def test_it_writes_no_file(service: Service, tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path), "TMPDIR": str(tmp_path)}
    with running(**environment) as other:
        assert other.ask("POST", "/v1/score", QUESTION, **JSON)[0] == 200
        assert list(tmp_path.rglob("*")) == []
    assert service.process.poll() is None


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("PORT", "eighty", "PORT must be a number from 0 to 65535, not 'eighty'."),
        ("PORT", "70000", "PORT must be a number from 0 to 65535, not '70000'."),
        ("WEB_CONCURRENCY", "0", "WEB_CONCURRENCY must be a whole number above 0, not '0'."),
        ("REFEREE_MAX_TILES", "lots", "REFEREE_MAX_TILES must be a whole number above 0, not 'lots'."),
    ],
)
def test_a_setting_that_means_nothing_is_told(variable: str, value: str, said: str) -> None:
    environment: dict[str, Any] = {**os.environ, variable: value}
    process = subprocess.run(
        [sys.executable, "-m", "api"], env=environment, capture_output=True, text=True, timeout=30, check=False
    )
    assert process.returncode == 1
    assert process.stderr == f"carcassonne-referee: {said}\n"


def test_on_every_address_it_says_where_phones_find_it() -> None:
    with running(HOST="0.0.0.0", WEB_CONCURRENCY="1") as service:
        said = service.greeting
        assert f"http://localhost:{service.port}/docs" in said
        assert "On your own network, phones find it at http://" in said
        assert service.ask("GET", "/readyz")[2] == b'{"status":"ready"}\n'
