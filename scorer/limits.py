"""How much a request may say: limits that hold for the whole process, and that whoever runs it may set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

#: Cells are kept as one number, ``x * STRIDE + y``, which orders them by x, then y.
STRIDE: Final = 1 << 22
#: The farthest cell that such a number can name with all its neighbours.
FARTHEST_EVER: Final = STRIDE // 2 - 2
#: A sentence repeats names: it stays readable.
LONGEST_NAME_EVER: Final = 1_000


@dataclass(slots=True)
class Limits:
    #: The farthest cell that can be named, in any direction.
    farthest: int = 1_000_000
    #: The most characters of a name.
    longest_name: int = 40


LIMITS: Final = Limits()


def shortened(name: str) -> str:
    """As much of what was sent for a name as a refusal repeats."""
    return name[: LIMITS.longest_name]
