"""Drafts, lines and rulings: what all games share.

A *draft* says what a feature brings and why, before it is known to whom; parts change it one after the other. A ruling
is a list of lines. Each line says who gets what for which feature, with the items that add up to it, the rules it rests
on and what people want to read: who, how much, and why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeVar

from scorer.board.region import Region
from scorer.game.position import AT
from scorer.problems import too_costly
from scorer.rules.assumptions import Assumption
from scorer.rules.headlines import FINAL, names, points_said, result_said, totals_json, winners_of
from scorer.rules.places import feature_words
from scorer.shapes import About, Shape, Text
from scorer.texts import Message, Plural, Sayable, Sentences, Texts, counted, text

if TYPE_CHECKING:
    from scorer.board.board import Meeple
    from scorer.game.game import Game
    from scorer.rules.part import State

Found = TypeVar("Found")

#: How many values of each type of feature are kept; no game has as many.
MOST_VALUES: Final = 1024


#: Something that has to be said besides, with the rule behind it.
Remark = tuple[Sayable, str]


# Items


@dataclass(frozen=True)
class ItemKind:
    """A kind of thing that is counted, and how a sentence says so many of it."""

    name: str
    words: Plural

    def of(self, count: int) -> Message:
        """So many of it, in words."""
        return self.words.of(count)


class Item:
    """A part of a line's points: so many things, each worth so much."""

    __slots__ = ("count", "each", "player", "what", "where")

    def __init__(
        self,
        what: ItemKind,
        count: int,
        each: int,
        player: str | None = None,
        where: Mapping[str, Any] | None = None,
    ) -> None:
        self.what = what
        self.count = count
        self.each = each
        #: The player it concerns, where it is not everybody's who scores the line.
        self.player = player
        #: Where it helps to check the count: the features, or the cells, that were counted.
        self.where = where

    @property
    def points(self) -> int:
        return self.count * self.each

    def to_json(self) -> dict[str, Any]:
        answer: dict[str, Any] = {
            "what": self.what.name,
            "count": self.count,
            "each": self.each,
            "points": self.count * self.each,
        }
        if self.player is not None:
            answer["player"] = self.player
        if self.where:
            answer.update(self.where)
        return answer


def points_of(items: Iterable[Item]) -> int:
    return sum([item.count * item.each for item in items])


def added_up(items: Iterable[Item], texts: Texts) -> str:
    """How items add up: "3 tiles x 2 + 1 pennant x 2"; those that count nothing are left out."""
    return " + ".join([_item_said(texts, item) for item in items if item.count])


def _item_said(texts: Texts, item: Item) -> str:
    said = texts.say(item.what.of(item.count))
    return said if item.each == 1 else texts.say(text("{count} x {each}", count=said, each=item.each))


# What features bring


