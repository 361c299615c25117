"""What the castle adds to a move: wall tiles that are used and taken, the order of scoring, another turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from scorer.position import NAME
from scorer.scoring import Ruling
from scorer.shapes import Integer, Items, Record, Shape
from scorer.texts import counted, text, titled
from scorer.turn import Turn
from scorer.variants.castle import turn as castle_turn
from scorer.variants.castle.track import SPACES, TOWERS
from scorer.variants.castle.wall_tiles import ANOTHER_TURN, COPIES, IN_A_TURN, KINDS, PLACED, USE, WALL_TILE, UseShape

MOVE_FIELDS: Final[Mapping[str, Shape]] = {
    "order": castle_turn.FIELDS["order"],
    "use": Items(UseShape({}, {"player": NAME}), PLACED, "the wall tiles that the player uses in this turn"),
    "took": Items(
        Record({"tower": Integer(0, SPACES - 1), "wall_tile": WALL_TILE}),
        PLACED,
        "which wall tiles lay on the corner towers that markers landed on",
    ),
}
END_FIELDS: Final[Mapping[str, Shape]] = {"use": USE}
#: The wall tiles that can be used in a turn of one's own.
NOW: Final = IN_A_TURN | {ANOTHER_TURN}


def at_start() -> dict[str, Any]:
    """“Op elke hoektoren van de burchtmuur wordt tekens één plaatje gelegd (met uitzondering van de hoektorens 0/1)”"""
    return {"castle": {"keeps": {}, "wall_tiles": {"on_wall": list(TOWERS), "held": {}}}}


def judge_turn(turn: Turn) -> Ruling:
    """Scores what the tile has finished, with the wall tiles that are used; one of them may give another turn."""
    move = turn.move
    uses = [{"player": turn.player, **use} for use in move.get("use", ())]
    question = {
        "player": turn.player,
        "last": {"x": move["x"], "y": move["y"]},
        "order": move.get("order", ()),
        "use": uses,
    }
    instead = castle_turn.legal(turn.board, turn.player, turn.cell, now=NOW) if uses or question["order"] else {}
    ruling = turn.judged(lambda board, asked: castle_turn.judge(board, asked, now=NOW).ruling(), question, **instead)
    again = [number for number, use in enumerate(uses) if use["wall_tile"] == ANOTHER_TURN]
    if len(again) > 1:
        message = text("Wall tile 1 gives one more turn at once; a second one can be used in that turn.")
        turn.refuse("wall-tile-twice", f"/use/{again[1]}", message, "wall-tile.1", **instead)
    turn.again = bool(again)
    return ruling


def end_turn(turn: Turn, ruling: Ruling) -> None:
    """Who takes which wall tile."""
    taken = {step["wall_tile"]: step["player"] for step in ruling.extra["castle"]["track"] if step["wall_tile"]}
    check_took(turn, taken)
    turn.change(extras=after(turn, ruling, taken))


def check_took(turn: Turn, taken: Mapping[int, str]) -> None:
    """“Komt een speler bij een waardering met zijn telsteen ‘precies’ op een hoektoren van de burchtmuur terecht [...],
    dan neemt hij het muurplaatje wanneer het nog voorhanden is.”"""
    told = turn.move.get("took", ())
    known = Counter([took["wall_tile"] for move in turn.game.moves for took in move.get("took", ())])
    towers: set[int] = set()
    for number, took in enumerate(told):
        tower, wall_tile, place = took["tower"], took["wall_tile"], f"/took/{number}"
        if tower in towers:
            message = text("The corner tower {tower} is named twice; it has one wall tile.", tower=tower)
            turn.refuse("tower-twice", place, message, "wall-tiles.count", towers=list(taken))
        if tower not in taken:
            message = text("No marker takes a wall tile from the corner tower {tower} in this turn.", tower=tower)
            turn.refuse("wall-tile-not-taken", place, message, "track.tower", towers=list(taken))
        towers.add(tower)
        if known[wall_tile] == COPIES:
            untaken = [kind for kind in range(1, KINDS + 1) if known[kind] < COPIES]
            message = counted(
                "There is only {count} wall tile {wall_tile}, and it was taken before.",
                "There are only {count} wall tiles {wall_tile}, and they were taken before.",
                COPIES,
                wall_tile=wall_tile,
            )
            turn.refuse("too-many-wall-tiles", place, message, "wall-tiles.count", wall_tiles=untaken)
        known[wall_tile] += 1
    for tower, player in taken.items():
        if tower not in towers:
            message = text(
                "{player} lands on the corner tower {tower} and takes its wall tile; name it in “took”.",
                player=titled(player),
                tower=tower,
            )
            turn.refuse("wall-tile-untold", "/took", message, "track.tower", towers=list(taken))


def after(turn: Turn, ruling: Ruling, taken: Mapping[int, str]) -> dict[str, Any]:
    """The castle's own part of the position when the turn is over."""
    before = turn.game.extras["castle"]["wall_tiles"]
    held = {player: Counter(before["held"].get(player, ())) for player in turn.game.scores}
    held[turn.player].subtract([use["wall_tile"] for use in turn.move.get("use", ())])
    for took in turn.move.get("took", ()):
        held[taken[took["tower"]]][took["wall_tile"]] += 1
    wall_tiles = {
        "on_wall": [tower for tower in before["on_wall"] if tower not in taken],
        "held": {player: sorted(tiles.elements()) for player, tiles in held.items() if tiles.total()},
    }
    castle = ruling.extra["castle"]
    turn.shown["castle"] = {**castle, "wall_tiles": wall_tiles}
    return {**turn.game.extras, "castle": {"keeps": castle["keeps"], "wall_tiles": wall_tiles}}
