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


@dataclass(frozen=True, slots=True)
class Limits:
    #: The farthest cell that can be named, in any direction.
    farthest: int = 1_000_000
    #: The most characters of a name.
    longest_name: int = 40
    #: The most tiles of a position, and figures; extra kinds of tile; moves of a game. As many as there are by default.
    tiles: int | None = None
    kinds: int | None = None
    moves: int | None = None


DEFAULT_LIMITS: Final = Limits()


def shortened(name: str) -> str:
    """As much of what was sent for a name as a refusal repeats."""
    return name[:MOST_REPEATED]
