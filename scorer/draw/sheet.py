"""A contact sheet: every kind of a tile set with its name and number of copies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scorer.draw.canvas import write
from scorer.draw.legend import LETTER
from scorer.draw.picture import Picture
from scorer.draw.tile import drawn
from scorer.rules.wheel.state import NO_SYMBOL, symbols_of
from scorer.tiles.kinds import Kind

WIDE: Final = 116
HIGH: Final = 136


def sheet_svg(kinds: Sequence[Kind], *, title: str, columns: int = 8, size: float | None = None) -> str:
    """All kinds side by side; ``size`` is the width in pixels."""
    rows = -(-len(kinds) // columns)
    described = [caption(kind) for kind in kinds]
    picture = Picture(
        0, 0, columns * WIDE + 16, rows * HIGH + 16, size=size, title=title, description=[", ".join(described)]
    )
    picture.canvas.group.set("class", "sheet")
    picture.canvas.add("rect", width=columns * WIDE + 16, height=rows * HIGH + 16, fill="#fff")
    for number, kind in enumerate(kinds):
        x, y = 16 + WIDE * (number % columns), 16 + HIGH * (number // columns)
        for fragment in drawn(kind, 0):
            picture.use(fragment, x, y)
        picture.canvas.add("path", d=f"M{x} {y}h100v100h-100z", fill="none", stroke="#000", stroke_opacity=0.35)
        font = min(11.0, (WIDE - 8) / (LETTER * len(described[number])))
        write(picture.canvas.group, described[number], x + 50, y + 110, font, fill="#333")
    return picture.text()


def caption(kind: Kind) -> str:
    """A kind's name and copies, and how many of them carry which symbol."""
    symbols = [f"{symbol}: {count}" for symbol, count in symbols_of(kind).items() if symbol != NO_SYMBOL]
    return f"{kind.id} ×{kind.count}" + (f" ({', '.join(symbols)})" if symbols else "")
