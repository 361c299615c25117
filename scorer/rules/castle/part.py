"""The Castle as the base part of a game: its rules as data, and what its features are worth."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from scorer.board.board import FOLLOWER
from scorer.board.region import Region
from scorer.game.position import SPOT_AT
from scorer.rules.base.part import most_followers, tile_asked
from scorer.rules.base.worth import TILES
from scorer.rules.castle import final, keeps, moves, scored, state, track, wall_tiles
from scorer.rules.drafts import Draft, Item, ItemKind, Value
from scorer.rules.part import Doubt, Figure, Moment, Part, Phase, Rules, RuleValue, Start
from scorer.rules.scoring import Ruling
from scorer.shapes import Flag, Integer, Items, Record, Text
from scorer.texts import Message, counted, marked, plural, text, text_as
from scorer.tiles.cells import cell_key
from scorer.tiles.kinds import Finish, Mark, Terrain
from scorer.tiles.orientations import MayMeet, Orientation
from scorer.tiles.ports import HALVES, opposite
from scorer.tiles.tileset import Wall, box_data

if TYPE_CHECKING:
    from scorer.game.game import Game

TERRAINS: Final = (
    Terrain(marked("path"), text("the path"), text("herald"), plural("{count} herald", "{count} heralds"), half=False),
    Terrain(
        marked("tower"), text("the tower"), text("knight"), plural("{count} knight", "{count} knights"), middle=False
    ),
    Terrain(
        marked("house"), text("the house"), text("squire"), plural("{count} squire", "{count} squires"), middle=False
    ),
    Terrain(
        marked("court"),
        text("the court"),
        text("merchant"),
        plural("{count} merchant", "{count} merchants"),
        Finish.NEVER,
        middle=False,
    ),
)

MARKETS: Final = ItemKind("markets", plural("{count} market", "{count} markets"))

#: What each tile of a finished feature brings; a fountain makes it 2 on a path.
EACH_TILE: Final = {"path": 1, "tower": 2, "house": 1}

NAMES: Final = {
    ("path", True): text("the finished path"),
    ("path", False): text("the unfinished path"),
    ("tower", True): text("the finished tower"),
    ("tower", False): text("the unfinished tower"),
    ("house", True): text("the finished house"),
    ("house", False): text("the unfinished house"),
}
FOUNTAIN_PATH: Final = text("the finished path with a fountain")
COURT: Final = text_as("scored", "the court")


# What features are worth


def building_worth(_: Game, region: Region) -> Draft:
    """What a path, a tower or a house brings when it is finished."""
    rule, each = f"{region.type}.complete", EACH_TILE[region.type]
    name = NAMES[region.type, region.complete]
    fountains = region.marks("fountains") if region.type == "path" else 0
    if not region.complete:
        rule, each = f"{region.type}.unfinished", 0
    elif fountains:
        rule, each, name = "path.fountain", 2, FOUNTAIN_PATH
    nothing = text("only what is finished counts")
    value = Value(rule, name, [Item(TILES, region.size, each)], complete=region.complete, nothing=nothing)
    remarks: list[tuple[Message, str]] = []
    if name is FOUNTAIN_PATH:
        remarks.append((fountains_said(fountains), rule))
    if region.start_spaces and region.complete:
        remarks.append((start_spaces_said(region.start_spaces), "start-space.counts"))
    return Draft(value, region.size, region.cells, details=on_start_spaces(region), remarks=tuple(remarks))


def court_worth(_: Game, court: Region) -> Draft:
    value = Value("court.final", COURT, [Item(MARKETS, court.marks("markets"), 3)], nothing=text("it has no market"))
    return Draft(value, court.size, court.cells, details=on_start_spaces(court))


def fountains_said(fountains: int) -> Message:
    """“Ook bij meer dan 1 bron blijft het bij 2 punten per wegdeel.”"""
    return counted(
        "The fountain beside it makes each tile count 2, not 1.",
        "The {count} fountains beside it make each tile count 2, not 1; one fountain would do the same.",
        fountains,
    )


def start_spaces_said(start_spaces: list[str]) -> Message:
    return counted(
        "The start space {start_spaces} counts as one of its tiles.",
        "The start spaces {start_spaces} count as tiles of it.",
        len(start_spaces),
        start_spaces=start_spaces,
    )


def on_start_spaces(region: Region) -> dict[str, Any]:
    start_spaces = region.start_spaces
    return {"start_spaces": start_spaces} if start_spaces else {}


def more_followers(followers: Mapping[str, int]) -> list[str]:
    """“Hebben beide spelers even veel volgelingen in dit gebied staan, krijgt niemand punten.”"""
    most = most_followers(followers)
    return most if len(most) == 1 else []


def interim(game: Game, told: Mapping[str, Any]) -> Ruling:
    """What a finished turn scores: every completed feature that still holds followers, and who goes home."""
    return scored.score_turn(game, scored.Asked.read(told), now=wall_tiles.IN_A_TURN).ruling()


# What lies on the table


def paths_continue(tile: Orientation, side: int, neighbour: Orientation) -> bool:
    """“De wegen moeten altijd verder gebouwd worden. De andere burchtdelen (Toren, huis en binnenplaats) mogen naar
    eigen wens aan elkaar gelegd worden.”"""
    return tile.terrain_at(side, 1) == neighbour.terrain_at(opposite(side), 1)


def paths_continue_between_tiles(tile: Orientation, side: int, neighbour: Orientation) -> bool:
    """“Aan de burchtmuur mag alles aangelegd worden”, also at its start spaces."""
    return tile.is_start_piece or neighbour.is_start_piece or paths_continue(tile, side, neighbour)


def path_words(tile: Orientation, side: int) -> Message:
    """Only paths have to agree."""
    return text("a path") if tile.terrain_at(side, 1) == "path" else text("no path")


def may_meet(rules: Rules) -> MayMeet:
    return paths_continue if rules["start_space_path_must_match"] else paths_continue_between_tiles


def wall(rules: Rules) -> Wall:
    return _wall(tower_closed=rules["tower_closed_by_wall"])


@cache
def _wall(*, tower_closed: bool) -> Wall:
    rows = box_data("castle")["wall_rows"]
    cells = frozenset(cell_key(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#")
    terrains = frozenset(terrain.name for terrain in TERRAINS)
    return Wall(cells, terrains if tower_closed else terrains - {"tower"})


# The shapes of its answers

AFTERWARDS: Final = {
    "keeps": state.KEEPS,
    "track": Items(track.STEP, description="how the markers went, scoring by scoring"),
    "order_matters": Flag(
        "whether another order of the scorings would take other wall tiles, or leave the keeps elsewhere"
    ),
}
CASTLE_AFTERWARDS: Final = Record(AFTERWARDS, {}, "the keeps and markers as they are afterwards", "CastleScored")
CASTLE_AFTER_TURN: Final = Record(
    {"keeps": state.KEEPS, "wall_tiles": state.WALL_TILES},
    AFTERWARDS,
    "keeps, wall tiles and markers as they are afterwards; an illegal turn has no markers",
    "CastleAfterTurn",
)

CASTLE: Final = Part(
    id="castle",
    catalogue=("castle",),
    box="castle",
    start=Start(None, text("a start space")),
    least_players=2,
    most_players=2,
    required_ports=HALVES,
    may_meet=may_meet,
    edge_words=path_words,
    wall=wall,
    majority=more_followers,
    tiles_asked=tile_asked,
    terrains=TERRAINS,
    marks=(Mark("markets", "markets"), Mark("fountain", "fountains", single=True)),
    counts={"path": ("fountains",), "court": ("markets",)},
    figures=(Figure(FOLLOWER, 6, text("follower"), text("the follower")),),
    values=(
        RuleValue(
            "tower_closed_by_wall",
            True,
            Flag(),
            marked("Whether the castle wall closes a tower, as it does a path and a house."),
            "tower.complete",
        ),
        RuleValue(
            "wall_tile_4_fountain",
            False,
            Flag(),
            marked("Whether an unfinished path with a fountain scores 2 per tile with wall tile 4, instead of 1."),
            "wall-tile.4",
        ),
        RuleValue(
            "keep_needs_own_completion",
            True,
            Flag(),
            marked("Whether a keep is set and moved only by who finishes a house; else by who scores it."),
            "keep.set",
        ),
        RuleValue(
            "start_space_path_must_match",
            False,
            Flag(),
            marked("Whether paths must be continued at start spaces too."),
            "placement.path",
        ),
    ),
    state=state.FIELD,
    cites={"match": "placement.path", "majority": "majority.strict"},
    check=state.check,
    looks_at=(text("the wall"), text("keeps and wall tiles")),
    doubt=Doubt(state.doubt, text("keeps that no finished house carries")),
    worth={"path": building_worth, "tower": building_worth, "house": building_worth, "court": court_worth},
    phases={"interim": Phase(interim, scored.FIELDS), "final": Phase(final.judge, scored.FIELDS)},
    on_turn={Moment.SCORED: moves.score},
    move_fields=moves.MOVE_FIELDS,
    end_fields=moves.END_FIELDS,
    line_types=("keep", *[f"wall-tile-{number}" for number in range(1, state.KINDS + 1)]),
    answer_fields={
        "score": {"castle": CASTLE_AFTERWARDS},
        "turn": {"castle": CASTLE_AFTER_TURN},
        "instead": {
            "towers": Items(Integer(0, track.SPACES - 1), description="the corner towers that markers landed on"),
            "wall_tiles": Items(state.WALL_TILE, description="the wall tiles that may lie on a corner tower"),
            "use": Items(
                wall_tiles.UseShape({}, {}, "WallTileUsable"),
                description="the wall tiles that may be used now, for each feature",
            ),
            "order": Items(SPOT_AT, description="the features that are scored now"),
        },
        "line": {
            "start_spaces": Items(Text(), description="the start spaces it lies on, which are no cells"),
            "keep": keeps.KEEP_MOVE,
            "keeps": state.KEEPS,
            "wall_tile": state.WALL_TILE,
        },
    },
)
