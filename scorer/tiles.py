"""Tiles as data: kinds made of segments on ports, their four orientations, and how two of them meet.

A tile set is everything of a game that lies in its box: the kinds with their copies, the pieces that lie on the table
before the first move (a start board, start spaces) and the wall around the playing area, where there is one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from typing import Any, Final

from scorer.limits import STRIDE, shortened
from scorer.ports import FACING, NAMING_ORDER, PORT_NUMBER, PORTS, ROTATIONS, opposite, ports_of, turned
from scorer.problems import Malformed, Problem
from scorer.shapes import Choice, Flag, Integer, Items, Record, Shape, Table, Text
from scorer.texts import Message, text

#: What copies of a tile may carry for the wheel.
WHEEL_SYMBOLS: Final = frozenset({"none", "1", "2", "3"})

#: What may lie on a segment: the name in the data, and the name under which it is counted.
MARKS: Final = {"pennants": "pennants", "markets": "markets", "fountain": "fountains"}


def cell_key(x: int, y: int) -> int:
    return x * STRIDE + y


#: For each set of sides that have a neighbour (as bits) the sides that have none.
SIDES_LEFT_OPEN: Final = tuple(tuple(side for side in range(4) if not covered >> side & 1) for covered in range(16))

#: ``cell_key`` of the neighbour over each side, minus one's own.
KEY_STEPS: Final = (-1, STRIDE, 1, -STRIDE)


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a tile on which one follower could stand."""

    type: str
    ports: tuple[int, ...]
    touches: tuple[int, ...] = ()
    marks: Mapping[str, int] = field(default_factory=dict)
    ends_in: str | None = None

    def to_json(self) -> dict[str, object]:
        answer: dict[str, object] = {"type": self.type, "ports": [PORTS[port] for port in self.ports]}
        for name, counted_as in MARKS.items():
            if counted_as in self.marks:
                answer[name] = True if name == "fountain" else self.marks[counted_as]
        if self.ends_in is not None:
            answer["ends_in"] = self.ends_in
        if self.touches:
            answer["touches"] = list(self.touches)
        return answer


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of tile: its segments at rotation 0 and how many copies the game holds."""

    id: str
    count: int
    segments: tuple[Segment, ...]
    #: For each city that stands on borders: the segments that it stands on.
    cities: tuple[tuple[int, ...], ...] = ()
    #: How many copies carry which wheel symbol; ``none`` for no symbol.
    wheel_symbols: Mapping[str, int] = field(default_factory=dict)

    def to_json(self) -> dict[str, object]:
        answer: dict[str, object] = {"id": self.id, "count": self.count}
        if self.wheel_symbols:
            answer["wheel_symbols"] = dict(self.wheel_symbols)
        answer["segments"] = [segment.to_json() for segment in self.segments]
        if self.cities:
            answer["cities"] = [{"on": list(on)} for on in self.cities]
        return answer


@dataclass(frozen=True, slots=True, eq=False)
class Landscape:
    """What a game's tiles may show: the terrains, where on the rim each may lie, and which ports must be used."""

    terrains: tuple[str, ...]
    middles: frozenset[str]
    halves: frozenset[str]
    required_ports: frozenset[int]
    #: The terrains whose regions are never finished.
    endless: frozenset[str] = frozenset()
    #: Whether ``touches`` lists every border of a segment, or only those that count.
    all_borders: bool = False

    def allowed_at(self, port: int) -> frozenset[str]:
        return self.middles if port % 3 == 1 else self.halves


@dataclass(frozen=True, slots=True)
class StartPiece:
    """A cell that lies there before the first tile. A labelled one is no cell of the playing area (a start space)."""

    x: int
    y: int
    kind: Kind
    #: For each segment the name of the region it belongs to across the pieces, if it has one.
    regions: tuple[str | None, ...]
    label: str | None

    def to_json(self) -> dict[str, object]:
        answer: dict[str, object] = {"x": self.x, "y": self.y}
        if self.label is not None:
            answer["label"] = self.label
        answer["segments"] = [
            segment.to_json() if region is None else {**segment.to_json(), "region": region}
            for segment, region in zip(self.kind.segments, self.regions, strict=True)
        ]
        return answer


@dataclass(frozen=True, slots=True)
class Wall:
    """The edge of the playing area: its cells, and the terrains that it closes."""

    cells: frozenset[int]
    closes: frozenset[str]


