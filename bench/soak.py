"""A long load, with a worker killed every minute: ``python -m bench.soak``.

Says how many requests were answered, which were lost and whether each of those was in a worker that was killed, how
long answers took, how much memory the service takes from minute to minute, and how busy each worker was. Linux only.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

FIXTURES: Final = Path(__file__).parents[1] / "fixtures"
CONNECTIONS: Final = 16
#: Questions that a client asks before it comes back on a new connection.
QUESTIONS_EACH: Final = 100
CONTENT_LENGTH: Final = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)
#: Growth beyond this is no flat memory; caches fill in the first minute.
MOST_GROWTH: Final = 1.25
TICKS: Final = os.sysconf("SC_CLK_TCK")


# The load


@dataclass(frozen=True)
class Asked:
    """A request as it goes over the wire, and the answer that it has to get."""

    sent: bytes
    answer: bytes


@dataclass(frozen=True)
class Loss:
    """A request that got no answer: on which connection, and why."""

    port: int
    reason: str


@dataclass
class Outcome:
    seconds: list[float] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)
    wrong: int = 0


class Client:
    """A connection that asks one question after the other, and begins again where it is cut off."""

    def __init__(self, port: int, questions: Iterator[Asked], selector: selectors.BaseSelector) -> None:
        self.port = port
        self.questions = questions
        self.selector = selector
        self.connect()

    def connect(self) -> None:
        self.socket = socket.create_connection(("127.0.0.1", self.port))
        self.own_port: int = self.socket.getsockname()[1]
        self.selector.register(self.socket, selectors.EVENT_READ, self)
        self.left = QUESTIONS_EACH
        self.ask()

    def ask(self) -> None:
        self.question = next(self.questions)
        self.received = b""
        self.started = time.perf_counter()
        self.socket.sendall(self.question.sent)

    def reconnect(self) -> None:
        self.selector.unregister(self.socket)
        self.socket.close()
        self.connect()

    def read(self, outcome: Outcome) -> None:
        """Takes what has come; a whole answer is noted, and the next question asked."""
        try:
            self.received += self.socket.recv(1 << 18) or lost()
        except OSError as error:
            outcome.losses.append(Loss(self.own_port, type(error).__name__))
            self.reconnect()
            return
        head, _, body = self.received.partition(b"\r\n\r\n")
        length = CONTENT_LENGTH.search(head)
        if length is None or len(body) < int(length[1]):
            return
        outcome.seconds.append(time.perf_counter() - self.started)
        outcome.wrong += not head.startswith(b"HTTP/1.1 200") or body != self.question.answer
        self.left -= 1
        if not self.left or b"\r\nconnection: close" in head.lower():
            self.reconnect()
        else:
            self.ask()


def lost() -> bytes:
    raise ConnectionResetError


def load(port: int, questions: Sequence[Asked], seconds: float) -> Outcome:
    """Asks on many connections at once for so long."""
    outcome = Outcome()
    selector = selectors.DefaultSelector()
    asked = cycle(questions)
    clients = [Client(port, asked, selector) for _ in range(CONNECTIONS)]
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for key, _ in selector.select(1):
            key.data.read(outcome)
    for client in clients:
        client.socket.close()
    selector.close()
    return outcome


def prepare(port: int) -> list[Asked]:
    """Questions of every kind, from the rulebooks' examples, each with the answer of a service that nobody disturbs."""
    examples = [json.loads(file.read_text("utf-8")) for file in sorted(FIXTURES.glob("*/*.json"))]
    return [question(port, example["call"], example["request"]) for example in examples]


def question(port: int, call: str, request: object) -> Asked:
    body = json.dumps(request).encode()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("POST", f"/v1/{call}", body, {"Content-Type": "application/json"})
    answer = connection.getresponse().read()
    connection.close()
    head = f"POST /v1/{call} HTTP/1.1\r\nHost: referee\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    return Asked(f"{head}\r\n\r\n".encode() + body, answer)


# The service


@dataclass
class Service:
    process: subprocess.Popen[bytes]
    port: int

    def workers(self) -> list[int]:
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(pid) for pid in children.read_text().split()]

    def megabytes(self) -> float:
        """The memory of all its processes, where what they share counts once."""
        return sum(shared_memory(pid) for pid in [self.process.pid, *self.workers()]) / 1024

    def kill(self, worker: int) -> set[int]:
        """Kills a worker; answers the ports of the clients that it was serving."""
        try:
            os.kill(worker, signal.SIGSTOP)
            served = peers(worker, self.port)
            os.kill(worker, signal.SIGKILL)
        except (ProcessLookupError, FileNotFoundError):
            # It was just being replaced.
            return set()
        return served


