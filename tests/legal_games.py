"""Legal games of every kind, played turn by turn; whoever plays one may look at each moment of each turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from scorer.game.game import Game
from scorer.game.turn import IllegalMove, Turn
from scorer.referee.questions import REPLAY
from scorer.rules.part import Moment
from scorer.rules.placing import placement_list
from scorer.rules.wheel.moves import free_crowns, symbols_left

Json = dict[str, Any]
Look = Callable[[Game], None]


class Watched(Turn):
    """A turn at each moment of which somebody looks at the game."""

    look: Look

    def reach(self, moment: Moment) -> None:
        super().reach(moment)
        self.look(self.game)


def begun(heading: Json) -> Game:
    """The table before the first move of a game."""
    return REPLAY.read({**heading, "moves": []}).game


def made(game: Game, move: Json, look: Look) -> None:
    turn = Watched(game, move, "", demanding=False)
    turn.look = look
    turn.play()


def replayed(heading: Json, moves: Iterable[Json], look: Look) -> None:
    """Plays the moves of a game."""
    game = begun(heading)
    for move in moves:
        made(game, move, look)


def played_at_random(heading: Json, random: Random, look: Look, most: int = 100) -> Game:
    """Plays a game of so many turns: any tile, anywhere, with anything that may be done then."""
    game = begun(heading)
    for _ in range(most):
        if not game.left():
            break
        made_somehow(game, random_move(game, random), random, look)
    return game


def made_somehow(game: Game, move: Json, random: Random, look: Look) -> None:
    """Makes a move; who has to take back a follower takes any."""
    try:
        made(game, move, look)
    except IllegalMove as refused:
        choices = refused.instead["plague_choices"]
        made(game, {**move, "plague": [random.choice(own) for own in choices.values()]}, look)


def random_move(game: Game, random: Random) -> Json:
    left, player = game.left(), game.on_turn
    tile = random.choice(sorted(game.drawable(left)))
    move: Json = {"player": player}
    if "wheel" in game.states:
        symbol = random.choice([symbol for symbol, count in symbols_left(game, tile).items() if count > 0])
        move |= {} if symbol == "none" else {"wheel": int(symbol)}
    legal = placement_list(game, [tile], player)
    if not legal:
        return {**move, "discard": tile}
    chosen = random.choice(legal)
    move |= {"tile": tile, **{name: chosen[name] for name in ("x", "y", "rotation")}}
    figures = {"follower": chosen["spots"], **chosen.get("figures", {})}
    done: list[Json] = [{"figure": figure, "spot": spot} for figure, spots in figures.items() for spot in spots]
    done += [{"retrieve": {name: one[name] for name in ("x", "y", "spot")}} for one in chosen.get("retrievals", ())]
    if "wheel" in game.states and game.supply[player or ""]:
        free = free_crowns(game, player)["crowns"]
        done += [{"crown": segment} for segment, spaces in free.items() if spaces]
    return {**move, **random.choice(done)} if done and random.random() < 0.8 else move
