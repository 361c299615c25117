"""The picture that a request asks for: a position and its options."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from scorer import notation
from scorer.board.board import Board
from scorer.draw.board import Cell, board_svg, extent_in_cells, features_by_id
from scorer.forms import Form, Values
from scorer.game.game import Game
from scorer.game.position import AT, NAME, CellNamed, Position
from scorer.game.reading import POSITION_FIRST, make_position, position_fields, read_ruleset
from scorer.limits import DEFAULT_LIMITS, Limits
from scorer.problems import Illegal, Malformed, Problem
from scorer.referee.asking import game_without, unknown_players, unknown_tiles
from scorer.rules.placing import Placement, placements
from scorer.rules.ruleset import Ruleset
from scorer.rules.scoring import Ruling
from scorer.shapes import About, Choice, Flag, Items, Record, Shape, Text
from scorer.texts import SOURCE_LANGUAGE, text
from scorer.tiles.cells import cell_key, cell_of
from scorer.wire import Position as PositionAsked
from scorer.wire import RenderRequest

#: The widest and highest board that is drawn, in cells.
MOST_CELLS: Final = 200


OPTIONS: Final = Record(
    {},
    {
        "highlight": Record(
            {},
            {
                "features": Items(Text(), "tiles", "ids of features, as `features` answers them"),
                "cells": Items(CellNamed(), "tiles"),
            },
            "what is marked in yellow",
            "Highlight",
        ),
        "coordinates": Flag("numbers for columns and rows"),
        "last": About(AT, "the tile that is outlined in red"),
        "ghost": Record(
            {"tile": NAME}, {"player": NAME}, "the tile whose legal placements are shown half transparent", "Ghost"
        ),
        "scores": Choice(("interim", "final"), "the scoring whose points are shown on the features they come from"),
    },
    "what the picture shows besides the position",
    "RenderOptions",
)
RENDER_FIELDS: Final[Mapping[str, Shape]] = {"options": OPTIONS}


class RenderQuestion(NamedTuple):
    position: Position
    options: Mapping[str, Any]


@cache
def render_form(ruleset: Ruleset) -> Form[RenderQuestion]:
    def make(values: Values, limits: Limits) -> RenderQuestion:
        return RenderQuestion(make_position(ruleset, values, limits), values.get("options", {}))

    return Form({**position_fields(ruleset), **RENDER_FIELDS}, make, (), POSITION_FIRST)


def read_render(request: object, limits: Limits = DEFAULT_LIMITS) -> RenderQuestion:
    ruleset = read_ruleset(request)
    assert isinstance(request, dict)
    return render_form(ruleset).read(request, limits)


def render(
    request: RenderRequest | PositionAsked | str, language: str = SOURCE_LANGUAGE, *, size: float | None = None
) -> str:
    """The picture of a position, also as a line of notation, as SVG. Raises like the questions."""
    asked = notation.read(request) if isinstance(request, str) else request
    return rendered(read_render(asked), language, size=size)


def rendered(
    question: RenderQuestion, language: str, *, size: float | None = None, most_cells: int = MOST_CELLS
) -> str:
    position, options = question
    ghost = options.get("ghost", {})
    player = ghost.get("player")
    tiles = {"/options/ghost/tile": ghost["tile"]} if ghost else {}
    named = {} if player is None else {"/options/ghost/player": player}
    game = game_without([*unknown_tiles(position, tiles), *unknown_players(position, named)], position)
    highlight = options.get("highlight", {})
    features = highlight.get("features", [])
    cells = list(dict.fromkeys([tuple(cell) for cell in highlight.get("cells", ())]))
    last = (options["last"]["x"], options["last"]["y"]) if "last" in options else None
    shown = shown_placements(game, ghost["tile"], player) if ghost else []
    problems = [
        *unknown_features(game.board, features),
        *absent_tile(game.board, last),
        *too_large(game.board, [*cells, *(placement.cell for placement in shown)], most_cells),
    ]
    if problems:
        raise Illegal(problems)
    return board_svg(
        game,
        highlight_features=features,
        highlight_cells=cells,
        coordinates=options.get("coordinates", False),
        last=last,
        ghost=shown,
        scores=asked_ruling(game, options.get("scores")),
        badges=badges(game),
        size=size,
        language=language,
    )


def badges(game: Game) -> dict[Cell, str]:
    """The symbols that single tiles carry, by their cell."""
    return {cell_of(key): " ".join(map(str, carried.values())) for key, carried in game.carried.items()}


def shown_placements(game: Game, tile: str, player: str | None) -> list[Placement]:
    """The legal placements of a tile; a player without followers can stand nowhere."""
    legal = placements(game, tile)
    if player is None or game.supply[player]:
        return legal
    return [Placement(placement.key, placement.orientation, [], []) for placement in legal]


def asked_ruling(game: Game, phase: str | None) -> Ruling | None:
    if phase is None:
        return None
    judged = game.ruleset.phases.get(phase)
    if judged is None:
        message = text("{variant} has no scoring phase “{phase}”.", variant=game.ruleset.id, phase=phase)
        raise Malformed([Problem("phase-unknown", "/options/scores", message, game.ruleset.no_phase.get(phase))])
    return judged.judge(game, {})


def unknown_features(board: Board, features: Collection[str]) -> list[Problem]:
    known = features_by_id(board)
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
