"""What answers look like. Written by ``python -m tools.wire`` from the shapes that the specification is made from."""

# ruff: noqa: I001
# fmt: off
from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from scorer.wire.requests import (
    Cell, Crown, FollowerAt, Goods, Meeple, Moment, Position, SpotAt, WallTiles,
)


class Assumption(TypedDict):
    """Something that an answer took for granted."""
    code: AssumptionCode
    detail: str
    rule: NotRequired[RuleId]


AssumptionCode: TypeAlias = Literal[
    'layer-untold', 'on-wall-untold', 'wall-tile-unknown', 'keeps-untold', 'supply-untold', 'bag-untold',
    'start-board-in-excerpt', 'tiles-left', 'second-part-owed', 'follower-not-free', 'follower-on-start',
    'keep-impossible'
]


class Bag(TypedDict):
    """What is left, where it fits, and how likely it is to come. Counts and exact chances, no advice."""
    left: dict[str, int]
    total: int
    draws: int
    holes: list[Hole]
    features: list[OpenFeature]
    assumed: list[Assumption]


class CastleAfterTurn(TypedDict):
    """Keeps, wall tiles and markers as they are afterwards."""
    keeps: dict[str, int]
    wall_tiles: WallTiles
    track: NotRequired[list[TrackStep]]
    order_matters: NotRequired[bool]


class CastleScored(TypedDict):
    """The keeps and markers as they are afterwards."""
    keeps: dict[str, int]
    track: list[TrackStep]
    order_matters: bool


class CityCounted(TypedDict):
    """A city."""
    x: int
    y: int
    port: bool


class Claimed(TypedDict):
    """A claim against what was really scored."""
    player: str
    claimed: int
    actual: int
    difference: int
    agrees: bool


class ClaimedLine(TypedDict):
    """A line, and when it was scored."""
    after: Moment
    feature: str | None
    type: LineType
    complete: bool
    tiles: int
    cells: list[Cell]
    points: dict[str, int]
    followers: dict[str, int]
    items: list[Item]
    rule: RuleId
    because: list[RuleId]
    text: str
    strength: NotRequired[dict[str, int]]
    start_spaces: NotRequired[list[str]]
    keep: NotRequired[KeepMoved]
    keeps: NotRequired[dict[str, int]]
    wall_tile: NotRequired[int]


class Edge(TypedDict):
    """An edge of a tile."""
    x: int
    y: int
    side: Literal['N', 'E', 'S', 'W']


class Feature(TypedDict):
    """What is joined on the board: a city, a road, a field ."""
    id: str
    type: Terrain
    complete: bool
    tiles: int
    cells: list[Cell]
    open_ports: list[OpenPort]
    counts: dict[str, int]
    meeples: list[Meeple]
    majority: list[str]
    points: int
    touches: list[str]
    start_spaces: NotRequired[list[str]]
    cities: NotRequired[list[CityCounted]]


class Features(TypedDict):
    """What is on the board."""
    features: list[Feature]
    assumed: list[Assumption]


class FollowerRetrieval(TypedDict):
    """A follower, and what it would bring now."""
    player: str
    x: int
    y: int
    spot: str
    points: int
    complete: bool


class FreeCrowns(TypedDict):
    """The free crown spaces of each segment."""
    fortuna: int
    taxes: int
    famine: int
    storm: int
    inquisition: int
    plague: int


class GameClaim(TypedDict):
    """A claim against what the player really had."""
    after: Moment
    player: str
    claimed: int
    actual: int | None
    difference: int | None
    agrees: bool | None
    since: NotRequired[Moment]
    lines: NotRequired[list[ClaimedLine]]


class Hole(TypedDict):
    """An empty cell beside tiles."""
    x: int
    y: int
    fits: dict[str, list[Literal[0, 90, 180, 270]]]
    tiles: int
    next: float
    within: float
    dead: bool


class Imported(TypedDict):
    """A game that another program has saved."""
    game: dict[str, Any]
    notes: list[str]


class Item(TypedDict):
    """A part of a line's points: so many things, each worth so much."""
    what: str
    count: int
    each: int
    points: int
    player: NotRequired[str]
    features: NotRequired[list[str]]
    cities: NotRequired[list[CityCounted]]
    cells: NotRequired[list[list[int]]]


KeepMoved = TypedDict(
    'KeepMoved',
    {
    'player': 'str',
    'from': 'int | None',
    'to': 'int',
    'rule': "Literal['keep.set', 'keep.move']",
    },
)


