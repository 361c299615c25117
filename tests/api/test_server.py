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
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import scorer
from api.server import connections
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


def test_a_body_that_is_announced_as_too_large_is_refused_before_it_comes(service: Service) -> None:
    with connected(service) as connection:
        connection.sendall(head(2 << 20))
        status, body = answered(connection)
    assert (status, json.loads(body)["type"]) == (413, "/problems#too-large")


@pytest.mark.parametrize("name", ["SCRIPT_NAME", "SCRIPT-NAME", "PATH_INFO", "X-Forwarded-Prefix", "X-Forwarded-Proto"])
def test_nobodys_word_is_taken_on_where_the_service_is_found(service: Service, name: str) -> None:
    status, _, body = service.ask("GET", "/v1/nothing", **{name: "/elsewhere"})
    assert (status, json.loads(body)["type"]) == (404, "/problems#not-found")


# Clients that take their time

ENDLESS_HEAD = head(len(QUESTION))[:60]
ENDLESS_BODY = head(len(QUESTION)) + QUESTION[:-10]
ENDLESS_CHUNK = head("chunked") + b"5\r\n"
#: Some megabytes, of which no more is read than fits into the kernel's buffers.
UNREAD = b"GET /static/swagger-ui/swagger-ui-bundle.js HTTP/1.1\r\nHost: referee\r\n\r\n" * 4
HUGE_HEAD = ENDLESS_HEAD + b"x" * 72_000
HUGE_CHUNKS = head("chunked") + (b"1;" + b"x" * 4_000 + b"\r\n{\r\n") * 50
ZEROS = head("chunked") + b"0" * 5_000
LINGERING = b"GET /healthz HTTP/1.1\r\nHost: referee\r\nConnection: close\r\n\r\n"


@pytest.mark.parametrize(
    "sent",
    [b"", ENDLESS_HEAD, ENDLESS_BODY, ENDLESS_CHUNK, UNREAD, LINGERING, HUGE_HEAD, HUGE_CHUNKS, ZEROS],
    ids=["silent", "head", "body", "chunk", "reads nothing", "never hangs up", "huge head", "huge chunks", "zeros"],
)
def test_200_slow_clients_hold_up_nobody(sent: bytes) -> None:
    # Slow heads would otherwise be cut off, and whoever waited for that would be answered in the end.
    patient = {"WEB_CONCURRENCY": "1", "GUNICORN_CMD_ARGS": "--keep-alive 60"}
    with running(**patient) as service, contextlib.ExitStack() as slow:
        for _ in range(200):
            connection = slow.enter_context(socket.socket())
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.connect(("127.0.0.1", service.port))
            with contextlib.suppress(ConnectionError):
                connection.sendall(sent)
        assert service.ask("GET", "/healthz")[0] == 200
        started = time.monotonic()
        for _ in range(20):
            assert service.ask("POST", "/v1/score", QUESTION, **JSON)[0] == 200
        assert time.monotonic() - started < 20


def test_a_body_may_take_its_time(service: Service) -> None:
    with connected(service) as connection:
        connection.sendall(ENDLESS_BODY)
        time.sleep(1)
        connection.sendall(QUESTION[-10:])
        assert answered(connection)[0] == 200


#: A service that may open 128 files, and no more.
FEW_FILES = """
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (100, 128))
from api.server import main
main()
"""


def test_at_the_limit_of_open_files_it_lets_clients_wait_and_lives() -> None:
    with running(command=("-c", FEW_FILES)) as service:
        said = service.greeting
        with contextlib.ExitStack() as many:
            for _ in range(100):
                many.enter_context(connected(service)).sendall(LINGERING[:-4])
            # Those that say nothing more are cut off, and the next in line is let in.
            assert service.ask("GET", "/healthz")[0] == 200
        assert service.ask("GET", "/static/table/main.js")[0] == 200
        assert service.greeting == said


def test_connections_follow_from_open_files() -> None:
    assert connections(128) == 32
    assert connections(10) == 1
    assert connections(1 << 20) == 1_000


