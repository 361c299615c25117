"""A game as it stands between two moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorer.board import Board, cell_of
from scorer.building import build
from scorer.position import FollowerPlaced, Player, Position, TilePlaced
from scorer.tiles import Kind, TileSet, cell_key
from scorer.variant import Rules, Variant

#: A move of a request: what a player did with the tile he drew.
Move = Mapping[str, Any]


def tile_of(move: Move) -> str:
    """The tile that was drawn for a move, laid or not."""
    tile: str = move["discard"] if "discard" in move else move["tile"]
    return tile


@dataclass(frozen=True, slots=True)
class Game:
    """What lies on the table, who has how many points, whose turn it is, and the moves that led there."""

    variant: Variant
    rules: Rules
    tile_set: TileSet
    extra_kinds: tuple[Kind, ...]
    #: Every player's points, in seating order.
    scores: Mapping[str, int]
    on_turn: str
    tiles: list[TilePlaced]
    #: What tiles carry besides, by their number.
    tile_extras: Mapping[int, Mapping[str, Any]]
    followers: list[FollowerPlaced]
    #: The fields of a position that only this variant has.
    extras: Mapping[str, Any]
    moves: tuple[Move, ...] = ()

    @classmethod
    def begin(
        cls, variant: Variant, rules: Rules, tile_set: TileSet, extra_kinds: tuple[Kind, ...], players: list[str]
    ) -> Game:
        """The table before the first move; a start tile lies on 0,0, and the first of the players begins."""
        tiles = [] if variant.start_tile is None else [(cell_key(0, 0), variant.start_tile, 0)]
        scores = dict.fromkeys(players, 0)
        extras = variant.extras_at_start(rules)
        return cls(variant, rules, tile_set, extra_kinds, scores, next(iter(players), ""), tiles, {}, [], extras)

    def position(self) -> Position:
        players = tuple([Player(name, score) for name, score in self.scores.items()])
        return Position(
            self.variant,
            self.rules,
            players,
            self.tiles,
            self.tile_extras,
            self.followers,
            False,
            self.tile_set,
            self.extra_kinds,
            self.extras,
        )

    def board(self) -> Board:
        return build(self.position())

    def supply(self) -> dict[str, int]:
        """How many followers each player has left."""
        out = Counter([player for player, _, _ in self.followers])
        out.update(self.variant.followers_elsewhere(self.position()))
        return {player: self.variant.followers - out[player] for player in self.scores}

    def left(self) -> dict[str, int]:
        """How many tiles of each kind can still be drawn, where there are any."""
        used = Counter([tile for _, tile, _ in self.tiles])
        used.update([move["discard"] for move in self.moves if "discard" in move])
        copies = self.variant.copies(self.tile_set, self.rules)
        return {kind: count - used[kind] for kind, count in copies.items() if count > used[kind]}

    def next_player(self) -> str:
        """Who sits next, clockwise."""
        players = list(self.scores)
        return players[(players.index(self.on_turn) + 1) % len(players)]

    def move_that_laid(self, key: int) -> int | None:
        """The number of the move that laid the tile on a cell; None for what lay there before the first."""
        for number, move in enumerate(self.moves, 1):
            if "tile" in move and cell_key(move["x"], move["y"]) == key:
                return number
        return None

    def to_json(self) -> dict[str, Any]:
        """The position, as every other question takes it."""
        tiles = []
        for number, (key, tile, rotation) in enumerate(self.tiles):
            x, y = cell_of(key)
            tiles.append({"x": x, "y": y, "tile": tile, "rotation": rotation, **self.tile_extras.get(number, {})})
        followers = []
        for player, key, spot in self.followers:
            x, y = cell_of(key)
            followers.append({"player": player, "x": x, "y": y, "spot": spot})
        answer: dict[str, Any] = {
            "variant": self.variant.id,
            "rules": dict(self.rules),
            "players": [{"name": name, "score": score} for name, score in self.scores.items()],
            "tiles": tiles,
            "meeples": followers,
            **self.extras,
        }
        if self.extra_kinds:
            answer["tileset"] = {"kinds": [kind.to_json() for kind in self.extra_kinds]}
        return answer
