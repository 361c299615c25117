"""The raw position: what a request holds as plain values, before any rule of the game has looked at it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, overload

from scorer.limits import LIMITS, STRIDE
from scorer.ports import ROTATIONS
from scorer.shapes import (
    Anything,
    Choice,
    Coordinate,
    Flag,
    Integer,
    Items,
    Problems,
    Record,
    Schema,
    Shape,
    Table,
    Text,
    is_printed,
)
from scorer.tiles import KINDS_SHAPE, Kind, Orientation, TileSet, cell_key
from scorer.variant import Rules, Variant

COORDINATE: Final = Coordinate()
MOST_POINTS: Final = 1_000_000
#: More than any game takes, so that a count that is wrong is told by the game's own rule.
MOST_PLAYERS: Final = 100
NAME: Final = Text("a short name of printable characters")
SPOT: Final = Text("where a follower stands, after rotation: `city@N`, or `city` where it is the only one")


_ROTATIONS: Final = frozenset(ROTATIONS)

#: A tile of a request: its cell as one number, its kind and its rotation.
TilePlaced = tuple[int, str, int]
#: A follower of a request: its player, its cell as one number and its spot.
FollowerPlaced = tuple[str, int, str]


class Laid(Sequence[TilePlaced]):
    """Tiles of known kinds, each on its own cell, as most requests hold them: as they will lie on the board."""

    __slots__ = ("_tiles", "on")

    def __init__(self, on: Mapping[int, Orientation]) -> None:
        #: What lies on each cell, in the order of the request.
        self.on = on
        self._tiles: list[TilePlaced] | None = None

    def tiles(self) -> list[TilePlaced]:
        if self._tiles is None:
            self._tiles = [(key, turned.id, turned.rotation) for key, turned in self.on.items()]
        return self._tiles

    @overload
    def __getitem__(self, number: int) -> TilePlaced: ...
    @overload
    def __getitem__(self, number: slice) -> list[TilePlaced]: ...
    def __getitem__(self, number: int | slice) -> TilePlaced | list[TilePlaced]:
        return self.tiles()[number]

    def __iter__(self) -> Iterator[TilePlaced]:
        return iter(self.tiles())

    def __len__(self) -> int:
        return len(self.on)


class Player(NamedTuple):
    name: str
    score: int = 0
    supply: int | None = None
    color: str | None = None


class TileList(Shape):
    """The tiles of a position. A list in which nothing is wrong is read in one pass, else each field is looked at."""

    def __init__(self, fields: Mapping[str, Shape]) -> None:
        self.fields = fields
        self.careful = Items(
            Record({"x": COORDINATE, "y": COORDINATE, "tile": NAME, "rotation": Choice(ROTATIONS)}, fields),
        )

    def read(self, value: object, pointer: str, problems: Problems) -> list[TilePlaced]:
        if type(value) is list:
            nearest, farthest, longest = -LIMITS.farthest, LIMITS.farthest, LIMITS.longest_name
            try:
                tiles = [
                    (x * STRIDE + y, tile, rotation)
                    for item in value
                    if len(item) == 4
                    and type(x := item["x"]) is int
                    and type(y := item["y"]) is int
                    and type(tile := item["tile"]) is str
                    and type(rotation := item["rotation"]) is int
                    and nearest <= x <= farthest
                    and nearest <= y <= farthest
                    and rotation in _ROTATIONS
                    and len(tile) <= longest
                    and is_printed(tile)
                ]
                if len(tiles) == len(value):
                    return tiles
            except (KeyError, TypeError, IndexError):
                pass
        found = self.careful.read(value, pointer, problems)
        if problems:
            return []
        return [(cell_key(item["x"], item["y"]), item["tile"], item["rotation"]) for item in found]

    def laid(self, value: object, oriented: Mapping[str, Mapping[int, Orientation]]) -> Laid | None:
        """The tiles of a list that reads well, all of known kinds and each on its own cell; None for any other list."""
        if type(value) is list:
            nearest, farthest = -LIMITS.farthest, LIMITS.farthest
            try:
                laid = {
                    x * STRIDE + y: oriented[item["tile"]][rotation]
                    for item in value
                    if len(item) == 4
                    and type(x := item["x"]) is int
                    and type(y := item["y"]) is int
                    and type(rotation := item["rotation"]) is int
                    and nearest <= x <= farthest
                    and nearest <= y <= farthest
                }
                if len(laid) == len(value):
                    return Laid(laid)
            except (KeyError, TypeError, IndexError):
                pass
        return None

    def extras(self, value: object) -> dict[int, dict[str, Any]]:
        """What tiles carry besides cell, kind and rotation, by their number in a list that ``read`` has accepted."""
        if not self.fields or not isinstance(value, list):
            return {}
        return {
            number: {name: item[name] for name in self.fields if name in item}
            for number, item in enumerate(value)
            if len(item) > 4
        }

    def schema(self) -> Schema:
        return self.careful.schema()


class FollowerList(Shape):
    """The followers of a position, read like its tiles."""

    careful = Items(Record({"player": NAME, "x": COORDINATE, "y": COORDINATE, "spot": SPOT}))

    def read(self, value: object, pointer: str, problems: Problems) -> list[FollowerPlaced]:
        if type(value) is list:
            nearest, farthest, longest = -LIMITS.farthest, LIMITS.farthest, LIMITS.longest_name
            try:
                followers = [
                    (player, x * STRIDE + y, spot)
                    for item in value
                    if len(item) == 4
                    and type(player := item["player"]) is str
                    and type(x := item["x"]) is int
                    and type(y := item["y"]) is int
                    and type(spot := item["spot"]) is str
                    and nearest <= x <= farthest
                    and nearest <= y <= farthest
                    and len(player) <= longest
                    and is_printed(player)
                    and len(spot) <= longest
                    and is_printed(spot)
                ]
                if len(followers) == len(value):
                    return followers
            except (KeyError, TypeError, IndexError):
                pass
        found = self.careful.read(value, pointer, problems)
        return [(item["player"], cell_key(item["x"], item["y"]), item["spot"]) for item in found if len(item) == 4]

    def schema(self) -> Schema:
        return self.careful.schema()


@cache
def tile_list(variant: Variant) -> TileList:
    """The shape of a variant's tiles."""
    return TileList(variant.tile_fields)


