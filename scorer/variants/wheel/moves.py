"""What the wheel adds to a move: the symbol on the drawn tile, the plague's choices and the crown spaces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from scorer.game import tile_of
from scorer.position import FOLLOWERS
from scorer.shapes import Choice, Shape
from scorer.texts import counted, text
from scorer.turn import IllegalMove, Judge, Turn
from scorer.variants.wheel.parts import (
    CROWN_SPACES,
    SEGMENT,
    SEGMENT_WORDS,
    SYMBOLS,
    CrownFollower,
    Wheel,
    wheel_off,
)

DRAW_FIELDS: Final[Mapping[str, Shape]] = {
    "wheel": Choice(SYMBOLS, "the symbol on the drawn tile, if it carries one"),
    "plague": FOLLOWERS,
}
MOVE_FIELDS: Final[Mapping[str, Shape]] = {"crown": SEGMENT}

#: What the data says of a tile without a symbol.
NO_SYMBOL: Final = "none"


def tile_drawn(turn: Turn, judge: Judge) -> None:
    """Lets a drawn symbol act, before the tile is laid."""
    move = turn.move
    if not turn.game.rules["wheel_actions"]:
        if "plague" in move:
            raise IllegalMove([wheel_off(f"{turn.pointer}/plague")], without_plague(turn))
        return
    check_symbol(turn)
    if "wheel" not in move:
        if move.get("plague"):
            message = text("The drawn tile carries no symbol, so nobody takes back a follower.")
            turn.refuse("plague-not-reached", "/plague", message, "wheel.pig", **without_plague(turn))
        return
    question: dict[str, Any] = {"drawn": move["wheel"], "player": turn.player}
    ruling = judge(turn.board, question)
    choices = ruling.extra.get("plague_choices")
    if move.get("plague"):
        instead = {"plague_choices": choices} if choices else without_plague(turn)
        ruling = turn.judged(judge, {**question, "plague": move["plague"]}, **instead)
        choices = ruling.extra.get("plague_choices")
    if choices:
        message = counted(
            "The pig reaches the plague: {players} must take back a follower.",
            "The pig reaches the plague: {players} must take back a follower each.",
            len(choices),
            players=list(choices),
        )
        turn.refuse("plague-missing", "/plague", message, "wheel.plague", plague_choices=choices)
    turn.settle(ruling)
    set_wheel(turn, ruling.extra["wheel"])


def without_plague(turn: Turn) -> dict[str, Any]:
    """What is legal where nobody has to take back a follower: to lay the tile."""
    return {"plague_choices": {}, "placements": turn.legal_placements(tile_of(turn.move))}


def check_symbol(turn: Turn) -> None:
    """A copy of the tile with this symbol, or without any, can have been drawn."""
    tile = tile_of(turn.move)
    printed = turn.game.tile_set.kinds[tile].wheel_symbols
    # A kind from the request's own tile set may leave open which symbols it carries.
    if not printed:
        return
    left = dict(printed)
    for move in turn.game.moves:
        if tile_of(move) == tile:
            left[symbol_of(move)] -= 1
    symbol = symbol_of(turn.move)
    if left.get(symbol, 0) <= 0:
        message = (
            text("No tile {tile} without a symbol is left; name the symbol that it carries as “wheel”.", tile=tile)
            if symbol == NO_SYMBOL
            else text("No tile {tile} with symbol {symbol} is left.", tile=tile, symbol=symbol)
        )
        symbols = {carried: count for carried, count in left.items() if count > 0}
        turn.refuse("tile-not-in-bag", "/wheel", message, "wheel.symbols", symbols=symbols)


def symbol_of(move: Mapping[str, Any]) -> str:
    return str(move.get("wheel", NO_SYMBOL))


def set_wheel(turn: Turn, wheel: Mapping[str, Any]) -> None:
    turn.change(extras={**turn.game.extras, "wheel": wheel})


def act(turn: Turn) -> None:
    """“Heeft een speler in zijn beurt geen horige op een landtegel gezet, dan mag hij een van zijn horigen op een vrij
    kronenveld naar keuze op het rad van fortuin zetten.”"""
    if "crown" not in turn.move:
        turn.place_follower()
        return
    if not turn.game.rules["wheel_actions"]:
        raise IllegalMove([wheel_off(f"{turn.pointer}/crown")], {"spots": turn.free_spots()})
    free = turn.game.variant.describe_placements(turn.board, turn.player)
    if "spot" in turn.move:
        message = text("A player places one follower a turn: on the tile, or on a crown space instead.")
        turn.refuse("one-action-only", "/crown", message, "crown.place", spots=turn.free_spots(), **free)
    turn.check_supply("/crown")
    segment, wheel = turn.move["crown"], Wheel.read(turn.game.extras)
    if len(wheel.on(segment)) == CROWN_SPACES[segment]:
        message = text(
            "No crown space of {segment} is free: taken by {players}.",
            segment=SEGMENT_WORDS[segment],
            players=[follower.player for follower in wheel.on(segment)],
        )
        turn.refuse("crown-occupied", "/crown", message, "crown.place", **free)
    set_wheel(turn, wheel._replace(crowns=[*wheel.crowns, CrownFollower(segment, turn.player)]).to_json())
