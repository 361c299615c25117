"""The end of the game: keeps, courts and the wall tiles 4 to 9."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from scorer.problems import Illegal
from scorer.rules.assumptions import Assumption
from scorer.rules.castle import keeps as keep_rules
from scorer.rules.castle.contests import Contest, contest
from scorer.rules.castle.scored import Asked, points_in, score_turn
from scorer.rules.castle.state import UNKNOWN, CastleState, castle_of, finished_houses
from scorer.rules.castle.track import TOWER_WORDS, Step, walk
from scorer.rules.castle.wall_tiles import AT_THE_END, FROM_NEXT_TURN, PURPOSES, Use, fits, not_held, with_wall_tile
from scorer.rules.drafts import Item, ItemKind, points_of
from scorer.rules.lines import Line
from scorer.rules.scoring import Ruling
from scorer.texts import Message, counted, plural, text, titled

if TYPE_CHECKING:
    from scorer.game.game import Game

WALL_TILES: Final = ItemKind("wall-tiles", plural("{count} wall tile", "{count} wall tiles"))

#: The wall tiles that count something unfinished, or a court, at the end.
COUNTING: Final = (4, 5, 6, 7)
#: “Het paleisgebouw telt 2 burchtkaarten meer.” “Je krijgt 5 punten.”
KEEP_GROWS: Final = 2
FIVE_POINTS: Final = 5


def judge(game: Game, told: Mapping[str, Any]) -> Ruling:
    """What the last turn scores, then everything unfinished, the keeps, the courts and the wall tiles."""
    asked = Asked.read(told)
    last_turn = score_turn(game, asked, now=AT_THE_END)
    castle = last_turn.castle
    check_holders(castle, asked.uses)
    left = [contest(game, region) for region in game.board.occupied() if not region.complete]
    types = game.tile_set.landscape.names
    left.sort(key=lambda one: (types.index(one.region.type), one.place))
    uses, idle = choose(game, castle, left, last_turn.uses)
    buildings = [one for one in left if one.region.type != "court"]
    lines = [
        *[one.line() for one in buildings if one.region.label not in uses],
        *keep_lines(game, castle),
        *[counted_with(game, one, uses).line() for one in left if one.region.type == "court"],
        *[counted_with(game, one, uses).line() for one in buildings if one.region.label in uses],
        *[idle_line(player, wall_tile) for player, wall_tile in idle],
        *five_points_lines(game, castle),
    ]
    scores = dict(game.scores)
    for player, points in points_in(last_turn.lines):
        scores[player] += points
    # “Alle noch op de burchtmuur resterende muurplaatjes worden afgeruimd en de eindwaardering begint.”
    steps = walk(scores, points_in(lines), on_wall=())
    add_cleared(lines, steps, castle)
    whole = last_turn._replace(
        lines=[*last_turn.lines, *lines],
        steps=[*last_turn.steps, *steps],
        assumed=[*last_turn.assumed, *assumptions(game, castle)],
    )
    return whole.ruling()


def check_holders(castle: CastleState, uses: Iterable[Use]) -> None:
    """Whoever uses a wall tile at the end has it by then, be it that the last turn brought it."""
    used: Counter[tuple[str, int]] = Counter()
    problems = []
    for number, use in enumerate(uses):
        used[use.player, use.wall_tile] += 1
        held = castle.holds(use.player)[use.wall_tile]
        if use.wall_tile not in FROM_NEXT_TURN and used[use.player, use.wall_tile] > held:
            problems.append(not_held(use.player, use.wall_tile, f"/use/{number}"))
    if problems:
        raise Illegal(problems)


def add_cleared(lines: Iterable[Line], steps: Iterable[Step], castle: CastleState) -> None:
    """Says where a marker lands on a corner tower whose wall tile was there until the final scoring began."""
    scoring = [line for line in lines if any(line.points.values())]
    for line, step in zip(scoring, steps, strict=True):
        if step.landed in castle.towers:
            message = text(
                "{player} lands on the corner tower {tower}, but the wall tiles left were cleared away before the "
                "final scoring.",
                player=titled(step.player),
                tower=TOWER_WORDS[step.landed],
            )
            line.add(message, "wall-tiles.cleared")


def assumptions(game: Game, castle: CastleState) -> list[Assumption]:
    """What the final scoring took for granted besides what the last turn did."""
    assumed = []
    if not castle_of(game).keeps_told and finished_houses(game):
        message = text(
            "Houses are finished, but it is not told where keeps stand (“keeps”): only those that this turn sets count."
        )
        assumed.append(Assumption("keeps-untold", message, "keep.final"))
    for player in game.scores:
        unknown = castle.holds(player)[UNKNOWN]
        if unknown:
            message = counted(
                "It is not told what {count} wall tile of {player} is; it was left out.",
                "It is not told what {count} wall tiles of {player} are; they were left out.",
                unknown,
                player=player,
            )
            assumed.append(Assumption("wall-tile-unknown", message, "wall-tile.use"))
    return assumed


def choose(
    game: Game, castle: CastleState, left: list[Contest], named: Mapping[int, int]
) -> tuple[dict[int, int], list[tuple[str, int]]]:
    """For which feature each wall tile 4 to 7 is used, and which find none.

    What the request names is settled; each of the others takes the feature that brings most.
    """
    uses = {one.region.label: named[one.region.label] for one in left if one.region.label in named}
    idle = []
    for player in game.scores:
        held = castle.holds(player)
        for wall_tile in COUNTING:
            own = [one for one in left if one.scorer == player and fits(one, wall_tile)]
            free = [one for one in own if one.region.label not in uses]
            ranked = sorted([with_wall_tile(game, one, wall_tile) for one in free], key=lambda one: -one.points)
            unused = held[wall_tile] - (len(own) - len(free))
            uses.update({one.region.label: wall_tile for one in ranked[:unused]})
            idle += [(player, wall_tile)] * (unused - len(ranked))
    return uses, idle


def counted_with(game: Game, contested: Contest, uses: Mapping[int, int]) -> Contest:
    """A feature as it counts with the wall tile that is used for it, if one is."""
    wall_tile = uses.get(contested.region.label)
    return contested if wall_tile is None else with_wall_tile(game, contested, wall_tile)


def keep_lines(game: Game, castle: CastleState) -> list[Line]:
    """What wall tile 8 adds to each keep, and what the larger one brings; nothing where no keep is set."""
    sizes = dict(castle.keeps)
    lines = []
    for player in game.scores:
        for _ in range(castle.holds(player)[8]):
            if player in sizes:
                sizes[player] += KEEP_GROWS
                sentence = text(
                    "With wall tile 8 the keep of {player} counts two tiles more, now {size}.",
                    player=player,
                    size=sizes[player],
                )
            else:
                sentence = text("Wall tile 8 brings {player} nothing: no keep of {player} is set.", player=player)
            lines.append(wall_tile_line(player, 8, [], sentence))
    if sizes:
        lines.append(keep_rules.final_line(game, sizes))
    return lines


def idle_line(player: str, wall_tile: int) -> Line:
    """The line of a wall tile that finds nothing to count."""
    sentence = text(
        "Wall tile {wall_tile} brings {player} nothing: it needs {wanted} on which {player} has more followers than "
        "the opponent.",
        wall_tile=wall_tile,
        player=player,
        wanted=PURPOSES[wall_tile].wanted,
    )
    return wall_tile_line(player, wall_tile, [], sentence)


def five_points_lines(game: Game, castle: CastleState) -> list[Line]:
    items = [Item(WALL_TILES, 1, FIVE_POINTS)]
    return [
        wall_tile_line(player, 9, items, text("{player} scores 5 points for wall tile 9.", player=titled(player)))
        for player in game.scores
        for _ in range(castle.holds(player)[9])
    ]


def wall_tile_line(player: str, wall_tile: int, items: list[Item], sentence: Message) -> Line:
    """The line of a wall tile that belongs to no feature."""
    points = {player: points_of(items)}
    details = {"wall_tile": wall_tile}
    return Line(
        None, f"wall-tile-{wall_tile}", False, 0, [], points, {}, items, f"wall-tile.{wall_tile}", sentence, details
    )
