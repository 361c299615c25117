"""The shapes of requests and answers as marshmallow schemas: what ``openapi.yaml`` is made from.

A request's fields carry the library's own shapes. Their values are read once, by the library, which knows how to say
what is wrong with them; the schema holds the service's limits against them beforehand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple, TypeVar

from marshmallow import Schema, ValidationError, fields, validate

from api.settings import Settings
from scorer.draw import RENDER_FIELDS
from scorer.position import COORDINATE, EXCERPT, FOLLOWERS, PLAYERS, TILESET, TileList
from scorer.problems import CODES, Malformed, Problem
from scorer.referee import PLACEMENT_FIELDS, SCORE_FIELDS
from scorer.replay import COMMON_FIELDS, moves_shape
from scorer.shapes import Choice, Items, Record, Shape, Text, too_many
from scorer.tiles import KINDS_SHAPE, SEGMENT_SHAPE
from scorer.variant import Variant
from scorer.variants import VARIANTS

# Fields that carry shapes of the library


class Limit(NamedTuple):
    """How many items a value may hold: the value itself, or the list in one of its fields."""

    most: int
    inside: str | None = None

    def exceeded(self, value: Any) -> bool:
        if self.inside is not None:
            value = value.get(self.inside) if isinstance(value, dict) else None
        return isinstance(value, list) and len(value) > self.most

    def pointer(self, name: str) -> str:
        return f"/{name}" if self.inside is None else f"/{name}/{self.inside}"


class ShapeField(fields.Field[Any]):
    """A field of the shape that the library reads; where games differ, of any of their shapes."""

    def __init__(self, *shapes: Shape, limit: Limit | None = None, only: tuple[str, ...] = (), **options: Any) -> None:
        super().__init__(**options)
        self.shapes = shapes
        self.limit = limit
        #: The variants that know the field, where not all do.
        self.only = only

    @property
    def component(self) -> str:
        """What the specification calls the field's schema."""
        return str(self.name).title().replace("_", "")

    def json_schema(self) -> dict[str, Any]:
        """The field as JSON Schema, with the service's limit."""
        found: list[dict[str, Any]] = []
        for shape in self.shapes:
            if (schema := shape.schema()) not in found:
                found.append(schema)
        schema = found[0] if len(found) == 1 else {"anyOf": found}
        if self.limit is not None:
            limited = schema if self.limit.inside is None else schema["properties"][self.limit.inside]
            limited["maxItems"] = self.limit.most
        return schema


class AnswerField(ShapeField):
    """A field of an answer; reading it proves that it has its shape."""

    @property
    def component(self) -> str:
        return f"{type(self.parent).__name__}{super().component}"

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **options: Any) -> Any:
        for shape in self.shapes:
            problems: list[Problem] = []
            shape.read(value, f"/{attr}", problems)
            if not problems:
                return value
        raise ValidationError([f"{problem.code} at {problem.pointer}" for problem in problems])


Field = TypeVar("Field", bound=ShapeField)


def games_fields(field: type[Field], declared: Mapping[str, Iterable[Mapping[str, Shape]]]) -> dict[str, Field]:
    """The fields that games add, from what each variant's id declares: one field per name."""
    shapes: dict[str, list[Shape]] = {}
    owners: dict[str, dict[str, None]] = {}
    for variant, tables in declared.items():
        for table in tables:
            for name, shape in table.items():
                shapes.setdefault(name, []).append(shape)
                owners.setdefault(name, {})[variant] = None
    return {
        name: field(*found, only=() if len(owners[name]) == len(VARIANTS) else tuple(owners[name]))
        for name, found in shapes.items()
    }


# Requests


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


# Answers


def answer_fields(place: str) -> dict[str, Any]:
    """What games add to answers at this place."""
    return dict(games_fields(AnswerField, {v.id: [v.answer_fields.get(place, {})] for v in VARIANTS}))


