"""Runs the service under gunicorn: ``python -m api``.

gunicorn is used as it is shipped. What is set here is what was found by measuring (docs/running.md has the table);
``GUNICORN_CMD_ARGS`` and the command line may set it otherwise.
"""

from __future__ import annotations

import errno
import gc
import os
import resource
import signal
import socket
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping
from types import FrameType
from typing import Any, Final

from gunicorn.app.base import Application
from gunicorn.arbiter import Arbiter
from gunicorn.workers.base import Worker

from api.app import create_app
from api.settings import THIS_MACHINE, SettingError, Settings, memory_folder, port, workers

DEFAULT_PORT: Final = 8000
#: A ruling is pure computing, which nothing else of its worker interrupts. With two workers for each core the next
#: request still finds one that is free.
WORKERS_PER_CPU: Final = 2
#: Each connection takes one open file, and a second one while a page's file is sent.
MOST_CONNECTIONS: Final = 1_000
FILES_PER_CONNECTION: Final = 2
#: Open files for everything else: the log, the listening sockets, pictures in the making.
SPARE_FILES: Final = 64
#: How long a connection rests after an answer. A worker that finds the next request already there would go on with
#: that client for ever. After a rest, however short, it looks at all the others first.
REST_SECONDS: Final = 0.000_01
#: How many objects may be made, more than were freed, before garbage is looked for.
COLLECT_AFTER: Final = 20_000
#: The signals that tell a process to stop.
STOPS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT)
#: What HOST may be to listen on every address of the machine.
EVERYWHERE: Final = {"0.0.0.0", "::"}
#: Set where the listening sockets are handed over by systemd, or by the service's own predecessor.
INHERITED: Final = ("LISTEN_FDS", "GUNICORN_FD")


class Server(Application):
    """gunicorn, told by the environment where to listen and with how many workers."""

    def __init__(self, settings: Settings, environment: Mapping[str, str]) -> None:
        self.settings = settings
        self.options = options(settings, environment)
        super().__init__(prog="carcassonne-referee")

    def init(self, parser: ArgumentParser, opts: Namespace, args: list[str]) -> dict[str, Any]:
        return self.options

    def load(self) -> Any:
        application = create_app(self.settings)
        collect_seldom()
        return application


def collect_seldom() -> None:
    """Lets the garbage collector rest: it never looks again at what the application is made of, and seldom at the rest.

    Most answers leave nothing to collect. It takes a twentieth off what a scoring costs (`make bench`).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER)


def options(settings: Settings, environment: Mapping[str, str]) -> dict[str, Any]:
    """gunicorn's configuration."""
    host = environment.get("HOST") or THIS_MACHINE
    number = port("PORT", environment.get("PORT") or str(DEFAULT_PORT))
    told = [settings.metrics] if settings.metrics is not None else []
    return {
        "bind": [joined(*address) for address in ((host, number), *told)],
        "workers": workers(environment) or WORKERS_PER_CPU * (os.cpu_count() or 1),
        "worker_class": "gevent",
        "worker_connections": connections(open_files()),
        "worker_tmp_dir": memory_folder(),
        # A whole board stands in the address of a link.
        "limit_request_line": 8_190,
        # Also how long a request's head may take to come in, and how long an idle connection holds up a stop.
        "keepalive": 5,
        "timeout": 30,
        "graceful_timeout": 30,
        # What a large answer took stays with its worker, so a worker is replaced from time to time.
        "max_requests": 20_000,
        "max_requests_jitter": 5_000,
        # The application is made once, and its tiles are shared by all workers.
        "preload_app": True,
        # Nobody's word is taken here on where a request comes from; REFEREE_PROXIES says whose is.
        "forwarded_allow_ips": "",
        "forwarder_headers": "",
        # Nothing is written but the log.
        "control_socket_disable": True,
        "accesslog": None,
        "loglevel": "warning",
        "proc_name": "carcassonne-referee",
        "when_ready": greet,
        "post_request": rest,
        "post_worker_init": heed_master_alone,
        "worker_exit": end,
        **measuring(settings),
    }


