"""What is wrong with a tile where it lies, said in one place for whole boards and for single moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.board.board import Board
from scorer.limits import shortened
from scorer.problems import Illegal, Problem, Where
from scorer.rules.places import at, feature_words
from scorer.texts import Capital, Message, counted, text
from scorer.tiles.cells import cell_of
from scorer.tiles.orientations import Orientation
from scorer.tiles.ports import SIDES, opposite
from scorer.tiles.words import SIDE_WORDS, edge_words, spot_words

if TYPE_CHECKING:
    from scorer.game.game import Game
    from scorer.rules.ruleset import Ruleset


def edge_mismatch(
    board: Board, key: int, orientation: Orientation, side: int, neighbour: int, pointer: str, ruleset: Ruleset
) -> Problem:
    """A tile on this cell does not go with its neighbour over one of its sides."""
    (x, y), (other_x, other_y) = cell_of(key), cell_of(board.keys[neighbour])
    words = ruleset.edge_words or edge_words
    message = text(
        "The {side} edge of the tile on {x},{y} shows {ours}, but its neighbour on {other_x},{other_y} shows {theirs}.",
        side=SIDE_WORDS[side],
        x=x,
        y=y,
        ours=words(orientation, side),
        other_x=other_x,
        other_y=other_y,
        theirs=words(board.orientations[neighbour], opposite(side)),
    )
    where = Where(((x, y), (other_x, other_y)), ((x, y, SIDES[side]),))
    return Problem("edge-mismatch", pointer, message, ruleset.cites["match"], where)


def outside_wall(key: int, pointer: str) -> Problem:
    x, y = cell_of(key)
    message = text("The cell {x},{y} lies outside the wall.", x=x, y=y)
    return Problem("outside-wall", pointer, message, "placement.wall", at(key))


def no_such_spot(board: Board, key: int, spot: str, pointer: str, rule: str = "follower.spot") -> Problem:
    """The tile on a cell has no such spot, or several that could be meant."""
    x, y = cell_of(key)
    landscape, orientation = board.tile_set.landscape, board.orientations[board.at[key]]
    spots = [name for name, _ in orientation.by_name]
    meant = [name for name in spots if name.partition("@")[0] == spot]
    known = [spot_words(landscape, name) for name in meant or spots]
    if meant:
        message = text(
            "On the tile on {x},{y} “{spot}” can mean several places; it must be said which: {known}.",
            x=x,
            y=y,
            spot=shortened(spot),
            known=known,
        )
        return Problem("spot-unknown", pointer, message, rule, at(key), tuple(meant))
    message = text(
        "The tile {tile} on {x},{y} has no such place as “{spot}”; these are on it: {known}.",
        tile=orientation.id,
        x=x,
        y=y,
        spot=shortened(spot),
        known=known,
    )
    return Problem("spot-unknown", pointer, message, rule, at(key), tuple(spots))


def figure_forbidden(ruleset: Ruleset, figure: str, terrain: str, key: int, pointer: str) -> Problem:
    """A figure stands where its kind never does."""
    x, y = cell_of(key)
    land = ruleset.landscape.by_name[terrain]
    if not land.takes_followers and not any(terrain in open_to for open_to in ruleset.open_to.values()):
        message = text("{terrain} on {x},{y} is no place for any figure.", terrain=Capital(land.the), x=x, y=y)
        return Problem("spot-forbidden", pointer, message, land.rule, at(key))
    message = text(
        "{terrain} on {x},{y} is no place for this figure: {figure}.",
        terrain=Capital(land.the),
        x=x,
        y=y,
        figure=ruleset.figures[figure].the,
    )
    rule = ruleset.figures[figure].rule if land.takes_followers else land.rule
    return Problem("figure-forbidden", pointer, message, rule, at(key))


def refuse_unscored(game: Game) -> None:
    """Refuses a board that is not between two turns: what is finished has not been scored yet."""
    if not game.ruleset.scores_at_once:
        return
    board = game.board
    unscored = [region for region in board.occupied() if region.complete]
    if unscored:
        message = text(
            "What is finished still holds followers, so the turn before must be scored first: {features}.",
            features=[feature_words(region) for region in unscored],
        )
        cells = tuple((x, y) for region in unscored for x, y in region.cells)
        meeples = tuple(meeple.to_json() for region in unscored for meeple in region.meeples)
        raise Illegal([Problem("not-scored-yet", "/meeples", message, "follower.return", Where(cells, (), meeples))])


def drawn_out(tile: str) -> Message:
    return text("No tile {tile} is left to be drawn: all of them lie on the board or were put away.", tile=tile)


def away_from_board(key: int, tiles: int) -> Message:
    """Some tiles, the first of them on this cell, lie by themselves."""
    x, y = cell_of(key)
    return counted(
        "The tile on {x},{y} does not touch the rest of the board; corners do not count.",
        "The {count} tiles around {x},{y} do not touch the rest of the board; corners do not count.",
        tiles,
        x=x,
        y=y,
    )


def away_from_start(ruleset: Ruleset, key: int, tiles: int = 1) -> Message:
    """Some tiles, the first of them on this cell, do not lie where the first tile must."""
    x, y = cell_of(key)
    return counted(
        "The tile on {x},{y} does not lie at {start}, where the first tile must lie; corners do not count.",
        "None of the {count} tiles around {x},{y} lies at {start}, where the first tile must lie; corners do not "
        "count.",
        tiles,
        x=x,
        y=y,
        start=ruleset.start_words,
    )
