"""``openapi.yaml``, made from the operations and their schemas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

import yaml

from api.components import VARIANT_NAMES, Components, ref
from api.examples import examples
from api.http import JSON, Document, json_bytes
from api.operations import Example, Operation
from api.problems import (
    ILLEGAL,
    INTERNAL,
    KINDS,
    MALFORMED,
    MEDIA_TYPE,
    METHOD_NOT_ALLOWED,
    NOT_ACCEPTABLE,
    PROBLEM_DETAILS,
    TOO_COSTLY,
    RefusalKind,
    broken_json,
    not_acceptable,
    not_declared_as_json,
    nothing_there,
    refused_json,
    too_busy,
    too_large,
    too_often,
    unexpected,
    wrong_method,
)
from api.settings import Settings
from scorer.game.building import too_many_parts
from scorer.problems import Refused
from scorer.referee.questions import SCORE
from scorer.rules.variants import EXPANSIONS
from scorer.shapes import Anything, Table
from scorer.texts import SOURCE_LANGUAGE, languages, texts

YAML: Final = "application/yaml"
#: The version of the interface, which is that of the contract.
VERSION: Final = "1.0.0"

ABOUT: Final = """\
Send a position, get a ruling with its reasons. The service keeps nothing. Open a call and press *Execute*.
"""

QUESTIONS: Final = """\
A position comes in, a ruling goes out.

- **Cells**: `x` grows to the east, `y` to the SOUTH. **Rotation**: degrees clockwise.
- **Ports**: twelve places along a tile's rim, clockwise: `NL N NR EL E ER SL S SR WL W WR`.
- **Spots**: where a follower stands, as seen on the table: `terrain@port`, such as `city@N`; plain `terrain` where the
  tile has only one segment of it.
"""

SERVICE: Final = """\
How the service is, and what holds for every call.

- **Languages**: sentences follow `Accept-Language` ({languages}); ids and codes are never translated.
- **JSON**: UTF-8. Where a key stands twice in an object, the last one counts. A number such as `62.0` counts as whole.
- **Errors** are problem details (RFC 9457). A `type` and a code never change their meaning; `/problems` documents all
  of them. A method that an address does not take gets 405 with `Allow`.
- **Words that may become more** (codes, rule ids, types of lines) list those of this version in `x-extensible-enum`;
  answers may gain fields. Nothing else changes within `/v1`.
- **Request ids**: an `X-Request-Id` of up to 64 letters, digits and `. _ : -` comes back in the answer and stands in
  the log; otherwise the service makes one up.

Limits, each set by an environment variable of whoever runs the service:

