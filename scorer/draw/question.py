"""A question with its answer drawn in: points where they are scored, placements where they are legal, faults in red."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer.draw.board import Cell, board_svg
from scorer.draw.rendering import badges, shown_placements
from scorer.game.building import attempt
from scorer.game.game import Game, Move
from scorer.game.position import Position
from scorer.game.turn import IllegalMove, Turn
from scorer.problems import Illegal, Problem
from scorer.referee.asking import unknown_players, unknown_tiles
from scorer.referee.questions import MOVE, PLACEMENTS, SCORE, VALIDATE
from scorer.referee.score import players_named
from scorer.rules.placing import Placement
from scorer.rules.scoring import Ruling
from scorer.texts import SOURCE_LANGUAGE


def question_svg(
    call: str, request: Mapping[str, Any], language: str = SOURCE_LANGUAGE, *, size: float | None = None
) -> str:
    """The picture of a request to one of the calls ``validate``, ``features``, ``placements``, ``score`` and ``move``.

    A position that breaks the rules is drawn all the same: the tiles at fault half transparent, outlined in red. For
    anything else that is wrong with the request it raises like the questions in :mod:`scorer.referee`.
    """
    wrong: list[Problem] = []
    if call == "score":
        scoring = SCORE.read(request)
        position = scoring.position
        wrong = unknown_players(position, players_named(scoring))
    elif call == "placements":
        placing = PLACEMENTS.read(request)
        position = placing.position
        named = {} if placing.player is None else {"/player": placing.player}
        wrong = [*placing.problems, *unknown_tiles(position, placing.tiles), *unknown_players(position, named)]
    elif call == "move":
        judged = MOVE.read(request)
        position, move = judged.position, judged.move
    else:
        position = VALIDATE.read(request)
    if wrong:
        raise Illegal(wrong)
    game, faults = lenient(position)
    shown: dict[str, Any] = {"ghost": faults, "faults": [placement.cell for placement in faults]}
    if call == "score":
        shown["scores"] = game.ruleset.phases[scoring.phase].judge(game, scoring.told)
        shown["last"] = last_cell(scoring.told)
    elif call == "placements":
        for tile in placing.tiles.values():
            shown["ghost"] += shown_placements(game, tile, placing.player)
    elif call == "move":
        shown |= moved(game, move)
    elif call == "features":
        shown["highlight_features"] = [region.id for region in game.board.occupied()]
    return board_svg(game, badges=badges(game), size=size, language=language, **shown)


def moved(game: Game, move: Move) -> dict[str, Any]:
    """Makes a move, and tells what its picture shows: what it brings, or where its tile may not lie so."""
    turn = Turn(game, move, "/move", demanding=False)
    known = "tile" in move and move["tile"] in game.tile_set.kinds
    try:
        turn.play()
    except IllegalMove:
        if not known:
            return {}
        tile = Placement(turn.key, game.tile_set.oriented[move["tile"]][move["rotation"]], [], [])
        return {"ghost": [tile], "faults": [tile.cell]}
    return {"scores": Ruling(turn.lines), "last": last_cell({"last": move if known else None})}


def last_cell(asked: Mapping[str, Any]) -> Cell | None:
    last = asked.get("last")
    return None if last is None else (last["x"], last["y"])


def lenient(position: Position) -> tuple[Game, list[Placement]]:
    """The game of a position without the tiles and followers that are at fault, and those tiles."""
    game, problems, _ = attempt(position)
    if not problems:
        return game, []
    tiles, meeples = at_fault("tiles", problems), at_fault("meeples", problems)
    kept = position._replace(
        tiles=[tile for number, tile in enumerate(position.tiles) if number not in tiles],
        carried={},
        meeples=[meeple for number, meeple in enumerate(position.meeples) if number not in meeples],
        excerpt=True,
    )
    oriented, kinds = position.tile_set.oriented, position.tile_set.kinds
    wrong = [position.tiles[number] for number in sorted(tiles)]
    return attempt(kept)[0], [
        Placement(key, oriented[tile][rotation], [], []) for key, tile, rotation in wrong if tile in kinds
    ]


def at_fault(field: str, problems: list[Problem]) -> set[int]:
    """The numbers of the tiles or followers that problems point at."""
    parts = [problem.pointer.split("/") for problem in problems]
    return {int(part[2]) for part in parts if len(part) > 2 and part[1] == field}
