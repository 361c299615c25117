"""All games of the independent engine with expansions, move by move and replayed from beginning to end."""

from __future__ import annotations

from typing import Any

import pytest

import scorer
from tests.oracle_games import field_points, games, points_after, points_scored

Json = dict[str, Any]
GAMES = games("expansions")


def start(game: Json) -> Json:
    tile = "R01" if "river" in game["expansions"] else "D"
    return {
        "variant": game["variant"],
        "expansions": game["expansions"],
        "rules": game["rules"],
        "players": [{"name": player, "score": 0} for player in game["players"]],
        "tiles": [{"x": 0, "y": 0, "tile": tile, "rotation": 0}],
        "meeples": [],
    }


def laid(position: Json, turn: Json) -> Json:
    """The position with a turn's tile and figure on it, and without the abbot that was taken back."""
    move = turn["move"]
    meeples = position["meeples"]
    if "retrieved" in turn:
        gone = turn["retrieved"]
        meeples = [one for one in meeples if (one["x"], one["y"]) != (gone["x"], gone["y"])]
    if "spot" in move:
        meeples = [*meeples, {name: move[name] for name in ("player", "x", "y", "spot", "figure") if name in move}]
    tile = {name: move[name] for name in ("x", "y", "tile", "rotation")}
    return {**position, "tiles": [*position["tiles"], tile], "meeples": meeples}


def after(position: Json, turn: Json) -> Json:
    """The position when the turn is over, as the oracle has it."""
    home = {(x, y) for _, x, y, _, _ in turn["returned"]}
    goods = turn.get("goods", {})
    players = [
        {"name": player["name"], "score": turn["scores"][player["name"]]}
        | ({"goods": goods[player["name"]]} if player["name"] in goods else {})
        for player in position["players"]
    ]
    meeples = [one for one in position["meeples"] if (one["x"], one["y"]) not in home]
    return {**position, "meeples": meeples, "players": players}


def check_placements(position: Json, turn: Json) -> None:
    move = turn["move"]
    asked = {**position, "tile": move["tile"], "player": move["player"]}
    offered = scorer.placements(asked)["placements"]
    assert [[one["x"], one["y"], one["rotation"]] for one in offered] == turn["legal"]
    if "legal_no_u_turn" in turn:
        rules = {**position["rules"], "river_turns": "no-u-turn"}
        found = scorer.placements({**asked, "rules": rules})["placements"]
        assert [[one["x"], one["y"], one["rotation"]] for one in found] == turn["legal_no_u_turn"]
    (chosen,) = [one for one in offered if all(one[key] == move[key] for key in ("x", "y", "rotation"))]
    spots = {"follower": chosen["spots"], **chosen.get("figures", {})}
    assert {figure: found for figure, found in spots.items() if figure in turn["spots"]} == turn["spots"]
    assert {figure for figure, found in spots.items() if found} <= turn["spots"].keys()
    if "abbot" in position["expansions"]:
        back = [[one["x"], one["y"]] for one in chosen["retrievals"]]
        assert back == ([turn["abbot_back"]] if "abbot_back" in turn else [])
        if "retrieved" in turn:
            assert chosen["retrievals"][0]["points"] == turn["retrieved"]["points"]


def check_scoring(position: Json, turn: Json) -> None:
    move = turn["move"]
    asked = {**position, "phase": "interim"}
    if "traders-and-builders" in position["expansions"]:
        asked |= {"player": move["player"], "last": {"x": move["x"], "y": move["y"]}}
    answer = scorer.score(asked)
    assert points_scored(answer) == sorted(turn["scored"])
    returned = [[f["player"], f["x"], f["y"], f["spot"], f.get("figure", "follower")] for f in answer["returned"]]
    assert sorted(returned) == sorted(turn["returned"])
    if "goods" in turn:
        assert answer["goods"] == turn["goods"]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.no_cover
def test_a_game_move_by_move(name: str) -> None:
    game = GAMES[name]
    position = start(game)
    for turn in game["turns"]:
        check_placements(position, turn)
        position = laid(position, turn)
        check_scoring(position, turn)
        position = after(position, turn)
    final = scorer.score({**position, "phase": "final"})
    assert points_scored(final) == sorted(game["final"]["scored"])
    assert points_after(final) == game["final"]["scores"]
    for farm_scoring, expected in game["final"]["field_points"].items():
        rules = {**game["rules"], "farm_scoring": farm_scoring}
        answer = scorer.score({**position, "rules": rules, "phase": "final"})
        assert field_points(answer, game["players"]) == expected, farm_scoring


def moves(game: Json) -> list[Json]:
    """The game as a replay takes it; a tile that fitted nowhere was put away before the next was drawn."""
    found: list[Json] = []
    for turn in game["turns"]:
        move = turn["move"]
        found += [{"player": move["player"], "discard": tile} for tile in turn.get("discarded", ())]
        if "retrieved" in turn:
            move = {**move, "retrieve": {key: turn["retrieved"][key] for key in ("x", "y", "spot")}}
        found.append(move)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_game_replayed(name: str) -> None:
    game = GAMES[name]
    heading = {key: game[key] for key in ("variant", "expansions", "rules", "players")}
    answer = scorer.replay({**heading, "moves": moves(game), "end": True})
    assert answer["legal"], answer["problems"]
    played = [turn for turn, move in zip(answer["turns"], moves(game), strict=True) if "tile" in move]
    for ours, theirs in zip(played, game["turns"], strict=True):
        assert ours["scores"] == theirs["scores"]
        assert ours["again"] == theirs["again"] or theirs is game["turns"][-1]
        back = theirs.get("retrieved")
        gained = [line for line in ours["lines"] if line["rule"] != "abbot.back"]
        assert points_scored({"lines": gained}) == sorted(theirs["scored"])
        taken = [line for line in ours["lines"] if line["rule"] == "abbot.back"]
        assert [sum(line["points"].values()) for line in taken] == ([] if back is None else [back["points"]])
        home = [[f["player"], f["x"], f["y"], f["spot"], f.get("figure", "follower")] for f in ours["returned"]]
        if back is not None:
            home.remove([theirs["move"]["player"], back["x"], back["y"], back["spot"], "abbot"])
        assert sorted(home) == sorted(theirs["returned"])
        if "goods" in theirs:
            assert {player: ours["goods"].get(player, {}) for player in theirs["goods"]} == theirs["goods"]
    assert points_scored(answer["final"]) == sorted(game["final"]["scored"])
    assert points_after(answer["final"]) == game["final"]["scores"]
