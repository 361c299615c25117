"""``openapi.yaml``, made from the operations and their schemas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Response
from marshmallow import Schema, fields

from api import schemas
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
    Kind,
    broken_json,
    not_acceptable,
    not_declared_as_json,
    nothing_there,
    refused_json,
    too_large,
    unexpected,
    wrong_method,
)
from api.schemas.answers import PROBLEM
from api.schemas.fields import ShapeField
from api.schemas.requests import RequestSchema, variant_names
from api.settings import Settings
from scorer import referee
from scorer.problems import Refused
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

PATH_PARAMETERS: Final[Mapping[str, dict[str, Any]]] = {
    "variant": {
        "description": "The variant's id or alias.",
        "schema": {"type": "string", "enum": list(variant_names())},
        "example": "base",
    },
    "example": {"description": "The example's id.", "schema": {"type": "string"}, "example": "city-8-pennant"},
    "tile": {"description": "The id of a kind of tile.", "schema": {"type": "string"}, "example": "D"},
}


class Converter(OpenAPIConverter):
    """Turns our schemas into JSON Schema."""

    def schema2jsonschema(self, schema: Schema) -> dict[str, Any]:
        """Requests refuse unknown fields; answers may grow, so clients must bear them."""
        found: dict[str, Any] = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]
        found.pop("additionalProperties", None)
        if isinstance(schema, RequestSchema):
            found["additionalProperties"] = False
            return found
        documented = (kind.__doc__ for kind in type(schema).__mro__ if kind.__module__.startswith(schemas.__name__))
        found["description"] = next(filter(None, documented))
        return found

    def field2property(self, field: fields.Field[Any]) -> dict[str, Any]:
        if not isinstance(field, ShapeField):
            found: dict[str, Any] = super().field2property(field)
            return found
        schema = self.named(field)
        if field.only:
            only = f"Only {', '.join(field.only)}."
            said = schema.get("description")
            schema = {**schema, "description": f"{said}. {only}" if said else only}
        return schema

    def named(self, field: ShapeField) -> dict[str, Any]:
        """A shape with parts becomes a component under the field's name."""
        schema: dict[str, Any] = self.with_named_parts(field.json_schema())
        if schema.get("type") not in {"object", "array"}:
            return schema
        components = self.spec.components
        name = field.component
        if components.schemas.get(name, schema) != schema:
            # Two requests call different things by one name.
            name = f"{type(field.parent).__name__}{name}"
        if name not in components.schemas:
            components.schema(name, schema)
        return {"$ref": f"#/components/schemas/{name}"}

    def with_named_parts(self, schema: Any) -> Any:
        """The schema with a reference in the place of every part that has a title."""
        if isinstance(schema, list):
            return [self.with_named_parts(part) for part in schema]
        if not isinstance(schema, dict):
            return schema
        found = {name: self.with_named_parts(part) for name, part in schema.items()}
        title = found.get("title")
        if not isinstance(title, str):
            return found
        del found["title"]
        if title not in self.spec.components.schemas:
            self.spec.components.schema(title, found)
        return {"$ref": f"#/components/schemas/{title}"}


class Plugin(MarshmallowPlugin):
    Converter = Converter


def schema_name(schema: Schema | type[Schema]) -> str:
    name = schema.__name__ if isinstance(schema, type) else type(schema).__name__
    return re.sub("Schema$", "", name)


