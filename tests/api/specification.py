"""The specification as the service gives it, and how to walk through a request along its schema."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from api.app import operations_of
from api.openapi import build, to_yaml
from api.settings import Settings

Schema = dict[str, Any]
Way = tuple[str | int, ...]
#: The file that is committed.
COMMITTED = Path(__file__).parents[2] / "openapi.yaml"


@cache
def text() -> str:
    return to_yaml(build(operations_of(Settings()), Settings()))


@cache
def specification() -> Schema:
    found: Schema = yaml.safe_load(text())
    return found


def resolved(schema: Schema) -> Schema:
    while "$ref" in schema:
        section, name = schema["$ref"].removeprefix("#/components/").split("/")
        schema = specification()["components"][section][name]
    return schema


def request_schema(call: str) -> Schema:
    operation = specification()["paths"][f"/v1/{call}"]["post"]
    return resolved(operation["requestBody"]["content"]["application/json"]["schema"])


def alone(schema: Schema) -> Schema:
    """The schema with everything that it refers to, for a validator."""
    return {**schema, "components": specification()["components"]}


class Place(NamedTuple):
    """A value within a request, with its schema."""

    path: Way
    value: Any
    schema: Schema

    @property
    def pointer(self) -> str:
        return "".join(f"/{part}" for part in self.path)


def chosen(schema: Schema, value: Any) -> Schema:
    """The schema with the parts of the choice that this value makes, where it leaves one."""
    schema = resolved(schema)
    if "discriminator" in schema and isinstance(value, dict):
        told = schema["discriminator"]
        return resolved({"$ref": told["mapping"][value[told["propertyName"]]]})
    for choice in map(resolved, choices(schema)):
        if choice.get("type", "any") == {dict: "object", list: "array"}.get(type(value)) and (
            not isinstance(value, dict) or set(choice.get("required", ())) <= value.keys()
        ):
            return {**choice, "anyOf": choices(schema)}
    return schema


def choices(schema: Schema) -> list[Schema]:
    """The schemas of which a value has one."""
    found: list[Schema] = schema.get("anyOf") or schema.get("oneOf") or []
    return found


def places(value: Any, schema: Schema, path: Way = ()) -> Iterator[Place]:
    """Every value of a request along its schema, the request itself first."""
    schema = chosen(schema, value)
    yield Place(path, value, schema)
    if isinstance(value, dict):
        for name, content in value.items():
            inner = schema.get("properties", {}).get(name, schema.get("additionalProperties"))
            assert inner, f"{name} is not in the schema"
            yield from places(content, inner, (*path, name))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from places(item, schema["items"], (*path, number))


def fields_of(schema: Schema, path: Way = ()) -> Iterator[Way]:
    """The path of every field in a schema; items of lists and free keys are ``*``."""
    schema = resolved(schema)
    for choice in choices(schema):
        yield from fields_of(choice, path)
    for name, inner in schema.get("properties", {}).items():
        yield (*path, name)
        yield from fields_of(inner, (*path, name))
    for inner in (schema.get("items"), schema.get("additionalProperties")):
        if inner:
            yield from fields_of(inner, (*path, "*"))


def general(place: Place, request: Any, schema: Schema) -> Way:
    """A place's path as ``fields_of`` writes it."""
    path: list[str | int] = []
    for part in place.path:
        schema = chosen(schema, request)
        named = isinstance(part, str) and part in schema.get("properties", {})
        path.append(part if named else "*")
        schema = schema["properties"][part] if named else schema.get("items") or schema["additionalProperties"]
        request = request[part]
    return tuple(path)


def replaced(request: Any, path: Way, value: Any) -> Any:
    """A copy of the request with another value at this place."""
    if not path:
        return value
    changed = copy.deepcopy(request)
    holder = changed
    for part in path[:-1]:
        holder = holder[part]
    holder[path[-1]] = value
    return changed
