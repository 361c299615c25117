"""Where a tile may go, and where a follower may stand on it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scorer.board.board import FOLLOWER, Board, Links
from scorer.board.region import Region
from scorer.problems import Illegal, Problem, TooCostly, too_costly
from scorer.texts import text
from scorer.tiles.cells import cell_of
from scorer.tiles.orientations import Orientation
from scorer.tiles.ports import ROTATIONS

if TYPE_CHECKING:
    from scorer.game.game import Game
    from scorer.rules.part import Figure
    from scorer.rules.ruleset import Ruleset


#: A cut-out may hold more followers than anybody owns. They are told of at each placement, so the larger the board,
#: the fewer: as many as anybody owns, and else so many for all its tiles together.
MOST_RETRIEVALS: Final = 20_000


class Placement(NamedTuple):
    """A legal way to lay a tile, with the spots on which a follower may then be placed."""

    key: int
    orientation: Orientation
    spots: list[str]

    @property
    def cell(self) -> tuple[int, int]:
        return cell_of(self.key)


def placements(game: Game, tile: str) -> list[Placement]:
    """Every legal placement of a tile, in order of x, y and rotation, with the spots that the rules allow anybody."""
    board, oriented = game.board, game.tile_set.oriented[tile]
    standing = game.ruleset.standing_terrains(game.rules)
    limit = game.limits.placements
    # With more figures there is more to tell of each.
    most = None if limit is None else limit // len(game.ruleset.figures)
    found: list[Placement] = []
    for key, neighbours in sorted(board.around().items()):
        if most is not None and len(found) > most:
            raise too_many_placements(tile, most)
        for rotation in ROTATIONS:
            orientation = oriented[rotation]
            links = board.links(orientation, neighbours)
            if links is not None and not vetoes(game, key, orientation):
                found.append(Placement(key, orientation, free_spots(board, orientation, links, standing)))
    return found


def too_many_placements(tile: str, most: int) -> TooCostly:
    message = text("There are more than {most} ways to lay tile {tile}; no more are told here.", most=most, tile=tile)
    return too_costly("/tiles", message)


def found_placement(game: Game, key: int, orientation: Orientation) -> Placement:
    """The placement of a tile that fits on a cell."""
    board = game.board
    links = board.links(orientation, board.neighbours(key))
    assert links is not None
    return Placement(
        key, orientation, free_spots(board, orientation, links, game.ruleset.standing_terrains(game.rules))
    )


def vetoes(game: Game, key: int, orientation: Orientation, pointer: str = "") -> list[Problem]:
    """Why a tile that fits may not lie so all the same."""
    found = [part.veto(game, key, orientation) for part in game.ruleset.parts if part.veto is not None]
    return [replace(problem, pointer=pointer) for problem in found if problem is not None]


def placement_list(game: Game, tiles: Iterable[str], player: str | None) -> list[dict[str, Any]]:
    """Every legal placement of these tiles as an answer shows it, with the spots for this player, or for anybody."""
    told = placement_teller(game, player)
    legal = [placement for tile in sorted(tiles) for placement in placements(game, tile)]
    legal.sort(key=lambda placement: (placement.key, placement.orientation.rotation))
    return [told(placement) for placement in legal]


def placement_teller(game: Game, player: str | None) -> Callable[[Placement], dict[str, Any]]:
    """How an answer shows placements to this player, or to anybody."""
    standing = player is None or game.supply[player] > 0
    others = figures_asked(game, player)
    tellers = [part.tell_placement(game, player) for part in game.ruleset.parts if part.tell_placement is not None]
    has_figures = len(game.ruleset.figures) > 1

    def told(placement: Placement) -> dict[str, Any]:
        x, y = placement.cell
        answer: dict[str, Any] = {
            "x": x,
            "y": y,
            "rotation": placement.orientation.rotation,
            "spots": placement.spots if standing else [],
        }
        if has_figures:
            answer["figures"] = figure_spots(game, placement, player, others)
        for tell in tellers:
            answer.update(tell(placement))
        return answer

    return told


def refuse_many_retrievals(game: Game, count: int, owned: int) -> None:
    """Refuses to tell at each placement what so many figures of one player would bring if they were taken back."""
    most = max(owned, MOST_RETRIEVALS // (len(game.board.keys) or 1))
    if count > most:
        message = text(
            "What it would bring to take followers back is told for at most {most} of one player.", most=most
        )
        raise Illegal([Problem("too-many-followers", "/meeples", message, "follower.supply")])


def figures_asked(game: Game, player: str | None) -> list[Figure]:
    """The figures besides followers whose spots are told: those that a player has left; else those that need nobody."""
    others = [figure for figure in game.ruleset.figures.values() if figure.name != FOLLOWER]
    if player is None:
        return [figure for figure in others if not figure.joins_own]
    return [figure for figure in others if game.figures[player][figure.name]]


def figure_spots(
    game: Game, placement: Placement, player: str | None, figures: Collection[Figure]
) -> dict[str, list[str]]:
    """Where figures besides followers may stand after a placement."""
    board = game.board
    mark = board.mark()
    board.lay(placement.key, placement.orientation)
    found = spots_on(game, placement.key, player, figures)
    board.undo(mark)
    return found


def spots_on(game: Game, key: int, player: str | None, figures: Collection[Figure]) -> dict[str, list[str]]:
    """Where figures of a player may stand on the tile that lies on a cell."""
    board, ruleset = game.board, game.ruleset
    tile = board.at[key]
    orientation, first = board.orientations[tile], board.first[tile]
    of_segment = {segment: board.region_of(first + segment) for _, segment in orientation.by_name}
    regions = set(of_segment.values())
    #: For figures that join own followers, and for those that stand where nobody does.
    free = {
        joins: {region for region in regions if may_stand(ruleset, region, player, joins=joins)}
        for joins in {figure.joins_own for figure in figures}
    }
    return {
        figure.name: [
            name
            for name, segment in orientation.by_name
            if orientation.terrains[segment] in ruleset.standing_terrains(game.rules, figure.name)
            and of_segment[segment] in free[figure.joins_own]
        ]
        for figure in figures
    }


def may_stand(ruleset: Ruleset, region: Region, player: str | None, *, joins: bool) -> bool:
    """Whether a figure may join those that stand on a region, or their absence."""
    return joins_own(ruleset, region, player) and not region.complete if joins else not region.meeples


def joins_own(ruleset: Ruleset, region: Region, player: str | None) -> bool:
    """Whether a follower of a player stands on a region."""
    figures = ruleset.figures
    return any(meeple.player == player and figures[meeple.figure].weight for meeple in region.meeples)


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
    standing = board.by_label
    taken = {segment for segment, label in links if label in standing}
    if not taken:
        return taken
    while True:
        reached = {label for segment, label in links if segment in taken}
        more = {segment for segment, label in links if label in reached}
        if more <= taken:
            return taken
        taken |= more