class LegalInstead(TypedDict):
    """What would have been legal in the place of a move that is not."""
    player: NotRequired[str]
    tiles: NotRequired[dict[str, int]]
    placements: NotRequired[list[Placement]]
    discard: NotRequired[str]
    spots: NotRequired[list[str]]
    figures: NotRequired[dict[str, list[str]]]
    retrievals: NotRequired[list[Retrieval]]
    hand: NotRequired[list[str]]
    towers: NotRequired[list[int]]
    wall_tiles: NotRequired[list[int]]
    use: NotRequired[list[WallTileUsable]]
    order: NotRequired[list[SpotAt]]
    plague_choices: NotRequired[dict[str, list[FollowerAt]]]
    crowns: NotRequired[FreeCrowns]
    symbols: NotRequired[dict[str, int]]


class Line(TypedDict):
    """One ruling about one thing."""
    feature: str | None
    type: LineType
    complete: bool
    tiles: int
    cells: list[Cell]
    points: dict[str, int]
    followers: dict[str, int]
    items: list[Item]
    rule: RuleId
    because: list[RuleId]
    text: str
    strength: NotRequired[dict[str, int]]
    start_spaces: NotRequired[list[str]]
    keep: NotRequired[KeepMoved]
    keeps: NotRequired[dict[str, int]]
    wall_tile: NotRequired[int]


LineType: TypeAlias = Literal[
    'city', 'road', 'field', 'cloister', 'river', 'garden', 'grass', 'mountain', 'sea', 'path', 'tower', 'house',
    'court', 'keep', 'wall-tile-1', 'wall-tile-2', 'wall-tile-3', 'wall-tile-4', 'wall-tile-5', 'wall-tile-6',
    'wall-tile-7', 'wall-tile-8', 'wall-tile-9', 'fortuna', 'storm', 'plague', 'crowns', 'goods'
]


class MoveJudged(TypedDict):
    """One move, judged."""
    variant: str
    summary: str
    legal: bool
    problems: list[Problem]
    legal_instead: LegalInstead
    players: dict[str, Total]
    lines: list[Line]
    returned: list[Returned]
    supply: dict[str, int]
    position: Position
    next: str | None
    again: bool
    assumed: list[Assumption]
    figures: NotRequired[dict[str, dict[str, int]]]
    offers: NotRequired[Offers]
    castle: NotRequired[CastleAfterTurn]
    wheel: NotRequired[WheelAfterwards]
    goods: NotRequired[dict[str, Goods]]


class Offers(TypedDict):
    """What a player may do."""
    placements: dict[str, list[Placement]]
    crowns: NotRequired[FreeCrowns]


class OpenFeature(TypedDict):
    """A feature that is not finished."""
    id: str
    type: str
    holes: list[Cell]
    dead: bool
    closers: NotRequired[int]
    next: NotRequired[float]
    within: NotRequired[float]


class OpenPort(TypedDict):
    """A port where a feature could go on."""
    x: int
    y: int
    port: Literal['NL', 'N', 'NR', 'EL', 'E', 'ER', 'SL', 'S', 'SR', 'WL', 'W', 'WR']


class Placement(TypedDict):
    """A legal way to lay the tile."""
    x: int
    y: int
    rotation: Literal[0, 90, 180, 270]
    spots: list[str]
    figures: NotRequired[dict[str, list[str]]]
    tile: NotRequired[str]
    retrievals: NotRequired[list[Retrieval]]


class Placements(TypedDict):
    """Where a tile may go."""
    placements: list[Placement]
    placeable: bool
    assumed: list[Assumption]
    crowns: NotRequired[FreeCrowns]


class Problem(TypedDict):
    """One thing that is wrong."""
    code: ProblemCode
    pointer: str
    detail: str
    rule: NotRequired[RuleId]
    where: NotRequired[Where]
    choices: NotRequired[list[str]]


