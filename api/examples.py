"""The rulebooks' worked examples: data of this package, or of the repository where it runs from a checkout."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

Example = Mapping[str, Any]


def _files(folder: Traversable) -> Iterator[Traversable]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _files(entry)
        elif entry.name.endswith(".json"):
            yield entry


def _folder() -> Traversable:
    own = resources.files("api").joinpath("fixtures")
    return own if own.is_dir() else Path(__file__).parents[1] / "fixtures"


@cache
def examples() -> Mapping[str, Example]:
    """Every example by id."""
    told = [json.loads(file.read_text("utf-8")) for file in _files(_folder())]
    return {example["id"]: {**example, "also": _also(example)} for example in told}


def _also(example: Example) -> list[Example]:
    """The same board asked again: each time the file's request, with what differs in the place of what it names."""
    also: list[Example] = []
    for again in example.get("also", ()):
        request = {**example["request"], **again.get("request", {})}
        request |= {name: again[name] for name in ("variant", "rules") if name in again}
        also.append({"variant": request["variant"], "request": request, "expected": again["expected"]})
    return also
