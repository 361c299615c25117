"""The catalogue of rules: for each stable id the rule in our own words, and the rulebook passages it rests on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from scorer.variant import Variant


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A printed rulebook."""

    id: str
    title: str
    language: str
    year: int
    publisher: str | None = None

    def to_json(self) -> dict[str, Any]:
        answer: dict[str, Any] = {"id": self.id, "title": self.title, "language": self.language, "year": self.year}
        if self.publisher is not None:
            answer["publisher"] = self.publisher
        return answer


@dataclass(frozen=True, slots=True)
class Passage:
    """Where a rulebook says it; without a quote where we know only the figure or the page."""

    rulebook: str
    section: str
    quote: str | None

    def to_json(self) -> dict[str, Any]:
        return {"rulebook": self.rulebook, "section": self.section, "quote": self.quote}


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as this variant has it."""

    id: str
    en: str
    nl: str
    passages: tuple[Passage, ...]
    #: How we read the rule where the book is silent or ambiguous, by language.
    decision: Mapping[str, str] | None
    #: The rules that it rests on without naming them: who scores, what is joined, who goes home.
    see: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        answer: dict[str, Any] = {
            "id": self.id,
            "en": self.en,
            "nl": self.nl,
            "passages": [passage.to_json() for passage in self.passages],
        }
        if self.decision is not None:
            answer["decision"] = dict(self.decision)
        if self.see:
            answer["see"] = list(self.see)
        return answer


@cache
def rulebooks() -> Mapping[str, Rulebook]:
    """Every rulebook that a passage may come from, by id."""
    return {raw["id"]: Rulebook(**raw) for raw in _data("rulebooks")["rulebooks"]}


@cache
def rules_of(variant: Variant) -> Mapping[str, Rule]:
    """The rules of a variant by id; the passages of its own rulebook stand first."""
    return {
        raw["id"]: Rule(
            raw["id"],
            raw["en"],
            raw["nl"],
            _passages(variant, raw["passages"]),
            raw.get("decision"),
            tuple(raw.get("see", ())),
        )
        for name in variant.catalogue
        for raw in _data(name)["rules"]
    }


def rule(variant: Variant, rule_id: str) -> Rule:
    """The rule of this id, as this variant has it."""
    return rules_of(variant)[rule_id]


def _passages(variant: Variant, raw: list[dict[str, Any]]) -> tuple[Passage, ...]:
    passages = [Passage(**passage) for passage in raw]
    return tuple(sorted(passages, key=lambda passage: passage.rulebook != variant.rulebook))


def _data(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(resources.files("scorer").joinpath("rulebook", f"{name}.json").read_text("utf-8"))
    return data
