"""Where a tile may go, and where a follower may stand on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scorer.board import Board, cell_of
from scorer.ports import ROTATIONS
from scorer.tiles import Orientation

#: For each side with a neighbour the pairs of own segment and region that join there.
Links = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Placement:
    """A legal way to lay a tile, with the spots on which a follower may then be placed."""

    key: int
    orientation: Orientation
    spots: list[str]

    @property
    def cell(self) -> tuple[int, int]:
        return cell_of(self.key)


def placements(board: Board, tile: str) -> list[Placement]:
    """Every legal placement of a tile, in order of x, y and rotation, with the spots that the rules allow anybody."""
    oriented = board.tile_set.oriented[tile]
    standing = standing_terrains(board)
    answer = []
    around = board.around()
    for key in sorted(around):
        neighbours = around[key]
        for rotation in ROTATIONS:
            orientation = oriented[rotation]
            links = fit(board, orientation, neighbours)
            if links is not None:
                answer.append(Placement(key, orientation, free_spots(board, orientation, links, standing)))
    return answer


def placement_list(board: Board, tiles: Iterable[str], player: str | None) -> list[dict[str, Any]]:
    """Every legal placement of these tiles as an answer shows it, with the spots for this player, or for anybody."""
    standing = player is None or board.supply[player] > 0
    described = board.variant.describe_placement(board, player)
    legal = [placement for tile in sorted(tiles) for placement in placements(board, tile)]
    found = []
    for placement in sorted(legal, key=lambda placement: (placement.key, placement.orientation.rotation)):
        x, y = placement.cell
        answer: dict[str, Any] = {
            "x": x,
            "y": y,
            "rotation": placement.orientation.rotation,
            "spots": placement.spots if standing else [],
        }
        answer.update(described(placement))
        found.append(answer)
    return found


def fit(board: Board, orientation: Orientation, neighbours: list[tuple[int, int]]) -> Links | None:
    """What a tile would join among these neighbours; None where it may not lie so."""
    orientations, first, roots = board.orientations, board.first, board.roots
    joined = orientation.joins
    links: Links = []
    for side, tile in neighbours:
        joins = joined[side][orientations[tile]]
        if joins is None:
            return None
        base = first[tile]
        for ours, theirs in joins:
            links.append((ours, roots[base + theirs]))
    return links


def standing_terrains(board: Board) -> frozenset[str]:
    """The terrains on which a follower may be placed at all."""
    variant, rules = board.variant, board.rules
    return frozenset(terrain for terrain in variant.landscape.terrains if variant.may_stand_on(terrain, rules))


def free_spots(board: Board, orientation: Orientation, links: Links, standing: frozenset[str]) -> list[str]:
    """The spots whose feature would hold no follower at all.

    “De volgeling kan enkel geplaatst worden in een 'deel' waar nog geen enkele andere figuur (eigen of vreemde)
    aanwezig is.”
    """
    taken = taken_segments(board, links)
    terrains = orientation.terrains
    return [name for name, segment in orientation.by_name if segment not in taken and terrains[segment] in standing]


def taken_segments(board: Board, links: Links) -> set[int]:
    """The segments of a tile that would belong to a region with followers, if only through another of its segments."""
    by_root = board.by_root
    taken = {segment for segment, root in links if root in by_root}
    if not taken:
        return taken
    while True:
        reached = {root for segment, root in links if segment in taken}
        more = {segment for segment, root in links if root in reached}
        if more <= taken:
            return taken
        taken |= more
