"""Whole games of an independent engine, and how to walk through one position by position."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import scorer

FOLDER = Path(__file__).parent / "oracle"
#: What lies on the table before the first move, where it has to be listed.
START = {"base": [{"x": 0, "y": 0, "tile": "D", "rotation": 0}], "wheel": []}


@cache
def games(name: str) -> dict[str, dict[str, Any]]:
    with gzip.open(FOLDER / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        return {game["id"]: game for game in map(json.loads, file)}


def points_scored(answer: dict[str, Any]) -> list[list[Any]]:
    """Who got how many points for what kind of feature, as the oracle lists it."""
    return sorted(
        [player, line["type"], points]
        for line in answer["lines"]
        for player, points in line["points"].items()
        if points
    )


def points_after(answer: dict[str, Any]) -> dict[str, int]:
    return {name: player["after"] for name, player in answer["players"].items()}


def field_points(answer: dict[str, Any], players: list[str]) -> dict[str, int]:
    totals = Counter(dict.fromkeys(players, 0))
    for line in answer["lines"]:
        if line["type"] == "field":
            totals.update(line["points"])
    return dict(totals)


def check_game(name: str, game: dict[str, Any]) -> None:
    """Every move's legal placements, spots, points, returned followers and totals, and the end of the game."""
    final = None
    for position, turn in walk(name, game):
        move = turn["move"]
        offered = scorer.placements({**position, "tile": move["tile"], "player": move["player"]})["placements"]
        assert [[one["x"], one["y"], one["rotation"]] for one in offered] == turn["legal"]
        chosen = next(one for one in offered if all(one[key] == move[key] for key in ("x", "y", "rotation")))
        assert chosen["spots"] == turn["spots"]
        laid = lay(position, move)
        answer = scorer.score({**laid, "phase": "interim"})
        assert points_scored(answer) == sorted(turn["scored"])
        assert sorted([f["player"], f["x"], f["y"], f["spot"]] for f in answer["returned"]) == sorted(turn["returned"])
        after = settle(laid, answer)
        assert {player["name"]: player["score"] for player in after["players"]} == turn["scores"]
        final = scorer.score({**after, "phase": "final"})
        if turn["if_ended_now"] is not None:
            assert points_after(final) == turn["if_ended_now"]
    assert final is not None
    assert points_scored(final) == sorted(game["final"]["scored"])
    assert points_after(final) == game["final"]["scores"]
    if game["rules"]["farm_scoring"] != "none":
        for farm_scoring, expected in game["final"]["field_points"].items():
            rules = {**game["rules"], "farm_scoring": farm_scoring}
            answer = scorer.score({**after, "rules": rules, "phase": "final"})
            assert field_points(answer, game["players"]) == expected, farm_scoring


def walk(name: str, game: dict[str, Any]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """The position before each turn, and the turn; followers and points as the oracle has them."""
    position: dict[str, Any] = {
        "variant": game["variant"],
        "rules": game["rules"],
        "players": [{"name": player, "score": 0} for player in game["players"]],
        "tiles": list(START[name]),
        "meeples": [],
    }
    for turn in game["turns"]:
        yield position, turn
        laid = lay(position, turn["move"])
        gone = {(x, y, spot) for _, x, y, spot in turn["returned"]}
        position = {
            **laid,
            "meeples": [f for f in laid["meeples"] if (f["x"], f["y"], f["spot"]) not in gone],
            "players": [{"name": player, "score": turn["scores"][player]} for player in game["players"]],
        }


def lay(position: dict[str, Any], move: dict[str, Any]) -> dict[str, Any]:
    """The position with a move's tile and follower on it."""
    tile = {key: move[key] for key in ("x", "y", "tile", "rotation")}
    followers = position["meeples"]
    if "spot" in move:
        followers = [*followers, {key: move[key] for key in ("player", "x", "y", "spot", "figure") if key in move}]
    return {**position, "tiles": [*position["tiles"], tile], "meeples": followers}


def settle(position: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    """The position after a scoring: points on the track, followers gone home."""
    home = {(follower["x"], follower["y"], follower["spot"]) for follower in answer["returned"]}
    return {
        **position,
        "meeples": [f for f in position["meeples"] if (f["x"], f["y"], f["spot"]) not in home],
        "players": [{**player, "score": answer["players"][player["name"]]["after"]} for player in position["players"]],
    }
