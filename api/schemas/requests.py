"""The requests. Their fields carry the library's own shapes, whose values are read once, by the library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema

from api.schemas.fields import Limit, ShapeField, games_fields
from api.settings import Settings
from scorer.draw import RENDER_FIELDS
from scorer.position import EXCERPT, FOLLOWERS, PLAYERS, TILESET, TileList
from scorer.problems import Malformed
from scorer.referee import PLACEMENT_FIELDS, SCORE_FIELDS
from scorer.replay import COMMON_FIELDS, moves_shape
from scorer.shapes import Choice, Record, Shape, too_many
from scorer.variant import Variant
from scorer.variants import VARIANTS


class RequestSchema(Schema):
    """A question. What is wrong with its fields is the library's to say; here its size is checked."""

    def __init__(self) -> None:
        super().__init__()
        carried = [(name, field) for name, field in self.fields.items() if isinstance(field, ShapeField)]
        self.limits = [(name, field.limit) for name, field in carried if field.limit is not None]

    def check(self, request: object) -> None:
        """Refuses what is beyond the service's limits, before anything is read."""
        if isinstance(request, dict):
            exceeded = [(name, limit) for name, limit in self.limits if limit.exceeded(request.get(name))]
            if exceeded:
                raise Malformed([too_many(limit.pointer(name), limit.most) for name, limit in exceeded])


def variant_names() -> tuple[str, ...]:
    """Every id, then every alias."""
    return tuple(v.id for v in VARIANTS) + tuple(alias for v in VARIANTS for alias in v.aliases)


def position_fields(settings: Settings) -> dict[str, ShapeField]:
    """The fields of a position, those of single games last."""
    extras = games_fields(ShapeField, {v.id: [v.tile_fields] for v in VARIANTS})
    rules = games_fields(ShapeField, {v.id: [{value.name: value.shape for value in v.rule_values}] for v in VARIANTS})
    return {
        "variant": ShapeField(Choice(variant_names(), "the variant's id or alias"), required=True),
        "rules": ShapeField(_record(rules, "rule values that differ from the variant's own")),
        "players": ShapeField(PLAYERS),
        "tiles": ShapeField(
            TileList({name: field.shapes[0] for name, field in extras.items()}), limit=Limit(settings.tiles)
        ),
        "meeples": ShapeField(FOLLOWERS, limit=Limit(settings.tiles)),
        "excerpt": ShapeField(EXCERPT),
        "tileset": ShapeField(TILESET, limit=Limit(settings.kinds, "kinds")),
        **games_fields(ShapeField, {v.id: [v.position_fields] for v in VARIANTS}),
    }


def _record(found: Mapping[str, ShapeField], description: str) -> Record:
    return Record({}, {name: field.shapes[0] for name, field in found.items()}, description)


def _phase_tables(variant: Variant) -> list[Mapping[str, Shape]]:
    return [phase.fields for phase in variant.phases().values()]


def request_schemas(settings: Settings) -> dict[str, RequestSchema]:
    """The schema of each call's request, from the registry of variants."""
    phases = dict.fromkeys(name for v in VARIANTS for name in v.phases())
    placing = {v.id: [PLACEMENT_FIELDS, v.placement_fields] for v in VARIANTS}
    scoring = {v.id: [SCORE_FIELDS, *_phase_tables(v)] for v in VARIANTS}
    asked: dict[str, dict[str, ShapeField]] = {
        "validate": {},
        "features": {},
        "placements": games_fields(ShapeField, placing),
        "score": {
            **games_fields(ShapeField, scoring),
            "phase": ShapeField(Choice(tuple(phases), "the moment of the scoring"), required=True),
        },
        "render": {name: ShapeField(shape) for name, shape in RENDER_FIELDS.items()},
    }
    position = position_fields(settings)
    whole: dict[str, dict[str, Any]] = {name: {**position, **found} for name, found in asked.items()}
    whole["replay"] = {"variant": position["variant"], "rules": position["rules"], **game_fields(settings)}
    return {
        name: RequestSchema.from_dict(found, name=f"{name.capitalize()}Request")()  # type: ignore[misc]
        for name, found in whole.items()
    }


def game_fields(settings: Settings) -> dict[str, ShapeField]:
    """The fields of a whole game besides its variant and rules."""
    drawn = {name: shape for v in VARIANTS for name, shape in v.draw_fields.items()}
    laid = {name: shape for v in VARIANTS for name, shape in v.move_fields.items()}
    return {
        "players": ShapeField(COMMON_FIELDS["players"], required=True),
        "moves": ShapeField(moves_shape(drawn, laid), limit=Limit(settings.moves), required=True),
        "end": ShapeField(COMMON_FIELDS["end"]),
        "claims": ShapeField(COMMON_FIELDS["claims"]),
        "tileset": ShapeField(COMMON_FIELDS["tileset"], limit=Limit(settings.kinds, "kinds")),
        **games_fields(ShapeField, {v.id: [v.end_fields] for v in VARIANTS}),
    }
