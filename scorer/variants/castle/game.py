"""The Castle's rules as data, and the few functions in which it differs from the other games."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, Final

from scorer.board import Board
from scorer.ports import HALVES, opposite
from scorer.position import Position
from scorer.problems import Problem, escaped, unknown_player
from scorer.regions import Region
from scorer.scoring import Item, Ruling, Value, Worth, item_words
from scorer.shapes import Flag, Integer, Items, Record, Shape, Table, Text
from scorer.texts import Message, marked, text
from scorer.tiles import (
    Landscape,
    Orientation,
    TileSet,
    Wall,
    box_data,
    cell_key,
    load_kinds,
    load_start_pieces,
)
from scorer.turn import Turn
from scorer.variant import Phase, Rules, RuleValue, Variant
from scorer.variants.base import TILES
from scorer.variants.castle import final, keeps, moves, track, turn, wall_tiles

LANDSCAPE: Final = Landscape(
    terrains=(marked("path"), marked("tower"), marked("house"), marked("court")),
    middles=frozenset({"path"}),
    halves=frozenset({"tower", "house", "court"}),
    required_ports=HALVES,
    endless=frozenset({"court"}),
)

MARKETS: Final = item_words("markets", "{count} market", "{count} markets")

#: What each tile of a finished feature brings; a fountain makes it 2 on a path.
EACH_TILE: Final = {"path": 1, "tower": 2, "house": 1}

NAMES: Final = {
    ("path", True): text("the finished path"),
    ("path", False): text("the unfinished path"),
    ("tower", True): text("the finished tower"),
    ("tower", False): text("the unfinished tower"),
    ("house", True): text("the finished house"),
    ("house", False): text("the unfinished house"),
    ("court", False): text("the court"),
}

KEEPS: Final = Table(Integer(1, 1000), "how many tiles the house has on which each player's keep stands")
CASTLE: Final = Record(
    {},
    {"keeps": KEEPS, "wall_tiles": wall_tiles.WALL_TILES},
    "what lies on the wall and before the players: keeps and wall tiles",
)
AFTERWARDS: Final = {
    "keeps": KEEPS,
    "track": Items(track.STEP, description="how the markers went, scoring by scoring"),
    "order_matters": Flag(
        "whether another order of the scorings would take other wall tiles, or leave the keeps elsewhere"
    ),
}
CASTLE_AFTERWARDS: Final = Record(AFTERWARDS, description="the keeps and markers as they are afterwards")
CASTLE_AFTER_TURN: Final = Record(
    {"keeps": KEEPS, "wall_tiles": wall_tiles.WALL_TILES},
    AFTERWARDS,
    "keeps, wall tiles and markers as they are afterwards; an illegal turn has no markers",
)


class Castle(Variant):
    """Only paths must be continued, the wall closes what looks at it, and the one with more followers takes all."""

    id = "castle"
    aliases = ("de-burcht", "die-burg")
    title = marked("Carcassonne: The Castle")
    rulebook = "castle-nl"
    catalogue = ("castle",)
    box = "castle"
    start_words = text("a start space")
    landscape = LANDSCAPE
    most_players = 2
    followers = 6
    match_rule = "placement.path"
    follower_names: ClassVar[Mapping[str, Message]] = {
        "path": text("herald"),
        "tower": text("knight"),
        "house": text("squire"),
        "court": text("merchant"),
    }
    position_fields: ClassVar[Mapping[str, Shape]] = {"castle": CASTLE}
    answer_fields: ClassVar[Mapping[str, Mapping[str, Shape]]] = {
        "score": {"castle": CASTLE_AFTERWARDS},
        "turn": {"castle": CASTLE_AFTER_TURN},
        "instead": {
            "towers": Items(Integer(0, track.SPACES - 1), description="the corner towers that markers landed on"),
            "wall_tiles": Items(wall_tiles.WALL_TILE, description="the wall tiles that may lie on a corner tower"),
            "use": Items(
                wall_tiles.UseShape({}, {}), description="the wall tiles that may be used now, for each feature"
            ),
            "order": Items(Record(wall_tiles.FEATURE), description="the features that are scored now"),
        },
        "line": {
            "start_spaces": Items(Text(), description="the start spaces it lies on, which are no cells"),
            "keep": keeps.KEEP_MOVE,
            "keeps": KEEPS,
            "wall_tile": wall_tiles.WALL_TILE,
        },
    }
    move_fields = moves.MOVE_FIELDS
    end_fields = moves.END_FIELDS
    rule_values = (
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
    )

    # What lies on the table

    def tile_set(self, rules: Rules) -> TileSet:
        return _box(
            tower_closed=rules["tower_closed_by_wall"],
            start_spaces_match=rules["start_space_path_must_match"],
        )

    def check(self, board: Board, position: Position, problems: list[Problem]) -> None:
        given = position.extras.get("castle", {})
        known = [player.name for player in position.players]
        tables = {"keeps": given.get("keeps", {}), "wall_tiles/held": given.get("wall_tiles", {}).get("held", {})}
        for place, table in tables.items():
            problems += [
                unknown_player(f"/castle/{place}/{escaped(player)}", player, known)
                for player in table
                if player not in known
            ]
        wall_tiles.check(given.get("wall_tiles", {}), problems)
        keeps.check(board, given.get("keeps", {}), problems)

    # Regions

    def worth(self, board: Board, region: Region) -> Worth:
        cells, start_spaces = region.cells, region.start_spaces
        details = {"start_spaces": start_spaces} if start_spaces else {}
        name = NAMES[region.type, region.complete]
        if region.type == "court":
            markets = region.marks("markets")
            items, counts = [Item(MARKETS, markets, 3)], {"markets": markets}
            return Worth(Value("court.final", name, items), items, region.size, cells, counts, details)
        rule, each, counts = f"{region.type}.complete", EACH_TILE[region.type], {}
        if region.type == "path":
            counts["fountains"] = region.marks("fountains")
            if counts["fountains"]:
                # “Ook bij meer dan 1 bron blijft het bij 2 punten per wegdeel.”
                rule, each = "path.fountain", 2
        if not region.complete:
            rule, each = f"{region.type}.unfinished", 0
        items = [Item(TILES, region.size, each)]
        return Worth(Value(rule, name, items, complete=region.complete), items, region.size, cells, counts, details)

    def majority(self, followers: Mapping[str, int]) -> list[str]:
        """“Hebben beide spelers even veel volgelingen in dit gebied staan, krijgt niemand punten.”"""
        most = super().majority(followers)
        return most if len(most) == 1 else []

    # Scoring

    def phases(self) -> Mapping[str, Phase]:
        return {"interim": Phase(self.interim, turn.FIELDS), "final": Phase(final.judge, turn.FIELDS)}

    def interim(self, board: Board, question: Mapping[str, Any]) -> Ruling:
        """What a finished turn scores: every completed feature that still holds followers, and who goes home."""
        return turn.judge(board, question, now=wall_tiles.IN_A_TURN).ruling()

    # Replays

    def extras_at_start(self, rules: Rules) -> dict[str, Any]:
        return moves.at_start()

    def judge_turn(self, turn: Turn) -> Ruling:
        return moves.judge_turn(turn)

    def end_turn(self, turn: Turn, ruling: Ruling) -> None:
        moves.end_turn(turn, ruling)


def paths_continue(tile: Orientation, side: int, neighbour: Orientation) -> bool:
    """“De wegen moeten altijd verder gebouwd worden. De andere burchtdelen (Toren, huis en binnenplaats) mogen naar
    eigen wens aan elkaar gelegd worden.”"""
    return tile.terrain_at(side, 1) == neighbour.terrain_at(opposite(side), 1)


def paths_continue_between_tiles(tile: Orientation, side: int, neighbour: Orientation) -> bool:
    """“Aan de burchtmuur mag alles aangelegd worden”, also at its start spaces."""
    return tile.is_start_piece or neighbour.is_start_piece or paths_continue(tile, side, neighbour)


@cache
def _box(*, tower_closed: bool, start_spaces_match: bool) -> TileSet:
    """The castle's box as these rules use it."""
    rows = box_data("castle")["wall_rows"]
    cells = frozenset(cell_key(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#")
    closes = frozenset(LANDSCAPE.terrains) if tower_closed else frozenset(LANDSCAPE.terrains) - {"tower"}
    return TileSet(
        load_kinds("castle", LANDSCAPE),
        may_meet=paths_continue if start_spaces_match else paths_continue_between_tiles,
        endless=LANDSCAPE.endless,
        start_pieces=load_start_pieces("castle", LANDSCAPE),
        wall=Wall(cells, closes),
    )
