"""The board: extended step by step it is what it would be if it were built at once, and every step can be undone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import scorer
from scorer.board.board import Board, Meeple
from scorer.game.building import build
from scorer.game.game import Game
from scorer.referee.features import feature_list
from scorer.referee.questions import VALIDATE
from scorer.rules.placing import placement_list
from scorer.rules.variants import RULESETS
from scorer.tiles import tileset
from scorer.tiles.cells import cell_key
from tests.replay_games import played
from tests.strategies import games

ALL = [ruleset.id for ruleset in RULESETS]
modest = settings(max_examples=25, suppress_health_check=list(HealthCheck))


def told(game: Game, tile: str) -> tuple[Any, ...]:
    """Everything that can be asked about the board of a game."""
    board = game.board
    regions = [(region.id, region.complete, sorted(region.gaps), region.size) for region in board.features()]
    return feature_list(game), regions, placement_list(game, [tile], None), board.at.keys(), board.meeples.keys()


def extended(board: Board, tiles: list[dict[str, Any]], meeples: list[dict[str, Any]]) -> None:
    for tile in tiles:
        board.lay(cell_key(tile["x"], tile["y"]), board.tile_set.oriented[tile["tile"]][tile["rotation"]])
    for meeple in meeples:
        key = cell_key(meeple["x"], meeple["y"])
        node = board.node_at(key, meeple["spot"])
        assert node is not None
        board.stand(Meeple(meeple["player"], key, meeple["spot"], node, "follower"))


@pytest.mark.parametrize("variant", ALL)
@modest
@given(data=st.data())
def test_a_board_that_grows_is_the_board_built_at_once(variant: str, data: st.DataObject) -> None:
    played = data.draw(games(variant))
    position = {**played.position, "excerpt": True}
    tiles = position["tiles"]
    tile = (played.bag or [next(iter(position["tiles"]))["tile"]])[-1]
    start = data.draw(st.integers(0, len(tiles)))
    whole = build(VALIDATE.read(position))
    grown = build(VALIDATE.read({**position, "tiles": tiles[:start], "meeples": []}))
    before = told(grown, tile)
    extended(grown.board, tiles[start:], position["meeples"])
    assert told(grown, tile) == told(whole, tile)
    grown.board.undo(0)
    assert told(grown, tile) == before


@pytest.mark.parametrize("variant", ALL)
@modest
@given(data=st.data())
def test_what_was_taken_back_leaves_nothing_behind(variant: str, data: st.DataObject) -> None:
    """Tiles are laid, asked about and taken up again in the middle of a game; then the game goes on."""
    played = data.draw(games(variant, most=25))
    position = {**played.position, "excerpt": True}
    tiles = position["tiles"]
    tile = (played.bag or [next(iter(position["tiles"]))["tile"]])[-1]
    whole = build(VALIDATE.read(position))
    grown = build(VALIDATE.read({**position, "tiles": tiles[:1], "meeples": []}))
    for number in range(1, len(tiles)):
        board = grown.board
        for placement in placement_list(grown, [tiles[number]["tile"]], None)[:3]:
            mark = board.mark()
            extended(board, [{**placement, "tile": tiles[number]["tile"]}], [])
            feature_list(grown)
            for spot in placement["spots"][:1]:
                key = cell_key(placement["x"], placement["y"])
                extended(board, [], [{**placement, "player": "red", "spot": spot}])
                board.take(board.meeples[key])
            board.undo(mark)
        extended(board, tiles[number : number + 1], [])
    extended(grown.board, [], position["meeples"])
    assert told(grown, tile) == told(whole, tile)


def test_ways_to_fit_that_are_forgotten_are_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    position = played("castle", Random(2), most=12).ask()
    asked = {**position, "tile": "C07"}
    legal = scorer.placements(asked)
    assert legal["placements"]
    monkeypatch.setattr(tileset, "MOST_FITS", 1)
    kept = build(VALIDATE.read(position)).tile_set.fits["C07"]
    assert len(kept) > 1
    kept.popitem()
    assert scorer.placements(asked) == legal
    assert len(kept) == 1