def measuring(settings: Settings) -> dict[str, Any]:
    """What gunicorn has to do for the metrics, where they are asked for."""
    if settings.metrics is None:
        return {}
    try:
        from api import metrics
    except ImportError:
        raise SettingError("REFEREE_METRICS needs an optional package: carcassonne-referee[metrics].") from None
    return metrics.hooks()


def open_files() -> int:
    """How many files this process may have open, after asking for as many as it has use for."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES_PER_CONNECTION * MOST_CONNECTIONS + SPARE_FILES
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


def connections(files: int) -> int:
    """How many connections a worker may have that can open so many files."""
    return max(1, min(MOST_CONNECTIONS, (files - SPARE_FILES) // FILES_PER_CONNECTION))


def stoppable_from_birth() -> None:
    """Lets a worker be stopped from its first moment: there is nothing to finish yet.

    It is born with the handlers of gunicorn's master, which keep a signal for a loop that only the master has. A stop
    that comes in between waits until they are gone.
    """
    master = os.getpid()
    held = False

    def hold() -> None:
        nonlocal held
        # What a worker starts is not meant.
        if os.getpid() == master:
            signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
            held = True

    def let_through() -> None:
        nonlocal held
        if held:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
            held = False

    def heed() -> None:
        if held:
            for stop in STOPS:
                signal.signal(stop, leave)
            let_through()

    os.register_at_fork(before=hold, after_in_parent=let_through, after_in_child=heed)


def leave(_signal: int, _frame: FrameType | None) -> None:
    """Ends this process in silence."""
    os._exit(0)


def heed_master_alone(_worker: Worker) -> None:
    """Leaves Ctrl+C, which a terminal sends to every process, to the master: it tells the workers to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def end(_master: Arbiter, _worker: Worker) -> None:
    """Lets a worker go in silence: loggers that are never collected would complain that gevent is gone already."""
    gc.unfreeze()


def rest(_worker: Worker, _request: object, _environ: object, _response: object) -> None:
    """Lets a worker's other connections have their turn."""
    time.sleep(REST_SECONDS)


def greet(master: Arbiter) -> None:
    """Says where to look, and how to let others in."""
    name = master.LISTENERS[0].sock.getsockname()
    lines = [f"The referee listens at the socket {name}"] if isinstance(name, str) else addresses(*name[:2])
    print(*lines, "Stop it with Ctrl+C.", sep="\n", file=sys.stderr, flush=True)


def addresses(host: str, number: int) -> list[str]:
    here = f"http://{joined('localhost' if host in EVERYWHERE else host, number)}"
    return [
        f"The referee listens at {here}",
        f"  try it           {here}/",
        f"  documentation    {here}/docs",
        f"  specification    {here}/openapi.yaml",
        f"On your own network, phones find it at http://{joined(own_address(), number)}/"
        if host in EVERYWHERE
        else "To let phones on your own network in, start it with HOST=0.0.0.0",
    ]


def joined(host: str, number: int) -> str:
    return f"[{host}]:{number}" if ":" in host else f"{host}:{number}"


def own_address() -> str:
    """This machine's address on its own network. Nothing is sent: the system only chooses a way out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way_out:
        try:
            way_out.connect(("192.0.2.1", 9))
        except OSError:
            return socket.gethostname()
        address: str = way_out.getsockname()[0]
        return address


def check_free(wanted: Iterable[object]) -> None:
    """Refuses an address at which nobody can listen; gunicorn would try five times, and fill the screen."""
    for address in wanted:
        if not isinstance(address, tuple):
            continue
        host, number = address
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listener.bind((host, number))
            except OSError as error:
                raise SettingError(cannot_listen(host, number, error)) from None


def cannot_listen(host: str, number: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Another program listens at {joined(host, number)} already; choose another port with PORT."
    return f"It cannot listen at {joined(host, number)}: {error.strerror}."


def main() -> None:
    """Serves until it is told to stop."""
    try:
        server = Server(Settings.from_environment(), os.environ)
        if not any(name in os.environ for name in INHERITED):
            check_free(server.cfg.address)
    except SettingError as error:
        sys.exit(f"carcassonne-referee: {error}")
    stoppable_from_birth()
    server.run()