| at most | | variable |
|---|---|---|
{limits}
"""

TAGS: Final = {
    "questions": QUESTIONS,
    "reference": "What there is. Every answer has an ETag; `If-None-Match` gets 304 while it still holds.",
    "service": SERVICE,
}

#: Every id, then every alias.
EXPANSION_NAMES: Final = tuple(one.id for one in EXPANSIONS) + tuple(
    alias for one in EXPANSIONS for alias in one.aliases
)
PATH_PARAMETERS: Final[Mapping[str, dict[str, Any]]] = {
    "variant": {
        "description": "The variant's id or alias.",
        "schema": {"type": "string", "enum": list(VARIANT_NAMES)},
        "example": "base",
    },
    "example": {"description": "The example's id.", "schema": {"type": "string"}, "example": "city-8-pennant"},
    "tile": {"description": "The id of a kind of tile.", "schema": {"type": "string"}, "example": "D"},
    "expansion": {
        "description": "The expansion's id or alias.",
        "schema": {"type": "string", "enum": list(EXPANSION_NAMES)},
        "example": "river",
    },
}
QUERIES: Final[Mapping[str, dict[str, Any]]] = {
    "expansions": {
        "description": "The expansions that it is told with, in any order.",
        "schema": {"type": "array", "items": {"type": "string", "enum": list(EXPANSION_NAMES)}},
        "style": "form",
        "explode": False,
        "example": ["river", "abbot"],
    },
}


Json = dict[str, Any]


def build(operations: Iterable[Operation], settings: Settings) -> Json:
    """The specification of these operations."""
    limits = "\n".join(
        f"| {getattr(settings, limit.name):,} | {limit.metadata['meaning']} | `{limit.metadata['variable']}` |"
        for limit in settings.limit_fields()
    )
    components = Components(settings.limits)
    paths: Json = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(operation, components)
    responses = {
        _response_name(status): _refusal(kinds, settings, components) for status, kinds in _by_status(KINDS).items()
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "The referee for Carcassonne",
            "version": VERSION,
            "summary": "Judges a full Carcassonne board: what each feature is worth, who scores it and by which rule.",
            "description": ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        # Relative to this document, wherever a proxy has put it.
        "servers": [{"url": ".", "description": "this service"}],
        "security": [],
        "tags": [
            {"name": name, "description": text.format(languages=", ".join(languages()), limits=limits)}
            for name, text in TAGS.items()
        ],
        "paths": paths,
        "components": {
            "schemas": components.schemas,
            "parameters": _parameters_shared(),
            "headers": _headers_shared(),
            "responses": {"NotModified": _not_modified(), **responses},
        },
    }


def _parameters_shared() -> Json:
    return {
        "AcceptLanguage": {
            "in": "header",
            "name": "Accept-Language",
            "description": f"The language of sentences: {', '.join(languages())}. English for any other.",
            "schema": {"type": "string"},
            "example": languages()[-1],
        },
        "RequestId": {
            "in": "header",
            "name": "X-Request-Id",
            "description": "Your name for the request: up to 64 letters, digits and `. _ : -`; others are ignored.",
            "schema": {"type": "string"},
            "example": "table-7",
        },
        "IfNoneMatch": {
            "in": "header",
            "name": "If-None-Match",
            "description": "The ETag of an answer that you have kept.",
            "schema": {"type": "string"},
            "example": '"0123456789abcdef0123456789abcdef"',
        },
    }


def _headers_shared() -> Json:
    return {
        "RequestId": {"description": "The request's id.", "schema": {"type": "string"}, "example": "table-7"},
        "ContentLanguage": {"description": "The language of sentences.", "schema": {"type": "string"}},
        "ETag": {"description": "Names this state of the answer.", "schema": {"type": "string"}},
        "Allow": {"description": "The methods that the address takes.", "schema": {"type": "string"}},
    }


def _not_modified() -> Json:
    return {
        "description": "What you have kept still holds.",
        "headers": {"ETag": ref("headers", "ETag"), "X-Request-Id": ref("headers", "RequestId")},
    }


def _by_status(kinds: Iterable[RefusalKind]) -> dict[int, list[RefusalKind]]:
    by_status: dict[int, list[RefusalKind]] = {}
    for kind in kinds:
        by_status.setdefault(kind.status, []).append(kind)
    return by_status


def _response_name(status: int) -> str:
    return f"Problem{status}"


def _refusal(kinds: list[RefusalKind], settings: Settings, components: Components) -> Json:
    headers = {"X-Request-Id": ref("headers", "RequestId"), "Content-Language": ref("headers", "ContentLanguage")}
    if METHOD_NOT_ALLOWED in kinds:
        headers["Allow"] = ref("headers", "Allow")
    return {
        "description": "\n\n".join(f"{kind.title}. {kind.advice}" for kind in kinds),
        "headers": headers,
        "content": {
            MEDIA_TYPE: {
                "schema": components.answer(PROBLEM_DETAILS),
                "examples": {
                    kind.id: {"summary": kind.title, "value": refusal_example(kind, settings)} for kind in kinds
                },
            }
        },
    }


def refusal_example(kind: RefusalKind, settings: Settings) -> dict[str, object]:
    """What a refusal of this kind really looks like."""
    asked = examples()["city-8-pennant"]["request"]
    first, *others = asked["tiles"]
    if kind is MALFORMED:
        return _refused({**asked, "meples": asked["meeples"], "tiles": [{**first, "rotation": 45}, *others]})
    if kind is TOO_COSTLY:
        return refused_json(too_many_parts(845_000, settings.parts), texts())
    if kind is ILLEGAL:
        return _refused({**asked, "tiles": [{**first, "rotation": 0}, *others]})
    refusals = (
        broken_json(1, 15),
        nothing_there(),
        wrong_method(["OPTIONS", "POST"]),
        not_acceptable([JSON]),
        too_large(settings.body),
        not_declared_as_json(),
        too_often(10, 1),
        too_busy(10),
        unexpected("table-7"),
    )
    return next(refusal for refusal in refusals if refusal.kind is kind).to_json(texts())


def _refused(asked: object) -> dict[str, object]:
    try:
        SCORE.ask(asked, SOURCE_LANGUAGE)
    except Refused as refused:
        return refused_json(refused, texts())
    raise AssertionError("the example of a refusal was answered")


def _operation(operation: Operation, components: Components) -> Json:
    described: dict[str, Any] = {
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": operation.summary,
        "description": operation.description,
        "parameters": _parameters(operation),
    }
    shown = operation.examples()
    if operation.request is not None:
        asked = {name: {"summary": example.summary, "value": example.request} for name, example in shown.items()}
        name = f"{operation.id[:1].upper()}{operation.id[1:]}Request"
        content = {"schema": components.request(name, operation.request), "examples": asked}
        described["requestBody"] = {"required": True, "content": {JSON: content}}
    elif operation.body is not None:
        asked = {name: {"summary": example.summary, "value": example.request} for name, example in shown.items()}
        content = {"schema": components.answer(operation.body), "examples": asked}
        described["requestBody"] = {"required": True, "content": {JSON: content}}
    elif operation.lines is not None:
        asked = {name: {"summary": example.summary, "value": example.request} for name, example in shown.items()}
        content = {"schema": {"type": "string", "description": operation.lines}, "examples": asked}
        described["requestBody"] = {"required": True, "content": {operation.media_types[0]: content}}
    headers = {"X-Request-Id": ref("headers", "RequestId")}
    if operation.speaks:
        headers["Content-Language"] = ref("headers", "ContentLanguage")
    responses: dict[str, Any] = {
        "200": {"description": operation.summary, "headers": headers, "content": _answers(operation, shown, components)}
    }
    if operation.keeps:
        headers["ETag"] = ref("headers", "ETag")
        responses["304"] = ref("responses", "NotModified")
    for status in _by_status((*operation.refusals, INTERNAL)):
        responses[str(status)] = ref("responses", _response_name(status))
    return {**described, "responses": responses}


def _answers(operation: Operation, shown: Mapping[str, Example], components: Components) -> Json:
    """Every media type of the answer; a picture is best seen by asking for it."""
    if operation.answer is None:
        return {
            media_type: {"schema": {"type": "string", "contentMediaType": media_type}}
            for media_type in operation.media_types
        }
    schema = components.answer(operation.answer)
    answered = {
        name: {"summary": example.summary, "value": example.answer}
        for name, example in shown.items()
        if example.answer is not None
    }
    content = {"schema": schema, "examples": answered} if answered else {"schema": schema}
    return dict.fromkeys(operation.media_types, content)


def _parameters(operation: Operation) -> list[Any]:
    listed: list[Any] = []
    for name in re.findall(r"\{(\w+)\}", operation.path):
        listed.append({"name": name, "in": "path", "required": True, **PATH_PARAMETERS[name]})
    for name in operation.queries:
        listed.append({"name": name, "in": "query", "required": False, **QUERIES[name]})
    for name, described in operation.parameters.items():
        listed.append({"name": name, "in": "query", "required": False, **described})
    if operation.speaks:
        listed.append(ref("parameters", "AcceptLanguage"))
    if operation.keeps:
        listed.append(ref("parameters", "IfNoneMatch"))
    return [*listed, ref("parameters", "RequestId")]


class Dumper(yaml.SafeDumper):
    """Writes long texts as they read, and repeats what stands twice."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _text(dumper: Dumper, data: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", data, style="|" if "\n" in data else None)


