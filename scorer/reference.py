"""What there is: variants, expansions, and the tiles in their boxes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from scorer.draw import tile_svg as kind_svg
from scorer.game.reading import read_ruleset
from scorer.problems import Illegal, unknown_tile
from scorer.rules.ruleset import Expansion, Variant
from scorer.rules.variants import EXPANSIONS, VARIANTS, find_expansion, find_variant
from scorer.tiles.tileset import TileSet
from scorer.wire import Kind

__all__ = [
    "EXPANSIONS",
    "VARIANTS",
    "Expansion",
    "Variant",
    "find_expansion",
    "find_variant",
    "tile_kinds",
    "tile_svg",
]


def tile_kinds(variant: str, expansions: Sequence[str] = ()) -> dict[str, Kind]:
    """Every kind of tile in a game's box by its id, in the form that ``tileset`` of a request takes."""
    tile_set = _tile_set(variant, expansions)
    return {name: cast(Kind, tile_set.landscape.kind_json(kind)) for name, kind in tile_set.kinds.items()}


def tile_svg(variant: str, tile: str, expansions: Sequence[str] = ()) -> str:
    """A picture of a kind of tile, at rotation 0."""
    kinds = _tile_set(variant, expansions).kinds
    if tile not in kinds:
        raise Illegal([unknown_tile("/tile", tile, kinds)])
    return kind_svg(kinds[tile])


def _tile_set(variant: str, expansions: Sequence[str]) -> TileSet:
    asked: dict[str, Any] = {"variant": variant, "expansions": list(expansions)}
    ruleset = read_ruleset(asked)
    return ruleset.tile_set(ruleset.default_rules())
