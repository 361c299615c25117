"""How often a client may ask, where whoever runs the service sets a limit.

A bucket per client and worker process: every question takes a token, and tokens come back at the rate. Several workers
let a client ask that much more often; a limit for all of them together belongs to the proxy in front.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from typing import Final

from flask import Flask, request

from api.problems import too_often

#: What is limited: questions and reference data. Pages are cheap, and probes must never be refused.
LIMITED: Final = "/v1/"
#: Seconds of asking that a client may save up, where no burst is set.
SAVED_SECONDS: Final = 10
#: How many clients are remembered before those are forgotten who have not asked for long enough.
MOST_CLIENTS: Final = 10_000


class Buckets:
    """The tokens that each client has left."""

    def __init__(self, rate: int, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self.clock = clock
        #: By client: tokens, and when they were counted.
        self._left: dict[str, tuple[float, float]] = {}

    def __len__(self) -> int:
        return len(self._left)

    def take(self, client: str) -> float:
        """Takes a token; answers the seconds until there is one, 0 where there was."""
        now = self.clock()
        if len(self._left) >= MOST_CLIENTS and client not in self._left:
            self._forget(now)
        tokens = self._tokens(client, now)
        if tokens < 1:
            return (1 - tokens) / self.rate
        self._left[client] = (tokens - 1, now)
        return 0.0

    def _tokens(self, client: str, now: float) -> float:
        left, counted = self._left.get(client, (self.burst, now))
        return min(self.burst, left + (now - counted) * self.rate)

    def _forget(self, now: float) -> None:
        """Forgets whoever has a full bucket again; where too few have, also those who came first."""
        waiting = [(client, left) for client, left in self._left.items() if self._tokens(client, now) < self.burst]
        self._left = dict(waiting[-MOST_CLIENTS // 2 :])


def client_of(address: str) -> str:
    """Who asks: an address, or the network that one client of IPv6 has to itself."""
    try:
        client = ip_address(address)
    except ValueError:
        return address
    if isinstance(client, IPv6Address):
        return str(client.ipv4_mapped or ip_network((client, 64), strict=False))
    return address


def register(app: Flask, rate: int, burst: int | None) -> None:
    """Refuses questions that come faster than the rate."""
    buckets = Buckets(rate, burst or rate * SAVED_SECONDS)

    @app.before_request
    def check_rate() -> None:
        if request.path.startswith(LIMITED) and (wait := buckets.take(client_of(request.remote_addr or ""))):
            raise too_often(rate, ceil(wait))
