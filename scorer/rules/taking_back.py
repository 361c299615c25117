"""The sentence of a figure that is taken back and scored."""

from __future__ import annotations

from typing import NamedTuple

from scorer.board.board import Meeple
from scorer.rules.scoring import Value, added_up
from scorer.texts import Message, Texts
from scorer.tiles.cells import cell_of


class TakenBack(NamedTuple):
    """The sentence of a follower that is taken back and scored."""

    follower: Meeple
    #: How a sentence names it: “the farmer”.
    named: Message
    value: Value

    def spoken(self, texts: Texts) -> str:
        points = self.value.points
        sentence = (
            texts.many(
                "{player} takes {follower} on {x},{y} back and scores {count} point for {feature}: {reason}.",
                "{player} takes {follower} on {x},{y} back and scores {count} points for {feature}: {reason}.",
                points,
            )
            if points
            else texts.one("{player} takes {follower} on {x},{y} back and scores nothing for {feature}: {reason}.")
        )
        return filled(sentence, texts, self.follower, self.value, texts.say(self.named))


def filled(sentence: str, texts: Texts, standing: Meeple, value: Value, follower: str = "") -> str:
    """A sentence about a follower, with who it is, where it stands and what it brings."""
    x, y = cell_of(standing.key)
    reason = added_up(value.items, texts) if value.points or value.nothing is None else texts.say(value.nothing)
    return sentence.format(
        player=texts.titled(standing.player),
        follower=follower,
        x=x,
        y=y,
        count=value.points,
        feature=texts.say(value.name),
        reason=reason,
    )
