"""What an operation is: its address, its view and everything that the specification says of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import Response

from api.http import JSON
from api.problems import RefusalKind
from scorer.forms import Form
from scorer.shapes import Shape


@dataclass(frozen=True, slots=True)
class Example:
    """A real request, and what it is answered where that is shown."""

    summary: str
    request: Any = None
    answer: Any = None


@dataclass(frozen=True, slots=True)
class Operation:
    """One address and method. The routes and ``openapi.yaml`` are both made from these."""

    #: Its name, also that of the specification's operation.
    id: str
    method: str
    #: As the specification writes it: ``/v1/variants/{variant}``.
    path: str
    tag: str
    summary: str
    description: str
    view: Callable[..., Response]
    #: The kinds of refusal that it can answer with.
    refusals: tuple[RefusalKind, ...]
    #: Real requests and answers by name; worked out only when the specification is written.
    examples: Callable[[], Mapping[str, Example]]
    answer: Shape | None = None
    #: The forms of the answer; the first is the one that is given unless Accept wants another.
    media_types: tuple[str, ...] = (JSON,)
    #: The forms that a request may fill in, by the variant's id.
    request: Mapping[str, list[Form[Any]]] | None = None
    #: Whether the answer follows Accept-Language.
    speaks: bool = False
    #: Whether clients may keep the answer and ask whether it still holds.
    keeps: bool = False
    #: What may be asked in the address besides its path: names that many operations know, and parameters of its own.
    queries: tuple[str, ...] = ()
    parameters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    #: The shape of a request that is about no position.
    body: Shape | None = None
    #: The form of a body that is no JSON value.
    lines: str | None = None

    @property
    def rule(self) -> str:
        """The path as Flask writes it."""
        return self.path.replace("{", "<").replace("}", ">")
