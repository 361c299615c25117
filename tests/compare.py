"""Compares two versions of the library, byte for byte, on many random requests of every game.

    python -m tests.compare write FILE [--seed N] [--games N]     in a checkout of the old version
    python -m tests.compare check FILE                            in the new one

The requests come from random legal games of every variant, asked in every way and both right and wrong: fields are
left out, renamed and given other values. `check` names every request whose answer differs, with the first difference.
"""

from __future__ import annotations

import argparse
import copy
import gzip
import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import scorer
from scorer.draw import render
from scorer.game.game import tile_of
from scorer.rules.variants import EXPANSIONS, VARIANTS
from tests.legal_games import begun, made_somehow, random_move
from tests.replay_games import NAMES, SEATS, Table, played

Json = dict[str, Any]

RULES: dict[str, list[Json]] = {
    "base": [{}, {"small_city": 2}, {"farm_scoring": "per-city-4"}, {"farm_scoring": "none"}],
    "base-2000": [{}, {"small_city": 4}],
    "base-2003": [{}, {"farm_scoring": "per-field-3"}],
    "wheel-of-fortune": [{}, {"wheel_actions": True, "small_city": 2}],
    "discovery": [{}],
    "castle": [
        {},
        {"tower_closed_by_wall": False},
        {"keep_needs_own_completion": False, "wall_tile_4_fountain": True},
        {"start_space_path_must_match": True},
    ],
}
#: For games with all expansions.
MORE_RULES: list[Json] = [
    {},
    {"builder_turn": "must", "pig_bonus": 3},
    {"farm_scoring": "per-field-3-once", "pig_bonus": 2},
    {"farm_scoring": "per-city-4", "river_start_tile": "removed"},
]
CALLS = {
    "validate": scorer.validate,
    "features": scorer.features,
    "placements": scorer.placements,
    "score": scorer.score,
    "move": scorer.move,
    "bag": scorer.bag,
    "replay": scorer.replay,
    "render": render,
}
SEGMENTS = ("fortuna", "taxes", "famine", "storm", "inquisition", "plague")
ODD_VALUES: tuple[Any, ...] = (None, True, 0, -1, 7, 1.5, 2.0, "", "x", "city@N", "road", "red", [], {}, [1], {"x": 0})


def answered(call: str, request: object, language: str) -> str:
    """The answer, or the refusal, as text."""
    try:
        answer: object = CALLS[call](request, language)
    except scorer.Refused as refusal:
        said = _texts(language)
        answer = {
            "refused": type(refusal).__name__,
            "problems": [problem.to_json(said) for problem in refusal.problems],
        }
    return json.dumps(answer, ensure_ascii=False)


def _texts(language: str) -> Any:
    from scorer.texts import texts

    return texts(language)


# Requests


def requests(random: Random, games: int) -> Iterator[tuple[str, Json]]:
    for _ in range(games):
        for variant, tables in RULES.items():
            rules = random.choice(tables)
            players = random.randint(2, 5)
            table = _Recorded(variant, rules, random, players)
            yield from table.requests()
        for variant in VARIANTS:
            known = [expansion.id for expansion in EXPANSIONS if variant.id in expansion.goes_with]
            yield from step_by_step(variant.id, random.sample(known, random.randint(0, len(known))), random)


def step_by_step(variant: str, expansions: list[str], random: Random) -> Iterator[tuple[str, Json]]:
    """A random game, some of whose moves are asked about by themselves, with the board that they were made on."""
    heading: Json = {
        "variant": variant,
        "expansions": expansions,
        "rules": random.choice(MORE_RULES) if len(expansions) == len(EXPANSIONS) else {},
        "players": list(NAMES.get(variant, SEATS[: random.randint(2, 5)])),
    }
    game = begun(heading)
    while game.left():
        position, move = game.to_json(), random_move(game, random)
        if random.random() < 0.25:
            asked = {**position, "move": move}
            for call, request in (("move", asked), *about_board(position, move, random)):
                yield call, request
                yield call, mutated(request, random)
            yield "move", {**position, "move": mutated(move, random)}
        made_somehow(game, move, random, lambda _: None)
    whole = {**heading, "moves": [dict(move) for move in game.moves], "end": True}
    yield "replay", whole
    for _ in range(10):
        yield "replay", mutated_game(whole, random)


