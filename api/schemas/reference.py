"""The answers of the reference data: variants, tiles, rules and examples, and what the service says of itself."""

from __future__ import annotations

from typing import Final

from marshmallow import Schema, fields

from api.schemas.fields import AnswerField, cells, integer, many, string, strings
from scorer.position import COORDINATE
from scorer.shapes import Items, Record, Text
from scorer.tiles import KINDS_SHAPE, SEGMENT_SHAPE


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
