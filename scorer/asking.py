"""What a question names on a board, looked up; what cannot be found is noted as a problem."""

from __future__ import annotations

from scorer.board import Board, Follower, cell_of
from scorer.position import FollowerPlaced
from scorer.problems import Problem
from scorer.texts import text


def named_tile(board: Board, key: int, pointer: str, rule: str, problems: list[Problem]) -> int | None:
    """The tile that is named by its cell; a start space is none."""
    tile = None if key in board.tile_set.labels else board.at.get(key)
    if tile is None:
        x, y = cell_of(key)
        problems.append(Problem("no-tile-there", pointer, text("There is no tile on {x},{y}.", x=x, y=y), rule))
    return tile


def named_node(board: Board, key: int, spot: str, pointer: str, rule: str, problems: list[Problem]) -> int | None:
    """The segment that is named by its cell and spot."""
    tile = named_tile(board, key, pointer, rule, problems)
    if tile is None:
        return None
    node = board.node_at(key, spot)
    if node is None:
        x, y = cell_of(key)
        known = [name for name, _ in board.orientations[tile].by_name]
        message = text("The tile on {x},{y} has no spot “{spot}”; it has {known}.", x=x, y=y, spot=spot, known=known)
        problems.append(Problem("spot-unknown", f"{pointer}/spot", message, rule))
    return node


def own_follower(
    board: Board, named: FollowerPlaced, pointer: str, rule: str, problems: list[Problem]
) -> Follower | None:
    """The follower of his own that a player names by its cell and spot."""
    player, key, spot = named
    if named_tile(board, key, pointer, rule, problems) is None:
        return None
    x, y = cell_of(key)
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