def about_board(position: Json, move: Json, random: Random) -> Iterator[tuple[str, Json]]:
    player = position["turn"]["player"]
    yield "bag", {**position, "player": player}
    yield "validate", position
    yield "features", position
    yield "placements", {**position, "tile": tile_of(move), "player": player}
    yield "score", {**position, "phase": "final", "carry_out": random.random() < 0.5}
    if position["variant"] != "discovery":
        last = {name: position["tiles"][-1][name] for name in ("x", "y")} if position["tiles"] else None
        yield "score", {**position, "phase": "interim", **({"player": player, "last": last} if last else {})}


class _Recorded:
    """A random game, and what can be asked about its positions and about itself."""

    def __init__(self, variant: str, rules: Json, random: Random, players: int) -> None:
        self.random = random
        self.positions: list[Json] = []
        self.tiles: list[str] = []
        self.game = self.play(variant, rules, players)

    def play(self, variant: str, rules: Json, players: int) -> Table:
        table = played(variant, self.random, rules, players=players, most=0)
        self.tiles = sorted(set(table.bag))
        for _ in range(self.random.choice([5, 20, 40, 80])):
            if not table.bag:
                break
            table.turn(table.players[table.on_turn % len(table.players)])
            table.on_turn %= len(table.players)
            self.positions.append(copy.deepcopy(table.ask()))
        return table

    def requests(self) -> Iterator[tuple[str, Json]]:
        random = self.random
        chosen = random.sample(self.positions, min(len(self.positions), 8)) + self.positions[-1:]
        for position in chosen:
            for call, request in self.questions(position):
                yield call, request
                for _ in range(2):
                    yield call, mutated(request, random)
            crowd = self.crowded(position)
            for call, request in self.questions(crowd):
                yield call, request
                yield call, mutated(request, random)
        whole = self.game.request(end=random.random() < 0.6)
        if random.random() < 0.5:
            whole["claims"] = [
                {"after": random.randint(0, len(whole["moves"])), "player": random.choice(whole["players"]), "score": s}
                for s in (random.randint(0, 40), random.randint(0, 90))
            ]
        yield "replay", whole
        for _ in range(25):
            yield "replay", mutated_game(whole, random)

    def crowded(self, position: Json) -> Json:
        """The same tiles as a cut-out, with followers anywhere."""
        random, names = self.random, [player["name"] for player in position["players"]]
        features = scorer.features({**position, "meeples": []})["features"]
        followers: dict[tuple[int, int], Json] = {}
        for feature in features:
            for x, y in random.sample(feature["cells"], min(3, len(feature["cells"]))):
                if random.random() < 0.4:
                    ports = ("N", "E", "S", "W", "NL", "ER", "SR", "WL")
                    spot = random.choice([feature["type"], *(f"{feature['type']}@{port}" for port in ports)])
                    placed = {"player": random.choice(names), "x": x, "y": y, "spot": spot}
                    alone = {**position, "meeples": [placed], "excerpt": True}
                    if scorer.validate(alone)["valid"]:
                        followers[x, y] = placed
        return {**position, "meeples": list(followers.values()), "excerpt": True}

    def questions(self, position: Json) -> Iterator[tuple[str, Json]]:
        random, variant = self.random, position["variant"]
        player = random.choice(position["players"])["name"]
        yield "validate", position
        yield "features", position
        yield "placements", {**position, "tile": random.choice(self.tiles)}
        yield "placements", {**position, "tile": random.choice(self.tiles), "player": player}
        claim = {"claim": {player: random.randint(0, 30)}} if random.random() < 0.3 else {}
        yield "score", {**position, "phase": "final", **claim}
        if variant == "discovery":
            yield "score", {**position, "phase": "retrieve"}
            for taken in position["meeples"][:2]:
                yield "score", {**position, "phase": "retrieve", "retrieve": taken}
            hand = {**position, "rules": {**position["rules"], "hand_tiles": 2}}
            yield "placements", {**hand, "hand": random.choices(self.tiles, k=2), "player": player}
        else:
            yield "score", {**position, "phase": "interim"}
        if variant == "wheel-of-fortune":
            asked = {**position, "phase": "wheel", "drawn": random.randint(1, 3), "player": player}
            yield "score", asked
            yield "score", {**asked, "wheel": {**position["wheel"], "pig": random.choice(SEGMENTS)}}
        if variant == "castle" and position["tiles"]:
            last = {key: random.choice(position["tiles"])[key] for key in ("x", "y")}
            for phase in ("interim", "final"):
                yield "score", {**position, "phase": phase, "player": player, "last": last}
        options = {"coordinates": True, "scores": "final", "ghost": {"tile": random.choice(self.tiles)}}
        if random.random() < 0.3:
            yield "render", {**position, "options": options}


# Requests that are wrong


