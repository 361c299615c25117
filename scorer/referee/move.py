"""One move: was it allowed, what would have been, what does it bring, and what does the board look like afterwards?"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from scorer.forms import Form, Values
from scorer.game.game import Game, Move
from scorer.game.moves import MoveShape
from scorer.game.position import Position
from scorer.game.reading import POSITION_FIRST, make_position, position_fields
from scorer.game.turn import IllegalMove, Turn
from scorer.limits import Limits
from scorer.referee.asking import Answer, assumed_json, game_without
from scorer.referee.placements import offers_json
from scorer.rules.assumptions import supply_untold
from scorer.rules.headlines import points_said, totals_json
from scorer.rules.lines import lines_json
from scorer.rules.refusals import refuse_unscored
from scorer.rules.ruleset import Ruleset
from scorer.shapes import Flag
from scorer.texts import Sentences, text

OFFERS: Final = Flag(
    "whether the answer also tells what the next player may do with each tile that may come (default false)"
)


class MoveQuestion(NamedTuple):
    position: Position
    move: Move
    #: Whether it is also asked what the next player may do.
    offers: bool


@cache
def move_form(ruleset: Ruleset) -> Form[MoveQuestion]:
    def make(values: Values, limits: Limits) -> MoveQuestion:
        return MoveQuestion(make_position(ruleset, values, limits), values["move"], values.get("offers", False))

    fields = {**position_fields(ruleset), "move": MoveShape(ruleset), "offers": OFFERS}
    return Form(fields, make, ("move",), POSITION_FIRST)


def judge_move(question: MoveQuestion, language: str) -> Answer:
    """Was this move allowed, and what comes of it?"""
    position, move, wants_offers = question
    game = game_without([], position)
    said = game.texts(language)
    refuse_unscored(game)
    before = game.scores
    turn = Turn(game, move, "/move", demanding=False)
    refusal: IllegalMove | None = None
    try:
        turn.play()
    except IllegalMove as illegal:
        refusal = illegal
    untold = supply_untold(game, "follower.supply") if turn.places else []
    points = {player: score - before[player] for player, score in game.scores.items()}
    summary = (
        Sentences(text("This move is allowed."), points_said(points))
        if refusal is None
        else Sentences(text("This move is not allowed."), refusal.problems[0].message)
    )
    following = next_to_move(game)
    offers = offers_json(game, following) if wants_offers and following and refusal is None else None
    answer: Answer = {
        "variant": game.ruleset.id,
        "legal": refusal is None,
        "problems": [] if refusal is None else [problem.to_json(said) for problem in refusal.problems],
        "legal_instead": {} if refusal is None else dict(refusal.instead),
        "players": totals_json(before, game.scores),
        "lines": lines_json(turn.lines, said) if refusal is None else [],
        "returned": [figure.to_json() for figure in turn.returned] if refusal is None else [],
        "supply": dict(game.supply),
        **game.figures_json(),
        **(turn.shown if refusal is None else {}),
        "position": game.to_json(),
        "next": following,
        "again": turn.again and refusal is None,
        **({} if offers is None else {"offers": offers}),
        "summary": summary.spoken(said),
        "assumed": assumed_json(game, said, [*turn.assumed, *untold]),
    }
    return answer


def next_to_move(game: Game) -> str | None:
    """Who is next; nobody when the last tile has been laid."""
    return game.on_turn if game.excerpt or game.any_left else None
