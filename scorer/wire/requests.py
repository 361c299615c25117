"""What requests look like. Written by ``python -m tools.wire`` from the shapes that the specification is made from."""

# fmt: off
from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class At(TypedDict):
    """A cell, by its coordinates."""
    x: int
    y: int


class BagRequest(TypedDict):
    variant: VariantName
    expansions: NotRequired[list[str]]
    rules: NotRequired[RuleValues]
    tileset: NotRequired[ExtraTiles]
    tiles: NotRequired[list[PlacedTile]]
    meeples: NotRequired[list[Meeple]]
    players: NotRequired[list[Player]]
    excerpt: NotRequired[bool]
    turn: NotRequired[TurnTold]
    discarded: NotRequired[list[str]]
    player: NotRequired[str]
    draws: NotRequired[int]
    wheel: NotRequired[Wheel]
    castle: NotRequired[Castle]


class Castle(TypedDict):
    """What lies on the wall and before the players: keeps and wall tiles."""
    keeps: NotRequired[dict[str, int]]
    wall_tiles: NotRequired[WallTiles]


Cell: TypeAlias = list[int]


CellNamed: TypeAlias = 'At | Cell'


class CityOnTile(TypedDict):
    """A city on a tile."""
    on: list[int]


class Claim(TypedDict):
    """What a player believes to have."""
    after: Moment
    player: str
    score: int


class Crown(TypedDict):
    """A follower on a crown space."""
    segment: Literal['fortuna', 'taxes', 'famine', 'storm', 'inquisition', 'plague']
    player: str


class ExtraTiles(TypedDict):
    """Extra kinds of tile for this request, as the reference data lists them."""
    kinds: list[Kind]
    variant: NotRequired[str]
    expansions: NotRequired[list[str]]
    start_tile: NotRequired[str]
    start_pieces: NotRequired[list[Any]]
    wall: NotRequired[dict[str, Any]]


class FollowerAt(TypedDict):
    """A follower, where it stands."""
    player: str
    x: int
    y: int
    spot: str


class Ghost(TypedDict):
    """The tile whose legal placements are shown half transparent."""
    tile: str
    player: NotRequired[str]


class Goods(TypedDict):
    """The goods that the player has taken (default none)."""
    wine: NotRequired[int]
    grain: NotRequired[int]
    cloth: NotRequired[int]


class Highlight(TypedDict):
    """What is marked in yellow."""
    features: NotRequired[list[str]]
    cells: NotRequired[list[CellNamed]]


class ImportRequest(TypedDict):
    """A game that another program has saved."""
    format: Literal['jcz', 'bga', 'carcassonnelab']
    data: Any


class Kind(TypedDict):
    """A kind of tile."""
    id: str
    segments: list[Segment]
    count: NotRequired[int]
    cities: NotRequired[list[CityOnTile]]
    wheel_symbols: NotRequired[dict[str, int]]
    role: NotRequired[Literal['spring', 'lake']]


class Meeple(TypedDict):
    """A figure on the board."""
    player: str
    x: int
    y: int
    spot: str
    figure: NotRequired[str]


Moment: TypeAlias = "int | Literal['end']"


Move: TypeAlias = 'TileLaid | TileDiscarded'


class MoveRequest(TypedDict):
    variant: VariantName
    expansions: NotRequired[list[str]]
    rules: NotRequired[RuleValues]
    tileset: NotRequired[ExtraTiles]
    tiles: NotRequired[list[PlacedTile]]
    meeples: NotRequired[list[Meeple]]
    players: NotRequired[list[Player]]
    excerpt: NotRequired[bool]
    turn: NotRequired[TurnTold]
    discarded: NotRequired[list[str]]
    move: Move
    offers: NotRequired[bool]
    wheel: NotRequired[Wheel]
    castle: NotRequired[Castle]


Placed = TypedDict(
    'Placed',
    {
    'x': 'int',
    'y': 'int',
    'spot': 'str',
    'figure': 'NotRequired[str]',
    'from': "NotRequired[Literal['supply', 'elsewhere']]",
    },
)


