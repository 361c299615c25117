"""What a finished turn scores, in which order, and what that does to markers, wall tiles and keeps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from scorer.asking import named_node, named_tile
from scorer.board import Board, Follower
from scorer.ports import opposite
from scorer.position import COORDINATE, NAME
from scorer.problems import Illegal, Problem
from scorer.regions import occupied_regions, region_of
from scorer.scoring import Line, Ruling
from scorer.shapes import Items, Record, Shape
from scorer.texts import text
from scorer.tiles import KEY_STEPS, cell_key
from scorer.variants.castle import keeps as keep_rules
from scorer.variants.castle.scorings import Scoring, scoring_of
from scorer.variants.castle.track import Step, taken_in_any_order, walk
from scorer.variants.castle.wall_tiles import FEATURE, USE, on_wall, read_uses, usable, with_wall_tile

FIELDS: Final[Mapping[str, Shape]] = {
    "player": NAME,
    "last": Record({"x": COORDINATE, "y": COORDINATE}, description="the tile that was laid in this turn"),
    "order": Items(
        Record(FEATURE),
        100,
        "the order in which features are scored (default: those of who laid the tile first, then by cell)",
    ),
    "use": USE,
}


class Turn(NamedTuple):
    """The scorings of a turn and what they lead to."""

    lines: list[Line]
    returned: list[Follower]
    steps: list[Step]
    #: How large the house is on which each keep stands afterwards.
    keeps: dict[str, int]
    order_matters: bool
    #: The wall tiles that the request uses, by the root of the feature.
    uses: dict[int, int]

    def ruling(self) -> Ruling:
        castle = {
            "keeps": self.keeps,
            "track": [step.to_json() for step in self.steps],
            "order_matters": self.order_matters,
        }
        return Ruling(self.lines, self.returned, {"castle": castle})


def judge(board: Board, question: Mapping[str, Any], *, now: frozenset[int]) -> Turn:
    """Scores what is finished; ``now`` are the wall tiles that may be used at this moment."""
    problems: list[Problem] = []
    last = question.get("last")
    if last is not None:
        last = cell_key(last["x"], last["y"])
        if named_tile(board, last, "/last", "follower.last-tile", problems) is None:
            last = None
    uses, layer = read_uses(board, question.get("use", ()), now=now, layer=question.get("player"), problems=problems)
    finished = [
        with_wall_tile(scoring, uses[scoring.region.root]) if scoring.region.root in uses else scoring
        for scoring in finished_now(board, last)
    ]
    listed = read_order(board, question.get("order", ()), finished, layer, problems)
    if problems:
        raise Illegal(problems)
    keeps = keep_rules.keeps_of(board)
    matters = order_matters(board, finished, keeps, layer)
    lines = score_in_order(board, in_order(finished, listed, layer), keeps, layer)
    steps = walk(scores_of(board), points_in(lines), on_wall(board))
    returned = [follower for scoring in finished for follower in scoring.region.followers]
    returned.sort(key=lambda follower: follower.node)
    return Turn(lines, returned, steps, keeps, matters, uses)


def legal(board: Board, layer: str, last: int, *, now: frozenset[int]) -> dict[str, Any]:
    """What ``use`` and ``order`` may name after a tile was laid: wall tiles and features, and what is scored."""
    finished = finished_now(board, last)
    return {
        "use": usable(board, layer, finished, now=now),
        "order": [scoring.named() for scoring in in_order(finished, [], layer)],
    }


def scores_of(board: Board) -> dict[str, int]:
    return {player.name: player.score for player in board.players}


def points_in(lines: Iterable[Line]) -> list[tuple[str, int]]:
    """Who gets how much, one scoring after the other."""
    return [(player, points) for line in lines for player, points in line.points.items() if points]


# What is finished


def finished_now(board: Board, last: int | None) -> list[Scoring]:
    """The finished features that are to be looked at, by cell.

    Followers go home when a feature is finished, so whatever still holds some has just been finished. A house without
    followers counts for the keep; only the last tile can tell that it was finished now.
    """
    found = [region for region in occupied_regions(board) if region.complete]
    if last is not None:
        houses = houses_at(board, last) - board.by_root.keys()
        found += [region for root in houses if (region := region_of(board, root)).complete]
    return sorted([scoring_of(region) for region in found], key=lambda scoring: scoring.place)


def houses_at(board: Board, key: int) -> set[int]:
    """The roots of the houses on a tile or against it.

    Terrains may meet freely, so a tile can also close a house that it is no part of.
    """
    tile = board.at[key]
    nodes = list(range(board.first[tile], board.first[tile + 1]))
    for side, step in enumerate(KEY_STEPS):
        beside = board.at.get(key + step)
        if beside is not None:
            nodes += [board.first[beside] + segment for segment in board.orientations[beside].sides[opposite(side)]]
    roots = {board.roots[node] for node in nodes if board.terrains[node] == "house"}
    # A house that lies on a start space alone belongs to nobody.
    return roots.intersection(board.features())


# In which order


def read_order(
    board: Board,
    raw: Iterable[Mapping[str, Any]],
    finished: list[Scoring],
    layer: str | None,
    problems: list[Problem],
) -> list[Scoring]:
    """The features whose order a request gives; what is not allowed is added to ``problems``."""
    by_root = {scoring.region.root: scoring for scoring in finished}
    listed: list[Scoring] = []
    scorers: list[str] = [] if layer is None else [layer]
    for number, named in enumerate(raw):
        pointer = f"/order/{number}"
        node = named_node(board, cell_key(named["x"], named["y"]), named["spot"], pointer, "score.order", problems)
        if node is None:
            continue
        scoring = by_root.get(board.roots[node])
        if scoring is None:
            message = text(
                "{spot} on {x},{y} belongs to nothing that is scored now.",
                spot=named["spot"],
                x=named["x"],
                y=named["y"],
            )
            problems.append(Problem("not-scored", pointer, message, "score.order"))
            continue
        if scoring in listed:
            message = text("{feature} is named twice.", feature=scoring.region.id)
            problems.append(Problem("order-forbidden", pointer, message, "score.order"))
        elif scoring.scorer in scorers[:-1]:
            message = text(
                "What {player} scores cannot come before and after the other: who laid the tile scores first.",
                player=scoring.scorer,
            )
            problems.append(Problem("order-forbidden", pointer, message, "score.order"))
        listed.append(scoring)
        if scoring.scorer is not None and scoring.scorer not in scorers:
            scorers.append(scoring.scorer)
    return listed


def in_order(finished: list[Scoring], listed: list[Scoring], layer: str | None) -> list[Scoring]:
    """What is listed in its order, then the rest by cell, but all that who laid the tile scores before the other's.

    “Worden er door een burchtkaart meerdere waarderingen gehouden, wordt eerst de speler gewaardeerd die de burchtkaart
    geplaatst heeft.”
    """
    first = layer or next((scoring.scorer for scoring in listed if scoring.scorer is not None), None)
    rest = [scoring for scoring in finished if scoring not in listed]
    own = [scoring for scoring in rest if scoring.scorer is not None and scoring.scorer == first]
    others = [scoring for scoring in rest if scoring not in own]
    cut = next((place for place, scoring in enumerate(listed) if scoring.scorer not in (None, first)), len(listed))
    return [*listed[:cut], *own, *listed[cut:], *others]


def order_matters(board: Board, finished: list[Scoring], keeps: Mapping[str, int], layer: str | None) -> bool:
    """Whether another order that the rules allow would give other wall tiles or other keeps."""
    if keep_rules.order_matters(board.rules, keeps, finished, layer):
        return True
    players = [player.name for player in board.players]
    outcomes = {
        wall_tiles_taken(board, finished, [first, *[player for player in players if player != first]])
        for first in (players if layer is None else [layer])
    }
    return None in outcomes or len(outcomes) > 1


def wall_tiles_taken(board: Board, finished: list[Scoring], players: list[str]) -> frozenset[tuple[str, int]] | None:
    """Who takes which wall tiles when the players score one after the other; None where their order decides."""
    scores, left = scores_of(board), on_wall(board)
    outcome: set[tuple[str, int]] = set()
    for player in players:
        points = tuple(scoring.points for scoring in finished if scoring.scorer == player)
        taken = taken_in_any_order(scores[player], points, left)
        if taken is None:
            return None
        left -= taken
        outcome |= {(player, tower) for tower in taken}
    return frozenset(outcome)


# The lines


def score_in_order(board: Board, scorings: list[Scoring], keeps: dict[str, int], layer: str | None) -> list[Line]:
    """The line of each scoring; ``keeps`` is brought up to date."""
    lines = []
    for scoring in scorings:
        move = keep_rules.keep_move(board.rules, keeps, scoring, layer)
        if move is not None:
            keeps[move.player] = move.size
        if scoring.followers:
            line = scoring.line()
            lines.append(line if move is None else keep_rules.with_keep(line, move))
        elif move is not None:
            lines.append(keep_rules.keep_line(scoring, move))
    return lines
