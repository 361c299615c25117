"""What the castle adds to a move: wall tiles that are used and taken, the order of scoring, another turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from scorer.game.game import Again
from scorer.game.position import NAME
from scorer.game.turn import IllegalMove
from scorer.rules.castle.holding import revealed, untaken
from scorer.rules.castle.scored import FIELDS, TOOK, Asked, TurnScored, legal, read_order, score_turn
from scorer.rules.castle.state import FIELD, PLACED, castle_of
from scorer.rules.castle.track import TOWER_AT, TOWER_WORDS
from scorer.rules.castle.wall_tiles import ANOTHER_TURN, FROM_NEXT_TURN, USE, Use, UseShape, taken_now
from scorer.rules.scoring import Ruling
from scorer.shapes import Items, Shape
from scorer.texts import text, titled

if TYPE_CHECKING:
    from scorer.game.turn import Turn

MOVE_FIELDS: Final[Mapping[str, Shape]] = {
    "order": FIELDS["order"],
    "use": Items(UseShape({}, {"player": NAME}), PLACED, "the wall tiles that the player uses in this turn"),
    "took": TOOK,
}
END_FIELDS: Final[Mapping[str, Shape]] = {"use": USE}
#: The wall tiles that can be used in a turn of one's own.
NOW: Final = FROM_NEXT_TURN


def score(turn: Turn) -> None:
    """Scores what the tile has finished, with the wall tiles that are used; one of them may give another turn."""
    game, move = turn.game, turn.move
    uses = tuple([Use.read({"player": turn.player, **use}) for use in move.get("use", ())])
    turn.change_state(FIELD.name, revealed(castle_of(game), uses))
    asked = Asked(turn.player, turn.key, read_order(move.get("order", ())), uses)
    usable = legal(game, turn.player, turn.key, now=NOW) if uses or asked.order else {}
    refuse_taken_now(turn, uses, usable)
    ruling = turn.judged(lambda: score_turn(game, asked, now=NOW).ruling(), **usable)
    again = [number for number, use in enumerate(uses) if use.wall_tile == ANOTHER_TURN]
    if len(again) > 1:
        message = text("Wall tile 1 gives one more turn at once; a second one can be used in that turn.")
        turn.refuse("wall-tile-twice", f"/use/{again[1]}", message, "wall-tile.1", **usable)
    if again:
        turn.go_on(Again(text("wall tile 1 gives another turn"), "wall-tile.1"))
    turn.settle(with_wall_tiles_told(turn, ruling, asked))
    scored = ruling.finding(TurnScored)
    assert scored is not None
    turn.shown[FIELD.name] = {**scored.to_json(), "wall_tiles": castle_of(game).wall_tiles_json()}


def refuse_taken_now(turn: Turn, uses: Iterable[Use], usable: Mapping[str, Any]) -> None:
    """A wall tile that is taken in a turn is not used in it."""
    taken = [took["wall_tile"] for took in turn.move.get("took", ())]
    held = castle_of(turn.game).holds(turn.player)
    for number, use in enumerate(uses):
        if use.wall_tile in taken and not held[use.wall_tile]:
            raise IllegalMove([taken_now(turn.player, use.wall_tile, f"{turn.pointer}/use/{number}")], usable)


def with_wall_tiles_told(turn: Turn, ruling: Ruling, asked: Asked) -> Ruling:
    """The scoring with the wall tiles that the move says to have been taken."""
    game, scored = turn.game, ruling.finding(TurnScored)
    assert scored is not None
    taken = {step.tower: step.player for step in scored.steps if step.tower is not None}
    instead: dict[str, Any] = {"towers": list(taken), "wall_tiles": untaken(castle_of(game))}
    took = tuple(turn.move.get("took", ()))
    if took:
        ruling = turn.judged(lambda: score_turn(game, asked._replace(took=took), now=NOW).ruling(), **instead)
    untold = [tower for tower in taken if tower not in {TOWER_AT.get(one["tower"]) for one in took}]
    if untold and turn.demanding:
        message = text(
            "{player} lands on the corner tower {tower} and takes its wall tile; name it in “took”.",
            player=titled(taken[untold[0]]),
            tower=TOWER_WORDS[untold[0]],
        )
        turn.refuse("wall-tile-untold", "/took", message, "track.tower", **instead)
    return ruling
