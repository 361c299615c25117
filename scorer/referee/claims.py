"""What players claim to have in the course of a game, held against what they really scored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from scorer.game.position import NAME
from scorer.limits import Limits
from scorer.problems import Problem, unknown_player
from scorer.rules.lines import Line
from scorer.shapes import Integer, Items, Reading, Record, Schema, Shape
from scorer.texts import Texts, counted, text

END: Final = "end"


class After(Shape):
    """The number of moves after which something is claimed, or ``end`` for the final score."""

    count = Integer(0, 1_000_000)

    def read(self, value: object, pointer: str, reading: Reading) -> int | str:
        return END if value == END else self.count.read(value, pointer, reading)

    def schema(self, limits: Limits) -> Schema:
        return {
            "anyOf": [self.count.schema(limits), {"type": "string", "enum": [END]}],
            "title": "Moment",
            "description": "how many moves had been made, or `end` for the score after the final scoring",
        }


AFTER: Final = After()
CLAIMS: Final = Items(
    Record(
        {"after": AFTER, "player": NAME, "score": Integer(-1_000_000, 1_000_000)},
        {},
        "What a player believes to have.",
        "Claim",
    ),
    1000,
    "what players believe to have, and when",
)

Claim = Mapping[str, Any]


class Tally(NamedTuple):
    """What a move, or the final scoring, has brought: its lines, and everybody's points afterwards."""

    after: int | str
    lines: Sequence[Line]
    scores: Mapping[str, int]


def check_claims(
    claims: Iterable[Claim], players: Iterable[str], moves: int, problems: list[Problem], *, end: bool
) -> None:
    """Adds what keeps a claim from being one about this game."""
    known = list(players)
    for number, claim in enumerate(claims):
        pointer, after = f"/claims/{number}", claim["after"]
        if claim["player"] not in known:
            problems.append(unknown_player(f"{pointer}/player", claim["player"], known))
        if after == END and not end:
            message = text("Only a game that is at its end has a final score; that is said with “end”: true.")
            problems.append(Problem("out-of-range", f"{pointer}/after", message))
        elif after != END and after > moves:
            message = counted("This game has only {count} move.", "This game has only {count} moves.", moves)
            problems.append(Problem("out-of-range", f"{pointer}/after", message))


def claims_answered(claims: Sequence[Claim], tallies: Sequence[Tally], texts: Texts) -> list[dict[str, Any]]:
    """Each claim against what the player really had, in the order in which they were made in the request.

    At a player's first wrong claim stand his lines since his last right one: in one of these the two counts part. A
    claim about a moment that the game did not reach, because a move was illegal, is left open.
    """
    reached = {tally.after: place for place, tally in enumerate(tallies)}
    answers: dict[int, dict[str, Any]] = {}
    #: For each player the moment of his last right claim; before the first move everybody has nothing.
    agreed = dict.fromkeys(tallies[0].scores, 0)
    parted: set[str] = set()
    for number in sorted(range(len(claims)), key=lambda number: reached.get(claims[number]["after"], len(tallies))):
        claim = claims[number]
        player, claimed, place = claim["player"], claim["score"], reached.get(claim["after"])
        answer = answers[number] = {"after": claim["after"], **claim_json(player, claimed, None)}
        if place is None:
            continue
        answer.update(claim_json(player, claimed, tallies[place].scores[player]))
        if answer["agrees"]:
            agreed[player] = place
        elif player not in parted:
            parted.add(player)
            answer["since"] = tallies[agreed[player]].after
            answer["lines"] = [
                {"after": tally.after, **line.to_json(texts)}
                for tally in tallies[agreed[player] + 1 : place + 1]
                for line in tally.lines
                if player in line.points
            ]
    return [answers[number] for number in range(len(claims))]


def claim_json(player: str, claimed: int, actual: int | None) -> dict[str, Any]:
    """A claim and what it really was; null where that cannot be known."""
    return {
        "player": player,
        "claimed": claimed,
        "actual": actual,
        "difference": None if actual is None else claimed - actual,
        "agrees": None if actual is None else claimed == actual,
    }
