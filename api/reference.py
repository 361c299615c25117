"""The reference data: what variants, tiles, rules and examples there are, and how the service is."""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, Final

from flask import Response

import scorer
from api import examples as rulebook_examples
from api.http import JSON, Document, json_bytes, language_wanted
from api.operations import Example, Operation
from api.problems import NOT_ACCEPTABLE, NOT_FOUND, Refusal
from api.schemas import reference as answers
from scorer.limits import Limits, shortened
from scorer.problems import nearest
from scorer.rulebook import rule, rulebooks, rules_of
from scorer.rules.part import RuleValue
from scorer.rules.ruleset import Ruleset
from scorer.rules.variants import RULESETS, VARIANTS, find_ruleset
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


def known_ruleset(name: str) -> Ruleset:
    """The game of this id or alias."""
    ruleset = find_ruleset(name)
    if ruleset is None:
        known = [variant.id for variant in VARIANTS]
        raise Refusal(
            NOT_FOUND, text("There is no variant “{name}”; there are {known}.", name=shortened(name), known=known)
        )
    return ruleset


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


def variant(limits: Limits, said: Texts, variant: str) -> Json:
    found = known_ruleset(variant)
    return {
        "id": found.id,
        "aliases": list(found.aliases),
        "title": said.say(text(found.title)),
        "rulebook": rulebooks()[found.rulebook].to_json(),
        "players": {"least": found.least_players, "most": found.most_players},
        "followers": found.followers,
        "terrains": list(found.landscape.names),
        "tiles": found.tile_set(found.default_rules()).size,
        "phases": [
            {"name": name, "optional": sorted(phase.fields.keys() - phase.required), "needed": sorted(phase.required)}
            for name, phase in found.phases.items()
        ],
        "rules": [rule_value(found, value, said, limits) for value in found.values],
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


def tiles(variant: str) -> Json:
    found = known_ruleset(variant)
    box, landscape = found.tile_set(found.default_rules()), found.landscape
    answer: Json = {"variant": found.id, "kinds": [landscape.kind_json(kind) for kind in box.kinds.values()]}
    if found.start_tile is not None:
        answer["start_tile"] = found.start_tile
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


def rules(variant: str) -> Json:
    found = known_ruleset(variant)
    catalogue = rules_of(found).values()
    cited = {passage.rulebook for rule in catalogue for passage in rule.passages}
    return {
        "variant": found.id,
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
    for ruleset in RULESETS:
        ruleset.tile_set(ruleset.default_rules())
    return {"status": "ready"}


def version() -> Json:
    return {
        "name": DISTRIBUTION,
        "version": scorer.__version__,
        "contract": CONTRACT,
        "python": platform.python_version(),
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

    def view(self, **names: str) -> Response:
        language = language_wanted() if self.speaks else None
        return self.document(language, tuple(names.items())).response()

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
            "request overrides it.",
            answers.VARIANT,
            speaks=True,
            names={"variant": "base"},
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
            refusals=(NOT_FOUND, NOT_ACCEPTABLE) if reference.names else (NOT_ACCEPTABLE,),
            examples=reference.example,
            answer=reference.answer,
            speaks=reference.speaks,
            keeps=True,
        )
        for reference in references(limits)
    ]
