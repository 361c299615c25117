"""The twelve ports along a tile's rim, how they turn and which of two neighbours meet.

Ports are numbered clockwise from the west half of the north edge; a side is a number from 0 (north) to 3 (west)
and owns the ports ``3 * side`` to ``3 * side + 2``. A quarter turn clockwise moves every port three places on.
"""

from __future__ import annotations

from typing import Final

PORTS: Final = ("NL", "N", "NR", "EL", "E", "ER", "SL", "S", "SR", "WL", "W", "WR")
PORT_NUMBER: Final = {name: number for number, name in enumerate(PORTS)}

SIDES: Final = ("N", "E", "S", "W")
NORTH: Final = 0
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3
#: What a step over each side does to ``x`` and ``y``; ``y`` grows to the south.
STEPS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))

ROTATIONS: Final = (0, 90, 180, 270)

#: ``FACING[p]`` is the neighbour's port that port ``p`` meets: NL-SR, N-S, NR-SL, EL-WR, E-W, ER-WL.
FACING: Final = tuple(3 * ((side + 2) % 4) + (2 - place) for side in range(4) for place in range(3))

MIDDLES: Final = frozenset(range(1, 12, 3))
HALVES: Final = frozenset(range(12)) - MIDDLES

#: The order in which a segment's ports are tried for its canonical name: N E S W, then half-ports from NL on.
NAMING_ORDER: Final = tuple(sorted(MIDDLES)) + tuple(sorted(HALVES))


def turned(port: int, rotation: int) -> int:
    """Where ``port`` lies after a turn of ``rotation`` degrees clockwise."""
    return (port + rotation // 30) % 12


def opposite(side: int) -> int:
    return (side + 2) % 4


def ports_of(side: int) -> range:
    """The three ports of a side, clockwise."""
    return range(3 * side, 3 * side + 3)
