"""What the next player may do, told with the answer to a move: for every tile that may come, as `placements` does."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import scorer
from scorer.referee import placements
from scorer.rules.variants import RULESETS
from tests.replay_games import played
from tests.test_oracle_expansions import GAMES
from tests.test_oracle_expansions import moves as expansion_moves

Json = dict[str, Any]
VARIANTS = [ruleset.id for ruleset in RULESETS]


def after(game: Json, count: int) -> Json:
    """The position after so many moves of a game."""
    position: Json = scorer.replay({**game, "moves": game["moves"][:count]})["position"]
    return position


def answered(game: Json, number: int) -> Json:
    """What is said of one move of a game, with what the next player may do."""
    answer: Json = scorer.move({**after(game, number), "move": game["moves"][number], "offers": True})
    assert answer["legal"], answer["problems"]
    return answer


def placed(answer: Json, tile: str) -> Json:
    """What `placements` says of a tile on the position that a move has led to."""
    asked = {"hand": [tile]} if answer["position"]["rules"].get("hand_tiles") == 2 else {"tile": tile}
    found: Json = scorer.placements({**answer["position"], **asked, "player": answer["next"]})
    return found


def agree(answer: Json) -> None:
    """Every tile that is offered is told of as `placements` does."""
    assert answer["offers"]["placements"]
    for tile, found in answer["offers"]["placements"].items():
        told = placed(answer, tile)
        assert found == told["placements"]
        assert answer["offers"].get("crowns") == told.get("crowns")


@pytest.mark.parametrize("number", [0, 7, 21])
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_tile_is_told_of_as_placements_does(variant: str, number: int) -> None:
    answer = answered(played(variant, Random(number), players=2, most=number + 1).request(), number)
    agree(answer)
    left = scorer.bag(answer["position"])["left"]
    assert set(answer["offers"]["placements"]) == set(left)


@pytest.mark.parametrize("name", ["all-000_p2_tiny2", "farm-003_p2_tiny2"])
def test_with_expansions_too(name: str) -> None:
    game = {key: GAMES[name][key] for key in ("variant", "expansions", "rules", "players")}
    moves = expansion_moves(GAMES[name])
    again = []
    for number in (0, 4, 12, len(moves) // 2):
        answer = answered({**game, "moves": moves}, number)
        agree(answer)
        assert answer["offers"]["placements"].keys() <= scorer.bag(answer["position"])["left"].keys()
    # After the first part of a builder's double turn the same player is offered more.
    for number, turn in enumerate(scorer.replay({**game, "moves": moves})["turns"]):
        if turn["again"] and number + 1 < len(moves):
            again.append(answered({**game, "moves": moves}, number))
    for answer in again[:2]:
        assert answer["next"] == answer["position"]["turn"]["player"]
        agree(answer)
    assert again


def test_while_the_river_is_laid_only_its_tiles_are_offered() -> None:
    game = {"variant": "base", "expansions": ["river"], "players": ["red", "blue"]}
    first = {"player": "red", "tile": "R03", "x": 0, "y": 1, "rotation": 0}
    legal = scorer.placements({**after({**game, "moves": []}, 0), "tile": "R03", "player": "red"})["placements"][0]
    move = {**first, **{key: legal[key] for key in ("x", "y", "rotation")}}
    answer = answered({**game, "moves": [move]}, 0)
    left = scorer.bag(answer["position"])["left"]
    river = {kind for kind in left if kind.startswith("R") and kind[1:].isdigit()}
    assert "R02" in river
    # The lake is kept back.
    assert answer["offers"]["placements"].keys() == river - {"R02"}


def test_of_a_hand_both_tiles_are_offered_and_none_that_lies_before_others() -> None:
    rules = {"hand_tiles": 2}
    start = scorer.replay({"variant": "discovery", "rules": rules, "players": ["red", "blue"], "moves": []})["position"]
    kinds = [kind for kind, count in scorer.bag(start)["left"].items() if count == 1][:4]
    legal = scorer.placements({**start, "hand": kinds[:2], "player": "red"})["placements"]
    cell = {key: legal[0][key] for key in ("tile", "x", "y", "rotation")}
    kept = next(kind for kind in kinds[:2] if kind != cell["tile"])
    answer: Json = scorer.move({**start, "move": {"player": "red", **cell, "hand": kinds[:2]}, "offers": True})
    assert answer["legal"], answer["problems"]
    agree(answer)
    # The tile that red has kept is the only one of its kind, and lies before him.
    assert kept not in answer["offers"]["placements"]
    assert kinds[2] in answer["offers"]["placements"]


def test_it_is_told_only_to_those_who_ask_and_only_after_a_legal_move_that_is_not_the_last() -> None:
    game = played("base", Random(3), players=2, most=3).request()
    position, move = after(game, 2), game["moves"][2]
    assert "offers" not in scorer.move({**position, "move": move})
    assert "offers" not in scorer.move({**position, "move": {**move, "x": 40}, "offers": True})
    whole = played("base", Random(3), players=2).request()
    last = answered(whole, len(whole["moves"]) - 1)
    assert last["next"] is None
    assert "offers" not in last


@pytest.mark.plain
def test_more_than_a_box_ever_holds_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played("base", Random(3), players=2, most=3).request()
    monkeypatch.setattr(placements, "MOST_OFFERED", 100)
    assert "offers" not in answered(game, 2)


def test_a_board_that_is_too_large_for_placements_is_answered_without_offers() -> None:
    """Nobody owns so many followers; `placements` refuses to tell of them all, a move is judged all the same."""
    tiles = [{"x": x, "y": 0, "tile": "D48", "rotation": 0} for x in range(200)]
    meeples = [{"player": "blue", "x": x, "y": 0, "spot": "grass@N"} for x in range(150)]
    position = {"variant": "discovery", "excerpt": True, "players": ["red", "blue"], "tiles": tiles}
    board = {**position, "players": [{"name": "red"}, {"name": "blue"}]}
    fits = scorer.placements({**board, "meeples": [], "tile": "D48", "player": "red"})["placements"]
    cell = {key: fits[0][key] for key in ("x", "y", "rotation")}
    answer = scorer.move(
        {**board, "meeples": meeples, "move": {"player": "red", "tile": "D48", **cell}, "offers": True}
    )
    assert answer["legal"]
    assert "offers" not in answer


@pytest.mark.parametrize(("pig", "drawn"), [("fortuna", 1), ("taxes", 2), ("famine", 3)])
def test_after_a_symbol_the_drawn_tile_is_told_of_with_what_it_did(pig: str, drawn: int) -> None:
    game = played("wheel-of-fortune", Random(5), players=2, most=12).request()
    position = after(game, 12)
    position["wheel"]["pig"] = pig
    player = position["turn"]["player"]
    tile = next(iter(scorer.bag(position)["left"]))
    asked = {**position, "phase": "wheel", "drawn": drawn, "player": player, "tile": tile}
    answer = scorer.score({**asked, "carry_out": True})
    # Three segments on from the famine is the plague.
    assert ("plague_choices" in answer) == (pig == "famine")
    if "plague_choices" in answer:
        plague = [own[0] for own in answer["plague_choices"].values()]
        answer = scorer.score({**asked, "carry_out": True, "plague": plague})
    told = scorer.placements({**answer["position"], "tile": tile, "player": player})
    assert answer["offers"] == {"placements": {tile: told["placements"]}, "crowns": told["crowns"]}
    assert "offers" not in scorer.score(asked)
    used = max(position["tiles"], key=lambda laid: laid["tile"] not in scorer.bag(position)["left"])["tile"]
    for wrong, code in (("nothing", "tile-unknown"), (used, "tile-not-in-bag")):
        with pytest.raises(scorer.problems.Illegal) as refused:
            scorer.score({**asked, "tile": wrong})
        assert [(problem.code, problem.pointer) for problem in refused.value.problems] == [(code, "/tile")]
