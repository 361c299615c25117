"""Real requests: the rulebooks' examples, and one that uses every field of every game."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from api.examples import examples
from scorer.shapes import Reading, Shape
from tests.oracle_games import games

Request = dict[str, Any]

#: The contract's own example.
TWO_TILES: Request = {
    "variant": "base",
    "rules": {},
    "players": [{"name": "red", "score": 12}, {"name": "blue", "score": 7}],
    "tiles": [{"x": 0, "y": 0, "tile": "D", "rotation": 0}, {"x": 0, "y": -1, "tile": "E", "rotation": 180}],
    "meeples": [{"player": "red", "x": 0, "y": -1, "spot": "city@S"}],
    "excerpt": False,
    "tileset": {"kinds": []},
}


def two_tiles(**fields: Any) -> Request:
    return copy.deepcopy({**TWO_TILES, **fields})


def asked() -> Iterator[tuple[str, str, Request]]:
    """Every example's id, call and request, also those that ask the same board again."""
    for example in examples().values():
        yield example["id"], example["call"], example["request"]
        for number, again in enumerate(example["also"], 1):
            yield f"{example['id']}-{number}", example["call"], again["request"]


def has_shape(answer: Any, shape: Shape) -> bool:
    """Whether an answer is as it is described, and holds nothing else."""
    reading = Reading()
    shape.read(answer, "", reading)
    assert not reading.problems, reading.problems[0]
    return True


def full_board() -> Request:
    """A real game's 72 tiles, and the followers that are left at its end."""
    for game in games("base").values():
        tiles = [{"x": 0, "y": 0, "tile": "D", "rotation": 0}]
        followers: list[dict[str, Any]] = []
        for turn in game["turns"]:
            move = turn["move"]
            if "discard" in move:
                continue
            tiles.append({name: move[name] for name in ("x", "y", "tile", "rotation")})
            if move.get("spot"):
                followers.append({name: move[name] for name in ("player", "x", "y", "spot")})
            home = {(player, x, y) for player, x, y, _ in turn["returned"]}
            followers = [one for one in followers if (one["player"], one["x"], one["y"]) not in home]
        if len(tiles) == 72:
            players = [{"name": name} for name in game["players"]]
            return {"variant": game["variant"], "players": players, "tiles": tiles, "meeples": followers}
    raise AssertionError("no game of the oracle has a full board")
