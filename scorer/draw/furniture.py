"""What a game has on the table besides tiles, drawn beneath and above them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from scorer.draw.canvas import Canvas
from scorer.draw.figures import Piece
from scorer.draw.geometry import Point
from scorer.game.game import Game
from scorer.texts import Texts
from scorer.tiles.kinds import Kind

#: West, north, east and south end of an area, in units of a hundredth of a tile.
Extent = tuple[float, float, float, float]


class Place(NamedTuple):
    """Where a piece can stand upon the furniture: the piece, the name of the place, and its point."""

    piece: str
    name: str
    point: Point


def around(extents: Iterable[Extent]) -> Extent:
    """The extent that holds all of these."""
    wests, norths, easts, souths = zip(*extents, strict=True)
    return min(wests), min(norths), max(easts), max(souths)


class Furniture:
    """A bare table. Games with more than tiles have a class of their own."""

    def __init__(self, game: Game, pieces: dict[str, Piece], texts: Texts) -> None:
        self.game = game
        self.board = game.board
        self.pieces = pieces
        self.texts = texts

    @property
    def left_out(self) -> bool:
        """Whether the picture shows neither the furniture nor the start pieces."""
        return False

    def view(self, tiles: Extent | None) -> Extent | None:
        """What the picture shows of the table, given the extent of the tiles."""
        return tiles

    def start_piece(self, kind: Kind) -> Kind:
        """A start piece's kind as it is drawn."""
        return kind

    def beneath(self, canvas: Canvas) -> None:
        """Draws what the tiles cover."""

    def above(self, canvas: Canvas) -> None:
        """Draws what covers the tiles."""

    def places(self) -> Iterable[Place]:
        """Where pieces can stand upon the furniture; two places may share a name."""
        return ()

    def notes(self, player: str) -> Iterable[str]:
        """What the legend says about a player besides his score."""
        return ()

    def described(self) -> Iterable[str]:
        """What a person who can't see the picture is told about the furniture."""
        return ()
