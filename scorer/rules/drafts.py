"""Drafts: what a feature brings and why, before it is known to whom; parts change them one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scorer.texts import Message, Plural, Sayable, Texts, text

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
        self._said: dict[tuple[str, int], str] = {}

    def said(self, texts: Texts, scorers: int) -> str:
        """The sentence that gives it to so many players; ``{players}`` stands where they are to be named."""
        said = self._said.get((texts.voice, scorers))
        if said is None:
            said = self._said[texts.voice, scorers] = self._worded(texts, scorers)
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

    __slots__ = ("cells", "counts", "details", "items", "remarks", "tiles", "value")

    def __init__(
        self,
        value: Value,
        tiles: int,
        cells: list[list[int]],
        counts: Mapping[str, int] | None = None,
        *,
        details: Mapping[str, Any] | None = None,
        items: Sequence[Item] | None = None,
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
        #: The value's items, with what helps to check the counts where there is something.
        self.items = value.items if items is None else items
        #: What else has to be said of it, each with the rule behind it.
        self.remarks = remarks

    def changed(
        self,
        *,
        value: Value | None = None,
        details: Mapping[str, Any] | None = None,
        remarks: tuple[Remark, ...] | None = None,
    ) -> Draft:
        """The same but for what is given; another value brings its own items."""
        return Draft(
            self.value if value is None else value,
            self.tiles,
            self.cells,
            self.counts,
            details=self.details if details is None else details,
            items=self.items if value is None else value.items,
            remarks=self.remarks if remarks is None else remarks,
        )