def shared_memory(pid: int) -> int:
    """The kilobytes of a process, of shared ones its part."""
    found = re.search(r"^Pss:\s+(\d+)", of_process(pid, "smaps_rollup"), re.MULTILINE)
    return int(found[1]) if found else 0


def busy_seconds(pid: int) -> float:
    """How long a process has computed."""
    fields = status(pid)
    return (int(fields[11]) + int(fields[12])) / TICKS


def share(pid: int, before: dict[int, float], seconds: float) -> float:
    """The part of the last so many seconds, or of its life, that a process has computed."""
    return (busy_seconds(pid) - before.get(pid, 0)) / max(0.1, min(seconds, age(pid)))


def age(pid: int) -> float:
    """The seconds since a process began."""
    return float(Path("/proc/uptime").read_text().split()[0]) - int(status(pid)[19]) / TICKS


def status(pid: int) -> list[str]:
    """What the kernel says of a process, after its name."""
    return of_process(pid, "stat").rpartition(")")[2].split() or ["0"] * 20


def of_process(pid: int, file: str) -> str:
    """What the kernel says of a process; nothing if it has just ended."""
    try:
        return Path(f"/proc/{pid}/{file}").read_text()
    except OSError:
        return ""


def peers(pid: int, port: int) -> set[int]:
    """The ports at the other end of a process's connections."""
    inodes = set()
    for descriptor in Path(f"/proc/{pid}/fd").iterdir():
        try:
            inodes |= set(re.findall(r"socket:\[(\d+)\]", str(descriptor.readlink())))
        except OSError:
            continue
    found = set()
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        columns = line.split()
        if columns[9] in inodes and int(columns[1].rpartition(":")[2], 16) == port:
            found.add(int(columns[2].rpartition(":")[2], 16))
    return found


@contextmanager
def running() -> Iterator[Service]:
    with TemporaryFile() as said:
        environment = {**os.environ, "PORT": "0"}
        process = subprocess.Popen(
            [sys.executable, "-m", "api"], env=environment, stdout=subprocess.DEVNULL, stderr=said
        )
        try:
            while not (found := re.search(rb"listens at http://127\.0\.0\.1:(\d+)", os.pread(said.fileno(), 1_000, 0))):
                assert process.poll() is None, "the service did not start"
                time.sleep(0.1)
            yield Service(process, int(found[1]))
        finally:
            process.terminate()
            process.wait(40)


# The report


def soak(service: Service, seconds: float, every: float) -> bool:
    """Loads the service, and kills a worker every so often; answers whether all was well."""
    questions = prepare(service.port)
    print(f"{len(questions)} questions on {CONNECTIONS} connections, {len(service.workers())} workers, {seconds:.0f} s")
    killed: set[int] = set()
    memory: list[float] = []
    with ProcessPoolExecutor(1) as pool:
        loading = pool.submit(load, service.port, questions, seconds)
        end = time.monotonic() + seconds
        while end - time.monotonic() > 1:
            before = {worker: busy_seconds(worker) for worker in service.workers()}
            time.sleep(min(every, end - time.monotonic()))
            memory.append(service.megabytes())
            busy = [f"{share(worker, before, every):.0%}" for worker in service.workers()]
            print(f"  {memory[-1]:.0f} MB; workers are computing", *busy, flush=True)
            if end - time.monotonic() > 1:
                killed |= service.kill(service.workers()[len(memory) % len(service.workers())])
        outcome = loading.result()
    return report(outcome, killed, memory, seconds)


def report(outcome: Outcome, killed: set[int], memory: list[float], seconds: float) -> bool:
    times = sorted(outcome.seconds)
    p50, p99 = (times[int(len(times) * share)] * 1000 for share in (0.5, 0.99))
    elsewhere = [loss for loss in outcome.losses if loss.port not in killed]
    growth = memory[-1] / memory[0]
    print(f"{len(times):,} answers, {len(times) / seconds:,.0f} per second, {outcome.wrong} of them wrong")
    print(f"p50 {p50:.1f} ms, p99 {p99:.1f} ms, longest {times[-1] * 1000:.0f} ms")
    print(
        f"{len(outcome.losses)} requests lost in workers that were killed, {len(elsewhere)} elsewhere {elsewhere or ''}"
    )
    print(f"memory {memory[0]:.0f} MB after the first stretch, {memory[-1]:.0f} MB at the end")
    return not outcome.wrong and not elsewhere and growth < MOST_GROWTH


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600, help="how long it takes (600)")
    parser.add_argument("--every", type=float, default=60, help="seconds from one killed worker to the next (60)")
    arguments = parser.parse_args()
    with running() as service:
        well = soak(service, arguments.seconds, arguments.every)
    sys.exit(not well)


if __name__ == "__main__":
    main()
