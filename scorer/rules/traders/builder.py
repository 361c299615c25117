"""The builder: whoever extends what he works on has a double turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scorer.game.game import Again, Game
from scorer.game.turn import SECOND_PART
from scorer.texts import text

if TYPE_CHECKING:
    from scorer.game.turn import Turn

BUILDER: Final = "builder"


def double_turn(game: Game) -> Again:
    may_waive = game.rules["builder_turn"] == "may"
    return Again(text("the builder gives a double turn"), "builder.turn", may_waive)


def told_second_part(turn: Turn) -> None:
    """A position tells that it is the second part of a turn, not why: it is the builder's."""
    if turn.game.part == SECOND_PART:
        turn.game.goes_on = double_turn(turn.game)


def extend(turn: Turn) -> None:
    """A player who lays a tile at the road or city where his builder stands already has a double turn, not a triple."""
    board = turn.board
    tile = board.at[turn.key]
    here = {board.label_of(node) for node in range(board.first[tile], board.first[tile + 1])}
    own = [one for one in board.meeples.values() if one.player == turn.player and one.figure == BUILDER]
    if any(board.label_of(builder.node) in here for builder in own):
        turn.part_after = SECOND_PART


def go_on(turn: Turn) -> None:
    """The second part follows if there is a tile for it."""
    if turn.part_after > turn.game.part and turn.game.left():
        turn.go_on(double_turn(turn.game))
