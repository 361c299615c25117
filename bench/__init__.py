"""How fast the referee is, as ratios in one run: ``python -m bench``."""

from typing import NamedTuple


class Row(NamedTuple):
    """A line of the benchmark's table: a ratio, and what it should be, plain and compiled, where that was said."""

    what: str
    measured: float
    wanted: float | None = None
    wanted_compiled: float | None = None
    #: Whether it is a share that should be at least so much, not a ratio that should be at most so much.
    share: bool = False

    def said(self, number: float) -> str:
        if self.share:
            return f"{number:.0%}"
        return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"

    def wanted_said(self) -> str:
        if self.wanted is None or self.wanted_compiled is None:
            return ""
        bound = "at least" if self.share else "at most"
        return f"{bound} {self.said(self.wanted)}, {self.said(self.wanted_compiled)}"