def integer(description: str = "", **options: Any) -> fields.Integer:
    return fields.Integer(strict=True, required=True, metadata=_described(description), **options)


def string(description: str = "", **options: Any) -> fields.String:
    return fields.String(**{"required": True, **options}, metadata=_described(description))


def flag(description: str = "", **options: Any) -> fields.Boolean:
    return fields.Boolean(required=True, truthy={True}, falsy={False}, metadata=_described(description), **options)


def strings(description: str = "", **options: Any) -> fields.List[str]:
    return fields.List(fields.String(), **{"required": True, **options}, metadata=_described(description))


def table(description: str, values: fields.Field[Any] | None = None, **options: Any) -> fields.Dict:
    content = fields.Integer(strict=True) if values is None else values
    return fields.Dict(fields.String(), content, **{"required": True, **options}, metadata=_described(description))


def many(schema: type[Schema] | Schema, description: str = "", **options: Any) -> fields.List[Any]:
    return fields.List(fields.Nested(schema), **{"required": True, **options}, metadata=_described(description))


def cells(description: str) -> fields.List[Any]:
    cell = fields.List(fields.Integer(strict=True), validate=validate.Length(equal=2), metadata={"description": "x, y"})
    return fields.List(cell, required=True, metadata=_described(description))


def _described(description: str) -> dict[str, str]:
    return {"description": description} if description else {}


def _codes() -> str:
    return "\n".join(["a stable code, never translated:", "", *(f"- `{code}`: {text}" for code, text in CODES.items())])


class ErrorAnswer(Schema):
    """One thing that is wrong."""

    code = string(_codes())
    pointer = string("where, as a JSON Pointer into the request")
    detail = string("a sentence for people, in the language of Accept-Language")
    rule = string("the rule that it breaks, an id of `/v1/variants/{variant}/rules`", required=False)


class ProblemAnswer(Schema):
    """Problem details (RFC 9457)."""

    type = string("identifies the kind of problem, and leads to its documentation")
    title = string("the kind of problem, in the language of Accept-Language")
    status = integer("the HTTP status")
    detail = string("what happened this time", required=False)
    errors = many(
        ErrorAnswer, "everything that is wrong with the JSON value, not only the first; none where it was not looked at"
    )


class Validation(Schema):
    """Whether a position is possible."""

    valid = flag("no rule is broken; it does not promise that play can lead there")
    problems = many(ErrorAnswer, "all problems, not only the first")
    scope = string("what was checked and what cannot be, in the language of Accept-Language")


class OpenPort(Schema):
    """A port where a feature could go on."""

    x = integer()
    y = integer()
    port = string("one of NL N NR EL E ER SL S SR WL W WR")


class Follower(Schema):
    """A follower on the board."""

    player = string()
    x = integer()
    y = integer()
    spot = string("where it stands, in its canonical form")


class Returned(Schema):
    """A follower that goes home; its cell and spot, where it stood on a tile."""

    player = string()
    x = fields.Integer(strict=True)
    y = fields.Integer(strict=True)
    spot = fields.String()


class Feature(Schema):
    """What is joined on the board: a city, a road, a field ..."""

    id = string("its name within this answer")
    type = string("the terrain")
    complete = flag("whether it is finished; fields and courts never are")
    tiles = integer("the number of tiles that is scored")
    cells = cells("the board cells counted")
    open_ports = many(OpenPort, "where it is still open")
    counts = table("those of pennants, cities, ports, markets and fountains that the type knows")
    meeples = many(Follower, "the followers on it")
    majority = strings("the players who would score it")
    points = integer("what it is worth now to whoever scores it")
    touches = strings("the ids of the features that it borders on")
    start_spaces = fields.List(
        fields.String(), metadata={"description": "the start spaces it lies on, which are no cells"}
    )


