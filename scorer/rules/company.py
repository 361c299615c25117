"""The company on a feature: who stands there, how much that counts, who scores, and why the others don't."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scorer.rules.headlines import names
from scorer.texts import Message, Plural, Sayable, counted, text

if TYPE_CHECKING:
    from scorer.board.board import Meeple
    from scorer.game.game import Game


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
        reasons: list[Sayable] = []
        if len(self.scorers) > 1:
            reasons.append(text("They have equally many there: {people} each.", people=self.said(most)))
        losers = [player for player in self.followers if player not in self.scorers]
        for strength in sorted({self.strength[player] for player in losers}, reverse=True):
            having = [player for player in losers if self.strength[player] == strength]
            reasons.append(
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
        return reasons if counts_as is None else [*reasons, counts_as]

    def because(self) -> tuple[str, ...]:
        """The rule that decided between several players, and the one by which a figure counts for more."""
        cites = self.game.ruleset.cites
        return (cites["majority"], cites["weight"]) if self.weighed else (cites["majority"],)
