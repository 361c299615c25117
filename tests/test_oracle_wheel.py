"""All 30 wheel games of the oracle, on the wheel's board and tiles without pig, actions and crowns, move by move."""

import pytest

from tests.oracle_games import check_game, games


@pytest.mark.parametrize("game", games("wheel"))
def test_wheel_game(game):
    check_game("wheel", games("wheel")[game])


def test_they_are_all_there():
    assert len(games("wheel")) == 30
    assert sum(len(game["turns"]) for game in games("wheel").values()) == 2130
