"""The cells of the table. A cell is one number, ``x * STRIDE + y``, which orders cells by x, then y."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

STRIDE: Final = 1 << 22
_HALF: Final = STRIDE // 2
_MASK: Final = STRIDE - 1
_SHIFT: Final = STRIDE.bit_length() - 1

#: The number of the neighbour over each side (north, east, south, west), minus one's own.
KEY_STEPS: Final = (-1, STRIDE, 1, -STRIDE)
#: The square of nine around a cell, in order of cells, minus the cell's own number.
SQUARE: Final = tuple(column * STRIDE + row for column in (-1, 0, 1) for row in (-1, 0, 1))


def cell_key(x: int, y: int) -> int:
    return x * STRIDE + y


def cell_of(key: int) -> tuple[int, int]:
    """The cell that a number stands for."""
    key += _HALF
    return key >> _SHIFT, (key & _MASK) - _HALF


def cells_of(keys: Iterable[int]) -> list[list[int]]:
    """The cells that numbers stand for, as an answer lists them."""
    return [[(shifted := key + _HALF) >> _SHIFT, (shifted & _MASK) - _HALF] for key in keys]


def connected(left: set[int], seeds: list[int]) -> set[int]:
    """Takes the cells that hang together with the seeds out of those that are left."""
    reached = set(seeds)
    left -= reached
    queue = seeds
    while queue:
        key = queue.pop()
        for step in KEY_STEPS:
            neighbour = key + step
            if neighbour in left:
                left.discard(neighbour)
                reached.add(neighbour)
                queue.append(neighbour)
    return reached
