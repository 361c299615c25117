"""Games of Board Game Arena, from the log that a player pastes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from scorer.imports.transcript import Json, Transcript, facts, items, mapping, named, unreadable, whole
from scorer.limits import Limits, shortened
from scorer.problems import Malformed, Problem
from scorer.texts import text
from scorer.tiles.ports import PORT_NUMBER, PORTS, ROTATIONS, turned

TYPES: Final[Mapping[str, Mapping[str, Any]]] = facts("bga")["types"]
#: The type of each copy, by its number.
TYPE_OF: Final = {copy: name for name, one in TYPES.items() for copy in one["ids"]}


class Event(NamedTuple):
    """What the log says happened."""

    kind: str
    told: Mapping[str, Any]
    pointer: str

    @property
    def player(self) -> str:
        return str(self.told.get("player_id"))

    def number(self, name: str) -> int:
        return whole(self.told.get(name), f"{self.pointer}/args/{name}")


def read_bga(data: object, limits: Limits) -> Transcript:
    events = list(events_of(data))
    names: dict[str, object] = {}
    for event in events:
        if event.kind == "playTile":
            names.setdefault(event.player, event.told.get("player_name"))
    players = dict(zip(names, named(names.values()), strict=True))
    if not players:
        unreadable("", text("The log tells of no tile that was laid."))
    transcript = Transcript({"variant": "base", "rules": {}, "players": list(players.values())}, limits)
    for move in moves_of(events, players):
        transcript.add({"player": transcript.next_player, **move})
    transcript.notes.append(text("This format is known from one source, and was not tried on a real log."))
    points = points_of(events, players)
    if points:
        transcript.claim(points)
        transcript.notes.append(
            text("What the log says of points stands in “claims”: a replay tells whether it agrees.")
        )
    return transcript


def events_of(data: object) -> Iterator[Event]:
    """Every event of a game review page, or of the archive."""
    pages, place = mapping(data, "").get("data"), "/data"
    if isinstance(pages, Mapping):
        name = "logs" if "logs" in pages else "data"
        pages, place = pages.get(name), f"{place}/{name}"
    for number, page in enumerate(items(pages, place)):
        pointer = f"{place}/{number}"
        for event_number, told in enumerate(items(mapping(page, pointer).get("data"), f"{pointer}/data")):
            own = f"{pointer}/data/{event_number}"
            event = mapping(told, own)
            args = event.get("args")
            if isinstance(args, Mapping):
                yield Event(str(event.get("type")), args, own)


def moves_of(events: list[Event], players: Mapping[str, str]) -> Iterator[Json]:
    """The moves; one that puts a tile away does not always say whose it is."""
    move: Json | None = None
    spots: Mapping[str, str] = {}
    picture = 0
    for event in events:
        if event.kind == "playTile":
            if move is not None:
                yield move
            kind, picture = type_told(event), quarter_turns(event) * 90
            spots = TYPES[kind]["spots"]
            move = {"player": players[event.player], **laid(event, kind, picture)}
        elif event.kind == "playPartisan":
            if move is None or (event.number("x"), event.number("y")) != (move["x"], move["y"]):
                unreadable(event.pointer, text("A follower is placed on another tile than the one just laid."))
            move["spot"] = spot_at(spots, event.number("pos"), picture, f"{event.pointer}/args/pos")
        elif event.kind == "cantPlay":
            if move is not None:
                yield move
            move = None
            yield {"discard": discarded(event)}
    if move is not None:
        yield move


def type_told(event: Event) -> str:
    kind = str(event.told.get("type"))
    if kind not in TYPES:
        message = text("No tile is known that Board Game Arena calls “{tile}”.", tile=shortened(kind))
        raise Malformed([Problem("tile-unknown", f"/data{event.pointer}/args/type", message, "tiles.copies")])
    return kind


def quarter_turns(event: Event) -> int:
    turns = event.number("ori") - 1
    if turns not in range(len(ROTATIONS)):
        unreadable(f"{event.pointer}/args/ori", text("A tile lies in one of four ways, 1 to 4."))
    return turns


def laid(event: Event, kind: str, picture: int) -> Json:
    """Where a tile is laid; the picture of some is turned against ours."""
    rotation = (picture + TYPES[kind]["turn"]) % 360
    return {"tile": TYPES[kind]["tile"], "x": event.number("x"), "y": event.number("y"), "rotation": rotation}


def spot_at(spots: Mapping[str, str], pos: int, picture: int, pointer: str) -> str:
    """The spot of a follower's position on a tile whose picture is turned so far."""
    spot = spots.get(str(pos))
    if spot is None:
        unreadable(pointer, text("This tile has no place {pos} for a follower.", pos=pos))
    terrain, at, port = spot.partition("@")
    return f"{terrain}@{PORTS[turned(PORT_NUMBER[port], picture)]}" if at else spot


def discarded(event: Event) -> str:
    copy = event.number("tile_id")
    if copy not in TYPE_OF:
        message = text("No tile is known that Board Game Arena calls “{tile}”.", tile=copy)
        raise Malformed([Problem("tile-unknown", f"/data{event.pointer}/args/tile_id", message, "tiles.copies")])
    tile: str = TYPES[TYPE_OF[copy]]["tile"]
    return tile


def points_of(events: list[Event], players: Mapping[str, str]) -> dict[str, int]:
    """What the log says that each player has won."""
    points: dict[str, int] = {}
    for event in events:
        if event.kind == "winPoints" and event.player in players:
            player = players[event.player]
            points[player] = points.get(player, 0) + event.number("points")
    return points
