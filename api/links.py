"""Questions that can be linked: the position stands in the address, in one line of notation, and answers are kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

import orjson
from flask import Response, request

from api.calls import CALLS, Call, FormOf, forms, judged_in
from api.http import Document, json_bytes, language_wanted
from api.operations import Example, Operation
from api.pictures import PICTURE_POLICY, PNG, SVG, picture
from api.pictures import form_of as render_form_of
from api.problems import ILLEGAL, MALFORMED, NOT_ACCEPTABLE, not_json_at
from api.settings import Settings
from scorer import notation
from scorer.draw import rendered
from scorer.forms import Form
from scorer.game.reading import position_fields, read_ruleset
from scorer.limits import DEFAULT_LIMITS, Limits
from scorer.problems import Malformed, Problem, in_words_of
from scorer.rules.variants import WHOLE_RULESETS
from scorer.shapes import Shape, missing
from scorer.texts import SOURCE_LANGUAGE

POSITION: Final = "position"
#: The calls that can be linked.
LINKED: Final = ("score", "features", "placements", "validate")
#: How long a ruling may be kept: it changes only when the program does.
KEPT_FOR: Final = "public, max-age=3600"
REFUSALS: Final = (NOT_ACCEPTABLE, MALFORMED, ILLEGAL)

LINE: Final = "base/red:12,blue:7/D@0,0;E@0,-1,180=red.city@S"
#: What the specification shows of each parameter.
SHOWN: Final[Mapping[str, str]] = {
    "phase": "interim",
    "claim": "(red:8)",
    "carry_out": "!t",
    "player": "red",
    "last": "(x:0,y:-1)",
    "tile": "U",
    "hand": "!(D04,D12)",
    "drawn": "2",
    "plague": "!((player:red,x:4,y:1,spot:road@N))",
    "retrieve": "(player:red,x:0,y:0,spot:sea)",
    "order": "!((x:0,y:0,spot:path))",
    "use": "!((player:white,wall_tile:2,x:0,y:0,spot:tower))",
    "took": "!((tower:32,wall_tile:5))",
    "options": "(coordinates:!t,scores:interim)",
}


def asked_in_address(form_of: FormOf, limits: Limits) -> dict[str, Any]:
    """The request that an address stands for: a line of notation, and other fields in the notation or as JSON."""
    told = {name: values[-1] for name, values in request.args.lists()}
    line = told.pop(POSITION, None)
    if line is None:
        raise Malformed([missing("", POSITION)])
    try:
        asked = notation.read(line)
    except Malformed as refused:
        raise Malformed(named(POSITION, refused.problems)) from None
    ruleset = read_ruleset(asked)
    form = form_of(ruleset, {**asked, **told})
    unreadable: list[Problem] = []
    for name, value in told.items():
        try:
            asked[name] = value_of(value, form.fields.get(name))
        except Malformed as refused:
            asked[name] = value
            unreadable += named(name, refused.problems)
    if unreadable:
        with in_words_of(ruleset.rulebook):
            raise Malformed([*unreadable, *besides(unreadable, form, asked, limits)])
    return asked


def named(parameter: str, problems: Iterable[Problem]) -> list[Problem]:
    return [replace(problem, pointer=f"/{parameter}") for problem in problems]


def besides(unreadable: Iterable[Problem], form: Form[Any], asked: Mapping[str, Any], limits: Limits) -> list[Problem]:
    """What is wrong with a request besides parameters that cannot be read."""
    try:
        form.read(asked, limits)
    except Malformed as refused:
        known = {problem.pointer for problem in unreadable}
        return [problem for problem in refused.problems if problem.pointer not in known]
    return []


def value_of(value: str, shape: Shape | None) -> Any:
    """What a parameter means, which is written in the notation or as JSON."""
    if shape is None or is_text(shape):
        return value
    try:
        return orjson.loads(value)
    except orjson.JSONDecodeError as error:
        if value.startswith(("{", "[", '"')):
            raise Malformed([Problem("not-json", "", not_json_at(error.lineno, error.colno))]) from None
    return notation.read_value(value)


def is_text(shape: Shape) -> bool:
    return bool(shape.schema(DEFAULT_LIMITS).get("type") == "string")


def view(call: Call, settings: Settings) -> Response:
    question, language = call.question, language_wanted()
    asked = asked_in_address(question.form_of, settings.limits)
    judged = judged_in(language, asked, question.form_of, question.answer, settings.limits)
    return kept(Document.of(json_bytes(judged), "application/json", language).response())


def render(settings: Settings) -> Response:
    language = language_wanted()
    judge = partial(rendered, most_cells=settings.cells)
    asked = asked_in_address(render_form_of, settings.limits)
    svg = judged_in(language, asked, render_form_of, judge, settings.limits)
    drawn = picture(svg, settings.pixels)
    response = Document.of(drawn.get_data(), drawn.content_type or SVG, language).response()
    response.vary.add("Accept")
    response.headers["Content-Security-Policy"] = PICTURE_POLICY
    return kept(response)


def kept(response: Response) -> Response:
    response.headers["Cache-Control"] = KEPT_FOR
    return response


def parameters(form_of: FormOf) -> dict[str, Mapping[str, Any]]:
    """The position, and the fields of a call besides."""
    of_positions = {name for ruleset in WHOLE_RULESETS for name in position_fields(ruleset)}
    names = dict.fromkeys(name for of_variant in forms(form_of).values() for form in of_variant for name in form.fields)
    return {
        POSITION: {
            "description": "The position in one line of notation (docs/notation.md).",
            "required": True,
            "schema": {"type": "string"},
            "example": LINE,
        },
        **{
            name: {
                "description": f"The field `{name}` of the call; a value that is no text in the notation, or as JSON.",
                "schema": {"type": "string"},
                "example": SHOWN.get(name, ""),
            }
            for name in names
            if name not in of_positions
        },
    }


def link_examples(call: Call) -> Mapping[str, Example]:
    asked = notation.read(LINE) | {
        "score": {"phase": "interim"},
        "placements": {"tile": "U", "player": "red"},
    }.get(call.name, {})
    return {"base": Example("A city that is finished", answer=call.question.ask(asked, SOURCE_LANGUAGE))}


def operations(settings: Settings) -> list[Operation]:
    """The operations that answer links."""
    questions = [
        Operation(
            id=f"{call.name}Link",
            method="GET",
            path=f"/v1/{call.name}",
            tag="questions",
            summary=call.summary,
            description="The same answer, to a position that stands in the address, so that it can be linked and kept.",
            view=partial(view, call, settings),
            refusals=REFUSALS if call.refuses_illegal else REFUSALS[:-1],
            examples=partial(link_examples, call),
            answer=call.shape,
            parameters=parameters(call.question.form_of),
            speaks=True,
            keeps=True,
        )
        for call in CALLS
        if call.name in LINKED
    ]
    picture_link = Operation(
        id="renderLink",
        method="GET",
        path="/v1/render",
        tag="questions",
        summary="A picture of a position",
        description="The position stands in the address, so that a page or a forum can show the board: "
        '`<img src=".../v1/render?position=...">`.',
        view=partial(render, settings),
        refusals=REFUSALS,
        examples=dict,
        media_types=(SVG, PNG),
        parameters=parameters(render_form_of),
        speaks=True,
        keeps=True,
    )
    return [*questions, picture_link]
