"""The wall tiles: which lie on the wall, who holds which, and what each of them is used for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from scorer.asking import named_node
from scorer.board import Board
from scorer.position import COORDINATE, NAME, SPOT
from scorer.problems import Problem, unknown_player
from scorer.regions import region_of
from scorer.scoring import Item, Value
from scorer.shapes import Integer, Items, Problems, Record, Schema, Shape, Table, missing
from scorer.texts import Message, text, titled
from scorer.tiles import box_data, cell_key
from scorer.variants.castle.scorings import Scoring, scoring_of
from scorer.variants.castle.track import SPACES, TOWERS

_BOX: Final = box_data("castle")["wall_tiles"]
KINDS: Final[int] = _BOX["kinds"]
COPIES: Final[int] = _BOX["copies_each"]
PLACED: Final[int] = _BOX["placed"]

WALL_TILE: Final = Integer(1, KINDS)
#: How a request names a feature.
FEATURE: Final[Mapping[str, Shape]] = {"x": COORDINATE, "y": COORDINATE, "spot": SPOT}
WALL_TILES: Final = Record(
    {},
    {
        "on_wall": Items(
            Integer(0, SPACES - 1),
            SPACES,
            "the corner towers whose wall tile still lies there, by their lower number (default: all 13 where nothing "
            "is held, none where something is)",
        ),
        "held": Table(Items(WALL_TILE, 2 * PLACED), "the wall tiles that each player has before him"),
    },
)


class Purpose(NamedTuple):
    """What one of the wall tiles 2 to 7 is used for."""

    terrain: str
    complete: bool
    #: What each tile, or market, of the feature brings with it.
    each: int
    wanted: Message
    name: Message


PURPOSES: Final[Mapping[int, Purpose]] = {
    2: Purpose("tower", True, 4, text("a finished tower"), text("the finished tower with wall tile 2")),
    3: Purpose("house", True, 2, text("a finished house"), text("the finished house with wall tile 3")),
    4: Purpose("path", False, 1, text("an unfinished path"), text("the unfinished path with wall tile 4")),
    5: Purpose("tower", False, 2, text("an unfinished tower"), text("the unfinished tower with wall tile 5")),
    6: Purpose("house", False, 1, text("an unfinished house"), text("the unfinished house with wall tile 6")),
    7: Purpose("court", False, 4, text("a court"), text("the court with wall tile 7")),
}


class UseShape(Shape):
    """A wall tile that is used and, for 2 to 7, the feature it is used for."""

    def __init__(self, required: Mapping[str, Shape], optional: Mapping[str, Shape]) -> None:
        self.record = Record(
            {**required, "wall_tile": WALL_TILE},
            {**optional, **FEATURE},
            "a wall tile and, for 2 to 7, the feature it is used for",
        )

    def read(self, value: object, pointer: str, problems: Problems) -> dict[str, Any]:
        use = self.record.read(value, pointer, problems)
        if use.get("wall_tile") in PURPOSES:
            problems += [missing(pointer, name) for name in FEATURE if name not in use]
        return use

    def schema(self) -> Schema:
        return self.record.schema()


USE: Final[Shape] = Items(
    UseShape({"player": NAME}, {}),
    2 * PLACED,
    "the wall tiles that are used; in `final` those that are not named take the best feature",
)
ANOTHER_TURN: Final = 1
#: Those that double a feature when it is finished, and all that have something to do at the end.
IN_A_TURN: Final = frozenset({2, 3})
AT_THE_END: Final = frozenset(range(2, KINDS + 1))


def on_wall(board: Board) -> frozenset[int]:
    """The corner towers whose wall tile is known to lie there."""
    given = _given(board)
    if "on_wall" in given:
        return frozenset(given["on_wall"])
    return frozenset() if any(given.get("held", {}).values()) else frozenset(TOWERS)


def held(board: Board) -> dict[str, Counter[int]]:
    """How many wall tiles of each kind every player holds."""
    given = _given(board).get("held", {})
    return {player.name: Counter(given.get(player.name, ())) for player in board.players}


def _given(board: Board) -> Mapping[str, Any]:
    given: Mapping[str, Any] = board.extras.get("castle", {}).get("wall_tiles", {})
    return given


def check(given: Mapping[str, Any], problems: list[Problem]) -> None:
    """Adds what is wrong with the wall tiles of a position.

    “18 muurplaatjes (elke afbeelding komt 2 x voor)”, of which one lies on each corner tower but that of 0 and 1.
    """
    pointer, rule = "/castle/wall_tiles", "wall-tiles.count"
    towers = given.get("on_wall", [])
    for number, tower in enumerate(towers):
        if tower not in TOWERS:
            message = text(
                "{tower} names no corner tower with a wall tile; they are {known}.", tower=tower, known=list(TOWERS)
            )
            problems.append(Problem("tower-unknown", f"{pointer}/on_wall/{number}", message, rule))
        elif tower in towers[:number]:
            message = text("The corner tower {tower} is named twice; it has one wall tile.", tower=tower)
            problems.append(Problem("tower-twice", f"{pointer}/on_wall/{number}", message, rule))
    out = Counter(wall_tile for tiles in given.get("held", {}).values() for wall_tile in tiles)
    for wall_tile, count in sorted(out.items()):
        if count > COPIES:
            message = text(
                "There are {copies} wall tiles {wall_tile}, not {count}.",
                copies=COPIES,
                wall_tile=wall_tile,
                count=count,
            )
            problems.append(Problem("too-many-wall-tiles", f"{pointer}/held", message, rule))
    if len(towers) + out.total() > PLACED:
        message = text(
            "{placed} wall tiles are in the game, not {count}.", placed=PLACED, count=len(towers) + out.total()
        )
        problems.append(Problem("too-many-wall-tiles", pointer, message, rule))


def with_wall_tile(scoring: Scoring, wall_tile: int) -> Scoring:
    """What a feature is worth when this wall tile is used for it."""
    purpose, region = PURPOSES[wall_tile], scoring.region
    each = purpose.each
    if wall_tile == 4 and region.board.rules["wall_tile_4_fountain"] and region.marks("fountains"):
        each *= 2
    worth = scoring.worth
    items = [Item(item.what, item.count, each) for item in worth.items]
    value = Value(f"wall-tile.{wall_tile}", purpose.name, items, complete=worth.value.complete)
    details = {**worth.details, "wall_tile": wall_tile}
    return scoring._replace(worth=replace(worth, value=value, items=items, details=details))


def fits(scoring: Scoring, wall_tile: int) -> bool:
    purpose = PURPOSES[wall_tile]
    return scoring.region.type == purpose.terrain and scoring.region.complete == purpose.complete


def read_uses(
    board: Board, raw: Iterable[Mapping[str, Any]], *, now: frozenset[int], layer: str | None, problems: list[Problem]
) -> tuple[dict[int, int], str | None]:
    """The wall tiles that are used, by the root of the feature, and whose turn it is as far as it is told.

    Wall tiles 2 and 3 are used only in an own turn, so they tell it too. What is not allowed is added to ``problems``.

    “Een speler die de plaatjes 2 tot 7 wil inzetten, moet meer volgelingen in het te waarden gebied hebben dan de
    tegenspeler.”
    """
    left = held(board)
    used: dict[int, int] = {}
    for number, use in enumerate(raw):
        pointer, player, wall_tile = f"/use/{number}", use["player"], use["wall_tile"]
        if player not in left:
            problems.append(unknown_player(f"{pointer}/player", player, left))
            continue
        refusal = _cannot_use_now(player, wall_tile, left[player], now, layer)
        if refusal is not None:
            problems.append(Problem(refusal.code, pointer, refusal.message, refusal.rule))
            continue
        left[player][wall_tile] -= 1
        if wall_tile in IN_A_TURN:
            layer = player
        if wall_tile not in PURPOSES:
            continue
        node = named_node(board, cell_key(use["x"], use["y"]), use["spot"], pointer, "wall-tile.use", problems)
        if node is None:
            continue
        root = board.roots[node]
        scoring = scoring_of(region_of(board, root))
        refusal = _cannot_use_there(player, wall_tile, scoring, used)
        if refusal is not None:
            problems.append(Problem(refusal.code, pointer, refusal.message, refusal.rule))
            continue
        used[root] = wall_tile
    return used, layer


def usable(board: Board, player: str, finished: Iterable[Scoring], *, now: frozenset[int]) -> list[dict[str, Any]]:
    """Each wall tile that a player may use now, with each feature that it may be used for."""
    found: list[dict[str, Any]] = []
    for wall_tile in sorted(held(board)[player].keys() & now):
        if wall_tile in PURPOSES:
            own = [scoring for scoring in finished if _cannot_use_there(player, wall_tile, scoring, {}) is None]
            found += [{"wall_tile": wall_tile, **scoring.named()} for scoring in own]
        else:
            found.append({"wall_tile": wall_tile})
    return found


class Refusal(NamedTuple):
    """Why a wall tile cannot be used."""

    code: str
    message: Message
    rule: str


def _cannot_use_now(
    player: str, wall_tile: int, left: Mapping[int, int], now: frozenset[int], layer: str | None
) -> Refusal | None:
    """Why a player cannot use a wall tile at this moment, if so."""
    if not left[wall_tile]:
        message = text("{player} holds no wall tile {wall_tile} to use.", player=titled(player), wall_tile=wall_tile)
        return Refusal("wall-tile-not-held", message, "wall-tile.use")
    if wall_tile == ANOTHER_TURN and wall_tile not in now:
        message = text("Wall tile 1 gives another turn; no scoring uses it.")
        return Refusal("wall-tile-not-now", message, "wall-tile.1")
    if wall_tile not in now:
        message = text("Wall tile {wall_tile} is used at the end of the game.", wall_tile=wall_tile)
        return Refusal("wall-tile-not-now", message, f"wall-tile.{wall_tile}")
    if wall_tile in IN_A_TURN | {ANOTHER_TURN} and layer is not None and layer != player:
        message = text(
            "Wall tile {wall_tile} is used in one's own turn, and this one is {layer}'s.",
            wall_tile=wall_tile,
            layer=layer,
        )
        return Refusal("wall-tile-not-now", message, "wall-tile.use")
    return None


def _cannot_use_there(player: str, wall_tile: int, scoring: Scoring, used: Mapping[int, int]) -> Refusal | None:
    """Why a player cannot use a wall tile for this feature, if so."""
    if not fits(scoring, wall_tile):
        message = text(
            "Wall tile {wall_tile} is for {wanted}, not for {feature}.",
            wall_tile=wall_tile,
            wanted=PURPOSES[wall_tile].wanted,
            feature=scoring.worth.value.name,
        )
        return Refusal("wall-tile-feature", message, f"wall-tile.{wall_tile}")
    if scoring.scorer != player:
        message = text(
            "{player} can use wall tile {wall_tile} only with more followers there than the opponent.",
            player=titled(player),
            wall_tile=wall_tile,
        )
        return Refusal("wall-tile-majority", message, "wall-tile.use")
    if scoring.region.root in used:
        message = text("A wall tile is used for {feature} already.", feature=scoring.worth.value.name)
        return Refusal("wall-tile-twice", message, "wall-tile.use")
    return None
