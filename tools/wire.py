"""The types of requests and answers: ``python -m tools.wire`` writes them from the schemas of the specification."""

from __future__ import annotations

import keyword
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from api.app import operations_of
from api.components import VARIANT_NAMES, merged, ref
from api.openapi import build
from api.settings import Settings

FOLDER: Final = Path(__file__).parents[1] / "scorer" / "wire"
WRITTEN: Final = "Written by ``python -m tools.wire`` from the shapes that the specification is made from."
ABOUT: Final = f'''\
"""Requests and answers as types, for a type checker: ``scorer.score`` takes a ``ScoreRequest`` and answers a ``Score``.

{WRITTEN}
At run time they are plain dicts. Whoever builds a request step by step says what it is to become::

    request: scorer.wire.ScoreRequest = {{"variant": "base", "phase": "final"}}
"""

# ruff: noqa: I001
# fmt: off
'''
HEAD: Final = f'''\
"""What {{what}} look like. {WRITTEN}"""

{{packed}}# fmt: off
from __future__ import annotations

from typing import {{typing}}
{{others}}'''
PLAIN: Final = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
VARIANT: Final = "VariantName"
#: Longer lists of words would tell nobody anything.
MOST_WORDS: Final = 100
WIDTH: Final = 120

Json = dict[str, Any]


class Types:
    """The schemas that the questions use, as Python."""

    def __init__(self, specification: Json) -> None:
        self.schemas: Json = specification["components"]["schemas"]
        self.schemas[VARIANT] = {"type": "string", "enum": list(VARIANT_NAMES)}
        asked = [methods["post"] for path, methods in specification["paths"].items() if "post" in methods]
        self.wanted: dict[str, None] = {}
        self.want([operation.get("requestBody", {}) for operation in asked])
        self.requests = sorted(self.wanted)
        self.want([operation["responses"]["200"] for operation in asked])
        self.answers = sorted(self.wanted.keys() - set(self.requests))

    def want(self, schema: Any) -> None:
        """Notes every name that is referred to."""
        if isinstance(schema, dict):
            for key, part in schema.items():
                if key == "$ref":
                    name = part.rpartition("/")[2]
                    if name in self.schemas and name not in self.wanted:
                        self.wanted[name] = None
                        self.want(self.whole(name))
                elif key not in ("examples", "discriminator"):
                    self.want(part)
        elif isinstance(schema, list):
            for part in schema:
                self.want(part)

    def whole(self, name: str) -> Json:
        """The schema of a name; of one that has several forms, one with the fields of all of them."""
        schema: Json = self.schemas[name]
        if "discriminator" in schema:
            forms = [self.schemas[one["$ref"].rpartition("/")[2]] for one in schema["oneOf"]]
            schema = {**merged(forms), "description": schema.get("description", "")}
            # A checker tells one rule value from another by its name alone.
            fields = {**schema["properties"], "variant": ref("schemas", VARIANT)}
            schema["properties"] = fields | ({"rules": ref("schemas", "RuleValues")} if "rules" in fields else {})
        return schema

    def files(self) -> Iterator[tuple[str, str]]:
        """The name and the text of each module."""
        answers = self.body(self.answers)
        used = [name for name in self.requests if re.search(rf"\b{name}\b", answers)]
        yield "requests.py", head("requests", self.body(self.requests)) + self.body(self.requests)
        yield "answers.py", head("answers", answers, imported("requests", used)) + answers
        named = imported("answers", self.answers) + imported("requests", self.requests)
        yield "__init__.py", ABOUT + named + f"\n__all__ = {sorted(self.wanted)!r}\n"

    def body(self, names: list[str]) -> str:
        return "".join(self.definition(name, self.whole(name)) for name in names)

    def definition(self, name: str, schema: Json) -> str:
        if schema.get("type") != "object" or "properties" not in schema:
            written = self.written(schema)
            return f"\n\n{name}: TypeAlias = {f'{written!r}' if '|' in written else written}\n"
        fields = {field: self.field(field, part, schema) for field, part in schema["properties"].items()}
        if any(keyword.iskeyword(field) for field in fields):
            inner = "".join(f"    {field!r}: {written!r},\n" for field, written in fields.items())
            return f"\n\n{name} = TypedDict(\n    {name!r},\n    {{\n{inner}    }},\n)\n"
        said = sentence(schema.get("description", ""))
        inner = "".join(f"    {field}: {written}\n" for field, written in fields.items())
        return f"\n\nclass {name}(TypedDict):\n" + (f'    """{said}"""\n' if said else "") + inner

    def field(self, name: str, schema: Json, owner: Json) -> str:
        written = self.written(schema)
        return written if name in owner.get("required", ()) else f"NotRequired[{written}]"

    def written(self, schema: Json) -> str:
        """The type of a value."""
        if "$ref" in schema:
            name: str = schema["$ref"].rpartition("/")[2]
            return name
        if "enum" in schema:
            return f"Literal[{', '.join(map(repr, schema['enum']))}]"
        for choice in ("anyOf", "oneOf"):
            if choice in schema:
                return " | ".join(dict.fromkeys(self.written(one) for one in schema[choice]))
        match schema.get("type"):
            case "array":
                return f"list[{self.written(schema['items'])}]"
            case "object":
                return f"dict[str, {self.written(schema.get('additionalProperties', {}))}]"
            case None:
                return "Any"
            case plain:
                words = schema.get("x-extensible-enum", ())
                return f"Literal[{', '.join(map(repr, words))}]" if 0 < len(words) <= MOST_WORDS else PLAIN[plain]


def sentence(description: str) -> str:
    """A description as a docstring has it."""
    first = re.split(r"\n|; ", description)[0].replace("`", "``").strip()
    return first[:1].upper() + first[1:].rstrip(".") + "." if first else ""


def head(what: str, body: str, others: str = "") -> str:
    names = ("Any", "Literal", "NotRequired", "TypeAlias", "TypedDict")
    used = [name for name in names if re.search(rf"\b{name}\b", body)]
    packed = "# ruff: noqa: I001\n" if others else ""
    return HEAD.format(what=what, packed=packed, typing=", ".join(used), others=f"\n{others}" if others else "")


def imported(module: str, names: list[str]) -> str:
    return f"from scorer.wire.{module} import (\n    {', '.join(names)},\n)\n"


def formatted(source: str) -> Iterator[str]:
    """The source with long lines broken."""
    for line in source.splitlines():
        match = re.fullmatch(r"(.*?\[)('.*')(\].*)", line) or re.fullmatch(r"()( {4}\w+, .*)()", line)
        if len(line) <= WIDTH or match is None:
            yield line
            continue
        before, words, after = match.groups()
        indent = " " * (4 if before.lstrip() == before else 8)
        yield from [before] if before else []
        yield from textwrap.wrap(
            words.strip(), WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
        )
        yield from [f"{indent[4:]}{after}"] if after else []


def wire() -> dict[str, str]:
    """The text of each module of the package, by its name."""
    types = Types(build(operations_of(Settings()), Settings()))
    return {name: "\n".join(formatted(text)) + "\n" for name, text in types.files()}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in wire().items():
        (FOLDER / name).write_text(text, "utf-8")
