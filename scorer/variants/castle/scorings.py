"""A feature as it is scored: what it is worth, and to whom."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from scorer.regions import Region
from scorer.scoring import Line, Worth, region_line
from scorer.texts import text
from scorer.tiles import cell_key


class Scoring(NamedTuple):
    """A feature that somebody may score."""

    region: Region
    worth: Worth
    followers: dict[str, int]
    #: Who has more followers there than the other.
    scorer: str | None

    @property
    def place(self) -> tuple[list[int], int]:
        """Sorts features by their first cell."""
        return self.worth.cells[0], self.region.root

    @property
    def points(self) -> int:
        """What the scorer gets; nobody gets anything without one."""
        return 0 if self.scorer is None else self.worth.value.points

    def named(self) -> dict[str, Any]:
        """The feature as a request names it, by a cell and a spot."""
        board = self.region.board
        x, y = self.worth.cells[0]
        tile = board.at[cell_key(x, y)]
        orientation, first = board.orientations[tile], board.first[tile]
        spot = next(name for name, segment in orientation.by_name if board.roots[first + segment] == self.region.root)
        return {"x": x, "y": y, "spot": spot}

    def line(self) -> Line:
        if self.scorer is not None:
            return region_line(self.region, self.worth, [self.scorer], self.followers)
        equal = text("Nobody scores for {feature}: equally many followers.", feature=self.worth.value.name)
        return replace(region_line(self.region, self.worth, [], self.followers), text=equal)


def scoring_of(region: Region) -> Scoring:
    followers = region.counts()
    scorer = next(iter(region.board.variant.majority(followers)), None)
    return Scoring(region, region.worth(), followers, scorer)
