"""What a question names on a board, looked up; what cannot be found is noted as a problem."""

from __future__ import annotations

from scorer.board import Board, Follower, cell_of
from scorer.position import FollowerPlaced
from scorer.problems import Problem
from scorer.texts import text


def own_follower(
    board: Board, named: FollowerPlaced, pointer: str, rule: str, problems: list[Problem]
) -> Follower | None:
    """The follower of his own that a player names by its cell and spot."""
    player, key, spot = named
    x, y = cell_of(key)
    if key not in board.at:
        problems.append(Problem("no-tile-there", pointer, text("There is no tile on {x},{y}.", x=x, y=y), rule))
        return None
    node = board.node_at(key, spot)
    follower = next((standing for standing in board.followers if standing.node == node), None)
    if follower is None:
        message = text("No follower stands on {spot} of {x},{y}.", spot=spot, x=x, y=y)
        problems.append(Problem("no-follower-there", pointer, message, rule))
    elif follower.player != player:
        message = text(
            "The follower on {spot} of {x},{y} belongs to {owner}, not to {player}.",
            spot=spot,
            x=x,
            y=y,
            owner=follower.player,
            player=player,
        )
        problems.append(Problem("follower-not-own", pointer, message, rule))
    else:
        return follower
    return None
