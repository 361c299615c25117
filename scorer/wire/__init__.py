"""Requests and answers as types, for a type checker: ``scorer.score`` takes a ``ScoreRequest`` and answers a ``Score``.

Written by ``python -m tools.wire`` from the shapes that the specification is made from.
At run time they are plain dicts. Whoever builds a request step by step says what it is to become::

    request: scorer.wire.ScoreRequest = {"variant": "base", "phase": "final"}
"""

# ruff: noqa: I001
# fmt: off
from scorer.wire.answers import (
    Assumption, AssumptionCode, Bag, CastleAfterTurn, CastleScored, CityCounted, Claimed, ClaimedLine, Edge, Feature,
    Features, FollowerRetrieval, FreeCrowns, GameClaim, Hole, Imported, Item, KeepMoved, LegalInstead, Line, LineType,
    MoveJudged, Offers, OpenFeature, OpenPort, Placement, Placements, Problem, ProblemCode, Replay, Retrieval, Returned,
    RuleId, Score, Terrain, Total, TrackStep, Turn, Validation, WallTileUsable, WheelAfterwards, Where,
)
from scorer.wire.requests import (
    At, BagRequest, Castle, Cell, CellNamed, CityOnTile, Claim, Crown, ExtraTiles, FollowerAt, Ghost, Goods, Highlight,
    ImportRequest, Kind, Meeple, Moment, Move, MoveRequest, Placed, PlacedTile, PlacementsRequest, Player, Position,
    RenderOptions, RenderRequest, ReplayRequest, RuleValues, ScoreRequest, Segment, SpotAt, SymbolGone, TileDiscarded,
    TileLaid, TurnTold, VariantName, WallTileHeld, WallTileTaken, WallTileUsed, WallTiles, Wheel,
)

__all__ = [
    'Assumption', 'AssumptionCode', 'At', 'Bag', 'BagRequest', 'Castle', 'CastleAfterTurn', 'CastleScored', 'Cell',
    'CellNamed', 'CityCounted', 'CityOnTile', 'Claim', 'Claimed', 'ClaimedLine', 'Crown', 'Edge', 'ExtraTiles',
    'Feature', 'Features', 'FollowerAt', 'FollowerRetrieval', 'FreeCrowns', 'GameClaim', 'Ghost', 'Goods', 'Highlight',
    'Hole', 'ImportRequest', 'Imported', 'Item', 'KeepMoved', 'Kind', 'LegalInstead', 'Line', 'LineType', 'Meeple',
    'Moment', 'Move', 'MoveJudged', 'MoveRequest', 'Offers', 'OpenFeature', 'OpenPort', 'Placed', 'PlacedTile',
    'Placement', 'Placements', 'PlacementsRequest', 'Player', 'Position', 'Problem', 'ProblemCode', 'RenderOptions',
    'RenderRequest', 'Replay', 'ReplayRequest', 'Retrieval', 'Returned', 'RuleId', 'RuleValues', 'Score',
    'ScoreRequest', 'Segment', 'SpotAt', 'SymbolGone', 'Terrain', 'TileDiscarded', 'TileLaid', 'Total', 'TrackStep',
    'Turn', 'TurnTold', 'Validation', 'VariantName', 'WallTileHeld', 'WallTileTaken', 'WallTileUsable', 'WallTileUsed',
    'WallTiles', 'Wheel', 'WheelAfterwards', 'Where'
]
