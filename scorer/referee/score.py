"""Who gets what, and why?"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from scorer.forms import Form, Values
from scorer.game.position import Position
from scorer.game.reading import POSITION_FIRST, make_position, position_fields
from scorer.limits import Limits, shortened
from scorer.problems import escaped
from scorer.referee.asking import Answer, game_without, unknown_players, unknown_tiles
from scorer.referee.claims import claim_json
from scorer.referee.placements import offers_json, refuse_drawn_out
from scorer.rules.headlines import FINAL
from scorer.rules.ruleset import Ruleset
from scorer.shapes import Flag, Integer, Reading, Schema, Shape, Text, by_name, wrong_type
from scorer.texts import text

CLAIM: Final = by_name(Integer(-1_000_000, 1_000_000), "what each player believes to get")


DRAWN_TILE: Final = Text("the drawn tile; with `carry_out` the answer tells under `offers` where it may go afterwards")
CARRY_OUT: Final = Flag("whether the answer also has the position afterwards (default false)")


class ScoreQuestion(NamedTuple):
    position: Position
    phase: str
    #: What the phase is told besides, by field.
    told: Mapping[str, Any]


class PhaseShape(Shape):
    """The moment of a scoring, one that the game has."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset

    def read(self, value: object, pointer: str, reading: Reading) -> str:
        ruleset = self.ruleset
        if not isinstance(value, str):
            reading.problems.append(wrong_type(pointer, "a string", value))
            return ""
        if value not in ruleset.phases:
            message = text(
                "{variant} has no scoring phase “{phase}”; it has {known}.",
                variant=ruleset.id,
                phase=shortened(value),
                known=list(ruleset.phases),
            )
            reading.refuse("phase-unknown", pointer, message, ruleset.no_phase.get(value))
        return value

    def schema(self, _: Limits) -> Schema:
        return {"type": "string", "enum": list(self.ruleset.phases), "description": "the moment of the scoring"}


def score_form(ruleset: Ruleset, request: Mapping[str, Any]) -> Form[ScoreQuestion]:
    phase = request.get("phase")
    return phase_form(ruleset, phase if isinstance(phase, str) and phase in ruleset.phases else None)


@cache
def phase_form(ruleset: Ruleset, phase: str | None) -> Form[ScoreQuestion]:
    """What a question about a phase may hold; without a phase, what any of them takes."""
    asked = ruleset.phases.values() if phase is None else [ruleset.phases[phase]]
    told = {
        "claim": CLAIM,
        "carry_out": CARRY_OUT,
        **{name: field for one in asked for name, field in one.fields.items()},
        **({"tile": DRAWN_TILE} if any(one.has_drawn for one in asked) else {}),
    }

    def make(values: Values, limits: Limits) -> ScoreQuestion:
        position = make_position(ruleset, values, limits)
        return ScoreQuestion(position, values["phase"], {name: values[name] for name in told if name in values})

    fields = {"phase": PhaseShape(ruleset), **position_fields(ruleset), **told}
    required = () if phase is None else sorted(ruleset.phases[phase].required)
    return Form(fields, make, ("phase", *required), ("phase", *POSITION_FIRST))


def players_named(question: ScoreQuestion) -> dict[str, str]:
    """The players that a question names, by their place in the request."""
    told = question.told
    named = {f"/claim/{escaped(player)}": player for player in told.get("claim", {})}
    return {**named, "/player": told["player"]} if "player" in told else named


def judge_scoring(question: ScoreQuestion, language: str) -> Answer:
    """Who gets what, and why?"""
    position, phase, told = question
    tiles = {"/tile": told["tile"]} if "tile" in told else {}
    named = unknown_players(position, players_named(question))
    game = game_without([*unknown_tiles(position, tiles), *named], position)
    refuse_drawn_out(game, tiles)
    ruling = game.ruleset.phases[phase].judge(game, told)
    answer = ruling.to_json(game, phase, game.texts(language))
    if told.get("carry_out"):
        game.settle(ruling)
        if phase == FINAL:
            game.clear()
        answer["position"] = game.to_json()
        if "tile" in told:
            offers = offers_json(game, told["player"], [told["tile"]])
            answer |= {} if offers is None else {"offers": offers}
    if "claim" in told:
        points = ruling.points(game.scores)
        answer["claims"] = [claim_json(player, claimed, points[player]) for player, claimed in told["claim"].items()]
    return answer
