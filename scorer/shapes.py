"""The shapes of JSON values: what a request may hold, checked with a pointer to each fault, described as JSON Schema.

The library reads its requests through these, and the service builds its schemas from the very same objects. What is
read, and how much of it is allowed, travels as one :class:`Reading`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from scorer.limits import DEFAULT_LIMITS, MOST_ENTRIES, Limits, shortened
from scorer.problems import Problem, comparing, escaped, unknown_field
from scorer.texts import Message, counted, text

Schema = dict[str, Any]

JSON_TYPES: Final = {str: "string", int: "integer", bool: "boolean"}
TYPE_NAMES: Final = {
    "an object": text("an object"),
    "a list": text("a list"),
    "a string": text("a string"),
    "a whole number": text("a whole number"),
    "a number": text("a number"),
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
        case dict():
            return text("an object")
        case _:
            return text("Python’s “{name}”", name=type(value).__name__)


class Reading:
    """A request while it is read: how much it may say, and everything that is wrong with it so far."""

    __slots__ = ("limits", "problems")

    def __init__(self, limits: Limits = DEFAULT_LIMITS) -> None:
        self.limits = limits
        self.problems: list[Problem] = []

    def refuse(self, code: str, pointer: str, message: Message, rule: str | None = None) -> None:
        self.problems.append(Problem(code, pointer, message, rule))


def wrong_type(pointer: str, wanted: str, value: object) -> Problem:
    message = text("This must be {wanted}, not {found}.", wanted=TYPE_NAMES[wanted], found=json_type(value))
    return Problem("wrong-type", pointer, message)


class Shape:
    """What a JSON value must look like."""

    def read(self, value: object, pointer: str, reading: Reading) -> Any:
        """The value as the library wants it; what is wrong is noted in ``reading``, the answer is then worthless."""
        raise NotImplementedError

    def schema(self, limits: Limits) -> Schema:
        """The shape as JSON Schema."""
        raise NotImplementedError


@dataclass(frozen=True)
class Integer(Shape):
    least: int
    most: int
    description: str = ""

    def read(self, value: object, pointer: str, reading: Reading) -> int:
        # JSON Schema counts 62.0 as an integer, so do we; true and false are none.
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            reading.problems.append(wrong_type(pointer, "a whole number", value))
            return 0
        if not self.least <= value <= self.most:
            message = text("This must be from {least} to {most}.", least=self.least, most=self.most)
            reading.problems.append(Problem("out-of-range", pointer, message))
        return value

    def schema(self, limits: Limits) -> Schema:
        return _described({"type": "integer", "minimum": self.least, "maximum": self.most}, self.description)


@dataclass(frozen=True)
class Chance(Shape):
    """How likely something is: from 0, never, to 1, for sure."""

    description: str = ""

    def read(self, value: object, pointer: str, reading: Reading) -> float:
        if not isinstance(value, int | float) or isinstance(value, bool):
            reading.problems.append(wrong_type(pointer, "a number", value))
            return 0.0
        if not 0 <= value <= 1:
            reading.problems.append(Problem("out-of-range", pointer, text("This must be from 0 to 1.")))
        return value

    def schema(self, limits: Limits) -> Schema:
        return _described({"type": "number", "minimum": 0, "maximum": 1}, self.description)


@dataclass(frozen=True)
class Anything(Shape):
    """A value that nobody looks at."""

    description: str = ""

    def read(self, value: object, pointer: str, reading: Reading) -> object:
        return value

    def schema(self, limits: Limits) -> Schema:
        return _described({}, self.description)


@dataclass(frozen=True)
class Flag(Shape):
    description: str = ""

    def read(self, value: object, pointer: str, reading: Reading) -> bool:
        if value is not True and value is not False:
            reading.problems.append(wrong_type(pointer, "true or false", value))
            return False
        return value

    def schema(self, limits: Limits) -> Schema:
        return _described({"type": "boolean"}, self.description)


@dataclass(frozen=True)
class Coordinate(Shape):
    """One of a cell's two numbers."""

    def read(self, value: object, pointer: str, reading: Reading) -> int:
        return self.within(reading.limits).read(value, pointer, reading)

    def schema(self, limits: Limits) -> Schema:
        return self.within(limits).schema(limits)

    def within(self, limits: Limits) -> Integer:
        return Integer(-limits.farthest, limits.farthest)


