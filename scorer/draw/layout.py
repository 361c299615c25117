"""Where the segments of a tile lie: outlines, lines and good places to stand, worked out from ports alone.

Nothing here knows a colour or a game. A terrain says in which *form* its segments lie on a tile (:class:`Landform`);
the rest follows from which ports they hold and whom they touch, so that a kind nobody has seen before is laid out as
well as a printed one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, radians, sin
from typing import Final

from scorer.draw.geometry import (
    CENTRE,
    SQUARE,
    Outline,
    Piece,
    Point,
    cut,
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
from scorer.draw.rim import Landform, Landforms, spans
from scorer.rules.discovery.cities import cities_of
from scorer.tiles.kinds import Kind
from scorer.tiles.ports import SOUTH

#: How steeply a border leaves a corner, in degrees from the edge: alone, and with another border in the same corner.
FREE_ANGLE: Final = 60
SHARED_ANGLE: Final = 31
#: How far a border between opposite corners bends away from the straight line.
HOLLOW: Final = 7.0
#: The same between two lands with a third, which reaches no edge, between them.
WIDE_HOLLOW: Final = 17.0
#: Where two lands share both corners of an edge with a third between them: the angle and reach of either border.
OUTER: Final = 52, 0.72
INNER: Final = 24, 0.4
#: How far a broad strip bows around a building, and how far the building gives way.
BOW: Final = 21.0
GIVING_WAY: Final = 19.0
#: Where two lands that touch each other part again, measured along the corner's diagonal.
PARTING: Final = 27.0
#: What a strip covers to either side of its middle line, if it is not broad.
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
    #: What looks like a strip and is nobody's: from a crossing to a gate.
    stubs: tuple[Piece, ...]
    #: Where a building stands.
    building: Point
    samples: tuple[Sample, ...]


#: What strips of a terrain cover to either side of their middle line.
Breadth = Callable[[str], float]


class _LayoutBuilder:
    """Lays out one kind."""

    def __init__(self, kind: Kind, forms: Landforms, breadth: Breadth, *, squared: bool) -> None:
        self.kind = kind
        self.segments = kind.segments
        self.forms = [forms(segment.type) for segment in kind.segments]
        self.breadths = [breadth(segment.type) for segment in kind.segments]
        self.squared = squared
        #: Whether open land lies there that reaches no edge.
        self.enclosed = any(
            form is Landform.OPEN and not segment.ports for form, segment in zip(self.forms, self.segments, strict=True)
        )
        self.bow = self.find_bow()
        self.building = CENTRE[0] - GIVING_WAY * self.bow[0], CENTRE[1] - GIVING_WAY * self.bow[1]
        self.spans = spans(kind, forms)
        self.ground = self.find_ground()
        self.lines: list[list[Piece]] = [[] for _ in kind.segments]
        self.borders: list[list[Piece]] = [[] for _ in kind.segments]
        self.gates: list[tuple[Point, Point]] = []
        self.gated: set[int] = set()
        self.stubs: list[Piece] = []
        self.crossing = False

    def layout(self) -> Layout:
        for number, form in enumerate(self.forms):
            if form is Landform.MASS and number != self.ground:
                self.borders[number] = self.border(number)
        for number, form in enumerate(self.forms):
            if form is Landform.LINE:
                self.lines[number] = self.line(number)
        if self.crossing and not self.squared:
            self.add_stubs()
        areas = self.squared_areas() if self.squared else self.curved_areas()
        return Layout(
            tuple(tuple(outlines) for outlines in areas),
            tuple(tuple(pieces) for pieces in self.lines),
            tuple(tuple(pieces) for pieces in self.borders),
            self.ground,
            self.crossing,
            tuple(self.gates),
            tuple(self.stubs),
            self.building,
            tuple(self.samples(areas)),
        )

    def is_broad(self, number: int) -> bool:
        return self.breadths[number] > STRIP

    def find_bow(self) -> Point:
        """The direction in which a broad strip gives way to a building: towards the strip that ends at its door."""
        through = any(self.is_broad(number) and len(segment.ports) == 2 for number, segment in enumerate(self.segments))
        if not through or Landform.BUILDING not in self.forms:
            return 0.0, 0.0
        both = zip(self.segments, self.forms, strict=True)
        ends = [s.ports[0] // 3 for s, form in both if form is Landform.LINE and len(s.ports) == 1]
        x, y = _inward((ends or [SOUTH])[0])
        return -x, -y

    # Who lies beneath

    def find_ground(self) -> int | None:
        """Open land lies beneath everything; else the land that touches the most others and has most of the rim."""
        if Landform.OPEN in self.forms:
            return None
        masses = [number for number, form in enumerate(self.forms) if form is Landform.MASS]
        cities = [number for on in cities_of(self.kind) for number in on]

        def rank(number: int) -> tuple[int, int, int]:
            segment = self.segments[number]
            return len(segment.touches), cities.count(number), len(segment.ports)

        return max(masses, key=rank, default=None)

    def is_mass(self, number: int | None) -> bool:
        return number is not None and number != self.ground and self.forms[number] is Landform.MASS

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
            if form is Landform.LINE and {key(rim_point((port + 0.5) / 3)) for port in segment.ports} == {
                key(a),
                key(b),
            }:
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
            depth = WIDE_HOLLOW if self.enclosed and self.is_mass(before) else HOLLOW
            c1, c2 = (towards(point_at((first, last), t), hollow, depth) for t in (1 / 3, 2 / 3))
            return [*head, (first, c1, c2, last), *tail]
        way_before, way_after = self.way(before, start), self.way(after, end)
        if self.enclosed and before == after and self.is_mass(before):
            way_before = way_after = OUTER if around_gap else INNER
        c1 = self.handle(a, first, last, length, start, way_before, clockwise=around_gap)
        c2 = self.handle(b, last, first, length, end, way_after, clockwise=not around_gap)
        return [*head, (first, c1, c2, last), *tail]

    def handle(
        self,
        corner: Point,
        start: Point,
        target: Point,
        length: float,
        place: float,
        way: tuple[float, float],
        *,
        clockwise: bool,
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
        angle, reach = radians(way[0]), length / 100 * way[1]
        return (
            start[0] + reach * (along[0] * cos(angle) + inward[0] * sin(angle)),
            start[1] + reach * (along[1] * cos(angle) + inward[1] * sin(angle)),
        )

    def way(self, neighbour: int | None, place: float) -> tuple[float, float]:
        """The angle and the reach with which a border leaves a corner: steep, if no other border leaves it too."""
        shared = self.is_mass(neighbour) or any(start == end == place % 4 for _, start, end in self.spans)
        return (SHARED_ANGLE, 0.6) if shared else (FREE_ANGLE, 0.42)

    def neighbour(self, place: float, *, before: bool) -> int | None:
        """Who holds the rim just before or just after a place."""
        ends = ((owner, end if before else start) for owner, start, end in self.spans if start < end)
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
            strip = self.strip(*places)
            return self.bowed(strip) if self.is_broad(number) and len(strip) == 2 else [strip]
        if len(places) > 2 or self.is_broad(number):
            return [(place, CENTRE) for place in places]
        return [self.dead_end(place, port) for place, port in zip(places, segment.ports, strict=True)]

    def bowed(self, strip: Piece) -> list[Piece]:
        """A straight strip, around the building if there is one."""
        if self.bow == (0.0, 0.0):
            return [strip]
        deepest = CENTRE[0] + BOW * self.bow[0], CENTRE[1] + BOW * self.bow[1]
        ways = [(end, towards(end, CENTRE, 26), towards(deepest, _beside(deepest, end), 24)) for end in strip]
        (a, a1, a2), (b, b1, b2) = ways
        return [(a, a1, a2, deepest), (deepest, b2, b1, b)]

    def reached(self, port: int) -> list[int]:
        """The lands that a strip must reach, because it parts two open ones that both touch them."""
        left, right = (
            next((segment for segment in self.segments if beside % 12 in segment.ports), None)
            for beside in (port - 1, port + 1)
        )
        if left is None or right is None or left is right:
            return []
        return [n for n in left.touches if n in right.touches and self.is_mass(n)]

    def dead_end(self, start: Point, port: int) -> Piece:
        """A strip that ends on the tile: at a building, at a city's gate or at a crossing."""
        ends = sum(
            form is Landform.LINE and len(s.ports) == 1 for s, form in zip(self.segments, self.forms, strict=True)
        )
        reached = self.reached(port)
        walls = (
            []
            if self.squared
            else [(n, i) for n, pieces in enumerate(self.borders) for i in range(len(pieces)) if n in (reached or [n])]
        )
        within = any(
            inside(CENTRE, flat([*self.rim_of(number), *pieces]))
            for number, pieces in enumerate(self.borders)
            if pieces
        )
        if Landform.BUILDING in self.forms or not walls or (ends > 1 and not within and not reached):
            self.crossing = self.crossing or Landform.BUILDING not in self.forms
            return start, self.building
        number, i = min(walls, key=lambda wall: distance(start, [point_at(self.borders[wall[0]][wall[1]], 0.5)] * 2))
        wall = self.borders[number][i]
        at = 0.5
        if ends > 1 and not within:
            # Two roads come to one wall: each has a gate on its own half.
            near = min((0.1, 0.3, 0.5, 0.7, 0.9), key=lambda t: distance(start, [point_at(wall, t)] * 2))
            at = (near + 0.5) / 2
        gate = self.gate(number, i, at)
        if abs(start[0] - gate[0]) < 1 or abs(start[1] - gate[1]) < 1:
            self.gates.append((gate, start))
            return start, gate
        dx, dy = wall[-1][0] - wall[0][0], wall[-1][1] - wall[0][1]
        outward = min(((-dy, dx), (dy, -dx)), key=lambda d: hypot(gate[0] + d[0] - start[0], gate[1] + d[1] - start[1]))
        before = towards(gate, (gate[0] + outward[0], gate[1] + outward[1]), 24)
        self.gates.append((gate, before))
        return start, towards(start, _across(start), 24), before, gate

    def gate(self, number: int, piece: int, at: float) -> Point:
        """Cuts a border in two at a gate."""
        wall = self.borders[number][piece]
        self.borders[number][piece : piece + 1] = split(wall, at)
        self.gated.add(number)
        return point_at(wall, at)

    def add_stubs(self) -> None:
        """Joins the crossing with the lands around which open land would otherwise run from one side to the other."""
        for number, pieces in enumerate(self.borders):
            around = [n for n, s in enumerate(self.segments) if number in s.touches and self.forms[n] is Landform.OPEN]
            if len(around) > 1 and pieces and number not in self.gated:
                gate = self.gate(number, 0, 0.5)
                self.gates.append((gate, CENTRE))
                self.stubs.append((CENTRE, gate))

    def rim_of(self, number: int) -> list[Piece]:
        return [piece for start, end in self.runs(number) for piece in _rim(start, end)]

    # Areas

    def squared_areas(self) -> list[list[Outline]]:
        areas: list[list[Outline]] = []
        for number, form in enumerate(self.forms):
            if form in (Landform.LINE, Landform.BUILDING, Landform.PLOT) or not self.runs(number):
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
            if form is Landform.LINE:
                places |= {(port + 0.5) / 3 for port in segment.ports}
        ordered = sorted(places)
        rim = []
        for start, end in zip(ordered, [*ordered[1:], 4.0], strict=True):
            rim.append(((rim_point(start), rim_point(end)), self.holder((start + end) / 2)))
        strips = cut([piece for group in (*self.lines, self.stubs) for piece in group])
        pieces = [*[piece for group in self.borders for piece in group], *strips]
        areas: list[list[Outline]] = [[] for _ in self.segments]
        portless = next(
            (n for n, form in enumerate(self.forms) if form in (Landform.OPEN, Landform.MASS) and not self.runs(n)),
            None,
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
        polygons = [[flat(outline) for outline in outlines] for outlines in areas]
        chains = [flat([piece]) for group in self.borders for piece in group]
        strips = [
            (flat([piece]), breadth)
            for group, breadth in zip(self.lines, self.breadths, strict=True)
            for piece in group
        ]
        strips += [(flat([piece]), STRIP) for piece in self.stubs]
        building = next((n for n, form in enumerate(self.forms) if form is Landform.BUILDING), None)
        for x, y in GRID:
            owner = next(
                (n for n, outlines in enumerate(polygons) if any(inside((x, y), polygon) for polygon in outlines)), None
            )
            if owner is None:
                continue
            clearance = min(x, y, 100 - x, 100 - y, *(distance((x, y), chain) for chain in chains))
            clearance = min(clearance, *(distance((x, y), strip) - breadth for strip, breadth in strips), clearance)
            if building is not None:
                away = hypot(x - self.building[0], y - self.building[1])
                clearance = min(clearance, away - BUILDING_RADIUS)
            yield Sample((x, y), owner, clearance)


#: Where on a tile things may stand; a little askew, so that rows don't show.
GRID: Final = tuple(
    (6.0 + 8 * column + (2 if row % 2 else -1), 6.0 + 8 * row + (1 if column % 3 else -1))
    for row in range(12)
    for column in range(12)
)


def layout(kind: Kind, forms: Landforms, breadth: Breadth = lambda _: STRIP, *, squared: bool) -> Layout:
    """Where a kind's segments lie. ``squared``: borders run along the tile's middle lines, as walls in a castle do."""
    return _LayoutBuilder(kind, forms, breadth, squared=squared).layout()


def _rim(start: float, end: float) -> list[Piece]:
    """The rim from one place clockwise to another, corner by corner."""
    stops = [start, *(float(corner) for corner in range(-4, 9) if start < corner < end), end]
    return [(rim_point(a % 4), rim_point(b % 4)) for a, b in pairwise(stops)]


def _inward(place: float) -> Point:
    return ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))[int(place) % 4]


def _beside(deepest: Point, end: Point) -> Point:
    """The point level with the deepest place of a bow, on the way to one of its ends."""
    return (end[0], deepest[1]) if deepest[0] == CENTRE[0] else (deepest[0], end[1])


def _across(point: Point) -> Point:
    """The point on the opposite edge."""
    x, y = point
    return (x, 100 - y) if y in (0, 100) else (100 - x, y)


def _distinct(pieces: Iterable[Piece]) -> list[Piece]:
    """Pieces that two segments share, once."""
    by_ends: dict[frozenset[tuple[int, int]], Piece] = {}
    for piece in pieces:
        by_ends.setdefault(frozenset(key(point) for point in (piece, reverse(piece))[0]), piece)
    return list(by_ends.values())
