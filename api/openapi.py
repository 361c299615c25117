"""``openapi.yaml``, made from the operations and their schemas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

import yaml
from flask import Response

from api.examples import examples
from api.http import JSON, Document
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
    Kind,
    broken_json,
    not_acceptable,
    not_declared_as_json,
    nothing_there,
    refused_json,
    too_large,
    too_often,
    unexpected,
    wrong_method,
)
from api.settings import Settings
from scorer.forms import Form
from scorer.limits import Limits
from scorer.problems import Refused
from scorer.referee.questions import score
from scorer.rules.variants import EXPANSIONS, RULESETS
from scorer.shapes import Choice, Shape
from scorer.texts import languages, texts

YAML: Final = "application/yaml"
#: The version of the interface, which is that of the contract.
VERSION: Final = "1.0.0"

ABOUT: Final = """\
Send a position, get a ruling with its reasons. The service keeps nothing.

- **Cells**: `x` grows to the east, `y` to the SOUTH. **Rotation**: degrees clockwise.
- **Ports**: twelve places along a tile's rim, clockwise: `NL N NR EL E ER SL S SR WL W WR`.
- **Spots**: where a follower stands, as seen on the table: `terrain@port`, such as `city@N`; plain `terrain` where the
  tile has only one segment of it.
- **Languages**: sentences follow `Accept-Language` ({languages}); ids and codes are never translated.
- **JSON**: UTF-8. Where a key stands twice in an object, the last one counts. A number such as `62.0` counts as whole.
- **Errors** are problem details (RFC 9457). A `type` and a code never change their meaning; `/problems` documents all
  of them. A method that an address does not take gets 405 with `Allow`.
- **Request ids**: an `X-Request-Id` of up to 64 letters, digits and `. _ : -` comes back in the answer and stands in
  the log; otherwise the service makes one up.

Limits, each set by an environment variable of whoever runs the service:

| at most | | variable |
|---|---|---|
{limits}
"""

TAGS: Final = {
    "questions": "A position comes in, a ruling goes out.",
    "reference": "What there is. Every answer has an ETag; `If-None-Match` gets 304 while it still holds.",
    "service": "How the service is.",
}

#: Every id, then every alias.
VARIANT_NAMES: Final = tuple(ruleset.id for ruleset in RULESETS) + tuple(
    alias for ruleset in RULESETS for alias in ruleset.aliases
)
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


class Components:
    """What operations refer to: a shape that has a title stands there once, under it."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.schemas: Json = {}

    def request(self, name: str, forms: Mapping[str, list[Form[Any]]]) -> Json:
        """The schema of a request, with the fields of all games; which are only some games' is said."""
        shapes: dict[str, list[Shape]] = {}
        owners: dict[str, dict[str, None]] = {}
        for variant, found in forms.items():
            for form in found:
                for field, shape in form.fields.items():
                    shapes.setdefault(field, []).append(shape)
                    owners.setdefault(field, {})[variant] = None
        fields = {field: self.request_field(field, shapes[field], list(owners[field])) for field in shapes}
        fields["variant"] = Choice(VARIANT_NAMES, "the variant's id or alias").schema(self.limits)
        every = [form for found in forms.values() for form in found]
        required = ["variant", *[field for field in shapes if all(field in form.required for form in every)]]
        schema = {"type": "object", "properties": fields, "additionalProperties": False, "required": required}
        return self.named(name, schema)

    def request_field(self, name: str, shapes: list[Shape], owners: list[str]) -> Json:
        schemas: list[Json] = []
        for shape in shapes:
            if (schema := shape.schema(self.limits)) not in schemas:
                schemas.append(schema)
        schema = schemas[0] if len(schemas) == 1 else merged(schemas)
        if len(owners) < len(RULESETS):
            only, said = f"Only {', '.join(owners)}.", schema.get("description")
            schema = {**schema, "description": f"{said}. {only}" if said else only}
        return self.with_named_parts(schema)

    def answer(self, shape: Shape) -> Json:
        """The schema of an answer, which may grow: clients must bear fields that they don't know."""
        return self.with_named_parts(open_to_more(shape.schema(self.limits)))

    def named(self, name: str, schema: Json) -> Json:
        self.schemas.setdefault(name, schema)
        return _ref("schemas", name)

    def with_named_parts(self, schema: Json) -> Json:
        """The schema with a reference in the place of every part that has a title."""
        found = {name: self.parts_named(part) for name, part in schema.items()}
        title = found.pop("title", None) if isinstance(found.get("title"), str) else None
        return found if title is None else self.named(title, found)

    def parts_named(self, part: Any) -> Any:
        if isinstance(part, list):
            return [self.parts_named(one) for one in part]
        return self.with_named_parts(part) if isinstance(part, dict) else part


