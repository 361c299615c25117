"""One move: a game played by moves alone is its replay, and every refusal says why and what would have been legal."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import scorer
from scorer.rules.variants import RULESETS
from tests.compare import mutated_game
from tests.oracle_games import games
from tests.replay_games import played
from tests.test_oracle_expansions import GAMES as EXPANSION_GAMES
from tests.test_oracle_expansions import moves as expansion_moves
from tests.test_replay_moves import CASTLE

Json = dict[str, Any]


def start_of(game: Json) -> Json:
    """The position before the first move, as a replay without moves answers it."""
    position: Json = scorer.replay({**game, "moves": []})["position"]
    return position


def play_by_moves(game: Json) -> None:
    """Plays a game with nothing but `move`, and holds every answer against the replay."""
    whole = scorer.replay(game)
    position = start_of(game)
    for turn, move in zip(whole["turns"], game["moves"], strict=False):
        answer = scorer.move({**position, "move": move})
        assert answer["legal"] == turn["legal"]
        assert [problem["code"] for problem in answer["problems"]] == [problem["code"] for problem in turn["problems"]]
        for name in ("lines", "returned", "supply", "again"):
            assert answer[name] == turn[name], (name, move)
        assert {name: player["after"] for name, player in answer["players"].items()} == turn["scores"]
        if not turn["legal"]:
            assert answer["legal_instead"] == turn["legal_instead"]
            assert answer["position"] == position
        position = answer["position"]
    assert position == whole["position"]


@pytest.mark.parametrize("name", ["base", "wheel"])
@pytest.mark.no_cover
def test_the_oracles_games_played_by_moves(name: str) -> None:
    for game in games(name).values():
        moves = [turn["move"] for turn in game["turns"]]
        play_by_moves({key: game[key] for key in ("variant", "rules", "players")} | {"moves": moves})


@pytest.mark.parametrize("name", EXPANSION_GAMES)
@pytest.mark.no_cover
def test_the_oracles_games_with_expansions_played_by_moves(name: str) -> None:
    game = EXPANSION_GAMES[name]
    heading = {key: game[key] for key in ("variant", "expansions", "rules", "players")}
    play_by_moves({**heading, "moves": expansion_moves(game)})


@pytest.mark.parametrize("variant", [ruleset.id for ruleset in RULESETS])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.no_cover
def test_random_games_played_by_moves(variant: str, seed: int) -> None:
    game = played(variant, Random(seed), players=2 + seed % 3).request()
    play_by_moves(game)


@pytest.mark.parametrize("variant", [ruleset.id for ruleset in RULESETS])
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.no_cover
def test_games_that_break_a_rule_break_it_in_the_same_move(variant: str, seed: int) -> None:
    random = Random(seed)
    game = played(variant, random, players=3).request()
    broken = 0
    for _ in range(25):
        wrong = mutated_game(game, random)
        try:
            answer = scorer.replay(wrong)
        except scorer.Refused:
            continue
        codes = {problem["code"] for problem in answer["problems"]}
        # What lay on a tower may be left open in a single move, and a record that stops is no fault of a move.
        if answer["turns"] and "wall-tile-untold" not in codes:
            broken += not answer["turns"][-1]["legal"]
            play_by_moves({key: value for key, value in wrong.items() if key not in ("end", "claims", "use")})
    assert broken > 3


def castle_moves(most: int, changes: dict[int, Json]) -> list[Json]:
    """A castle's moves, some of them with other fields, or without those that are None."""
    moves = [{**move, **changes.get(number, {})} for number, move in enumerate(CASTLE["moves"][:most], 1)]
    return [{name: value for name, value in move.items() if value is not None} for move in moves]


def test_another_turn_for_a_wall_tile_that_was_told_or_not() -> None:
    heading = {key: CASTLE[key] for key in ("variant", "players")}
    another = {42: {"use": [{"wall_tile": 1}]}}
    took = {40: {"took": [{"tower": 12, "wall_tile": 1}]}}
    play_by_moves({**heading, "moves": castle_moves(42, took | another)})
    position = start_of(heading)
    for move in castle_moves(42, {40: {"took": None}} | another):
        answer = scorer.move({**position, "move": move})
        assert answer["legal"], answer["problems"]
        if position["castle"]["wall_tiles"]["held"] != answer["position"]["castle"]["wall_tiles"]["held"]:
            assert "unknown" in str([position["castle"], answer["position"]["castle"]])
        position = answer["position"]
    assert (answer["again"], answer["next"]) == (True, CASTLE["moves"][41]["player"])
    told = scorer.replay({**heading, "moves": castle_moves(42, took | another)})["position"]
    assert position == told


def test_a_game_with_hands_of_two_played_by_moves() -> None:
    game = played("discovery", Random(1), players=2).request()
    own: dict[str, list[str]] = {}
    for move in game["moves"]:
        own.setdefault(move["player"], []).append(move["tile"])
    moves = []
    for move in game["moves"]:
        moves.append({**move, "hand": own[move["player"]][:2]})
        del own[move["player"]][0]
    rules = {**game.get("rules", {}), "hand_tiles": 2}
    play_by_moves({"variant": "discovery", "rules": rules, "players": game["players"], "moves": moves})
