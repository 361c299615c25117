"""What questions have in common: whom and what they name, and the game that they are about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scorer.game.building import attempt
from scorer.game.game import Game
from scorer.game.position import Position
from scorer.problems import Illegal, Problem, unknown_player, unknown_tile
from scorer.rules.assumptions import Assumption
from scorer.texts import Texts

Answer = dict[str, Any]


def unknown_tiles(position: Position, named: Mapping[str, str]) -> list[Problem]:
    """The tiles, by their place in the request, that are of no kind of the game."""
    kinds = position.tile_set.kinds
    return [unknown_tile(pointer, tile, kinds) for pointer, tile in named.items() if tile not in kinds]


def unknown_players(position: Position, named: Mapping[str, str]) -> list[Problem]:
    """The players, by their place in the request, who are none of the position's."""
    known = [player.name for player in position.players]
    return [unknown_player(pointer, name, known) for pointer, name in named.items() if name not in known]


def game_without(problems: list[Problem], position: Position) -> Game:
    """The position's game. Raises :class:`Illegal` with what is wrong with it, and with the question about it."""
    built = attempt(position)
    if built.problems or problems:
        raise Illegal([*built.problems, *problems])
    return built.game


def tiles_open(game: Game, but_for: str | None = None) -> list[str]:
    """The tiles that lie open before players, and not before this one; they are in the bag no more."""
    telling = [part.open_tiles for part in game.ruleset.parts if part.open_tiles is not None]
    return [tile for tell in telling for tile in tell(game, but_for)]


def assumed_json(game: Game, said: Texts, more: Iterable[Assumption] = ()) -> list[dict[str, object]]:
    """What an answer takes for granted."""
    return [assumption.to_json(said) for assumption in (*game.assumed, *more)]
