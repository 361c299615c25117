"""Traders & Builders as a part of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scorer.game.game import Again
from scorer.game.turn import SECOND_PART
from scorer.rules.part import Figure, Moment, Part, RuleValue, Token
from scorer.rules.traders import goods
from scorer.shapes import Choice, Integer, Table
from scorer.texts import marked, text
from scorer.tiles.kinds import Mark

if TYPE_CHECKING:
    from scorer.game.game import Game
    from scorer.game.turn import Turn

BUILDER: Final = "builder"
PIG: Final = "pig"


def double_turn(game: Game) -> Again:
    may_waive = game.rules["builder_turn"] == "may"
    return Again(text("the builder gives a double turn"), "builder.turn", may_waive)


def builder_gave(turn: Turn) -> None:
    """A position tells that it is the second part of a turn, not why: it is the builder's."""
    if turn.game.part == SECOND_PART:
        turn.game.goes_on = double_turn(turn.game)


def builder_sees(turn: Turn) -> None:
    """A player who lays a tile at the road or city where his builder stands already has a double turn, not a triple."""
    board = turn.board
    tile = board.at[turn.key]
    here = {board.label_of(node) for node in range(board.first[tile], board.first[tile + 1])}
    own = [one for one in board.meeples.values() if one.player == turn.player and one.figure == BUILDER]
    if any(board.label_of(builder.node) in here for builder in own):
        turn.part_after = SECOND_PART


def builder_goes_on(turn: Turn) -> None:
    """The second part follows if there is a tile for it."""
    if turn.part_after > turn.game.part and turn.game.left():
        turn.go_on(double_turn(turn.game))


GOODS_AFTERWARDS: Final = Table(goods.FIELD.shape, "the goods that each player has afterwards")

TRADERS: Final = Part(
    id="traders",
    catalogue=("traders", "figures"),
    adds=("traders",),
    marks=tuple(Mark(kind, kind) for kind in goods.TOKENS),
    counts={"city": tuple(goods.TOKENS)},
    cites={"figures": "figure.supply", "bonus": "pig.bonus"},
    figures=(
        Figure(
            BUILDER,
            1,
            text("builder"),
            text("the builder"),
            "builder.place",
            weight=0,
            terrains=frozenset({"road", "city"}),
            joins_own=True,
        ),
        Figure(
            PIG,
            1,
            text("pig"),
            text("the pig"),
            "pig.place",
            weight=0,
            terrains=frozenset({"field"}),
            joins_own=True,
            per_city=lambda rules: int(rules["pig_bonus"]),
        ),
    ),
    values=(
        RuleValue(
            "builder_turn",
            "may",
            Choice(("may", "must")),
            marked("Whether the second part of a builder's double turn may be left out, or must be played."),
            "builder.turn",
        ),
        RuleValue(
            "pig_bonus",
            1,
            Integer(0, 9),
            marked("How many points more a finished city brings a farmer whose pig is in the field."),
            "pig.bonus",
            allowed=lambda _: list(range(10)),
        ),
    ),
    state=goods.FIELD,
    tokens=tuple(Token(kind, count, goods.WORDS[kind]) for kind, count in goods.TOKENS.items()),
    check=goods.check,
    looks_at=(text("goods"),),
    on_turn={Moment.BEGUN: builder_gave, Moment.LAID: builder_sees, Moment.TURN_END: builder_goes_on},
    on_scoring={Moment.SCORED: goods.take_goods, Moment.FINAL: goods.score_goods},
    line_types=("goods",),
    answer_fields={"score": {"goods": GOODS_AFTERWARDS}, "turn": {"goods": GOODS_AFTERWARDS}},
)
