"""A real service: the process that ``make serve`` starts, on a port of its own."""

from __future__ import annotations

import http.client
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

SECONDS = 30


@dataclass
class Service:
    process: subprocess.Popen[str]
    greeting: list[str] = field(default_factory=list)
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def wait_until_ready(self) -> None:
        """Reads what the service says to people until it has said where it listens."""
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.greeting.append(line.rstrip())
            if line.startswith("Stop it"):
                break
        found = re.search(r"http://[^:]+:(\d+)", "\n".join(self.greeting))
        assert found is not None, self.greeting
        self.port = int(found[1])

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        try:
            connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
            response = connection.getresponse()
            return response.status, dict(response.getheaders()), response.read()
        finally:
            connection.close()

    def stop(self) -> tuple[int, str]:
        """Tells it to stop; answers its exit code and everything it logged."""
        self.process.send_signal(signal.SIGTERM)
        output, errors = self.process.communicate(timeout=SECONDS)
        self.greeting += errors.splitlines()
        return self.process.returncode, output


@contextmanager
def running(**environment: Any) -> Iterator[Service]:
    """A service that runs as long as the block does."""
    settings = {"HOST": "127.0.0.1", "PORT": "0", "WEB_CONCURRENCY": "2", **environment}
    process = subprocess.Popen(
        [sys.executable, "-m", "api"],
        env={**os.environ, **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    service = Service(process)
    try:
        service.wait_until_ready()
        yield service
    finally:
        if process.poll() is None:
            process.terminate()
            process.communicate(timeout=SECONDS)
