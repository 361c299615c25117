"""One tile, drawn from its kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import hypot
from typing import Final, NamedTuple
from zlib import crc32

from scorer.draw import glyphs as _registers_the_glyphs  # noqa: F401
from scorer.draw.canvas import Canvas, Element, Fragment, add, write
from scorer.draw.geometry import (
    CENTRE,
    SQUARE,
    Outline,
    Piece,
    Point,
    distance,
    flat,
    key,
    middle,
    path,
    point_at,
    rim_point,
    towards,
    turned_piece,
    turned_point,
)
from scorer.draw.layout import Sample, layout
from scorer.draw.picture import Picture
from scorer.draw.rim import Landform
from scorer.draw.terrains import Scatter, TerrainLook, breadth, form, look
from scorer.rules.discovery.cities import cities_of
from scorer.tiles.kinds import Kind, Segment
from scorer.tiles.ports import PORTS, turned

#: The colour of a tile that shows nothing.
BLANK: Final = "#e9e4d6"
#: For strips that end in something that is drawn elsewhere.
NOTHING: Final = "nothing"
#: The glyph of each mark, and of what strips end in in the middle of a tile; buildings have a door.
MARK_GLYPHS: Final = {
    "pennants": "pennant",
    "markets": "market",
    "fountains": "fountain",
    "inns": "inn",
    "cathedrals": "cathedral",
    "wine": "wine",
    "grain": "grain",
    "cloth": "cloth",
}
END_GLYPHS: Final[Mapping[str | None, str | None]] = {None: "village", "square": "plaza", NOTHING: None}
#: Where the houses of a village stand around a crossing.
HAMLET: Final = ((34.0, 36.0), (67.0, 36.0), (34.0, 66.0), (67.0, 66.0))
#: Marks that stand where the tile has them, not wherever there is room.
CATHEDRALS: Final = "cathedrals"
INNS: Final = "inns"
#: How far the waters reach in which a river rises and ends.
POOLS: Final[Mapping[str, float]] = {"spring": 11, "lake": 22}
#: What a plot covers around its middle.
PLOT_RADIUS: Final = 14.0
#: The water on which a port's boat lies.
WATER: Final = "sea"


class Appearance(NamedTuple):
    """What of a kind can be seen; kinds that look the same share their pictures."""

    segments: tuple[tuple[str, tuple[int, ...], tuple[int, ...], tuple[tuple[str, int], ...], str | None], ...]
    cities: tuple[tuple[int, ...], ...]
    role: str | None = None

    @classmethod
    def of(cls, kind: Kind) -> Appearance:
        return cls(
            tuple((s.type, s.ports, s.touches, tuple(sorted(s.marks.items())), s.ends_in) for s in kind.segments),
            cities_of(kind),
            kind.extras.get("role"),
        )

    def kind(self) -> Kind:
        segments = (
            Segment(type_, ports, touches, dict(marks), end) for type_, ports, touches, marks, end in self.segments
        )
        return Kind("", 0, tuple(segments), {"cities": self.cities, "role": self.role})


class Placed(NamedTuple):
    """A glyph and where it stands; those of open land lie beneath everything else."""

    glyph: str
    point: Point
    scale: float = 1
    open_land: bool = False


class Plan:
    """A kind's layout, and where everything on it stands; at rotation 0."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.looks = [look(segment.type) for segment in kind.segments]
        self.layout = layout(kind, form, breadth, squared=any(terrain.squared for terrain in self.looks))
        self.taken: list[tuple[Point, float]] = []
        self.plots: dict[int, Point] = {}
        #: Which strips lead over others, and the part of them that does; and those that lie beneath.
        self.bridges: dict[int, Piece] = {}
        self.beneath: set[int] = set()
        self.find_bridges()
        numbers = range(len(kind.segments))
        towns = [placed for on in cities_of(kind) for placed in self.town([n for n in on if n in numbers])]
        endings = self.endings()
        landmarks = [placed for number in numbers for placed in self.landmarks(number)]
        #: For each segment where a follower stands.
        self.spots = [self.spot(number) for number in numbers]
        marks = [placed for number in numbers for placed in self.marks(number)]
        strewn = [
            placed
            for number, terrain in enumerate(self.looks)
            for s in terrain.scatter
            for placed in self.strewn(number, s)
        ]
        x, y = self.layout.building
        buildings = [
            Placed(terrain.glyph, (x, y - 2))
            for terrain in self.looks
            if terrain.form is Landform.BUILDING and terrain.glyph
        ]
        self.placed = [*strewn, *endings, *buildings, *towns, *landmarks, *marks]

    def samples(self, number: int) -> list[Sample]:
        return [sample for sample in self.layout.samples if sample.segment == number]

    def free(self, point: Point) -> float:
        """How far a point is from what stands already."""
        return min((hypot(point[0] - x, point[1] - y) - r for (x, y), r in self.taken), default=100.0)

    def take(self, point: Point, radius: float) -> Point:
        self.taken.append((point, radius))
        return point

    def spot(self, number: int) -> Point:
        """Where a follower stands on a segment: on the strip, in the building, or in the widest place."""
        strips = self.layout.lines[number]
        if strips:
            middle = 0.2 if number in self.beneath else 0.5
            return point_at(strips[0], middle if len(self.kind.segments[number].ports) == 2 else 0.4)
        if self.looks[number].form is Landform.BUILDING:
            return self.layout.building
        if self.looks[number].form is Landform.PLOT:
            return self.plots[number]
        samples = self.samples(number)
        if samples:
            return max(samples, key=lambda s: min(s.clearance, self.free(s.point))).point
        ports = [rim_point((port + 0.5) / 3) for port in self.kind.segments[number].ports] or [CENTRE]
        x, y = sum(x for x, _ in ports) / len(ports), sum(y for _, y in ports) / len(ports)
        return towards((x, y), CENTRE, 15)

    def town(self, on: Sequence[int]) -> list[Placed]:
        """A city on a border, in the middle of the border that its segments share; a port has its boat."""
        borders = self.layout.borders
        pieces = [piece for number in on for piece in borders[number]]
        shared = [piece for piece in pieces if sum(piece in borders[n] or piece[::-1] in borders[n] for n in on) > 1]
        curves = [piece for piece in pieces if len(piece) > 2]
        choice = (curves if self.layout.ground in on else shared) or pieces
        place = self.take(max((point_at(piece, 0.5) for piece in choice), key=self.free, default=CENTRE), 15)
        answer = [Placed("town", place)]
        for number in on:
            water = self.samples(number) if self.kind.segments[number].type == WATER else []
            if water:

                def worth(sample: Sample) -> float:
                    away = hypot(sample.point[0] - place[0], sample.point[1] - place[1])
                    return 2 * min(sample.clearance, 9) + min(self.free(sample.point), 8) - abs(away - 22)

                answer.append(Placed("boat", self.take(max(water, key=worth).point, 9)))
        return answer

    def endings(self) -> list[Placed]:
        """What strips end in: crossings, squares, doors and gates."""
        gates = [Placed("gate", self.take(gate, 8)) for gate, _ in self.layout.gates]
        gates += [
            Placed(self.kind.extras.get("role") or terrain.ending, self.take(CENTRE, 20))
            for terrain, segment in zip(self.looks, self.kind.segments, strict=True)
            if terrain.ending is not None and len(segment.ports) == 1
        ]
        if not self.layout.crossing:
            return gates
        ends = {
            segment.ends_in
            for segment in self.kind.segments
            if len(segment.ports) == 1 and form(segment.type) is Landform.LINE and look(segment.type).ending is None
        }
        glyphs = [glyph for end in sorted(ends, key=str) if (glyph := END_GLYPHS.get(end, "door")) is not None]
        houses = []
        if "village" in glyphs and not any(segment.marks.get(INNS) for segment in self.kind.segments):
            for x, y in HAMLET:
                near = [s for s in self.layout.samples if hypot(s.point[0] - x, s.point[1] - y) < 8]
                if near and max(s.clearance for s in near) > 7:
                    houses.append(Placed("house", self.take((x, y), 8)))
        return [*gates, *houses, *(Placed(glyph, self.take(CENTRE, 14)) for glyph in glyphs)]

    def landmarks(self, number: int) -> list[Placed]:
        """What stands there before followers look for a place: plots and cathedrals."""
        if self.looks[number].form is Landform.PLOT:
            land = [s for s in self.layout.samples if self.looks[s.segment].form is Landform.OPEN] or [
                Sample(CENTRE, 0, 15)
            ]
            widest = max(land, key=lambda s: min(s.clearance, self.free(s.point)))
            scale = round(min(1.0, max(widest.clearance, 8) / PLOT_RADIUS), 2)
            self.plots[number] = self.take(widest.point, PLOT_RADIUS * scale)
            return [Placed(self.looks[number].glyph or NOTHING, widest.point, scale)]
        if not self.kind.segments[number].marks.get(CATHEDRALS):
            return []
        samples = self.samples(number) or [Sample(CENTRE, number, 0)]
        x, y = min(samples, key=lambda s: hypot(s.point[0] - 50, s.point[1] - 56)).point
        self.take((x, y - 8), 29)
        return [Placed(MARK_GLYPHS[CATHEDRALS], (x, y))]

    def beside(self, strip: Piece) -> Point:
        """A place at a strip, not upon it."""
        along = flat([strip])
        middle = point_at(strip, 0.5)

        def worth(sample: Sample) -> float:
            away = hypot(sample.point[0] - middle[0], sample.point[1] - middle[1])
            room = min(sample.clearance, self.free(sample.point), 11)
            return 2 * room - abs(distance(sample.point, along) - 18) - 0.3 * away

        return max(self.layout.samples, key=worth).point

    def marks(self, number: int) -> list[Placed]:
        """A segment's pennants, markets and fountains, away from the place where a follower would stand."""
        answer = []
        strips = self.layout.lines[number]
        for mark, count in self.kind.segments[number].marks.items():
            if mark == CATHEDRALS or mark not in MARK_GLYPHS:
                continue
            if mark == INNS and strips:
                answer.append(Placed(MARK_GLYPHS[mark], self.take(self.beside(strips[0]), 10)))
                continue
            for _ in range(min(count, 4)):
                place = CENTRE if len(strips) != 1 else point_at(strips[0], 0.5)
                samples = self.samples(number)
                if samples:
                    spot = self.spots[number]

                    def worth(sample: Sample, spot: Point = spot) -> float:
                        away = hypot(sample.point[0] - spot[0], sample.point[1] - spot[1])
                        return min(sample.clearance, self.free(sample.point), away - 10)

                    place = max(samples, key=worth).point
                answer.append(Placed(MARK_GLYPHS[mark], self.take(place, 12)))
        return answer

    def strewn(self, number: int, scatter: Scatter) -> list[Placed]:
        points: list[Point] = []
        for sample in sorted(self.samples(number), key=_mixed):
            x, y = sample.point
            if (
                len(points) < scatter.most
                and sample.clearance >= scatter.margin
                and self.free(sample.point) >= scatter.margin * 0.7
                and all(hypot(x - a, y - b) >= scatter.apart for a, b in points)
            ):
                points.append(sample.point)
        open_land = self.looks[number].form is Landform.OPEN
        return [
            Placed(scatter.glyph, self.take(point, scatter.margin * 0.7), scatter.scale, open_land)
            for point in sorted(points, key=lambda point: point[1])
        ]

    def find_bridges(self) -> None:
        """Strips that lead over water, or over a road that is told before them."""
        lines = [(number, pieces) for number, pieces in enumerate(self.layout.lines) if pieces]
        for upper, ways in lines:
            for lower, below in lines:
                both = straight(ways[0]) and straight(below[0]) and lower < upper
                if self.looks[upper].ending is None and (both or self.looks[lower].ending is not None):
                    limit = breadth(self.kind.segments[lower].type) + 5
                    beneath = flat(below, 16)
                    points = [point_at(ways[0], step / 40) for step in range(41)]
                    over = [point for point in points if distance(point, beneath) < limit]
                    if len(over) > 1:
                        self.bridges[upper] = over[0], over[-1]
                        self.beneath.add(lower)


