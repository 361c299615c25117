"""The catalogue of rules: for each stable id the rule in our own words, and the rulebook passages it rests on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, Final

from scorer.rules.ruleset import Ruleset

#: In a text that is worded by rulebook: the wording for every book that is not named.
OTHER_BOOKS: Final = "*"


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
    #: The quote in our own translation, by language; none into its own.
    translation: Mapping[str, str] = field(default_factory=dict)

    @property
    def language(self) -> str:
        """The language of the quote."""
        return rulebooks()[self.rulebook].language

    def to_json(self) -> dict[str, Any]:
        answer: dict[str, Any] = {"rulebook": self.rulebook, "section": self.section, "quote": self.quote}
        if self.quote is not None:
            answer["language"] = self.language
            answer["translation"] = dict(self.translation)
        return answer


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as this variant has it."""

    id: str
    #: The rule by language, in the words of the book of the game that is played.
    words: Mapping[str, str]
    passages: tuple[Passage, ...]
    #: How we read the rule where the book is silent or ambiguous, by language.
    decision: Mapping[str, str] | None
    #: The rules that it rests on without naming them: who scores, what is joined, who goes home.
    see: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        answer: dict[str, Any] = {
            "id": self.id,
            **self.words,
            "passages": [passage.to_json() for passage in self.passages],
        }
        if self.decision is not None:
            answer["decision"] = dict(self.decision)
        if self.see:
            answer["see"] = list(self.see)
        return answer


@cache
def languages() -> tuple[str, ...]:
    """The languages that the catalogue speaks, in the order in which they are shown."""
    return tuple(_data("rulebooks")["languages"])


@cache
def rulebooks() -> Mapping[str, Rulebook]:
    """Every rulebook that a passage may come from, by id."""
    return {raw["id"]: Rulebook(**raw) for raw in _data("rulebooks")["rulebooks"]}


@cache
def rules_of(ruleset: Ruleset) -> Mapping[str, Rule]:
    """The rules of a variant by id; the passages of its own rulebook stand first."""
    return {rule.id: rule for name in ruleset.catalogue for rule in catalogue_file(name, ruleset.rulebook).values()}


def rule(ruleset: Ruleset, rule_id: str) -> Rule:
    """The rule of this id, as this variant has it."""
    return rules_of(ruleset)[rule_id]


def catalogue_file(name: str, rulebook: str) -> Mapping[str, Rule]:
    """The rules of one file by id, worded for a game that is played by this rulebook."""
    return {
        raw["id"]: Rule(
            raw["id"],
            _words(raw, rulebook),
            _passages(raw["passages"], rulebook),
            _words(raw.get("decision", {}), rulebook) or None,
            tuple(raw.get("see", ())),
        )
        for raw in _data(name)["rules"]
    }


def _words(raw: Mapping[str, Any], rulebook: str) -> dict[str, str]:
    """A text by language; where it depends on the rulebook, as this one words it."""
    words = {}
    for language in languages():
        text = raw.get(language)
        if isinstance(text, dict):
            text = text.get(rulebook, text.get(OTHER_BOOKS))
        if text is not None:
            words[language] = text
    return words


def _passages(raw: list[dict[str, Any]], rulebook: str) -> tuple[Passage, ...]:
    passages = [Passage(**passage) for passage in raw]
    return tuple(sorted(passages, key=lambda passage: passage.rulebook != rulebook))


def _data(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(resources.files("scorer").joinpath("rulebook", f"{name}.json").read_text("utf-8"))
    return data