# Stopping


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
            self.cut_off.append(type(error).__name__)
            return False
        if response.status != 200 or "lines" not in answer:
            self.cut_off.append(f"{response.status}")
        self.answers += 1
        return not closes


@pytest.mark.parametrize("keeps", [False, True], ids=["new connections", "kept connections"])
def test_stopped_while_busy_it_answers_all_that_it_has_taken(keeps: bool) -> None:  # noqa: FBT001
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
    assert {line["status"] for line in lines} == {200}
    assert len(lines) == sum(client.answers for client in clients)
    # What still stood in the queue of the kernel when the service went is turned away before a word is answered.
    assert {what for client in clients for what in client.cut_off} <= {"ConnectionResetError"}


@contextlib.contextmanager
def handed_over(listener: socket.socket) -> Iterator[subprocess.Popen[bytes]]:
    """A service that is given its socket, as systemd does it."""
    os.set_inheritable(listener.fileno(), True)
    given = f"""
import os
os.dup2({listener.fileno()}, 3)
os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
from api.server import main
main()
"""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen([sys.executable, "-c", given], pass_fds=[listener.fileno()], **quiet)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(30)


def test_restarted_while_busy_on_a_socket_of_the_system_it_loses_nothing() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        asking = Asking(listener.getsockname()[1])
        with handed_over(listener):
            asking.start()
            asking.wait_for(20)
        with handed_over(listener):
            asking.wait_for(20)
            asking.stop()
    assert asking.failures == []


class Asking(threading.Thread):
    """A client that asks on new connections until it is told to stop."""

    def __init__(self, port: int) -> None:
        super().__init__()
        self.port = port
        self.answers = 0
        self.failures: list[str] = []
        self.stopping = threading.Event()

    def run(self) -> None:
        while not self.stopping.is_set():
            try:
                status = ask_at(self.port)
            except OSError as error:
                self.failures.append(repr(error))
            else:
                self.answers += 1
                if status != 200:
                    self.failures.append(str(status))

    def wait_for(self, more: int) -> None:
        enough = self.answers + more
        deadline = time.monotonic() + 30
        while self.answers < enough and not self.failures:
            assert time.monotonic() < deadline
            time.sleep(0.01)

    def stop(self) -> None:
        self.stopping.set()
        self.join(30)


def ask_at(port: int) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    with contextlib.closing(connection):
        connection.request("POST", "/v1/score", QUESTION, {"Content-Type": "application/json"})
        with connection.getresponse() as response:
            response.read()
            return response.status


def test_a_worker_that_has_answered_enough_is_replaced_and_nobody_notices() -> None:
    with running(GUNICORN_CMD_ARGS="--max-requests 20 --max-requests-jitter 0") as service:
        assert {ask_at(service.port) for _ in range(100)} == {200}
        assert service.ask("GET", "/healthz")[0] == 200


def test_a_question_half_asked_when_it_is_told_to_stop_is_answered() -> None:
    with running(WEB_CONCURRENCY="1") as service, connected(service) as connection:
        connection.sendall((head(len(QUESTION)) + QUESTION)[:-10])
        service.ask("GET", "/healthz")
        service.process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        connection.sendall(QUESTION[-10:])
        status, body = answered(connection)
        assert (status, json.loads(body)["phase"]) == (200, "interim")


