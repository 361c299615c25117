"""What a ruling had to take for granted, and what would change it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorer.problems import Problem
from scorer.texts import Message, Texts, text

if TYPE_CHECKING:
    from scorer.game.game import Game

#: Every code with the sentence that documents it.
ASSUMPTIONS: dict[str, str] = {
    "layer-untold": "It is not told who laid the last tile, or where: nothing that depends on it was done.",
    "on-wall-untold": "It is not told which corner towers still have their wall tile.",
    "wall-tile-unknown": "A wall tile was taken, and it is not told which.",
    "keeps-untold": "No keep is told of, although houses are finished.",
    "supply-untold": "A cut-out does not tell how many followers are left; they were counted from what it shows.",
    "bag-untold": "A cut-out does not tell which tiles are left; those that it does not show were taken to be.",
    "start-board-in-excerpt": "Whether the start board lies beside the tiles of a cut-out is taken from their cells.",
    "tiles-left": "The game ends although tiles are left to be drawn.",
    "second-part-owed": "The game ends although the second part of a double turn is owed.",
    "follower-not-free": "Followers stand on neighbouring tiles whose segments meet: no play leads there.",
    "follower-on-start": "A follower stands on every copy of the start tile: no play leads there.",
    "keep-impossible": "A keep stands on no finished house of its size: no play leads there.",
}


class Assumption(NamedTuple):
    """Something that a ruling took for granted."""

    code: str
    message: Message
    rule: str | None = None

    @classmethod
    def of(cls, problem: Problem) -> Assumption:
        """A problem with which the table has agreed to go on."""
        return cls(problem.code, problem.message, problem.rule)

    def to_json(self, texts: Texts) -> dict[str, object]:
        answer: dict[str, object] = {"code": self.code, "detail": texts.say(self.message)}
        return answer if self.rule is None else {**answer, "rule": self.rule}


def supply_untold(game: Game, rule: str) -> list[Assumption]:
    """A cut-out that does not tell how many followers somebody has left."""
    if not game.excerpt or all(player.supply is not None for player in game.players):
        return []
    message = text(
        "This is a cut-out that does not tell everybody’s supply: every follower that it does not show was taken to be "
        "at home."
    )
    return [Assumption("supply-untold", message, rule)]
