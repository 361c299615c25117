"""Where may a tile go, and where may a follower stand?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from scorer.forms import Form, Values
from scorer.game.game import Game
from scorer.game.position import NAME, Position
from scorer.game.reading import POSITION_FIRST, make_position, position_fields
from scorer.limits import Limits
from scorer.problems import Illegal, Malformed, Problem, Refused
from scorer.referee.asking import Answer, assumed_json, game_without, tiles_open, unknown_players, unknown_tiles
from scorer.rules.assumptions import supply_untold
from scorer.rules.places import where_tiles
from scorer.rules.placing import placement_list
from scorer.rules.refusals import drawn_out
from scorer.rules.ruleset import Ruleset
from scorer.shapes import Shape

PLACEMENT_FIELDS: Final[Mapping[str, Shape]] = {"tile": NAME, "player": NAME}


class PlacementsQuestion(NamedTuple):
    position: Position
    #: The tiles that are asked about, by their place in the request.
    tiles: Mapping[str, str]
    player: str | None
    #: What is wrong with the tiles, beside what is wrong with the position.
    problems: list[Problem]


@cache
def placements_form(ruleset: Ruleset) -> Form[PlacementsQuestion]:
    def make(values: Values, limits: Limits) -> PlacementsQuestion:
        position = make_position(ruleset, values, limits)
        problems: list[Problem] = []
        tiles = ruleset.tiles_asked(position, values, problems)
        if not tiles:
            raise Malformed(problems)
        return PlacementsQuestion(position, tiles, values.get("player"), problems)

    return Form({**position_fields(ruleset), **PLACEMENT_FIELDS, **ruleset.placement_fields}, make, (), POSITION_FIRST)


def list_placements(question: PlacementsQuestion, language: str) -> Answer:
    """Where may a tile go, and where may a follower stand?"""
    position, tiles, player, problems = question
    named = {} if player is None else {"/player": player}
    wrong = [*problems, *unknown_tiles(position, tiles), *unknown_players(position, named)]
    game = game_without(wrong, position)
    refuse_drawn_out(game, tiles)
    legal = placement_list(game, dict.fromkeys(tiles.values()), player)
    answer: Answer = {"placements": legal, "placeable": bool(legal), **told_besides(game, player)}
    untold = [] if player is None else supply_untold(game, "follower.supply")
    answer["assumed"] = assumed_json(game, game.texts(language), untold)
    return answer


def told_besides(game: Game, player: str | None) -> Answer:
    """What parts tell of all placements together."""
    telling = [part.tell_placements for part in game.ruleset.parts if part.tell_placements is not None]
    return {name: told for tell in telling for name, told in tell(game, player).items()}


# For every tile that may come next

#: The most that offers may cost: the cells beside tiles, once for each kind, and what is told of each placement. No box
#: needs half of it.
MOST_OFFERED: Final = 80_000


def offers_json(game: Game, player: str, tiles: Iterable[str] | None = None) -> Answer | None:
    """What a player may do with each tile that he may draw next, or with these; None where it would be too much."""
    offered, told, around = {}, 0, len(game.board.around())
    for tile in tiles_to_come(game, player) if tiles is None else tiles:
        try:
            offered[tile] = placement_list(game, [tile], player)
        except Refused:
            return None
        told += around + sum(map(told_of, offered[tile]))
        if told > MOST_OFFERED:
            return None
    return {"placements": offered, **told_besides(game, player)}


def told_of(placement: Mapping[str, Any]) -> int:
    """How much an answer tells of a placement."""
    return sum([len(told) if isinstance(told, list | dict) else 1 for told in placement.values()])


def tiles_to_come(game: Game, player: str) -> Mapping[str, int]:
    """The tiles that a player may draw next, or has before him."""
    return game.drawable(dict(Counter(game.left()) - Counter(tiles_open(game, player))))


def refuse_drawn_out(game: Game, tiles: Mapping[str, str]) -> None:
    """Refuses tiles of which no copy is left to be drawn; a cut-out does not tell."""
    if game.excerpt:
        return
    asked: list[str] = []
    problems = []
    for pointer, tile in tiles.items():
        if game.left_of(tile) <= asked.count(tile):
            where = where_tiles(game.board, tile)
            problems.append(Problem("tile-not-in-bag", pointer, drawn_out(tile), "tiles.copies", where))
        asked.append(tile)
    if problems:
        raise Illegal(problems)
