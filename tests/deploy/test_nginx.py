"""What the proxy in front takes off the service, with a real nginx."""

from __future__ import annotations

import gzip
import json
import signal
import socket
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.api.service import Service, running
from tests.deploy.proxy import NGINX, QUESTION, Proxy, configure, needs_nginx, nginx

pytestmark = needs_nginx

HEAD = b"POST /v1/score HTTP/1.1\r\nHost: referee\r\nContent-Type: application/json\r\n"
LENGTH = b"Content-Length: %d\r\n\r\n" % len(QUESTION)
BUNDLE = b"GET /static/swagger-ui/swagger-ui-bundle.js HTTP/1.1\r\nHost: referee\r\n\r\n"
#: Somebody else than the clients that misbehave.
OTHER = "127.0.0.2"


@pytest.fixture(scope="module")
def referee() -> Iterator[Service]:
    with running(WEB_CONCURRENCY="1", REFEREE_PROXIES="1") as service:
        yield service


@pytest.fixture
def proxy(referee: Service) -> Iterator[Proxy]:
    """A proxy that has not counted anybody's requests yet."""
    with nginx(referee) as proxy:
        yield proxy


@pytest.mark.parametrize("site", ["root.conf", "subpath.conf"])
def test_nginx_finds_nothing_wrong_with_it(referee: Service, tmp_path: Path, site: str) -> None:
    configure(tmp_path, [referee], site)
    checked = subprocess.run(
        [str(NGINX), "-p", str(tmp_path), "-c", f"{tmp_path}/nginx.conf", "-t"], capture_output=True, check=False
    )
    assert checked.returncode == 0, checked.stderr
    assert b"warn" not in checked.stderr


def test_questions_and_pages_pass(proxy: Proxy) -> None:
    assert proxy.question().json["phase"] == "interim"
    assert b"<title>" in proxy.ask("GET", "/").body
    assert proxy.ask("GET", "/v1/variants").headers["ETag"]


def test_slow_clients_never_reach_the_service(proxy: Proxy, referee: Service) -> None:
    """200 that dribble a head or a body, and 200 that read nothing, each with as many addresses as it likes."""
    with ExitStack() as slow:
        for number in range(200):
            client = f"127.0.1.{number + 1}"
            slow.enter_context(proxy.connect(client)).sendall(HEAD)
            slow.enter_context(proxy.connect(client)).sendall(HEAD + LENGTH + QUESTION[:-10])
            reader = slow.enter_context(socket.socket())
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            reader.bind((client, 0))
            reader.connect(("127.0.0.1", proxy.port))
            reader.sendall(BUNDLE)
        for _ in range(20):
            assert proxy.question().status == 200
        # The service has answered every file in full long ago, and of the dribbled questions it knows nothing.
        assert Counter(line["path"] for line in referee.log)["/static/swagger-ui/swagger-ui-bundle.js"] >= 200
        assert referee.ask("POST", "/v1/score", QUESTION, Content_Type="application/json")[0] == 200


def test_a_client_may_not_hold_many_connections(proxy: Proxy) -> None:
    with ExitStack() as greedy:
        for _ in range(40):
            greedy.enter_context(proxy.connect()).sendall(HEAD + LENGTH + QUESTION[:-10])
        time.sleep(0.5)
        refused = proxy.question()
        assert (refused.status, refused.headers["Retry-After"]) == (429, "1")
        assert proxy.question(client=OTHER).status == 200


def test_a_client_may_not_ask_too_often(proxy: Proxy) -> None:
    answers = [proxy.question() for _ in range(300)]
    statuses = Counter(answer.status for answer in answers)
    assert statuses.keys() == {200, 429}
    assert statuses[200] >= 100
    refused = next(answer for answer in answers if answer.status == 429)
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert refused.json["type"] == "/problems#too-many-requests"
    assert proxy.question(client=OTHER).status == 200
    assert proxy.ask("GET", "/healthz").status == 200


def test_it_compresses(proxy: Proxy) -> None:
    for path in ("/openapi.yaml", "/v1/examples", "/", "/static/table/main.js"):
        plain, packed = proxy.ask("GET", path), proxy.ask("GET", path, headers={"Accept-Encoding": "gzip"})
        assert packed.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.body) == plain.body
        assert "Accept-Encoding" in packed.headers["Vary"]