def straight(piece: Piece) -> bool:
    """Whether a strip crosses the whole tile without a bend."""
    return len(piece) == 2 and key(middle(*piece)) == key(CENTRE)


def _mixed(sample: Sample) -> int:
    """An order that shows no pattern, the same every time."""
    return crc32(repr(sample.point).encode())


def paints(terrain: TerrainLook, canvas: Canvas) -> list[str]:
    """What an area of a terrain is filled with: its colour, and upon it its texture."""
    return [terrain.fill] if terrain.pattern is None else [terrain.fill, f"url(#{canvas.refer(terrain.pattern)})"]


class Drawn(NamedTuple):
    """A tile at one rotation: what lies beneath a highlighted field or road, and what lies above it."""

    ground: Fragment
    top: Fragment


class _Painter:
    """Paints a plan at a rotation; glyphs stay upright."""

    def __init__(self, plan: Plan, rotation: int) -> None:
        self.plan = plan
        self.layout = plan.layout
        self.rotation = rotation
        self.ground = Canvas()
        self.top = Canvas()

    def path(self, pieces: Iterable[Piece], *, closed: bool = False) -> str:
        return path([turned_piece(piece, self.rotation) for piece in pieces], closed=closed)

    def drawn(self) -> Drawn:
        plan, layout = self.plan, self.layout
        self.paint_ground()
        masses = [n for n, terrain in enumerate(plan.looks) if terrain.form is Landform.MASS and n != layout.ground]
        strips = [n for n, pieces in enumerate(layout.lines) if pieces]
        if masses or strips:
            land = self.top.add("g", clip_path=f"url(#{self.top.refer('tile_edge')})")
            for number in masses:
                self.fill(land, self.top, number, layout.areas[number])
            for number in sorted(masses, key=lambda n: plan.looks[n].edge_width):
                self.edge(land, number)
            self.strips(land, strips)
        for placed in plan.placed:
            canvas = self.ground if placed.open_land else self.top
            canvas.use(placed.glyph, *turned_point(placed.point, self.rotation), scale=placed.scale)
        return Drawn(self.ground.fragment(), self.top.fragment())

    def paint_ground(self) -> None:
        beneath = self.layout.ground
        if beneath is None:
            beneath = next((n for n, terrain in enumerate(self.plan.looks) if terrain.form is Landform.OPEN), None)
        if beneath is None:
            self.ground.add("path", d=path(SQUARE, closed=True), fill=BLANK)
        else:
            self.fill(self.ground.group, self.ground, beneath, [SQUARE])

    def fill(self, group: Element, canvas: Canvas, number: int, areas: Sequence[Outline]) -> None:
        data = "".join(self.path(area, closed=True) for area in areas)
        for paint in paints(self.plan.looks[number], canvas):
            add(group, "path", d=data, fill=paint, class_=self.plan.kind.segments[number].type)

    def edge(self, group: Element, number: int) -> None:
        # Where two lands meet, the stronger of their borders is drawn, whichever is on top: the shore, not the meadow.
        looks = [self.plan.looks[n] for n in (number, self.layout.ground) if n is not None]
        strongest = max(looks, key=lambda terrain: terrain.edge_width)
        data = self.path(self.layout.borders[number])
        stroke = {"fill": "none", "stroke_linejoin": "round"}
        add(
            group,
            "path",
            d=data,
            stroke=strongest.edge,
            stroke_width=strongest.edge_width,
            stroke_linecap="round",
            **stroke,
        )
        if strongest.trim is not None:
            width = strongest.edge_width / 2
            add(group, "path", d=data, stroke=strongest.trim, stroke_width=width, stroke_dasharray="4.5 3", **stroke)

    def strips(self, group: Element, numbers: Sequence[int]) -> None:
        """Strips layer upon layer: water, what lies on the ground, and what leads over a bridge."""
        bridges, looks = self.plan.bridges, self.plan.looks
        layers: list[list[int]] = [[], [], []]
        for number in numbers:
            layers[0 if looks[number].ending is not None else 2 if number in bridges else 1].append(number)
        for layer in layers:
            for number in layer:
                if number in bridges:
                    self.bridge(group, bridges[number], looks[number].width)
            self.layer(group, layer)

    def bridge(self, group: Element, piece: Piece, width: float) -> None:
        data = self.path([piece])
        for paint, more in (("#5b5044", 11), ("#cfc4b2", 8)):
            add(group, "path", d=data, fill="none", stroke=paint, stroke_width=width + more, class_="bridge")

    def layer(self, group: Element, numbers: Sequence[int]) -> None:
        looks = self.plan.looks
        if numbers and self.layout.stubs:
            terrain, data = looks[numbers[0]], self.path(self.layout.stubs)
            for paint, width in ((terrain.edge, 8.5), (terrain.fill, 5)):
                add(group, "path", d=data, fill="none", stroke=paint, stroke_width=width)
        for number in numbers:
            self.pool(group, number, looks[number].edge, looks[number].edge_width)
        for number in numbers:
            terrain = self.plan.looks[number]
            width = terrain.width + 2 * terrain.edge_width
            add(
                group,
                "path",
                d=self.path(self.layout.lines[number]),
                fill="none",
                stroke=terrain.edge,
                stroke_width=width,
            )
        for number in numbers:
            terrain = self.plan.looks[number]
            data, name = self.path(self.layout.lines[number]), self.plan.kind.segments[number].type
            add(group, "path", d=data, fill="none", stroke=terrain.fill, stroke_width=terrain.width, class_=name)
            self.pool(group, number, terrain.fill, 0)

    def pool(self, group: Element, number: int, paint: str, more: float) -> None:
        """The water in which a river rises or ends."""
        kind = self.plan.kind
        if self.plan.looks[number].ending is not None and len(kind.segments[number].ports) == 1:
            radius = POOLS.get(kind.extras.get("role") or "", POOLS["spring"])
            add(group, "circle", cx=CENTRE[0], cy=CENTRE[1], r=radius + more, fill=paint)


