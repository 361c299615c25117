"""A real service: the process that ``make serve`` starts, on a port of its own."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

SECONDS = 30


@dataclass
class Service:
    process: subprocess.Popen[bytes]
    #: Files, because a pipe that nobody reads would stop the service once it is full.
    output: Path
    errors: Path
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def greeting(self) -> str:
        """What the service says to people."""
        return self.errors.read_text("utf-8")

    @property
    def log(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.output.read_text("utf-8").splitlines()]

    def wait_until_ready(self) -> None:
        """Waits until the service has said where it listens."""
        deadline = time.monotonic() + SECONDS
        while "Stop it" not in self.greeting:
            assert self.process.poll() is None, self.greeting
            assert time.monotonic() < deadline, self.greeting
            time.sleep(0.02)
        found = re.search(r"http://[^:]+:(\d+)", self.greeting)
        assert found is not None
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

    def stop(self) -> int:
        """Tells it to stop; answers its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(SECONDS)


@contextmanager
def running(command: Sequence[str] = ("-m", "api"), **environment: Any) -> Iterator[Service]:
    """A service that runs as long as the block does."""
    settings = {"HOST": "127.0.0.1", "PORT": "0", "WEB_CONCURRENCY": "2", **environment}
    with TemporaryDirectory() as folder:
        output, errors = Path(folder, "output"), Path(folder, "errors")
        with output.open("wb") as out, errors.open("wb") as err:
            process = subprocess.Popen(
                [sys.executable, *command],
                env={**os.environ, **settings},
                stdout=out,
                stderr=err,
                # Its processes are a group of their own, as those of a terminal's command are.
                start_new_session=True,
            )
        service = Service(process, output, errors)
        try:
            service.wait_until_ready()
            yield service
        finally:
            if process.poll() is None:
                service.stop()
