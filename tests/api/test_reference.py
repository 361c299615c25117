"""The reference data: complete, true to the library, and kept by clients."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from api.examples import examples
from api.reference import references
from scorer.limits import DEFAULT_LIMITS
from scorer.rulebook import languages, rulebooks, rules_of
from scorer.rules.variants import EXPANSIONS, RULESETS, WHOLE_RULESETS, find_ruleset
from scorer.shapes import Reading
from scorer.tiles.kinds import read_kinds
from tests.api.boards import has_shape, two_tiles

NAMES = {name: variant for variant in RULESETS for name in (variant.id, *variant.aliases)}
KEPT = [
    "/v1/variants",
    "/v1/variants/base",
    "/v1/variants/castle/tiles",
    "/v1/variants/wheel-of-fortune/rules",
    "/v1/variants/base/tiles/D.svg",
    "/v1/variants/base/tiles/R04g.svg?expansions=river,abbot",
    "/v1/expansions",
    "/v1/expansions/river",
    "/v1/examples",
    "/v1/examples/city-8-pennant",
    "/v1/examples/city-8-pennant.svg",
    "/openapi.yaml",
    "/healthz",
    "/readyz",
    "/version",
    "/docs",
]


@pytest.mark.parametrize("path", KEPT)
def test_a_client_keeps_what_still_holds(client: FlaskClient, path: str) -> None:
    first = client.get(path)
    assert first.status_code == 200
    etag = first.headers["ETag"]
    for held in (etag, f'"old", {etag}', "*"):
        again = client.get(path, headers={"If-None-Match": held})
        assert again.status_code == 304
        assert again.data == b""
        assert again.headers["ETag"] == etag
    changed = client.get(path, headers={"If-None-Match": '"another"'})
    assert (changed.status_code, changed.data) == (200, first.data)


@pytest.mark.parametrize("reference", references(DEFAULT_LIMITS), ids=lambda reference: reference.id)
def test_answers_conform_to_their_schema(client: FlaskClient, reference: Any) -> None:
    places = {
        "variant": [variant.id for variant in RULESETS],
        "example": list(examples()),
        "expansion": [expansion.id for expansion in EXPANSIONS],
    }
    name = next(iter(reference.names), None)
    paths = [reference.path.replace(f"{{{name}}}", value) for value in places.get(name, [""])]
    if reference.queries:
        paths += [
            f"/v1/variants/{game.id}{reference.path.partition('}')[2]}?expansions={','.join(game.expansions)}"
            for game in WHOLE_RULESETS
        ]
    for path in paths:
        response = client.get(path)
        assert response.status_code == 200
        assert response.text.endswith("\n")
        assert has_shape(response.json, reference.answer)


def test_every_variant_is_listed(client: FlaskClient) -> None:
    listed = client.get("/v1/variants").json["variants"]
    assert [(v["id"], v["aliases"]) for v in listed] == [(v.id, list(v.aliases)) for v in RULESETS]
    for variant in listed:
        assert client.get(variant["href"]).json["title"] == variant["title"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("path", ["", "/tiles", "/rules"])
def test_a_variant_answers_to_each_of_its_names(client: FlaskClient, name: str, path: str) -> None:
    answer = client.get(f"/v1/variants/{name}{path}").json
    assert answer.get("id", answer.get("variant")) == NAMES[name].id
    assert answer == client.get(f"/v1/variants/{NAMES[name].id}{path}").json


def test_every_expansion_is_listed_with_what_it_goes_with(client: FlaskClient) -> None:
    listed = client.get("/v1/expansions").json["expansions"]
    assert [(one["id"], one["aliases"]) for one in listed] == [(one.id, list(one.aliases)) for one in EXPANSIONS]
    for one in listed:
        told = client.get(one["href"]).json
        assert {**told, "href": one["href"]} == {**told, **one}
        assert all(told == client.get(f"/v1/expansions/{alias}").json for alias in one["aliases"])
    for variant in RULESETS:
        with_it = [one for one in listed if variant.id in one["goes_with"]]
        assert client.get(f"/v1/variants/{variant.id}").json["expansions"] == with_it


def test_what_each_expansion_adds(client: FlaskClient) -> None:
    told = {one.id: client.get(f"/v1/expansions/{one.id}").json for one in EXPANSIONS}
    added = {
        name: (
            [(figure["name"], figure["each"]) for figure in one["figures"]],
            one["tiles"],
            one["terrains"],
            [value["name"] for value in one["rules"]],
            one["players"]["most"],
        )
        for name, one in told.items()
    }
    assert added == {
        "river": ([], 12, ["river"], ["river_turns", "river_start_tile"], 5),
        "abbot": ([("abbot", 1)], 0, ["garden"], [], 5),
        "inns-and-cathedrals": ([("big", 1)], 18, [], [], 6),
        "traders-and-builders": ([("builder", 1), ("pig", 1)], 24, [], ["builder_turn", "pig_bonus"], 5),
    }
    assert told["traders-and-builders"]["tokens"] == {"wine": 9, "grain": 6, "cloth": 5}
    assert told["abbot"]["kinds"] == ["Eg", "Hg", "Ig", "Mg", "Ng", "Rg", "Ug", "Vg"]
    assert told["inns-and-cathedrals"]["figures"][0]["weight"] == 2
    assert told["abbot"]["figures"][0]["terrains"] == ["cloister", "garden"]


@pytest.mark.parametrize("path", ["", "/tiles", "/rules"])
def test_a_variant_is_told_with_expansions_in_any_order(client: FlaskClient, path: str) -> None:
    alone = client.get(f"/v1/variants/base{path}").json
    both = client.get(f"/v1/variants/base{path}?expansions=abbot,river").json
    assert both == client.get(f"/v1/variants/base-game{path}?expansions=de-rivier,abbot,river").json
    assert both["with" if path == "" else "expansions"] == ["river", "abbot"]
    assert alone == client.get(f"/v1/variants/base{path}?expansions=").json
    assert alone != both


def test_the_game_with_all_its_expansions(client: FlaskClient) -> None:
    whole = find_ruleset("base", *[one.id for one in EXPANSIONS])
    assert whole is not None
    told = client.get(f"/v1/variants/base?expansions={','.join(whole.expansions)}").json
    assert (told["tiles"], told["players"]["most"]) == (126, 6)
    assert [value["name"] for value in told["rules"]] == [value.name for value in whole.values]
    tiles = client.get(f"/v1/variants/base/tiles?expansions={','.join(whole.expansions)}").json
    assert tiles["start_tile"] == "R01"
    question = {"variant": "base", "players": [], "tiles": [], "excerpt": True, "tileset": tiles}
    assert client.post("/v1/validate", json={**question, "expansions": tiles["expansions"]}).json["valid"]


@pytest.mark.parametrize("path", ["", "/tiles", "/rules", "/tiles/D.svg"])
@pytest.mark.parametrize(
    ("variant", "expansions", "code", "said"),
    [
        ("base", "rivier", "expansion-unknown", "There is no expansion “rivier”; there are river, abbot"),
        ("base", "river,", "out-of-range", "This must be 1 to 40 printable characters."),
        ("castle", "river", "expansion-not-with", "river does not go with castle; it goes with base, base-2003"),
    ],
)
def test_an_expansion_that_is_none_or_does_not_go_with_it(
    client: FlaskClient, path: str, variant: str, expansions: str, code: str, said: str
) -> None:
    response = client.get(f"/v1/variants/{variant}{path}?expansions={expansions}")
    assert response.status_code == 422
    (error,) = response.json["errors"]
    assert error["code"] == code
    assert error["detail"].startswith(said)


@pytest.mark.parametrize("variant", RULESETS, ids=lambda variant: variant.id)
def test_each_rule_value_with_all_that_it_takes_to_use_it(client: FlaskClient, variant: Any) -> None:
    answer = client.get(f"/v1/variants/{variant.id}").json
    assert [value["name"] for value in answer["rules"]] == [value.name for value in variant.values]
    for value in answer["rules"]:
        assert value["default"] == variant.default_rules()[value["name"]]
        assert value["rule"] in rules_of(variant)
        assert value["passage"]["rulebook"] in rulebooks()
        assert len(value["meaning"]) > 20
        # Every value that it lists is taken, and one that it does not list is refused.
        question = {**two_tiles(variant=variant.id, meeples=[], tiles=[]), "excerpt": True}
        assert value["allowed"]
        for allowed in value["allowed"]:
            chosen = [allowed] if value["schema"]["type"] == "array" else allowed
            answer = client.post("/v1/validate", json={**question, "rules": {value["name"]: chosen}})
            assert answer.json["problems"] == []
        refused = client.post("/v1/validate", json={**question, "rules": {value["name"]: "nonsense"}})
        assert refused.json["errors"][0]["code"] == "rule-value"


def test_the_rule_values_of_the_contract(client: FlaskClient) -> None:
    base = {value["name"]: value for value in client.get("/v1/variants/base").json["rules"]}
    assert (base["small_city"]["default"], base["small_city"]["allowed"]) == (4, [2, 4])
    assert base["farm_scoring"]["default"] == "per-field-3"
    assert base["farm_scoring"]["allowed"] == ["per-field-3", "per-field-3-once", "per-city-4", "none"]
    castle = {value["name"]: value["default"] for value in client.get("/v1/variants/castle").json["rules"]}
    assert castle == {
        "tower_closed_by_wall": True,
        "wall_tile_4_fountain": False,
        "keep_needs_own_completion": True,
        "start_space_path_must_match": False,
    }


@pytest.mark.parametrize("variant", RULESETS, ids=lambda variant: variant.id)
def test_tiles_are_told_in_the_form_that_a_tileset_takes(client: FlaskClient, variant: Any) -> None:
    kinds = client.get(f"/v1/variants/{variant.id}/tiles").json["kinds"]
    reading = Reading()
    again = read_kinds(kinds, variant.landscape, "", reading)
    assert [variant.landscape.kind_json(kind) for kind in again] == kinds
    assert reading.problems == []
    question = {**two_tiles(variant=variant.id, meeples=[], tiles=[]), "excerpt": True}
    response = client.post("/v1/validate", json={**question, "tileset": {"kinds": kinds}})
    assert (response.status_code, response.json["valid"]) == (200, True)


def test_what_lies_on_the_table_before_the_first_move(client: FlaskClient) -> None:
    base = client.get("/v1/variants/base/tiles").json
    assert base["start_tile"] == "D"
    assert "start_pieces" not in base
    wheel = client.get("/v1/variants/wheel-of-fortune/tiles").json
    assert {(piece["x"], piece["y"]) for piece in wheel["start_pieces"]} == {(x, y) for x in range(4) for y in range(4)}
    castle = client.get("/v1/variants/castle/tiles").json
    assert len(castle["wall"]["cells"]) == 76
    assert "6/7" in {piece["label"] for piece in castle["start_pieces"]}


@pytest.mark.parametrize("variant", RULESETS, ids=lambda variant: variant.id)
def test_rules_in_every_language_with_the_own_rulebook_first(client: FlaskClient, variant: Any) -> None:
    answer = client.get(f"/v1/variants/{variant.id}/rules").json
    assert {rule["id"] for rule in answer["rules"]} == set(rules_of(variant))
    books = {book["id"] for book in answer["rulebooks"]}
    for rule in answer["rules"]:
        assert [name for name in rule if name in languages()] == list(languages())
        for passage in rule["passages"]:
            assert ("translation" in passage) == ("language" in passage) == (passage["quote"] is not None)
        cited = [passage["rulebook"] for passage in rule["passages"]]
        assert set(cited) <= books
        if variant.rulebook in cited:
            assert cited[0] == variant.rulebook


def test_every_example_is_listed_and_can_be_opened(client: FlaskClient) -> None:
    listed = client.get("/v1/examples").json["examples"]
    assert [example["id"] for example in listed] == list(examples())
    assert len(listed) > 150
    one = client.get(listed[0]["href"]).json
    assert client.post(f"/v1/{one['call']}", json=one["request"]).status_code == 200
    assert client.get(one["picture"]).content_type == "image/svg+xml"


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/v1/variants/kastel", "There is no variant “kastel”; there are base-2000,"),
        ("/v1/variants/kastel/tiles", "There is no variant “kastel”"),
        ("/v1/variants/kastel/rules", "There is no variant “kastel”"),
        ("/v1/variants/kastel/tiles/D.svg", "There is no variant “kastel”"),
        ("/v1/variants/base/tiles/Dx.svg", "No tile of this game is called “Dx”; did you mean “D”?"),
        ("/v1/variants/base/tiles/%20.svg", "No tile of this game is called “ ”; there are A, B, C"),
        ("/v1/expansions/rivier", "There is no expansion “rivier”; there are river, abbot"),
        ("/v1/variants/base/tiles/R01.svg", "No tile of this game is called “R01”"),
        ("/v1/examples/city-8-penant", "There is no example “city-8-penant”; did you mean “city-8-pennant”?"),
        ("/v1/examples/§", "There is no example “§”; /v1/examples lists them."),
        ("/v1/examples/city-8-penant.svg", "There is no example “city-8-penant”"),
    ],
)
def test_an_unknown_name_gets_404_with_what_there_is(client: FlaskClient, path: str, said: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert response.json["type"] == "/problems#not-found"
    assert response.json["detail"].startswith(said)


def test_which_program_answers(client: FlaskClient) -> None:
    answer = client.get("/version").json
    assert (answer["name"], answer["contract"]) == ("carcassonne-referee", 1)