def merged(schemas: list[Json]) -> Json:
    """One schema for all: objects have the fields of all of them, anything else is any of them."""
    if all(schema.get("type") == "object" and "properties" in schema for schema in schemas):
        names = dict.fromkeys(name for schema in schemas for name in schema["properties"])
        fields = {}
        for name in names:
            found = [schema["properties"][name] for schema in schemas if name in schema["properties"]]
            distinct = [one for number, one in enumerate(found) if one not in found[:number]]
            fields[name] = distinct[0] if len(distinct) == 1 else merged(distinct)
        required = [name for name in names if all(name in schema.get("required", ()) for schema in schemas)]
        whole = {**schemas[0], "properties": fields}
        return {**whole, "required": required} if required else whole
    if all(schema.get("type") == "array" for schema in schemas):
        items = [schema["items"] for schema in schemas]
        return {**schemas[0], "items": merged([one for place, one in enumerate(items) if one not in items[:place]])}
    if all("enum" in schema for schema in schemas):
        return {**schemas[0], "enum": list(dict.fromkeys(value for schema in schemas for value in schema["enum"]))}
    if all("anyOf" in schema for schema in schemas):
        choices = zip(*[schema["anyOf"] for schema in schemas], strict=True)
        return {**schemas[0], "anyOf": [merged(list(choice)) for choice in choices]}
    return {"anyOf": schemas}


def open_to_more(schema: Json) -> Json:
    """A schema whose objects may have fields that it does not name."""

    def opened(part: Any) -> Any:
        if isinstance(part, list):
            return [opened(one) for one in part]
        return open_to_more(part) if isinstance(part, dict) else part

    kept = {name: part for name, part in schema.items() if (name, part) != ("additionalProperties", False)}
    return {name: opened(part) for name, part in kept.items()}


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
            "description": ABOUT.format(languages=", ".join(languages()), limits=limits),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/", "description": "this service"}],
        "tags": [{"name": name, "description": description} for name, description in TAGS.items()],
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
        "headers": {"ETag": _ref("headers", "ETag"), "X-Request-Id": _ref("headers", "RequestId")},
    }


def _by_status(kinds: Iterable[Kind]) -> dict[int, list[Kind]]:
    found: dict[int, list[Kind]] = {}
    for kind in kinds:
        found.setdefault(kind.status, []).append(kind)
    return found


def _response_name(status: int) -> str:
    return f"Problem{status}"


def _ref(section: str, name: str) -> dict[str, str]:
    return {"$ref": f"#/components/{section}/{name}"}


def _refusal(kinds: list[Kind], settings: Settings, components: Components) -> Json:
    headers = {"X-Request-Id": _ref("headers", "RequestId"), "Content-Language": _ref("headers", "ContentLanguage")}
    if METHOD_NOT_ALLOWED in kinds:
        headers["Allow"] = _ref("headers", "Allow")
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


def refusal_example(kind: Kind, settings: Settings) -> dict[str, object]:
    """What a refusal of this kind really looks like."""
    asked = examples()["city-8-pennant"]["request"]
    first, *others = asked["tiles"]
    if kind is MALFORMED:
        return _refused({**asked, "meples": asked["meeples"], "tiles": [{**first, "rotation": 45}, *others]})
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
        unexpected("table-7"),
    )
    return next(refusal for refusal in refusals if refusal.kind is kind).to_json(texts())


def _refused(asked: object) -> dict[str, object]:
    try:
        score(asked)
    except Refused as refused:
        return refused_json(refused, texts())
    raise AssertionError("the example of a refusal was answered")


def _operation(operation: Operation, components: Components) -> Json:
    found: dict[str, Any] = {
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
        found["requestBody"] = {"required": True, "content": {JSON: content}}
    headers = {"X-Request-Id": _ref("headers", "RequestId")}
    if operation.speaks:
        headers["Content-Language"] = _ref("headers", "ContentLanguage")
    responses: dict[str, Any] = {
        "200": {"description": operation.summary, "headers": headers, "content": _answers(operation, shown, components)}
    }
    if operation.keeps:
        headers["ETag"] = _ref("headers", "ETag")
        responses["304"] = _ref("responses", "NotModified")
    for status in _by_status((*operation.refusals, INTERNAL)):
        responses[str(status)] = _ref("responses", _response_name(status))
    return {**found, "responses": responses}


def _answers(operation: Operation, shown: Mapping[str, Example], components: Components) -> Json:
    answered = {
        name: {"summary": example.summary}
        | ({"value": example.answer} if example.link is None else {"externalValue": example.link})
        for name, example in shown.items()
    }
    schema = {"type": "string"} if operation.answer is None else components.answer(operation.answer)
    return {media_type: {"schema": schema, "examples": answered} for media_type in operation.media_types}


def _parameters(operation: Operation) -> list[Any]:
    found: list[Any] = []
    for name in re.findall(r"\{(\w+)\}", operation.path):
        found.append({"name": name, "in": "path", "required": True, **PATH_PARAMETERS[name]})
    for name in operation.queries:
        found.append({"name": name, "in": "query", "required": False, **QUERIES[name]})
    if operation.speaks:
        found.append(_ref("parameters", "AcceptLanguage"))
    if operation.keeps:
        found.append(_ref("parameters", "IfNoneMatch"))
    return [*found, _ref("parameters", "RequestId")]


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


def operation(operations: list[Operation], settings: Settings) -> Operation:
    """The operation that describes all others, and itself."""

    @cache
    def document() -> Document:
        return Document.of(to_yaml(build(described, settings)).encode(), YAML)

    def view() -> Response:
        return document().response()

    itself = Operation(
        id="openapi",
        method="GET",
        path="/openapi.yaml",
        tag="service",
        summary="This specification",
        description="OpenAPI 3.1, made from the very schemas that the service works with.",
        view=view,
        refusals=(NOT_ACCEPTABLE,),
        examples=lambda: {"specification": Example("All of it", link="/openapi.yaml")},
        media_types=(YAML,),
        keeps=True,
    )
    described = [*operations, itself]
    return itself
