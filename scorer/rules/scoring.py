"""Scorings and rulings: what all games share.

A ruling is a list of lines. A scoring is a ruling while it is made: parts add their lines one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeVar

from scorer.board.region import Region
from scorer.game.position import AT
from scorer.problems import too_costly
from scorer.rules.assumptions import Assumption
from scorer.rules.company import Company
from scorer.rules.drafts import Draft
from scorer.rules.headlines import FINAL, points_said, result_said, totals_json, winners_of
from scorer.rules.lines import Line, Verdict, lines_json
from scorer.shapes import About, Shape, Text
from scorer.texts import Sayable, Texts, text

if TYPE_CHECKING:
    from scorer.board.board import Meeple
    from scorer.game.game import Game
    from scorer.rules.part import State

Found = TypeVar("Found")


class Returned(Protocol):
    """A figure that goes home, from wherever it stood."""

    @property
    def player(self) -> str: ...

    @property
    def figure(self) -> str: ...

    def to_json(self) -> dict[str, Any]: ...


class Finding(Protocol):
    """What only one game has to say in a ruling, under the name of a field."""

    @property
    def field(self) -> str: ...

    def to_json(self) -> Any: ...


class Ruling(NamedTuple):
    """The answer of a scoring: its lines, who goes home, what parts' states are afterwards, and what else they say."""

    lines: list[Line]
    returned: Sequence[Returned] = ()
    # In quotes for mypyc, which would look the class up before it is there.
    states: "Mapping[str, State]" = {}  # noqa: RUF012, UP037
    findings: Sequence[Finding] = ()
    #: What it had to take for granted.
    assumed: Sequence[Assumption] = ()
    #: The headline, where it is not simply who gets how much.
    headline: Sayable | None = None

    def finding(self, kind: type[Found]) -> Found | None:
        """What it has to say of this kind, if anything."""
        return next((finding for finding in self.findings if isinstance(finding, kind)), None)

    def points(self, players: Iterable[str]) -> dict[str, int]:
        totals = dict.fromkeys(players, 0)
        for line in self.lines:
            for player, points in line.points.items():
                totals[player] += points
        return totals

    def to_json(self, game: Game, phase: str, texts: Texts) -> dict[str, Any]:
        before, points = game.scores, self.points(game.scores)
        after = {player: score + points[player] for player, score in before.items()}
        answer: dict[str, Any] = {"variant": game.ruleset.id, "phase": phase}
        if phase == FINAL:
            answer["summary"] = texts.say(result_said(after))
            answer["winners"] = winners_of(after)
        else:
            answer["summary"] = (self.headline or points_said(points)).spoken(texts)
        answer |= {
            "players": totals_json(before, after),
            "lines": lines_json(self.lines, texts),
            "returned": [figure.to_json() for figure in self.returned],
            **{finding.field: finding.to_json() for finding in self.findings},
            "assumed": [assumption.to_json(texts) for assumption in (*game.assumed, *self.assumed)],
        }
        return answer


#: What a question about a scoring may tell of the turn that it belongs to.
LAST_TILE: Final[Mapping[str, Shape]] = {
    "player": Text("who laid the last tile"),
    "last": About(AT, "the tile that was laid in this turn"),
}


class Scoring:
    """A ruling while it is made: parts add their lines one after the other."""

    def __init__(self, game: Game, player: str | None = None, last: int | None = None) -> None:
        self.game = game
        #: Who laid the last tile, and where, as far as it is told.
        self.player = player
        self.last = last
        self.lines: list[Line] = []
        self.returned: list[Meeple] = []
        self.states: dict[str, State] = {}
        self.findings: list[Finding] = []
        self.assumed: list[Assumption] = []
        self._occupied: list[Region] | None = None

    @property
    def occupied(self) -> list[Region]:
        """The regions on which figures stand, in the order in which lines show them."""
        if self._occupied is None:
            self._occupied = by_type(self.game, self.game.board.occupied())
        return self._occupied

    def ruling(self) -> Ruling:
        return Ruling(self.lines, self.returned, self.states, self.findings, self.assumed)


def refuse_long_lists(game: Game, cells: int) -> None:
    """Refuses a ruling whose lines would list more cells, all together, than is allowed; nothing is listed yet."""
    most = game.limits.listed
    if most is not None and cells > most:
        message = text(
            "The lines of this answer would list {count} cells; at most {most} are listed here.", count=cells, most=most
        )
        raise too_costly("/meeples", message)


def by_type(game: Game, regions: list[Region]) -> list[Region]:
    """Regions in the order in which lines show them: by type, then by number."""
    types = game.tile_set.landscape.names
    return sorted(regions, key=lambda region: types.index(region.type))


def region_line(region: Region, draft: Draft, company: Company) -> Line:
    """The line of a region that goes to whoever has the majority on it."""
    value, followers, scorers = draft.value, company.followers, company.scorers
    points = value.points
    named = scorers if points else list(followers)
    line = Line(
        region.id,
        region.type,
        value.complete,
        draft.tiles,
        draft.cells,
        {player: points if player in scorers else 0 for player in followers},
        followers,
        draft.items,
        value.rule,
        Verdict(named, value) if named else company.nobody(value.name),
        draft.details,
        value.because,
        region,
    )
    for remark, rule in draft.remarks:
        line.add(remark, rule)
    if points and len(followers) > 1:
        for reason in company.reasons() if scorers else ():
            line.add(reason)
        line.cite(*company.because())
    if company.weighed:
        line.details = {**line.details, "strength": company.strength}
    return line


def majority_line(game: Game, region: Region) -> Line:
    """The line of a region that goes to whoever has the majority on it, as much as it is worth."""
    return region_line(region, game.worth(region), Company(game, region.meeples, region.type))
