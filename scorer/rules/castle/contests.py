"""Features that somebody may score: what each is worth, and to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from scorer.board.region import Region
from scorer.rules.company import Company
from scorer.rules.drafts import Draft
from scorer.rules.lines import Line
from scorer.rules.places import first_place
from scorer.rules.scoring import region_line

if TYPE_CHECKING:
    from scorer.game.game import Game


class Contest(NamedTuple):
    """A feature that somebody may score."""

    region: Region
    draft: Draft
    company: Company

    @property
    def scorer(self) -> str | None:
        """Who has more followers there than the other."""
        return next(iter(self.company.scorers), None)

    @property
    def place(self) -> tuple[list[int], int]:
        """Sorts features by their first cell."""
        return self.draft.cells[0], self.region.place

    @property
    def points(self) -> int:
        """What the scorer gets; nobody gets anything without one."""
        return 0 if self.scorer is None else self.draft.value.points

    def named(self) -> dict[str, Any]:
        """The feature as a request names it, by a cell and a spot."""
        x, y, spot = first_place(self.region)
        return {"x": x, "y": y, "spot": spot}

    def line(self) -> Line:
        return region_line(self.region, self.draft, self.company)


def contest(game: Game, region: Region) -> Contest:
    return Contest(region, game.worth(region), Company(game, region.meeples, region.type))
