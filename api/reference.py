"""The reference data: what variants, tiles, rules and examples there are, and how the service is."""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, Final

from flask import Response, request

import scorer
from api import examples as rulebook_examples
from api.http import JSON, Document, json_bytes, language_wanted
from api.operations import Example, Operation
from api.problems import MALFORMED, NOT_ACCEPTABLE, NOT_FOUND, Refusal, RefusalKind
from api.schemas import reference as answers
from scorer.game.reading import read_expansions
from scorer.limits import Limits, shortened
from scorer.problems import nearest
from scorer.rulebook import rule, rulebooks, rules_of
from scorer.rules.part import Figure, RuleValue
from scorer.rules.ruleset import Expansion, Ruleset
from scorer.rules.variants import (
    EXPANSIONS,
    RULESETS,
    VARIANTS,
    WHOLE_RULESETS,
    expansions_for,
    find_expansion,
    find_variant,
    ruleset,
)
from scorer.shapes import Shape
from scorer.texts import SOURCE_LANGUAGE, Texts, text, texts
from scorer.tiles.cells import cell_of
from scorer.tiles.kinds import Landscape
from scorer.tiles.tileset import StartPiece

DISTRIBUTION: Final = "carcassonne-referee"
#: The version of the wire contract.
CONTRACT: Final = 1
#: How much of a long list an example shows.
SHOWN: Final = 2

Json = dict[str, Any]


#: The query by which games are looked up with expansions.
EXPANSIONS_ASKED: Final = "expansions"


def known_ruleset(name: str, expansions: str = "") -> Ruleset:
    """The game of this id or alias, with the expansions of a list with commas."""
    variant = find_variant(name)
    if variant is None:
        known = [variant.id for variant in VARIANTS]
        raise Refusal(
            NOT_FOUND, text("There is no variant “{name}”; there are {known}.", name=shortened(name), known=known)
        )
    return ruleset(variant, read_expansions(variant, expansions.split(",") if expansions else []))


def known_expansion(name: str) -> Expansion:
    """The expansion of this id or alias."""
    expansion = find_expansion(name)
    if expansion is None:
        known = [expansion.id for expansion in EXPANSIONS]
        raise Refusal(
            NOT_FOUND, text("There is no expansion “{name}”; there are {known}.", name=shortened(name), known=known)
        )
    return expansion


