"""Score lines, items and totals: what all variants share.

A ruling is a list of lines. Each line says who gets what for which feature, with the items that add up to it, the rule it rests
on and one sentence for people.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from scorer.board import Board
from scorer.regions import Region
from scorer.texts import Message, Texts, counted, text


class Item(NamedTuple):
    """A part of a line's points: so many things, each worth so much."""

    what: str
    count: int
    each: int
    #: The player it concerns, where it is not everybody's who scores the line.
    player: str | None = None
    #: Where it helps to check the count: the features, or the cells, that were counted.
    where: Mapping[str, Any] = {}

    @property
    def points(self) -> int:
        return self.count * self.each

    def to_json(self) -> dict[str, Any]:
        answer: dict[str, Any] = {
            "what": self.what,
            "count": self.count,
            "each": self.each,
            "points": self.count * self.each,
        }
        if self.player is not None:
            answer["player"] = self.player
        if self.where:
            answer.update(self.where)
        return answer


#: How a sentence says an item; a game adds the words for what only it counts.
ITEM_WORDS: dict[str, tuple[str, str]] = {}


def item_words(what: str, one: str, many: str) -> str:
    """Notes the words for a kind of item and answers its name."""
    ITEM_WORDS[what] = one, many
    return what


class Sum(NamedTuple):
    """Items as a sentence adds them up: "3 tiles x 2 + 1 pennant x 2"."""

    items: Sequence[Item]

    def spoken(self, texts: Texts) -> str:
        return " + ".join([_item_said(texts, item.what, item.count, item.each) for item in self.items])


@lru_cache(maxsize=4096)
def _item_said(texts: Texts, what: str, count: int, each: int) -> str:
    one, many = ITEM_WORDS[what]
    said = texts.say(counted(one, many, count))
    return said if each == 1 else texts.say(text("{count} x {each}", count=said, each=each))


class Worth(NamedTuple):
    """What a region brings to whoever scores it."""

    rule: str
    complete: bool
    #: How a sentence names it: "the finished city".
    name: Message
    items: list[Item]
    #: The number of tiles that is scored, and the cells counted.
    tiles: int
    cells: list[list[int]]
    #: The counts that a feature of this type shows.
    counts: Mapping[str, int] = {}
    #: What this game shows of a feature besides.
    details: Mapping[str, Any] = {}

    @property
    def points(self) -> int:
        return sum([item.count * item.each for item in self.items])


class Line(NamedTuple):
    """One ruling about one thing."""

    feature: str | None
    type: str
    complete: bool
    tiles: int
    cells: list[list[int]]
    points: dict[str, int]
    followers: dict[str, int]
    items: list[Item]
    rule: str
    text: Message
    #: What only this game shows in a line.
    details: Mapping[str, Any] = {}

    def to_json(self, texts: Texts) -> dict[str, Any]:
        answer = {
            "feature": self.feature,
            "type": self.type,
            "complete": self.complete,
            "tiles": self.tiles,
            "cells": self.cells,
            "points": self.points,
            "followers": self.followers,
            "items": [item.to_json() for item in self.items],
            "rule": self.rule,
            "text": texts.say(self.text),
        }
        if self.details:
            answer.update(self.details)
        return answer


class Returned(Protocol):
    """A follower that goes home, from wherever it stood."""

    @property
    def player(self) -> str: ...

    def to_json(self) -> dict[str, Any]: ...


class Ruling(NamedTuple):
    """The answer of a scoring: its lines, who goes home, and what the game's own parts look like afterwards."""

    lines: list[Line]
    returned: Sequence[Returned]
    extra: Mapping[str, Any] = {}

    def points(self, board: Board) -> dict[str, int]:
        totals = {player.name: 0 for player in board.players}
        for line in self.lines:
            for player, points in line.points.items():
                totals[player] += points
        return totals

    def to_json(self, board: Board, phase: str, texts: Texts) -> dict[str, Any]:
        totals = self.points(board)
        return {
            "variant": board.variant.id,
            "phase": phase,
            "players": {
                player.name: {
                    "before": player.score,
                    "points": totals[player.name],
                    "after": player.score + totals[player.name],
                }
                for player in board.players
            },
            "lines": [line.to_json(texts) for line in self.lines],
            "returned": [follower.to_json() for follower in self.returned],
            **self.extra,
        }


def titled(name: str) -> str:
    """A player's name at the start of a sentence."""
    return name[:1].upper() + name[1:]


def names(players: Iterable[str]) -> list[str]:
    return [titled(player) for player in players]


def verdict(scorers: list[str], points: int, name: Message, items: Sequence[Item]) -> Message:
    """The sentence for a line whose scorers all get the same."""
    shown = [item for item in items if item.count]
    if not scorers:
        return text("Nobody scores for {feature}.", feature=name)
    if len(scorers) == 1:
        if not shown:
            return text("{players} scores 0 points for {feature}.", players=titled(scorers[0]), feature=name)
        return counted(
            "{players} scores {count} point for {feature}: {sum}.",
            "{players} scores {count} points for {feature}: {sum}.",
            points,
            players=titled(scorers[0]),
            feature=name,
            sum=Sum(shown),
        )
    if not shown:
        return text("{players} score 0 points for {feature}.", players=names(scorers), feature=name)
    return counted(
        "{players} score {count} point each for {feature}: {sum}.",
        "{players} score {count} points each for {feature}: {sum}.",
        points,
        players=names(scorers),
        feature=name,
        sum=Sum(shown),
    )


def with_losers(sentence: Message, followers: Mapping[str, int], scorers: list[str]) -> Message:
    """Adds who gets nothing although he stands there."""
    losers = [player for player in followers if player not in scorers]
    if not losers or not scorers:
        return sentence
    nothing = counted(
        "{players} gets nothing: fewer followers.",
        "{players} get nothing: fewer followers.",
        len(losers),
        players=names(losers),
    )
    return text("{verdict} {rest}", verdict=sentence, rest=nothing)


def region_line(region: Region, worth: Worth, scorers: list[str], followers: dict[str, int]) -> Line:
    """The line of a region that its scorers get in full."""
    points = worth.points
    sentence = verdict(scorers, points, worth.name, worth.items)
    if len(followers) > len(scorers):
        sentence = with_losers(sentence, followers, scorers)
    return Line(
        region.id,
        region.type,
        worth.complete,
        worth.tiles,
        worth.cells,
        {player: points if player in scorers else 0 for player in followers},
        followers,
        worth.items,
        worth.rule,
        sentence,
        worth.details,
    )


def majority_line(region: Region) -> Line:
    """The line of a region that goes to whoever has the majority on it."""
    followers = region.counts()
    return region_line(region, region.worth(), region.board.variant.majority(followers), followers)