_PORT = Choice(PORTS, "a port, as at rotation 0")
_SEGMENT_INDEX = Integer(0, 99)
SEGMENT_SHAPE: Final = Record(
    {"type": Text(description="the terrain"), "ports": Items(_PORT, 12)},
    {
        "pennants": Integer(0, 9),
        "markets": Integer(0, 9),
        "fountain": Flag(),
        "ends_in": Text(description="what a path with one port ends in"),
        "touches": Items(_SEGMENT_INDEX, 100, "indexes of the segments of this tile that share a border with this one"),
    },
)
KIND_SHAPE: Final = Record(
    {"id": Text(description="the kind's name"), "segments": Items(SEGMENT_SHAPE, 100)},
    {
        "count": Integer(0, 1000, "how many copies the game holds (default 1)"),
        "cities": Items(Record({"on": Items(_SEGMENT_INDEX, 100)}), 100, "cities and the segments they stand on"),
        "wheel_symbols": Table(Integer(0, 1000), "how many copies carry which wheel symbol"),
    },
    "a kind of tile",
)
KINDS_SHAPE: Final[Shape] = Items(KIND_SHAPE)


class _KindReader:
    """Turns one kind's data into a :class:`Kind`, noting everything that contradicts itself."""

    def __init__(self, landscape: Landscape, pointer: str, problems: list[Problem]) -> None:
        self.landscape = landscape
        self.pointer = pointer
        self.problems = problems

    def refuse(self, place: str, message: Message) -> None:
        self.problems.append(Problem("tileset-invalid", self.pointer + place, message))

    def kind(self, raw: Mapping[str, Any], *, whole_rim: bool) -> Kind:
        segments = tuple(
            self.segment(number, data, len(raw["segments"])) for number, data in enumerate(raw["segments"])
        )
        self.check_rim(segments, whole_rim=whole_rim)
        self.check_names(segments)
        if self.landscape.all_borders:
            self.check_borders(segments)
        cities = tuple(tuple(city["on"]) for city in raw.get("cities", ()))
        for number, on in enumerate(cities):
            for segment in on:
                if segment >= len(segments):
                    self.refuse(
                        f"/cities/{number}/on", text("There is no segment {number} on this tile.", number=segment)
                    )
        count, symbols = raw.get("count", 1), raw.get("wheel_symbols", {})
        self.check_symbols(symbols, count)
        return Kind(raw["id"], count, segments, cities, symbols)

    def segment(self, number: int, raw: Mapping[str, Any], segments: int) -> Segment:
        place = f"/segments/{number}"
        terrain = raw["type"]
        if terrain not in self.landscape.terrains:
            known = list(self.landscape.terrains)
            self.refuse(
                f"{place}/type",
                text("“{terrain}” is no terrain of this game; it has {known}.", terrain=terrain, known=known),
            )
        ports = tuple(PORT_NUMBER[name] for name in raw["ports"])
        for port in ports:
            if terrain in self.landscape.terrains and terrain not in self.landscape.allowed_at(port):
                self.refuse(
                    f"{place}/ports", text("{terrain} cannot lie at port {port}.", terrain=terrain, port=PORTS[port])
                )
        touches = tuple(raw.get("touches", ()))
        for other in touches:
            if other >= segments or other == number:
                self.refuse(
                    f"{place}/touches",
                    text("“touches” names segment {number}, which is no other segment of this tile.", number=other),
                )
        marks = {counted_as: int(raw[name]) for name, counted_as in MARKS.items() if raw.get(name)}
        return Segment(terrain, ports, touches, marks, raw.get("ends_in"))

    def check_symbols(self, symbols: Mapping[str, int], count: int) -> None:
        """Where a kind says which copies carry a symbol, it says so of each copy."""
        for symbol in symbols.keys() - WHEEL_SYMBOLS:
            known = sorted(WHEEL_SYMBOLS)
            message = text(
                "There is no wheel symbol “{symbol}”; there are {known}.", symbol=shortened(symbol), known=known
            )
            self.refuse("/wheel_symbols", message)
        if symbols and sum(symbols.values()) != count:
            message = text(
                "“wheel_symbols” tells of {told} copies, “count” of {count}.", told=sum(symbols.values()), count=count
            )
            self.refuse("/wheel_symbols", message)

    def check_borders(self, segments: tuple[Segment, ...]) -> None:
        """Where every border is listed, both sides list it."""
        for number, segment in enumerate(segments):
            for other in segment.touches:
                if other < len(segments) and number not in segments[other].touches:
                    message = text("Segment {other} does not list the border in its “touches”.", other=other)
                    self.refuse(f"/segments/{number}/touches", message)

    def check_rim(self, segments: tuple[Segment, ...], *, whole_rim: bool) -> None:
        used: dict[int, int] = {}
        for number, segment in enumerate(segments):
            for port in segment.ports:
                if port in used:
                    message = (
                        text("Port {port} is used twice by segment {a}.", port=PORTS[port], a=number)
                        if used[port] == number
                        else text(
                            "Port {port} is used twice, by segments {a} and {b}.",
                            port=PORTS[port],
                            a=used[port],
                            b=number,
                        )
                    )
                    self.refuse(f"/segments/{number}/ports", message)
                used[port] = number
        absent = [PORTS[port] for port in sorted(self.landscape.required_ports - used.keys())]
        if whole_rim and absent:
            self.refuse("/segments", text("No segment holds {ports}.", ports=absent))

    def check_names(self, segments: tuple[Segment, ...]) -> None:
        """A segment that touches no edge is named by its terrain alone, so no other may have that terrain."""
        for number, segment in enumerate(segments):
            if not segment.ports and sum(other.type == segment.type for other in segments) > 1:
                message = text(
                    "“{spot}” would be ambiguous: this segment touches no edge and another is {spot} too.",
                    spot=segment.type,
                )
                self.refuse(f"/segments/{number}", message)