Dumper.add_representer(str, _text)


def to_yaml(specification: Mapping[str, Any]) -> str:
    return yaml.dump(
        dict(specification), Dumper=Dumper, sort_keys=False, allow_unicode=True, width=120, default_flow_style=None
    )


def operations(described: list[Operation], settings: Settings) -> list[Operation]:
    """The operations that describe all others, and themselves."""

    @cache
    def specification() -> Json:
        return build([*described, *own], settings)

    @cache
    def as_yaml() -> Document:
        return Document.of(to_yaml(specification()).encode(), YAML)

    @cache
    def as_json() -> Document:
        return Document.of(json_bytes(specification()), JSON)

    own = [
        Operation(
            id=name,
            method="GET",
            path=f"/openapi.{form}",
            tag="service",
            summary=summary,
            description="OpenAPI 3.1, made from the very schemas that the service works with.",
            view=lambda document=document: document().response(),
            refusals=(NOT_ACCEPTABLE,),
            examples=dict,
            answer=Table(Anything(), "An OpenAPI document."),
            media_types=(media_type,),
            keeps=True,
        )
        for name, form, media_type, summary, document in (
            ("openapi", "yaml", YAML, "This specification", as_yaml),
            ("openapiJson", "json", JSON, "This specification as JSON", as_json),
        )
    ]
    return own
