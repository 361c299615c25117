"""How a request becomes the library's typed question: marshmallow goes through the fields, the library reads each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields, post_load
from marshmallow import missing as left_out

from scorer.forms import Form
from scorer.limits import Limits
from scorer.problems import Malformed, Problem
from scorer.shapes import Reading, Shape


class ShapeField(fields.Field[Any]):
    """A field of the shape that the library reads."""

    def __init__(self, shape: Shape, limits: Limits, **options: Any) -> None:
        super().__init__(**options)
        self.shape = shape
        self.limits = limits

    def deserialize(self, value: Any, attr: str | None = None, data: Mapping[str, Any] | None = None, **_: Any) -> Any:
        if value is left_out:
            return left_out
        reading = Reading(self.limits)
        read = self.shape.read(value, f"/{self.name}", reading)
        if reading.problems:
            raise ValidationError([reading.problems])
        return read


class QuestionSchema(Schema):
    """A question; loading it yields what the library answers."""

    class Meta:
        unknown = RAISE

    form: Form[Any]
    limits: Limits

    def load(self, data: Any, **options: Any) -> Any:
        """The typed question. Raises :class:`Malformed` with everything that keeps the request from being one."""
        try:
            return super().load(data, **options)
        except ValidationError as error:
            raise Malformed(self.form.in_order(data, problems_in(error))) from None

    @post_load(pass_original=True)
    def question(self, values: dict[str, Any], request: Mapping[str, Any], **_: Any) -> Any:
        if not request.keys() >= set(self.form.required):
            raise Malformed(self.form.in_order(request, ()))
        return self.form.make(values, self.limits)


def problems_in(error: ValidationError) -> list[Problem]:
    """What the library found wrong with single fields; unknown ones are the form's to tell."""
    messages: Mapping[str, Any] = error.messages_dict
    return [
        problem for told in messages.values() for problems in told if isinstance(problems, list) for problem in problems
    ]


def read_question(form: Form[Any], request: Mapping[str, Any], limits: Limits) -> Any:
    """What a request makes up that fills in this form."""
    return schema_of(form, limits, frozenset(request.keys() & form.fields.keys())).load(request)


@lru_cache(maxsize=256)
def schema_of(form: Form[Any], limits: Limits, names: frozenset[str]) -> QuestionSchema:
    """The schema of a form, under these limits, for requests that hold these of its fields and no others.

    Marshmallow goes through all fields of a schema, whether a request holds them or not, and most hold only a few.
    """
    declared = {name: ShapeField(form.fields[name], limits) for name in form.fields if name in names}
    schema = QuestionSchema.from_dict(declared, name="Question")()  # type: ignore[arg-type]
    assert isinstance(schema, QuestionSchema)
    schema.form, schema.limits = form, limits
    return schema
