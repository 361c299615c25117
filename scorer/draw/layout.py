"""Where the segments of a tile lie: outlines, lines and good places to stand, worked out from ports alone.

Nothing here knows a colour or a game. A terrain says in which *form* its segments lie on a tile (:class:`Form`); the
rest follows from which ports they hold and whom they touch, so that a kind nobody has seen before is laid out as well
as a printed one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import pairwise
from math import cos, hypot, radians, sin
from typing import Final

from scorer.draw.geometry import (
    CENTRE,
    SQUARE,
    Outline,
    Piece,
    Point,
    distance,
    faces,
    flat,
    inside,
    key,
    middle,
    point_at,
    reverse,
    rim_point,
    split,
    towards,
)
from scorer.rules.discovery.cities import cities_of
from scorer.tiles.kinds import Kind
from scorer.tiles.ports import ports_of


class Form(Enum):
    """How segments of a terrain lie on a tile."""

    #: A strip from port to port: a road.
    LINE = auto()
    #: Open land, which fills what the others leave: a field.
    OPEN = auto()
    #: Land with a border of its own: a city, the sea.
    MASS = auto()
    #: A building that touches no edge: a cloister.
    BUILDING = auto()


#: How steeply a border leaves a corner, in degrees from the edge: alone, and with another border in the same corner.
FREE_ANGLE: Final = 60
SHARED_ANGLE: Final = 31
#: How far a border between opposite corners bends away from the straight line.
HOLLOW: Final = 7.0
#: Where two lands that touch each other part again, measured along the corner's diagonal.
PARTING: Final = 27.0
#: What a strip covers to either side of its middle line.
STRIP: Final = 6.0
#: What a portless building covers around the middle of the tile.
BUILDING_RADIUS: Final = 23.0


@dataclass(frozen=True, slots=True)
class Sample:
    """A place on the tile: to whom it belongs, and how far it is to the nearest border, line or rim."""

    point: Point
    segment: int
    clearance: float


@dataclass(frozen=True, slots=True)
class Layout:
    """A kind's segments as shapes, at rotation 0."""

    #: For each segment its areas; lines and buildings have none.
    areas: tuple[tuple[Outline, ...], ...]
    #: For each segment its strips.
    lines: tuple[tuple[Piece, ...], ...]
    #: For each segment with a border of its own that border, without the rim.
    borders: tuple[tuple[Piece, ...], ...]
    #: The segment that fills the tile beneath the others, where it is no open land.
    ground: int | None
    #: Where strips end in the middle of the tile.
    crossing: bool
    #: Where strips run into a border: the place, and from where they come.
    gates: tuple[tuple[Point, Point], ...]
    samples: tuple[Sample, ...]


Span = tuple[int | None, float, float]
Forms = Callable[[str], Form]


def spans(kind: Kind, forms: Forms) -> list[Span]:
    """Who holds which part of the rim, clockwise; strips leave no trace here."""
    holders: list[int | None] = [None] * 12
    for number, segment in enumerate(kind.segments):
        if forms(segment.type) is not Form.LINE:
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
    return merged


