"""Fields of schemas: those that carry shapes of the library, and short ways to declare the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from marshmallow import Schema, ValidationError, fields, validate

from scorer.problems import Problem
from scorer.shapes import Shape
from scorer.variants import VARIANTS


class Limit(NamedTuple):
    """How many items a value may hold: the value itself, or the list in one of its fields."""

    most: int
    inside: str | None = None

    def exceeded(self, value: Any) -> bool:
        if self.inside is not None:
            value = value.get(self.inside) if isinstance(value, dict) else None
        return isinstance(value, list) and len(value) > self.most

    def pointer(self, name: str) -> str:
        return f"/{name}" if self.inside is None else f"/{name}/{self.inside}"


class ShapeField(fields.Field[Any]):
    """A field of the shape that the library reads; where games differ, of any of their shapes."""

    def __init__(self, *shapes: Shape, limit: Limit | None = None, only: tuple[str, ...] = (), **options: Any) -> None:
        super().__init__(**options)
        self.shapes = shapes
        self.limit = limit
        #: The variants that know the field, where not all do.
        self.only = only

    @property
    def component(self) -> str:
        """What the specification calls the field's schema."""
        return str(self.name).title().replace("_", "")

    def json_schema(self) -> dict[str, Any]:
        """The field as JSON Schema, with the service's limit."""
        found: list[dict[str, Any]] = []
        for shape in self.shapes:
            if (schema := shape.schema()) not in found:
                found.append(schema)
        schema = found[0] if len(found) == 1 else {"anyOf": found}
        if self.limit is not None:
            limited = schema if self.limit.inside is None else schema["properties"][self.limit.inside]
            limited["maxItems"] = self.limit.most
        return schema


class AnswerField(ShapeField):
    """A field of an answer; reading it proves that it has its shape."""

    @property
    def component(self) -> str:
        return f"{type(self.parent).__name__}{super().component}"

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **options: Any) -> Any:
        for shape in self.shapes:
            problems: list[Problem] = []
            shape.read(value, f"/{attr}", problems)
            if not problems:
                return value
        raise ValidationError([f"{problem.code} at {problem.pointer}" for problem in problems])


Field = TypeVar("Field", bound=ShapeField)


def games_fields(field: type[Field], declared: Mapping[str, Iterable[Mapping[str, Shape]]]) -> dict[str, Field]:
    """The fields that games add, from what each variant's id declares: one field per name."""
    shapes: dict[str, list[Shape]] = {}
    owners: dict[str, dict[str, None]] = {}
    for variant, tables in declared.items():
        for table in tables:
            for name, shape in table.items():
                shapes.setdefault(name, []).append(shape)
                owners.setdefault(name, {})[variant] = None
    return {
        name: field(*found, only=() if len(owners[name]) == len(VARIANTS) else tuple(owners[name]))
        for name, found in shapes.items()
    }


# Plain fields of answers


def integer(description: str = "", **options: Any) -> fields.Integer:
    return fields.Integer(strict=True, required=True, metadata=_described(description), **options)


def string(description: str = "", **options: Any) -> fields.String:
    return fields.String(**{"required": True, **options}, metadata=_described(description))


def flag(description: str = "", **options: Any) -> fields.Boolean:
    return fields.Boolean(required=True, truthy={True}, falsy={False}, metadata=_described(description), **options)


def strings(description: str = "", **options: Any) -> fields.List[str]:
    return fields.List(fields.String(), **{"required": True, **options}, metadata=_described(description))


def table(description: str, values: fields.Field[Any] | None = None, **options: Any) -> fields.Dict:
    content = fields.Integer(strict=True) if values is None else values
    return fields.Dict(fields.String(), content, **{"required": True, **options}, metadata=_described(description))


def many(schema: type[Schema] | Schema, description: str = "", **options: Any) -> fields.List[Any]:
    return fields.List(fields.Nested(schema), **{"required": True, **options}, metadata=_described(description))


def cells(description: str) -> fields.List[Any]:
    cell = fields.List(fields.Integer(strict=True), validate=validate.Length(equal=2), metadata={"description": "x, y"})
    return fields.List(cell, required=True, metadata=_described(description))


def _described(description: str) -> dict[str, str]:
    return {"description": description} if description else {}
