"""The rim of a tile: in which form the segments of a terrain lie there, and who holds which part of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum, auto

from scorer.tiles.kinds import Kind
from scorer.tiles.ports import ports_of


class Landform(Enum):
    """How segments of a terrain lie on a tile."""

    #: A strip from port to port: a road.
    LINE = auto()
    #: Open land, which fills what the others leave: a field.
    OPEN = auto()
    #: Land with a border of its own: a city, the sea.
    MASS = auto()
    #: A building that touches no edge: a cloister.
    BUILDING = auto()
    #: A small plot upon other land: a garden.
    PLOT = auto()


Span = tuple[int | None, float, float]
Landforms = Callable[[str], Landform]


def spans(kind: Kind, forms: Landforms) -> list[Span]:
    """Who holds which part of the rim, clockwise; strips leave no trace here."""
    holders: list[int | None] = [None] * 12
    for number, segment in enumerate(kind.segments):
        if forms(segment.type) is not Landform.LINE:
            for port in segment.ports:
                holders[port] = number
    parts: list[Span] = []
    for side in range(4):
        left, mid, right = (holders[port] for port in ports_of(side))
        if mid is None:
            parts += [(left, side, side + 0.5), (right, side + 0.5, side + 1)]
        else:
            parts += [(left, side, side + 1 / 3), (mid, side + 1 / 3, side + 2 / 3), (right, side + 2 / 3, side + 1)]
    merged: list[Span] = []
    for owner, start, end in parts:
        if merged and merged[-1][0] == owner:
            merged[-1] = owner, merged[-1][1], end
        else:
            merged.append((owner, start, end))
    if len(merged) > 1 and merged[0][0] == merged[-1][0]:
        owner, start, _ = merged.pop()
        merged[0] = owner, start - 4, merged[0][2]
    return sorted([*merged, *wedges(kind, forms, holders)], key=lambda span: span[1])


def wedges(kind: Kind, forms: Landforms, holders: Sequence[int | None]) -> Iterable[Span]:
    """The corners at which two open lands meet that are not one: there the land that both touch comes to a point."""
    for corner in range(4):
        both = holders[3 * corner - 1], holders[3 * corner]
        before, after = (None if holder is None else kind.segments[holder] for holder in both)
        if before is after or before is None or after is None:
            continue
        if forms(before.type) is forms(after.type) is Landform.OPEN:
            shared = [n for n in before.touches if n in after.touches and forms(kind.segments[n].type) is Landform.MASS]
            yield from [(number, float(corner), float(corner)) for number in shared[:1]]
