"""Where labels go: upon or beside what they belong to, covering as little as can be found in a few tries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import floor
from typing import Final

from scorer.draw.geometry import Point

#: So many places are tried for all labels of a picture together, and at least so many for each.
MOST_TRIED: Final = 20_000
LEAST_TRIED: Final = 12
#: Whatever covers so much is as bad as anything.
MOST_COVERED: Final = 50


class Crowd:
    """Points that are in the way, found by their neighbourhood."""

    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height
        self.at: dict[tuple[int, int], list[Point]] = {}

    def add(self, point: Point) -> None:
        self.at.setdefault(self.field(point), []).append(point)

    def field(self, point: Point) -> tuple[int, int]:
        return floor(point[0] / self.width), floor(point[1] / self.height)

    def near(self, point: Point) -> Iterator[Point]:
        """The points less than a width and less than a height away."""
        x, y = point
        column, row = self.field(point)
        for across in (column - 1, column, column + 1):
            for down in (row - 1, row, row + 1):
                for a, b in self.at.get((across, down), ()):
                    if abs(x - a) < self.width and abs(y - b) < self.height:
                        yield a, b

    def count(self, points: Iterable[Point], most: int) -> int:
        """How many are near these points, counted no further than is of interest."""
        covered = 0
        for point in points:
            for _ in self.near(point):
                covered += 1
                if covered >= most:
                    return covered
        return covered


def tries(labels: int) -> int:
    """How many places are tried for each of so many labels."""
    return max(LEAST_TRIED, MOST_TRIED // max(1, labels))