def test_the_service_hears_who_asks_and_no_lies(proxy: Proxy, referee: Service) -> None:
    lies = {"X-Forwarded-Prefix": "/elsewhere", "X-Forwarded-For": "192.0.2.1", "SCRIPT_NAME": "/elsewhere"}
    assert proxy.ask("GET", "/v1/nothing", headers=lies).json["type"] == "/problems#not-found"
    assert referee.process.poll() is None


def test_a_body_that_is_too_large_is_refused_in_our_words(proxy: Proxy) -> None:
    for size in ((1 << 20) + 1, 3 << 20):
        with proxy.connect() as connection:
            connection.sendall(HEAD + b"Content-Length: %d\r\n\r\n" % size)
            if size < 2 << 20:
                connection.sendall(b" " * size)
            with connection.makefile("rb") as answer:
                assert answer.readline().startswith(b"HTTP/1.1 413")
                head = b"".join(iter(answer.readline, b"\r\n"))
                assert b"application/problem+json" in head
                assert b"nosniff" in head
                assert json.loads(answer.readline())["type"] == "/problems#too-large"


def test_what_nginx_itself_refuses_is_safe_too(proxy: Proxy) -> None:
    with proxy.connect() as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n")
        answer = connection.recv(4096)
    assert answer.startswith(b"HTTP/1.1 400")
    assert answer.lower().count(b"x-content-type-options: nosniff") == 1


def test_headers_stand_there_once(proxy: Proxy) -> None:
    with proxy.connect() as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        answer = b"".join(iter(lambda: connection.recv(4096), b""))
    assert answer.count(b"nosniff") == 1


def test_without_a_service_it_says_so() -> None:
    with running(WEB_CONCURRENCY="1") as service, nginx(service) as proxy:
        service.stop()
        answer = proxy.question()
    assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
    assert answer.json["title"] == "Service Unavailable"


class Client(threading.Thread):
    """Asks until it is told to stop, and notes whatever is no answer."""

    def __init__(self, proxy: Proxy, address: str, stopping: threading.Event) -> None:
        super().__init__()
        self.proxy = proxy
        self.address = address
        self.stopping = stopping
        self.answers: Counter[int | str] = Counter()

    def run(self) -> None:
        while not self.stopping.is_set():
            try:
                self.answers[self.proxy.question(client=self.address).status] += 1
            except OSError as error:
                self.answers[repr(error)] += 1
            # Slower than the limit per client.
            time.sleep(0.05)


def test_one_of_two_services_can_be_stopped_under_load_and_nobody_notices() -> None:
    stopping = threading.Event()
    with running() as first, running() as second, nginx(first, second) as proxy:
        clients = [Client(proxy, f"127.0.2.{number + 1}", stopping) for number in range(16)]
        for client in clients:
            client.start()
        time.sleep(1)
        first.process.send_signal(signal.SIGTERM)
        assert first.process.wait(30) == 0
        time.sleep(1)
        stopping.set()
        for client in clients:
            client.join(30)
    answers = sum((client.answers for client in clients), Counter())
    assert answers.keys() == {200}
    assert answers[200] > 100


# Under a sub-path


@pytest.fixture(scope="module")
def under(referee: Service) -> Iterator[Proxy]:
    with nginx(referee, site="subpath.conf") as proxy:
        yield proxy


def test_under_a_sub_path_links_and_types_lead_back(under: Proxy) -> None:
    assert under.question("/carcassonne/v1/score").status == 200
    for variant in under.ask("GET", "/carcassonne/v1/variants").json["variants"]:
        assert under.ask("GET", variant["href"]).json["id"] == variant["id"]
    refused = under.ask("POST", "/carcassonne/v1/score", b"{}", headers={"Content-Type": "application/json"})
    page, _, anchor = refused.json["type"].partition("#")
    assert f'id="{anchor}"'.encode() in under.ask("GET", page).body


def test_the_path_without_its_slash_leads_to_the_page(under: Proxy) -> None:
    moved = under.ask("GET", "/carcassonne")
    assert (moved.status, moved.headers["Location"]) == (308, "/carcassonne/")
    assert b"<title>" in under.ask("GET", "/carcassonne/").body


def test_elsewhere_there_is_nothing(under: Proxy) -> None:
    assert under.ask("GET", "/v1/variants").status == 404
