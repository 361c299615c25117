"""The Wheel of Fortune as a part of a game."""

from __future__ import annotations

from typing import Final

from scorer.game.position import COORDINATE, NAME
from scorer.rules.part import Moment, Part, Phase, RuleValue, Start
from scorer.rules.wheel import moves, state
from scorer.rules.wheel.actions import judge
from scorer.rules.wheel.state import CROWN_FOLLOWERS, CROWN_SPACES, PLAGUE, SEGMENT, SEGMENTS, SYMBOLS
from scorer.shapes import Choice, Flag, Integer, Items, Record, Table
from scorer.texts import marked, text

AFTERWARDS: Final = Record(
    {"pig": SEGMENT, "crowns": CROWN_FOLLOWERS}, {}, "the wheel as it is afterwards", "WheelAfterwards"
)
CHOICES: Final = Table(PLAGUE, "the followers among which each player still has to choose")
FREE_CROWNS: Final = Record(
    {segment: Integer(0, spaces) for segment, spaces in CROWN_SPACES.items()},
    {},
    "the free crown spaces of each segment",
    "FreeCrowns",
)

WHEEL: Final = Part(
    id="wheel",
    catalogue=("wheel",),
    box="wheel",
    start=Start(None, text("the start board")),
    kind_fields=(state.WHEEL_SYMBOLS,),
    values=(
        RuleValue(
            "wheel_actions",
            True,
            Flag(),
            marked("Whether pig, actions and crown spaces are in the game; without them the wheel is a start board."),
            "wheel.actions-off",
        ),
    ),
    state=state.FIELD,
    cites={"start board": "wheel.board"},
    check=state.check,
    looks_at=(text("crown spaces"), text("the symbols on tiles")),
    out_elsewhere=state.on_crowns,
    phases={
        "wheel": Phase(
            judge,
            {
                "drawn": Choice(SYMBOLS, "the symbol on the drawn tile"),
                "player": NAME,
                "plague": PLAGUE,
            },
            frozenset({"drawn", "player"}),
            has_drawn=True,
        )
    },
    actions=(moves.CROWN,),
    on_turn={Moment.DRAWN: moves.tile_drawn},
    tell_placements=moves.free_crowns,
    tile_fields={"wheel": Choice(SYMBOLS, "the symbol on this copy of the tile")},
    draw_fields=moves.DRAW_FIELDS,
    line_types=("fortuna", "storm", "plague", "crowns"),
    answer_fields={
        "score": {"wheel": AFTERWARDS, "plague_choices": CHOICES},
        "turn": {"wheel": AFTERWARDS},
        "instead": {
            "plague_choices": CHOICES,
            "crowns": FREE_CROWNS,
            "symbols": Table(Integer(0, 100), "the symbols on the copies of the tile that are left"),
        },
        "returned": {"segment": Choice(SEGMENTS, "the segment on whose crown space the follower stood")},
        "item": {"cells": Items(Items(COORDINATE, 2), description="where the followers stand that were counted")},
        "placements": {"crowns": FREE_CROWNS},
    },
)
