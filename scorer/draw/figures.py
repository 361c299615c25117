"""Players' pieces: each has a colour and a letter, so that nobody needs to see colours to tell them apart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from scorer.draw.canvas import Canvas, write
from scorer.game.position import Player

#: The colours of wooden followers by name, in English and Dutch.
COLOURS: Final[Mapping[str, str]] = {
    "red": "#d5202f",
    "blue": "#1d68c4",
    "yellow": "#f6c915",
    "green": "#2c9a47",
    "black": "#2a2a2a",
    "white": "#fbfaf6",
    "grey": "#8b8f94",
    "orange": "#ee7a12",
    "purple": "#7d3fa0",
    "pink": "#ee7fb0",
    "brown": "#84502a",
}
ALSO_CALLED: Final[Mapping[str, str]] = {
    "gray": "grey",
    "violet": "purple",
    "rood": "red",
    "blauw": "blue",
    "geel": "yellow",
    "groen": "green",
    "zwart": "black",
    "wit": "white",
    "grijs": "grey",
    "oranje": "orange",
    "paars": "purple",
    "roze": "pink",
    "bruin": "brown",
}
_HEX: Final = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})")
#: For names that are no colours, in seating order.
SEATS: Final = ("red", "blue", "yellow", "green", "black", "orange", "purple", "pink", "grey", "brown", "white")


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
    return COLOURS.get(ALSO_CALLED.get(wanted, wanted))


def _ink_on(colour: str) -> str:
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    red, green, blue = (int(digits[place : place + 2], 16) for place in (0, 2, 4))
    return "#111" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#fff"


def draw_piece(canvas: Canvas, piece: Piece, x: float, y: float, *, lying: bool = False, scale: float = 1) -> None:
    """A follower with its letter; ``x`` and ``y`` are its middle."""
    canvas.use("lying" if lying else "standing", x, y, scale=scale, fill=piece.colour)
    down = -1 if lying else 2.2
    write(canvas.group, piece.letter, x, y + down * scale, 14.5 * scale, fill=piece.ink, font_weight="bold")