class _Builder:
    """Lays out one kind."""

    def __init__(self, kind: Kind, forms: Forms, *, squared: bool) -> None:
        self.kind = kind
        self.segments = kind.segments
        self.forms = [forms(segment.type) for segment in kind.segments]
        self.squared = squared
        self.spans = spans(kind, forms)
        self.ground = self.find_ground()
        self.lines: list[list[Piece]] = [[] for _ in kind.segments]
        self.borders: list[list[Piece]] = [[] for _ in kind.segments]
        self.gates: list[tuple[Point, Point]] = []
        self.crossing = False

    def layout(self) -> Layout:
        for number, form in enumerate(self.forms):
            if form is Form.MASS and number != self.ground:
                self.borders[number] = self.border(number)
        for number, form in enumerate(self.forms):
            if form is Form.LINE:
                self.lines[number] = self.line(number)
        areas = self.squared_areas() if self.squared else self.curved_areas()
        return Layout(
            tuple(tuple(found) for found in areas),
            tuple(tuple(pieces) for pieces in self.lines),
            tuple(tuple(pieces) for pieces in self.borders),
            self.ground,
            self.crossing,
            tuple(self.gates),
            tuple(self.samples(areas)),
        )

    # Who lies beneath

    def find_ground(self) -> int | None:
        """Open land lies beneath everything; else the land that touches the most others and has most of the rim."""
        if Form.OPEN in self.forms:
            return None
        masses = [number for number, form in enumerate(self.forms) if form is Form.MASS]
        cities = [number for on in cities_of(self.kind) for number in on]

        def rank(number: int) -> tuple[int, int, int]:
            segment = self.segments[number]
            return len(segment.touches), cities.count(number), len(segment.ports)

        return max(masses, key=rank, default=None)

    def is_mass(self, number: int | None) -> bool:
        return number is not None and number != self.ground and self.forms[number] is Form.MASS

    # Borders

    def runs(self, number: int) -> list[tuple[float, float]]:
        return [(start, end) for owner, start, end in self.spans if owner == number]

    def gaps(self, number: int) -> list[tuple[float, float]]:
        """From where to where the rim is not this segment's."""
        runs = self.runs(number)
        return [(end, runs[(i + 1) % len(runs)][0] % 4) for i, (_, end) in enumerate(runs) if len(self.spans) > 1]

    def border(self, number: int) -> list[Piece]:
        """The inner border of a segment, piece by piece around it; clockwise like its runs along the rim."""
        join = self.squared_join if self.squared else self.curved_join
        return [piece for start, end in self.gaps(number) for piece in join(number, start, end)]

    def squared_join(self, number: int, start: float, end: float) -> list[Piece]:
        """Along a strip that runs between the two places, else over the middle of the tile."""
        a, b = rim_point(start), rim_point(end)
        for segment, form in zip(self.segments, self.forms, strict=True):
            if form is Form.LINE and {key(rim_point((port + 0.5) / 3)) for port in segment.ports} == {key(a), key(b)}:
                return [self.strip(a, b)]
        if key(middle(a, b)) == key(CENTRE):
            return [(a, b)]
        return [(a, CENTRE), (CENTRE, b)]

    def curved_join(self, number: int, start: float, end: float) -> list[Piece]:
        """A curve between the two places, around whichever side is shorter."""
        a, b = rim_point(start), rim_point(end)
        around_gap = (end - start) % 4 < 2
        opposite = (end - start) % 4 == 2
        before, after = self.neighbour(start, before=False), self.neighbour(end, before=True)
        head: list[Piece] = []
        tail: list[Piece] = []
        first, last = a, b
        if start % 1 == 0 and self.touching(number, before):
            first = towards(a, CENTRE, PARTING * 2**0.5)
            head = [(a, first)]
        if end % 1 == 0 and self.touching(number, after):
            last = towards(b, CENTRE, PARTING * 2**0.5)
            tail = [(last, b)]
        length = hypot(last[0] - first[0], last[1] - first[1])
        if opposite:
            # Two edges against two: nearly straight, a little hollow on the side of the segment.
            hollow = rim_point((start + 3) % 4)
            c1, c2 = (towards(point_at((first, last), t), hollow, HOLLOW) for t in (1 / 3, 2 / 3))
            return [*head, (first, c1, c2, last), *tail]
        c1 = self.handle(a, first, last, length, start, rival=self.is_mass(before), clockwise=around_gap)
        c2 = self.handle(b, last, first, length, end, rival=self.is_mass(after), clockwise=not around_gap)
        return [*head, (first, c1, c2, last), *tail]

    def handle(
        self, corner: Point, start: Point, target: Point, length: float, place: float, *, rival: bool, clockwise: bool
    ) -> Point:
        """The control point with which a border leaves the rim, or the place where it parts from another."""
        if place % 1:
            inward = _inward(place)
            return start[0] + inward[0] * length / 2, start[1] + inward[1] * length / 2
        side = int(place) % 4
        # Along the edge that the border goes around, away from the corner.
        edge = rim_point(side + 1 if clockwise else side + 3)
        along = edge[0] - corner[0], edge[1] - corner[1]
        if key(start) != key(corner):
            return start[0] + along[0] * length / 350, start[1] + along[1] * length / 350
        inward = (-along[1], along[0]) if clockwise else (along[1], -along[0])
        angle = radians(SHARED_ANGLE if rival else FREE_ANGLE)
        reach = length / 100 * (0.6 if rival else 0.42)
        return (
            start[0] + reach * (along[0] * cos(angle) + inward[0] * sin(angle)),
            start[1] + reach * (along[1] * cos(angle) + inward[1] * sin(angle)),
        )

    def neighbour(self, place: float, *, before: bool) -> int | None:
        """Who holds the rim just before or just after a place."""
        ends = ((owner, end if before else start) for owner, start, end in self.spans)
        return next(owner for owner, edge in ends if abs((edge - place + 2) % 4 - 2) < 1e-6)

    def touching(self, number: int, other: int | None) -> bool:
        return (
            self.is_mass(other)
            and other is not None
            and (other in self.segments[number].touches or number in self.segments[other].touches)
        )

    # Strips

    def strip(self, a: Point, b: Point) -> Piece:
        """A strip from rim to rim: straight across, or around the corner between."""
        if key(middle(a, b)) == key(CENTRE):
            return a, b
        reach = 0.8 if self.squared else 0.55
        return a, towards(a, _across(a), 50 * reach), towards(b, _across(b), 50 * reach), b

    def line(self, number: int) -> list[Piece]:
        segment = self.segments[number]
        places = [rim_point((port + 0.5) / 3) for port in segment.ports]
        if len(places) == 2:
            return [self.strip(*places)]
        if len(places) > 2:
            return [(place, CENTRE) for place in places]
        return [self.dead_end(place) for place in places]

    def dead_end(self, start: Point) -> Piece:
        """A strip that ends on the tile: at a building, at a city's gate or at a crossing."""
        ends = sum(form is Form.LINE and len(s.ports) == 1 for s, form in zip(self.segments, self.forms, strict=True))
        walls = [] if self.squared else [(n, i) for n, pieces in enumerate(self.borders) for i in range(len(pieces))]
        within = any(
            inside(CENTRE, flat([*self.rim_of(number), *pieces]))
            for number, pieces in enumerate(self.borders)
            if pieces
        )
        if Form.BUILDING in self.forms or not walls or (ends > 1 and not within):
            self.crossing = self.crossing or Form.BUILDING not in self.forms
            return start, CENTRE
        number, i = min(walls, key=lambda wall: distance(start, [point_at(self.borders[wall[0]][wall[1]], 0.5)] * 2))
        wall = self.borders[number][i]
        gate = point_at(wall, 0.5)
        self.borders[number][i : i + 1] = split(wall, 0.5)
        if abs(start[0] - gate[0]) < 1 or abs(start[1] - gate[1]) < 1:
            self.gates.append((gate, start))
            return start, gate
        dx, dy = wall[-1][0] - wall[0][0], wall[-1][1] - wall[0][1]
        outward = min(((-dy, dx), (dy, -dx)), key=lambda d: hypot(gate[0] + d[0] - start[0], gate[1] + d[1] - start[1]))
        before = towards(gate, (gate[0] + outward[0], gate[1] + outward[1]), 24)
        self.gates.append((gate, before))
        return start, towards(start, _across(start), 24), before, gate

    def rim_of(self, number: int) -> list[Piece]:
        return [piece for start, end in self.runs(number) for piece in _rim(start, end)]

    # Areas

    def squared_areas(self) -> list[list[Outline]]:
        areas: list[list[Outline]] = []
        for number, form in enumerate(self.forms):
            if form in (Form.LINE, Form.BUILDING) or not self.runs(number):
                areas.append([])
            elif len(self.spans) == 1:
                areas.append([SQUARE])
            else:
                outline: list[Piece] = []
                for (start, end), (_, onward) in zip(self.runs(number), self.gaps(number), strict=True):
                    outline += [*_rim(start, end), *self.squared_join(number, end, onward)]
                areas.append([tuple(outline)])
        return areas

    def curved_areas(self) -> list[list[Outline]]:
        places = {float(side) for side in range(4)}
        places |= {place % 4 for _, start, end in self.spans for place in (start, end)}
        for segment, form in zip(self.segments, self.forms, strict=True):
            if form is Form.LINE:
                places |= {(port + 0.5) / 3 for port in segment.ports}
        ordered = sorted(places)
        rim = []
        for start, end in zip(ordered, [*ordered[1:], 4.0], strict=True):
            rim.append(((rim_point(start), rim_point(end)), self.holder((start + end) / 2)))
        pieces = [piece for group in (*self.borders, *self.lines) for piece in group]
        areas: list[list[Outline]] = [[] for _ in self.segments]
        portless = next(
            (n for n, form in enumerate(self.forms) if form in (Form.OPEN, Form.MASS) and not self.runs(n)), None
        )
        for outline, owner in faces(rim, _distinct(pieces)):
            if owner is None:
                owner = portless
            if owner is not None:
                areas[owner].append(outline)
        return areas

    def holder(self, place: float) -> int | None:
        """Who holds a place on the rim."""
        return next(o for o, start, end in self.spans if start <= place <= end or start <= place - 4 <= end)

    # Places

    def samples(self, areas: Sequence[Sequence[Outline]]) -> Iterable[Sample]:
        """A grid of places with their owners."""
        polygons = [[flat(outline) for outline in found] for found in areas]
        chains = [flat([piece]) for group in self.borders for piece in group]
        strips = [flat([piece]) for group in self.lines for piece in group]
        building = next((n for n, form in enumerate(self.forms) if form is Form.BUILDING), None)
        for x, y in GRID:
            owner = next(
                (n for n, found in enumerate(polygons) if any(inside((x, y), polygon) for polygon in found)), None
            )
            if owner is None:
                continue
            clearance = min(x, y, 100 - x, 100 - y, *(distance((x, y), chain) for chain in chains))
            clearance = min(clearance, *(distance((x, y), strip) - STRIP for strip in strips), clearance)
            if building is not None:
                clearance = min(clearance, hypot(x - 50, y - 50) - BUILDING_RADIUS)
            yield Sample((x, y), owner, clearance)


