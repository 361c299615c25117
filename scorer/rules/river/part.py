"""The River as a part of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scorer.board.board import Board
from scorer.game.position import Position
from scorer.problems import Problem
from scorer.rules.drafts import Draft, Value
from scorer.rules.part import DrawOrder, Part, RuleValue, Start
from scorer.rules.river.course import TERRAIN, followed_by, has_river, river_broken, river_veto, turns_back, u_turn
from scorer.shapes import Choice
from scorer.texts import marked, plural, text
from scorer.tiles.kinds import Finish, KindField, Terrain
from scorer.tiles.ports import opposite
from scorer.tiles.tileset import TileSet

if TYPE_CHECKING:
    from scorer.board.region import Region
    from scorer.game.game import Game
    from scorer.rules.part import Rules
    from scorer.rules.ruleset import Ruleset
    from scorer.texts import Message

SPRING: Final = "R01"
LAKE: Final = "R02"
#: The start tile of the base game, which the spring replaces.
FORMER_START: Final = "D"

#: Which end of the river a tile is.
ROLE: Final = KindField(
    "role",
    Choice(("spring", "lake"), "which end of the river the tile is"),
    lambda role, _: role,
    lambda role: role,
)

RIVER_FIRST: Final = text("All river tiles come before any other, and the lake is the last of them.")
START_WITH_RIVER: Final = text(
    "Tile {tile}, the former start tile, comes with the river tiles, before the lake and all others.", tile=FORMER_START
)
START_AFTER_RIVER: Final = text(
    "The river is complete; tile {tile}, the former start tile, comes right after it.", tile=FORMER_START
)


def river_worth(_: Game, river: Region) -> Draft:
    """Nobody stands on the river, and it brings nothing."""
    return Draft(Value("river.nobody", text("the river"), []), river.size, river.cells)


def copies(_: Ruleset, tile_set: TileSet, rules: Rules) -> Mapping[str, int]:
    """How many tiles of each kind can be on the board: the former start tile may be out of the game."""
    if rules["river_start_tile"] != "removed":
        return tile_set.copies
    return {**tile_set.copies, FORMER_START: tile_set.copies[FORMER_START] - 1}


def draw_order(game: Game, left: Mapping[str, int]) -> list[Mapping[str, int]]:
    """The river's tiles first, the lake last of them; then the former start tile, if the players chose so."""
    kinds = game.tile_set.kinds
    river = Counter({kind: count for kind, count in left.items() if has_river(kinds[kind])})
    lake = Counter({LAKE: river.pop(LAKE, 0)})
    due = Counter({FORMER_START: 1} if start_is_due(game, left) else {})
    with_river = game.rules["river_start_tile"] == "with-river"
    others = Counter(left) - river - lake - due
    order = (river + due, +lake, others) if with_river else (river, +lake, due, others)
    return [tiles for tiles in order if tiles]


def not_yet(game: Game, drawable: Mapping[str, int]) -> tuple[Message, str]:
    """Why another tile comes first."""
    if any(has_river(game.tile_set.kinds[kind]) for kind in drawable):
        return RIVER_FIRST, "river.order"
    with_river = game.rules["river_start_tile"] == "with-river"
    return START_WITH_RIVER if with_river else START_AFTER_RIVER, "river.start-tile"


def start_is_due(game: Game, left: Mapping[str, int]) -> bool:
    """Whether the former start tile has a place of its own in the order of drawing, and has not come yet."""
    if game.rules["river_start_tile"] not in ("with-river", "after-river") or FORMER_START not in left:
        return False
    used = [*[orientation.id for orientation in game.board.orientations], *game.discarded]
    return FORMER_START not in used


def check(game: Game, position: Position, problems: list[Problem]) -> None:
    """What a board alone tells of its river: that it is one, and that it does not turn back."""
    board = game.board
    if TERRAIN not in board.terrains:
        return
    numbers = {key: number for number, (key, _, _) in reversed(list(enumerate(position.tiles)))}
    river = [tile for tile, orientation in enumerate(board.orientations) if has_river(orientation.kind)]
    if not position.excerpt:
        astray = off_the_river(board, river)
        problems += [replace(river_broken(key), pointer=f"/tiles/{numbers[key]}") for key in astray]
    if game.rules["river_turns"] == "no-u-turn":
        for tile, side, beside in followed_by(board, river):
            if turns_back(board, board.orientations[beside], opposite(side), tile):
                later = max(tile, beside, key=lambda one: numbers[board.keys[one]])
                key = board.keys[later]
                problems.append(replace(u_turn(key), pointer=f"/tiles/{numbers[key]}"))


def off_the_river(board: Board, river: list[int]) -> list[int]:
    """The cells of the river tiles from which no river leads to the spring, the first of each piece."""
    pieces = dict.fromkeys(board.region_of(river_node(board, tile)) for tile in river)
    springs = [piece for piece in pieces if any(board.orientations[tile].id == SPRING for tile in piece.tiles)]
    home = springs[0] if springs else next(iter(pieces), None)
    return [min(board.keys[tile] for tile in piece.tiles) for piece in pieces if piece is not home]


def river_node(board: Board, tile: int) -> int:
    return board.first[tile] + board.orientations[tile].terrains.index(TERRAIN)


RIVER: Final = Part(
    id="river",
    catalogue=("river",),
    start=Start(SPRING, text("the spring")),
    copies=copies,
    draw_order=DrawOrder(draw_order, not_yet),
    adds=("river",),
    cites={"removed": "river.start-tile"},
    terrains=(
        Terrain(
            marked("river"),
            text("the river"),
            text("nobody"),
            plural("{count} figure", "{count} figures"),
            Finish.NEVER,
            half=False,
            takes_followers=False,
            rule="river.nobody",
        ),
    ),
    kind_fields=(ROLE,),
    values=(
        RuleValue(
            "river_turns",
            "no-u-turn",
            Choice(("no-u-turn", "reserve", "free")),
            marked(
                "How the river may turn: not the same way twice in a row; so that it always has room to go on; or "
                "freely."
            ),
            "river.no-u-turn",
            {"no-u-turn": "river.no-u-turn", "reserve": "river.reserve", "free": "river.free"},
        ),
        RuleValue(
            "river_start_tile",
            "in-bag",
            Choice(("in-bag", "removed", "with-river", "after-river")),
            marked(
                "What becomes of the base game's start tile: an ordinary tile of the bag; out of the game; shuffled "
                "among the river's tiles; or the first tile after the river."
            ),
            "river.start-tile",
        ),
    ),
    veto=river_veto,
    check=check,
    looks_at=(text("the course of the river"),),
    worth={"river": river_worth},
)
