"""Requests that cost a service as much as anybody knows how, within a megabyte: recipes, and what is made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

Json = dict[str, Any]

SIDES: Final = "NESW"
PORTS: Final = tuple(f"{side}{place}" for side in SIDES for place in ("L", "", "R"))
MIDDLES: Final = tuple(SIDES)
HALVES: Final = tuple(port for port in PORTS if len(port) == 2)
NAMES: Final = tuple(f"{number:02}".ljust(40, "w") for number in range(100))


def segment(terrain: str, *ports: str, **more: Any) -> Json:
    return {"type": terrain, "ports": list(ports), **more}


def touching_all(segments: list[Json]) -> list[Json]:
    """The same with every border that there can be."""
    numbers = range(len(segments))
    return [{**one, "touches": [other for other in numbers if other != own]} for own, one in enumerate(segments)]


def one_port_each(terrains: str) -> list[Json]:
    """Twelve segments, with these terrains in turn; a bordering pair is never alike unless only one is named."""
    names = terrains.split()
    return [segment(names[number % len(names)], port) for number, port in enumerate(PORTS)]


#: Made-up kinds, by the game that they are for: segments, and what else a kind of that game tells.
KINDS: Final[Mapping[str, Mapping[str, Callable[[], Json]]]] = {
    "base": {
        "cloister": lambda: {"segments": [segment("field", *PORTS), segment("cloister")]},
        "fed": lambda: {"segments": [segment("field", *PORTS, touches=[1]), segment("city")]},
        "corners": lambda: {
            "segments": [
                *[segment("road", port) for port in MIDDLES],
                *[segment("field", port, touches=[0, 1, 2, 3]) for port in HALVES],
                segment("cloister"),
            ]
        },
        "cities": lambda: {
            "segments": touching_all(
                [segment("city", *PORTS[3 * side : 3 * side + 3]) for side in range(4)]
                + [segment("field"), segment("cloister"), segment("road")]
            )
        },
        "stripes": lambda: {"segments": touching_all([*one_port_each("field"), segment("city")])},
        "one": lambda: {"segments": [segment("city", *PORTS)]},
    },
    "discovery": {
        "grass": lambda: {
            "segments": [segment("grass", *PORTS)],
            "cities": [{"on": [0]}] * 20,
        },
        "twelve": lambda: {
            "segments": touching_all(one_port_each("mountain")),
            "cities": [{"on": list(range(12))}] * 20,
        },
        "lands": lambda: {
            "segments": touching_all(one_port_each("grass mountain sea")),
            "cities": [{"on": list(range(12))}] * 20,
        },
        "ranges": lambda: {
            "segments": touching_all([segment("mountain", *PORTS[:6]), segment("grass", *PORTS[6:])]),
            "cities": [{"on": [0, 1] * 10}] * 20,
        },
        "plain": lambda: {"segments": [segment("mountain", *PORTS)]},
    },
}
KINDS_OF: Final = {"wheel-of-fortune": "base"}
SPOTS: Final = {
    "cloister": "field", "fed": "field", "corners": "field@NL", "cities": "city@N", "stripes": "field@N", "one": "city",
    "grass": "grass", "twelve": "mountain@N", "lands": "mountain@N", "ranges": "mountain", "plain": "mountain",
}  # fmt: skip


def square(number: int, width: int) -> tuple[int, int]:
    return number % width, number // width


def line(number: int, _: int) -> tuple[int, int]:
    """Nearly as long as a picture may be, row upon row with two rows free between them."""
    return number % 198, number // 198 * 3


def chessboard(number: int, width: int) -> tuple[int, int]:
    """No tile touches another; every free cell touches four."""
    row = number // width
    return 2 * (number % width) + row % 2, row


#: Where the tile of a number lies, on a board so many tiles wide.
LAID: Final[Mapping[str, Callable[[int, int], tuple[int, int]]]] = {
    "square": square,
    "line": line,
    "chessboard": chessboard,
}


@dataclass(frozen=True)
class Recipe:
    """What a request is made of."""

    call: str
    variant: str = "base"
    kind: str = "cloister"
    tiles: int = 5_000
    laid: str = "square"
    followers: int = 0
    players: int = 5
    #: How many kinds there are, all alike but for their names.
    kinds: int = 1
    expansions: tuple[str, ...] = ()
    #: What else the request says, by a name in :data:`TWISTS`.
    twist: str = ""
    #: Whether it is the costliest known of its call.
    worst: bool = False

    def __str__(self) -> str:
        told = [self.variant, *self.expansions, f"{self.tiles:,} tiles of the kind “{self.kind}”, {self.laid}"]
        if self.kinds > 1:
            told.append(f"{self.kinds} kinds")
        if self.followers:
            told.append(f"{self.followers:,} followers of {self.players}")
        return ", ".join([*told, self.twist] if self.twist else told)

    def request(self) -> Json:
        if self.call == "replay":
            return self.game()
        shapes = KINDS[KINDS_OF.get(self.variant, self.variant)]
        kinds = [{"id": f"k{number}", **shapes[self.kind]()} for number in range(self.kinds)]
        width = max(1, int(self.tiles**0.5))
        cells = [LAID[self.laid](number, width) for number in range(self.tiles)]
        if self.variant == "wheel-of-fortune":
            cells = [(x + 10, y + 10) for x, y in cells]
        names = NAMES[: self.players]
        asked: Json = {
            "variant": self.variant,
            "players": [{"name": name} for name in names],
            "excerpt": True,
            "tileset": {"kinds": kinds},
            "tiles": [
                {"x": x, "y": y, "tile": f"k{number % self.kinds}", "rotation": 0}
                for number, (x, y) in enumerate(cells)
            ],
            "meeples": [
                {"player": names[number % len(names)] if names else "", "x": x, "y": y, "spot": SPOTS[self.kind]}
                for number, (x, y) in enumerate(cells[: self.followers])
            ],
        }
        if self.expansions:
            asked["expansions"] = list(self.expansions)
        if self.call == "score":
            asked["phase"] = "final"
        if self.call == "placements":
            asked["tile"] = "k0"
        if self.call == "move":
            asked["move"] = {"player": names[0], "tile": "k0", "x": -1, "y": -1, "rotation": 0}
        if self.twist:
            TWISTS[self.twist](asked)
        return asked

    def game(self) -> Json:
        """A game of nothing but such tiles, in a row."""
        kind = {"id": "k0", "count": 1_000, **KINDS[self.variant][self.kind]()}
        start = {"base": "D", "discovery": "D48"}[self.variant]
        # The start tile is made one of them, so that they fit.
        return {
            "variant": self.variant,
            "players": list(NAMES[: self.players]),
            "tileset": {"kinds": [kind, {**kind, "id": start, "count": 1}]},
            "moves": [
                {
                    "player": NAMES[number % self.players],
                    "tile": "k0",
                    "x": number + 1,
                    "y": 0,
                    "rotation": 0,
                    **({"spot": SPOTS[self.kind]} if number < 3 * self.players else {}),
                }
                for number in range(self.tiles)
            ],
            "end": "early",
            "claims": [{"after": number % self.tiles, "player": NAMES[0], "score": 1} for number in range(1_000)],
        }


def asked_for_player(asked: Json) -> None:
    asked["player"] = asked["players"][0]["name"]


def all_of_one_player(asked: Json) -> None:
    asked_for_player(asked)
    asked["meeples"] = [{**one, "player": asked["player"]} for one in asked["meeples"]]


def per_city(asked: Json) -> None:
    asked["rules"] = {"farm_scoring": "per-city-4"}


def per_field_once(asked: Json) -> None:
    asked["rules"] = {"farm_scoring": "per-field-3-once"}


def retrieving(asked: Json) -> None:
    asked["phase"] = "retrieve"


def carried_out(asked: Json) -> None:
    asked["carry_out"] = True


def scores_shown(asked: Json) -> None:
    asked["options"] = {"scores": "final", "coordinates": True}


def ghost_shown(asked: Json) -> None:
    asked["options"] = {"ghost": {"tile": "k0"}}


def all_lit(asked: Json) -> None:
    terrain = asked["tileset"]["kinds"][0]["segments"][0]["type"]
    lit = {"features": [f"{terrain}-1"], "cells": [[one["x"], one["y"]] for one in asked["tiles"]]}
    asked["options"] = {"highlight": lit, "scores": "final"}


def countless(asked: Json) -> None:
    for kind in asked["tileset"]["kinds"]:
        kind["count"] = 1_000


TWISTS: Final[Mapping[str, Callable[[Json], None]]] = {
    "for a player": asked_for_player,
    "all of one player": all_of_one_player,
    "per-city-4": per_city,
    "per-field-3-once": per_field_once,
    "retrieve": retrieving,
    "carry_out": carried_out,
    "scores": scores_shown,
    "ghost": ghost_shown,
    "lit": all_lit,
    "countless": countless,
}


# Requests that are wrong in as many ways as they can be


def many_players() -> list[Json]:
    return [{"name": name} for name in NAMES]


def numbered(count: int, value: Any = 1) -> Json:
    return {f"{number:05}": value for number in range(count)}


START: Final = {"x": 0, "y": 0, "tile": "D", "rotation": 0}
#: A game that cannot be played, for each call; by name.
WRONG: Final[Mapping[str, tuple[str, Callable[[], Json]]]] = {
    "75,000 unknown claims, 100 players": (
        "score",
        lambda: {"variant": "base", "phase": "final", "players": many_players(), "claim": numbered(75_000)},
    ),
    "100 unknown claims, 100 players": (
        "score",
        lambda: {"variant": "base", "phase": "final", "players": many_players(), "claim": numbered(100)},
    ),
    "75,000 keeps": (
        "validate",
        lambda: {"variant": "castle", "players": many_players(), "castle": {"keeps": numbered(75_000)}},
    ),
    "300,000 empty followers to take back": (
        "score",
        lambda: {"variant": "wheel-of-fortune", "phase": "wheel", "drawn": 1, "player": "x", "plague": [{}] * 300_000},
    ),
    "300,000 empty crowns": (
        "validate",
        lambda: {"variant": "wheel-of-fortune", "wheel": {"crowns": [{}] * 300_000}},
    ),
    "80,000 unknown fields": ("score", lambda: {"variant": "base", "phase": "final", **numbered(80_000)}),
    "80,000 unknown rule values": ("features", lambda: {"variant": "base", "rules": numbered(80_000)}),
    "5,000 tiles with 20 unknown fields each": (
        "validate",
        lambda: {"variant": "base", "tiles": [{f"{number}": 1 for number in range(10, 30)}] * 5_000},
    ),
    "5,000 tiles of unknown kinds": (
        "validate",
        lambda: {
            "variant": "base",
            "players": many_players(),
            "tiles": [{**START, "x": x, "tile": f"{x:04}".ljust(40, "D")} for x in range(5_000)],
        },
    ),
    "5,000 followers of unknown players": (
        "validate",
        lambda: {
            "variant": "base",
            "players": many_players(),
            "tiles": [START],
            "meeples": [{"player": f"{number:04}", "x": 0, "y": 0, "spot": "x"} for number in range(5_000)],
        },
    ),
    "5,000 tiles that do not match": (
        "validate",
        lambda: {
            "variant": "base",
            "tiles": [{**START, "x": n % 70, "y": n // 70, "rotation": 90 * (n % 4)} for n in range(5_000)],
        },
    ),
    "200,000 cells to light up": (
        "render",
        lambda: {"variant": "base", "tiles": [START], "options": {"highlight": {"cells": [[0]] * 200_000}}},
    ),
    "100 kinds of 100 segments with 100 borders each": (
        "validate",
        lambda: {
            "variant": "discovery",
            "tileset": {
                "kinds": [
                    {"id": f"{number}", "segments": [segment("grass", touches=[99] * 100)] * 30}
                    for number in range(100)
                ]
            },
        },
    ),
}
