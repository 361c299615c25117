"""Tiles that are removed before play, so that all have equally many turns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from scorer.game.position import Position
from scorer.problems import Problem, unknown_tile
from scorer.rules.part import Rules
from scorer.texts import Message, counted, text
from scorer.tiles.tileset import TileSet

if TYPE_CHECKING:
    from scorer.game.game import Game
    from scorer.rules.ruleset import Ruleset

RULE: Final = "tiles.removed"
#: How many tiles may be removed before play, by the number of players. For five the book says one, but only three
#: would give all of them equally many turns, which is its aim.
REMOVED: Final = {2: (1,), 3: (2,), 4: (3,), 5: (1, 3)}


def removed_tiles(rules: Rules) -> list[str]:
    tiles: list[str] = rules["removed_tiles"]
    return tiles


def copies(ruleset: Ruleset, tile_set: TileSet, rules: Rules) -> Mapping[str, int]:
    """How many tiles of each kind can be on the board; the start tile always is."""
    removed = removed_tiles(rules)
    if not removed:
        return tile_set.copies
    left = {kind: max(0, count - removed.count(kind)) for kind, count in tile_set.copies.items()}
    assert ruleset.start_tile is not None
    return {**left, ruleset.start_tile: max(1, left[ruleset.start_tile])}


def allowed(ruleset: Ruleset) -> list[Any]:
    """The tiles that can be removed."""
    in_box = ruleset.tile_set(ruleset.default_rules()).copies
    return [kind for kind, count in in_box.items() if kind != ruleset.start_tile or count > 1]


def check(_: Game, position: Position, problems: list[Problem]) -> None:
    """“Verwijder in een spel met twee of vijf spelers één tegel; verwijder in een spel met drie spelers twee
    tegels; verwijder in een spel met vier spelers drie tegels.”"""
    removed = removed_tiles(position.rules)
    pointer = "/rules/removed_tiles"
    for number, tile in enumerate(removed):
        check_removed(position, tile, removed[: number + 1].count(tile), f"{pointer}/{number}", problems)
    wanted = REMOVED.get(len(position.players))
    if removed and wanted and len(removed) not in wanted and not position.excerpt:
        message = text(
            "{players} players remove {allowed} before play, not {removed}.",
            players=len(position.players),
            allowed=tiles_message(wanted),
            removed=len(removed),
        )
        problems.append(Problem("rule-value", pointer, message, RULE))


def check_removed(position: Position, tile: str, count: int, pointer: str, problems: list[Problem]) -> None:
    """Whether the box can lack ``count`` tiles of a kind."""
    kinds = position.tile_set.kinds
    if tile not in kinds:
        problems.append(unknown_tile(pointer, tile, kinds, compared=count == 1))
    elif tile == position.ruleset.start_tile and count >= kinds[tile].count:
        message = text("{tile} is the start tile: it lies on the table before play and cannot be removed.", tile=tile)
        problems.append(Problem("rule-value", pointer, message, RULE))
    elif count > kinds[tile].count and not position.excerpt:
        message = counted(
            "The game holds only {count} tile {tile}; {removed} cannot be removed.",
            "The game holds only {count} tiles {tile}; {removed} cannot be removed.",
            kinds[tile].count,
            tile=tile,
            removed=count,
        )
        problems.append(Problem("rule-value", pointer, message, RULE))


def check_asked(position: Position, tiles: Mapping[str, str], problems: list[Problem]) -> None:
    """A tile that was removed is in nobody's hand."""
    removed = removed_tiles(position.rules)
    if position.excerpt or not removed:
        return
    used = [tile for _, tile, _ in position.tiles]
    for pointer, tile in tiles.items():
        used.append(tile)
        if tile in removed and tile in position.tile_set.kinds:
            left = copies(position.ruleset, position.tile_set, position.rules)[tile]
            if used.count(tile) > left:
                message = counted(
                    "Tile {tile} was removed before play: {count} is left in the game, not {used}.",
                    "Tile {tile} was removed before play: {count} are left in the game, not {used}.",
                    left,
                    tile=tile,
                    used=used.count(tile),
                )
                problems.append(Problem("too-many-copies", pointer, message, RULE))


def tiles_message(numbers: tuple[int, ...]) -> Message:
    """“2 tiles”, or “1 or 3 tiles” where either will do."""
    if len(numbers) == 1:
        return counted("{count} tile", "{count} tiles", numbers[0])
    return text("{least} or {most} tiles", least=numbers[0], most=numbers[1])
