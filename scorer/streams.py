"""Requests from files and standard input, one after the other, and many of them shared among processes."""

from __future__ import annotations

import gzip
import io
import json
import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice
from multiprocessing import parent_process
from pathlib import Path
from typing import IO, Any, Final, NamedTuple, NoReturn, Protocol, TypeVar

from scorer import notation
from scorer.problems import Malformed, Problem
from scorer.shapes import wrong_type
from scorer.texts import text

STANDARD_INPUT: Final = "-"
#: What a compressed file begins with.
GZIP: Final = b"\x1f\x8b"
#: Fewer requests are answered sooner than other processes could be started.
WORTH_SHARING: Final = 16
#: So many requests go to a process at a time.
CHUNK: Final = 16

Item = TypeVar("Item")
Answer = TypeVar("Answer")


# Reading


class Request(NamedTuple):
    """One request, still as text, and where it stands: a file's name, with the line where there are several."""

    source: str
    content: str


class Input:
    """Files and standard input, read as they are needed; what cannot be read is told on standard error."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        #: Whether something could not be read.
        self.failed = False
        self._sizes = {name: Path(name).stat().st_size for name in names if Path(name).is_file()}
        self._done = 0
        self._raw: IO[bytes] | None = None

    def share(self) -> float | None:
        """How much of all has been read; of standard input nobody knows."""
        total = sum(self._sizes.values())
        if STANDARD_INPUT in self.names or not total:
            return None
        reading = self._raw.tell() if self._raw is not None and not self._raw.closed else 0
        return min(1.0, (self._done + reading) / total)

    def requests(self) -> Iterator[Request]:
        for name in self.names:
            try:
                with self._opened(name) as lines:
                    yield from requests_in(name, lines)
            except (OSError, EOFError, UnicodeError) as error:
                print(f"{name}: {error}", file=sys.stderr)
                self.failed = True
            if self._raw is not None:
                self._raw.close()
                self._raw = None
            self._done += self._sizes.get(name, 0)

    def _opened(self, name: str) -> IO[str]:
        if name != STANDARD_INPUT:
            raw: Any = Path(name).open("rb")  # noqa: SIM115
            self._raw = raw
        elif sys.stdin is None or sys.stdin.closed:
            raise OSError("standard input is closed, or has been read already")
        elif hasattr(sys.stdin, "buffer"):
            raw = sys.stdin.buffer
        else:
            return io.StringIO(sys.stdin.read())
        # Not all of the stream is there yet: nothing but its beginning is looked at.
        packed = raw.peek(len(GZIP))[: len(GZIP)] == GZIP
        return io.TextIOWrapper(gzip.GzipFile(fileobj=raw) if packed else raw, "utf-8")


def requests_in(name: str, lines: Iterable[str]) -> Iterator[Request]:
    """The requests that a text holds: one JSON value, a list of them, or one request a line (`#` begins a comment)."""
    told = (
        (number, line) for number, line in enumerate(lines, 1) if line.strip() and not line.lstrip().startswith("#")
    )
    first = next(told, None)
    if first is None:
        return
    # The first line tells what it is, without waiting for the next.
    beginning = parsed(first[1]) if first[1].lstrip().startswith(("{", "[")) else first[1]
    if beginning is None or isinstance(beginning, list):
        second = next(told, None)
        # An object cannot begin within an object: these are lines, of which the first is no request.
        if second is None or not first[1].startswith("{") or not isinstance(parsed(second[1]), dict):
            content = "".join([line for _, line in (first, *([] if second is None else [second]), *told)])
            yield from whole_value(name, content)
            return
        yield from (Request(f"{name}:{number}", line) for number, line in chain([first, second], told))
        return
    yield from (Request(f"{name}:{number}", line) for number, line in chain([first], told))


def whole_value(name: str, content: str) -> Iterator[Request]:
    """The requests of a text that is one JSON value: one, or a list of them."""
    value = parsed(content)
    if isinstance(value, list):
        yield from [Request(f"{name}:{number}", json.dumps(one)) for number, one in enumerate(value, 1)]
    else:
        yield Request(name, content)


def parsed(content: str) -> object:
    """The JSON value of a text, or None."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None


class NotJson(ValueError):
    """A number that Python takes, and that JSON does not know."""


def refuse_constant(name: str) -> NoReturn:
    raise NotJson(f"{name} is no number")


def read_request(content: str) -> dict[str, Any]:
    """A request from JSON, or from a line of notation."""
    if not content.lstrip().startswith(("{", "[")):
        return dict(notation.read(content))
    try:
        request = json.loads(content, parse_constant=refuse_constant)
    except (json.JSONDecodeError, NotJson) as error:
        raise Malformed([Problem("not-json", "", text("This is no JSON: {reason}.", reason=str(error)))]) from None
    except (ValueError, RecursionError):
        message = text("This JSON cannot be read: a number in it is too long, or it is nested too deeply.")
        raise Malformed([Problem("not-json", "", message)]) from None
    if not isinstance(request, dict):
        raise Malformed([wrong_type("", "an object", request)])
    return request


# Sharing


class Processes(Protocol):
    """Whoever works on many things at a time."""

    def submit(self, work: Callable[[Any], Any], items: Any, /) -> Any: ...


def shared(work: Callable[[Item], Answer], items: Iterable[Item], jobs: int) -> Iterator[Answer]:
    """What is made of each item, in order; the first at once, and many shared among processes."""
    coming = iter(items)
    yield from map(work, coming if jobs < 2 else islice(coming, WORTH_SHARING))
    ahead = list(islice(coming, 1))
    if not ahead:
        return
    with processes(jobs) as pool:
        for answers in in_order(pool, partial(each, work), chunks(chain(ahead, coming), CHUNK), 4 * jobs):
            yield from answers


@contextmanager
def processes(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """So many processes, which end when this one does."""
    pool = ProcessPoolExecutor(jobs, initializer=end_with_parent)
    try:
        yield pool
    finally:
        # Whoever interrupts need not wait for all the others.
        pool.shutdown(cancel_futures=True)


def in_order(pool: Processes, work: Callable[[Any], Any], chunked: Iterable[Any], most: int) -> Iterator[Any]:
    """What is made of each chunk, in order; no more than so many are under way, however many there are."""
    waiting: deque[Any] = deque()
    coming = iter(chunked)
    while True:
        waiting.extend([pool.submit(work, chunk) for chunk in islice(coming, most - len(waiting))])
        if not waiting:
            return
        yield waiting.popleft().result()


def chunks(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    coming = iter(items)
    while chunk := list(islice(coming, size)):
        yield chunk


def each(work: Callable[[Item], Answer], items: list[Item]) -> list[Answer]:
    return [work(item) for item in items]


def end_with_parent() -> None:
    """Lets this process end when the one that started it does, however that comes about."""
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