@lru_cache(maxsize=2048)
def _plan(appearance: Appearance) -> Plan:
    return Plan(appearance.kind())


@lru_cache(maxsize=4096)
def _drawn(appearance: Appearance, rotation: int) -> Drawn:
    return _Painter(_plan(appearance), rotation).drawn()


def plan(kind: Kind) -> Plan:
    return _plan(Appearance.of(kind))


def drawn(kind: Kind, rotation: int) -> Drawn:
    return _drawn(Appearance.of(kind), rotation)


def spot_point(kind: Kind, rotation: int, segment: int) -> Point:
    """Where a follower stands on a segment of a tile, from its north-west corner, with the tile's side as the unit."""
    x, y = turned_point(plan(kind).spots[segment], rotation)
    return round(x / 100, 3), round(y / 100, 3)


def tile_svg(kind: Kind, *, rotation: int = 0, size: float | None = None, badge: str | None = None) -> str:
    """A picture of one tile; ``size`` is the length of its side in pixels, without it the picture fills its frame."""
    name = f"{kind.id}, {rotation}°" if rotation else kind.id
    picture = Picture(0, 0, 100, 100, size=size, title=name, description=[", ".join(_segment_words(kind, rotation))])
    picture.canvas.group.set("class", "tile")
    drawing = drawn(kind, rotation)
    picture.use(drawing.ground, 0, 0)
    picture.use(drawing.top, 0, 0)
    if badge is not None:
        draw_badge(picture.canvas, badge, 0, 0)
    picture.canvas.add("path", d="M.5 .5h99v99h-99z", fill="none", stroke="#000", stroke_opacity=0.35)
    return picture.text()


def _segment_words(kind: Kind, rotation: int) -> Iterable[str]:
    for segment in kind.segments:
        ports = " ".join(PORTS[port] for port in sorted(turned(port, rotation) for port in segment.ports))
        yield f"{segment.type} {ports}".rstrip()


def draw_badge(canvas: Canvas, content: str, x: float, y: float) -> None:
    """The symbol of a single tile, in its corner."""
    canvas.add("circle", cx=x + 84, cy=y + 84, r=12, fill="#f6d36b", stroke="#7a4b12", stroke_width=2.5, class_="badge")
    write(canvas.group, content, x + 84, y + 84, 16, fill="#5a3408", font_weight="bold")
