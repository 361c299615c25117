"""The course of the river: where it goes on, and how it bends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from scorer.board.board import Board
from scorer.problems import Problem
from scorer.rules.places import at
from scorer.texts import text
from scorer.tiles.cells import KEY_STEPS, cell_of
from scorer.tiles.kinds import Kind
from scorer.tiles.orientations import Orientation
from scorer.tiles.ports import opposite

if TYPE_CHECKING:
    from scorer.game.game import Game

TERRAIN: Final = "river"


def has_river(kind: Kind) -> bool:
    return any(segment.type == TERRAIN for segment in kind.segments)


def river_sides(orientation: Orientation) -> list[int]:
    """The sides over which the river leaves a tile."""
    return [side for side in range(4) if orientation.terrain_at(side, 1) == TERRAIN]


def bend(enters: int, leaves: int) -> int:
    """How the river turns that enters and leaves a tile over these sides: 1 to the right, -1 to the left, 0 not."""
    return {1: -1, 2: 0, 3: 1}[(leaves - enters) % 4]


def river_veto(game: Game, key: int, orientation: Orientation) -> Problem | None:
    """A river tile continues the river, and does not bend it where these rules forbid it."""
    sides = river_sides(orientation)
    if not sides:
        return None
    board = game.board
    neighbours = dict(board.neighbours(key))
    joined = [side for side in sides if side in neighbours]
    if not joined:
        return river_broken(key)
    turns = game.rules["river_turns"]
    if turns == "reserve" and not all(has_room(board, key, side) for side in sides if side not in joined):
        x, y = cell_of(key)
        message = text("From {x},{y} the river would not have enough room to go on.", x=x, y=y)
        return Problem("river-turn", "", message, "river.reserve", at(key))
    if turns == "no-u-turn" and turns_back(board, orientation, joined[0], neighbours[joined[0]]):
        return u_turn(key)
    return None


def u_turn(key: int) -> Problem:
    x, y = cell_of(key)
    message = text("On {x},{y} the river would turn the same way twice in a row.", x=x, y=y)
    return Problem("river-turn", "", message, "river.no-u-turn", at(key))


def river_broken(key: int) -> Problem:
    x, y = cell_of(key)
    message = text("A river tile must continue the river; the one on {x},{y} does not.", x=x, y=y)
    return Problem("river-broken", "", message, "river.continue", at(key))


def turns_back(board: Board, orientation: Orientation, enters: int, before: int) -> bool:
    """Whether a tile that is entered over one side bends the river the same way as the tile beyond that side."""
    leaves = [side for side in river_sides(orientation) if side != enters]
    came = [side for side in river_sides(board.orientations[before]) if side != opposite(enters)]
    if not leaves or not came:
        return False
    here, there = bend(enters, leaves[0]), bend(came[0], opposite(enters))
    return here != 0 and here == there


def has_room(board: Board, key: int, side: int) -> bool:
    """Whether the cells are empty that the river could need beyond a side: the rule of programs that draw blindly.

    They are those to the left and right of the next cell, the one beyond it, and the two beside that.
    """
    ahead, aside = KEY_STEPS[side], KEY_STEPS[(side + 1) % 4]
    beyond = key + ahead
    needed = (beyond + aside, beyond - aside, beyond + ahead, beyond + ahead + aside, beyond + ahead - aside)
    return not any(cell in board.at for cell in needed)


def followed_by(board: Board, river: list[int]) -> Iterator[tuple[int, int, int]]:
    """The pairs of river tiles that follow each other: a tile, the side over which the next one lies, and that."""
    for tile in river:
        for side in river_sides(board.orientations[tile]):
            beside = board.at.get(board.keys[tile] + KEY_STEPS[side])
            if beside is not None and tile < beside and has_river(board.orientations[beside].kind):
                yield tile, side, beside
