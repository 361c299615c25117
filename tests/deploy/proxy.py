"""A real nginx with the configuration that we ship, in front of real services."""

from __future__ import annotations

import http.client
import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.api.boards import two_tiles
from tests.api.service import Service

SHIPPED = Path(__file__).parents[2] / "deploy" / "nginx"
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin:/opt/homebrew/bin")
SECONDS = 30
QUESTION = json.dumps(two_tiles(phase="interim")).encode()

needs_nginx = pytest.mark.skipif(NGINX is None, reason="There is no nginx here, so its configuration cannot be tried.")


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Proxy:
    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def connect(self, client: str = "127.0.0.1") -> socket.socket:
        """A connection of a client; every address that begins with 127 is another one."""
        return socket.create_connection(("127.0.0.1", self.port), SECONDS, (client, 0))

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        *,
        client: str = "127.0.0.1",
        headers: dict[str, str] | None = None,
    ) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, SECONDS, (client, 0))
        with closing(connection):
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            return Answer(response.status, dict(response.getheaders()), response.read())

    def question(self, path: str = "/v1/score", *, client: str = "127.0.0.1") -> Answer:
        return self.ask("POST", path, QUESTION, client=client, headers={"Content-Type": "application/json"})


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def configure(folder: Path, services: Sequence[Service], site: str) -> int:
    """Writes the shipped configuration into a folder, with ports of our own; answers where it will listen."""
    port = free_port()
    servers = " ".join(f"server 127.0.0.1:{service.port} max_fails=0;" for service in services)
    for file in SHIPPED.iterdir():
        text = file.read_text("utf-8")
        text = text.replace("server referee:8000 max_fails=0;", servers)
        text = text.replace("listen 8080;", f"listen 127.0.0.1:{port};")
        text = text.replace("include root.conf;", f"include {site};").replace("/tmp/", f"{folder}/")
        (folder / file.name).write_text(text, "utf-8")
    return port


@contextmanager
def nginx(*services: Service, site: str = "root.conf") -> Iterator[Proxy]:
    """A proxy that runs as long as the block does."""
    assert NGINX is not None
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        port = configure(folder, services, site)
        command = [NGINX, "-p", name, "-c", f"{name}/nginx.conf", "-g", "daemon off;"]
        errors = folder / "errors"
        with errors.open("wb") as said:
            process = subprocess.Popen(command, stderr=said)
        try:
            wait_until_it_listens(process, port, errors)
            yield Proxy(port)
        finally:
            process.terminate()
            process.wait(SECONDS)


def wait_until_it_listens(process: subprocess.Popen[bytes], port: int, errors: Path) -> None:
    deadline = time.monotonic() + SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            assert process.poll() is None, errors.read_text("utf-8")
            assert time.monotonic() < deadline
            time.sleep(0.05)
        else:
            return
