"""What has happened to a board since it was built, and what it takes to put it back."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from scorer.board.board import Meeple
    from scorer.board.region import Region

Value = TypeVar("Value")


class Group:
    """Regions, and segments of a new tile, that become one."""

    __slots__ = ("regions", "segments")

    def __init__(self, regions: list[Region], segments: list[int]) -> None:
        self.regions = regions
        self.segments = segments


class Laid:
    """A tile that was laid, and what has to be put back when it is taken up again."""

    __slots__ = ("aliases", "covered", "key", "meeples", "regions")

    def __init__(self, key: int, covered: list[tuple[int, int]]) -> None:
        self.key = key
        self.covered = covered
        #: What was known under the labels of the regions that the tile touches.
        self.regions: dict[int, Region | None] = {}
        self.aliases: dict[int, int | None] = {}
        self.meeples: dict[int, list[Meeple] | None] = {}


class Stood:
    """A figure that was set."""

    __slots__ = ("meeple",)

    def __init__(self, meeple: Meeple) -> None:
        self.meeple = meeple


class Taken:
    """A figure that was taken, and the others as they stood with it."""

    __slots__ = ("meeple", "meeples")

    def __init__(self, meeple: Meeple, meeples: dict[int, Meeple]) -> None:
        self.meeple = meeple
        self.meeples = meeples


def put_back(table: dict[int, Value], before: dict[int, Value | None]) -> None:
    """What stood in a table before some of it was changed."""
    for key, value in before.items():
        if value is not None:
            table[key] = value
        else:
            table.pop(key, None)
