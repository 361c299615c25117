"""What reference data looks like: variants, tiles, rules and examples, and what the service says of itself."""

from __future__ import annotations

from typing import Final

from scorer.game.position import COORDINATE
from scorer.referee.answers import CELL, COUNT, number, words
from scorer.rulebook import languages
from scorer.rules.variants import RULESETS
from scorer.shapes import Anything, Flag, Items, Nullable, OneOf, Record, Table, Text
from scorer.texts import SOURCE_LANGUAGE

STRINGS: Final = Items(words(""))
OBJECT: Final = Table(Anything())

CHOSEN: Final = Items(words(""), description="the expansions that it is told with")

RULEBOOK: Final = Record(
    {"id": words(""), "title": words(""), "language": words(""), "year": COUNT},
    {"publisher": words("")},
    "A printed rulebook.",
    "Rulebook",
)
PASSAGE: Final = Record(
    {
        "rulebook": words("the rulebook's id"),
        "section": words(""),
        "quote": Nullable(words("a short quote; null where we know only the figure or the page")),
    },
    {
        "language": words("the language of the quote, where there is one"),
        "translation": Table(words(""), "the quote in our own translation, by language; none into its own"),
    },
    "Where a rulebook says it.",
    "Passage",
)
#: A text in every language of the catalogue, under the language's code.
EVERY_LANGUAGE: Final = {language: words("") for language in languages()}
OTHER_LANGUAGES: Final = tuple(language for language in languages() if language != SOURCE_LANGUAGE)
TITLE: Final = Record(
    {SOURCE_LANGUAGE: words("")}, {language: words("") for language in OTHER_LANGUAGES}, "A title by language.", "Title"
)
RULE: Final = Record(
    {
        "id": words("the stable id that lines and problems cite"),
        **EVERY_LANGUAGE,
        "passages": Items(PASSAGE, description="what it rests on; the variant's own rulebook first"),
    },
    {
        "decision": Record(EVERY_LANGUAGE, {}, "How we read a rule where the book is silent, by language.", "Decision"),
        "see": Items(words(""), description="the rules that it rests on: who scores, what is joined, who goes home"),
    },
    "A rule, in our own words, in the terms of the game's own rulebook.",
    "Rule",
)
RULES: Final = Record(
    {
        "variant": words(""),
        "expansions": CHOSEN,
        "rules": Items(RULE),
        "rulebooks": Items(RULEBOOK, description="the rulebooks that passages come from"),
    },
    {},
    "The rules of a variant.",
    "Rules",
)
RULE_VALUE: Final = Record(
    {
        "name": words(""),
        "meaning": words("what it decides, in the language of Accept-Language"),
        "default": Anything("the variant's own value"),
        "allowed": Items(Anything(), description="every allowed value; of a list, what can stand in it"),
        "schema": Table(Anything(), "the allowed values as JSON Schema"),
        "rule": words("the rule that it rests on"),
        "passage": PASSAGE,
    },
    {},
    "A rule value that a request may override in `rules`.",
    "RuleValue",
)
VARIANT_SUMMARY: Final = Record(
    {
        "id": words(""),
        "aliases": Items(words(""), description="other names that are accepted wherever the id is"),
        "title": words("in the language of Accept-Language"),
        "href": words("where it is described"),
    },
    {},
    "A variant, in short.",
    "VariantSummary",
)
VARIANTS: Final = Record({"variants": Items(VARIANT_SUMMARY)}, {}, "Every variant.", "Variants")
PHASE: Final = Record(
    {
        "name": words(""),
        "optional": Items(words(""), description="what a request may add"),
        "needed": Items(words(""), description="what a request must add"),
    },
    {},
    "A moment at which points are given.",
    "Phase",
)
PLAYER_COUNT: Final = Record({"least": COUNT, "most": COUNT}, {}, "How many can play.", "PlayerCount")
FIGURE: Final = Record(
    {
        "name": words("as `figure` of a request names it"),
        "title": words("in the language of Accept-Language"),
        "each": number("how many each player has"),
        "weight": number("how much it counts for the majority"),
        "terrains": Items(words(""), description="where it may stand"),
        "joins_own": Flag("whether it joins an own follower, instead of standing where nobody stands"),
    },
    {},
    "A kind of figure that players place.",
    "Figure",
)
FIGURES: Final = Items(FIGURE)
TOKENS: Final = Table(COUNT, "what players take from the box, and how much of each there is")
EXPANSION_SUMMARY: Final = Record(
    {
        "id": words(""),
        "aliases": Items(words(""), description="other names that are accepted wherever the id is"),
        "title": words("in the language of Accept-Language"),
        "goes_with": Items(words(""), description="the variants that it can be added to"),
        "href": words("where it is described"),
    },
    {},
    "An expansion, in short.",
    "ExpansionSummary",
)
EXPANSIONS: Final = Record({"expansions": Items(EXPANSION_SUMMARY)}, {}, "Every expansion.", "Expansions")
EXPANSION: Final = Record(
    {
        "id": words(""),
        "aliases": STRINGS,
        "title": words(""),
        "goes_with": Items(words(""), description="the variants that it can be added to"),
        "rulebook": RULEBOOK,
        "players": PLAYER_COUNT,
        "figures": FIGURES,
        "tokens": TOKENS,
        "terrains": STRINGS,
        "tiles": number("how many tiles more there are"),
        "kinds": Items(words(""), description="the kinds of tile that are new, by their ids"),
        "rules": Items(RULE_VALUE, description="the rule values that come with it"),
    },
    {},
    "An expansion: what it adds to the first variant that it goes with.",
    "Expansion",
)
VARIANT: Final = Record(
    {
        "id": words(""),
        "aliases": STRINGS,
        "title": words(""),
        "rulebook": RULEBOOK,
        "players": PLAYER_COUNT,
        "followers": COUNT,
        "figures": FIGURES,
        "tokens": TOKENS,
        "terrains": STRINGS,
        "tiles": COUNT,
        "phases": Items(PHASE, description="the phases of `/v1/score`"),
        "rules": Items(RULE_VALUE, description="the rule values, with their meaning and defaults"),
        "expansions": Items(EXPANSION_SUMMARY, description="those that go with it"),
        "with": CHOSEN,
    },
    {},
    "A variant: a named table of rule values.",
    "Variant",
)