class Placement(Schema):
    """A legal way to lay the tile."""

    x = integer()
    y = integer()
    rotation = integer("degrees clockwise", validate=validate.OneOf((0, 90, 180, 270)))
    spots = strings("where a follower may then stand")


class Item(Schema):
    """A part of a line's points: so many things, each worth so much."""

    what = string("what is counted")
    count = integer()
    each = integer("points for each")
    points = integer()
    player = string("the player it concerns, where it is not everybody's who scores the line", required=False)


class Total(Schema):
    """A player's score."""

    before = integer()
    points = integer("what this scoring brings")
    after = integer()


class Claimed(Schema):
    """A claim against what was really scored."""

    player = string()
    claimed = integer()
    actual = integer()
    difference = integer("claimed minus actual")
    agrees = flag()


class RulebookAnswer(Schema):
    """A printed rulebook."""

    id = string()
    title = string()
    language = string()
    year = integer()
    publisher = string(required=False)


class PassageAnswer(Schema):
    """Where a rulebook says it."""

    rulebook = string("the rulebook's id")
    section = string()
    quote = string("a short quote; null where we know only the figure or the page", allow_none=True)


class BothLanguages(Schema):
    """A text in English and Dutch."""

    en = string()
    nl = string()


class RuleAnswer(Schema):
    """A rule, in our own words."""

    id = string("the stable id that lines and problems cite")
    en = string("the rule in English")
    nl = string("the rule in Dutch")
    passages = many(PassageAnswer, "what it rests on; the variant's own rulebook first")
    decision = fields.Nested(BothLanguages, metadata={"description": "how we read it where the book is silent"})
    see = fields.List(
        fields.String(),
        metadata={"description": "the rules that it rests on: who scores, what is joined, who goes home"},
    )


class RulesAnswer(Schema):
    """The rules of a variant."""

    variant = string()
    rules = many(RuleAnswer)
    rulebooks = many(RulebookAnswer, "the rulebooks that passages come from")


class RuleValueAnswer(Schema):
    """A rule value that a request may override in `rules`."""

    name = string()
    meaning = string("what it decides, in the language of Accept-Language")
    default = fields.Raw(required=True, metadata={"description": "the variant's own value"})
    allowed = fields.List(
        fields.Raw(), required=True, metadata={"description": "every allowed value; of a list, what can stand in it"}
    )
    schema = fields.Dict(required=True, metadata={"description": "the allowed values as JSON Schema"})
    rule = string("the rule that it rests on")
    passage = fields.Nested(
        PassageAnswer,
        required=True,
        metadata={"description": "where the rulebook says it, or says what it departs from"},
    )


class VariantSummary(Schema):
    """A variant, in short."""

    id = string()
    aliases = strings("other names that are accepted wherever the id is")
    title = string("in the language of Accept-Language")
    href = string("where it is described")


class VariantsAnswer(Schema):
    """Every variant."""

    variants = many(VariantSummary)


class PlayerCount(Schema):
    """How many can play."""

    least = integer()
    most = integer()


class PhaseAnswer(Schema):
    """A moment at which points are given."""

    name = string()
    optional = strings("what a request may add")
    needed = strings("what a request must add")


class VariantAnswer(Schema):
    """A variant: a named table of rule values."""

    id = string()
    aliases = strings()
    title = string()
    rulebook = fields.Nested(RulebookAnswer, required=True)
    players = fields.Nested(PlayerCount, required=True)
    followers = integer("followers that each player has")
    terrains = strings()
    tiles = integer("tiles in the box")
    phases = many(PhaseAnswer, "the phases of `/v1/score`")
    rules = many(RuleValueAnswer, "the rule values, with their meaning and defaults")


#: What lies on cells before the first tile.
START_PIECES_SHAPE: Final = Items(
    Record(
        {
            "x": COORDINATE,
            "y": COORDINATE,
            "segments": Items(
                Record(
                    SEGMENT_SHAPE.required,
                    {
                        **SEGMENT_SHAPE.optional,
                        "region": Text(description="the region it belongs to across the pieces"),
                    },
                )
            ),
        },
        {"label": Text(description="the name of a start space, which is no cell of the board")},
    ),
    description="what lies there before the first tile",
)


