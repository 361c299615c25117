"""The wall tiles before the players: what they turn out to be, which are used, and which are taken from the wall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorer.problems import Problem
from scorer.rules.castle.state import COPIES, KINDS, UNKNOWN, CastleState
from scorer.rules.castle.track import TOWER_AT, TOWER_WORDS, Step
from scorer.rules.castle.wall_tiles import Use
from scorer.texts import counted, text


def revealed(castle: CastleState, uses: Iterable[Use]) -> CastleState:
    """A wall tile of which nobody has told what it is turns out to be the one that its owner uses."""
    for player in castle.held:
        held = list(castle.held[player])
        used = Counter([use.wall_tile for use in uses if use.player == player])
        for wall_tile in (used - Counter([one for one in held if isinstance(one, int)])).elements():
            if UNKNOWN in held and castle.known()[wall_tile] < COPIES:
                held[held.index(UNKNOWN)] = wall_tile
                castle = castle._replace(held={**castle.held, player: tuple(held)})
    return castle


def untaken(castle: CastleState) -> list[int]:
    """The kinds of wall tile that may still lie on the wall."""
    known = castle.known()
    return [kind for kind in range(1, KINDS + 1) if known[kind] < COPIES]


def told_of(
    castle: CastleState, steps: Iterable[Step], took: Sequence[Mapping[str, Any]], problems: list[Problem]
) -> dict[int, int | str]:
    """Which wall tile lay on each corner tower that a marker landed on, as far as it is told.

    “Komt een speler bij een waardering met zijn telsteen ‘precies’ op een hoektoren van de burchtmuur terecht [...],
    dan neemt hij het muurplaatje wanneer het nog voorhanden is.”
    """
    known = castle.known()
    towers = [step.tower for step in steps if step.tower is not None]
    told: dict[int, int | str] = {}
    for number, one in enumerate(took):
        tower, wall_tile, pointer = TOWER_AT.get(one["tower"], one["tower"]), one["wall_tile"], f"/took/{number}"
        named = TOWER_WORDS.get(tower, str(tower))
        if tower in told:
            message = text("The corner tower {tower} is named twice; it has one wall tile.", tower=named)
            problems.append(Problem("tower-twice", pointer, message, "wall-tiles.count"))
        elif tower not in towers:
            message = text("No marker takes a wall tile from the corner tower {tower} in this turn.", tower=named)
            problems.append(Problem("wall-tile-not-taken", pointer, message, "track.tower"))
        elif known[wall_tile] == COPIES:
            message = counted(
                "There is only {count} wall tile {wall_tile}, and it was taken before.",
                "There are only {count} wall tiles {wall_tile}, and they were taken before.",
                COPIES,
                wall_tile=wall_tile,
            )
            problems.append(Problem("too-many-wall-tiles", pointer, message, "wall-tiles.count"))
        else:
            known[wall_tile] += 1
            told[tower] = wall_tile
    return {tower: told.get(tower, UNKNOWN) for tower in towers}


def after(
    castle: CastleState,
    players: Iterable[str],
    uses: Iterable[Use],
    steps: Iterable[Step],
    told: Mapping[int, int | str],
) -> CastleState:
    """The wall tiles when these have been used and those of these towers taken."""
    used = [(use.player, use.wall_tile) for use in uses]
    taken = {step.tower: step.player for step in steps if step.tower is not None}
    held = {player: castle.holds(player) for player in players}
    for player, wall_tile in used:
        held[player][wall_tile] -= 1
    for tower, player in taken.items():
        held[player][told[tower]] += 1
    return castle._replace(
        on_wall=None if castle.on_wall_untold else tuple([tower for tower in castle.towers if tower not in taken]),
        held={player: tuple(sorted(tiles.elements(), key=str)) for player, tiles in held.items() if tiles.total()},
        used=(*castle.used, *[wall_tile for _, wall_tile in used]),
    )
