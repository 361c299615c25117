"""How often a client may ask, where a limit is set."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from api import create_app, rates
from api.rates import Buckets, client_of
from api.settings import Settings
from tests.api.boards import two_tiles

QUESTION = two_tiles(phase="interim")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


# Buckets


def test_a_burst_is_allowed_and_then_the_rate(clock: Clock) -> None:
    buckets = Buckets(rate=2, burst=3, clock=clock)
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 0.5]
    clock.now = 0.5
    assert [buckets.take("a") for _ in range(2)] == [0, 0.5]
    clock.now = 100
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 0.5]


def test_one_client_does_not_spend_what_another_has(clock: Clock) -> None:
    buckets = Buckets(rate=1, burst=1, clock=clock)
    assert buckets.take("a") == 0
    assert buckets.take("a") == 1
    assert buckets.take("b") == 0


def test_clients_with_a_full_bucket_are_forgotten(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "MOST_CLIENTS", 10)
    buckets = Buckets(rate=1, burst=1, clock=clock)
    for number in range(9):
        buckets.take(f"early {number}")
    clock.now = 5
    buckets.take("late")
    buckets.take("one too many")
    assert len(buckets) == 2
    assert buckets.take("late") == 1


def test_nobody_can_fill_the_memory(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "MOST_CLIENTS", 10)
    buckets = Buckets(rate=1, burst=1, clock=clock)
    for number in range(1_000):
        assert buckets.take(f"client {number}") == 0
        assert len(buckets) <= 10


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", ""),
        ("unknown", "unknown"),
    ],
)
def test_who_a_client_is(address: str, client: str) -> None:
    assert client_of(address) == client


# The service


def limited(*, rate: int = 1, burst: int = 2, proxies: int = 0) -> FlaskClient:
    return create_app(Settings(rate=rate, burst=burst, proxies=proxies)).test_client()


def test_whoever_asks_too_often_is_told_when_to_come_back() -> None:
    client = limited()
    first, second, third = (client.post("/v1/score", json=QUESTION) for _ in range(3))
    assert (first.status_code, second.status_code) == (200, 200)
    assert third.status_code == 429
    assert third.headers["Retry-After"] == "1"
    assert third.headers["Cache-Control"] == "no-store"
    assert third.content_type == "application/problem+json"
    assert third.json == {
        "type": "/problems#too-many-requests",
        "title": "Too many requests from one address",
        "status": 429,
        "detail": "One address may ask 1 question per second here.",
        "errors": [],
    }


def test_the_refusal_speaks_dutch_too() -> None:
    client = limited(rate=3, burst=1)
    client.get("/v1/variants")
    refused = client.get("/v1/variants", headers={"Accept-Language": "nl"})
    assert refused.json["detail"] == "Eén adres mag hier 3 vragen per seconde stellen."


def test_pages_and_probes_are_never_refused() -> None:
    client = limited(burst=1)
    client.get("/v1/variants")
    assert client.get("/v1/variants").status_code == 429
    for path in ("/", "/docs", "/healthz", "/readyz", "/version", "/openapi.yaml"):
        assert client.get(path).status_code == 200


def test_without_a_rate_nobody_is_refused(client: FlaskClient) -> None:
    assert {client.get("/v1/variants").status_code for _ in range(200)} == {200}


def forwarded(client: FlaskClient, said: str) -> int:
    return client.get("/v1/variants", headers={"X-Forwarded-For": said}).status_code


def test_a_client_cannot_say_that_it_is_another() -> None:
    client = limited(burst=1)
    assert forwarded(client, "192.0.2.1") == 200
    assert forwarded(client, "192.0.2.2") == 429


def test_a_trusted_proxy_says_who_asks() -> None:
    client = limited(burst=1, proxies=1)
    assert forwarded(client, "192.0.2.1") == 200
    assert forwarded(client, "192.0.2.2") == 200
    assert forwarded(client, "192.0.2.1") == 429
    # Only the last address is the proxy's own word; what stands before it the client has made up.
    assert forwarded(client, "198.51.100.9, 192.0.2.1") == 429
