"""The end of the game: keeps, courts and the wall tiles 4 to 9."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from scorer.board import Board
from scorer.regions import occupied_regions
from scorer.scoring import Item, Line, Ruling, item_words, region_line
from scorer.texts import Message, text, titled
from scorer.variants.castle import keeps as keep_rules
from scorer.variants.castle import turn
from scorer.variants.castle.scorings import Scoring, scoring_of
from scorer.variants.castle.track import walk
from scorer.variants.castle.wall_tiles import AT_THE_END, PURPOSES, fits, held, with_wall_tile

WALL_TILES: Final = item_words("wall-tiles", "{count} wall tile", "{count} wall tiles")

TERRAINS: Final = ("path", "tower", "house", "court")
#: The wall tiles that count something unfinished, or a court, at the end.
COUNTING: Final = (4, 5, 6, 7)
#: “Het paleisgebouw telt 2 burchtkaarten meer.” “Je krijgt 5 punten.”
KEEP_GROWS: Final = 2
FIVE_POINTS: Final = 5


def judge(board: Board, question: Mapping[str, Any]) -> Ruling:
    """What the last turn scores, then everything unfinished, the keeps, the courts and the wall tiles."""
    last_turn = turn.judge(board, question, now=AT_THE_END)
    left = [scoring_of(region) for region in occupied_regions(board) if not region.complete]
    left.sort(key=lambda scoring: (TERRAINS.index(scoring.region.type), scoring.place))
    uses, idle = choose(board, left, last_turn.uses)
    buildings = [scoring for scoring in left if scoring.region.type != "court"]
    lines = [
        *[nothing_line(scoring) for scoring in buildings if scoring.region.root not in uses],
        *keep_lines(board, last_turn.keeps),
        *[counted_with(scoring, uses).line() for scoring in left if scoring.region.type == "court"],
        *[counted_with(scoring, uses).line() for scoring in buildings if scoring.region.root in uses],
        *[idle_line(player, wall_tile) for player, wall_tile in idle],
        *five_points_lines(board),
    ]
    scores = turn.scores_of(board)
    for player, points in turn.points_in(last_turn.lines):
        scores[player] += points
    # “Alle noch op de burchtmuur resterende muurplaatjes worden afgeruimd en de eindwaardering begint.”
    steps = walk(scores, turn.points_in(lines), on_wall=())
    return last_turn._replace(lines=[*last_turn.lines, *lines], steps=[*last_turn.steps, *steps]).ruling()


def choose(board: Board, left: list[Scoring], named: Mapping[int, int]) -> tuple[dict[int, int], list[tuple[str, int]]]:
    """For which feature each wall tile 4 to 7 is used, and which find none.

    What the request names is settled; each of the others takes the feature that brings most.
    """
    uses = {scoring.region.root: named[scoring.region.root] for scoring in left if scoring.region.root in named}
    idle = []
    for player, wall_tiles in held(board).items():
        for wall_tile in COUNTING:
            own = [scoring for scoring in left if scoring.scorer == player and fits(scoring, wall_tile)]
            free = [scoring for scoring in own if scoring.region.root not in uses]
            ranked = sorted(
                [with_wall_tile(scoring, wall_tile) for scoring in free], key=lambda scoring: -scoring.points
            )
            unused = wall_tiles[wall_tile] - (len(own) - len(free))
            uses.update({scoring.region.root: wall_tile for scoring in ranked[:unused]})
            idle += [(player, wall_tile)] * (unused - len(ranked))
    return uses, idle


def counted_with(scoring: Scoring, uses: Mapping[int, int]) -> Scoring:
    """A feature as it counts with the wall tile that is used for it, if one is."""
    wall_tile = uses.get(scoring.region.root)
    return scoring if wall_tile is None else with_wall_tile(scoring, wall_tile)


def nothing_line(scoring: Scoring) -> Line:
    """“Onafgewerkte wegen, torens en huizen worden niet gewaardeerd.”"""
    return region_line(scoring.region, scoring.worth, [], scoring.followers)


def keep_lines(board: Board, keeps: Mapping[str, int]) -> list[Line]:
    """What wall tile 8 adds to each keep, and what the larger one brings; nothing where no keep is set."""
    sizes = dict(keeps)
    lines = []
    for player, wall_tiles in held(board).items():
        for _ in range(wall_tiles[8]):
            if player in sizes:
                sizes[player] += KEEP_GROWS
                sentence = text(
                    "Wall tile 8: the keep of {player} counts two tiles more, so {size}.",
                    player=titled(player),
                    size=sizes[player],
                )
            else:
                sentence = text("Wall tile 8: {player} has set no keep.", player=titled(player))
            lines.append(wall_tile_line(player, 8, [], sentence))
    if sizes:
        lines.append(keep_rules.final_line(board, sizes))
    return lines


def idle_line(player: str, wall_tile: int) -> Line:
    """The line of a wall tile that finds nothing to count."""
    sentence = text(
        "Wall tile {wall_tile} brings {player} nothing: it needs {wanted} on which {player} has more followers.",
        wall_tile=wall_tile,
        player=titled(player),
        wanted=PURPOSES[wall_tile].wanted,
    )
    return wall_tile_line(player, wall_tile, [], sentence)


def five_points_lines(board: Board) -> list[Line]:
    items = [Item(WALL_TILES, 1, FIVE_POINTS)]
    return [
        wall_tile_line(player, 9, items, text("{player} scores 5 points for wall tile 9.", player=titled(player)))
        for player, wall_tiles in held(board).items()
        for _ in range(wall_tiles[9])
    ]


def wall_tile_line(player: str, wall_tile: int, items: list[Item], sentence: Message) -> Line:
    """The line of a wall tile that belongs to no feature."""
    points = {player: sum(item.points for item in items)}
    details = {"wall_tile": wall_tile}
    return Line(
        None, f"wall-tile-{wall_tile}", False, 0, [], points, {}, items, f"wall-tile.{wall_tile}", sentence, details
    )