class WallAnswer(Schema):
    """The edge of the playing area."""

    cells = cells("the cells within it")
    closes = strings("the terrains that it closes")


class TilesAnswer(Schema):
    """What lies in a variant's box."""

    variant = string()
    kinds = AnswerField(KINDS_SHAPE, required=True)
    start_tile = string("the tile that lies there before the first move", required=False)
    start_pieces = AnswerField(START_PIECES_SHAPE)
    wall = fields.Nested(WallAnswer)


class Source(Schema):
    """Where an example is printed."""

    rulebook = strings("the rulebooks that show it")
    page = fields.Raw(required=True, allow_none=True, metadata={"description": "a number, a name, or null"})
    section = string("as the Dutch book calls it")


class ExampleSummary(Schema):
    """A rulebook's example, in short."""

    id = string()
    title = fields.Nested(BothLanguages, required=True)
    variant = string()
    call = string("the question's name: `/v1/{call}`")
    source = fields.Nested(Source, required=True)
    href = string("where all of it is")


class ExamplesAnswer(Schema):
    """The rulebooks' examples."""

    examples = many(ExampleSummary)


class Caption(Schema):
    """What the book says beside the figure."""

    nl = string("the Dutch words; null where no Dutch text has them", allow_none=True)
    en = string("what they say in English")


class AskedAgain(Schema):
    """The same board, asked under other rules."""

    variant = string()
    request = fields.Dict(required=True, metadata={"description": "ready to be posted"})
    expected = fields.Dict(required=True)


class ExampleAnswer(Schema):
    """A rulebook's example: the position with the question, and the book's answer."""

    id = string()
    title = fields.Nested(BothLanguages, required=True)
    source = fields.Nested(Source, required=True)
    caption = fields.Nested(Caption, required=True)
    board = string("`figure`: as printed; `rebuilt`: made from the book's words")
    notes = strings("what was inferred, and why other rule sets differ")
    variant = string()
    call = string("the question's name: `/v1/{call}`")
    request = fields.Dict(required=True, metadata={"description": "the position and the question, ready to be posted"})
    picture = string("where it can be seen")
    expected = fields.Dict(
        required=True,
        metadata={
            "description": "what the book says of the answer: `points` and `after` by player, and parts of "
            "the answer itself; fixtures/README.md tells how they are matched"
        },
    )
    also = many(AskedAgain, "the same board under other rules")


class Health(Schema):
    """How the service is."""

    status = string()


class Version(Schema):
    """Which program answers."""

    name = string()
    version = string()
    contract = integer("the version of the wire contract")
    python = string()


class Features(Schema):
    """What is on the board."""


class Placements(Schema):
    """Where a tile may go."""


class Line(Schema):
    """One ruling about one thing."""


class Score(Schema):
    """Who gets what, and why."""


class Turn(Schema):
    """One move, judged, and the game after it; where the move is illegal, the game before it."""


class LegalInstead(Schema):
    """What would have been legal in the place of a move that is not."""


class GameClaim(Schema):
    """A claim against what the player really had; all null where the game did not get there."""


class Replay(Schema):
    """A whole game, judged move by move up to the first illegal one."""