class PlacedTile(TypedDict):
    """A tile on the board."""
    x: int
    y: int
    tile: str
    rotation: Literal[0, 90, 180, 270]
    wheel: NotRequired[Literal[1, 2, 3]]


class PlacementsRequest(TypedDict):
    variant: VariantName
    expansions: NotRequired[list[str]]
    rules: NotRequired[RuleValues]
    tileset: NotRequired[ExtraTiles]
    tiles: NotRequired[list[PlacedTile]]
    meeples: NotRequired[list[Meeple]]
    players: NotRequired[list[Player]]
    excerpt: NotRequired[bool]
    turn: NotRequired[TurnTold]
    discarded: NotRequired[list[str]]
    tile: NotRequired[str]
    player: NotRequired[str]
    wheel: NotRequired[Wheel]
    hand: NotRequired[list[str]]
    castle: NotRequired[Castle]


class Player(TypedDict):
    """A player."""
    name: str
    score: NotRequired[int]
    supply: NotRequired[int]
    color: NotRequired[str]
    figures: NotRequired[dict[str, int]]
    goods: NotRequired[Goods]
    hand: NotRequired[list[str]]


class Position(TypedDict):
    variant: VariantName
    expansions: NotRequired[list[str]]
    rules: NotRequired[RuleValues]
    tileset: NotRequired[ExtraTiles]
    tiles: NotRequired[list[PlacedTile]]
    meeples: NotRequired[list[Meeple]]
    players: NotRequired[list[Player]]
    excerpt: NotRequired[bool]
    turn: NotRequired[TurnTold]
    discarded: NotRequired[list[str]]
    wheel: NotRequired[Wheel]
    castle: NotRequired[Castle]


class RenderOptions(TypedDict):
    """What the picture shows besides the position."""
    highlight: NotRequired[Highlight]
    coordinates: NotRequired[bool]
    last: NotRequired[At]
    ghost: NotRequired[Ghost]
    scores: NotRequired[Literal['interim', 'final']]


class RenderRequest(TypedDict):
    variant: VariantName
    expansions: NotRequired[list[str]]
    rules: NotRequired[RuleValues]
    tileset: NotRequired[ExtraTiles]
    tiles: NotRequired[list[PlacedTile]]
    meeples: NotRequired[list[Meeple]]
    players: NotRequired[list[Player]]
    excerpt: NotRequired[bool]
    turn: NotRequired[TurnTold]
    discarded: NotRequired[list[str]]
    options: NotRequired[RenderOptions]
    wheel: NotRequired[Wheel]
    castle: NotRequired[Castle]


class ReplayRequest(TypedDict):
    variant: VariantName
    expansions: NotRequired[list[str]]
    rules: NotRequired[RuleValues]
    tileset: NotRequired[ExtraTiles]
    moves: list[Move]
    players: list[str]
    end: NotRequired[bool | Literal['early']]
    claims: NotRequired[list[Claim]]
    table: NotRequired[dict[str, Any]]
    use: NotRequired[list[WallTileUsed]]


class RuleValues(TypedDict):
    """Rule values that differ from the variant's own."""
    small_city: NotRequired[Literal[2, 4]]
    farm_scoring: NotRequired[Literal['per-field-3', 'per-field-3-once', 'per-city-4', 'none']]
    river_turns: NotRequired[Literal['no-u-turn', 'reserve', 'free']]
    river_start_tile: NotRequired[Literal['in-bag', 'removed', 'with-river', 'after-river']]
    builder_turn: NotRequired[Literal['may', 'must']]
    pig_bonus: NotRequired[int]
    wheel_actions: NotRequired[bool]
    tower_closed_by_wall: NotRequired[bool]
    wall_tile_4_fountain: NotRequired[bool]
    keep_needs_own_completion: NotRequired[bool]
    start_space_path_must_match: NotRequired[bool]
    hand_tiles: NotRequired[Literal[1, 2]]
    removed_tiles: NotRequired[list[str]]


