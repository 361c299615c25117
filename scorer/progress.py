"""A progress bar on a terminal, and nothing anywhere else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import monotonic
from typing import Final, TextIO, TypeVar

WIDTH: Final = 30
#: Goes back to the beginning of the line and empties it.
GONE: Final = "\r\x1b[K"

Item = TypeVar("Item")


def shown(items: Iterable[Item], total: int, stream: TextIO) -> Iterator[Item]:
    """Hands the items on and draws how many have come; the bar is away while something else is printed."""
    if total < 2 or not stream.isatty():
        yield from items
        return
    begun = monotonic()

    def write(drawn: str) -> None:
        stream.write(drawn)
        stream.flush()

    write(bar(0, total, 0))
    try:
        for count, item in enumerate(items, 1):
            write(GONE)
            yield item
            write(bar(count, total, monotonic() - begun))
    finally:
        write(GONE)


def bar(count: int, total: int, seconds: float) -> str:
    """How many are done, as a bar and as a number, and how fast it goes."""
    filled = WIDTH * count // total
    speed = f", {count / seconds:.0f}/s" if seconds else ""
    return f"[{'#' * filled}{'.' * (WIDTH - filled)}] {count}/{total}{speed}"
