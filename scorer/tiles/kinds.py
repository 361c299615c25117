"""Kinds of tile as data: segments on ports, what lies on them, and how many copies the box holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from scorer.shapes import Choice, Flag, Integer, Items, Reading, Record, Shape, Text
from scorer.texts import Message, Plural, text
from scorer.tiles.ports import PORT_NUMBER, PORTS


@dataclass(frozen=True)
class Segment:
    """A part of a tile on which one follower could stand."""

    type: str
    ports: tuple[int, ...]
    touches: tuple[int, ...] = ()
    #: What lies on it, under the name by which it is counted.
    marks: Mapping[str, int] = field(default_factory=dict)
    ends_in: str | None = None


@dataclass(frozen=True, eq=False)
class Kind:
    """A kind of tile: its segments at rotation 0 and how many copies the game holds."""

    id: str
    count: int
    segments: tuple[Segment, ...]
    #: What only one game's kinds tell, by the name of the field.
    extras: Mapping[str, Any] = field(default_factory=dict)

    @property
    def parts(self) -> int:
        """How much there is to look at: segments, borders between them, and what stands on each."""
        borders = sum([len(set(segment.touches)) for segment in self.segments])
        standing = sum([len(on) for listed in self.extras.values() if isinstance(listed, tuple) for on in listed])
        return len(self.segments) + borders + standing


# What tiles may show


class Finish(Enum):
    """When a region is finished."""

    WHEN_CLOSED = "no end of it looks at an empty cell"
    WHEN_SURROUNDED = "all eight cells around it hold tiles"
    NEVER = "it lasts until the end of the game"


#: By names of their own, because looking them up in the enumeration for every region takes its time.
WHEN_CLOSED: Final = Finish.WHEN_CLOSED
WHEN_SURROUNDED: Final = Finish.WHEN_SURROUNDED


@dataclass(frozen=True)
class Terrain:
    """Something that tiles show, and on which a follower may stand."""

    #: Its name in English, marked for translation.
    name: str
    #: One of its features in a sentence.
    the: Message
    #: What a follower is called that stands there, and so many of them.
    person: Message
    people: Plural
    finish: Finish = Finish.WHEN_CLOSED
    #: Whether it may lie in the middle of a tile's edge, and on its halves.
    middle: bool = True
    half: bool = True
    #: Whether any follower may stand there; on some terrains only certain figures may, or none, by this rule.
    takes_followers: bool = True
    rule: str = "follower.spot"


@dataclass(frozen=True)
class Mark:
    """Something that lies on a segment and is counted: a pennant, a market."""

    #: The name in the data, and the one under which it is counted.
    name: str
    counted_as: str
    #: Whether there is one or none, instead of a number.
    single: bool = False

    def told(self, number: int) -> object:
        """So many of them, as the data tells it."""
        # Two returns: compiled, one expression of both would be a number.
        if self.single:
            return True
        return number


@dataclass(frozen=True)
class KindField:
    """A field of a kind that only one game's tiles have."""

    name: str
    shape: Shape
    #: The value as the game keeps it, from what the data says; what contradicts the kind is refused.
    keep: Callable[[Any, KindReader], Any]
    #: The value as the data says it.
    told: Callable[[Any], Any]


class Landscape:
    """What a game's tiles may show: the terrains, what lies on them, and which ports must be used."""

    def __init__(
        self,
        terrains: tuple[Terrain, ...],
        marks: tuple[Mark, ...],
        kind_fields: tuple[KindField, ...],
        required_ports: frozenset[int],
        *,
        all_borders: bool,
    ) -> None:
        self.terrains = terrains
        self.marks = marks
        self.kind_fields = kind_fields
        self.required_ports = required_ports
        #: Whether ``touches`` lists every border of a segment, or only those that count.
        self.all_borders = all_borders
        self.by_name = {terrain.name: terrain for terrain in terrains}
        self.names = tuple(self.by_name)
        self.finishes = {terrain.name: terrain.finish for terrain in terrains}
        self.segment_shape = self._segment_shape()
        self.kinds_shape = self._kinds_shape()

    def _segment_shape(self) -> Record:
        marks = {mark.name: Flag() if mark.single else Integer(0, 9) for mark in self.marks}
        touches = "indexes of the segments of this tile that share a border with this one"
        return Record(
            {"type": Text(description="the terrain"), "ports": Items(_PORT, 12)},
            {
                **marks,
                "ends_in": Text(description="what a path with one port ends in"),
                "touches": Items(SEGMENT_INDEX, 100, touches),
            },
            "A part of a tile that shows one thing.",
            "Segment",
        )

    def _kinds_shape(self) -> Shape:
        return Items(
            Record(
                {"id": Text(description="the kind's name"), "segments": Items(self.segment_shape, 100)},
                {
                    "count": Integer(0, 1000, "how many copies the game holds (default 1)"),
                    **{field.name: field.shape for field in self.kind_fields},
                },
                "A kind of tile.",
                "Kind",
            ),
            "kinds",
        )

    def allows(self, terrain: str, port: int) -> bool:
        """Whether a terrain may lie at a port."""
        land = self.by_name[terrain]
        return land.middle if port % 3 == 1 else land.half

    def kind_json(self, kind: Kind) -> dict[str, object]:
        """A kind as the data tells it."""
        extras = {
            field.name: field.told(kind.extras[field.name]) for field in self.kind_fields if field.name in kind.extras
        }
        segments = [self.segment_json(segment) for segment in kind.segments]
        return {"id": kind.id, "count": kind.count, "segments": segments, **extras}

    def segment_json(self, segment: Segment) -> dict[str, object]:
        answer: dict[str, object] = {"type": segment.type, "ports": [PORTS[port] for port in segment.ports]}
        for mark in self.marks:
            if mark.counted_as in segment.marks:
                answer[mark.name] = mark.told(segment.marks[mark.counted_as])
        if segment.ends_in is not None:
            answer["ends_in"] = segment.ends_in
        if segment.touches:
            answer["touches"] = list(segment.touches)
        return answer


