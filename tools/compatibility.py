"""Whether clients of the last release still work: ``python -m tools.compatibility`` lists every breaking change.

A release is kept as a digest: what each call takes and answers, field by field. ``--release`` writes the digest anew,
when a version is released.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import yaml

ROOT: Final = Path(__file__).parents[1]
SPECIFICATION: Final = ROOT / "openapi.yaml"
RELEASED: Final = ROOT / "tests" / "api" / "released.json"
JSON_TYPES: Final = {str: "string", int: "integer", bool: "boolean", float: "number", type(None): "null"}
#: An item of a list, or a value under a free key.
ANY: Final = "*"

Json = dict[str, Any]
#: What a field may be, by its path: its JSON types, its values where they are listed, whether it must be there.
Fields = dict[str, Json]


class Flattened:
    """A specification, each of its requests and answers as a flat list of fields."""

    def __init__(self, specification: Json) -> None:
        self.specification = specification

    def digest(self) -> Json:
        """What each operation takes and answers."""
        return {
            f"{method.upper()} {path}": self.operation(operation)
            for path, methods in sorted(self.specification["paths"].items())
            for method, operation in methods.items()
        }

    def operation(self, operation: Json) -> Json:
        found = {
            "parameters": {
                f"{told['in']} {told['name']}": bool(told.get("required"))
                for told in map(self.resolved, operation.get("parameters", ()))
            },
            "answers": {
                media_type: self.fields(content["schema"])
                for media_type, content in self.resolved(operation["responses"]["200"]).get("content", {}).items()
            },
        }
        body = operation.get("requestBody", {}).get("content", {})
        return found | {"requests": {name: self.fields(content["schema"]) for name, content in body.items()}}

    def resolved(self, schema: Json) -> Json:
        while "$ref" in schema:
            found: Any = self.specification
            for step in schema["$ref"].removeprefix("#/").split("/"):
                found = found[step]
            schema = found
        return schema

    def fields(self, schema: Json) -> Fields:
        return dict(self.walk([schema], "", required=True))

    def walk(self, schemas: list[Json], path: str, *, required: bool) -> Iterator[tuple[str, Json]]:
        forms = [form for schema in schemas for form in self.forms(schema)]
        types = [types_of(form) for form in forms]
        told: Json = {"types": sorted({one for found in types for one in found}) if all(types) else []}
        if all("enum" in form or "const" in form for form in forms):
            told["values"] = sorted({value for form in forms for value in values_of(form)}, key=str)
        if required:
            told["required"] = True
        yield path, told
        objects = [form for form in forms if "properties" in form]
        for name in dict.fromkeys(name for form in objects for name in form["properties"]):
            inner = [form["properties"][name] for form in objects if name in form["properties"]]
            always = all(name in form.get("required", ()) for form in objects)
            yield from self.walk(inner, f"{path}/{name}", required=always)
        free = [form[key] for form in forms for key in ("items", "additionalProperties") if form.get(key)]
        if free:
            yield from self.walk(free, f"{path}/{ANY}", required=False)

    def forms(self, schema: Json) -> list[Json]:
        """The shapes of which a value has one."""
        schema = self.resolved(schema)
        choices = schema.get("anyOf") or schema.get("oneOf")
        return [form for choice in choices for form in self.forms(choice)] if choices else [schema]


def values_of(form: Json) -> list[Any]:
    found: list[Any] = form["enum"] if "enum" in form else [form["const"]]
    return found


def types_of(form: Json) -> list[str]:
    """The JSON types that a shape allows; none where it allows all."""
    if "type" in form:
        return [form["type"]] if isinstance(form["type"], str) else list(form["type"])
    return [JSON_TYPES[type(value)] for value in values_of(form)] if "enum" in form or "const" in form else []


def breaks(before: Json, now: Json) -> list[str]:
    """What a client of the one digest would stumble over in the other."""
    found = []
    for call, old in before.items():
        new = now.get(call)
        if new is None:
            found.append(f"{call} is gone")
            continue
        for name in old["parameters"].keys() - new["parameters"].keys():
            found.append(f"{call}: the parameter {name} is gone")
        for name, required in new["parameters"].items():
            if required and not old["parameters"].get(name):
                found.append(f"{call}: the parameter {name} is required")
        for side, compare in (("requests", request_breaks), ("answers", answer_breaks)):
            for media_type, fields in old[side].items():
                if media_type not in new[side]:
                    found.append(f"{call}: no {media_type} in {side}")
                else:
                    told = compare(fields, new[side][media_type])
                    found += [f"{call}: {path or 'the whole'} of {side} {what}" for path, what in told]
    return sorted(found)


def request_breaks(old: Fields, new: Fields) -> Iterator[tuple[str, str]]:
    """What was taken is taken still, and no more is demanded."""
    for path, before in old.items():
        now = new.get(path)
        if now is None:
            yield path, "is gone"
        elif now["types"] and not (before["types"] and set(before["types"]) <= set(now["types"])):
            yield path, f"takes {now['types']}, no longer {before['types'] or 'anything'}"
        elif "values" in now and not set(before.get("values", [None])) <= set(now["values"]):
            yield path, "takes fewer values"
    for path, now in new.items():
        parent = path.rpartition("/")[0]
        if now.get("required") and parent in old and not old.get(path, {}).get("required"):
            yield path, "is demanded"


def answer_breaks(old: Fields, new: Fields) -> Iterator[tuple[str, str]]:
    """What was answered is answered still, and nothing else in its place."""
    for path, before in old.items():
        now = new.get(path)
        if now is None:
            yield path, "is gone"
        elif before["types"] and not (now["types"] and set(now["types"]) <= set(before["types"])):
            yield path, f"may be {now['types'] or 'anything'}, not only {before['types']}"
        elif "values" in before and not set(now.get("values", [None])) <= set(before["values"]):
            yield path, "may have values that were not listed"
        elif before.get("required") and not now.get("required"):
            yield path, "may be left out"


def digest_of(specification: Path) -> Json:
    return Flattened(yaml.safe_load(specification.read_text("utf-8"))).digest()


def released() -> Json:
    found: Json = json.loads(RELEASED.read_text("utf-8"))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--release", action="store_true", help="keep the specification as that of a release")
    if parser.parse_args().release:
        lines = [f"{json.dumps(call)}: {json.dumps(told)}" for call, told in digest_of(SPECIFICATION).items()]
        RELEASED.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
        return
    found = breaks(released(), digest_of(SPECIFICATION))
    print("\n".join(found) or "Nothing breaks.")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
