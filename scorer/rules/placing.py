"""Where a tile may go, and where a follower may stand on it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from scorer.board.board import FOLLOWER, Board, Links, Meeple
from scorer.board.region import Region
from scorer.problems import Illegal, Problem, TooCostly, too_costly
from scorer.texts import text
from scorer.tiles.cells import cell_of
from scorer.tiles.orientations import Orientation

if TYPE_CHECKING:
    from scorer.game.game import Game
    from scorer.rules.part import Figure
    from scorer.rules.ruleset import Ruleset


#: A cut-out may hold more followers than anybody owns. They are told of at each placement, so the larger the board,
#: the fewer: as many as anybody owns, and else so many for all its tiles together.
MOST_RETRIEVALS: Final = 20_000


#: Spots of a tile, with their segments.
Spots = list[tuple[str, int]]


class Placement:
    """A legal way to lay a tile, what it would join, and the spots on which a follower may then be placed."""

    __slots__ = ("key", "links", "orientation", "spots")

    def __init__(self, key: int, orientation: Orientation, links: Links, spots: list[str]) -> None:
        self.key = key
        self.orientation = orientation
        self.links = links
        self.spots = spots

    @property
    def cell(self) -> tuple[int, int]:
        return cell_of(self.key)


def placements(game: Game, tile: str) -> list[Placement]:
    """Every legal placement of a tile, in order of x, y and rotation, with the spots that the rules allow anybody."""
    board, tile_set = game.board, game.tile_set
    standing = game.standing_terrains(FOLLOWER)
    spots = {rotation: standing_spots(turned, standing) for rotation, turned in tile_set.oriented[tile].items()}
    limit = game.limits.placements
    # With more figures there is more to tell of each.
    most = None if limit is None else limit // len(game.ruleset.figures)
    legal: list[Placement] = []
    around = board.around()
    for key in sorted(around):
        if most is not None and len(legal) > most:
            raise too_many_placements(tile, most)
        neighbours = around[key]
        for orientation in tile_set.ways(tile, board.facing(neighbours)):
            if not game.ruleset.vetoes or not vetoes(game, key, orientation):
                links = board.links(orientation, neighbours)
                free = free_spots(board, spots[orientation.rotation], links)
                legal.append(Placement(key, orientation, links, free))
    return legal


def too_many_placements(tile: str, most: int) -> TooCostly:
    message = text("There are more than {most} ways to lay tile {tile}; no more are told here.", most=most, tile=tile)
    return too_costly("/tiles", message)


def found_placement(game: Game, key: int, orientation: Orientation) -> Placement:
    """The placement of a tile that fits on a cell."""
    board = game.board
    links = board.links(orientation, board.neighbours(key))
    spots = standing_spots(orientation, game.standing_terrains(FOLLOWER))
    return Placement(key, orientation, links, free_spots(board, spots, links))


def vetoes(game: Game, key: int, orientation: Orientation, pointer: str = "") -> list[Problem]:
    """Why a tile that fits may not lie so all the same."""
    problems = [veto(game, key, orientation) for veto in game.ruleset.vetoes]
    return [replace(problem, pointer=pointer) for problem in problems if problem is not None]


def placement_list(game: Game, tiles: Iterable[str], player: str | None) -> list[dict[str, Any]]:
    """Every legal placement of these tiles as an answer shows it, with the spots for this player, or for anybody."""
    told = placement_teller(game, player)
    named = sorted(tiles)
    legal = [placement for tile in named for placement in placements(game, tile)]
    if len(named) > 1:
        legal.sort(key=lambda placement: (placement.key, placement.orientation.rotation))
    return [told(placement) for placement in legal]


def placement_teller(game: Game, player: str | None) -> Callable[[Placement], dict[str, Any]]:
    """How an answer shows placements to this player, or to anybody."""
    standing = player is None or game.supply[player] > 0
    others = figures_asked(game, player)
    tellers = [part.tell_placement(game, player) for part in game.ruleset.parts if part.tell_placement is not None]
    has_figures = len(game.ruleset.figures) > 1

    def told(placement: Placement) -> dict[str, Any]:
        x, y = cell_of(placement.key)
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
    board, ruleset, orientation, links = game.board, game.ruleset, placement.orientation, placement.links
    joining = [figure for figure in figures if figure.joins_own]
    beside_own: dict[str, list[str]] = {figure.name: [] for figure in joining}
    if joining and any(joins_own(ruleset, board.by_label.get(label, ()), player) for _, label in links):
        mark = board.mark()
        board.lay(placement.key, orientation)
        beside_own = spots_on(game, placement.key, player, joining)
        board.undo(mark)
    return {
        figure.name: beside_own[figure.name]
        if figure.joins_own
        else free_spots(board, standing_spots(orientation, game.standing_terrains(figure.name)), links)
        for figure in figures
    }


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
            if orientation.terrains[segment] in game.standing_terrains(figure.name)
            and of_segment[segment] in free[figure.joins_own]
        ]
        for figure in figures
    }


def may_stand(ruleset: Ruleset, region: Region, player: str | None, *, joins: bool) -> bool:
    """Whether a figure may join those that stand on a region, or their absence."""
    return joins_own(ruleset, region.meeples, player) and not region.complete if joins else not region.meeples


def joins_own(ruleset: Ruleset, meeples: Iterable[Meeple], player: str | None) -> bool:
    """Whether a follower of a player is among these."""
    return any(meeple.player == player and ruleset.weights[meeple.figure] for meeple in meeples)


def standing_spots(orientation: Orientation, standing: frozenset[str]) -> Spots:
    """The spots of a tile that lie on these terrains, with their segments."""
    return [(name, segment) for name, segment in orientation.by_name if orientation.terrains[segment] in standing]


def free_spots(board: Board, spots: Spots, links: Links) -> list[str]:
    """The spots whose feature would hold no follower at all.

    “De volgeling kan enkel geplaatst worden in een 'deel' waar nog geen enkele andere figuur (eigen of vreemde)
    aanwezig is.”
    """
    taken = taken_segments(board, links)
    return [name for name, segment in spots if segment not in taken]


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
