"""What a variant is: a table of data, and the few functions that only this game needs.

The core asks a variant everything in which games differ: what lies in the box, which edges may meet, when a region is
finished, what it is worth and to whom. It never asks which variant it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from scorer.problems import Problem
from scorer.shapes import Choice, Shape, missing
from scorer.texts import Message, text
from scorer.tiles import Landscape, MayMeet, TileSet, load_kinds, load_start_pieces, same_terrain

if TYPE_CHECKING:
    from scorer.board import Board
    from scorer.placement import Placement
    from scorer.position import Position
    from scorer.regions import Region
    from scorer.scoring import Ruling, Worth
    from scorer.turn import Turn

Rules = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RuleValue:
    """A value in a variant's table of rules that a request may override."""

    name: str
    default: Any
    shape: Shape
    #: What the value decides, in English; marked for translation.
    meaning: str
    #: The rule in the catalogue that it rests on.
    rule: str


@dataclass(frozen=True, slots=True)
class Phase:
    """A moment at which points are given: what the request may add, and who judges it."""

    judge: Callable[[Board, Mapping[str, Any]], Ruling]
    fields: Mapping[str, Shape] = field(default_factory=dict)
    required: frozenset[str] = frozenset()


class Variant:
    """A named table of rule values, on top of what all games share."""

    id: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    #: The variant's name in English; marked for translation.
    title: ClassVar[str]
    #: The rulebook it follows, an id of the catalogue.
    rulebook: ClassVar[str]
    #: The catalogue files that hold its rules.
    catalogue: ClassVar[tuple[str, ...]]
    #: The tile set's data file.
    box: ClassVar[str]
    #: The tile that lies on the table before the first move, if it is a tile.
    start_tile: ClassVar[str | None] = None
    #: What the first tile is laid at, where it is no tile.
    start_words: ClassVar[Message] = text("the start board")
    landscape: ClassVar[Landscape]
    least_players: ClassVar[int] = 2
    most_players: ClassVar[int] = 5
    #: Followers that each player can place.
    followers: ClassVar[int] = 7
    rule_values: tuple[RuleValue, ...] = ()
    #: Fields of a position that only this game has.
    position_fields: ClassVar[Mapping[str, Shape]] = {}
    #: Fields of a placed tile that only this game has.
    tile_fields: ClassVar[Mapping[str, Shape]] = {}
    #: Fields of a ``placements`` request that only this game has.
    placement_fields: ClassVar[Mapping[str, Shape]] = {}
    #: Fields of a move that only this game has: what goes with a drawn tile, and what with one that is laid.
    draw_fields: ClassVar[Mapping[str, Shape]] = {}
    move_fields: ClassVar[Mapping[str, Shape]] = {}
    #: Fields of a replay for the end of the game that only this game has.
    end_fields: ClassVar[Mapping[str, Shape]] = {}
    #: What this game adds to answers, by what it is added to: ``score`` (the whole answer), ``line``, ``item``,
    #: ``returned``, ``feature``, ``placements`` (the whole answer), ``placement``, ``turn`` (of a replay) and
    #: ``instead`` (what would have been legal in it).
    answer_fields: ClassVar[Mapping[str, Mapping[str, Shape]]] = {}
    #: The rules that a placement breaks when edges don't match, or tiles aren't connected.
    match_rule: ClassVar[str] = "placement.match"
    #: The rule by which copies of a tile may have been removed before play.
    removed_rule: ClassVar[str] = "tiles.copies"
    #: The rule by which no follower stands on the start board.
    start_board_rule: ClassVar[str] = "follower.last-tile"
    #: The rule by which no follower may be placed on some terrain.
    standing_rule: ClassVar[str] = "follower.spot"
    #: What a follower is called on each terrain.
    follower_names: ClassVar[Mapping[str, Message]]

    def allowed_values(self, value: RuleValue) -> list[Any]:
        """Every value that a rule value can have; of a list, what can stand in it."""
        return list(value.shape.values) if isinstance(value.shape, Choice) else [True, False]

    def default_rules(self) -> dict[str, Any]:
        return {value.name: value.default for value in self.rule_values}

    # What lies on the table

    def tile_set(self, rules: Rules) -> TileSet:
        """The box as these rules use it."""
        return _plain_tile_set(self.box, self.landscape, self.may_meet(rules))

    def may_meet(self, rules: Rules) -> MayMeet:
        """Which tiles may lie side by side."""
        return same_terrain

    def may_stand_on(self, terrain: str, rules: Rules) -> bool:
        """Whether a follower may be placed on this terrain at all."""
        return True

    def removed(self, rules: Rules) -> Sequence[str]:
        """The tiles that these rules take out of the box; without any, all its copies can be on the board."""
        return ()

    def copies(self, tile_set: TileSet, rules: Rules) -> Mapping[str, int]:
        """How many tiles of each kind can be on the board."""
        return tile_set.copies

    def followers_elsewhere(self, position: Position) -> Iterable[str]:
        """The owners of followers that are out, but on no tile."""
        return ()

    def check(self, board: Board, position: Position, problems: list[Problem]) -> None:
        """Adds what is wrong with the parts of a position that only this game has."""

    # Regions

    def is_complete(self, board: Board, root: int) -> bool:
        """Whether the region of this root is finished."""
        return root not in board.open_roots and board.terrains[root] not in self.landscape.endless

    def worth(self, board: Board, region: Region) -> Worth:
        """What a region brings now to whoever scores it, with its reasons."""
        raise NotImplementedError

    def majority(self, followers: Mapping[str, int]) -> list[str]:
        """Who scores a feature that holds these followers."""
        if len(followers) == 1:
            return list(followers)
        most = max(followers.values(), default=0)
        return [player for player, count in followers.items() if count == most]

    # Questions

    def phases(self) -> Mapping[str, Phase]:
        raise NotImplementedError

    def no_such_phase(self, phase: str) -> str | None:
        """The rule by which a phase that other games have does not exist here."""
        return None

    def tiles_asked(self, position: Position, asked: Mapping[str, Any], problems: list[Problem]) -> dict[str, str]:
        """The tiles that a ``placements`` request asks about, by their place in it; none if it asks about nothing."""
        if "tile" not in asked:
            problems.append(missing("", "tile"))
            return {}
        return {"/tile": asked["tile"]}

    def describe_placement(self, board: Board, player: str | None) -> Callable[[Placement], dict[str, Any]]:
        """Tells what this game adds to each legal placement on a board."""
        return _nothing_more

    def describe_placements(self, board: Board, player: str | None) -> dict[str, Any]:
        """What this game adds to the answer of ``placements``."""
        return {}

    # Replays

    def extras_at_start(self, rules: Rules) -> dict[str, Any]:
        """The fields of a position that only this game has, before the first move."""
        return {}

    def tile_drawn(self, turn: Turn) -> None:
        """What a drawn tile brings before it is laid."""

    def act(self, turn: Turn) -> None:
        """What a player does after laying the tile."""
        turn.place_follower()

    def judge_turn(self, turn: Turn) -> Ruling:
        """What a turn scores when everything else is done."""
        return turn.judged(self.phases()["interim"].judge, {})

    def end_turn(self, turn: Turn, ruling: Ruling) -> None:
        """What happens after the scoring of a turn."""


def _nothing_more(_placement: Placement) -> dict[str, Any]:
    return {}


@cache
def _plain_tile_set(box: str, landscape: Landscape, may_meet: MayMeet) -> TileSet:
    return TileSet(
        load_kinds(box, landscape),
        may_meet=may_meet,
        endless=landscape.endless,
        start_pieces=load_start_pieces(box, landscape),
    )
