"""A question with its answer drawn in: points where they are scored, placements where they are legal, faults in red."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

from scorer.board import Board
from scorer.building import build
from scorer.draw.board import Cell, board_svg
from scorer.draw.render import badges, shown_placements
from scorer.placement import Placement
from scorer.position import Position
from scorer.problems import Illegal, Problem
from scorer.reading import read_position
from scorer.referee import phases_of, read_placements, read_scoring
from scorer.texts import SOURCE_LANGUAGE


def question_svg(
    call: str, request: Mapping[str, Any], language: str = SOURCE_LANGUAGE, *, size: float | None = None
) -> str:
    """The picture of a request to one of the calls ``validate``, ``features``, ``placements`` and ``score``.

    A position that breaks the rules is drawn all the same: the tiles at fault half transparent, outlined in red. For
    anything else that is wrong with the request it raises like the questions in :mod:`scorer.referee`.
    """
    problems: list[Problem] = []
    if call == "score":
        position, phase, asked, problems = read_scoring(request)
    elif call == "placements":
        position, tiles, player, problems = read_placements(request)
    else:
        position, _ = read_position(request)
    if problems:
        raise Illegal(problems)
    board, faults = lenient(position)
    shown: dict[str, Any] = {"ghost": faults, "faults": [placement.cell for placement in faults]}
    if call == "score":
        shown |= {"scores": phases_of(position.variant)[phase].judge(board, asked), "last": last_cell(asked)}
    elif call == "placements":
        for tile in tiles:
            shown["ghost"] += shown_placements(board, tile, player)
    elif call == "features":
        shown["highlight_features"] = [board.feature_id(root) for root in sorted(board.by_root)]
    return board_svg(board, badges=badges(position), size=size, language=language, **shown)


def last_cell(asked: Mapping[str, Any]) -> Cell | None:
    last = asked.get("last")
    return None if last is None else (last["x"], last["y"])


def lenient(position: Position) -> tuple[Board, list[Placement]]:
    """The board of a position without the tiles and followers that are at fault, and those tiles."""
    try:
        return build(position), []
    except Illegal as refusal:
        problems = refusal.problems
    tiles, followers = at_fault("tiles", problems), at_fault("meeples", problems)
    kept = position._replace(
        tiles=[tile for number, tile in enumerate(position.tiles) if number not in tiles],
        followers=[follower for number, follower in enumerate(position.followers) if number not in followers],
        extras=extras_without(position.extras, problems),
        excerpt=True,
    )
    oriented = position.tile_set.oriented
    wrong = [position.tiles[number] for number in sorted(tiles)]
    return build(kept), [
        Placement(key, oriented[tile][rotation], []) for key, tile, rotation in wrong if tile in oriented
    ]


def extras_without(extras: Mapping[str, Any], problems: Iterable[Problem]) -> Mapping[str, Any]:
    """What only this game has, without the parts that problems point at."""
    kept = deepcopy(dict(extras))
    # From the end on, so that the numbers of what is still to go stay right.
    for pointer in sorted((problem.pointer for problem in problems), reverse=True):
        *way, last = pointer.split("/")[1:] or [""]
        holder: Any = kept
        for part in way:
            holder = holder[int(part)] if isinstance(holder, list) else holder.get(part, {})
        if isinstance(holder, list):
            del holder[int(last)]
        else:
            holder.pop(last, None)
    return kept


def at_fault(field: str, problems: tuple[Problem, ...]) -> set[int]:
    """The numbers of the tiles or followers that problems point at."""
    parts = [problem.pointer.split("/") for problem in problems]
    return {int(part[2]) for part in parts if len(part) > 2 and part[1] == field}
