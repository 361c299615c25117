"""Forms: what a request may hold, and what is made of it when nothing is wrong with its shape."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from scorer.limits import Limits
from scorer.problems import Malformed, Problem, comparing, unknown_field
from scorer.shapes import Reading, Shape, missing

Made = TypeVar("Made")
Values = Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Form(Generic[Made]):
    """The fields of a request. Whoever reads them one by one makes of their values what :attr:`make` says."""

    fields: Mapping[str, Shape]
    make: Callable[[Values, Limits], Made]
    required: tuple[str, ...] = ()
    #: The fields that are told of before all others, whatever the order of the request.
    first: tuple[str, ...] = ()

    def read(self, request: Mapping[str, Any], limits: Limits) -> Made:
        """Raises :class:`Malformed` with everything that keeps the request from being a question at all."""
        reading = Reading(limits)
        values = {name: self.fields[name].read(request[name], f"/{name}", reading) for name in self.known_in(request)}
        if reading.problems or len(values) < len(request) or not request.keys() >= set(self.required):
            raise Malformed(self.in_order(request, reading.problems))
        return self.make(values, limits)

    def known_in(self, request: Mapping[str, Any]) -> list[str]:
        """The fields of a request that the form has, in the order in which they are told of."""
        first = [name for name in self.first if name in request]
        return first + [name for name in request if name in self.fields and name not in self.first]

    def in_order(self, request: Mapping[str, Any], problems: Iterable[Problem]) -> list[Problem]:
        """The problems of single fields, and what is missing and what nobody knows, in the order of the request."""
        by_field: dict[str, list[Problem]] = {}
        for problem in problems:
            by_field.setdefault(problem.pointer.split("/")[1], []).append(problem)
        for name in self.required:
            if name not in request:
                by_field[name] = [missing("", name)]
        ordered: list[Problem] = []
        for name in (*self.first, *[name for name in self.required if name not in request]):
            ordered += by_field.pop(name, [])
        for name in request:
            if name not in self.fields:
                ordered.append(unknown_field("", name, self.fields, compared=comparing(ordered)))
            else:
                ordered += by_field.get(name, [])
        return ordered