def read_kinds(raw: object, landscape: Landscape, pointer: str, problems: list[Problem]) -> list[Kind]:
    """The kinds in ``raw``; whatever is wrong with them is added to ``problems``."""
    shape_problems: list[Problem] = []
    kinds = KINDS_SHAPE.read(raw, pointer, shape_problems)
    problems += shape_problems
    if shape_problems:
        return []
    answer = []
    seen: set[str] = set()
    for number, data in enumerate(kinds):
        reader = _KindReader(landscape, f"{pointer}/{number}", problems)
        answer.append(reader.kind(data, whole_rim=True))
        if data["id"] in seen:
            reader.refuse("/id", text("The kind “{kind}” is defined twice.", kind=data["id"]))
        seen.add(data["id"])
    return answer


class Orientation:
    """One kind at one rotation, with everything that the board asks of it worked out beforehand."""

    __slots__ = (
        "borders",
        "by_name",
        "edges",
        "exposed",
        "id",
        "is_start_piece",
        "joins",
        "kind",
        "marked",
        "names",
        "rotation",
        "sides",
        "size",
        "spots",
        "terrains",
        "touches",
    )

    def __init__(self, tile_set: TileSet, kind: Kind, rotation: int, *, is_start_piece: bool = False) -> None:
        self.kind = kind
        self.id = kind.id
        self.rotation = rotation
        self.is_start_piece = is_start_piece
        self.size = len(kind.segments)
        self.terrains = tuple(segment.type for segment in kind.segments)
        #: The segments on which something lies, each with what it is.
        self.marked = tuple((number, segment.marks) for number, segment in enumerate(kind.segments) if segment.marks)
        self.touches = tuple(segment.touches for segment in kind.segments)
        #: The pairs of segments of which the first touches the second.
        self.borders = tuple(
            (number, other) for number, touched in enumerate(self.touches) for other in dict.fromkeys(touched)
        )
        holders: list[int | None] = [None] * 12
        for segment_number, segment in enumerate(kind.segments):
            for port in segment.ports:
                holders[turned(port, rotation)] = segment_number
        #: For each side the segments at its three ports, clockwise; None where the port holds nothing.
        self.edges = tuple(tuple(holders[port] for port in ports_of(side)) for side in range(4))
        #: For each side the distinct segments that reach it.
        self.sides = tuple(tuple(dict.fromkeys(held for held in edge if held is not None)) for edge in self.edges)
        #: For each set of sides that have a neighbour (as bits) the segments that reach another side and so are not
        #: finished; those that never are, are left out.
        ends = [number for number, terrain in enumerate(self.terrains) if terrain not in tile_set.endless]
        self.exposed = tuple(
            tuple(number for number in ends if any(number in self.sides[side] for side in left_open))
            for left_open in SIDES_LEFT_OPEN
        )
        #: For each side and each orientation of a neighbour there: which segments join; None where they may not meet.
        self.joins = tuple(_Joins(tile_set, self, side) for side in range(4))
        #: For each segment the canonical spot.
        self.names = tuple(self._name(number, holders) for number in range(self.size))
        #: Every accepted spot and the segment it means.
        self.spots = self._spots(holders)
        #: The canonical spots with their segments, in alphabetical order.
        self.by_name = tuple(sorted((name, number) for number, name in enumerate(self.names)))

    def _name(self, number: int, holders: list[int | None]) -> str:
        terrain = self.terrains[number]
        port = next((port for port in NAMING_ORDER if holders[port] == number), None)
        return terrain if port is None else f"{terrain}@{PORTS[port]}"

    def _spots(self, holders: list[int | None]) -> dict[str, int]:
        spots = {
            f"{self.terrains[number]}@{PORTS[port]}": number
            for port, number in enumerate(holders)
            if number is not None
        }
        for number, terrain in enumerate(self.terrains):
            if self.terrains.count(terrain) == 1:
                spots[terrain] = number
        return spots

    def terrain_at(self, side: int, place: int) -> str | None:
        """The terrain at one of a side's three ports, counted clockwise."""
        held = self.edges[side][place]
        return None if held is None else self.terrains[held]

    def edge_terrains(self, side: int) -> tuple[str | None, str | None, str | None]:
        return self.terrain_at(side, 0), self.terrain_at(side, 1), self.terrain_at(side, 2)

    def __repr__(self) -> str:
        return f"{self.kind.id}@{self.rotation}"


