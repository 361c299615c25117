"""The shapes of JSON values: what a request may hold, checked with a pointer to each fault, described as JSON Schema.

The library reads its requests through these, and the service builds its schemas from the very same objects.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from scorer.limits import LIMITS
from scorer.problems import Problem, escaped, unknown_field
from scorer.texts import Message, counted, text

Schema = dict[str, Any]
Problems = list[Problem]

JSON_TYPES: Final = {str: "string", int: "integer", bool: "boolean"}
TYPE_NAMES: Final = {
    "an object": text("an object"),
    "a list": text("a list"),
    "a string": text("a string"),
    "a whole number": text("a whole number"),
    "true or false": text("true or false"),
}


def json_type(value: object) -> Message:
    """How a message names the type of a value that is none of the expected."""
    match value:
        case None:
            return text("null")
        case bool():
            return text("true or false")
        case str():
            return text("a string")
        case int() | float():
            return text("a number")
        case list() | tuple():
            return text("a list")
        case _:
            return text("an object")


def wrong_type(pointer: str, wanted: str, value: object) -> Problem:
    message = text("This must be {wanted}, not {found}.", wanted=TYPE_NAMES[wanted], found=json_type(value))
    return Problem("wrong-type", pointer, message)


class Shape(ABC):
    """What a JSON value must look like."""

    @abstractmethod
    def read(self, value: object, pointer: str, problems: Problems) -> Any:
        """The value as the library wants it; what is wrong is added to ``problems``, the answer is then worthless."""

    @abstractmethod
    def schema(self) -> Schema:
        """The shape as JSON Schema."""


@dataclass(frozen=True, slots=True)
class Integer(Shape):
    least: int
    most: int
    description: str = ""

    def read(self, value: object, pointer: str, problems: Problems) -> int:
        # JSON Schema counts 62.0 as an integer, so do we; true and false are none.
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            problems.append(wrong_type(pointer, "a whole number", value))
            return 0
        if not self.least <= value <= self.most:
            message = text("This must be from {least} to {most}.", least=self.least, most=self.most)
            problems.append(Problem("out-of-range", pointer, message))
        return value

    def schema(self) -> Schema:
        return _described({"type": "integer", "minimum": self.least, "maximum": self.most}, self.description)


@dataclass(frozen=True, slots=True)
class Anything(Shape):
    """A value that nobody looks at."""

    description: str = ""

    def read(self, value: object, pointer: str, problems: Problems) -> object:
        return value

    def schema(self) -> Schema:
        return _described({}, self.description)


@dataclass(frozen=True, slots=True)
class Flag(Shape):
    description: str = ""

    def read(self, value: object, pointer: str, problems: Problems) -> bool:
        if value is not True and value is not False:
            problems.append(wrong_type(pointer, "true or false", value))
            return False
        return value

    def schema(self) -> Schema:
        return _described({"type": "boolean"}, self.description)


@dataclass(frozen=True, slots=True)
class Coordinate(Shape):
    """One of a cell's two numbers."""

    def read(self, value: object, pointer: str, problems: Problems) -> int:
        return self.within().read(value, pointer, problems)

    def schema(self) -> Schema:
        return self.within().schema()

    def within(self) -> Integer:
        return Integer(-LIMITS.farthest, LIMITS.farthest)


@dataclass(frozen=True, slots=True)
class Text(Shape):
    """A short printable string: a name, or a spot."""

    description: str = ""

    def read(self, value: object, pointer: str, problems: Problems) -> str:
        if not isinstance(value, str):
            problems.append(wrong_type(pointer, "a string", value))
            return ""
        if len(value) > LIMITS.longest_name or not is_printed(value):
            message = text("This must be 1 to {most} printable characters.", most=LIMITS.longest_name)
            problems.append(Problem("out-of-range", pointer, message))
        return value

    def schema(self) -> Schema:
        return _described({"type": "string", "minLength": 1, "maxLength": LIMITS.longest_name}, self.description)


@lru_cache(2048)
def is_printed(value: str) -> bool:
    """Whether a short string can be read; the same few come again and again."""
    return value.isprintable() and bool(value.strip())


