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
def test_the_oracles_games_played_by_moves(name: str) -> None:
    for game in games(name).values():
        moves = [turn["move"] for turn in game["turns"]]
        play_by_moves({key: game[key] for key in ("variant", "rules", "players")} | {"moves": moves})


@pytest.mark.parametrize("name", EXPANSION_GAMES)
def test_the_oracles_games_with_expansions_played_by_moves(name: str) -> None:
    game = EXPANSION_GAMES[name]
    heading = {key: game[key] for key in ("variant", "expansions", "rules", "players")}
    play_by_moves({**heading, "moves": expansion_moves(game)})


@pytest.mark.parametrize("variant", [ruleset.id for ruleset in RULESETS])
@pytest.mark.parametrize("seed", range(4))
def test_random_games_played_by_moves(variant: str, seed: int) -> None:
    game = played(variant, Random(seed), players=2 + seed % 3).request()
    play_by_moves(game)


@pytest.mark.parametrize("variant", [ruleset.id for ruleset in RULESETS])
@pytest.mark.parametrize("seed", range(2))
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