#: For two neighbours the pairs of segments that join; None where they may not meet.
Joins = tuple[tuple[int, int], ...] | None


class _Joins(dict[Orientation, Joins]):
    """What joins over one side of an orientation, worked out when it is first asked."""

    def __init__(self, tile_set: TileSet, tile: Orientation, side: int) -> None:
        self.tile_set = tile_set
        self.tile = tile
        self.side = side

    def __missing__(self, neighbour: Orientation) -> Joins:
        joins = self[neighbour] = self.tile_set.join(self.tile, self.side, neighbour)
        return joins


class _Oriented(dict[str, dict[int, Orientation]]):
    """The orientations of each kind, made when they are first asked for."""

    def __init__(self, tile_set: TileSet) -> None:
        self.tile_set = tile_set

    def __missing__(self, kind: str) -> dict[int, Orientation]:
        tile_set = self.tile_set
        oriented = self[kind] = {
            rotation: Orientation(tile_set, tile_set.kinds[kind], rotation) for rotation in ROTATIONS
        }
        return oriented


#: Says whether a tile may lie against another over one of its sides.
MayMeet = Callable[[Orientation, int, Orientation], bool]


def same_terrain(tile: Orientation, side: int, neighbour: Orientation) -> bool:
    """Every port of the common edge shows the same terrain on both tiles."""
    return tile.edge_terrains(side) == neighbour.edge_terrains(opposite(side))[::-1]