#: A service whose workers take a second before they can hear anything.
SLOW_TO_START = """
import os, time
from api.server import main
os.register_at_fork(after_in_child=lambda: time.sleep(1))
main()
"""


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT, signal.SIGQUIT])
def test_a_stop_is_heard_by_workers_that_have_just_begun(stop: signal.Signals) -> None:
    with running(command=("-c", SLOW_TO_START)) as other:
        said = other.greeting
        other.process.send_signal(stop)
        # A worker that hears nothing is waited for as long as `graceful_timeout` says, 30 seconds.
        assert other.process.wait(20) == 0
        assert other.greeting == said


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("tell", [os.kill, os.killpg], ids=["the service", "each of its processes"])
def test_stopped_it_says_nothing_more(tell: Callable[[int, int], None], stop: signal.Signals) -> None:
    with running() as other:
        said = other.greeting
        assert {ask_at(other.port) for _ in range(20)} == {200}
        tell(other.process.pid, stop)
        assert other.process.wait(20) == 0
        assert other.greeting == said


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
        ("WEB_CONCURRENCY", "all", "WEB_CONCURRENCY must be a whole number above 0, not 'all'."),
        (
            "REFEREE_CORS_ORIGINS",
            "https://example.org example.com",
            "REFEREE_CORS_ORIGINS must be origins, as https://example.org, or *; not 'example.com'.",
        ),
        ("REFEREE_BURST", "5", "REFEREE_BURST needs REFEREE_RATE, the questions per second."),
        ("REFEREE_MAX_TILES", "lots", "REFEREE_MAX_TILES must be a whole number above 0, not 'lots'."),
        ("REFEREE_PROXIES", "nginx", "REFEREE_PROXIES must be a whole number above 0, not 'nginx'."),
        ("REFEREE_RATE", "0", "REFEREE_RATE must be a whole number above 0, not '0'."),
        ("REFEREE_METRICS", "localhost", "REFEREE_METRICS must be a number from 0 to 65535, not 'localhost'."),
    ],
)
def test_a_setting_that_means_nothing_is_told(variable: str, value: str, said: str) -> None:
    assert refused_start(**{variable: value}) == f"carcassonne-referee: {said}\n"


def refused_start(**environment: str) -> str:
    """What a service says that will not start."""
    process = subprocess.run(
        [sys.executable, "-m", "api"],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert (process.returncode, process.stdout) == (1, "")
    return process.stderr


def test_a_port_that_is_taken_is_told_in_one_sentence(service: Service) -> None:
    said = refused_start(PORT=str(service.port))
    taken = f"Another program listens at 127.0.0.1:{service.port} already; choose another port with PORT."
    assert said == f"carcassonne-referee: {taken}\n"


def test_an_address_of_another_machine_is_told_in_one_sentence() -> None:
    said = refused_start(HOST="192.0.2.1", PORT="8000")
    assert said.startswith("carcassonne-referee: It cannot listen at 192.0.2.1:8000: ")
    assert said.count("\n") == 1


def test_metrics_without_their_package_are_told_in_one_sentence() -> None:
    without = "import sys; sys.modules['prometheus_client'] = None; from api.server import main; main()"
    process = subprocess.run(
        [sys.executable, "-c", without],
        env={**os.environ, "REFEREE_METRICS": "9100"},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    needed = "carcassonne-referee: REFEREE_METRICS needs an optional package: carcassonne-referee[metrics].\n"
    assert (process.returncode, process.stderr) == (1, needed)


def test_on_a_socket_of_the_file_system_it_says_so(tmp_path: Path) -> None:
    path = tmp_path / "referee.sock"
    process = subprocess.Popen(
        [sys.executable, "-m", "api", "--bind", f"unix:{path}"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    assert process.stderr is not None
    assert process.stderr.readline() == f"The referee listens at the socket {path}\n".encode()
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(10)
        connection.connect(str(path))
        connection.sendall(LINGERING)
        assert connection.recv(100).startswith(b"HTTP/1.1 200")
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == 0
    process.stderr.close()


def test_a_number_of_workers_that_is_left_empty_is_the_default() -> None:
    with running(WEB_CONCURRENCY="") as service:
        assert service.ask("GET", "/healthz")[0] == 200


def test_gunicorns_own_settings_are_heeded() -> None:
    with running(GUNICORN_CMD_ARGS="--limit-request-line 100") as service:
        assert service.ask("GET", "/healthz")[0] == 200
        assert service.ask("GET", "/" + "x" * 100)[0] == 414


def test_on_every_address_it_says_where_phones_find_it() -> None:
    with running(HOST="0.0.0.0", WEB_CONCURRENCY="1") as service:
        said = service.greeting
        assert f"http://localhost:{service.port}/docs" in said
        assert "On your own network, phones find it at http://" in said
        assert service.ask("GET", "/readyz")[2] == b'{"status":"ready"}\n'
