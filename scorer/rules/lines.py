"""Lines: who gets what for one thing, with the items that add up to it, the rules it rests on, and the sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from scorer.board.region import Region
from scorer.rules.drafts import Item, Value
from scorer.rules.headlines import names
from scorer.rules.places import feature_words
from scorer.texts import Sayable, Sentences, Texts, text


class Verdict:
    """The sentence of a line whose scorers all get the same."""

    __slots__ = ("scorers", "value")

    def __init__(self, scorers: list[str], value: Value) -> None:
        self.scorers = scorers
        self.value = value

    def spoken(self, texts: Texts) -> str:
        scorers = self.scorers
        players = texts.titled(scorers[0]) if len(scorers) == 1 else texts.enumerate(names(scorers))
        return self.value.said(texts, len(scorers)).replace("{players}", players)


class Line:
    """One ruling about one thing."""

    __slots__ = (
        "because",
        "cells",
        "complete",
        "details",
        "feature",
        "followers",
        "items",
        "points",
        "region",
        "rule",
        "text",
        "tiles",
        "type",
    )

    def __init__(
        self,
        feature: str | None,
        type: str,
        complete: bool,  # noqa: FBT001
        tiles: int,
        cells: list[list[int]],
        points: dict[str, int],
        followers: dict[str, int],
        items: Sequence[Item],
        rule: str,
        text: Sayable,
        details: Mapping[str, Any] | None = None,
        because: tuple[str, ...] = (),
        region: Region | None = None,
    ) -> None:
        self.feature = feature
        self.type = type
        self.complete = complete
        self.tiles = tiles
        self.cells = cells
        self.points = points
        self.followers = followers
        self.items = items
        self.rule = rule
        self.text = text
        #: What only this game shows in a line.
        self.details: Mapping[str, Any] = {} if details is None else details
        #: The rules besides that decided it.
        self.because = because
        #: What it is about, where that is one region.
        self.region = region

    def to_json(self, texts: Texts) -> dict[str, Any]:
        answer: dict[str, Any] = {
            "feature": self.feature,
            "type": self.type,
            "complete": self.complete,
            "tiles": self.tiles,
            "cells": self.cells,
            "points": self.points,
            "followers": self.followers,
            "items": [item.to_json() for item in self.items],
            "rule": self.rule,
            "because": list(self.because),
            "text": self.text.spoken(texts),
        }
        if self.details:
            answer.update(self.details)
        return answer

    def add(self, sentence: Sayable, *because: str) -> None:
        """Says something more, which rests on these rules."""
        self.text = Sentences(self.text, sentence)
        self.cite(*because)

    def cite(self, *rules: str) -> None:
        """Names rules that decided it besides its own."""
        self.because += tuple([rule for rule in rules if rule != self.rule and rule not in self.because])


def lines_json(lines: Sequence[Line], texts: Texts) -> list[dict[str, Any]]:
    """Lines as an answer shows them; where several would read alike, each says which feature it is about."""
    answers = [line.to_json(texts) for line in lines]
    if len({answer["text"] for answer in answers}) < len(answers):
        said = Counter([answer["text"] for answer in answers])
        for line, answer in zip(lines, answers, strict=True):
            if said[answer["text"]] > 1 and line.region is not None:
                which = text("This is {feature}.", feature=feature_words(line.region))
                answer["text"] = f"{answer['text']} {texts.say(which)}"
    return answers
