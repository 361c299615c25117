"""Score lines, items and totals: what all variants share.

A ruling is a list of lines. Each line says who gets what for which feature, with the items that add up to it, the rule
it rests on and one sentence for people.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from scorer.board import Board
from scorer.regions import Region
from scorer.texts import Message, Sayable, Texts, counted, text


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

    @property
    def points(self) -> int:
        return self.count * self.each

    def to_json(self) -> dict[str, Any]:
        count, each = self.count, self.each
        answer: dict[str, Any] = {"what": self.what, "count": count, "each": each, "points": count * each}
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


def added_up(items: Sequence[Item], texts: Texts) -> str:
    """How items add up: "3 tiles x 2 + 1 pennant x 2"; those that count nothing are left out."""
    return _added_up([(item.words or item.what, item.count, item.each) for item in items], texts)


def _added_up(items: Iterable[tuple[str, int, int]], texts: Texts) -> str:
    return " + ".join([_item_said(texts, words, count, each) for words, count, each in items if count])


def _item_said(texts: Texts, words: str, count: int, each: int) -> str:
    one, many = ITEM_WORDS[words]
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
    text: Sayable
    #: What only this game shows in a line.
    details: Mapping[str, Any] = {}

    def to_json(self, texts: Texts) -> dict[str, Any]:
        feature, kind, complete, tiles, cells, points, followers, items, rule, sentence, details = self
        answer = {
            "feature": feature,
            "type": kind,
            "complete": complete,
            "tiles": tiles,
            "cells": cells,
            "points": points,
            "followers": followers,
            "items": [items[0].to_json()] if len(items) == 1 else [item.to_json() for item in items],
            "rule": rule,
            "text": sentence.spoken(texts),
        }
        if details:
            answer.update(details)
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


class Verdict(NamedTuple):
    """The sentence of a line whose scorers all get the same."""

    scorers: list[str]
    points: int
    name: Message
    items: Sequence[Item]

    def spoken(self, texts: Texts) -> str:
        scorers, points, name, items = self
        said = tuple([(item.words or item.what, item.count, item.each) for item in items])
        sentence = _verdict_said(texts, len(scorers), points, name.one, said)
        players = titled(scorers[0]) if len(scorers) == 1 else texts.enumerate(names(scorers))
        return sentence.replace("{players}", players)


@lru_cache(maxsize=4096)
def _verdict_said(texts: Texts, scorers: int, points: int, name: str, items: tuple[tuple[str, int, int], ...]) -> str:
    """A verdict in which only the players are left to be named. Many are the same, and are worded once."""
    feature, total = texts.one(name), _added_up(items, texts)
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
            points,
        )
    else:
        sentence = texts.many(
            "{players} score {count} point each for {feature}: {sum}.",
            "{players} score {count} points each for {feature}: {sum}.",
            points,
        )
    return sentence.format(players="{players}", count=points, feature=feature, sum=total)


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
    rule, complete, name, items, tiles, cells, _, details = worth
    points = 0
    for item in items:
        points += item.count * item.each
    # The constructors do the same as tuple.__new__, in twice the time.
    sentence: Sayable = tuple.__new__(Verdict, (scorers, points, name, items))
    if len(followers) == len(scorers):
        shares = dict.fromkeys(followers, points)
    else:
        shares = {player: points if player in scorers else 0 for player in followers}
        sentence = with_losers(sentence, followers, scorers)
    feature = region.board.feature_id(region.root)
    return tuple.__new__(
        Line, (feature, region.type, complete, tiles, cells, shares, followers, items, rule, sentence, details)
    )


def majority_line(region: Region) -> Line:
    """The line of a region that goes to whoever has the majority on it."""
    board = region.board
    if len(region.followers) == 1:
        # Whoever stands there alone has the majority in every game.
        scorers = [region.followers[0].player]
        followers = {scorers[0]: 1}
    else:
        followers = region.counts()
        scorers = board.variant.majority(followers)
    return region_line(region, board.variant.worth(board, region), scorers, followers)