@dataclass(frozen=True)
class Text(Shape):
    """A short printable string: a name, or a spot; in an answer also a longer one."""

    description: str = ""
    #: The limit on its length; any in answers.
    most: str | None = "longest_name"

    def read(self, value: object, pointer: str, reading: Reading) -> str:
        if not isinstance(value, str):
            reading.problems.append(wrong_type(pointer, "a string", value))
            return ""
        if self.most is not None:
            most = getattr(reading.limits, self.most)
            if len(value) > most or not is_printed(value):
                message = text("This must be 1 to {most} printable characters.", most=most)
                reading.refuse("out-of-range", pointer, message)
        return value

    def schema(self, limits: Limits) -> Schema:
        length = {} if self.most is None else {"minLength": 1, "maxLength": getattr(limits, self.most)}
        return _described({"type": "string", **length}, self.description)


@lru_cache(2048)
def is_printed(value: str) -> bool:
    """Whether a short string can be read; the same few come again and again."""
    return value.isprintable() and bool(value.strip())


@dataclass(frozen=True)
class Choice(Shape):
    """One of a few fixed values."""

    values: tuple[str | int | bool, ...]
    description: str = ""

    def read(self, value: object, pointer: str, reading: Reading) -> str | int | bool:
        for allowed in self.values:
            if value == allowed and isinstance(value, bool) == isinstance(allowed, bool):
                return allowed
        message = text("This must be one of {allowed}.", allowed=[str(v) for v in self.values])
        reading.problems.append(Problem("not-a-choice", pointer, message))
        return self.values[0]

    def schema(self, limits: Limits) -> Schema:
        kinds = {type(value) for value in self.values}
        typed = {"type": JSON_TYPES[kinds.pop()]} if len(kinds) == 1 else {}
        return _described({**typed, "enum": list(self.values)}, self.description)


@dataclass(frozen=True)
class Word(Shape):
    """One of the words that an answer uses; a later version may use more."""

    known: tuple[str, ...]
    description: str = ""

    def read(self, value: object, pointer: str, reading: Reading) -> str:
        return Text(most=None).read(value, pointer, reading)

    def schema(self, limits: Limits) -> Schema:
        return _described({"type": "string", "x-extensible-enum": list(self.known)}, self.description)


@dataclass(frozen=True)
class Named(Shape):
    """A shape that stands under a name of its own in the specification; records have a title themselves."""

    name: str
    content: Shape

    def read(self, value: object, pointer: str, reading: Reading) -> Any:
        return self.content.read(value, pointer, reading)

    def schema(self, limits: Limits) -> Schema:
        return {**self.content.schema(limits), "title": self.name}


@dataclass(frozen=True)
class About(Shape):
    """A named shape, with what it is used for in one place."""

    content: Shape
    use: str

    def read(self, value: object, pointer: str, reading: Reading) -> Any:
        return self.content.read(value, pointer, reading)

    def schema(self, limits: Limits) -> Schema:
        return {**self.content.schema(limits), "$comment": self.use}


@dataclass(frozen=True)
class Items(Shape):
    """A list whose items have one shape."""

    item: Shape
    #: How many there may be: a number, the name of a limit, or any.
    most: int | str | None = None
    description: str = ""
    least: int = 0

    def read(self, value: object, pointer: str, reading: Reading) -> list[Any]:
        if not isinstance(value, (list, tuple)):
            reading.problems.append(wrong_type(pointer, "a list", value))
            return []
        most = self.limit(reading.limits)
        if most is not None and len(value) > most:
            reading.problems.append(too_many(pointer, most))
            return []
        return [self.item.read(item, f"{pointer}/{number}", reading) for number, item in enumerate(value)]

    def limit(self, limits: Limits) -> int | None:
        most: int | None = getattr(limits, self.most) if isinstance(self.most, str) else self.most
        return most

    def schema(self, limits: Limits) -> Schema:
        most = self.limit(limits)
        limit = {} if most is None else {"maxItems": most}
        if self.least:
            limit["minItems"] = self.least
        return _described({"type": "array", "items": self.item.schema(limits), **limit}, self.description)


