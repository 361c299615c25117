"""How the tiles of a whole board are joined at once."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Final, NamedTuple

from scorer.board.board import ALL_SIDES, Board
from scorer.tiles.cells import KEY_STEPS, STRIDE
from scorer.tiles.orientations import SIDES_LEFT_OPEN
from scorer.tiles.ports import EAST, SOUTH

#: The sides that have a neighbour, as bits.
NORTH_BIT: Final = 1
EAST_BIT: Final = 2
SOUTH_BIT: Final = 4
WEST_BIT: Final = 8


class Joined(NamedTuple):
    """What came to light while tiles were joined."""

    #: The neighbours that may not lie side by side: tile, side of it, other tile.
    mismatches: list[tuple[int, int, int]]
    #: Whether all tiles hang together; start pieces do by themselves.
    connected: bool


def join(board: Board) -> Joined:
    """Joins what meets at every edge; the smallest node of a region becomes its label.

    In order of cells a tile's northern and western neighbours came before it, the northern one right before. So a node
    takes over the label of the region that it meets first, and only where it meets two a seam is left to be closed. The
    islands that tiles make up, which must be one, are found likewise.

    North and west stand side by side, not in a loop: that would cost a twentieth of every answer (`make bench`).
    """
    orientations, first, at, covered = board.orientations, board.first, board.at, board.covered
    labels = list(range(first[-1]))
    seams: list[tuple[int, int]] = []
    mismatches: list[tuple[int, int, int]] = []
    islands: list[int] = []
    island_seams: list[tuple[int, int]] = []
    begun, island, below = 0, 0, None
    for tile, key in enumerate(board.keys):
        orientation, base = orientations[tile], first[tile]
        west = at.get(key - STRIDE)
        if key == below:
            north = tile - 1
            covered[tile] = NORTH_BIT
            covered[north] |= SOUTH_BIT
            start, joins = first[north], orientations[north].joins[SOUTH][orientation]
            if joins is None:
                mismatches.append((north, SOUTH, tile))
                joins = ()
            for theirs, ours in joins:
                label, node = labels[start + theirs], base + ours
                known = labels[node]
                if known == node:
                    labels[node] = label
                elif known != label:
                    seams.append((label, known))
            if west is not None and island != islands[west]:
                island_seams.append((island, islands[west]))
        elif west is not None:
            island = islands[west]
        else:
            island = tile
            begun += 1
        if west is not None:
            covered[tile] |= WEST_BIT
            covered[west] |= EAST_BIT
            start, joins = first[west], orientations[west].joins[EAST][orientation]
            if joins is None:
                mismatches.append((west, EAST, tile))
                joins = ()
            for theirs, ours in joins:
                label, node = labels[start + theirs], base + ours
                known = labels[node]
                if known == node:
                    labels[node] = label
                elif known != label:
                    seams.append((label, known))
        islands.append(island)
        below = key + 1
    for region in board.tile_set.start_regions:
        seams += pairwise([labels[first[at[key]] + segment] for key, segment in region])
    island_seams += pairwise([islands[at[key]] for key in board.tile_set.start_cells])
    gone = _close(labels, seams)
    for label in sorted(gone):
        labels[label] = labels[labels[label]]
    board.labels = [labels[label] for label in labels] if gone else labels
    board.open_labels = _open_labels(board)
    return Joined(mismatches, begun - len(_close(islands, island_seams)) < 2)


def _close(labels: list[int], seams: Iterable[tuple[int, int]]) -> list[int]:
    """Makes the two labels of each seam one, the smaller; the answer is which are labels no more."""
    gone = []
    for a, b in seams:
        while labels[a] != a:
            labels[a] = a = labels[labels[a]]
        while labels[b] != b:
            labels[b] = b = labels[labels[b]]
        if a != b:
            labels[max(a, b)] = min(a, b)
            gone.append(max(a, b))
    return gone


def _open_labels(board: Board) -> set[int]:
    labels, tile_set = board.labels, board.tile_set
    tiles = zip(board.covered, board.first, board.orientations, strict=False)
    if tile_set.wall is None:
        return {
            labels[base + segment]
            for covered, base, orientation in tiles
            if covered != ALL_SIDES
            for segment in orientation.exposed[covered]
        }
    return {
        labels[base + segment]
        for (covered, base, orientation), key in zip(tiles, board.keys, strict=True)
        for side in SIDES_LEFT_OPEN[covered]
        for segment in tile_set.open_segments(key + KEY_STEPS[side], orientation, side)
    }