class Value:
    """What a feature brings and why, wherever it lies.

    One serves for all that count alike, and its sentence is worded once: that takes a sixth off every final scoring
    (`make bench`).
    """

    __slots__ = ("_said", "because", "complete", "items", "name", "nothing", "points", "rule")

    def __init__(
        self,
        rule: str,
        name: Message,
        items: Sequence[Item],
        *,
        complete: bool = False,
        nothing: Message | None = None,
        because: tuple[str, ...] = (),
    ) -> None:
        self.rule = rule
        #: The rules besides that made it so.
        self.because = because
        #: How a sentence names it: "the finished city".
        self.name = name
        self.items = items
        self.complete = complete
        #: Why it brings nothing, where it does.
        self.nothing = nothing
        self.points = points_of(items)
        self._said: dict[tuple[Texts, int], str] = {}

    def said(self, texts: Texts, scorers: int) -> str:
        """The sentence that gives it to so many players; ``{players}`` stands where they are to be named."""
        said = self._said.get((texts, scorers))
        if said is None:
            said = self._said[texts, scorers] = self._worded(texts, scorers)
        return said

    def _worded(self, texts: Texts, scorers: int) -> str:
        feature, total = texts.say(self.name), added_up(self.items, texts)
        if not self.points:
            sentence = texts.many(
                "{players} scores nothing for {feature}: {why}.",
                "{players} score nothing for {feature}: {why}.",
                scorers,
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
        why = "" if self.nothing is None else texts.say(self.nothing)
        return sentence.format(players="{players}", count=self.points, feature=feature, sum=total, why=why)


class Draft:
    """What a region brings to whoever scores it. It is never changed: whoever makes another of it says in what."""

    __slots__ = ("cells", "counts", "details", "remarks", "tiles", "value")

    def __init__(
        self,
        value: Value,
        tiles: int,
        cells: list[list[int]],
        counts: Mapping[str, int] | None = None,
        *,
        details: Mapping[str, Any] | None = None,
        remarks: tuple[Remark, ...] = (),
    ) -> None:
        self.value = value
        #: The number of tiles that is scored, and the cells counted.
        self.tiles = tiles
        self.cells = cells
        #: The counts that it shows besides those of its marks.
        self.counts = {} if counts is None else counts
        #: What this game shows of a feature besides.
        self.details = {} if details is None else details
        #: What else has to be said of it, each with the rule behind it.
        self.remarks = remarks

    @property
    def items(self) -> Sequence[Item]:
        return self.value.items

    def changed(
        self,
        *,
        value: Value | None = None,
        details: Mapping[str, Any] | None = None,
        remarks: tuple[Remark, ...] | None = None,
    ) -> Draft:
        """The same but for what is given."""
        return Draft(
            self.value if value is None else value,
            self.tiles,
            self.cells,
            self.counts,
            details=self.details if details is None else details,
            remarks=self.remarks if remarks is None else remarks,
        )


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


# Lines and rulings


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


class Returned(Protocol):
    """A figure that goes home, from wherever it stood."""

    @property
    def player(self) -> str: ...

    @property
    def figure(self) -> str: ...

    def to_json(self) -> dict[str, Any]: ...


class Finding(Protocol):
    """What only one game has to say in a ruling, under the name of a field."""

    @property
    def field(self) -> str: ...

    def to_json(self) -> Any: ...


class Ruling(NamedTuple):
    """The answer of a scoring: its lines, who goes home, what parts' states are afterwards, and what else they say."""

    lines: list[Line]
    returned: Sequence[Returned] = ()
    # In quotes for mypyc, which would look the class up before it is there.
    states: "Mapping[str, State]" = {}  # noqa: RUF012, UP037
    findings: Sequence[Finding] = ()
    #: What it had to take for granted.
    assumed: Sequence[Assumption] = ()
    #: The headline, where it is not simply who gets how much.
    headline: Sayable | None = None

    def finding(self, kind: type[Found]) -> Found | None:
        """What it has to say of this kind, if anything."""
        return next((finding for finding in self.findings if isinstance(finding, kind)), None)

    def points(self, players: Iterable[str]) -> dict[str, int]:
        totals = dict.fromkeys(players, 0)
        for line in self.lines:
            for player, points in line.points.items():
                totals[player] += points
        return totals

    def to_json(self, game: Game, phase: str, texts: Texts) -> dict[str, Any]:
        before, points = game.scores, self.points(game.scores)
        after = {player: score + points[player] for player, score in before.items()}
        answer: dict[str, Any] = {"variant": game.ruleset.id, "phase": phase}
        if phase == FINAL:
            answer["summary"] = texts.say(result_said(after))
            answer["winners"] = winners_of(after)
        else:
            answer["summary"] = (self.headline or points_said(points)).spoken(texts)
        answer |= {
            "players": totals_json(before, after),
            "lines": lines_json(self.lines, texts),
            "returned": [figure.to_json() for figure in self.returned],
            **{finding.field: finding.to_json() for finding in self.findings},
            "assumed": [assumption.to_json(texts) for assumption in (*game.assumed, *self.assumed)],
        }
        return answer


#: What a question about a scoring may tell of the turn that it belongs to.
LAST_TILE: Final[Mapping[str, Shape]] = {
    "player": Text("who laid the last tile"),
    "last": About(AT, "the tile that was laid in this turn"),
}


class Scoring:
    """A ruling while it is made: parts add their lines one after the other."""

    def __init__(self, game: Game, player: str | None = None, last: int | None = None) -> None:
        self.game = game
        #: Who laid the last tile, and where, as far as it is told.
        self.player = player
        self.last = last
        self.lines: list[Line] = []
        self.returned: list[Meeple] = []
        self.states: dict[str, State] = {}
        self.findings: list[Finding] = []
        self.assumed: list[Assumption] = []
        self._occupied: list[Region] | None = None

    @property
    def occupied(self) -> list[Region]:
        """The regions on which figures stand, in the order in which lines show them."""
        if self._occupied is None:
            self._occupied = by_type(self.game, self.game.board.occupied())
        return self._occupied

    def ruling(self) -> Ruling:
        return Ruling(self.lines, self.returned, self.states, self.findings, self.assumed)


def refuse_long_lists(game: Game, cells: int) -> None:
    """Refuses a ruling whose lines would list more cells, all together, than is allowed; nothing is listed yet."""
    most = game.limits.listed
    if most is not None and cells > most:
        message = text(
            "The lines of this answer would list {count} cells; at most {most} are listed here.", count=cells, most=most
        )
        raise too_costly("/meeples", message)


def by_type(game: Game, regions: list[Region]) -> list[Region]:
    """Regions in the order in which lines show them: by type, then by number."""
    types = game.tile_set.landscape.names
    return sorted(regions, key=lambda region: types.index(region.type))


# Who scores, and why the others don't


class Company:
    """Who stands on a feature, or around it, how much that counts, and who scores."""

    __slots__ = ("_meeples", "_terrain", "followers", "game", "scorers", "strength", "weighed")

    def __init__(self, game: Game, meeples: Sequence[Meeple], terrain: str) -> None:
        self.game = game
        self._meeples = meeples
        self._terrain = terrain
        #: How many figures each player has there, and how much they count.
        self.followers, self.strength = game.counted_on(meeples)
        #: Whether some figures count for more than one.
        self.weighed = self.strength is not self.followers
        self.scorers: list[str] = game.ruleset.majority(self.strength)

    @property
    def people(self) -> Plural:
        """What followers are called there."""
        return self.game.tile_set.landscape.by_name[self._terrain].people

    @property
    def counts_as(self) -> Message | None:
        """That a figure counts for more than one, where it does."""
        if not self.weighed:
            return None
        figures = self.game.ruleset.figures
        return next((said for one in self._meeples if (said := figures[one.figure].counts_as)), None)

    def said(self, strength: int) -> Message:
        return text("a strength of {count}", count=strength) if self.weighed else self.people.of(strength)

    def nobody(self, feature: Message) -> Message:
        """Why nobody scores."""
        if not self.followers:
            return text("Nobody scores for {feature}: no follower stands on it.", feature=feature)
        return text(
            "Nobody scores for {feature}: {players} have equally many there, {people} each.",
            feature=feature,
            players=list(self.followers),
            people=self.said(max(self.strength.values())),
        )

    def reasons(self) -> list[Sayable]:
        """Why it goes to those who get it: that they have equally many, and more than those who get nothing."""
        most = max(self.strength.values())
        found: list[Sayable] = []
        if len(self.scorers) > 1:
            found.append(text("They have equally many there: {people} each.", people=self.said(most)))
        losers = [player for player in self.followers if player not in self.scorers]
        for strength in sorted({self.strength[player] for player in losers}, reverse=True):
            having = [player for player in losers if self.strength[player] == strength]
            found.append(
                counted(
                    "{players} gets nothing: {people} against {most}.",
                    "{players} get nothing: {people} against {most}.",
                    len(having),
                    players=names(having),
                    people=self.said(strength),
                    most=most,
                )
            )
        counts_as = self.counts_as
        return found if counts_as is None else [*found, counts_as]

    def because(self) -> tuple[str, ...]:
        """The rule that decided between several players, and the one by which a figure counts for more."""
        cites = self.game.ruleset.cites
        return (cites["majority"], cites["weight"]) if self.weighed else (cites["majority"],)


def region_line(region: Region, draft: Draft, company: Company) -> Line:
    """The line of a region that goes to whoever has the majority on it."""
    value, followers, scorers = draft.value, company.followers, company.scorers
    points = value.points
    named = scorers if points else list(followers)
    line = Line(
        region.id,
        region.type,
        value.complete,
        draft.tiles,
        draft.cells,
        {player: points if player in scorers else 0 for player in followers},
        followers,
        draft.items,
        value.rule,
        Verdict(named, value) if named else company.nobody(value.name),
        draft.details,
        value.because,
        region,
    )
    for remark, rule in draft.remarks:
        line.add(remark, rule)
    if points and len(followers) > 1:
        for reason in company.reasons() if scorers else ():
            line.add(reason)
        line.cite(*company.because())
    if company.weighed:
        line.details = {**line.details, "strength": company.strength}
    return line


def majority_line(game: Game, region: Region) -> Line:
    """The line of a region that goes to whoever has the majority on it, as much as it is worth."""
    return region_line(region, game.worth(region), Company(game, region.meeples, region.type))
