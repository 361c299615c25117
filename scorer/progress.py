"""A progress bar on a terminal, and nothing anywhere else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import monotonic
from typing import Final, TextIO, TypeVar

WIDTH: Final = 30
#: The bar is drawn no more often than this, in seconds.
SELDOM: Final = 0.1
#: Goes back to the beginning of the line and empties it.
GONE: Final = "\r\x1b[K"

Item = TypeVar("Item")


def shown(items: Iterable[Item], total: int, stream: TextIO) -> Iterator[Item]:
    """Hands the items on and draws how many have come; the bar is gone whenever something else is printed."""
    if total < 2 or not stream.isatty():
        yield from items
        return
    begun = drawn = monotonic()
    visible = False
    for count, item in enumerate(items, 1):
        if visible:
            stream.write(GONE)
            stream.flush()
            visible = False
        yield item
        now = monotonic()
        if count < total and now - drawn >= SELDOM:
            stream.write(bar(count, total, now - begun))
            stream.flush()
            drawn, visible = now, True


def bar(count: int, total: int, seconds: float) -> str:
    """How many are done, as a bar and as a number, and how fast it goes."""
    filled = WIDTH * count // total
    return f"[{'#' * filled}{'.' * (WIDTH - filled)}] {count}/{total}, {count / seconds:.0f}/s"
