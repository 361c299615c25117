"""The library against ``json.loads`` of the same request, and how its time grows with the board.

Both sides of a ratio are measured in turns, so that whatever else the machine does meets them alike; a ratio is that of
the medians.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from statistics import median
from typing import Any, Final, NamedTuple

import scorer
from tests.oracle_games import START, games, lay, walk

#: How often each side is measured, and how long at most.
TIMES: Final = 2000
SECONDS: Final = 6.0


class Row(NamedTuple):
    """A line of the benchmark's table."""

    what: str
    measured: float
    at_most: float


def boards() -> tuple[dict[str, Any], dict[str, Any]]:
    """A real game at its end, with 72 tiles and the followers that are left, and in its middle, with 36."""
    game = next(game for game in games("base").values() if len(game["turns"]) == 71)
    positions = [position for position, _ in walk("base", game)]
    return lay(positions[-1], game["turns"][-1]["move"]), positions[35]


def ratio(one: Callable[[], object], other: Callable[[], object]) -> float:
    """How many times as long the second takes."""
    first: list[float] = []
    second: list[float] = []
    started = time.perf_counter()
    while len(first) < 5 or (len(first) < TIMES and time.perf_counter() - started < SECONDS):
        before = time.perf_counter()
        one()
        between = time.perf_counter()
        other()
        second.append(time.perf_counter() - between)
        first.append(between - before)
    return median(second) / median(first)


def tiled(position: dict[str, Any], copies: int) -> dict[str, Any]:
    """Many copies of a board far enough apart, as one cut-out."""
    tiles, followers = [], []
    for number in range(copies):
        x, y = 100 * (number % 100), 100 * (number // 100)
        tiles += [{**tile, "x": tile["x"] + x, "y": tile["y"] + y} for tile in position["tiles"]]
        followers += [{**one, "x": one["x"] + x, "y": one["y"] + y} for one in position["meeples"]]
    return {**position, "tiles": tiles, "meeples": followers, "excerpt": True, "phase": "final"}


def rows() -> list[Row]:
    full, half = boards()
    score, place = {**full, "phase": "final"}, {**half, "tile": START["base"][0]["tile"]}
    score_body, place_body = json.dumps(score), json.dumps(place)
    small, middle, large = tiled(full, 10), tiled(full, 100), tiled(full, 1000)
    return [
        Row(
            "final score of a full board of 72 tiles, against `json.loads` of the request",
            ratio(lambda: json.loads(score_body), lambda: scorer.score(score)),
            6,
        ),
        Row(
            "placements with spots on a board of 36 tiles, against `json.loads` of the request",
            ratio(lambda: json.loads(place_body), lambda: scorer.placements(place)),
            14,
        ),
        Row("7,200 tiles against 720", ratio(lambda: scorer.score(small), lambda: scorer.score(middle)), 13),
        Row("72,000 tiles against 7,200", ratio(lambda: scorer.score(middle), lambda: scorer.score(large)), 15),
    ]
