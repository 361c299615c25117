"""Games that JCloisterZone has saved (`.jcz`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from scorer.imports.transcript import Json, Transcript, facts, items, mapping, named, unreadable, whole
from scorer.limits import Limits, shortened
from scorer.problems import Malformed, Problem
from scorer.texts import Message, text
from scorer.tiles.ports import PORT_NUMBER, PORTS, SIDES, turned

TILES: Final[Mapping[str, str]] = facts("jcz")["tiles"]
#: Our expansion for each set of tiles; the base game is none.
SETS: Final = {
    "basic": None,
    "river/1": "river",
    "inns-and-cathedrals": "inns-and-cathedrals",
    "traders-and-builders": "traders-and-builders",
}
#: And for each element of the game.
ELEMENTS: Final = {
    "small-follower": None,
    "farmers": None,
    "garden": None,
    "abbot": "abbot",
    "big-follower": "inns-and-cathedrals",
    "inn": "inns-and-cathedrals",
    "cathedral": "inns-and-cathedrals",
    "builder": "traders-and-builders",
    "pig": "traders-and-builders",
    "traders": "traders-and-builders",
}
TERRAINS: Final = {
    "City": "city",
    "Road": "road",
    "Field": "field",
    "Monastery": "cloister",
    "Cloister": "cloister",
    "Garden": "garden",
}
FIGURES: Final = {"small": None, "big": "big", "abbot": "abbot", "builder": "builder", "pig": "pig"}
#: What the program plays by, where our default is another.
RULES: Final = {
    "river": {"river_turns": "reserve", "river_start_tile": "in-bag"},
    "traders-and-builders": {"builder_turn": "must"},
}
#: What a player may have done after laying a tile, and what ends his turn.
KNOWN_ENTRIES: Final = ("PLACE_TILE", "DEPLOY_MEEPLE", "RETURN_MEEPLE", "PASS", "COMMIT", "UNDO")
FOLLOWERS: Final = 7


class Frame(NamedTuple):
    """How the program's board lies on ours: our start tile is on 0,0 and not turned."""

    x: int = 0
    y: int = 0
    rotation: int = 0

    def cell(self, position: object, pointer: str) -> dict[str, int]:
        told = items(position, pointer)
        if len(told) != 2:
            unreadable(pointer, text("A cell has two numbers."))
        x, y = whole(told[0], f"{pointer}/0") - self.x, whole(told[1], f"{pointer}/1") - self.y
        for _ in range(self.rotation // 90):
            x, y = y, -x
        return {"x": x, "y": y}

    def turn(self, rotation: int) -> int:
        return (rotation - self.rotation) % 360


def read_jcz(data: object, limits: Limits) -> Transcript:
    saved = mapping(data, "")
    refuse_old(saved)
    setup = mapping(saved.get("setup"), "/setup")
    players = named(
        mapping(one, f"/players/{number}").get("name")
        for number, one in enumerate(items(saved.get("players"), "/players"))
    )
    notes: list[Message] = []
    heading = heading_of(setup, players, notes)
    transcript = Transcript(heading, limits)
    transcript.notes = notes
    if "initialRandom" not in saved:
        transcript.notes.append(text("The file was saved by an older version; its format was not tried."))
    frame = frame_of(setup, heading)
    turns = list(turns_of(items(saved.get("replay"), "/replay")))
    told = [move_of(turn, heading, frame) for turn in turns]
    for number, (turn, move) in enumerate(zip(turns, told, strict=True)):
        player = transcript.next_player if turn.player is None else player_of(turn, players)
        transcript.add({"player": player, **move}, [other["tile"] for other in told[number:]])
    if any(turn.player is None for turn in turns):
        transcript.notes.append(
            text("Some moves do not say whose they are: the players were taken to follow each other.")
        )
    transcript.notes.append(text("The program does not note tiles that it puts away."))
    return transcript


def refuse_old(saved: Mapping[str, Any]) -> None:
    """Version 4 had other names for everything."""
    setup = saved.get("setup")
    if "slots" in saved or (isinstance(setup, Mapping) and "expansions" in setup):
        message = text("This file was saved by JCloisterZone 4, which is too old; files of version 5 can be read.")
        raise Malformed([Problem("import-too-old", "/data", message)])


def heading_of(setup: Mapping[str, Any], players: list[str], notes: list[Message]) -> Json:
    """The variant with its expansions, the rules and the players."""
    sets, elements = mapping(setup.get("sets"), "/setup/sets"), mapping(setup.get("elements", {}), "/setup/elements")
    added = [
        *expansions_in({name.partition(":")[0]: count for name, count in sets.items()}, SETS, "/setup/sets"),
        *expansions_in(elements, ELEMENTS, "/setup/elements"),
    ]
    rules: Json = {name: value for one in added for name, value in RULES.get(one, {}).items()}
    if not elements.get("farmers", True):
        rules["farm_scoring"] = "none"
    if elements.get("small-follower", FOLLOWERS) != FOLLOWERS:
        notes.append(text("The players did not have 7 followers each; here they are taken to."))
    for name, value in mapping(setup.get("rules", {}), "/setup/rules").items():
        if name != "tiny-city-scoring":
            notes.append(text("The program’s rule “{name}” is not heeded.", name=shortened(name)))
        elif str(value) in ("2", "4"):
            rules["small_city"] = int(value)
        else:
            unreadable("/setup/rules/tiny-city-scoring", text("A small city brings 2 or 4."))
    heading: Json = {"variant": "base"}
    if added:
        heading["expansions"] = list(dict.fromkeys(added))
    return {**heading, "rules": rules, "players": players}


def expansions_in(told: Mapping[str, Any], known: Mapping[str, str | None], pointer: str) -> list[str]:
    """The expansions that sets or elements stand for; one that we don't know is refused by its name."""
    played = [name for name, count in told.items() if count]
    problems = [
        Problem(
            "expansion-unknown",
            f"/data{pointer}",
            text(
                "This game was played with “{name}”; only these can be read: {known}.",
                name=shortened(name),
                known=list(known),
            ),
        )
        for name in played
        if name not in known
    ]
    if problems:
        raise Malformed(problems)
    return [expansion for name in played if (expansion := known[name]) is not None]


def frame_of(setup: Mapping[str, Any], heading: Json) -> Frame:
    start = items(setup.get("start", []), "/setup/start")
    if not start:
        return Frame()
    first = mapping(start[0], "/setup/start/0")
    ours = "R01" if "river" in heading.get("expansions", ()) else "D"
    if len(start) > 1 or TILES.get(str(first.get("tile"))) != ours:
        unreadable("/setup/start", text("The game does not begin with the one start tile that it has here."))
    x, y = whole(first.get("x", 0), "/setup/start/0/x"), whole(first.get("y", 0), "/setup/start/0/y")
    return Frame(x, y, rotation_of(first.get("rotation", 0), "/setup/start/0/rotation"))


def rotation_of(value: object, pointer: str) -> int:
    """“R90”, or 90."""
    degrees = whole(value.removeprefix("R") if isinstance(value, str) else value, pointer)
    if degrees % 90:
        unreadable(pointer, text("A tile is turned by 0, 90, 180 or 270 degrees."))
    return degrees % 360


class SavedTurn(NamedTuple):
    """A tile that is laid, and what comes after it."""

    number: int
    laid: Mapping[str, Any]
    player: int | None
    #: The entry that places a figure or takes one back, with its number.
    action: tuple[int, str, Mapping[str, Any]] | None


def turns_of(entries: list[Any]) -> Iterator[SavedTurn]:
    """The turns that the entries tell, without those that were taken back."""
    kept: list[tuple[int, str, Mapping[str, Any]]] = []
    for number, told in enumerate(entries):
        entry = mapping(told, f"/replay/{number}")
        kind = entry.get("type")
        if kind not in KNOWN_ENTRIES:
            message = text(
                "An entry “{name}” cannot be read; these can: {known}.",
                name=shortened(str(kind)),
                known=list(KNOWN_ENTRIES),
            )
            unreadable(f"/replay/{number}/type", message)
        if kind != "UNDO":
            kept.append((number, kind, entry))
        elif kept:
            kept.pop()
    turn: SavedTurn | None = None
    for number, kind, entry in kept:
        if kind == "PLACE_TILE":
            if turn is not None:
                yield turn
            player = entry.get("player")
            told_by = None if player is None else whole(player, f"/replay/{number}/player")
            turn = SavedTurn(number, mapping(entry.get("payload"), f"/replay/{number}/payload"), told_by, None)
        elif kind in ("DEPLOY_MEEPLE", "RETURN_MEEPLE"):
            if turn is None:
                unreadable(f"/replay/{number}", text("A figure is placed or taken back before a tile is laid."))
            turn = turn._replace(action=(number, kind, mapping(entry.get("payload"), f"/replay/{number}/payload")))
    if turn is not None:
        yield turn


def player_of(turn: SavedTurn, players: list[str]) -> str:
    assert turn.player is not None
    if not 0 <= turn.player < len(players):
        unreadable(f"/replay/{turn.number}/player", text("There is no player {number}.", number=turn.player))
    return players[turn.player]


def move_of(turn: SavedTurn, heading: Json, frame: Frame) -> Json:
    """The move of a turn, without its player."""
    pointer = f"/replay/{turn.number}/payload"
    name = turn.laid.get("tileId")
    tile = TILES.get(name) if isinstance(name, str) else None
    if tile is None:
        message = text("No tile is known that JCloisterZone calls “{tile}”.", tile=shortened(str(name)))
        raise Malformed([Problem("tile-unknown", f"/data{pointer}/tileId", message, "tiles.copies")])
    if "abbot" not in heading.get("expansions", ()):
        # Without the abbot a garden is decoration, and the tile is its plain twin.
        tile = tile.removesuffix("g")
    move: Json = {
        "tile": tile,
        **frame.cell(turn.laid.get("position"), f"{pointer}/position"),
        "rotation": frame.turn(rotation_of(turn.laid.get("rotation"), f"{pointer}/rotation")),
    }
    return move if turn.action is None else {**move, **action_of(turn.action, frame)}


def action_of(action: tuple[int, str, Mapping[str, Any]], frame: Frame) -> Json:
    """What a figure does: it is placed, or taken back."""
    number, kind, payload = action
    place = f"/replay/{number}/payload"
    target = mapping(payload.get("pointer"), f"{place}/pointer")
    spot = spot_of(target, frame, f"{place}/pointer")
    if kind == "RETURN_MEEPLE":
        return {"retrieve": {**frame.cell(target.get("position"), f"{place}/pointer/position"), "spot": spot}}
    meeple = str(payload.get("meepleId", "0.small.1")).split(".")
    figure = meeple[1] if len(meeple) > 1 else ""
    if figure not in FIGURES:
        message = text(
            "A figure “{figure}” cannot be read; these can: {known}.", figure=shortened(figure), known=list(FIGURES)
        )
        unreadable(f"{place}/meepleId", message)
    ours = FIGURES[figure]
    return {"spot": spot} if ours is None else {"spot": spot, "figure": ours}


def spot_of(target: Mapping[str, Any], frame: Frame, pointer: str) -> str:
    """The spot of a feature and a location: sides written together, all but those after “_”, or ports with dots."""
    feature, location = str(target.get("feature")), target.get("location")
    if feature not in TERRAINS:
        message = text(
            "A feature “{feature}” cannot be read; these can: {known}.",
            feature=shortened(feature),
            known=list(TERRAINS),
        )
        unreadable(f"{pointer}/feature", message)
    terrain = TERRAINS[feature]
    if terrain in ("cloister", "garden") or location == "I":
        return terrain
    port = port_of(str(location))
    if port is None:
        unreadable(
            f"{pointer}/location", text("A location “{location}” cannot be read.", location=shortened(str(location)))
        )
    return f"{terrain}@{PORTS[turned(PORT_NUMBER[port], frame.turn(0))]}"


def port_of(location: str) -> str | None:
    """One of the ports that a location holds."""
    first = location.partition(".")[0]
    if first in PORT_NUMBER:
        return first
    if not re.fullmatch(r"_?[NESW]{1,4}", location):
        return None
    named_sides = [side for side in SIDES if (side in location) is not location.startswith("_")]
    return named_sides[0] if named_sides else None