class ScoreRequest(TypedDict):
    phase: Literal['interim', 'final', 'wheel', 'retrieve']
    variant: VariantName
    expansions: NotRequired[list[str]]
    rules: NotRequired[RuleValues]
    tileset: NotRequired[ExtraTiles]
    tiles: NotRequired[list[PlacedTile]]
    meeples: NotRequired[list[Meeple]]
    players: NotRequired[list[Player]]
    excerpt: NotRequired[bool]
    turn: NotRequired[TurnTold]
    discarded: NotRequired[list[str]]
    claim: NotRequired[dict[str, int]]
    carry_out: NotRequired[bool]
    player: NotRequired[str]
    last: NotRequired[At]
    wheel: NotRequired[Wheel]
    castle: NotRequired[Castle]
    order: NotRequired[list[SpotAt]]
    use: NotRequired[list[WallTileUsed]]
    took: NotRequired[list[WallTileTaken]]
    drawn: NotRequired[Literal[1, 2, 3]]
    plague: NotRequired[list[FollowerAt]]
    tile: NotRequired[str]
    retrieve: NotRequired[FollowerAt]


class Segment(TypedDict):
    """A part of a tile that shows one thing."""
    type: str
    ports: list[Literal['NL', 'N', 'NR', 'EL', 'E', 'ER', 'SL', 'S', 'SR', 'WL', 'W', 'WR']]
    pennants: NotRequired[int]
    markets: NotRequired[int]
    fountain: NotRequired[bool]
    inns: NotRequired[int]
    cathedrals: NotRequired[int]
    wine: NotRequired[int]
    grain: NotRequired[int]
    cloth: NotRequired[int]
    ends_in: NotRequired[str]
    touches: NotRequired[list[int]]


class SpotAt(TypedDict):
    """A spot of the board."""
    x: int
    y: int
    spot: str


class SymbolGone(TypedDict):
    """A tile that left the game, with its symbol."""
    tile: str
    wheel: Literal[1, 2, 3]


class TileDiscarded(TypedDict):
    """A tile that fits nowhere is put away."""
    player: str
    discard: str
    wheel: NotRequired[Literal[1, 2, 3]]
    plague: NotRequired[list[FollowerAt]]
    hand: NotRequired[list[str]]


class TileLaid(TypedDict):
    """A tile is laid, perhaps with a follower on it."""
    player: str
    tile: str
    x: int
    y: int
    rotation: Literal[0, 90, 180, 270]
    spot: NotRequired[str]
    figure: NotRequired[str]
    placed: NotRequired[list[Placed]]
    retrieve: NotRequired[SpotAt]
    wheel: NotRequired[Literal[1, 2, 3]]
    plague: NotRequired[list[FollowerAt]]
    crown: NotRequired[Literal['fortuna', 'taxes', 'famine', 'storm', 'inquisition', 'plague']]
    hand: NotRequired[list[str]]
    order: NotRequired[list[SpotAt]]
    use: NotRequired[list[WallTileUsed]]
    took: NotRequired[list[WallTileTaken]]


class TurnTold(TypedDict):
    """Whose turn it is."""
    player: str
    part: NotRequired[int]


VariantName: TypeAlias = Literal[
    'base-2000', 'base-2003', 'base', 'wheel-of-fortune', 'discovery', 'castle', 'base-game', 'rad-van-fortuin',
    'schicksalsrad', 'overzee', 'neues-land', 'de-burcht', 'die-burg'
]


WallTileHeld: TypeAlias = "int | Literal['unknown']"


class WallTileTaken(TypedDict):
    """A wall tile that was taken from a corner tower."""
    tower: int
    wall_tile: int


class WallTileUsed(TypedDict):
    """A wall tile and, for 2 to 7, the feature it is used for."""
    player: NotRequired[str]
    wall_tile: int
    x: NotRequired[int]
    y: NotRequired[int]
    spot: NotRequired[str]


class WallTiles(TypedDict):
    """Where the wall tiles are."""
    on_wall: NotRequired[list[int]]
    held: NotRequired[dict[str, list[WallTileHeld]]]
    used: NotRequired[list[int]]


class Wheel(TypedDict):
    """The wheel on the start board: the pig, and who stands on crown spaces."""
    pig: NotRequired[Literal['fortuna', 'taxes', 'famine', 'storm', 'inquisition', 'plague']]
    crowns: NotRequired[list[Crown]]
    discarded: NotRequired[list[SymbolGone]]