class TileSet:
    """The contents of a game's box, ready to build boards with."""

    def __init__(
        self,
        kinds: Iterable[Kind],
        *,
        may_meet: MayMeet,
        endless: frozenset[str],
        start_pieces: tuple[StartPiece, ...] = (),
        wall: Wall | None = None,
    ) -> None:
        self.kinds = {kind.id: kind for kind in kinds}
        #: How many tiles of each kind are in it.
        self.copies = {kind.id: kind.count for kind in self.kinds.values()}
        self.may_meet = may_meet
        self.endless = endless
        self.wall = wall
        self.oriented = _Oriented(self)
        #: Stands in for a tile of unknown kind, so that the rest of the board can still be judged.
        self.blank = Orientation(self, Kind("?", 0, ()), 0)
        self._begin_with(start_pieces)

    def _begin_with(self, start_pieces: tuple[StartPiece, ...]) -> None:
        self.start_pieces = start_pieces
        #: The start pieces' cells with their orientations.
        self.start_cells = tuple(
            (cell_key(piece.x, piece.y), Orientation(self, piece.kind, 0, is_start_piece=True))
            for piece in start_pieces
        )
        self.labels = {cell_key(piece.x, piece.y): piece.label for piece in start_pieces if piece.label is not None}
        #: The cells of the start board.
        self.start_board = frozenset(key for key, _ in self.start_cells) - self.labels.keys()
        #: The regions of the start board: the segments of each, as cell key and segment number.
        self.start_regions = _start_regions(start_pieces)

    @cached_property
    def without_start_board(self) -> TileSet:
        """The same box, its tiles the very same, for a part of the table where the start board does not lie."""
        elsewhere = copy(self)
        elsewhere._begin_with(tuple(piece for piece in self.start_pieces if piece.label is not None))
        return elsewhere

    def extended(self, kinds: Iterable[Kind]) -> TileSet:
        """The same box with extra kinds; a known id is redefined."""
        both = {**self.kinds, **{kind.id: kind for kind in kinds}}
        return TileSet(
            both.values(),
            may_meet=self.may_meet,
            endless=self.endless,
            start_pieces=self.start_pieces,
            wall=self.wall,
        )

    @property
    def size(self) -> int:
        return sum(self.copies.values())

    def join(self, tile: Orientation, side: int, neighbour: Orientation) -> Joins:
        """Which segments of two neighbours join over ``side`` of the first; None where they may not lie so."""
        if tile is self.blank or neighbour is self.blank:
            return ()
        if not self.may_meet(tile, side, neighbour):
            return None
        pairs: dict[tuple[int, int], None] = {}
        for place, ours in enumerate(tile.edges[side]):
            theirs = neighbour.edges[opposite(side)][FACING[3 * side + place] % 3]
            if ours is not None and theirs is not None and tile.terrains[ours] == neighbour.terrains[theirs]:
                pairs[ours, theirs] = None
        return tuple(pairs)


def _start_regions(pieces: Iterable[StartPiece]) -> tuple[list[tuple[int, int]], ...]:
    regions: dict[str, list[tuple[int, int]]] = {}
    for piece in pieces:
        for number, region in enumerate(piece.regions):
            if region is not None:
                regions.setdefault(region, []).append((cell_key(piece.x, piece.y), number))
    return tuple(regions.values())


def edge_words(tile: Orientation, side: int) -> Message:
    """What a tile shows along a side, for a message: the distinct terrains, clockwise."""
    shown = [terrain for terrain in tile.edge_terrains(side) if terrain is not None]
    distinct = list(dict.fromkeys(shown))
    if not distinct:
        return text("nothing")
    if len(distinct) == 1:
        return text("{terrain}", terrain=terrain_word(distinct[0]))
    return text("{terrains}", terrains=[terrain_word(terrain) for terrain in distinct])


def terrain_word(terrain: str) -> Message:
    """A terrain's name in a sentence; each game marks its own for translation."""
    return text(terrain)


SIDE_WORDS: Final = (text("north"), text("east"), text("south"), text("west"))


@cache
def box_data(name: str) -> Mapping[str, Any]:
    """The data file of a game's box."""
    data: Mapping[str, Any] = json.loads(
        resources.files("scorer").joinpath("tilesets", f"{name}.json").read_text("utf-8")
    )
    return data


def load_kinds(name: str, landscape: Landscape) -> list[Kind]:
    """The kinds of a game's box; data that contradicts itself is refused."""
    problems: list[Problem] = []
    kinds = read_kinds(box_data(name)["kinds"], landscape, "/kinds", problems)
    if problems:
        raise Malformed(problems)
    return kinds


def load_start_pieces(name: str, landscape: Landscape) -> tuple[StartPiece, ...]:
    """The pieces of a game's box that lie on the table before the first tile."""
    problems: list[Problem] = []
    pieces = []
    for number, data in enumerate(box_data(name).get("start_pieces", ())):
        reader = _KindReader(landscape, f"/start_pieces/{number}", problems)
        kind = reader.kind({"id": data.get("label", "start"), "count": 0, **data}, whole_rim=False)
        regions = tuple(segment.get("region") for segment in data["segments"])
        pieces.append(StartPiece(data["x"], data["y"], kind, regions, data.get("label")))
    if problems:
        raise Malformed(problems)
    return tuple(pieces)
