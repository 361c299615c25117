"""The wall tiles that players use: which, when, and for what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scorer.game.position import NAME, PLACE
from scorer.limits import Limits
from scorer.problems import Problem, unknown_player
from scorer.rules.castle.contests import Contest, contest
from scorer.rules.castle.state import KINDS, PLACED, WALL_TILE, CastleState, castle_of
from scorer.rules.drafts import Item, Value
from scorer.rules.naming import named_node
from scorer.rules.places import feature_words, where_region
from scorer.shapes import Items, Reading, Record, Schema, Shape, missing
from scorer.texts import Message, text, titled
from scorer.tiles.cells import cell_key

if TYPE_CHECKING:
    from scorer.game.game import Game

ANOTHER_TURN: Final = 1
#: Those that double a feature when it is finished, and all that have something to do at the end.
IN_A_TURN: Final = frozenset({2, 3})
AT_THE_END: Final = frozenset(range(2, KINDS + 1))
#: Those that are used in a turn, and in none before the next one.
FROM_NEXT_TURN: Final = IN_A_TURN | {ANOTHER_TURN}


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


class Use(NamedTuple):
    """A wall tile that a player uses and, for 2 to 7, the feature he uses it for."""

    player: str
    wall_tile: int
    key: int = 0
    spot: str = ""

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> Use:
        place = (cell_key(raw["x"], raw["y"]), raw["spot"]) if raw["wall_tile"] in PURPOSES else ()
        return cls(raw["player"], raw["wall_tile"], *place)


class UseShape(Shape):
    """A wall tile that is used and, for 2 to 7, the feature it is used for."""

    def __init__(
        self, required: Mapping[str, Shape], optional: Mapping[str, Shape], title: str = "WallTileUsed"
    ) -> None:
        self.record = Record(
            {**required, "wall_tile": WALL_TILE},
            {**optional, **PLACE},
            "a wall tile and, for 2 to 7, the feature it is used for",
            title,
        )

    def read(self, value: object, pointer: str, reading: Reading) -> dict[str, Any]:
        use = self.record.read(value, pointer, reading)
        if use.get("wall_tile") in PURPOSES:
            reading.problems += [missing(pointer, name) for name in PLACE if name not in use]
        return use

    def schema(self, limits: Limits) -> Schema:
        return self.record.schema(limits)


USE: Final[Shape] = Items(
    UseShape({"player": NAME}, {}),
    2 * PLACED,
    "the wall tiles that are used; in `final` those that are not named take the best feature",
)


def with_wall_tile(game: Game, contested: Contest, wall_tile: int) -> Contest:
    """What a feature is worth when this wall tile is used for it."""
    purpose, region = PURPOSES[wall_tile], contested.region
    each = purpose.each
    if wall_tile == 4 and game.rules["wall_tile_4_fountain"] and region.marks("fountains"):
        each *= 2
    draft = contested.draft
    items = [Item(item.what, item.count, each) for item in draft.items]
    value = Value(
        f"wall-tile.{wall_tile}",
        purpose.name,
        items,
        complete=draft.value.complete,
        nothing=draft.value.nothing,
        because=("wall-tile.use",),
    )
    details = {**draft.details, "wall_tile": wall_tile}
    return contested._replace(draft=draft.changed(value=value, details=details))


def fits(contested: Contest, wall_tile: int) -> bool:
    purpose = PURPOSES[wall_tile]
    return contested.region.type == purpose.terrain and contested.region.complete == purpose.complete


def check_uses(
    game: Game,
    castle: CastleState,
    uses: Iterable[Use],
    *,
    now: frozenset[int],
    taken: Iterable[int],
    layer: str | None,
    problems: list[Problem],
) -> tuple[dict[int, int], str | None]:
    """The wall tiles that are used, by the label of the feature, and whose turn it is as far as it is told.

    Wall tiles 2 and 3 are used only in an own turn, so they tell it too. Those that are taken in this very turn can be
    used at the end alone. What is not allowed is added to ``problems``.

    “Een speler die de plaatjes 2 tot 7 wil inzetten, moet meer volgelingen in het te waarden gebied hebben dan de
    tegenspeler.”
    """
    left = {player: castle.holds(player) for player in game.scores}
    used: dict[int, int] = {}
    for number, (player, wall_tile, key, spot) in enumerate(uses):
        pointer = f"/use/{number}"
        if player not in left:
            problems.append(unknown_player(f"{pointer}/player", player, left))
            continue
        if not left[player][wall_tile] and wall_tile in taken:
            if wall_tile in FROM_NEXT_TURN:
                problems.append(taken_now(player, wall_tile, pointer))
                continue
            left[player][wall_tile] += 1
        refused = _cannot_use_now(player, wall_tile, left[player], now, layer, pointer)
        if refused is not None:
            problems.append(refused)
            continue
        left[player][wall_tile] -= 1
        if wall_tile in IN_A_TURN:
            layer = player
        if wall_tile not in PURPOSES:
            continue
        node = named_node(game.board, key, spot, pointer, "wall-tile.use", problems)
        if node is None:
            continue
        contested = contest(game, game.board.region_of(node))
        refused = _cannot_use_there(player, wall_tile, contested, used, pointer)
        if refused is not None:
            problems.append(refused)
            continue
        used[contested.region.label] = wall_tile
    return used, layer


def usable(game: Game, player: str, finished: Iterable[Contest], *, now: frozenset[int]) -> list[dict[str, Any]]:
    """Each wall tile that a player may use now, with each feature that it may be used for."""
    uses: list[dict[str, Any]] = []
    for wall_tile in sorted(now.intersection(castle_of(game).holds(player))):
        if wall_tile in PURPOSES:
            own = [one for one in finished if _cannot_use_there(player, wall_tile, one, {}, "") is None]
            uses += [{"wall_tile": wall_tile, **one.named()} for one in own]
        else:
            uses.append({"wall_tile": wall_tile})
    return uses


def not_held(player: str, wall_tile: int, pointer: str) -> Problem:
    message = text("{player} holds no wall tile {wall_tile}.", player=titled(player), wall_tile=wall_tile)
    return Problem("wall-tile-not-held", pointer, message, "wall-tile.use")


def taken_now(player: str, wall_tile: int, pointer: str) -> Problem:
    """“De speler kan dit plaatje vanaf de volgende beurt inzetten.”"""
    message = text(
        "{player} takes wall tile {wall_tile} only in this turn; it can be used from the next turn on.",
        player=titled(player),
        wall_tile=wall_tile,
    )
    return Problem("wall-tile-not-now", pointer, message, "wall-tile.use")


def _cannot_use_now(
    player: str, wall_tile: int, left: Mapping[int | str, int], now: frozenset[int], layer: str | None, pointer: str
) -> Problem | None:
    """Why a player cannot use a wall tile at this moment, if so."""
    if not left[wall_tile]:
        return not_held(player, wall_tile, pointer)
    if wall_tile == ANOTHER_TURN and wall_tile not in now:
        message = text("Wall tile 1 gives another turn; no scoring uses it.")
        return Problem("wall-tile-not-now", pointer, message, "wall-tile.1")
    if wall_tile not in now:
        message = text("Wall tile {wall_tile} can be used only at the end of the game.", wall_tile=wall_tile)
        return Problem("wall-tile-not-now", pointer, message, f"wall-tile.{wall_tile}")
    if wall_tile in IN_A_TURN | {ANOTHER_TURN} and layer is not None and layer != player:
        message = text(
            "Wall tile {wall_tile} can be used only in one’s own turn, and this is the turn of {layer}.",
            wall_tile=wall_tile,
            layer=layer,
        )
        return Problem("wall-tile-not-now", pointer, message, "wall-tile.use")
    return None


def _cannot_use_there(
    player: str, wall_tile: int, contested: Contest, used: Mapping[int, int], pointer: str
) -> Problem | None:
    """Why a player cannot use a wall tile for this feature, if so."""
    where = where_region(contested.region)
    if not fits(contested, wall_tile):
        message = text(
            "Wall tile {wall_tile} is for {wanted}, not for {feature}.",
            wall_tile=wall_tile,
            wanted=PURPOSES[wall_tile].wanted,
            feature=contested.draft.value.name,
        )
        return Problem("wall-tile-feature", pointer, message, f"wall-tile.{wall_tile}", where)
    if contested.scorer != player:
        message = text(
            "{player} can use wall tile {wall_tile} only with more followers there than the opponent: {feature}.",
            player=titled(player),
            wall_tile=wall_tile,
            feature=feature_words(contested.region),
        )
        return Problem("wall-tile-majority", pointer, message, "wall-tile.use", where)
    if contested.region.label in used:
        message = text(
            "A wall tile is used for this already, and one is all it may have: {feature}.",
            feature=feature_words(contested.region),
        )
        return Problem("wall-tile-twice", pointer, message, "wall-tile.use", where)
    return None
