"""The raw position: what a request holds as plain values, before any rule of the game has looked at it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scorer.board.board import FOLLOWER
from scorer.limits import Limits
from scorer.shapes import (
    Choice,
    Coordinate,
    Flag,
    Integer,
    Items,
    Reading,
    Record,
    Schema,
    Shape,
    Text,
    by_name,
    is_printed,
)
from scorer.tiles.cells import STRIDE, cell_key
from scorer.tiles.kinds import Kind
from scorer.tiles.ports import ROTATIONS
from scorer.tiles.tileset import TileSet

if TYPE_CHECKING:
    from scorer.rules.part import Rules, State
    from scorer.rules.ruleset import Ruleset

COORDINATE: Final = Coordinate()
MOST_POINTS: Final = 1_000_000
#: More than any game takes, so that a count that is wrong is told by the game's own rule.
MOST_PLAYERS: Final = 100
NAME: Final = Text("a short name of printable characters")
SPOT: Final = Text("where a follower stands, after rotation: `city@N`, or `city` where it is the only one")
#: How a request names a spot of the board.
PLACE: Final[Mapping[str, Shape]] = {"x": COORDINATE, "y": COORDINATE, "spot": SPOT}
#: A cell, a spot and a follower, as requests and answers name them.
AT: Final = Record({"x": COORDINATE, "y": COORDINATE}, {}, "A cell, by its coordinates.", "At")
SPOT_AT: Final = Record(PLACE, {}, "A spot of the board.", "SpotAt")
FOLLOWER_AT: Final = Record({"player": NAME, **PLACE}, {}, "A follower, where it stands.", "FollowerAt")


class CellNamed(Shape):
    """A cell: ``{"x": 0, "y": -1}``, or ``[0, -1]`` as answers list the cells of a feature."""

    def read(self, value: object, pointer: str, reading: Reading) -> tuple[int, int]:
        if isinstance(value, list | tuple) and len(value) == 2:
            x, y = (COORDINATE.read(part, f"{pointer}/{place}", reading) for place, part in enumerate(value))
            return x, y
        cell = AT.read(value, pointer, reading)
        return cell.get("x", 0), cell.get("y", 0)

    def schema(self, limits: Limits) -> Schema:
        pair = {"type": "array", "items": COORDINATE.schema(limits), "minItems": 2, "maxItems": 2}
        pair |= {"title": "Cell", "description": "x, y"}
        return {"anyOf": [AT.schema(limits), pair], "description": "a cell", "title": "CellNamed"}


FIGURE: Final = Text("the kind of figure (default `follower`); others come with expansions")
FIGURES_LEFT: Final = by_name(Integer(0, 100), "how many figures of other kinds are left; must agree with the board")

_ROTATIONS: Final = frozenset(ROTATIONS)

#: A tile of a request: its cell, its kind and its rotation.
TilePlaced = tuple[int, str, int]
#: A figure of a request: its player, its cell, its spot and what it is.
MeeplePlaced = tuple[str, int, str, str]


class Player(NamedTuple):
    name: str
    score: int = 0
    supply: int | None = None
    color: str | None = None
    #: How many figures of other kinds are left, where it is told.
    figures: Mapping[str, int] = {}
    #: What else is told of him, by field.
    told: Mapping[str, Any] = {}


class Tiles(NamedTuple):
    """The tiles of a request."""

    placed: list[TilePlaced]
    #: What tiles carry besides, by their number.
    carried: Mapping[int, Mapping[str, Any]]


def are_names(words: set[str], limits: Limits) -> bool:
    """Whether all of these are short and can be read."""
    return max(map(len, words), default=0) <= limits.longest_name and all(map(is_printed, words))


class TileList(Shape):
    """The tiles of a position. A list in which nothing is wrong is read in one pass, else each field is looked at."""

    def __init__(self, fields: Mapping[str, Shape]) -> None:
        self.careful = Items(
            Record(
                {"x": COORDINATE, "y": COORDINATE, "tile": NAME, "rotation": Choice(ROTATIONS, "degrees clockwise")},
                fields,
                "A tile on the board.",
                "PlacedTile",
            ),
            "tiles",
        )

    def read(self, value: object, pointer: str, reading: Reading) -> Tiles:
        limits = reading.limits
        if type(value) is list and (limits.tiles is None or len(value) <= limits.tiles):
            farthest = limits.farthest
            try:
                tiles = [
                    (x * STRIDE + y, tile, rotation)
                    for item in value
                    if len(item) == 4
                    and type(x := item["x"]) is int
                    and type(y := item["y"]) is int
                    and type(tile := item["tile"]) is str
                    and type(rotation := item["rotation"]) is int
                    and -farthest <= x <= farthest
                    and -farthest <= y <= farthest
                    and rotation in _ROTATIONS
                ]
                if len(tiles) == len(value) and are_names({tile for _, tile, _ in tiles}, limits):
                    return Tiles(tiles, {})
            except (KeyError, TypeError, IndexError):
                pass
        before = len(reading.problems)
        items = self.careful.read(value, pointer, reading)
        if len(reading.problems) > before:
            return Tiles([], {})
        return Tiles(
            [(cell_key(item["x"], item["y"]), item["tile"], item["rotation"]) for item in items],
            {
                number: {name: value for name, value in item.items() if name not in ("x", "y", "tile", "rotation")}
                for number, item in enumerate(items)
                if len(item) > 4
            },
        )

    def schema(self, limits: Limits) -> Schema:
        return self.careful.schema(limits)


MEEPLE: Final = Record({"player": NAME, **PLACE}, {"figure": FIGURE}, "A figure on the board.", "Meeple")


class MeepleList(Shape):
    """The figures of a position, read like its tiles."""

    careful = Items(MEEPLE, "figures")

    def read(self, value: object, pointer: str, reading: Reading) -> list[MeeplePlaced]:
        limits = reading.limits
        if type(value) is list and (limits.figures is None or len(value) <= limits.figures):
            farthest = limits.farthest
            try:
                meeples = [
                    (player, x * STRIDE + y, spot, FOLLOWER)
                    for item in value
                    if len(item) == 4
                    and type(player := item["player"]) is str
                    and type(x := item["x"]) is int
                    and type(y := item["y"]) is int
                    and type(spot := item["spot"]) is str
                    and -farthest <= x <= farthest
                    and -farthest <= y <= farthest
                ]
                words = {word for player, _, spot, _ in meeples for word in (player, spot)}
                if len(meeples) == len(value) and are_names(words, limits):
                    return meeples
            except (KeyError, TypeError, IndexError):
                pass
        before = len(reading.problems)
        items = self.careful.read(value, pointer, reading)
        if len(reading.problems) > before:
            return []
        return [
            (item["player"], cell_key(item["x"], item["y"]), item["spot"], item.get("figure", FOLLOWER))
            for item in items
        ]

    def schema(self, limits: Limits) -> Schema:
        return self.careful.schema(limits)


class PlayerList(Shape):
    """The players of a position, with what parts have of each."""

    def __init__(self, fields: Mapping[str, Shape]) -> None:
        self.fields = fields
        self.careful = Items(
            Record(
                {"name": NAME},
                {
                    "score": Integer(0, MOST_POINTS, "points already on the track (default 0)"),
                    "supply": Integer(0, 100, "followers left; must agree with the board"),
                    "color": NAME,
                    "figures": FIGURES_LEFT,
                    **fields,
                },
                "A player.",
                "Player",
            ),
            MOST_PLAYERS,
            "in seating order, clockwise",
        )

    def read(self, value: object, pointer: str, reading: Reading) -> list[Player]:
        before = len(reading.problems)
        players = self.careful.read(value, pointer, reading)
        if len(reading.problems) > before:
            return []
        return [
            Player(
                player["name"],
                player.get("score", 0),
                player.get("supply"),
                player.get("color"),
                player.get("figures", {}),
                {name: player[name] for name in self.fields if name in player},
            )
            for player in players
        ]

    def schema(self, limits: Limits) -> Schema:
        return self.careful.schema(limits)


MEEPLES: Final = MeepleList()
EXCERPT: Final = Flag(
    "a cut-out of a board: start tile, connection, copies, least players and supply are not demanded, and a start "
    "board is part of it only if no tile lies on its cells"
)


class TurnTold(NamedTuple):
    """Whose turn it is, and which part of it."""

    player: str
    part: int = 1

    def to_json(self) -> dict[str, Any]:
        return {"player": self.player, "part": self.part}


TURN: Final = Record(
    {"player": NAME},
    {"part": Integer(1, 2, "2 is the second part of a double turn (default 1)")},
    "whose turn it is; without it anybody may move",
    "TurnTold",
)
DISCARDED: Final = Items(NAME, 1000, "the tiles that fitted nowhere and left the game")


class Position(NamedTuple):
    """A position as asked, of the right shape but perhaps against every rule."""

    # In quotes, as below, for mypyc: it would look these up before they are there.
    ruleset: "Ruleset"  # noqa: UP037
    rules: "Rules"  # noqa: UP037
    tile_set: TileSet
    extra_kinds: tuple[Kind, ...]
    players: tuple[Player, ...]
    tiles: list[TilePlaced]
    #: What tiles carry besides, by their number.
    carried: Mapping[int, Mapping[str, Any]]
    meeples: list[MeeplePlaced]
    excerpt: bool
    #: What parts add to a position, by the name of the field; only what the request tells.
    states: "Mapping[str, State]"  # noqa: UP037
    limits: Limits
    #: Whose turn it is, and which part of it; None where it is not told.
    turn: TurnTold | None = None
    #: The tiles that fitted nowhere and left the game.
    discarded: tuple[str, ...] = ()
