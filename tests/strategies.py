"""Random legal games of every variant, for hypothesis."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st

import scorer
from scorer.rules.ruleset import Ruleset
from scorer.rules.variants import find_ruleset
from tests.oracle_games import lay, settle

NAMES = ("red", "blue", "yellow", "green", "black")
CASTLE_NAMES = ("white", "black")

Position = dict[str, Any]


@dataclass
class Game:
    """A game in progress: its position, the tiles that are left, and the moves that led there."""

    position: Position
    bag: list[str]
    moves: list[dict[str, Any]]

    @property
    def next_player(self) -> str:
        players = self.position["players"]
        return players[len(self.moves) % len(players)]["name"]


def game_of(position: Position) -> Ruleset:
    """The game that a position is of."""
    found = find_ruleset(position["variant"], *position.get("expansions", ()))
    assert found is not None
    return found


def start(name: str, rules: dict[str, Any], players: int, random: Random) -> Game:
    """A game before its first turn; expansions stand behind the variant, as in the notation: ``base+river``."""
    variant, *expansions = name.split("+")
    found = find_ruleset(variant, *expansions)
    assert found is not None
    tile_set = found.tile_set({**found.default_rules(), **rules})
    bag = Counter({kind.id: kind.count for kind in tile_set.kinds.values()})
    tiles = []
    if found.start_tile is not None:
        bag[found.start_tile] -= 1
        tiles = [{"x": 0, "y": 0, "tile": found.start_tile, "rotation": 0}]
    drawn = list(bag.elements())
    random.shuffle(drawn)
    # They are drawn from the end: the river's tiles first, the lake last of them.
    drawn.sort(key=lambda tile: ("R03" <= tile <= "R10", tile == "R02"))
    names = CASTLE_NAMES if found.most_players == 2 else NAMES[:players]
    position = {
        "variant": variant,
        "rules": rules,
        "players": [{"name": name, "score": 0} for name in names],
        "tiles": tiles,
        "meeples": [],
    }
    if expansions:
        position["expansions"] = expansions
    return Game(position, drawn, [])


def play_turn(game: Game, random: Random, *, eagerness: float = 0.6) -> None:
    """Draws a tile, lays it somewhere legal, perhaps with a follower, and scores what that finishes."""
    while game.bag:
        tile, player = game.bag.pop(), game.next_player
        offered = scorer.placements({**game.position, "tile": tile, "player": player})["placements"]
        if offered:
            chosen = random.choice(offered)
            move = {"player": player, "tile": tile, **{key: chosen[key] for key in ("x", "y", "rotation")}}
            wishes = [{"spot": spot} for spot in chosen["spots"]]
            for figure, spots in chosen.get("figures", {}).items():
                wishes += [{"spot": spot, "figure": figure} for spot in spots]
            if wishes and random.random() < eagerness:
                move |= random.choice(wishes)
            game.position = finish_turn(lay(game.position, move), move)
            game.moves.append(move)
            return


def finish_turn(position: Position, move: dict[str, Any]) -> Position:
    """What the turn's own scoring does, in games that have one."""
    found = game_of(position)
    if "interim" not in found.phases:
        return position
    told = {"player": move["player"], "last": {"x": move["x"], "y": move["y"]}} if found.tokens else {}
    answer = scorer.score({**position, "phase": "interim", **told})
    after = settle(position, answer)
    if "goods" in answer:
        after["players"] = [{**player, "goods": answer["goods"][player["name"]]} for player in after["players"]]
    return after


@st.composite
def games(draw: st.DrawFn, variant: str, rules: dict[str, Any] | None = None, most: int = 40) -> Game:
    """A game after some random legal turns."""
    random = draw(st.randoms(use_true_random=False))
    game = start(variant, rules or {}, draw(st.integers(2, 5)), random)
    for _ in range(draw(st.integers(0, most))):
        play_turn(game, random)
    return game


@st.composite
def crowded_positions(draw: st.DrawFn, variant: str, rules: dict[str, Any] | None = None, most: int = 40) -> Position:
    """A legal cut-out on which followers stand anywhere, one a tile: more than any real game would gather."""
    random = draw(st.randoms(use_true_random=False))
    game = start(variant, rules or {}, draw(st.integers(2, 5)), random)
    for _ in range(draw(st.integers(0, most))):
        play_turn(game, random, eagerness=0)
    position = {**game.position, "excerpt": True}
    features = scorer.features(position)["features"]
    spots = sorted({(cell["x"], cell["y"], spot) for cell in position["tiles"] for spot in spots_of(position, cell)})
    assert features or not spots
    names = [player["name"] for player in position["players"]]
    by_cell = {(x, y): (x, y, spot) for x, y, spot in random.sample(spots, len(spots))}
    position["meeples"] = [
        {"player": random.choice(names), "x": x, "y": y, "spot": spot, **who}
        for x, y, spot in by_cell.values()
        if random.random() < 0.7 and (who := random_figure(position, spot, random)) is not None
    ]
    return position


def random_figure(position: Position, spot: str, random: Random) -> dict[str, str] | None:
    """A kind of figure that may stand on a spot; plain followers are not named, and nobody stands on the river."""
    found = game_of(position)
    fitting = [figure for figure in found.figures if spot.partition("@")[0] in found.open_to[figure]]
    if not fitting:
        return None
    figure = random.choice(fitting)
    return {} if figure == "follower" else {"figure": figure}


def spots_of(position: Position, tile: dict[str, Any]) -> tuple[str, ...]:
    """The canonical spots of a tile as it lies."""
    variant = game_of(position)
    tile_set = variant.tile_set({**variant.default_rules(), **position["rules"]})
    return tile_set.oriented[tile["tile"]][tile["rotation"]].names
