"""Headlines: who gets how much, and who wins, in one sentence; and how players are named in any."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from scorer.texts import Listed, Message, counted, text, titled

#: The phase at the end of the game.
FINAL: Final = "final"


def names(players: Iterable[str]) -> list[object]:
    """Players at the start of a sentence, the first of whom begins it."""
    first, *others = players
    return [titled(first), *others]


def totals_json(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """Everybody's points before and after."""
    return {
        player: {"before": score, "points": after[player] - score, "after": after[player]}
        for player, score in before.items()
    }


def points_said(points: Mapping[str, int]) -> Message:
    """Who gets how much, in one sentence: "Red scores 4 points, Blue 3."."""
    scored = sorted([player for player, count in points.items() if count], key=lambda player: -points[player])
    if not scored:
        return text("Nobody scores.")
    first, *others = scored
    if not others:
        return counted(
            "{player} scores {count} point.", "{player} scores {count} points.", points[first], player=titled(first)
        )
    return counted(
        "{player} scores {count} point, {others}.",
        "{player} scores {count} points, {others}.",
        points[first],
        player=titled(first),
        others=Listed(f"{player} {points[player]}" for player in others),
    )


def winners_of(scores: Mapping[str, int]) -> list[str]:
    """The books know no tie-break, so all who have the most points win."""
    most = max(scores.values(), default=0)
    return [player for player, score in scores.items() if score == most]


def result_said(scores: Mapping[str, int]) -> Message:
    """Who wins, and how the others stand: "Bram wins with 89 points; Anna 49, Cees 43."."""
    winners = winners_of(scores)
    losers = sorted([player for player in scores if player not in winners], key=lambda player: -scores[player])
    if not winners:
        return text("Nobody plays, so nobody wins.")
    most = scores[winners[0]]
    standing = Listed(f"{player} {scores[player]}" for player in losers)
    if len(winners) == 1 and losers:
        return counted(
            "{player} wins with {count} point; {others}.",
            "{player} wins with {count} points; {others}.",
            most,
            player=titled(winners[0]),
            others=standing,
        )
    if len(winners) == 1:
        return counted("{player} has {count} point.", "{player} has {count} points.", most, player=titled(winners[0]))
    if losers:
        return counted(
            "{players} win with {count} point each; {others}.",
            "{players} win with {count} points each; {others}.",
            most,
            players=names(winners),
            others=standing,
        )
    return counted(
        "{players} win with {count} point each.",
        "{players} win with {count} points each.",
        most,
        players=names(winners),
    )
