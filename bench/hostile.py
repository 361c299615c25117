"""Requests that cost a service as much as anybody knows how, within a megabyte: recipes, and what is made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
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
            "cities": [{"on": [0]}] * 100,
        },
        "twelve": lambda: {
            "segments": touching_all(one_port_each("mountain")),
            "cities": [{"on": list(range(12))}] * 100,
        },
        "lands": lambda: {
            "segments": touching_all(one_port_each("grass mountain sea")),
            "cities": [{"on": list(range(12))}] * 100,
        },
        "ranges": lambda: {
            "segments": touching_all([segment("mountain", *PORTS[:6]), segment("grass", *PORTS[6:])]),
            "cities": [{"on": [0, 1] * 50}] * 100,
        },
        "plain": lambda: {"segments": [segment("mountain", *PORTS)]},
    },
}
KINDS_OF: Final = {"wheel-of-fortune": "base"}
SPOTS: Final = {
    "cloister": "field", "fed": "field", "corners": "field@NL", "cities": "city@N", "stripes": "field@N", "one": "city",
    "grass": "grass", "twelve": "mountain@N", "lands": "mountain@N", "ranges": "mountain", "plain": "mountain",
}  # fmt: skip


def square(number: int, tiles: int) -> tuple[int, int]:
    width = max(1, int(tiles**0.5))
    return number % width, number // width


def line(number: int, tiles: int) -> tuple[int, int]:
    """As long as a picture may be, row upon row with two rows free between them."""
    return number % 200, number // 200 * 3


def chessboard(number: int, tiles: int) -> tuple[int, int]:
    """No tile touches another; every free cell touches four."""
    width = max(1, int(tiles**0.5))
    row = number // width
    return 2 * (number % width) + row % 2, row


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

    def __str__(self) -> str:
        told = {
            name: value for name, value in asdict(self).items() if value != Recipe.__dataclass_fields__[name].default
        }
        return ", ".join(
            f"{value} {name}" if isinstance(value, int) else str(value or "") for name, value in told.items()
        )

    def request(self) -> Json:
        shapes = KINDS[KINDS_OF.get(self.variant, self.variant)]
        kinds = [{"id": f"k{number}", **shapes[self.kind]()} for number in range(self.kinds)]
        cells = [LAID[self.laid](number, self.tiles) for number in range(self.tiles)]
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
            asked["phase"] = "retrieve" if self.twist == "retrieve" else "final"
        if self.call in ("placements", "ghost"):
            asked["tile"] = "k0"
        if self.twist:
            TWISTS[self.twist](asked)
        return asked


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
    terrain = SPOTS[next(name for name, spot in SPOTS.items() if spot)].partition("@")[0]
    kind = asked["tileset"]["kinds"][0]
    terrain = kind["segments"][0]["type"]
    asked["options"] = {
        "highlight": {
            "features": [f"{terrain}-{number}" for number in range(1, 2)],
            "cells": [[one["x"], one["y"]] for one in asked["tiles"]],
        },
        "scores": "final",
    }


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
}
