"""What a question names on a board, looked up; what cannot be found is noted as a problem."""

from __future__ import annotations

from scorer.board.board import Board, Meeple
from scorer.limits import shortened
from scorer.problems import Problem
from scorer.rules.places import at, where_figure
from scorer.rules.refusals import no_such_spot
from scorer.texts import text
from scorer.tiles.cells import cell_of
from scorer.tiles.words import spot_words


def named_tile(board: Board, key: int, pointer: str, rule: str, problems: list[Problem]) -> int | None:
    """The tile that is named by its cell; a start space is none."""
    tile = None if key in board.tile_set.labels else board.at.get(key)
    if tile is None:
        x, y = cell_of(key)
        message = text("There is no tile on {x},{y}.", x=x, y=y)
        problems.append(Problem("no-tile-there", pointer, message, rule, at(key)))
    return tile


def named_node(board: Board, key: int, spot: str, pointer: str, rule: str, problems: list[Problem]) -> int | None:
    """The segment that is named by its cell and spot."""
    tile = named_tile(board, key, pointer, rule, problems)
    if tile is None:
        return None
    node = board.node_at(key, spot)
    if node is None:
        problems.append(no_such_spot(board, key, spot, f"{pointer}/spot", rule))
    return node


def own_follower(
    board: Board, named: tuple[str, int, str], pointer: str, rule: str, problems: list[Problem]
) -> Meeple | None:
    """The follower of his own that a player names by its cell and spot."""
    player, key, spot = named
    if named_tile(board, key, pointer, rule, problems) is None:
        return None
    x, y = cell_of(key)
    node = board.node_at(key, spot)
    follower = board.meeples.get(key)
    if node is None:
        message = text(
            "On {x},{y} there is no such place as “{spot}”, so no follower stands there.",
            spot=shortened(spot),
            x=x,
            y=y,
        )
        problems.append(Problem("no-follower-there", pointer, message, rule, at(key)))
        return None
    words = spot_words(board.tile_set.landscape, board.spot_of(node))
    if follower is None or follower.node != node:
        message = text("No follower stands on this place of {x},{y}: {spot}.", spot=words, x=x, y=y)
        problems.append(Problem("no-follower-there", pointer, message, rule, at(key)))
    elif follower.player != player:
        message = text(
            "The follower on {x},{y} ({spot}) belongs to {owner}, not to {player}.",
            spot=words,
            x=x,
            y=y,
            owner=follower.player,
            player=player,
        )
        problems.append(Problem("follower-not-own", pointer, message, rule, where_figure(follower)))
    else:
        return follower
    return None
