"""The shape of a move: what a player did with the tile he drew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from scorer.game.position import COORDINATE, FIGURE, NAME, PLACE, SPOT
from scorer.limits import Limits
from scorer.problems import Problem
from scorer.rules.ruleset import Ruleset
from scorer.shapes import Choice, Items, Reading, Record, Schema, Shape, is_printed, missing
from scorer.texts import text
from scorer.tiles.ports import ROTATIONS

PLACED: Final = Items(
    Record(
        PLACE,
        {
            "figure": FIGURE,
            "from": Choice(("supply", "elsewhere"), "where the figure came from (default `supply`)"),
        },
        "a figure that was placed, rightly or not",
        "Placed",
    ),
    20,
    "in the place of `spot` and `figure`: what was really placed",
)


class MoveShape(Shape):
    """A move: a tile that is laid, or one that fits nowhere and is put away."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.laying = Record(
            {"player": NAME, "tile": NAME, "x": COORDINATE, "y": COORDINATE, "rotation": Choice(ROTATIONS)},
            {"spot": SPOT, "figure": FIGURE, "placed": PLACED, **ruleset.draw_fields, **ruleset.move_fields},
            "a tile is laid, perhaps with a follower on it",
            "TileLaid",
        )
        self.discarding = Record(
            {"player": NAME, "discard": NAME},
            ruleset.draw_fields,
            "a tile that fits nowhere is put away; the player draws again",
            "TileDiscarded",
        )

    def read(self, value: object, pointer: str, reading: Reading) -> Any:
        """A plain move in which nothing is wrong is read at once, else each field is looked at."""
        if type(value) is dict and (len(value) == 5 or (len(value) == 6 and "spot" in value)):
            longest, farthest = reading.limits.longest_name, reading.limits.farthest
            names = (value.get("player"), value.get("tile"), value.get("spot", "spot"))
            cell = (value.get("x"), value.get("y"))
            if (
                all(type(name) is str and len(name) <= longest and is_printed(name) for name in names)
                and all(type(part) is int and -farthest <= part <= farthest for part in cell)
                and type(rotation := value.get("rotation")) is int
                and rotation in ROTATIONS
            ):
                return dict(value)
        discards = isinstance(value, Mapping) and "discard" in value
        move = (self.discarding if discards else self.laying).read(value, pointer, reading)
        if "figure" in move and "spot" not in move:
            reading.problems.append(missing(pointer, "spot"))
        if "placed" in move and "spot" in move:
            message = text("“placed” takes the place of “spot” and “figure”.")
            reading.problems.append(Problem("field-unknown", f"{pointer}/spot", message))
        return move

    def schema(self, limits: Limits) -> Schema:
        return {
            "oneOf": [self.laying.schema(limits), self.discarding.schema(limits)],
            "description": "What a player did with the tile he drew.",
            "title": "Move",
        }
