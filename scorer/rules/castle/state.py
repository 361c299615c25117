"""What the castle adds to a position: keeps, and the wall tiles on the wall and before the players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scorer.game.position import Position
from scorer.limits import Limits
from scorer.problems import Problem, Where, escaped, unknown_player
from scorer.rules.base.worth import TILES
from scorer.rules.castle.track import SPACES, TOWER_WORDS, TOWERS
from scorer.rules.part import Rules, StateField
from scorer.shapes import Integer, Items, Reading, Record, Schema, Shape, by_name
from scorer.texts import text
from scorer.tiles.tileset import box_data

if TYPE_CHECKING:
    from scorer.board.region import Region
    from scorer.game.game import Game

_BOX: Final = box_data("castle")["wall_tiles"]
KINDS: Final[int] = _BOX["kinds"]
COPIES: Final[int] = _BOX["copies_each"]
PLACED: Final[int] = _BOX["placed"]

WALL_TILE: Final = Integer(1, KINDS)
#: A wall tile that a player has taken, and of which nobody has told what it is.
UNKNOWN: Final = "unknown"


class HeldShape(Shape):
    """A wall tile that a player holds: its number, or `unknown` while it was not told."""

    def read(self, value: object, pointer: str, reading: Reading) -> int | str:
        return UNKNOWN if value == UNKNOWN else WALL_TILE.read(value, pointer, reading)

    def schema(self, limits: Limits) -> Schema:
        return {
            "anyOf": [WALL_TILE.schema(limits), {"type": "string", "enum": [UNKNOWN]}],
            "description": "A wall tile that a player holds: its number, or `unknown` while it was not told.",
            "title": "WallTileHeld",
        }


WALL_TILES: Final = Record(
    {},
    {
        "on_wall": Items(
            Integer(0, SPACES - 1),
            SPACES,
            "the corner towers whose wall tile still lies there, by their lower number (default: all 13 where nothing "
            "is held, none where something is)",
        ),
        "held": by_name(Items(HeldShape(), 2 * PLACED), "the wall tiles that each player has before him"),
        "used": Items(WALL_TILE, 2 * KINDS, "the wall tiles that were used and are out of the game"),
    },
    "Where the wall tiles are.",
    "WallTiles",
)
KEEPS: Final = by_name(Integer(1, 1000), "how many tiles the house has on which each player's keep stands")


class CastleState(NamedTuple):
    """The keeps and wall tiles of a position."""

    #: How large the house is on which each player's keep stands.
    keeps: Mapping[str, int] = {}
    #: The corner towers whose wall tile still lies there; None where it is not told.
    on_wall: tuple[int, ...] | None = None
    #: The wall tiles that each player has before him.
    held: Mapping[str, tuple[int | str, ...]] = {}
    #: Those that were used and are out of the game.
    used: tuple[int, ...] = ()
    #: Whether it is told where keeps stand, be it nowhere.
    keeps_told: bool = False

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> CastleState:
        wall_tiles = raw.get("wall_tiles", {})
        on_wall = wall_tiles.get("on_wall")
        held = {player: tuple(tiles) for player, tiles in wall_tiles.get("held", {}).items()}
        used = tuple(wall_tiles.get("used", ()))
        return cls(raw.get("keeps", {}), None if on_wall is None else tuple(on_wall), held, used, "keeps" in raw)

    @classmethod
    def at_start(cls, _: Rules, __: Sequence[str]) -> CastleState:
        """“Op elke hoektoren van de burchtmuur wordt tekens één plaatje gelegd (met uitzondering van de hoektorens
        0/1)”"""
        return cls(on_wall=TOWERS, keeps_told=True)

    @property
    def towers(self) -> tuple[int, ...]:
        """The corner towers whose wall tile is known to lie there."""
        if self.on_wall is not None:
            return self.on_wall
        return () if self.on_wall_untold else TOWERS

    @property
    def on_wall_untold(self) -> bool:
        """Whether some wall tiles have been taken, and it is not told from which towers."""
        return self.on_wall is None and any(self.held.values())

    def holds(self, player: str) -> Counter[int | str]:
        """How many wall tiles of each kind a player holds."""
        return Counter(self.held.get(player, ()))

    def known(self) -> Counter[int | str]:
        """How many wall tiles of each kind have come to light."""
        return Counter([*self.used, *[one for tiles in self.held.values() for one in tiles if one != UNKNOWN]])

    def wall_tiles_json(self) -> dict[str, Any]:
        held = {player: list(tiles) for player, tiles in self.held.items()}
        used = {"used": list(self.used)} if self.used else {}
        on_wall = {} if self.on_wall_untold else {"on_wall": list(self.towers)}
        return {**on_wall, "held": held, **used}

    def to_json(self) -> dict[str, Any]:
        return {"keeps": dict(self.keeps), "wall_tiles": self.wall_tiles_json()}


FIELD: Final[StateField] = StateField(
    "castle",
    Record(
        {},
        {"keeps": KEEPS, "wall_tiles": WALL_TILES},
        "what lies on the wall and before the players: keeps and wall tiles",
        "Castle",
    ),
    CastleState.read,
    CastleState.at_start,
    at_end=lambda castle: CastleState(castle.keeps, on_wall=(), keeps_told=castle.keeps_told),
)


def castle_of(game: Game) -> CastleState:
    return game.state(FIELD.name, CastleState) or CastleState()


# What can be wrong


def check(game: Game, position: Position, problems: list[Problem]) -> None:
    castle = castle_of(game)
    known = [player.name for player in position.players]
    for place, table in (("keeps", castle.keeps), ("wall_tiles/held", castle.held)):
        problems += [
            unknown_player(f"/castle/{place}/{escaped(player)}", player, known)
            for player in table
            if player not in known
        ]
    check_wall_tiles(castle, problems)
    check_keeps(game, castle, problems)


def check_wall_tiles(castle: CastleState, problems: list[Problem]) -> None:
    """“18 muurplaatjes (elke afbeelding komt 2 x voor)”, of which one lies on each corner tower but that of 0 and 1."""
    pointer, rule = "/castle/wall_tiles", "wall-tiles.count"
    towers = castle.on_wall or ()
    for number, tower in enumerate(towers):
        if tower not in TOWERS:
            message = text(
                "{tower} names no corner tower with a wall tile; they are {known}.", tower=tower, known=list(TOWERS)
            )
            problems.append(Problem("tower-unknown", f"{pointer}/on_wall/{number}", message, rule))
        elif tower in towers[:number]:
            message = text("The corner tower {tower} is named twice; it has one wall tile.", tower=TOWER_WORDS[tower])
            problems.append(Problem("tower-twice", f"{pointer}/on_wall/{number}", message, rule))
    out = castle.known()
    for wall_tile, count in sorted(out.items(), key=str):
        if count > COPIES:
            message = text(
                "There are {copies} wall tiles {wall_tile}, not {count}.",
                copies=COPIES,
                wall_tile=wall_tile,
                count=count,
            )
            problems.append(Problem("too-many-wall-tiles", f"{pointer}/held", message, rule))
    total = len(towers) + len(castle.used) + sum(map(len, castle.held.values()))
    if total > PLACED:
        message = text("{placed} wall tiles are in the game, not {count}.", placed=PLACED, count=total)
        problems.append(Problem("too-many-wall-tiles", pointer, message, rule))


def check_keeps(game: Game, castle: CastleState, problems: list[Problem]) -> None:
    """No house is larger than the castle, start spaces included."""
    wall = game.tile_set.wall
    assert wall is not None
    spaces = [piece for piece in game.tile_set.start_pieces if any(s.type == "house" for s in piece.kind.segments)]
    largest = len(wall.cells) + len(spaces)
    for player, size in castle.keeps.items():
        if size > largest:
            message = text(
                "The keep of {player} cannot count {size}: the largest house that could be has {largest} tiles.",
                player=player,
                size=size,
                largest=largest,
            )
            problems.append(Problem("keep-too-large", f"/castle/keeps/{escaped(player)}", message, "keep.set"))


def doubt(game: Game, problems: list[Problem]) -> None:
    """Every keep stands on a finished house of its own, as large as it counts."""
    finished = finished_houses(game)
    houses = Counter([house.size for house in finished])
    where = Where(tuple([(x, y) for house in finished for x, y in house.cells]))
    for player, size in castle_of(game).keeps.items():
        if not houses[size]:
            message = text(
                "The keep of {player} counts {size}, but the board has no finished house of that size left for it.",
                player=player,
                size=TILES.of(size),
            )
            problems.append(
                Problem("keep-impossible", f"/castle/keeps/{escaped(player)}", message, "keep.house", where)
            )
        else:
            houses[size] -= 1


def finished_houses(game: Game) -> list[Region]:
    """The finished houses of the board; one that lies on a start space alone belongs to nobody."""
    return [region for region in game.board.features() if region.type == "house" and region.complete]