def build(operations: Iterable[Operation], settings: Settings) -> dict[str, Any]:
    """The specification of these operations."""
    limits = "\n".join(
        f"| {getattr(settings, limit.name):,} | {limit.metadata['meaning']} | `{limit.metadata['variable']}` |"
        for limit in settings.limits()
    )
    spec = APISpec(
        "The referee for Carcassonne",
        VERSION,
        "3.1.0",
        plugins=[Plugin(schema_name_resolver=schema_name)],
        info={
            "summary": "Judges a full Carcassonne board: what each feature is worth, who scores it and by which rule.",
            "description": ABOUT.format(languages=", ".join(languages()), limits=limits),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        servers=[{"url": "/", "description": "this service"}],
        tags=[{"name": name, "description": description} for name, description in TAGS.items()],
    )
    _shared(spec, settings)
    for operation in operations:
        spec.path(operation.path, operations={operation.method.lower(): _operation(operation)})
    found = spec.to_dict()
    info = {"title": spec.title, "version": spec.version, **found["info"]}
    return {"openapi": found["openapi"], **found, "info": info}


def _shared(spec: APISpec, settings: Settings) -> None:
    """What operations refer to."""
    components = spec.components
    components.parameter(
        "AcceptLanguage",
        "header",
        {
            "name": "Accept-Language",
            "description": f"The language of sentences: {', '.join(languages())}. English for any other.",
            "schema": {"type": "string"},
            "example": "nl",
        },
    )
    components.parameter(
        "RequestId",
        "header",
        {
            "name": "X-Request-Id",
            "description": "Your name for the request: up to 64 letters, digits and `. _ : -`; others are ignored.",
            "schema": {"type": "string"},
            "example": "table-7",
        },
    )
    components.parameter(
        "IfNoneMatch",
        "header",
        {
            "name": "If-None-Match",
            "description": "The ETag of an answer that you have kept.",
            "schema": {"type": "string"},
            "example": '"0123456789abcdef0123456789abcdef"',
        },
    )
    components.header(
        "RequestId", {"description": "The request's id.", "schema": {"type": "string"}, "example": "table-7"}
    )
    components.header("ContentLanguage", {"description": "The language of sentences.", "schema": {"type": "string"}})
    components.header("ETag", {"description": "Names this state of the answer.", "schema": {"type": "string"}})
    components.header("Allow", {"description": "The methods that the address takes.", "schema": {"type": "string"}})
    components.response(
        "NotModified",
        {
            "description": "What you have kept still holds.",
            "headers": {"ETag": _ref("headers", "ETag"), "X-Request-Id": _ref("headers", "RequestId")},
        },
    )
    for status, kinds in _by_status(KINDS).items():
        components.response(_response_name(status), _refusal(kinds, settings))


def _by_status(kinds: Iterable[Kind]) -> dict[int, list[Kind]]:
    found: dict[int, list[Kind]] = {}
    for kind in kinds:
        found.setdefault(kind.status, []).append(kind)
    return found


def _response_name(status: int) -> str:
    return f"Problem{status}"


def _ref(section: str, name: str) -> dict[str, str]:
    return {"$ref": f"#/components/{section}/{name}"}


def _refusal(kinds: list[Kind], settings: Settings) -> dict[str, Any]:
    headers = {"X-Request-Id": _ref("headers", "RequestId"), "Content-Language": _ref("headers", "ContentLanguage")}
    if METHOD_NOT_ALLOWED in kinds:
        headers["Allow"] = _ref("headers", "Allow")
    return {
        "description": "\n\n".join(f"{kind.title}. {kind.advice}" for kind in kinds),
        "headers": headers,
        "content": {
            MEDIA_TYPE: {
                "schema": PROBLEM,
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
        unexpected("table-7"),
    )
    return next(refusal for refusal in refusals if refusal.kind is kind).to_json(texts())


def _refused(asked: object) -> dict[str, object]:
    try:
        referee.score(asked)
    except Refused as refused:
        return refused_json(refused, texts())
    raise AssertionError("the example of a refusal was answered")


def _operation(operation: Operation) -> dict[str, Any]:
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
        content = {"schema": operation.request, "examples": asked}
        found["requestBody"] = {"required": True, "content": {JSON: content}}
    headers = {"X-Request-Id": _ref("headers", "RequestId")}
    if operation.speaks:
        headers["Content-Language"] = _ref("headers", "ContentLanguage")
    responses: dict[str, Any] = {
        "200": {"description": operation.summary, "headers": headers, "content": _answers(operation, shown)}
    }
    if operation.keeps:
        headers["ETag"] = _ref("headers", "ETag")
        responses["304"] = "NotModified"
    for status in _by_status((*operation.refusals, INTERNAL)):
        responses[str(status)] = _response_name(status)
    return {**found, "responses": responses}


def _answers(operation: Operation, shown: Mapping[str, Example]) -> dict[str, Any]:
    answered = {
        name: {"summary": example.summary}
        | ({"value": example.answer} if example.link is None else {"externalValue": example.link})
        for name, example in shown.items()
    }
    schema = operation.answer if operation.answer is not None else {"type": "string"}
    return {media_type: {"schema": schema, "examples": answered} for media_type in operation.media_types}


def _parameters(operation: Operation) -> list[Any]:
    found: list[Any] = []
    for name in re.findall(r"\{(\w+)\}", operation.path):
        found.append({"name": name, "in": "path", **PATH_PARAMETERS[name]})
    if operation.speaks:
        found.append("AcceptLanguage")
    if operation.keeps:
        found.append("IfNoneMatch")
    return [*found, "RequestId"]


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
