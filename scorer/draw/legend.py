"""The players beneath a board: their pieces, names and points."""

from __future__ import annotations

from typing import Final, NamedTuple

from scorer.draw.canvas import Canvas, write
from scorer.draw.figures import Piece, draw_piece
from scorer.draw.furniture import Furniture
from scorer.game.game import Game
from scorer.rules.scoring import Ruling

#: What writing is wide in these fonts, as a share of its height: enough for any but the widest words.
LETTER: Final = 0.64


class Entry(NamedTuple):
    """A player's line in the legend and where it begins."""

    player: str
    words: str
    x: float
    row: int
    width: float


def tokens(furniture: Furniture, player: str) -> list[str]:
    """What a player has taken from the box, in words."""
    game = furniture.game
    told = [state.to_json() for name, state in game.states.items() if game.ruleset.states[name].of_players]
    held: dict[str, int] = {}
    for by_player in told if game.ruleset.tokens else ():
        held |= by_player.get(player, {})
    taken = [token.words.of(held[token.name]) for token in game.ruleset.tokens.values() if held.get(token.name)]
    return [furniture.texts.say(words) for words in taken]


class Legend:
    """Who plays, set in as many rows as the width of the picture asks for; its letters grow with the picture."""

    def __init__(
        self, game: Game, pieces: dict[str, Piece], furniture: Furniture, ruling: Ruling | None, width: float
    ) -> None:
        self.pieces = pieces
        self.font = min(max(width / 34, 13.0), 48.0)
        gained = ruling.points(game.scores) if ruling is not None else {}
        self.entries: list[Entry] = []
        x, row = 0.0, 0
        for player in game.players:
            points = f"{player.score}"
            if player.name in gained:
                points += f" + {gained[player.name]} = {player.score + gained[player.name]}"
            words = " · ".join(
                [f"{player.name} {points}", *furniture.notes(player.name), *tokens(furniture, player.name)]
            )
            wide = min(self.font * (LETTER * len(words) + 2.6), width)
            if x and x + wide > width:
                x, row = 0.0, row + 1
            self.entries.append(Entry(player.name, words, x, row, wide))
            x += wide
        self.height = self.font * 1.9 * (row + 1) if self.entries else 0.0

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        font = self.font
        for entry in self.entries:
            middle = y + font * (1.9 * entry.row + 0.95)
            left = x + entry.x
            draw_piece(canvas, self.pieces[entry.player], left + font * 0.9, middle, scale=font / 26)
            space = entry.width - font * 2.2
            narrowed = space if font * LETTER * len(entry.words) > space else None
            values = {"text_anchor": "start", "fill": "#3b342a", "textLength": narrowed}
            adjusted = None if narrowed is None else "spacingAndGlyphs"
            write(canvas.group, entry.words, left + font * 1.9, middle, font, **values, lengthAdjust=adjusted)
