"""Regions: what is joined on a board, as one thing with a size, cells and followers."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable
from typing import TYPE_CHECKING, Any

from scorer.board import Board, Follower, cell_of

if TYPE_CHECKING:
    from scorer.scoring import Worth


class Region:
    """The segments of one terrain that are joined."""

    __slots__ = ("board", "cells", "complete", "followers", "root", "size", "tiles", "type")

    def __init__(self, board: Board, root: int, tiles: Collection[int]) -> None:
        self.board = board
        self.root = root
        self.type = board.terrains[root]
        #: The DISTINCT tiles it lies on: two segments on one tile count once.
        self.tiles = tiles
        #: The number of its tiles, start spaces included.
        self.size = len(tiles)
        #: The cells it lies on, start spaces left out.
        self.cells = tile_cells(board, tiles)
        self.followers: list[Follower] = board.by_root.get(root, [])
        self.complete = board.variant.is_complete(board, root)

    @property
    def id(self) -> str:
        return self.board.feature_id(self.root)

    @property
    def start_spaces(self) -> list[str]:
        labels = self.board.tile_set.labels
        keys = self.board.keys
        return [labels[keys[tile]] for tile in self.tiles if keys[tile] in labels] if labels else []

    def marks(self, name: str) -> int:
        """How many pennants (fountains, markets) lie on it."""
        first, roots, orientations, root = self.board.first, self.board.roots, self.board.orientations, self.root
        total = 0
        for tile in self.tiles:
            for segment, marks in orientations[tile].marked:
                if roots[first[tile] + segment] == root:
                    total += marks.get(name, 0)
        return total

    def touches(self) -> list[int]:
        """The roots of the regions it shares a border with, in order."""
        first, roots, orientations, root = self.board.first, self.board.roots, self.board.orientations, self.root
        found = set()
        for tile in self.tiles:
            borders = orientations[tile].borders
            if borders:
                base = first[tile]
                for segment, other in borders:
                    if roots[base + segment] == root:
                        found.add(roots[base + other])
        return sorted(found)

    def counts(self) -> dict[str, int]:
        """How many followers each player has on it, in seating order."""
        followers = self.followers
        return {followers[0].player: 1} if len(followers) == 1 else count_followers(self.board, followers)

    def worth(self) -> Worth:
        return self.board.variant.worth(self.board, self)


def tile_cells(board: Board, tiles: Iterable[int]) -> list[list[int]]:
    """The cells of tiles, start spaces left out."""
    cells, labels = board.cells, board.tile_set.labels
    if labels:
        tiles = [tile for tile in tiles if board.keys[tile] not in labels]
    found = []
    # On Python 3.11 a comprehension would cost every region a call.
    for tile in tiles:
        found.append(cells[tile])
    return found


def count_followers(board: Board, followers: list[Follower]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for follower in followers:
        counts[follower.player] = counts.get(follower.player, 0) + 1
    if len(counts) == 1:
        return counts
    return {player.name: counts[player.name] for player in board.players if player.name in counts}


def regions(board: Board) -> list[Region]:
    """Every region of the board but those that lie only on start spaces."""
    return [Region(board, root, tiles) for root, tiles in board.tiles_of(board.features()).items()]


def occupied_regions(board: Board) -> list[Region]:
    """The regions that hold followers, in order."""
    return [Region(board, root, tiles) for root, tiles in board.tiles_of(sorted(board.by_root)).items()]


def region_of(board: Board, root: int) -> Region:
    """The region of one root."""
    return Region(board, root, dict.fromkeys(map(board.tile_of, board.members()[root])))


def feature_list(board: Board) -> list[dict[str, Any]]:
    """Every region as an answer shows it."""
    found = regions(board)
    known = {region.root for region in found}
    return [_feature_json(region, known) for region in found]


def _feature_json(region: Region, known: Container[int]) -> dict[str, Any]:
    board = region.board
    worth = region.worth()
    counts = region.counts()
    ports = [{"x": cell_of(key)[0], "y": cell_of(key)[1], "port": port} for key, port in board.open_ports(region.root)]
    answer: dict[str, Any] = {
        "id": region.id,
        "type": region.type,
        "complete": worth.value.complete,
        "tiles": worth.tiles,
        "cells": worth.cells,
        "open_ports": ports,
        "counts": worth.counts,
        "meeples": [follower.to_json() for follower in region.followers],
        "majority": board.variant.majority(counts) if counts else [],
        "points": worth.value.points,
        "touches": [board.feature_id(root) for root in region.touches() if root in known],
    }
    return {**answer, **worth.details}
