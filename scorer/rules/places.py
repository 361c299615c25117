"""How sentences name a place on the board: a feature by its first tile, a follower by where he stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorer.problems import Where
from scorer.texts import Message, text
from scorer.tiles.cells import cell_key, cell_of
from scorer.tiles.words import spot_words

if TYPE_CHECKING:
    from scorer.board.board import Board, Meeple
    from scorer.board.region import Region
    from scorer.game.game import Game


def first_place(region: Region) -> tuple[int, int, str]:
    """The first cell of a region, and its spot there."""
    board = region.board
    x, y = region.cells[0]
    tile = board.at[cell_key(x, y)]
    orientation, first = board.orientations[tile], board.first[tile]
    label = board.standing_for(region.label)
    spots = (name for name, segment in orientation.by_name if board.label_of(first + segment) == label)
    return x, y, next(spots)


def feature_words(region: Region) -> Message:
    """A feature in a sentence: “the city to the north on 3,4”."""
    x, y, spot = first_place(region)
    return text("{spot} on {x},{y}", spot=spot_words(region.board.tile_set.landscape, spot), x=x, y=y)


def where_region(region: Region) -> Where:
    """The tiles of a feature, and who stands on it."""
    cells = tuple([(x, y) for x, y in region.cells])
    return Where(cells, (), tuple([meeple.to_json() for meeple in region.meeples]))


def where_figure(*figures: Meeple) -> Where:
    """Figures, and the tiles they stand on."""
    cells = tuple(dict.fromkeys(cell_of(figure.key) for figure in figures))
    return Where(cells, (), tuple([figure.to_json() for figure in figures]))


def at(key: int) -> Where:
    """One cell."""
    return Where((cell_of(key),))


def where_tiles(board: Board, kind: str) -> Where:
    """All tiles of a kind."""
    laid = zip(board.keys, board.orientations, strict=True)
    return Where(tuple([cell_of(key) for key, orientation in laid if orientation.id == kind]))


def figure_said(game: Game, figure: Meeple) -> Message:
    """A figure in a sentence: “blue’s knight on 3,4”; whoever is no follower is called what it is."""
    x, y = cell_of(figure.key)
    kind = game.ruleset.figures[figure.figure]
    terrain = game.tile_set.landscape.by_name[game.board.terrains[figure.node]]
    name = terrain.person if kind.weight else kind.words
    return text("{player}’s {follower} on {x},{y}", player=figure.player, follower=name, x=x, y=y)
