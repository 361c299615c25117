"""Wrong values in every field of every request, and fields that nobody knows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator

from tests.api.specification import Place, alone, fields_of, general, places, replaced, request_schema

WRONG: list[Any] = [None, True, 7.5, 10**19, "", "no such thing", "x" * 41, "\N{BELL}", [], [[]], {}, {"a": {}}]

RIM = ["NL", "N", "NR", "EL", "E", "ER", "SL", "S", "SR", "WL", "W", "WR"]
FOLLOWER = {"player": "red", "x": 0, "y": 0, "spot": "road@E"}
KIND = {
    "id": "mine",
    "count": 2,
    "segments": [
        {
            "type": "city",
            "ports": ["NL", "N", "NR"],
            "pennants": 1,
            "cathedrals": 0,
            "wine": 1,
            "cloth": 0,
            "touches": [1],
        },
        {
            "type": "field",
            "ports": RIM[3:],
            "markets": 0,
            "fountain": False,
            "inns": 0,
            "grain": 0,
            "cloth": 0,
            "ends_in": "square",
        },
    ],
    "cities": [{"on": [0, 1]}],
    "wheel_symbols": {"none": 2},
    "role": "lake",
}
ALL_FIELDS = {
    "variant": "base",
    "expansions": ["river", "abbot", "inns-and-cathedrals", "traders-and-builders"],
    "rules": {"river_turns": "free", "river_start_tile": "removed", "builder_turn": "must", "pig_bonus": 1},
    "players": [
        {"name": "red", "figures": {"big": 1}, "goods": {"wine": 2, "grain": 0, "cloth": 1}},
        {"name": "blue"},
    ],
    "meeples": [{**FOLLOWER, "figure": "big"}],
    "turn": {"player": "red", "part": 2},
    "discarded": ["C"],
}
BASE = {
    "variant": "base",
    "rules": {"small_city": 2, "farm_scoring": "per-city-4"},
    "players": [{"name": "red", "score": 3, "supply": 6, "color": "crimson"}, {"name": "blue"}],
    "tiles": [{"x": 0, "y": 0, "tile": "D", "rotation": 0}],
    "meeples": [FOLLOWER],
    "excerpt": False,
    "tileset": {
        "kinds": [KIND],
        "variant": "base",
        "expansions": [],
        "start_tile": "D",
        "start_pieces": [],
        "wall": {},
    },
}
WHEEL = {
    "variant": "wheel-of-fortune",
    "rules": {"wheel_actions": True},
    "players": [{"name": "red"}, {"name": "blue"}],
    "tiles": [{"x": 0, "y": -1, "tile": "E", "rotation": 180, "wheel": 1}],
    "wheel": {
        "pig": "fortuna",
        "crowns": [{"segment": "storm", "player": "red"}],
        "discarded": [{"tile": "C", "wheel": 1}],
    },
}
DISCOVERY = {
    "variant": "discovery",
    "rules": {"hand_tiles": 2, "removed_tiles": ["D01"]},
    "players": [{"name": "red", "hand": ["D02"]}],
}
CASTLE = {
    "variant": "castle",
    "rules": {
        "tower_closed_by_wall": True,
        "wall_tile_4_fountain": False,
        "keep_needs_own_completion": True,
        "start_space_path_must_match": False,
    },
    "castle": {"keeps": {"white": 5}, "wall_tiles": {"on_wall": [12, 16], "held": {"white": [2, 7]}, "used": [3]}},
}
ANY_CELL = {"x": 0, "y": 0}
HEADING: dict[str, Any] = {"players": ["red", "blue"], "table": {}}
LAID = {"player": "red", "tile": "E", **ANY_CELL, "rotation": 180}
PLACED = {**ANY_CELL, "spot": "road", "figure": "big", "from": "elsewhere"}

#: Requests that have every field between them. They need not be legal: what is wrong with their shape is told first.
REQUESTS: dict[str, list[dict[str, Any]]] = {
    "validate": [BASE, ALL_FIELDS, WHEEL, DISCOVERY, CASTLE],
    "features": [BASE, ALL_FIELDS, WHEEL, DISCOVERY, CASTLE],
    "placements": [
        {**BASE, "tile": "B", "player": "red"},
        ALL_FIELDS,
        WHEEL,
        {**DISCOVERY, "hand": ["D04", "D12"]},
        CASTLE,
    ],
    "score": [
        {**BASE, "phase": "final", "claim": {"red": 8}, "carry_out": True},
        {**ALL_FIELDS, "phase": "interim", "player": "red", "last": ANY_CELL},
        {**WHEEL, "phase": "wheel", "drawn": 2, "player": "red", "plague": [FOLLOWER], "tile": "V"},
        {**DISCOVERY, "phase": "retrieve", "retrieve": FOLLOWER},
        {
            **CASTLE,
            "phase": "final",
            "player": "white",
            "last": ANY_CELL,
            "order": [{**ANY_CELL, "spot": "path"}],
            "use": [{"player": "white", "wall_tile": 2, **ANY_CELL, "spot": "tower"}],
            "took": [{"tower": 32, "wall_tile": 5}],
        },
    ],
    "render": [
        {
            **BASE,
            "options": {
                "highlight": {"features": ["city-1"], "cells": [[0, 0], ANY_CELL]},
                "coordinates": True,
                "last": ANY_CELL,
                "ghost": {"tile": "B", "player": "red"},
                "scores": "final",
            },
        },
        ALL_FIELDS,
        WHEEL,
        DISCOVERY,
        CASTLE,
    ],
    "replay": [
        {
            **HEADING,
            "variant": "base",
            "expansions": ALL_FIELDS["expansions"],
            "rules": ALL_FIELDS["rules"],
            "moves": [{**LAID, "figure": "abbot", "spot": "garden", "retrieve": {**ANY_CELL, "spot": "garden"}}],
        },
        {
            **HEADING,
            "variant": "base",
            "rules": BASE["rules"],
            "moves": [
                {"player": "red", "tile": "E", "x": 0, "y": -1, "rotation": 180, "spot": "city@S"},
                {"player": "blue", "discard": "C"},
                {**LAID, "placed": [PLACED]},
            ],
            "end": True,
            "claims": [{"after": 1, "player": "red", "score": 4}],
            "tileset": BASE["tileset"],
        },
        {
            **HEADING,
            "variant": "wheel-of-fortune",
            "rules": WHEEL["rules"],
            "moves": [
                {**LAID, "wheel": 1, "crown": "storm", "plague": [FOLLOWER]},
                {"player": "blue", "discard": "C", "wheel": 2, "plague": [FOLLOWER]},
            ],
        },
        {
            **HEADING,
            "variant": "discovery",
            "rules": DISCOVERY["rules"],
            "moves": [
                {**LAID, "hand": ["D01"], "retrieve": {**ANY_CELL, "spot": "sea"}},
                {"player": "blue", "discard": "D02", "hand": ["D03"]},
            ],
        },
        {
            **HEADING,
            "variant": "castle",
            "rules": CASTLE["rules"],
            "moves": [
                {
                    **LAID,
                    "order": [{**ANY_CELL, "spot": "path"}],
                    "use": [{"player": "white", "wall_tile": 2, **ANY_CELL, "spot": "tower"}],
                    "took": [{"tower": 32, "wall_tile": 5}],
                }
            ],
            "use": [{"player": "white", "wall_tile": 2, **ANY_CELL, "spot": "tower"}],
        },
    ],
}
#: A move of each game, with every field that it may have.
MOVES: dict[str, dict[str, Any]] = {request["variant"]: request["moves"][0] for request in REQUESTS["replay"]}
REQUESTS["move"] = [
    {**BASE, "move": {**LAID, "placed": [PLACED]}, "offers": True},
    {**ALL_FIELDS, "move": REQUESTS["replay"][0]["moves"][0]},
    {**WHEEL, "move": MOVES["wheel-of-fortune"]},
    {**WHEEL, "move": {"player": "blue", "discard": "C", "wheel": 2, "plague": [FOLLOWER]}},
    {**DISCOVERY, "move": MOVES["discovery"]},
    {**CASTLE, "move": MOVES["castle"]},
]
REQUESTS["bag"] = [{**BASE, "player": "red", "draws": 5}, ALL_FIELDS, WHEEL, DISCOVERY, CASTLE]
ASKED = [(call, request) for call, requests in REQUESTS.items() for request in requests]
IDS = [f"{call}-{request['variant']}" for call, request in ASKED]


@pytest.mark.parametrize("call", REQUESTS)
def test_the_requests_have_every_field_of_the_specification(call: str) -> None:
    schema = request_schema(call)
    found = {general(place, request, schema) for request in REQUESTS[call] for place in places(request, schema)}
    assert set(fields_of(schema)) - found == set()


@pytest.mark.parametrize("call", REQUESTS)
def test_the_requests_conform_to_the_specification(call: str) -> None:
    validator = Draft202012Validator(alone(request_schema(call)))
    for request in REQUESTS[call]:
        assert list(validator.iter_errors(request)) == []


def ask(client: FlaskClient, call: str, request: Any) -> Any:
    # Not by `json=`, which would sort the keys.
    return client.post(f"/v1/{call}", data=json.dumps(request), content_type="application/json")


@pytest.mark.parametrize(("call", "request_"), ASKED, ids=IDS)
def test_a_wrong_value_is_refused_where_it_stands(client: FlaskClient, call: str, request_: dict[str, Any]) -> None:
    for place in places(request_, request_schema(call)):
        validator = Draft202012Validator(alone(place.schema))
        for wrong in WRONG:
            if validator.is_valid(wrong):
                continue
            response = ask(client, call, replaced(request_, place.path, wrong))
            assert response.status_code == 422, (place.pointer, wrong)
            assert response.json["type"] == "/problems#malformed-request", (place.pointer, wrong)
            pointers = [error["pointer"] for error in response.json["errors"]]
            assert any(pointer.startswith(place.pointer) for pointer in pointers), (place.pointer, wrong, pointers)


def objects(request: dict[str, Any], call: str) -> Iterator[Place]:
    """The objects whose fields are known."""
    for place in places(request, request_schema(call)):
        if isinstance(place.value, dict) and place.schema.get("properties"):
            yield place


@pytest.mark.parametrize(("call", "request_"), ASKED, ids=IDS)
def test_an_unknown_field_is_refused_and_the_nearest_named(
    client: FlaskClient, call: str, request_: dict[str, Any]
) -> None:
    for place in objects(request_, call):
        near = max(place.value, key=len)
        wrong = near + "z"
        response = ask(client, call, replaced(request_, (*place.path, wrong), 1))
        assert response.status_code == 422, place.pointer
        errors = [error for error in response.json["errors"] if error["pointer"] == f"{place.pointer}/{wrong}"]
        assert [error["code"] for error in errors] == ["rule-unknown" if place.path == ("rules",) else "field-unknown"]
        assert f"“{wrong}”" in errors[0]["detail"]
        assert f"did you mean “{near}”?" in errors[0]["detail"], errors


def test_a_field_that_is_like_none_gets_the_list_of_all(client: FlaskClient) -> None:
    response = ask(client, "features", {**BASE, "§": 1})
    assert [error["detail"] for error in response.json["errors"]] == [
        "There is no field “§” here. Known fields: discarded, excerpt, expansions, meeples, players, rules, tiles, "
        "tileset, turn and variant."
    ]


def test_all_that_is_wrong_is_listed_not_only_the_first(client: FlaskClient) -> None:
    wrong = {**BASE, "excerpt": "no", "meeples": [{}], "tiles": [{"x": 0, "y": "0", "tile": "D", "rotation": 45}]}
    pointers = {error["pointer"] for error in ask(client, "validate", wrong).json["errors"]}
    assert pointers == {"/excerpt", "/meeples/0", "/tiles/0/y", "/tiles/0/rotation"}


@pytest.mark.parametrize("name", ["a~b/c", "~1", "/"])
def test_pointers_are_escaped(client: FlaskClient, name: str) -> None:
    response = ask(client, "score", {**BASE, "phase": "final", "claim": {name: "8"}})
    escaped = name.replace("~", "~0").replace("/", "~1")
    assert response.json["errors"][0]["pointer"] == f"/claim/{escaped}"


@pytest.mark.parametrize(
    ("call", "field"), [("validate", "variant"), ("placements", "tile"), ("score", "phase"), ("score", "variant")]
)
def test_a_missing_field_is_named(client: FlaskClient, call: str, field: str) -> None:
    request = {name: value for name, value in REQUESTS[call][0].items() if name != field}
    response = ask(client, call, request)
    assert response.status_code == 422
    assert response.json["errors"] == [
        {"code": "field-missing", "pointer": "", "detail": f"The field “{field}” is missing."}
    ]


@pytest.mark.parametrize(
    ("field", "value", "code", "known"),
    [
        ("variant", "baze", "variant-unknown", "castle"),
        ("phase", "wheel", "phase-unknown", "interim and final"),
        ("rules", {"small_city": 3}, "rule-value", "2 and 4"),
        ("rules", {"no_such_rule": 3}, "rule-unknown", "small_city and farm_scoring"),
    ],
)
def test_a_choice_is_refused_with_what_there_is(
    client: FlaskClient, field: str, value: Any, code: str, known: str
) -> None:
    error = ask(client, "score", {**BASE, "phase": "final", field: value}).json["errors"][0]
    assert error["code"] == code
    assert known in error["detail"]
