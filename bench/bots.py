"""A bot that plays a random game, once with an object that keeps the board, once with questions about dicts."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import scorer

SEED: Final = 100
#: How often the bot places a follower where it may.
EAGERNESS: Final = 0.5


def bag_of(random: Random) -> list[str]:
    """The tiles of the base game in the order in which they are drawn."""
    left = scorer.Game().left
    tiles = [tile for tile, count in left.items() for _ in range(count)]
    random.shuffle(tiles)
    return tiles


def with_an_object() -> dict[str, int]:
    random = Random(SEED)
    bag, game = bag_of(random), scorer.Game()
    for tile in bag:
        player = str(game.on_turn)
        offered = game.legal_placements(tile, player)
        if not offered:
            game.push({"player": player, "discard": tile})
            continue
        chosen = random.choice(offered)
        move: Any = {"player": player, "tile": tile, "x": chosen.x, "y": chosen.y, "rotation": chosen.rotation}
        if random.random() < EAGERNESS and chosen.spots:
            move["spot"] = random.choice(chosen.spots)
        game.push(move)
    return game.scores


def with_dicts() -> dict[str, int]:
    random = Random(SEED)
    bag = bag_of(random)
    position: Any = {
        "variant": "base",
        "players": [{"name": "red", "score": 0}, {"name": "blue", "score": 0}],
        "tiles": [{"x": 0, "y": 0, "tile": "D", "rotation": 0}],
        "meeples": [],
    }
    turn = 0
    for tile in bag:
        player = position["players"][turn % 2]["name"]
        offered = scorer.placements({**position, "tile": tile, "player": player})["placements"]
        if not offered:
            continue
        chosen = random.choice(offered)
        cell = {"x": chosen["x"], "y": chosen["y"]}
        position["tiles"].append({**cell, "tile": tile, "rotation": chosen["rotation"]})
        if random.random() < EAGERNESS and chosen["spots"]:
            position["meeples"].append({"player": player, **cell, "spot": random.choice(chosen["spots"])})
        ruling = scorer.score({**position, "phase": "interim"})
        for one in position["players"]:
            one["score"] = ruling["players"][one["name"]]["after"]
        home = [(one["x"], one["y"]) for one in ruling["returned"]]
        position["meeples"] = [one for one in position["meeples"] if (one["x"], one["y"]) not in home]
        turn += 1
    return {one["name"]: one["score"] for one in position["players"]}