class PlayerList(Shape):
    """The players of a position, read like its tiles."""

    careful = Items(
        Record(
            {"name": NAME},
            {
                "score": Integer(0, MOST_POINTS, "points already on the track (default 0)"),
                "supply": Integer(0, 100, "followers left; must agree with the board"),
                "color": NAME,
            },
        ),
        MOST_PLAYERS,
        "in seating order, clockwise",
    )

    def read(self, value: object, pointer: str, problems: Problems) -> list[Player]:
        if type(value) is list:
            longest = LIMITS.longest_name
            try:
                players = [
                    Player(name, score)
                    for player in value
                    if len(player) == 2
                    and type(name := player["name"]) is str
                    and len(name) <= longest
                    and is_printed(name)
                    and type(score := player["score"]) is int
                    and 0 <= score <= MOST_POINTS
                ]
                if len(players) == len(value) <= MOST_PLAYERS:
                    return players
            except (KeyError, TypeError, IndexError):
                pass
        found: Problems = []
        careful = self.careful.read(value, pointer, found)
        problems += found
        return [] if found else [Player(**player) for player in careful]

    def schema(self) -> Schema:
        return self.careful.schema()


PLAYERS: Final = PlayerList()
FOLLOWERS: Final = FollowerList()
TILESET: Final = Record(
    {"kinds": KINDS_SHAPE},
    # What else the reference data of tiles holds may stay where it is; nothing is made of it.
    {"variant": NAME, "start_tile": NAME, "start_pieces": Items(Anything()), "wall": Table(Anything())},
    "extra kinds of tile for this request, as the reference data lists them; may redefine a known id",
)
EXCERPT: Final = Flag(
    "a cut-out of a board: start tile, connection, copies, least players and supply are not demanded, and a start "
    "board is part of it only if no tile lies on its cells"
)


class Position(NamedTuple):
    """A position as asked, of the right shape but perhaps against every rule."""

    variant: Variant
    rules: Rules
    players: tuple[Player, ...]
    tiles: Sequence[TilePlaced]
    #: What tiles carry besides, by their number.
    tile_extras: Mapping[int, Mapping[str, Any]]
    followers: list[FollowerPlaced]
    excerpt: bool
    tile_set: TileSet
    extra_kinds: tuple[Kind, ...]
    #: The fields of a position that only this variant has.
    extras: Mapping[str, Any]


#: The fields of a position that every game has.
COMMON_FIELDS: Final = ("variant", "rules", "players", "tiles", "meeples", "excerpt", "tileset")
