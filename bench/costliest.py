"""What the costliest requests cost, and a search for worse ones: ``python -m bench.costliest [--search SECONDS]``.

Every request is asked through the whole application with the default limits, in a process of its own, so that its
memory can be told. The search begins with the known recipes and changes one thing at a time, towards whatever takes
more time, memory or bytes; it prints what it finds worse than the bounds, or as the new worst of a call.
"""

from __future__ import annotations

import argparse
import gc
import json
import logging
import os
import resource
import signal
import time
from dataclasses import replace
from random import Random
from typing import Any, Final, NamedTuple

from flask.testing import FlaskClient

from api import create_app
from api.settings import Settings
from bench.hostile import KINDS, KINDS_OF, LAID, TWISTS, WRONG, Recipe

#: What no request may cost: seconds of computing, bytes of its answer, bytes of memory.
MOST_SECONDS: Final = 2.0
MOST_BYTES: Final = 16_000_000
MOST_MEMORY: Final = 256 << 20
#: A request that takes longer is stopped.
LONGEST: Final = 60

EVERYTHING: Final = ("abbot", "inns-and-cathedrals", "traders-and-builders")
#: The costliest requests known.
KNOWN: Final = (
    Recipe("validate", followers=1_000, worst=True),
    Recipe("validate", kind="corners", followers=1_000),
    Recipe("features", kind="corners", followers=1_000, worst=True),
    Recipe("features", kind="cities", tiles=4_000, laid="chessboard"),
    Recipe("features", "discovery", "twelve", 500),
    Recipe("features", "discovery", "plain", followers=1_000),
    Recipe("placements", kind="corners", tiles=900, laid="chessboard", expansions=EVERYTHING),
    Recipe(
        "placements",
        kind="corners",
        tiles=900,
        laid="chessboard",
        followers=1_000,
        expansions=EVERYTHING,
        twist="for a player",
    ),
    Recipe("placements", kind="corners", laid="line", followers=1_000, expansions=EVERYTHING, twist="for a player"),
    Recipe("placements", "discovery", "plain", laid="line", followers=4, twist="all of one player"),
    Recipe("placements", "discovery", "plain", 4_600, "chessboard", followers=4, twist="all of one player"),
    Recipe("placements", "discovery", "twelve", 500, "line", followers=40, twist="all of one player", worst=True),
    Recipe("score", kind="fed", followers=1_000, twist="per-city-4"),
    Recipe("score", kind="fed", tiles=632, followers=632, twist="per-city-4", worst=True),
    Recipe("score", kind="fed", followers=1_000, twist="per-field-3-once"),
    Recipe("score", kind="corners", followers=1_000, twist="carry_out"),
    Recipe("score", "discovery", "plain", 632, followers=632),
    Recipe("score", "discovery", "twelve", 500, followers=500, twist="retrieve"),
    Recipe("score", "wheel-of-fortune", "corners", followers=1_000),
    Recipe("render", kind="corners", followers=1_000, twist="scores"),
    Recipe("render", kind="corners", tiles=4_600, laid="chessboard", followers=1_000, twist="ghost", worst=True),
    Recipe("render", kind="corners", followers=1_000, kinds=100, twist="lit"),
    Recipe("render", "discovery", "plain", 600, followers=600, twist="scores"),
    Recipe("move", kind="corners", kinds=100, worst=True),
    Recipe("move", "discovery", "twelve", 500),
    Recipe("bag", kind="corners", tiles=300, laid="chessboard", twist="countless", worst=True),
    Recipe("bag", kind="corners", laid="line", kinds=100, twist="countless"),
    Recipe("bag", "discovery", "twelve", 500, "line", kinds=9, twist="countless"),
    Recipe("replay", kind="corners", tiles=500, worst=True),
    Recipe("replay", "discovery", "twelve", 500),
)


class Cost(NamedTuple):
    """What a request cost, and how it was answered."""

    status: int
    seconds: float
    answer: int
    memory: int
    codes: str

    @property
    def share(self) -> float:
        """The largest part of a bound that it takes."""
        return max(self.seconds / MOST_SECONDS, self.answer / MOST_BYTES, self.memory / MOST_MEMORY)


def client() -> FlaskClient:
    app = create_app(Settings())
    logging.getLogger("api.requests").handlers[:] = [logging.NullHandler()]
    return app.test_client()


