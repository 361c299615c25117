"""How much a request may say. Whoever runs a service may set other limits; nothing here holds for a whole process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scorer.tiles.cells import STRIDE

#: The farthest cell that can be named with all its neighbours.
FARTHEST_EVER: Final = STRIDE // 2 - 2
#: A sentence repeats names: it stays readable.
LONGEST_NAME_EVER: Final = 1_000
MOST_REPEATED: Final = 60
#: So many problems of a question are told one by one, then how many more there are; assumptions likewise.
MOST_PROBLEMS: Final = 100
#: So many names stand in one sentence.
MOST_NAMES: Final = 20
#: How many unknown names of a request are compared with the known ones: comparing takes time.
MOST_COMPARED: Final = 20
#: The most entries of a table, such as one by the players' names.
MOST_ENTRIES: Final = 100


@dataclass(frozen=True)
class Limits:
    #: The farthest cell that can be named, in any direction.
    farthest: int = 1_000_000
    #: The most characters of a name.
    longest_name: int = 40
    #: The most tiles of a position; figures on it; extra kinds of tile; moves of a game. Any number by default.
    tiles: int | None = None
    figures: int | None = None
    kinds: int | None = None
    moves: int | None = None
    #: The most parts of a board: segments, borders between them, and what stands on them, of all its tiles together.
    parts: int | None = None
    #: The most legal placements of a tile that are told.
    placements: int | None = None
    #: The most cells that the lines of a ruling list, all together.
    listed: int | None = None


DEFAULT_LIMITS: Final = Limits()


def shortened(name: str) -> str:
    """As much of what was sent for a name as a refusal repeats."""
    return name[:MOST_REPEATED]
