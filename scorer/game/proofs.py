"""What a board alone proves: positions that no order of play can have produced.

Each of these holds for every position that legal play leads to; so whoever breaks one was moved by hand. The game can
be judged all the same, because a table may have agreed to go on.
"""

from __future__ import annotations

from typing import Final

from scorer.board.board import Meeple
from scorer.game.game import Game
from scorer.game.position import Position
from scorer.problems import Problem, Where
from scorer.rules.assumptions import Assumption
from scorer.texts import text
from scorer.tiles.cells import KEY_STEPS, cell_of
from scorer.tiles.ports import EAST, SOUTH
from scorer.tiles.words import spot_words

EASTWARD: Final = KEY_STEPS[EAST]
SOUTHWARD: Final = KEY_STEPS[SOUTH]


def impossible(game: Game) -> list[Problem]:
    """What no play can have led to, as far as the board alone proves it; of a cut-out less can be said."""
    problems = followers_that_meet(game)
    if not game.excerpt:
        problems += figures_on_start(game)
        for part in game.ruleset.parts:
            if part.doubt is not None:
                part.doubt.find(game, problems)
    return problems


def followers_that_meet(game: Game) -> list[Problem]:
    """Two that count, on neighbouring tiles whose very segments meet: whoever came later joined what was not free."""
    board, weights = game.board, game.ruleset.weights
    problems = []
    for together in board.by_label.values():
        if len(together) < 2:
            continue
        keys = {meeple.key for meeple in together}
        beside_others = [one for one in together if one.key + EASTWARD in keys or one.key + SOUTHWARD in keys]
        if not beside_others:
            continue
        counted = {meeple.node: meeple for meeple in together if weights[meeple.figure]}
        for meeple in beside_others:
            if meeple.node not in counted:
                continue
            for beside in board.joined_to(meeple.node):
                if beside > meeple.node and beside in counted:
                    problems.append(not_free(game, meeple, counted[beside]))
    return problems


def not_free(game: Game, one: Meeple, other: Meeple) -> Problem:
    (x, y), (other_x, other_y) = cell_of(one.key), cell_of(other.key)
    message = text(
        "The followers on {x},{y} and {other_x},{other_y} stand on parts that meet ({spot}): whichever came later "
        "joined a feature that was not free.",
        x=x,
        y=y,
        other_x=other_x,
        other_y=other_y,
        spot=spot_words(game.tile_set.landscape, one.spot),
    )
    where = Where(((x, y), (other_x, other_y)), (), (one.to_json(), other.to_json()))
    return Problem("follower-not-free", "/meeples", message, "follower.meet", where)


def figures_on_start(game: Game) -> list[Problem]:
    """One of the tiles of the start tile's kind lay there before the first turn, when nobody could place a figure."""
    board, start = game.board, game.ruleset.start_tile
    if not any(board.orientations[board.at[key]].id == start for key in board.meeples):
        return []
    keys = [key for key, orientation in zip(board.keys, board.orientations, strict=True) if orientation.id == start]
    if not all(key in board.meeples for key in keys):
        return []
    cells = tuple(cell_of(key) for key in keys)
    message = (
        text(
            "A figure stands on the start tile, on {x},{y}, which lay there before anybody could place one.",
            x=cells[0][0],
            y=cells[0][1],
        )
        if len(cells) == 1
        else text(
            "A figure stands on every tile {tile}; one of them is the start tile, on which nobody can have placed it.",
            tile=start,
        )
    )
    where = Where(cells, (), tuple(board.meeples[key].to_json() for key in keys))
    return [Problem("follower-on-start", "/meeples", message, "follower.start", where)]


def start_board_assumed(position: Position) -> list[Assumption]:
    """Whether the start board lies beside a cut-out is told by the cells of its tiles alone."""
    if not position.excerpt:
        return []
    start_board = position.ruleset.tile_set(position.rules).start_board
    if not start_board:
        return []
    cells = [cell_of(key) for key in start_board]
    near = {(x + step_x, y + step_y) for x, y in cells for step_x in (-1, 0, 1) for step_y in (-1, 0, 1)}
    if not any(cell_of(key) in near for key, _, _ in position.tiles):
        return []
    message = (
        text("The cells of the start board are free in this cut-out, so the start board was taken to lie there.")
        if position.tile_set.start_board
        else text(
            "Tiles of this cut-out lie on cells of the start board, so the start board was taken to lie elsewhere."
        )
    )
    return [Assumption("start-board-in-excerpt", message, position.ruleset.cites["start board"])]
