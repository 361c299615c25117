"""All 80 base games of the oracle, move by move."""

import pytest

from tests.oracle_games import check_game, games


@pytest.mark.parametrize("game", games("base"))
def test_base_game(game):
    check_game("base", games("base")[game])


def test_they_are_all_there():
    assert len(games("base")) == 80
    assert sum(len(game["turns"]) for game in games("base").values()) == 5679
