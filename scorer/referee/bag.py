"""What is left in the bag, where it fits, and how likely it is to come: counts and exact chances, no advice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb, exp, lgamma
from typing import Any, Final, NamedTuple

from scorer.board.board import Links
from scorer.board.region import Region
from scorer.forms import Form, Values
from scorer.game.game import Game
from scorer.game.position import NAME, Position
from scorer.game.reading import POSITION_FIRST, make_position, position_fields
from scorer.limits import Limits
from scorer.problems import too_costly
from scorer.referee.asking import Answer, assumed_json, game_without, tiles_open, unknown_players
from scorer.rules.assumptions import Assumption
from scorer.rules.placing import vetoes
from scorer.rules.ruleset import Ruleset
from scorer.shapes import Integer, Shape
from scorer.texts import text
from scorer.tiles.cells import KEY_STEPS, SQUARE, cell_of
from scorer.tiles.kinds import Finish
from scorer.tiles.orientations import Orientation
from scorer.tiles.ports import ROTATIONS

MOST_DRAWS: Final = 1_000_000
BAG_FIELDS: Final[Mapping[str, Shape]] = {
    "player": NAME,
    "draws": Integer(
        1,
        MOST_DRAWS,
        "how many draws `within` looks ahead (default: what is left, shared by the players, rounded up; with `player` "
        "and `turn` as many tiles as that player will draw)",
    ),
}

#: Some kinds of tile with the rotations in which they fit.
Fits = Mapping[str, list[int]]


class BagQuestion(NamedTuple):
    position: Position
    player: str | None
    draws: int | None


@cache
def bag_form(ruleset: Ruleset) -> Form[BagQuestion]:
    def make(values: Values, limits: Limits) -> BagQuestion:
        return BagQuestion(make_position(ruleset, values, limits), values.get("player"), values.get("draws"))

    return Form({**position_fields(ruleset), **BAG_FIELDS}, make, (), POSITION_FIRST)


def look_into_bag(question: BagQuestion, language: str) -> Answer:
    """What is left, where does it fit, and how likely is it to come?"""
    position, player, draws = question
    game = game_without(unknown_players(position, {} if player is None else {"/player": player}), position)
    open_tiles = tiles_open(game)
    left = dict(Counter(game.left()) - Counter(open_tiles))
    total = sum(left.values())
    bag = Bag(game.draw_order(left), share(game, total, player) if draws is None else draws)
    places = Places(game, left, open_tiles)
    features = [(region, cells_needed(region)) for region in unfinished(game)]
    refuse_too_many_ways(game, places, features)
    return {
        "left": left,
        "total": total,
        "draws": bag.draws,
        "holes": [hole_json(key, places, bag) for key in places.holes],
        "features": [feature_json(region, needed, places, bag) for region, needed in features],
        "assumed": assumed_json(game, game.texts(language), seen_only(game)),
    }


def refuse_too_many_ways(game: Game, places: Places, features: Iterable[tuple[Region, list[int]]]) -> None:
    """Refuses to look at more ways to lay tiles than is allowed: into holes, and to finish features; none is yet."""
    most = game.limits.placements
    if most is None:
        return
    holes = [*places.holes, *[needed[0] for _, needed in features if len(needed) == 1]]
    ways = sum([places.fitting(key).bit_count() for key in holes])
    if ways > most:
        message = text(
            "There are {count} ways to lay the tiles that are left; at most {most} are looked at here.",
            count=ways,
            most=most,
        )
        raise too_costly("/tiles", message)


def share(game: Game, total: int, player: str | None) -> int:
    """How many of the tiles that are left a player draws; where it is not known who is next, the most it can be."""
    players = list(game.scores)
    later = 0
    if player is not None and game.on_turn is not None:
        later = (players.index(player) - players.index(game.on_turn)) % len(players)
    return max(0, -((later - total) // max(1, len(players))))


def seen_only(game: Game) -> list[Assumption]:
    """A cut-out tells of the tiles in it, and of no others."""
    if not game.excerpt:
        return []
    message = text("It is a cut-out: every tile that it does not show was taken to be still in the bag.")
    return [Assumption("bag-untold", message, "tiles.copies")]


# Chances


class Bag:
    """The tiles that are left, in the order in which they can come, and how many draws are looked ahead."""

    def __init__(self, groups: Sequence[Mapping[str, int]], draws: int) -> None:
        self.groups = [group for group in groups if group]
        self.draws = draws
        #: Of each group how many tiles it holds, and how many of the next draws it gives.
        self.drawn: list[tuple[int, int]] = []
        for group in self.groups:
            size = sum(group.values())
            self.drawn.append((size, min(size, draws)))
            draws -= min(size, draws)
        self.one_of = cache(self._one_of)

    def chances(self, kinds: Iterable[str]) -> dict[str, Any]:
        """How likely the next tile, and one of the next few, is of these kinds."""
        wanted = tuple([sum(group.get(kind, 0) for kind in kinds) for group in self.groups])
        first = wanted[0] / self.drawn[0][0] if self.groups else 0.0
        return {"next": first, "within": self.one_of(wanted)}

    def _one_of(self, wanted: tuple[int, ...]) -> float:
        """The chance that the next draws, none of which is put back, bring one of so many tiles of each group."""
        # Not with `math.prod`, whose product of fractions mypyc takes to be a whole number.
        missed = Fraction(1)
        for count, (size, drawn) in zip(wanted, self.drawn, strict=True):
            missed *= all_miss(size, count, drawn)
        return float(1 - missed)


#: Of so many tiles chances are worked out to the last digit; a real box holds far fewer.
MOST_EXACT: Final = 1_000


def all_miss(size: int, wanted: int, drawn: int) -> Fraction:
    """The chance that none of so many tiles is among those drawn: the others can be drawn in so many of all ways."""
    if drawn > size - wanted:
        return Fraction(0)
    if size <= MOST_EXACT:
        return Fraction(comb(size - wanted, drawn), comb(size, drawn))
    return Fraction(exp(log_ways(size - wanted, drawn) - log_ways(size, drawn)))


def log_ways(size: int, drawn: int) -> float:
    """The logarithm of the number of ways to draw so many of so many tiles."""
    return lgamma(size + 1) - lgamma(drawn + 1) - lgamma(size - drawn + 1)


# Where tiles fit


class Places:
    """Where the tiles that are left fit; those that lie open before players keep a place alive, too."""

    def __init__(self, game: Game, left: Mapping[str, int], open_tiles: Iterable[str]) -> None:
        self.game = game
        self.left = left
        oriented = game.tile_set.oriented
        #: Every way to lay a tile that can still come. Sets of them are bits of a number, so that a large board with
        #: many kinds takes no longer than looking at each edge once.
        self.ways = [oriented[kind][turn] for kind in dict.fromkeys([*left, *open_tiles]) for turn in ROTATIONS]
        self.all_ways = (1 << len(self.ways)) - 1
        vetoed = {one.name for part in game.ruleset.parts if part.veto is not None for one in part.terrains}
        self.may_be_vetoed = {way for way in self.ways if vetoed.intersection(way.terrains)}
        #: The empty cells beside tiles, in order, with the tiles over their sides.
        self.holes = dict(sorted(game.board.around().items()))
        self.beside = cache(self._beside)
        self.ways_into = cache(self._ways_into)

    def _beside(self, side: int, neighbour: Orientation) -> int:
        """Which ways to lay a tile go with a neighbour over a side."""
        return sum(1 << number for number, way in enumerate(self.ways) if way.joins[side][neighbour] is not None)

    def fitting(self, key: int) -> int:
        """Which ways to lay a tile go with what lies around a cell."""
        board, wall = self.game.board, self.game.tile_set.wall
        if wall is not None and key not in wall.cells:
            return 0
        fitting = self.all_ways
        for side, tile in self.holes.get(key, ()):
            fitting &= self.beside(side, board.orientations[tile])
        return fitting

    def _ways_into(self, key: int) -> tuple[Orientation, ...]:
        """The ways to lay a tile that can still come on a cell, as far as it is known what lies around it."""
        fitting = self.fitting(key)
        ways = []
        while fitting:
            lowest = fitting & -fitting
            ways.append(self.ways[lowest.bit_length() - 1])
            fitting ^= lowest
        return tuple([way for way in ways if way not in self.may_be_vetoed or not vetoes(self.game, key, way)])

    def fits(self, key: int) -> Fits:
        """The kinds left in the bag that fit on a cell, with their rotations."""
        return self.by_kind(self.ways_into(key))

    def by_kind(self, ways: Iterable[Orientation]) -> Fits:
        rotations: dict[str, list[int]] = {}
        for way in ways:
            if way.id in self.left:
                rotations.setdefault(way.id, []).append(way.rotation)
        return rotations

    def closers(self, region: Region, key: int) -> Fits:
        """The kinds left that finish a feature when they are laid on the only cell that it needs."""
        return self.by_kind(way for way in self.ways_into(key) if self.finishes(region, key, way))

    def finishes(self, region: Region, key: int, way: Orientation) -> bool:
        """Whether what a tile joins to a feature leaves nothing open: neither on the tile itself nor elsewhere."""
        if region.finish is Finish.WHEN_SURROUNDED:
            return True
        board, neighbours = self.game.board, self.holes[key]
        labels, segments = joined_with(region.label, board.links(way, neighbours))
        left_open = set(range(len(KEY_STEPS))) - {side for side, _ in neighbours}
        looks_out = any(
            segment in segments
            for side in left_open
            for segment in board.tile_set.open_segments(key + KEY_STEPS[side], way, side)
        )
        return not looks_out and all(board.region(label).gaps == {key} for label in labels)


def joined_with(label: int, links: Links) -> tuple[set[int], set[int]]:
    """The regions that a tile makes one with a region, by their labels, and the segments by which it does so."""
    labels, segments = {label}, set[int]()
    while True:
        more = {segment for segment, other in links if other in labels}
        if more == segments:
            return labels, segments
        segments = more
        labels |= {other for segment, other in links if segment in segments}


def unfinished(game: Game) -> Iterator[Region]:
    """The features that can be finished and are not, in order."""
    return (region for region in game.board.features() if region.finish is not Finish.NEVER and not region.complete)


def cells_needed(region: Region) -> list[int]:
    """The empty cells that keep a feature open, in order."""
    if region.finish is Finish.WHEN_CLOSED:
        return sorted(region.gaps)
    board = region.board
    centre = board.keys[board.tile_of(region.label)]
    return sorted(centre + step for step in SQUARE if centre + step not in board.at)


def hole_json(key: int, places: Places, bag: Bag) -> Answer:
    x, y = cell_of(key)
    fits = places.fits(key)
    return {
        "x": x,
        "y": y,
        "fits": fits,
        "tiles": sum(places.left[kind] for kind in fits),
        **bag.chances(fits),
        "dead": not places.ways_into(key),
    }


def feature_json(region: Region, needed: list[int], places: Places, bag: Bag) -> Answer:
    answer: Answer = {"id": region.id, "type": region.type, "holes": [list(cell_of(key)) for key in needed]}
    if len(needed) == 1:
        closers = places.closers(region, needed[0])
        answer |= {"closers": sum(places.left[kind] for kind in closers), **bag.chances(closers)}
    return {**answer, "dead": not all(places.ways_into(key) for key in needed)}