@dataclass(frozen=True, slots=True)
class Choice(Shape):
    """One of a few fixed values."""

    values: tuple[str | int | bool, ...]
    description: str = ""

    def read(self, value: object, pointer: str, problems: Problems) -> str | int | bool:
        for allowed in self.values:
            if value == allowed and isinstance(value, bool) == isinstance(allowed, bool):
                return allowed
        message = text("This must be one of {allowed}.", allowed=[str(v) for v in self.values])
        problems.append(Problem("not-a-choice", pointer, message))
        return self.values[0]

    def schema(self) -> Schema:
        kinds = {type(value) for value in self.values}
        typed = {"type": JSON_TYPES[kinds.pop()]} if len(kinds) == 1 else {}
        return _described({**typed, "enum": list(self.values)}, self.description)


@dataclass(frozen=True, slots=True)
class Items(Shape):
    """A list whose items have one shape."""

    item: Shape
    most: int | None = None
    description: str = ""

    def read(self, value: object, pointer: str, problems: Problems) -> list[Any]:
        if not isinstance(value, list | tuple):
            problems.append(wrong_type(pointer, "a list", value))
            return []
        if self.most is not None and len(value) > self.most:
            problems.append(too_many(pointer, self.most))
            return []
        return [self.item.read(item, f"{pointer}/{number}", problems) for number, item in enumerate(value)]

    def schema(self) -> Schema:
        limit = {} if self.most is None else {"maxItems": self.most}
        return _described({"type": "array", "items": self.item.schema(), **limit}, self.description)


def too_many(pointer: str, most: int) -> Problem:
    message = counted("At most {count} item may stand here.", "At most {count} items may stand here.", most)
    return Problem("too-many-items", pointer, message)


@dataclass(frozen=True, slots=True)
class Record(Shape):
    """An object with named fields; unknown ones are refused."""

    required: Mapping[str, Shape]
    optional: Mapping[str, Shape] = field(default_factory=dict)
    description: str = ""
    #: A name for the schema, where it is one of several.
    title: str = ""

    def read(self, value: object, pointer: str, problems: Problems) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            problems.append(wrong_type(pointer, "an object", value))
            return {}
        for name in self.required:
            if name not in value:
                problems.append(missing(pointer, name))
        answer = {}
        for name, content in value.items():
            shape = self.required.get(name) or self.optional.get(name)
            if shape is None:
                problems.append(unknown_field(pointer, name, [*self.required, *self.optional]))
            else:
                answer[name] = shape.read(content, f"{pointer}/{escaped(name)}", problems)
        return answer

    def schema(self) -> Schema:
        fields = {name: shape.schema() for name, shape in {**self.required, **self.optional}.items()}
        schema: Schema = {"type": "object", "properties": fields, "additionalProperties": False}
        if self.required:
            schema["required"] = list(self.required)
        if self.title:
            schema["title"] = self.title
        return _described(schema, self.description)


@dataclass(frozen=True, slots=True)
class Table(Shape):
    """An object whose keys are names (of players, say) and whose values have one shape."""

    content: Shape
    description: str = ""

    def read(self, value: object, pointer: str, problems: Problems) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            problems.append(wrong_type(pointer, "an object", value))
            return {}
        return {
            name: self.content.read(content, f"{pointer}/{escaped(name)}", problems) for name, content in value.items()
        }

    def schema(self) -> Schema:
        return _described({"type": "object", "additionalProperties": self.content.schema()}, self.description)


@dataclass(frozen=True, slots=True)
class Nullable(Shape):
    """A value that may be null."""

    content: Shape

    def read(self, value: object, pointer: str, problems: Problems) -> Any:
        return None if value is None else self.content.read(value, pointer, problems)

    def schema(self) -> Schema:
        return {"anyOf": [self.content.schema(), {"type": "null"}]}


def missing(pointer: str, name: str) -> Problem:
    return Problem("field-missing", pointer, text("The field “{field}” is missing.", field=name))


def _described(schema: Schema, description: str) -> Schema:
    return {**schema, "description": description} if description else schema
