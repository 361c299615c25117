"""The questions: a position comes in as JSON, the library's ruling goes out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypeVar

import orjson
from flask import Response, request
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from api.examples import examples
from api.http import JSON, answer, declares_json, language_wanted
from api.operations import Example, Operation
from api.problems import (
    ILLEGAL,
    MALFORMED,
    NOT_ACCEPTABLE,
    NOT_JSON,
    TOO_COSTLY,
    TOO_LARGE,
    UNSUPPORTED_MEDIA_TYPE,
    Refusal,
    broken_json,
    not_declared_as_json,
)
from api.schemas.requests import read_question
from api.settings import Settings
from scorer.forms import Form
from scorer.game.reading import read_ruleset
from scorer.limits import Limits
from scorer.problems import in_words_of
from scorer.referee import answers
from scorer.referee.questions import BAG, FEATURES, MOVE, PLACEMENTS, REPLAY, SCORE, VALIDATE, Question
from scorer.rules.ruleset import Ruleset
from scorer.rules.variants import WHOLE_RULESETS
from scorer.shapes import Shape
from scorer.texts import SOURCE_LANGUAGE, text


@dataclass(frozen=True, slots=True)
class Call:
    """A question that the library answers."""

    name: str
    question: Question
    #: What it answers.
    shape: Shape
    summary: str
    description: str
    #: Whether a position that breaks the rules is refused; to one call it is the answer.
    refuses_illegal: bool = True
    #: Requests that the specification shows where the rulebooks have no example, by name, with a summary.
    shown: Mapping[str, tuple[str, object]] = field(default_factory=dict)


def two_turns(rotation: int) -> dict[str, Any]:
    """The beginning of a game, with the second tile turned so, and what a player believes to have after it."""
    return {
        "variant": "base",
        "players": ["red", "blue"],
        "moves": [
            {"player": "red", "tile": "E", "x": 0, "y": -1, "rotation": 180, "spot": "city@S"},
            {"player": "blue", "tile": "U", "x": 1, "y": 0, "rotation": rotation},
        ],
        "claims": [{"after": 2, "player": "red", "score": 2}],
    }


#: A board on which red has begun a city, and blue is next.
CITY_BEGUN: Final[Mapping[str, Any]] = {
    "variant": "base",
    "players": [{"name": "red"}, {"name": "blue"}],
    "tiles": [{"x": 0, "y": 0, "tile": "D", "rotation": 0}, {"x": 0, "y": -1, "tile": "G", "rotation": 90}],
    "meeples": [{"player": "red", "x": 0, "y": -1, "spot": "city"}],
    "turn": {"player": "blue"},
}


def next_move(**move: object) -> dict[str, Any]:
    """What blue did with the tile that he drew."""
    return {**CITY_BEGUN, "move": {"player": "blue", **move}}


CALLS: Final = (
    Call(
        "validate",
        VALIDATE,
        answers.VALIDATION,
        "Is this position possible?",
        "Answers ALL problems of the position, not only the first. That there are none does not promise that play can "
        "lead there.",
        refuses_illegal=False,
    ),
    Call(
        "features",
        FEATURES,
        answers.FEATURES,
        "What is on the board?",
        "Every city, road, field ... with its cells, its followers, who has the majority and what it is worth now.",
    ),
    Call(
        "placements",
        PLACEMENTS,
        answers.PLACEMENTS,
        "Where may this tile go, and where may a follower stand?",
        "Every legal cell and rotation of `tile`, with the spots on which a follower of `player` (without one, "
        "of anybody) may then be placed.",
    ),
    Call(
        "score",
        SCORE,
        answers.SCORE,
        "Who gets what, and why?",
        "The points of a `phase`, line by line: the cells counted, the items that add up, the rule and one sentence "
        "for people. With `carry_out` also the position afterwards.",
    ),
    Call(
        "move",
        MOVE,
        answers.MOVE,
        "Was this move allowed, and what comes of it?",
        "A position and the `move` made on it: whether it was allowed; if not, by which rule, and what would have been "
        "legal instead; what it scores; and the `position` afterwards, which is ready to be sent again with the next "
        "move. So a whole game can be played with nothing but this call; it then equals its replay. With `offers` the "
        "answer also tells what the next player may do with each tile that may come, so that a turn is one request.",
        shown={
            "legal": ("A tile that finishes a city", next_move(tile="E", x=0, y=-2, rotation=180)),
            "mismatch": ("A tile that does not fit", next_move(tile="E", x=0, y=-2, rotation=0)),
            "taken": (
                "A follower where another one stands, some tiles away",
                next_move(tile="E", x=0, y=-2, rotation=180, spot="city"),
            ),
            "older-tile": (
                "A follower that was put on an older tile",
                next_move(tile="U", x=1, y=0, rotation=0, placed=[{"x": 0, "y": 0, "spot": "road"}]),
            ),
        },
    ),
    Call(
        "bag",
        BAG,
        answers.BAG,
        "What is left to be drawn, where does it fit, and how likely is it to come?",
        "Every empty cell with the tiles that fit there, and every unfinished feature with those that finish it: "
        "counts and exact chances, without replacement and in the order in which tiles can come. No advice.",
        shown={"base": ("The beginning of a game", {**CITY_BEGUN, "draws": 5})},
    ),
    Call(
        "replay",
        REPLAY,
        answers.REPLAY,
        "Was every move of this game allowed, and who is right about the score?",
        "A whole game, move by move: each is checked and scored. At the first illegal move it says which rule it "
        "breaks and what would have been legal instead, and goes no further. Each of `claims` is answered; at a "
        "player's first wrong one stand the lines among which the two counts part.",
        shown={
            "legal": ("Two legal turns, and a claim that is wrong", two_turns(0)),
            "illegal": ("A second turn that is not legal", two_turns(90)),
        },
    ),
)


#: How a question can be refused; last, because one call never does so, for a position that breaks the rules.
QUESTION_REFUSALS: Final = (NOT_JSON, NOT_ACCEPTABLE, TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, MALFORMED, TOO_COSTLY, ILLEGAL)


def read_json() -> Any:
    """The JSON value of the request's body. Where a key stands twice, the last one counts."""
    content_type = request.environ.get("CONTENT_TYPE", "")
    if content_type != JSON and not declares_json(content_type):
        raise not_declared_as_json()
    return parsed(read_body())