#: Tiles of all games are described alike.
LANDSCAPE: Final = RULESETS[0].landscape
START_PIECE: Final = Record(
    {
        "x": COORDINATE,
        "y": COORDINATE,
        "segments": Items(
            Record(
                LANDSCAPE.segment_shape.required,
                {**LANDSCAPE.segment_shape.optional, "region": Text("the region it belongs to across the pieces")},
                "A part of a start piece that shows one thing.",
                "StartSegment",
            )
        ),
    },
    {"label": Text("the name of a start space, which is no cell of the board")},
    "A piece of the board that lies there before the first tile.",
    "StartPiece",
)
TILES: Final = Record(
    {"variant": words(""), "expansions": CHOSEN, "kinds": LANDSCAPE.kinds_shape},
    {
        "start_tile": words("the tile that lies there before the first move"),
        "start_pieces": Items(START_PIECE, description="what lies there before the first tile"),
        "wall": Record(
            {
                "cells": Items(CELL, description="the cells within it"),
                "closes": Items(words(""), description="the terrains that it closes"),
            },
            {},
            "The edge of the playing area.",
            "Wall",
        ),
    },
    "What lies in a variant's box.",
    "Tiles",
)
SOURCE: Final = Record(
    {
        "rulebook": Items(words(""), description="the rulebooks that show it"),
        "page": OneOf((Nullable(words("")), COUNT), "a number, a name, or null"),
        "section": words("as the Dutch book calls it"),
    },
    {},
    "Where an example is printed.",
    "Source",
)
EXAMPLE_SUMMARY: Final = Record(
    {
        "id": words(""),
        "title": TITLE,
        "variant": words(""),
        "expansions": Items(words(""), description="the expansions that it is played with"),
        "call": words("the question's name: `/v1/{call}`"),
        "source": SOURCE,
        "href": words("where all of it is"),
    },
    {},
    "A rulebook's example, in short.",
    "ExampleSummary",
)
EXAMPLES: Final = Record({"examples": Items(EXAMPLE_SUMMARY)}, {}, "The rulebooks' examples.", "Examples")
EXAMPLE: Final = Record(
    {
        "id": words(""),
        "title": TITLE,
        "source": SOURCE,
        "caption": Record(
            {SOURCE_LANGUAGE: words("what they say in English")},
            {
                language: Nullable(words("the words in this language; null where no text has them"))
                for language in OTHER_LANGUAGES
            },
            "What the book says beside the figure.",
            "Caption",
        ),
        "board": words("`figure`: as printed; `rebuilt`: made from the book's words"),
        "notes": Items(words(""), description="what was inferred, and why other rule sets differ"),
        "variant": words(""),
        "call": words("the question's name: `/v1/{call}`"),
        "request": Table(Anything(), "the position and the question, ready to be posted"),
        "picture": words("where it can be seen"),
        "expected": Table(
            Anything(),
            "what the book says of the answer: `points` and `after` by player, and parts of the answer itself; "
            "fixtures/README.md tells how they are matched",
        ),
        "also": Items(
            Record(
                {"variant": words(""), "request": Table(Anything(), "ready to be posted"), "expected": OBJECT},
                {},
                "The same board, asked under other rules.",
                "AskedAgain",
            ),
            description="the same board under other rules",
        ),
    },
    {},
    "A rulebook's example: the position with the question, and the book's answer.",
    "Example",
)
HEALTH: Final = Record({"status": words("")}, {}, "How the service is.", "Health")
VERSION: Final = Record(
    {
        "name": words(""),
        "version": words(""),
        "contract": COUNT,
        "python": words(""),
        "compiled": Flag("whether the rules run as compiled code"),
    },
    {},
    "Which program answers.",
    "Version",
)
