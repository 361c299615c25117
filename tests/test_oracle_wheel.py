"""Whole games on the wheel's board, played by an independent engine: every placement, spot, scoring and final score."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from scorer import referee

Json = dict[str, Any]

with gzip.open(Path(__file__).with_name("oracle") / "wheel.jsonl.gz", "rt", encoding="utf-8") as lines:
    GAMES: list[Json] = [json.loads(line) for line in lines]


def events(answer: Json) -> list[list[Any]]:
    """Who got how much for which type of feature."""
    return sorted(
        [player, line["type"], points]
        for line in answer["lines"]
        for player, points in line["points"].items()
        if points
    )


def after(answer: Json) -> dict[str, int]:
    return {player: totals["after"] for player, totals in answer["players"].items()}


def test_there_are_thirty_games() -> None:
    assert len(GAMES) == 30


@pytest.mark.parametrize("game", GAMES, ids=[game["id"] for game in GAMES])
def test_game(game: Json) -> None:
    position: Json = {"variant": game["variant"], "rules": game["rules"], "tiles": [], "meeples": []}
    scores = dict.fromkeys(game["players"], 0)
    for turn in game["turns"]:
        move = turn["move"]
        position["players"] = [{"name": player, "score": score} for player, score in scores.items()]

        asked = referee.placements({**position, "tile": move["tile"], "player": move["player"]})
        legal = {(each["x"], each["y"], each["rotation"]): each["spots"] for each in asked["placements"]}
        assert [list(place) for place in legal] == turn["legal"]
        assert legal[move["x"], move["y"], move["rotation"]] == turn["spots"]
        assert asked["placeable"] is True

        position["tiles"].append({name: move[name] for name in ("x", "y", "tile", "rotation")})
        if "spot" in move:
            position["meeples"].append({name: move[name] for name in ("player", "x", "y", "spot")})
        scored = referee.score({**position, "phase": "interim"})
        assert events(scored) == sorted(turn["scored"])
        returned = [[each["player"], each["x"], each["y"], each["spot"]] for each in scored["returned"]]
        assert sorted(returned) == sorted(turn["returned"])
        # After the last move the game has ended.
        if_ended_now = turn["if_ended_now"] or game["final"]["scores"]
        assert after(referee.score({**position, "phase": "final"})) == if_ended_now

        position["meeples"] = [each for each in position["meeples"] if each not in scored["returned"]]
        scores = after(scored)
        assert scores == turn["scores"]

    position["players"] = [{"name": player, "score": score} for player, score in scores.items()]
    final = referee.score({**position, "phase": "final"})
    assert events(final) == sorted(game["final"]["scored"])
    assert after(final) == game["final"]["scores"]
    for farm_scoring, expected in game["final"]["field_points"].items():
        rules = {**game["rules"], "farm_scoring": farm_scoring}
        paid = referee.score({**position, "rules": rules, "phase": "final"})
        fields = dict.fromkeys(game["players"], 0)
        for player, _, points in [event for event in events(paid) if event[1] == "field"]:
            fields[player] += points
        assert fields == expected
