"""What a finished turn scores, in which order, and what that does to markers, wall tiles and keeps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scorer.board.board import Meeple
from scorer.board.region import Region
from scorer.game.position import AT, NAME, SPOT_AT
from scorer.problems import Illegal, Problem
from scorer.rules.assumptions import Assumption
from scorer.rules.castle import keeps as keep_rules
from scorer.rules.castle.contests import Contest, contest
from scorer.rules.castle.holding import after, revealed, told_of
from scorer.rules.castle.state import FIELD, PLACED, UNKNOWN, WALL_TILE, CastleState, castle_of, finished_houses
from scorer.rules.castle.track import SPACES, TOWER_WORDS, Step, taken_in_any_order, walk
from scorer.rules.castle.wall_tiles import FROM_NEXT_TURN, USE, Use, check_uses, usable, with_wall_tile
from scorer.rules.lines import Line
from scorer.rules.naming import named_node, named_tile
from scorer.rules.places import at, where_region
from scorer.rules.scoring import Ruling
from scorer.shapes import About, Integer, Items, Record, Shape
from scorer.texts import Capital, text
from scorer.tiles.cells import KEY_STEPS, cell_key, cell_of
from scorer.tiles.ports import opposite
from scorer.tiles.words import spot_words

if TYPE_CHECKING:
    from scorer.game.game import Game

TOOK: Final = Items(
    Record(
        {"tower": Integer(0, SPACES - 1), "wall_tile": WALL_TILE},
        {},
        "A wall tile that was taken from a corner tower.",
        "WallTileTaken",
    ),
    PLACED,
    "which wall tiles lay on the corner towers that markers landed on; either number of a tower will do",
)
FIELDS: Final[Mapping[str, Shape]] = {
    "player": NAME,
    "last": About(AT, "the tile that was laid in this turn"),
    "order": Items(
        SPOT_AT,
        100,
        "the order in which features are scored (default: those of who laid the tile first, then by cell)",
    ),
    "use": USE,
    "took": TOOK,
}


class Asked(NamedTuple):
    """What is told of a turn: who laid which tile, in which order he scores, which wall tiles are used and taken."""

    player: str | None = None
    last: int | None = None
    #: Features, each named by a cell and a spot.
    order: tuple[tuple[int, str], ...] = ()
    uses: tuple[Use, ...] = ()
    #: The wall tiles that lay on corner towers.
    took: tuple[Mapping[str, Any], ...] = ()

    @classmethod
    def read(cls, told: Mapping[str, Any]) -> Asked:
        last = told.get("last")
        return cls(
            told.get("player"),
            None if last is None else cell_key(last["x"], last["y"]),
            read_order(told.get("order", ())),
            tuple([Use.read(use) for use in told.get("use", ())]),
            tuple(told.get("took", ())),
        )


def read_order(raw: Iterable[Mapping[str, Any]]) -> tuple[tuple[int, str], ...]:
    return tuple([(cell_key(named["x"], named["y"]), named["spot"]) for named in raw])


class TurnScored(NamedTuple):
    """The scorings of a turn and what they lead to."""

    lines: list[Line]
    returned: list[Meeple]
    steps: list[Step]
    order_matters: bool
    #: The wall tiles that the request uses, by the label of the feature.
    uses: dict[int, int]
    #: Keeps and wall tiles afterwards.
    castle: CastleState
    assumed: list[Assumption]
    field: str = FIELD.name

    def ruling(self) -> Ruling:
        return Ruling(self.lines, self.returned, {FIELD.name: self.castle}, [self], self.assumed)

    def to_json(self) -> dict[str, Any]:
        return {
            "keeps": dict(self.castle.keeps),
            "track": [step.to_json() for step in self.steps],
            "order_matters": self.order_matters,
        }


def score_turn(game: Game, asked: Asked, *, now: frozenset[int]) -> TurnScored:
    """Scores what is finished; ``now`` are the wall tiles that may be used at this moment."""
    problems: list[Problem] = []
    last = asked.last
    if last is not None and named_tile(game.board, last, "/last", "follower.last-tile", problems) is None:
        last = None
    castle = revealed(castle_of(game), asked.uses)
    taken = [one["wall_tile"] for one in asked.took]
    uses, layer = check_uses(game, castle, asked.uses, now=now, taken=taken, layer=asked.player, problems=problems)
    finished = [
        with_wall_tile(game, one, uses[one.region.label]) if one.region.label in uses else one
        for one in finished_now(game, last)
    ]
    listed = check_order(game, asked.order, finished, layer, problems)
    if problems:
        raise Illegal(problems)
    keeps = dict(castle.keeps)
    lines = score_in_order(game, in_order(finished, listed, layer), keeps, layer)
    steps = walk(game.scores, points_in(lines), castle.towers)
    add_steps(lines, steps, told=not castle.on_wall_untold)
    told = told_of(castle, steps, asked.took, problems)
    if problems:
        raise Illegal(problems)
    # The others wait for the end.
    used = [use for use in asked.uses if use.wall_tile in FROM_NEXT_TURN]
    afterwards = after(castle._replace(keeps=keeps), game.scores, used, steps, told)
    returned = [follower for one in finished for follower in one.region.meeples]
    returned.sort(key=lambda follower: follower.key)
    matters = order_matters(game, finished, layer)
    assumed = assumptions(game, asked, finished, steps, told)
    return TurnScored(lines, returned, steps, matters, uses, afterwards, assumed)


def add_steps(lines: Iterable[Line], steps: Iterable[Step], *, told: bool) -> None:
    """Says in each line that brings points what its step along the wall does."""
    scoring = [line for line in lines if any(line.points.values())]
    for line, step in zip(scoring, steps, strict=True):
        for sentence, rule in step.said(told=told):
            line.add(sentence, rule)


def assumptions(
    game: Game, asked: Asked, finished: list[Contest], steps: list[Step], told: Mapping[int, int | str]
) -> list[Assumption]:
    """What the scoring of a turn took for granted."""
    castle, assumed = castle_of(game), list[Assumption]()
    between_turns = game.on_turn is not None and not finished
    if (asked.player is None or asked.last is None) and not between_turns and (finished or finished_houses(game)):
        message = (
            text(
                "It is not told who laid the last tile (“player”): no keep was set or moved for finishing a house, and "
                "nobody’s features were scored first."
            )
            if asked.player is None
            else text(
                "It is not told which tile was laid last (“last”): no keep was set or moved for a house without "
                "followers that it may have finished."
            )
        )
        assumed.append(Assumption("layer-untold", message, "keep.set"))
    if castle.on_wall is None and (steps or castle.on_wall_untold):
        message = (
            text(
                "It is not told on which corner towers wall tiles still lie (“on_wall”), and some are held: none was "
                "taken from the wall."
            )
            if castle.on_wall_untold
            else text(
                "It is not told on which corner towers wall tiles still lie (“on_wall”): taken to be all 13 of them."
            )
        )
        assumed.append(Assumption("on-wall-untold", message, "track.tower"))
    for tower in [tower for tower, wall_tile in told.items() if wall_tile == UNKNOWN]:
        message = text(
            "It is not told which wall tile lay on the corner tower {tower} (“took”).",
            tower=TOWER_WORDS[tower],
        )
        assumed.append(Assumption("wall-tile-unknown", message, "track.tower"))
    return assumed


def legal(game: Game, layer: str, last: int, *, now: frozenset[int]) -> dict[str, Any]:
    """What ``use`` and ``order`` may name after a tile was laid: wall tiles and features, and what is scored."""
    finished = finished_now(game, last)
    return {
        "use": usable(game, layer, finished, now=now),
        "order": [one.named() for one in in_order(finished, [], layer)],
    }


def points_in(lines: Iterable[Line]) -> list[tuple[str, int]]:
    """Who gets how much, one scoring after the other."""
    return [(player, points) for line in lines for player, points in line.points.items() if points]


# What is finished


def finished_now(game: Game, last: int | None) -> list[Contest]:
    """The finished features that are to be looked at, by cell.

    Followers go home when a feature is finished, so whatever still holds some has just been finished. A house without
    followers counts for the keep; only the last tile can tell that it was finished now.
    """
    board = game.board
    regions = [region for region in board.occupied() if region.complete]
    if last is not None:
        regions += [region for region in houses_at(game, last) if region.complete and not region.meeples]
    return sorted([contest(game, region) for region in regions], key=lambda one: one.place)


def houses_at(game: Game, key: int) -> list[Region]:
    """The houses on a tile or against it.

    Terrains may meet freely, so a tile can also close a house that it is no part of.
    """
    board = game.board
    tile = board.at[key]
    nodes = list(range(board.first[tile], board.first[tile + 1]))
    for side, step in enumerate(KEY_STEPS):
        beside = board.at.get(key + step)
        if beside is not None:
            nodes += [board.first[beside] + segment for segment in board.orientations[beside].sides[opposite(side)]]
    houses = dict.fromkeys(board.region_of(node) for node in nodes if board.terrains[node] == "house")
    # A house that lies on a start space alone belongs to nobody.
    return [house for house in houses if house.cells]


# In which order


def check_order(
    game: Game,
    order: Iterable[tuple[int, str]],
    finished: list[Contest],
    layer: str | None,
    problems: list[Problem],
) -> list[Contest]:
    """The features whose order a request gives; what is not allowed is added to ``problems``."""
    by_label = {one.region.label: one for one in finished}
    listed: list[Contest] = []
    scorers: list[str] = [] if layer is None else [layer]
    for number, (key, spot) in enumerate(order):
        pointer = f"/order/{number}"
        node = named_node(game.board, key, spot, pointer, "score.order", problems)
        if node is None:
            continue
        named = by_label.get(game.board.label_of(node))
        x, y = cell_of(key)
        words = Capital(spot_words(game.tile_set.landscape, game.board.spot_of(node)))
        if named is None:
            message = text("{spot} on {x},{y} belongs to nothing that is scored now.", spot=words, x=x, y=y)
            problems.append(Problem("not-scored", pointer, message, "score.order", at(key)))
            continue
        if named in listed:
            message = text("{spot} on {x},{y} belongs to a feature that was named before.", spot=words, x=x, y=y)
            problems.append(Problem("order-forbidden", pointer, message, "score.order", at(key)))
        elif named.scorer in scorers[:-1]:
            message = text(
                "All that {player} scores must come before, or all of it after, what the opponent scores; whoever laid "
                "the tile scores first.",
                player=named.scorer,
            )
            problems.append(Problem("order-forbidden", pointer, message, "score.order", where_region(named.region)))
        listed.append(named)
        if named.scorer is not None and named.scorer not in scorers:
            scorers.append(named.scorer)
    return listed


def in_order(finished: list[Contest], listed: list[Contest], layer: str | None) -> list[Contest]:
    """What is listed in its order, then the rest by cell, but all that who laid the tile scores before the other's.

    “Worden er door een burchtkaart meerdere waarderingen gehouden, wordt eerst de speler gewaardeerd die de burchtkaart
    geplaatst heeft.”
    """
    first = layer or next((one.scorer for one in listed if one.scorer is not None), None)
    rest = [one for one in finished if one not in listed]
    own = [one for one in rest if one.scorer is not None and one.scorer == first]
    others = [one for one in rest if one not in own]
    cut = next((place for place, one in enumerate(listed) if one.scorer not in (None, first)), len(listed))
    return [*listed[:cut], *own, *listed[cut:], *others]


def order_matters(game: Game, finished: list[Contest], layer: str | None) -> bool:
    """Whether another order that the rules allow would give other wall tiles or other keeps."""
    if keep_rules.order_matters(game, finished, layer):
        return True
    players = list(game.scores)
    outcomes = {
        wall_tiles_taken(game, finished, [first, *[player for player in players if player != first]])
        for first in (players if layer is None else [layer])
    }
    return None in outcomes or len(outcomes) > 1


def wall_tiles_taken(game: Game, finished: list[Contest], players: list[str]) -> frozenset[tuple[str, int]] | None:
    """Who takes which wall tiles when the players score one after the other; None where their order decides."""
    left = frozenset(castle_of(game).towers)
    outcome: set[tuple[str, int]] = set()
    for player in players:
        points = tuple(one.points for one in finished if one.scorer == player)
        taken = taken_in_any_order(game.scores[player], points, left)
        if taken is None:
            return None
        left -= taken
        outcome |= {(player, tower) for tower in taken}
    return frozenset(outcome)


# The lines


def score_in_order(game: Game, contests: list[Contest], keeps: dict[str, int], layer: str | None) -> list[Line]:
    """The line of each scoring; ``keeps`` is brought up to date."""
    lines = []
    for one in contests:
        note = keep_rules.keep_note(game.rules, keeps, one, layer)
        larger = layer is not None and one.region.size > keeps.get(layer, 0)
        if note.move is not None:
            keeps[note.move.player] = note.move.size
        if one.company.followers:
            line = one.line()
            keep_rules.add_keep(line, note)
            lines.append(line)
        elif note.remarks and layer is not None and larger:
            lines.append(keep_rules.keep_line(one, note, layer))
    return lines
