"""The castle wall as a track: where a marker goes, and which wall tile it takes on its way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from scorer.game.position import NAME
from scorer.shapes import Integer, Nullable, Record
from scorer.texts import Message, counted, text, titled
from scorer.tiles.tileset import box_data

_BOX: Final = box_data("castle")

SPACES: Final[int] = _BOX["track_spaces"]
#: For each space of a corner tower that gets a wall tile: the tower, named by its lower number.
TOWER_AT: Final[Mapping[int, int]] = {
    space: min(spaces) for spaces in _BOX["corner_towers_with_wall_tile"] for space in spaces
}
TOWERS: Final = tuple(dict.fromkeys(TOWER_AT.values()))
#: How a sentence names a corner tower: by both of its spaces.
TOWER_WORDS: Final = {min(spaces): "/".join(map(str, spaces)) for spaces in _BOX["corner_towers_with_wall_tile"]}

#: How many ways to score are remembered; a turn has far fewer.
MOST_REMEMBERED: Final = 1 << 16

STEP: Final = Record(
    {
        "player": NAME,
        "from": Integer(0, SPACES - 1, "the marker's space"),
        "to": Integer(0, SPACES - 1),
        "wall_tile": Nullable(Integer(0, SPACES - 1, "the corner tower whose wall tile the player takes")),
    },
    {},
    "How a marker went on the track.",
    "TrackStep",
)


class Step(NamedTuple):
    """One move of a marker, and the corner tower whose wall tile it takes."""

    player: str
    start: int
    end: int
    tower: int | None
    #: The corner towers that it only passed, while their wall tiles lay there.
    passed: tuple[int, ...] = ()

    @property
    def landed(self) -> int | None:
        """The corner tower on which it ends, whatever lies there."""
        return TOWER_AT.get(self.end)

    def to_json(self) -> dict[str, Any]:
        return {"player": self.player, "from": self.start, "to": self.end, "wall_tile": self.tower}

    def said(self, *, told: bool) -> Iterator[tuple[Message, str]]:
        """What happens at corner towers, with the rule; ``told`` is whether it is known which wall tiles are left."""
        player = titled(self.player)
        if self.tower is not None:
            message = text(
                "{player} lands exactly on the corner tower {tower} and takes its wall tile.",
                player=player,
                tower=TOWER_WORDS[self.tower],
            )
            yield message, "track.tower"
        elif self.landed is not None and told:
            message = text(
                "{player} lands on the corner tower {tower}, but its wall tile is gone already.",
                player=player,
                tower=TOWER_WORDS[self.landed],
            )
            yield message, "track.tower"
        if self.passed:
            message = counted(
                "{player} passes the corner tower {towers} without stopping there, so its wall tile stays.",
                "{player} passes the corner towers {towers} without stopping there, so their wall tiles stay.",
                len(self.passed),
                player=player,
                towers=[TOWER_WORDS[tower] for tower in self.passed],
            )
            yield message, "track.tower"
        if self.end < self.start:
            yield text("After space 99 the marker of {player} goes on from 0.", player=self.player), "track.advance"


def space_of(score: int) -> int:
    """“Komt een speler met zijn telsteen over het veld 99, gaat hij verder vanaf nul.”"""
    return score % SPACES


def walk(scores: Mapping[str, int], scorings: Iterable[tuple[str, int]], on_wall: Iterable[int]) -> list[Step]:
    """How the markers go when players score so many points one after the other.

    “Komt een speler bij een waardering met zijn telsteen ‘precies’ op een hoektoren [...], dan neemt hij het
    muurplaatje wanneer het nog voorhanden is.”
    """
    spaces = {player: space_of(score) for player, score in scores.items()}
    left: set[int | None] = set(on_wall)
    steps = []
    for player, points in scorings:
        start = spaces[player]
        end = spaces[player] = space_of(start + points)
        landed = TOWER_AT.get(end)
        between = [space for space in [space_of(start + step) for step in range(1, points)] if space in TOWER_AT]
        towers = dict.fromkeys(TOWER_AT[space] for space in between)
        passed = tuple([tower for tower in towers if tower in left and tower not in (landed, TOWER_AT.get(start))])
        taken = landed if landed in left else None
        left -= {taken}
        steps.append(Step(player, start, end, taken, passed))
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
    return _passes(tuple(sorted(points)), score, goal, tower)


@lru_cache(MOST_REMEMBERED)
def _passes(left: tuple[int, ...], score: int, goal: int, tower: int) -> bool:
    """Whether the points that are left can be scored so that the marker never stands at a tower on its way."""
    here = goal - sum(left)
    if here != score and _lands(here, tower):
        return False
    # The smallest first: large ones are saved for the jump over the tower.
    return not left or any(
        _passes(left[:place] + left[place + 1 :], score, goal, tower)
        for place, scored in enumerate(left)
        if place == 0 or scored != left[place - 1]
    )