def too_many(pointer: str, most: int) -> Problem:
    message = counted("At most {count} item may stand here.", "At most {count} items may stand here.", most)
    return Problem("too-many-items", pointer, message)


@dataclass(frozen=True)
class Record(Shape):
    """An object with named fields; unknown ones are refused."""

    required: Mapping[str, Shape]
    optional: Mapping[str, Shape] = field(default_factory=dict)
    description: str = ""
    #: A name for the schema, where it is one of several.
    title: str = ""

    def read(self, value: object, pointer: str, reading: Reading) -> dict[str, Any]:
        if type(value) is not dict and not isinstance(value, Mapping):
            reading.problems.append(wrong_type(pointer, "an object", value))
            return {}
        for name in self.required:
            if name not in value:
                reading.problems.append(missing(pointer, name))
        answer = {}
        for name, content in value.items():
            shape = self.required.get(name) or self.optional.get(name)
            if shape is None:
                known = [*self.required, *self.optional]
                compared = comparing(reading.problems)
                reading.problems.append(unknown_field(pointer, name, known, compared=compared))
            else:
                answer[name] = shape.read(content, f"{pointer}/{name}", reading)
        return answer

    def schema(self, limits: Limits) -> Schema:
        fields = {name: shape.schema(limits) for name, shape in {**self.required, **self.optional}.items()}
        schema: Schema = {"type": "object", "properties": fields, "additionalProperties": False}
        if self.required:
            schema["required"] = list(self.required)
        if self.title:
            schema["title"] = self.title
        return _described(schema, self.description)


@dataclass(frozen=True)
class Table(Shape):
    """An object whose keys are names (of players, say) and whose values have one shape."""

    content: Shape
    description: str = ""
    #: How many there may be; any in answers.
    most: int | None = None

    def read(self, value: object, pointer: str, reading: Reading) -> dict[str, Any]:
        if type(value) is not dict and not isinstance(value, Mapping):
            reading.problems.append(wrong_type(pointer, "an object", value))
            return {}
        if self.most is not None and len(value) > self.most:
            reading.problems.append(too_many(pointer, self.most))
            return {}
        answer = {}
        for name, content in value.items():
            place = f"{pointer}/{escaped(shortened(name))}"
            TABLE_NAME.read(name, place, reading)
            answer[name] = self.content.read(content, place, reading)
        return answer

    def schema(self, limits: Limits) -> Schema:
        limit: Schema = {}
        if self.most is not None:
            names = TABLE_NAME.schema(limits)
            limit = {"maxProperties": self.most, "propertyNames": names}
        return _described(
            {"type": "object", "additionalProperties": self.content.schema(limits), **limit}, self.description
        )


TABLE_NAME: Final = Text()


def by_name(content: Shape, description: str = "") -> Table:
    """A table of a request, by names of players, figures ...; nothing has more of them."""
    return Table(content, description, MOST_ENTRIES)


@dataclass(frozen=True)
class Nullable(Shape):
    """A value that may be null."""

    content: Shape

    def read(self, value: object, pointer: str, reading: Reading) -> Any:
        return None if value is None else self.content.read(value, pointer, reading)

    def schema(self, limits: Limits) -> Schema:
        return {"anyOf": [self.content.schema(limits), {"type": "null"}]}


@dataclass(frozen=True)
class OneOf(Shape):
    """A value of any of these shapes."""

    shapes: tuple[Shape, ...]
    description: str = ""

    def read(self, value: object, pointer: str, reading: Reading) -> Any:
        for shape in self.shapes:
            own = Reading(reading.limits)
            read = shape.read(value, pointer, own)
            if not own.problems:
                return read
        reading.problems += own.problems
        return read

    def schema(self, limits: Limits) -> Schema:
        return _described({"anyOf": [shape.schema(limits) for shape in self.shapes]}, self.description)


def missing(pointer: str, name: str) -> Problem:
    return Problem("field-missing", pointer, text("The field “{field}” is missing.", field=name))


def _described(schema: Schema, description: str) -> Schema:
    return {**schema, "description": description} if description else schema