ProblemCode: TypeAlias = Literal[
    'wrong-type', 'field-missing', 'field-unknown', 'out-of-range', 'not-a-choice', 'too-many-items', 'too-costly',
    'not-json', 'notation', 'variant-unknown', 'expansion-unknown', 'expansion-not-with', 'rule-unknown', 'rule-value',
    'phase-unknown', 'tileset-invalid', 'tile-unknown', 'cell-occupied', 'edge-mismatch', 'not-connected',
    'too-many-copies', 'start-missing', 'outside-wall', 'player-count', 'player-unknown', 'player-duplicate',
    'no-tile-there', 'spot-unknown', 'spot-forbidden', 'tile-has-follower', 'too-many-followers', 'supply-mismatch',
    'figure-unknown', 'figure-forbidden', 'figure-mismatch', 'goods-too-many', 'river-broken', 'river-turn',
    'bag-order', 'no-follower-there', 'follower-not-own', 'crown-occupied', 'wheel-off', 'plague-missing',
    'plague-twice', 'plague-not-reached', 'keep-too-large', 'tower-unknown', 'tower-twice', 'too-many-wall-tiles',
    'not-scored', 'order-forbidden', 'wall-tile-not-held', 'wall-tile-not-now', 'wall-tile-feature',
    'wall-tile-majority', 'wall-tile-twice', 'wrong-turn', 'game-over', 'tile-not-in-bag', 'discard-needless',
    'spot-taken', 'no-follower-left', 'hand-mismatch', 'wall-tile-not-taken', 'wall-tile-untold', 'one-action-only',
    'not-last-tile', 'not-from-supply', 'follower-not-free', 'follower-on-start', 'keep-impossible',
    'import-unreadable', 'import-too-old', 'not-scored-yet'
]


class Replay(TypedDict):
    """A whole game, judged move by move up to the first illegal one."""
    variant: str
    summary: str
    legal: bool
    problems: list[Problem]
    turns: list[Turn]
    scores: dict[str, int]
    supply: dict[str, int]
    on_turn: str
    tiles_left: int
    position: Position
    assumed: list[Assumption]
    final: NotRequired[Score]
    claims: NotRequired[list[GameClaim]]


class Retrieval(TypedDict):
    """What a figure would bring if it were taken back."""
    x: int
    y: int
    spot: str
    points: int
    complete: bool
    player: NotRequired[str]


class Returned(TypedDict):
    """A follower that goes home."""
    player: str
    x: NotRequired[int]
    y: NotRequired[int]
    spot: NotRequired[str]
    figure: NotRequired[str]
    segment: NotRequired[Literal['fortuna', 'taxes', 'famine', 'storm', 'inquisition', 'plague']]


RuleId: TypeAlias = str


class Score(TypedDict):
    """Who gets what, and why."""
    variant: str
    phase: str
    summary: str
    players: dict[str, Total]
    lines: list[Line]
    returned: list[Returned]
    assumed: list[Assumption]
    winners: NotRequired[list[str]]
    position: NotRequired[Position]
    offers: NotRequired[Offers]
    retrievals: NotRequired[list[FollowerRetrieval]]
    castle: NotRequired[CastleScored]
    wheel: NotRequired[WheelAfterwards]
    plague_choices: NotRequired[dict[str, list[FollowerAt]]]
    goods: NotRequired[dict[str, Goods]]
    claims: NotRequired[list[Claimed]]


Terrain: TypeAlias = Literal[
    'city', 'road', 'field', 'cloister', 'river', 'garden', 'grass', 'mountain', 'sea', 'path', 'tower', 'house',
    'court'
]


class Total(TypedDict):
    """A player's score."""
    before: int
    points: int
    after: int


TrackStep = TypedDict(
    'TrackStep',
    {
    'player': 'str',
    'from': 'int',
    'to': 'int',
    'wall_tile': 'int | None',
    },
)


class Turn(TypedDict):
    """One move, judged, and the game after it."""
    move: int
    player: str
    legal: bool
    problems: list[Problem]
    lines: list[Line]
    returned: list[Returned]
    scores: dict[str, int]
    supply: dict[str, int]
    again: bool
    legal_instead: NotRequired[LegalInstead]
    figures: NotRequired[dict[str, dict[str, int]]]
    castle: NotRequired[CastleAfterTurn]
    wheel: NotRequired[WheelAfterwards]
    goods: NotRequired[dict[str, Goods]]


class Validation(TypedDict):
    """Whether a position is possible."""
    valid: bool
    problems: list[Problem]
    scope: str
    assumed: list[Assumption]
    more: NotRequired[int]


class WallTileUsable(TypedDict):
    """A wall tile and, for 2 to 7, the feature it is used for."""
    wall_tile: int
    x: NotRequired[int]
    y: NotRequired[int]
    spot: NotRequired[str]


class WheelAfterwards(TypedDict):
    """The wheel as it is afterwards."""
    pig: Literal['fortuna', 'taxes', 'famine', 'storm', 'inquisition', 'plague']
    crowns: list[Crown]


class Where(TypedDict):
    """Where on the table it is, so that a page can point at it."""
    cells: NotRequired[list[Cell]]
    edges: NotRequired[list[Edge]]
    meeples: NotRequired[list[Meeple]]
