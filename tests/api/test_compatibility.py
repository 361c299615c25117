"""Clients of the last release still work; and what would break them is found."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.api.specification import specification
from tools.compatibility import Flattened, breaks, released

#: What was changed on purpose, and why nobody is hurt by it.
AGREED = {
    # It was called a text, and is a document.
    "GET /openapi.yaml: the whole of answers may be ['object'], not only ['string']",
    # Examples of expansions have no Dutch book.
    "GET /v1/examples/{example}: /caption/nl of answers may be left out",
    "GET /v1/examples/{example}: /title/nl of answers may be left out",
    "GET /v1/examples: /examples/*/title/nl of answers may be left out",
    # A wall tile of which nobody has told what it is; games that were answered before tell all of them.
    "POST /v1/replay: /turns/*/castle/wall_tiles/held/*/* of answers may be ['integer', 'string'], "
    "not only ['integer']",
    # Only in games with the abbot, where it is the mover's own.
    "POST /v1/replay: /turns/*/legal_instead/retrievals/*/player of answers may be left out",
}


def test_nothing_breaks() -> None:
    assert set(breaks(released(), Flattened(specification()).digest())) <= AGREED


def schema(name: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda spec: spec["components"]["schemas"][name]


def without_call(spec: dict[str, Any]) -> None:
    del spec["paths"]["/v1/score"]


def without_field(spec: dict[str, Any]) -> None:
    del schema("Line")(spec)["properties"]["rule"]


def left_out(spec: dict[str, Any]) -> None:
    schema("Line")(spec)["required"].remove("text")


def other_type(spec: dict[str, Any]) -> None:
    schema("Total")(spec)["properties"]["after"]["type"] = "number"


def wider_list(spec: dict[str, Any]) -> None:
    schema("OpenPort")(spec)["properties"]["port"]["enum"].append("X")


def field_not_taken(spec: dict[str, Any]) -> None:
    del schema("Player")(spec)["properties"]["color"]


def demanded(spec: dict[str, Any]) -> None:
    schema("Player")(spec)["required"].append("score")


def fewer_values(spec: dict[str, Any]) -> None:
    schema("PlacedTile")(spec)["properties"]["rotation"]["enum"].remove(90)


def narrower_type(spec: dict[str, Any]) -> None:
    schema("Meeple")(spec)["properties"]["player"]["type"] = "integer"


def parameter_demanded(spec: dict[str, Any]) -> None:
    spec["components"]["parameters"]["RequestId"]["required"] = True


def parameter_gone(spec: dict[str, Any]) -> None:
    spec["paths"]["/v1/variants/{variant}"]["get"]["parameters"].pop(0)


def other_media_type(spec: dict[str, Any]) -> None:
    content = spec["paths"]["/v1/score"]["post"]["responses"]["200"]["content"]
    content["text/plain"] = content.pop("application/json")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (without_call, "POST /v1/score is gone"),
        (without_field, "POST /v1/score: /lines/*/rule of answers is gone"),
        (left_out, "POST /v1/score: /lines/*/text of answers may be left out"),
        (other_type, "POST /v1/score: /players/*/after of answers may be ['number'], not only ['integer']"),
        (
            wider_list,
            "POST /v1/features: /features/*/open_ports/*/port of answers may have values that were not listed",
        ),
        (field_not_taken, "POST /v1/score: /players/*/color of requests is gone"),
        (demanded, "POST /v1/validate: /players/*/score of requests is demanded"),
        (fewer_values, "POST /v1/validate: /tiles/*/rotation of requests takes fewer values"),
        (narrower_type, "POST /v1/validate: /meeples/*/player of requests takes ['integer'], no longer ['string']"),
        (parameter_demanded, "GET /healthz: the parameter header X-Request-Id is required"),
        (parameter_gone, "GET /v1/variants/{variant}: the parameter path variant is gone"),
        (other_media_type, "POST /v1/score: no application/json in answers"),
    ],
)
def test_a_breaking_change_is_found(change: Callable[[dict[str, Any]], None], told: str) -> None:
    changed = copy.deepcopy(specification())
    change(changed)
    before = Flattened(specification()).digest()
    assert told in breaks(before, Flattened(changed).digest())


def test_what_is_added_breaks_nothing() -> None:
    grown = copy.deepcopy(specification())
    grown["paths"]["/v1/more"] = grown["paths"]["/v1/score"]
    schema("Line")(grown)["properties"]["more"] = {"type": "string"}
    schema("Player")(grown)["properties"]["more"] = {"type": "string"}
    schema("ProblemCode")(grown)["x-extensible-enum"].append("more")
    assert breaks(Flattened(specification()).digest(), Flattened(grown).digest()) == []
