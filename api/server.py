"""Runs the service under gunicorn: ``python -m api``."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import struct
import sys
from collections.abc import Mapping
from typing import Any, Final

from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter

from api.app import create_app
from api.settings import SettingError, Settings, positive
from api.worker import STOPS

DEFAULT_HOST: Final = "127.0.0.1"
DEFAULT_PORT: Final = 8000
#: Threads are taken only by requests that are there in full, so few are enough.
THREADS: Final = 16
#: Linux's numbers for a socket filter, and for its only instruction here: take 0 bytes of what comes in.
ATTACH_FILTER: Final = 26
RETURN: Final = 0x06
#: What HOST may be to listen on every address of the machine.
EVERYWHERE: Final = {"0.0.0.0", "::"}


class Master(Arbiter):
    """gunicorn's master process, which lets nobody in any more before it tells the workers to stop."""

    def spawn_worker(self) -> int:
        """Starts a worker, to which a stop is told only once it can hear it: until then it would go unheard."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
        try:
            return super().spawn_worker()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def stop(self, graceful: bool = True) -> None:  # noqa: FBT001, FBT002
        for listener in self.LISTENERS:
            deafen(listener.sock)
        super().stop(graceful)


def deafen(listener: socket.socket) -> None:
    """Drops connections that are still to come, as if nobody listened.

    Without it, one that comes between a worker's last look and the closing of the socket would be cut off. Linux can
    filter what comes in; elsewhere that moment remains.
    """
    if sys.platform == "linux":
        nothing = ctypes.create_string_buffer(struct.pack("HBBI", RETURN, 0, 0, 0))
        listener.setsockopt(socket.SOL_SOCKET, ATTACH_FILTER, struct.pack("HP", 1, ctypes.addressof(nothing)))


class Server(BaseApplication):
    """gunicorn, told by the environment where to listen and with how many workers."""

    def __init__(self, settings: Settings, environment: Mapping[str, str]) -> None:
        self.settings = settings
        self.options = options(environment)
        super().__init__()

    def load_config(self) -> None:
        for name, value in self.options.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        return create_app(self.settings)

    def run(self) -> None:
        Master(self).run()


def options(environment: Mapping[str, str]) -> dict[str, Any]:
    """gunicorn's configuration."""
    host = environment.get("HOST") or DEFAULT_HOST
    port = environment.get("PORT") or str(DEFAULT_PORT)
    if not port.isascii() or not port.isdecimal() or int(port) > 65_535:
        raise SettingError(f"PORT must be a number from 0 to 65535, not {port!r}.")
    workers = environment.get("WEB_CONCURRENCY")
    return {
        "bind": f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
        "workers": positive("WEB_CONCURRENCY", workers) if workers else os.cpu_count() or 1,
        "worker_class": "api.worker.PatientWorker",
        "threads": THREADS,
        "keepalive": 15,
        "timeout": 30,
        "graceful_timeout": 30,
        # The application is made once, and its tiles are shared by all workers.
        "preload_app": True,
        # Nothing is written but the log.
        "control_socket_disable": True,
        "accesslog": None,
        "loglevel": "warning",
        "proc_name": "carcassonne-referee",
        "when_ready": greet,
    }


def greet(server: Arbiter) -> None:
    """Says where to look, and how to let others in."""
    host, port = server.LISTENERS[0].sock.getsockname()[:2]
    here = f"http://{'localhost' if host in EVERYWHERE else bracketed(host)}:{port}"
    lines = [
        f"The referee listens at {here}",
        f"  try it           {here}/",
        f"  documentation    {here}/docs",
        f"  specification    {here}/openapi.yaml",
    ]
    if host in EVERYWHERE:
        lines.append(f"On your own network, phones find it at http://{bracketed(own_address())}:{port}/")
    else:
        lines.append("To let phones on your own network in, start it with HOST=0.0.0.0")
    print("\n".join(lines), "Stop it with Ctrl+C.", sep="\n", file=sys.stderr, flush=True)


def bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def own_address() -> str:
    """This machine's address on its own network. Nothing is sent: the system only chooses a way out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way_out:
        try:
            way_out.connect(("192.0.2.1", 9))
        except OSError:
            return socket.gethostname()
        address: str = way_out.getsockname()[0]
        return address


def main() -> None:
    """Serves until it is told to stop."""
    try:
        server = Server(Settings.from_environment(), os.environ)
    except SettingError as error:
        sys.exit(f"carcassonne-referee: {error}")
    server.run()