def ask(client: FlaskClient, call: str, body: bytes) -> Cost:
    """What it costs to ask this here and now; memory is what the process grows by at its largest."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.process_time()
    response = client.post(f"/v1/{call}", data=body, content_type="application/json")
    seconds = time.process_time() - started
    size = len(response.get_data())
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    codes = "" if response.status_code == 200 else ", ".join(sorted({one["code"] for one in response.json["errors"]}))
    return Cost(response.status_code, seconds, size, grown * 1024, codes)


def as_body(asked: dict[str, Any]) -> bytes:
    return json.dumps(asked, separators=(",", ":")).encode()


def measured(client: FlaskClient, call: str, asked: dict[str, Any]) -> Cost:
    """What a request costs, in a process of its own."""
    body = as_body(asked)
    reading, writing = os.pipe()
    gc.collect()
    child = os.fork()
    if not child:
        signal.alarm(LONGEST)
        os.write(writing, json.dumps(ask(client, call, body)).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        found = told.read()
    os.waitpid(child, 0)
    return Cost(*json.loads(found)) if found else Cost(0, float(LONGEST), 0, 0, "stopped")


def row(call: str, what: str, cost: Cost) -> str:
    status = f"{cost.status} {cost.codes}".strip()
    megabytes = f"{cost.answer / 1e6:.1f} MB | {cost.memory / (1 << 20):.0f} MiB"
    return f"| `{call}` | {what} | {status} | {cost.seconds:.2f} s | {megabytes} |"


HEADING: Final = "| call | request | answered | CPU | answer | memory |\n|---|---|---|---|---|---|"


# The search


def changed(recipe: Recipe, random: Random) -> Recipe:
    """The recipe with one thing changed."""
    kinds = KINDS[KINDS_OF.get(recipe.variant, recipe.variant)]
    counts = (1, 10, 50, 100, 200, 400, 632, 1_000, 1_500, 2_000, 3_000, 4_000, 5_000)
    match random.randrange(8):
        case 0:
            return replace(recipe, kind=random.choice(list(kinds)))
        case 1:
            return replace(recipe, tiles=random.choice(counts))
        case 2:
            return replace(recipe, followers=random.choice((0, *counts)))
        case 3:
            return replace(recipe, laid=random.choice(list(LAID)))
        case 4:
            return replace(recipe, players=random.randint(1, 5))
        case 5:
            return replace(recipe, kinds=random.choice((1, 10, 100)))
        case 6 if recipe.variant == "base":
            return replace(recipe, expansions=tuple(one for one in EVERYTHING if random.random() < 0.5))
        case _:
            return replace(recipe, twist=random.choice(["", *TWISTS]))


def search(asking: FlaskClient, seconds: float, random: Random) -> None:
    """Changes the known recipes for so long, and tells of each that costs more than the worst of its call so far."""
    best: dict[str, tuple[float, Recipe]] = {}
    for recipe in KNOWN:
        share = measured(asking, recipe.call, recipe.request()).share
        if share > best.get(recipe.call, (0.0, recipe))[0]:
            best[recipe.call] = share, recipe
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        parent = random.choice([*KNOWN, *(recipe for _, recipe in best.values())])
        recipe = changed(parent if random.random() < 0.7 else changed(parent, random), random)
        cost = measured(asking, recipe.call, recipe.request())
        if cost.share > best[recipe.call][0]:
            best[recipe.call] = cost.share, recipe
            print(row(recipe.call, str(recipe), cost), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.costliest", description=__doc__)
    parser.add_argument("--search", type=float, default=0, metavar="SECONDS", help="look for worse ones for so long")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    asking = client()
    asking.post("/v1/score", json=Recipe("score", tiles=2).request())
    print(HEADING)
    for recipe in KNOWN:
        print(row(recipe.call, str(recipe), measured(asking, recipe.call, recipe.request())), flush=True)
    for what, (call, make) in WRONG.items():
        print(row(call, what, measured(asking, call, make())), flush=True)
    if options.search:
        print(f"\nWorse ones, found in {options.search:g} seconds:\n\n{HEADING}", flush=True)
        search(asking, options.search, Random(options.seed))


if __name__ == "__main__":
    main()
