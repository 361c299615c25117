"""How fast the referee is, as ratios in one run: ``python -m bench``."""

from typing import NamedTuple


class Row(NamedTuple):
    """A line of the benchmark's table: a ratio, and what it should be at most, or at least."""

    what: str
    measured: float
    wanted: float
