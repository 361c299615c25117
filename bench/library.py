"""The library against ``json.loads`` of the same request body, and how its time grows with the board.

Both sides of a ratio are measured in turns, so that whatever else the machine does meets them alike; a ratio is that of
the medians. As with ``timeit``, the garbage collector waits until a measurement is over.
"""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any, Final

import scorer
from bench import Row, bots
from scorer.rules.variants import EXPANSIONS

PLAYED: Final = json.loads(Path(__file__).with_name("boards.json").read_text("utf-8"))
#: How often each side is measured, and how long at most.
TIMES: Final = 3000
SECONDS: Final = 3.0

#: How far apart the copies lie in a large board, and how many side by side.
GAP: Final = 20
ABREAST: Final = 10


def boards() -> tuple[dict[str, Any], dict[str, Any]]:
    """A game of three at its end, with 72 tiles and the followers that are left, and in its middle, with 36."""
    return PLAYED["full"], PLAYED["half"]


def ratio(one: Callable[[], object], other: Callable[[], object]) -> float:
    """How many times as long the second takes."""
    first: list[float] = []
    second: list[float] = []
    gc.collect()
    gc.disable()
    started = time.perf_counter()
    while len(first) < 5 or (len(first) < TIMES and time.perf_counter() - started < SECONDS):
        before = time.perf_counter()
        one()
        between = time.perf_counter()
        other()
        second.append(time.perf_counter() - between)
        first.append(between - before)
    gc.enable()
    return median(second) / median(first)


def against_parsing(ask: Callable[[dict[str, Any]], object], question: dict[str, Any]) -> float:
    body = json.dumps(question).encode()
    asked = json.loads(body)
    return ratio(lambda: json.loads(body), lambda: ask(asked))


def tiled(position: dict[str, Any], copies: int) -> dict[str, Any]:
    """Many copies of a board beside and below each other, as one cut-out."""
    tiles, followers = [], []
    for number in range(copies):
        x, y = GAP * (number % ABREAST), GAP * (number // ABREAST)
        tiles += [{**tile, "x": tile["x"] + x, "y": tile["y"] + y} for tile in position["tiles"]]
        followers += [{**one, "x": one["x"] + x, "y": one["y"] + y} for one in position["meeples"]]
    return {**position, "tiles": tiles, "meeples": followers, "excerpt": True, "phase": "final"}


def full_boards() -> list[dict[str, Any]]:
    """Four games at their end, each by the rules of the three printings: twelve boards."""
    return [
        {**end, "variant": variant, "phase": "final"}
        for end in PLAYED["ends"]
        for variant in ("base", "base-2003", "base-2000")
    ]


def rows() -> list[Row]:
    full, half = boards()
    last = {**full, "phase": "final"}
    small, middle, large = tiled(full, 10), tiled(full, 100), tiled(full, 1000)
    game = PLAYED["game"]
    its_end = {**PLAYED["ends"][1], "variant": "base", "phase": "final"}
    # As a cut-out, because on a whole board the river's spring would be the start tile.
    cut_out = {**last, "excerpt": True}
    expanded = {**cut_out, "expansions": [expansion.id for expansion in EXPANSIONS]}
    return [
        Row(
            "final score of a full board, against `json.loads` of the request: median of twelve boards",
            median([against_parsing(scorer.score, board) for board in full_boards()]),
            7,
            3.3,
        ),
        Row(
            "placements with spots on a board of 36 tiles, against `json.loads` of the request",
            against_parsing(scorer.placements, {**half, "tile": full["tiles"][36]["tile"]}),
            10,
            5,
        ),
        Row(
            "a whole game replayed, against the final score of its last board",
            ratio(lambda: scorer.score(its_end), lambda: scorer.replay(game)),
            12,
            12,
        ),
        Row("`features`, against `score`", ratio(lambda: scorer.score(last), lambda: scorer.features(full)), 2.5, 2.5),
        Row("7,200 tiles against 720", ratio(lambda: scorer.score(small), lambda: scorer.score(middle)), 13, 13),
        Row("72,000 tiles against 7,200", ratio(lambda: scorer.score(middle), lambda: scorer.score(large)), 15, 15),
        Row(
            "all expansions composed but unused, against none",
            ratio(lambda: scorer.score(cut_out), lambda: scorer.score(expanded)),
            1.1,
            1.1,
        ),
        Row(
            "a random game with `scorer.Game`, against the same by `placements` and `score`",
            ratio(bots.with_dicts, bots.with_an_object),
            0.33,
            0.33,
        ),
    ]
