"""Players' pieces: each has a colour and a letter, so that nobody needs to see colours to tell them apart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, NamedTuple

from scorer.board.board import FOLLOWER
from scorer.draw.canvas import Canvas, write
from scorer.game.position import Player
from scorer.texts import languages, marked, texts

#: The colours of wooden followers by name; catalogues name them in other languages.
COLOURS: Final[Mapping[str, str]] = {
    marked("red"): "#d5202f",
    marked("blue"): "#1d68c4",
    marked("yellow"): "#f6c915",
    marked("green"): "#2c9a47",
    marked("black"): "#2a2a2a",
    marked("white"): "#fbfaf6",
    marked("grey"): "#8b8f94",
    marked("orange"): "#ee7a12",
    marked("purple"): "#7d3fa0",
    marked("pink"): "#ee7fb0",
    marked("brown"): "#84502a",
}
_HEX: Final = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})")
#: For names that are no colours, in seating order.
SEATS: Final = ("red", "blue", "yellow", "green", "black", "orange", "purple", "pink", "grey", "brown", "white")


@cache
def also_called() -> Mapping[str, str]:
    """What colours are called besides, in every language."""
    others = {texts(language).one(colour): colour for language in languages() for colour in COLOURS}
    return {"gray": "grey", "violet": "purple"} | {name: colour for name, colour in others.items() if name != colour}


class Piece(NamedTuple):
    """How a player's wooden pieces look."""

    colour: str
    #: The colour of writing upon it.
    ink: str
    letter: str


def pieces(players: Iterable[Player]) -> dict[str, Piece]:
    """The look of every player's pieces; no two share a letter, and no two a colour unless they ask for it."""
    players = list(players)
    colours = {player.name: _asked_colour(player.color) or _asked_colour(player.name) for player in players}
    free = [COLOURS[name] for name in SEATS if COLOURS[name] not in colours.values()]
    letters: set[str] = set()
    answer = {}
    for seat, player in enumerate(players):
        colour = colours[player.name] or (free.pop(0) if free else COLOURS["grey"])
        wanted = [sign.upper()[:1] for sign in player.name if sign.isalnum()]
        letter = next((sign for sign in wanted if sign not in letters), str(seat + 1))
        letters.add(letter)
        answer[player.name] = Piece(colour, _ink_on(colour), letter)
    return answer


def _asked_colour(name: str | None) -> str | None:
    """A colour by name or as ``#rgb`` or ``#rrggbb``; anything else could smuggle a link into the picture."""
    wanted = (name or "").strip().lower()
    if _HEX.fullmatch(wanted):
        return wanted
    return COLOURS.get(also_called().get(wanted, wanted))


def _ink_on(colour: str) -> str:
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    red, green, blue = (int(digits[place : place + 2], 16) for place in (0, 2, 4))
    return "#111" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#fff"


class FigureLook(NamedTuple):
    """How a kind of figure is drawn: its glyph on its feet and, if it can lie down, its other one; its size; and how
    far below its middle the letter is written."""

    standing: str
    lying: str
    scale: float = 1
    letter: float = 2.2
    letter_lying: float = -1

    def to_json(self) -> dict[str, object]:
        return {
            "standing": self.standing,
            "lying": self.lying,
            "scale": self.scale,
            "letter": {"standing": self.letter, "lying": self.letter_lying},
        }


#: How the figures of all games look.
LOOKS: Final[Mapping[str, FigureLook]] = {
    "follower": FigureLook("standing", "lying"),
    "big": FigureLook("standing", "lying", 1.38),
    "abbot": FigureLook("abbot", "abbot", letter=3.5, letter_lying=3.5),
    "builder": FigureLook("builder", "builder", letter=1.5, letter_lying=1.5),
    "pig": FigureLook("hog", "hog", letter=-0.8, letter_lying=-0.8),
}


def figure_look(figure: str) -> FigureLook:
    """How a kind of figure looks; one that nobody has drawn looks like a follower."""
    return LOOKS.get(figure, LOOKS[FOLLOWER])


def draw_piece(
    canvas: Canvas, piece: Piece, x: float, y: float, *, figure: str = FOLLOWER, lying: bool = False, scale: float = 1
) -> None:
    """A player's piece with its letter; ``x`` and ``y`` are its middle."""
    look = figure_look(figure)
    size = scale * look.scale
    canvas.use(look.lying if lying else look.standing, x, y, scale=size, fill=piece.colour)
    down = look.letter_lying if lying else look.letter
    write(canvas.group, piece.letter, x, y + down * size, 14.5 * size, fill=piece.ink, font_weight="bold")
