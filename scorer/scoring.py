"""Score lines, items and totals: what all variants share.

A ruling is a list of lines. Each line says who gets what for which feature, with the items that add up to it, the rule
it rests on and one sentence for people.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from scorer.board import Board
from scorer.regions import Region
from scorer.texts import Message, Sayable, Texts, counted, text, titled


@dataclass(slots=True)
class Item:
    """A part of a line's points: so many things, each worth so much."""

    what: str
    count: int
    each: int
    #: The player it concerns, where it is not everybody's who scores the line.
    player: str | None = None
    #: Where it helps to check the count: the features, or the cells, that were counted.
    where: Mapping[str, Any] | None = None
    #: The name under which its words are noted, where games say the same thing in different words.
    words: str | None = None
    #: How an answer shows it, once it has been asked.
    _shown: dict[str, Any] | None = field(default=None, init=False, compare=False, repr=False)

    @property
    def points(self) -> int:
        return self.count * self.each

    def to_json(self) -> dict[str, Any]:
        shown = self._shown
        if shown is None:
            shown = {"what": self.what, "count": self.count, "each": self.each, "points": self.points}
            if self.player is not None:
                shown["player"] = self.player
            if self.where:
                shown.update(self.where)
            self._shown = shown
        return shown.copy()


#: How a sentence says an item; a game adds the words for what only it counts.
ITEM_WORDS: dict[str, tuple[str, str]] = {}


def item_words(what: str, one: str, many: str) -> str:
    """Notes the words for a kind of item and answers its name."""
    ITEM_WORDS[what] = one, many
    return what


def added_up(items: Sequence[Item], texts: Texts) -> str:
    """How items add up: "3 tiles x 2 + 1 pennant x 2"; those that count nothing are left out."""
    return " + ".join([_item_said(texts, item) for item in items if item.count])


def _item_said(texts: Texts, item: Item) -> str:
    one, many = ITEM_WORDS[item.words or item.what]
    said = texts.say(counted(one, many, item.count))
    return said if item.each == 1 else texts.say(text("{count} x {each}", count=said, each=item.each))


class Value:
    """What something brings and why, wherever it lies: one serves for all that counts alike."""

    __slots__ = ("_said", "complete", "items", "name", "points", "rule")

    def __init__(self, rule: str, name: Message, items: Sequence[Item], *, complete: bool = False) -> None:
        self.rule = rule
        self.complete = complete
        #: How a sentence names it: "the finished city".
        self.name = name
        self.items = items
        self.points = sum([item.count * item.each for item in items])
        self._said: dict[tuple[Texts, int], str] = {}

    def said(self, texts: Texts, scorers: int) -> str:
        """The sentence that gives it to so many players; ``{players}`` stands where they are to be named."""
        said = self._said.get((texts, scorers))
        if said is None:
            said = self._said[texts, scorers] = self._worded(texts, scorers)
        return said

    def _worded(self, texts: Texts, scorers: int) -> str:
        feature, total = texts.say(self.name), added_up(self.items, texts)
        if scorers == 0:
            sentence = texts.one("Nobody scores for {feature}.")
        elif not total:
            sentence = texts.many(
                "{players} scores 0 points for {feature}.", "{players} score 0 points for {feature}.", scorers
            )
        elif scorers == 1:
            sentence = texts.many(
                "{players} scores {count} point for {feature}: {sum}.",
                "{players} scores {count} points for {feature}: {sum}.",
                self.points,
            )
        else:
            sentence = texts.many(
                "{players} score {count} point each for {feature}: {sum}.",
                "{players} score {count} points each for {feature}: {sum}.",
                self.points,
            )
        return sentence.format(players="{players}", count=self.points, feature=feature, sum=total)


@dataclass(slots=True)
class Worth:
    """What a region brings to whoever scores it."""

    value: Value
    #: The value's items, with what helps to check the counts.
    items: Sequence[Item]
    #: The number of tiles that is scored, and the cells counted.
    tiles: int
    cells: list[list[int]]
    #: The counts that a feature of this type shows.
    counts: Mapping[str, int] = field(default_factory=dict)
    #: What this game shows of a feature besides.
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Line:
    """One ruling about one thing."""

    feature: str | None
    type: str
    complete: bool
    tiles: int
    cells: list[list[int]]
    points: dict[str, int]
    followers: dict[str, int]
    items: Sequence[Item]
    rule: str
    text: Sayable
    #: What only this game shows in a line.
    details: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self, texts: Texts) -> dict[str, Any]:
        items = []
        # On Python 3.11 a comprehension would cost every line a call.
        for item in self.items:
            items.append(item.to_json())
        answer = {
            "feature": self.feature,
            "type": self.type,
            "complete": self.complete,
            "tiles": self.tiles,
            "cells": self.cells,
            "points": self.points,
            "followers": self.followers,
            "items": items,
            "rule": self.rule,
            "text": self.text.spoken(texts),
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


def names(players: Iterable[str]) -> list[str]:
    return [titled(player) for player in players]


@dataclass(slots=True)
class Verdict:
    """The sentence of a line whose scorers all get the same."""

    scorers: list[str]
    value: Value

    def spoken(self, texts: Texts) -> str:
        scorers = self.scorers
        players = titled(scorers[0]) if len(scorers) == 1 else texts.enumerate(names(scorers))
        return self.value.said(texts, len(scorers)).replace("{players}", players)


def with_losers(sentence: Sayable, followers: Mapping[str, int], scorers: list[str]) -> Sayable:
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
    value = worth.value
    points = value.points
    sentence: Sayable = Verdict(scorers, value)
    if len(followers) == len(scorers) == 1:
        shares = {scorers[0]: points}
    elif len(followers) == len(scorers):
        shares = dict.fromkeys(followers, points)
    else:
        shares = {player: points if player in scorers else 0 for player in followers}
        sentence = with_losers(sentence, followers, scorers)
    return Line(
        region.board.feature_id(region.root),
        region.type,
        value.complete,
        worth.tiles,
        worth.cells,
        shares,
        followers,
        worth.items,
        value.rule,
        sentence,
        worth.details,
    )


def majority_line(region: Region) -> Line:
    """The line of a region that goes to whoever has the majority on it."""
    board = region.board
    if len(region.followers) == 1:
        # Whoever stands there alone has the majority, in every game that has majorities.
        scorers = [region.followers[0].player]
        followers = {scorers[0]: 1}
    else:
        followers = region.counts()
        scorers = board.variant.majority(followers)
    return region_line(region, board.variant.worth(board, region), scorers, followers)
