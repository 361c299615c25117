"""How a request becomes a raw position: its shape is checked, its rules are not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorer.limits import shortened
from scorer.position import (
    COMMON_FIELDS,
    EXCERPT,
    FOLLOWERS,
    PLAYERS,
    TILESET,
    Position,
    TileList,
    TilePlaced,
    tile_list,
)
from scorer.problems import Malformed, Problem, escaped, nearest, unknown_field
from scorer.shapes import Problems, Shape, missing, wrong_type
from scorer.texts import text
from scorer.tiles import Kind, TileSet, read_kinds
from scorer.variant import Rules, Variant
from scorer.variants import VARIANTS, find_variant


def read_variant(request: Mapping[str, Any], problems: Problems) -> Variant | None:
    if "variant" not in request:
        problems.append(missing("", "variant"))
        return None
    name = request["variant"]
    if not isinstance(name, str):
        problems.append(wrong_type("/variant", "a string", name))
        return None
    variant = find_variant(name)
    if variant is None:
        known = [variant.id for variant in VARIANTS]
        message = text("There is no variant “{name}”; there are {known}.", name=shortened(name), known=known)
        problems.append(Problem("variant-unknown", "/variant", message))
    return variant


def read_rules(variant: Variant, raw: object, pointer: str, problems: Problems) -> Rules:
    """The variant's rule values with those of a request in their place."""
    rules = variant.default_rules()
    if not isinstance(raw, dict):
        problems.append(wrong_type(pointer, "an object", raw))
        return rules
    for value in variant.rule_values:
        if value.name in raw:
            found: Problems = []
            rules[value.name] = value.shape.read(raw[value.name], f"{pointer}/{value.name}", found)
            problems += [Problem("rule-value", problem.pointer, problem.message, value.rule) for problem in found]
    for name in raw:
        if name not in rules:
            known = list(rules)
            near = nearest(name, known)
            message = (
                text(
                    "{variant} has no rule value “{name}”; did you mean “{near}”? It has {known}.",
                    variant=variant.id,
                    name=name,
                    near=near,
                    known=known,
                )
                if near
                else text(
                    "{variant} has no rule value “{name}”. It has {known}.",
                    variant=variant.id,
                    name=name,
                    known=known,
                )
            )
            problems.append(Problem("rule-unknown", f"{pointer}/{escaped(name)}", message))
    return rules


def read_tile_set(
    variant: Variant, rules: Rules, request: Mapping[str, Any], problems: Problems
) -> tuple[TileSet, tuple[Kind, ...]]:
    """The variant's box with the extra kinds of a request, and these kinds."""
    tile_set = variant.tile_set(rules)
    if "tileset" not in request:
        return tile_set, ()
    found: Problems = []
    raw = request["tileset"]
    TILESET.read(raw, "/tileset", found)
    extra_kinds = [] if found else read_kinds(raw["kinds"], variant.landscape, "/tileset/kinds", found)
    problems += found
    return tile_set.extended(extra_kinds) if extra_kinds and not found else tile_set, tuple(extra_kinds)


def read_tiles(shape: TileList, raw: object, tile_set: TileSet, problems: Problems) -> Sequence[TilePlaced]:
    laid = shape.laid(raw, tile_set.oriented)
    if laid is not None:
        return laid
    found: Problems = []
    tiles = shape.read(raw, "/tiles", found)
    problems += found
    return tiles


def shown_in_excerpt(tile_set: TileSet, tiles: Sequence[TilePlaced]) -> TileSet:
    """The box of a cut-out: the start board is in the picture only if no tile lies on its cells."""
    covered = tile_set.start_board and any(key in tile_set.start_board for key, _, _ in tiles)
    return tile_set.without_start_board if covered else tile_set


def read_position(request: object, other_fields: Mapping[str, Shape] | None = None) -> tuple[Position, dict[str, Any]]:
    """A request's position, and the values of its ``other_fields``.

    Raises :class:`Malformed` with everything that keeps the request from being a question at all.
    """
    if not isinstance(request, dict):
        raise Malformed([wrong_type("", "an object", request)])
    problems: Problems = []
    variant = read_variant(request, problems)
    if variant is None:
        raise Malformed(problems)
    rules = read_rules(variant, request["rules"], "/rules", problems) if "rules" in request else variant.default_rules()
    tile_set, extra_kinds = read_tile_set(variant, rules, request, problems)
    tiles = read_tiles(tile_list(variant), request["tiles"], tile_set, problems) if "tiles" in request else []
    followers = FOLLOWERS.read(request["meeples"], "/meeples", problems) if "meeples" in request else []
    players = tuple(PLAYERS.read(request["players"], "/players", problems)) if "players" in request else ()
    excerpt = EXCERPT.read(request["excerpt"], "/excerpt", problems) if "excerpt" in request else False
    if excerpt:
        tile_set = shown_in_excerpt(tile_set, tiles)
    extras: dict[str, Any] = {}
    others: dict[str, Any] = {}
    fields = {**variant.position_fields, **(other_fields or {})}
    for name, content in request.items():
        if name not in COMMON_FIELDS:
            field = fields.get(name)
            if field is None:
                problems.append(unknown_field("", name, [*COMMON_FIELDS, *fields]))
                continue
            target = extras if name in variant.position_fields else others
            target[name] = field.read(content, f"/{escaped(name)}", problems)
    if problems:
        raise Malformed(problems)
    tile_extras = tile_list(variant).extras(request.get("tiles"))
    position = Position(variant, rules, players, tiles, tile_extras, followers, excerpt, tile_set, extra_kinds, extras)
    return position, others