def asked_in_query(names: Mapping[str, str], queries: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """What a request names in its path, and in those queries that it has."""
    asked = {query: request.args[query] for query in queries if query in request.args}
    return tuple({**names, **asked}.items())


def known_example(name: str) -> Mapping[str, Any]:
    """The example of this id."""
    known = rulebook_examples.examples()
    if name not in known:
        near = nearest(name, known)
        detail = (
            text("There is no example “{name}”; did you mean “{near}”?", name=shortened(name), near=near)
            if near is not None
            else text("There is no example “{name}”; /v1/examples lists them.", name=shortened(name))
        )
        raise Refusal(NOT_FOUND, detail)
    return known[name]


# What there is


def variants(said: Texts) -> Json:
    return {
        "variants": [
            {
                "id": variant.id,
                "aliases": list(variant.aliases),
                "title": said.say(text(variant.title)),
                "href": f"/v1/variants/{variant.id}",
            }
            for variant in VARIANTS
        ]
    }


def variant(limits: Limits, said: Texts, variant: str, expansions: str = "") -> Json:
    game = known_ruleset(variant, expansions)
    said = texts(said.language, game.rulebook)
    return {
        "id": game.id,
        "aliases": list(game.aliases),
        "title": said.say(text(game.title)),
        "rulebook": rulebooks()[game.rulebook].to_json(),
        "players": {"least": game.least_players, "most": game.most_players},
        "followers": game.followers,
        "figures": [figure(game, one, said) for one in game.figures.values()],
        "tokens": {token.name: token.count for token in game.tokens.values()},
        "terrains": list(game.landscape.names),
        "tiles": game.tile_set(game.default_rules()).size,
        "phases": [
            {"name": name, "optional": sorted(phase.fields.keys() - phase.required), "needed": sorted(phase.required)}
            for name, phase in game.phases.items()
        ],
        "rules": [rule_value(game, value, said, limits) for value in game.values],
        "expansions": [expansion_summary(said, one) for one in expansions_for(game.id)],
        "with": list(game.expansions),
    }


def figure(ruleset: Ruleset, figure: Figure, said: Texts) -> Json:
    return {
        "name": figure.name,
        "title": said.say(figure.words),
        "each": figure.each,
        "weight": figure.weight,
        "terrains": [terrain for terrain in ruleset.landscape.names if terrain in ruleset.open_to[figure.name]],
        "joins_own": figure.joins_own,
    }


def expansion_summary(said: Texts, expansion: Expansion) -> Json:
    return {
        "id": expansion.id,
        "aliases": list(expansion.aliases),
        "title": said.say(text(expansion.title)),
        "goes_with": list(expansion.goes_with),
        "href": f"/v1/expansions/{expansion.id}",
    }


def expansion_list(said: Texts) -> Json:
    return {"expansions": [expansion_summary(said, expansion) for expansion in EXPANSIONS]}


def expansion(limits: Limits, said: Texts, expansion: str) -> Json:
    """What an expansion adds to a game that it goes with, as told by that game with it and without."""
    added = known_expansion(expansion)
    variant = find_variant(added.goes_with[0])
    assert variant is not None
    alone, whole = ruleset(variant), ruleset(variant, [added])
    before, after = (game.tile_set(game.default_rules()) for game in (alone, whole))
    known = {value.name for value in alone.values}
    summary = {key: value for key, value in expansion_summary(said, added).items() if key != "href"}
    return {
        **summary,
        "rulebook": rulebooks()[added.rulebook].to_json(),
        "players": {"least": whole.least_players, "most": whole.most_players},
        "figures": [figure(whole, one, said) for one in whole.figures.values() if one.name not in alone.figures],
        "tokens": {token.name: token.count for token in added.part.tokens},
        "terrains": [terrain for terrain in whole.landscape.names if terrain not in alone.landscape.names],
        "tiles": after.size - before.size,
        "kinds": [kind for kind in after.kinds if kind not in before.kinds],
        "rules": [rule_value(whole, value, said, limits) for value in whole.values if value.name not in known],
    }


def rule_value(ruleset: Ruleset, value: RuleValue, said: Texts, limits: Limits) -> Json:
    return {
        "name": value.name,
        "meaning": said.say(text(value.meaning)),
        "default": value.default,
        "allowed": value.allowed_values(ruleset),
        "schema": value.shape.schema(limits),
        "rule": value.rule,
        "passage": rule(ruleset, value.rule).passages[0].to_json(),
    }


def tiles(variant: str, expansions: str = "") -> Json:
    game = known_ruleset(variant, expansions)
    box, landscape = game.tile_set(game.default_rules()), game.landscape
    answer: Json = {"variant": game.id, "expansions": list(game.expansions)}
    answer["kinds"] = [landscape.kind_json(kind) for kind in box.kinds.values()]
    if game.start_tile is not None:
        answer["start_tile"] = game.start_tile
    if box.start_pieces:
        answer["start_pieces"] = [start_piece(landscape, piece) for piece in box.start_pieces]
    if box.wall is not None:
        inside = [list(cell_of(key)) for key in sorted(box.wall.cells)]
        answer["wall"] = {"cells": inside, "closes": sorted(box.wall.closes)}
    return answer


def start_piece(landscape: Landscape, piece: StartPiece) -> Json:
    """What lies on a cell before the first tile."""
    segments = [
        landscape.segment_json(segment) | ({} if region is None else {"region": region})
        for segment, region in zip(piece.kind.segments, piece.regions, strict=True)
    ]
    label = {} if piece.label is None else {"label": piece.label}
    return {"x": piece.x, "y": piece.y, **label, "segments": segments}


def rules(variant: str, expansions: str = "") -> Json:
    game = known_ruleset(variant, expansions)
    catalogue = rules_of(game).values()
    cited = {passage.rulebook for rule in catalogue for passage in rule.passages}
    return {
        "variant": game.id,
        "expansions": list(game.expansions),
        "rules": [rule.to_json() for rule in catalogue],
        "rulebooks": [book.to_json() for book in rulebooks().values() if book.id in cited],
    }


def example_list() -> Json:
    return {
        "examples": [
            {
                "id": example["id"],
                "title": example["title"],
                "variant": example["variant"],
                "expansions": example["request"].get("expansions", []),
                "call": example["call"],
                "source": example["source"],
                "href": f"/v1/examples/{example['id']}",
            }
            for example in rulebook_examples.examples().values()
        ]
    }


def example(example: str) -> Json:
    return {**known_example(example), "picture": f"/v1/examples/{example}.svg"}


# How the service is


def health() -> Json:
    return {"status": "ok"}


def readiness() -> Json:
    for game in (*RULESETS, *WHOLE_RULESETS):
        game.tile_set(game.default_rules())
    return {"status": "ready"}


def version() -> Json:
    return {
        "name": DISTRIBUTION,
        "version": scorer.__version__,
        "contract": CONTRACT,
        "python": platform.python_version(),
        "compiled": scorer.COMPILED,
    }


# Operations


@dataclass(frozen=True, eq=False)
class Reference:
    """Something that can be looked up."""

    id: str
    path: str
    tell: Callable[..., Json]
    summary: str
    description: str
    answer: Shape
    #: Whether it is told in the language of Accept-Language.
    speaks: bool = False
    #: What the path's places hold in the specification's example.
    names: Mapping[str, str] = field(default_factory=dict)
    #: Lists of which the example shows only the beginning.
    shortened: tuple[str, ...] = ()
    #: What may be asked in the address besides its path.
    queries: tuple[str, ...] = ()

    def view(self, **names: str) -> Response:
        language = language_wanted() if self.speaks else None
        return self.document(language, asked_in_query(names, self.queries)).response()

    @lru_cache(maxsize=512)  # noqa: B019 (it lives as long as its application)
    def document(self, language: str | None, names: tuple[tuple[str, str], ...]) -> Document:
        """What is told, as it is kept; an unknown name is refused and leaves nothing behind."""
        content = json_bytes(self.told(language or SOURCE_LANGUAGE, dict(names)))
        return Document.of(content, JSON, language)

    def told(self, language: str, names: Mapping[str, str]) -> Json:
        return self.tell(texts(language), **names) if self.speaks else self.tell(**names)

    def example(self) -> Mapping[str, Example]:
        told = self.told(SOURCE_LANGUAGE, self.names)
        short = {name: content[:SHOWN] if name in self.shortened else content for name, content in told.items()}
        return {
            "example": Example("The beginning of a real answer" if self.shortened else "A real answer", answer=short)
        }


def references(limits: Limits) -> tuple[Reference, ...]:
    """Everything that can be looked up in an application with these limits."""
    return (
        Reference(
            "variants",
            "/v1/variants",
            variants,
            "Every variant",
            "The variants that can be judged, with their other names.",
            answers.VARIANTS,
            speaks=True,
        ),
        Reference(
            "variant",
            "/v1/variants/{variant}",
            partial(variant, limits),
            "A variant and its rule values",
            "Each rule value with its meaning, default, allowed values and the rulebook's passage; `rules` of a "
            "request overrides it. Also the expansions that go with it; `expansions` asks for the game with them.",
            answers.VARIANT,
            speaks=True,
            names={"variant": "base"},
            queries=(EXPANSIONS_ASKED,),
        ),
        Reference(
            "tiles",
            "/v1/variants/{variant}/tiles",
            tiles,
            "A variant's tiles",
            "Every kind of tile in the form that `tileset` takes, and what lies on the table before the first move.",
            answers.TILES,
            names={"variant": "base"},
            shortened=("kinds",),
            queries=(EXPANSIONS_ASKED,),
        ),
        Reference(
            "rules",
            "/v1/variants/{variant}/rules",
            rules,
            "A variant's rules",
            "For each id that lines and problems cite: the rule in every language, and the passages it rests on.",
            answers.RULES,
            names={"variant": "base"},
            shortened=("rules",),
            queries=(EXPANSIONS_ASKED,),
        ),
        Reference(
            "expansions",
            "/v1/expansions",
            expansion_list,
            "Every expansion",
            "The expansions that can be added to a game, each with the variants that it goes with.",
            answers.EXPANSIONS,
            speaks=True,
        ),
        Reference(
            "expansion",
            "/v1/expansions/{expansion}",
            partial(expansion, limits),
            "An expansion, and what it adds",
            "Its figures, tokens, terrains, tiles and rule values; `expansions` of a request names it.",
            answers.EXPANSION,
            speaks=True,
            names={"expansion": "inns-and-cathedrals"},
        ),
        Reference(
            "examples",
            "/v1/examples",
            example_list,
            "The rulebooks' examples",
            "Every worked example of the rulebooks, in short.",
            answers.EXAMPLES,
            shortened=("examples",),
        ),
        Reference(
            "example",
            "/v1/examples/{example}",
            example,
            "One example",
            "The position with the question, what the book answers and where. POST `request` to `/v1/{call}`.",
            answers.EXAMPLE,
            names={"example": "city-8-pennant"},
        ),
        Reference(
            "health",
            "/healthz",
            health,
            "Does the service run?",
            "Answers as soon as the process takes requests.",
            answers.HEALTH,
        ),
        Reference(
            "readiness",
            "/readyz",
            readiness,
            "Can the service answer?",
            "Answers when every variant's tiles are loaded.",
            answers.HEALTH,
        ),
        Reference(
            "version",
            "/version",
            version,
            "Which program answers?",
            "The program's version and that of the wire contract.",
            answers.VERSION,
        ),
    )


def operations(limits: Limits) -> list[Operation]:
    """The operations of the reference data."""
    return [
        Operation(
            id=reference.id,
            method="GET",
            path=reference.path,
            tag="reference" if reference.path.startswith("/v1/") else "service",
            summary=reference.summary,
            description=reference.description,
            view=reference.view,
            refusals=refusals_of(reference),
            examples=reference.example,
            answer=reference.answer,
            speaks=reference.speaks,
            keeps=True,
            queries=reference.queries,
        )
        for reference in references(limits)
    ]


def refusals_of(reference: Reference) -> tuple[RefusalKind, ...]:
    """How a look-up can be refused: an unknown name in the path, an expansion that is none or does not go with it."""
    unknown = (NOT_FOUND,) if reference.names else ()
    return (*unknown, NOT_ACCEPTABLE, *((MALFORMED,) if reference.queries else ()))
