"""A progress bar on a terminal, and nothing anywhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import Final, TextIO, TypeVar

WIDTH: Final = 30
#: Goes back to the beginning of the line and empties it.
GONE: Final = "\r\x1b[K"

Item = TypeVar("Item")


def shown(items: Iterable[Item], share: Callable[[], float | None], stream: TextIO) -> Iterator[Item]:
    """Hands the items on and draws how far it is, from the second on; the bar is away while something is printed."""
    if not stream.isatty():
        yield from items
        return
    begun = monotonic()

    def write(drawn: str) -> None:
        stream.write(drawn)
        stream.flush()

    count = 0
    try:
        for count, item in enumerate(items, 1):
            if count > 2:
                write(GONE)
            yield item
            if count > 1:
                write(bar(count, share(), monotonic() - begun))
    finally:
        if count > 1:
            write(GONE)


def bar(count: int, share: float | None, seconds: float) -> str:
    """How many are done and how fast it goes, and how much of all that is, where it is known."""
    speed = f", {count / seconds:.0f}/s" if seconds else ""
    if share is None:
        return f"{count}{speed}"
    filled = int(WIDTH * share)
    return f"[{'#' * filled}{'.' * (WIDTH - filled)}] {share:.0%}, {count}{speed}"
