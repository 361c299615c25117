"""The answers to the questions, and what a refusal looks like."""

from __future__ import annotations

from typing import Any, Final

from marshmallow import Schema, fields, validate

from api.schemas.fields import AnswerField, cells, flag, games_fields, integer, many, string, strings, table
from scorer.problems import CODES
from scorer.variants import VARIANTS


def _codes() -> str:
    return "\n".join(["a stable code, never translated:", "", *(f"- `{code}`: {text}" for code, text in CODES.items())])


class ErrorAnswer(Schema):
    """One thing that is wrong."""

    code = string(_codes())
    pointer = string("where, as a JSON Pointer into the request")
    detail = string("a sentence for people, in the language of Accept-Language")
    rule = string("the rule that it breaks, an id of `/v1/variants/{variant}/rules`", required=False)


class ProblemAnswer(Schema):
    """Problem details (RFC 9457)."""

    type = string("identifies the kind of problem, and leads to its documentation")
    title = string("the kind of problem, in the language of Accept-Language")
    status = integer("the HTTP status")
    detail = string("what happened this time", required=False)
    errors = many(
        ErrorAnswer, "everything that is wrong with the JSON value, not only the first; none where it was not looked at"
    )


class Validation(Schema):
    """Whether a position is possible."""

    valid = flag("no rule is broken; it does not promise that play can lead there")
    problems = many(ErrorAnswer, "all problems, not only the first")
    scope = string("what was checked and what cannot be, in the language of Accept-Language")


class OpenPort(Schema):
    """A port where a feature could go on."""

    x = integer()
    y = integer()
    port = string("one of NL N NR EL E ER SL S SR WL W WR")


class Follower(Schema):
    """A follower on the board."""

    player = string()
    x = integer()
    y = integer()
    spot = string("where it stands, in its canonical form")


class Returned(Schema):
    """A follower that goes home; its cell and spot, where it stood on a tile."""

    player = string()
    x = fields.Integer(strict=True)
    y = fields.Integer(strict=True)
    spot = fields.String()


class Feature(Schema):
    """What is joined on the board: a city, a road, a field ..."""

    id = string("its name within this answer")
    type = string("the terrain")
    complete = flag("whether it is finished; fields and courts never are")
    tiles = integer("the number of tiles that is scored")
    cells = cells("the board cells counted")
    open_ports = many(OpenPort, "where it is still open")
    counts = table("those of pennants, cities, ports, markets and fountains that the type knows")
    meeples = many(Follower, "the followers on it")
    majority = strings("the players who would score it")
    points = integer("what it is worth now to whoever scores it")
    touches = strings("the ids of the features that it borders on")
    start_spaces = fields.List(
        fields.String(), metadata={"description": "the start spaces it lies on, which are no cells"}
    )


class Placement(Schema):
    """A legal way to lay the tile."""

    x = integer()
    y = integer()
    rotation = integer("degrees clockwise", validate=validate.OneOf((0, 90, 180, 270)))
    spots = strings("where a follower may then stand")


class Item(Schema):
    """A part of a line's points: so many things, each worth so much."""

    what = string("what is counted")
    count = integer()
    each = integer("points for each")
    points = integer()
    player = string("the player it concerns, where it is not everybody's who scores the line", required=False)


class Total(Schema):
    """A player's score."""

    before = integer()
    points = integer("what this scoring brings")
    after = integer()


class Claimed(Schema):
    """A claim against what was really scored."""

    player = string()
    claimed = integer()
    actual = integer()
    difference = integer("claimed minus actual")
    agrees = flag()


class Features(Schema):
    """What is on the board."""


class Placements(Schema):
    """Where a tile may go."""


class Line(Schema):
    """One ruling about one thing."""


class Score(Schema):
    """Who gets what, and why."""


class Turn(Schema):
    """One move, judged, and the game after it; where the move is illegal, the game before it."""


class LegalInstead(Schema):
    """What would have been legal in the place of a move that is not."""


class GameClaim(Schema):
    """A claim against what the player really had; all null where the game did not get there."""


class Replay(Schema):
    """A whole game, judged move by move up to the first illegal one."""


def answer_fields(place: str) -> dict[str, Any]:
    """What games add to answers at this place."""
    return dict(games_fields(AnswerField, {v.id: [v.answer_fields.get(place, {})] for v in VARIANTS}))