def mutated(request: Json, random: Random) -> Json:
    """The request with one to three things changed."""
    found = copy.deepcopy(request)
    for _ in range(random.randint(1, 3)):
        change(found, random)
    return found


def change(request: Json, random: Random) -> None:
    """Changes one thing somewhere in a request."""
    holder: Any = request
    while True:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        if not keys:
            return
        key = random.choice(keys)
        if isinstance(holder[key], dict | list) and holder[key] and random.random() < 0.8:
            holder = holder[key]
            continue
        break
    match random.randint(0, 6):
        case 0:
            holder.pop(key)
        case 1 if isinstance(holder, dict):
            holder[f"{key}x"] = holder.pop(key)
        case 2 if isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]))
        case 3 if isinstance(holder[key], int) and not isinstance(holder[key], bool):
            holder[key] += random.choice([-90, -1, 1, 2, 90])
        case 4 if key in ("tile", "spot", "player", "name", "rotation"):
            holder[key] = other_value(request, str(key), random)
        case _:
            holder[key] = copy.deepcopy(random.choice(ODD_VALUES))


def other_value(request: Json, key: str, random: Random) -> Any:
    """A value that stands elsewhere in the request under the same name."""
    found: list[Any] = []

    def look(value: Any) -> None:
        if isinstance(value, dict):
            if key in value:
                found.append(value[key])
            for part in value.values():
                look(part)
        elif isinstance(value, list):
            for part in value:
                look(part)

    look(request)
    return copy.deepcopy(random.choice(found or [None]))


def mutated_game(game: Json, random: Random) -> Json:
    found = copy.deepcopy(game)
    moves = found["moves"]
    if moves and random.random() < 0.85:
        number = random.randrange(len(moves))
        match random.randint(0, 4):
            case 0:
                change(moves[number], random)
            case 1:
                del moves[number]
            case 2:
                other = random.randrange(len(moves))
                moves[number], moves[other] = moves[other], moves[number]
            case 3 if "tile" in moves[number]:
                moves[number]["spot"] = random.choice(["city@N", "road@E", "field", "path@N", "grass@W", "court"])
            case _:
                moves[number] |= {"x": random.randint(-4, 8), "y": random.randint(-4, 8)}
        return found
    return mutated(found, random)


# The two commands


def write(path: str, seed: int, games: int) -> None:
    random = Random(seed)
    counts: Counter[str] = Counter()
    with gzip.open(path, "wt", encoding="utf-8", compresslevel=3) as file:
        for call, request in requests(random, games):
            language = random.choice(["en", "en", "nl"])
            line = {"call": call, "request": request, "language": language}
            line["answer"] = answered(call, request, language)
            file.write(json.dumps(line) + "\n")
            counts[call] += 1
            counts["refused"] += line["answer"].startswith('{"refused"')
    print(dict(counts), sum(counts.values()) - counts["refused"])


def grown(before: Any, after: Any) -> bool:
    """Whether an answer says all that it said before; fields may have been added."""
    if isinstance(before, dict) and isinstance(after, dict):
        if before.get("code") == after.get("code") == "field-unknown":
            # The sentence lists the known fields, of which there may be more.
            before = {name: value for name, value in before.items() if name != "detail"}
        return all(name in after and grown(value, after[name]) for name, value in before.items())
    if isinstance(before, list) and isinstance(after, list):
        return len(before) == len(after) and all(map(grown, before, after))
    return bool(before == after)


def check(path: str, most: int, *, more: bool) -> int:
    total = differing = 0
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in map(json.loads, file):
            total += 1
            before = line["answer"]
            after = answered(line["call"], line["request"], line["language"])
            if before != after and not (more and grown(json.loads(before), json.loads(after))):
                differing += 1
                if differing <= most:
                    report(line, before, after)
    print(f"{total} requests, {differing} differ")
    return int(bool(differing))


def report(line: Json, before: str, after: str) -> None:
    place = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0)
    start = max(0, place - 150)
    print(f"== {line['call']} {json.dumps(line['request'])[:1500]}")
    print(f"   before: ...{before[start : place + 250]}")
    print(f"   after:  ...{after[start : place + 250]}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("write", "check"))
    parser.add_argument("file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--more", action="store_true", help="fields may have been added to answers")
    parser.add_argument("--most", type=int, default=5, help="how many differences are shown")
    options = parser.parse_args()
    if options.command == "write":
        write(options.file, options.seed, options.games)
        return 0
    return check(options.file, options.most, more=options.more)


if __name__ == "__main__":
    raise SystemExit(main())