#: Where on a tile things may stand; a little askew, so that rows don't show.
GRID: Final = tuple(
    (6.0 + 8 * column + (2 if row % 2 else -1), 6.0 + 8 * row + (1 if column % 3 else -1))
    for row in range(12)
    for column in range(12)
)


def layout(kind: Kind, forms: Forms, *, squared: bool) -> Layout:
    """Where a kind's segments lie. ``squared``: borders run along the tile's middle lines, as walls in a castle do."""
    return _Builder(kind, forms, squared=squared).layout()


def _rim(start: float, end: float) -> list[Piece]:
    """The rim from one place clockwise to another, corner by corner."""
    stops = [start, *(float(corner) for corner in range(-4, 9) if start < corner < end), end]
    return [(rim_point(a % 4), rim_point(b % 4)) for a, b in pairwise(stops)]


def _inward(place: float) -> Point:
    return ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))[int(place) % 4]


def _across(point: Point) -> Point:
    """The point on the opposite edge."""
    x, y = point
    return (x, 100 - y) if y in (0, 100) else (100 - x, y)


def _distinct(pieces: Iterable[Piece]) -> list[Piece]:
    """Pieces that two segments share, once."""
    found: dict[frozenset[tuple[int, int]], Piece] = {}
    for piece in pieces:
        found.setdefault(frozenset(key(point) for point in (piece, reverse(piece))[0]), piece)
    return list(found.values())
