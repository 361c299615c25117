"""The picture that a request asks for: a position and its options."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from scorer.board import Board, cell_of
from scorer.draw.board import Cell, board_svg, extent_in_cells, feature_roots
from scorer.placement import Placement, placements
from scorer.position import COORDINATE, NAME, Position
from scorer.problems import Illegal, Malformed, Problem
from scorer.reading import read_position
from scorer.referee import board_without, phases_of, unknown_players, unknown_tiles
from scorer.scoring import Ruling
from scorer.shapes import Choice, Flag, Items, Problems, Record, Schema, Shape, Text
from scorer.texts import SOURCE_LANGUAGE, text
from scorer.tiles import cell_key

#: The widest and highest board that is drawn, in cells.
MOST_CELLS: Final = 200


class CellShape(Shape):
    """A cell: ``{"x": 0, "y": -1}``, or ``[0, -1]`` as answers list the cells of a feature."""

    named = Record({"x": COORDINATE, "y": COORDINATE})

    def read(self, value: object, pointer: str, problems: Problems) -> Cell:
        if isinstance(value, list | tuple) and len(value) == 2:
            x, y = (COORDINATE.read(part, f"{pointer}/{place}", problems) for place, part in enumerate(value))
            return x, y
        found = self.named.read(value, pointer, problems)
        return found.get("x", 0), found.get("y", 0)

    def schema(self) -> Schema:
        pair = {"type": "array", "items": COORDINATE.schema(), "minItems": 2, "maxItems": 2}
        return {"anyOf": [self.named.schema(), pair], "description": "a cell"}


OPTIONS: Final = Record(
    {},
    {
        "highlight": Record(
            {},
            {
                "features": Items(Text(), description="ids of features, as `features` answers them"),
                "cells": Items(CellShape()),
            },
            "what is marked in yellow",
        ),
        "coordinates": Flag("numbers for columns and rows"),
        "last": Record({"x": COORDINATE, "y": COORDINATE}, description="the tile that is outlined in red"),
        "ghost": Record({"tile": NAME}, {"player": NAME}, "the tile whose legal placements are shown half transparent"),
        "scores": Choice(("interim", "final"), "the scoring whose points are shown on the features they come from"),
    },
    "what the picture shows besides the position",
)
RENDER_FIELDS: Final[Mapping[str, Shape]] = {"options": OPTIONS}


def render(
    request: object, language: str = SOURCE_LANGUAGE, *, size: float | None = None, most_cells: int = MOST_CELLS
) -> str:
    """The picture of a position as SVG. Raises like the questions in :mod:`scorer.referee`."""
    position, asked = read_position(request, RENDER_FIELDS)
    options: Mapping[str, Any] = asked.get("options", {})
    ghost = options.get("ghost", {})
    player = ghost.get("player")
    tiles = {"/options/ghost/tile": ghost["tile"]} if ghost else {}
    named = {} if player is None else {"/options/ghost/player": player}
    board = board_without([*unknown_tiles(position, tiles), *unknown_players(position, named)], position)
    highlight = options.get("highlight", {})
    features = highlight.get("features", [])
    cells = list(dict.fromkeys([tuple(cell) for cell in highlight.get("cells", ())]))
    last = (options["last"]["x"], options["last"]["y"]) if "last" in options else None
    shown = shown_placements(board, ghost["tile"], player) if ghost else []
    problems = [
        *unknown_features(board, features),
        *absent_tile(board, last),
        *too_large(board, [*cells, *(placement.cell for placement in shown)], most_cells),
    ]
    if problems:
        raise Illegal(problems)
    return board_svg(
        board,
        highlight_features=features,
        highlight_cells=cells,
        coordinates=options.get("coordinates", False),
        last=last,
        ghost=shown,
        scores=asked_ruling(board, options.get("scores")),
        badges=badges(position),
        size=size,
        language=language,
    )


def badges(position: Position) -> dict[Cell, str]:
    """The symbols that single tiles carry, by their cell."""
    return {
        cell_of(position.tiles[number][0]): " ".join(str(value) for value in carried.values())
        for number, carried in position.tile_extras.items()
    }


def shown_placements(board: Board, tile: str, player: str | None) -> list[Placement]:
    """The legal placements of a tile; a player without followers can stand nowhere."""
    found = placements(board, tile)
    if player is None or board.supply[player]:
        return found
    return [Placement(placement.key, placement.orientation, []) for placement in found]


def asked_ruling(board: Board, phase: str | None) -> Ruling | None:
    if phase is None:
        return None
    judged = phases_of(board.variant).get(phase)
    if judged is None:
        message = text("{variant} has no scoring phase “{phase}”.", variant=board.variant.id, phase=phase)
        raise Malformed([Problem("phase-unknown", "/options/scores", message, board.variant.no_such_phase(phase))])
    return judged.judge(board, {})


def unknown_features(board: Board, features: Collection[str]) -> list[Problem]:
    known = feature_roots(board)
    return [
        Problem(
            "not-a-choice",
            f"/options/highlight/features/{number}",
            text("The board has no feature “{feature}”.", feature=feature),
        )
        for number, feature in enumerate(features)
        if feature not in known
    ]


def absent_tile(board: Board, cell: Cell | None) -> list[Problem]:
    if cell is None or cell_key(*cell) in board.at:
        return []
    x, y = cell
    return [Problem("no-tile-there", "/options/last", text("There is no tile on {x},{y}.", x=x, y=y))]


def too_large(board: Board, cells: list[Cell], most: int) -> list[Problem]:
    width, height = extent_in_cells(board, cells)
    if width <= most and height <= most:
        return []
    message = text(
        "The board is {width} x {height} cells large; a picture holds at most {most} x {most}.",
        width=width,
        height=height,
        most=most,
    )
    return [Problem("out-of-range", "/tiles", message)]
