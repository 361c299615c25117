"""What a game has on the table besides tiles, drawn beneath and above them."""

from __future__ import annotations

from collections.abc import Iterable

from scorer.board import Board
from scorer.draw.canvas import Canvas
from scorer.draw.figures import Piece
from scorer.texts import Texts
from scorer.tiles import Kind

#: West, north, east and south end of an area, in units of a hundredth of a tile.
Extent = tuple[float, float, float, float]


class Furniture:
    """A bare table. Games with more than tiles have a class of their own."""

    def __init__(self, board: Board, pieces: dict[str, Piece], texts: Texts) -> None:
        self.board = board
        self.pieces = pieces
        self.texts = texts

    def extent(self) -> Extent | None:
        """What must be in the picture even where no tile lies."""
        return None

    def start_piece(self, kind: Kind) -> Kind:
        """A start piece's kind as it is drawn."""
        return kind

    def beneath(self, canvas: Canvas) -> None:
        """Draws what the tiles cover."""

    def above(self, canvas: Canvas) -> None:
        """Draws what covers the tiles."""

    def notes(self, player: str) -> Iterable[str]:
        """What the legend says about a player besides his score."""
        return ()

    def described(self) -> Iterable[str]:
        """What a person who can't see the picture is told about the furniture."""
        return ()
