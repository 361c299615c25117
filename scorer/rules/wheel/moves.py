"""What the wheel adds to a move: the symbol on the drawn tile, the plague's choices and the crown spaces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from scorer.board.board import FOLLOWER
from scorer.game.game import Game, tile_of
from scorer.game.turn import IllegalMove
from scorer.rules.part import Action
from scorer.rules.places import at, where_figure
from scorer.rules.wheel.actions import Draw, PlagueChoices, read_plague, turn_wheel
from scorer.rules.wheel.state import (
    CROWN_SPACES,
    FIELD,
    NO_SYMBOL,
    PLAGUE,
    SEGMENT,
    SEGMENT_WORDS,
    SYMBOLS,
    CrownFollower,
    never_was,
    symbols_of,
    wheel_of,
    wheel_off,
)
from scorer.shapes import Choice, Shape
from scorer.texts import Message, counted, text

if TYPE_CHECKING:
    from scorer.game.turn import Turn

DRAW_FIELDS: Final[Mapping[str, Shape]] = {
    "wheel": Choice(SYMBOLS, "the symbol on the drawn tile, if it carries one"),
    "plague": PLAGUE,
}


def tile_drawn(turn: Turn) -> None:
    """Lets a drawn symbol act, before the tile is laid."""
    move = turn.move
    if not turn.game.rules["wheel_actions"]:
        if "plague" in move:
            raise IllegalMove([wheel_off(f"{turn.pointer}/plague")], without_plague(turn))
        if "wheel" in move:
            check_symbol(turn)
        return
    check_symbol(turn)
    if "wheel" not in move:
        if move.get("plague"):
            message = text("The drawn tile carries no symbol, so nobody takes back a follower.")
            turn.refuse("plague-not-reached", "/plague", message, "wheel.pig", **without_plague(turn))
        return
    ruling = turn_wheel(turn.game, Draw(move["wheel"], turn.player))
    choices = ruling.finding(PlagueChoices)
    if move.get("plague"):
        instead = {"plague_choices": choices.to_json()} if choices else without_plague(turn)
        drawn = Draw(move["wheel"], turn.player, read_plague(move["plague"]))
        ruling = turn.judged(lambda: turn_wheel(turn.game, drawn), **instead)
        choices = ruling.finding(PlagueChoices)
    if choices:
        message = counted(
            "The pig reaches the plague: {players} must take back a follower.",
            "The pig reaches the plague: {players} must take back a follower each.",
            len(choices.followers),
            players=list(choices.followers),
        )
        where = where_figure(*[follower for own in choices.followers.values() for follower in own])
        turn.refuse("plague-missing", "/plague", message, "wheel.plague", where, plague_choices=choices.to_json())
    turn.settle(ruling)
    put_away(turn)


def without_plague(turn: Turn) -> dict[str, Any]:
    """What is legal where nobody has to take back a follower: to lay the tile."""
    return {"plague_choices": {}, "placements": turn.legal_placements(tile_of(turn.move))}


def check_symbol(turn: Turn) -> None:
    """A copy of the tile with this symbol, or without any, can have been drawn."""
    game, tile = turn.game, tile_of(turn.move)
    printed = symbols_of(game.tile_set.kinds[tile])
    # A kind from the request's own tile set may leave open which symbols it carries.
    if not printed or game.excerpt:
        return
    symbol = str(turn.move.get("wheel", NO_SYMBOL))
    left = symbols_left(game, tile)
    if left.get(symbol, 0) <= 0:
        message = no_such_symbol(tile, symbol, ever=printed.get(symbol, 0) > 0)
        symbols = {carried: count for carried, count in left.items() if count > 0}
        turn.refuse("tile-not-in-bag", "/wheel", message, "wheel.symbols", symbols=symbols)


def no_such_symbol(tile: str, symbol: str, *, ever: bool) -> Message:
    """No copy of a tile with a symbol, or without any, can be drawn: any more, or at all."""
    if symbol == NO_SYMBOL:
        return (
            text("No tile {tile} without a symbol is left; name the symbol that it carries as “wheel”.", tile=tile)
            if ever
            else text("Every tile {tile} carries a symbol; name the one that it carries as “wheel”.", tile=tile)
        )
    return (
        text("No tile {tile} with symbol {symbol} is left.", tile=tile, symbol=symbol)
        if ever
        else never_was(tile, symbol)
    )


def symbols_left(game: Game, tile: str) -> dict[str, int]:
    """How many copies of a tile with each symbol can still be drawn.

    Where it is told whose turn it is, the position is one that a game has led to, and tiles on which no symbol is told
    have none; else they may have any.
    """
    board = game.board
    left = dict(symbols_of(game.tile_set.kinds[tile]))
    seen = [key for key, orientation in zip(board.keys, board.orientations, strict=True) if orientation.id == tile]
    used = [str(game.carried.get(key, {}).get("wheel", NO_SYMBOL)) for key in seen]
    away = [str(symbol) for kind, symbol in wheel_of(game).away if kind == tile]
    used += away + [NO_SYMBOL] * (game.discarded.count(tile) - len(away))
    for symbol in used:
        if symbol != NO_SYMBOL or game.on_turn is not None:
            left[symbol] = left.get(symbol, 0) - 1
    return left


def put_away(turn: Turn) -> None:
    """A symbol on a tile that fits nowhere has acted, and is out of the game with it."""
    if "discard" in turn.move and "wheel" in turn.move and turn.game.rules["wheel_actions"]:
        wheel = wheel_of(turn.game)
        away = (*wheel.away, (turn.move["discard"], turn.move["wheel"]))
        turn.change_state(FIELD.name, wheel._replace(away=away))


def place_on_crown(turn: Turn) -> None:
    """“Heeft een speler in zijn beurt geen horige op een landtegel gezet, dan mag hij een van zijn horigen op een vrij
    kronenveld naar keuze op het rad van fortuin zetten.”"""
    if not turn.game.rules["wheel_actions"]:
        raise IllegalMove([wheel_off(f"{turn.pointer}/crown")], turn.spots_instead())
    if turn.places:
        message = text("A player places one follower a turn: on the tile, or on a crown space instead.")
        turn.refuse("one-action-only", "/crown", message, "crown.place", at(turn.key), **turn.spots_instead())
    turn.check_supply("/crown")
    segment, wheel = turn.move["crown"], wheel_of(turn.game)
    if len(wheel.on(segment)) == CROWN_SPACES[segment]:
        message = text(
            "No crown space of the {segment} segment is free: taken by {players}.",
            segment=SEGMENT_WORDS[segment],
            players=[follower.player for follower in wheel.on(segment)],
        )
        turn.refuse("crown-occupied", "/crown", message, "crown.place", **turn.spots_instead())
    turn.change_state(FIELD.name, wheel._replace(crowns=(*wheel.crowns, CrownFollower(segment, turn.player))))
    turn.game.change_left(turn.player, FOLLOWER, -1)


def crowns_instead(turn: Turn) -> dict[str, Any]:
    """The crown spaces to which a follower that is left may go."""
    return free_crowns(turn.game, turn.player) if turn.game.has_left(turn.player, FOLLOWER) else {}


CROWN: Final[Action] = Action("crown", SEGMENT, place_on_crown, crowns_instead)


def free_crowns(game: Game, _: str | None) -> dict[str, Any]:
    """The free crown spaces by segment, in a game that has them."""
    if not game.rules["wheel_actions"]:
        return {}
    wheel = wheel_of(game)
    return {"crowns": {segment: spaces - len(wheel.on(segment)) for segment, spaces in CROWN_SPACES.items()}}