# Reading

_PORT: Final = Choice(PORTS, "a port, as at rotation 0")
SEGMENT_INDEX: Final = Integer(0, 99)


class KindReader:
    """Turns one kind's data into a :class:`Kind`, noting everything that contradicts itself."""

    def __init__(self, landscape: Landscape, pointer: str, reading: Reading) -> None:
        self.landscape = landscape
        self.pointer = pointer
        self.reading = reading
        self.count = 1
        self.segments: tuple[Segment, ...] = ()

    def refuse(self, place: str, message: Message) -> None:
        self.reading.refuse("tileset-invalid", self.pointer + place, message)

    def kind(self, raw: Mapping[str, Any], *, whole_rim: bool) -> Kind:
        self.count = raw.get("count", 1)
        total = len(raw["segments"])
        self.segments = tuple(self.segment(number, data, total) for number, data in enumerate(raw["segments"]))
        self.check_rim(whole_rim=whole_rim)
        self.check_names()
        if self.landscape.all_borders:
            self.check_borders()
        extras = {f.name: f.keep(raw[f.name], self) for f in self.landscape.kind_fields if f.name in raw}
        return Kind(raw["id"], self.count, self.segments, extras)

    def segment(self, number: int, raw: Mapping[str, Any], total: int) -> Segment:
        place = f"/segments/{number}"
        terrain, known = raw["type"], self.landscape.names
        if terrain not in known:
            message = text(
                "“{terrain}” is no terrain of this game; it has {known}.", terrain=terrain, known=list(known)
            )
            self.refuse(f"{place}/type", message)
        ports = tuple(PORT_NUMBER[name] for name in raw["ports"])
        for port in ports:
            if terrain in known and not self.landscape.allows(terrain, port):
                message = text("{terrain} cannot lie at port {port}.", terrain=terrain, port=PORTS[port])
                self.refuse(f"{place}/ports", message)
        touches = tuple(raw.get("touches", ()))
        for other in touches:
            if other >= total or other == number:
                message = text(
                    "“touches” names segment {number}, which is no other segment of this tile.", number=other
                )
                self.refuse(f"{place}/touches", message)
        marks = {mark.counted_as: int(raw[mark.name]) for mark in self.landscape.marks if raw.get(mark.name)}
        return Segment(terrain, ports, touches, marks, raw.get("ends_in"))

    def check_borders(self) -> None:
        """Where every border is listed, both sides list it."""
        for number, segment in enumerate(self.segments):
            for other in segment.touches:
                if other < len(self.segments) and number not in self.segments[other].touches:
                    message = text("Segment {other} does not list the border in its “touches”.", other=other)
                    self.refuse(f"/segments/{number}/touches", message)

    def check_rim(self, *, whole_rim: bool) -> None:
        used: dict[int, int] = {}
        for number, segment in enumerate(self.segments):
            for port in segment.ports:
                if port in used:
                    self.refuse(f"/segments/{number}/ports", _used_twice(port, used[port], number))
                used[port] = number
        absent = [PORTS[port] for port in sorted(self.landscape.required_ports.difference(used))]
        if whole_rim and absent:
            self.refuse("/segments", text("No segment holds {ports}.", ports=absent))

    def check_names(self) -> None:
        """A segment that touches no edge is named by its terrain alone, so no other such may have that terrain."""
        for number, segment in enumerate(self.segments):
            if not segment.ports and sum(o.type == segment.type and not o.ports for o in self.segments) > 1:
                message = text(
                    "“{spot}” would be ambiguous: this segment touches no edge and another is {spot} too.",
                    spot=segment.type,
                )
                self.refuse(f"/segments/{number}", message)


def _used_twice(port: int, first: int, second: int) -> Message:
    if first == second:
        return text("Port {port} is used twice by segment {a}.", port=PORTS[port], a=first)
    return text("Port {port} is used twice, by segments {a} and {b}.", port=PORTS[port], a=first, b=second)


def read_kinds(raw: object, landscape: Landscape, pointer: str, reading: Reading) -> list[Kind]:
    """The kinds in ``raw``; whatever is wrong with them is noted in ``reading``."""
    before = len(reading.problems)
    kinds = landscape.kinds_shape.read(raw, pointer, reading)
    if len(reading.problems) > before:
        return []
    answer = []
    seen: set[str] = set()
    for number, data in enumerate(kinds):
        reader = KindReader(landscape, f"{pointer}/{number}", reading)
        answer.append(reader.kind(data, whole_rim=True))
        if data["id"] in seen:
            reader.refuse("/id", text("The kind “{kind}” is defined twice.", kind=data["id"]))
        seen.add(data["id"])
    return answer
