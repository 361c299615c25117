"""How fast the referee is, as ratios in one run: ``python -m bench``."""

from typing import NamedTuple


class Row(NamedTuple):
    """A line of the benchmark's table: a ratio, and what it should be, plain and compiled."""

    what: str
    measured: float
    wanted: float
    wanted_compiled: float
    #: Whether it is a share that should be at least so much, not a ratio that should be at most so much.
    share: bool = False

    def said(self, number: float) -> str:
        return f"{number:.0%}" if self.share else f"{number:.2g}"

    def wanted_said(self) -> str:
        bound = "at least" if self.share else "at most"
        return f"{bound} {self.said(self.wanted)}, {self.said(self.wanted_compiled)}"
