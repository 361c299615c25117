"""Traders & Builders as a part of a game."""

from __future__ import annotations

from typing import Final

from scorer.rules.part import Figure, Moment, Part, RuleValue, Token
from scorer.rules.scoring import Scoring
from scorer.rules.traders import builder, goods, pig
from scorer.shapes import Choice, Integer, Table
from scorer.texts import marked, text
from scorer.tiles.kinds import Mark

GOODS_AFTERWARDS: Final = Table(goods.FIELD.shape, "the goods that each player has afterwards")


def score_end(scoring: Scoring) -> None:
    pig.count_pigs(scoring)
    goods.score_goods(scoring)


TRADERS: Final = Part(
    id="traders",
    catalogue=("traders", "figures"),
    adds=("traders",),
    marks=tuple(Mark(kind, kind) for kind in goods.TOKENS),
    counts={"city": tuple(goods.TOKENS)},
    cites={"figures": "figure.supply"},
    figures=(
        Figure(
            builder.BUILDER,
            1,
            text("builder"),
            text("the builder"),
            "builder.place",
            weight=0,
            terrains=frozenset({"road", "city"}),
            joins_own=True,
        ),
        Figure(
            pig.PIG,
            1,
            text("pig"),
            text("the pig"),
            "pig.place",
            weight=0,
            terrains=frozenset({"field"}),
            joins_own=True,
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
    on_turn={Moment.BEGUN: builder.told_second_part, Moment.LAID: builder.extend, Moment.TURN_END: builder.go_on},
    on_scoring={Moment.SCORED: goods.take_goods, Moment.FINAL: score_end},
    line_types=("goods",),
    answer_fields={"score": {"goods": GOODS_AFTERWARDS}, "turn": {"goods": GOODS_AFTERWARDS}},
)