def read_body() -> bytes:
    environ = request.environ
    if environ.get("HTTP_CONTENT_ENCODING", "identity") != "identity":
        detail = text("The body must be sent as it is, without a content encoding.")
        raise Refusal(UNSUPPORTED_MEDIA_TYPE, detail, {"Accept-Encoding": "identity"})
    try:
        body = request.get_data(cache=False)
    except HTTPException:
        raise
    except Exception as error:
        # Whatever the server raises while it reads is about what the client sent, or did not send.
        raise Refusal(NOT_JSON, text("The body could not be read to its end.")) from error
    if not body:
        raise Refusal(NOT_JSON, text("The body is empty."))
    if len(body) == request.max_content_length:
        # Werkzeug silently cuts a body of undeclared length off at its limit, which is one byte beyond ours.
        raise RequestEntityTooLarge
    return body


def parsed(body: bytes, first_line: int = 1) -> Any:
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise broken_json(first_line + error.lineno - 1, error.colno) from None


Judged = TypeVar("Judged")
#: The form that a request has to fill in, by its game and by what it asks.
FormOf = Callable[[Ruleset, Mapping[str, Any]], Form[Any]]


def judged(form_of: FormOf, judge: Callable[[Any, str], Judged], limits: Limits) -> Judged:
    """What is said of the question that the request's body puts, in the language that is wanted."""
    return judged_in(language_wanted(), read_json(), form_of, judge, limits)


def judged_in(
    language: str, asked: Any, form_of: FormOf, judge: Callable[[Any, str], Judged], limits: Limits
) -> Judged:
    """What is said of a question, in a language."""
    ruleset = read_ruleset(asked)
    with in_words_of(ruleset.rulebook):
        return judge(read_question(form_of(ruleset, asked), asked, limits), language)


def view(question: Question, limits: Limits) -> Response:
    return answer(judged(question.form_of, question.answer, limits))


def call_examples(call: Call) -> Mapping[str, Example]:
    """The first example of each variant that puts this question, one of them with the answer it really gets."""
    asked = dict(call.shown)
    for example in examples().values():
        if example["call"] == call.name:
            asked.setdefault(example["variant"], (example["title"]["en"], example["request"]))
    answered = call.shown or [next(iter(asked))]
    return {
        name: Example(summary, request, call.question.ask(request, SOURCE_LANGUAGE) if name in answered else None)
        for name, (summary, request) in asked.items()
    }


def forms(form_of: FormOf) -> dict[str, list[Form[Any]]]:
    """The forms that a request may fill in, by the variant's id: one for each phase, where phases matter."""
    return {
        ruleset.id: list(dict.fromkeys(form_of(ruleset, {"phase": phase}) for phase in ruleset.phases))
        for ruleset in WHOLE_RULESETS
    }


def operations(settings: Settings) -> list[Operation]:
    """The operations of all calls."""
    return [
        Operation(
            id=call.name,
            method="POST",
            path=f"/v1/{call.name}",
            tag="questions",
            summary=call.summary,
            description=call.description,
            view=partial(view, call.question, settings.limits),
            refusals=QUESTION_REFUSALS if call.refuses_illegal else QUESTION_REFUSALS[:-1],
            examples=partial(call_examples, call),
            answer=call.shape,
            request=forms(call.question.form_of),
            speaks=True,
        )
        for call in CALLS
    ]