def answer_schemas() -> dict[str, Schema]:
    """The schema of each call's answer, with what the registered variants add."""
    item = Item.from_dict(answer_fields("item"), name="Item")
    feature = Feature.from_dict(answer_fields("feature"), name="Feature")
    placement = Placement.from_dict(answer_fields("placement"), name="Placement")
    returned = Returned.from_dict(answer_fields("returned"), name="Returned")
    line = Line.from_dict(
        {
            "feature": string("the feature's id; null for what comes from no feature", allow_none=True),
            "type": string("the terrain, or what gives the points"),
            "complete": flag(),
            "tiles": integer("the number of tiles that is scored"),
            "cells": cells("the board cells counted"),
            "points": table("what each player on it gets, also 0"),
            "followers": table("how many followers each player has on it"),
            "items": many(item, "what the points are made of"),
            "rule": string("the rule, an id of `/v1/variants/{variant}/rules`"),
            "text": string("the ruling as a sentence, in the language of Accept-Language"),
            **answer_fields("line"),
        },
        name="Line",
    )
    score = Score.from_dict(
        {
            "variant": string("the variant's id"),
            "phase": string(),
            "players": table("each player's score", fields.Nested(Total)),
            "lines": many(line, "one for every feature with followers that the phase looks at"),
            "returned": many(returned, "the followers that go home"),
            **answer_fields("score"),
            "claims": many(Claimed, "each claim of the request, judged", required=False),
        },
        name="Score",
    )
    features = Features.from_dict({"features": many(feature)}, name="Features")
    placements = Placements.from_dict(
        {
            "placements": many(placement, "every legal way to lay the tile, sorted by x, y and rotation"),
            "placeable": flag("whether there is any"),
            **answer_fields("placements"),
        },
        name="Placements",
    )
    instead = LegalInstead.from_dict(
        {
            "player": string("whose turn it is", required=False),
            "tiles": table("the tiles that are left, with their number", required=False),
            "placements": many(placement, "where the tile may go", required=False),
            "spots": strings("where a follower may stand", required=False),
            **answer_fields("instead"),
        },
        name="LegalInstead",
    )
    turn = Turn.from_dict(
        {
            "move": integer("the moves count from 1"),
            "player": string(),
            "legal": flag(),
            "problems": many(ErrorAnswer, "which rules the move breaks, and why"),
            "legal_instead": fields.Nested(
                instead, metadata={"description": "for an illegal move: what would have been legal"}
            ),
            "lines": many(line, "what the move scored"),
            "returned": many(returned, "the followers that went home"),
            "scores": table("everybody's points"),
            "supply": table("how many followers everybody has left"),
            **answer_fields("turn"),
        },
        name="Turn",
    )
    claim = GameClaim.from_dict(
        {
            "after": fields.Raw(required=True, metadata={"description": "as claimed: a number of moves, or `end`"}),
            "player": string(),
            "claimed": integer(),
            "actual": integer(allow_none=True),
            "difference": integer("claimed minus actual", allow_none=True),
            "agrees": flag(allow_none=True),
            "since": fields.Raw(metadata={"description": "when the player last claimed rightly"}),
            "lines": fields.List(
                fields.Nested(line.from_dict({"after": fields.Raw(required=True)}, name="ClaimedLine")),
                metadata={"description": "the player's lines since then: in one of these the two counts part"},
            ),
        },
        name="GameClaim",
    )
    replay = Replay.from_dict(
        {
            "variant": string("the variant's id"),
            "legal": flag("whether every move was allowed"),
            "problems": many(ErrorAnswer, "what is wrong with the first illegal move, or with the end"),
            "turns": many(turn, "every move up to the first illegal one"),
            "scores": table("everybody's points, after the final scoring where there was one"),
            "supply": table("how many followers everybody has left"),
            "on_turn": string("who is next"),
            "tiles_left": integer("how many tiles are still to be drawn"),
            "position": fields.Dict(
                required=True, metadata={"description": "the position, as every other question takes it"}
            ),
            "final": fields.Nested(score, metadata={"description": "the final scoring, as `/v1/score` answers it"}),
            "claims": many(claim, "each claim of the request, judged", required=False),
        },
        name="Replay",
    )
    return {
        "validate": Validation(),
        "features": features(),
        "placements": placements(),
        "score": score(),
        "replay": replay(),
    }


#: Shown for every refusal.
PROBLEM: Final = ProblemAnswer()