def answer_schemas() -> dict[str, Schema]:
    """The schema of each call's answer, with what the registered variants add."""
    item = Item.from_dict(answer_fields("item"), name="Item")
    feature = Feature.from_dict(answer_fields("feature"), name="Feature")
    placement = Placement.from_dict(answer_fields("placement"), name="Placement")
    returned = Returned.from_dict(answer_fields("returned"), name="Returned")
    line = Line.from_dict(
        {
            "feature": string("the feature's id; null for what comes from no feature", allow_none=True),
            "type": string("the terrain, or what gives the points"),
            "complete": flag(),
            "tiles": integer("the number of tiles that is scored"),
            "cells": cells("the board cells counted"),
            "points": table("what each player on it gets, also 0"),
            "followers": table("how many followers each player has on it"),
            "items": many(item, "what the points are made of"),
            "rule": string("the rule, an id of `/v1/variants/{variant}/rules`"),
            "text": string("the ruling as a sentence, in the language of Accept-Language"),
            **answer_fields("line"),
        },
        name="Line",
    )
    score = Score.from_dict(
        {
            "variant": string("the variant's id"),
            "phase": string(),
            "players": table("each player's score", fields.Nested(Total)),
            "lines": many(line, "one for every feature with followers that the phase looks at"),
            "returned": many(returned, "the followers that go home"),
            **answer_fields("score"),
            "claims": many(Claimed, "each claim of the request, judged", required=False),
        },
        name="Score",
    )
    features = Features.from_dict({"features": many(feature)}, name="Features")
    placements = Placements.from_dict(
        {
            "placements": many(placement, "every legal way to lay the tile, sorted by x, y and rotation"),
            "placeable": flag("whether there is any"),
            **answer_fields("placements"),
        },
        name="Placements",
    )
    instead = LegalInstead.from_dict(
        {
            "player": string("whose turn it is", required=False),
            "tiles": table("the tiles that are left, with their number", required=False),
            "placements": many(placement, "where the tile may go", required=False),
            "spots": strings("where a follower may stand", required=False),
            **answer_fields("instead"),
        },
        name="LegalInstead",
    )
    turn = Turn.from_dict(
        {
            "move": integer("the moves count from 1"),
            "player": string(),
            "legal": flag(),
            "problems": many(ErrorAnswer, "which rules the move breaks, and why"),
            "legal_instead": fields.Nested(
                instead, metadata={"description": "for an illegal move: what would have been legal"}
            ),
            "lines": many(line, "what the move scored"),
            "returned": many(returned, "the followers that went home"),
            "scores": table("everybody's points"),
            "supply": table("how many followers everybody has left"),
            **answer_fields("turn"),
        },
        name="Turn",
    )
    claim = GameClaim.from_dict(
        {
            "after": fields.Raw(required=True, metadata={"description": "as claimed: a number of moves, or `end`"}),
            "player": string(),
            "claimed": integer(),
            "actual": integer(allow_none=True),
            "difference": integer("claimed minus actual", allow_none=True),
            "agrees": flag(allow_none=True),
            "since": fields.Raw(metadata={"description": "when the player last claimed rightly"}),
            "lines": fields.List(
                fields.Nested(line.from_dict({"after": fields.Raw(required=True)}, name="ClaimedLine")),
                metadata={"description": "the player's lines since then: in one of these the two counts part"},
            ),
        },
        name="GameClaim",
    )
    replay = Replay.from_dict(
        {
            "variant": string("the variant's id"),
            "legal": flag("whether every move was allowed"),
            "problems": many(ErrorAnswer, "what is wrong with the first illegal move, or with the end"),
            "turns": many(turn, "every move up to the first illegal one"),
            "scores": table("everybody's points, after the final scoring where there was one"),
            "supply": table("how many followers everybody has left"),
            "on_turn": string("who is next"),
            "tiles_left": integer("how many tiles are still to be drawn"),
            "position": fields.Dict(
                required=True, metadata={"description": "the position, as every other question takes it"}
            ),
            "final": fields.Nested(score, metadata={"description": "the final scoring, as `/v1/score` answers it"}),
            "claims": many(claim, "each claim of the request, judged", required=False),
        },
        name="Replay",
    )
    return {
        "validate": Validation(),
        "features": features(),
        "placements": placements(),
        "score": score(),
        "replay": replay(),
    }


#: Shown for every refusal.
PROBLEM: Final = ProblemAnswer()
