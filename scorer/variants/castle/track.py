"""The castle wall as a track: where a marker goes, and which wall tile it takes on its way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from scorer.position import NAME
from scorer.shapes import Integer, Nullable, Record
from scorer.tiles import box_data

_BOX: Final = box_data("castle")

SPACES: Final[int] = _BOX["track_spaces"]
#: For each space of a corner tower that gets a wall tile: the tower, named by its lower number.
TOWER_AT: Final[Mapping[int, int]] = {
    space: min(spaces) for spaces in _BOX["corner_towers_with_wall_tile"] for space in spaces
}
TOWERS: Final = tuple(dict.fromkeys(TOWER_AT.values()))

STEP: Final = Record(
    {
        "player": NAME,
        "from": Integer(0, SPACES - 1, "the marker's space"),
        "to": Integer(0, SPACES - 1),
        "wall_tile": Nullable(Integer(0, SPACES - 1, "the corner tower whose wall tile the player takes")),
    }
)


class Step(NamedTuple):
    """One move of a marker, and the corner tower whose wall tile it takes."""

    player: str
    start: int
    end: int
    tower: int | None

    def to_json(self) -> dict[str, Any]:
        return {"player": self.player, "from": self.start, "to": self.end, "wall_tile": self.tower}


def space_of(score: int) -> int:
    """“Komt een speler met zijn telsteen over het veld 99, gaat hij verder vanaf nul.”"""
    return score % SPACES


def walk(scores: Mapping[str, int], scorings: Iterable[tuple[str, int]], on_wall: Iterable[int]) -> list[Step]:
    """How the markers go when players score so many points one after the other.

    “Komt een speler bij een waardering met zijn telsteen ‘precies’ op een hoektoren [...], dan neemt hij het
    muurplaatje wanneer het nog voorhanden is.”
    """
    spaces = {player: space_of(score) for player, score in scores.items()}
    left = set(on_wall)
    steps = []
    for player, points in scorings:
        start = spaces[player]
        end = spaces[player] = space_of(start + points)
        tower = TOWER_AT.get(end)
        if tower in left:
            left.discard(tower)
        else:
            tower = None
        steps.append(Step(player, start, end, tower))
    return steps


def taken_in_any_order(score: int, points: tuple[int, ...], on_wall: Iterable[int]) -> frozenset[int] | None:
    """The towers whose wall tiles a player takes who scores these points; None where that depends on the order."""
    taken = set()
    for tower in on_wall:
        if _some_order_lands(score, points, tower):
            if _some_order_passes(score, points, tower):
                return None
            taken.add(tower)
    return frozenset(taken)


def _lands(space: int, tower: int) -> bool:
    return TOWER_AT.get(space_of(space)) == tower


def _some_order_lands(score: int, points: tuple[int, ...], tower: int) -> bool:
    """Whether some of the points bring the marker there; those would be scored first."""
    reached = {0}
    for scored in points:
        reached |= {before + scored for before in reached}
    return any(_lands(score + total, tower) for total in reached - {0})


def _some_order_passes(score: int, points: tuple[int, ...], tower: int) -> bool:
    """Whether the points can be scored so that the marker never stands there."""
    goal = score + sum(points)
    if _lands(goal, tower):
        return False

    @cache
    def passes(left: tuple[int, ...]) -> bool:
        here = goal - sum(left)
        if here != score and _lands(here, tower):
            return False
        # The smallest first: large ones are saved for the jump over the tower.
        return not left or any(
            passes(left[:place] + left[place + 1 :])
            for place, scored in enumerate(left)
            if place == 0 or scored != left[place - 1]
        )

    return passes(tuple(sorted(points)))
